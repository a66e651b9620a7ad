//! `tracemalloc`: where objects were allocated.
//!
//! Allocating does nothing for it. Every object has a number, and the numbers grow; so it suffices to note, at the
//! events that tracing delivers anyway, which numbers were given out since the event before, and where the program
//! stood there. An object's place is found by its number, and what is alive by looking, when it is asked for.
//!
//! All of it is a list in `slots::MEMORY`, so it travels. What is noted depends on the run alone.
//!
//! **Cost.** Nothing while memory is not traced. Otherwise a look at the stack for each event of the program and the
//! library, and three words for each stretch of allocations; stretches of which nothing is alive are dropped when there
//! are twice as many as the last time. Answers walk over all objects.

use std::hash::{Hash, Hasher};

use rustc_hash::{FxHashSet, FxHasher};
use ttd_core::value::Value;

use crate::Vm;
use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::event::EventKind;
use crate::vm::slots;

/// The items of the list in `slots::MEMORY`.
mod item {
    /// How many frames are kept of an allocation, an int.
    pub(super) const LIMIT: usize = 0;
    /// The number of the first object that is not noted yet, an int.
    pub(super) const SINCE: usize = 1;
    /// Where these objects come from: a tuple of frames and their number, or None before the first event.
    pub(super) const PLACE: usize = 2;
    /// What is noted, a list: the first number of a stretch, the one behind it, the place.
    pub(super) const STRETCHES: usize = 3;
    /// The known places by a hash of them, a dict.
    pub(super) const PLACES: usize = 4;
    /// The length of the stretches at which they are looked through, an int.
    pub(super) const PRUNED_AT: usize = 5;
    /// The most bytes that were traced since the last reset, an int.
    pub(super) const PEAK: usize = 6;
}

/// Stretches take this many words at least before they are looked through.
const FIRST_PRUNING: i64 = 3 << 16;

/// Garbage up to this many bytes is taken for the interpreter's own and counts for no peak.
const OWN_GARBAGE: i64 = 4096;

/// A place in a program: code and line.
type Site = (&'static CodeRt, u32);

impl Vm {
    /// Whether allocations are traced.
    pub(crate) fn traces_memory(&self) -> bool {
        self.global(slots::MEMORY).is_obj()
    }

    fn memory_item(&self, item: usize) -> Value {
        self.heap.list(self.global(slots::MEMORY))[item]
    }

    fn set_memory_item(&mut self, item: usize, v: Value) {
        let state = self.global(slots::MEMORY);
        self.heap.list_set(state, item, v);
    }

    /// Begins to trace allocations, and to keep `limit` frames of each.
    pub(crate) fn begin_memory_tracing(&mut self, limit: i64) {
        let (stretches, places) = (self.new_list(&[]), self.new_dict());
        let (zero, pruned_at) = (Value::int(0), Value::int(FIRST_PRUNING));
        let items = [Value::int(limit), zero, Value::NONE, stretches, places, pruned_at, zero];
        let state = self.new_list(&items);
        self.heap.set_slot(self.globals, slots::MEMORY, state);
        self.set_memory_item(item::SINCE, Value::int(self.heap.allocation_count() as i64));
        self.refresh_tracing();
    }

    /// Ends tracing and forgets what was noted.
    pub(crate) fn end_memory_tracing(&mut self) {
        self.heap.set_slot(self.globals, slots::MEMORY, Value::UNBOUND);
        self.refresh_tracing();
    }

    /// How many frames are kept of an allocation.
    pub(crate) fn memory_limit(&self) -> i64 {
        if self.traces_memory() { self.memory_item(item::LIMIT).as_int() } else { 1 }
    }

    /// Forgets what was noted; tracing goes on.
    pub(crate) fn forget_allocations(&mut self) {
        let stretches = self.memory_item(item::STRETCHES);
        self.heap.list_clear(stretches);
        self.set_memory_item(item::SINCE, Value::int(self.heap.allocation_count() as i64));
    }

    /// Notes what was allocated since the last event, and where the program is now.
    pub(super) fn note_event_of_memory(&mut self, kind: EventKind, line: u32) -> Res<()> {
        // What follows a return is allocated by the caller.
        let (skipped, line) = if kind == EventKind::Return { (1, None) } else { (0, Some(line)) };
        self.note_allocations();
        self.note_place(skipped, line)?;
        if self.heap.list(self.memory_item(item::STRETCHES)).len() as i64 >= self.memory_item(item::PRUNED_AT).as_int()
        {
            self.prune_stretches()?;
        }
        Ok(())
    }

    /// Another stack is the current one now.
    pub(crate) fn note_switch_of_memory(&mut self) -> Res<()> {
        if !self.traces_memory() {
            return Ok(());
        }
        self.note_allocations();
        self.note_place(0, None)
    }

    /// Notes the objects that were allocated since that was done last.
    fn note_allocations(&mut self) {
        let (since, place) = (self.memory_item(item::SINCE), self.memory_item(item::PLACE));
        let now = Value::int(self.heap.allocation_count() as i64);
        if since == now || place.is_none() {
            return;
        }
        let stretches = self.memory_item(item::STRETCHES);
        match self.heap.list(stretches) {
            [.., end, last] if *end == since && *last == place => {
                let at = self.heap.list(stretches).len() - 2;
                self.heap.list_set(stretches, at, now);
            }
            _ => self.heap.list_extend(stretches, &[since, now, place]),
        }
        self.set_memory_item(item::SINCE, now);
    }

    /// Notes where the program is; `skipped` frames of it have ended. `line` is that of the first frame, if known.
    fn note_place(&mut self, skipped: usize, line: Option<u32>) -> Res<()> {
        let limit = self.memory_item(item::LIMIT).as_int() as usize;
        let mut sites: Vec<Site> = Vec::with_capacity(limit.min(64));
        let mut total = 0;
        for (from_top, frame) in self.frames().enumerate() {
            let code = frame.code();
            if !code.is_traceable() {
                continue;
            }
            total += 1;
            if total > skipped && sites.len() < limit {
                let pc = if from_top == 0 { self.pc } else { frame.pc };
                let found = || match code.line_of(code.index_of(pc).saturating_sub(1)) {
                    0 => code.code.first_line,
                    line => line,
                };
                sites.push((code, line.filter(|_| sites.is_empty()).unwrap_or_else(found)));
            }
        }
        let total = total.saturating_sub(skipped).min(usize::from(u16::MAX));
        let place = if sites.is_empty() { Value::NONE } else { self.interned_place(&sites, total)? };
        self.set_memory_item(item::PLACE, place);
        // The notes themselves are not traced.
        self.set_memory_item(item::SINCE, Value::int(self.heap.allocation_count() as i64));
        Ok(())
    }

    /// Returns the one object for this place: its frames as programs see them, and how many there are.
    fn interned_place(&mut self, sites: &[Site], total: usize) -> Res {
        let places = self.memory_item(item::PLACES);
        let mut hasher = FxHasher::default();
        total.hash(&mut hasher);
        sites.iter().for_each(|(code, line)| (&*code.code.path, *line).hash(&mut hasher));
        let mut key = (hasher.finish() >> 20) as i64;
        while let Some(known) = self.dict_get(places, Value::int(key))? {
            if self.is_place(known, sites, total) {
                return Ok(known);
            }
            key += 1;
        }
        let mut frames = Vec::with_capacity(sites.len());
        for (code, line) in sites {
            let file = self.intern(&code.code.path);
            frames.push(self.new_tuple(&[file, Value::int(i64::from(*line))]));
        }
        let frames = self.new_tuple(&frames);
        let place = self.new_tuple(&[frames, Value::int(total as i64)]);
        self.dict_set(places, Value::int(key), place)?;
        Ok(place)
    }

    fn is_place(&self, place: Value, sites: &[Site], total: usize) -> bool {
        let [frames, known_total] = self.heap.tuple(place) else { return false };
        let frames = self.heap.tuple(*frames);
        let same = |(frame, (code, line)): (&Value, &Site)| {
            let frame = self.heap.tuple(*frame);
            self.heap.bytes(frame[0]) == code.code.path.as_bytes() && frame[1] == Value::int(i64::from(*line))
        };
        *known_total == Value::int(total as i64) && frames.len() == sites.len() && frames.iter().zip(sites).all(same)
    }

    /// Returns the place where an object was allocated, if that is known.
    pub(crate) fn place_of_object(&mut self, object: Value) -> Option<Value> {
        if !self.traces_memory() || !object.is_obj() {
            return None;
        }
        self.note_allocations();
        self.place_of_number(self.heap.alloc_id(object))
    }

    fn place_of_number(&self, number: u64) -> Option<Value> {
        let stretches = self.heap.list(self.memory_item(item::STRETCHES)).as_chunks::<3>().0;
        let after = stretches.partition_point(|[first, ..]| first.as_int() as u64 <= number);
        let [_, end, place] = stretches.get(after.checked_sub(1)?)?;
        (number < end.as_int() as u64).then_some(*place)
    }

    /// The traced objects that the program can reach, oldest first, each with its place.
    pub(crate) fn traced_objects(&mut self) -> Vec<(Value, Value)> {
        if !self.traces_memory() {
            return Vec::new();
        }
        self.note_allocations();
        let mut all: Vec<(u64, Value)> =
            self.reached_objects().into_iter().map(|v| (self.heap.alloc_id(v), v)).collect();
        all.sort_unstable_by_key(|(number, _)| *number);
        all.dedup_by_key(|(number, _)| *number);
        all.into_iter().filter_map(|(number, v)| Some((v, self.place_of_number(number)?))).collect()
    }

    /// Drops the stretches of which nothing is alive, and the places that are needed by none that is left.
    fn prune_stretches(&mut self) -> Res<()> {
        let alive: Vec<u64> = self.traced_objects().iter().map(|(v, _)| self.heap.alloc_id(*v)).collect();
        let stretches = self.memory_item(item::STRETCHES);
        let mut kept = Vec::new();
        let mut needed = FxHashSet::from_iter([self.memory_item(item::PLACE)]);
        for stretch in self.heap.list(stretches).as_chunks::<3>().0 {
            let first = alive.partition_point(|number| *number < stretch[0].as_int() as u64);
            if alive.get(first).is_some_and(|number| *number < stretch[1].as_int() as u64) {
                kept.extend(stretch);
                needed.insert(stretch[2]);
            }
        }
        let pruned_at = (2 * kept.len() as i64).max(FIRST_PRUNING);
        self.heap.list_replace(stretches, kept);
        self.set_memory_item(item::PRUNED_AT, Value::int(pruned_at));
        let (places, left, mut at) = (self.memory_item(item::PLACES), self.new_dict(), 0);
        while let Some((next, key, hash, place)) = self.dict_next(places, at) {
            at = next;
            if needed.contains(&place) {
                self.dict_set_hashed(left, key, hash, place)?;
            }
        }
        self.set_memory_item(item::PLACES, left);
        // The notes themselves are not traced.
        self.set_memory_item(item::SINCE, Value::int(self.heap.allocation_count() as i64));
        Ok(())
    }

    /// What the notes take.
    pub(crate) fn bytes_of_memory_notes(&self) -> i64 {
        if !self.traces_memory() {
            return 0;
        }
        let words = self.heap.list(self.memory_item(item::STRETCHES)).len();
        let places = self.heap.dict_len(self.memory_item(item::PLACES)) as i64;
        8 * words as i64 + places * (56 + 16 * (2 + self.memory_item(item::LIMIT).as_int()))
    }

    /// The most bytes that were traced, given those that are now, and those that were in use at most and are now. What
    /// is in use now and not traced was so at the most, too, as far as one can tell.
    pub(crate) fn memory_peak(&mut self, traced: i64, highest: i64, used: i64) -> i64 {
        let gone = highest - used;
        let measured = if gone < OWN_GARBAGE { traced } else { traced + gone };
        let peak = self.memory_item(item::PEAK).as_int().max(measured);
        self.set_memory_item(item::PEAK, Value::int(peak));
        peak
    }

    /// Begins a new peak.
    pub(crate) fn reset_memory_peak(&mut self, traced: i64) {
        self.set_memory_item(item::PEAK, Value::int(traced));
    }

    /// Whether an object belongs to the notes.
    pub(crate) fn is_memory_note(&self, v: Value) -> bool {
        self.traces_memory()
            && (v == self.global(slots::MEMORY) || self.heap.list(self.global(slots::MEMORY)).contains(&v))
    }
}
