//! The kinds of attribute cache entries (`Cache::extra`), and their keys.

use ttd_core::value::Value;

/// A slot of the instance.
pub(crate) const SLOT: u32 = 0;
/// A value of the class, used unchanged or as a method.
pub(crate) const CLASS: u32 = 1;
/// An entry of a module's namespace.
pub(crate) const MODULE: u32 = 2;
/// A value found in a class, read from the class itself.
pub(crate) const OF_CLASS: u32 = 3;
/// A value of the class, which instances show unchanged.
pub(crate) const VALUE: u32 = 4;
/// The getter of a property.
pub(crate) const PROPERTY: u32 = 5;
/// A computed attribute of a builtin type.
pub(crate) const COMPUTED: u32 = 6;
/// In an instance's dict, or in the class beside it if `CLASS` says so.
pub(crate) const DICT: u32 = 7;
/// An immediate in the namespace of a class, read from the class itself.
pub(crate) const ENTRY: u32 = 8;
/// A function of the class, which reading the attribute binds to the instance.
pub(crate) const BOUND: u32 = 9;
/// The setter of a property.
pub(crate) const SETTER: u32 = 10;
/// A static method of the class.
pub(crate) const STATIC: u32 = 11;
/// A class method of the class, read from an instance.
pub(crate) const CLASS_METHOD: u32 = 12;
/// A field of a named tuple: its descriptor.
pub(crate) const FIELD: u32 = 13;

/// Set in the cached shape, or in the index of a class or module, if the attribute is in no slot of an instance. So the
/// loop's fast case is decided by one comparison.
pub(crate) const NOT_IN_SLOT: u32 = 1 << 31;

/// The key of an immediate value: its type. None equals that of an object's type.
pub(crate) fn immediate_key(v: Value) -> u32 {
    let number = match v {
        v if v.is_int() => 0,
        v if v.is_float() => 1,
        v if v.is_bool() => 2,
        Value::NONE => 3,
        Value::ELLIPSIS => 4,
        _ => 5,
    };
    0xFFFF_0100 | number
}

/// The key of an object that is no instance: its type.
#[inline(always)]
pub(crate) fn type_key(v: Value) -> u32 {
    0xFFFF_0000 | u32::from(v.tid().0)
}
