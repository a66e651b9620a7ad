//! Functions on floats that return other types or accept integers of any size.

use malachite_bigint::BigInt;
use num_traits::Signed;
use rustpython_common::float_ops;
use ttd_core::value::Value;

use super::{domain_error, range_error};
use crate::Vm;
use crate::native::{Args, Res};
use crate::ops::construct::{call_special, user_special};
use crate::types::float::real_argument;
use crate::types::int::division::quotient;
use crate::types::int::{big, new::truncate};

/// Rounds to an integer: by the method of the argument's class if it has one, else as a float.
fn to_integer(vm: &mut Vm, args: &Args, method: &str, round: fn(f64) -> f64) -> Res {
    let x = args.get(0);
    if let Some(f) = user_special(vm, x, method) {
        return call_special(vm, f, x, &[]);
    }
    let v = vm.unwrap(x);
    if vm.is_integer(v) {
        return vm.index(v);
    }
    let x = real_argument(vm, x)?;
    truncate(vm, round(x))
}

/// `math.floor(x)`.
pub fn floor(vm: &mut Vm, args: Args) -> Res {
    to_integer(vm, &args, "__floor__", f64::floor)
}

/// `math.ceil(x)`.
pub fn ceil(vm: &mut Vm, args: Args) -> Res {
    to_integer(vm, &args, "__ceil__", f64::ceil)
}

/// `math.trunc(x)`.
pub fn trunc(vm: &mut Vm, args: Args) -> Res {
    let x = args.get(0);
    let v = vm.unwrap(x);
    let number = v.is_float() || vm.is_integer(v);
    if !number && user_special(vm, x, "__trunc__").is_none() {
        let name = vm.type_name(x);
        return Err(vm.type_error(format!("type {name} doesn't define __trunc__ method")));
    }
    to_integer(vm, &args, "__trunc__", f64::trunc)
}

/// `math.fma(x, y, z)`.
pub fn fma(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let y = real_argument(vm, args.get(1))?;
    let z = real_argument(vm, args.get(2))?;
    let r = x.mul_add(y, z);
    if r.is_nan() && !x.is_nan() && !y.is_nan() && !z.is_nan() {
        return Err(vm.value_error("invalid operation in fma"));
    }
    if r.is_infinite() && x.is_finite() && y.is_finite() && z.is_finite() {
        return Err(vm.overflow_error("overflow in fma"));
    }
    Ok(Value::float_any(r))
}

/// `math.frexp(x)`.
pub fn frexp(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let (mantissa, exponent) = big::frexp(x);
    Ok(vm.new_tuple(&[Value::float_any(mantissa), Value::int(i64::from(exponent))]))
}

/// `math.ldexp(x, i)`.
pub fn ldexp(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let exponent = vm.unwrap(args.get(1));
    if !vm.is_integer(exponent) {
        return Err(vm.type_error("Expected an int as second argument to ldexp."));
    }
    let exponent = vm.as_i64(exponent).unwrap_or_else(|| {
        let negative = vm.as_big(exponent).is_some_and(|i| i.is_negative());
        if negative { i64::MIN } else { i64::MAX }
    });
    // No two floats are 5000 powers of two apart.
    let r = big::ldexp(x, exponent.clamp(-5000, 5000) as i32);
    if r.is_infinite() && x.is_finite() {
        return Err(range_error(vm));
    }
    Ok(Value::float_any(r))
}

/// `math.modf(x)`.
pub fn modf(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let fraction = if x.is_infinite() { 0.0 } else { x.fract() };
    let fraction = if x.is_nan() { x } else { fraction.copysign(x) };
    Ok(vm.new_tuple(&[Value::float_any(fraction), Value::float_any(x.trunc())]))
}

/// `math.isfinite(x)`.
pub fn isfinite(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(real_argument(vm, args.get(0))?.is_finite()))
}

/// `math.isinf(x)`.
pub fn isinf(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(real_argument(vm, args.get(0))?.is_infinite()))
}

/// `math.isnan(x)`.
pub fn isnan(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(real_argument(vm, args.get(0))?.is_nan()))
}

/// `math.isclose(a, b, rel_tol, abs_tol)`.
pub fn isclose(vm: &mut Vm, args: Args) -> Res {
    let a = real_argument(vm, args.get(0))?;
    let b = real_argument(vm, args.get(1))?;
    let relative = args.opt(2).map_or(Ok(1e-9), |v| real_argument(vm, v))?;
    let absolute = args.opt(3).map_or(Ok(0.0), |v| real_argument(vm, v))?;
    if relative < 0.0 || absolute < 0.0 {
        return Err(vm.value_error("tolerances must be non-negative"));
    }
    if a == b {
        return Ok(Value::TRUE);
    }
    if a.is_infinite() || b.is_infinite() {
        return Ok(Value::FALSE);
    }
    let diff = (b - a).abs();
    Ok(Value::bool(diff <= (relative * b).abs() || diff <= (relative * a).abs() || diff <= absolute))
}

/// `math.nextafter(x, y, steps)`.
pub fn nextafter(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let y = real_argument(vm, args.get(1))?;
    let Some(steps) = args.opt(2).filter(|s| !s.is_none()) else {
        return Ok(Value::float_any(float_ops::nextafter(x, y)));
    };
    let steps = vm.index(steps)?;
    let steps = vm.as_big(steps).unwrap_or_default();
    if steps.is_negative() {
        return Err(vm.value_error("steps must be a non-negative integer"));
    }
    let steps = u64::try_from(&steps).unwrap_or(u64::MAX);
    Ok(Value::float_any(steps_after(x, y, steps)))
}

/// The float `steps` representable values from `x` towards `y`. Floats of one sign are ordered like their bits.
fn steps_after(x: f64, y: f64, steps: u64) -> f64 {
    if x.is_nan() || y.is_nan() {
        return f64::NAN;
    }
    if steps == 0 || x == y {
        return if steps == 0 { x } else { y };
    }
    let place = |x: f64| {
        let size = i128::from(x.to_bits() & (u64::MAX >> 1));
        if x.is_sign_negative() { -size } else { size }
    };
    let (from, to, steps) = (place(x), place(y), i128::from(steps));
    let at = if to > from { (from + steps).min(to) } else { (from - steps).max(to) };
    if at == to {
        return y;
    }
    let float = f64::from_bits(at.unsigned_abs() as u64);
    if at < 0 || at == 0 && from < 0 { -float } else { float }
}

/// `math.ulp(x)`.
pub fn ulp(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let ulp = if x.is_infinite() { f64::INFINITY } else { float_ops::ulp(x) };
    Ok(Value::float_any(ulp))
}

/// A logarithm, also of integers beyond the range of floats.
fn logarithm(vm: &mut Vm, x: Value, log: fn(f64) -> f64) -> Res<f64> {
    let v = vm.unwrap(x);
    if vm.is_integer(v) && vm.as_f64(v).is_none() {
        let i = vm.as_big(v).unwrap_or_default();
        if i.is_negative() {
            return Err(domain_error(vm));
        }
        let bits = i.bits();
        let mantissa = quotient(&i, &(BigInt::from(1) << bits)).unwrap_or(1.0);
        return Ok(log(mantissa) + log(2.0) * bits as f64);
    }
    let x = real_argument(vm, x)?;
    if x <= 0.0 {
        return Err(domain_error(vm));
    }
    Ok(log(x))
}

/// `math.log(x, base)`.
pub fn log(vm: &mut Vm, args: Args) -> Res {
    let numerator = logarithm(vm, args.get(0), f64::ln)?;
    let Some(base) = args.opt(1) else {
        return Ok(Value::float_any(numerator));
    };
    let denominator = logarithm(vm, base, f64::ln)?;
    if denominator == 0.0 {
        return Err(vm.zero_division("float division by zero"));
    }
    Ok(Value::float_any(numerator / denominator))
}

/// `math.log2(x)`.
pub fn log2(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::float_any(logarithm(vm, args.get(0), f64::log2)?))
}

/// `math.log10(x)`.
pub fn log10(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::float_any(logarithm(vm, args.get(0), f64::log10)?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn steps_cross_zero() {
        assert_eq!(steps_after(1.0, 2.0, 3), 1.0000000000000007);
        assert_eq!(steps_after(5e-324, -1.0, 2), -5e-324);
        assert_eq!(steps_after(-5e-324, 1.0, 1).to_bits(), (-0.0f64).to_bits());
        assert_eq!(steps_after(1.0, 1.0000000000000002, 100), 1.0000000000000002);
        assert_eq!(steps_after(f64::INFINITY, 0.0, 1), f64::MAX);
    }
}
