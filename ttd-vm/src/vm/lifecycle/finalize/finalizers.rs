//! Running finalizers of dead objects: `__del__`, `close()`, callbacks of weak references.

use std::collections::HashSet;

use ttd_core::Unreachable;
use ttd_core::value::Value;

use super::registry::fields;
use super::urgency;
use crate::native::{Res, Trap};
use crate::vm::objects::generator_layout;
use crate::vm::objects::weak_references;
use crate::{Vm, ids};

/// The kinds of jobs, numbered as in `lib/hidden/runtime/finalising.py`.
mod job {
    pub(super) const DEL: i64 = 0;
    pub(super) const CALLBACK: i64 = 1;
    pub(super) const CLOSE: i64 = 2;
    pub(super) const UNAWAITED: i64 = 3;
    pub(super) const HOOK: i64 = 4;
}

impl Vm {
    pub(super) fn may_be_closed(&self, generator: Value) -> bool {
        match self.generator_state(generator) {
            generator_layout::FINISHED => false,
            // Closing a generator that was never started runs nothing.
            generator_layout::CREATED => generator.is(ids::COROUTINE) || generator.is(ids::GENERATOR),
            _ => true,
        }
    }

    /// Makes the jobs for dead objects, which are then no longer candidates.
    pub(super) fn jobs_of(&mut self, dead: &[Value]) -> Vec<Value> {
        let list = self.finalizer_slot(fields::CANDIDATES);
        let candidates: HashSet<u64> = self.heap.list(list).iter().map(|v| v.raw()).collect();
        let mut jobs = Vec::new();
        let mut done = HashSet::new();
        for &v in dead.iter().filter(|v| candidates.contains(&v.raw())) {
            done.insert(v.raw());
            if let Some((kind, extra)) = self.job_of(v) {
                jobs.push(self.new_tuple(&[Value::int(kind), v, extra]));
            }
        }
        if !done.is_empty() {
            let left: Vec<Value> = self.heap.list(list).iter().copied().filter(|v| !done.contains(&v.raw())).collect();
            self.heap.list_replace(list, left);
        }
        jobs
    }

    fn job_of(&mut self, v: Value) -> Option<(i64, Value)> {
        if v.is(ids::INST) {
            let class = self.type_of(v);
            let f = self.lookup(class, self.names.del_)?;
            return Some((job::DEL, self.as_function(f)));
        }
        let state = self.generator_state(v);
        if v.is(ids::ASYNC_GEN) {
            let hook = self.extra(v, generator_layout::X_FINALIZER);
            let closed = self.extra(v, generator_layout::X_FLAGS).as_int() & generator_layout::ASYNC_CLOSED != 0;
            if !hook.is_none() && !closed && state != generator_layout::FINISHED {
                return Some((job::HOOK, hook));
            }
        }
        match state {
            generator_layout::CREATED if v.is(ids::COROUTINE) => Some((job::UNAWAITED, Value::NONE)),
            generator_layout::SUSPENDED => Some((job::CLOSE, Value::NONE)),
            _ => None,
        }
    }

    /// The dead objects whose weak references are cleared before finalizers run, so that they stay cleared when one
    /// resurrects them: what cycles hold, and generators. Counting references calls `__del__` first.
    pub(super) fn cleared_first(&self, found: &Unreachable) -> Vec<Value> {
        let generators = [ids::GENERATOR, ids::COROUTINE, ids::ASYNC_GEN];
        let cyclic: HashSet<u64> = found.cyclic.iter().map(|v| v.raw()).collect();
        let is_first = |v: &Value| generators.contains(&v.tid()) || cyclic.contains(&v.raw());
        found.dead.iter().copied().filter(|v| !v.is(ids::WEAKREF) && is_first(v)).collect()
    }

    /// Clears the weak references to some of the dead objects and drops references among them. Returns the jobs for
    /// callbacks.
    pub(super) fn clear_weak(&mut self, some: &[Value], dead: &[Value]) -> Res<Vec<Value>> {
        let gone: HashSet<u64> = dead.iter().map(|v| v.raw()).collect();
        let mut callbacks = Vec::new();
        let mut shortened = HashSet::new();
        for &v in some {
            if v.is(ids::WEAKREF) {
                self.remove_dead_references(v, &gone, &mut shortened)?;
                continue;
            }
            let Some(list) = self.weak_references(v) else { continue };
            for reference in weak_references::in_order(self, list) {
                let callback = weak_references::clear(self, reference);
                if !gone.contains(&reference.raw()) && !callback.is_none() {
                    let shown = weak_references::instance(self, reference);
                    callbacks.push(self.new_tuple(&[Value::int(job::CALLBACK), shown, callback]));
                }
            }
            let (refs, birth) = (self.finalizer_slot(fields::REFS), self.heap.alloc_id(v) as i64);
            self.dict_del(refs, Value::int(birth))?;
        }
        Ok(callbacks)
    }

    /// Drops a weak reference that died before its target, with all others of that which are dead: one target can have
    /// very many. `shortened`: the lists that this has been done with.
    fn remove_dead_references(
        &mut self,
        reference: Value,
        gone: &HashSet<u64>,
        shortened: &mut HashSet<u64>,
    ) -> Res<()> {
        let Some(target) = weak_references::target(self, reference).filter(|t| !gone.contains(&t.raw())) else {
            return Ok(());
        };
        let Some(list) = self.weak_references(target) else { return Ok(()) };
        if !shortened.insert(list.raw()) {
            return Ok(());
        }
        let left: Vec<Value> = self.heap.list(list).iter().copied().filter(|r| !gone.contains(&r.raw())).collect();
        if left.is_empty() {
            let (refs, birth) = (self.finalizer_slot(fields::REFS), self.heap.alloc_id(target) as i64);
            self.dict_del(refs, Value::int(birth))?;
        } else {
            self.heap.list_replace(list, left);
        }
        Ok(())
    }

    /// Recomputes the urgency from the remaining objects.
    pub(super) fn update_urgency(&mut self) {
        let list = self.finalizer_slot(fields::CANDIDATES);
        let instances = self.heap.list(list).iter().any(|v| v.is(ids::INST) && !self.is_stream(*v));
        let lists = self.reference_lists();
        let any = !self.heap.list(list).is_empty() || !lists.is_empty();
        let called = |r: &Value| weak_references::will_call_back(self, *r);
        let callbacks = lists.iter().any(|list| self.heap.list(*list).iter().any(called));
        self.state.finalizer_urgency = match (instances || callbacks, any) {
            (true, _) => urgency::PROMPT,
            (false, true) => urgency::LAZY,
            (false, false) => urgency::NONE,
        };
    }

    /// Runs finalizers, which are the program's code. What they raise goes to `sys.unraisablehook`.
    pub(super) fn run_jobs(&mut self, jobs: Vec<Value>) -> Res<()> {
        if jobs.is_empty() {
            return Ok(());
        }
        let jobs = self.new_list(&jobs);
        let f = self.lib("run_finalizers");
        match self.call(f, &[jobs]) {
            // No one can catch an exception here: not even the library had room to run.
            Ok(_) | Err(Trap::Raise(_)) => Ok(()),
            Err(trap) => Err(trap),
        }
    }
}
