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

/// Set in the cached shape, or in the index of a class or module, if the attribute is in no slot of an instance. So the
/// loop's fast case is decided by one comparison.
pub(crate) const NOT_IN_SLOT: u32 = 1 << 31;

/// The key of a value that is no instance: its type.
#[inline(always)]
pub(crate) fn type_key(v: Value) -> u32 {
    0xFFFF_0000 | u32::from(v.tid().0)
}
