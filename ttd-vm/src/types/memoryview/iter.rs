//! `memory_iterator`. Slots: the view (UNBOUND at the end), position, length at creation.

use ttd_core::value::Value;

use super::contents;
use super::layout::{peek, row, view};
use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "memory_iterator",
    tid: ids::MEMORY_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    Mutates "__next__" "(self, /)" => next_method;
};

/// Returns whether it can be iterated over natively: then only reading an item can fail.
pub(super) fn is_plain(vm: &Vm, v: Value) -> bool {
    peek(vm, v).is_some_and(|view| view.shape.len() == 1 && view.letter(vm).is_some())
}

/// Makes the iterator over a view; `None` when it has none.
pub(super) fn make(vm: &mut Vm, v: Value) -> Option<Value> {
    if !is_plain(vm, v) {
        return None;
    }
    let n = peek(vm, v)?.shape[0];
    Some(vm.heap.new_slots_from(ids::MEMORY_ITER, 0, &[v, Value::int(0), Value::int(n)]))
}

/// `iter(m)`.
pub(super) fn iter_method(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    if let Some(it) = make(vm, v) {
        return Ok(it);
    }
    let view = view(vm, v)?;
    if view.shape.is_empty() {
        return Err(vm.type_error("invalid indexing of 0-dim memory"));
    }
    view.readable(vm)?;
    Err(vm.error(vm.types.not_implemented_error, "multi-dimensional sub-views are not implemented"))
}

/// Returns the next item.
fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let v = vm.heap.slot(it, 0);
    if v.is_unbound() {
        return Ok(None);
    }
    let (at, end) = (vm.heap.slot(it, 1).as_int(), vm.heap.slot(it, 2).as_int());
    if at >= end {
        vm.heap.set_slot(it, 0, Value::UNBOUND);
        return Ok(None);
    }
    vm.heap.set_slot(it, 1, Value::int(at + 1));
    if let Some(row) = row(vm, v) {
        return Ok(Some(contents::row_item(vm, &row, row.of_item(at as usize))));
    }
    let view = view(vm, v)?;
    let letter = view.readable(vm)?;
    let position = view.offset + at * view.strides[0];
    contents::item(vm, &view, letter, position as usize).map(Some)
}
