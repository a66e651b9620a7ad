//! What a collection or a search marks with, and how.
//!
//! # Why the unsafe code is sound
//!
//! Roots and fields hold values of live cells, so every index that is marked has an initialised header.

use crate::gc::unreachable::Owner;
use crate::gc::young::REMEMBERED;
use crate::heap::Heap;
use crate::journal::references::each_object;
use crate::memory::size_classes::UNIT;
use crate::object::{Header, Storage};
use crate::value::{TypeId, Value};

/// Receives the roots of a collection.
pub struct Marker<'a> {
    pub(super) base: *mut u8,
    pub(super) mark: u8,
    /// The bits of a header's mark that `mark` is about; the others stay.
    pub(super) bits: u8,
    pub(super) stack: &'a mut Vec<u32>,
    pub(super) owner: Option<&'a Owner<'a>>,
    /// Objects of this type are not marked.
    pub(super) skipped_type: Option<TypeId>,
    /// Old objects, which have this mark or are remembered, are not marked.
    pub(super) old: Option<u8>,
}

impl<'a> Marker<'a> {
    /// Marks everything that is reached, in these bits.
    pub(super) fn new(heap: &Heap, mark: u8, bits: u8, stack: &'a mut Vec<u32>) -> Marker<'a> {
        Marker { base: heap.base(), mark, bits, stack, owner: None, skipped_type: None, old: None }
    }

    /// Marks a root.
    #[inline]
    pub fn value(&mut self, v: Value) {
        if v.is_obj() {
            self.index(v.index());
        }
    }

    /// Marks a root given by its cell, which must be in use.
    pub fn cell(&mut self, cell: u32) {
        self.index(cell);
    }

    /// Marks several roots.
    pub fn values(&mut self, values: &[Value]) {
        values.iter().for_each(|&v| self.value(v));
    }

    /// Marks an object that the journal names: it is traced even if it is old. It is `REMEMBERED` from then on.
    #[inline]
    pub(super) fn name(&mut self, index: u32, named: &mut Vec<u32>) {
        // SAFETY: see the module.
        let header = unsafe { &mut *self.base.add(index as usize * UNIT).cast::<Header>() };
        debug_assert!(header.storage != Storage::Free, "the journal names what was freed: cell {index}");
        if header.mark != REMEMBERED {
            header.mark = REMEMBERED;
            self.stack.push(index);
            named.push(index);
        }
    }

    #[inline]
    pub(super) fn words(&mut self, words: &[u64]) {
        each_object(words, &mut |index| self.index(index));
    }

    #[inline]
    pub(super) fn index(&mut self, index: u32) {
        // SAFETY: see the module.
        let header = unsafe { &mut *self.base.add(index as usize * UNIT).cast::<Header>() };
        debug_assert!(header.storage != Storage::Free, "a root that was freed: cell {index}");
        if header.mark & self.bits != self.mark {
            if self.skipped_type.is_some_and(|tid| tid.0 == header.tid) {
                return;
            }
            if self.old.is_some_and(|old| header.mark == old || header.mark == REMEMBERED) {
                return;
            }
            header.mark = header.mark & !self.bits | self.mark;
            self.stack.push(index);
        }
    }
}
