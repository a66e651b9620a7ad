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

use super::frame_table::Call;
use super::write::cached_transition::{CachedTransition, Key};
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
    Aged(Call, u64),
    /// The frame of this call, born at this time.
    Born(Call, u64),
    /// The number of the call and the age stand in the moment.
    Each,
}

/// How many steps of a table lie together.
const CHUNK: usize = 64;
/// How many steps a table can have: their numbers, and one bit, fit into two bytes.
const MOST: usize = (1 << 13) - CHUNK;
/// So many blocks share a table; what they pushed is kept until all of them are forgotten.
const BLOCKS: u32 = 512;

type Chunk = Box<[OnceCell<Transition>; CHUNK]>;

/// Steps by their numbers. They are shared by blocks that were written one after the other.
pub(crate) struct Table {
    chunks: [OnceCell<Chunk>; MOST / CHUNK],
    count: Cell<usize>,
}

impl Table {
    fn new() -> Table {
        Table { chunks: [const { OnceCell::new() }; MOST / CHUNK], count: Cell::new(0) }
    }

    /// The step with this number, from 1 on.
    ///
    /// # Panics
    /// When there is none.
    pub(crate) fn get(&self, number: usize) -> &Transition {
        let at = number - 1;
        let chunk = self.chunks[at / CHUNK].get().and_then(|chunk| chunk[at % CHUNK].get());
        chunk.unwrap_or_else(|| panic!("there is no step {number}"))
    }

    /// Adds a step; its number, if it has room.
    fn add(&self, step: Transition) -> Option<u16> {
        let at = self.count.get();
        let chunk = self.chunks.get(at / CHUNK)?.get_or_init(|| Box::new([const { OnceCell::new() }; CHUNK]));
        chunk[at % CHUNK].set(step).ok()?;
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
            if let PushedFrame::Aged(call, _) | PushedFrame::Born(call, _) = &self.get(number).pushed {
                f(&call.frame.values());
            }
        }
    }
}

/// Places for steps that are found quickly.
const PLACES: usize = 1 << 11;

/// The steps of the open block, and what is known of others.
pub(crate) struct Transitions {
    /// The steps of the block, and of some before it.
    pub(crate) table: Rc<Table>,
    /// How many blocks began with it.
    blocks: u32,
    known: Vec<*mut CachedTransition>,
    /// The places of `known` by their keys.
    index: FxHashMap<Key, usize>,
    /// Steps with a number, by `place`; `nothing` where there is none.
    places: Box<[*const CachedTransition; PLACES]>,
    nothing: *mut CachedTransition,
    /// The steps that came the last time, by `guess`.
    guesses: Box<[Cell<*const CachedTransition>; PLACES]>,
    /// Hashes of keys that were seen once: what happens only once is not worth a step.
    seen: Box<[u32; PLACES]>,
}

/// The place of a step.
#[inline(always)]
fn place(pc: *const Ins, prev: *const Ins, point: u32) -> usize {
    // The upper bits of a product are mixed well if the lower ones of a factor differ.
    let ways = (prev as u64).wrapping_mul(0x9E37_79B9_7F4A_7C15) ^ (u64::from(point) << 40);
    ((pc as u64).wrapping_add(ways).wrapping_mul(0xD6E8_FEB8_6659_FD93) >> 53) as usize
}

/// The place of the step that is expected where the last moment was at `prev` and, if a frame is pushed, the one below
/// goes on at `low_pc`.
#[inline(always)]
fn guess(pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> usize {
    // With these factors, instructions that are near to one another have places that are far: two steps of a loop with
    // the same place would drive each other away every time.
    let far = |pc: *const Ins, factor: usize| (pc as usize).wrapping_mul(factor);
    let mixed = (pc as usize).wrapping_add(far(prev, 1449)).wrapping_add(far(low_pc, 889));
    mixed / size_of::<Ins>() % PLACES
}

impl Transitions {
    /// None.
    pub(crate) fn new() -> Transitions {
        let nothing = CachedTransition::new(Key::NONE, Plan::default(), Frame::NONE)
            .unwrap_or_else(|| panic!("nothing is too much"));
        let nothing = Box::into_raw(Box::new(nothing));
        let (places, seen) = (Box::new([nothing.cast_const(); PLACES]), Box::new([0; PLACES]));
        let guesses = Box::new([const { Cell::new(std::ptr::null()) }; PLACES]);
        guesses.iter().for_each(|place| place.set(nothing));
        Transitions {
            table: Rc::new(Table::new()),
            blocks: 0,
            known: Vec::new(),
            index: FxHashMap::default(),
            places,
            nothing,
            guesses,
            seen,
        }
    }

    /// A block begins.
    pub(crate) fn clear(&mut self) {
        self.blocks += 1;
        if self.blocks < BLOCKS && self.table.count() < MOST {
            return;
        }
        (self.table, self.blocks) = (Rc::new(Table::new()), 0);
        self.places.fill(self.nothing);
        if self.known.len() >= MOST {
            self.forget();
        }
        (0..self.known.len()).for_each(|at| self.get(at).set_number(0));
        self.expect_nothing();
    }

    /// No step is expected.
    fn expect_nothing(&mut self) {
        self.guesses.iter().for_each(|place| place.set(self.nothing));
    }

    /// The step that came the last time: see `guess`.
    #[inline(always)]
    pub(crate) fn expected(&self, pc: *const Ins, prev: *const Ins, low_pc: *const Ins) -> *const CachedTransition {
        self.guesses[guess(pc, prev, low_pc)].get()
    }

    /// This one came.
    #[inline(always)]
    pub(crate) fn expect(&self, low_pc: *const Ins, known: &CachedTransition) {
        self.guesses[guess(known.pc, known.prev, low_pc)].set(known);
    }

    fn forget(&mut self) {
        self.index.clear();
        for known in self.known.drain(..) {
            // SAFETY: it was boxed by `add`, and nothing points to it any more.
            drop(unsafe { Box::from_raw(known) });
        }
    }

    /// A step with a number that may be the one from `prev` to `pc` of a frame that was at `point`: its key has to be looked at.
    #[inline(always)]
    pub(crate) fn at(&self, pc: *const Ins, prev: *const Ins, point: u32) -> *const CachedTransition {
        self.places[place(pc, prev, point)]
    }

    /// Any that is known.
    pub(crate) fn find(&mut self, key: &Key) -> Option<usize> {
        self.index.get(key).copied()
    }

    /// The step with this index.
    pub(crate) fn get(&mut self, at: usize) -> &mut CachedTransition {
        // SAFETY: it is there, and was boxed.
        unsafe { &mut *self.known[at] }
    }

    /// Makes it the one that is found quickly, if it has a number.
    pub(crate) fn put(&mut self, at: usize) {
        let key = self.get(at).key;
        self.places[place(key.pc, key.prev, key.point)] = self.known[at];
    }

    /// Takes its number away.
    pub(crate) fn unnumber(&mut self, at: usize) {
        let known = self.get(at);
        known.set_number(0);
        let place = place(known.key.pc, known.key.prev, known.key.point);
        if std::ptr::eq(self.places[place], self.known[at]) {
            self.places[place] = self.nothing;
        }
        self.expect_nothing();
    }

    /// Whether a key was seen before, or another one with the same hash.
    pub(crate) fn is_seen(&mut self, key: &Key) -> bool {
        let hash = std::hash::BuildHasher::hash_one(self.index.hasher(), key);
        std::mem::replace(&mut self.seen[hash as usize % PLACES], (hash >> 32) as u32) == (hash >> 32) as u32
    }

    /// Adds one that is not known; its index. None when there are too many.
    pub(crate) fn add(&mut self, known: CachedTransition) -> Option<usize> {
        if self.known.len() >= MOST {
            return None;
        }
        self.index.insert(known.key, self.known.len());
        self.known.push(Box::into_raw(Box::new(known)));
        Some(self.known.len() - 1)
    }

    /// Gives it a number, if there is one left.
    pub(crate) fn number(&mut self, at: usize, step: Transition) -> bool {
        let number = self.table.add(step);
        self.get(at).set_number(number.unwrap_or(0));
        number.is_some()
    }
}

impl Drop for Transitions {
    fn drop(&mut self) {
        self.forget();
        // SAFETY: it was boxed by `new`, and nothing points to it any more.
        drop(unsafe { Box::from_raw(self.nothing) });
    }
}
