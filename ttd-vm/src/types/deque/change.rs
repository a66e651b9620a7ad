//! Methods that change a deque, and its operators.

use ttd_core::value::Value;

use super::new::{copy_arguments, plain_copy};
use crate::operators::BinOp;
use crate::ops::{concat::check_size, item, iter};
use crate::{Vm, ids, native::*};

/// An end of a deque.
#[derive(Clone, Copy, PartialEq, Eq)]
enum End {
    Left,
    Right,
}

/// Adds an item at one end; beyond the limit the item at the other end is dropped.
fn push(vm: &mut Vm, deque: Value, end: End, item: Value) {
    match end {
        End::Left => vm.heap.deque_push_front(deque, item),
        End::Right => vm.heap.deque_push_back(deque, item),
    }
    if vm.heap.deque_limit(deque).is_some_and(|limit| vm.heap.deque_len(deque) > limit) {
        match end {
            End::Left => vm.heap.deque_pop_back(deque),
            End::Right => vm.heap.deque_pop_front(deque),
        };
    }
}

pub(super) fn append(vm: &mut Vm, args: Args) -> Res {
    push(vm, args.get(0), End::Right, args.get(1));
    Ok(Value::NONE)
}

pub(super) fn appendleft(vm: &mut Vm, args: Args) -> Res {
    push(vm, args.get(0), End::Left, args.get(1));
    Ok(Value::NONE)
}

pub(super) fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.deque_clear(args.get(0));
    Ok(Value::NONE)
}

pub(super) fn pop(vm: &mut Vm, args: Args) -> Res {
    vm.heap.deque_pop_back(args.get(0)).ok_or_else(|| vm.index_error("pop from an empty deque"))
}

pub(super) fn popleft(vm: &mut Vm, args: Args) -> Res {
    vm.heap.deque_pop_front(args.get(0)).ok_or_else(|| vm.index_error("pop from an empty deque"))
}

pub(super) fn reverse(vm: &mut Vm, args: Args) -> Res {
    vm.heap.deque_reverse(args.get(0));
    Ok(Value::NONE)
}

/// Converts an argument to 64 bits.
fn word(vm: &mut Vm, v: Value) -> Res<i64> {
    let index = vm.index(v)?;
    vm.as_i64(index).ok_or_else(|| vm.overflow_error("Python int too large to convert to C ssize_t"))
}

pub(super) fn rotate(vm: &mut Vm, args: Args) -> Res {
    let n = match args.opt(1) {
        Some(n) => word(vm, n)?,
        None => 1,
    };
    vm.heap.deque_rotate(args.get(0), n);
    Ok(Value::NONE)
}

pub(super) fn insert(vm: &mut Vm, args: Args) -> Res {
    let (deque, at) = (args.get(0), word(vm, args.get(1))?);
    let len = vm.heap.deque_len(deque);
    if vm.heap.deque_limit(deque) == Some(len) {
        return Err(vm.index_error("deque already at its maximum size"));
    }
    let len = len as i64;
    let at = if at < 0 { at.saturating_add(len).max(0) } else { at.min(len) };
    vm.heap.deque_insert(deque, at as usize, args.get(2));
    Ok(Value::NONE)
}

pub(super) fn extend(vm: &mut Vm, args: Args) -> Res {
    extend_by(vm, args.get(0), args.get(1), Value::NONE)
}

/// Appends the items of an iterable and returns `result`.
pub(super) fn extend_by(vm: &mut Vm, deque: Value, iterable: Value, result: Value) -> Res {
    extend_at(vm, deque, End::Right, iterable, result)
}

pub(super) fn extendleft(vm: &mut Vm, args: Args) -> Res {
    extend_at(vm, args.get(0), End::Left, args.get(1), Value::NONE)
}

fn extend_at(vm: &mut Vm, deque: Value, end: End, iterable: Value, result: Value) -> Res {
    if vm.unwrap(iterable) == deque {
        for item in vm.heap.deque_items(deque) {
            push(vm, deque, end, item);
        }
        return Ok(result);
    }
    // A deque with limit 0 exhausts the iterable and stays empty.
    let useless = vm.heap.deque_limit(deque) == Some(0);
    if vm.plain_iterable(iterable) {
        let fits = vm.heap.deque_limit(deque).is_some();
        let room = if fits { 0 } else { item::len(vm, iterable).unwrap_or(0) };
        check_size(vm, room, 1, 8)?;
        if !fits && end == End::Right && vm.heap.deque_len(deque) == 0 {
            let mut items = Vec::new();
            let done = iter::items_into(vm, iterable, &mut items);
            // Those before an error are there.
            if !items.is_empty() {
                vm.heap.deque_replace(deque, &items);
            }
            return done.map(|()| result);
        }
        iter::for_each(vm, iterable, |vm, item| {
            if !useless {
                push(vm, deque, end, item);
            }
            Ok(true)
        })?;
        return Ok(result);
    }
    let f = vm.lib(match (useless, end) {
        (true, _) => "deque_consume",
        (_, End::Left) => "deque_extendleft",
        (_, End::Right) => "deque_extend",
    });
    Err(vm.tail_call(f, &[deque, iterable, result]))
}

/// `deque += iterable` and `deque *= count`.
pub(super) fn inplace(vm: &mut Vm, op: BinOp, deque: Value, other: Value) -> Res {
    match op {
        BinOp::Add => iadd(vm, deque, other),
        BinOp::Mul if vm.is_integer(other) => imul(vm, deque, other),
        _ => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// `deque += iterable`.
fn iadd(vm: &mut Vm, deque: Value, iterable: Value) -> Res {
    let this = vm.receiver(deque);
    extend_by(vm, deque, iterable, this)
}

/// `deque + other`: NotImplemented when the other is no deque.
pub(super) fn concat(vm: &mut Vm, deque: Value, other: Value) -> Res {
    let this = vm.receiver(deque);
    if vm.payload(other, ids::DEQUE).is_none() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    if this == deque {
        let made = plain_copy(vm, deque);
        return extend_by(vm, made, other, made);
    }
    let [class, this, limit] = copy_arguments(vm, deque, this)?;
    let f = vm.lib("deque_add");
    Err(vm.tail_call(f, &[class, this, limit, other]))
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    concat(vm, args.get(0), args.get(1))
}

/// `deque * count` and `count * deque` by name.
pub(super) fn mul(vm: &mut Vm, args: Args) -> Res {
    let (deque, given) = (args.get(0), args.get(1));
    let this = vm.receiver(deque);
    let mut count = vm.unwrap(given);
    if !vm.is_integer(count) {
        // The other operand's `__rmul__` goes first.
        if vm.special_named(given, vm.names.index).is_none() || vm.special(given, "__rmul__").is_some() {
            return Ok(Value::NOT_IMPLEMENTED);
        }
        count = vm.index(given)?;
    }
    if this == deque {
        return repeat(vm, deque, count);
    }
    let [class, this, limit] = copy_arguments(vm, deque, this)?;
    let f = vm.lib("deque_repeat");
    Err(vm.tail_call(f, &[class, this, limit, count]))
}

/// `deque * count` of an exact deque.
pub(super) fn repeat(vm: &mut Vm, deque: Value, count: Value) -> Res {
    let made = plain_copy(vm, deque);
    imul(vm, made, count)
}

/// `deque *= count`.
fn imul(vm: &mut Vm, deque: Value, count: Value) -> Res {
    let Some(count) = vm.as_i64(count) else {
        return Err(vm.overflow_error("cannot fit 'int' into an index-sized integer"));
    };
    let (len, count) = (vm.heap.deque_len(deque), count.max(0) as usize);
    if len == 0 || count == 1 {
        return Ok(deque);
    }
    let kept = vm.heap.deque_limit(deque).unwrap_or(usize::MAX);
    let total = len.saturating_mul(count).min(kept);
    check_size(vm, total, 1, 8)?;
    let items = vm.heap.deque_items(deque);
    // The repetition is long enough to end with whole copies, so its last `total` items begin here.
    let skipped = (len - total % len) % len;
    let repeated: Vec<Value> = items.iter().cycle().skip(skipped).take(total).copied().collect();
    vm.heap.deque_replace(deque, &repeated);
    Ok(deque)
}
