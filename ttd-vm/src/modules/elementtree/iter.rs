//! The iterator over a tree, in document order: the elements with a tag, or the texts.
//!
//! | slot     | what                                                                              |
//! |----------|-----------------------------------------------------------------------------------|
//! | `ROOT`   | the element to begin with, until it was reached                                   |
//! | `WANTED` | the tag, or None                                                                  |
//! | `TEXTS`  | whether texts are wanted                                                          |
//! | `LATEST` | the element that was reached last, until it is known whether it has children      |
//! | `ABOVE`  | the element whose children are visited, and in `AT` how many were                 |
//! | `WAY`    | the same of the elements above that, a list of both in turn                       |

use ttd_core::value::Value;

use super::{TAG, TAIL, TEXT, TREE_ITER, children_of, element_in};
use crate::ops::compare::elements_equal;
use crate::types::iter::{itself, next_method};
use crate::{Vm, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "_elementtree._element_iterator",
    tid: TREE_ITER,
    methods: METHODS,
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => itself;
    /// Implement next(self).
    CallsBack "__next__" "(self, /)" => next_method;
};

const ROOT: usize = 0;
const WANTED: usize = 1;
const TEXTS: usize = 2;
const LATEST: usize = 3;
const ABOVE: usize = 4;
const AT: usize = 5;
const WAY: usize = 6;

fn make(vm: &mut Vm, element: Value, wanted: Value, texts: bool) -> Value {
    let (this, way) = (vm.receiver(element), vm.new_list(&[]));
    let nothing = Value::UNBOUND;
    vm.heap.new_slots_from(TREE_ITER, 0, &[this, wanted, Value::bool(texts), nothing, nothing, Value::int(0), way])
}

pub(super) fn iter(vm: &mut Vm, args: Args) -> Res {
    let wanted = args.opt(1).unwrap_or(Value::NONE);
    let inner = vm.unwrap(wanted);
    let every = inner.is(ids::STR) && vm.heap.bytes(inner) == b"*";
    Ok(make(vm, args.get(0), if every { Value::NONE } else { wanted }, false))
}

pub(super) fn itertext(vm: &mut Vm, args: Args) -> Res {
    Ok(make(vm, args.get(0), Value::NONE, true))
}

/// Goes to the next element in document order. Gives it, or with `texts` an element that was left, and which it is.
#[inline]
fn step(vm: &mut Vm, it: Value, texts: bool) -> Option<(Value, bool)> {
    let nothing = Value::UNBOUND;
    loop {
        let (latest, above) = (vm.heap.slot(it, LATEST), vm.heap.slot(it, ABOVE));
        if !latest.is_unbound() {
            let is_leaf = children_of(vm, element_in(vm, latest)).is_empty();
            if !is_leaf {
                descend(vm, it, latest, above);
            } else if texts && !above.is_unbound() {
                vm.heap.set_slot(it, LATEST, nothing);
                return Some((latest, false));
            } else if above.is_unbound() {
                vm.heap.set_slot(it, LATEST, nothing);
            }
            if !is_leaf || above.is_unbound() {
                continue;
            }
        }
        if above.is_unbound() {
            let root = vm.heap.slot(it, ROOT);
            if root.is_unbound() {
                return None;
            }
            vm.heap.set_slot(it, ROOT, nothing);
            vm.heap.set_slot(it, LATEST, root);
            return Some((root, true));
        }
        let at = vm.heap.slot(it, AT).as_int();
        if let Some(child) = children_of(vm, element_in(vm, above)).get(at as usize).copied() {
            vm.heap.write_slots(it, LATEST, &[child, above, Value::int(at + 1)]);
            return Some((child, true));
        }
        // The text behind the first element is no part of it.
        if ascend(vm, it) && texts {
            return Some((above, false));
        }
    }
}

/// Goes on with the children of an element.
fn descend(vm: &mut Vm, it: Value, to: Value, above: Value) {
    if !above.is_unbound() {
        let (way, at) = (vm.heap.slot(it, WAY), vm.heap.slot(it, AT));
        vm.heap.list_extend(way, &[above, at]);
    }
    vm.heap.write_slots(it, LATEST, &[Value::UNBOUND, to, Value::int(0)]);
}

/// Goes on behind the element whose children were visited. Gives whether that is not the first one.
fn ascend(vm: &mut Vm, it: Value) -> bool {
    let way = vm.heap.slot(it, WAY);
    let (at, above) = (vm.heap.list_pop(way), vm.heap.list_pop(way));
    let (to, at) = (above.unwrap_or(Value::UNBOUND), at.unwrap_or(Value::int(0)));
    vm.heap.write_slots(it, LATEST, &[Value::UNBOUND, to, at]);
    above.is_some()
}

fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (wanted, texts) = (vm.heap.slot(it, WANTED), vm.heap.slot(it, TEXTS) == Value::TRUE);
    let mut turns = 0u32;
    while let Some((found, is_begin)) = step(vm, it, texts) {
        let element = element_in(vm, found);
        if texts {
            let text = vm.heap.slot(element, if is_begin { TEXT } else { TAIL });
            if !text.is_none() && vm.truth(text)? {
                return Ok(Some(text));
            }
        } else if wanted.is_none() || has_tag(vm, element, wanted)? {
            return Ok(Some(found));
        }
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(None)
}

/// Whether an element has a tag.
#[inline]
pub(super) fn has_tag(vm: &mut Vm, element: Value, wanted: Value) -> Res<bool> {
    let tag = vm.heap.slot(element, TAG);
    if tag == wanted {
        return Ok(true);
    }
    if tag.is(ids::STR) && wanted.is(ids::STR) {
        return Ok(vm.heap.bytes(tag) == vm.heap.bytes(wanted));
    }
    elements_equal(vm, tag, wanted)
}
