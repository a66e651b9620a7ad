//! Writes between one event and the next: to variables, attributes and items.
//!
//! Variables are compared with their values at the event before: those of the innermost frame, and at a call also its
//! caller's. Writes to objects are read from the end of the journal, which must hold every write. Writing an equal
//! value is no write, and neither is building an object with contents (a list display). So the answer for an event
//! depends only on it and the one before, wherever a run begins.
//!
//! At the first event after a switch the variables of both threads' innermost frames are compared, as what either did
//! since the event before. Variables that closures share count there as written if their cell was.

use std::collections::HashMap;

use rustc_hash::{FxHashMap, FxHashSet};
use ttd_core::value::Value;
use ttd_core::{JournalPosition, Part, RecentWrite};

use crate::vm::code::CodeRt;
use crate::vm::event::{EventKind, How};
use crate::vm::stack::frame::Frame;
use crate::vm::threads::shared;
use crate::{Vm, ids};

/// Something that can be written to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum WriteLocation {
    /// A variable: the time of its frame's first call, the code, the variable's index.
    Variable { frame: u64, code: u32, at: usize },
    /// An attribute in an instance.
    Attribute { object: Value, name: Value },
    /// What a dict or list holds under a key.
    Item { object: Value, key: Value },
    /// What a set or deque holds.
    Member { object: Value },
}

/// A write: its location and the new value, `UNBOUND` for a deletion.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Write {
    pub(crate) location: WriteLocation,
    pub(crate) value: Value,
}

/// Finds writes between events.
pub(crate) struct Writes {
    /// The variables of frames, by the frames' first calls: raw words and allocation ids.
    frames: HashMap<u64, Vec<(u64, u64)>>,
    journal_place: Option<JournalPosition>,
    /// The thread that ran at the event before, and the number of switches up to it.
    thread: (Value, Value),
    /// The allocation count at the event before.
    pub(crate) allocation_count: u64,
}

impl Default for Writes {
    fn default() -> Writes {
        let thread = (Value::NONE, Value::NONE);
        Writes { frames: HashMap::new(), journal_place: None, thread, allocation_count: 0 }
    }
}

impl Writes {
    /// Notes the state at an event.
    pub(crate) fn begin(vm: &Vm) -> Writes {
        let mut writes = Writes::default();
        for frame in vm.frames().filter(|frame| frame.code().counted) {
            writes.frames.insert(frame.born, vm.snapshot_of(frame));
        }
        for (_, frames) in vm.frames_of_others() {
            writes.frames.extend(frames.into_iter().map(|frame| (frame.born, frame.held)));
        }
        writes.advance(vm);
        writes
    }

    /// Returns the writes since the event before, which must be the one observed last.
    pub(crate) fn observe(&mut self, vm: &Vm) -> Vec<Write> {
        let mut found = Vec::new();
        let kind = vm.state.last.kind;
        let parts = match (vm.is_detached(), self.journal_place) {
            (true, _) if vm.is_first_of_moment() => vm.heap.writes_at_moment(),
            (false, Some(place)) => vm.heap.writes_since(place),
            _ => Vec::new(),
        };
        if self.thread.1 != vm.threads(shared::SWITCHES) {
            self.compare_others(vm, &parts, &mut found);
        }
        for (place, frame) in vm.frames().filter(|frame| frame.code().counted).take(2).enumerate() {
            match (place, kind) {
                (0, EventKind::Call) if frame.born as i64 == vm.now() => {
                    self.compare_frame(vm, frame, true, &mut found);
                }
                // Others' writes to its variables while it waited, through closures, are not its own.
                (0, EventKind::Call) | (1, EventKind::Return) => {
                    self.frames.insert(frame.born, vm.snapshot_of(frame));
                }
                (0, _) | (_, EventKind::Call) => self.compare_frame(vm, frame, false, &mut found),
                _ => {}
            }
        }
        if kind == EventKind::Return && vm.state.last.how != How::Suspend {
            self.frames.remove(&vm.state.last.frame);
        }
        let mut found = WriteCollector { writes: found, seen: FxHashSet::default() };
        for part in &parts {
            vm.writes_to(part, &mut found);
        }
        found.writes
    }

    /// Moves on: to be called when the event was dealt with.
    pub(crate) fn advance(&mut self, vm: &Vm) {
        self.journal_place = Some(vm.heap.journal_position());
        self.thread = (vm.threads(shared::CURRENT), vm.threads(shared::SWITCHES));
        self.allocation_count = vm.heap.allocation_count();
    }

    /// Compares the innermost frames of threads that do not run, if they have changed since the event before; and what
    /// closures share with that of the thread that runs now.
    fn compare_others(&mut self, vm: &Vm, parts: &[RecentWrite], found: &mut Vec<Write>) {
        for (record, frames) in vm.frames_of_others() {
            let innermost = frames.len().saturating_sub(1);
            for (number, frame) in frames.into_iter().enumerate() {
                let ran = record == self.thread.0;
                if let Some(before) = self.frames.get(&frame.born).filter(|_| number == innermost) {
                    note_changes(frame.born, frame.code, &frame.held, before, found, |at| {
                        ran || !is_shared(frame.code, at)
                    });
                }
                self.frames.insert(frame.born, frame.held);
            }
        }
        let innermost = vm.frames().find(|frame| frame.code().counted);
        let Some(frame) = innermost.filter(|_| self.thread.0 != vm.threads(shared::CURRENT)) else { return };
        let Some(before) = self.frames.get_mut(&frame.born) else { return };
        for (at, held) in vm.snapshot_of(frame).into_iter().enumerate() {
            if let Some(before) = before.get_mut(at).filter(|_| is_shared(frame.code(), at)) {
                let cell = vm.register_in(frame, at);
                let written = parts.iter().find(|part| part.object == cell && matches!(part.part, Part::Slots(0)));
                // Who wrote it before the interval does not matter.
                *before = written.and_then(|part| part.old.first()).map_or(held, |old| (*old, 0));
                if before.0 == held.0 {
                    *before = held;
                }
            }
        }
    }

    /// Compares a frame's variables with the snapshot. `new`: without one, the variables held nothing, but for those
    /// of the functions around it.
    fn compare_frame(&mut self, vm: &Vm, frame: &Frame, new: bool, found: &mut Vec<Write>) {
        let now = vm.snapshot_of(frame);
        let known = self.frames.get(&frame.born).map(Vec::as_slice);
        if let Some(before) = known.or(new.then_some(&[])) {
            let locals = &frame.code().code.locals;
            note_changes(frame.born, frame.code(), &now, before, found, |at| known.is_some() || !locals[at].free);
        }
        self.frames.insert(frame.born, now);
    }
}

/// A user frame of a thread that does not run.
struct OtherFrame {
    born: u64,
    code: &'static CodeRt,
    /// Its variables: raw words and allocation ids.
    held: Vec<(u64, u64)>,
}

/// Whether a closure can write to a variable.
fn is_shared(code: &CodeRt, at: usize) -> bool {
    code.code.locals[at].cell || code.code.locals[at].free
}

/// Notes what of a frame's variables differs from the snapshot, of those that count.
fn note_changes(
    frame: u64,
    code: &CodeRt,
    now: &[(u64, u64)],
    before: &[(u64, u64)],
    found: &mut Vec<Write>,
    counts: impl Fn(usize) -> bool,
) {
    for (at, held) in now.iter().enumerate() {
        let old = before.get(at).copied().unwrap_or((Value::UNBOUND.raw(), 0));
        if old != *held && counts(at) {
            let location = WriteLocation::Variable { frame, code: code.id, at };
            found.push(Write { location, value: Value::from_raw(held.0) });
        }
    }
}

impl Vm {
    /// The variables of a frame: raw words and allocation ids.
    fn snapshot_of(&self, frame: &Frame) -> Vec<(u64, u64)> {
        (0..frame.code().nlocals as usize).map(|at| self.identified(self.local_at(frame, at))).collect()
    }

    /// A value's raw word and allocation id.
    fn identified(&self, v: Value) -> (u64, u64) {
        (v.raw(), if v.is_obj() { self.heap.alloc_id(v) } else { 0 })
    }

    /// The user frames of the threads that do not run, from the bottom.
    fn frames_of_others(&self) -> Vec<(Value, Vec<OtherFrame>)> {
        let frames_of = |record: Value| {
            let list = self.stack_words(record);
            let words = self.heap.list(list);
            let user = self.suspended_frames(list).into_iter().filter(|(_, frame)| frame.code.counted);
            user.map(|(_, suspended)| {
                let frame = Frame { code: suspended.code, func: suspended.values[1], ..Frame::NONE };
                let value = |at| self.value_of_local(&frame, at, words[suspended.registers + at]);
                let held = (0..suspended.code.nlocals as usize).map(|at| self.identified(value(at))).collect();
                OtherFrame { born: suspended.born, code: suspended.code, held }
            })
            .collect()
        };
        self.other_threads().into_iter().map(|(record, _)| (record, frames_of(record))).collect()
    }

    /// Whether the machine stands inside the log.
    pub(super) fn is_detached(&self) -> bool {
        self.log.as_ref().is_some_and(|log| log.detached)
    }

    pub(super) fn is_first_of_moment(&self) -> bool {
        let replay = self.log.as_ref().and_then(|log| log.replay.as_ref());
        // At a checkpoint the block that was read last need not be this one; its event has a moment of its own.
        let later = |first: i64, last: i64| first < self.now() && self.now() <= last;
        replay.is_none_or(|replay| !later(replay.first(), replay.time))
    }

    fn writes_to(&self, part: &RecentWrite, found: &mut WriteCollector) {
        match (part.object.tid(), part.part) {
            (ids::INST, Part::Slots(first)) => self.writes_to_slots(part, first, found),
            (ids::LIST, _) if self.is_thread_data(part.object) => {}
            (ids::LIST | ids::DICT, _) if self.is_finalizer_data(part.object) => {}
            (ids::LIST, Part::Elements { at, inserted }) => {
                let now = self.heap.list(part.object);
                let new = now.iter().enumerate().skip(at).take(inserted.unwrap_or(usize::MAX));
                for (i, v) in new.filter(|(i, v)| part.old.get(i - at) != Some(&v.raw())) {
                    found.add(WriteLocation::Item { object: part.object, key: Value::int(i as i64) }, *v);
                }
            }
            (ids::DICT, Part::Elements { at, inserted }) => self.writes_to_dict(part, at, inserted, found),
            (ids::SET, Part::Elements { at, inserted }) => {
                let old: FxHashSet<u64> = part.old.chunks_exact(2).map(|entry| entry[1]).collect();
                let end = self.heap.set_slots(part.object).min(inserted.map_or(usize::MAX, |n| at + n));
                let members = (at..end).filter_map(|i| self.heap.set_slot_at(part.object, i)).map(|(_, v)| v);
                members
                    .filter(|v| !old.contains(&v.raw()))
                    .for_each(|v| found.add(WriteLocation::Member { object: part.object }, v));
            }
            (ids::DEQUE, Part::Elements { .. }) => {
                let items = (0..self.heap.deque_len(part.object)).map(|i| self.heap.deque_get(part.object, i));
                let old: FxHashSet<u64> = part.old.iter().copied().collect();
                let new = items.filter(|v| !old.contains(&v.raw()));
                new.for_each(|v| found.add(WriteLocation::Member { object: part.object }, v));
            }
            _ => {}
        }
    }

    fn writes_to_slots(&self, part: &RecentWrite, first: usize, found: &mut WriteCollector) {
        let object = part.object;
        let now = self.heap.shape(object);
        let before = part.shape.filter(|shape| *shape != now).map(|shape| self.loaded.shapes.get(shape));
        let shape = self.loaded.shapes.get(now);
        let replaced = |slot: u32| (slot as usize).checked_sub(first).and_then(|i| part.old.get(i).copied());
        let names = |attrs: &[(Value, u32)]| attrs.iter().copied().filter(|(name, _)| name.is(ids::STR)).collect();
        let held: Vec<(Value, u32)> = names(&shape.attrs);
        for (name, slot) in held {
            // Another name may have had the slot.
            let was = before.map_or(Some(slot), |before| before.slot(name));
            let old = if part.old.is_empty() { None } else { was.map_or(Some(Value::UNBOUND.raw()), replaced) };
            let value = self.heap.slot(object, slot as usize);
            if old.is_some_and(|old| old != value.raw()) && replaced(slot).is_some() {
                found.add(WriteLocation::Attribute { object, name }, value);
            }
        }
        let dropped = before.filter(|_| !shape.dict).map_or(Vec::new(), |before| names(&before.attrs));
        for (name, _) in dropped.into_iter().filter(|(name, _)| shape.slot(*name).is_none()) {
            found.add(WriteLocation::Attribute { object, name }, Value::UNBOUND);
        }
    }

    fn writes_to_dict(&self, part: &RecentWrite, at: usize, inserted: Option<usize>, found: &mut WriteCollector) {
        let object = part.object;
        let end = inserted.map_or(usize::MAX, |n| at + n);
        let limit = self.heap.dict_size(object).min(end);
        let mut old: FxHashMap<u64, u64> = FxHashMap::default();
        for entry in part.old.chunks_exact(3) {
            old.entry(entry[1]).or_insert(entry[2]);
        }
        let now: Vec<(Value, Value)> =
            (at..limit).filter_map(|i| self.heap.dict_entry(object, i)).map(|(_, key, value)| (key, value)).collect();
        for (key, value) in &now {
            if old.get(&key.raw()) != Some(&value.raw()) {
                found.add(WriteLocation::Item { object, key: *key }, *value);
            }
        }
        if part.old.is_empty() {
            return;
        }
        let present: FxHashSet<u64> = now.iter().map(|(key, _)| key.raw()).collect();
        for entry in part.old.chunks_exact(3) {
            let key = Value::from_raw(entry[1]);
            let is_gone = || !present.contains(&entry[1]) && key.is(ids::STR);
            if !key.is_unbound() && is_gone() && self.dict_get_name(object, key).is_none() {
                found.add(WriteLocation::Item { object, key }, Value::UNBOUND);
            }
        }
    }
}

/// More writes than this are looked up by hash.
const FEW: usize = 8;

/// Collects writes. The first journal entry about a location has its value at the event before.
struct WriteCollector {
    writes: Vec<Write>,
    /// The locations of the writes, once there are many.
    seen: FxHashSet<WriteLocation>,
}

impl WriteCollector {
    fn add(&mut self, location: WriteLocation, value: Value) {
        if matches!(location, WriteLocation::Member { .. }) || self.is_new(location) {
            self.writes.push(Write { location, value });
        }
    }

    fn is_new(&mut self, location: WriteLocation) -> bool {
        if self.writes.len() < FEW {
            return self.writes.iter().all(|write| write.location != location);
        }
        if self.seen.is_empty() {
            self.seen.extend(self.writes.iter().map(|write| write.location));
        }
        self.seen.insert(location)
    }
}
