//! `timedelta(...)`: integers are exact, fractions are carried along and rounded once.

use ttd_core::value::Value;

use super::{DAY, DELTA, SECOND, class, delta};
use crate::ops::construct;
use crate::{Vm, native::*};

/// The parameters with the microseconds of one, in the order in which CPython adds them.
const UNITS: [(usize, &str, i64); 7] = [
    (3, "microseconds", 1),
    (4, "milliseconds", 1000),
    (2, "seconds", SECOND),
    (5, "minutes", 60 * SECOND),
    (6, "hours", 3600 * SECOND),
    (1, "days", DAY),
    (7, "weeks", 7 * DAY),
];

pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let (mut whole, mut rest) = (0_i128, 0.0_f64);
    for (at, name, unit) in UNITS {
        let Some(given) = args.opt(at) else { continue };
        let added = add(vm, given, name, unit, &mut rest)?;
        whole = match whole.checked_add(added) {
            Some(whole) => whole,
            None => return Err(too_large(vm)),
        };
    }
    if rest != 0.0 {
        whole += rounded(whole, rest);
    }
    let made = delta::make(vm, whole)?;
    let builtin = class(vm, DELTA);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

fn too_large(vm: &mut Vm) -> Trap {
    vm.overflow_error("Python int too large to convert to C int")
}

/// The whole microseconds of one argument; the fraction is added to `rest`.
fn add(vm: &mut Vm, given: Value, name: &str, unit: i64, rest: &mut f64) -> Res<i128> {
    if given.is_int() {
        return Ok(i128::from(given.as_int()) * i128::from(unit));
    }
    let value = vm.unwrap(given);
    if vm.is_integer(value) {
        let n = vm.as_i64(value).map(|n| i128::from(n) * i128::from(unit));
        return n.ok_or(()).map_err(|()| too_large(vm));
    }
    if !value.is_float() {
        let kind = vm.type_name(given);
        return Err(vm.type_error(format!("unsupported type for timedelta {name} component: {kind}")));
    }
    let number = value.as_float();
    let (high, fraction) = whole_part(vm, number)?;
    let mut sum = high * i128::from(unit);
    if fraction != 0.0 {
        let (low, left) = whole_part(vm, unit as f64 * fraction)?;
        sum += low;
        *rest += left;
    }
    Ok(sum)
}

/// Whole part and fraction of a number.
fn whole_part(vm: &mut Vm, number: f64) -> Res<(i128, f64)> {
    if number.is_nan() {
        return Err(vm.value_error("cannot convert float NaN to integer"));
    }
    if number.is_infinite() {
        return Err(vm.overflow_error("cannot convert float infinity to integer"));
    }
    let whole = number.trunc();
    if whole.abs() > 1e24 {
        return Err(too_large(vm));
    }
    Ok((whole as i128, number - whole))
}

/// Rounds a rest half to even, where evenness is that of the sum.
fn rounded(whole: i128, rest: f64) -> i128 {
    let near = rest.round();
    if (near - rest).abs() != 0.5 {
        return near as i128;
    }
    let odd = if whole.rem_euclid(2) == 1 { 1.0 } else { 0.0 };
    (2.0 * ((rest + odd) * 0.5).round() - odd) as i128
}
