//! Integers as decimal text, within CPython's limit: both directions take quadratic time there, and a program that
//! relies on the ValueError sees it here too.

use malachite_bigint::BigInt;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};

/// The most decimal digits that `int` and `str` convert, CPython's default.
pub const MAX_STR_DIGITS: usize = 4300;
/// Below so many bits no number has more digits than the limit.
const SAFE_BITS: u64 = 14_284;

/// The decimal text of an int or bool.
pub fn decimal(vm: &mut Vm, v: Value) -> Res<String> {
    if let Some(i) = vm.as_i64(v) {
        return Ok(i.to_string());
    }
    let big = vm.as_big(v).unwrap_or_default();
    big_decimal(vm, &big)
}

/// The decimal text of a big integer.
pub fn big_decimal(vm: &mut Vm, i: &BigInt) -> Res<String> {
    if i.bits() > SAFE_BITS * 2 {
        return Err(too_long_to_write(vm));
    }
    let text = i.to_str_radix(10);
    if text.trim_start_matches('-').len() > MAX_STR_DIGITS { Err(too_long_to_write(vm)) } else { Ok(text) }
}

fn too_long_to_write(vm: &mut Vm) -> Trap {
    vm.value_error(format!(
        "Exceeds the limit ({MAX_STR_DIGITS} digits) for integer string conversion; use sys.set_int_max_str_digits() to \
         increase the limit"
    ))
}
