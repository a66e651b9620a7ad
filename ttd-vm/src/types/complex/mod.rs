//! `complex`: two floats.
//!
//! A `Tuple` object with the real and the imaginary part.

use ttd_core::value::Value;

use crate::ops::{dunders, rows};
use crate::{Vm, getters, ids, methods, native::*};

pub mod arith;
pub mod new;

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "complex",
    tid: ids::COMPLEX,
    doc: "Create a complex number from a string or numbers.\n\n\
          If a string is given, parse it as a complex number.\n\
          If a single number is given, convert it to a complex number.\n\
          If the 'real' or 'imag' arguments are given, create a complex number\n\
          with the specified real and imaginary components.",
    methods: METHODS,
    shared: &[rows::COMPARISONS, rows::ARITHMETIC],
    getters: getters! {
        "real" => real;
        "imag" => imag;
    },
    slots: Slots {
        repr: Some(|vm, v| Ok(vm.new_str(&text(vm, v)))),
        hash: Some(|vm, v| Ok(hash(vm, v))),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, real=0, imag=0)" => new::new;
    /// Return the complex conjugate of its argument. (3-4j).conjugate() == 3+4j.
    Pure "conjugate" "(self, /)" => conjugate;
    /// Convert this value to exact type complex.
    Pure "__complex__" "(self, /)" => itself;
    /// True if self else False
    Pure "__bool__" "(self, /)" => truth;
    /// Convert to a string according to format_spec.
    CallsBack "__format__" "(self, format_spec, /)" => dunders::format;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Returns the arguments for `__new__`, for copying.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

/// Makes a complex number.
pub fn new(vm: &mut Vm, re: f64, im: f64) -> Value {
    vm.heap.new_tuple(ids::COMPLEX, &[Value::float_any(re), Value::float_any(im)])
}

/// Returns the real and the imaginary part.
pub fn parts(vm: &Vm, v: Value) -> arith::Parts {
    let parts = vm.heap.tuple(v);
    (parts[0].as_float(), parts[1].as_float())
}

/// Returns the hash: that of the real number when there is no imaginary part.
fn hash(vm: &Vm, v: Value) -> i64 {
    let (re, im) = parts(vm, v);
    let combined = super::int::hash_float(re).wrapping_add(super::int::hash_float(im).wrapping_mul(1000003));
    if combined == -1 { -2 } else { combined }
}

/// Returns whether two numbers, one of them complex, are equal; `None` when the other is no number.
pub fn equals(vm: &Vm, a: Value, b: Value) -> Option<bool> {
    if !a.is(ids::COMPLEX) {
        return equals(vm, b, a);
    }
    let (re, im) = parts(vm, a);
    if b.is(ids::COMPLEX) {
        return Some((re, im) == parts(vm, b));
    }
    if !b.is_float() && !vm.is_integer(b) {
        return None;
    }
    let order = super::int::compare_numbers(vm, Value::float_any(re), b);
    Some(im == 0.0 && order == Some(std::cmp::Ordering::Equal))
}

/// `abs(v)`.
pub fn abs(vm: &mut Vm, v: Value) -> Res {
    let (re, im) = parts(vm, v);
    let size = re.hypot(im);
    if size.is_infinite() && re.is_finite() && im.is_finite() {
        return Err(vm.overflow_error("absolute value too large"));
    }
    Ok(Value::float_any(size))
}

/// Returns the text of `repr(v)`.
fn text(vm: &Vm, v: Value) -> String {
    let (re, im) = parts(vm, v);
    let part = |x: f64| {
        let text = crate::ops::repr::float_text(x);
        text.strip_suffix(".0").map(str::to_owned).unwrap_or(text)
    };
    if re == 0.0 && re.is_sign_positive() {
        return format!("{}j", part(im));
    }
    let sign = if im.is_sign_negative() && !im.is_nan() { "" } else { "+" };
    format!("({}{sign}{}j)", part(re), part(im))
}

fn real(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[0])
}

fn imag(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[1])
}

fn itself(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn conjugate(vm: &mut Vm, args: Args) -> Res {
    let (re, im) = parts(vm, args.get(0));
    Ok(new(vm, re, -im))
}

fn truth(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(parts(vm, args.get(0)) != (0.0, 0.0)))
}

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    let items = vm.heap.tuple(args.get(0)).to_vec();
    Ok(vm.new_tuple(&items))
}
