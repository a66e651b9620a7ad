//! The contents of a watched container: whether they differ from those at the event before.
//!
//! Contents are what a shallow look sees: the items of a list or deque in order, the entries of a dict in order, the
//! members of a set, the bytes of a bytearray. Small containers, deques and bytearrays are compared with a copy. A
//! large list, dict or set is not copied: the writes since the last look say what it held, so a look costs what was
//! written.

use std::collections::{HashMap, HashSet};

use ttd_core::value::Value;
use ttd_core::{Part, RecentWrite};

use super::data_watch::ObservedValue;
use crate::{Vm, ids};

/// Containers with more elements are not copied.
const SMALL: usize = 256;

/// An element: a key with its value, or an item with 0.
type Element = [u64; 2];

/// What a container held at the last look.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Contents {
    /// All elements; those of sets sorted.
    Copy(Vec<Element>),
    /// The bytes of a bytearray.
    Bytes(Vec<u8>),
    /// The number of elements.
    Length(usize),
}

impl Contents {
    /// The values that it holds, which must stay alive to be compared.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        if let Contents::Copy(elements) = self {
            elements.iter().for_each(|element| f(&element.map(Value::from_raw)));
        }
    }
}

/// What a container shows: what it holds, in values that do not depend on where objects are.
#[derive(Debug, PartialEq)]
pub(crate) enum ShownContents {
    /// The elements in order.
    Ordered(Vec<[ObservedValue; 2]>),
    /// The members of a set.
    Members(HashSet<[ObservedValue; 2]>),
    /// The bytes of a bytearray.
    Bytes(Vec<u8>),
}

impl ShownContents {
    /// Whether a container shows this now.
    pub(super) fn is_shown_by(&self, vm: &Vm, container: Value) -> bool {
        match self {
            ShownContents::Bytes(bytes) => container.is(ids::BYTEARRAY) && vm.heap.buffer(container) == &bytes[..],
            _ => *self == vm.shown(container, vm.elements_of(container)),
        }
    }
}

impl Vm {
    /// What a container showed at the last look. `writes`: all since then.
    pub(super) fn shown_before(&self, container: Value, known: &Contents, writes: &[RecentWrite]) -> ShownContents {
        match known {
            Contents::Bytes(bytes) => ShownContents::Bytes(bytes.clone()),
            Contents::Copy(elements) => self.shown(container, elements.clone()),
            Contents::Length(_) => {
                let writes: Vec<&RecentWrite> = writes.iter().filter(|write| write.object == container).collect();
                let now = self.elements_of(container);
                let before = elements_before(container, now.clone(), &writes);
                self.shown(container, before.unwrap_or(now))
            }
        }
    }

    fn shown(&self, container: Value, mut elements: Vec<Element>) -> ShownContents {
        elements.retain(|element| !Value::from_raw(element[0]).is_unbound());
        let shown = elements.iter().map(|element| element.map(|word| self.observe_word(word)));
        match container.tid() {
            ids::SET => ShownContents::Members(shown.collect()),
            _ => ShownContents::Ordered(shown.collect()),
        }
    }

    /// The container whose contents a value shows: itself, or what an instance of a subclass wraps.
    pub(crate) fn container_in(&self, v: Value) -> Option<Value> {
        let inner = if v.is_obj() { self.unwrap(v) } else { v };
        let known =
            inner.is_obj() && matches!(inner.tid(), ids::LIST | ids::DICT | ids::SET | ids::DEQUE | ids::BYTEARRAY);
        known.then_some(inner)
    }

    /// Notes what a container holds.
    pub(super) fn contents_of(&self, container: Value) -> Contents {
        let tid = container.tid();
        if tid == ids::BYTEARRAY {
            return Contents::Bytes(self.heap.buffer(container).to_vec());
        }
        let len = self.length_of(container);
        if len > SMALL && tid != ids::DEQUE {
            return Contents::Length(len);
        }
        let mut elements = self.elements_of(container);
        elements.retain(|element| !Value::from_raw(element[0]).is_unbound());
        if tid == ids::SET {
            elements.sort_unstable();
        }
        Contents::Copy(elements)
    }

    /// Whether a container holds something else than at the last look; notes what it holds. `writes` are all writes
    /// since then.
    pub(super) fn contents_changed(&self, container: Value, known: &mut Contents, writes: &[RecentWrite]) -> bool {
        let writes: Vec<&RecentWrite> = writes.iter().filter(|write| write.object == container).collect();
        if writes.is_empty() {
            return false;
        }
        let now = self.contents_of(container);
        let changed = match (&*known, &now) {
            (Contents::Copy(old), Contents::Copy(new)) => !self.same_elements(old, new, container.tid() == ids::SET),
            (Contents::Length(old), Contents::Length(new)) if old == new => {
                self.differs_from_before(container, &writes)
            }
            (old, new) => old != new,
        };
        *known = now;
        changed
    }

    /// The number of items, entries, members or bytes.
    pub(crate) fn length_of(&self, container: Value) -> usize {
        match container.tid() {
            ids::LIST => self.heap.list(container).len(),
            ids::DICT => self.heap.dict_len(container),
            ids::SET | ids::FROZENSET => self.heap.set_len(container),
            ids::DEQUE => self.heap.deque_len(container),
            ids::BYTEARRAY => self.heap.buffer(container).len(),
            _ => 0,
        }
    }

    /// The elements of a container as they lie: removed entries and free slots have an unbound key.
    pub(super) fn elements_of(&self, container: Value) -> Vec<Element> {
        match container.tid() {
            ids::LIST => self.heap.list(container).iter().map(|v| [v.raw(), 0]).collect(),
            ids::DEQUE => self.heap.deque_items(container).into_iter().map(|v| [v.raw(), 0]).collect(),
            _ => (0..self.places_of(container)).map(|at| self.element_at(container, at)).collect(),
        }
    }

    /// The number of places of a container's elements.
    fn places_of(&self, container: Value) -> usize {
        match container.tid() {
            ids::DICT => self.heap.dict_places(container),
            ids::SET => self.heap.set_slots(container),
            _ => self.length_of(container),
        }
    }

    fn element_at(&self, container: Value, at: usize) -> Element {
        let free = [Value::UNBOUND.raw(), 0];
        match container.tid() {
            ids::LIST => [self.heap.list(container)[at].raw(), 0],
            ids::DICT if at >= self.heap.dict_size(container) => free,
            ids::DICT => self.heap.dict_entry(container, at).map_or(free, |(_, key, value)| [key.raw(), value.raw()]),
            _ => self.heap.set_slot_at(container, at).map_or(free, |(_, v)| [v.raw(), 0]),
        }
    }

    /// Whether two lists of elements show the same values.
    fn same_elements(&self, old: &[Element], new: &[Element], unordered: bool) -> bool {
        if old == new {
            return true;
        }
        if old.len() != new.len() {
            return false;
        }
        let seen = |elements: &[Element]| -> Vec<[ObservedValue; 2]> {
            elements.iter().map(|element| element.map(|word| self.observe_word(word))).collect()
        };
        let (old, new) = (seen(old), seen(new));
        match unordered {
            true => old.iter().all(|element| new.contains(element)),
            false => old == new,
        }
    }

    fn observe_word(&self, word: u64) -> ObservedValue {
        self.observe_value(Some(Value::from_raw(word)))
    }

    /// Whether a large list, dict or set of unchanged length holds something else than before these writes.
    fn differs_from_before(&self, container: Value, writes: &[&RecentWrite]) -> bool {
        let Some(before) = self.before_writes(container, writes) else {
            return self.differs_as_a_whole(container, writes);
        };
        let places = self.places_of(container);
        let now = |at: usize| if at < places { self.element_at(container, at) } else { [Value::UNBOUND.raw(), 0] };
        let mut touched: Vec<usize> = before.elements.keys().copied().chain(before.size..places).collect();
        touched.sort_unstable();
        touched.dedup();
        let live = |element: &Element| !Value::from_raw(element[0]).is_unbound();
        let old_at = |at: usize| before.elements.get(&at).copied().filter(|_| at < before.size).filter(&live);
        if container.is(ids::LIST) {
            let same = |at: &usize| old_at(*at).is_some_and(|old| self.same_elements(&[old], &[now(*at)], false));
            return !touched.iter().all(same);
        }
        let old: Vec<Element> = touched.iter().filter_map(|at| old_at(*at)).collect();
        let new: Vec<Element> = touched.iter().map(|at| now(*at)).filter(live).collect();
        if !self.same_elements(&old, &new, container.is(ids::SET)) {
            return true;
        }
        // The same entries at other places: whether an entry between them stayed decides.
        let moved = touched.iter().find(|at| old_at(**at).is_some() != live(&now(**at)));
        container.is(ids::DICT)
            && moved.is_some_and(|first| {
                (*first..before.size).any(|at| !before.elements.contains_key(&at) && live(&now(at)))
            })
    }

    /// What a container held at the places that these writes changed; `None` if they shifted elements.
    fn before_writes(&self, container: Value, writes: &[&RecentWrite]) -> Option<Before> {
        let mut before = Before { size: self.places_of(container), elements: HashMap::new() };
        for write in writes.iter().rev() {
            let Part::Elements { at, inserted: Some(inserted) } = write.part else { return None };
            let old = elements_in(container, &write.old);
            if old.len() != inserted {
                if at + inserted != before.size {
                    return None;
                }
                before.size = at + old.len();
            }
            before.elements.extend((at..).zip(old));
        }
        Some(before)
    }

    /// As `differs_from_before`, by rebuilding all that the container held.
    fn differs_as_a_whole(&self, container: Value, writes: &[&RecentWrite]) -> bool {
        let now = self.elements_of(container);
        let Some(old) = elements_before(container, now.clone(), writes) else { return true };
        let live = |elements: Vec<Element>| -> Vec<Element> {
            elements.into_iter().filter(|element| !Value::from_raw(element[0]).is_unbound()).collect()
        };
        let (mut old, mut new) = (live(old), live(now));
        if container.is(ids::SET) {
            old.sort_unstable();
            new.sort_unstable();
        }
        !self.same_elements(&old, &new, container.is(ids::SET))
    }
}

/// The state of a container before some writes.
struct Before {
    /// The number of places.
    size: usize,
    /// What the changed places held.
    elements: HashMap<usize, Element>,
}

/// The elements of a container before some writes, from those that it has now; `None` if a write does not tell.
fn elements_before(container: Value, now: Vec<Element>, writes: &[&RecentWrite]) -> Option<Vec<Element>> {
    let mut old = now;
    for write in writes.iter().rev() {
        let Part::Elements { at, inserted } = write.part else { return None };
        let at = at.min(old.len());
        let end = inserted.map_or(old.len(), |n| (at + n).min(old.len()));
        old.splice(at..end, elements_in(container, &write.old));
    }
    Some(old)
}

/// The elements in the words that a write replaced.
fn elements_in(container: Value, words: &[u64]) -> Vec<Element> {
    match container.tid() {
        ids::DICT => words.chunks(3).map(|entry| [entry[1], entry[2]]).collect(),
        ids::SET => words.chunks(2).map(|entry| [entry[1], 0]).collect(),
        _ => words.iter().map(|word| [*word, 0]).collect(),
    }
}
