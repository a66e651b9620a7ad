//! The search for cyclic garbage: what counting references would have left for a collector of cycles.

use rustc_hash::FxHashMap;

use crate::gc::marker::Marker;
use crate::gc::search_hints::CellSet;
use crate::gc::unreachable::{Owner, REACHED};
use crate::heap::Heap;
use crate::object::Storage;
use crate::value::{TypeId, Value};

impl Heap {
    /// Returns the objects that the roots cannot reach and that were not freed yet. The journal does not count, nor
    /// does an object that has not been allocated yet, where one has gone back.
    ///
    /// Takes time in proportion to the heap. What was freed already is not found, so callers record the result where
    /// runs must be equal.
    pub fn uncollected_garbage(&mut self, roots: &mut dyn FnMut(&mut Marker<'_>), owner: &Owner<'_>) -> Vec<Value> {
        let traversal = self.mark_with_owners(REACHED, roots, owner, &CellSet::default(), &mut |_| false);
        let mut dead = Vec::new();
        let allocated = self.allocation_count();
        self.each_cell(|heap, cell| {
            let v = heap.value_of(cell);
            if heap.storage_at(v.index()) == Storage::Free {
                return;
            }
            let header = heap.header(v);
            if header.mark & REACHED == 0 && header.alloc_id < allocated {
                dead.push(v);
            }
        });
        self.clear_marks(traversal.reached, REACHED);
        dead
    }

    /// Returns those of some dead objects that cycles of them hold, by allocation id.
    ///
    /// Objects of the types for which `lets_go` says so refer to nothing: a finalizer has emptied them.
    pub fn held_by_cycles(&self, dead: Vec<Value>, owner: &Owner<'_>, lets_go: fn(TypeId) -> bool) -> Vec<Value> {
        let mut left = self.without_acyclic(dead, owner, lets_go);
        left.sort_by_key(|v| self.alloc_id(*v));
        left
    }

    /// Drops the objects that counting references frees: those to which none of the others refers, again and again.
    pub(super) fn without_acyclic(
        &self,
        mut dead: Vec<Value>,
        owner: &Owner<'_>,
        lets_go: fn(TypeId) -> bool,
    ) -> Vec<Value> {
        let mut counts: FxHashMap<u32, u32> = dead.iter().map(|v| (v.index(), 0)).collect();
        let each_reference = |v: Value, f: &mut dyn FnMut(Value)| {
            if !lets_go(v.tid()) {
                self.each_reference(v.index(), owner, &mut |to| {
                    if to.is_obj() {
                        f(to)
                    }
                });
            }
        };
        for v in &dead {
            each_reference(*v, &mut |to| {
                if let Some(count) = counts.get_mut(&to.index()) {
                    *count += 1;
                }
            });
        }
        let mut free: Vec<Value> = dead.iter().copied().filter(|v| counts[&v.index()] == 0).collect();
        while let Some(v) = free.pop() {
            counts.remove(&v.index());
            each_reference(v, &mut |to| {
                if let Some(count) = counts.get_mut(&to.index()) {
                    *count -= 1;
                    if *count == 0 {
                        free.push(to);
                    }
                }
            });
        }
        dead.retain(|v| counts.contains_key(&v.index()));
        dead
    }
}
