//! Making instances: `__new__` and `__init__` of builtins and of classes that derive from them.

use ttd_core::value::{TypeId, Value};

use crate::native::*;
use crate::ops::arity;
use crate::vm::objects::class::fields;
use crate::vm::objects::get_attr::Attr;
use crate::{Vm, ids};

pub(super) fn pairs_with_names(vm: &mut Vm, dict: Value) -> Vec<(Value, Value)> {
    vm.dict_pairs(dict)
}

pub(super) fn call_new(vm: &mut Vm, args: Args) -> Res {
    let given = vm.heap.tuple(args.get(1)).to_vec();
    let kw = pairs_with_names(vm, args.get(2));
    make(vm, args.get(0), &given, kw)
}

pub(super) fn new_struct(vm: &mut Vm, args: Args) -> Res {
    Ok(struct_of(vm, args.get(0), args.get(1), args.get(2)))
}

/// Makes an instance of a class of structure sequences (`lib/hidden/language/structs.py`) of two tuples: the items that
/// are shown, and the others.
pub(crate) fn struct_of(vm: &mut Vm, class: Value, items: Value, more: Value) -> Value {
    let made = vm.wrap_payload(class, items);
    let name = vm.intern("_more");
    vm.set_own_attr(made, name, more);
    made
}

/// Calls a class's `__new__`.
pub(crate) fn make(vm: &mut Vm, class: Value, given: &[Value], kw: Vec<(Value, Value)>) -> Res {
    let Some(new) = vm.lookup(class, vm.names.new) else {
        return Err(vm.type_error("cannot create instances"));
    };
    let mut all = vec![class];
    all.extend_from_slice(given);
    if !new.is(ids::BUILTIN) {
        let f = match vm.bind_in_class(new, class)? {
            Attr::Bound(f, this) => {
                all.insert(0, this);
                f
            }
            Attr::Slot(_, f) | Attr::Value(f) => f,
            Attr::Call(get, given, n) => vm.call(get, &given[..n])?,
            Attr::Missing => new,
        };
        return Err(vm.tail_with(f, all, kw));
    }
    let id = vm.heap.shape(new);
    if !vm.has_payload_class(class) {
        return vm.call_native(id, &all, &kw, true);
    }
    wrap_builtin(vm, class, id, all, kw)
}

/// Instantiates a Python class that derives from a builtin: an instance around the builtin's value. A mutable container
/// begins empty and is filled by `__init__`, the builtin one or the program's.
pub(super) fn wrap_builtin(vm: &mut Vm, class: Value, id: u32, mut all: Vec<Value>, kw: Vec<(Value, Value)>) -> Res {
    let payload = TypeId(vm.heap.slot(class, fields::PAYLOAD).as_int() as u8);
    let builtin = vm.class_of_tid[payload.0 as usize];
    let filled_by_init = vm.lookup(class, vm.names.init).is_some_and(|f| !vm.is_object_method(f));
    let container = vm.loaded.types.of(payload).slots.filled_by_init;
    let kw = if container && filled_by_init {
        all.truncate(1);
        if payload == ids::STRUCT {
            // A memoryview needs a format.
            all.push(vm.names.empty);
        }
        Vec::new()
    } else if filled_by_init && !kw.is_empty() && own_init(vm, class, builtin) {
        // `__new__` ignores keywords when the program's `__init__` takes them.
        Vec::new()
    } else {
        kw
    };
    if payload == ids::WEAKREF {
        // References of such a class are never shared; it is wrapped already.
        return vm.call_native(id, &all, &[], true);
    }
    if payload == ids::FROZENSET && kw.is_empty() {
        arity::count_for(vm, class, all.len() - 1, 0, 1)?;
    }
    all[0] = builtin;
    let value = match vm.call_native(id, &all, &kw, true) {
        Err(Trap::Tail) => vm.wait_for_tail()?,
        done => done?,
    };
    let value = vm.unwrap(value);
    Ok(vm.wrap_payload(class, value))
}

/// Whether a class overrides the `__init__` of the builtin that it derives from.
pub(super) fn own_init(vm: &mut Vm, class: Value, builtin: Value) -> bool {
    vm.lookup(class, vm.names.init) != vm.lookup(builtin, vm.names.init)
}

pub(super) fn find_init(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.init_after_new(args.get(0)).unwrap_or(Value::NONE))
}

pub(super) fn register_stream(vm: &mut Vm, args: Args) -> Res {
    vm.register_stream(args.get(0));
    Ok(Value::NONE)
}

pub(super) fn forget_stream(vm: &mut Vm, args: Args) -> Res {
    vm.forget_stream(args.get(0));
    Ok(Value::NONE)
}

pub(super) fn streams(vm: &mut Vm, _args: Args) -> Res {
    let all = vm.streams();
    Ok(vm.new_list(&all))
}

pub(super) fn close_abandoned(vm: &mut Vm, _args: Args) -> Res {
    vm.close_abandoned().map(Value::bool)
}
