//! Generators, as `lib/hidden/language/core.py` drives them.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::*;
use crate::vm::Tail;

pub(super) fn close_generator(vm: &mut Vm, args: Args) -> Res {
    crate::types::generator::close_generator(vm, args.get(0))
}

/// `generator.throw(*given)` without the deprecation warning about its arguments.
pub(super) fn throw_now(vm: &mut Vm, args: Args) -> Res {
    let given = vm.heap.tuple(args.get(1)).to_vec();
    Err(vm.tail_of(Tail::Throw { generator: args.get(0), given }))
}

pub(super) fn throw_here(vm: &mut Vm, args: Args) -> Res {
    let given: Vec<Value> = (1..4).map_while(|i| args.opt(i)).collect();
    vm.throw_here(args.get(0), &given)
}

pub(super) fn begin_delegating(vm: &mut Vm, args: Args) -> Res {
    vm.begin_delegating(args.get(0))?;
    Ok(Value::NONE)
}

pub(super) fn end_delegating(vm: &mut Vm, args: Args) -> Res {
    vm.end_delegating(args.get(0));
    Ok(Value::NONE)
}

pub(super) fn close_here(vm: &mut Vm, args: Args) -> Res {
    let (generator, exc) = (args.get(0), args.get(1));
    vm.end_delegating(generator);
    Err(vm.tail_of(Tail::Close { generator, exc }))
}
