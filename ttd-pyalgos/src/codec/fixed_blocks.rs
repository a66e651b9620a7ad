//! Small deflate streams without tables of their own: stored blocks, and blocks of the fixed Huffman codes, as they
//! are made of short data. Decoding these at once spares making tables that are longer than the data.

/// The base and the extra bits of the lengths that codes from 257 on stand for.
pub(super) const LENGTHS: [(u16, u8); 29] = spread(3, &[(8, 0), (4, 1), (4, 2), (4, 3), (4, 4), (4, 5), (1, 0)]);
/// As `LENGTHS`, of distances.
pub(super) const DISTANCES: [(u16, u8); 30] = spread(
    1,
    &[
        (4, 0),
        (2, 1),
        (2, 2),
        (2, 3),
        (2, 4),
        (2, 5),
        (2, 6),
        (2, 7),
        (2, 8),
        (2, 9),
        (2, 10),
        (2, 11),
        (2, 12),
        (2, 13),
    ],
);

/// Numbers from `first` on, parted among codes: runs of codes with a number of extra bits.
const fn spread<const N: usize>(first: u16, runs: &[(usize, u8)]) -> [(u16, u8); N] {
    let (mut codes, mut at, mut base, mut run) = ([(0, 0); N], 0, first, 0);
    while run < runs.len() {
        let (mut left, bits) = runs[run];
        while left > 0 {
            codes[at] = (base, bits);
            base += 1 << bits;
            (at, left) = (at + 1, left - 1);
        }
        run += 1;
    }
    // The greatest length has a code of its own, one number earlier.
    if first == 3 {
        codes[N - 1] = (258, 0);
    }
    codes
}

/// Bits, the lowest of each byte first.
struct Bits<'a> {
    data: &'a [u8],
    /// The place in bits.
    at: usize,
}

impl Bits<'_> {
    fn take(&mut self, count: u8) -> Option<u32> {
        if self.at + usize::from(count) > self.data.len() * 8 {
            return None;
        }
        let (byte, shift) = (self.at / 8, self.at % 8);
        let word = (0..4).map(|i| u32::from(self.data.get(byte + i).copied().unwrap_or(0)) << (8 * i)).sum::<u32>();
        self.at += usize::from(count);
        Some(word >> shift & ((1 << count) - 1))
    }

    /// Bits of a code, of which the highest comes first.
    fn code(&mut self, count: u8) -> Option<u32> {
        Some(self.take(count)?.reverse_bits() >> (32 - u32::from(count)))
    }

    /// A literal, the end of the block, or a length.
    fn symbol(&mut self) -> Option<u32> {
        let seven = self.code(7)?;
        if seven < 24 {
            return Some(256 + seven);
        }
        let eight = seven << 1 | self.take(1)?;
        match eight {
            48..192 => Some(eight - 48),
            192..200 => Some(280 + eight - 192),
            _ => Some(144 + (eight << 1 | self.take(1)?) - 400),
        }
    }

    /// The number that a code stands for.
    fn number(&mut self, code: u32, numbers: &[(u16, u8)]) -> Option<usize> {
        let (base, bits) = *numbers.get(code as usize)?;
        Some(usize::from(base) + self.take(bits)? as usize)
    }
}

/// Decodes a whole stream, appending at most `limit` bytes; returns how many bytes of input it is. `None`, and nothing
/// is appended, where it is of another kind, damaged, cut off, or longer.
pub(super) fn decode(data: &[u8], limit: usize, out: &mut Vec<u8>) -> Option<usize> {
    let start = out.len();
    let used = blocks(data, limit, out, start);
    if used.is_none() {
        out.truncate(start);
    }
    used
}

fn blocks(data: &[u8], limit: usize, out: &mut Vec<u8>, start: usize) -> Option<usize> {
    let mut bits = Bits { data, at: 0 };
    loop {
        let last = bits.take(1)? == 1;
        match bits.take(2)? {
            0 => stored(&mut bits, out)?,
            1 => fixed(&mut bits, limit, out, start)?,
            _ => return None,
        }
        if out.len() - start > limit {
            return None;
        }
        if last {
            return Some(bits.at.div_ceil(8));
        }
    }
}

fn stored(bits: &mut Bits, out: &mut Vec<u8>) -> Option<()> {
    bits.at = bits.at.next_multiple_of(8);
    let (length, check) = (bits.take(16)?, bits.take(16)?);
    if length ^ check != 0xFFFF {
        return None;
    }
    let (from, length) = (bits.at / 8, length as usize);
    out.extend_from_slice(bits.data.get(from..from + length)?);
    bits.at += length * 8;
    Some(())
}

fn fixed(bits: &mut Bits, limit: usize, out: &mut Vec<u8>, start: usize) -> Option<()> {
    loop {
        match bits.symbol()? {
            literal @ 0..256 => out.push(literal as u8),
            256 => return Some(()),
            code => {
                let length = bits.number(code - 257, &LENGTHS)?;
                let code = bits.code(5)?;
                let distance = bits.number(code, &DISTANCES)?;
                let from = (out.len() - start).checked_sub(distance)? + start;
                for at in from..from + length {
                    out.push(out[at]);
                }
            }
        }
        if out.len() - start > limit {
            return None;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the decoder of tables says.
    fn expected(data: &[u8]) -> Option<Vec<u8>> {
        miniz_oxide::inflate::decompress_to_vec(data).ok()
    }

    #[test]
    fn tables_are_those_of_the_format() {
        assert_eq!((LENGTHS[0], LENGTHS[8], LENGTHS[27], LENGTHS[28]), ((3, 0), (11, 1), (227, 5), (258, 0)));
        assert_eq!((DISTANCES[0], DISTANCES[4], DISTANCES[29]), ((1, 0), (5, 1), (24577, 13)));
    }

    #[test]
    fn decodes_as_the_decoder_of_tables() {
        let repeated = b"hello world, hello world; ".repeat(40);
        let texts: [&[u8]; 6] =
            [b"", b"a", b"hello worldhello worldhello", &repeated, &[200; 700], b"\x00\xff\x90\x8f"];
        for text in texts {
            for level in [0, 1, 6, 9] {
                let packed = miniz_oxide::deflate::compress_to_vec(text, level);
                let mut out = b"before".to_vec();
                if let Some(used) = decode(&packed, text.len(), &mut out) {
                    assert_eq!((used, &out[6..]), (packed.len(), text));
                    assert!(text.is_empty() || decode(&packed, text.len() - 1, &mut Vec::new()).is_none());
                }
            }
        }
        // "hello" in the fixed codes.
        let mut out = Vec::new();
        assert_eq!(decode(&[0xcb, 0x48, 0xcd, 0xc9, 0xc9, 0x07, 0x00], 10, &mut out), Some(7));
        assert_eq!(out, b"hello");
    }

    #[test]
    fn takes_nothing_damaged() {
        let packed = miniz_oxide::deflate::compress_to_vec(b"hello worldhello worldhello", 6);
        for end in 0..packed.len() {
            assert!(decode(&packed[..end], 100, &mut Vec::new()).is_none(), "{end}");
        }
        for at in 0..packed.len() * 8 {
            let mut changed = packed.clone();
            changed[at / 8] ^= 1 << (at % 8);
            let mut out = Vec::new();
            if decode(&changed, 1000, &mut out).is_some() {
                assert_eq!(Some(out), expected(&changed), "{at}");
            }
        }
    }
}
