//! Iterators over sequences: a sequence and a position.

use ttd_core::value::Value;

use super::{itself, next_method, unless_engaged};
use crate::ops::item;
use crate::{Vm, ids, methods, native::*, types};

macro_rules! sequence_iterator {
    ($(#[doc = $doc:literal] $constant:ident $tid:ident $name:literal => $next:path;)*) => {$(
        #[doc = $doc]
        pub const $constant: TypeDef = TypeDef {
            name: $name,
            tid: ids::$tid,
            methods: METHODS,
            subclassable: false,
            slots: Slots { next: Some(|vm, it| Some(Ok($next(vm, it)))), ..Slots::EMPTY },
            ..TypeDef::EMPTY
        };
    )*};
}

sequence_iterator! {
    /// `list_iterator`.
    LIST_TYPE LIST_ITER "list_iterator" => next_list;
    /// `list_reverseiterator`.
    LIST_REVERSE_TYPE LIST_REVITER "list_reverseiterator" => next_list_back;
    /// `tuple_iterator`.
    TUPLE_TYPE TUPLE_ITER "tuple_iterator" => next_tuple;
    /// `str_iterator`.
    STR_TYPE STR_ITER "str_iterator" => next_str;
    /// `bytes_iterator`.
    BYTES_TYPE BYTES_ITER "bytes_iterator" => next_bytes;
    /// `bytearray_iterator`.
    BYTEARRAY_TYPE BYTEARRAY_ITER "bytearray_iterator" => next_bytes;
}

/// `iterator`: over objects with `__getitem__` only. An engine does its work.
pub const SEQ_TYPE: TypeDef = TypeDef {
    name: "iterator",
    tid: ids::SEQ_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| unless_engaged(vm, it, |_, _| Ok(None))), engine: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    Mutates "__next__" "(self, /)" => next_method;
    /// Private method returning an estimate of len(list(it)).
    Pure "__length_hint__" "(self, /)" => length_hint;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
    /// Set state information for unpickling.
    CallsBack "__setstate__" "(self, state, /)" => super::pickling::setstate;
};

/// Advances an iterator whose slots `at` and `at + 1` are a sequence and a position.
#[inline]
fn step(vm: &mut Vm, it: Value, at: usize, get: impl FnOnce(&Vm, Value, usize) -> Option<Value>) -> Option<Value> {
    let sequence = vm.heap.slot(it, at);
    if sequence.is_unbound() {
        return None;
    }
    let i = vm.heap.slot(it, at + 1).as_int();
    let item = get(vm, sequence, i as usize);
    match item {
        Some(_) => vm.heap.set_slot(it, at + 1, Value::int(i + 1)),
        None => vm.heap.set_slot(it, at, Value::UNBOUND),
    }
    item
}

/// Returns the next item of a list iterator.
#[inline]
pub fn next_list(vm: &mut Vm, it: Value) -> Option<Value> {
    step(vm, it, 0, |vm, list, i| vm.heap.list(list).get(i).copied())
}

/// Returns the next item of a tuple iterator.
#[inline]
pub fn next_tuple(vm: &mut Vm, it: Value) -> Option<Value> {
    step(vm, it, 0, |vm, tuple, i| vm.heap.tuple(tuple).get(i).copied())
}

/// Returns the next item of an iterator over bytes or a bytearray.
pub fn next_bytes(vm: &mut Vm, it: Value) -> Option<Value> {
    step(vm, it, 0, |vm, v, i| {
        let bytes = if v.is(ids::BYTEARRAY) { vm.heap.buffer(v) } else { vm.heap.bytes(v) };
        bytes.get(i).map(|b| Value::int(*b as i64))
    })
}

/// Returns the next item of a list's reverse iterator, whose position runs down to -1.
#[inline]
pub fn next_list_back(vm: &mut Vm, it: Value) -> Option<Value> {
    let list = vm.heap.slot(it, 0);
    if list.is_unbound() {
        return None;
    }
    let i = vm.heap.slot(it, 1).as_int();
    let item = usize::try_from(i).ok().and_then(|i| vm.heap.list(list).get(i).copied());
    match item {
        Some(_) => vm.heap.set_slot(it, 1, Value::int(i - 1)),
        None => vm.heap.set_slot(it, 0, Value::UNBOUND),
    }
    item
}

/// Returns the next character of a string iterator, whose position counts bytes.
#[inline]
pub fn next_str(vm: &mut Vm, it: Value) -> Option<Value> {
    let text = vm.heap.slot(it, 0);
    if text.is_unbound() {
        return None;
    }
    let at = vm.heap.slot(it, 1).as_int() as usize;
    let Some(&lead) = vm.heap.bytes(text).get(at) else {
        vm.heap.set_slot(it, 0, Value::UNBOUND);
        return None;
    };
    let len = char_len(lead);
    vm.heap.set_slot(it, 1, Value::int((at + len) as i64));
    if len == 1 {
        return Some(types::str::one_char(vm, &[lead]));
    }
    let mut bytes = [0; 4];
    bytes[..len].copy_from_slice(&vm.heap.bytes(text)[at..at + len]);
    Some(types::str::one_char(vm, &bytes[..len]))
}

/// Returns the length of a character in bytes, by its first.
pub(super) fn char_len(lead: u8) -> usize {
    match lead {
        0..0x80 => 1,
        0x80..0xE0 => 2,
        0xE0..0xF0 => 3,
        0xF0.. => 4,
    }
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    if it.is(ids::SEQ_ITER) {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    let sequence = vm.heap.slot(it, 0);
    if sequence.is_unbound() {
        return Ok(Value::int(0));
    }
    let i = vm.heap.slot(it, 1).as_int();
    let left = match it.tid() {
        ids::LIST_REVITER if i + 1 > vm.heap.list(sequence).len() as i64 => 0,
        ids::LIST_REVITER => i + 1,
        ids::STR_ITER => {
            let rest = &vm.heap.bytes(sequence)[i as usize..];
            rest.iter().filter(|b| **b & 0xC0 != 0x80).count() as i64
        }
        _ => item::len(vm, sequence).map_or(0, |len| len as i64) - i,
    };
    Ok(Value::int(left.max(0)))
}
