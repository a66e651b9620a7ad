//! The operators of `timedelta`.

use ttd_core::value::Value;

use super::{DELTA, delta};
use crate::operators::BinOp;
use crate::{Vm, native::*};

/// An integer of any size that durations can have.
pub(super) fn int(vm: &mut Vm, n: i128) -> Value {
    vm.int128(n)
}

/// `a / b`, correctly rounded.
pub(super) fn ratio(vm: &mut Vm, a: i128, b: i128) -> Res {
    const EXACT: i128 = 1 << 53;
    if b != 0 && a.abs() <= EXACT && b.abs() <= EXACT {
        return Ok(Value::float_any(a as f64 / b as f64));
    }
    let (a, b) = (int(vm, a), int(vm, b));
    vm.binary(BinOp::TrueDiv, a, b)
}

fn other(vm: &Vm, args: &Args) -> Option<i128> {
    vm.payload(args.get(1), DELTA).map(|other| delta::micros(vm, other))
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    let Some(other) = other(vm, &args) else { return Ok(Value::NOT_IMPLEMENTED) };
    let micros = delta::micros(vm, args.get(0)) + other;
    delta::make(vm, micros)
}

pub(super) fn sub(vm: &mut Vm, args: Args) -> Res {
    let Some(other) = other(vm, &args) else { return Ok(Value::NOT_IMPLEMENTED) };
    let micros = delta::micros(vm, args.get(0)) - other;
    delta::make(vm, micros)
}

pub(super) fn rsub(vm: &mut Vm, args: Args) -> Res {
    let Some(other) = other(vm, &args) else { return Ok(Value::NOT_IMPLEMENTED) };
    let micros = other - delta::micros(vm, args.get(0));
    delta::make(vm, micros)
}

pub(super) fn neg(vm: &mut Vm, args: Args) -> Res {
    let micros = -delta::micros(vm, args.get(0));
    delta::make(vm, micros)
}

pub(super) fn pos(vm: &mut Vm, args: Args) -> Res {
    let micros = delta::micros(vm, args.get(0));
    delta::make(vm, micros)
}

pub(super) fn abs(vm: &mut Vm, args: Args) -> Res {
    let micros = delta::micros(vm, args.get(0)).abs();
    delta::make(vm, micros)
}

/// The other operand as an integer; `Err(true)` for one that is beyond every duration.
fn integer(vm: &Vm, v: Value) -> Option<Result<i64, ()>> {
    let v = vm.unwrap(v);
    vm.is_integer(v).then(|| vm.as_i64(v).ok_or(()))
}

pub(super) fn mul(vm: &mut Vm, args: Args) -> Res {
    let micros = delta::micros(vm, args.get(0));
    match integer(vm, args.get(1)) {
        Some(Ok(n)) => match micros.checked_mul(i128::from(n)) {
            Some(product) => delta::make(vm, product),
            None => Err(vm.overflow_error("Python int too large to convert to C int")),
        },
        Some(Err(())) if micros == 0 => delta::make(vm, 0),
        Some(Err(())) => Err(vm.overflow_error("Python int too large to convert to C int")),
        None if vm.unwrap(args.get(1)).is_float() => by_ratio(vm, "_multiplied", micros, args.get(1)),
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

/// Multiplies or divides by a float exactly: with its ratio of integers, which may be large.
fn by_ratio(vm: &mut Vm, function: &str, micros: i128, by: Value) -> Res {
    let micros = int(vm, micros);
    Err(vm.call_hidden_module("_datetime", function, &[micros, by]))
}

fn divide(vm: &mut Vm, a: i128, b: i128) -> Res<(i128, i128)> {
    if b == 0 {
        return Err(vm.zero_division("integer division or modulo by zero"));
    }
    let (mut q, mut r) = (a / b, a % b);
    if r != 0 && (r < 0) != (b < 0) {
        q -= 1;
        r += b;
    }
    Ok((q, r))
}

pub(super) fn floordiv(vm: &mut Vm, args: Args) -> Res {
    let micros = delta::micros(vm, args.get(0));
    if let Some(other) = other(vm, &args) {
        let quotient = divide(vm, micros, other)?.0;
        return Ok(int(vm, quotient));
    }
    match integer(vm, args.get(1)) {
        Some(Ok(n)) => {
            let quotient = divide(vm, micros, i128::from(n))?.0;
            delta::make(vm, quotient)
        }
        Some(Err(())) => {
            let (a, b) = (int(vm, micros), vm.unwrap(args.get(1)));
            let quotient = vm.binary(BinOp::FloorDiv, a, b)?;
            let quotient = vm.as_i64(quotient).unwrap_or(0);
            delta::make(vm, i128::from(quotient))
        }
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

pub(super) fn truediv(vm: &mut Vm, args: Args) -> Res {
    let micros = delta::micros(vm, args.get(0));
    if let Some(other) = other(vm, &args) {
        if other == 0 {
            return Err(vm.zero_division("division by zero"));
        }
        return ratio(vm, micros, other);
    }
    match integer(vm, args.get(1)) {
        Some(Ok(n)) => {
            let n = i128::from(n);
            let (quotient, rest) = divide(vm, micros, n)?;
            // The rest has the sign of the divisor: compare twice its size, and let ties go to the even number.
            let twice = (2 * rest).abs().cmp(&n.abs());
            let up = twice.is_gt() || twice.is_eq() && quotient % 2 != 0;
            delta::make(vm, quotient + i128::from(up))
        }
        Some(Err(())) => delta::make(vm, 0),
        None if vm.unwrap(args.get(1)).is_float() => by_ratio(vm, "_divided", micros, args.get(1)),
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

pub(super) fn modulo(vm: &mut Vm, args: Args) -> Res {
    let Some(other) = other(vm, &args) else { return Ok(Value::NOT_IMPLEMENTED) };
    let micros = delta::micros(vm, args.get(0));
    let rest = divide(vm, micros, other)?.1;
    delta::make(vm, rest)
}

pub(super) fn divmod(vm: &mut Vm, args: Args) -> Res {
    let Some(other) = other(vm, &args) else { return Ok(Value::NOT_IMPLEMENTED) };
    let micros = delta::micros(vm, args.get(0));
    let (quotient, rest) = divide(vm, micros, other)?;
    let (quotient, rest) = (int(vm, quotient), delta::make(vm, rest)?);
    Ok(vm.new_tuple(&[quotient, rest]))
}
