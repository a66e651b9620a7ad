//! Hashes of strings and bytes, equal to CPython's with `PYTHONHASHSEED=0`: SipHash-1-3 with a zero key.
//!
//! CPython hashes a string's internal representation: one, two or four bytes per character, depending on the widest
//! one.

use std::hash::Hasher;

use siphasher::sip::SipHasher13;

use crate::text::wtf8::{chars, count_chars};

/// The hash of a string, given in WTF-8.
pub fn hash_str(bytes: &[u8]) -> i64 {
    if bytes.is_ascii() {
        return hash_bytes(bytes);
    }
    // The lead byte gives the width that CPython needs: up to 0xC3 the character is Latin-1.
    let widest = bytes.iter().copied().max().unwrap_or(0);
    match widest {
        0..0xC4 => hash_bytes(&latin1(bytes)),
        0xC4..0xF0 => hash_bytes(&units(bytes, |code| (code as u16).to_le_bytes())),
        0xF0.. => hash_bytes(&units(bytes, u32::to_le_bytes)),
    }
}

/// The characters of text that are all Latin-1, a byte each.
fn latin1(bytes: &[u8]) -> Vec<u8> {
    let mut out = Vec::with_capacity(bytes.len());
    let mut rest = bytes;
    while let [first, after @ ..] = rest {
        match (first, after) {
            (0xC2..0xC4, [second, after @ ..]) => {
                out.push(first << 6 | second & 0x3F);
                rest = after;
            }
            _ => {
                out.push(*first);
                rest = after;
            }
        }
    }
    out
}

/// The characters of text, `N` bytes each.
fn units<const N: usize>(bytes: &[u8], unit: impl Fn(u32) -> [u8; N]) -> Vec<u8> {
    let mut out = vec![0; count_chars(bytes) * N];
    for (place, c) in out.as_chunks_mut::<N>().0.iter_mut().zip(chars(bytes)) {
        *place = unit(c.to_u32());
    }
    out
}

/// The hash of a source file that its compiled file contains.
pub fn source_hash(key: u64, bytes: &[u8]) -> [u8; 8] {
    let mut hasher = SipHasher13::new_with_keys(key, 0);
    hasher.write(bytes);
    hasher.finish().to_le_bytes()
}

/// The hash of bytes.
pub fn hash_bytes(bytes: &[u8]) -> i64 {
    if bytes.is_empty() {
        return 0;
    }
    let mut hasher = SipHasher13::new_with_keys(0, 0);
    hasher.write(bytes);
    match hasher.finish() as i64 {
        -1 => -2,
        hash => hash,
    }
}

/// The hash of bytes with a key of its own, as compiled files carry it of their source.
pub fn keyed_hash(key: u64, bytes: &[u8]) -> u64 {
    let mut hasher = SipHasher13::new_with_keys(key, 0);
    hasher.write(bytes);
    hasher.finish()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn strings_hash_as_in_cpython() {
        for (text, hash) in HASHES {
            assert_eq!(hash_str(text.as_bytes()), *hash, "{text}");
        }
    }

    /// As printed by CPython 3.13 with `PYTHONHASHSEED=0`.
    const HASHES: &[(&str, i64)] = &[
        ("", 0),
        ("a", 4644417185603328019),
        ("hello", -2096571579003691106),
        ("hello world, hello", 6321610311974674607),
        ("é", 6047309291227476195),
        ("ÿÿ", 2147057924765956750),
        ("Ā", 75343234424780393),
        ("aé€", -5681234222116292567),
        ("😀", -3536540696076613844),
        ("a😀b", -7541021549821082252),
    ];
}
