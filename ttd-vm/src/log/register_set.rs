//! A set of registers that may hold more than was added to it.

use ttd_core::value::Value;

/// Registers by their addresses, of which all with the same residue are in the set or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RegisterSet([u64; 4]);

impl RegisterSet {
    fn place(address: usize) -> (usize, u64) {
        let residue = address / size_of::<Value>() % 256;
        (residue / 64, 1 << (residue % 64))
    }

    /// Adds the register at an address.
    #[inline(always)]
    pub(crate) fn add(&mut self, address: usize) {
        let (word, bit) = Self::place(address);
        self.0[word] |= bit;
    }

    /// Adds the registers of another set.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, other: &RegisterSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    /// Whether the register at an address may be in the set.
    pub(crate) fn may_have(&self, address: usize) -> bool {
        let (word, bit) = Self::place(address);
        self.0[word] & bit != 0
    }
}
