//! Transitions: how one moment follows from another, described once and then named by an id.
//!
//! # Why the unsafe code is sound
//!
//! `Transitions::cached` owns boxed transitions until `forget` frees them. `Transitions::slots` and `predictions` point
//! to the same boxes; while one of these pointers is read, no other reference to its target exists. `used` has room for
//! every id of a table, and `CachedTransition::is_noted` has each noted once.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::frame_table::FrameTemplate;
use super::write::cached_transition::{CachedTransition, TransitionKey};
use super::write::transition_plan::Plan;
use crate::vm::stack::frame::Frame;

/// A transition, as the reader needs it.
pub(crate) struct Transition {
    pub(crate) plan: Rc<Plan>,
    /// The code object of the lowest frame that can have changed.
    pub(crate) code: u32,
    /// How many frames were popped.
    pub(crate) popped: u32,
    /// The frame that is pushed.
    pub(crate) pushed: PushedFrame,
}

/// The frame that a transition pushes.
#[derive(Clone, Copy)]
pub(crate) enum PushedFrame {
    Nothing,
    /// From this template, born this number of events before the moment's first event.
    SameAge(FrameTemplate, u64),
    /// From this template, born at this time (a generator's frame).
    SameBirth(FrameTemplate, u64),
    /// Each moment names the template and the age.
    Explicit,
}

/// Transitions per allocation of a table.
const CHUNK: usize = 64;
/// The most transitions of a table: an id and one bit fit into two bytes.
const MAX_TRANSITIONS: usize = (1 << 13) - CHUNK;
/// Blocks per table. A table keeps alive what its transitions push until all its blocks are dropped.
const TABLE_BLOCKS: u32 = 512;

type Chunk = Box<[OnceCell<Transition>; CHUNK]>;

/// Transitions by id, shared by consecutive blocks.
pub(crate) struct Table {
    chunks: [OnceCell<Chunk>; MAX_TRANSITIONS / CHUNK],
    count: Cell<usize>,
}

impl Table {
    pub(super) fn new() -> Table {
        Table { chunks: [const { OnceCell::new() }; MAX_TRANSITIONS / CHUNK], count: Cell::new(0) }
    }

    /// Returns the transition with this id, from 1 on.
    ///
    /// # Panics
    /// If there is none.
    pub(crate) fn get(&self, number: usize) -> &Transition {
        let at = number - 1;
        let chunk = self.chunks[at / CHUNK].get().and_then(|chunk| chunk[at % CHUNK].get());
        chunk.unwrap_or_else(|| panic!("there is no transition {number}"))
    }

    /// Adds a transition, and returns its id if the table has room.
    pub(super) fn add(&self, transition: Transition) -> Option<u16> {
        let at = self.count.get();
        let chunk = self.chunks.get(at / CHUNK)?.get_or_init(|| Box::new([const { OnceCell::new() }; CHUNK]));
        chunk[at % CHUNK].set(transition).ok()?;
        self.count.set(at + 1);
        Some(at as u16 + 1)
    }

    /// How many there are.
    pub(crate) fn count(&self) -> usize {
        self.count.get()
    }

    /// The ids of the transitions that can write to a register of a frame of this code that was there before, in order.
    pub(crate) fn writing(&self, code: u32, register: u16) -> Vec<u16> {
        let writes = |number: &u16| {
            let transition = self.get(usize::from(*number));
            let plan = &transition.plan;
            // A frame that was popped and pushed may be one that stays.
            let replaces = transition.popped > 0 && !matches!(transition.pushed, PushedFrame::Nothing);
            let writes = || {
                plan.logged.contains(&register)
                    || plan.copies.iter().any(|[to, _]| *to == register)
                    || plan.constants.iter().any(|(to, _)| *to == register)
            };
            replaces || transition.code == code && writes()
        };
        (1..=self.count() as u16).filter(writes).collect()
    }

    /// The ids of the transitions that lead to an instruction that is wanted, in order. `is_wanted` gets the code
    /// object, or none if it may be any, and the index.
    pub(crate) fn leading_to(&self, is_wanted: impl Fn(Option<u32>, u32) -> bool) -> Vec<u16> {
        let leads = |number: &u16| {
            let transition = self.get(usize::from(*number));
            let code = match &transition.pushed {
                PushedFrame::Nothing => Some(transition.code),
                PushedFrame::SameAge(call, _) | PushedFrame::SameBirth(call, _) => Some(call.frame.code().id),
                PushedFrame::Explicit => None,
            };
            is_wanted(code, transition.plan.pc)
        };
        (1..=self.count() as u16).filter(leads).collect()
    }

    /// Calls `f` with what the pushed frames refer to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        for number in 1..=self.count() {
            if let PushedFrame::SameAge(call, _) | PushedFrame::SameBirth(call, _) = &self.get(number).pushed {
                f(&call.frame.values());
            }
        }
    }
}

/// Slots of the hash tables below.
const SLOTS: usize = 1 << 11;

/// A transition, and the id that it had.
type Use = (*const CachedTransition, u16);

/// The transitions of the open block, and what the writer caches of them.
pub(crate) struct Transitions {
    /// The transitions of this block and of some blocks before it.
    pub(crate) table: Rc<Table>,
    /// How many blocks began with it.
    blocks: u32,
    /// The transitions that occur in the open block, each with the id that it had there. There are this many.
    used: Box<[Cell<Use>; MAX_TRANSITIONS]>,
    used_count: Cell<usize>,
    cached: Vec<*mut CachedTransition>,
    /// Indices into `cached`, by key.
    index: FxHashMap<TransitionKey, usize>,
    /// Transitions that have an id, by `slot_of`; `sentinel` in empty slots.
    slots: Box<[*const CachedTransition; SLOTS]>,
    sentinel: *mut CachedTransition,
    /// The transition that came last time, by `prediction_slot`.
    predictions: Box<[Cell<*const CachedTransition>; SLOTS]>,
    /// Hashes of keys seen once: a transition that never repeats is not worth learning.
    seen_keys: Box<[u32; SLOTS]>,
}

/// Returns the slot of a transition.
#[inline(always)]
fn slot_of(pc: *const Ins, prev: *const Ins, point: u32) -> usize {
    // The upper bits of a product are well mixed if the lower bits of a factor differ.
    let ways = (prev as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (u64::from(point) << 40);
    ((pc as u64).wrapping_add(ways).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 53) as usize
}

/// Returns the prediction slot for a moment at `pc` after one at `prev`; `low_pc` is where the frame below a pushed one
/// continues.
#[inline(always)]
fn prediction_slot(pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> usize {
    // These factors spread neighbouring instructions: two transitions of one loop in the same slot would evict each
    // other every time.
    let far = |pc: *const Ins, factor: usize| (pc as usize).wrapping_mul(factor);
    let mixed = (pc as usize).wrapping_add(far(prev, 1449)).wrapping_add(far(low_pc, 889));
    mixed / size_of::<Ins>() % SLOTS
}

impl Transitions {
    /// Makes an empty table and an empty cache.
    pub(crate) fn new() -> Transitions {
        let nothing = CachedTransition::new(TransitionKey::NONE, Plan::default(), Frame::NONE)
            .unwrap_or_else(|| panic!("nothing is too much"));
        let nothing = Box::into_raw(Box::new(nothing));
        let (places, seen) = (Box::new([nothing.cast_const(); SLOTS]), Box::new([0; SLOTS]));
        let guesses = Box::new([const { Cell::new(std::ptr::null()) }; SLOTS]);
        guesses.iter().for_each(|place| place.set(nothing));
        Transitions {
            table: Rc::new(Table::new()),
            blocks: 0,
            used: Box::new([const { Cell::new((std::ptr::null(), 0)) }; MAX_TRANSITIONS]),
            used_count: Cell::new(0),
            cached: Vec::new(),
            index: FxHashMap::default(),
            slots: places,
            sentinel: nothing,
            predictions: guesses,
            seen_keys: seen,
        }
    }

    /// Prepares for a new block.
    pub(crate) fn clear(&mut self) {
        self.blocks += 1;
        for (cached, _) in self.used[..self.used_count.take()].iter().map(Cell::get) {
            // SAFETY: it was boxed by `add`, and none was freed since the block began.
            unsafe { (*cached).is_noted.set(false) };
        }
        self.clear_predictions();
        if self.blocks < TABLE_BLOCKS && self.table.count() < MAX_TRANSITIONS {
            return;
        }
        (self.table, self.blocks) = (Rc::new(Table::new()), 0);
        self.slots.fill(self.sentinel);
        if self.cached.len() >= MAX_TRANSITIONS {
            self.forget();
        }
        (0..self.cached.len()).for_each(|at| self.get(at).set_id(0));
    }

    /// Notes that a transition, which must have an id, occurs in the open block. Where one was predicted this is known:
    /// all predictions were made since the block began.
    #[inline(always)]
    pub(crate) fn note_use(&self, cached: &CachedTransition) {
        if !cached.is_noted.get() {
            cached.is_noted.set(true);
            let count = self.used_count.get();
            // SAFETY: each id is noted once in a block, and no table has more ids than there is room for.
            unsafe { self.used.get_unchecked(count).set((cached, cached.number)) };
            self.used_count.set(count + 1);
        }
    }

    /// The ids that occur in the open block, in order.
    pub(super) fn used(&self) -> Box<[u16]> {
        let mut used: Box<[u16]> = self.used[..self.used_count.get()].iter().map(|noted| noted.get().1).collect();
        used.sort_unstable();
        used
    }

    /// Clears all predictions.
    fn clear_predictions(&mut self) {
        self.predictions.iter().for_each(|place| place.set(self.sentinel));
    }

    /// Returns the transition that came last time from `prev` to `pc`.
    #[inline(always)]
    pub(crate) fn predicted(&self, pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> *const CachedTransition {
        self.predictions[prediction_slot(pc, prev, low_pc)].get()
    }

    /// Predicts this transition for next time.
    #[inline(always)]
    pub(crate) fn predict(&self, low_pc: *const Ins, cached: &CachedTransition) {
        self.predictions[prediction_slot(cached.pc, cached.prev, low_pc)].set(cached);
    }

    fn forget(&mut self) {
        self.index.clear();
        for cached in self.cached.drain(..) {
            // SAFETY: it was boxed by `add`, and nothing points to it any more.
            drop(unsafe { Box::from_raw(cached) });
        }
    }

    /// Returns a transition that has an id and may lead from `prev` to `pc` with the frame at `point`; the caller
    /// compares keys.
    #[inline(always)]
    pub(crate) fn at(&self, pc: *const Ins, prev: *const Ins, point: u32) -> *const CachedTransition {
        self.slots[slot_of(pc, prev, point)]
    }

    /// Finds a cached transition by its key.
    pub(crate) fn find(&mut self, key: &TransitionKey) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// Returns the cached transition with this index.
    pub(crate) fn get(&mut self, at: usize) -> &mut CachedTransition {
        // SAFETY: it is there, and was boxed.
        unsafe { &mut *self.cached[at] }
    }

    /// Puts it into its slot, if it has an id.
    pub(crate) fn put(&mut self, at: usize) {
        let key = self.get(at).key;
        self.slots[slot_of(key.pc, key.prev, key.point)] = self.cached[at];
    }

    /// Takes its id away.
    pub(crate) fn clear_id(&mut self, at: usize) {
        let cached = self.get(at);
        cached.set_id(0);
        let place = slot_of(cached.key.pc, cached.key.prev, cached.key.point);
        if std::ptr::eq(self.slots[place], self.cached[at]) {
            self.slots[place] = self.sentinel;
        }
        self.clear_predictions();
    }

    /// Whether a key, or another one with this hash, was seen before.
    pub(crate) fn was_seen(&mut self, key: &TransitionKey) -> bool {
        let hash = std::hash::BuildHasher::hash_one(self.index.hasher(), key);
        std::mem::replace(&mut self.seen_keys[hash as usize % SLOTS], (hash >> 32) as u32) == (hash >> 32) as u32
    }

    /// Caches a new transition; returns its index, or `None` if the cache is full.
    pub(crate) fn add(&mut self, cached: CachedTransition) -> Option<usize> {
        if self.cached.len() >= MAX_TRANSITIONS {
            return None;
        }
        self.index.insert(cached.key, self.cached.len());
        self.cached.push(Box::into_raw(Box::new(cached)));
        Some(self.cached.len() - 1)
    }

    /// Gives it an id, if one is left.
    pub(crate) fn assign_id(&mut self, at: usize, transition: Transition) -> bool {
        let number = self.table.add(transition);
        self.get(at).set_id(number.unwrap_or(0));
        number.is_some()
    }
}

impl Drop for Transitions {
    fn drop(&mut self) {
        self.forget();
        // SAFETY: it was boxed by `new`, and nothing points to it any more.
        drop(unsafe { Box::from_raw(self.sentinel) });
    }
}
