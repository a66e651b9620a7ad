//! `_ttd_contexts`: copying and entering the contexts of `contextvars`, whose classes are in Python.
//!
//! A function of a program that is run in a context needs no frame of the library below it: `Cont::Context` leaves the
//! context when the function's frame is left. What the frame was pushed for is an int on the list of
//! `slots::AWAITING`.

use ttd_core::value::Value;

use super::step;
use crate::modules::bufferedio::put_method;
use crate::vm::objects::bind_attr::method;
use crate::vm::objects::shapes::FoundSlots;
use crate::vm::{Tail, slots};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_contexts",
    doc: "Copying and entering contexts.",
    functions: methods! {
        /// Return a shallow copy of the current context.
        Pure "copy_context" "()" => copy_context;
        /// Run a function in a context.
        CallsBack "run" "(self, callable=None, /, *args, **kwargs)" => run;
        /// Return a value for the context variable for the current context.
        ///
        /// If there is no value for the variable in the current context, the method will:
        ///  * return the value of the default argument of the method, if provided; or
        ///  * return the default value for the context variable, if it was created
        ///    with one; or
        ///  * raise a LookupError.
        CallsBack "get" "(self, default=None, /)" => get;
        /// Keep the class of contexts, those that were entered, and what the methods `run` and `get` were; put these
        /// into their classes.
        Mutates "register" "(context, entered, run, variable, get, /)" => register;
    },
    types: &[],
    init: |_, _| Ok(()),
};

/// Places in the tuple of `slots::CONTEXTS`.
const CLASS: usize = 0;
const ENTERED: usize = 1;
const SLOW_RUN: usize = 2;
const SLOW_GET: usize = 3;

/// Slots of contexts among `FoundSlots`: the attributes `_values` and `_entered`.
const VALUES: usize = 0;
const IS_ENTERED: usize = 1;

fn known(vm: &Vm, at: usize) -> Value {
    vm.heap.tuple(vm.global(slots::CONTEXTS))[at]
}

fn register(vm: &mut Vm, args: Args) -> Res {
    let slow = [(args.get(0), "run"), (args.get(3), "get")].map(|(class, name)| vm.lookup_type(class, name));
    let [run, get] = slow.map(|method| method.unwrap_or(Value::NONE));
    let parts = vm.new_tuple(&[args.get(0), args.get(1), run, get]);
    vm.heap.set_slot(vm.globals, slots::CONTEXTS, parts);
    for (class, name, method) in [(0, "run", 2), (3, "get", 4)] {
        let name = vm.intern(name);
        put_method(vm, args.get(class), name, args.get(method))?;
    }
    Ok(Value::NONE)
}

/// `var.get(default)`.
fn get(vm: &mut Vm, args: Args) -> Res {
    let (var, default) = (args.get(0), args.opt(1));
    let found = layout(vm);
    let current = vm.heap.list(known(vm, ENTERED)).last().copied().unwrap_or(Value::NONE);
    let values = vm.heap.slot(current, found.slots[VALUES] as usize);
    if let Some(value) = vm.dict_get(values, var)? {
        return Ok(value);
    }
    if let Some(default) = default {
        return Ok(default);
    }
    let name = vm.intern("_default");
    match vm.getattr_opt(var, name)? {
        // A plain object is what stands for no default.
        Some(default) if vm.type_of(default) != vm.types.object => Ok(default),
        _ => {
            let slow = known(vm, SLOW_GET);
            Err(vm.tail_call(slow, &[var]))
        }
    }
}

/// The shape of contexts, and their slots.
fn layout(vm: &mut Vm) -> FoundSlots<2> {
    let class = known(vm, CLASS);
    let found = vm.known_places(|caches| &mut caches.context_slots, class, ["_values", "_entered"]);
    found.unwrap_or(FoundSlots { shape: vm.class_shape(class), slots: [0; 2] })
}

/// A copy of the current context.
pub(super) fn copy_current(vm: &mut Vm) -> Value {
    let found = layout(vm);
    let class = known(vm, CLASS);
    let current = vm.heap.list(known(vm, ENTERED)).last().copied().unwrap_or(Value::NONE);
    let values = vm.heap.slot(current, found.slots[VALUES] as usize);
    let made = vm.new_instance(class);
    vm.heap.set_shape(made, found.shape);
    vm.heap.set_slot(made, found.slots[VALUES] as usize, values);
    vm.heap.set_slot(made, found.slots[IS_ENTERED] as usize, Value::FALSE);
    made
}

fn copy_context(vm: &mut Vm, _: Args) -> Res {
    Ok(copy_current(vm))
}

/// Whether calling it only pushes a frame.
fn pushes_frame(vm: &Vm, callable: Value) -> bool {
    callable.is(ids::FUNCTION)
        || callable.is(ids::METHOD) && vm.heap.slot(callable, method::FUNC).is(ids::FUNCTION)
        || vm.global(slots::ASYNCIO).is(ids::LIST) && step::is_step(vm, callable)
}

fn run(vm: &mut Vm, args: Args) -> Res {
    let (context, callable) = (args.get(0), args.get(1));
    let found = layout(vm);
    let simple = vm.heap.shape(context) == found.shape
        && vm.heap.slot(context, found.slots[IS_ENTERED] as usize) == Value::FALSE
        && pushes_frame(vm, callable);
    if simple {
        return Err(vm.tail_of(Tail::InContext {
            context,
            func: callable,
            args: args.rest.into(),
            kw: args.kw.to_vec(),
        }));
    }
    let mut all = vec![context];
    all.extend(args.opt(1));
    all.extend_from_slice(args.rest);
    let slow = known(vm, SLOW_RUN);
    Err(vm.tail_with(slow, all, args.kw.to_vec()))
}

/// Enters a context.
pub(crate) fn enter(vm: &mut Vm, context: Value) {
    let found = layout(vm);
    vm.heap.set_slot(context, found.slots[IS_ENTERED] as usize, Value::TRUE);
    let entered = known(vm, ENTERED);
    vm.heap.list_push(entered, context);
}

/// Leaves the context that was entered last.
pub(crate) fn leave(vm: &mut Vm) {
    let found = layout(vm);
    let entered = known(vm, ENTERED);
    let n = vm.heap.list(entered).len();
    let Some(context) = vm.heap.list(entered).last().copied() else { return };
    vm.heap.list_truncate(entered, n - 1);
    vm.heap.set_slot(context, found.slots[IS_ENTERED] as usize, Value::FALSE);
}
