//! Integers as decimal text, within CPython's limit on digits: programs see its ValueError.

use malachite_bigint::BigInt;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::slots;

/// Default of the most decimal digits that `int` and `str` convert.
pub const MAX_STR_DIGITS: usize = 4300;
/// Least limit that a program may set.
pub const LEAST_LIMIT: i64 = 640;

/// Returns the decimal text of an int or bool.
pub fn decimal(vm: &mut Vm, v: Value) -> Res<String> {
    if let Some(i) = vm.as_i64(v) {
        return Ok(i.to_string());
    }
    let big = vm.as_big(v).unwrap_or_default();
    big_decimal(vm, &big)
}

/// Returns the decimal text of a big integer.
pub fn big_decimal(vm: &mut Vm, i: &BigInt) -> Res<String> {
    // Below 3 bits per digit the limit is safe; above 4 it is exceeded.
    let limit = limit(vm);
    if i.bits() > (limit as u64).saturating_mul(4).saturating_add(4) {
        return Err(too_long_to_write(vm, limit));
    }
    let text = i.to_str_radix(10);
    if text.trim_start_matches('-').len() > limit { Err(too_long_to_write(vm, limit)) } else { Ok(text) }
}

/// Returns the most digits that the program allows; 0 is no limit.
pub fn limit(vm: &Vm) -> usize {
    match vm.global(slots::INT_DIGITS).as_int() {
        0 => usize::MAX,
        n => n as usize,
    }
}

fn too_long_to_write(vm: &mut Vm, limit: usize) -> Trap {
    vm.value_error(format!(
        "Exceeds the limit ({limit} digits) for integer string conversion; use sys.set_int_max_str_digits() to \
         increase the limit"
    ))
}
