//! Arithmetic of complex numbers, by the formulas that CPython uses, so that the last digits agree.

use ttd_core::value::Value;

use super::{new, parts};
use crate::Vm;
use crate::native::{Res, Trap};
use crate::operators::BinOp;
use crate::types::float;

/// Real and imaginary part.
pub type Parts = (f64, f64);

/// `a op b` for numbers of which at least one is complex.
pub fn binary(vm: &mut Vm, op: BinOp, a: Value, b: Value) -> Res {
    if !matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::TrueDiv | BinOp::Pow) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let (x, y) = (of_number(vm, a)?, of_number(vm, b)?);
    let (re, im) = match op {
        BinOp::Add => (x.0 + y.0, x.1 + y.1),
        BinOp::Sub => (x.0 - y.0, x.1 - y.1),
        BinOp::Mul => mul(x, y),
        BinOp::TrueDiv => match div(x, y) {
            Some(quotient) => quotient,
            None => return Err(vm.zero_division("complex division by zero")),
        },
        _ => return pow_parts(vm, x, y),
    };
    Ok(new(vm, re, im))
}

/// Converts any builtin number to a complex one.
pub fn of_number(vm: &mut Vm, v: Value) -> Res<Parts> {
    if v.is(crate::ids::COMPLEX) { Ok(parts(vm, v)) } else { Ok((float::to_f64(vm, v)?, 0.0)) }
}

fn mul(a: Parts, b: Parts) -> Parts {
    (a.0 * b.0 - a.1 * b.1, a.0 * b.1 + a.1 * b.0)
}

/// Divides by Smith's method, scaling by the larger part so that nothing overflows. `None` for division by 0.
pub fn div(a: Parts, b: Parts) -> Option<Parts> {
    let (re_size, im_size) = (b.0.abs(), b.1.abs());
    if re_size >= im_size {
        if re_size == 0.0 {
            return None;
        }
        let ratio = b.1 / b.0;
        let denominator = b.0 + b.1 * ratio;
        Some(((a.0 + a.1 * ratio) / denominator, (a.1 - a.0 * ratio) / denominator))
    } else if im_size >= re_size {
        let ratio = b.0 / b.1;
        let denominator = b.0 * ratio + b.1;
        Some(((a.0 * ratio + a.1) / denominator, (a.1 * ratio - a.0) / denominator))
    } else {
        Some((f64::NAN, f64::NAN))
    }
}

/// `a ** b`.
pub fn pow_parts(vm: &mut Vm, a: Parts, b: Parts) -> Res {
    let small_integer = b.1 == 0.0 && b.0 == b.0.floor() && b.0.abs() <= 100.0;
    let power = if small_integer { pow_int(a, b.0 as i32) } else { pow_general(a, b) };
    match power {
        Some((re, im)) if re.is_infinite() || im.is_infinite() => Err(overflow(vm)),
        Some((re, im)) => Ok(new(vm, re, im)),
        None => Err(vm.zero_division("0.0 to a negative or complex power")),
    }
}

fn overflow(vm: &mut Vm) -> Trap {
    vm.overflow_error("complex exponentiation")
}

fn pow_int(a: Parts, n: i32) -> Option<Parts> {
    if n > 0 {
        return Some(pow_unsigned(a, n as u32));
    }
    div((1.0, 0.0), pow_unsigned(a, n.unsigned_abs()))
}

/// Computes a power by squaring.
fn pow_unsigned(a: Parts, n: u32) -> Parts {
    let (mut result, mut square, mut bit) = ((1.0, 0.0), a, 1);
    while bit > 0 && n >= bit {
        if n & bit != 0 {
            result = mul(result, square);
        }
        bit <<= 1;
        square = mul(square, square);
    }
    result
}

/// Computes a power in polar coordinates; `None` for 0 to a negative or complex power.
fn pow_general(a: Parts, b: Parts) -> Option<Parts> {
    if b == (0.0, 0.0) {
        return Some((1.0, 0.0));
    }
    if a == (0.0, 0.0) {
        return if b.1 != 0.0 || b.0 < 0.0 { None } else { Some((0.0, 0.0)) };
    }
    let size = a.0.hypot(a.1);
    let mut length = size.powf(b.0);
    let angle = a.1.atan2(a.0);
    let mut phase = angle * b.0;
    if b.1 != 0.0 {
        length /= (angle * b.1).exp();
        phase += b.1 * size.ln();
    }
    // An infinite angle is a domain error of the C library, which CPython reports as this one.
    if phase.is_infinite() {
        return None;
    }
    Some((length * phase.cos(), length * phase.sin()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn quotients_and_powers() {
        assert_eq!(div((1.0, 2.0), (3.0, -4.0)), Some((-0.2, 0.4)));
        assert_eq!(div((1.0, 0.0), (0.0, 0.0)), None);
        assert_eq!(pow_int((1.0, 2.0), 3), Some((-11.0, -2.0)));
        assert_eq!(pow_int((1.0, 2.0), -2), Some((-0.12, -0.16)));
        assert_eq!(pow_general((1.0, 2.0), (3.0, 4.0)), Some((0.129009594074467, 0.03392409290517014)));
    }
}
