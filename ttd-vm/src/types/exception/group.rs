//! `BaseExceptionGroup`; `ExceptionGroup` adds only its second base.
//!
//! Splitting calls conditions and `derive`, which programs write, so it is in `lib/hidden/language/groups.py`.

use ttd_core::value::Value;

use super::common;
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "BaseExceptionGroup",
    base: "BaseException",
    doc: "A combination of multiple unrelated exceptions.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => str;
        /// A group of the same kind with other exceptions.
        CallsBack "derive" "(self, excs, /)" => derive;
        /// The exceptions that match a condition, and those that do not.
        CallsBack "split" "(self, condition, /)" => split;
        /// The exceptions that match a condition.
        CallsBack "subgroup" "(self, condition, /)" => subgroup;
    },
    class_methods: methods! {
        /// See PEP 585
        Pure "__class_getitem__" "(cls, item, /)" => crate::types::class::generic_alias::class_getitem;
    },
    getters: getters! {
        "message" => message, read_only;
        "exceptions" => exceptions, read_only;
    },
    ..TypeDef::EMPTY
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let [message, given] = *args.rest else {
        let n = args.rest.len();
        return Err(vm.type_error(format!("BaseExceptionGroup.__new__() takes exactly 2 arguments ({n} given)")));
    };
    if vm.payload(message, ids::STR).is_none() {
        let name = crate::types::str::args::given_name(vm, message);
        return Err(vm.type_error(format!("BaseExceptionGroup.__new__() argument 1 must be str, not {name}")));
    }
    let exceptions = members(vm, given)?;
    let class = class_for(vm, class, &exceptions)?;
    if !args.kw.is_empty() {
        let name = vm.class_name(class);
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    let exc = vm.new_exception(class, args.rest);
    let exceptions = vm.new_tuple(&exceptions);
    common::set_own(vm, exc, "exceptions", exceptions);
    Ok(exc)
}

/// Returns the items of the second argument, all of them exceptions.
fn members(vm: &mut Vm, given: Value) -> Res<Vec<Value>> {
    let inner = vm.unwrap(given);
    let sequence = inner.is(ids::LIST)
        || inner.is(ids::TUPLE)
        || !inner.is(ids::DICT) && !inner.is(ids::SET) && vm.special_named(given, vm.names.getitem).is_some();
    if !sequence {
        return Err(vm.type_error("second argument (exceptions) must be a sequence"));
    }
    let items = vm.collect(given)?;
    if items.is_empty() {
        return Err(vm.value_error("second argument (exceptions) must be a non-empty sequence"));
    }
    if let Some(i) = items.iter().position(|e| !vm.is_exception(*e)) {
        return Err(vm.value_error(format!("Item {i} of second argument (exceptions) is not an exception")));
    }
    Ok(items)
}

/// Returns the class of a group: one with only `Exception`s is an `ExceptionGroup`, which may hold nothing else.
fn class_for(vm: &mut Vm, class: Value, exceptions: &[Value]) -> Res {
    let plain = exceptions.iter().all(|e| vm.is_instance(*e, vm.types.exception));
    if plain {
        return Ok(if class == vm.types.base_exception_group { vm.types.exception_group } else { class });
    }
    if class == vm.types.exception_group {
        return Err(vm.type_error("Cannot nest BaseExceptions in an ExceptionGroup"));
    }
    if vm.is_subclass(class, vm.types.exception) {
        let name = vm.class_name(class);
        return Err(vm.type_error(format!("Cannot nest BaseExceptions in '{name}'")));
    }
    Ok(class)
}

fn str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let message = message(vm, exc)?;
    let text = common::text(vm, message)?;
    let n = vm.group_members(exc).len();
    let plural = if n == 1 { "" } else { "s" };
    let out = vm.message("", text, format!(" ({n} sub-exception{plural})"));
    Ok(vm.new_str_raw(&out))
}

fn derive(vm: &mut Vm, args: Args) -> Res {
    let message = message(vm, args.get(0))?;
    Err(vm.tail_call(vm.types.base_exception_group, &[message, args.get(1)]))
}

fn split(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("group_split");
    Err(vm.tail_call(f, &[args.get(0), args.get(1)]))
}

fn subgroup(vm: &mut Vm, args: Args) -> Res {
    let f = vm.lib("group_subgroup");
    Err(vm.tail_call(f, &[args.get(0), args.get(1)]))
}

fn message(vm: &mut Vm, exc: Value) -> Res {
    Ok(common::arg(vm, exc, 0))
}

fn exceptions(vm: &mut Vm, exc: Value) -> Res {
    Ok(common::own(vm, exc, "exceptions").unwrap_or(Value::NONE))
}

fn read_only(vm: &mut Vm, _exc: Value, _value: Value) -> Res<()> {
    Err(vm.attribute_error("readonly attribute"))
}

impl Vm {
    /// Returns the exceptions in a group.
    pub fn group_members(&mut self, exc: Value) -> Vec<Value> {
        match common::own(self, exc, "exceptions") {
            Some(v) if v.is(ids::TUPLE) => self.heap.tuple(v).to_vec(),
            _ => Vec::new(),
        }
    }
}
