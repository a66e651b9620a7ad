//! Comparisons of exact builtin values: what `==`, `<` and the others mean for numbers, text and containers.
//!
//! `rich` knows nothing of user-defined methods of its operands (the protocol around it, `Vm::rich`, does), but the
//! *elements* of containers are compared with the full protocol. `NotImplemented` says that the types do not match.

use std::cmp::Ordering;

use ttd_core::value::Value;

use crate::{Vm, ids, native::*, types};

/// A comparison.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum CmpOp {
    /// `<`.
    Lt,
    /// `<=`.
    Le,
    /// `==`.
    Eq,
    /// `!=`.
    Ne,
    /// `>`.
    Gt,
    /// `>=`.
    Ge,
}

impl CmpOp {
    /// As it is written.
    pub const fn symbol(self) -> &'static str {
        ["<", "<=", "==", "!=", ">", ">="][self as usize]
    }

    /// What the right operand is asked: `a < b` is `b > a`.
    pub const fn swapped(self) -> CmpOp {
        [CmpOp::Gt, CmpOp::Ge, CmpOp::Eq, CmpOp::Ne, CmpOp::Lt, CmpOp::Le][self as usize]
    }

    /// Whether it holds for operands in this order.
    #[inline]
    pub fn holds(self, order: Ordering) -> bool {
        match self {
            CmpOp::Lt => order.is_lt(),
            CmpOp::Le => order.is_le(),
            CmpOp::Eq => order.is_eq(),
            CmpOp::Ne => order.is_ne(),
            CmpOp::Gt => order.is_gt(),
            CmpOp::Ge => order.is_ge(),
        }
    }

    /// The answer for operands that are unordered (a NaN): only `!=` holds.
    #[inline]
    pub fn holds_opt(self, order: Option<Ordering>) -> bool {
        order.map_or(self == CmpOp::Ne, |o| self.holds(o))
    }
}

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
    Ok(Value::NOT_IMPLEMENTED)
}

/// `a op b` of two strings or of two long ints: what is compared most beside short numbers. `None` for all others.
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
    (a.is(ids::BIGINT) && b.is(ids::BIGINT)).then(|| op.holds(types::int::compare_longs(vm, a, b)))
}

/// The order of two numbers, strings or bytes, `None` inside when they are unordered; `None` when it is not decided
/// by their values alone.
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
    if numbers { Some(types::int::compare_numbers(vm, x, y)) } else { None }
}

fn is_bytes(v: Value) -> bool {
    v.is(ids::BYTES) || v.is(ids::BYTEARRAY)
}

fn octets(vm: &Vm, v: Value) -> &[u8] {
    if v.is(ids::BYTEARRAY) { vm.heap.buffer(v) } else { vm.heap.bytes(v) }
}

/// Containers within containers that are compared: deeper ones are taken to be endless.
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
        (ids::WEAKREF, ids::WEAKREF) if equality => {
            Some(types::weakref::same(vm, x, y).map(|same| Value::bool(same == (op == CmpOp::Eq))))
        }
        (ids::ARRAY, ids::ARRAY) => Some(crate::modules::array::compare(vm, op, x, y)),
        (ids::DEQUE, ids::DEQUE) => Some(types::deque::compare(vm, op, x, y)),
        (ids::DICT, ids::DICT) if equality => Some(dicts(vm, x, y).map(|same| Value::bool(same == (op == CmpOp::Eq)))),
        (p, q) if types::set::is_set_like(p) && types::set::is_set_like(q) => Some(types::set::compare(vm, op, x, y)),
        (ids::RANGE, ids::RANGE) if equality => {
            Some(types::range::same(vm, x, y).map(|same| Value::bool(same == (op == CmpOp::Eq))))
        }
        (ids::SLICE, ids::SLICE) => Some(slices(vm, op, x, y)),
        (ids::RE_PATTERN, ids::RE_PATTERN) if equality => {
            let same = crate::modules::sre::pattern::same(vm, x, y);
            Some(same.map(|same| Value::bool(same == (op == CmpOp::Eq))))
        }
        (ids::MAPPINGPROXY, _) => {
            let inner = vm.heap.slot(x, 0);
            Some(vm.rich(op, inner, y))
        }
        (ids::CELL, ids::CELL) => Some(cells(vm, op, x, y)),
        (ids::CODE, ids::CODE) if equality => {
            Some(Ok(Value::bool(types::function::same_code(vm, x, y) == (op == CmpOp::Eq))))
        }
        (ids::MEMORYVIEW, _) | (_, ids::MEMORYVIEW) => Some(types::memoryview::compare(vm, op, x, y)),
        (ids::METHOD, ids::METHOD) | (ids::BUILTIN, ids::BUILTIN) | (ids::WRAPPER, ids::WRAPPER) if equality => {
            // The shape of a builtin method says which function it is.
            let same = vm.heap.shape(x) == vm.heap.shape(y) && vm.heap.slots(x) == vm.heap.slots(y);
            Some(Ok(Value::bool(same == (op == CmpOp::Eq))))
        }
        _ => complex(vm, op, x, y),
    }
}

fn complex(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) || !(x.is(ids::COMPLEX) || y.is(ids::COMPLEX)) {
        return None;
    }
    types::complex::equals(vm, x, y).map(|same| Ok(Value::bool(same == (op == CmpOp::Eq))))
}

/// The items of a sequence that may shrink while user code compares its elements.
fn item_at(vm: &Vm, v: Value, i: usize) -> Option<Value> {
    match v.tid() {
        ids::LIST => vm.heap.list(v).get(i).copied(),
        _ => vm.heap.tuple(v).get(i).copied(),
    }
}

fn length(vm: &Vm, v: Value) -> usize {
    match v.tid() {
        ids::LIST => vm.heap.list(v).len(),
        _ => vm.heap.tuple(v).len(),
    }
}

/// Lexicographic: the first pair of elements that differ decides, then the lengths.
fn sequences(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    if equality && length(vm, x) != length(vm, y) {
        return Ok(Value::bool(op == CmpOp::Ne));
    }
    let mut i = 0;
    while let (Some(p), Some(q)) = (item_at(vm, x, i), item_at(vm, y, i)) {
        if !elements_equal(vm, p, q)? {
            // What compared them may have made the lists shorter: then these two are no longer there.
            if i >= length(vm, x) || i >= length(vm, y) {
                break;
            }
            return if equality { Ok(Value::bool(op == CmpOp::Ne)) } else { vm.rich(op, p, q) };
        }
        i += 1;
        if i % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(Value::bool(op.holds(length(vm, x).cmp(&length(vm, y)))))
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

/// Slices compare as the tuples of their parts do.
fn slices(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    if x == y {
        return Ok(Value::bool(op.holds(Ordering::Equal)));
    }
    for i in 0..3 {
        let (p, q) = (vm.heap.slot(x, i), vm.heap.slot(y, i));
        if !elements_equal(vm, p, q)? {
            return match op {
                CmpOp::Eq => Ok(Value::FALSE),
                CmpOp::Ne => Ok(Value::TRUE),
                _ => vm.rich(op, p, q),
            };
        }
    }
    Ok(Value::bool(op.holds(Ordering::Equal)))
}

/// Cells compare by their contents; an empty one is smaller than any other.
fn cells(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    let (p, q) = (vm.heap.slot(x, 0), vm.heap.slot(y, 0));
    if p.is_unbound() || q.is_unbound() {
        return Ok(Value::bool(op.holds((!p.is_unbound()).cmp(&!q.is_unbound()))));
    }
    vm.rich(op, p, q)
}
