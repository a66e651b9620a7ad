//! `timedelta`: days, seconds and microseconds.

use std::cmp::Ordering;

use ttd_core::value::Value;

use super::{DAY, DELTA, SECOND, delta_arith as arith, delta_new, mix, number, repr_name};
use crate::ops::compare::CmpOp;
use crate::ops::{dunders, rows};
use crate::{Vm, getters, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "datetime.timedelta",
    tid: DELTA,
    doc: "Difference between two datetime values.\n\n\
          timedelta(days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)\n\n\
          All arguments are optional and default to 0.\n\
          Arguments may be integers or floats, and may be positive or negative.",
    methods: METHODS,
    shared: &[rows::COMPARISONS],
    getters: getters! {
        "days" => days;
        "seconds" => seconds;
        "microseconds" => microseconds;
        "_days" => days;
        "_seconds" => seconds;
        "_microseconds" => microseconds;
    },
    slots: Slots {
        repr: Some(repr),
        text: Some(|vm, v| Ok(text_of(vm, v))),
        truth: Some(|vm, v| fields(vm, v) != [0; 3]),
        hash: Some(hash),
        compare: Some(compare),
        order: Some(order),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, days=0, seconds=0, microseconds=0, milliseconds=0, minutes=0, hours=0, weeks=0)" => delta_new::new;
    /// Total seconds in the duration.
    Pure "total_seconds" "(self, /)" => total_seconds;
    /// The whole as microseconds.
    Pure "_to_microseconds" "(self, /)" => to_microseconds;
    /// Return self+value.
    Pure "__add__" "(self, value, /)" => arith::add;
    /// Return value+self.
    Pure "__radd__" "(self, value, /)" => arith::add;
    /// Return self-value.
    Pure "__sub__" "(self, value, /)" => arith::sub;
    /// Return value-self.
    Pure "__rsub__" "(self, value, /)" => arith::rsub;
    /// Return self*value.
    Pure "__mul__" "(self, value, /)" => arith::mul;
    /// Return value*self.
    Pure "__rmul__" "(self, value, /)" => arith::mul;
    /// Return self//value.
    Pure "__floordiv__" "(self, value, /)" => arith::floordiv;
    /// Return self/value.
    Pure "__truediv__" "(self, value, /)" => arith::truediv;
    /// Return self%value.
    Pure "__mod__" "(self, value, /)" => arith::modulo;
    /// Return divmod(self, value).
    Pure "__divmod__" "(self, value, /)" => arith::divmod;
    /// -self
    Pure "__neg__" "(self, /)" => arith::neg;
    /// +self
    Pure "__pos__" "(self, /)" => arith::pos;
    /// abs(self)
    Pure "__abs__" "(self, /)" => arith::abs;
    /// True if self else False
    Pure "__bool__" "(self, /)" => truth;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return str(self).
    Pure "__str__" "(self, /)" => text;
    /// __reduce__() -> (cls, state)
    Pure "__reduce__" "(self, /)" => reduce;
};

/// The whole in microseconds.
pub(super) fn micros(vm: &Vm, v: Value) -> i128 {
    let [days, seconds, micros] = fields(vm, v);
    i128::from(days) * i128::from(DAY) + i128::from(seconds * SECOND + micros)
}

fn fields(vm: &Vm, v: Value) -> [i64; 3] {
    [number(vm, v, 0), number(vm, v, 1), number(vm, v, 2)]
}

/// Makes one of microseconds.
pub(super) fn make(vm: &mut Vm, micros: i128) -> Res {
    let day = i128::from(DAY);
    let (days, rest) = (micros.div_euclid(day), micros.rem_euclid(day) as i64);
    if !(-999_999_999..=999_999_999).contains(&days) {
        return Err(match i32::try_from(days) {
            Ok(days) => vm.overflow_error(format!("days={days}; must have magnitude <= 999999999")),
            Err(_) => vm.overflow_error("Python int too large to convert to C int"),
        });
    }
    let items = [days as i64, rest / SECOND, rest % SECOND].map(Value::int);
    Ok(vm.heap.new_tuple(DELTA, &items))
}

fn days(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[0])
}

fn seconds(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[1])
}

fn microseconds(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[2])
}

fn to_microseconds(vm: &mut Vm, args: Args) -> Res {
    let micros = micros(vm, args.get(0));
    Ok(arith::int(vm, micros))
}

fn total_seconds(vm: &mut Vm, args: Args) -> Res {
    let micros = micros(vm, args.get(0));
    arith::ratio(vm, micros, i128::from(SECOND))
}

fn truth(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(fields(vm, args.get(0)) != [0; 3]))
}

fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    Ok(mix(&fields(vm, v)))
}

/// The order of two durations.
fn order(vm: &Vm, a: Value, b: Value) -> Option<Ordering> {
    Some(fields(vm, a).cmp(&fields(vm, b)))
}

fn compare(vm: &mut Vm, op: CmpOp, a: Value, b: Value) -> Option<Res> {
    let b = vm.payload(b, DELTA)?;
    Some(Ok(Value::bool(op.holds(fields(vm, a).cmp(&fields(vm, b))))))
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let name = repr_name(vm, v);
    let parts = fields(vm, v).into_iter().zip(["days", "seconds", "microseconds"]);
    let parts: Vec<String> = parts.filter(|(n, _)| *n != 0).map(|(n, name)| format!("{name}={n}")).collect();
    let inner = if parts.is_empty() { "0".to_owned() } else { parts.join(", ") };
    Ok(vm.new_str(&format!("{name}({inner})")))
}

fn text(vm: &mut Vm, args: Args) -> Res {
    Ok(text_of(vm, args.get(0)))
}

fn text_of(vm: &mut Vm, v: Value) -> Value {
    let [days, seconds, micros] = fields(vm, v);
    let mut text = match days {
        0 => String::new(),
        1 | -1 => format!("{days} day, "),
        _ => format!("{days} days, "),
    };
    text += &format!("{}:{:02}:{:02}", seconds / 3600, seconds / 60 % 60, seconds % 60);
    if micros != 0 {
        text += &format!(".{micros:06}");
    }
    vm.new_str(&text)
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let this = vm.receiver(args.get(0));
    let class = vm.type_of(this);
    let items = vm.heap.tuple(args.get(0)).to_vec();
    let items = vm.new_tuple(&items);
    Ok(vm.new_tuple(&[class, items]))
}
