//! Comparisons of exact builtin values: what `==`, `<` and the others mean for numbers, text and containers.
//!
//! `rich` knows nothing of user-defined methods of its operands (the protocol around it, `Vm::rich`, does), but the
//! *elements* of containers are compared with the full protocol. `NotImplemented` says that the types do not match.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::iter::sequence_items;
pub use crate::operators::CmpOp;
use crate::{Vm, ids, native::*, types};

/// `a op b` for builtin operands, also inside instances of Python subclasses; `NotImplemented` where their types say
/// nothing about each other.
pub fn rich(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Res {
    if Value::both_int(a, b) {
        return Ok(Value::bool(op.holds(a.as_int().cmp(&b.as_int()))));
    }
    let (x, y) = (vm.unwrap(a), vm.unwrap(b));
    if let Some(order) = scalars(vm, x, y) {
        return Ok(Value::bool(op.holds_opt(order)));
    }
    if let Some(found) = containers(vm, op, x, y) {
        return found;
    }
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    if equality && a == b {
        return Ok(Value::bool(op == CmpOp::Eq));
    }
    if equality && (is_bytes(x) || is_bytes(y)) {
        types::bytes::warnings::about_comparison(vm, x, y)?;
    }
    Ok(Value::NOT_IMPLEMENTED)
}

/// What kind of value it is, where no value of one kind equals one of another.
#[inline(always)]
fn kind(v: Value) -> Option<u8> {
    if !v.is_obj() {
        return if v.is_none() { Some(1) } else { (v.is_int() || v.is_float()).then_some(2) };
    }
    match v.tid() {
        ids::BIGINT => Some(2),
        ids::STR => Some(3),
        ids::TUPLE => Some(4),
        ids::LIST => Some(5),
        ids::DICT => Some(6),
        _ => None,
    }
}

/// Compares two strings, two long ints or two values of unlike kinds for equality, the commonest operands beside short
/// numbers. `None` for all others.
#[inline(always)]
pub fn plain(vm: &Vm, op: CmpOp, a: Value, b: Value) -> Option<bool> {
    if a.is(ids::STR) && b.is(ids::STR) {
        let (x, y) = (vm.heap.bytes(a), vm.heap.bytes(b));
        return Some(match op {
            CmpOp::Eq => a == b || x == y,
            CmpOp::Ne => a != b && x != y,
            _ => op.holds(if a == b { Ordering::Equal } else { x.cmp(y) }),
        });
    }
    if a.is(ids::BIGINT) && b.is(ids::BIGINT) {
        return Some(op.holds(types::int::compare_longs(vm, a, b)));
    }
    let (p, q) = (kind(a)?, kind(b)?);
    (p != q && matches!(op, CmpOp::Eq | CmpOp::Ne)).then_some(op == CmpOp::Ne)
}

/// Returns the order of two numbers, texts, bytes or dates, with `None` inside when they are unordered; `None` when
/// their values alone do not decide.
#[inline]
pub fn scalars(vm: &Vm, x: Value, y: Value) -> Option<Option<Ordering>> {
    if x.is(ids::STR) && y.is(ids::STR) || is_bytes(x) && is_bytes(y) {
        // The order of WTF-8 is the order of code points.
        return Some(Some(if x == y { Ordering::Equal } else { octets(vm, x).cmp(octets(vm, y)) }));
    }
    if x.is_float() && y.is_float() {
        return Some(x.as_float().partial_cmp(&y.as_float()));
    }
    let numbers = (x.is_float() || vm.is_integer(x)) && (y.is_float() || vm.is_integer(y));
    if numbers { Some(types::int::compare_numbers(vm, x, y)) } else { objects(vm, x, y).map(Some) }
}

/// Returns the order of two objects of one type that determines it by them alone: dates, decimal numbers.
fn objects(vm: &Vm, x: Value, y: Value) -> Option<Ordering> {
    if !x.is_obj() || !y.is_obj() || x.tid() != y.tid() {
        return None;
    }
    if x.is(ids::INST) {
        return vm.loaded.decimal_order.and_then(|order| order(vm, x, y));
    }
    vm.slots_of(x).order.and_then(|order| order(vm, x, y))
}

fn is_bytes(v: Value) -> bool {
    v.is(ids::BYTES) || v.is(ids::BYTEARRAY)
}

fn octets(vm: &Vm, v: Value) -> &[u8] {
    if v.is(ids::BYTEARRAY) { vm.heap.buffer(v) } else { vm.heap.bytes(v) }
}

/// Depth of nested containers at which comparing raises RecursionError.
const DEEPEST: u32 = 10_000;

fn containers(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    if vm.limits.compare_depth >= DEEPEST {
        return Some(Err(vm.recursion_error("maximum recursion depth exceeded in comparison")));
    }
    vm.limits.compare_depth += 1;
    let found = containers_within(vm, op, x, y);
    vm.limits.compare_depth -= 1;
    found
}

fn containers_within(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    if !x.is_obj() || !y.is_obj() {
        return complex(vm, op, x, y);
    }
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    match (x.tid(), y.tid()) {
        (ids::LIST, ids::LIST) | (ids::TUPLE, ids::TUPLE) => Some(sequences(vm, op, x, y)),
        (ids::DICT, ids::DICT) if equality => Some(dicts(vm, x, y).map(|same| Value::bool(same == (op == CmpOp::Eq)))),
        (p, q) if types::set::is_set_like(p) && types::set::is_set_like(q) => Some(types::set::compare(vm, op, x, y)),
        _ => by_slot(vm, op, x, y).or_else(|| complex(vm, op, x, y)),
    }
}

/// Asks the slot of the left operand, then that of the right one if it is `compares_reflected`.
fn by_slot(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    let (left, right) = (vm.slots_of(x), vm.slots_of(y));
    let found = left.compare.and_then(|compare| compare(vm, op, x, y));
    if found.is_some() || !right.compares_reflected {
        return found;
    }
    right.compare.and_then(|compare| compare(vm, op, x, y))
}

/// Compares two values of one type whose slot knows `==` and `!=` only.
pub fn by_equality(
    vm: &mut Vm,
    op: CmpOp,
    x: Value,
    y: Value,
    same: fn(&mut Vm, Value, Value) -> Res<bool>,
) -> Option<Res> {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || x.tid() != y.tid() {
        return None;
    }
    Some(same(vm, x, y).map(|same| Value::bool(same == (op == CmpOp::Eq))))
}

fn complex(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !(x.is(ids::COMPLEX) || y.is(ids::COMPLEX)) {
        return None;
    }
    types::complex::equals(vm, x, y).map(|same| Ok(Value::bool(same == (op == CmpOp::Eq))))
}

/// Returns an item of a sequence that may shrink while user code compares elements.
fn item_at(vm: &Vm, v: Value, i: usize) -> Option<Value> {
    sequence_items(vm, v).get(i).copied()
}

fn length(vm: &Vm, v: Value) -> usize {
    sequence_items(vm, v).len()
}

/// Lexicographic: the first pair of elements that differ decides, then the lengths.
fn sequences(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    if equality && length(vm, x) != length(vm, y) {
        return Ok(Value::bool(op == CmpOp::Ne));
    }
    let mut i = plain_prefix(vm, x, y, 0);
    while let (Some(p), Some(q)) = (item_at(vm, x, i), item_at(vm, y, i)) {
        if !elements_equal(vm, p, q)? {
            // Comparing may have shortened the lists past this pair.
            if i >= length(vm, x) || i >= length(vm, y) {
                break;
            }
            return if equality { Ok(Value::bool(op == CmpOp::Ne)) } else { vm.rich(op, p, q) };
        }
        vm.check_interrupt()?;
        i = plain_prefix(vm, x, y, i + 1);
    }
    Ok(Value::bool(op.holds(length(vm, x).cmp(&length(vm, y)))))
}

/// Returns the position of the first pair at or after `from` that is not seen to be equal without Python code, at most
/// a few thousand on.
fn plain_prefix(vm: &Vm, x: Value, y: Value, from: usize) -> usize {
    const MOST: usize = 4096;
    let (Some(xs), Some(ys)) = (sequence_items(vm, x).get(from..), sequence_items(vm, y).get(from..)) else {
        return from;
    };
    let same = |(p, q): &(&Value, &Value)| p == q || plain_same(vm, **p, **q);
    from + xs.iter().zip(ys).take(MOST).take_while(same).count()
}

#[inline]
fn plain_same(vm: &Vm, p: Value, q: Value) -> bool {
    !Value::both_int(p, q) && scalars(vm, p, q) == Some(Some(Ordering::Equal))
}

/// `p is q or p == q`, quickly for scalars.
#[inline]
pub fn elements_equal(vm: &mut Vm, p: Value, q: Value) -> Res<bool> {
    if p == q {
        return Ok(true);
    }
    if let Some(order) = scalars(vm, p, q) {
        return Ok(order == Some(Ordering::Equal));
    }
    if p.is(ids::TUPLE) && q.is(ids::TUPLE) || p.is(ids::LIST) && q.is(ids::LIST) {
        // What `rich` would come to.
        let same = containers(vm, CmpOp::Eq, p, q).unwrap_or(Ok(Value::FALSE))?;
        return Ok(same == Value::TRUE);
    }
    vm.eq(p, q)
}

fn dicts(vm: &mut Vm, x: Value, y: Value) -> Res<bool> {
    if vm.heap.dict_len(x) != vm.heap.dict_len(y) {
        return Ok(false);
    }
    let mut at = 0;
    while let Some((next, key, hash, value)) = vm.dict_next(x, at) {
        at = next;
        let Some(found) = vm.dict_find_key(y, key, hash)? else {
            return Ok(false);
        };
        let other = vm.dict_value_at(y, found);
        if !elements_equal(vm, value, other)? {
            return Ok(false);
        }
        if at % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(true)
}
