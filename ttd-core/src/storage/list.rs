//! Lists.

use crate::heap::Heap;
use crate::object::{List, Storage};
use crate::raw_vector::{RawVector, raw};
use crate::value::{TypeId, Value};
use std::mem::size_of;
use std::ops::Range;

impl Heap {
    /// Allocates a list of these items.
    pub fn new_list(&mut self, tid: TypeId, items: &[Value]) -> Value {
        let v = self.new_list_with_capacity(tid, items.len());
        self.fill_new(self.list_vector(v), raw(items));
        v
    }

    /// Allocates a list of `n` items of another list, from `start` on, `step` apart.
    ///
    /// # Panics
    /// When one of them lies outside.
    pub fn new_list_from(&mut self, tid: TypeId, from: Value, start: usize, step: isize, n: usize) -> Value {
        let from = self.list_vector(from);
        let v = self.new_list_with_capacity(tid, n);
        let new = RawVector(self.cell_at(v.index()).cast());
        self.fill_new_from(new, from, start, step, n);
        v
    }

    /// Allocates an empty list with room for `n` items.
    #[inline]
    pub fn new_list_with_capacity(&mut self, tid: TypeId, n: usize) -> Value {
        self.new_container(tid, Storage::List, size_of::<List>(), n)
    }

    #[inline(always)]
    fn list_vector(&self, v: Value) -> RawVector {
        self.raw_vector(v, Storage::List)
    }

    /// Returns the items.
    #[inline(always)]
    pub fn list(&self, v: Value) -> &[Value] {
        self.values(self.list_vector(v))
    }

    /// Overwrites an item.
    #[inline]
    pub fn list_set(&mut self, v: Value, i: usize, x: Value) {
        let s = self.list_vector(v);
        self.put_element(s, i, [x.raw()]);
    }

    /// Appends an item.
    #[inline]
    pub fn list_push(&mut self, v: Value, x: Value) {
        let s = self.list_vector(v);
        self.push_element(s, [x.raw()]);
    }

    /// Removes and returns the last item.
    #[inline]
    pub fn list_pop(&mut self, v: Value) -> Option<Value> {
        let s = self.list_vector(v);
        let last = *self.values(s).last()?;
        self.pop_element(s);
        Some(last)
    }

    /// Inserts before position `i`.
    pub fn list_insert(&mut self, v: Value, i: usize, x: Value) {
        let s = self.list_vector(v);
        self.edit(s, i, 0, &[x.raw()]);
    }

    /// Removes and returns the item at `i`.
    pub fn list_remove(&mut self, v: Value, i: usize) -> Value {
        let x = self.list(v)[i];
        let s = self.list_vector(v);
        self.remove_elements(s, i..i + 1);
        x
    }

    /// Truncates the list to `n` items.
    pub fn list_truncate(&mut self, v: Value, n: usize) {
        let s = self.list_vector(v);
        if n == 0 {
            self.replace_all(s, &[]);
        } else if n < s.len() {
            self.remove_elements(s, n..s.len());
        }
    }

    /// Removes all items.
    pub fn list_clear(&mut self, v: Value) {
        self.list_truncate(v, 0);
    }

    /// Appends items.
    pub fn list_extend(&mut self, v: Value, items: &[Value]) {
        let n = self.list(v).len();
        self.list_splice(v, n..n, items);
    }

    /// Appends the items of another list, or its own.
    pub fn list_extend_from_list(&mut self, v: Value, other: Value) {
        let n = self.list(v).len();
        self.list_splice_from_list(v, n..n, other);
    }

    /// Replaces a range of items by others.
    pub fn list_splice(&mut self, v: Value, range: Range<usize>, items: &[Value]) {
        let s = self.list_vector(v);
        if range.is_empty() && items.is_empty() {
            return;
        }
        self.edit(s, range.start, range.len(), raw(items));
    }

    /// Replaces a range of items by those of another list, or its own.
    pub fn list_splice_from_list(&mut self, v: Value, range: Range<usize>, other: Value) {
        let (s, from) = (self.list_vector(v), self.list_vector(other));
        if range.is_empty() && from.len() == 0 {
            return;
        }
        self.edit_from(s, range.start, range.len(), from);
    }

    /// Replaces all items, as sorting does.
    pub fn list_replace(&mut self, v: Value, items: Vec<Value>) {
        let s = self.list_vector(v);
        self.replace_all(s, raw(&items));
    }

    /// Reverses the order of the items.
    pub fn list_reverse(&mut self, v: Value) {
        let s = self.list_vector(v);
        let n = s.len();
        self.before_edit(s, 0, n, n);
        self.words_mut(s).reverse();
    }
}
