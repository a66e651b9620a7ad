//! The write barrier of containers: what is recorded before one changes.
//!
//! **First write per epoch.** A container of at most 256 elements is saved whole before its first change. Of a larger
//! one, counters and length are saved at the first change; after that, elements below `low` are saved singly before
//! they are overwritten, or by chunks of 256 once 48 of a chunk have been. `low` starts as the length and falls
//! whenever the container is cut below it; what is cut off is saved at the same time. So everything from `low` on is
//! either saved or newer than the epoch, and changes freely.
//!
//! ```text
//!  0                      low        length at the start of the epoch
//!  |  saved singly         |  saved when it was cut off   |
//!  |  current elements     |  current elements ...
//! ```
//!
//! While parts of a large container are unsaved, its header keeps an old epoch, so that every change comes here.
//!
//! **Collections begin epochs, too** (see `gc::young`), in which nothing is saved again: `must_save`.
//!
//! **Every write is logged.** Each change is recorded with what it replaces.
//!
//! **Replacing everything** (sort, clear, rebuilding a table) moves the old buffer of a large container into the
//! journal instead of copying it.
//!
//! **Cost.** 40 bytes of notes per 256 elements of large containers that changed after a checkpoint. The notes stay
//! where they are when a container grows: they cover only elements that existed at the start of the epoch.
//!
//! # Why the unsafe code is sound
//!
//! As in `raw_vector`; further, `saved` is null or a buffer of the pool that holds a `Notes` and room for its chunks,
//! all initialised, and belongs to this container alone.

use crate::heap::Heap;
use crate::journal::kinds::{ALL, INLINE_INDEX_MAX, VALUE};
use crate::journal::notes::{
    CHUNK, CHUNK_WORDS, ChunkNotes, FULL_COPY_MAX, NOTES_WORDS, Notes, SINGLES_PER_CHUNK_MAX, chunk_notes,
};
use crate::journal::record_edit::{elements_of, write_buffer_swap, write_edit};
use crate::journal::record_small_edit;
use crate::object::{Header, Storage};
use crate::raw_vector::RawVector;

impl Heap {
    /// Whether every write is logged.
    pub fn logs_every_write(&self) -> bool {
        self.every_write
    }

    /// Chooses the rule of recording, from now on.
    pub fn set_log_every_write(&mut self, on: bool) {
        if on != self.every_write {
            self.every_write = on;
            self.retained_marks = None;
            self.bump_epoch();
        }
    }

    /// Starts a new epoch, so that every object is older than it and must be saved again.
    #[inline]
    pub(crate) fn bump_epoch(&mut self) {
        self.next_epoch();
        self.checkpoint_epoch = self.epoch;
    }

    /// Starts a new epoch, so that every object comes to the barrier again.
    #[inline]
    pub(crate) fn next_epoch(&mut self) {
        assert!(self.epoch < u32::MAX, "epochs are used up");
        self.epoch += 1;
        self.new_object_epoch = if self.every_write { 0 } else { self.epoch };
    }

    /// Records what is about to be replaced: `removed` elements at `pos` by `inserted` others, or the counters alone.
    #[inline(always)]
    pub(crate) fn before_edit(&mut self, s: RawVector, pos: usize, removed: usize, inserted: usize) {
        // SAFETY: see the module.
        if unsafe { (*s.list()).header.epoch } == self.epoch {
            return;
        }
        if self.every_write {
            self.log_edit(s, pos, removed, inserted);
        } else {
            self.save_edit(s, pos, removed, inserted);
        }
    }

    #[cold]
    #[inline(never)]
    pub(crate) fn save_edit(&mut self, s: RawVector, pos: usize, removed: usize, inserted: usize) {
        if !self.must_save(s.0.cast()) {
            return;
        }
        if !self.watched.is_active() {
            return self.save_parts(s, pos, removed, inserted);
        }
        if !self.note_edit(s, pos, removed, Some(inserted)) {
            self.save_parts(s, pos, removed, inserted);
            self.keep_watched(s);
        }
    }

    fn save_parts(&mut self, s: RawVector, pos: usize, removed: usize, inserted: usize) {
        if !self.partly_saved(s) {
            if s.len() <= FULL_COPY_MAX {
                return self.save_whole(s);
            }
            self.begin_notes(s);
        }
        if removed == inserted {
            self.save_range(s, pos, pos + removed);
        } else {
            self.save_tail(s, pos);
        }
    }

    /// Records the value of a dict entry before it is replaced.
    #[inline]
    pub(crate) fn before_value(&mut self, s: RawVector, i: usize) {
        if self.every_write && i < INLINE_INDEX_MAX {
            let index = self.value_of(s.0.cast()).index();
            let entry = &self.words(s)[i * s.width()..];
            let old = [entry[1], entry[2]];
            self.journal.positioned(&mut self.pool, VALUE, index, i, old);
        } else {
            self.before_edit(s, i, 1, 1);
        }
    }

    /// Records the contents of a container that is about to get a new buffer. The journal may take over the old one.
    pub(crate) fn before_replace(&mut self, s: RawVector, inserted: usize) {
        // SAFETY: see the module.
        if unsafe { (*s.list()).header.epoch } == self.epoch {
            return;
        }
        if !self.every_write {
            if !self.must_save(s.0.cast()) {
                return;
            }
            if self.watched.is_active() && self.note_edit(s, 0, s.len(), None) {
                return;
            }
        }
        if s.len() <= FULL_COPY_MAX && !self.partly_saved(s) {
            if self.every_write {
                self.log_edit(s, 0, s.len(), inserted);
            } else {
                self.save_whole(s);
                self.keep_watched(s);
            }
            return;
        }
        let index = self.value_of(s.0.cast()).index();
        write_buffer_swap(&mut self.journal, &mut self.pool, index, s);
        self.swapped_words += s.cap() * s.width();
        // SAFETY: see the module; the buffer is the journal's now.
        unsafe {
            let l = s.list();
            (*l).ptr = std::ptr::null_mut();
            (*l).cap = 0;
            (*l).len = 0;
            if !self.every_write {
                (*l).header.epoch = self.epoch;
            }
        }
        if !self.every_write {
            self.keep_watched(s);
        }
    }

    fn notes(&self, s: RawVector) -> *mut Notes {
        // SAFETY: see the module.
        unsafe { (*s.list()).saved.cast() }
    }

    /// Learns that an object of an earlier epoch is written to, under the first-write rule; returns whether it must be
    /// saved. It need not if that was done, or it was made, since the last checkpoint: then only a collection has begun
    /// a new epoch, which wants to know which old objects may refer to new ones.
    #[inline]
    pub(crate) fn must_save(&mut self, cell: *mut Header) -> bool {
        // SAFETY: the cell is that of an object that an operation is about to change.
        let header = unsafe { &mut *cell };
        self.remember(header);
        if header.epoch < self.checkpoint_epoch {
            return true;
        }
        header.epoch = self.epoch;
        false
    }

    /// Whether the notes are about the time since the last checkpoint.
    fn partly_saved(&self, s: RawVector) -> bool {
        let n = self.notes(s);
        // SAFETY: see the module.
        !n.is_null() && unsafe { (*n).epoch } >= self.checkpoint_epoch
    }

    fn save_whole(&mut self, s: RawVector) {
        let index = self.value_of(s.0.cast()).index();
        write_edit(&mut self.journal, &mut self.pool, index, s, 0, ALL, 0..s.len());
        // SAFETY: see the module.
        unsafe { (*s.list()).header.epoch = self.epoch };
    }

    #[inline(never)]
    pub(crate) fn log_edit(&mut self, s: RawVector, pos: usize, removed: usize, inserted: usize) {
        let index = self.value_of(s.0.cast()).index();
        let (out, pool) = (&mut self.journal, &mut self.pool);
        let lies_inside = pos + removed <= s.len();
        if s.storage() == Storage::List && removed <= 8 && lies_inside {
            // SAFETY: the elements lie in the initialised part of the buffer.
            let elements = unsafe { elements_of(s, pos..pos + removed) };
            if record_small_edit::write_bytes(out, pool, index, (pos, inserted as u32), elements) {
                return;
            }
        }
        let range = pos..pos + removed;
        write_edit(out, pool, index, s, pos, inserted as u32, range);
    }

    /// Saves the length and the counters of a large container, and starts its notes.
    fn begin_notes(&mut self, s: RawVector) {
        let len = s.len();
        let chunks = len.div_ceil(CHUNK);
        let mut n = self.notes(s);
        // SAFETY: see the module; a new buffer is filled before it is used.
        unsafe {
            if n.is_null() || ((*n).chunks as usize) < chunks {
                if !n.is_null() {
                    self.pool.free(n.cast(), (*n).words as usize, 1);
                }
                let (p, words) = self.pool.alloc(NOTES_WORDS + (chunks + chunks / 4) * CHUNK_WORDS, 1);
                p.write_bytes(0, words);
                n = p.cast();
                (*n).words = words as u32;
                (*n).chunks = ((words - NOTES_WORDS) / CHUNK_WORDS) as u32;
                (*s.list()).saved = p.cast();
            }
            (*n).epoch = self.epoch;
            (*n).low = len as u32;
        }
        let index = self.value_of(s.0.cast()).index();
        write_edit(&mut self.journal, &mut self.pool, index, s, len, ALL, len..len);
    }

    /// Saves everything from `pos` on, which is about to be cut off or shifted.
    fn save_tail(&mut self, s: RawVector, pos: usize) {
        let n = self.notes(s);
        // SAFETY: see the module.
        let low = unsafe { (*n).low as usize };
        if pos >= low {
            return;
        }
        // Popping saves a chunk at a time.
        let from = pos & !(CHUNK - 1);
        let index = self.value_of(s.0.cast()).index();
        write_edit(&mut self.journal, &mut self.pool, index, s, from, ALL, from..low);
        // SAFETY: see the module.
        unsafe {
            (*n).low = from as u32;
            if from == 0 {
                (*s.list()).header.epoch = self.epoch;
            }
        }
    }

    /// Saves the elements of a range that are not saved yet.
    fn save_range(&mut self, s: RawVector, from: usize, to: usize) {
        let n = self.notes(s);
        // SAFETY: see the module.
        let low = unsafe { (*n).low as usize };
        let to = to.min(low);
        let mut at = from;
        while at < to {
            let chunk = at / CHUNK;
            let end = to.min((chunk + 1) * CHUNK);
            // SAFETY: see `chunk_notes`.
            let c = unsafe { &mut *chunk_notes(n, chunk) };
            if c.epoch < self.checkpoint_epoch {
                *c = ChunkNotes { epoch: self.epoch, count: 0, bits: [0; CHUNK / 64] };
            }
            self.save_in_chunk(s, c, chunk, at..end, low);
            at = end;
        }
    }

    fn save_in_chunk(
        &mut self,
        s: RawVector,
        c: &mut ChunkNotes,
        chunk: usize,
        range: std::ops::Range<usize>,
        low: usize,
    ) {
        if c.count >= SINGLES_PER_CHUNK_MAX {
            return;
        }
        let index = self.value_of(s.0.cast()).index();
        if c.count + range.len() as u32 >= SINGLES_PER_CHUNK_MAX {
            c.count = u32::MAX;
            let start = chunk * CHUNK;
            let end = (start + CHUNK).min(low);
            write_edit(&mut self.journal, &mut self.pool, index, s, start, (end - start) as u32, start..end);
            return;
        }
        for i in range {
            let (word, bit) = (i % CHUNK / 64, 1 << (i % 64));
            if c.bits[word] & bit == 0 {
                c.bits[word] |= bit;
                c.count += 1;
                write_edit(&mut self.journal, &mut self.pool, index, s, i, 1, i..i + 1);
            }
        }
    }
}
