//! Threads: one runs, and its frames are on the stack; the frames of all others lie in the heap.
//!
//! A thread is a *record*, a list with the items of [`slot`]. Records, the queue of those that could run, and those
//! that sleep are objects, so a schedule travels like everything else: it is a function of the program and of its
//! recorded inputs.

mod locals;
mod nested;
mod outside;
pub(crate) mod policy;
pub(crate) mod queues;
mod records;
mod schedule;
mod suspend;
pub(crate) mod suspended_frames;
mod view;

use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::slots;
use crate::{Vm, ids};

pub(crate) use records::{shared, slot};
pub(crate) use suspend::HEAD;
pub(crate) use view::RunningStack;

/// It runs.
pub(crate) const RUNNING: i64 = 0;
/// It could run.
pub(crate) const READY: i64 = 1;
/// It waits.
pub(crate) const WAITING: i64 = 2;
/// It is over.
pub(crate) const DONE: i64 = 3;

/// The events after which another thread runs, as `sys.getswitchinterval()` is 0.005 seconds.
const INTERVAL: i64 = 20_000;

impl Vm {
    /// An item that all threads have in common; None if there was never a second thread.
    #[inline]
    pub(crate) fn threads(&self, item: usize) -> Value {
        let all = self.global(slots::THREADS);
        if all.is_unbound() { Value::NONE } else { self.heap.list(all)[item] }
    }

    pub(crate) fn set_threads(&mut self, item: usize, v: Value) {
        let all = self.global(slots::THREADS);
        self.heap.list_set(all, item, v);
    }

    /// An item of a record.
    pub(crate) fn of_thread(&self, record: Value, item: usize) -> Value {
        self.heap.list(record)[item]
    }

    pub(crate) fn set_of_thread(&mut self, record: Value, item: usize, v: Value) {
        self.heap.list_set(record, item, v);
    }

    pub(crate) fn thread_state(&self, record: Value) -> i64 {
        self.of_thread(record, slot::STATE).as_int()
    }

    /// The number of the thread that runs.
    #[inline]
    pub(crate) fn thread_ident(&self) -> Value {
        match self.threads(shared::CURRENT) {
            Value::NONE => Value::int(1),
            record => self.of_thread(record, slot::IDENT),
        }
    }

    /// Whether other threads are alive.
    #[inline]
    pub(crate) fn has_other_threads(&self) -> bool {
        let all = self.threads(shared::ALL);
        all.is(ids::LIST) && self.heap.list(all).len() > 1
    }

    /// The record of the thread that runs.
    pub(crate) fn current_thread(&mut self) -> Value {
        if self.global(slots::THREADS).is_unbound() {
            let main = self.new_record(1, Value::NONE);
            self.set_of_thread(main, slot::STATE, Value::int(RUNNING));
            let (all, sleeping) = (self.heap.new_list(ids::LIST, &[main]), self.heap.new_list(ids::LIST, &[]));
            let mut items = [Value::NONE; shared::COUNT];
            (items[shared::CURRENT], items[shared::ALL], items[shared::SLEEPING]) = (main, all, sleeping);
            items[shared::SWITCHES] = Value::int(0);
            items[shared::LAST_IDENT] = Value::int(1);
            items[shared::INTERVAL] = Value::int(INTERVAL);
            let seeds = [
                (shared::SEED, slots::SEED),
                (shared::SEED_TURN, slots::SEED_TURN),
                (shared::NEXT_SEED, slots::NEXT_SEED),
            ];
            for (item, slot) in seeds {
                items[item] = Some(self.global(slot)).filter(|v| v.is_int()).unwrap_or(Value::NONE);
            }
            (items[shared::DRAWS], items[shared::LOOKED]) = (Value::int(0), Value::int(self.now()));
            let shared = self.heap.new_list(ids::LIST, &items);
            self.heap.set_slot(self.globals, slots::THREADS, shared);
            self.set_priority(main);
        }
        self.threads(shared::CURRENT)
    }

    fn new_record(&mut self, ident: i64, start: Value) -> Value {
        let mut items = [Value::NONE; slot::COUNT];
        items[slot::IDENT] = Value::int(ident);
        items[slot::STATE] = Value::int(READY);
        for at in [slot::STACK, slot::AWAITING, slot::CONTEXTS, slot::LOCALS] {
            items[at] = self.heap.new_list(ids::LIST, &[]);
        }
        items[slot::ORIGIN] = Value::int(0);
        items[slot::TIMED_OUT] = Value::FALSE;
        items[slot::LEVEL] = Value::int(0);
        items[slot::SINCE] = Value::int(0);
        items[slot::CLOCK_READS] = Value::int(0);
        items[slot::START] = start;
        self.heap.new_list(ids::LIST, &items)
    }

    /// Makes a thread that will call `function`, which must not raise. The caller lets the loop begin anew, so that a
    /// plain run counts events from here on.
    pub(crate) fn start_thread(&mut self, function: Value) -> Res {
        if self.host.in_diversion() {
            return Err(self.runtime_error("can't start new thread while time stands still"));
        }
        self.current_thread();
        let ident = self.threads(shared::LAST_IDENT).as_int() + 1;
        self.set_threads(shared::LAST_IDENT, Value::int(ident));
        let record = self.new_record(ident, function);
        let all = self.threads(shared::ALL);
        self.heap.list_push(all, record);
        self.set_priority(record);
        self.loaded.threads_started = true;
        self.begin_counting();
        if self.threads(shared::SLICE_END).is_none() {
            self.begin_slice();
        }
        self.make_ready(record);
        self.may_preempt(record);
        Ok(record)
    }

    /// The present thread waits until `wake` or the deadline. Returns in the loop, not here, unless native code waits.
    pub(crate) fn park(&mut self, what: Value, deadline: Option<i64>) -> Res {
        self.park_nested(what, deadline, self.limits.native_depth > self.limits.native_base)
    }

    /// As `park`; `nested` says whether native code waits.
    fn park_nested(&mut self, what: Value, deadline: Option<i64>, nested: bool) -> Res {
        let now = self.now();
        let record = self.current_thread();
        if self.host.in_diversion() {
            return Err(self.runtime_error("this would wait for another thread, while time stands still"));
        }
        if self.is_random() {
            let short = self.is_short_sleep(deadline)?;
            self.set_of_thread(record, slot::SHORT_SLEEP, Value::bool(short));
        }
        self.set_of_thread(record, slot::STATE, Value::int(WAITING));
        self.set_of_thread(record, slot::WAITS_FOR, what);
        self.set_of_thread(record, slot::TIMED_OUT, Value::FALSE);
        self.set_of_thread(record, slot::SINCE, Value::int(now));
        if let Some(deadline) = deadline {
            self.add_sleeper(record, deadline);
        }
        if nested { self.run_others().map(|()| Value::NONE) } else { Err(Trap::Switch) }
    }

    /// The present thread lets the others run first.
    pub(crate) fn give_way(&mut self) -> Res {
        if !self.has_other_threads() || self.host.in_diversion() {
            return Ok(Value::NONE);
        }
        let record = self.current_thread();
        self.queue_behind_others(record);
        self.switch_here()
    }

    /// Lets the loop begin anew, so that a plain run in which a thread was started counts its events.
    pub(crate) fn begin_anew(&mut self) -> Res {
        let nested = self.limits.native_depth > self.limits.native_base;
        if nested { Ok(Value::NONE) } else { Err(Trap::Switch) }
    }

    fn switch_here(&mut self) -> Res {
        if self.limits.native_depth > self.limits.native_base {
            return self.run_others().map(|()| Value::NONE);
        }
        Err(Trap::Switch)
    }

    /// Ends the present thread.
    pub(crate) fn end_thread(&mut self) -> Trap {
        self.end_tracing_of_thread();
        let record = self.current_thread();
        self.set_of_thread(record, slot::STATE, Value::int(DONE));
        let all = self.threads(shared::ALL);
        if let Some(at) = self.heap.list(all).iter().position(|r| *r == record) {
            self.heap.list_remove(all, at);
        }
        self.end_slices();
        Trap::Switch
    }

    /// In a child process only the thread that forked goes on. It is the main thread there.
    pub(crate) fn forget_other_threads(&mut self) {
        if !self.has_other_threads() {
            return;
        }
        let current = self.current_thread();
        let all = self.threads(shared::ALL);
        for record in self.heap.list(all).to_vec() {
            if record != current {
                self.set_of_thread(record, slot::STATE, Value::int(DONE));
            }
        }
        self.heap.list_replace(all, vec![current]);
        let sleeping = self.threads(shared::SLEEPING);
        self.heap.list_clear(sleeping);
        for at in [shared::FIRST, shared::LAST] {
            self.set_threads(at, Value::NONE);
        }
        self.end_slices();
    }

    /// Without other threads there are no slices, unless the program waits for signals.
    fn end_slices(&mut self) {
        if !self.has_slices() {
            self.set_threads(shared::SLICE_END, Value::NONE);
        }
    }

    /// Whether other threads are alive, or signals are looked for while the program runs.
    pub(crate) fn has_slices(&self) -> bool {
        self.has_other_threads() || self.threads(shared::WATCHES_SIGNALS) == Value::TRUE
    }

    /// Has signals looked for at the ends of slices, or not. Returns whether that has begun: the caller lets the loop
    /// begin anew, so that a plain run counts events from here on.
    pub(crate) fn watch_signals(&mut self, watches: bool) -> bool {
        if self.host.in_diversion() || !watches && self.threads(shared::CURRENT).is_none() {
            return false;
        }
        self.current_thread();
        self.set_threads(shared::WATCHES_SIGNALS, Value::bool(watches));
        if !watches {
            self.end_slices();
            return false;
        }
        self.begin_counting();
        if self.threads(shared::SLICE_END).is_none() {
            self.begin_slice();
        }
        true
    }

    /// Ends a thread's waiting.
    pub(crate) fn wake(&mut self, record: Value) {
        if self.thread_state(record) == WAITING {
            self.remove_sleeper(record);
            self.end_waiting(record);
        }
    }

    fn end_waiting(&mut self, record: Value) {
        self.set_of_thread(record, slot::WAITS_FOR, Value::NONE);
        self.make_ready(record);
        self.may_preempt(record);
    }

    /// Has the main thread call something, a tuple of function and arguments, as soon as it runs again.
    pub(crate) fn call_in_main(&mut self, call: Value) {
        let all = self.threads(shared::ALL);
        let main = self.heap.list(all)[0];
        self.set_of_thread(main, slot::CALL, call);
        self.wake(main);
    }
}
