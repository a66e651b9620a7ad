//! Arithmetic, comparison and hashing of datetimes.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::*;
use crate::ops::compare::CmpOp;
use crate::{Vm, native::*};

/// Microseconds since the beginning of the calendar, by the moment's own clock.
fn local(vm: &Vm, v: Value) -> i64 {
    ordinal(number(vm, v, 0)) * DAY + number(vm, v, 1)
}

/// The day and microseconds of such a count; `None` beyond the calendar.
fn placed(micros: i64) -> Option<[i64; 2]> {
    let day = micros.div_euclid(DAY);
    (1..=MAX_ORDINAL).contains(&day).then(|| [of_ordinal(day), micros.rem_euclid(DAY)])
}

/// The moment `by` microseconds later; a machine word has room for ten times the calendar.
fn shifted(vm: &mut Vm, this: Value, by: i128) -> Res {
    let sum = i64::try_from(by).ok().and_then(|by| local(vm, this).checked_add(by));
    let Some(fields) = sum.and_then(placed) else {
        return Err(vm.overflow_error("date value out of range"));
    };
    let (given, zone) = (subclass(vm, this), vm.heap.tuple(this)[2]);
    moment_new::of_class(vm, given, fields, zone, Value::int(0))
}

pub(super) fn add(vm: &mut Vm, args: Args) -> Res {
    match vm.payload(args.get(1), DELTA) {
        Some(delta) => {
            let by = delta::micros(vm, delta);
            shifted(vm, args.get(0), by)
        }
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

pub(super) fn sub(vm: &mut Vm, args: Args) -> Res {
    let (this, given) = (args.get(0), args.get(1));
    if let Some(delta) = vm.payload(given, DELTA) {
        let by = -delta::micros(vm, delta);
        return shifted(vm, this, by);
    }
    let Some(other) = vm.payload(given, MOMENT) else { return Ok(Value::NOT_IMPLEMENTED) };
    let mut difference = local(vm, this) - local(vm, other);
    if vm.heap.tuple(this)[2] != vm.heap.tuple(other)[2] {
        let seen = vm.receiver(this);
        match (offset(vm, this, seen)?, offset(vm, other, given)?) {
            (Some(a), Some(b)) => difference -= a - b,
            (None, None) => {}
            _ => return Err(vm.type_error("can't subtract offset-naive and offset-aware datetimes")),
        }
    }
    delta::make(vm, i128::from(difference))
}

/// The offset from UTC; `seen` is what the program sees of the value.
fn offset(vm: &mut Vm, v: Value, seen: Value) -> Res<Option<i64>> {
    let zone = vm.heap.tuple(v)[2];
    zone::offset(vm, zone, seen)
}

/// Makes a copy of a moment with another `fold`.
fn refolded(vm: &mut Vm, v: Value, fold: i64) -> Value {
    let fields = vm.heap.tuple(v).to_vec();
    vm.heap.new_tuple(MOMENT, &[fields[0], fields[1], fields[2], Value::int(fold)])
}

pub(super) fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let fields = vm.heap.tuple(v).to_vec();
    if fields[2].is_none() {
        return Ok(mix(&[fields[0].as_int(), fields[1].as_int()]));
    }
    let plain = if fields[3] == Value::int(0) { v } else { refolded(vm, v, 0) };
    let seen = if plain == v { vm.receiver(v) } else { plain };
    match offset(vm, plain, seen)? {
        None => Ok(mix(&[fields[0].as_int(), fields[1].as_int()])),
        Some(offset) => {
            let micros = local(vm, v) - offset;
            Ok(mix(&[micros.div_euclid(DAY), micros.rem_euclid(DAY), 1]))
        }
    }
}

/// The order of two moments without a zone, or with the same one of a fixed offset.
pub(super) fn order(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    let [p, q] = [a, b].map(|v| vm.heap.tuple(v)[2]);
    let decides = p == q && (p.is_none() || zone::is_fixed(vm, p));
    decides.then(|| local(vm, a).cmp(&local(vm, b)))
}

pub(super) fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    let other = vm.payload(b, MOMENT)?;
    Some(compared(vm, op, a, other, b))
}

fn compared(vm: &mut Vm, op: CmpOp, a: Value, b: Value, seen_b: Value) -> Res {
    let (x, y) = (local(vm, a), local(vm, b));
    if vm.heap.tuple(a)[2] == vm.heap.tuple(b)[2] {
        return Ok(Value::bool(op.holds(x.cmp(&y))));
    }
    let equality = matches!(op, CmpOp::Eq | CmpOp::Ne);
    let seen_a = vm.receiver(a);
    let (p, q) = (offset(vm, a, seen_a)?, offset(vm, b, seen_b)?);
    // What lies in a gap or is repeated is equal to nothing in another zone.
    if equality && (depends_on_fold(vm, a, p)? || depends_on_fold(vm, b, q)?) {
        return Ok(Value::bool(op == CmpOp::Ne));
    }
    match (p, q) {
        (Some(p), Some(q)) => Ok(Value::bool(op.holds((x - p).cmp(&(y - q))))),
        (None, None) => Ok(Value::bool(op.holds(x.cmp(&y)))),
        _ if equality => Ok(Value::bool(op == CmpOp::Ne)),
        _ => Err(vm.type_error("can't compare offset-naive and offset-aware datetimes")),
    }
}

fn depends_on_fold(vm: &mut Vm, v: Value, known: Option<i64>) -> Res<bool> {
    let zone = vm.heap.tuple(v)[2];
    if zone.is_none() || zone::is_fixed(vm, zone) {
        return Ok(false);
    }
    let fold = 1 - number(vm, v, 3);
    let other = refolded(vm, v, fold);
    Ok(offset(vm, other, other)? != known)
}

pub(super) fn timestamp(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    if vm.heap.tuple(this)[2].is_none() {
        let (micros, fold) = (local(vm, this) - EPOCH * DAY, vm.heap.tuple(this)[3] == Value::int(1));
        if let Some(seconds) = moment_clock::of_local(vm, micros.div_euclid(SECOND), fold) {
            return Ok(Value::float(seconds as f64 + micros.rem_euclid(SECOND) as f64 / 1e6));
        }
        let seen = vm.receiver(this);
        return Err(vm.call_hidden_module("_datetime", "_datetime_timestamp", &[seen]));
    }
    let seen = vm.receiver(this);
    let Some(offset) = offset(vm, this, seen)? else {
        return Err(vm.type_error("can't subtract offset-naive and offset-aware datetimes"));
    };
    let micros = local(vm, this) - offset - EPOCH * DAY;
    delta_arith::ratio(vm, i128::from(micros), i128::from(SECOND))
}

/// A `struct_time`: with -1, as without a zone nobody knows of daylight saving time.
pub(super) fn time_tuple(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let class = zone::struct_time(vm).filter(|_| !this.is(MOMENT) || vm.heap.tuple(this)[2].is_none());
    let Some(class) = class else {
        let seen = vm.receiver(this);
        return Err(vm.call_hidden_module("_datetime", "_datetime_timetuple", &[seen]));
    };
    let (packed, seconds) = (number(vm, this, 0), if this.is(MOMENT) { number(vm, this, 1) / SECOND } else { 0 });
    let ((year, month, day), now) = (unpack(packed), ordinal(packed));
    let (weekday, day_of_year) = ((now + 6) % 7, now - ordinal(pack(year, 1, 1)) + 1);
    let (hour, minute, second) = (seconds / 3600, seconds / 60 % 60, seconds % 60);
    let fields = [year, month, day, hour, minute, second, weekday, day_of_year, -1].map(Value::int);
    let fields = vm.new_tuple(&fields);
    let more = vm.new_tuple(&[Value::NONE, Value::NONE]);
    Ok(crate::modules::core::struct_of(vm, class, fields, more))
}

pub(super) fn as_timezone(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    let (zone, seen) = (args.opt(1).unwrap_or(Value::NONE), vm.receiver(this));
    let own = vm.heap.tuple(this)[2];
    if own == zone && !zone.is_none() && zone::is_tzinfo(vm, zone) {
        return Ok(seen);
    }
    if seen == this
        && let (Some(from), Some(to)) = (zone::fixed_offset(vm, own)?, zone::fixed_offset(vm, zone)?)
        && let Some(fields) = placed(local(vm, this) + to - from)
    {
        return Ok(moment::make(vm, fields[0], fields[1], zone, Value::int(0)));
    }
    Err(vm.call_hidden_module("_datetime", "_datetime_astimezone", &[seen, zone]))
}
