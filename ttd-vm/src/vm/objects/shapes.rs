//! Shapes: which attribute of an instance is in which slot. Also known as hidden classes or maps.
//!
//! Shapes only grow in number and are not state: an instance's shape *id* is journalled with its slots, and the meaning
//! of an id never changes. A shape belongs to one class. Slots `0..native` of an instance are fields of its builtin
//! base (an exception's `args`, the payload of a subclass of `int` …); attributes follow in the order in which they
//! were first set. An instance whose attributes do not fit, or whose `__dict__` was requested, has its class's *dict
//! shape*: the slot after the native ones holds a dict.

use std::cell::{Cell, RefCell};
use std::num::NonZeroU64;

use ttd_core::value::Value;

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
    /// Whether the attributes are in a dict in slot `native`; then `attrs` has only the `__slots__`.
    pub dict: bool,
    index: ByName<u32>,
    next: ByName<ShapeId>,
    /// Where natives find what they ask for by number.
    pub(super) numbered: NumberedSlots,
}

impl Shape {
    /// The slot of an attribute.
    pub fn slot(&self, name: Value) -> Option<u32> {
        if self.attrs.len() <= 8 {
            return self.attrs.iter().find(|(n, _)| *n == name).map(|(_, s)| *s);
        }
        self.index.get(&name).copied()
    }

    /// Number of slots in use.
    pub fn used(&self) -> u32 {
        self.native + u32::from(self.dict) + self.attrs.len() as u32
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
    all: Vec<Shape>,
    /// The last searches, each at the place that shape and name give it.
    found: Box<[Cell<FoundSlot>; SEARCHES]>,
    /// Hashes of their names, made when the digest asks for them.
    name_hashes: RefCell<Vec<Option<NonZeroU64>>>,
}

impl Default for Shapes {
    fn default() -> Self {
        let found = Box::new(std::array::from_fn(|_| Cell::default()));
        Shapes { all: Vec::new(), found, name_hashes: RefCell::default() }
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
            self.all.push(Shape {
                class,
                native,
                payload,
                attrs: Vec::new(),
                dict,
                index: ByName::default(),
                next: ByName::default(),
                numbered: NumberedSlots::default(),
            });
        }
        id
    }

    /// The shape after a new attribute is set.
    pub fn with(&mut self, id: ShapeId, name: Value) -> ShapeId {
        if let Some(&next) = self.get(id).next.get(&name) {
            return next;
        }
        let from = self.get(id);
        let slot = from.used();
        let mut attrs = from.attrs.clone();
        attrs.push((name, slot));
        let mut index = from.index.clone();
        index.insert(name, slot);
        let (class, native, payload, dict) = (from.class, from.native, from.payload, from.dict);
        let (next, numbered) = (ByName::default(), NumberedSlots::default());
        let shape = Shape { class, native, payload, attrs, dict, index, next, numbered };
        let new = self.all.len() as ShapeId;
        self.all.push(shape);
        self.all[id as usize].next.insert(name, new);
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
