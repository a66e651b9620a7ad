//! `None`, `...`, `NotImplemented`, and small types that programs meet but do not make.

mod proxy;

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef { name: "NoneType", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "ellipsis", methods: NAMED, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "NotImplementedType", methods: NAMED, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "traceback", tid: ids::TRACEBACK, getters: TRACEBACK, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "frame", tid: ids::FRAME, subclassable: false, ..TypeDef::EMPTY },
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

const TRACEBACK: &[Getter] = getters! {
    "tb_next" => tb_next;
    "tb_lineno" => tb_lineno;
    "tb_lasti" => tb_lasti;
};

fn tb_next(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::NEXT))
}

fn tb_lineno(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::LINE))
}

fn tb_lasti(vm: &mut Vm, t: Value) -> Res {
    Ok(vm.heap.slot(t, crate::vm::traceback::tb::LASTI))
}
