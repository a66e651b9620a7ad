//! `==` and `hash()` of views.

use ttd_core::value::Value;

use super::layout::{self, HASH, View, peek, view};
use super::{contents, element, new};
use crate::ops::compare::{self, CmpOp};
use crate::{Vm, ids, native::*};

/// `x op y` where one is a view: equal shapes with equal items. NotImplemented when the other exports nothing.
pub(super) fn compare(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    if matches!(op, CmpOp::Eq | CmpOp::Ne)
        && let (Some(a), Some(b)) = (octets(vm, x), octets(vm, y))
    {
        return Ok(Value::bool((a == b) == (op == CmpOp::Eq)));
    }
    // A bytearray orders by its bytes, with any exporter.
    if x.is(ids::BYTEARRAY) || y.is(ids::BYTEARRAY) {
        let sides = [x, y].map(|v| if v.is(ids::BYTEARRAY) { None } else { peek(vm, v) });
        let sides = sides.map(|view| view.filter(View::is_c_contiguous));
        let mut octets = |v: Value, view: &Option<View>| match view {
            Some(view) => contents::contents(vm, view).map(Some),
            None => Ok(v.is(ids::BYTEARRAY).then(|| vm.heap.buffer(v).to_vec())),
        };
        if let (Some(a), Some(b)) = (octets(x, &sides[0])?, octets(y, &sides[1])?)
            && !matches!(op, CmpOp::Eq | CmpOp::Ne)
        {
            return Ok(Value::bool(op.holds(a.cmp(&b))));
        }
    }
    if !matches!(op, CmpOp::Eq | CmpOp::Ne) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    if x == y {
        return Ok(Value::bool(op == CmpOp::Eq && same_items(vm, x, y)? || op == CmpOp::Ne && !same_items(vm, x, y)?));
    }
    let (Some(a), Some(b)) = (operand(vm, x)?, operand(vm, y)?) else { return Ok(Value::NOT_IMPLEMENTED) };
    let same = same_items(vm, a, b)?;
    for (made, given) in [(a, x), (b, y)] {
        new::give_back(vm, made, given)?;
    }
    Ok(Value::bool(same == (op == CmpOp::Eq)))
}

/// The octets of a bytes object or of a view that shows no more than that.
fn octets(vm: &Vm, v: Value) -> Option<&[u8]> {
    match () {
        () if v.is(ids::BYTES) => Some(vm.heap.bytes(v)),
        () if v.is(ids::MEMORYVIEW) => layout::row(vm, v).filter(|row| row.letter == b'B')?.octets(vm),
        () => None,
    }
}

fn operand(vm: &mut Vm, v: Value) -> Res<Option<Value>> {
    if v.is(ids::MEMORYVIEW) { Ok(Some(v)) } else { new::try_acquire(vm, v) }
}

fn same_items(vm: &mut Vm, x: Value, y: Value) -> Res<bool> {
    // A released view equals only itself.
    let (Some(a), Some(b)) = (peek(vm, x), peek(vm, y)) else { return Ok(x == y) };
    if a.shape != b.shape {
        return Ok(false);
    }
    let (p, q) = (contents::contents(vm, &a)?, contents::contents(vm, &b)?);
    let (Some(m), Some(n)) = (a.letter(vm), b.letter(vm)) else { return Ok(false) };
    if m == n && !matches!(m, b'e' | b'f' | b'd' | b'?') {
        return Ok(p == q);
    }
    for (i, (p, q)) in p.chunks(a.itemsize).zip(q.chunks(b.itemsize)).enumerate() {
        let (p, q) = (element::unpack(vm, m, p), element::unpack(vm, n, q));
        // A NaN makes the views unequal.
        let same = match compare::scalars(vm, p, q) {
            Some(order) => order == Some(std::cmp::Ordering::Equal),
            None => vm.eq(p, q)?,
        };
        if !same {
            return Ok(false);
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    Ok(true)
}

/// Returns whether the contents of one may be copied into the other.
pub(super) fn same_structure(vm: &Vm, a: &View, b: &View) -> bool {
    let format = |v: &View| vm.heap.bytes(v.format).strip_prefix(b"@").unwrap_or(vm.heap.bytes(v.format)).to_vec();
    // Dimensions after an empty one do not matter.
    let same = a.shape.len() == b.shape.len() && a.shape == b.shape;
    same && a.itemsize == b.itemsize && format(a) == format(b)
}

/// `hash(m)`.
pub(super) fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let kept = vm.heap.slot(v, HASH);
    if !kept.is_unbound() {
        return Ok(vm.as_i64(kept).unwrap_or(0));
    }
    let view = view(vm, v)?;
    if !view.readonly {
        return Err(vm.value_error("cannot hash writable memoryview object"));
    }
    if !matches!(view.letter(vm), Some(b'B' | b'b' | b'c')) {
        return Err(vm.value_error("memoryview: hashing is restricted to formats 'B', 'b' or 'c'"));
    }
    vm.hash(view.exporter)?;
    let view: View = layout::view(vm, v)?;
    let hash = ttd_pyalgos::hash::string::hash_bytes(&contents::contents(vm, &view)?);
    let kept = vm.int(hash);
    vm.heap.set_slot(v, HASH, kept);
    Ok(hash)
}
