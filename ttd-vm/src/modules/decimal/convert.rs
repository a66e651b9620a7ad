//! Making `Decimal`s of other values.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Coefficient, Finite, Rounding, round, text};

use super::{context, fields, is_decimal, slow};
use crate::ops::iter::sequence_items;
use crate::{Vm, ids, native::*};

pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let Some(given) = args.opt(1) else {
        return fields::make_of(vm, class, &Finite::new(false, fields_zero(), 0));
    };
    if is_decimal(vm, given) {
        if class == vm.types.decimal && vm.type_of(given) == class {
            return Ok(given);
        }
        let raw = fields::raw(vm, given);
        return Ok(fields::make_raw(vm, class, raw));
    }
    let value = vm.unwrap(given);
    if let Some(n) = finite(vm, value) {
        return fields::make_of(vm, class, &n);
    }
    if value.is_float()
        && let Some(made) = of_float(vm, class, value.as_float(), args.opt(2))
    {
        return made;
    }
    if let Some(n) = of_parts(vm, value)? {
        return fields::make_of(vm, class, &n);
    }
    slow(vm, "__new__", &args)
}

/// The number that a tuple of sign, digits and exponent stands for; `None` if it is a long one, a special one, or none.
fn of_parts(vm: &mut Vm, v: Value) -> Res<Option<Finite>> {
    let parts = match sequence(vm, v) {
        None => return Ok(None),
        Some(&[sign, digits, exponent]) => (small(vm, sign), digits, vm.unwrap(exponent)),
        Some(_) => return Err(vm.value_error("argument must be a sequence of length 3")),
    };
    let (Some(sign @ 0..=1), digits, exponent) = parts else {
        return Err(vm.value_error("sign must be an integer with the value 0 or 1"));
    };
    if exponent.is(ids::STR) {
        return match vm.heap.bytes(exponent) {
            b"F" | b"n" | b"N" => Ok(None),
            _ => Err(vm.value_error("string argument in the third position must be 'F', 'n' or 'N'")),
        };
    }
    if !vm.is_integer(exponent) {
        return Err(vm.value_error("exponent must be an integer"));
    }
    let digits = vm.unwrap(digits);
    let Some((coefficient, count)) = sequence(vm, digits).and_then(|digits| coefficient(vm, digits)) else {
        return Err(vm.value_error("coefficient must be a tuple of digits"));
    };
    let exponent = small(vm, exponent).filter(|n| n.unsigned_abs() <= MOST_EXPONENT && count <= MOST_DIGITS);
    Ok(exponent.map(|exponent| Finite::new(sign == 1, Coefficient::Small(coefficient), exponent)))
}

/// The number that these digits are, if there are not too many for it, and how many there are.
fn coefficient(vm: &Vm, digits: &[Value]) -> Option<(u128, usize)> {
    let mut coefficient = 0_u128;
    for digit in digits {
        let digit = small(vm, *digit).and_then(|n| u128::try_from(n).ok()).filter(|n| *n <= 9)?;
        coefficient = coefficient.wrapping_mul(10).wrapping_add(digit);
    }
    Some((coefficient, digits.len()))
}

/// An int of a machine word.
fn small(vm: &Vm, v: Value) -> Option<i64> {
    vm.as_i64(vm.unwrap(v))
}

/// The items of a tuple or list.
fn sequence(vm: &Vm, v: Value) -> Option<&[Value]> {
    (v.is(ids::TUPLE) || v.is(ids::LIST)).then(|| sequence_items(vm, v))
}

/// As many digits as 128 bits always hold.
const MOST_DIGITS: usize = 38;

/// Beyond the exponents of programs, and far within a word.
const MOST_EXPONENT: u64 = 1 << 48;

/// Makes one of a float, which is signalled.
fn of_float(vm: &mut Vm, class: Value, f: f64, context: Option<Value>) -> Option<Res> {
    if !f.is_finite() {
        return None;
    }
    let context = context::current(vm, context)?;
    context::signal_float(vm, context)?;
    Some(fields::make_of(vm, class, &Finite::of_float(f)))
}

pub(super) fn as_tuple(vm: &mut Vm, args: Args) -> Res {
    let [sign, _, exponent, _] = fields::raw(vm, args.get(0));
    let (Some(n), Some(class)) = (fields::read(vm, args.get(0)), context::tuple_class(vm)) else {
        return slow(vm, "as_tuple", &args);
    };
    let digits = n.coefficient.text();
    let digits = digits.as_bytes();
    let digits = vm.heap.new_tuple_with(ids::TUPLE, digits.len(), |at| Value::int(i64::from(digits[at] - b'0')));
    let parts = vm.new_tuple(&[sign, digits, exponent]);
    Ok(vm.wrap_payload(class, parts))
}

/// `int(self)`, for a method in Python: those of instances are found by their being no native ones.
pub(super) fn whole(vm: &mut Vm, args: Args) -> Res {
    let n = number_of(vm, args.get(0)).filter(|n| n.exponent <= MOST_ZEROS);
    match n.and_then(|n| round::rescale(&n, 0, Rounding::Down)) {
        Some((n, _)) => Ok(fields::int(vm, &n.coefficient, n.negative)),
        None if !is_decimal(vm, args.get(0)) || !fields::is_special(vm, args.get(0)) => slow(vm, "__int__", &args),
        None if fields::is_infinity(vm, args.get(0)) => Err(vm.overflow_error("cannot convert Infinity to integer")),
        None => Err(vm.value_error("cannot convert NaN to integer")),
    }
}

/// The number of a `Decimal` that a function of the module was given.
fn number_of(vm: &Vm, v: Value) -> Option<Finite> {
    if is_decimal(vm, v) { fields::read(vm, v) } else { None }
}

/// `float(self)`, as `whole`.
pub(super) fn float(vm: &mut Vm, args: Args) -> Res {
    // A subclass may show itself another way, of which the float is made.
    let exact = vm.type_of(args.get(0)) == vm.types.decimal;
    match if exact { fields::read(vm, args.get(0)) } else { None } {
        Some(n) => Ok(Value::float(text::show(&n, 'e').parse().unwrap_or(f64::NAN))),
        None => slow(vm, "__float__", &args),
    }
}

/// Whole numbers with more zeros at the end are made in Python, where that can be interrupted.
const MOST_ZEROS: i64 = 1_000_000;

fn fields_zero() -> Coefficient {
    Coefficient::Small(0)
}

/// The number that an int is, or a str says in the commonest form.
fn finite(vm: &Vm, v: Value) -> Option<Finite> {
    if v.is(ids::STR) {
        let bytes = vm.heap.bytes(v);
        let exponent = text::read(bytes)?;
        return Value::try_int(exponent.exponent).map(|_| exponent);
    }
    integer(vm, v)
}

/// An int as a number.
pub(super) fn integer(vm: &Vm, v: Value) -> Option<Finite> {
    if !vm.is_integer(v) {
        return None;
    }
    if let Some(n) = vm.as_i128(v) {
        let c = Coefficient::Small(n.unsigned_abs());
        return Some(Finite::new(n < 0, c, 0));
    }
    let n = vm.as_big(v)?;
    let negative = n.sign() == malachite_bigint::Sign::Minus;
    let c = Coefficient::of_big(n.magnitude().clone());
    Some(Finite::new(negative, c, 0))
}

/// An operand: a `Decimal` or an int.
pub(super) fn operand(vm: &Vm, v: Value) -> Option<Finite> {
    if is_decimal(vm, v) { fields::read(vm, v) } else { integer(vm, vm.unwrap(v)) }
}

pub(super) fn triple(vm: &mut Vm, args: Args) -> Res {
    let special = args.opt(3).unwrap_or(Value::FALSE);
    let coefficient = fields::packed(vm, args.get(1));
    let class = vm.types.decimal;
    Ok(fields::make_raw(vm, class, [args.get(0), coefficient, args.get(2), special]))
}
