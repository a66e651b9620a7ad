//! Arithmetic of floats.

use rustpython_common::float_ops;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::operators::BinOp;
use crate::types::complex;

/// Returns whether floats have this operator.
pub fn defines(op: BinOp) -> bool {
    matches!(op, BinOp::Add | BinOp::Sub | BinOp::Mul | BinOp::TrueDiv | BinOp::FloorDiv | BinOp::Mod | BinOp::Pow)
}

/// `a op b`.
#[inline]
pub fn binary(vm: &mut Vm, op: BinOp, a: f64, b: f64) -> Res {
    let result = match op {
        BinOp::Add => a + b,
        BinOp::Sub => a - b,
        BinOp::Mul => a * b,
        BinOp::TrueDiv => {
            if b == 0.0 {
                return Err(vm.zero_division("float division by zero"));
            }
            a / b
        }
        BinOp::FloorDiv => match float_ops::floordiv(a, b) {
            Some(q) => q,
            None => return Err(vm.zero_division("float floor division by zero")),
        },
        BinOp::Mod => match float_ops::mod_(a, b) {
            Some(r) => r,
            None => return Err(vm.zero_division("float modulo by zero")),
        },
        BinOp::Pow => return pow(vm, a, b),
        _ => return Ok(Value::NOT_IMPLEMENTED),
    };
    Ok(Value::float_any(result))
}

fn pow(vm: &mut Vm, a: f64, b: f64) -> Res {
    if a == 0.0 && b < 0.0 && b.is_finite() {
        return Err(vm.zero_division("0.0 cannot be raised to a negative power"));
    }
    if a < 0.0 && a.is_finite() && b.is_finite() && b.fract() != 0.0 {
        return complex::arith::pow_parts(vm, (a, 0.0), (b, 0.0));
    }
    let result = a.powf(b);
    if result.is_infinite() && a.is_finite() && b.is_finite() {
        return Err(out_of_range(vm));
    }
    Ok(Value::float_any(result))
}

/// Returns the OverflowError of a C function that set `errno`.
pub fn out_of_range(vm: &mut Vm) -> Trap {
    let text = vm.new_str("Numerical result out of range");
    let class = vm.types.overflow_error;
    vm.raise(class, &[Value::int(34), text])
}
