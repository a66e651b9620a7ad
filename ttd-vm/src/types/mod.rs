//! The builtin types: one folder each, which ends in a `TypeDef`.

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

/// All types, bases before what derives from them.
pub(crate) fn all() -> Vec<&'static TypeDef> {
    let mut out: Vec<&'static TypeDef> = vec![
        &object::TYPE,
        &class::TYPE,
        &int::TYPE,
        &bool::TYPE,
        &float::TYPE,
        &complex::TYPE,
        &str::TYPE,
        &bytes::TYPE,
        &bytearray::TYPE,
        &tuple::TYPE,
        &list::TYPE,
        &range::TYPE,
        &slice::TYPE,
        &crate::modules::random::TYPE,
    ];
    let groups: &[&'static [TypeDef]] = &[
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
        itertools::TYPES,
        operator::TYPES,
        crate::modules::functools::TYPES,
        mapping::TYPES,
        crate::modules::sre::TYPES,
        crate::modules::structs::TYPES,
        crate::modules::json::TYPES,
        crate::modules::hashes::TYPES,
        crate::modules::array::TYPES,
    ];
    for group in groups {
        out.extend(*group);
    }
    out
}
