//! `strftime` in the C locale and UTC.

use super::calendar::{iso_week, seconds};

const DAYS: [&str; 7] = ["Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday"];
const MONTHS: [&str; 12] = [
    "January",
    "February",
    "March",
    "April",
    "May",
    "June",
    "July",
    "August",
    "September",
    "October",
    "November",
    "December",
];

/// What stands between `%` and the letter, as in the C library of GNU.
#[derive(Default)]
struct Spec {
    /// `_`, `-` or `0`: how the field is filled up, if not as usual.
    pad: Option<u8>,
    /// `^`: in capital letters.
    upper: bool,
    /// `#`: in the other case.
    swap: bool,
    /// The least width.
    width: usize,
}

/// The widest field that is made; the C library would run out of memory far above.
const MAX_WIDTH: usize = 1 << 20;

/// Formats the nine fields of `struct_time`. Formats are bytes, because they may contain lone surrogates.
pub fn format(format: &[u8], fields: &[i64], zone: &str, offset: i64) -> Vec<u8> {
    let mut out = Vec::new();
    let mut at = 0;
    while at < format.len() {
        if format[at] != b'%' {
            out.push(format[at]);
            at += 1;
            continue;
        }
        let (spec, code_at) = read_spec(format, at + 1);
        let code = format.get(code_at).map_or('%', |b| char::from(*b));
        let end = (code_at + 1).min(format.len());
        match directive(code, fields, zone, offset).filter(|_| code_at < format.len()) {
            Some(text) => out.extend(fill(text, code, &spec)),
            // What is no directive stays as it is.
            None => out.extend_from_slice(&format[at..end]),
        }
        at = end;
    }
    out
}

/// Reads flags, width and modifier; returns where the letter is.
fn read_spec(format: &[u8], mut at: usize) -> (Spec, usize) {
    let mut spec = Spec::default();
    while let Some(flag) = format.get(at) {
        match flag {
            b'_' | b'-' | b'0' => spec.pad = Some(*flag),
            b'^' => spec.upper = true,
            b'#' => spec.swap = true,
            _ => break,
        }
        at += 1;
    }
    while let Some(digit) = format.get(at).filter(|b| b.is_ascii_digit()) {
        spec.width = (spec.width * 10 + usize::from(digit - b'0')).min(MAX_WIDTH);
        at += 1;
    }
    // In the C locale another representation is the usual one.
    let modified: &[u8] = match format.get(at) {
        Some(b'E') => b"cCxXyY",
        Some(b'O') => b"deHImMSuUVwWy",
        _ => b"",
    };
    let follows = format.get(at + 1).is_some_and(|code| modified.contains(code));
    (spec, at + usize::from(follows))
}

/// Fills a field up to its width, and changes its case.
fn fill(mut text: String, code: char, spec: &Spec) -> Vec<u8> {
    let numeric = "CdegGHIjklmMSuUVwWyYsz".contains(code);
    let spaced = "ekl".contains(code);
    if numeric && let Some(pad) = spec.pad {
        let digits = text.trim_start_matches(['0', ' ']).to_owned();
        let digits = if digits.is_empty() { "0".to_owned() } else { digits };
        let natural = text.len();
        text = match pad {
            b'-' => digits,
            b'_' => format!("{digits:>natural$}"),
            _ => format!("{digits:0>natural$}"),
        };
    }
    if spec.upper || spec.swap && "aAbBh".contains(code) {
        text.make_ascii_uppercase();
    } else if spec.swap && "Zp".contains(code) {
        text.make_ascii_lowercase();
    }
    let width = if spec.pad == Some(b'-') { 0 } else { spec.width };
    let zeros = match spec.pad {
        Some(pad) => pad == b'0',
        None => numeric && !spaced,
    };
    let pad = if zeros { "0" } else { " " }.repeat(width.saturating_sub(text.len()));
    [pad.into_bytes(), text.into_bytes()].concat()
}

/// What a directive stands for; `None` for what is none.
fn directive(code: char, f: &[i64], zone: &str, offset: i64) -> Option<String> {
    let (year, month, day, hour, minute, second) = (f[0], f[1], f[2], f[3], f[4], f[5]);
    let (weekday, day_of_year) = (f[6], f[7] - 1);
    let sunday_first = (weekday + 1) % 7;
    let nested = match code {
        'c' => "%a %b %e %H:%M:%S %Y",
        'D' | 'x' => "%m/%d/%y",
        'F' => "%Y-%m-%d",
        'r' => "%I:%M:%S %p",
        'R' => "%H:%M",
        'T' | 'X' => "%H:%M:%S",
        _ => "",
    };
    if !nested.is_empty() {
        return String::from_utf8(format(nested.as_bytes(), f, zone, offset)).ok();
    }
    let text = match code {
        'a' => DAYS[weekday.rem_euclid(7) as usize][..3].to_owned(),
        'A' => DAYS[weekday.rem_euclid(7) as usize].to_owned(),
        'b' | 'h' => MONTHS[(month - 1).rem_euclid(12) as usize][..3].to_owned(),
        'B' => MONTHS[(month - 1).rem_euclid(12) as usize].to_owned(),
        'C' => format!("{:02}", year.div_euclid(100)),
        'd' => format!("{day:02}"),
        'e' => format!("{day:2}"),
        'g' => format!("{:02}", iso_week(year, day_of_year, weekday).0.rem_euclid(100)),
        'G' => iso_week(year, day_of_year, weekday).0.to_string(),
        'H' => format!("{hour:02}"),
        'I' => format!("{:02}", (hour + 11) % 12 + 1),
        'j' => format!("{:03}", day_of_year + 1),
        'k' => format!("{hour:2}"),
        'l' => format!("{:2}", (hour + 11) % 12 + 1),
        'm' => format!("{month:02}"),
        'M' => format!("{minute:02}"),
        'n' => "\n".to_owned(),
        'p' => if hour < 12 { "AM" } else { "PM" }.to_owned(),
        'P' => if hour < 12 { "am" } else { "pm" }.to_owned(),
        's' => (seconds(year, month, day) + hour * 3600 + minute * 60 + second - offset).to_string(),
        'S' => format!("{second:02}"),
        't' => "\t".to_owned(),
        'u' => (weekday + 1).to_string(),
        'U' => format!("{:02}", (day_of_year + 7 - sunday_first) / 7),
        'V' => format!("{:02}", iso_week(year, day_of_year, weekday).1),
        'w' => sunday_first.to_string(),
        'W' => format!("{:02}", (day_of_year + 7 - weekday) / 7),
        'y' => format!("{:02}", year.rem_euclid(100)),
        'Y' => year.to_string(),
        'z' => {
            let sign = if offset < 0 { '-' } else { '+' };
            format!("{sign}{:02}{:02}", offset.abs() / 3600, offset.abs() / 60 % 60)
        }
        'Z' => zone.to_owned(),
        '%' => "%".to_owned(),
        _ => return None,
    };
    Some(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn directives() {
        let epoch = super::super::calendar::fields(0);
        assert_eq!(
            format(b"%Y-%m-%d %H:%M:%S %j %a %A %b %B %y %p %I %w %U %W %%", &epoch, "GMT", 0),
            b"1970-01-01 00:00:00 001 Thu Thursday Jan January 70 AM 12 4 00 00 %"
        );
        assert_eq!(
            format(b"%c|%x %X|%e %G %V %u %C %Z", &epoch, "GMT", 0),
            b"Thu Jan  1 00:00:00 1970|01/01/70 00:00:00| 1 1970 01 4 19 GMT"
        );
    }

    #[test]
    fn flags() {
        let epoch = super::super::calendar::fields(0);
        assert_eq!(
            format(b"%-d|%_d|%0e|%^a|%10Y|%-H:%-M|%^B|%#Z|%12x|%Ey|%Q|%-|%", &epoch, "GMT", 0),
            b"1| 1|01|THU|0000001970|0:0|JANUARY|gmt|    01/01/70|70|%Q|%-|%"
        );
    }
}
