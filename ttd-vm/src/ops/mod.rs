//! What operators and protocols mean for builtin values.

pub mod arith;
pub mod arity;
pub mod bounds;
pub mod buffer;
pub mod codec;
pub mod compare;
pub mod concat;
pub mod construct;
pub mod contains;
pub mod dunders;
pub mod format;
pub mod hashing;
pub mod item;
pub mod iter;
pub mod keys;
pub mod printf;
pub mod protocol;
pub mod repr;
pub mod rows;
