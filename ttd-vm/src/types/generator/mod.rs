//! Generators and coroutines as objects.

use ttd_core::value::Value;

use crate::interp::gen_slots as slot;
use crate::native::*;
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
        ..TypeDef::EMPTY
    },
    TypeDef {
        name: "coroutine",
        tid: ids::COROUTINE,
        methods: COROUTINE,
        getters: GETTERS,
        subclassable: false,
        ..TypeDef::EMPTY
    },
    TypeDef { name: "async_generator", tid: ids::ASYNC_GEN, getters: GETTERS, subclassable: false, ..TypeDef::EMPTY },
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
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const COROUTINE: &[Method] = methods! {
    /// Return an iterator to be used in await expression.
    Pure "__await__" "(self, /)" => iter;
    /// Resumes the coroutine with a value.
    CallsBack "send" "(self, value, /)" => send;
    /// Raises an exception at the point where the coroutine was paused.
    CallsBack "throw" "(self, typ, val=None, tb=None, /)" => throw;
    /// Raises GeneratorExit inside the coroutine.
    CallsBack "close" "(self, /)" => close;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => crate::ops::dunders::repr;
};

const GETTERS: &[Getter] = getters! {
    "__name__" => name;
    "__qualname__" => qualname;
    "gi_running" => running;
    "gi_suspended" => suspended;
    "gi_code" => code;
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
    let given = (1..4).map_while(|i| args.opt(i)).collect();
    Err(vm.tail_of(Tail::Throw { generator: args.get(0), given }))
}

fn close(vm: &mut Vm, args: Args) -> Res {
    let generator = args.get(0);
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
            let what = vm.generator_word(generator);
            Err(vm.value_error(format!("{what} already executing")))
        }
        _ => Ok(Value::NONE),
    }
}

fn name(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.heap.slot(g, slot::NAME))
}

fn qualname(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.heap.slot(g, slot::QUALNAME))
}

fn running(vm: &mut Vm, g: Value) -> Res {
    Ok(Value::bool(matches!(vm.generator_state(g), slot::RUNNING | slot::DELEGATING)))
}

fn suspended(vm: &mut Vm, g: Value) -> Res {
    Ok(Value::bool(vm.generator_state(g) == slot::SUSPENDED))
}

fn code(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.codes[vm.heap.shape(g) as usize].value)
}

fn yield_from(vm: &mut Vm, g: Value) -> Res {
    Ok(vm.delegate_of(g).unwrap_or(Value::NONE))
}
