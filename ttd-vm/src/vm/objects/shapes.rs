//! Shapes: which attribute of an instance is in which slot. Also known as hidden classes or maps.
//!
//! Shapes only grow in number and are not state: an instance's shape *id* is journalled with its slots, and the meaning
//! of an id never changes. A shape belongs to one class. Slots `0..native` of an instance are fields of its builtin
//! base (an exception's `args`, the payload of a subclass of `int` …); attributes follow in the order in which they
//! were first set, as long as none is deleted (`deleted_attrs`). An instance whose attributes do not fit, or whose
//! `__dict__` was requested, has its class's *dict shape*: the slot after the native ones holds a dict.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU64;

use ttd_core::value::Value;

use super::deleted_attrs::{Scattered, is_compact};
use super::numbered_slots::NumberedSlots;
use crate::vm::code::intern::ByName;

/// The id of a shape.
pub type ShapeId = u32;

/// One shape.
pub struct Shape {
    /// The class of the instances.
    pub class: Value,
    /// Number of native fields.
    pub native: u32,
    /// Whether the first native field is a builtin payload.
    pub payload: bool,
    /// Names and slots, in the order of setting. A slot declared in `__slots__` has a key instead of a name, see
    /// `member_slots`.
    pub attrs: Vec<(Value, u32)>,
    /// Whether the attributes' slots follow each other. They do until one is deleted, see `deleted_attrs`.
    pub(super) compact: bool,
    /// The shape without attributes of this class, with or without a dict.
    pub(super) empty: ShapeId,
    /// Whether the attributes are in a dict in slot `native`; then `attrs` has only the `__slots__`.
    pub dict: bool,
    /// Whether an instance has had it because its `__dict__` was made. Never cleared, whatever the time.
    pub(super) in_use: bool,
    index: ByName<u32>,
    pub(super) next: ByName<ShapeId>,
    /// The shapes after an attribute is deleted; none where the attributes then go into a dict.
    pub(super) without: ByName<Option<ShapeId>>,
    /// Where natives find what they ask for by number.
    pub(super) numbered: NumberedSlots,
}

impl Shape {
    fn new(class: Value, native: u32, payload: bool, dict: bool, empty: ShapeId, attrs: Vec<(Value, u32)>) -> Shape {
        let mut index = ByName::default();
        index.extend(attrs.iter().copied());
        let (next, without, numbered) = (ByName::default(), ByName::default(), NumberedSlots::default());
        let compact = is_compact(&attrs, native + u32::from(dict));
        Shape { class, native, payload, attrs, compact, empty, dict, in_use: false, index, next, without, numbered }
    }

    /// The slot of an attribute.
    pub fn slot(&self, name: Value) -> Option<u32> {
        if self.attrs.len() <= 8 {
            return self.attrs.iter().find(|(n, _)| *n == name).map(|(_, s)| *s);
        }
        self.index.get(&name).copied()
    }

    /// Number of slots up to the last one in use.
    pub fn used(&self) -> u32 {
        if self.compact {
            return self.first() + self.attrs.len() as u32;
        }
        self.attrs.iter().map(|(_, slot)| slot + 1).max().unwrap_or(self.first())
    }

    /// The first slot that can hold an attribute.
    pub(super) fn first(&self) -> u32 {
        self.native + u32::from(self.dict)
    }

    /// The slot of the next new attribute.
    pub fn free_slot(&self) -> u32 {
        if self.compact {
            return self.used();
        }
        let is_free = |slot: &u32| self.attrs.iter().all(|(_, taken)| taken != slot);
        (self.first()..).find(is_free).unwrap_or(u32::MAX)
    }
}

/// Where instances of one shape have some attributes: what the last search found. The meaning of a shape never changes.
#[derive(Clone, Copy)]
pub struct FoundSlots<const N: usize> {
    /// The shape.
    pub shape: ShapeId,
    /// The slots of the attributes.
    pub slots: [u32; N],
}

/// Searches for an attribute in a shape that are kept.
const SEARCHES: usize = 512;

/// What a search for an attribute in a shape found. The meaning of a shape never changes, so it stays true.
#[derive(Clone, Copy, Default)]
struct FoundSlot {
    /// The shape's id, plus one; 0: nothing was searched.
    shape: u32,
    /// The cell of the name.
    name: u32,
    slot: Option<u32>,
}

/// All shapes.
pub struct Shapes {
    pub(super) all: Vec<Shape>,
    /// Shapes that are not compact.
    pub(super) scattered: Scattered,
    /// The last searches, each at the place that shape and name give it.
    found: Box<[Cell<FoundSlot>; SEARCHES]>,
    /// Hashes of their names, made when the digest asks for them.
    name_hashes: RefCell<Vec<Option<NonZeroU64>>>,
}

impl Default for Shapes {
    fn default() -> Self {
        let found = Box::new(std::array::from_fn(|_| Cell::default()));
        Shapes { all: Vec::new(), scattered: Scattered::default(), found, name_hashes: RefCell::default() }
    }
}

impl Shapes {
    /// The shape of this number.
    #[inline(always)]
    pub fn get(&self, id: ShapeId) -> &Shape {
        &self.all[id as usize]
    }

    /// The slot of an attribute of instances of a shape: as `Shape::slot`, in the same time for many attributes.
    #[inline]
    pub fn slot_of(&self, id: ShapeId, name: Value) -> Option<u32> {
        let (shape, name_cell) = (id + 1, name.index());
        let at = (id.wrapping_mul(37) ^ name_cell) as usize % SEARCHES;
        let known = &self.found[at];
        let found = known.get();
        if found.shape == shape && found.name == name_cell {
            return found.slot;
        }
        let slot = self.get(id).slot(name);
        known.set(FoundSlot { shape, name: name_cell, slot });
        slot
    }

    /// Forgets what shapes know of versions of classes.
    pub(super) fn forget_facts(&self) {
        self.all.iter().for_each(Shape::forget_facts);
    }

    /// Number of shapes.
    pub fn len(&self) -> usize {
        self.all.len()
    }

    /// Whether there are none.
    pub fn is_empty(&self) -> bool {
        self.all.is_empty()
    }

    /// Adds the shapes of a new class: the empty one, followed by its dict shape.
    pub fn add_class(&mut self, class: Value, native: u32, payload: bool) -> ShapeId {
        let id = self.all.len() as ShapeId;
        for dict in [false, true] {
            let empty = self.all.len() as ShapeId;
            self.all.push(Shape::new(class, native, payload, dict, empty, Vec::new()));
        }
        id
    }

    /// The shape after a new attribute is set.
    pub fn with(&mut self, id: ShapeId, name: Value) -> ShapeId {
        if let Some(&next) = self.get(id).next.get(&name) {
            return next;
        }
        let from = self.get(id);
        let mut attrs = from.attrs.clone();
        attrs.push((name, from.free_slot()));
        let new = if from.compact { self.add(id, attrs) } else { self.with_attrs(from.empty, attrs) };
        self.all[id as usize].next.insert(name, new);
        new
    }

    /// Adds a shape with the class of another.
    pub(super) fn add(&mut self, like: ShapeId, attrs: Vec<(Value, u32)>) -> ShapeId {
        let from = self.get(like);
        let shape = Shape::new(from.class, from.native, from.payload, from.dict, from.empty, attrs);
        let new = self.all.len() as ShapeId;
        self.all.push(shape);
        new
    }

    /// The hash of a shape that `make` returns, which is called once for each shape.
    pub(crate) fn name_hash(&self, id: ShapeId, make: impl FnOnce(&Shape) -> u64) -> u64 {
        let mut known = self.name_hashes.borrow_mut();
        if known.len() < self.all.len() {
            known.resize(self.all.len(), None);
        }
        let make = || NonZeroU64::new(make(self.get(id))).unwrap_or(NonZeroU64::MIN);
        known[id as usize].get_or_insert_with(make).get()
    }

    /// The classes that shapes refer to: roots.
    pub fn classes(&self) -> impl Iterator<Item = Value> + '_ {
        self.all.iter().map(|s| s.class)
    }
}
