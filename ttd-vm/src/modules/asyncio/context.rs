//! `_ttd_contexts`: copying and entering the contexts of `contextvars`, whose classes are in Python.
//!
//! A function of a program that is run in a context needs no frame of the library below it: `Cont::Context` leaves the
//! context when the function's frame is left. What the frame was pushed for is an int on the list of
//! `slots::AWAITING`.

use ttd_core::value::Value;

use super::{context_vars, step};
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
        /// Call to set a new value for the context variable in the current context.
        ///
        /// The required *value* argument is the new value for the context variable.
        ///
        /// Returns a Token object that can be used to restore the variable to its previous
        /// value via the `ContextVar.reset()` method.
        CallsBack "set" "(self, value, /)" => context_vars::set;
        /// Reset the context variable.
        ///
        /// The variable is reset to the value it had before the `ContextVar.set()` that
        /// created the token was used.
        CallsBack "reset" "(self, token, /)" => context_vars::reset;
        /// Keep the classes, those contexts that were entered, what stands for no value, and the methods as they were;
        /// put the native ones into their classes.
        Mutates "register" "(context, entered, variable, token, nothing, run, get, set, reset, /)" => register;
    },
    types: &[],
    init: |_, _| Ok(()),
};

/// Places in the tuple of `slots::CONTEXTS`.
pub(super) mod part {
    /// The class of contexts.
    pub(crate) const CLASS: usize = 0;
    /// Those that were entered.
    pub(crate) const ENTERED: usize = 1;
    /// The class of variables.
    pub(crate) const VARIABLE: usize = 2;
    /// The class of tokens.
    pub(crate) const TOKEN: usize = 3;
    /// What stands for no value.
    pub(crate) const NOTHING: usize = 4;
    /// `Context.run` in Python; the next three are methods of variables.
    pub(crate) const SLOW_RUN: usize = 5;
    pub(crate) const SLOW_GET: usize = 6;
    pub(crate) const SLOW_SET: usize = 7;
    pub(crate) const SLOW_RESET: usize = 8;
}

/// Slots of contexts among `FoundSlots`: the attributes `_values` and `_entered`.
const VALUES: usize = 0;
const IS_ENTERED: usize = 1;

/// One of the parts that `register` keeps.
pub(super) fn known(vm: &Vm, at: usize) -> Value {
    vm.heap.tuple(vm.global(slots::CONTEXTS))[at]
}

fn register(vm: &mut Vm, args: Args) -> Res {
    let methods = [(0, "run"), (2, "get"), (2, "set"), (2, "reset")].map(|(class, name)| (args.get(class), name));
    let slow = methods.map(|(class, name)| vm.lookup_type(class, name).unwrap_or(Value::NONE));
    let kept: Vec<Value> = (0..=part::NOTHING).map(|at| args.get(at)).chain(slow).collect();
    let kept = vm.new_tuple(&kept);
    vm.heap.set_slot(vm.globals, slots::CONTEXTS, kept);
    for (at, (class, name)) in (part::SLOW_RUN..).zip(methods) {
        let name = vm.intern(name);
        put_method(vm, class, name, args.get(at))?;
    }
    Ok(Value::NONE)
}

/// `var.get(default)`.
fn get(vm: &mut Vm, args: Args) -> Res {
    let (var, default) = (args.get(0), args.opt(1));
    let (context, at) = current(vm);
    let values = vm.heap.slot(context, at);
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
            let slow = known(vm, part::SLOW_GET);
            Err(vm.tail_call(slow, &[var]))
        }
    }
}

/// The shape of contexts, and their slots.
fn layout(vm: &mut Vm) -> FoundSlots<2> {
    let class = known(vm, part::CLASS);
    let found = vm.known_places(|caches| &mut caches.context_slots, class, ["_values", "_entered"]);
    found.unwrap_or(FoundSlots { shape: vm.class_shape(class), slots: [0; 2] })
}

/// The context that was entered last, and the slot with what it holds.
pub(super) fn current(vm: &mut Vm) -> (Value, usize) {
    let found = layout(vm);
    let context = vm.heap.list(known(vm, part::ENTERED)).last().copied().unwrap_or(Value::NONE);
    (context, found.slots[VALUES] as usize)
}

/// A copy of the current context.
pub(super) fn copy_current(vm: &mut Vm) -> Value {
    let found = layout(vm);
    let class = known(vm, part::CLASS);
    let (context, at) = current(vm);
    let values = vm.heap.slot(context, at);
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
    let slow = known(vm, part::SLOW_RUN);
    Err(vm.tail_with(slow, all, args.kw.to_vec()))
}

/// Enters a context.
pub(crate) fn enter(vm: &mut Vm, context: Value) {
    let found = layout(vm);
    vm.heap.set_slot(context, found.slots[IS_ENTERED] as usize, Value::TRUE);
    let entered = known(vm, part::ENTERED);
    vm.heap.list_push(entered, context);
}

/// Leaves the context that was entered last.
pub(crate) fn leave(vm: &mut Vm) {
    let found = layout(vm);
    let entered = known(vm, part::ENTERED);
    let n = vm.heap.list(entered).len();
    let Some(context) = vm.heap.list(entered).last().copied() else { return };
    vm.heap.list_truncate(entered, n - 1);
    vm.heap.set_slot(context, found.slots[IS_ENTERED] as usize, Value::FALSE);
}
