//! What has changed in a container between two times: shallow snapshots, how they differ, and texts for that.
//!
//! Elements are compared by what distinguishes them at all times: the bits of immediates, the contents of short texts,
//! the allocation ids of objects.

use std::collections::HashMap;

use ttd_core::value::Value;

use super::data_watch::ObservedValue;
use super::location::WatchTarget;
use crate::time::machine::Machine;
use crate::{Vm, ids};

/// A container as a shallow look sees it.
#[derive(Clone, Debug)]
pub struct ContentsSnapshot {
    /// The allocation id of the object that the target holds.
    object: u64,
    kind: ContainerKind,
    /// Items with nothing, keys with values, or members with nothing.
    elements: Vec<[ObservedValue; 2]>,
}

/// How elements of a container are named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ContainerKind {
    Sequence,
    Mapping,
    Set,
}

/// A difference between two snapshots. Numbers count elements in order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ContentChange {
    /// Items from `at` on were replaced by others.
    Items {
        /// The first that differs.
        at: usize,
        /// How many were there before.
        removed: usize,
        /// How many are there afterwards.
        inserted: usize,
        /// Whether nothing follows them.
        at_end: bool,
    },
    /// An entry of a dict, or a member of a set, by its number before and afterwards.
    Entry(Option<usize>, Option<usize>),
    /// Entries in another order.
    Order,
}

impl ContentsSnapshot {
    /// Whether both are of the same object.
    pub fn is_of_same_object(&self, other: &ContentsSnapshot) -> bool {
        self.object == other.object && self.kind == other.kind
    }

    /// The number of elements.
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }

    /// Whether it is a dict's.
    pub fn is_mapping(&self) -> bool {
        self.kind == ContainerKind::Mapping
    }

    /// What differs in a later snapshot of the same object.
    pub fn changes(&self, new: &ContentsSnapshot) -> Vec<ContentChange> {
        match self.kind {
            ContainerKind::Sequence => self.item_changes(new),
            _ => self.entry_changes(new),
        }
    }

    fn item_changes(&self, new: &ContentsSnapshot) -> Vec<ContentChange> {
        let (a, b) = (&self.elements, &new.elements);
        if a.len() == b.len() {
            let differ = (0..a.len()).filter(|i| a[*i] != b[*i]);
            let item = |at| ContentChange::Items { at, removed: 1, inserted: 1, at_end: false };
            return differ.map(item).collect();
        }
        let shorter = a.len().min(b.len());
        let at = (0..shorter).find(|i| a[*i] != b[*i]).unwrap_or(shorter);
        let rest = shorter - at;
        let same = (1..=rest).take_while(|k| a[a.len() - k] == b[b.len() - k]).count();
        let (removed, inserted) = (a.len() - same - at, b.len() - same - at);
        vec![ContentChange::Items { at, removed, inserted, at_end: same == 0 }]
    }

    fn entry_changes(&self, new: &ContentsSnapshot) -> Vec<ContentChange> {
        let places = |of: &ContentsSnapshot| -> HashMap<ObservedValue, usize> {
            of.elements.iter().enumerate().map(|(at, element)| (element[0].clone(), at)).collect()
        };
        let (before, after) = (places(self), places(new));
        let mut found = Vec::new();
        for (at, [key, value]) in self.elements.iter().enumerate() {
            match after.get(key) {
                None => found.push(ContentChange::Entry(Some(at), None)),
                Some(to) if new.elements[*to][1] != *value => found.push(ContentChange::Entry(Some(at), Some(*to))),
                Some(_) => {}
            }
        }
        let added = (0..new.len()).filter(|at| !before.contains_key(&new.elements[*at][0]));
        found.extend(added.map(|at| ContentChange::Entry(None, Some(at))));
        if found.is_empty() && self.kind == ContainerKind::Mapping && self.elements != new.elements {
            found.push(ContentChange::Order);
        }
        found
    }
}

impl Machine {
    /// What the container that a target holds now looks like; `None` if it holds none.
    pub fn contents_snapshot(&mut self, location: &WatchTarget) -> Option<ContentsSnapshot> {
        let vm = self.vm_mut();
        let held = vm.read_target(location)?;
        let container = vm.container_in(held)?;
        let kind = match container.tid() {
            ids::DICT => ContainerKind::Mapping,
            ids::SET => ContainerKind::Set,
            _ => ContainerKind::Sequence,
        };
        let seen = |v: Value| vm.observe_value(Some(v));
        let elements = vm.shown_elements(container).into_iter().map(|[key, value]| [seen(key), seen(value)]).collect();
        Some(ContentsSnapshot { object: vm.heap.alloc_id(held), kind, elements })
    }

    /// The reprs of the elements with these numbers, in the container that a target holds now: of key and value, or of
    /// the item alone.
    pub fn element_reprs(&mut self, location: &WatchTarget, numbers: &[usize]) -> Vec<(String, String)> {
        let vm = self.vm_mut();
        let container = vm.read_target(location).and_then(|held| vm.container_in(held));
        let Some(container) = container else { return Vec::new() };
        let elements = vm.shown_elements(container);
        let mut repr = |v: Value| match v.is_unbound() {
            true => String::new(),
            false => self.divert(|vm| vm.repr(v)).unwrap_or_else(|error| format!("*** repr failed: {error} ***")),
        };
        let known = numbers.iter().filter_map(|n| elements.get(*n));
        known.map(|[key, value]| (repr(*key), repr(*value))).collect()
    }
}

impl Vm {
    /// The elements of a container in the order that the program sees: keys with values, items with nothing.
    fn shown_elements(&self, container: Value) -> Vec<[Value; 2]> {
        if container.is(ids::BYTEARRAY) {
            let bytes = self.heap.buffer(container).iter();
            return bytes.map(|byte| [Value::int(i64::from(*byte)), Value::UNBOUND]).collect();
        }
        let mut elements = self.elements_of(container);
        elements.retain(|element| !Value::from_raw(element[0]).is_unbound());
        let is_mapping = container.is(ids::DICT);
        let value = |word| if is_mapping { Value::from_raw(word) } else { Value::UNBOUND };
        elements.into_iter().map(|[key, word]| [Value::from_raw(key), value(word)]).collect()
    }
}
