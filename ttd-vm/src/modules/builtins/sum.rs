//! `sum`: exact for integers, compensated for floats (as in CPython since 3.12).

use ttd_core::value::Value;

use crate::ops::{arith::BinOp, iter};
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, native::*};

pub(super) fn sum(vm: &mut Vm, args: Args) -> Res {
    let (iterable, start) = (args.get(0), args.opt(1).unwrap_or(Value::int(0)));
    let refused = match vm.unwrap(start) {
        s if s.is(ids::STR) => Some("sum() can't sum strings [use ''.join(seq) instead]"),
        s if s.is(ids::BYTES) => Some("sum() can't sum bytes [use b''.join(seq) instead]"),
        s if s.is(ids::BYTEARRAY) => Some("sum() can't sum bytearray [use b''.join(seq) instead]"),
        _ => None,
    };
    if let Some(message) = refused {
        if !vm.plain_iterable(iterable) {
            vm.iter(iterable)?;
        }
        return Err(vm.type_error(message));
    }
    if !vm.plain_iterable(iterable) {
        return Err(vm.tail_fold(Wait::Sum, iterable, "sum_", &[iterable, start]));
    }
    let it = iter::builtin_iter(vm, iterable).unwrap_or(iterable);
    let mut total = Total::of(start);
    let mut turns = 0u32;
    while let Some(item) = iter::builtin_next(vm, it).unwrap_or(Ok(None))? {
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
        if total.add(vm, item) {
            continue;
        }
        let so_far = total.value(vm);
        if item.is(ids::INST) || so_far.is(ids::INST) {
            // The remaining items may run an `__add__` of the program.
            let f = vm.lib("sum_rest");
            return Err(vm.tail_call(f, &[it, so_far, item]));
        }
        let next = vm.binary(BinOp::Add, so_far, item)?;
        total = Total::General(next);
    }
    Ok(total.value(vm))
}

/// A running sum. It begins as a machine integer, may become a float sum once, and is general from then on.
#[derive(Clone, Copy)]
pub(crate) enum Total {
    Int(i64),
    Float { sum: f64, lost: f64 },
    General(Value),
}

impl Total {
    fn of(start: Value) -> Total {
        Total::resumed(start, 0.0)
    }

    /// A sum that was put away: its value, and what a float sum has lost.
    #[inline(always)]
    pub(crate) fn resumed(sum: Value, lost: f64) -> Total {
        if sum.is_int() {
            Total::Int(sum.as_int())
        } else if sum.is_float() {
            Total::Float { sum: sum.as_float(), lost }
        } else {
            Total::General(sum)
        }
    }

    /// What a sum is to be resumed from.
    #[inline(always)]
    pub(crate) fn put_away(&self, vm: &mut Vm) -> (Value, f64) {
        match *self {
            Total::Int(sum) => (vm.int(sum), 0.0),
            Total::Float { sum, lost } => (Value::float_any(sum), lost),
            Total::General(sum) => (sum, 0.0),
        }
    }

    /// Adds an item, unless this kind of sum cannot take it.
    #[inline(always)]
    pub(crate) fn add(&mut self, vm: &Vm, item: Value) -> bool {
        match self {
            Total::Int(sum) if item.is_int() => {
                let Some(total) = sum.checked_add(item.as_int()) else {
                    return false;
                };
                *sum = total;
                true
            }
            Total::Float { sum, lost } if item.is_float() => {
                // Neumaier's variant of Kahan's summation.
                let x = item.as_float();
                let total = *sum + x;
                *lost += if sum.abs() >= x.abs() { (*sum - total) + x } else { (x - total) + *sum };
                *sum = total;
                true
            }
            _ => {
                let total = self.with_other(vm, item);
                *self = total.unwrap_or(*self);
                total.is_some()
            }
        }
    }

    /// The sum with an item of another kind, unless this kind of sum cannot take it.
    #[inline(never)]
    fn with_other(self, vm: &Vm, item: Value) -> Option<Total> {
        match self {
            Total::Int(sum) if item.is_float() => Some(Total::Float { sum: sum as f64 + item.as_float(), lost: 0.0 }),
            Total::Int(sum) => vm.as_i64(item).and_then(|i| sum.checked_add(i)).map(Total::Int),
            Total::Float { sum, lost } => vm.as_i64(item).map(|i| Total::Float { sum: sum + i as f64, lost }),
            Total::General(_) => None,
        }
    }

    pub(crate) fn value(&self, vm: &mut Vm) -> Value {
        match *self {
            Total::Int(sum) => vm.int(sum),
            Total::Float { sum, lost } if lost != 0.0 && lost.is_finite() => Value::float_any(sum + lost),
            Total::Float { sum, .. } => Value::float_any(sum),
            Total::General(v) => v,
        }
    }
}
