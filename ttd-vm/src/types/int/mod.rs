//! `int`: integers of any size.

use malachite_bigint::BigInt;
use num_integer::Integer;
use num_traits::{Signed, Zero};
use ttd_core::value::Value;

use crate::ops::{dunders, rows};
use crate::{Vm, getters, ids, methods, native::*};

pub mod arith;
pub mod big;
pub mod compare;
pub mod division;
pub mod hash;
mod limbs;
pub mod new;
pub mod octets;
pub mod power;
pub mod text;

pub use compare::{compare_longs, compare_numbers};
pub use hash::{hash_float, hash_int};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "int",
    tid: ids::BIGINT,
    doc: "int([x]) -> integer\nint(x, base=10) -> integer\n\n\
          Convert a number or string to an integer, or return 0 if no arguments\n\
          are given.  If x is a number, return x.__int__().  For floating-point\n\
          numbers, this truncates towards zero.\n\n\
          If x is not a number or if base is given, then x must be a string,\n\
          bytes, or bytearray instance representing an integer literal in the\n\
          given base.  The literal can be preceded by '+' or '-' and be surrounded\n\
          by whitespace.  The base defaults to 10.  Valid bases are 0 and 2-36.\n\
          Base 0 means to interpret the base from the string as an integer literal.\n\
          >>> int('0b100', base=0)\n4",
    methods: METHODS,
    shared: &[rows::COMPARISONS, rows::ARITHMETIC, rows::DIVISION],
    class_methods: methods! {
        /// Return the integer represented by the given array of bytes.
        CallsBack "from_bytes" "(cls, /, bytes, byteorder='big', *, signed=False)" => octets::from_bytes;
    },
    getters: getters! {
        "real" => real;
        "imag" => imag;
        "numerator" => real;
        "denominator" => denominator;
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, x=0, /, base=10)" => new::new;
    /// Return a pair of integers, whose ratio is equal to the original int.
    Pure "as_integer_ratio" "(self, /)" => as_integer_ratio;
    /// Number of ones in the binary representation of the absolute value of self.
    Pure "bit_count" "(self, /)" => bit_count;
    /// Number of bits necessary to represent self in binary.
    Pure "bit_length" "(self, /)" => bit_length;
    /// Returns self, the complex conjugate of any int.
    Pure "conjugate" "(self, /)" => dunders::index;
    /// Returns True. Exists for duck type compatibility with float.is_integer.
    Pure "is_integer" "(self, /)" => is_integer;
    /// Return an array of bytes representing an integer.
    CallsBack "to_bytes" "(self, /, length=1, byteorder='big', *, signed=False)" => octets::to_bytes;
    /// Return self&value.
    Pure "__and__" "(self, value, /)" => dunders::and_;
    /// Return value&self.
    Pure "__rand__" "(self, value, /)" => dunders::rand;
    /// Return self|value.
    Pure "__or__" "(self, value, /)" => dunders::or_;
    /// Return value|self.
    Pure "__ror__" "(self, value, /)" => dunders::ror;
    /// Return self^value.
    Pure "__xor__" "(self, value, /)" => dunders::xor;
    /// Return value^self.
    Pure "__rxor__" "(self, value, /)" => dunders::rxor;
    /// Return self<<value.
    Pure "__lshift__" "(self, value, /)" => dunders::lshift;
    /// Return value<<self.
    Pure "__rlshift__" "(self, value, /)" => dunders::rlshift;
    /// Return self>>value.
    Pure "__rshift__" "(self, value, /)" => dunders::rshift;
    /// Return value>>self.
    Pure "__rrshift__" "(self, value, /)" => dunders::rrshift;
    /// ~self
    Pure "__invert__" "(self, /)" => dunders::invert;
    /// True if self else False
    Pure "__bool__" "(self, /)" => dunders::bool_;
    /// int(self)
    Pure "__int__" "(self, /)" => dunders::index;
    /// float(self)
    Pure "__float__" "(self, /)" => dunders::float_;
    /// Return self converted to an integer, if self is suitable for use as an index into a list.
    Pure "__index__" "(self, /)" => dunders::index;
    /// Ceiling of an Integral returns itself.
    Pure "__ceil__" "(self, /)" => dunders::index;
    /// Flooring an Integral returns itself.
    Pure "__floor__" "(self, /)" => dunders::index;
    /// Truncating an Integral returns itself.
    Pure "__trunc__" "(self, /)" => dunders::index;
    /// Rounding an Integral returns itself.
    ///
    /// Rounding with an ndigits argument also returns an integer.
    CallsBack "__round__" "(self, ndigits=None, /)" => round;
    /// Convert to a string according to format_spec.
    CallsBack "__format__" "(self, format_spec, /)" => dunders::format;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Returns the arguments for `__new__`, for copying.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

fn plain(v: Value) -> Value {
    if v.is_bool() { Value::int(i64::from(v == Value::TRUE)) } else { v }
}

fn real(_vm: &mut Vm, v: Value) -> Res {
    Ok(plain(v))
}

fn imag(_vm: &mut Vm, _v: Value) -> Res {
    Ok(Value::int(0))
}

fn denominator(_vm: &mut Vm, _v: Value) -> Res {
    Ok(Value::int(1))
}

fn as_integer_ratio(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_tuple(&[plain(args.get(0)), Value::int(1)]))
}

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_tuple(&[plain(args.get(0))]))
}

fn bit_count(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let ones = match vm.as_i64(v) {
        Some(i) => i64::from(i.unsigned_abs().count_ones()),
        None => vm.heap.bytes(v).iter().map(|b| i64::from(b.count_ones())).sum(),
    };
    Ok(Value::int(ones))
}

fn bit_length(vm: &mut Vm, args: Args) -> Res {
    let bits = match vm.as_i64(args.get(0)) {
        Some(i) => i64::from(64 - i.unsigned_abs().leading_zeros()),
        None => vm.as_big(args.get(0)).map_or(0, |i| i.bits() as i64),
    };
    Ok(Value::int(bits))
}

fn is_integer(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::TRUE)
}

/// `round(i, -n)`: to a multiple of 10**n, halves to the even one.
fn round(vm: &mut Vm, args: Args) -> Res {
    let v = plain(args.get(0));
    let Some(ndigits) = args.opt(1).filter(|n| !n.is_none()) else {
        return Ok(v);
    };
    let ndigits = vm.index(ndigits)?;
    let Some(digits) = vm.as_i64(ndigits) else {
        let negative = vm.as_big(ndigits).is_some_and(|n| n.is_negative());
        return Ok(if negative { Value::int(0) } else { v });
    };
    if digits >= 0 {
        return Ok(v);
    }
    let i = vm.as_big(v).unwrap_or_default();
    // 10**n above twice the number rounds it to 0; 3 bits per digit is a lower bound.
    if digits.unsigned_abs() > i.bits() / 3 + 2 {
        return Ok(Value::int(0));
    }
    let unit = BigInt::from(10).pow(digits.unsigned_abs() as u32);
    let (quotient, rest) = i.div_mod_floor(&unit);
    let twice: BigInt = rest << 1u32;
    let up = twice > unit || twice == unit && !quotient.is_even();
    let rounded = if up { quotient + 1 } else { quotient };
    Ok(vm.big(if rounded.is_zero() { BigInt::zero() } else { rounded * unit }))
}
