//! `slice`: three values, and the positions they select.
//!
//! A `Slots` object with start, stop and step. [`span`] turns them into positions, for every sequence type.

use malachite_bigint::BigInt;
use num_traits::{One, Signed, Zero};
use ttd_core::value::Value;

use crate::ops::compare::{CmpOp, elements_equal};
use crate::ops::{arity, dunders, hashing, repr as reprs, rows};
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "slice",
    tid: ids::SLICE,
    doc: "slice(stop)\nslice(start, stop[, step])\n\nCreate a slice object.  This is used for extended slicing (e.g. a[0:10:2]).",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS],
    getters: getters! {
        "start" => start;
        "stop" => stop;
        "step" => step;
    },
    subclassable: false,
    slots: Slots { repr: Some(repr), hash: Some(hash), compare: Some(compared), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    Pure "__new__" "(cls, /, *args, **kwargs)" => new;
    /// S.indices(len) -> (start, stop, stride)
    ///
    /// Assuming a sequence of length len, calculate the start and stop
    /// indices, and the stride length of the extended slice described by
    /// S. Out of bounds indices are clipped in a manner consistent with the
    /// handling of normal slices.
    CallsBack "indices" "(self, object, /)" => indices;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// Return state information for pickling.
    Pure "__reduce__" "(self, /)" => reduce;
};

/// Makes a slice.
pub fn make(vm: &mut Vm, start: Value, stop: Value, step: Value) -> Value {
    vm.heap.new_slots_from(ids::SLICE, 0, &[start, stop, step])
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let given = arity::positional(vm, "slice", &args, 1, 3)?;
    let none = Value::NONE;
    let (start, stop, step) = match *given {
        [stop] => (none, stop, none),
        [start, stop] => (start, stop, none),
        _ => (given[0], given[1], given[2]),
    };
    Ok(make(vm, start, stop, step))
}

fn start(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, 0))
}

fn stop(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, 1))
}

fn step(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, 2))
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let [start, stop, step] = parts(vm, args.get(0));
    let parts = vm.new_tuple(&[start, stop, step]);
    Ok(vm.new_tuple(&[vm.types.slice, parts]))
}

/// Start, stop and step.
pub fn parts(vm: &Vm, v: Value) -> [Value; 3] {
    [vm.heap.slot(v, 0), vm.heap.slot(v, 1), vm.heap.slot(v, 2)]
}

/// The positions that a slice selects: `count` from `start` on, `step` apart.
#[derive(Clone, Copy, Debug)]
pub struct Span {
    /// The first position.
    pub start: i64,
    /// The clipped end.
    pub stop: i64,
    /// The step; never 0.
    pub step: i64,
    /// The count.
    pub count: usize,
}

impl Span {
    /// Returns the positions.
    pub fn positions(self) -> impl Iterator<Item = usize> {
        (0..self.count as i64).map(move |k| (self.start + k * self.step) as usize)
    }

    /// Returns the first and one past the last position of a slice with step 1.
    pub fn bounds(self) -> (usize, usize) {
        (self.start as usize, self.start.max(self.stop) as usize)
    }
}

/// The parts of a slice as numbers, not yet fitted to a length: evaluating them may run user code that changes the
/// sequence.
#[derive(Clone, Copy, Debug)]
pub struct Bounds {
    start: i64,
    stop: i64,
    /// The step; never 0.
    pub step: i64,
}

impl Bounds {
    /// Returns what is selected from a sequence of this length.
    #[inline(always)]
    pub fn over(self, len: usize) -> Span {
        clip(self.start, self.stop, self.step, len)
    }
}

/// Returns the parts of a slice object as numbers.
pub fn bounds(vm: &mut Vm, slice: Value) -> Res<Bounds> {
    let parts = parts(vm, slice);
    bounds_of(vm, parts)
}

/// Start, stop and step as numbers.
#[inline]
pub fn bounds_of(vm: &mut Vm, [start, stop, step]: [Value; 3]) -> Res<Bounds> {
    if let Some(bounds) = told_bounds([start, stop, step]) {
        return Ok(bounds);
    }
    bounds_asked(vm, [start, stop, step])
}

/// Returns the positions of `[start:stop:step]` if the parts are integers or None, which run no user code.
#[inline(always)]
pub fn told_span([start, stop, step]: [Value; 3], len: usize) -> Option<Span> {
    told_bounds([start, stop, step]).map(|bounds| bounds.over(len))
}

#[inline(always)]
fn told_bounds([start, stop, step]: [Value; 3]) -> Option<Bounds> {
    let (step, from, to) = (told(step, 1)?, told(start, i64::MAX)?, told(stop, i64::MIN)?);
    if step == 0 {
        return None;
    }
    // Inline integers have fewer than 64 bits.
    let absent = |part: Value, told: i64, forwards: i64| if step > 0 && part.is_none() { forwards } else { told };
    let (start, stop) = (absent(start, from, 0), absent(stop, to, i64::MAX));
    Some(Bounds { start, stop, step })
}

/// Returns one part as a number, if it is an integer or None.
#[inline(always)]
fn told(v: Value, absent: i64) -> Option<i64> {
    if v.is_int() {
        return Some(v.as_int());
    }
    v.is_none().then_some(absent)
}

/// Returns the positions for parts with `__index__`.
#[cold]
#[inline(never)]
fn bounds_asked(vm: &mut Vm, [start, stop, step]: [Value; 3]) -> Res<Bounds> {
    let step = step_of(vm, step)?;
    let start = part(vm, start, if step < 0 { i64::MAX } else { 0 })?;
    let stop = part(vm, stop, if step < 0 { i64::MIN } else { i64::MAX })?;
    Ok(Bounds { start, stop, step })
}

/// Returns the positions that a slice object selects from a sequence of this length.
pub fn span(vm: &mut Vm, slice: Value, len: usize) -> Res<Span> {
    Ok(bounds(vm, slice)?.over(len))
}

/// Returns the positions of `[start:stop]`.
pub fn span_of(vm: &mut Vm, start: Value, stop: Value, len: usize) -> Res<Span> {
    let start = part(vm, start, 0)?;
    let stop = part(vm, stop, i64::MAX)?;
    Ok(clip(start, stop, 1, len))
}

fn step_of(vm: &mut Vm, step: Value) -> Res<i64> {
    match part(vm, step, 1)? {
        0 => Err(vm.value_error("slice step cannot be zero")),
        // The most negative step has no negation.
        step => Ok(step.max(-i64::MAX)),
    }
}

/// Returns one part as a number, clipped to 64 bits.
#[inline]
fn part(vm: &mut Vm, v: Value, absent: i64) -> Res<i64> {
    if v.is_int() {
        return Ok(v.as_int());
    }
    if v.is_none() {
        return Ok(absent);
    }
    let index = index_of_part(vm, v)?;
    Ok(clamp(vm, index))
}

fn index_of_part(vm: &mut Vm, v: Value) -> Res {
    if !vm.is_integer(v) && vm.special_named(v, vm.names.index).is_none() {
        return Err(vm.type_error("slice indices must be integers or None or have an __index__ method"));
    }
    vm.index(v)
}

/// Clips an integer to 64 bits.
pub fn clamp(vm: &Vm, v: Value) -> i64 {
    if let Some(i) = vm.as_i64(v) {
        return i;
    }
    let negative = vm.as_big(v).is_some_and(|b| b.is_negative());
    if negative { i64::MIN } else { i64::MAX }
}

/// Converts an argument such as the start of `list.index`, by `__index__`, clipped to 64 bits.
pub fn bound(vm: &mut Vm, v: Value) -> Res<i64> {
    if !vm.is_integer(v) && vm.special_named(v, vm.names.index).is_none() {
        return Err(vm.type_error("slice indices must be integers or have an __index__ method"));
    }
    let index = vm.index(v)?;
    Ok(clamp(vm, index))
}

#[inline(always)]
fn clip(start: i64, stop: i64, step: i64, len: usize) -> Span {
    let len = len as i64;
    let fit = |x: i64| {
        let x = if x < 0 { x.saturating_add(len) } else { x };
        if step < 0 { x.clamp(-1, len - 1) } else { x.clamp(0, len) }
    };
    // With a negative step, an absent stop is -1, which no index can express.
    let (start, stop) = (fit(start), fit(stop));
    // The distance to the end, in the direction of the step.
    let (far, stride) = if step < 0 { (start - stop, -step) } else { (stop - start, step) };
    let count = match stride {
        _ if far <= 0 => 0,
        1 => far,
        _ => (far - 1) / stride + 1,
    };
    Span { start, stop, step, count: count as usize }
}

fn indices(vm: &mut Vm, args: Args) -> Res {
    let len = vm.index(args.get(1))?;
    let len = vm.as_big(len).unwrap_or_default();
    if len.is_negative() {
        return Err(vm.value_error("length should not be negative"));
    }
    let (start, stop, step) = indices_big(vm, args.get(0), &len)?;
    let items = [vm.big(start), vm.big(stop), vm.big(step)];
    Ok(vm.new_tuple(&items))
}

/// Returns start, stop and step for a length of any size, which only ranges have.
pub fn indices_big(vm: &mut Vm, slice: Value, len: &BigInt) -> Res<(BigInt, BigInt, BigInt)> {
    let [start, stop, step] = parts(vm, slice);
    let step = big_part(vm, step)?.unwrap_or_else(BigInt::one);
    if step.is_zero() {
        return Err(vm.value_error("slice step cannot be zero"));
    }
    let back = step.is_negative();
    let (lower, upper) = if back { (-BigInt::one(), len - 1) } else { (BigInt::zero(), len.clone()) };
    let fit = |x: BigInt| {
        let x = if x.is_negative() { x + len } else { x };
        if x < lower {
            lower.clone()
        } else if x > upper {
            upper.clone()
        } else {
            x
        }
    };
    let start = big_part(vm, start)?.map_or_else(|| if back { upper.clone() } else { lower.clone() }, fit);
    let stop = big_part(vm, stop)?.map_or_else(|| if back { lower.clone() } else { upper.clone() }, fit);
    Ok((start, stop, step))
}

fn big_part(vm: &mut Vm, v: Value) -> Res<Option<BigInt>> {
    if v.is_none() {
        return Ok(None);
    }
    let index = index_of_part(vm, v)?;
    Ok(vm.as_big(index))
}

fn compared(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Option<Res> {
    y.is(ids::SLICE).then(|| in_order(vm, op, x, y))
}

/// Compares slices as the tuples of their parts.
fn in_order(vm: &mut Vm, op: CmpOp, x: Value, y: Value) -> Res {
    if x == y {
        return Ok(Value::bool(op.holds(std::cmp::Ordering::Equal)));
    }
    for i in 0..3 {
        let (p, q) = (vm.heap.slot(x, i), vm.heap.slot(y, i));
        if !elements_equal(vm, p, q)? {
            return match op {
                CmpOp::Eq => Ok(Value::FALSE),
                CmpOp::Ne => Ok(Value::TRUE),
                _ => vm.rich(op, p, q),
            };
        }
    }
    Ok(Value::bool(op.holds(std::cmp::Ordering::Equal)))
}

/// Returns the hash of a tuple of the parts, without its length.
fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let mut lanes = [0; 3];
    for (i, part) in parts(vm, v).into_iter().enumerate() {
        lanes[i] = vm.hash(part)?;
    }
    Ok(hashing::mixed(&lanes))
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let parts = parts(vm, v);
    reprs::guarded(vm, v, b"slice(...)", |vm, out| {
        out.extend_from_slice(b"slice(");
        reprs::append_items(vm, &parts, out)?;
        out.push(b')');
        Ok(())
    })
}
