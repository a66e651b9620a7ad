//! A set of addresses that may hold more than was added to it.

/// Addresses of registers or of instructions, of which all with the same residue are in the set or none.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct AddressSet([u64; 4]);

/// The distance of neighbours: registers and instructions have eight bytes.
const DISTANCE: usize = 8;

impl AddressSet {
    fn place(address: usize) -> (usize, u64) {
        let residue = address / DISTANCE % 256;
        (residue / 64, 1 << (residue % 64))
    }

    /// Adds an address.
    #[inline(always)]
    pub(crate) fn add(&mut self, address: usize) {
        let (word, bit) = Self::place(address);
        self.0[word] |= bit;
    }

    /// Adds the addresses of another set.
    #[inline(always)]
    pub(crate) fn add_all(&mut self, other: &AddressSet) {
        self.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
    }

    /// Whether an address may be in the set.
    pub(crate) fn may_have(&self, address: usize) -> bool {
        let (word, bit) = Self::place(address);
        self.0[word] & bit != 0
    }
}
