//! `_time`: the native half of `time` (`lib/native/os/time.py` has `struct_time` and its functions).
//!
//! Every clock is read through the host, so that a replay sees the same times.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::time::{calendar, strftime, zone};

use crate::types::float;
use crate::vm::host::{ClockKind, HostRequest, Op, Reply};
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_time",
    doc: "This module provides various functions to manipulate time values.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// time() -> floating-point number
    ///
    /// Return the current time in seconds since the Epoch.
    External "time" "()" => time;
    /// time_ns() -> int
    ///
    /// Return the current time in nanoseconds since the Epoch.
    External "time_ns" "()" => time_ns;
    /// perf_counter() -> float
    ///
    /// Performance counter for benchmarking.
    External "perf_counter" "()" => perf_counter;
    /// perf_counter_ns() -> int
    ///
    /// Performance counter for benchmarking as nanoseconds.
    External "perf_counter_ns" "()" => perf_counter_ns;
    /// monotonic() -> float
    ///
    /// Monotonic clock, cannot go backward.
    External "monotonic" "()" => monotonic;
    /// monotonic_ns() -> int
    ///
    /// Monotonic clock, cannot go backward, as nanoseconds.
    External "monotonic_ns" "()" => monotonic_ns;
    /// process_time() -> float
    ///
    /// Process time for profiling: sum of the kernel and user-space CPU time.
    External "process_time" "()" => process_time;
    /// process_time_ns() -> int
    ///
    /// Process time for profiling as nanoseconds.
    External "process_time_ns" "()" => process_time_ns;
    /// thread_time() -> float
    ///
    /// Thread time for profiling: there is one thread.
    External "thread_time" "()" => process_time;
    /// thread_time_ns() -> int
    ///
    /// Thread time for profiling as nanoseconds.
    External "thread_time_ns" "()" => process_time_ns;
    /// sleep(seconds)
    ///
    /// Delay execution for a given number of seconds.  The argument may be
    /// a floating-point number for subsecond precision.
    External "sleep" "(seconds, /)" => sleep;
    /// As `sleep`, of which audit hooks hear nothing.
    External "wait" "(seconds, /)" => wait;
    /// Sleep until the time is over or a signal arrives. Returns whether it is over.
    External "doze" "(seconds, /)" => doze;
    /// The whole seconds that a time argument means.
    CallsBack "whole_seconds" "(seconds, /)" => whole_seconds;
    /// The nine fields of a time in UTC.
    Pure "fields" "(seconds, /)" => fields;
    /// The seconds since the Epoch of the first six fields of a time in UTC.
    Pure "from_fields" "(fields, /)" => from_fields;
    /// The nine fields of a local time, the zone's name and its offset.
    Pure "local" "(name, file, seconds, /)" => local;
    /// The seconds since the Epoch of a local time that is given as if it were UTC.
    Pure "moment" "(name, file, seconds, daylight, /)" => moment;
    /// The fields of a time as `strftime` takes them; None if it is no tuple of nine usual numbers.
    Pure "usual_fields" "(time, /)" => usual_fields;
    /// A time as text, by a format.
    Pure "strftime" "(format, fields, zone, offset=0, /)" => strftime_function;
};

fn init(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

fn seconds(vm: &mut Vm, kind: ClockKind) -> Res {
    let ns = vm.read_clock(kind)?;
    Ok(Value::float(ns as f64 / 1e9))
}

fn nanoseconds(vm: &mut Vm, kind: ClockKind) -> Res {
    let ns = vm.read_clock(kind)?;
    Ok(vm.int(ns))
}

fn time(vm: &mut Vm, _args: Args) -> Res {
    seconds(vm, ClockKind::Time)
}

fn time_ns(vm: &mut Vm, _args: Args) -> Res {
    nanoseconds(vm, ClockKind::Time)
}

fn perf_counter(vm: &mut Vm, _args: Args) -> Res {
    seconds(vm, ClockKind::Perf)
}

fn perf_counter_ns(vm: &mut Vm, _args: Args) -> Res {
    nanoseconds(vm, ClockKind::Perf)
}

fn monotonic(vm: &mut Vm, _args: Args) -> Res {
    seconds(vm, ClockKind::Monotonic)
}

fn monotonic_ns(vm: &mut Vm, _args: Args) -> Res {
    nanoseconds(vm, ClockKind::Monotonic)
}

fn process_time(vm: &mut Vm, _args: Args) -> Res {
    seconds(vm, ClockKind::Process)
}

fn process_time_ns(vm: &mut Vm, _args: Args) -> Res {
    nanoseconds(vm, ClockKind::Process)
}

/// A duration or time: a float, or an object with `__index__`.
fn number(vm: &mut Vm, v: Value) -> Res<f64> {
    let inner = vm.unwrap(v);
    if inner.is_float() {
        if inner.as_float().is_nan() {
            return Err(vm.value_error("Invalid value NaN (not a number)"));
        }
        return Ok(inner.as_float());
    }
    let i = vm.index(v)?;
    float::to_f64(vm, i)
}

fn sleep(vm: &mut Vm, args: Args) -> Res {
    vm.audit("time.sleep", &[args.get(0)])?;
    wait(vm, args)
}

fn wait(vm: &mut Vm, args: Args) -> Res {
    let seconds = duration(vm, args.get(0))?;
    if vm.has_other_threads() && !vm.host.in_diversion() {
        return Err(vm.call_hidden_module("_thread", "_sleep", &[Value::float(seconds)]));
    }
    match vm.request(&HostRequest::of(Op::Sleep).number((seconds * 1e9) as i64))? {
        Reply::Int(left) => {
            // A signal ended it: the rest follows after the signal's handler.
            let end = (vm.host_clock_ns(ClockKind::Monotonic)? + left) as f64 / 1e9;
            Err(vm.call_hidden_module("_signal", "_sleep_until", &[Value::float(end)]))
        }
        _ => Ok(Value::NONE),
    }
}

/// How long to sleep.
fn duration(vm: &mut Vm, v: Value) -> Res<f64> {
    let seconds = number(vm, v)?;
    if seconds < 0.0 {
        return Err(vm.value_error("sleep length must be non-negative"));
    }
    if seconds > 9.2e9 {
        return Err(vm.overflow_error("timestamp too large to convert to C PyTime_t"));
    }
    Ok(seconds)
}

/// Whether the whole time has passed.
fn doze(vm: &mut Vm, args: Args) -> Res {
    let nanos = (number(vm, args.get(0))?.clamp(0.0, 9e9) * 1e9) as i64;
    let reply = vm.request(&HostRequest::of(Op::Sleep).number(nanos))?;
    Ok(Value::bool(!matches!(reply, Reply::Int(_))))
}

fn whole_seconds(vm: &mut Vm, args: Args) -> Res {
    let seconds = number(vm, args.get(0))?.floor();
    if seconds.abs() > 6.7e16 {
        return Err(vm.overflow_error("timestamp out of range for platform time_t"));
    }
    Ok(vm.int(seconds as i64))
}

fn fields(vm: &mut Vm, args: Args) -> Res {
    let seconds = vm.index_i64(args.get(0))?;
    let fields = calendar::fields(seconds).map(Value::int);
    Ok(vm.new_tuple(&fields))
}

/// The integers of a tuple.
fn integers(vm: &mut Vm, v: Value) -> Res<Vec<i64>> {
    let Some(tuple) = vm.payload(v, ids::TUPLE) else {
        return Err(vm.type_error("Tuple or struct_time argument required"));
    };
    let mut out = Vec::new();
    for i in 0..vm.heap.tuple(tuple).len() {
        let item = vm.heap.tuple(tuple)[i];
        out.push(vm.index_i64(item)?);
    }
    Ok(out)
}

fn from_fields(vm: &mut Vm, args: Args) -> Res {
    let f = integers(vm, args.get(0))?;
    let seconds = calendar::seconds(f[0], f[1], f[2]) + f[3] * 3600 + f[4] * 60 + f[5];
    Ok(vm.int(seconds))
}

/// The time zone of a name and the file that was found for it; None as the name is UTC.
pub(crate) fn zone_of(vm: &mut Vm, name: Value, file: Value) -> Option<Rc<zone::Zone>> {
    if name.is_none() {
        return None;
    }
    let bytes: &[u8] = if file.is(ids::BYTES) { vm.heap.bytes(file) } else { b"" };
    if let Some((known, known_file, zone)) = &vm.caches.zone
        && known == vm.heap.bytes(name)
        && known_file == bytes
    {
        return Some(zone.clone());
    }
    let zone = Rc::new(zone::Zone::read(&vm.text_lossy(name), file.is(ids::BYTES).then_some(bytes))?);
    vm.caches.zone = Some((vm.heap.bytes(name).to_vec(), bytes.to_vec(), zone.clone()));
    Some(zone)
}

fn local(vm: &mut Vm, args: Args) -> Res {
    let seconds = vm.index_i64(args.get(2))?;
    let zone = zone_of(vm, args.get(0), args.get(1));
    let (fields, local) = zone::fields(zone.as_deref(), seconds);
    let mut values = fields.map(Value::int).to_vec();
    values.push(vm.new_str(&local.name));
    values.push(Value::int(local.offset));
    Ok(vm.new_tuple(&values))
}

fn moment(vm: &mut Vm, args: Args) -> Res {
    let (seconds, daylight) = (vm.index_i64(args.get(2))?, vm.index_i64(args.get(3))?);
    let zone = zone_of(vm, args.get(0), args.get(1));
    let moment = zone.map_or(seconds, |zone| zone.moment(seconds, daylight));
    Ok(vm.int(moment))
}

/// The least and the greatest of the nine fields of a time, of which none is changed before it is formatted.
const USUAL: [(i64, i64); 9] = [(-9999, 9999), (1, 12), (1, 31), (0, 23), (0, 59), (0, 61), (0, 6), (1, 366), (-1, 1)];

fn usual_fields(vm: &mut Vm, args: Args) -> Res {
    let fields = vm.unwrap(args.get(0));
    if !fields.is(ids::TUPLE) {
        return Ok(Value::NONE);
    }
    let items = vm.heap.tuple(fields);
    let usual = |(item, (least, greatest)): (&Value, &(i64, i64))| {
        item.is_int() && (*least..=*greatest).contains(&item.as_int())
    };
    let all = items.len() == USUAL.len() && items.iter().zip(&USUAL).all(usual);
    Ok(if all { fields } else { Value::NONE })
}

fn strftime_function(vm: &mut Vm, args: Args) -> Res {
    let format = vm.unwrap(args.get(0));
    if !format.is(ids::STR) {
        let name = crate::types::str::args::given_name(vm, format);
        return Err(vm.type_error(format!("strftime() argument 1 must be str, not {name}")));
    }
    let fields = integers(vm, args.get(1))?;
    let format = vm.heap.bytes(format).to_vec();
    let zone = crate::types::str::args::must_be_str(vm, args.get(2))?;
    let offset = match args.opt(3) {
        Some(offset) => vm.index_i64(offset)?,
        None => 0,
    };
    let text = strftime::format(&format, &fields, &vm.text_lossy(zone), offset);
    Ok(vm.new_str_raw(&text))
}
