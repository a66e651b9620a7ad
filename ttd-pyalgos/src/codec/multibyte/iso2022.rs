//! The encodings of ISO 2022: escape sequences designate character sets.
//!
//! Bytes 0 to 3 of the state are the marks of the sets G0 to G3 (with the highest bit if a set has two bytes for a
//! character), byte 4 has flags.

use super::table::{Charset, Packed, Table, packed, put};
use super::{State, Stop, Text, meaning_of, pair_at, push_code, push_codes};

const ASCII: u8 = b'B';
const TWO: u8 = 0x80;
const ESC: u8 = 0x1b;
const SHIFT_OUT: u8 = 0x0e;
const SHIFT_IN: u8 = 0x0f;
const ESCAPE_MAX: usize = 16;

const SHIFTED: u64 = 1 << 32;
/// Within an escape sequence that is not one of ISO 2022, whose bytes stand for themselves.
const ESCAPED: u64 = 2 << 32;

/// The state of a decoder at the beginning: ASCII in G0 to G2.
pub const START: State = 0x42_42_42;
/// The state of an encoder, which makes no use of G2.
pub const START_OF_ENCODER: State = 0x42_42;

/// What a character set is.
#[derive(Clone, Copy, PartialEq, Debug)]
enum Set {
    Table(Charset),
    /// Only its codes of two characters.
    PairsOf(Charset),
    Roman,
    Kana,
    /// A set for G2, which is not encoded to.
    Latin,
}

/// A set that an encoding may designate: its mark, whether it goes to G1, and what it is.
type Designation = (u8, bool, Set);

/// An encoding.
#[derive(Debug)]
pub struct Variant {
    /// Whether the bytes SO and SI shift to G1 and back.
    shifts: bool,
    has_g2: bool,
    /// Whether the sequence `ESC & @ ESC $ B` is known.
    long_escape: bool,
    /// In the order in which encoding tries them.
    sets: &'static [Designation],
}

const JISX0208: Designation = (b'B' | TWO, false, Set::Table(Charset::JisX0208));
const JISX0208_OLD: Designation = (b'@' | TWO, false, Set::Table(Charset::JisX0208));
const JISX0212: Designation = (b'D' | TWO, false, Set::Table(Charset::JisX0212));
const ROMAN: Designation = (b'J', false, Set::Roman);

const fn japanese(sets: &'static [Designation]) -> Variant {
    Variant { shifts: false, has_g2: false, long_escape: true, sets }
}

/// `iso2022_kr`.
pub static KR: Variant = Variant {
    shifts: true,
    has_g2: false,
    long_escape: false,
    sets: &[(b'C' | TWO, true, Set::Table(Charset::KsX1001))],
};
/// `iso2022_jp`.
pub static JP: Variant = japanese(&[JISX0208, ROMAN, JISX0208_OLD]);
/// `iso2022_jp_1`.
pub static JP_1: Variant = japanese(&[JISX0208, JISX0212, ROMAN, JISX0208_OLD]);
/// `iso2022_jp_2`.
pub static JP_2: Variant = Variant {
    has_g2: true,
    ..japanese(&[
        JISX0208,
        JISX0212,
        (b'C' | TWO, false, Set::Table(Charset::KsX1001)),
        (b'A' | TWO, false, Set::Table(Charset::Gb2312Plain)),
        ROMAN,
        JISX0208_OLD,
        (b'A', false, Set::Latin),
        (b'F', false, Set::Latin),
    ])
};
/// `iso2022_jp_2004`.
pub static JP_2004: Variant = japanese(&[
    (b'Q' | TWO, false, Set::PairsOf(Charset::JisX0213Plane1Of2004)),
    JISX0208,
    (b'Q' | TWO, false, Set::Table(Charset::JisX0213Plane1Of2004)),
    (b'P' | TWO, false, Set::Table(Charset::JisX0213Plane2Of2004)),
]);
/// `iso2022_jp_3`.
pub static JP_3: Variant = japanese(&[
    (b'O' | TWO, false, Set::PairsOf(Charset::JisX0213Plane1Of2000)),
    JISX0208,
    (b'O' | TWO, false, Set::Table(Charset::JisX0213Plane1Of2000)),
    (b'P' | TWO, false, Set::Table(Charset::JisX0213Plane2Of2000)),
]);
/// `iso2022_jp_ext`.
pub static JP_EXT: Variant = japanese(&[JISX0208, JISX0212, ROMAN, (b'I', false, Set::Kana), JISX0208_OLD]);

fn set_of(state: State, number: usize) -> u8 {
    (state >> (8 * number)) as u8
}

fn designate(state: &mut State, number: usize, mark: u8) {
    *state = *state & !(0xff << (8 * number)) | u64::from(mark) << (8 * number);
}

pub(super) fn reset_decoding(state: &mut State) {
    designate(state, 0, ASCII);
    *state &= !SHIFTED;
}

pub(super) fn end_encoding(state: &mut State, out: &mut Vec<u8>) {
    shift_in(state, out);
    to_ascii(state, out);
}

fn shift_in(state: &mut State, out: &mut Vec<u8>) {
    if *state & SHIFTED != 0 {
        out.push(SHIFT_IN);
        *state &= !SHIFTED;
    }
}

fn to_ascii(state: &mut State, out: &mut Vec<u8>) {
    if set_of(*state, 0) != ASCII {
        out.extend_from_slice(b"\x1b(B");
        designate(state, 0, ASCII);
    }
}

pub(super) fn encode(variant: &Variant, text: &mut Text<'_>, state: &mut State, out: &mut Vec<u8>) -> Stop {
    while let Some(&code) = text.chars.get(text.at) {
        if code < 0x80 {
            to_ascii(state, out);
            shift_in(state, out);
            out.push(code as u8);
            text.at += 1;
            continue;
        }
        let mut found = None;
        for (mark, g1, set) in variant.sets {
            match encode_in(*set, text) {
                Err(stop) => return stop,
                Ok(Some((packed, chars))) => {
                    found = Some((*mark, *g1, packed, chars));
                    break;
                }
                Ok(None) => {}
            }
        }
        let Some((mark, g1, packed, chars)) = found else {
            return Stop::Illegal(1);
        };
        if g1 {
            switch_to_g1(state, mark, out);
        } else {
            shift_in(state, out);
            switch_to_g0(state, mark, out);
        }
        put(packed, out);
        text.at += chars;
    }
    Stop::Done
}

fn switch_to_g0(state: &mut State, mark: u8, out: &mut Vec<u8>) {
    if set_of(*state, 0) != mark {
        out.extend_from_slice(match mark {
            _ if mark & TWO == 0 => b"\x1b(".as_slice(),
            _ if mark == JISX0208.0 => b"\x1b$",
            _ => b"\x1b$(",
        });
        out.push(mark & !TWO);
        designate(state, 0, mark);
    }
}

fn switch_to_g1(state: &mut State, mark: u8, out: &mut Vec<u8>) {
    if set_of(*state, 1) != mark {
        out.extend_from_slice(if mark & TWO == 0 { b"\x1b)" } else { b"\x1b$)" });
        out.push(mark & !TWO);
        designate(state, 1, mark);
    }
    if *state & SHIFTED == 0 {
        out.push(SHIFT_OUT);
        *state |= SHIFTED;
    }
}

/// Returns the bytes of the next one or two characters in a set, and how many characters these are.
fn encode_in(set: Set, text: &Text<'_>) -> Result<Option<(Packed, usize)>, Stop> {
    let code = text.chars[text.at];
    let byte = match set {
        Set::PairsOf(charset) => return Ok(pair_at(Table::of(charset), text)?.map(|pair| (pair, 2))),
        Set::Table(charset) => return Ok(Table::of(charset).encode(code).map(|packed| (packed, 1))),
        Set::Roman => match code {
            0xa5 => 0x5c,
            0x203e => 0x7e,
            _ => return Ok(None),
        },
        Set::Kana if (0xff61..=0xff9f).contains(&code) => (code - 0xff61 + 0x21) as u8,
        Set::Kana | Set::Latin => return Ok(None),
    };
    Ok(Some((packed(&[byte]), 1)))
}

pub(super) fn decode(variant: &Variant, data: &[u8], at: &mut usize, state: &mut State, out: &mut Vec<u8>) -> Stop {
    while let Some(&byte) = data.get(*at) {
        let rest = &data[*at..];
        let taken = if *state & ESCAPED != 0 {
            push_code(u32::from(byte), out);
            if ends_escape(byte) {
                *state &= !ESCAPED;
            }
            Ok(1)
        } else {
            match byte {
                ESC => escape(variant, rest, state, out),
                SHIFT_IN | SHIFT_OUT if variant.shifts => {
                    *state = *state & !SHIFTED | if byte == SHIFT_OUT { SHIFTED } else { 0 };
                    Ok(1)
                }
                b'\n' => {
                    *state &= !SHIFTED;
                    push_code(u32::from(byte), out);
                    Ok(1)
                }
                0..0x20 => {
                    push_code(u32::from(byte), out);
                    Ok(1)
                }
                0x80.. => Err(Stop::Illegal(1)),
                _ => character(variant, rest, *state, out),
            }
        };
        match taken {
            Ok(taken) => *at += taken,
            Err(stop) => return stop,
        }
    }
    Stop::Done
}

fn character(variant: &Variant, rest: &[u8], state: State, out: &mut Vec<u8>) -> Result<usize, Stop> {
    let mark = set_of(state, usize::from(state & SHIFTED != 0));
    if mark == ASCII {
        push_code(u32::from(rest[0]), out);
        return Ok(1);
    }
    let width = if mark & TWO == 0 { 1 } else { 2 };
    if rest.len() < width {
        return Err(Stop::Incomplete);
    }
    let known = variant.sets.iter().find(|set| set.0 == mark);
    let code = u32::from(rest[0]);
    let decoded = match known.map(|set| set.2) {
        Some(Set::Table(charset) | Set::PairsOf(charset)) => meaning_of(charset, &rest[..width]),
        Some(Set::Roman) => match code {
            0x5c => Some((0xa5, 0)),
            0x7e => Some((0x203e, 0)),
            _ => Some((code, 0)),
        },
        Some(Set::Kana) => (0x21..=0x5f).contains(&code).then_some((code - 0x21 + 0xff61, 0)),
        Some(Set::Latin) | None => None,
    };
    let (a, b) = decoded.ok_or(Stop::Illegal(width))?;
    push_codes(a, b, out);
    Ok(width)
}

fn ends_escape(byte: u8) -> bool {
    byte.is_ascii_uppercase() || byte == b'@'
}

/// Reads an escape sequence: how long it is.
fn escape(variant: &Variant, rest: &[u8], state: &mut State, out: &mut Vec<u8>) -> Result<usize, Stop> {
    match rest.get(1) {
        None => Err(Stop::Incomplete),
        Some(b'(' | b')' | b'$' | b'.' | b'&') => {
            let length = escape_length(variant, rest)?;
            let (number, mark) = designation(variant, &rest[..length]).ok_or(Stop::Illegal(length))?;
            if mark != ASCII && variant.sets.iter().all(|set| set.0 != mark) {
                return Err(Stop::Illegal(length));
            }
            designate(state, number, mark);
            Ok(length)
        }
        Some(b'N') if variant.has_g2 => {
            let &byte = rest.get(2).ok_or(Stop::Incomplete)?;
            let code = match (set_of(*state, 2), byte) {
                (b'A', 0..0x80) => Some(u32::from(byte) + 0x80),
                (b'F', _) => greek(byte ^ 0x80),
                (ASCII, 0..0x80) => Some(u32::from(byte)),
                _ => None,
            };
            push_code(code.ok_or(Stop::Illegal(3))?, out);
            Ok(3)
        }
        Some(_) => {
            push_code(u32::from(ESC), out);
            *state |= ESCAPED;
            Ok(1)
        }
    }
}

fn escape_length(variant: &Variant, rest: &[u8]) -> Result<usize, Stop> {
    let mut i = 1;
    while i < ESCAPE_MAX {
        match rest.get(i) {
            None => return Err(Stop::Incomplete),
            Some(byte) if ends_escape(*byte) => return Ok(i + 1),
            Some(b'&') if variant.long_escape && rest.get(i + 1) == Some(&b'@') => i += 2,
            Some(_) => {}
        }
        i += 1;
    }
    Err(Stop::Illegal(1))
}

/// Returns which set becomes what.
fn designation(variant: &Variant, escape: &[u8]) -> Option<(usize, u8)> {
    let place = |byte| match byte {
        b'(' => Some(0),
        b')' => Some(1),
        b'.' if variant.has_g2 => Some(2),
        _ => None,
    };
    match *escape {
        [_, b'$', mark] => Some((0, mark | TWO)),
        [_, number, mark] => Some((place(number)?, mark)),
        [_, b'$', number @ (b'(' | b')'), mark] => Some((place(number)?, mark | TWO)),
        [_, _, _, ESC, b'$', b'B'] if variant.long_escape => Some((0, b'B' | TWO)),
        _ => None,
    }
}

/// Decodes the upper half of ISO 8859-7.
fn greek(byte: u8) -> Option<u32> {
    let code = u32::from(byte);
    match byte {
        0xa1 => Some(0x2018),
        0xa2 => Some(0x2019),
        0xaf => Some(0x2015),
        0..0xa0 => Some(code),
        0xa0..0xc0 if 0x288f_3bc9_u32 >> (byte - 0xa0) & 1 != 0 => Some(code),
        0xb4..0xd4 if 0xbfff_fd77_u32 >> (byte - 0xb4) & 1 != 0 => Some(code + 0x2d0),
        0xd4..=0xfe => Some(code + 0x2d0),
        _ => None,
    }
}
