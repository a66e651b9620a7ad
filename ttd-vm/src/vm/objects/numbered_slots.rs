//! Attributes that native code asks for by a number of its own: where the instances of a shape have them, found once.

use std::cell::{Cell, OnceCell};

use ttd_core::value::Value;

use super::shapes::Shape;

/// How many attributes can have numbers.
pub(crate) const NUMBERED: usize = 24;
/// Facts about the class that can be kept.
const FACTS: usize = 2;
/// In place of a slot that was not searched for.
const UNKNOWN: u8 = u8::MAX;
/// In place of a slot: the shape has no such attribute.
const ABSENT: u8 = u8::MAX - 1;

/// What a shape keeps. Only the code for one family of classes may use the numbers of a shape.
#[derive(Default)]
pub(crate) struct NumberedSlots(OnceCell<Box<Kept>>);

/// Where instances of a shape have their numbered attributes.
pub(crate) struct Kept {
    slots: [Cell<u8>; NUMBERED],
    /// Versions of classes, and what holds for them.
    facts: [Cell<(u32, u8)>; FACTS],
}

/// Where an attribute is.
pub(crate) enum Found {
    /// In this slot.
    Slot(usize),
    /// Not in a slot that the shape has.
    Absent,
    /// That was not searched for.
    Unknown,
}

impl NumberedSlots {
    #[inline(always)]
    fn get(&self) -> &Kept {
        match self.0.get() {
            Some(kept) => kept,
            None => self.make(),
        }
    }

    #[cold]
    fn make(&self) -> &Kept {
        self.0.get_or_init(|| {
            let slots = std::array::from_fn(|_| Cell::new(UNKNOWN));
            Box::new(Kept { slots, facts: Default::default() })
        })
    }
}

impl Kept {
    /// Where the attribute with this number is.
    #[inline(always)]
    pub(crate) fn find(&self, number: usize) -> Found {
        match self.slots[number].get() {
            UNKNOWN => Found::Unknown,
            ABSENT => Found::Absent,
            slot => Found::Slot(usize::from(slot)),
        }
    }
}

impl Shape {
    /// What is kept of the shape.
    #[inline(always)]
    pub(crate) fn kept(&self) -> &Kept {
        self.numbered.get()
    }

    /// The slot of the attribute with this number, whose name is asked for the first time. `None`: instances have it
    /// nowhere, or in a dict.
    #[inline]
    pub(crate) fn numbered(&self, number: usize, name: impl FnOnce() -> Value) -> Option<usize> {
        match self.kept().find(number) {
            Found::Slot(slot) => Some(slot),
            Found::Absent => None,
            Found::Unknown => self.find_numbered(number, name()),
        }
    }

    #[cold]
    fn find_numbered(&self, number: usize, name: Value) -> Option<usize> {
        let (slot, known) = (self.slot(name), &self.kept().slots[number]);
        match slot {
            None => known.set(ABSENT),
            Some(slot) if slot < u32::from(ABSENT) => known.set(slot as u8),
            Some(_) => {}
        }
        slot.map(|slot| slot as usize)
    }

    /// A fact about the class that was found out at this version of classes.
    #[inline]
    pub(crate) fn fact(&self, which: usize, version: u32) -> Option<usize> {
        let (at, found) = self.numbered.get().facts[which].get();
        (at == version).then_some(usize::from(found))
    }

    /// Keeps a fact about the class.
    pub(crate) fn keep_fact(&self, which: usize, version: u32, found: usize) {
        if let Ok(found) = u8::try_from(found) {
            self.numbered.get().facts[which].set((version, found));
        }
    }

    /// Forgets the facts, before versions are given out anew.
    pub(crate) fn forget_facts(&self) {
        if let Some(kept) = self.numbered.0.get() {
            kept.facts.iter().for_each(|fact| fact.set((0, 0)));
        }
    }
}
