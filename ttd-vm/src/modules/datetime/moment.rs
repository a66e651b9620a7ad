//! `datetime`: a day with a time of day, perhaps with a zone.

use ttd_core::value::Value;

use super::*;
use crate::ops::{dunders, rows};
use crate::{Vm, getters, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "datetime.datetime",
    tid: MOMENT,
    base: "datetime.date",
    doc: "datetime(year, month, day[, hour[, minute[, second[, microsecond[,tzinfo]]]]])\n\n\
          The year, month and day arguments are required. tzinfo may be None, or an\n\
          instance of a tzinfo subclass. The remaining arguments may be ints.",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS],
    class_methods: methods! {
        /// date, time -> datetime with same date and time fields
        CallsBack "combine" "(cls, date, time, tzinfo=True)" => moment_new::combine;
        /// string -> datetime from a string in most ISO 8601 formats
        CallsBack "fromisoformat" "(cls, string, /)" => moment_new::from_iso_format;
        /// int -> date corresponding to a proleptic Gregorian ordinal.
        CallsBack "fromordinal" "(cls, n, /)" => moment_new::from_ordinal;
        /// timestamp[, tz] -> tz's local time from POSIX timestamp.
        CallsBack "fromtimestamp" "(cls, timestamp, tz=None)" => moment_clock::from_timestamp;
        /// Returns new datetime object representing current time local to tz.
        ///
        ///   tz
        ///     Timezone object.
        ///
        /// If no tz is specified, uses local timezone.
        External "now" "(cls, tz=None)" => moment_clock::now;
    },
    getters: getters! {
        "hour" => hour;
        "minute" => minute;
        "second" => second;
        "microsecond" => microsecond;
        "tzinfo" => tzinfo;
        "fold" => fold;
        "_hour" => hour;
        "_minute" => minute;
        "_second" => second;
        "_microsecond" => microsecond;
        "_tzinfo" => tzinfo;
        "_fold" => fold;
    },
    slots: Slots {
        repr: Some(repr),
        text: Some(text_of),
        format: Some(formatted),
        hash: Some(moment_arith::hash),
        compare: Some(moment_arith::compare),
        order: Some(moment_arith::order),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, year=None, month=None, day=None, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)" => moment_new::new;
    /// Return date object with same year, month and day.
    Pure "date" "(self, /)" => date_of;
    /// Return time object with same time but with tzinfo=None.
    Pure "time" "(self, /)" => time_of;
    /// Return time object with same time and tzinfo.
    Pure "timetz" "(self, /)" => time_with_zone;
    /// Return datetime with new specified fields.
    CallsBack "replace" "(self, /, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=None, *, fold=None)" => moment_new::replace;
    /// Return datetime with new specified fields, as replace() does.
    CallsBack "__replace__" "(self, /, *, year=None, month=None, day=None, hour=None, minute=None, second=None, microsecond=None, tzinfo=None, fold=None)" => moment_new::replace;
    /// [sep] -> string in ISO 8601 format, YYYY-MM-DDT[HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].
    CallsBack "isoformat" "(self, /, sep='T', timespec='auto')" => iso_format;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => text;
    /// Return self+value.
    CallsBack "__add__" "(self, value, /)" => moment_arith::add;
    /// Return value+self.
    CallsBack "__radd__" "(self, value, /)" => moment_arith::add;
    /// Return self-value.
    CallsBack "__sub__" "(self, value, /)" => moment_arith::sub;
    /// format -> strftime() style string.
    CallsBack "strftime" "(self, /, format)" => formatting::of_moment;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// __reduce_ex__(proto) -> (cls, state)
    CallsBack "__reduce_ex__" "(self, protocol, /)" => state::reduce_moment;
    /// __reduce__() -> (cls, state)
    Pure "__reduce__" "(self, /)" => state::reduce_moment;
    /// Return time tuple, compatible with time.localtime().
    CallsBack "timetuple" "(self, /)" => moment_arith::time_tuple;
    /// Convert to POSIX timestamp as float.
    CallsBack "timestamp" "(self, /)" => moment_arith::timestamp;
    /// tz -> convert to local time in new timezone tz
    CallsBack "astimezone" "(self, /, tz=None)" => moment_arith::as_timezone;
};

pub(super) fn make(vm: &mut Vm, day: i64, micros: i64, zone: Value, fold: Value) -> Value {
    vm.heap.new_tuple(MOMENT, &[Value::int(day), Value::int(micros), zone, fold])
}

fn hour(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 1) / SECOND / 3600))
}

fn minute(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 1) / SECOND / 60 % 60))
}

fn second(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 1) / SECOND % 60))
}

fn microsecond(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 1) % SECOND))
}

fn tzinfo(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[2])
}

fn fold(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[3])
}

fn date_of(vm: &mut Vm, args: Args) -> Res {
    let day = number(vm, args.get(0), 0);
    Ok(date::make(vm, day))
}

fn time_of(vm: &mut Vm, args: Args) -> Res {
    let (micros, fold) = (number(vm, args.get(0), 1), vm.heap.tuple(args.get(0))[3]);
    Ok(time::make(vm, micros, Value::NONE, fold))
}

fn time_with_zone(vm: &mut Vm, args: Args) -> Res {
    let (micros, zone) = (number(vm, args.get(0), 1), vm.heap.tuple(args.get(0))[2]);
    let fold = vm.heap.tuple(args.get(0))[3];
    Ok(time::make(vm, micros, zone, fold))
}

/// The text with this separator, where the zone can be asked natively.
fn native_text(vm: &mut Vm, v: Value, separator: u8) -> Res<Option<Value>> {
    let zone = vm.heap.tuple(v)[2];
    let offset = zone::fixed_offset(vm, zone)?;
    if !zone.is_none() && offset.is_none() {
        return Ok(None);
    }
    let mut out = Vec::with_capacity(32);
    text::append_day(&mut out, number(vm, v, 0));
    out.push(separator);
    text::append_clock(&mut out, number(vm, v, 1));
    if let Some(offset) = offset {
        text::append_offset(&mut out, offset);
    }
    Ok(Some(vm.new_str_raw(&out)))
}

fn iso_format(vm: &mut Vm, args: Args) -> Res {
    let separator = match args.opt(1) {
        None => Some(b'T'),
        Some(v) if v.is(crate::ids::STR) => match vm.heap.bytes(v) {
            [one] => Some(*one),
            _ => None,
        },
        Some(_) => None,
    };
    if let Some(separator) = separator.filter(|_| args.opt(2).is_none())
        && let Some(text) = native_text(vm, args.get(0), separator)?
    {
        return Ok(text);
    }
    let mut all = vec![vm.receiver(args.get(0))];
    let default = vm.intern("T");
    all.push(args.opt(1).unwrap_or(default));
    all.extend(args.opt(2));
    Err(vm.call_hidden_module("_datetime", "_datetime_isoformat", &all))
}

fn text(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    if this == args.get(0)
        && let Some(text) = native_text(vm, this, b' ')?
    {
        return Ok(text);
    }
    let name = vm.intern("isoformat");
    let method = vm.getattr(this, name)?;
    let space = vm.intern(" ");
    Err(vm.tail_call(method, &[space]))
}

/// `str(v)`.
fn text_of(vm: &mut Vm, v: Value) -> Res {
    if let Some(text) = native_text(vm, v, b' ')? {
        return Ok(text);
    }
    let space = vm.intern(" ");
    vm.call_method(v, "isoformat", &[space])
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let name = repr_name(vm, v);
    let fields = vm.heap.tuple(v).to_vec();
    let zone = repr_zone(vm, fields[2])?;
    let (y, m, d) = unpack(fields[0].as_int());
    let (seconds, micros) = (fields[1].as_int() / SECOND, fields[1].as_int() % SECOND);
    let mut out = format!("{name}({y}, {m}, {d}, {}, {}", seconds / 3600, seconds / 60 % 60);
    if micros != 0 {
        out += &format!(", {}, {micros}", seconds % 60);
    } else if seconds % 60 != 0 {
        out += &format!(", {}", seconds % 60);
    }
    Ok(vm.new_str(&format!("{out}{}{zone})", repr_fold(fields[3]))))
}
