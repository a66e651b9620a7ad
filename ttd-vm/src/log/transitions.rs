//! The steps of a block: what leads from a moment to the next, written once, and then going by a number.
//!
//! # Why the unsafe code is sound
//!
//! `Transitions::known` points to steps that were boxed, and belong to it until `forget` frees them. `Transitions::places` points to
//! the same steps; whoever reads one there makes no other reference to it meanwhile.

use std::cell::{Cell, OnceCell};
use std::rc::Rc;

use rustc_hash::FxHashMap;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::frame_table::FrameTemplate;
use super::write::cached_transition::{CachedTransition, TransitionKey};
use super::write::transition_plan::Plan;
use crate::vm::stack::frame::Frame;

/// A step, as it is read.
pub(crate) struct Transition {
    pub(crate) plan: Rc<Plan>,
    /// How many frames were popped.
    pub(crate) popped: u32,
    /// What is pushed.
    pub(crate) pushed: PushedFrame,
}

/// Frames that a step pushes.
#[derive(Clone, Copy)]
pub(crate) enum PushedFrame {
    Nothing,
    /// The frame of this call, born so long before the moment's first event.
    SameAge(FrameTemplate, u64),
    /// The frame of this call, born at this time.
    SameBirth(FrameTemplate, u64),
    /// The number of the call and the age stand in the moment.
    Explicit,
}

/// How many steps of a table lie together.
const CHUNK: usize = 64;
/// How many steps a table can have: their numbers, and one bit, fit into two bytes.
const MAX_TRANSITIONS: usize = (1 << 13) - CHUNK;
/// So many blocks share a table; what they pushed is kept until all of them are forgotten.
const TABLE_BLOCKS: u32 = 512;

type Chunk = Box<[OnceCell<Transition>; CHUNK]>;

/// Steps by their numbers. They are shared by blocks that were written one after the other.
pub(crate) struct Table {
    chunks: [OnceCell<Chunk>; MAX_TRANSITIONS / CHUNK],
    count: Cell<usize>,
}

impl Table {
    fn new() -> Table {
        Table { chunks: [const { OnceCell::new() }; MAX_TRANSITIONS / CHUNK], count: Cell::new(0) }
    }

    /// The step with this number, from 1 on.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn get(&self, number: usize) -> &Transition {
        let at = number - 1;
        let chunk = self.chunks[at / CHUNK].get().and_then(|chunk| chunk[at % CHUNK].get());
        chunk.unwrap_or_else(|| panic!("there is no transition {number}"))
    }

    /// Adds a step; its number, if it has room.
    fn add(&self, transition: Transition) -> Option<u16> {
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

    /// What the frames refer to that are pushed.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        for number in 1..=self.count() {
            if let PushedFrame::SameAge(call, _) | PushedFrame::SameBirth(call, _) = &self.get(number).pushed {
                f(&call.frame.values());
            }
        }
    }
}

/// Places for steps that are found quickly.
const SLOTS: usize = 1 << 11;

/// The steps of the open block, and what is known of others.
pub(crate) struct Transitions {
    /// The steps of the block, and of some before it.
    pub(crate) table: Rc<Table>,
    /// How many blocks began with it.
    blocks: u32,
    cached: Vec<*mut CachedTransition>,
    /// The places of `known` by their keys.
    index: FxHashMap<TransitionKey, usize>,
    /// Steps with a number, by `place`; `nothing` where there is none.
    slots: Box<[*const CachedTransition; SLOTS]>,
    sentinel: *mut CachedTransition,
    /// The steps that came the last time, by `guess`.
    predictions: Box<[Cell<*const CachedTransition>; SLOTS]>,
    /// Hashes of keys that were seen once: what happens only once is not worth a step.
    seen_keys: Box<[u32; SLOTS]>,
}

/// The place of a step.
#[inline(always)]
fn slot_of(pc: *const Ins, prev: *const Ins, point: u32) -> usize {
    // The upper bits of a product are mixed well if the lower ones of a factor differ.
    let ways = (prev as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (u64::from(point) << 40);
    ((pc as u64).wrapping_add(ways).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 53) as usize
}

/// The place of the step that is expected where the last moment was at `prev` and, if a frame is pushed, the one below
/// goes on at `low_pc`.
#[inline(always)]
fn prediction_slot(pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> usize {
    // With these factors, instructions that are near to one another have places that are far: two steps of a loop with
    // the same place would drive each other away every time.
    let far = |pc: *const Ins, factor: usize| (pc as usize).wrapping_mul(factor);
    let mixed = (pc as usize).wrapping_add(far(prev, 1449)).wrapping_add(far(low_pc, 889));
    mixed / size_of::<Ins>() % SLOTS
}

impl Transitions {
    /// None.
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
            cached: Vec::new(),
            index: FxHashMap::default(),
            slots: places,
            sentinel: nothing,
            predictions: guesses,
            seen_keys: seen,
        }
    }

    /// A block begins.
    pub(crate) fn clear(&mut self) {
        self.blocks += 1;
        if self.blocks < TABLE_BLOCKS && self.table.count() < MAX_TRANSITIONS {
            return;
        }
        (self.table, self.blocks) = (Rc::new(Table::new()), 0);
        self.slots.fill(self.sentinel);
        if self.cached.len() >= MAX_TRANSITIONS {
            self.forget();
        }
        (0..self.cached.len()).for_each(|at| self.get(at).set_id(0));
        self.clear_predictions();
    }

    /// No step is expected.
    fn clear_predictions(&mut self) {
        self.predictions.iter().for_each(|place| place.set(self.sentinel));
    }

    /// The step that came the last time: see `guess`.
    #[inline(always)]
    pub(crate) fn predicted(&self, pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> *const CachedTransition {
        self.predictions[prediction_slot(pc, prev, low_pc)].get()
    }

    /// This one came.
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

    /// A step with a number that may be the one from `prev` to `pc` of a frame that was at `point`: its key has to be looked at.
    #[inline(always)]
    pub(crate) fn at(&self, pc: *const Ins, prev: *const Ins, point: u32) -> *const CachedTransition {
        self.slots[slot_of(pc, prev, point)]
    }

    /// Any that is known.
    pub(crate) fn find(&mut self, key: &TransitionKey) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The step with this index.
    pub(crate) fn get(&mut self, at: usize) -> &mut CachedTransition {
        // SAFETY: it is there, and was boxed.
        unsafe { &mut *self.cached[at] }
    }

    /// Makes it the one that is found quickly, if it has a number.
    pub(crate) fn put(&mut self, at: usize) {
        let key = self.get(at).key;
        self.slots[slot_of(key.pc, key.prev, key.point)] = self.cached[at];
    }

    /// Takes its number away.
    pub(crate) fn clear_id(&mut self, at: usize) {
        let cached = self.get(at);
        cached.set_id(0);
        let place = slot_of(cached.key.pc, cached.key.prev, cached.key.point);
        if std::ptr::eq(self.slots[place], self.cached[at]) {
            self.slots[place] = self.sentinel;
        }
        self.clear_predictions();
    }

    /// Whether a key was seen before, or another one with the same hash.
    pub(crate) fn was_seen(&mut self, key: &TransitionKey) -> bool {
        let hash = std::hash::BuildHasher::hash_one(self.index.hasher(), key);
        std::mem::replace(&mut self.seen_keys[hash as usize % SLOTS], (hash >> 32) as u32) == (hash >> 32) as u32
    }

    /// Adds one that is not known; its index. None when there are too many.
    pub(crate) fn add(&mut self, cached: CachedTransition) -> Option<usize> {
        if self.cached.len() >= MAX_TRANSITIONS {
            return None;
        }
        self.index.insert(cached.key, self.cached.len());
        self.cached.push(Box::into_raw(Box::new(cached)));
        Some(self.cached.len() - 1)
    }

    /// Gives it a number, if there is one left.
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
