//! Marking: finding what can be reached.
//!
//! # Why the unsafe code is sound
//!
//! Roots and fields hold values of live cells, so every index that is marked has an initialised header, whose storage
//! tells how to read the cell.

use crate::gc::marker::Marker;
use crate::gc::search_hints::{CellSet, Traversal};
use crate::gc::unreachable::Owner;
use crate::heap::Heap;
use crate::journal::entry::{each_cell, entry_at};
use crate::journal::references::{each_element, each_reference};
use crate::memory::pool::prefetch;
use crate::memory::size_classes::UNIT;
use crate::object::{Bytes, SHARED, Shared, Slots, Storage, Tuple};
use crate::raw_vector::RawVector;
use crate::value::{TypeId, Value};

/// The number of objects that `mark_with_owners` traces between two calls of `enough`.
const ASK_EVERY: usize = 128;

/// The number of entries by which the walk over the journal is ahead of marking.
const ENTRIES_AHEAD: usize = 16;

impl Heap {
    /// Marks what the roots reach and, if `journal`, what the journal reaches, as far as no collection has walked it.
    pub(crate) fn mark_from(&mut self, mark: u8, journal: bool, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.mark_more(mark, journal.then_some(0), Vec::new(), roots);
    }

    /// Marks what `cells` and the roots reach, except objects of type `skipped_type` and what only they reach; then,
    /// from this node on, what the journal reaches.
    fn mark_with(
        &mut self,
        mark: u8,
        skipped_type: Option<TypeId>,
        mut cells: Vec<u32>,
        journal: Option<usize>,
        roots: &mut dyn FnMut(&mut Marker<'_>),
    ) {
        let mut stack = std::mem::take(&mut self.mark_stack);
        let mut marker = Marker { skipped_type, ..Marker::new(self, mark, u8::MAX, &mut stack) };
        marker.stack.append(&mut cells);
        roots(&mut marker);
        self.drain(&mut marker);
        if let Some(from) = journal {
            self.mark_journal(from, &mut marker);
        }
        self.mark_stack = stack;
    }

    fn mark_journal(&self, from: usize, marker: &mut Marker<'_>) {
        for chunk in self
            .journal
            .unwalked()
            .chain(self.tree.chunks_since(from))
            .chain(self.cursor.iter().flat_map(|cursor| cursor.chunks()))
        {
            each_cell(chunk, |at, index, is_all| {
                if is_all {
                    marker.index(index);
                } else {
                    let e = entry_at(chunk, at);
                    each_reference(self, e, &mut |index| marker.index(index));
                }
            });
            self.drain(marker);
        }
        self.tree.compressed_references(from).for_each(|index| marker.index(index));
        self.drain(marker);
    }

    /// Marks what the roots reach and what `cells` refer to, whatever their mark; then what the journal reaches, in the
    /// nodes from `journal` on.
    pub(crate) fn mark_more(
        &mut self,
        mark: u8,
        journal: Option<usize>,
        cells: Vec<u32>,
        roots: &mut dyn FnMut(&mut Marker<'_>),
    ) {
        self.mark_with(mark, None, cells, journal, roots);
    }

    /// Marks what is new in a heap that logs every write: what the roots and the journal reach, in the nodes from
    /// `journal` on. The objects that the journal names are traced even if they are marked, once, because they may
    /// refer to new ones.
    pub(crate) fn mark_written(&mut self, journal: usize, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        let (mut stack, mut named) = (std::mem::take(&mut self.mark_stack), Vec::new());
        let mut marker = Marker { old: Some(self.mark), ..Marker::new(self, self.mark, u8::MAX, &mut stack) };
        // The journal comes first: an object that it names after others have led there is traced twice.
        for chunk in self.journal.unwalked().chain(self.tree.chunks_since(journal)) {
            self.mark_entries(chunk, &mut marker, &mut named);
            self.drain(&mut marker);
        }
        self.tree.compressed_references(journal).for_each(|index| marker.name(index, &mut named));
        roots(&mut marker);
        self.drain(&mut marker);
        self.mark_stack = stack;
        for index in named {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(index)).mark = self.mark };
        }
    }

    /// Marks what the entries of a chunk name and refer to. Their cells are mostly cold, so they are fetched ahead.
    fn mark_entries(&self, chunk: &[u64], marker: &mut Marker<'_>, named: &mut Vec<u32>) {
        let mut ahead = [(0, 0, true); ENTRIES_AHEAD];
        let mut count = 0;
        let mut mark = |(at, index, is_all): (usize, u32, bool)| {
            marker.name(index, named);
            if !is_all {
                each_reference(self, entry_at(chunk, at), &mut |index| marker.index(index));
            }
        };
        each_cell(chunk, |at, index, is_all| {
            prefetch(self.cell_at(index));
            if !is_all && let Some(old) = chunk.get(at + 1).map(|word| Value::from_raw(*word)).filter(|v| v.is_obj()) {
                prefetch(self.base().wrapping_add(old.index() as usize * UNIT));
            }
            let due = std::mem::replace(&mut ahead[count % ENTRIES_AHEAD], (at, index, is_all));
            count += 1;
            if count > ENTRIES_AHEAD {
                mark(due);
            }
        });
        (count.saturating_sub(ENTRIES_AHEAD)..count).for_each(|k| mark(ahead[k % ENTRIES_AHEAD]));
    }

    /// Marks what the roots reach, except objects of a type and what only they reach.
    pub(crate) fn mark_around(&mut self, mark: u8, skipped_type: TypeId, roots: &mut dyn FnMut(&mut Marker<'_>)) {
        self.mark_with(mark, Some(skipped_type), Vec::new(), None, roots);
    }

    /// Sets a bit in the marks of everything that the roots reach, also by the shapes of objects; cells of `first` are
    /// traced before others, as soon as they are reached. Returns the cells that were marked, with the steps that led
    /// to them: callers must clear the bit, and the whole heap, mostly garbage, would take far longer to walk. The
    /// caller gives `Traversal::reached` back as `mark_stack`, emptied. `enough` is called now and then and ends the
    /// search.
    pub(crate) fn mark_with_owners(
        &mut self,
        bit: u8,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        owner: &Owner<'_>,
        first: &CellSet,
        enough: &mut dyn FnMut(&Heap) -> bool,
    ) -> Traversal {
        let mut reached = std::mem::take(&mut self.mark_stack);
        let mut steps = Vec::new();
        let mut marker = Marker { owner: Some(owner), ..Marker::new(self, bit, bit, &mut reached) };
        roots(&mut marker);
        let mut through = |index: u32, marker: &mut Marker<'_>| {
            steps.push((index, marker.stack.len() as u32));
            self.trace(index, marker);
        };
        let mut at = if first.is_empty() { usize::MAX } else { 0 };
        while let Some(&index) = marker.stack.get(at) {
            at += 1;
            if first.has(index) {
                through(index, &mut marker);
            }
        }
        let mut next = 0;
        while let Some(&index) = marker.stack.get(next) {
            if next % ASK_EVERY == 0 && enough(self) {
                break;
            }
            next += 1;
            through(index, &mut marker);
        }
        Traversal { reached, steps }
    }

    /// Sets a bit in the marks of everything that the roots reach, and returns the cells; the caller clears the bit.
    /// With `young_only` old objects are not marked, and remembered ones are roots too.
    pub(crate) fn mark_bit(&mut self, bit: u8, young_only: bool, roots: &mut dyn FnMut(&mut Marker<'_>)) -> Vec<u32> {
        let mut reached = std::mem::take(&mut self.mark_stack);
        let old = young_only.then_some(self.mark);
        let mut marker = Marker { old, ..Marker::new(self, bit, bit, &mut reached) };
        roots(&mut marker);
        if young_only {
            // SAFETY: see the module; remembered cells are those of objects.
            let is_new = |index: &&u32| unsafe { (*self.cell_at(**index)).mark } & bit == 0;
            self.remembered.iter().filter(is_new).for_each(|index| self.trace(*index, &mut marker));
        }
        let mut next = 0;
        while let Some(&index) = marker.stack.get(next) {
            next += 1;
            self.trace(index, &mut marker);
        }
        reached
    }

    fn drain(&self, marker: &mut Marker<'_>) {
        while let Some(index) = marker.stack.pop() {
            self.trace(index, marker);
        }
    }

    /// Marks what an object refers to.
    fn trace(&self, index: u32, marker: &mut Marker<'_>) {
        let cell = self.cell_at(index);
        // SAFETY: see the module; the storage says how to read the cell.
        unsafe {
            match (*cell).storage {
                Storage::Slots => {
                    let s = cell.cast::<Slots>();
                    let slots = (&raw const (*s).slots).cast::<u64>();
                    marker.words(std::slice::from_raw_parts(slots, (*s).cap as usize));
                    if let Some(owner) = marker.owner
                        && let Some(v) = owner(TypeId((*cell).tid), (*s).shape)
                    {
                        marker.value(v);
                    }
                }
                Storage::Tuple => {
                    let t = cell.cast::<Tuple>();
                    let items = (&raw const (*t).items).cast::<u64>();
                    marker.words(std::slice::from_raw_parts(items, (*t).len as usize));
                }
                Storage::Free => panic!("a freed object is reachable: cell {index}"),
                Storage::Bytes => {
                    let b = cell.cast::<Bytes>();
                    // Searches count the objects that they reach, and a buffer is none.
                    if (*b).len & SHARED != 0 && marker.owner.is_none() {
                        marker.index((*(&raw const (*b).bytes).cast::<Shared>()).buffer as u32);
                    }
                }
                Storage::Boxed | Storage::Buffer => {}
                storage => {
                    let s = RawVector(cell.cast());
                    each_element(storage, self.words(s), &mut |index| marker.index(index));
                }
            }
        }
    }
}
