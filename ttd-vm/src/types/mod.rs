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
pub mod list;
pub mod module;
pub mod object;
pub mod property;
pub mod range;
pub mod set;
pub mod singletons;
pub mod slice;
pub mod str;
pub mod textio;
pub mod tuple;
pub mod weakref;

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
    let groups: [&'static [TypeDef]; 14] = [
        asyncgen::TYPES,
        deque::TYPES,
        dict::TYPES,
        set::TYPES,
        iter::TYPES,
        exception::TYPES,
        frame::TYPES,
        function::TYPES,
        generator::TYPES,
        module::TYPES,
        property::TYPES,
        singletons::TYPES,
        textio::TYPES,
        weakref::TYPES,
    ];
    for group in groups {
        out.extend(group);
    }
    out
}
