//! Dates and times as text.

use super::{SECOND, unpack};

fn append_number(out: &mut Vec<u8>, n: i64, width: u32) {
    for place in (0..width).rev() {
        out.push(b'0' + (n / 10_i64.pow(place) % 10) as u8);
    }
}

/// `2024-01-02`
pub(super) fn append_day(out: &mut Vec<u8>, day: i64) {
    let (y, m, d) = unpack(day);
    append_number(out, y, 4);
    out.push(b'-');
    append_number(out, m, 2);
    out.push(b'-');
    append_number(out, d, 2);
}

/// `03:04:05`, and `.000006` where there are microseconds.
pub(super) fn append_clock(out: &mut Vec<u8>, micros: i64) {
    let seconds = micros / SECOND;
    append_number(out, seconds / 3600, 2);
    out.push(b':');
    append_number(out, seconds / 60 % 60, 2);
    out.push(b':');
    append_number(out, seconds % 60, 2);
    if micros % SECOND != 0 {
        out.push(b'.');
        append_number(out, micros % SECOND, 6);
    }
}

/// An offset from UTC: `+01:00`, with seconds and microseconds where there are some.
pub(super) fn append_offset(out: &mut Vec<u8>, offset: i64) {
    out.push(if offset < 0 { b'-' } else { b'+' });
    let (seconds, micros) = (offset.abs() / SECOND, offset.abs() % SECOND);
    append_number(out, seconds / 3600, 2);
    out.push(b':');
    append_number(out, seconds / 60 % 60, 2);
    if seconds % 60 != 0 || micros != 0 {
        out.push(b':');
        append_number(out, seconds % 60, 2);
    }
    if micros != 0 {
        out.push(b'.');
        append_number(out, micros, 6);
    }
}

fn digits(text: &[u8]) -> Option<i64> {
    text.iter().try_fold(0, |n, c| c.is_ascii_digit().then(|| n * 10 + i64::from(c - b'0')))
}

/// Reads `2024-01-02`. `None` for every other form.
pub(super) fn plain_day(text: &[u8]) -> Option<(i64, i64, i64)> {
    if text.len() != 10 || text[4] != b'-' || text[7] != b'-' {
        return None;
    }
    Some((digits(&text[..4])?, digits(&text[5..7])?, digits(&text[8..])?))
}

/// Divides the text of a clock from that of its offset, which is given in minutes: `Z` or hours and minutes. `None` for
/// an offset that is written another way or out of range.
pub(super) fn without_offset(text: &[u8]) -> Option<(&[u8], Option<i64>)> {
    if let Some(clock) = text.strip_suffix(b"Z") {
        return Some((clock, Some(0)));
    }
    let Some(at) = text.iter().position(|b| matches!(b, b'+' | b'-')) else { return Some((text, None)) };
    let (clock, [sign, offset @ ..]) = text.split_at(at) else { return None };
    if offset.len() != 5 || offset[2] != b':' {
        return None;
    }
    let (hours, minutes) = (digits(&offset[..2])?, digits(&offset[3..])?);
    let size = hours * 60 + minutes;
    (hours < 24 && minutes < 60).then_some((clock, Some(if *sign == b'-' { -size } else { size })))
}

/// Reads `03:04`, `03:04:05` or `03:04:05.678901`. `None` for every other form, and for `24:00`.
pub(super) fn plain_clock(text: &[u8]) -> Option<[i64; 4]> {
    let colons = text.get(2) == Some(&b':') && (text.len() == 5 || text.get(5) == Some(&b':'));
    let dotted = text.len() == 15 && text[8] == b'.';
    if !colons || !(text.len() == 5 || text.len() == 8 || dotted) {
        return None;
    }
    let (hour, minute) = (digits(&text[..2])?, digits(&text[3..5])?);
    let second = if text.len() > 5 { digits(&text[6..8])? } else { 0 };
    let micros = if dotted { digits(&text[9..])? } else { 0 };
    (hour < 24).then_some([hour, minute, second, micros])
}
