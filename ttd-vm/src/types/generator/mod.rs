//! Generators and coroutines as objects.

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::repr::{address, from_text, text_of};
use crate::vm::objects::generator_layout as slot;
use crate::vm::{Resume, Tail};
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "generator",
        tid: ids::GENERATOR,
        class_methods: crate::ops::dunders::GENERIC,
        methods: GENERATOR,
        getters: GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(repr), weakly_referencable: true, ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "coroutine",
        tid: ids::COROUTINE,
        class_methods: methods! {
            /// See PEP 585
            CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
        },
        methods: COROUTINE,
        getters: COROUTINE_GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(repr), weakly_referencable: true, ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "coroutine_wrapper",
        tid: ids::CORO_WRAPPER,
        methods: WRAPPER,
        subclassable: false,
        ..TypeDef::EMPTY
    },
];

const GENERATOR: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iter;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next;
    /// Resumes the generator with a value.
    CallsBack "send" "(self, value, /)" => send;
    /// Raises an exception at the point where the generator was paused.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => throw;
    /// Raises GeneratorExit inside the generator.
    CallsBack "close" "(self, /)" => close;
    /// Called when the instance is about to be destroyed.
    CallsBack "__del__" "(self, /)" => del;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const COROUTINE: &[Method] = methods! {
    /// Return an iterator to be used in await expression.
    Pure "__await__" "(self, /)" => await_;
    /// Sends a value into coroutine, which goes on.
    CallsBack "send" "(self, value, /)" => send;
    /// Raises an exception in coroutine, at the point where it was paused.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => throw;
    /// Raises GeneratorExit inside coroutine.
    CallsBack "close" "(self, /)" => close;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

/// Methods of `coroutine.__await__()`'s iterator, which drives the coroutine.
const WRAPPER: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iter;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => wrapped_next;
    /// Sends a value into coroutine, which goes on.
    CallsBack "send" "(self, value, /)" => wrapped_send;
    /// Raises an exception in coroutine, at the point where it was paused.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => wrapped_throw;
    /// Raises GeneratorExit inside coroutine.
    CallsBack "close" "(self, /)" => wrapped_close;
};

const COROUTINE_GETTERS: &[Getter] = getters! {
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "cr_running" => running;
    "cr_suspended" => suspended;
    "cr_code" => code;
    "cr_frame" => crate::types::frame::of_generator;
    "cr_await" => yield_from;
    "cr_origin" => origin;
};

const GETTERS: &[Getter] = getters! {
    "__name__" => name, set_name;
    "__qualname__" => qualname, set_qualname;
    "gi_running" => running;
    "gi_suspended" => suspended;
    "gi_code" => code;
    "gi_frame" => crate::types::frame::of_generator;
    "gi_yieldfrom" => yield_from;
};

fn iter(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn next(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_resume(args.get(0), Resume::Send(Value::NONE)))
}

fn send(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_resume(args.get(0), Resume::Send(args.get(1))))
}

fn throw(vm: &mut Vm, args: Args) -> Res {
    let given: Vec<Value> = (1..4).map_while(|i| args.opt(i)).collect();
    if given.len() > 1 {
        let (f, all) = (vm.lib("throw_old"), vm.new_tuple(&given));
        return Err(vm.tail_call(f, &[args.get(0), all]));
    }
    Err(vm.tail_of(Tail::Throw { generator: args.get(0), given }))
}

fn close(vm: &mut Vm, args: Args) -> Res {
    close_generator(vm, args.get(0))
}

fn del(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.lib("generator_del");
    Err(vm.tail_call(lib, &[args.get(0)]))
}

/// `close()`.
pub(crate) fn close_generator(vm: &mut Vm, generator: Value) -> Res {
    match vm.generator_state(generator) {
        slot::CREATED => {
            vm.end_generator(generator);
            Ok(Value::NONE)
        }
        slot::SUSPENDED => {
            if let Some(inner) = vm.delegate_of(generator) {
                let lib = vm.lib("generator_close");
                return Err(vm.tail_call(lib, &[generator, inner]));
            }
            if !vm.close_runs_code(generator) {
                vm.end_generator(generator);
                return Ok(Value::NONE);
            }
            let exc = vm.new_exception(vm.types.generator_exit, &[]);
            Err(vm.tail_of(Tail::Close { generator, exc }))
        }
        slot::RUNNING | slot::DELEGATING => {
            let what = vm.generator_kind_name(generator);
            Err(vm.value_error(format!("{what} already executing")))
        }
        _ => Ok(Value::NONE),
    }
}

fn await_(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::CORO_WRAPPER, 0, &[args.get(0)]))
}

fn wrapped_next(vm: &mut Vm, args: Args) -> Res {
    let coroutine = vm.heap.slot(args.get(0), 0);
    Err(vm.tail_resume(coroutine, Resume::Send(Value::NONE)))
}

fn wrapped_send(vm: &mut Vm, args: Args) -> Res {
    let coroutine = vm.heap.slot(args.get(0), 0);
    Err(vm.tail_resume(coroutine, Resume::Send(args.get(1))))
}

fn wrapped_throw(vm: &mut Vm, args: Args) -> Res {
    let generator = vm.heap.slot(args.get(0), 0);
    let given = (1..4).map_while(|i| args.opt(i)).collect();
    Err(vm.tail_of(Tail::Throw { generator, given }))
}

fn wrapped_close(vm: &mut Vm, args: Args) -> Res {
    let coroutine = vm.heap.slot(args.get(0), 0);
    close_generator(vm, coroutine)
}

fn origin(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.extra(g, slot::X_ORIGIN))
}

pub(crate) fn set_name(vm: &mut Vm, g: Value, v: Value) -> Res<()> {
    set_text(vm, g, slot::NAME, v, "__name__ must be set to a string object")
}

pub(crate) fn set_qualname(vm: &mut Vm, g: Value, v: Value) -> Res<()> {
    set_text(vm, g, slot::QUALNAME, v, "__qualname__ must be set to a string object")
}

fn set_text(vm: &mut Vm, g: Value, at: usize, v: Value, message: &str) -> Res<()> {
    if v.is_unbound() || vm.payload(v, ids::STR).is_none() {
        return Err(vm.type_error(message));
    }
    vm.heap.set_slot(g, at, v);
    Ok(())
}

pub(crate) fn name(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.heap.slot(g, slot::NAME))
}

pub(crate) fn qualname(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.heap.slot(g, slot::QUALNAME))
}

fn running(vm: &mut Vm, g: Value) -> Res {
    Ok(Value::bool(matches!(vm.generator_state(g), slot::RUNNING | slot::DELEGATING)))
}

pub(crate) fn suspended(vm: &mut Vm, g: Value) -> Res {
    Ok(Value::bool(vm.generator_state(g) == slot::SUSPENDED))
}

/// The name of an attribute that generators, coroutines and asynchronous generators have under their own names.
pub(in crate::types) fn attribute(g: Value, names: [&'static str; 3]) -> &'static str {
    match g.tid() {
        ids::COROUTINE => names[1],
        ids::ASYNC_GEN => names[2],
        _ => names[0],
    }
}

pub(crate) fn code(vm: &mut Vm, g: Value) -> Res {
    vm.audit_read(g, attribute(g, ["gi_code", "cr_code", "ag_code"]))?;
    Ok(vm.loaded.codes[vm.heap.shape(g) as usize].value)
}

pub(crate) fn yield_from(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.delegate_of(g).unwrap_or(Value::NONE))
}

pub(crate) fn repr(vm: &mut Vm, v: Value) -> Res {
    let name = text_of(vm, vm.heap.slot(v, slot::QUALNAME));
    let text = format!("<{} object {name} at {}>", vm.type_name(v), address(vm, v));
    from_text(vm, &text)
}
