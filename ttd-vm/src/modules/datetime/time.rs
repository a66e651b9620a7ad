//! `time`: a time of day, perhaps with a zone.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::*;
use crate::ops::compare::CmpOp;
use crate::ops::{construct, dunders, rows};
use crate::{Vm, getters, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "datetime.time",
    tid: TIME,
    doc: "time([hour[, minute[, second[, microsecond[, tzinfo]]]]]) --> a time object\n\n\
          All arguments are optional. tzinfo may be None, or an instance of\n\
          a tzinfo subclass. The remaining arguments may be ints.",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS],
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
        hash: Some(hash),
        compare: Some(compare),
        order: Some(order),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, hour=0, minute=0, second=0, microsecond=0, tzinfo=None, *, fold=0)" => new;
    /// Return string in ISO 8601 format, [HH[:MM[:SS[.mmm[uuu]]]]][+HH:MM].
    CallsBack "isoformat" "(self, /, timespec='auto')" => iso_format;
    /// Return str(self).
    CallsBack "__str__" "(self, /)" => text;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// __reduce_ex__(proto) -> (cls, state)
    CallsBack "__reduce_ex__" "(self, protocol, /)" => state::reduce_time;
    /// __reduce__() -> (cls, state)
    Pure "__reduce__" "(self, /)" => state::reduce_time;
};

pub(super) fn make(vm: &mut Vm, micros: i64, zone: Value, fold: Value) -> Value {
    vm.heap.new_tuple(TIME, &[Value::int(micros), zone, fold])
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let made = match args.opt(1).and_then(|first| state::octets(vm, first, 6)) {
        Some(octets) if state::clock_in(&octets).is_some() => {
            let zone = args.opt(2).filter(|v| !v.is_none()).unwrap_or(Value::NONE);
            if !zone.is_none() && !zone::is_tzinfo(vm, zone) {
                return Err(vm.type_error("bad tzinfo state arg"));
            }
            let fold = Value::int(i64::from(octets[0] >> 7));
            make(vm, state::clock_in(&octets).unwrap_or(0), zone, fold)
        }
        _ => {
            let mut parts = [0; 4];
            for (at, part) in parts.iter_mut().enumerate() {
                *part = check::c_int_or(vm, args.opt(at + 1), 0)?;
            }
            let fold = check::c_int_or(vm, args.opt(6), 0)?;
            let micros = check::clock(vm, parts)?;
            let fold = check::fold(vm, fold)?;
            let zone = check::tzinfo(vm, args.opt(5))?;
            make(vm, micros, zone, fold)
        }
    };
    let builtin = class(vm, TIME);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

fn hour(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 0) / SECOND / 3600))
}

fn minute(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 0) / SECOND / 60 % 60))
}

fn second(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 0) / SECOND % 60))
}

fn microsecond(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(number(vm, v, 0) % SECOND))
}

fn tzinfo(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[1])
}

fn fold(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[2])
}

fn iso_format(vm: &mut Vm, args: Args) -> Res {
    let this = args.get(0);
    if args.opt(1).is_some() || !vm.heap.tuple(this)[1].is_none() {
        let mut all = vec![vm.receiver(this)];
        all.extend(args.opt(1));
        return Err(vm.call_hidden_module("_datetime", "_time_isoformat", &all));
    }
    let mut out = Vec::with_capacity(16);
    text::append_clock(&mut out, number(vm, this, 0));
    Ok(vm.new_str_raw(&out))
}

fn text(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    if this == args.get(0) {
        return iso_format(vm, args);
    }
    let name = vm.intern("isoformat");
    let method = vm.getattr(this, name)?;
    Err(vm.tail_call(method, &[]))
}

/// `str(v)`.
fn text_of(vm: &mut Vm, v: Value) -> Res {
    if !vm.heap.tuple(v)[1].is_none() {
        return vm.call_method(v, "isoformat", &[]);
    }
    let mut out = Vec::with_capacity(16);
    text::append_clock(&mut out, number(vm, v, 0));
    Ok(vm.new_str_raw(&out))
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let name = repr_name(vm, v);
    let fields = vm.heap.tuple(v).to_vec();
    let zone = repr_zone(vm, fields[1])?;
    let (seconds, micros) = (fields[0].as_int() / SECOND, fields[0].as_int() % SECOND);
    let mut out = format!("{name}({}, {}", seconds / 3600, seconds / 60 % 60);
    if micros != 0 {
        out += &format!(", {}, {micros}", seconds % 60);
    } else if seconds % 60 != 0 {
        out += &format!(", {}", seconds % 60);
    }
    Ok(vm.new_str(&format!("{out}{zone}{})", repr_fold(fields[2]))))
}

/// The offset that the zone gives for this time, asked with None as CPython does.
fn offset(vm: &mut Vm, v: Value) -> Res<Option<i64>> {
    let zone = vm.heap.tuple(v)[1];
    if zone.is_none() || zone::is_fixed(vm, zone) {
        // A fixed zone has an offset for datetimes, and for None as well.
        return zone::offset(vm, zone, Value::NONE);
    }
    zone::offset(vm, zone, Value::NONE)
}

fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let offset = offset(vm, v)?;
    let micros = number(vm, v, 0);
    Ok(match offset {
        None | Some(0) => mix(&[micros]),
        Some(offset) => mix(&[micros - offset]),
    })
}

/// The order of two times without a zone, or with the same one of a fixed offset.
fn order(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    let [p, q] = [a, b].map(|v| vm.heap.tuple(v)[1]);
    let decides = p == q && (p.is_none() || zone::is_fixed(vm, p));
    decides.then(|| number(vm, a, 0).cmp(&number(vm, b, 0)))
}

fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    let b = vm.payload(b, TIME)?;
    Some(compared(vm, op, a, b))
}

fn compared(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Res {
    let (mut x, mut y) = (number(vm, a, 0), number(vm, b, 0));
    if vm.heap.tuple(a)[1] != vm.heap.tuple(b)[1] {
        match (offset(vm, a)?, offset(vm, b)?) {
            (Some(p), Some(q)) => (x, y) = (x - p, y - q),
            (None, None) => {}
            _ if matches!(op, CmpOp::Eq | CmpOp::Ne) => return Ok(Value::bool(op == CmpOp::Ne)),
            _ => return Err(vm.type_error("can't compare offset-naive and offset-aware times")),
        }
    }
    Ok(Value::bool(op.holds(x.cmp(&y))))
}
