//! Where a search tries the pattern: positions at which a match can begin.

use super::{Matcher, Text};
use crate::regex::program::Start;

impl Matcher<'_> {
    /// The next position where a match can begin.
    pub(super) fn next_start<T: Text>(&self, from: usize) -> Option<usize> {
        // Every character takes at least one byte.
        if self.end.saturating_sub(from) < self.program.shortest || from > self.end {
            return None;
        }
        match &self.program.start {
            Start::Anywhere => Some(from),
            Start::Beginning => (from == 0).then_some(0),
            Start::Prefix(prefix) => {
                let first = prefix[0];
                let byte = if T::SINGLE || first < 0x80 { u8::try_from(first).ok()? } else { lead_byte(first) };
                let mut at = from;
                loop {
                    at += memchr::memchr(byte, &self.text[at..self.end])?;
                    if self.starts_with::<T>(at, prefix) {
                        return Some(at);
                    }
                    at += 1;
                }
            }
            Start::Set(set) => {
                let set = &self.program.sets[*set as usize];
                let mut at = from;
                while at < self.end {
                    let (c, width) = T::at(self.text, at);
                    if set.contains(c) {
                        return Some(at);
                    }
                    at += width;
                }
                None
            }
        }
    }

    fn starts_with<T: Text>(&self, mut at: usize, prefix: &[u32]) -> bool {
        for wanted in prefix {
            if at >= self.end {
                return false;
            }
            let (c, width) = T::at(self.text, at);
            if c != *wanted {
                return false;
            }
            at += width;
        }
        true
    }
}

/// The first byte of a character in WTF-8.
fn lead_byte(c: u32) -> u8 {
    match c {
        0..0x80 => c as u8,
        0x80..0x800 => 0xC0 | (c >> 6) as u8,
        0x800..0x10000 => 0xE0 | (c >> 12) as u8,
        _ => 0xF0 | (c >> 18) as u8,
    }
}
