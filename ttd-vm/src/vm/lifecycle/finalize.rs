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

use ttd_core::TypeId;
use ttd_core::value::Value;

use crate::interp::gen_slots;
use crate::native::{Res, Trap};
use crate::types::weakref;
use crate::{Vm, ids};

/// The slots of [`Vm::hidden`].
pub mod hidden {
    /// What may have to be finalised, in the order of registration: a list.
    pub const CANDIDATES: usize = 0;
    /// From the number of an object to a tuple: the object, which is so kept for reclaiming, and the list of its weak
    /// references.
    pub const REFS: usize = 1;
    /// The births at the last look that was due.
    pub const BIRTHS: usize = 2;
    /// How many objects were alive when they were last counted.
    pub const LIVE: usize = 3;
    /// How many objects free looks around may still mark.
    pub const CREDIT: usize = 4;
    /// The births when the live objects were last counted.
    pub const COUNTED: usize = 5;
    /// How many slots.
    pub const COUNT: usize = 6;
}

/// How many objects free looks around may mark: those of a program that imports little suffice for a hundred looks.
const CREDIT: i64 = 670_000;
/// How many births there are between two looks around at least.
const FEWEST_BIRTHS: i64 = 8192;

/// How many times as many births there are between two looks that count the live objects. The others end as soon as
/// they have come upon all that may have to be finalised.
const BETWEEN_COUNTS: i64 = 4;

/// What kind of finalising is waiting to be noticed ([`crate::vm::State::finalisable`]).
pub mod watch {
    /// Nothing.
    pub const NOTHING: u8 = 0;
    /// Generators and the like: seen after `del`, and now and then.
    pub const PATIENT: u8 = 1;
    /// `__del__` and callbacks of weak references: seen at calls as well.
    pub const PROMPT: u8 = 2;
}

/// What is done for a dead object; the numbers are those of `lib/finalising.py`.
mod job {
    pub(super) const DEL: i64 = 0;
    pub(super) const CALLBACK: i64 = 1;
    pub(super) const CLOSE: i64 = 2;
    pub(super) const UNAWAITED: i64 = 3;
    pub(super) const HOOK: i64 = 4;
}

impl Vm {
    /// Makes the state of finalising.
    pub(crate) fn make_hidden(&mut self) {
        let (candidates, refs) = (self.new_list(&[]), self.new_dict());
        let (zero, credit) = (Value::int(0), Value::int(CREDIT));
        let parts = [candidates, refs, zero, zero, credit, zero];
        self.finalizer_state = self.heap.new_slots_from(ids::INST, 0, &parts);
    }

    fn hidden_slot(&self, slot: usize) -> Value {
        self.heap.slot(self.finalizer_state, slot)
    }

    /// An object was made whose class has `__del__`.
    #[cold]
    pub(crate) fn register_instance(&mut self, v: Value) {
        let list = self.hidden_slot(hidden::CANDIDATES);
        self.heap.list_push(list, v);
        self.state.finalisable = watch::PROMPT;
    }

    /// A generator or coroutine was made whose end a program can notice.
    pub(crate) fn register_generator(&mut self, v: Value) {
        let list = self.hidden_slot(hidden::CANDIDATES);
        self.heap.list_push(list, v);
        self.state.finalisable = self.state.finalisable.max(watch::PATIENT);
    }

    /// The weak references to an object: a list, if there are any.
    pub(crate) fn weak_references(&mut self, target: Value) -> Option<Value> {
        let (refs, birth) = (self.hidden_slot(hidden::REFS), self.heap.birth(target) as i64);
        let found = self.dict_get(refs, Value::int(birth)).ok().flatten()?;
        Some(self.heap.tuple(found)[1])
    }

    /// The lists of weak references of all objects that have some.
    fn reference_lists(&self) -> Vec<Value> {
        let refs = self.hidden_slot(hidden::REFS);
        self.dict_pairs(refs).into_iter().map(|(_, entry)| self.heap.tuple(entry)[1]).collect()
    }

    /// A weak reference was made.
    pub(crate) fn register_weak(&mut self, target: Value, reference: Value, callback: bool) -> Res<()> {
        let list = match self.weak_references(target) {
            Some(list) => list,
            None => {
                let list = self.new_list(&[]);
                let (refs, birth) = (self.hidden_slot(hidden::REFS), self.heap.birth(target) as i64);
                let entry = self.new_tuple(&[target, list]);
                self.dict_set(refs, Value::int(birth), entry)?;
                list
            }
        };
        self.heap.list_push(list, reference);
        let kind = if callback { watch::PROMPT } else { watch::PATIENT };
        self.state.finalisable = self.state.finalisable.max(kind);
        Ok(())
    }

    /// A look around, if it is due: before a call, or after `del`. Only where no native code waits. `asked`: the call
    /// is going to see whether something is dead, also when the library makes it.
    #[cold]
    #[inline(never)]
    pub(crate) fn finalising_point(&mut self, asked: bool) -> Res<()> {
        if self.limits.native_depth > 0 {
            return Ok(());
        }
        if !self.is_look_due(hidden::BIRTHS, 1) {
            let credit = self.hidden_slot(hidden::CREDIT).as_int();
            if credit <= 0 || !asked && !self.top_ref().code().counted {
                return Ok(());
            }
            let charge = self.hidden_slot(hidden::LIVE).as_int();
            self.heap.set_slot(self.finalizer_state, hidden::CREDIT, Value::int(credit - charge));
            // The first one finds out what the others cost.
            return self.finalise_found(charge == 0).map(|_| ());
        }
        let now = Value::int(self.heap.births() as i64);
        self.heap.set_slot(self.finalizer_state, hidden::BIRTHS, now);
        let whole = self.is_look_due(hidden::COUNTED, BETWEEN_COUNTS);
        self.finalise_found(whole).map(|_| ())
    }

    /// Whether there were so many times the births after which a look is due since the births in a slot.
    fn is_look_due(&self, slot: usize, times: i64) -> bool {
        let since = self.heap.births() as i64 - self.hidden_slot(slot).as_int();
        since >= times * self.hidden_slot(hidden::LIVE).as_int().max(FEWEST_BIRTHS)
    }

    /// The same, when only many births are a reason.
    pub(crate) fn finalising_point_if_due(&mut self) -> Res<()> {
        match self.is_look_due(hidden::BIRTHS, 1) {
            true => self.finalising_point(false),
            false => Ok(()),
        }
    }

    /// Finalises what the program has let go of; how many objects that were.
    pub(crate) fn finalise(&mut self) -> Res<i64> {
        self.finalise_found(true)
    }

    /// `whole`: the live objects are counted, too.
    fn finalise_found(&mut self, whole: bool) -> Res<i64> {
        let dead = self.find_dead(whole);
        if dead.is_empty() {
            self.look_again_for();
            return Ok(0);
        }
        let jobs = self.jobs_of(&dead);
        let ran = !jobs.is_empty();
        self.run_jobs(jobs)?;
        // What was brought back to life keeps its weak references.
        let dead = if ran { self.find_dead(true) } else { dead };
        let callbacks = self.clear_weak(&dead)?;
        self.run_jobs(callbacks)?;
        self.look_again_for();
        Ok(dead.len() as i64)
    }

    /// At the end everything is finalised that still can be.
    pub(crate) fn finalise_all(&mut self) -> Res<()> {
        self.finalise()?;
        let list = self.hidden_slot(hidden::CANDIDATES);
        let left = self.heap.list(list).to_vec();
        let jobs = self.jobs_of(&left);
        self.run_jobs(jobs)
    }

    /// The objects that the program cannot reach, of those that matter here.
    fn find_dead(&mut self, whole: bool) -> Vec<Value> {
        let candidates = self.prune();
        let mut asked = candidates;
        for list in self.reference_lists() {
            let all = self.heap.list(list).to_vec();
            asked.extend(all.first().and_then(|r| weakref::target(self, *r)));
            asked.extend(all);
        }
        let mut roots: Vec<Value> = Vec::with_capacity(1024);
        self.each_needed_root(&mut |v| roots.push(v));
        // The frames come after the interpreter's own objects, but most of what is looked for is near to them.
        roots.reverse();
        let shapes = &self.loaded.shapes;
        let owner = |tid: TypeId, shape: u32| (tid == ids::INST).then(|| shapes.get(shape).class);
        let found = self.heap.find_unreachable(&mut |m| m.values(&roots), &owner, &asked, whole);
        if let Some(live) = found.live {
            let births = Value::int(self.heap.births() as i64);
            self.heap.set_slot(self.finalizer_state, hidden::BIRTHS, births);
            self.heap.set_slot(self.finalizer_state, hidden::COUNTED, births);
            self.heap.set_slot(self.finalizer_state, hidden::LIVE, Value::int(live as i64));
        }
        found.dead
    }

    /// Forgets generators that are over, and gives the candidates that are left.
    fn prune(&mut self) -> Vec<Value> {
        let list = self.hidden_slot(hidden::CANDIDATES);
        let all = self.heap.list(list).to_vec();
        let left: Vec<Value> = all.iter().copied().filter(|v| v.is(ids::INST) || self.may_be_closed(*v)).collect();
        if left.len() < all.len() {
            self.heap.list_replace(list, left.clone());
        }
        left
    }

    fn may_be_closed(&self, generator: Value) -> bool {
        match self.generator_state(generator) {
            gen_slots::FINISHED => false,
            // The body of a generator that was never started does not run.
            gen_slots::CREATED => generator.is(ids::COROUTINE) || generator.is(ids::GENERATOR),
            _ => true,
        }
    }

    /// What there is to do for dead objects. They are no candidates any more.
    fn jobs_of(&mut self, dead: &[Value]) -> Vec<Value> {
        let list = self.hidden_slot(hidden::CANDIDATES);
        let candidates: std::collections::HashSet<u64> = self.heap.list(list).iter().map(|v| v.raw()).collect();
        let mut jobs = Vec::new();
        let mut done = std::collections::HashSet::new();
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
            return Some((job::DEL, f));
        }
        let state = self.generator_state(v);
        if v.is(ids::ASYNC_GEN) {
            let hook = self.extra(v, gen_slots::X_FINALIZER);
            let closed = self.extra(v, gen_slots::X_FLAGS).as_int() & gen_slots::ASYNC_CLOSED != 0;
            if !hook.is_none() && !closed && state != gen_slots::FINISHED {
                return Some((job::HOOK, hook));
            }
        }
        match state {
            gen_slots::CREATED if v.is(ids::COROUTINE) => Some((job::UNAWAITED, Value::NONE)),
            gen_slots::SUSPENDED => Some((job::CLOSE, Value::NONE)),
            _ => None,
        }
    }

    /// Clears the weak references to dead objects, and forgets dead references. The callbacks that are to be called.
    fn clear_weak(&mut self, dead: &[Value]) -> Res<Vec<Value>> {
        let gone: std::collections::HashSet<u64> = dead.iter().map(|v| v.raw()).collect();
        let mut callbacks = Vec::new();
        for &v in dead {
            if v.is(ids::WEAKREF) {
                self.forget_reference(v, &gone)?;
                continue;
            }
            let Some(list) = self.weak_references(v) else { continue };
            for reference in weakref::in_order(self, list) {
                let callback = weakref::clear(self, reference);
                if !gone.contains(&reference.raw()) && !callback.is_none() {
                    let shown = weakref::instance(self, reference);
                    callbacks.push(self.new_tuple(&[Value::int(job::CALLBACK), shown, callback]));
                }
            }
            let (refs, birth) = (self.hidden_slot(hidden::REFS), self.heap.birth(v) as i64);
            self.dict_del(refs, Value::int(birth))?;
        }
        Ok(callbacks)
    }

    /// A weak reference has died before what it refers to.
    fn forget_reference(&mut self, reference: Value, gone: &std::collections::HashSet<u64>) -> Res<()> {
        let Some(target) = weakref::target(self, reference).filter(|t| !gone.contains(&t.raw())) else {
            return Ok(());
        };
        let Some(list) = self.weak_references(target) else { return Ok(()) };
        let left: Vec<Value> = self.heap.list(list).iter().copied().filter(|r| *r != reference).collect();
        if left.is_empty() {
            let (refs, birth) = (self.hidden_slot(hidden::REFS), self.heap.birth(target) as i64);
            self.dict_del(refs, Value::int(birth))?;
        } else {
            self.heap.list_replace(list, left);
        }
        Ok(())
    }

    /// Notes what kinds of objects are left.
    fn look_again_for(&mut self) {
        let list = self.hidden_slot(hidden::CANDIDATES);
        let instances = self.heap.list(list).iter().any(|v| v.is(ids::INST));
        let lists = self.reference_lists();
        let any = !self.heap.list(list).is_empty() || !lists.is_empty();
        let called = |r: &Value| weakref::has_callback(self, *r);
        let callbacks = lists.iter().any(|list| self.heap.list(*list).iter().any(called));
        self.state.finalisable = match (instances || callbacks, any) {
            (true, _) => watch::PROMPT,
            (false, true) => watch::PATIENT,
            (false, false) => watch::NOTHING,
        };
    }

    /// Runs finalisers, which are the program's code. What they raise is told on standard error.
    fn run_jobs(&mut self, jobs: Vec<Value>) -> Res<()> {
        if jobs.is_empty() {
            return Ok(());
        }
        let jobs = self.new_list(&jobs);
        let f = self.lib("run_finalizers");
        match self.call(f, &[jobs]) {
            // Nobody waits for an exception here: not even the library had room to run.
            Ok(_) | Err(Trap::Raise(_)) => Ok(()),
            Err(trap) => Err(trap),
        }
    }
}
