//! What the loop does with small numbers and windows, in a few machine instructions each.

use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use crate::vm::code::CodeRt;

/// The immediates that `load_imm` can load.
pub(super) const IMMEDIATES: [Value; 5] = [Value::NONE, Value::FALSE, Value::TRUE, Value::ELLIPSIS, Value::UNBOUND];

/// What an instruction loads, if that is the same at all times and does not come from elsewhere.
pub(crate) fn loaded_constant(code: &CodeRt, at: u32) -> Option<Value> {
    let ins = code.original(at);
    match ins.op {
        Op::LoadConst => code.consts.get(ins.wide() as usize).copied(),
        Op::LoadInt => Some(Value::int(i64::from(ins.b as i16))),
        Op::LoadImm => IMMEDIATES.get(usize::from(ins.b)).copied(),
        Op::ClearLocal => Some(Value::UNBOUND),
        _ => None,
    }
}

#[inline(always)]
pub(super) fn shifted(x: Value, y: Value, op: fn(i64, i64) -> (i64, bool)) -> (i64, bool) {
    op((x.raw() << 16) as i64, (y.raw() << 16) as i64)
}

#[inline(always)]
pub(super) fn half_shifted(x: Value, y: Value, op: fn(i64, i64) -> (i64, bool)) -> (i64, bool) {
    op(x.as_int(), (y.raw() << 16) as i64)
}

/// Python's `x % y` for `y > 0`; dividing 32-bit numbers is much faster than dividing 64-bit ones.
#[inline(always)]
pub(super) fn small_mod(x: i64, y: i64) -> i64 {
    if (x | y) >> 32 == 0 { i64::from(x as u32 % y as u32) } else { x.rem_euclid(y) }
}

/// Python's `x // y` for `y > 0`.
#[inline(always)]
pub(super) fn small_div(x: i64, y: i64) -> i64 {
    if (x | y) >> 32 == 0 { i64::from(x as u32 / y as u32) } else { x.div_euclid(y) }
}

/// A float, or an inline int, which is exact as one.
#[inline(always)]
fn as_float(v: Value) -> Option<f64> {
    if v.is_float() {
        return Some(v.as_float());
    }
    v.is_int().then(|| v.as_int() as f64)
}

/// Two floats, or a float and an inline int.
#[inline(always)]
pub(super) fn as_floats(x: Value, y: Value) -> Option<(f64, f64)> {
    if x.is_float() {
        return as_float(y).map(|y| (x.as_float(), y));
    }
    if y.is_float() { as_float(x).map(|x| (x, y.as_float())) } else { None }
}

/// `x / y` for floats and inline ints; `None` for zero below and for all else.
#[inline(always)]
pub(super) fn small_quotient(x: Value, y: Value) -> Option<Value> {
    let below = as_float(y)?;
    if below == 0.0 { None } else { Some(Value::float(as_float(x)? / below)) }
}

/// Makes the registers from `p` to `end` NULL, and up to three after them, which mean nothing: four at a time.
///
/// # Safety
/// The registers must lie in the stack reservation, with room for three more.
#[inline(always)]
pub(crate) unsafe fn clear_window(mut p: *mut Value, end: *mut Value) {
    // SAFETY: the caller's promise.
    unsafe {
        while p < end {
            p.cast::<[Value; 4]>().write([Value::UNBOUND; 4]);
            p = p.add(4);
        }
    }
}
