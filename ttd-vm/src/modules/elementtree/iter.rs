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

/// Where an iterator is: what its slots say, apart from the way, which changes at once.
struct Walk {
    root: Value,
    latest: Value,
    above: Value,
    at: i64,
    way: Value,
}

impl Walk {
    #[inline(always)]
    fn load(vm: &Vm, it: Value) -> Walk {
        let slots = vm.heap.slots(it);
        let [root, latest, above, way] = [slots[ROOT], slots[LATEST], slots[ABOVE], slots[WAY]];
        Walk { root, latest, above, at: slots[AT].as_int(), way }
    }

    #[inline(always)]
    fn store(&self, vm: &mut Vm, it: Value) {
        vm.heap.set_slot(it, LATEST, self.latest);
        vm.heap.set_slot(it, AT, Value::int(self.at));
        if vm.heap.slot(it, ABOVE) != self.above {
            vm.heap.set_slot(it, ABOVE, self.above);
        }
        if vm.heap.slot(it, ROOT) != self.root {
            vm.heap.set_slot(it, ROOT, self.root);
        }
    }

    /// Goes to the next element in document order. Gives it, or with `texts` an element that was left, and which it is.
    #[inline]
    fn step(&mut self, vm: &mut Vm, texts: bool) -> Option<(Value, bool)> {
        loop {
            let latest = std::mem::replace(&mut self.latest, Value::UNBOUND);
            if !latest.is_unbound() {
                if let Some(child) = children_of(vm, element_in(vm, latest)).first().copied() {
                    self.descend(vm, latest);
                    self.latest = child;
                    return Some((child, true));
                }
                if texts && !self.above.is_unbound() {
                    return Some((latest, false));
                }
            }
            if self.above.is_unbound() {
                self.latest = std::mem::replace(&mut self.root, Value::UNBOUND);
                return Some((self.latest, true)).filter(|(root, _)| !root.is_unbound());
            }
            let above = self.above;
            if let Some(child) = children_of(vm, element_in(vm, above)).get(self.at as usize).copied() {
                self.latest = child;
                self.at += 1;
                return Some((child, true));
            }
            // The text behind the first element is no part of it.
            if self.ascend(vm) && texts {
                return Some((above, false));
            }
        }
    }

    /// Goes on behind the first child of an element.
    fn descend(&mut self, vm: &mut Vm, to: Value) {
        if !self.above.is_unbound() {
            vm.heap.list_push(self.way, self.above);
            vm.heap.list_push(self.way, Value::int(self.at));
        }
        (self.above, self.at) = (to, 1);
    }

    /// Goes on behind the element whose children were visited. Gives whether that is not the first one.
    fn ascend(&mut self, vm: &mut Vm) -> bool {
        let at = vm.heap.list_pop(self.way);
        let above = vm.heap.list_pop(self.way);
        self.at = at.map_or(0, Value::as_int);
        self.above = above.unwrap_or(Value::UNBOUND);
        above.is_some()
    }
}

fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (wanted, texts) = (vm.heap.slot(it, WANTED), vm.heap.slot(it, TEXTS) == Value::TRUE);
    let mut walk = Walk::load(vm, it);
    let mut turns = 0u32;
    while let Some((found, is_begin)) = walk.step(vm, texts) {
        let element = element_in(vm, found);
        let (value, known) = if texts {
            let text = vm.heap.slot(element, if is_begin { TEXT } else { TAIL });
            (text, known_truth(vm, text))
        } else {
            (found, if wanted.is_none() { Some(true) } else { known_tag(vm, element, wanted) })
        };
        turns += 1;
        if known == Some(false) && !turns.is_multiple_of(1000) {
            continue;
        }
        walk.store(vm, it);
        let is_it = match known {
            Some(known) => known,
            None if texts => vm.truth(value)?,
            None => has_tag(vm, element, wanted)?,
        };
        if is_it {
            return Ok(Some(value));
        }
        vm.check_interrupt()?;
        // Python code may have taken items of the same iterator.
        walk = Walk::load(vm, it);
    }
    walk.store(vm, it);
    // CPython's iterator raises it by itself, which a tracing function sees.
    Err(vm.stop_iteration(Value::NONE))
}

/// Whether a text is one, if that needs no Python code.
#[inline]
fn known_truth(vm: &Vm, text: Value) -> Option<bool> {
    match text {
        Value::NONE => Some(false),
        text if text.is(ids::STR) => Some(!vm.heap.bytes(text).is_empty()),
        _ => None,
    }
}

/// Whether an element has a tag, if that needs no Python code.
#[inline]
fn known_tag(vm: &Vm, element: Value, wanted: Value) -> Option<bool> {
    let tag = vm.heap.slot(element, TAG);
    if tag == wanted {
        return Some(true);
    }
    (tag.is(ids::STR) && wanted.is(ids::STR)).then(|| vm.heap.bytes(tag) == vm.heap.bytes(wanted))
}

/// Whether an element has a tag.
#[inline]
pub(super) fn has_tag(vm: &mut Vm, element: Value, wanted: Value) -> Res<bool> {
    match known_tag(vm, element, wanted) {
        Some(known) => Ok(known),
        None => elements_equal(vm, vm.heap.slot(element, TAG), wanted),
    }
}
