//! Finalising: `__del__`, weak references, abandoned generators, coroutines that nobody has awaited.
//!
//! A program can see it, so it happens only where every run of the program comes alike: at calls of natives and
//! classes, after `del`, when a generator is made, in `gc.collect()` and at the end. Whether it happens there depends
//! on the program's state alone: a list of the objects that have something to be finalised, and counters. The roots
//! are the program's state; what checkpoints or the debugger hold does not count. [`Vm::hidden`] holds that state; it is
//! a root for reclaiming, but not for finalising.
//!
//! A program without such objects pays one comparison per call of a native. With them, a look around costs as much as
//! marking the live objects, unless it comes upon all that may have to be finalised earlier. So the first ones are free
//! until they could have marked [`CREDIT`] objects, which is what small programs notice; later one is made for as many
//! births as there are live objects.

pub(crate) mod finalizers;
pub mod registry;

use ttd_core::TypeId;
use ttd_core::value::Value;

use crate::native::Res;
use crate::types::weakref;
use crate::{Vm, ids};

use registry::fields;

/// How many objects free looks around may mark: those of a program that imports little suffice for a hundred looks.
const FREE_MARKS: i64 = 670_000;
/// How many births there are between two looks around at least.
const MIN_ALLOCATIONS: i64 = 8192;

/// How many times as many births there are between two looks that count the live objects. The others end as soon as
/// they have come upon all that may have to be finalised.
const COUNT_INTERVAL: i64 = 4;

/// What kind of finalising is waiting to be noticed ([`crate::vm::State::finalisable`]).
pub mod urgency {
    /// Nothing.
    pub const NONE: u8 = 0;
    /// Generators and the like: seen after `del`, and now and then.
    pub const LAZY: u8 = 1;
    /// `__del__` and callbacks of weak references: seen at calls as well.
    pub const PROMPT: u8 = 2;
}

impl Vm {
    /// A look around, if it is due: before a call, or after `del`. Only where no native code waits. `asked`: the call
    /// is going to see whether something is dead, also when the library makes it.
    #[cold]
    #[inline(never)]
    pub(crate) fn finalization_point(&mut self, asked: bool) -> Res<()> {
        if self.limits.native_depth > 0 {
            return Ok(());
        }
        if !self.is_search_due(fields::SEARCHED_AT, 1) {
            let credit = self.finalizer_slot(fields::CREDIT).as_int();
            if credit <= 0 || !asked && !self.top_ref().code().counted {
                return Ok(());
            }
            let charge = self.finalizer_slot(fields::LIVE).as_int();
            self.heap.set_slot(self.finalizer_state, fields::CREDIT, Value::int(credit - charge));
            // The first one finds out what the others cost.
            return self.finalize_dead(charge == 0).map(|_| ());
        }
        let now = Value::int(self.heap.allocation_count() as i64);
        self.heap.set_slot(self.finalizer_state, fields::SEARCHED_AT, now);
        let whole = self.is_search_due(fields::COUNTED_AT, COUNT_INTERVAL);
        self.finalize_dead(whole).map(|_| ())
    }

    /// Whether there were so many times the births after which a look is due since the births in a slot.
    fn is_search_due(&self, slot: usize, times: i64) -> bool {
        let since = self.heap.allocation_count() as i64 - self.finalizer_slot(slot).as_int();
        since >= times * self.finalizer_slot(fields::LIVE).as_int().max(MIN_ALLOCATIONS)
    }

    /// The same, when only many births are a reason.
    pub(crate) fn finalization_point_if_due(&mut self) -> Res<()> {
        match self.is_search_due(fields::SEARCHED_AT, 1) {
            true => self.finalization_point(false),
            false => Ok(()),
        }
    }

    /// Finalises what the program has let go of; how many objects that were.
    pub(crate) fn finalize(&mut self) -> Res<i64> {
        self.finalize_dead(true)
    }

    /// `whole`: the live objects are counted, too.
    fn finalize_dead(&mut self, whole: bool) -> Res<i64> {
        let dead = self.find_dead(whole);
        if dead.is_empty() {
            self.update_urgency();
            return Ok(0);
        }
        let jobs = self.jobs_of(&dead);
        let ran = !jobs.is_empty();
        self.run_jobs(jobs)?;
        // What was brought back to life keeps its weak references.
        let dead = if ran { self.find_dead(true) } else { dead };
        let callbacks = self.clear_weak(&dead)?;
        self.run_jobs(callbacks)?;
        self.update_urgency();
        Ok(dead.len() as i64)
    }

    /// At the end everything is finalised that still can be.
    pub(crate) fn finalize_all(&mut self) -> Res<()> {
        self.finalize()?;
        let list = self.finalizer_slot(fields::CANDIDATES);
        let left = self.heap.list(list).to_vec();
        let jobs = self.jobs_of(&left);
        self.run_jobs(jobs)
    }

    /// The objects that the program cannot reach, of those that matter here.
    fn find_dead(&mut self, whole: bool) -> Vec<Value> {
        let candidates = self.prune_candidates();
        let mut asked = candidates;
        for list in self.reference_lists() {
            let all = self.heap.list(list).to_vec();
            asked.extend(all.first().and_then(|r| weakref::target(self, *r)));
            asked.extend(all);
        }
        let mut roots: Vec<Value> = Vec::with_capacity(1024);
        self.each_live_root(&mut |v| roots.push(v));
        // The frames come after the interpreter's own objects, but most of what is looked for is near to them.
        roots.reverse();
        let shapes = &self.loaded.shapes;
        let owner = |tid: TypeId, shape: u32| (tid == ids::INST).then(|| shapes.get(shape).class);
        let found = self.heap.find_unreachable(&mut |m| m.values(&roots), &owner, &asked, whole);
        if let Some(live) = found.live {
            let births = Value::int(self.heap.allocation_count() as i64);
            self.heap.set_slot(self.finalizer_state, fields::SEARCHED_AT, births);
            self.heap.set_slot(self.finalizer_state, fields::COUNTED_AT, births);
            self.heap.set_slot(self.finalizer_state, fields::LIVE, Value::int(live as i64));
        }
        found.dead
    }

    /// Forgets generators that are over, and gives the candidates that are left.
    fn prune_candidates(&mut self) -> Vec<Value> {
        let list = self.finalizer_slot(fields::CANDIDATES);
        let all = self.heap.list(list).to_vec();
        let left: Vec<Value> = all.iter().copied().filter(|v| v.is(ids::INST) || self.may_be_closed(*v)).collect();
        if left.len() < all.len() {
            self.heap.list_replace(list, left.clone());
        }
        left
    }
}
