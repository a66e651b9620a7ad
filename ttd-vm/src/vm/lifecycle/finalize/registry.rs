//! Candidates for finalization and weak references, as program state.

use ttd_core::value::Value;

use super::{FREE_MARKS, urgency};
use crate::native::Res;
use crate::vm::objects::weak_references;
use crate::{Vm, ids};

/// From this many candidates on, those that have ended are dropped before a search is due.
const MIN_PRUNED: i64 = 256;

/// The slots of `Vm::finalizer_state`.
pub mod fields {
    /// The candidates, in the order of registration: a list.
    pub const CANDIDATES: usize = 0;
    /// Maps an object's allocation id to a tuple: the object, which this keeps from being reclaimed, and the list of
    /// its weak references.
    pub const REFS: usize = 1;
    /// The allocation count at the last due search.
    pub const SEARCHED_AT: usize = 2;
    /// Number of live objects when they were last counted.
    pub const LIVE: usize = 3;
    /// Number of objects that free searches may still mark.
    pub const CREDIT: usize = 4;
    /// The allocation count when live objects were last counted.
    pub const COUNTED_AT: usize = 5;
    /// Whether the program is over and everything that is left is being finalized.
    pub const ENDING: usize = 6;
    /// The number of candidates at which those that need no finalization any more are dropped.
    pub const PRUNE_AT: usize = 7;
    /// Number of slots.
    pub const COUNT: usize = 8;
}

impl Vm {
    /// Makes the state of finalization.
    pub(crate) fn make_finalizer_state(&mut self) {
        let (candidates, refs) = (self.new_list(&[]), self.new_dict());
        let (zero, credit) = (Value::int(0), Value::int(FREE_MARKS));
        let prune_at = Value::int(MIN_PRUNED);
        let parts = [candidates, refs, zero, zero, credit, zero, Value::FALSE, prune_at];
        self.finalizer_state = self.heap.new_slots_from(ids::INST, 0, &parts);
    }

    pub(super) fn finalizer_slot(&self, slot: usize) -> Value {
        self.heap.slot(self.finalizer_state, slot)
    }

    /// Registers a new object whose class has `__del__`.
    #[cold]
    pub(crate) fn register_instance(&mut self, v: Value) {
        let list = self.finalizer_slot(fields::CANDIDATES);
        self.heap.list_push(list, v);
        self.state.finalizer_urgency = urgency::PROMPT;
    }

    /// Registers an open stream, which is closed when nothing refers to it any more. An instance whose class has
    /// `__del__` is a candidate already.
    pub(crate) fn register_stream(&mut self, v: Value) {
        if !self.is_stream(v) {
            return;
        }
        let list = self.finalizer_slot(fields::CANDIDATES);
        self.heap.list_push(list, v);
        self.state.finalizer_urgency = self.state.finalizer_urgency.max(urgency::LAZY);
    }

    /// A stream was closed.
    pub(crate) fn forget_stream(&mut self, v: Value) {
        if !self.is_stream(v) {
            return;
        }
        let list = self.finalizer_slot(fields::CANDIDATES);
        if let Some(at) = self.heap.list(list).iter().rposition(|one| *one == v) {
            self.heap.list_remove(list, at);
        }
    }

    /// The open streams among the candidates.
    pub(crate) fn streams(&self) -> Vec<Value> {
        let all = self.heap.list(self.finalizer_slot(fields::CANDIDATES));
        all.iter().copied().filter(|v| self.is_stream(*v)).collect()
    }

    /// Whether a candidate is a stream: those of the program's own classes are instances with `__del__`, and futures
    /// register themselves.
    pub(super) fn is_stream(&self, v: Value) -> bool {
        v.is(ids::INST) && !self.has_del(self.type_of(v)) && !self.is_instance(v, self.types.future)
    }

    /// Registers a new generator or coroutine whose end a program can observe. Most have ended before a search is due:
    /// they are dropped earlier, so that no checkpoint keeps them.
    pub(crate) fn register_generator(&mut self, v: Value) {
        let list = self.finalizer_slot(fields::CANDIDATES);
        if self.heap.list(list).len() as i64 >= self.finalizer_slot(fields::PRUNE_AT).as_int() {
            let left = self.prune_candidates().len() as i64;
            let next = Value::int((2 * left).max(MIN_PRUNED));
            self.heap.set_slot(self.finalizer_state, fields::PRUNE_AT, next);
        }
        self.heap.list_push(list, v);
        self.state.finalizer_urgency = self.state.finalizer_urgency.max(urgency::LAZY);
    }

    /// Whether a container is one of those in which finalizers are noted, and no object of the program.
    pub(crate) fn is_finalizer_data(&self, container: Value) -> bool {
        self.finalizer_state.is_obj() && self.heap.slots(self.finalizer_state).contains(&container)
    }

    /// The list of weak references to an object, if any.
    pub(crate) fn weak_references(&mut self, target: Value) -> Option<Value> {
        let (refs, birth) = (self.finalizer_slot(fields::REFS), self.heap.alloc_id(target) as i64);
        let found = self.dict_get(refs, Value::int(birth)).ok().flatten()?;
        Some(self.heap.tuple(found)[1])
    }

    /// The lists of weak references of all objects that have some.
    pub(super) fn reference_lists(&self) -> Vec<Value> {
        let refs = self.finalizer_slot(fields::REFS);
        self.dict_pairs(refs).into_iter().map(|(_, entry)| self.heap.tuple(entry)[1]).collect()
    }

    /// Registers a new weak reference. The one that is shared, which has no callback, is the first of its target.
    pub(crate) fn register_weak(
        &mut self,
        target: Value,
        reference: Value,
        (callback, is_shared): (bool, bool),
    ) -> Res<()> {
        let list = match self.weak_references(target) {
            Some(list) => list,
            None => {
                let list = self.new_list(&[]);
                let (refs, birth) = (self.finalizer_slot(fields::REFS), self.heap.alloc_id(target) as i64);
                let entry = self.new_tuple(&[target, list]);
                self.dict_set(refs, Value::int(birth), entry)?;
                list
            }
        };
        match is_shared {
            true => self.heap.list_insert(list, 0, reference),
            false => self.heap.list_push(list, reference),
        }
        let calls_back = callback && weak_references::is_mortal(self, target);
        let kind = if calls_back { urgency::PROMPT } else { urgency::LAZY };
        self.state.finalizer_urgency = self.state.finalizer_urgency.max(kind);
        Ok(())
    }
}
