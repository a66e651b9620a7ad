//! Instructions on values: arithmetic, comparison, items, iteration, patterns, text.

pub(crate) mod arith;
mod ask;
pub(crate) mod compare;
pub(crate) mod items;
pub(crate) mod iterate;
pub(crate) mod pattern;
pub(crate) mod text;
mod waits;
