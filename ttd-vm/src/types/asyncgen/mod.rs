//! Asynchronous generators as objects, and their awaitables: see `interp/generators/asynchronous.rs`.

use ttd_core::TypeId;
use ttd_core::value::Value;

use super::generator as plain;
use crate::native::*;
use crate::vm::call::tail_call::AwaitInput;
use crate::vm::objects::generator_layout::awaitable as step;
use crate::vm::{Resume, Tail};
use crate::{Vm, getters, ids, methods};

/// The types.
pub const TYPES: &[TypeDef] = &[
    TypeDef {
        name: "async_generator",
        tid: ids::ASYNC_GEN,
        class_methods: methods! {
            /// See PEP 585
            CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
        },
        methods: GENERATOR,
        getters: GETTERS,
        subclassable: false,
        slots: Slots { repr: Some(plain::repr), weakly_referencable: true, ..Slots::EMPTY },
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "async_generator_asend",
        tid: ids::ASYNC_ASEND,
        methods: AWAITABLE,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "async_generator_athrow",
        tid: ids::ASYNC_ATHROW,
        methods: AWAITABLE,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef { name: "async_generator_wrapped_value", tid: ids::ASYNC_WRAPPED, subclassable: false, ..TypeDef::EMPTY },
    TypeDef { name: "anext_awaitable", tid: ids::ANEXT, methods: ANEXT, subclassable: false, ..TypeDef::EMPTY },
];

const GENERATOR: &[Method] = methods! {
    /// Return an awaitable, that resolves in asynchronous iterator.
    Pure "__aiter__" "(self, /)" => itself;
    /// Return a value or raise StopAsyncIteration.
    CallsBack "__anext__" "(self, /)" => anext;
    /// asend(v) -> send 'v' in generator.
    CallsBack "asend" "(self, value, /)" => asend;
    /// athrow(value)
    CallsBack "athrow" "(self, typ, val=None, tb=None, /)" => athrow;
    /// aclose() -> raise GeneratorExit inside generator.
    CallsBack "aclose" "(self, /)" => aclose;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const GETTERS: &[Getter] = getters! {
    "__name__" => plain::name, plain::set_name;
    "__qualname__" => plain::qualname, plain::set_qualname;
    "ag_running" => running;
    "ag_suspended" => plain::suspended;
    "ag_code" => plain::code;
    "ag_frame" => crate::types::frame::of_generator;
    "ag_await" => plain::yield_from;
};

const AWAITABLE: &[Method] = methods! {
    /// Return an iterator to be used in await expression.
    Pure "__await__" "(self, /)" => itself;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next;
    /// Sends a value to the asynchronous generator.
    CallsBack "send" "(self, value, /)" => send;
    /// Raises an exception in the asynchronous generator.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => throw;
    /// Raises GeneratorExit in the asynchronous generator.
    CallsBack "close" "(self, /)" => close;
};

const ANEXT: &[Method] = methods! {
    /// Return an iterator to be used in await expression.
    Pure "__await__" "(self, /)" => itself;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => inner_next;
    /// Sends a value to the iterator.
    CallsBack "send" "(self, value, /)" => inner_send;
    /// Raises an exception in the iterator.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => inner_throw;
    /// Raises GeneratorExit in the iterator.
    CallsBack "close" "(self, /)" => inner_close;
};

fn itself(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

/// Makes an awaitable. The first of a generator is shown to the hook of `sys.set_asyncgen_hooks`.
fn new_step(vm: &mut Vm, tid: TypeId, generator: Value, argument: Value) -> Res {
    let made = vm.new_async_awaitable(tid, generator, argument);
    match vm.first_iteration(generator) {
        Some(hook) => {
            let f = vm.lib("call_then");
            Err(vm.tail_call(f, &[hook, generator, made]))
        }
        None => Ok(made),
    }
}

fn anext(vm: &mut Vm, args: Args) -> Res {
    new_step(vm, ids::ASYNC_ASEND, args.get(0), Value::NONE)
}

fn asend(vm: &mut Vm, args: Args) -> Res {
    new_step(vm, ids::ASYNC_ASEND, args.get(0), args.get(1))
}

fn athrow(vm: &mut Vm, args: Args) -> Res {
    let given: Vec<Value> = (1..4).map_while(|i| args.opt(i)).collect();
    let old = given.len() > 1;
    let given = vm.new_tuple(&given);
    let made = new_step(vm, ids::ASYNC_ATHROW, args.get(0), given)?;
    if old {
        let f = vm.lib("athrow_old");
        return Err(vm.tail_call(f, &[made]));
    }
    Ok(made)
}

fn aclose(vm: &mut Vm, args: Args) -> Res {
    new_step(vm, ids::ASYNC_ATHROW, args.get(0), Value::NONE)
}

fn running(vm: &mut Vm, g: Value) -> Res {
    Ok(Value::bool(vm.async_is_running(g)))
}

fn next(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_of(Tail::Await { awaitable: args.get(0), push: AwaitInput::Send(Value::NONE) }))
}

fn send(vm: &mut Vm, args: Args) -> Res {
    Err(vm.tail_of(Tail::Await { awaitable: args.get(0), push: AwaitInput::Send(args.get(1)) }))
}

fn throw(vm: &mut Vm, args: Args) -> Res {
    let given = (1..4).map_while(|i| args.opt(i)).collect();
    Err(vm.tail_of(Tail::Await { awaitable: args.get(0), push: AwaitInput::Throw(given) }))
}

fn close(vm: &mut Vm, args: Args) -> Res {
    let awaitable = args.get(0);
    if vm.heap.slot(awaitable, step::STATE) == Value::int(step::CLOSED) {
        return Ok(Value::NONE);
    }
    let f = vm.lib("close_awaitable");
    Err(vm.tail_call(f, &[awaitable]))
}

fn inner(vm: &Vm, args: Args) -> Value {
    vm.heap.slot(args.get(0), 0)
}

fn inner_next(vm: &mut Vm, args: Args) -> Res {
    let inner = inner(vm, args);
    Err(vm.tail_resume(inner, Resume::Send(Value::NONE)))
}

fn inner_send(vm: &mut Vm, args: Args) -> Res {
    let inner = inner(vm, args);
    Err(vm.tail_resume(inner, Resume::Send(args.get(1))))
}

fn inner_throw(vm: &mut Vm, args: Args) -> Res {
    let generator = inner(vm, args);
    let given = (1..4).map_while(|i| args.opt(i)).collect();
    Err(vm.tail_of(Tail::Throw { generator, given }))
}

fn inner_close(vm: &mut Vm, args: Args) -> Res {
    let inner = inner(vm, args);
    plain::close_generator(vm, inner)
}

/// `aiter(v)`.
pub(crate) fn aiter(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if v.is(ids::ASYNC_GEN) {
        return Ok(v);
    }
    match vm.special_named(v, vm.names.aiter) {
        Some(f) => {
            let lib = vm.lib("aiter_");
            Err(vm.tail_call(lib, &[f, v]))
        }
        None => {
            let name = vm.type_name(v);
            Err(vm.type_error(format!("'{name}' object is not an async iterable")))
        }
    }
}

/// `anext(v)` and `anext(v, default)`.
pub(crate) fn anext_of(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let Some(f) = vm.special_named(v, vm.names.anext) else {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("'{name}' object is not an async iterator")));
    };
    match args.opt(1) {
        None => Err(vm.tail_call(f, &[v])),
        Some(default) => {
            let lib = vm.lib("anext_");
            Err(vm.tail_call(lib, &[f, v, default]))
        }
    }
}

/// Wraps the library's coroutine that does the work of `anext()` with a default.
pub(crate) fn wrap_anext(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.heap.new_slots_from(ids::ANEXT, 0, &[args.get(0)]))
}
