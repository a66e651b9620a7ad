//! Deques: a ring of values whose size is a power of two. Unused slots are unbound.

use crate::heap::Heap;
use crate::object::{Storage, Table};
use crate::raw_vector::RawVector;
use crate::value::{TypeId, Value};
use std::mem::size_of;
use std::ops::Range;

/// The counter of items.
const COUNT: usize = 0;
/// The slot of the first item.
const HEAD: usize = 1;
/// Counts changes of length, for iterators to compare.
const STATE: usize = 2;
const MIN_SLOTS: usize = 8;
const NO_LIMIT: u32 = u32::MAX;
/// An item within this part of the length from an end is removed, or inserted, by moving those between. Otherwise it is
/// cheaper to write all items anew.
const NEAR_END: usize = 8;

/// The limit of a deque's length is less than this.
pub const DEQUE_LIMIT: usize = NO_LIMIT as usize;

impl Heap {
    /// Allocates an empty deque.
    pub fn new_deque(&mut self, tid: TypeId) -> Value {
        let v = self.new_container(tid, Storage::Deque, size_of::<Table>(), 0);
        self.set_extra(self.deque_vector(v), NO_LIMIT);
        v
    }

    #[inline(always)]
    fn deque_vector(&self, v: Value) -> RawVector {
        self.raw_vector(v, Storage::Deque)
    }

    /// Returns the number of items.
    #[inline]
    pub fn deque_len(&self, v: Value) -> usize {
        self.deque_vector(v).meta(COUNT) as usize
    }

    /// Returns a number that changes whenever items are added or removed; unlike a version it is journalled.
    pub fn deque_state(&self, v: Value) -> u32 {
        self.deque_vector(v).meta(STATE)
    }

    /// Returns the maximum length, which the language enforces.
    pub fn deque_limit(&self, v: Value) -> Option<usize> {
        let limit = self.deque_vector(v).extra();
        (limit != NO_LIMIT).then_some(limit as usize)
    }

    /// Empties the deque and sets its maximum length, which must be less than `DEQUE_LIMIT`.
    pub fn deque_restart(&mut self, v: Value, limit: Option<usize>) {
        let limit = limit.map_or(NO_LIMIT, |n| n as u32);
        self.deque_replace(v, &[]);
        self.set_extra(self.deque_vector(v), limit);
    }

    fn place(s: RawVector, i: usize) -> usize {
        (s.meta(HEAD) as usize + i) & (s.len() - 1)
    }

    /// Returns an item.
    #[inline]
    pub fn deque_get(&self, v: Value, i: usize) -> Value {
        let s = self.deque_vector(v);
        assert!(i < s.meta(COUNT) as usize, "item {i} of {v:?}");
        self.values(s)[Self::place(s, i)]
    }

    /// Returns the items in order.
    pub fn deque_items(&self, v: Value) -> Vec<Value> {
        self.deque_parts(v, 0..self.deque_len(v)).concat()
    }

    /// Returns the items of a range, which must be within the deque, in order: those before the ring's end and those
    /// behind it.
    pub fn deque_parts(&self, v: Value, range: Range<usize>) -> [&[Value]; 2] {
        let s = self.deque_vector(v);
        assert!(range.start <= range.end && range.end <= s.meta(COUNT) as usize, "items {range:?} of {v:?}");
        let ring = self.values(s);
        if range.is_empty() {
            return [&[]; 2];
        }
        let (from, count) = (Self::place(s, range.start), range.len());
        let first = count.min(ring.len() - from);
        [&ring[from..from + first], &ring[..count - first]]
    }

    /// Overwrites an item.
    pub fn deque_set(&mut self, v: Value, i: usize, x: Value) {
        let s = self.deque_vector(v);
        assert!(i < s.meta(COUNT) as usize, "item {i} of {v:?}");
        self.put_element(s, Self::place(s, i), [x.raw()]);
    }

    /// Grows the ring if no slot is free.
    fn deque_room(&mut self, s: RawVector) {
        let count = s.meta(COUNT) as usize;
        if count < s.len() {
            return;
        }
        let mut words: Vec<u64> = (0..count).map(|i| self.elements(s, 1)[Self::place(s, i)]).collect();
        words.resize((count * 2).max(MIN_SLOTS), Value::UNBOUND.raw());
        self.replace_all(s, &words);
        self.set_meta(s, HEAD, 0);
    }

    fn deque_count(&mut self, s: RawVector, count: usize) {
        self.set_meta(s, COUNT, count as u32);
        self.set_meta(s, STATE, s.meta(STATE).wrapping_add(1));
    }

    /// Appends an item.
    pub fn deque_push_back(&mut self, v: Value, x: Value) {
        let s = self.deque_vector(v);
        self.deque_room(s);
        let count = s.meta(COUNT) as usize;
        self.put_element(s, Self::place(s, count), [x.raw()]);
        self.deque_count(s, count + 1);
    }

    /// Prepends an item.
    pub fn deque_push_front(&mut self, v: Value, x: Value) {
        let s = self.deque_vector(v);
        self.deque_room(s);
        let head = Self::place(s, s.len() - 1);
        self.put_element(s, head, [x.raw()]);
        self.set_meta(s, HEAD, head as u32);
        self.deque_count(s, s.meta(COUNT) as usize + 1);
    }

    /// Removes and returns the last item.
    pub fn deque_pop_back(&mut self, v: Value) -> Option<Value> {
        let s = self.deque_vector(v);
        let last = (s.meta(COUNT) as usize).checked_sub(1)?;
        let x = self.deque_get(v, last);
        self.put_element(s, Self::place(s, last), [Value::UNBOUND.raw()]);
        self.deque_count(s, last);
        Some(x)
    }

    /// Removes and returns the first item.
    pub fn deque_pop_front(&mut self, v: Value) -> Option<Value> {
        let s = self.deque_vector(v);
        let left = (s.meta(COUNT) as usize).checked_sub(1)?;
        let x = self.deque_get(v, 0);
        self.put_element(s, Self::place(s, 0), [Value::UNBOUND.raw()]);
        self.set_meta(s, HEAD, Self::place(s, 1) as u32);
        self.deque_count(s, left);
        Some(x)
    }

    /// Removes all items.
    pub fn deque_clear(&mut self, v: Value) {
        self.deque_replace(v, &[]);
    }

    /// Replaces all items.
    pub fn deque_replace(&mut self, v: Value, items: &[Value]) {
        let s = self.deque_vector(v);
        let mut words: Vec<u64> = items.iter().map(|x| x.raw()).collect();
        let slots = if words.is_empty() { 0 } else { words.len().next_power_of_two().max(MIN_SLOTS) };
        words.resize(slots, Value::UNBOUND.raw());
        self.replace_all(s, &words);
        self.set_meta(s, HEAD, 0);
        self.deque_count(s, items.len());
    }

    /// Reverses the order of the items, which iterators do not notice.
    pub fn deque_reverse(&mut self, v: Value) {
        let len = self.deque_len(v);
        for i in 0..len / 2 {
            let (first, last) = (self.deque_get(v, i), self.deque_get(v, len - 1 - i));
            self.deque_set(v, i, last);
            self.deque_set(v, len - 1 - i, first);
        }
    }

    /// Rotates to the right by `n` places, or to the left if it is negative.
    pub fn deque_rotate(&mut self, v: Value, n: i64) {
        let len = self.deque_len(v);
        if len < 2 {
            return;
        }
        let right = n.rem_euclid(len as i64) as usize;
        if right == 0 {
            // Iterators count this as a change, as CPython's do.
            let s = self.deque_vector(v);
            self.before_edit(s, 0, 0, 0);
            self.deque_count(s, len);
        }
        if right <= len / 2 {
            for _ in 0..right {
                self.deque_pop_back(v).into_iter().for_each(|x| self.deque_push_front(v, x));
            }
        } else {
            for _ in right..len {
                self.deque_pop_front(v).into_iter().for_each(|x| self.deque_push_back(v, x));
            }
        }
    }

    /// Inserts before position `i`.
    pub fn deque_insert(&mut self, v: Value, i: usize, x: Value) {
        let len = self.deque_len(v);
        if i < len / NEAR_END {
            self.deque_push_front(v, x);
            (0..i).for_each(|at| self.deque_set(v, at, self.deque_get(v, at + 1)));
            return self.deque_set(v, i, x);
        }
        if len - i < len / NEAR_END {
            self.deque_push_back(v, x);
            (i..len).rev().for_each(|at| self.deque_set(v, at + 1, self.deque_get(v, at)));
            return self.deque_set(v, i, x);
        }
        let mut items = self.deque_items(v);
        items.insert(i, x);
        self.deque_replace(v, &items);
    }

    /// Removes and returns the item at `i`.
    pub fn deque_remove(&mut self, v: Value, i: usize) -> Value {
        let (len, x) = (self.deque_len(v), self.deque_get(v, i));
        if i <= len / NEAR_END {
            (0..i).rev().for_each(|at| self.deque_set(v, at + 1, self.deque_get(v, at)));
            self.deque_pop_front(v);
            return x;
        }
        if len - 1 - i <= len / NEAR_END {
            (i..len - 1).for_each(|at| self.deque_set(v, at, self.deque_get(v, at + 1)));
            self.deque_pop_back(v);
            return x;
        }
        let mut items = self.deque_items(v);
        items.remove(i);
        self.deque_replace(v, &items);
        x
    }
}
