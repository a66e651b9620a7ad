//! The methods of `set` and `frozenset`.

use ttd_core::value::Value;

use super::{algebra, is_set, plain};
use crate::ops::{arity, construct, iter};
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, native::*};

/// Unwraps an argument for native iteration: a set inside an instance of a subclass counts as a set.
fn operand(vm: &Vm, v: Value) -> Value {
    let inner = vm.unwrap(v);
    if is_set(inner) { inner } else { v }
}

/// Returns the arguments as plain iterables. If one needs Python code, the error is a tail call that collects it into a
/// list and calls the method again.
fn operands(vm: &mut Vm, this: Value, method: &str, others: &[Value]) -> Res<Vec<Value>> {
    let others: Vec<Value> = others.iter().map(|v| operand(vm, *v)).collect();
    // A non-iterable is refused when its turn comes.
    if others.iter().all(|v| vm.plain_iterable(*v) || !is_iterable(vm, *v)) {
        return Ok(others);
    }
    let method = vm.getattr_str(this, method)?;
    let others = vm.new_tuple(&others);
    let f = vm.lib("with_lists");
    Err(vm.tail_call(f, &[method, others]))
}

fn is_iterable(vm: &mut Vm, v: Value) -> bool {
    [vm.names.iter, vm.names.getitem].into_iter().any(|name| vm.special_named(v, name).is_some())
}

pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if class != vm.types.set {
        let set = vm.new_set();
        return Ok(construct::instance(vm, class, vm.types.set, set));
    }
    match arity::optional(vm, "set", &args)? {
        None => Ok(vm.new_set()),
        Some(from) => {
            let from = operand(vm, from);
            if vm.plain_iterable(from) {
                return algebra::build(vm, ids::SET, from);
            }
            Err(vm.tail_fold(Wait::Set, from, "set_", &[from]))
        }
    }
}

pub(super) fn new_frozen(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let exact = class == vm.types.frozenset;
    // A subclass's `__init__` may take keywords.
    let from = if exact { arity::optional(vm, "frozenset", &args)? } else { args.rest.first().copied() };
    arity::count_for(vm, class, args.rest.len(), 0, 1)?;
    let made = match from {
        None => vm.heap.new_set(ids::FROZENSET),
        Some(from) if exact && from.is(ids::FROZENSET) => from,
        Some(from) => {
            let from = operand(vm, from);
            if !vm.plain_iterable(from) {
                let f = vm.lib("frozen_");
                return Err(vm.tail_call(f, &[vm.types.frozenset, class, from]));
            }
            algebra::build(vm, ids::FROZENSET, from)?
        }
    };
    Ok(construct::instance(vm, class, vm.types.frozenset, made))
}

pub(super) fn init(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    if args.kw.is_empty() {
        arity::count_for(vm, vm.type_of(vm.receiver(set)), args.rest.len(), 0, 1)?;
    }
    let from = arity::optional(vm, "set", &args)?;
    vm.heap.set_clear(set);
    let Some(from) = from else {
        return Ok(Value::NONE);
    };
    let from = operand(vm, from);
    if vm.plain_iterable(from) {
        algebra::update(vm, set, from)?;
        return Ok(Value::NONE);
    }
    let f = vm.lib("set_fill");
    Err(vm.tail_call(f, &[set, from]))
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    vm.set_add(args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.set_clear(args.get(0));
    Ok(Value::NONE)
}

pub(super) fn discard(vm: &mut Vm, args: Args) -> Res {
    vm.set_discard(args.get(0), args.get(1))?;
    Ok(Value::NONE)
}

pub(super) fn remove(vm: &mut Vm, args: Args) -> Res {
    if vm.set_discard(args.get(0), args.get(1))? { Ok(Value::NONE) } else { Err(vm.key_error(args.get(1))) }
}

pub(super) fn pop(vm: &mut Vm, args: Args) -> Res {
    match vm.heap.set_pop(args.get(0)) {
        Some(key) => Ok(key),
        None => Err(vm.error(vm.types.key_error, "pop from an empty set")),
    }
}

pub(super) fn copy(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    if set.is(ids::FROZENSET) { Ok(set) } else { Ok(vm.heap.set_copy(ids::SET, set)) }
}

pub(super) fn update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "update", args.rest)? {
        algebra::update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

pub(super) fn difference_update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "difference_update", args.rest)? {
        algebra::difference_update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

pub(super) fn intersection_update(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    for other in operands(vm, set, "intersection_update", args.rest)? {
        algebra::intersection_update(vm, set, other)?;
    }
    Ok(Value::NONE)
}

pub(super) fn symmetric_difference_update(vm: &mut Vm, args: Args) -> Res {
    for other in operands(vm, args.get(0), "symmetric_difference_update", &args.pos[1..])? {
        algebra::symmetric_update(vm, args.get(0), other)?;
    }
    Ok(Value::NONE)
}

pub(super) fn union(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "union", args.rest)?;
    let result = vm.heap.set_copy(set.tid(), set);
    for other in others.into_iter().filter(|o| *o != set) {
        algebra::update(vm, result, other)?;
    }
    Ok(result)
}

pub(super) fn difference(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "difference", args.rest)?;
    let mut result = set;
    for (n, other) in others.into_iter().enumerate() {
        if n == 0 {
            result = algebra::difference(vm, set.tid(), set, other)?;
        } else {
            algebra::difference_update(vm, result, other)?;
        }
    }
    Ok(if result == set { vm.heap.set_copy(set.tid(), set) } else { result })
}

pub(super) fn intersection(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "intersection", args.rest)?;
    let mut result = set;
    for other in others {
        result = algebra::intersection(vm, set.tid(), result, other)?;
    }
    Ok(if result == set { vm.heap.set_copy(set.tid(), set) } else { result })
}

pub(super) fn symmetric_difference(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let others = operands(vm, set, "symmetric_difference", &args.pos[1..])?;
    algebra::symmetric_difference(vm, set.tid(), set, others[0])
}

/// `isdisjoint` of a set or a set-like view.
pub fn isdisjoint(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let other = operands(vm, this, "isdisjoint", &args.pos[1..])?[0];
    if is_set(this) {
        return algebra::is_disjoint(vm, this, other).map(Value::bool);
    }
    // Iterates over the shorter, searches in the longer.
    let length = |vm: &Vm, v: Value| crate::ops::item::len(vm, v).unwrap_or(0);
    let swap = other.is_obj() && super::is_set_like(other.tid()) && length(vm, other) > length(vm, this);
    let (this, other) = if swap { (other, this) } else { (this, other) };
    if let Some(disjoint) = plain::no_keys_in(vm, other, this)? {
        return Ok(Value::bool(disjoint));
    }
    let mut disjoint = true;
    iter::for_each(vm, other, |vm, x| {
        disjoint = !vm.contains(this, x)?;
        Ok(disjoint)
    })?;
    Ok(Value::bool(disjoint))
}

pub(super) fn issubset(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let other = operands(vm, set, "issubset", &args.pos[1..])?[0];
    let other = if is_set(other) { other } else { algebra::build(vm, ids::SET, other)? };
    algebra::is_subset(vm, set, other).map(Value::bool)
}

pub(super) fn issuperset(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let other = operands(vm, set, "issuperset", &args.pos[1..])?[0];
    if is_set(other) {
        return algebra::is_subset(vm, other, set).map(Value::bool);
    }
    algebra::all_in(vm, other, set).map(Value::bool)
}

pub(super) fn reduce(vm: &mut Vm, args: Args) -> Res {
    let set = args.get(0);
    let keys: Vec<Value> = super::entries(vm, set).into_iter().map(|(_, key)| key).collect();
    let list = vm.new_list(&keys);
    let arguments = vm.new_tuple(&[list]);
    let this = vm.receiver(set);
    let class = vm.type_of(this);
    let state = if this.is(ids::INST) { vm.call_method(this, "__getstate__", &[])? } else { Value::NONE };
    Ok(vm.new_tuple(&[class, arguments, state]))
}
