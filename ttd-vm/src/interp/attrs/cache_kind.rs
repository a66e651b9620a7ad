//! How an attribute cache entry is to be used (`Cache::extra`), and what its key compares.

use ttd_core::value::Value;

/// A slot of the instance.
pub(crate) const SLOT: u32 = 0;
/// A value of the class, to be given as it is or as a method.
pub(crate) const CLASS: u32 = 1;
/// An entry of a module's namespace.
pub(crate) const MODULE: u32 = 2;
/// A value found in a class that was itself asked.
pub(crate) const OF_CLASS: u32 = 3;
/// A value of the class that an instance shows as it is.
pub(crate) const VALUE: u32 = 4;
/// The getter of a property.
pub(crate) const PROPERTY: u32 = 5;
/// An attribute of a builtin type that is computed.
pub(crate) const COMPUTED: u32 = 6;
/// In the dict of an instance; or beside it, where that says so.
pub(crate) const DICT: u32 = 7;
/// An entry of the namespace of a class that was itself asked, where a plain value is.
pub(crate) const ENTRY: u32 = 8;

/// Set in the shape that a cache holds for, or in the index of a class or module, when the answer is none of the
/// instance's slots: so one comparison decides the loop's case.
pub(crate) const NOT_IN_SLOT: u32 = 1 << 31;

/// What an attribute cache compares for values that are no instances: their type.
#[inline(always)]
pub(crate) fn type_key(v: Value) -> u32 {
    0xFFFF_0000 | u32::from(v.tid().0)
}
