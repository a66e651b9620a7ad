//! Datetimes of the clock and of timestamps.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::time::zone::Zone;

use super::*;
use crate::vm::host::ClockKind;
use crate::{Vm, ids, native::*};

/// The name in the hidden library of the local zone: its name and its file, which `time.tzset` found.
const LOCAL_ZONE: &str = "local_zone";

/// Seconds since 1970 of the first and the last day that a datetime can have, with a day to spare for zones.
const FIRST: i64 = (2 - EPOCH) * 86_400;
const LAST: i64 = (MAX_ORDINAL - 1 - EPOCH) * 86_400;

/// Seconds since 1970, and microseconds.
fn clock(vm: &mut Vm) -> Res<(i64, i64)> {
    let nanos = vm.host_clock_ns(ClockKind::Time)?;
    Ok((nanos.div_euclid(1_000_000_000), nanos.rem_euclid(1_000_000_000) / 1000))
}

pub(super) fn now(vm: &mut Vm, args: Args) -> Res {
    let zone = check::tzinfo(vm, args.opt(1))?;
    if args.get(0) == class(vm, MOMENT) {
        let (seconds, micros) = clock(vm)?;
        if let Some(made) = at(vm, seconds, micros, zone) {
            return made;
        }
    }
    Err(vm.call_hidden_module("_datetime", "_datetime_now", &[args.get(0), zone]))
}

pub(super) fn today(vm: &mut Vm, args: Args) -> Res {
    let given = args.get(0);
    if given == class(vm, DATE) || given == class(vm, MOMENT) {
        let (seconds, micros) = clock(vm)?;
        if let Some(made) = at(vm, seconds, micros, Value::NONE) {
            let made = made?;
            let day = number(vm, made, 0);
            return Ok(if given == class(vm, DATE) { date::make(vm, day) } else { made });
        }
    }
    Err(vm.call_hidden_module("_datetime", "_date_today", &[given]))
}

pub(super) fn from_timestamp(vm: &mut Vm, args: Args) -> Res {
    let (stamp, zone) = (args.get(1), check::tzinfo(vm, args.opt(2))?);
    if args.get(0) == class(vm, MOMENT)
        && let Some((seconds, micros)) = parts(stamp)
        && let Some(made) = at(vm, seconds, micros, zone)
    {
        return made;
    }
    Err(vm.call_hidden_module("_datetime", "_datetime_from_timestamp", &[args.get(0), stamp, zone]))
}

/// Whole seconds and microseconds of a timestamp.
fn parts(stamp: Value) -> Option<(i64, i64)> {
    if stamp.is_int() {
        return Some((stamp.as_int(), 0));
    }
    if !stamp.is_float() || stamp.as_float().abs() > 1e12 {
        return None;
    }
    let whole = stamp.as_float().trunc();
    let (seconds, micros) = (whole as i64, ((stamp.as_float() - whole) * 1e6).round_ties_even() as i64);
    Some((seconds + micros.div_euclid(1_000_000), micros.rem_euclid(1_000_000)))
}

/// The datetime of a moment; `None` where it is near the bounds.
fn at(vm: &mut Vm, seconds: i64, micros: i64, zone: Value) -> Option<Res> {
    if !(FIRST..LAST).contains(&seconds) {
        return None;
    }
    if zone.is_none() {
        let (offset, fold) = local_offset(vm, seconds)?;
        return Some(Ok(of_seconds(vm, seconds + offset, micros, Value::NONE, fold)));
    }
    match zone::fixed_offset(vm, zone) {
        Ok(Some(offset)) => {
            let micros = micros + offset;
            let seconds = seconds + micros.div_euclid(SECOND);
            Some(Ok(of_seconds(vm, seconds, micros.rem_euclid(SECOND), zone, 0)))
        }
        Ok(None) => {
            let utc = of_seconds(vm, seconds, micros, zone, 0);
            let convert = vm.getattr_str(zone, "fromutc");
            Some(convert.and_then(|convert| Err(vm.tail_call(convert, &[utc]))))
        }
        Err(trap) => Some(Err(trap)),
    }
}

fn of_seconds(vm: &mut Vm, seconds: i64, micros: i64, zone: Value, fold: i64) -> Value {
    let day = of_ordinal(seconds.div_euclid(86_400) + EPOCH);
    moment::make(vm, day, seconds.rem_euclid(86_400) * SECOND + micros, zone, Value::int(fold))
}

/// The seconds since 1970 of a local time, which is given as if it were UTC; `None` where the zone is not known or the
/// time near the bounds. `fold`: which of two moments that read alike it is.
pub(super) fn of_local(vm: &mut Vm, given: i64, fold: bool) -> Option<i64> {
    /// Clocks are set back by no more seconds.
    const MOST: i64 = 86_400;
    let zone = match (FIRST + MOST..LAST - MOST).contains(&given) {
        true => local_zone(vm)?,
        false => return None,
    };
    let Some(zone) = zone else { return Some(given) };
    let local = |moment: i64| moment + zone.offset(moment);
    let first = local(given) - given;
    let u1 = given - first;
    let second = if local(u1) == given {
        let u2 = if fold { u1 + MOST } else { u1 - MOST };
        let second = local(u2) - u2;
        if first == second {
            return Some(u1);
        }
        second
    } else {
        local(u1) - u1
    };
    let u2 = given - second;
    Some(match () {
        () if local(u2) == given => u2,
        () if local(u1) == given => u1,
        // No clock shows the time.
        () if fold => u1.min(u2),
        () => u1.max(u2),
    })
}

/// The zone of local time, if it is known: `Some(None)` is UTC.
fn local_zone(vm: &mut Vm) -> Option<Option<Rc<Zone>>> {
    let known = vm.dict_get_str(vm.global(crate::vm::slots::LIB), LOCAL_ZONE).filter(|v| v.is(ids::TUPLE))?;
    let &[name, file] = vm.heap.tuple(known) else { return None };
    Some(crate::modules::time::zone_of(vm, name, file))
}

/// The offset of local time at a moment, and which of two equal readings it is.
fn local_offset(vm: &mut Vm, seconds: i64) -> Option<(i64, i64)> {
    let Some(zone) = local_zone(vm)? else { return Some((0, 0)) };
    let offset = zone.offset(seconds);
    // Where clocks were set back since a day ago, the time may be the second of two that read alike.
    let jump = offset - zone.offset(seconds - 86_400);
    let repeated = jump < 0 && zone.offset(seconds + jump) + jump == offset;
    Some((offset, i64::from(repeated)))
}
