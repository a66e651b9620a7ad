//! `None`, `...`, `NotImplemented`, and small types that programs meet but do not make.

mod proxy;

use crate::methods;
use crate::native::*;

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef { name: "NoneType", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "ellipsis", methods: NAMED, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "NotImplementedType", methods: NAMED, subclassable: false, ..TypeDef::EMPTY },
    proxy::TYPE,
];

const PLAIN: &[Method] = methods! {
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return bool(self).
    Pure "__bool__" "(self, /)" => crate::ops::dunders::bool_;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
};

const NAMED: &[Method] = methods! {
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return bool(self).
    Pure "__bool__" "(self, /)" => crate::ops::dunders::bool_;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
    /// Return the name under which it is found.
    Pure "__reduce__" "(self, /)" => crate::ops::dunders::repr;
};
