//! The methods of `float` that are not arithmetic.

use num_traits::{FromPrimitive, One};
use rustpython_common::float_ops;
use rustpython_literal::float as literal;
use ttd_core::value::Value;

use crate::native::{Args, Res};
use crate::ops::codec;
use crate::types::int::big::frexp;
use crate::types::int::new::truncate;
use crate::{Vm, ids};

use malachite_bigint::BigInt;

/// `x.as_integer_ratio()`.
pub fn as_integer_ratio(vm: &mut Vm, args: Args) -> Res {
    let x = args.get(0).as_float();
    if x.is_nan() {
        return Err(vm.value_error("cannot convert NaN to integer ratio"));
    }
    if x.is_infinite() {
        return Err(vm.overflow_error("cannot convert Infinity to integer ratio"));
    }
    let (numerator, denominator) = ratio(x);
    let pair = [vm.big(numerator), vm.big(denominator)];
    Ok(vm.new_tuple(&pair))
}

/// Returns a finite float as a fraction in lowest terms.
pub fn ratio(x: f64) -> (BigInt, BigInt) {
    let (mut mantissa, mut exp) = frexp(x);
    while mantissa != mantissa.floor() {
        mantissa *= 2.0;
        exp -= 1;
    }
    let whole = BigInt::from_f64(mantissa).unwrap_or_default();
    if exp >= 0 { (whole << exp as u64, BigInt::one()) } else { (whole, BigInt::one() << (-exp) as u64) }
}

/// `x.is_integer()`.
pub fn is_integer(_vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(literal::is_integer(args.get(0).as_float())))
}

/// `x.hex()`.
pub fn hex(vm: &mut Vm, args: Args) -> Res {
    let text = literal::to_hex(args.get(0).as_float());
    Ok(vm.new_str(&text))
}

/// `float.fromhex(text)`.
pub fn fromhex(vm: &mut Vm, args: Args) -> Res {
    let (class, text) = (args.get(0), vm.unwrap(args.get(1)));
    if !text.is(ids::STR) {
        return Err(vm.type_error("bad argument type for built-in operation"));
    }
    crate::types::class::check_text(vm, text)?;
    let text = vm.text_lossy(text).into_owned();
    let x = match float_ops::from_hex(&text) {
        Ok(x) => Value::float_any(x),
        Err(float_ops::HexFloatError::Overflow) => {
            return Err(vm.overflow_error("hexadecimal value too large to represent as a float"));
        }
        Err(_) => return Err(vm.value_error("invalid hexadecimal floating-point string")),
    };
    if class == vm.types.float || class.is_unbound() { Ok(x) } else { vm.call(class, &[x]) }
}

/// `int(x)`, `math.trunc(x)`.
pub fn trunc(vm: &mut Vm, v: Value) -> Res {
    truncate(vm, v.as_float())
}

/// `math.floor(x)`.
pub fn floor(vm: &mut Vm, args: Args) -> Res {
    truncate(vm, args.get(0).as_float().floor())
}

/// `math.ceil(x)`.
pub fn ceil(vm: &mut Vm, args: Args) -> Res {
    truncate(vm, args.get(0).as_float().ceil())
}

/// `round(x, ndigits)`.
pub fn round(vm: &mut Vm, args: Args) -> Res {
    let x = args.get(0).as_float();
    let Some(ndigits) = args.opt(1).filter(|n| !n.is_none()) else {
        return truncate(vm, x.round_ties_even());
    };
    let ndigits = vm.index(ndigits)?;
    // Beyond 64 bits is beyond all digits.
    let beyond = |vm: &Vm| {
        if vm.as_big(ndigits).is_some_and(|n| n.sign() == malachite_bigint::Sign::Minus) { i64::MIN } else { i64::MAX }
    };
    let ndigits = vm.as_i64(ndigits).unwrap_or_else(|| beyond(vm));
    if !x.is_finite() || x == 0.0 {
        return Ok(Value::float_any(x));
    }
    // More digits than a float has change nothing; fewer leave only the sign.
    if ndigits > 330 {
        return Ok(Value::float(x));
    }
    if ndigits < -310 {
        return Ok(Value::float(0.0f64.copysign(x)));
    }
    match float_ops::round_float_digits(x, ndigits as i32) {
        Some(rounded) => Ok(Value::float_any(rounded)),
        None => Err(vm.overflow_error("rounded value too large to represent")),
    }
}

/// `float.__getformat__(kind)`.
pub fn getformat(vm: &mut Vm, args: Args) -> Res {
    let kind = vm.unwrap(args.get(1));
    if kind.is(ids::STR) && matches!(vm.heap.bytes(kind), b"double" | b"float") {
        return Ok(vm.new_str("IEEE, little-endian"));
    }
    if !kind.is(ids::STR) {
        let name = crate::types::str::args::given_name(vm, args.get(1));
        return Err(vm.type_error(format!("__getformat__() argument must be str, not {name}")));
    }
    if codec::encode(vm, kind, codec::Codec::Utf8, "strict")?.contains(&0) {
        return Err(vm.value_error("embedded null character"));
    }
    Err(vm.value_error("__getformat__() argument 1 must be 'double' or 'float'"))
}
