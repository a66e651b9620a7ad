//! Verification of the journal and the tree of checkpoints; see `verify`.
//!
//! # Why the unsafe code is sound
//!
//! Cells are read only if the census lists them as alive, and the buffer of a `BUFFER_SWAP` entry holds as many
//! initialised elements as the entry says.

use crate::check::verify::{Census, ensure};
use crate::heap::Heap;
use crate::history::tree::{NONE, Tree};
use crate::journal::entry::{Edit, Entry, SwappedBuffer, entries};
use crate::journal::kinds::{self, ALL};
use crate::object::{Slots, Storage};
use crate::raw_vector::{is_container, width};
use crate::value::Value;

impl Heap {
    /// Checks all segments and the tree.
    pub(crate) fn verify_history(&self, census: &mut Census) -> Result<(), String> {
        let memory = self
            .journal
            .memory()
            .chain(self.tree.segments_since(0).flat_map(|s| s.memory()))
            .chain(self.cursor.iter().flat_map(|cursor| cursor.memory()));
        memory.for_each(|m| census.owns(m.as_ptr(), m.capacity()));
        let mut swapped = self.verify_segment(census, self.journal.chunks(), self.journal.swapped_words)?;
        for s in self.tree.segments_since(0) {
            swapped += self.verify_segment(census, s.chunks(), s.swapped_words)?;
        }
        for (chunks, counted) in self.cursor.iter().flat_map(|cursor| cursor.stacks()) {
            swapped += self.verify_segment(census, chunks, counted)?;
        }
        for index in self.tree.compressed_references(0) {
            // SAFETY: a cell, once used, stays initialised.
            let storage = unsafe { (*self.cell_at(index)).storage };
            ensure!(storage != Storage::Free, "a compressed segment refers to the freed cell {index}");
        }
        ensure!(swapped == self.swapped_words, "segments own {swapped} words, {} are counted", self.swapped_words);
        self.tree.verify()
    }

    fn verify_segment<'a>(
        &self,
        census: &mut Census,
        chunks: impl Iterator<Item = &'a [u64]>,
        counted: usize,
    ) -> Result<usize, String> {
        let mut swapped = 0;
        for chunk in chunks {
            for e in entries(chunk) {
                swapped += self.verify_entry(census, e).map_err(|m| format!("journal: {m} in {e:?}"))?;
            }
        }
        ensure!(swapped == counted, "a segment owns {swapped} words and counts {counted}");
        Ok(swapped)
    }

    /// Checks an entry; returns the words of the buffer that it owns.
    fn verify_entry(&self, census: &mut Census, e: Entry<'_>) -> Result<usize, String> {
        ensure!(census.is_alive(e.index), "a dead cell");
        let cell = self.cell_at(e.index);
        // SAFETY: the cell is alive.
        let storage = unsafe { (*cell).storage };
        let slots = e.is_about_slots();
        ensure!(slots == (storage == Storage::Slots), "{storage:?}");
        ensure!(slots || is_container(storage), "{storage:?}");
        let value = |&w: &u64| self.verify_value(census, Value::from_raw(w));
        match e.kind {
            kinds::SLOTS => {
                // SAFETY: the cell is alive and has slots.
                let cap = unsafe { (*cell.cast::<Slots>()).cap } as usize;
                ensure!(e.words.len() == cap + 1, "another capacity");
                e.words[1..].iter().try_for_each(value)?;
            }
            kinds::SLOT => value(&e.words[0])?,
            kinds::VALUE => {
                ensure!(storage == Storage::Dict, "{storage:?}");
                e.words.iter().try_for_each(value)?;
            }
            kinds::WORD => ensure!(storage == Storage::Buffer, "{storage:?}"),
            kinds::SLOT_INLINE | kinds::SHAPE | kinds::SLOT_ADDED => {}
            kind => {
                return match (e.edit(), e.swapped_buffer()) {
                    (Some(edit), _) => self.verify_edit(census, edit, storage),
                    (_, Some(buffer)) => self.verify_swap(census, buffer, storage),
                    _ => Err(format!("kind {kind}")),
                };
            }
        }
        Ok(0)
    }

    fn verify_edit(&self, census: &mut Census, edit: Edit<'_>, storage: Storage) -> Result<usize, String> {
        let (words, count) = (edit.elements.values(), edit.count);
        ensure!(edit.meta.is_empty() == (storage == Storage::List), "{storage:?}");
        ensure!(edit.elements.len().is_multiple_of(width(storage)), "half an element");
        ensure!(count == ALL || (count as usize) < 1 << 31, "an absurd count");
        self.verify_elements(census, storage, words)?;
        Ok(0)
    }

    fn verify_swap(&self, census: &mut Census, buffer: SwappedBuffer<'_>, storage: Storage) -> Result<usize, String> {
        let (len, cap) = (buffer.len as usize, buffer.cap as usize);
        ensure!(len <= cap, "length {len} of {cap}");
        let w = width(storage);
        census.owns(buffer.ptr, cap * w);
        if len > 0 {
            // SAFETY: see the module.
            let words = unsafe { std::slice::from_raw_parts(buffer.ptr, len * w) };
            self.verify_elements(census, storage, words)?;
        }
        Ok(cap * w)
    }
}

impl Tree {
    /// Checks the links and the counter of bytes.
    pub(crate) fn verify(&self) -> Result<(), String> {
        let mut bytes = 0;
        for (id, n) in self.nodes.iter().enumerate().filter(|(_, n)| n.alive) {
            bytes += n.bytes();
            if n.is_shortcut {
                continue;
            }
            if n.parent == NONE {
                ensure!(id as u32 == self.root, "node {id} has no parent");
                continue;
            }
            let parent = &self.nodes[n.parent as usize];
            ensure!(parent.alive && n.parent < id as u32, "node {id} has a wrong parent");
            let mut child = parent.first_child;
            while child != id as u32 {
                ensure!(child != NONE, "node {id} is not among its parent's children");
                child = self.nodes[child as usize].next_sibling;
            }
        }
        self.verify_groups()?;
        ensure!(self.nodes[self.current as usize].alive, "the current node was dropped");
        ensure!(bytes == self.bytes, "segments have {bytes} bytes and count {}", self.bytes);
        Ok(())
    }

    /// Checks the groups and the directions of their segments.
    pub(crate) fn verify_groups(&self) -> Result<(), String> {
        for (id, n) in self.nodes.iter().enumerate() {
            if !n.alive || n.group_start == NONE {
                ensure!(n.shortcut == NONE || !n.alive, "node {id} has a shortcut to nowhere");
                continue;
            }
            let start = &self.nodes[n.group_start as usize];
            ensure!(start.alive && start.group_end == id as u32, "the group that ends at {id} has a wrong start");
            if n.shortcut == NONE {
                continue;
            }
            let shortcut = &self.nodes[n.shortcut as usize];
            ensure!(
                shortcut.alive && shortcut.is_shortcut && shortcut.parent == n.group_start,
                "the group that ends at {id} has a wrong shortcut"
            );
            ensure!(
                shortcut.backwards || n.backwards,
                "the segments of the group that ends at {id} do not fit its end"
            );
        }
        Ok(())
    }
}
