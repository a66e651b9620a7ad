//! `list`: a growing vector of values in the heap.

mod assign;
mod methods;
pub mod sort;
pub(crate) mod sort_keys;

pub use assign::{del_item, extend, iadd, iadd_for, imul, set_item, set_span};
pub use methods::TYPE;
pub(crate) use methods::search_bounds;
