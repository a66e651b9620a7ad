//! `_ttd_cmath`: functions of finite complex numbers of ordinary size. They return None for all others, which
//! `lib/native/data/cmath.py` knows.

use ttd_core::value::Value;

use crate::types::complex::{self, new};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_cmath",
    doc: "Functions of ordinary complex numbers.",
    functions: methods! {
        /// e**z
        Pure "exp" "(z, /)" => exp;
        /// The natural logarithm.
        Pure "log" "(z, /)" => log;
        /// The square root.
        Pure "sqrt" "(z, /)" => sqrt;
        /// The angle.
        Pure "phase" "(z, /)" => phase;
        /// Size and angle.
        Pure "polar" "(z, /)" => polar;
        /// The number of a size and an angle.
        Pure "rect" "(r, phi, /)" => rect;
    },
    types: &[],
    init: |_, _| Ok(()),
};

/// Beyond this, squares overflow.
const LARGE: f64 = f64::MAX / 4.0;
/// Beyond this, `exp` may overflow: the logarithm of `LARGE`.
const LARGE_EXPONENT: f64 = 708.3964185322641;

/// The parts of an exact complex, float or int; `None` unless both are finite.
fn finite(vm: &Vm, v: Value) -> Option<(f64, f64)> {
    let (x, y) = if v.is(ids::COMPLEX) { complex::parts(vm, v) } else { (real(v)?, 0.0) };
    (x.is_finite() && y.is_finite()).then_some((x, y))
}

fn real(v: Value) -> Option<f64> {
    if v.is_float() {
        return Some(v.as_float());
    }
    v.is_int().then(|| v.as_int() as f64)
}

fn made(vm: &mut Vm, parts: Option<(f64, f64)>) -> Res {
    let parts = parts.filter(|(x, y)| x.is_finite() && y.is_finite());
    Ok(parts.map_or(Value::NONE, |(x, y)| new(vm, x, y)))
}

fn exp(vm: &mut Vm, args: Args) -> Res {
    let z = finite(vm, args.get(0)).filter(|z| z.0 <= LARGE_EXPONENT);
    let result = z.map(|(x, y)| {
        let size = x.exp();
        (size * y.cos(), size * y.sin())
    });
    made(vm, result)
}

fn log(vm: &mut Vm, args: Args) -> Res {
    let is_ordinary = |&(x, y): &(f64, f64)| {
        let most = x.abs().max(y.abs());
        (f64::MIN_POSITIVE..=LARGE).contains(&most)
    };
    let result = finite(vm, args.get(0)).filter(is_ordinary).map(|(x, y)| {
        let (ax, ay) = (x.abs(), y.abs());
        let size = ax.hypot(ay);
        let real = if (0.71..=1.73).contains(&size) {
            let (most, least) = (ax.max(ay), ax.min(ay));
            ((most - 1.0) * (most + 1.0) + least * least).ln_1p() / 2.0
        } else {
            size.ln()
        };
        (real, y.atan2(x))
    });
    made(vm, result)
}

fn sqrt(vm: &mut Vm, args: Args) -> Res {
    let is_ordinary = |&(x, y): &(f64, f64)| x.abs() >= f64::MIN_POSITIVE || y.abs() >= f64::MIN_POSITIVE;
    let result = finite(vm, args.get(0)).filter(is_ordinary).map(|(x, y)| {
        let (ax, ay) = (x.abs() / 8.0, y.abs());
        let size = 2.0 * (ax + ax.hypot(ay / 8.0)).sqrt();
        let other = ay / (2.0 * size);
        if x >= 0.0 { (size, other.copysign(y)) } else { (other, size.copysign(y)) }
    });
    made(vm, result)
}

fn phase(vm: &mut Vm, args: Args) -> Res {
    Ok(finite(vm, args.get(0)).map_or(Value::NONE, |(x, y)| Value::float_any(y.atan2(x))))
}

fn polar(vm: &mut Vm, args: Args) -> Res {
    match finite(vm, args.get(0)).map(|(x, y)| (x.hypot(y), y.atan2(x))) {
        Some((size, angle)) if size.is_finite() => Ok(vm.new_tuple(&[Value::float_any(size), Value::float_any(angle)])),
        _ => Ok(Value::NONE),
    }
}

fn rect(vm: &mut Vm, args: Args) -> Res {
    let given = real(args.get(0)).zip(real(args.get(1))).filter(|(r, phi)| r.is_finite() && phi.is_finite());
    let result = given.map(|(r, phi)| match phi == 0.0 {
        true => (r, r * phi),
        false => (r * phi.cos(), r * phi.sin()),
    });
    made(vm, result)
}
