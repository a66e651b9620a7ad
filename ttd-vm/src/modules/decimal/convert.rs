//! Making `Decimal`s of other values.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Finite, text};

use super::{fields, is_decimal, slow};
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
    slow(vm, "__new__", &args)
}

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
