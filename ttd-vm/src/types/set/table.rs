//! The tables of `set` and `frozenset`.

use super::methods::*;
use crate::ops::{dunders, hashing};
use crate::{ids, native::*};

/// `set`.
pub const TYPE: TypeDef = TypeDef {
    name: "set",
    tid: ids::SET,
    doc: "Build an unordered collection of unique elements.",
    methods: SET_METHODS,
    class_methods: dunders::GENERIC,
    unhashable: true,
    slots: Slots {
        hash: Some(hashing::refuse),
        sequence_methods: true,
        weakly_referencable: true,
        filled_by_init: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

/// `frozenset`.
pub const FROZENSET_TYPE: TypeDef = TypeDef {
    name: "frozenset",
    tid: ids::FROZENSET,
    doc: "Build an immutable unordered collection of unique elements.",
    methods: FROZENSET_METHODS,
    class_methods: dunders::GENERIC,
    slots: Slots { sequence_methods: true, weakly_referencable: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

/// Builds the table of a set-like type: comparisons and operators, with rows before and after them.
macro_rules! set_operators {
    ({ $($before:tt)* } { $($after:tt)* }) => {
        $crate::methods! {
            $($before)*
            /// Return self==value.
            CallsBack "__eq__" "(self, value, /)" => dunders::eq;
            /// Return self!=value.
            CallsBack "__ne__" "(self, value, /)" => dunders::ne;
            /// Return self<value.
            CallsBack "__lt__" "(self, value, /)" => dunders::lt;
            /// Return self<=value.
            CallsBack "__le__" "(self, value, /)" => dunders::le;
            /// Return self>value.
            CallsBack "__gt__" "(self, value, /)" => dunders::gt;
            /// Return self>=value.
            CallsBack "__ge__" "(self, value, /)" => dunders::ge;
            /// Return self&value.
            CallsBack "__and__" "(self, value, /)" => dunders::and_;
            /// Return value&self.
            CallsBack "__rand__" "(self, value, /)" => dunders::rand;
            /// Return self|value.
            CallsBack "__or__" "(self, value, /)" => dunders::or_;
            /// Return value|self.
            CallsBack "__ror__" "(self, value, /)" => dunders::ror;
            /// Return self^value.
            CallsBack "__xor__" "(self, value, /)" => dunders::xor;
            /// Return value^self.
            CallsBack "__rxor__" "(self, value, /)" => dunders::rxor;
            /// Return self-value.
            CallsBack "__sub__" "(self, value, /)" => dunders::sub;
            /// Return value-self.
            CallsBack "__rsub__" "(self, value, /)" => dunders::rsub;
            $($after)*
        }
    };
}
pub(crate) use set_operators;

/// Builds both tables: the rows of one type, then the shared ones.
macro_rules! set_methods {
    ($($own:tt)*) => {
        set_operators! { {
            $($own)*
            /// Return a shallow copy of a set.
            Pure "copy" "(self, /)" => copy;
            /// Return the difference of two or more sets as a new set.
            CallsBack "difference" "(self, /, *others)" => difference;
            /// Return the intersection of two or more sets as a new set.
            CallsBack "intersection" "(self, /, *others)" => intersection;
            /// Return True if two sets have a null intersection.
            CallsBack "isdisjoint" "(self, other, /)" => isdisjoint;
            /// Report whether another set contains this set.
            CallsBack "issubset" "(self, other, /)" => issubset;
            /// Report whether this set contains another set.
            CallsBack "issuperset" "(self, other, /)" => issuperset;
            /// Return the symmetric difference of two sets as a new set.
            CallsBack "symmetric_difference" "(self, other, /)" => symmetric_difference;
            /// Return the union of sets as a new set.
            CallsBack "union" "(self, /, *others)" => union;
            /// Return len(self).
            Pure "__len__" "(self, /)" => dunders::len;
            /// x.__contains__(y) <==> y in x.
            CallsBack "__contains__" "(self, object, /)" => dunders::contains;
            /// Implement iter(self).
            Pure "__iter__" "(self, /)" => dunders::iter;
            /// Return repr(self).
            CallsBack "__repr__" "(self, /)" => dunders::repr;
        } {
            /// Return state information for pickling.
            CallsBack "__reduce__" "(self, /)" => reduce;
        } }
    };
}

const SET_METHODS: &[Method] = set_methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
    /// Add an element to a set.
    ///
    /// This has no effect if the element is already present.
    CallsBack "add" "(self, object, /)" => add;
    /// Remove all elements from this set.
    Mutates "clear" "(self, /)" => clear;
    /// Remove an element from a set if it is a member.
    ///
    /// Unlike set.remove(), the discard() method does not raise
    /// an exception when an element is missing from the set.
    CallsBack "discard" "(self, object, /)" => discard;
    /// Remove an element from a set; it must be a member.
    ///
    /// If the element is not a member, raise a KeyError.
    CallsBack "remove" "(self, object, /)" => remove;
    /// Remove and return an arbitrary set element.
    ///
    /// Raises KeyError if the set is empty.
    Mutates "pop" "(self, /)" => pop;
    /// Update the set, adding elements from all others.
    CallsBack "update" "(self, /, *others)" => update;
    /// Update the set, removing elements found in others.
    CallsBack "difference_update" "(self, /, *others)" => difference_update;
    /// Update the set, keeping only elements found in it and all others.
    CallsBack "intersection_update" "(self, /, *others)" => intersection_update;
    /// Update the set, keeping only elements found in either set, but not in both.
    CallsBack "symmetric_difference_update" "(self, other, /)" => symmetric_difference_update;
    /// Return self&=value.
    CallsBack "__iand__" "(self, value, /)" => dunders::iand;
    /// Return self|=value.
    CallsBack "__ior__" "(self, value, /)" => dunders::ior;
    /// Return self^=value.
    CallsBack "__ixor__" "(self, value, /)" => dunders::ixor;
    /// Return self-=value.
    CallsBack "__isub__" "(self, value, /)" => dunders::isub;
};

const FROZENSET_METHODS: &[Method] = set_methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new_frozen;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
};
