//! Arithmetic on small numbers, in a few machine instructions each.

use ttd_core::value::Value;

#[inline(always)]
pub(super) fn shifted(x: Value, y: Value, op: fn(i64, i64) -> (i64, bool)) -> (i64, bool) {
    op((x.raw() << 16) as i64, (y.raw() << 16) as i64)
}

#[inline(always)]
pub(super) fn half_shifted(x: Value, y: Value, op: fn(i64, i64) -> (i64, bool)) -> (i64, bool) {
    op(x.as_int(), (y.raw() << 16) as i64)
}

/// Python's `x % y` for `y > 0`; 32-bit division is much faster than 64-bit division.
#[inline(always)]
pub(super) fn small_mod(x: i64, y: i64) -> i64 {
    if (x | y) >> 32 == 0 { i64::from(x as u32 % y as u32) } else { x.rem_euclid(y) }
}

/// Python's `x // y` for `y > 0`.
#[inline(always)]
pub(super) fn small_div(x: i64, y: i64) -> i64 {
    if (x | y) >> 32 == 0 { i64::from(x as u32 / y as u32) } else { x.div_euclid(y) }
}

/// A float, or a small int, which is exact as a float.
#[inline(always)]
fn as_float(v: Value) -> Option<f64> {
    if v.is_float() {
        return Some(v.as_float());
    }
    v.is_int().then(|| v.as_int() as f64)
}

/// Two floats, or a float and a small int.
#[inline(always)]
pub(super) fn as_floats(x: Value, y: Value) -> Option<(f64, f64)> {
    if x.is_float() {
        return as_float(y).map(|y| (x.as_float(), y));
    }
    if y.is_float() { as_float(x).map(|x| (x, y.as_float())) } else { None }
}

/// `x / y` for floats and small ints; `None` for zero divisors and all else.
#[inline(always)]
pub(super) fn small_quotient(x: Value, y: Value) -> Option<Value> {
    let below = as_float(y)?;
    if below == 0.0 { None } else { Some(Value::float(as_float(x)? / below)) }
}
