//! The builtin types: one folder each, listed below. `docs/add-a-type.md` says how to add one.

use crate::native::TypeDef;

pub mod asyncgen;
pub mod bool;
pub mod bytearray;
pub mod bytes;
pub mod class;
pub mod complex;
pub mod deque;
pub mod dict;
pub mod exception;
pub mod float;
pub mod frame;
pub mod function;
pub mod generator;
pub mod int;
pub mod iter;
pub mod itertools;
pub mod list;
pub mod mapping;
pub mod memoryview;
pub mod module;
pub mod object;
pub mod operator;
pub mod property;
pub mod range;
pub mod set;
pub mod singletons;
pub mod slice;
pub mod str;
pub mod textio;
pub mod tuple;
pub mod weakref;

/// The types that programs find among the builtins.
#[rustfmt::skip]
pub(crate) const BUILTINS: &[&str] = &[
    "object", "type", "int", "bool", "float", "complex", "str", "bytes", "bytearray", "memoryview", "tuple",
    "list", "dict", "set", "frozenset", "range", "slice", "property", "staticmethod", "classmethod", "super",
    "enumerate", "zip", "map", "filter", "reversed",
];

/// The types, by folder: bases before what derives from them.
const FOLDERS: &[&[TypeDef]] = &[
    &[object::TYPE, class::TYPE, int::TYPE, bool::TYPE, float::TYPE, complex::TYPE, str::TYPE, bytes::TYPE],
    &[bytearray::TYPE, tuple::TYPE, list::TYPE, range::TYPE, slice::TYPE],
    asyncgen::TYPES,
    deque::TYPES,
    dict::TYPES,
    set::TYPES,
    iter::TYPES,
    exception::TYPES,
    frame::TYPES,
    function::TYPES,
    generator::TYPES,
    memoryview::TYPES,
    module::TYPES,
    property::TYPES,
    singletons::TYPES,
    textio::TYPES,
    weakref::TYPES,
    itertools::TYPES,
    operator::TYPES,
    mapping::TYPES,
];

/// Returns all types of this folder; those of modules are in their `ModuleDef`s.
pub(crate) fn all() -> impl Iterator<Item = &'static TypeDef> {
    FOLDERS.iter().copied().flatten()
}
