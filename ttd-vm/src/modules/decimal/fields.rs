//! The fields of a `Decimal`.

use malachite_bigint::{BigInt, Sign};
use num_traits::ToPrimitive;
use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{Coefficient, Exact, Finite};

use super::context;
use crate::{Vm, ids, native::*};

const SIGN: usize = 0;
const COEFFICIENT: usize = 1;
const EXPONENT: usize = 2;
const SPECIAL: usize = 3;

/// Reads a number; `None` for special values, and for exponents beyond a machine word.
pub(super) fn read(vm: &Vm, v: Value) -> Option<Finite> {
    let [negative, coefficient, exponent, special] = raw(vm, v);
    if special != Value::FALSE || !exponent.is_int() {
        return None;
    }
    Some(Finite::new(negative == Value::int(1), natural(vm, coefficient)?, exponent.as_int()))
}

/// Reads a number that is not zero, with a coefficient and an exponent of a machine word.
#[inline]
pub(super) fn exact(vm: &Vm, v: Value) -> Option<Exact> {
    let [negative, coefficient, exponent, special] = raw(vm, v);
    let plain = special == Value::FALSE && Value::both_int(coefficient, exponent);
    let coefficient = if plain { u64::try_from(coefficient.as_int()).ok()? } else { return None };
    let negative = negative == Value::int(1);
    (coefficient != 0).then(|| Exact { negative, coefficient, exponent: exponent.as_int() })
}

/// Makes a `Decimal` of a number of a machine word, if it needs no rounding under the context, given or present.
#[inline]
pub(super) fn make_exact(vm: &mut Vm, n: Exact, given: Option<Value>) -> Option<Value> {
    let context = context::current(vm, given)?;
    let rules = context::rules(vm, context)?;
    let coefficient = i64::try_from(n.coefficient).ok().filter(|_| n.fits(&rules))?;
    let (coefficient, exponent) = (Value::try_int(coefficient)?, Value::try_int(n.exponent)?);
    let class = vm.types.decimal;
    Some(make_raw(vm, class, [Value::int(i64::from(n.negative)), coefficient, exponent, Value::FALSE]))
}

/// A natural number as a coefficient.
pub(super) fn natural(vm: &Vm, v: Value) -> Option<Coefficient> {
    if v.is_int() {
        return Some(Coefficient::Small(u128::try_from(v.as_int()).ok()?));
    }
    if let Some(n) = vm.as_i128(v) {
        return Some(Coefficient::Small(u128::try_from(n).ok()?));
    }
    vm.as_big(v).map(|n| Coefficient::of_big(n.magnitude().clone()))
}

/// A coefficient as an int.
pub(super) fn int(vm: &mut Vm, c: &Coefficient, negative: bool) -> Value {
    match c {
        Coefficient::Small(n) => match i128::try_from(*n) {
            Ok(n) => vm.int128(if negative { -n } else { n }),
            Err(_) => big(vm, c, negative),
        },
        Coefficient::Big(_) => big(vm, c, negative),
    }
}

fn big(vm: &mut Vm, c: &Coefficient, negative: bool) -> Value {
    let sign = if negative { Sign::Minus } else { Sign::Plus };
    vm.big(BigInt::from_biguint(sign, c.big()))
}

/// Makes an instance of a class.
pub(super) fn make_of(vm: &mut Vm, class: Value, n: &Finite) -> Res {
    let Some(exponent) = Value::try_int(n.exponent) else {
        return Err(vm.overflow_error("exponent too large"));
    };
    let coefficient = int(vm, &n.coefficient, false);
    Ok(make_raw(vm, class, [Value::int(i64::from(n.negative)), coefficient, exponent, Value::FALSE]))
}

/// Makes a `Decimal`.
pub(super) fn make(vm: &mut Vm, n: &Finite) -> Res {
    let class = vm.types.decimal;
    make_of(vm, class, n)
}

/// Makes one of fields as they lie.
pub(super) fn make_raw(vm: &mut Vm, class: Value, fields: [Value; 4]) -> Value {
    let made = vm.new_instance(class);
    vm.heap.write_slots(made, SIGN, &fields);
    made
}

/// The fields as they lie.
#[inline]
pub(super) fn raw(vm: &Vm, v: Value) -> [Value; 4] {
    let slots = vm.heap.slots(v);
    [slots[SIGN], slots[COEFFICIENT], slots[EXPONENT], slots[SPECIAL]]
}

pub(super) fn is_special(vm: &Vm, v: Value) -> bool {
    vm.heap.slot(v, SPECIAL) == Value::TRUE
}

pub(super) fn is_infinity(vm: &Vm, v: Value) -> bool {
    let exponent = vm.heap.slot(v, EXPONENT);
    exponent.is(ids::STR) && vm.heap.bytes(exponent) == b"F"
}

fn field(vm: &mut Vm, v: Value, at: usize, name: &str) -> Res {
    let found = vm.heap.slot(v, at);
    if found.is_unbound() {
        return Err(vm.attribute_error(format!("'Decimal' object has no attribute '{name}'")));
    }
    Ok(found)
}

pub(super) fn sign(vm: &mut Vm, v: Value) -> Res {
    field(vm, v, SIGN, "_sign")
}

pub(super) fn exponent(vm: &mut Vm, v: Value) -> Res {
    field(vm, v, EXPONENT, "_exp")
}

pub(super) fn special(vm: &mut Vm, v: Value) -> Res {
    field(vm, v, SPECIAL, "_is_special")
}

/// The digits as text.
pub(super) fn digits(vm: &mut Vm, v: Value) -> Res {
    let found = field(vm, v, COEFFICIENT, "_int")?;
    if found.is(ids::STR) {
        return Ok(found);
    }
    let text = natural(vm, found).map(|c| c.text()).unwrap_or_default();
    Ok(vm.new_str(&text))
}

pub(super) fn set_sign(vm: &mut Vm, v: Value, to: Value) -> Res<()> {
    vm.heap.set_slot(v, SIGN, to);
    Ok(())
}

pub(super) fn set_exponent(vm: &mut Vm, v: Value, to: Value) -> Res<()> {
    vm.heap.set_slot(v, EXPONENT, to);
    Ok(())
}

pub(super) fn set_special(vm: &mut Vm, v: Value, to: Value) -> Res<()> {
    vm.heap.set_slot(v, SPECIAL, to);
    Ok(())
}

pub(super) fn set_digits(vm: &mut Vm, v: Value, to: Value) -> Res<()> {
    let to = packed(vm, to);
    vm.heap.set_slot(v, COEFFICIENT, to);
    Ok(())
}

/// Digits as an int. What a NaN carries stays text: it may be empty.
pub(super) fn packed(vm: &mut Vm, digits: Value) -> Value {
    if !digits.is(ids::STR) {
        return digits;
    }
    let text = vm.heap.bytes(digits);
    if text.is_empty() || !text.iter().all(u8::is_ascii_digit) {
        return digits;
    }
    if text.len() <= 18 {
        let n = text.iter().fold(0_i64, |n, c| n * 10 + i64::from(c - b'0'));
        return vm.int(n);
    }
    match malachite_bigint::BigUint::parse_bytes(text, 10) {
        Some(n) => {
            let c = n.to_u128().map_or(Coefficient::Big(n), Coefficient::Small);
            int(vm, &c, false)
        }
        None => digits,
    }
}
