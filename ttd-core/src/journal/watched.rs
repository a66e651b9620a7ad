//! Watched objects: an observer learns of each write to them while the program runs at full speed.
//!
//! Under the first-write rule a watched object never has the heap's epoch, so every write to it comes to the barrier,
//! which notes the write here. The object is still saved once per epoch: `saved_in` is what its header would say.
//! Allocation takes part with one number, for observers that wait for an object to be made. When every write is logged
//! nothing is noted: the journal has it all.
//!
//! # Why the unsafe code is sound
//!
//! The indices are those of live cells: the caller keeps watched objects alive, and asks for an end of watching before
//! it goes to another time.

use crate::heap::Heap;
use crate::journal::recent_write::{Part, RecentWrite};
use crate::journal::record_edit::elements_of;
use crate::object::Storage;
use crate::raw_vector::{RawVector, width};
use crate::value::Value;

/// The objects that are watched, and what was written to them.
pub(crate) struct WatchedObjects {
    objects: Vec<WatchedObject>,
    /// Whether one was written to since the last look.
    written: bool,
    /// A look is due once more objects than this have been allocated.
    allocations: u64,
    /// The writes to containers since the last look, in order.
    writes: Vec<RecentWrite>,
}

/// What the barrier learns about an object with slots.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum NotedWrite {
    /// It is not watched.
    NotWatched,
    /// It is watched, and was saved in this epoch.
    Saved,
    /// It is watched, and must be saved.
    Unsaved,
}

/// An object that is watched.
struct WatchedObject {
    index: u32,
    /// The slot, or the place in a dict, that alone matters; `None`: all of it.
    place: Option<usize>,
    /// The epoch in which it was last saved.
    saved_in: u32,
}

impl WatchedObjects {
    pub(crate) fn new() -> WatchedObjects {
        WatchedObjects { objects: Vec::new(), written: false, allocations: u64::MAX, writes: Vec::new() }
    }

    /// Whether any object is watched.
    #[inline(always)]
    pub(crate) fn is_active(&self) -> bool {
        !self.objects.is_empty()
    }
}

impl Heap {
    /// Watches these objects instead of any others, each whole or at one place (a slot, an entry of a dict), and notes
    /// that a look is due once `allocations` is exceeded.
    pub fn watch_objects(&mut self, objects: &[(Value, Option<usize>)], allocations: u64) {
        self.watched.allocations = allocations;
        let same = |heap: &Heap| {
            let known = heap.watched.objects.iter().map(|w| (w.index, w.place));
            known.eq(objects.iter().map(|(v, place)| (v.index(), *place)))
        };
        if same(self) {
            return;
        }
        for watched in std::mem::take(&mut self.watched.objects) {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(watched.index)).epoch = watched.saved_in };
        }
        for (v, place) in objects {
            let cell = self.cell(*v);
            // SAFETY: `cell` is the live cell of a value.
            let saved_in = unsafe { std::mem::replace(&mut (*cell).epoch, 0) };
            self.watched.objects.push(WatchedObject { index: v.index(), place: *place, saved_in });
        }
    }

    /// Ends watching.
    pub fn unwatch_objects(&mut self) {
        self.watch_objects(&[], u64::MAX);
        self.watched.written = false;
        self.watched.writes.clear();
    }

    /// Whether a watched object was written to since the last look, or the awaited object may exist.
    #[inline(always)]
    pub fn is_look_due(&self) -> bool {
        self.watched.written || self.allocation_count > self.watched.allocations
    }

    /// Returns the writes to watched containers since the last look, in order.
    pub fn take_watched_writes(&mut self) -> Vec<RecentWrite> {
        self.watched.written = false;
        std::mem::take(&mut self.watched.writes)
    }

    /// Calls `f` with the values that noted writes replaced: somebody may still look at them.
    pub fn each_watched_value(&self, f: &mut dyn FnMut(&[Value])) {
        for write in &self.watched.writes {
            let storage = self.storage_at(write.object.index());
            let words = width(storage);
            if storage == Storage::Buffer {
                continue;
            }
            for element in write.old.chunks(words) {
                // Elements of dicts and sets begin with a hash.
                element.iter().skip(usize::from(words > 1)).for_each(|word| f(&[Value::from_raw(*word)]));
            }
        }
    }

    /// Notes a write to a slot, or to all and the shape, of an object, which the caller saves if it is not saved yet.
    pub(crate) fn note_slot_write(&mut self, index: u32, slot: Option<usize>) -> NotedWrite {
        let epoch = self.epoch;
        let Some(watched) = self.watched.objects.iter_mut().find(|w| w.index == index) else {
            return NotedWrite::NotWatched;
        };
        self.watched.written |= slot.is_none() || watched.place.is_none() || watched.place == slot;
        match std::mem::replace(&mut watched.saved_in, epoch) >= self.checkpoint_epoch {
            true => NotedWrite::Saved,
            false => NotedWrite::Unsaved,
        }
    }

    /// Notes a write to a container before it happens; returns whether all of it is saved already.
    #[cold]
    pub(crate) fn note_edit(&mut self, s: RawVector, pos: usize, removed: usize, inserted: Option<usize>) -> bool {
        let object = self.value_of(s.0.cast());
        let Some(watched) = self.watched.objects.iter().find(|w| w.index == object.index()) else { return false };
        let saved = watched.saved_in >= self.checkpoint_epoch;
        if let Some(place) = watched.place {
            let elsewhere = removed == 1 && inserted == Some(1) && pos != place || inserted == Some(1) && pos > place;
            self.watched.written |= !elsewhere;
            return saved;
        }
        self.watched.written = true;
        let end = (pos + removed).min(s.len());
        // SAFETY: the elements lie in the initialised part of the buffer.
        let old = unsafe { elements_of(s, pos.min(end)..end) }.to_vec();
        self.watched.writes.push(RecentWrite { object, part: Part::Elements { at: pos, inserted }, old, shape: None });
        saved
    }

    /// Keeps a watched container from having the heap's epoch after it was saved.
    #[cold]
    pub(crate) fn keep_watched(&mut self, s: RawVector) {
        let index = self.value_of(s.0.cast()).index();
        let Some(watched) = self.watched.objects.iter_mut().find(|w| w.index == index) else { return };
        // SAFETY: a container in use by an operation has a live cell.
        let header = unsafe { &mut (*s.list()).header };
        if header.epoch == self.epoch {
            (watched.saved_in, header.epoch) = (self.epoch, 0);
        }
    }
}
