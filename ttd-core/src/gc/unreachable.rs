//! The search for unreachable objects, for finalisation.
//!
//! # Why the unsafe code is sound
//!
//! Roots and fields hold values of live cells, so every index that is met has an initialised header, whose storage
//! tells how to read the cell.

use crate::gc::marker::Marker;
use crate::gc::search_hints::CellSet;
use crate::heap::Heap;
use crate::object::{Slots, Storage, Tuple};
use crate::raw_vector::RawVector;
use crate::value::{TypeId, Value};
use std::collections::{HashMap, HashSet};

/// The bit in the marks of reached objects; the rest of a mark is the collector's.
pub(crate) const REACHED: u8 = 0x80;
/// The bit of objects visited while ordering the dead.
pub(crate) const ORDERED: u8 = 0x40;

/// Returns the object that objects of this type and shape refer to through their shape.
pub type Owner<'a> = dyn Fn(TypeId, u32) -> Option<Value> + 'a;

/// The result of `find_unreachable`.
#[derive(Debug, Default)]
pub struct Unreachable {
    /// The unreachable candidates: each before what it refers to, except in cycles; otherwise in the given order.
    pub dead: Vec<Value>,
    /// The number of reachable objects, if the search was complete.
    pub live: Option<u64>,
    /// Those of the dead that cycles hold, where that was asked for.
    pub cyclic: Vec<Value>,
}

/// What a search for unreachable objects is to find.
#[derive(Debug, Clone, Copy)]
pub struct Scope {
    /// The number of reachable objects as well: then the search does not end with the candidates.
    pub whole: bool,
    /// Which of the dead are in cycles, or held by such.
    pub cycles: bool,
}

enum Visit {
    Enter(u32),
    Leave(u32),
}

impl Heap {
    /// Finds the candidates that the roots cannot reach. The journal does not count: what only the past can reach is
    /// dead to the program. The result depends on the program's state alone, provided that the candidates do. Unless
    /// the whole is asked for, the search ends as soon as it has reached all of them.
    pub fn find_unreachable(
        &mut self,
        roots: &mut dyn FnMut(&mut Marker<'_>),
        owner: &Owner<'_>,
        candidates: &[Value],
        scope: Scope,
    ) -> Unreachable {
        let whole = scope.whole;
        let mut missing = candidates;
        let mut enough = |heap: &Heap| {
            while let [rest @ .., last] = missing
                && heap.header(*last).mark & REACHED != 0
            {
                missing = rest;
            }
            !whole && missing.is_empty()
        };
        let first = match whole {
            true => CellSet::default(),
            false => self.search_hints.take(candidates),
        };
        let mut traversal = self.mark_with_owners(REACHED, roots, owner, &first, &mut enough);
        let dead: Vec<Value> = candidates.iter().copied().filter(|&v| self.header(v).mark & REACHED == 0).collect();
        if !whole && dead.is_empty() {
            self.search_hints.learn(first, &traversal, candidates);
        }
        let reached = &mut traversal.reached;
        // The result must not depend on the order in which objects were met.
        let live = (whole || !dead.is_empty()).then_some(reached.len() as u64);
        let first_dead = reached.len();
        let dead = if dead.len() < 2 && !scope.cycles { dead } else { self.in_order(dead, owner, &[], reached) };
        let cyclic = match scope.cycles && !dead.is_empty() {
            true => {
                let graph = reached[first_dead..].iter().map(|index| self.value_of(self.cell_at(*index))).collect();
                let held: HashSet<u32> =
                    self.without_acyclic(graph, owner, |_| false).iter().map(|v| v.index()).collect();
                dead.iter().copied().filter(|v| held.contains(&v.index())).collect()
            }
            false => Vec::new(),
        };
        self.clear_marks(traversal.reached, REACHED | ORDERED);
        Unreachable { dead, live, cyclic }
    }

    /// Whether the last search has found all of these candidates alive: then another one is short, unless one has died.
    pub fn were_found_alive(&self, candidates: &[Value]) -> bool {
        self.search_hints.cover(candidates)
    }

    /// Clears bits in the marks of the cells that a traversal has marked, and keeps its memory for the next one.
    pub(crate) fn clear_marks(&mut self, mut marked: Vec<u32>, bits: u8) {
        for index in marked.drain(..) {
            // SAFETY: see the module.
            unsafe { (*self.cell_at(index)).mark &= !bits };
        }
        self.mark_stack = marked;
    }

    /// Orders objects before what they refer to: the reverse of the order in which a depth-first search leaves them.
    /// Cells whose mark is one of `passed` are left out. Newly marked cells are appended to `marked`.
    pub(crate) fn in_order(
        &mut self,
        dead: Vec<Value>,
        owner: &Owner<'_>,
        passed: &[u8],
        marked: &mut Vec<u32>,
    ) -> Vec<Value> {
        let asked: HashMap<u32, Value> = dead.iter().map(|v| (v.index(), *v)).collect();
        let mut left = Vec::with_capacity(dead.len());
        let mut work: Vec<Visit> = Vec::new();
        for v in dead.iter().rev() {
            work.push(Visit::Enter(v.index()));
            while let Some(visit) = work.pop() {
                match visit {
                    Visit::Leave(index) => left.extend(asked.get(&index)),
                    Visit::Enter(index) => {
                        // SAFETY: see the module.
                        let header = unsafe { &mut *self.cell_at(index) };
                        if header.mark & (REACHED | ORDERED) != 0 || passed.contains(&header.mark) {
                            continue;
                        }
                        header.mark |= ORDERED;
                        marked.push(index);
                        work.push(Visit::Leave(index));
                        self.each_reference(index, owner, &mut |v| {
                            if v.is_obj() {
                                work.push(Visit::Enter(v.index()));
                            }
                        });
                    }
                }
            }
        }
        left.reverse();
        left
    }

    /// Calls `f` with everything that an object refers to.
    pub(crate) fn each_reference(&self, index: u32, owner: &Owner<'_>, f: &mut dyn FnMut(Value)) {
        let cell = self.cell_at(index);
        let mut each = |words: &[u64]| words.iter().for_each(|w| f(Value::from_raw(*w)));
        // SAFETY: see the module; the storage says how to read the cell.
        unsafe {
            match (*cell).storage {
                Storage::Slots => {
                    let s = cell.cast::<Slots>();
                    let slots = (&raw const (*s).slots).cast::<u64>();
                    each(std::slice::from_raw_parts(slots, (*s).cap as usize));
                    if let Some(v) = owner(TypeId((*cell).tid), (*s).shape) {
                        f(v);
                    }
                }
                Storage::Tuple => {
                    let t = cell.cast::<Tuple>();
                    let items = (&raw const (*t).items).cast::<u64>();
                    each(std::slice::from_raw_parts(items, (*t).len as usize));
                }
                Storage::Free | Storage::Bytes | Storage::Boxed | Storage::Buffer => {}
                Storage::List | Storage::Deque => each(self.words(RawVector(cell.cast()))),
                Storage::Dict => {
                    self.words(RawVector(cell.cast())).chunks_exact(3).for_each(|e| each(&e[1..3]));
                }
                Storage::Set => {
                    self.words(RawVector(cell.cast())).chunks_exact(2).for_each(|e| each(&e[1..2]));
                }
            }
        }
    }
}
