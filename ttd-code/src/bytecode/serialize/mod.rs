//! Serializes code: the library in the binary is stored compiled, so that nothing is compiled at startup.
//!
//! A packed module is a table of its strings, each once, then its code with all code inside. Numbers are varints (seven
//! bits a byte, least significant first), signed ones zigzag. Instructions are eight bytes each as in memory, for
//! speed. The format has no version, because writer and reader are built from the same source.

mod read;
mod write;

pub use read::{Damaged, unpack};
pub use write::pack;

use super::op::OPS;

/// A number that changes with the instructions and the compiler's conventions: what one build has packed, another may
/// not be able to run.
pub fn format_id() -> u64 {
    // Raise this when packed code changes its meaning although the table of instructions does not change.
    const REVISION: u64 = 1;
    let mut hash = 0xcbf2_9ce4_8422_2325_u64 ^ REVISION;
    let mut add = |byte: u8| hash = (hash ^ u64::from(byte)).wrapping_mul(0x0100_0000_01b3);
    for text in [env!("CARGO_PKG_VERSION")].into_iter().chain(OPS.iter().flat_map(|op| [op.name, op.doc])) {
        text.bytes().for_each(&mut add);
    }
    hash
}

/// The first byte of a packed constant.
mod tag {
    pub(super) const NONE: u8 = 0;
    pub(super) const ELLIPSIS: u8 = 1;
    pub(super) const FALSE: u8 = 2;
    pub(super) const TRUE: u8 = 3;
    pub(super) const INT: u8 = 4;
    pub(super) const BIG: u8 = 5;
    pub(super) const BIG_NEGATIVE: u8 = 6;
    pub(super) const FLOAT: u8 = 7;
    pub(super) const COMPLEX: u8 = 8;
    pub(super) const STR: u8 = 9;
    pub(super) const BYTES: u8 = 10;
    pub(super) const TUPLE: u8 = 11;
    pub(super) const FROZENSET: u8 = 12;
    pub(super) const SLICE: u8 = 13;
    pub(super) const CODE: u8 = 14;
}

/// The bits of a packed local variable.
mod local {
    pub(super) const CELL: u8 = 1;
    pub(super) const FREE: u8 = 2;
    pub(super) const HIDDEN: u8 = 4;
}
