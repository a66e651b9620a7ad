//! `float`: numbers of 64 bits, stored in the value itself.

use ttd_core::value::Value;

use crate::ops::{dunders, rows};
use crate::{Vm, getters, ids, methods, native::*};

pub mod arith;
pub mod methods;
pub mod new;

pub use methods::trunc;
pub use new::{real_argument, to_f64};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "float",
    tid: ids::FLOAT,
    doc: "Convert a string or number to a floating-point number, if possible.",
    methods: METHODS,
    shared: &[rows::COMPARISONS, rows::ARITHMETIC, rows::DIVISION],
    class_methods: methods! {
        /// Create a floating-point number from a hexadecimal string.
        ///
        /// >>> float.fromhex('0x1.ffffp10')
        /// 2047.984375
        /// >>> float.fromhex('-0x1p-1074')
        /// -5e-324
        CallsBack "fromhex" "(cls, string, /)" => methods::fromhex;
        /// You probably don't want to use this function.
        Pure "__getformat__" "(cls, typestr, /)" => methods::getformat;
    },
    getters: getters! {
        "real" => real;
        "imag" => imag;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, x=0, /)" => new::new;
    /// Return a pair of integers, whose ratio is exactly equal to the original float.
    ///
    /// The ratio is in lowest terms and has a positive denominator.
    Pure "as_integer_ratio" "(self, /)" => methods::as_integer_ratio;
    /// Return self, the complex conjugate of any float.
    Pure "conjugate" "(self, /)" => dunders::pos;
    /// Return a hexadecimal representation of a floating-point number.
    Pure "hex" "(self, /)" => methods::hex;
    /// Return True if the float is an integer.
    Pure "is_integer" "(self, /)" => methods::is_integer;
    /// True if self else False
    Pure "__bool__" "(self, /)" => dunders::bool_;
    /// int(self)
    Pure "__int__" "(self, /)" => dunders::int_;
    /// float(self)
    Pure "__float__" "(self, /)" => dunders::pos;
    /// Return the Integral closest to x between 0 and x.
    Pure "__trunc__" "(self, /)" => dunders::int_;
    /// Return the floor as an Integral.
    Pure "__floor__" "(self, /)" => methods::floor;
    /// Return the ceiling as an Integral.
    Pure "__ceil__" "(self, /)" => methods::ceil;
    /// Return the Integral closest to x, rounding half toward even.
    ///
    /// When an argument is passed, work like built-in round(x, ndigits).
    CallsBack "__round__" "(self, ndigits=None, /)" => methods::round;
    /// Formats the float according to format_spec.
    CallsBack "__format__" "(self, format_spec, /)" => dunders::format;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Returns the arguments for `__new__`, for copying.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

fn real(_vm: &mut Vm, v: Value) -> Res {
    Ok(v)
}

fn imag(_vm: &mut Vm, _v: Value) -> Res {
    Ok(Value::float(0.0))
}

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_tuple(&[args.get(0)]))
}
