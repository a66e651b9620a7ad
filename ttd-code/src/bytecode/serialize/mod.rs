//! Serializes code: the library in the binary is stored compiled, so that nothing is compiled at startup.
//!
//! A packed module is a table of its strings, each once, then its code with all code inside. Numbers are varints (seven
//! bits a byte, least significant first), signed ones zigzag. Instructions are eight bytes each as in memory, for
//! speed. The format has no version, because writer and reader are built from the same source.

mod read;
mod write;

pub use read::{Damaged, unpack};
pub use write::pack;

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
