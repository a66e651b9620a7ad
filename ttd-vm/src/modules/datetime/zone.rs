//! Time zones: those of a fixed offset are looked into, all others are asked.

use ttd_core::value::Value;

use super::{DAY, DELTA, SECOND, delta};
use crate::{Vm, ids, native::*};

const TZINFO: &str = "datetime_tzinfo";
const FIXED: &str = "datetime_timezone";
const WEEK_DATE: &str = "datetime_week_date";
const STRUCT_TIME: &str = "datetime_struct_time";

/// Keeps the classes `tzinfo` and `timezone` and others that are written in Python in the hidden library.
pub(super) fn register(vm: &mut Vm, args: Args) -> Res {
    let lib = vm.global(crate::vm::slots::LIB);
    vm.dict_set_str(lib, TZINFO, args.get(0));
    vm.dict_set_str(lib, FIXED, args.get(1));
    vm.dict_set_str(lib, WEEK_DATE, args.get(2));
    vm.dict_set_str(lib, STRUCT_TIME, args.get(3));
    Ok(Value::NONE)
}

/// The class of the results of `isocalendar`.
pub(super) fn week_date(vm: &Vm) -> Option<Value> {
    known(vm, WEEK_DATE)
}

/// The class of the results of `timetuple`.
pub(super) fn struct_time(vm: &Vm) -> Option<Value> {
    known(vm, STRUCT_TIME)
}

fn known(vm: &Vm, name: &str) -> Option<Value> {
    vm.dict_get_str(vm.global(crate::vm::slots::LIB), name)
}

pub(super) fn is_tzinfo(vm: &Vm, v: Value) -> bool {
    v.is(ids::INST) && known(vm, TZINFO).is_some_and(|class| vm.is_subclass(vm.type_of(v), class))
}

/// Whether a zone is of the class `timezone`.
pub(super) fn is_fixed(vm: &Vm, zone: Value) -> bool {
    zone.is(ids::INST) && known(vm, FIXED) == Some(vm.type_of(zone))
}

/// The zone of a fixed offset, which is less than a day.
pub(super) fn of_minutes(vm: &mut Vm, minutes: i64) -> Res {
    let Some(class) = known(vm, FIXED) else { return Err(vm.system_error("there are no time zones")) };
    if minutes == 0 {
        return vm.getattr_str(class, "utc");
    }
    let offset = delta::make(vm, i128::from(minutes * 60) * i128::from(SECOND))?;
    vm.call(class, &[offset])
}

/// The offset of a fixed zone in microseconds.
pub(super) fn fixed_offset(vm: &mut Vm, zone: Value) -> Res<Option<i64>> {
    if !is_fixed(vm, zone) {
        return Ok(None);
    }
    let offset = vm.getattr_str(zone, "_offset")?;
    Ok(offset.is(DELTA).then(|| delta::micros(vm, offset) as i64))
}

/// `zone.utcoffset(asker)` in microseconds; `None` where there is none. `asker` is what the program sees.
pub(super) fn offset(vm: &mut Vm, zone: Value, asker: Value) -> Res<Option<i64>> {
    if zone.is_none() {
        return Ok(None);
    }
    if let Some(fixed) = fixed_offset(vm, zone)? {
        return Ok(Some(fixed));
    }
    let given = vm.call_method(zone, "utcoffset", &[asker])?;
    if given.is_none() {
        return Ok(None);
    }
    let Some(offset) = vm.payload(given, DELTA) else {
        let name = vm.type_name(given);
        return Err(vm.type_error(format!("tzinfo.utcoffset() must return None or a timedelta, not '{name}'")));
    };
    let micros = delta::micros(vm, offset);
    if micros <= -i128::from(DAY) || micros >= i128::from(DAY) {
        let repr = vm.repr(given)?;
        let repr = vm.text_lossy(repr).into_owned();
        let bounds = "offset must be a timedelta strictly between -timedelta(hours=24) and timedelta(hours=24), not";
        return Err(vm.value_error(format!("{bounds} {repr}.")));
    }
    Ok(Some(micros as i64))
}
