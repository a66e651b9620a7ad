//! `collections.deque`, on the heap's `Deque` storage: a ring of values, its limit (`maxlen`), and a state that changes
//! with the length, by which iterators and searches notice modification.

mod change;
mod item;
pub(crate) mod iter;
mod new;
mod search;

use crate::native::slots::always;
use crate::native::*;
use crate::ops::repr::{append_items, guarded};
use crate::ops::{dunders, hashing, rows};
use crate::{Vm, getters, ids, methods};

use ttd_core::value::Value;

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[TYPE, iter::TYPE, iter::REVERSE_TYPE];

const TYPE: TypeDef = TypeDef {
    name: "collections.deque",
    tid: ids::DEQUE,
    doc: "A list-like sequence optimized for data accesses near its endpoints.",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS],
    class_methods: dunders::GENERIC,
    getters: getters! { "maxlen" => maxlen; },
    unhashable: true,
    slots: Slots {
        iter: Some(|vm, v| Some(iter::make(vm, ids::DEQUE_ITER, v))),
        reversed: Some(|vm, v| Some(iter::make(vm, ids::DEQUE_REVITER, v))),
        is_plain: Some(always),
        len: Some(|vm, v| Some(vm.heap.deque_len(v))),
        get_item: Some(item::get),
        set_item: Some(item::set),
        del_item: Some(item::del),
        contains: Some(search::contains),
        repr: Some(repr),
        hash: Some(hashing::refuse),
        compare: Some(search::compare),
        concat: Some(change::concat),
        repeat: Some(change::repeat),
        inplace: Some(change::inplace),
        pattern: Pattern::Sequence,
        sequence_methods: true,
        weakly_referencable: true,
        filled_by_init: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, iterable=(), maxlen=None)" => new::new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, iterable=(), maxlen=None)" => new::init;
    /// Add an element to the right side of the deque.
    Mutates "append" "(self, item, /)" => change::append;
    /// Add an element to the left side of the deque.
    Mutates "appendleft" "(self, item, /)" => change::appendleft;
    /// Remove all elements from the deque.
    Mutates "clear" "(self, /)" => change::clear;
    /// Return a shallow copy of a deque.
    CallsBack "copy" "(self, /)" => new::copy;
    /// Return a shallow copy of a deque.
    CallsBack "__copy__" "(self, /)" => new::copy;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => new::reduce;
    /// Return number of occurrences of value.
    CallsBack "count" "(self, value, /)" => search::count;
    /// Extend the right side of the deque with elements from the iterable.
    CallsBack "extend" "(self, iterable, /)" => change::extend;
    /// Extend the left side of the deque with elements from the iterable.
    CallsBack "extendleft" "(self, iterable, /)" => change::extendleft;
    /// Return first index of value.
    ///
    /// Raises ValueError if the value is not present.
    CallsBack "index" "(self, value, start=0, stop=9223372036854775807, /)" => search::index;
    /// Insert value before index.
    CallsBack "insert" "(self, index, value, /)" => change::insert;
    /// Remove and return the rightmost element.
    Mutates "pop" "(self, /)" => change::pop;
    /// Remove and return the leftmost element.
    Mutates "popleft" "(self, /)" => change::popleft;
    /// Remove first occurrence of value.
    CallsBack "remove" "(self, value, /)" => search::remove;
    /// Reverse *IN PLACE*.
    Mutates "reverse" "(self, /)" => change::reverse;
    /// Rotate the deque n steps to the right.  If n is negative, rotates left.
    CallsBack "rotate" "(self, n=1, /)" => change::rotate;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return self[index].
    CallsBack "__getitem__" "(self, index, /)" => dunders::getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return a reverse iterator over the deque.
    Pure "__reversed__" "(self, /)" => dunders::reversed;
    /// Return self+value.
    CallsBack "__add__" "(self, value, /)" => change::add;
    /// Return self*value.
    CallsBack "__mul__" "(self, value, /)" => change::mul;
    /// Return value*self.
    CallsBack "__rmul__" "(self, value, /)" => change::mul;
    /// Implement self+=value.
    CallsBack "__iadd__" "(self, value, /)" => dunders::iadd;
    /// Implement self*=value.
    CallsBack "__imul__" "(self, value, /)" => dunders::repeat_inplace;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
};

/// Returns the class.
pub fn class(vm: &Vm) -> Value {
    vm.class_of_tid[usize::from(ids::DEQUE.0)]
}

/// `deque([1, 2], maxlen=3)`
fn repr(vm: &mut Vm, v: Value) -> Res {
    guarded(vm, v, b"[...]", |vm, out| {
        let this = vm.receiver(v);
        let name = vm.class_short_name(vm.type_of(this));
        // A subclass may override iteration, and reprs of items may change the deque.
        let items = vm.collect(this)?;
        out.extend_from_slice(format!("{name}([").as_bytes());
        append_items(vm, &items, out)?;
        out.push(b']');
        if let Some(limit) = vm.heap.deque_limit(v) {
            out.extend_from_slice(format!(", maxlen={limit}").as_bytes());
        }
        out.push(b')');
        Ok(())
    })
}

fn maxlen(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.deque_limit(v).map_or(Value::NONE, |n| Value::int(n as i64)))
}

/// Returns the error for modification during iteration.
#[cold]
fn mutated(vm: &mut Vm) -> Trap {
    vm.runtime_error("deque mutated during iteration")
}
