//! `math`.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, methods};

pub mod complex;
pub mod floats;
pub mod integers;
pub mod real;
pub mod statistics;
pub mod sums;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "math",
    doc: "This module provides access to the mathematical functions\ndefined by the C standard.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Return the arc cosine (measured in radians) of x.
    ///
    /// The result is between 0 and pi.
    CallsBack "acos" "(x, /)" => real::acos;
    /// Return the inverse hyperbolic cosine of x.
    CallsBack "acosh" "(x, /)" => real::acosh;
    /// Return the arc sine (measured in radians) of x.
    ///
    /// The result is between -pi/2 and pi/2.
    CallsBack "asin" "(x, /)" => real::asin;
    /// Return the inverse hyperbolic sine of x.
    CallsBack "asinh" "(x, /)" => real::asinh;
    /// Return the arc tangent (measured in radians) of x.
    ///
    /// The result is between -pi/2 and pi/2.
    CallsBack "atan" "(x, /)" => real::atan;
    /// Return the arc tangent (measured in radians) of y/x.
    ///
    /// Unlike atan(y/x), the signs of both x and y are considered.
    CallsBack "atan2" "(y, x, /)" => real::atan2;
    /// Return the inverse hyperbolic tangent of x.
    CallsBack "atanh" "(x, /)" => real::atanh;
    /// Return the cube root of x.
    CallsBack "cbrt" "(x, /)" => real::cbrt;
    /// Return the ceiling of x as an Integral.
    ///
    /// This is the smallest integer >= x.
    CallsBack "ceil" "(x, /)" => floats::ceil;
    /// Number of ways to choose k items from n items without repetition and without order.
    CallsBack "comb" "(n, k, /)" => integers::comb;
    /// Return a float with the magnitude (absolute value) of x but the sign of y.
    CallsBack "copysign" "(x, y, /)" => real::copysign;
    /// Return the cosine of x (measured in radians).
    CallsBack "cos" "(x, /)" => real::cos;
    /// Return the hyperbolic cosine of x.
    CallsBack "cosh" "(x, /)" => real::cosh;
    /// Convert angle x from radians to degrees.
    CallsBack "degrees" "(x, /)" => real::degrees;
    /// Return the Euclidean distance between two points p and q.
    CallsBack "dist" "(p, q, /)" => sums::dist;
    /// Error function at x.
    CallsBack "erf" "(x, /)" => real::erf;
    /// Complementary error function at x.
    CallsBack "erfc" "(x, /)" => real::erfc;
    /// Return e raised to the power of x.
    CallsBack "exp" "(x, /)" => real::exp;
    /// Return 2 raised to the power of x.
    CallsBack "exp2" "(x, /)" => real::exp2;
    /// Return exp(x)-1.
    CallsBack "expm1" "(x, /)" => real::expm1;
    /// Return the absolute value of the float x.
    CallsBack "fabs" "(x, /)" => real::fabs;
    /// Find n!.
    CallsBack "factorial" "(n, /)" => integers::factorial;
    /// Return the floor of x as an Integral.
    ///
    /// This is the largest integer <= x.
    CallsBack "floor" "(x, /)" => floats::floor;
    /// Fused multiply-add operation.
    ///
    /// Compute (x * y) + z with a single round.
    CallsBack "fma" "(x, y, z, /)" => floats::fma;
    /// Return fmod(x, y), according to platform C.
    CallsBack "fmod" "(x, y, /)" => real::fmod;
    /// Return the mantissa and exponent of x, as pair (m, e).
    CallsBack "frexp" "(x, /)" => floats::frexp;
    /// Return an accurate floating-point sum of values in the iterable seq.
    CallsBack "fsum" "(seq, /)" => sums::fsum;
    /// Gamma function at x.
    CallsBack "gamma" "(x, /)" => real::gamma;
    /// Greatest Common Divisor.
    CallsBack "gcd" "(*integers)" => integers::gcd;
    /// hypot(*coordinates) -> value
    ///
    /// Multidimensional Euclidean distance from the origin to a point.
    CallsBack "hypot" "(*coordinates)" => sums::hypot;
    /// Determine whether two floating-point numbers are close in value.
    CallsBack "isclose" "(a, b, *, rel_tol=1e-09, abs_tol=0.0)" => floats::isclose;
    /// Return True if x is neither an infinity nor a NaN, and False otherwise.
    CallsBack "isfinite" "(x, /)" => floats::isfinite;
    /// Return True if x is a positive or negative infinity, and False otherwise.
    CallsBack "isinf" "(x, /)" => floats::isinf;
    /// Return True if x is a NaN (not a number), and False otherwise.
    CallsBack "isnan" "(x, /)" => floats::isnan;
    /// Return the integer part of the square root of the input.
    CallsBack "isqrt" "(n, /)" => integers::isqrt;
    /// Least Common Multiple.
    CallsBack "lcm" "(*integers)" => integers::lcm;
    /// Return x * (2**i).
    CallsBack "ldexp" "(x, i, /)" => floats::ldexp;
    /// Natural logarithm of absolute value of Gamma function at x.
    CallsBack "lgamma" "(x, /)" => real::lgamma;
    /// log(x, [base=math.e])
    /// Return the logarithm of x to the given base.
    CallsBack "log" "(x, base=None, /)" => floats::log;
    /// Return the base 10 logarithm of x.
    CallsBack "log10" "(x, /)" => floats::log10;
    /// Return the natural logarithm of 1+x (base e).
    CallsBack "log1p" "(x, /)" => real::log1p;
    /// Return the base 2 logarithm of x.
    CallsBack "log2" "(x, /)" => floats::log2;
    /// Return the fractional and integer parts of x.
    CallsBack "modf" "(x, /)" => floats::modf;
    /// Return the floating-point value the given number of steps after x towards y.
    CallsBack "nextafter" "(x, y, /, *, steps=None)" => floats::nextafter;
    /// Number of ways to choose k items from n items without repetition and with order.
    CallsBack "perm" "(n, k=None, /)" => integers::perm;
    /// Return x**y (x to the power of y).
    CallsBack "pow" "(x, y, /)" => real::pow;
    /// Calculate the product of all the elements in the input iterable.
    CallsBack "prod" "(iterable, /, *, start=1)" => sums::prod;
    /// Convert angle x from degrees to radians.
    CallsBack "radians" "(x, /)" => real::radians;
    /// Difference between x and the closest integer multiple of y.
    CallsBack "remainder" "(x, y, /)" => real::remainder;
    /// Return the sine of x (measured in radians).
    CallsBack "sin" "(x, /)" => real::sin;
    /// Return the hyperbolic sine of x.
    CallsBack "sinh" "(x, /)" => real::sinh;
    /// Return the square root of x.
    CallsBack "sqrt" "(x, /)" => real::sqrt;
    /// Return the sum of products of values from two iterables p and q.
    CallsBack "sumprod" "(p, q, /)" => sums::sumprod;
    /// Return the tangent of x (measured in radians).
    CallsBack "tan" "(x, /)" => real::tan;
    /// Return the hyperbolic tangent of x.
    CallsBack "tanh" "(x, /)" => real::tanh;
    /// Truncates the Real x to the nearest Integral toward 0.
    CallsBack "trunc" "(x, /)" => floats::trunc;
    /// Return the value of the least significant bit of the float x.
    CallsBack "ulp" "(x, /)" => floats::ulp;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let constants = [
        ("pi", std::f64::consts::PI),
        ("e", std::f64::consts::E),
        ("tau", std::f64::consts::TAU),
        ("inf", f64::INFINITY),
        ("nan", f64::NAN),
    ];
    let dict = vm.heap.slot(module, 0);
    for (name, value) in constants {
        vm.dict_set_str(dict, name, Value::float_any(value));
    }
    Ok(())
}

/// The ValueError for an argument outside a function's domain.
fn domain_error(vm: &mut Vm) -> Trap {
    vm.value_error("math domain error")
}

/// The OverflowError for a result out of range.
fn range_error(vm: &mut Vm) -> Trap {
    vm.overflow_error("math range error")
}
