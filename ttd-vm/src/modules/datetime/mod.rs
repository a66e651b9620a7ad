//! `_ttd_datetime`: the value types of `datetime`, for `lib/native/data/_datetime.py`, which adds what is rare.
//!
//! All four are immutable tuples of numbers, so that nothing of them is ever journalled:
//!
//! | type        | items                                                       |
//! |-------------|-------------------------------------------------------------|
//! | `timedelta` | days, seconds, microseconds, normalized                     |
//! | `date`      | the day, packed: `year << 9 | month << 5 | day`             |
//! | `time`      | microseconds since midnight, `tzinfo`, `fold`               |
//! | `datetime`  | the day, microseconds since midnight, `tzinfo`, `fold`      |

mod check;
mod date;
mod delta;
mod delta_arith;
mod delta_new;
mod formatting;
mod moment;
mod moment_arith;
mod moment_clock;
mod moment_new;
mod state;
mod text;
mod time;
mod zone;

use rustpython_wtf8::Wtf8;
use ttd_core::value::{TypeId, Value};
use ttd_pyalgos::time::calendar;

use crate::{Vm, methods, native::*};

const DELTA: TypeId = TypeId(230);
const DATE: TypeId = TypeId(231);
const TIME: TypeId = TypeId(232);
const MOMENT: TypeId = TypeId(233);

/// Microseconds of a second and of a day.
const SECOND: i64 = 1_000_000;
const DAY: i64 = 86_400 * SECOND;
/// `date.max.toordinal()`.
const MAX_ORDINAL: i64 = 3_652_059;
/// The ordinal of 1970-01-01.
const EPOCH: i64 = 719_163;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_datetime",
    doc: "What of `datetime` is native.",
    functions: methods! {
        /// Make known the class of fixed zones, that of years with week and weekday, and that of `timetuple`.
        Mutates "register" "(tzinfo, timezone, week_date, struct_time, /)" => zone::register;
        /// Put a function of Python into a class that has no such name.
        Mutates "install" "(cls, name, value, /)" => install;
    },
    types: &[delta::TYPE, date::TYPE, time::TYPE, moment::TYPE],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for (name, tid) in [("timedelta", DELTA), ("date", DATE), ("time", TIME), ("datetime", MOMENT)] {
        let class = class(vm, tid);
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}

fn class(vm: &Vm, tid: TypeId) -> Value {
    vm.class_of_tid[usize::from(tid.0)]
}

fn install(vm: &mut Vm, args: Args) -> Res {
    let dict = vm.class_dict(args.get(0));
    if vm.dict_get_name(dict, args.get(1)).is_some() {
        return Ok(Value::FALSE);
    }
    vm.dict_set(dict, args.get(1), args.get(2))?;
    // What lookups found in a native class is believed for ever.
    vm.flush_caches();
    Ok(Value::TRUE)
}

/// A field of an object, which is a number.
fn number(vm: &Vm, v: Value, at: usize) -> i64 {
    vm.heap.tuple(v)[at].as_int()
}

fn pack(year: i64, month: i64, day: i64) -> i64 {
    year << 9 | month << 5 | day
}

fn unpack(day: i64) -> (i64, i64, i64) {
    (day >> 9, day >> 5 & 15, day & 31)
}

fn ordinal(day: i64) -> i64 {
    let (y, m, d) = unpack(day);
    calendar::days(y, m, d) + EPOCH
}

/// The packed day with an ordinal that is within bounds.
fn of_ordinal(ordinal: i64) -> i64 {
    let (y, m, d) = calendar::date(ordinal - EPOCH);
    pack(y, m, d)
}

/// The class of which `self` is an instance, where that is not the builtin one.
fn subclass(vm: &Vm, v: Value) -> Option<Value> {
    let this = vm.receiver(v);
    if this == v { None } else { Some(vm.type_of(this)) }
}

/// The name with which a repr begins.
fn repr_name(vm: &mut Vm, v: Value) -> String {
    let this = vm.receiver(v);
    vm.type_name(this).to_string()
}

/// `format(v, spec)`: by `strftime`.
fn formatted(vm: &mut Vm, v: Value, spec: &Wtf8) -> Res {
    let spec = vm.new_wtf8(spec);
    vm.call_method(v, "strftime", &[spec])
}

/// What a repr says of the zone: `, tzinfo=...`.
fn repr_zone(vm: &mut Vm, zone: Value) -> Res<String> {
    if zone.is_none() {
        return Ok(String::new());
    }
    let repr = vm.repr(zone)?;
    Ok(format!(", tzinfo={}", vm.text_lossy(repr)))
}

/// What a repr says of `fold`.
fn repr_fold(fold: Value) -> &'static str {
    if fold == Value::int(1) { ", fold=1" } else { "" }
}

/// Mixes numbers to a hash.
fn mix(numbers: &[i64]) -> i64 {
    let mut hash: u64 = 0x9e37_79b9_7f4a_7c15;
    for n in numbers {
        hash = (hash ^ *n as u64).wrapping_mul(0xff51_afd7_ed55_8ccd);
        hash ^= hash >> 32;
    }
    let hash = (hash >> 1) as i64;
    if hash == -1 { -2 } else { hash }
}
