//! Pseudo-random numbers, reproducible by their seed.

/// SplitMix64.
pub struct Rng(u64);

impl Rng {
    /// Makes the generator for one purpose; `TTD_SEED` (default 1) chooses among them.
    pub fn new(purpose: &str) -> Rng {
        let mix = |hash: u64, byte: u8| (hash ^ u64::from(byte)).wrapping_mul(0x100_0000_01B3);
        Rng(purpose.bytes().fold(seed().wrapping_add(0xCBF2_9CE4_8422_2325), mix))
    }

    /// Returns the next number.
    pub fn next_word(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    /// Returns a number below `n`, which must not be 0.
    pub fn below(&mut self, n: u64) -> u64 {
        self.next_word() % n
    }

    /// Shuffles things in place.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        for i in (1..things.len()).rev() {
            things.swap(i, self.below(i as u64 + 1) as usize);
        }
    }
}

/// Returns the seed of this run.
pub fn seed() -> u64 {
    let text = std::env::var("TTD_SEED").unwrap_or_default();
    text.parse().unwrap_or(1)
}
