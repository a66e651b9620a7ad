//! Random inputs that are the same in every run.

/// A linear congruential generator.
pub(crate) struct Random(u64);

impl Random {
    /// A generator with a seed.
    pub(crate) fn new(seed: u64) -> Random {
        Random(seed)
    }

    /// The next 32 bits.
    pub(crate) fn next(&mut self) -> u32 {
        self.0 = self.0.wrapping_mul(6364136223846793005).wrapping_add(1442695040888963407);
        (self.0 >> 32) as u32
    }

    /// A number below a limit, which is not 0.
    pub(crate) fn below(&mut self, limit: usize) -> usize {
        self.next() as usize % limit
    }

    /// Up to `most` bytes, few of them different, so that they repeat themselves.
    pub(crate) fn bytes(&mut self, most: usize) -> Vec<u8> {
        let (length, kinds) = (self.below(most + 1), 1 + self.below(256));
        (0..length).map(|_| self.below(kinds) as u8).collect()
    }
}
