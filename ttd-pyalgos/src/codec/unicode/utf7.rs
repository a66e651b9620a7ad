//! UTF-7 (RFC 2152), with the choices that CPython makes.

use super::Stop;
use crate::text::wtf8::{chars, push_code};

const DIGITS: &[u8; 64] = b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";

/// What is no digit of base64.
const NONE: u8 = 0xFF;

/// The values of the digits of base64.
const SEXTETS: [u8; 256] = {
    let mut table = [NONE; 256];
    let mut i = 0;
    while i < 64 {
        table[DIGITS[i] as usize] = i as u8;
        i += 1;
    }
    table
};

/// Whether a character stands for itself outside of base64.
fn is_direct(code: u32) -> bool {
    matches!(code, 0x20..0x7E | 0x09 | 0x0A | 0x0D) && code != u32::from(b'+') && code != u32::from(b'\\')
}

/// Encodes a text.
pub fn encode(text: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(text.len() + 8);
    let mut shift = Shift::default();
    let mut shifted = false;
    for c in chars(text) {
        let code = c.to_u32();
        if is_direct(code) || code == u32::from(b'+') && !shifted {
            if shifted {
                shift.close(&mut out);
                shifted = false;
                if SEXTETS[code as usize] != NONE || code == u32::from(b'-') {
                    out.push(b'-');
                }
            }
            out.push(code as u8);
            if code == u32::from(b'+') {
                out.push(b'-');
            }
            continue;
        }
        if !shifted {
            out.push(b'+');
            shifted = true;
        }
        match code {
            ..0x1_0000 => shift.write(code, &mut out),
            _ => {
                shift.write(0xD800 + ((code - 0x1_0000) >> 10), &mut out);
                shift.write(0xDC00 + (code & 0x3FF), &mut out);
            }
        }
    }
    if shifted {
        shift.close(&mut out);
        out.push(b'-');
    }
    out
}

/// Bits in the base64 of UTF-7 that are not written, or not read, yet.
#[derive(Default)]
struct Shift {
    bits: u32,
    count: u32,
}

impl Shift {
    /// Writes a unit of UTF-16.
    fn write(&mut self, unit: u32, out: &mut Vec<u8>) {
        self.bits = self.bits << 16 | unit;
        self.count += 16;
        while self.count >= 6 {
            self.count -= 6;
            out.push(DIGITS[(self.bits >> self.count & 0x3F) as usize]);
        }
        self.bits &= (1 << self.count) - 1;
    }

    /// Writes the bits that are left, filled up with zeros.
    fn close(&mut self, out: &mut Vec<u8>) {
        if self.count > 0 {
            out.push(DIGITS[(self.bits << (6 - self.count) & 0x3F) as usize]);
        }
        *self = Shift::default();
    }

    /// Takes a digit. Returns the unit that it completes.
    fn read(&mut self, sextet: u8) -> Option<u32> {
        self.bits = self.bits << 6 | u32::from(sextet);
        self.count += 6;
        self.count.checked_sub(16).map(|count| {
            let unit = self.bits >> count;
            self.count = count;
            self.bits &= (1 << count) - 1;
            unit
        })
    }
}

/// How a stretch of base64 ended.
enum End {
    /// Properly; where the text goes on.
    Closed(usize),
    /// With an error that ends there.
    Bad(usize, &'static str),
    /// With the bytes; whether something was begun.
    Open(bool),
}

/// Appends the text of bytes from a position on. `last` says that no more bytes are to come.
pub fn decode(bytes: &[u8], mut at: usize, last: bool, out: &mut Vec<u8>) -> Stop {
    while at < bytes.len() {
        let rest = &bytes[at..];
        let plain = rest.iter().position(|byte| *byte == b'+' || *byte > 127).unwrap_or(rest.len());
        out.extend_from_slice(&rest[..plain]);
        at += plain;
        let start = at;
        match bytes[at..] {
            [] => break,
            [b'+', b'-', ..] => {
                out.push(b'+');
                at += 2;
                continue;
            }
            [b'+', other, ..] if SEXTETS[usize::from(other)] == NONE => {
                return Stop::bad(start, at + 2, "ill-formed sequence");
            }
            [b'+', ..] => {}
            _ => return Stop::bad(start, at + 1, "unexpected special character"),
        }
        let began = out.len();
        match base64(bytes, at + 1, out) {
            End::Closed(behind) => at = behind,
            End::Bad(end, reason) => return Stop::bad(start, end, reason),
            End::Open(_) if !last => {
                out.truncate(began);
                return Stop::Used(start);
            }
            End::Open(true) => return Stop::bad(start, bytes.len(), "unterminated shift sequence"),
            End::Open(false) => break,
        }
    }
    Stop::Used(bytes.len())
}

fn base64(bytes: &[u8], mut at: usize, out: &mut Vec<u8>) -> End {
    let mut shift = Shift::default();
    let mut high = None;
    while let Some(&byte) = bytes.get(at) {
        let sextet = SEXTETS[usize::from(byte)];
        if sextet == NONE {
            if shift.count >= 6 {
                return End::Bad(at + 1, "partial character in shift sequence");
            }
            if shift.bits != 0 {
                return End::Bad(at + 1, "non-zero padding bits in shift sequence");
            }
            if let Some(high) = high.filter(|_| byte < 128) {
                push_code(out, high);
            }
            return End::Closed(at + usize::from(byte == b'-'));
        }
        at += 1;
        let Some(unit) = shift.read(sextet) else { continue };
        if let Some(first) = high.take() {
            if (0xDC00..0xE000).contains(&unit) {
                push_code(out, 0x1_0000 + ((first - 0xD800) << 10) + (unit - 0xDC00));
                continue;
            }
            push_code(out, first);
        }
        match unit {
            0xD800..0xDC00 => high = Some(unit),
            _ => push_code(out, unit),
        }
    }
    End::Open(high.is_some() || shift.count >= 6 || shift.bits != 0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn there_and_back() {
        for (text, octets) in [("é", "+AOk-"), ("1+1=2", "1+-1=2"), ("a😀-", "a+2D3eAA--"), ("~\\", "+AH4AXA-")] {
            assert_eq!(encode(text.as_bytes()), octets.as_bytes());
            let mut out = Vec::new();
            assert_eq!(decode(octets.as_bytes(), 0, true, &mut out), Stop::Used(octets.len()));
            assert_eq!(out, text.as_bytes());
        }
    }

    #[test]
    fn errors() {
        let stop = |bytes: &[u8], last| decode(bytes, 0, last, &mut Vec::new());
        assert_eq!(stop(b"a\xff", true), Stop::bad(1, 2, "unexpected special character"));
        assert_eq!(stop(b"+~", true), Stop::bad(0, 2, "ill-formed sequence"));
        assert_eq!(stop(b"a+AO", true), Stop::bad(1, 4, "unterminated shift sequence"));
        assert_eq!(stop(b"a+AO", false), Stop::Used(1));
        assert_eq!(stop(b"+AOl-", true), Stop::bad(0, 5, "non-zero padding bits in shift sequence"));
    }
}
