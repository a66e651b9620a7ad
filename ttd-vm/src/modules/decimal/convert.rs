//! Making `Decimal`s of other values.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Finite, Rounding, round, text};

use super::{context, fields, is_decimal, slow};
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
    slow(vm, "__new__", &args)
}

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

fn fields_zero() -> ttd_pyalgos::numbers::decimal::Coefficient {
    ttd_pyalgos::numbers::decimal::Coefficient::Small(0)
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
        let c = ttd_pyalgos::numbers::decimal::Coefficient::Small(n.unsigned_abs());
        return Some(Finite::new(n < 0, c, 0));
    }
    let n = vm.as_big(v)?;
    let negative = n.sign() == malachite_bigint::Sign::Minus;
    let c = ttd_pyalgos::numbers::decimal::Coefficient::of_big(n.magnitude().clone());
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
