//! Functions of one or two floats that return a float: the C library's, with CPython's rules for errors.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::{erf, kernels, special};

use super::{domain_error, range_error};
use crate::Vm;
use crate::native::{Args, Res};
use crate::types::float::real_argument;

/// A function of one float. A new NaN is a domain error. An infinity from a finite argument is a range error if the
/// function can overflow, else a domain error (a pole).
fn one(vm: &mut Vm, args: &Args, f: impl Fn(f64) -> f64, can_overflow: bool) -> Res {
    let x = real_argument(vm, args.get(0))?;
    let y = f(x);
    if y.is_nan() && !x.is_nan() {
        return Err(domain_error(vm));
    }
    if y.is_infinite() && x.is_finite() {
        return Err(if can_overflow { range_error(vm) } else { domain_error(vm) });
    }
    Ok(Value::float_any(y))
}

macro_rules! functions {
    ($($name:ident $f:expr, $can_overflow:literal;)*) => {$(
        #[doc = concat!("`math.", stringify!($name), "(x)`.")]
        pub fn $name(vm: &mut Vm, args: Args) -> Res {
            one(vm, &args, $f, $can_overflow)
        }
    )*};
}

functions! {
    acos f64::acos, false;
    asin f64::asin, false;
    atan f64::atan, false;
    cos f64::cos, false;
    sin f64::sin, false;
    tan f64::tan, false;
    acosh special::acosh, false;
    asinh special::asinh, false;
    atanh special::atanh, false;
    cosh f64::cosh, true;
    sinh f64::sinh, true;
    tanh f64::tanh, false;
    cbrt f64::cbrt, false;
    sqrt f64::sqrt, false;
    exp f64::exp, true;
    exp2 f64::exp2, true;
    expm1 f64::exp_m1, true;
    log1p |x| if x <= -1.0 { f64::NAN } else if x == 0.0 { x } else { x.ln_1p() }, false;
    fabs f64::abs, false;
    erf erf::erf, false;
    erfc erf::erfc, false;
}

/// `math.degrees(x)`, without checks.
pub fn degrees(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    Ok(Value::float_any(x * (180.0 / std::f64::consts::PI)))
}

/// `math.radians(x)`.
pub fn radians(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    Ok(Value::float_any(x * (std::f64::consts::PI / 180.0)))
}

/// `math.gamma(x)`.
pub fn gamma(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    match special::gamma(x) {
        Some(y) if y.is_infinite() && x.is_finite() => Err(range_error(vm)),
        Some(y) => Ok(Value::float_any(y)),
        None => Err(domain_error(vm)),
    }
}

/// `math.lgamma(x)`.
pub fn lgamma(vm: &mut Vm, args: Args) -> Res {
    let x = real_argument(vm, args.get(0))?;
    match special::lgamma(x) {
        Some(y) if y.is_infinite() && x.is_finite() => Err(range_error(vm)),
        Some(y) => Ok(Value::float_any(y)),
        None => Err(domain_error(vm)),
    }
}

fn two(vm: &mut Vm, args: &Args) -> Res<(f64, f64)> {
    Ok((real_argument(vm, args.get(0))?, real_argument(vm, args.get(1))?))
}

/// `math.atan2(y, x)`.
pub fn atan2(vm: &mut Vm, args: Args) -> Res {
    let (y, x) = two(vm, &args)?;
    Ok(Value::float_any(y.atan2(x)))
}

/// `math.copysign(x, y)`.
pub fn copysign(vm: &mut Vm, args: Args) -> Res {
    let (x, y) = two(vm, &args)?;
    Ok(Value::float_any(x.copysign(y)))
}

/// `math.fmod(x, y)`.
pub fn fmod(vm: &mut Vm, args: Args) -> Res {
    let (x, y) = two(vm, &args)?;
    let r = x % y;
    if r.is_nan() && !x.is_nan() && !y.is_nan() {
        return Err(domain_error(vm));
    }
    Ok(Value::float_any(r))
}

/// `math.remainder(x, y)`.
pub fn remainder(vm: &mut Vm, args: Args) -> Res {
    let (x, y) = two(vm, &args)?;
    let r = kernels::remainder(x, y);
    if r.is_nan() && !x.is_nan() && !y.is_nan() {
        return Err(domain_error(vm));
    }
    Ok(Value::float_any(r))
}

/// `math.pow(x, y)`.
pub fn pow(vm: &mut Vm, args: Args) -> Res {
    let (x, y) = two(vm, &args)?;
    let r = x.powf(y);
    if x.is_finite() && y.is_finite() && !r.is_finite() {
        // A pole at 0 is a domain error, anything else an overflow.
        return Err(if r.is_nan() || x == 0.0 { domain_error(vm) } else { range_error(vm) });
    }
    Ok(Value::float_any(r))
}
