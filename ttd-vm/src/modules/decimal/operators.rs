//! The operators with two operands.

use std::cmp::Ordering;

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{
    Exact, Finite, Rounding, Rules, Status, arith, compare, divide, exact, integer_power, round,
};

use super::{context, convert, fields, is_decimal, slow};
use crate::{Vm, native::*};

/// Applies an operation to two numbers; `None` where `_pydecimal` has to do it.
type Operation = fn(&Finite, &Finite, &Rules) -> Option<(Finite, Status)>;

fn apply(vm: &mut Vm, args: &Args, swapped: bool, operation: Operation) -> Option<Res> {
    let (a, b) = (fields::read(vm, args.get(0))?, convert::operand(vm, args.get(1))?);
    let context = context::current(vm, args.opt(2))?;
    let rules = context::rules(vm, context)?;
    let (made, status) = if swapped { operation(&b, &a, &rules)? } else { operation(&a, &b, &rules)? };
    Value::try_int(made.exponent)?;
    context::signal(vm, context, status)?;
    Some(fields::make(vm, &made))
}

/// Applies an operation to two `Decimal`s of few digits, where the result is exact.
fn exactly(vm: &mut Vm, args: &Args, operation: fn(Exact, Exact) -> Option<Exact>) -> Option<Value> {
    let (a, b) = (fields::exact(vm, args.get(0))?, few_digits(vm, args.get(1))?);
    fields::make_exact(vm, operation(a, b)?, args.opt(2))
}

/// An operand of few digits: a `Decimal` or an int.
fn few_digits(vm: &Vm, v: Value) -> Option<Exact> {
    if v.is_int() {
        let n = v.as_int();
        return (n != 0).then(|| Exact { negative: n < 0, coefficient: n.unsigned_abs(), exponent: 0 });
    }
    if is_decimal(vm, v) { fields::exact(vm, v) } else { None }
}

macro_rules! operators {
    ($($name:ident $python:literal $swapped:literal $operation:expr $(, exactly $exact:expr)?;)*) => {$(
        pub(super) fn $name(vm: &mut Vm, args: Args) -> Res {
            $(if let Some(made) = exactly(vm, &args, $exact) {
                return Ok(made);
            })?
            match apply(vm, &args, $swapped, $operation) {
                Some(done) => done,
                None => slow(vm, $python, &args),
            }
        }
    )*};
}

operators! {
    add "__add__" false arith::add, exactly exact::add;
    sub "__sub__" false |a, b, rules| arith::add(a, &negated(b), rules), exactly exact::sub;
    mul "__mul__" false arith::mul, exactly exact::mul;
    rsub "__rsub__" true |a, b, rules| arith::add(a, &negated(b), rules);
    truediv "__truediv__" false divide::divide;
    rtruediv "__rtruediv__" true divide::divide;
    floordiv "__floordiv__" false |a, b, rules| Some((divide::div_rem(a, b, rules)?.0, Status::default()));
    modulo "__mod__" false |a, b, rules| round::fix(divide::div_rem(a, b, rules)?.1, rules);
}

pub(super) fn power(vm: &mut Vm, args: Args) -> Res {
    let third = args.opt(2).is_some_and(|v| !v.is_none());
    match if third { None } else { powered(vm, &args) } {
        Some(done) => done,
        None => slow(vm, "__pow__", &args),
    }
}

fn powered(vm: &mut Vm, args: &Args) -> Option<Res> {
    let (a, b) = (fields::read(vm, args.get(0))?, convert::operand(vm, args.get(1))?);
    let whole = round::rescale(&b, 0, Rounding::Down).filter(|_| b.exponent.abs() < 100)?;
    let (exponent, lossy) = (whole.0.coefficient.small()?, whole.1);
    if lossy {
        return None;
    }
    let context = context::current(vm, args.opt(3))?;
    let rules = context::rules(vm, context)?;
    let (made, status) = integer_power::power(&a, exponent, b.negative, &rules)?;
    Value::try_int(made.exponent)?;
    context::signal(vm, context, status)?;
    Some(fields::make(vm, &made))
}

fn negated(n: &Finite) -> Finite {
    Finite { negative: !n.negative, ..n.clone() }
}

pub(super) fn divmod(vm: &mut Vm, args: Args) -> Res {
    match both(vm, &args) {
        Some(done) => done,
        None => slow(vm, "__divmod__", &args),
    }
}

fn both(vm: &mut Vm, args: &Args) -> Option<Res> {
    let (a, b) = (fields::read(vm, args.get(0))?, convert::operand(vm, args.get(1))?);
    let context = context::current(vm, args.opt(2))?;
    let rules = context::rules(vm, context)?;
    let (quotient, rest) = divide::div_rem(&a, &b, &rules)?;
    let (rest, status) = round::fix(rest, &rules)?;
    context::signal(vm, context, status)?;
    let made = fields::make(vm, &quotient).and_then(|q| Ok((q, fields::make(vm, &rest)?)));
    Some(made.map(|(q, r)| vm.new_tuple(&[q, r])))
}

/// The order of two numbers of the class itself; `None` for any other values, and for special ones.
pub(super) fn order_of(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    let class = vm.types.decimal;
    if class.is_unbound() || vm.type_of(a) != class || vm.type_of(b) != class {
        return None;
    }
    order(vm, a, b)
}

/// The order of a `Decimal` and another number.
fn order(vm: &Vm, number: Value, other: Value) -> Option<Ordering> {
    if let Some(a) = fields::exact(vm, number)
        && let Some(b) = few_digits(vm, other)
        && let Some(order) = exact::compare(a, b)
    {
        return Some(order);
    }
    compare::compare(&fields::read(vm, number)?, &convert::operand(vm, other)?)
}

macro_rules! comparisons {
    ($($name:ident $python:literal $test:ident;)*) => {$(
        pub(super) fn $name(vm: &mut Vm, args: Args) -> Res {
            match order(vm, args.get(0), args.get(1)) {
                Some(order) => Ok(Value::bool(order.$test())),
                None => slow(vm, $python, &args),
            }
        }
    )*};
}

comparisons! {
    eq "__eq__" is_eq;
    lt "__lt__" is_lt;
    le "__le__" is_le;
    gt "__gt__" is_gt;
    ge "__ge__" is_ge;
}

pub(super) fn quantize(vm: &mut Vm, args: Args) -> Res {
    match quantized(vm, &args) {
        Some(done) => done,
        None => slow(vm, "quantize", &args),
    }
}

fn quantized(vm: &mut Vm, args: &Args) -> Option<Res> {
    let pattern = args.get(1);
    if !is_decimal(vm, pattern) {
        return None;
    }
    let (n, pattern) = (fields::read(vm, args.get(0))?, fields::read(vm, pattern)?);
    let context = context::current(vm, args.opt(3))?;
    let mut rules = context::rules(vm, context)?;
    if let Some(given) = args.opt(2).filter(|v| !v.is_none()) {
        rules.rounding = context::rounding_named(vm, given)?;
    }
    let (made, status) = round::quantize(&n, pattern.exponent, &rules)?;
    context::signal(vm, context, status)?;
    Some(fields::make(vm, &made))
}
