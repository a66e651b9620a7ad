//! The methods of `range`.

use malachite_bigint::BigInt;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use super::numbers::{self, Big, Small, big, make, small};
use crate::ops::{arity, compare, dunders, hashing, repr as reprs, rows};
use crate::types::slice;
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "range",
    tid: ids::RANGE,
    doc: "range(stop) -> range object\nrange(start, stop[, step]) -> range object\n\n\
          Return an object that produces a sequence of integers from start (inclusive)\n\
          to stop (exclusive) by step.  range(i, j) produces i, i+1, i+2, ..., j-1.\n\
          start defaults to 0, and stop is omitted!  range(4) produces 0, 1, 2, 3.\n\
          These are exactly the valid indices for a list of 4 elements.\n\
          When step is given, it specifies the increment (or decrement).",
    methods: METHODS,
    shared: &[rows::COMPARISONS],
    getters: getters! {
        "start" => start;
        "stop" => stop;
        "step" => step;
    },
    subclassable: false,
    slots: Slots {
        repr: Some(repr),
        hash: Some(hash),
        compare: Some(|vm, op, x, y| compare::by_equality(vm, op, x, y, same)),
        pattern: Pattern::Sequence,
        sequence_methods: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// rangeobject.count(value) -> integer -- return number of occurrences of value
    CallsBack "count" "(self, object, /)" => count;
    /// rangeobject.index(value) -> integer -- return index of value.
    /// Raise ValueError if the value is not present.
    CallsBack "index" "(self, object, /)" => index;
    /// Return len(self).
    Pure "__len__" "(self, /)" => length;
    /// True if self else False
    Pure "__bool__" "(self, /)" => truth;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => dunders::getitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return a reverse iterator.
    Pure "__reversed__" "(self, /)" => reversed_method;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Helper for pickle.
    Pure "__reduce__" "(self, /)" => reduce;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let given = arity::positional(vm, "range", &args, 1, 3)?;
    let mut parts = [Value::UNBOUND; 3];
    for (part, v) in parts.iter_mut().zip(given) {
        *part = vm.index(*v)?;
    }
    let (start, stop, step) = match given.len() {
        1 => (Value::int(0), parts[0], Value::int(1)),
        2 => (parts[0], parts[1], Value::int(1)),
        _ => (parts[0], parts[1], parts[2]),
    };
    if step == Value::int(0) {
        return Err(vm.value_error("range() arg 3 must not be zero"));
    }
    Ok(make(vm, start, stop, step))
}

fn start(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[0])
}

fn stop(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[1])
}

fn step(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.tuple(v)[2])
}

fn length(vm: &mut Vm, args: Args) -> Res {
    let len = vm.heap.tuple(args.get(0))[3];
    if vm.as_i64(len).is_none() {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    }
    Ok(len)
}

fn truth(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::bool(vm.heap.tuple(args.get(0))[3] != Value::int(0)))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let parts: [Value; 3] = [0, 1, 2].map(|i| vm.heap.tuple(args.get(0))[i]);
    let parts = vm.new_tuple(&parts);
    Ok(vm.new_tuple(&[vm.types.range, parts]))
}

/// `range[key]`.
pub fn get(vm: &mut Vm, r: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        return get_slice(vm, r, key);
    }
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        let name = vm.type_name(key);
        return Err(vm.type_error(format!("range indices must be integers or slices, not {name}")));
    }
    let index = vm.index(key)?;
    let found = match (small(vm, r), vm.as_i64(index)) {
        (Some(r), Some(i)) => {
            let i = if i < 0 { i.saturating_add(r.len) } else { i };
            if i >= 0 && i < r.len { Some(vm.int(r.at(i) as i64)) } else { None }
        }
        _ => {
            let r = big(vm, r);
            let i = vm.as_big(index).unwrap_or_default();
            let i = if i.is_negative() { i + &r.len } else { i };
            if !i.is_negative() && i < r.len { Some(vm.big(r.at(&i))) } else { None }
        }
    };
    found.ok_or_else(|| vm.index_error("range object index out of range"))
}

fn get_slice(vm: &mut Vm, r: Value, key: Value) -> Res {
    let r = big(vm, r);
    let (start, stop, step) = slice::indices_big(vm, key, &r.len)?;
    let parts = [r.at(&start), r.at(&stop), &r.step * step];
    let [start, stop, step] = parts.map(|b| vm.big(b));
    Ok(make(vm, start, stop, step))
}

/// Returns whether an integer is in the range.
fn position(vm: &Vm, r: Value, x: Value) -> Option<BigInt> {
    if let (Some(r), Some(x)) = (small(vm, r), vm.as_i64(x)) {
        return r.position(x).map(BigInt::from);
    }
    big(vm, r).position(&vm.as_big(x)?)
}

/// `x in range`: computed for integers, searched for other values.
pub fn contains(vm: &mut Vm, r: Value, x: Value) -> Res<bool> {
    if vm.is_integer(x) {
        return Ok(position(vm, r, x).is_some());
    }
    Ok(search(vm, r, x, false)? > 0)
}

/// Counts the numbers equal to `x`, or returns 1 plus the position of the first.
fn search(vm: &mut Vm, r: Value, x: Value, count: bool) -> Res<i64> {
    let len = big(vm, r).len.to_i64().unwrap_or(i64::MAX);
    let mut found = 0;
    for i in 0..len {
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
        let item = match small(vm, r) {
            Some(r) => vm.int(r.at(i) as i64),
            None => {
                let number = big(vm, r).at(&BigInt::from(i));
                vm.big(number)
            }
        };
        if compare::elements_equal(vm, item, x)? {
            if !count {
                return Ok(i + 1);
            }
            found += 1;
        }
    }
    Ok(found)
}

fn count(vm: &mut Vm, args: Args) -> Res {
    let (r, x) = (args.get(0), args.get(1));
    if vm.is_integer(x) {
        return Ok(Value::int(position(vm, r, x).is_some() as i64));
    }
    let found = search(vm, r, x, true)?;
    Ok(vm.int(found))
}

fn index(vm: &mut Vm, args: Args) -> Res {
    let (r, x) = (args.get(0), args.get(1));
    if vm.is_integer(x) {
        if let Some(i) = position(vm, r, x) {
            return Ok(vm.big(i));
        }
        let text = vm.repr(x)?;
        let message = format!("{} is not in range", vm.text_lossy(text));
        return Err(vm.value_error(message));
    }
    match search(vm, r, x, false)? {
        0 => Err(vm.value_error("sequence.index(x): x not in sequence")),
        i => Ok(vm.int(i - 1)),
    }
}

fn reversed_method(vm: &mut Vm, args: Args) -> Res {
    Ok(reversed(vm, args.get(0)))
}

/// Makes the iterator from the last number to the first.
pub fn reversed(vm: &mut Vm, r: Value) -> Value {
    let back = match small(vm, r) {
        Some(r) => i64::try_from(r.at(r.len - 1))
            .ok()
            .zip(r.step.checked_neg())
            .zip(r.start.checked_sub(r.step))
            .and_then(|((last, step), before)| Small::new(last, before, step)),
        None => None,
    };
    let back = match back {
        Some(back) => numbers::make_small(vm, back),
        None => {
            let r = big(vm, r);
            let last = r.at(&(&r.len - BigInt::one()));
            numbers::make_big(vm, Big::new(last, &r.start - &r.step, -r.step))
        }
    };
    crate::types::iter::range::make(vm, back)
}

/// Returns whether two ranges are the same sequence.
pub fn same(vm: &mut Vm, a: Value, b: Value) -> Res<bool> {
    let (p, q) = (big(vm, a), big(vm, b));
    if p.len != q.len {
        return Ok(false);
    }
    Ok(p.len.is_zero() || p.start == q.start && (p.len.is_one() || p.step == q.step))
}

/// Returns the hash of length, start and step, as far as they matter.
pub fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let [start, _, step, len] = [0, 1, 2, 3].map(|i| vm.heap.tuple(v)[i]);
    let (start, step) = match vm.as_i64(len) {
        Some(0) => (Value::NONE, Value::NONE),
        Some(1) => (start, Value::NONE),
        _ => (start, step),
    };
    let lanes = [len, start, step].map(|v| hashing::hash_scalar(vm, v).unwrap_or(0));
    Ok(hashing::hash_of_hashes(&lanes))
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let mut parts = Vec::new();
    for name in ["start", "stop", "step"] {
        parts.push(vm.getattr_str(v, name)?);
    }
    if parts[2] == Value::int(1) {
        parts.pop();
    }
    let mut out = b"range(".to_vec();
    reprs::append_items(vm, &parts, &mut out)?;
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}
