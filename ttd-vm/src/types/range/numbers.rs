//! The arithmetic of ranges, in two sizes.

use malachite_bigint::BigInt;
use num_integer::Integer;
use num_traits::{One, Signed, ToPrimitive, Zero};
use ttd_core::value::Value;

use crate::{Vm, ids};

/// A range of machine integers.
#[derive(Clone, Copy, Debug)]
pub struct Small {
    /// The first number.
    pub start: i64,
    /// The bound.
    pub stop: i64,
    /// The step.
    pub step: i64,
    /// The length.
    pub len: i64,
}

impl Small {
    /// Returns the range with these bounds, if its length fits.
    pub fn new(start: i64, stop: i64, step: i64) -> Option<Small> {
        let (low, high, distance) = if step > 0 { (start, stop, step as i128) } else { (stop, start, -(step as i128)) };
        let len = if low >= high { 0 } else { (high as i128 - low as i128 - 1) / distance + 1 };
        i64::try_from(len).ok().map(|len| Small { start, stop, step, len })
    }

    /// Returns the number at a position, which may be one past the end.
    pub fn at(self, i: i64) -> i128 {
        self.start as i128 + i as i128 * self.step as i128
    }

    /// Returns the position of a number.
    pub fn position(self, x: i64) -> Option<i64> {
        let distance = x as i128 - self.start as i128;
        let within = distance % self.step as i128 == 0;
        let i = distance / self.step as i128;
        if within && i >= 0 && i < self.len as i128 { Some(i as i64) } else { None }
    }
}

/// A range of any size.
#[derive(Clone, Debug)]
pub struct Big {
    /// The first number.
    pub start: BigInt,
    /// The bound.
    pub stop: BigInt,
    /// The step.
    pub step: BigInt,
    /// The length.
    pub len: BigInt,
}

impl Big {
    /// Returns the range with these bounds.
    pub fn new(start: BigInt, stop: BigInt, step: BigInt) -> Big {
        let (low, high) = if step.is_positive() { (&start, &stop) } else { (&stop, &start) };
        let len = if low >= high { BigInt::zero() } else { (high - low - 1) / step.abs() + BigInt::one() };
        Big { start, stop, step, len }
    }

    /// Returns the number at a position.
    pub fn at(&self, i: &BigInt) -> BigInt {
        &self.start + i * &self.step
    }

    /// Returns the position of a number.
    pub fn position(&self, x: &BigInt) -> Option<BigInt> {
        let (i, rest) = (x - &self.start).div_mod_floor(&self.step);
        if rest.is_zero() && !i.is_negative() && i < self.len { Some(i) } else { None }
    }
}

/// Makes a range object.
pub fn make(vm: &mut Vm, start: Value, stop: Value, step: Value) -> Value {
    let small = (vm.as_i64(start), vm.as_i64(stop), vm.as_i64(step));
    if let (Some(start), Some(stop), Some(step)) = small
        && let Some(range) = Small::new(start, stop, step)
    {
        return make_small(vm, range);
    }
    let [start, stop, step] = [start, stop, step].map(|v| vm.as_big(v).unwrap_or_default());
    make_big(vm, Big::new(start, stop, step))
}

/// Makes a range object.
pub fn make_small(vm: &mut Vm, r: Small) -> Value {
    let parts = [vm.int(r.start), vm.int(r.stop), vm.int(r.step), vm.int(r.len)];
    vm.heap.new_tuple(ids::RANGE, &parts)
}

/// Makes a range object.
pub(super) fn make_big(vm: &mut Vm, r: Big) -> Value {
    let parts = [vm.big(r.start), vm.big(r.stop), vm.big(r.step), vm.big(r.len)];
    vm.heap.new_tuple(ids::RANGE, &parts)
}

/// Returns the numbers of a range object, when they are machine integers.
#[inline]
pub fn small(vm: &Vm, v: Value) -> Option<Small> {
    let parts = vm.heap.tuple(v);
    Some(Small {
        start: vm.as_i64(parts[0])?,
        stop: vm.as_i64(parts[1])?,
        step: vm.as_i64(parts[2])?,
        len: vm.as_i64(parts[3])?,
    })
}

/// Returns the numbers of a range object.
pub fn big(vm: &Vm, v: Value) -> Big {
    let part = |i: usize| vm.as_big(vm.heap.tuple(v)[i]).unwrap_or_default();
    Big { start: part(0), stop: part(1), step: part(2), len: part(3) }
}

/// Returns the length, when it is a machine integer.
pub fn len(vm: &Vm, v: Value) -> Option<usize> {
    let len = vm.heap.tuple(v)[3];
    vm.as_i64(len).and_then(|n| n.to_usize())
}
