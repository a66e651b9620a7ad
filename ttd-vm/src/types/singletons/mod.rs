//! `None`, `...`, `NotImplemented`, and small types that programs cannot instantiate.

mod proxy;

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::repr::{from_text, text_of};
use crate::{Vm, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef { name: "NoneType", methods: PLAIN, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "ellipsis", methods: NAMED, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "NotImplementedType", methods: NOT_IMPLEMENTED, subclassable: false, ..TypeDef::EMPTY },
    proxy::TYPE,
    TypeDef {
        name: "forgotten",
        tid: ids::FORGOTTEN,
        methods: FORGOTTEN,
        subclassable: false,
        slots: Slots { repr: Some(forgotten), ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
];

/// The tombstone of objects that were pruned from the log: see `time/logged/prune_dead.rs`.
const FORGOTTEN: &[Method] = methods! {
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const PLAIN: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return bool(self).
    Pure "__bool__" "(self, /)" => crate::ops::dunders::bool_;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
};

const NAMED: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
    /// Return the name under which it is found.
    Pure "__reduce__" "(self, /)" => crate::ops::dunders::repr;
};

const NOT_IMPLEMENTED: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
    /// Return bool(self).
    CallsBack "__bool__" "(self, /)" => no_truth;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => crate::ops::dunders::hash;
    /// Return the name under which it is found.
    Pure "__reduce__" "(self, /)" => crate::ops::dunders::repr;
};

fn forgotten(vm: &mut Vm, v: Value) -> Res {
    let text = format!("<forgotten {}>", text_of(vm, vm.heap.slot(v, 0)));
    from_text(vm, &text)
}

/// `bool(NotImplemented)`: warns, as Python 3.13 does.
fn no_truth(vm: &mut Vm, _: Args) -> Res {
    vm.warn("DeprecationWarning", "NotImplemented should not be used in a boolean context")?;
    Ok(Value::TRUE)
}

/// Returns the one instance of such a class.
fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if !args.rest.is_empty() || !args.kw.is_empty() {
        let name = vm.class_name(class);
        return Err(vm.type_error(format!("{name} takes no arguments")));
    }
    let known = [Value::NONE, Value::ELLIPSIS, Value::NOT_IMPLEMENTED];
    Ok(known.into_iter().find(|v| vm.type_of(*v) == class).unwrap_or(Value::NONE))
}
