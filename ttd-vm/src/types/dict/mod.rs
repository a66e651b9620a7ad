//! `dict`: entries in the order of insertion, kept by the heap; looking up keys is in `ops/keys.rs`.

pub mod iter;
pub(crate) mod methods;
mod update;
pub mod views;

use crate::native::TypeDef;

pub use methods::{TYPE, fill, fill_from};
pub use update::{ior, merge, merge_op, pair, update};

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[
    TYPE,
    views::KEYS_TYPE,
    views::VALUES_TYPE,
    views::ITEMS_TYPE,
    iter::KEYITER_TYPE,
    iter::VALUEITER_TYPE,
    iter::ITEMITER_TYPE,
    iter::REVKEYITER_TYPE,
    iter::REVVALUEITER_TYPE,
    iter::REVITEMITER_TYPE,
];
