//! Decoding by a table that has a character for each byte.

use super::{Stop, ascii_prefix};
use crate::text::wtf8::char_width;

/// What stands in a table for bytes that mean nothing.
const UNDEFINED: &[u8] = "\u{FFFE}".as_bytes();

/// Bytes that are decoded at once.
const BLOCK: usize = 128;

/// A table.
pub struct Table {
    /// The characters. Zeros fill them up.
    octets: [[u8; 4]; 256],
    /// Their widths; 0 for bytes that mean nothing.
    widths: [u8; 256],
    /// Whether ASCII stands for itself.
    has_ascii: bool,
}

impl Table {
    /// Makes a table of a text, whose characters are those of the bytes in their order.
    pub fn new(text: &[u8]) -> Table {
        let mut table = Table { octets: [[0; 4]; 256], widths: [0; 256], has_ascii: false };
        let (mut rest, mut from) = (text, 0);
        if text.len() >= 128 && text[..128].iter().enumerate().all(|(i, byte)| i == usize::from(*byte)) {
            table.has_ascii = true;
            for (i, (octets, width)) in table.octets.iter_mut().zip(&mut table.widths).take(128).enumerate() {
                octets[0] = i as u8;
                *width = 1;
            }
            (rest, from) = (&text[128..], 128);
        }
        for (octets, width) in table.octets.iter_mut().zip(&mut table.widths).skip(from) {
            let [lead, ..] = rest else { break };
            let (entry, behind) = rest.split_at(char_width(*lead));
            if entry != UNDEFINED {
                octets[..entry.len()].copy_from_slice(entry);
                *width = entry.len() as u8;
            }
            rest = behind;
        }
        table
    }

    /// Appends the text of bytes from a position on.
    pub fn decode(&self, bytes: &[u8], mut at: usize, out: &mut Vec<u8>) -> Stop {
        let mut room = [0; 4 * BLOCK];
        while at < bytes.len() {
            if self.has_ascii {
                let end = at + ascii_prefix(&bytes[at..]);
                out.extend_from_slice(&bytes[at..end]);
                at = end;
            }
            let mut filled = 0;
            let block = &bytes[at..bytes.len().min(at + BLOCK)];
            for &byte in block {
                let width = self.widths[usize::from(byte)];
                if width == 0 {
                    out.extend_from_slice(&room[..filled]);
                    return Stop::bad(at, at + 1, "character maps to <undefined>");
                }
                room[filled..filled + 4].copy_from_slice(&self.octets[usize::from(byte)]);
                filled += usize::from(width);
                at += 1;
            }
            out.extend_from_slice(&room[..filled]);
        }
        Stop::Used(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tables() {
        let ascii: String = (0..128).map(|i: u8| char::from(i)).collect();
        let table = Table::new((ascii + "é€\u{FFFE}😀").as_bytes());
        let mut out = Vec::new();
        assert_eq!(table.decode(b"long enough for a block \x80\x81\x83a", 0, &mut out), Stop::Used(28));
        assert_eq!(out, "long enough for a block é€😀a".as_bytes());
        assert_eq!(table.decode(b"a\x82", 0, &mut out), Stop::bad(1, 2, "character maps to <undefined>"));
        assert_eq!(table.decode(b"a\xFF", 0, &mut out), Stop::bad(1, 2, "character maps to <undefined>"));
        assert_eq!(Table::new(b"xy").decode(&[1, 0, 2], 0, &mut out), Stop::bad(2, 3, "character maps to <undefined>"));
        assert!(out.ends_with(b"ayx"));
    }
}
