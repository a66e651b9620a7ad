//! Finalization: `__del__`, weak references, abandoned generators, coroutines that were never awaited.
//!
//! A program can observe it, so it happens only at points that every run passes alike: calls of natives and classes,
//! `del`, creation of a generator, `gc.collect()` and the end. Whether it happens there depends only on the program's
//! state: a list of candidates and counters, in `Vm::finalizer_state`. Roots are the program's state; checkpoints, the
//! log and the debugger are not. `docs/architecture/finalization.md` has the reasons.
//!
//! # Cost
//!
//! A program without candidates pays one comparison per call of a native. With them, a search costs as much as marking
//! the live objects, or less if it finds all candidates alive early. The first searches are free until they could have
//! marked `FREE_MARKS` objects, which makes small programs finalize promptly; after that, one is due when
//! `ALLOCATIONS_PER_LIVE` times as many objects were allocated as are alive.

pub(crate) mod finalizers;
pub mod registry;

use ttd_core::value::Value;
use ttd_core::{Scope, TypeId, Unreachable};

use crate::native::Res;
use crate::vm::objects::shapes::Shapes;
use crate::vm::objects::weak_references;
use crate::{Vm, ids};

use registry::fields;

/// Number of objects that free searches may mark: enough for a hundred searches in a program that imports little.
const FREE_MARKS: i64 = 670_000;
/// How many variables may be looked at for what marking an object costs.
const LOOKS_PER_MARK: i64 = 8;
/// Minimum number of allocations between two due searches.
const MIN_ALLOCATIONS: i64 = 8192;
/// How many objects are allocated between two due searches for each that is alive: marking one costs about as much as
/// making one, and a search now and then is not to be seen in the time of a program.
const ALLOCATIONS_PER_LIVE: i64 = 3;

/// Every how many due searches the live objects are counted. The others end once all candidates were found alive.
const COUNT_INTERVAL: i64 = 2;

/// Which kind of finalization is pending ([`crate::vm::State::finalizer_urgency`]).
pub mod urgency {
    /// Nothing.
    pub const NONE: u8 = 0;
    /// Generators and the like: searched after `del`, and now and then.
    pub const LAZY: u8 = 1;
    /// `__del__` and callbacks of weak references: searched at calls as well.
    pub const PROMPT: u8 = 2;
}

impl Vm {
    /// Searches if a search is due, before a call or after `del`, unless native code waits. `observed`: the call will
    /// observe whether an object is dead, so search even if library code makes it.
    #[cold]
    #[inline(never)]
    pub(crate) fn finalization_point(&mut self, observed: bool) -> Res<()> {
        self.search_point(observed, None)
    }

    /// As [`Vm::finalization_point`], before a weak reference is asked for its object. A search that is not due is not
    /// made where a variable is seen to hold that.
    #[cold]
    #[inline(never)]
    pub(crate) fn finalization_point_of(&mut self, reference: Value) -> Res<()> {
        match weak_references::target(self, reference) {
            Some(target) => self.search_point(true, Some(target)),
            None => Ok(()),
        }
    }

    fn search_point(&mut self, observed: bool, asked: Option<Value>) -> Res<()> {
        if self.limits.native_depth > 0 {
            return Ok(());
        }
        if !self.is_search_due(fields::SEARCHED_AT, 1) {
            let credit = self.finalizer_slot(fields::CREDIT).as_int();
            if credit <= 0 || !observed && !self.top_ref().code().code.program {
                return Ok(());
            }
            if let Some(target) = asked {
                let (held, looked_at) = self.is_held(target);
                if held {
                    let left = credit - 1 - looked_at / LOOKS_PER_MARK;
                    self.set_finalizer_slots(&[(fields::CREDIT, left)]);
                    return Ok(());
                }
            }
            let charge = self.finalizer_slot(fields::LIVE).as_int();
            self.set_finalizer_slots(&[(fields::CREDIT, credit - charge)]);
            // The first search measures the cost of the others.
            return self.finalize_dead(charge == 0).map(|_| ());
        }
        self.set_finalizer_slots(&[(fields::SEARCHED_AT, self.heap.allocation_count() as i64)]);
        let whole = self.is_search_due(fields::COUNTED_AT, COUNT_INTERVAL);
        self.finalize_dead(whole).map(|_| ())
    }

    /// Whether a variable of a running function, or of the module of the last one, holds an object; and how many were
    /// looked at.
    fn is_held(&self, v: Value) -> (bool, i64) {
        let (mut held, mut looked_at) = (false, 0);
        self.each_live_root(&mut |root| {
            held |= root == v;
            looked_at += 1;
        });
        let globals = self.top_ref().globals;
        let mut at = 0;
        while !held && let Some((next, _, _, value)) = self.dict_next(globals, at) {
            held = value == v;
            looked_at += 1;
            at = next;
        }
        (held, looked_at)
    }

    /// Whether `times` the interval between due searches was allocated since the count in a slot.
    fn is_search_due(&self, slot: usize, times: i64) -> bool {
        let since = self.heap.allocation_count() as i64 - self.finalizer_slot(slot).as_int();
        since >= times * self.search_interval()
    }

    /// How many allocations lie between two due searches.
    fn search_interval(&self) -> i64 {
        (ALLOCATIONS_PER_LIVE * self.finalizer_slot(fields::LIVE).as_int()).max(MIN_ALLOCATIONS)
    }

    fn set_finalizer_slots(&mut self, changes: &[(usize, i64)]) {
        for &(slot, value) in changes {
            self.heap.set_slot(self.finalizer_state, slot, Value::int(value));
        }
        self.refresh_search();
    }

    /// Converts when searches are due to the form that calls compare.
    pub(crate) fn refresh_search(&mut self) {
        let at = self.finalizer_slot(fields::SEARCHED_AT).as_int() + self.search_interval();
        self.limits.search_at = u64::try_from(at).unwrap_or(0);
        self.limits.search_credit = self.finalizer_slot(fields::CREDIT).as_int() > 0;
    }

    /// Whether a finalization point before a call that observes nothing may search: `search_point` decides.
    #[inline]
    pub(crate) fn may_search(&self) -> bool {
        self.heap.allocation_count() >= self.limits.search_at
            || self.limits.search_credit && self.top_ref().code().code.program
    }

    /// Searches only if the number of allocations makes it due.
    pub(crate) fn finalization_point_if_due(&mut self) -> Res<()> {
        match self.is_search_due(fields::SEARCHED_AT, 1) {
            true => self.finalization_point(false),
            false => Ok(()),
        }
    }

    /// Finalizes everything unreachable and returns the number of dead objects.
    pub(crate) fn finalize(&mut self) -> Res<i64> {
        self.finalize_dead(true)
    }

    /// `whole`: count the live objects as well.
    fn finalize_dead(&mut self, whole: bool) -> Res<i64> {
        let found = self.find_dead(whole);
        if found.dead.is_empty() {
            self.update_urgency();
            return Ok(0);
        }
        let jobs = self.jobs_of(&found.dead);
        let ran = !jobs.is_empty();
        if ran {
            let first = self.cleared_first(&found);
            let callbacks = self.clear_weak(&first, &found.dead)?;
            self.run_jobs(callbacks)?;
        }
        self.run_jobs(jobs)?;
        // Other resurrected objects keep their weak references.
        let dead = if ran { self.find_dead(true).dead } else { found.dead };
        let callbacks = self.clear_weak(&dead, &dead)?;
        self.run_jobs(callbacks)?;
        self.update_urgency();
        Ok(dead.len() as i64)
    }

    /// Finalizes everything that is left, at the end of the program.
    pub(crate) fn finalize_all(&mut self) -> Res<()> {
        self.heap.set_slot(self.finalizer_state, fields::ENDING, Value::TRUE);
        // Nobody asks any more how many objects are alive.
        self.finalize_dead(false)?;
        let list = self.finalizer_slot(fields::CANDIDATES);
        // Finalizers write to streams, which are closed last.
        let left: Vec<Value> = self.heap.list(list).iter().copied().filter(|v| !self.is_stream(*v)).collect();
        let jobs = self.jobs_of(&left);
        self.run_jobs(jobs)
    }

    /// Whether the program is over and everything that is left is being finalized.
    pub(crate) fn is_ending(&self) -> Value {
        self.finalizer_slot(fields::ENDING)
    }

    /// Closes the streams that nothing refers to, as counting references would have done, and returns whether there
    /// was one. Not while native code waits, and not in an evaluation, which may not write.
    #[cold]
    pub(crate) fn close_abandoned(&mut self) -> Res<bool> {
        let streams = self.streams();
        if streams.is_empty() || self.limits.native_depth > 0 || self.host.in_diversion() {
            return Ok(false);
        }
        let dead = self.dead_streams(&streams);
        if dead.is_empty() {
            return Ok(false);
        }
        let jobs = self.jobs_of(&dead);
        self.run_jobs(jobs)?;
        self.update_urgency();
        Ok(true)
    }

    /// Finds the streams that nothing refers to, each before what it refers to. Mostly that is a file that was opened
    /// just now: that all others are in use is soon found out, and that nothing refers to this one needs a look at
    /// young objects alone.
    fn dead_streams(&mut self, streams: &[Value]) -> Vec<Value> {
        let scope = Scope { whole: false, cycles: false };
        if self.heap.were_found_alive(streams) {
            return self.search(streams, scope).dead;
        }
        let (roots, shapes) = (self.live_roots(), &self.loaded.shapes);
        let owner = |tid, shape| owner(shapes, tid, shape);
        // The lists that know of streams do not keep them.
        let lists = [self.finalizer_state, self.finalizer_slot(fields::CANDIDATES), self.finalizer_slot(fields::REFS)];
        let young = self.heap.find_young_dead(&mut |m| m.values(&roots), &owner, streams, &lists).unwrap_or_default();
        if !young.is_empty() {
            let others: Vec<Value> = streams.iter().copied().filter(|v| !young.contains(v)).collect();
            if others.is_empty() || self.search(&others, scope).dead.is_empty() {
                return young;
            }
        }
        self.search(streams, scope).dead
    }

    /// Finalizes what is unreachable, where `close_abandoned` would do something; returns whether it is such a place.
    #[cold]
    pub(crate) fn finalizes_abandoned(&mut self) -> Res<bool> {
        let can = self.limits.native_depth == 0 && !self.host.in_diversion();
        if can {
            self.finalize_dead(false)?;
        }
        Ok(can)
    }

    /// As `close_abandoned`, if the program looks at a file whose name is that of one that it has open for writing: the
    /// text in the buffer of an abandoned stream must be there.
    pub(crate) fn close_abandoned_named(&mut self, path: &[u8]) -> Res<()> {
        let written = self.lib("written_names");
        if !written.is(ids::DICT) || self.heap.dict_len(written) == 0 {
            return Ok(());
        }
        let name = path.rsplit(|c| *c == b'/').next().unwrap_or(path);
        let name = self.new_bytes(name);
        if self.dict_get(written, name)?.is_some() {
            self.close_abandoned()?;
        }
        Ok(())
    }

    /// Finds the unreachable objects among the candidates and the targets of weak references.
    fn find_dead(&mut self, whole: bool) -> Unreachable {
        let candidates = self.prune_candidates();
        let lists = self.reference_lists();
        let cycles = !candidates.is_empty() && !lists.is_empty();
        let mut targets = candidates;
        for list in lists {
            let all = self.heap.list(list).to_vec();
            targets.extend(all.first().and_then(|r| weak_references::target(self, *r)));
            targets.extend(all);
        }
        let found = self.search(&targets, Scope { whole, cycles });
        if let Some(live) = found.live {
            let allocated = self.heap.allocation_count() as i64;
            self.set_finalizer_slots(&[
                (fields::SEARCHED_AT, allocated),
                (fields::COUNTED_AT, allocated),
                (fields::LIVE, live as i64),
            ]);
        }
        found
    }

    fn search(&mut self, targets: &[Value], scope: Scope) -> Unreachable {
        let roots = self.live_roots();
        let shapes = &self.loaded.shapes;
        self.heap.find_unreachable(&mut |m| m.values(&roots), &|tid, shape| owner(shapes, tid, shape), targets, scope)
    }

    fn live_roots(&self) -> Vec<Value> {
        let mut roots: Vec<Value> = Vec::with_capacity(1024);
        self.each_live_root(&mut |v| roots.push(v));
        // Frames come after the interpreter's own objects, but most candidates are near them.
        roots.reverse();
        roots
    }

    /// Finds the dead objects, as far as they were not freed yet.
    pub(crate) fn uncollected_garbage(&mut self) -> Vec<Value> {
        let mut roots = self.live_roots();
        roots.extend(&self.loaded.immortals);
        let shapes = &self.loaded.shapes;
        self.heap.uncollected_garbage(&mut |m| m.values(&roots), &|tid, shape| owner(shapes, tid, shape))
    }

    /// Those of some dead objects that are in cycles or that these hold.
    pub(crate) fn held_by_cycles(&self, dead: Vec<Value>) -> Vec<Value> {
        // A dead generator is closed, so that it has no frame.
        let lets_go = |tid: TypeId| [ids::GENERATOR, ids::COROUTINE, ids::ASYNC_GEN].contains(&tid);
        self.heap.held_by_cycles(dead, &|tid, shape| owner(&self.loaded.shapes, tid, shape), lets_go)
    }

    /// Drops generators that have ended and futures that are done, and returns the remaining candidates.
    pub(super) fn prune_candidates(&mut self) -> Vec<Value> {
        let list = self.finalizer_slot(fields::CANDIDATES);
        let all = self.heap.list(list).to_vec();
        let goes_on = |v: &Value| if v.is(ids::INST) { !self.is_settled_future(*v) } else { self.may_be_closed(*v) };
        let left: Vec<Value> = all.iter().copied().filter(goes_on).collect();
        if left.len() < all.len() {
            self.heap.list_replace(list, left.clone());
        }
        left
    }
}

/// The class that an instance refers to by its shape.
fn owner(shapes: &Shapes, tid: TypeId, shape: u32) -> Option<Value> {
    (tid == ids::INST).then(|| shapes.get(shape).class)
}
