//! Checks of fields, with CPython's messages.

use ttd_core::value::Value;
use ttd_pyalgos::time::calendar;

use super::{pack, zone};
use crate::{Vm, native::*};

/// An argument that is an integer and fits into a C int.
pub(super) fn c_int(vm: &mut Vm, v: Value) -> Res<i64> {
    if v.is_int() {
        let n = v.as_int();
        if i32::try_from(n).is_ok() {
            return Ok(n);
        }
    }
    let index = vm.index(v)?;
    match vm.as_i64(index) {
        Some(n) if i32::try_from(n).is_ok() => Ok(n),
        Some(n) if n > 0 => Err(vm.overflow_error("signed integer is greater than maximum")),
        Some(_) => Err(vm.overflow_error("signed integer is less than minimum")),
        None => Err(vm.overflow_error("Python int too large to convert to C int")),
    }
}

/// An optional argument that is an integer.
pub(super) fn c_int_or(vm: &mut Vm, v: Option<Value>, default: i64) -> Res<i64> {
    v.map_or(Ok(default), |v| c_int(vm, v))
}

pub(super) fn days_in_month(year: i64, month: i64) -> i64 {
    calendar::days(year, month + 1, 1) - calendar::days(year, month, 1)
}

/// Packs a day after checking it.
pub(super) fn day(vm: &mut Vm, year: i64, month: i64, day: i64) -> Res<i64> {
    if !(1..=9999).contains(&year) {
        return Err(vm.value_error(format!("year {year} is out of range")));
    }
    if !(1..=12).contains(&month) {
        return Err(vm.value_error("month must be in 1..12"));
    }
    if day < 1 || day > 28 && day > days_in_month(year, month) {
        return Err(vm.value_error("day is out of range for month"));
    }
    Ok(pack(year, month, day))
}

/// Microseconds since midnight, after checking the fields.
pub(super) fn clock(vm: &mut Vm, [hour, minute, second, micros]: [i64; 4]) -> Res<i64> {
    if !(0..=23).contains(&hour) {
        return Err(vm.value_error("hour must be in 0..23"));
    }
    if !(0..=59).contains(&minute) {
        return Err(vm.value_error("minute must be in 0..59"));
    }
    if !(0..=59).contains(&second) {
        return Err(vm.value_error("second must be in 0..59"));
    }
    if !(0..=999_999).contains(&micros) {
        return Err(vm.value_error("microsecond must be in 0..999999"));
    }
    Ok(((hour * 60 + minute) * 60 + second) * super::SECOND + micros)
}

/// Checks `fold`.
pub(super) fn fold(vm: &mut Vm, fold: i64) -> Res<Value> {
    if fold == 0 || fold == 1 { Ok(Value::int(fold)) } else { Err(vm.value_error("fold must be either 0 or 1")) }
}

/// Checks a `tzinfo` argument.
pub(super) fn tzinfo(vm: &mut Vm, v: Option<Value>) -> Res {
    let Some(v) = v.filter(|v| !v.is_none()) else { return Ok(Value::NONE) };
    if zone::is_tzinfo(vm, v) {
        return Ok(v);
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("tzinfo argument must be None or of a tzinfo subclass, not type '{name}'")))
}

/// Raises for an argument that must be given.
pub(super) fn required(vm: &mut Vm, v: Option<Value>, name: &str, place: usize) -> Res {
    v.ok_or(()).map_err(|()| vm.type_error(format!("function missing required argument '{name}' (pos {place})")))
}
