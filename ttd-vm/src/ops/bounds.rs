//! `start` and `end` arguments of searching methods: `find`, `count`, `startswith`, `index`.

use num_traits::Signed;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::Res;

/// Returns the part of a sequence that `start` and `end` select, `None` when it lies behind the end: nothing is found
/// there, not even the empty string.
pub fn bounds(vm: &mut Vm, start: Option<Value>, end: Option<Value>, len: usize) -> Res<Option<(usize, usize)>> {
    Ok(fit(raw(vm, start, end)?, len))
}

/// Returns the two arguments as numbers, not yet fitted to a length.
pub fn raw(vm: &mut Vm, start: Option<Value>, end: Option<Value>) -> Res<(i64, i64)> {
    Ok((position(vm, start, 0)?, position(vm, end, i64::MAX)?))
}

/// Returns the part that two numbers select from a sequence of this length.
pub fn fit((start, end): (i64, i64), len: usize) -> Option<(usize, usize)> {
    let from_end = |i: i64| (if i < 0 { i.saturating_add(len as i64).max(0) } else { i }) as usize;
    let (start, end) = (from_end(start), from_end(end).min(len));
    (start <= end).then_some((start, end))
}

fn position(vm: &mut Vm, v: Option<Value>, absent: i64) -> Res<i64> {
    match v {
        Some(v) if !v.is_none() => clipped_index(vm, v),
        _ => Ok(absent),
    }
}

fn clipped_index(vm: &mut Vm, v: Value) -> Res<i64> {
    if !vm.is_integer(v) && vm.special_named(v, vm.names.index).is_none() {
        return Err(vm.type_error("slice indices must be integers or None or have an __index__ method"));
    }
    let index = vm.index(v)?;
    Ok(match vm.as_i64(index) {
        Some(i) => i,
        None if vm.as_big(index).is_some_and(|i| i.is_negative()) => i64::MIN,
        None => i64::MAX,
    })
}

/// A count argument as `maxsplit` and `count` take it: negative or absent means all.
pub fn limit(vm: &mut Vm, v: Option<Value>) -> Res<usize> {
    match v {
        Some(v) => Ok(usize::try_from(vm.size_arg(v)?).unwrap_or(usize::MAX)),
        None => Ok(usize::MAX),
    }
}

/// A width argument: negative ones count as 0.
pub fn width(vm: &mut Vm, v: Value) -> Res<usize> {
    Ok(vm.size_arg(v)?.max(0) as usize)
}

/// An argument that CPython keeps in 32 bits.
pub fn int_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let i = vm.index(v)?;
    match vm.as_i64(i).filter(|i| i32::try_from(*i).is_ok()) {
        Some(i) => Ok(i),
        None => Err(vm.overflow_error("Python int too large to convert to C int")),
    }
}
