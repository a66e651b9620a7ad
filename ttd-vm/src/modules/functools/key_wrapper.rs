//! `functools.KeyWrapper`: what `cmp_to_key` makes. Called with an object, it gives a key for that object, and a
//! function of two objects compares keys.
//!
//! An instruction that compares two keys calls the function itself (`interp/values/compare.rs`); whatever else compares
//! them takes the methods here.

use ttd_core::value::Value;

use crate::operators::CmpOp;
use crate::{Vm, getters, ids, methods, native::*};

/// The function.
const CMP: usize = 0;
/// The object, or NULL in what `cmp_to_key` gives.
const OBJ: usize = 1;
const FIELDS: u32 = 2;

/// The type.
pub(crate) const TYPE: TypeDef = TypeDef {
    name: "functools.KeyWrapper",
    fields: FIELDS,
    methods: METHODS,
    getters: getters! { "obj" => object, set_object; },
    unhashable: true,
    subclassable: false,
    slots: Slots { call: Some(call), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
    /// Call self as a function.
    Pure "__call__" "(self, /, *args, **kwargs)" => call_by_name;
    /// Return self<value.
    CallsBack "__lt__" "(self, value, /)" => lt;
    /// Return self<=value.
    CallsBack "__le__" "(self, value, /)" => le;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => ne;
    /// Return self>value.
    CallsBack "__gt__" "(self, value, /)" => gt;
    /// Return self>=value.
    CallsBack "__ge__" "(self, value, /)" => ge;
};

/// `cmp_to_key(cmp)`.
pub(super) fn new(vm: &mut Vm, cmp: Value) -> Value {
    with_object(vm, cmp, Value::UNBOUND)
}

fn with_object(vm: &mut Vm, cmp: Value, object: Value) -> Value {
    let made = vm.new_instance(vm.types.key_wrapper);
    vm.heap.set_slot(made, CMP, cmp);
    vm.heap.set_slot(made, OBJ, object);
    made
}

fn object(vm: &mut Vm, key: Value) -> Res {
    let object = vm.heap.slot(key, OBJ);
    Ok(if object.is_unbound() { Value::NONE } else { object })
}

fn set_object(vm: &mut Vm, key: Value, object: Value) -> Res<()> {
    vm.heap.set_slot(key, OBJ, object);
    Ok(())
}

fn call_by_name(vm: &mut Vm, args: Args) -> Res {
    call(vm, args.get(0), args.rest, args.kw)
}

fn call(vm: &mut Vm, key: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
    let given = args.len() + kw.len();
    if given > 1 {
        return Err(vm.type_error(format!("K() takes at most 1 argument ({given} given)")));
    }
    let object = match (args, kw) {
        ([object], _) => *object,
        (_, [(name, object)]) if *name == vm.names.obj => *object,
        _ => return Err(vm.type_error("K() missing required argument 'obj' (pos 1)")),
    };
    let cmp = vm.heap.slot(key, CMP);
    Ok(with_object(vm, cmp, object))
}

/// The function that compares two keys, and their objects.
#[inline]
pub(crate) fn comparison(vm: &Vm, x: Value, y: Value) -> Option<[Value; 3]> {
    let is_key = |v: Value| v.is(ids::INST) && vm.type_of(v) == vm.types.key_wrapper;
    if !is_key(x) || !is_key(y) {
        return None;
    }
    let all = [vm.heap.slot(x, CMP), vm.heap.slot(x, OBJ), vm.heap.slot(y, OBJ)];
    all.iter().all(|v| !v.is_unbound()).then_some(all)
}

/// The methods: each has a library function that calls the function of the keys.
macro_rules! comparisons {
    ($($name:ident $function:literal)*) => {
        $(fn $name(vm: &mut Vm, args: Args) -> Res {
            compare(vm, &args, $function)
        })*
    };
}

comparisons! { lt "key_lt" le "key_le" eq "key_eq" ne "key_ne" gt "key_gt" ge "key_ge" }

fn compare(vm: &mut Vm, args: &Args, function: &'static str) -> Res {
    let (x, y) = (args.get(0), args.get(1));
    if vm.type_of(y) != vm.types.key_wrapper {
        return Err(vm.type_error("other argument must be K instance"));
    }
    match comparison(vm, x, y) {
        Some(call) => {
            let function = vm.lib(function);
            Err(vm.tail_call(function, &call))
        }
        None => Err(vm.attribute_error("object")),
    }
}

/// What a comparison of keys gives, from what their function gave.
pub(crate) fn answer(vm: &mut Vm, op: CmpOp, given: Value) -> Res {
    match given.is_int() {
        true => Ok(Value::bool(op.holds(given.as_int().cmp(&0)))),
        false => vm.rich(op, given, Value::int(0)),
    }
}
