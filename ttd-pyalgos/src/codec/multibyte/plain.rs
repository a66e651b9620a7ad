//! Codecs without shifts, by a table. Two have sequences that follow a rule: GB 18030 and EUC-KR.

use super::table::{Charset, Meaning, Table, put};
use super::{Stop, Text, pair_at, push_code, push_codes};

/// The letters of syllables that are written out in eight bytes, in order of their numbers in a syllable.
const INITIALS: &[u8] =
    &[0xa1, 0xa2, 0xa4, 0xa7, 0xa8, 0xa9, 0xb1, 0xb2, 0xb3, 0xb5, 0xb6, 0xb7, 0xb8, 0xb9, 0xba, 0xbb, 0xbc, 0xbd, 0xbe];
const FINALS: &[u8] = &[
    FILLER, 0xa1, 0xa2, 0xa3, 0xa4, 0xa5, 0xa6, 0xa7, 0xa9, 0xaa, 0xab, 0xac, 0xad, 0xae, 0xaf, 0xb0, 0xb1, 0xb2, 0xb4,
    0xb5, 0xb6, 0xb7, 0xb8, 0xba, 0xbb, 0xbc, 0xbd, 0xbe,
];
const VOWELS: std::ops::RangeInclusive<u8> = 0xbf..=0xd3;
const LETTER: u8 = 0xa4;
const FILLER: u8 = 0xd4;

/// Decodes a sequence of a fixed length that the table leaves to a rule.
type Rule = fn(&Table, &[u8]) -> Option<u32>;

pub(super) fn decode(charset: Charset, data: &[u8], at: &mut usize, out: &mut Vec<u8>) -> Stop {
    let table = Table::of(charset);
    while *at < data.len() {
        let rest = &data[*at..];
        match table.decode(rest) {
            (Meaning::Text(a, b), length) => {
                push_codes(a, b, out);
                *at += length;
            }
            (Meaning::Invalid(length), _) => return Stop::Illegal(length),
            // The table ends where a rule begins.
            (Meaning::More, 2) if matches!(charset, Charset::Gb18030 | Charset::EucKr) => {
                let (length, decode): (_, Rule) =
                    if charset == Charset::EucKr { (8, syllable) } else { (4, four_bytes) };
                if rest.len() < length {
                    return Stop::Incomplete;
                }
                match decode(table, &rest[..length]) {
                    Some(code) => push_code(code, out),
                    None => return Stop::Illegal(1),
                }
                *at += length;
            }
            (Meaning::More, _) => return Stop::Incomplete,
        }
    }
    Stop::Done
}

fn four_bytes(table: &Table, bytes: &[u8]) -> Option<u32> {
    let [a, b, c, d] = *bytes else {
        return None;
    };
    if !(0x81..=0xfe).contains(&a) || !(0x81..=0xfe).contains(&c) || !d.is_ascii_digit() {
        return None;
    }
    let ordinal =
        ((u32::from(a) - 0x81) * 10 + u32::from(b) - 0x30) * 1260 + (u32::from(c) - 0x81) * 10 + u32::from(d) - 0x30;
    match a {
        0x81..=0x84 if ordinal < 39420 => table.of_ordinal(ordinal),
        0x90.. => Some(ordinal - 15 * 12600 + 0x10000).filter(|code| *code <= 0x10ffff),
        _ => None,
    }
}

fn syllable(_: &Table, bytes: &[u8]) -> Option<u32> {
    let [_, _, LETTER, initial, LETTER, vowel, LETTER, last] = *bytes else {
        return None;
    };
    let initial = INITIALS.iter().position(|b| *b == initial)? as u32;
    let last = FINALS.iter().position(|b| *b == last)? as u32;
    let vowel = VOWELS.contains(&vowel).then(|| u32::from(vowel - VOWELS.start()))?;
    Some(0xac00 + initial * 588 + vowel * 28 + last)
}

pub(super) fn encode(charset: Charset, text: &mut Text<'_>, out: &mut Vec<u8>) -> Stop {
    let table = Table::of(charset);
    while let Some(&code) = text.chars.get(text.at) {
        match pair_at(table, text) {
            Err(stop) => return stop,
            Ok(Some(pair)) => {
                put(pair, out);
                text.at += 2;
                continue;
            }
            Ok(None) => {}
        }
        match table.encode(code) {
            Some(packed) => put(packed, out),
            None if !encode_by_rule(charset, table, code, out) => return Stop::Illegal(1),
            None => {}
        }
        text.at += 1;
    }
    Stop::Done
}

fn encode_by_rule(charset: Charset, table: &Table, code: u32, out: &mut Vec<u8>) -> bool {
    match (charset, code) {
        (Charset::EucKr, 0xac00..=0xd7a3) => {
            let number = code - 0xac00;
            let initial = INITIALS[(number / 588) as usize];
            let vowel = VOWELS.start() + (number / 28 % 21) as u8;
            let last = FINALS[(number % 28) as usize];
            out.extend_from_slice(&[LETTER, FILLER, LETTER, initial, LETTER, vowel, LETTER, last]);
            true
        }
        (Charset::Gb18030, _) => {
            let ordinal = match code {
                0x10000.. => Some(code - 0x10000 + 15 * 12600),
                _ => table.ordinal_of(code),
            };
            let Some(ordinal) = ordinal else {
                return false;
            };
            let (pairs, last) = (ordinal / 1260, ordinal % 1260);
            out.extend([0x81 + pairs / 10, 0x30 + pairs % 10, 0x81 + last / 10, 0x30 + last % 10].map(|b| b as u8));
            true
        }
        _ => false,
    }
}
