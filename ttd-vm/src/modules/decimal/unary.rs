//! The operators with one operand, and conversions.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::{
    Exact, Finite, Rounding, Rules, Status, arith, compare, powers, round as rounding, text as texts,
};

use super::{context, fields, slow};
use crate::{Vm, native::*};

/// Applies an operation under the context; `None` where `_pydecimal` has to do it.
fn apply(
    vm: &mut Vm,
    this: Value,
    given: Option<Value>,
    operation: impl Fn(Finite, &Rules) -> Option<(Finite, Status)>,
) -> Option<Res> {
    let n = fields::read(vm, this)?;
    let context = context::current(vm, given)?;
    let rules = context::rules(vm, context)?;
    let (made, status) = operation(n, &rules)?;
    Value::try_int(made.exponent)?;
    context::signal(vm, context, status)?;
    Some(fields::make(vm, &made))
}

/// The number with this sign, rounded. A zero gets a minus only where rounding goes down.
fn signed(mut n: Finite, negative: bool, rules: &Rules) -> Option<(Finite, Status)> {
    n.negative = if n.is_zero() && rules.rounding != Rounding::Floor { false } else { negative };
    rounding::fix(n, rules)
}

/// A number of few digits with another sign, or itself, where nothing is rounded.
fn exactly(vm: &mut Vm, args: &Args, context: usize, sign: fn(bool) -> bool) -> Option<Value> {
    let n = fields::exact(vm, args.get(0))?;
    fields::make_exact(vm, Exact { negative: sign(n.negative), ..n }, args.opt(context))
}

pub(super) fn neg(vm: &mut Vm, args: Args) -> Res {
    if let Some(made) = exactly(vm, &args, 1, |negative| !negative) {
        return Ok(made);
    }
    let done = apply(vm, args.get(0), args.opt(1), |n, rules| {
        let negative = !n.negative;
        signed(n, negative, rules)
    });
    done.unwrap_or_else(|| slow(vm, "__neg__", &args))
}

pub(super) fn pos(vm: &mut Vm, args: Args) -> Res {
    if let Some(made) = exactly(vm, &args, 1, |negative| negative) {
        return Ok(made);
    }
    let done = apply(vm, args.get(0), args.opt(1), |n, rules| {
        let negative = n.negative;
        signed(n, negative, rules)
    });
    done.unwrap_or_else(|| slow(vm, "__pos__", &args))
}

pub(super) fn abs(vm: &mut Vm, args: Args) -> Res {
    let rounds = args.opt(1).is_none_or(|v| v == Value::TRUE);
    if rounds && let Some(made) = exactly(vm, &args, 2, |_| false) {
        return Ok(made);
    }
    let done = if rounds { apply(vm, args.get(0), args.opt(2), |n, rules| signed(n, false, rules)) } else { None };
    done.unwrap_or_else(|| slow(vm, "__abs__", &args))
}

pub(super) fn normalize(vm: &mut Vm, args: Args) -> Res {
    let done = apply(vm, args.get(0), args.opt(1), rounding::normalize);
    done.unwrap_or_else(|| slow(vm, "normalize", &args))
}

pub(super) fn sqrt(vm: &mut Vm, args: Args) -> Res {
    let done =
        apply(
            vm,
            args.get(0),
            args.opt(1),
            |n, rules| {
                if n.negative || n.is_zero() { None } else { arith::sqrt(&n, rules) }
            },
        );
    done.unwrap_or_else(|| slow(vm, "sqrt", &args))
}

/// Defines functions that are rounded to half even.
macro_rules! transcendental {
    ($($name:ident $python:literal $operation:path;)*) => {$(
        pub(super) fn $name(vm: &mut Vm, args: Args) -> Res {
            let done = apply(vm, args.get(0), args.opt(1), |n, rules| $operation(&n, rules));
            done.unwrap_or_else(|| slow(vm, $python, &args))
        }
    )*};
}

transcendental! {
    exp "exp" powers::exp;
    ln "ln" powers::ln;
    log10 "log10" powers::log10;
}

pub(super) fn truth(vm: &mut Vm, args: Args) -> Res {
    let [_, coefficient, _, special] = fields::raw(vm, args.get(0));
    Ok(Value::bool(special == Value::TRUE || coefficient != Value::int(0)))
}

pub(super) fn is_finite(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fields::raw(vm, args.get(0))[3] != Value::TRUE))
}

pub(super) fn is_zero(vm: &mut Vm, args: Args) -> Res {
    let [_, coefficient, _, special] = fields::raw(vm, args.get(0));
    Ok(Value::bool(special != Value::TRUE && coefficient == Value::int(0)))
}

pub(super) fn is_nan(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    Ok(Value::bool(fields::is_special(vm, this) && !fields::is_infinity(vm, this)))
}

pub(super) fn is_infinite(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fields::is_infinity(vm, args.get(0))))
}

pub(super) fn is_signed(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fields::raw(vm, args.get(0))[0] == Value::int(1)))
}

pub(super) fn hash(vm: &mut Vm, args: Args) -> Res {
    match fields::read(vm, args.get(0)) {
        Some(n) => {
            let hash = compare::hash(&n);
            Ok(vm.int(hash))
        }
        None => slow(vm, "__hash__", &args),
    }
}

fn shown(vm: &mut Vm, this: Value, given: Option<Value>) -> Option<String> {
    let n = fields::read(vm, this)?;
    let letter = if texts::has_exponent(&n) { context::letter(vm, given)? } else { 'E' };
    Some(texts::show(&n, letter))
}

pub(super) fn text(vm: &mut Vm, args: Args) -> Res {
    let engineering = args.opt(1).is_some_and(|v| v != Value::FALSE);
    match if engineering { None } else { shown(vm, args.get(0), args.opt(2)) } {
        Some(text) => Ok(vm.new_str(&text)),
        None => slow(vm, "__str__", &args),
    }
}

pub(super) fn repr(vm: &mut Vm, args: Args) -> Res {
    // A subclass may have a `__str__` of its own, which its repr shows.
    let exact = vm.type_of(args.get(0)) == vm.types.decimal;
    match if exact { shown(vm, args.get(0), None) } else { None } {
        Some(text) => Ok(vm.new_str(&format!("Decimal('{text}')"))),
        None => slow(vm, "__repr__", &args),
    }
}

pub(super) fn round(vm: &mut Vm, args: Args) -> Res {
    match rounded(vm, &args) {
        Some(done) => done,
        None => slow(vm, "__round__", &args),
    }
}

fn rounded(vm: &mut Vm, args: &Args) -> Option<Res> {
    match args.opt(1).filter(|v| !v.is_none()) {
        None => {
            let n = fields::read(vm, args.get(0)).filter(|n| n.exponent <= 1_000_000)?;
            let whole = rounding::rescale(&n, 0, Rounding::HalfEven)?.0;
            Some(Ok(fields::int(vm, &whole.coefficient, n.negative)))
        }
        Some(places) => {
            let places = if places.is_int() { places.as_int() } else { return None };
            apply(vm, args.get(0), None, |n, rules| rounding::quantize(&n, -places, rules))
        }
    }
}

pub(super) fn adjusted(vm: &mut Vm, args: Args) -> Res {
    match fields::read(vm, args.get(0)) {
        Some(n) => Ok(vm.int(n.adjusted())),
        None => slow(vm, "adjusted", &args),
    }
}

fn with_sign(vm: &mut Vm, this: Value, sign: Value) -> Res {
    let [_, coefficient, exponent, special] = fields::raw(vm, this);
    let class = vm.types.decimal;
    Ok(fields::make_raw(vm, class, [sign, coefficient, exponent, special]))
}

pub(super) fn copy_abs(vm: &mut Vm, args: Args) -> Res {
    with_sign(vm, args.get(0), Value::int(0))
}

pub(super) fn copy_negate(vm: &mut Vm, args: Args) -> Res {
    let negative = fields::raw(vm, args.get(0))[0] == Value::int(1);
    with_sign(vm, args.get(0), Value::int(i64::from(!negative)))
}
