//! `date`: a day.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::*;
use crate::ops::compare::CmpOp;
use crate::ops::{construct, dunders, rows};
use crate::{Vm, getters, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "datetime.date",
    tid: DATE,
    doc: "date(year, month, day) --> date object",
    methods: METHODS,
    shared: &[rows::COMPARISONS],
    class_methods: methods! {
        /// int -> date corresponding to a proleptic Gregorian ordinal.
        CallsBack "fromordinal" "(cls, n, /)" => from_ordinal;
        /// Construct a date from a string in ISO 8601 format.
        CallsBack "fromisoformat" "(cls, string, /)" => from_iso_format;
        /// Current date or datetime:  same as self.__class__.fromtimestamp(time.time()).
        External "today" "(cls, /)" => moment_clock::today;
    },
    getters: getters! {
        "year" => year;
        "month" => month;
        "day" => day;
        "_year" => year;
        "_month" => month;
        "_day" => day;
    },
    slots: Slots {
        repr: Some(repr),
        text: Some(|vm, v| Ok(iso_text(vm, v))),
        format: Some(formatted),
        hash: Some(hash),
        compare: Some(compare),
        order: Some(order),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, year=None, month=None, day=None)" => new;
    /// Return proleptic Gregorian ordinal.  January 1 of year 1 is day 1.
    Pure "toordinal" "(self, /)" => to_ordinal;
    /// Return the day of the week represented by the date.
    /// Monday == 0 ... Sunday == 6
    Pure "weekday" "(self, /)" => weekday;
    /// Return time tuple, compatible with time.localtime().
    CallsBack "timetuple" "(self, /)" => moment_arith::time_tuple;
    /// Return the day of the week represented by the date.
    /// Monday == 1 ... Sunday == 7
    Pure "isoweekday" "(self, /)" => iso_weekday;
    /// Return a named tuple containing ISO year, week number, and weekday.
    Pure "isocalendar" "(self, /)" => iso_calendar;
    /// Return string in ISO 8601 format, YYYY-MM-DD.
    Pure "isoformat" "(self, /)" => iso_format;
    /// Return date with new specified fields.
    CallsBack "replace" "(self, year=None, month=None, day=None)" => replace;
    /// Return date with new specified fields, as replace() does.
    CallsBack "__replace__" "(self, /, *, year=None, month=None, day=None)" => replace;
    /// Return self+value.
    CallsBack "__add__" "(self, value, /)" => add;
    /// Return value+self.
    CallsBack "__radd__" "(self, value, /)" => add;
    /// Return self-value.
    CallsBack "__sub__" "(self, value, /)" => sub;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// format -> strftime() style string.
    CallsBack "strftime" "(self, /, format)" => formatting::of_date;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => text;
    /// __reduce__() -> (cls, state)
    Pure "__reduce__" "(self, /)" => state::reduce_date;
};

pub(super) fn make(vm: &mut Vm, day: i64) -> Value {
    vm.heap.new_tuple(DATE, &[Value::int(day)])
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let first = check::required(vm, args.opt(1), "year", 1)?;
    let day = match state::day_of(vm, first, args.opt(2), 4) {
        Some(day) => day,
        None => {
            let month = check::required(vm, args.opt(2), "month", 2)?;
            let day = check::required(vm, args.opt(3), "day", 3)?;
            let (y, m, d) = (check::c_int(vm, first)?, check::c_int(vm, month)?, check::c_int(vm, day)?);
            check::day(vm, y, m, d)?
        }
    };
    let made = make(vm, day);
    let builtin = class(vm, DATE);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

/// A day as an instance of a class: made natively for the builtin one, by calling any other.
fn of_class(vm: &mut Vm, class_given: Option<Value>, day: i64) -> Res {
    match class_given {
        Some(given) if given != class(vm, DATE) => {
            let (y, m, d) = unpack(day);
            Err(vm.tail_call(given, &[Value::int(y), Value::int(m), Value::int(d)]))
        }
        _ => Ok(make(vm, day)),
    }
}

fn from_ordinal(vm: &mut Vm, args: Args) -> Res {
    let n = check::c_int(vm, args.get(1))?;
    if n < 1 {
        return Err(vm.value_error("ordinal must be >= 1"));
    }
    if n > MAX_ORDINAL {
        let year = ttd_pyalgos::time::calendar::date(n - EPOCH).0;
        return Err(vm.value_error(format!("year {year} is out of range")));
    }
    of_class(vm, Some(args.get(0)), of_ordinal(n))
}

fn from_iso_format(vm: &mut Vm, args: Args) -> Res {
    let given = vm.unwrap(args.get(1));
    let day = if given.is(crate::ids::STR) { text::plain_day(vm.heap.bytes(given)) } else { None };
    if let Some((y, m, d)) = day {
        let day = check::day(vm, y, m, d)?;
        return of_class(vm, Some(args.get(0)), day);
    }
    Err(vm.call_hidden_module("_datetime", "_date_from_iso", &[args.get(0), args.get(1)]))
}

fn year(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(unpack(number(vm, v, 0)).0))
}

fn month(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(unpack(number(vm, v, 0)).1))
}

fn day(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(unpack(number(vm, v, 0)).2))
}

fn to_ordinal(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(ordinal(number(vm, args.get(0), 0))))
}

fn weekday(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int((ordinal(number(vm, args.get(0), 0)) + 6) % 7))
}

fn iso_calendar(vm: &mut Vm, args: Args) -> Res {
    let packed = number(vm, args.get(0), 0);
    let (year, day) = (unpack(packed).0, ordinal(packed));
    let weekday = (day - 1).rem_euclid(7);
    let (iso_year, week) = calendar::iso_week(year, day - ordinal(pack(year, 1, 1)), weekday);
    let fields = vm.new_tuple(&[iso_year, week, weekday + 1].map(Value::int));
    match zone::week_date(vm) {
        Some(class) => Ok(vm.wrap_payload(class, fields)),
        None => Ok(fields),
    }
}

fn iso_weekday(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int((ordinal(number(vm, args.get(0), 0)) + 6) % 7 + 1))
}

fn iso_format(vm: &mut Vm, args: Args) -> Res {
    Ok(iso_text(vm, args.get(0)))
}

fn iso_text(vm: &mut Vm, v: Value) -> Value {
    let mut out = Vec::with_capacity(10);
    text::append_day(&mut out, number(vm, v, 0));
    vm.new_str_raw(&out)
}

/// `str(self)`: what a subclass's `isoformat` gives.
fn text(vm: &mut Vm, args: Args) -> Res {
    if subclass(vm, args.get(0)).is_none() && args.get(0).is(DATE) {
        return iso_format(vm, args);
    }
    let this = vm.receiver(args.get(0));
    let name = vm.intern("isoformat");
    let method = vm.getattr(this, name)?;
    Err(vm.tail_call(method, &[]))
}

fn replace(vm: &mut Vm, args: Args) -> Res {
    let (y, m, d) = unpack(number(vm, args.get(0), 0));
    let given = subclass(vm, args.get(0));
    let y = check::c_int_or(vm, args.opt(1), y)?;
    let m = check::c_int_or(vm, args.opt(2), m)?;
    let d = check::c_int_or(vm, args.opt(3), d)?;
    match given {
        Some(class) => Err(vm.tail_call(class, &[Value::int(y), Value::int(m), Value::int(d)])),
        None => {
            let day = check::day(vm, y, m, d)?;
            Ok(make(vm, day))
        }
    }
}

fn shifted(vm: &mut Vm, this: Value, days: i64) -> Res {
    let n = ordinal(number(vm, this, 0)) + days;
    if !(1..=MAX_ORDINAL).contains(&n) {
        return Err(vm.overflow_error("date value out of range"));
    }
    let given = subclass(vm, this);
    of_class(vm, given, of_ordinal(n))
}

fn add(vm: &mut Vm, args: Args) -> Res {
    match vm.payload(args.get(1), DELTA) {
        Some(delta) => shifted(vm, args.get(0), number(vm, delta, 0)),
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

fn sub(vm: &mut Vm, args: Args) -> Res {
    if let Some(delta) = vm.payload(args.get(1), DELTA) {
        return shifted(vm, args.get(0), -number(vm, delta, 0));
    }
    match vm.payload(args.get(1), DATE) {
        Some(other) => {
            let days = ordinal(number(vm, args.get(0), 0)) - ordinal(number(vm, other, 0));
            delta::make(vm, i128::from(days) * i128::from(DAY))
        }
        None => Ok(Value::NOT_IMPLEMENTED),
    }
}

fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    Ok(mix(&[number(vm, v, 0)]))
}

/// The order of two dates.
fn order(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    Some(number(vm, a, 0).cmp(&number(vm, b, 0)))
}

fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    let b = vm.payload(b, DATE)?;
    Some(Ok(Value::bool(op.holds(number(vm, a, 0).cmp(&number(vm, b, 0))))))
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let name = repr_name(vm, v);
    let (y, m, d) = unpack(number(vm, v, 0));
    Ok(vm.new_str(&format!("{name}({y}, {m}, {d})")))
}
