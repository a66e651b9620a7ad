//! BLAKE2b and BLAKE2s (RFC 7693) with all parameters, on a state that can be serialized; the published crates do not
//! expose theirs.

/// The message schedule of each round.
const SIGMA: [[usize; 16]; 10] = [
    [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15],
    [14, 10, 4, 8, 9, 15, 13, 6, 1, 12, 0, 2, 11, 7, 5, 3],
    [11, 8, 12, 0, 5, 2, 15, 13, 10, 14, 3, 6, 7, 1, 9, 4],
    [7, 9, 3, 1, 13, 12, 11, 14, 2, 6, 5, 10, 4, 0, 15, 8],
    [9, 0, 5, 7, 2, 4, 10, 15, 14, 1, 11, 12, 6, 8, 3, 13],
    [2, 12, 6, 10, 0, 11, 8, 3, 4, 13, 7, 5, 15, 14, 1, 9],
    [12, 5, 1, 15, 14, 13, 4, 10, 0, 7, 6, 3, 9, 2, 8, 11],
    [13, 11, 7, 14, 12, 1, 3, 9, 5, 0, 15, 4, 8, 6, 2, 10],
    [6, 15, 14, 9, 11, 3, 0, 8, 12, 2, 13, 7, 1, 4, 10, 5],
    [10, 2, 8, 4, 7, 6, 1, 5, 15, 11, 9, 14, 3, 12, 13, 0],
];

/// The lanes of the mixing function: columns, then diagonals.
const LANES: [[usize; 4]; 8] = [
    [0, 4, 8, 12],
    [1, 5, 9, 13],
    [2, 6, 10, 14],
    [3, 7, 11, 15],
    [0, 5, 10, 15],
    [1, 6, 11, 12],
    [2, 7, 8, 13],
    [3, 4, 9, 14],
];

macro_rules! blake2 {
    ($name:ident $word:ty, $wide:ty, $bytes:literal, $rounds:literal, $rotations:expr, $iv:expr) => {
        /// A hasher.
        #[derive(Clone, Debug)]
        pub struct $name {
            h: [$word; 8],
            count: $wide,
            /// Input that is not compressed yet, up to one block.
            pending: Vec<u8>,
            digest_size: usize,
            last_node: bool,
        }

        impl $name {
            /// The block size in bytes.
            pub const BLOCK: usize = 16 * $bytes;
            const IV: [$word; 8] = $iv;

            /// A hasher with a parameter block of eight words, whose first byte is the digest size.
            pub fn new(parameters: &[u8; 8 * $bytes], key: &[u8], last_node: bool) -> Self {
                let mut h = Self::IV;
                for (word, bytes) in h.iter_mut().zip(parameters.chunks_exact($bytes)) {
                    let mut raw = [0; $bytes];
                    raw.copy_from_slice(bytes);
                    *word ^= <$word>::from_le_bytes(raw);
                }
                let mut pending = Vec::new();
                if !key.is_empty() {
                    pending.extend_from_slice(key);
                    pending.resize(Self::BLOCK, 0);
                }
                $name { h, count: 0, pending, digest_size: usize::from(parameters[0]), last_node }
            }

            /// Hashes more bytes. The last block is kept back, as it may be the final one.
            pub fn update(&mut self, data: &[u8]) {
                self.pending.extend_from_slice(data);
                let full = self.pending.len().saturating_sub(1) / Self::BLOCK * Self::BLOCK;
                let pending = std::mem::take(&mut self.pending);
                for block in pending[..full].chunks_exact(Self::BLOCK) {
                    self.count += Self::BLOCK as $wide;
                    self.compress(block, false);
                }
                self.pending = pending[full..].to_vec();
            }

            /// The digest.
            pub fn finish(mut self) -> Vec<u8> {
                let mut block = std::mem::take(&mut self.pending);
                self.count += block.len() as $wide;
                block.resize(Self::BLOCK, 0);
                self.compress(&block, true);
                let mut out: Vec<u8> = self.h.iter().flat_map(|word| word.to_le_bytes()).collect();
                out.truncate(self.digest_size);
                out
            }

            fn compress(&mut self, block: &[u8], last: bool) {
                let mut m: [$word; 16] = [0; 16];
                for (word, bytes) in m.iter_mut().zip(block.chunks_exact($bytes)) {
                    let mut raw = [0; $bytes];
                    raw.copy_from_slice(bytes);
                    *word = <$word>::from_le_bytes(raw);
                }
                let mut v: [$word; 16] = [0; 16];
                v[..8].copy_from_slice(&self.h);
                v[8..].copy_from_slice(&Self::IV);
                v[12] ^= self.count as $word;
                v[13] ^= (self.count >> (8 * $bytes)) as $word;
                if last {
                    v[14] = !v[14];
                    if self.last_node {
                        v[15] = !v[15];
                    }
                }
                let [r1, r2, r3, r4] = $rotations;
                for round in 0..$rounds {
                    let order = &SIGMA[round % 10];
                    for (i, [a, b, c, d]) in LANES.into_iter().enumerate() {
                        v[a] = v[a].wrapping_add(v[b]).wrapping_add(m[order[2 * i]]);
                        v[d] = (v[d] ^ v[a]).rotate_right(r1);
                        v[c] = v[c].wrapping_add(v[d]);
                        v[b] = (v[b] ^ v[c]).rotate_right(r2);
                        v[a] = v[a].wrapping_add(v[b]).wrapping_add(m[order[2 * i + 1]]);
                        v[d] = (v[d] ^ v[a]).rotate_right(r3);
                        v[c] = v[c].wrapping_add(v[d]);
                        v[b] = (v[b] ^ v[c]).rotate_right(r4);
                    }
                }
                for i in 0..8 {
                    self.h[i] ^= v[i] ^ v[i + 8];
                }
            }

            /// The state as bytes; the length is always the same.
            pub fn write(&self) -> Vec<u8> {
                let mut out: Vec<u8> = self.h.iter().flat_map(|word| word.to_le_bytes()).collect();
                out.extend_from_slice(&self.count.to_le_bytes());
                out.extend([self.digest_size as u8, u8::from(self.last_node), self.pending.len() as u8]);
                let mut pending = self.pending.clone();
                pending.resize(Self::BLOCK, 0);
                out.extend(pending);
                out
            }

            /// Restores a hasher from its state.
            pub fn read(state: &[u8]) -> Self {
                let mut h = [0; 8];
                for (word, bytes) in h.iter_mut().zip(state.chunks_exact($bytes)) {
                    let mut raw = [0; $bytes];
                    raw.copy_from_slice(bytes);
                    *word = <$word>::from_le_bytes(raw);
                }
                let rest = &state[8 * $bytes..];
                let mut raw = [0; 2 * $bytes];
                raw.copy_from_slice(&rest[..2 * $bytes]);
                let rest = &rest[2 * $bytes..];
                let pending = rest[3..3 + usize::from(rest[2])].to_vec();
                $name {
                    h,
                    count: <$wide>::from_le_bytes(raw),
                    pending,
                    digest_size: usize::from(rest[0]),
                    last_node: rest[1] == 1,
                }
            }
        }
    };
}

blake2! {
    Blake2b u64, u128, 8, 12, [32, 24, 16, 63],
    [
        0x6a09e667f3bcc908, 0xbb67ae8584caa73b, 0x3c6ef372fe94f82b, 0xa54ff53a5f1d36f1,
        0x510e527fade682d1, 0x9b05688c2b3e6c1f, 0x1f83d9abfb41bd6b, 0x5be0cd19137e2179,
    ]
}

blake2! {
    Blake2s u32, u64, 4, 10, [16, 12, 8, 7],
    [
        0x6a09e667, 0xbb67ae85, 0x3c6ef372, 0xa54ff53a, 0x510e527f, 0x9b05688c, 0x1f83d9ab, 0x5be0cd19,
    ]
}
