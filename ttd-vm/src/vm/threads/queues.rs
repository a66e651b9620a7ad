//! Who can run next: a linked queue of those that could, and a list of those that wait with a deadline.

use ttd_core::value::Value;

use super::{READY, shared, slot};
use crate::Vm;
use crate::native::Res;
use crate::vm::host::ClockKind;

/// How many switches happen between two looks at the clock, while somebody sleeps and others run.
const LOOK_EVERY: i64 = 32;

impl Vm {
    /// Puts a thread at the end of the queue.
    pub(crate) fn make_ready(&mut self, record: Value) {
        self.set_of_thread(record, slot::STATE, Value::int(READY));
        self.set_of_thread(record, slot::NEXT, Value::NONE);
        match self.threads(shared::LAST) {
            Value::NONE => self.set_threads(shared::FIRST, record),
            last => self.set_of_thread(last, slot::NEXT, record),
        }
        self.set_threads(shared::LAST, record);
    }

    /// Takes a thread that can run here out of the queue: the first one, unless the schedule is random.
    pub(super) fn take_ready(&mut self) -> Option<Value> {
        let chosen = match self.take_chosen() {
            None if self.is_random() => Some(self.choose_ready()?),
            chosen => chosen,
        };
        let (mut before, mut at) = (Value::NONE, self.threads(shared::FIRST));
        while !at.is_none() {
            let next = self.of_thread(at, slot::NEXT);
            if chosen.map_or_else(|| self.can_run_here(at), |chosen| chosen == at) {
                match before {
                    Value::NONE => self.set_threads(shared::FIRST, next),
                    before => self.set_of_thread(before, slot::NEXT, next),
                }
                if next.is_none() {
                    self.set_threads(shared::LAST, before);
                }
                self.set_of_thread(at, slot::NEXT, Value::NONE);
                return Some(at);
            }
            (before, at) = (at, next);
        }
        None
    }

    /// The thread that was chosen to run next, if it can run here.
    fn take_chosen(&mut self) -> Option<Value> {
        let chosen = self.threads(shared::CHOSEN);
        if chosen.is_none() {
            return None;
        }
        self.set_threads(shared::CHOSEN, Value::NONE);
        Some(chosen).filter(|record| self.thread_state(*record) == READY && self.can_run_here(*record))
    }

    /// Whether another thread waits for its turn.
    pub(super) fn is_another_ready(&self) -> bool {
        let mut at = self.threads(shared::FIRST);
        while !at.is_none() && !self.can_run_here(at) {
            at = self.of_thread(at, slot::NEXT);
        }
        !at.is_none()
    }

    /// Adds a thread to those that sleep, behind those with the same deadline.
    pub(super) fn add_sleeper(&mut self, record: Value, deadline: i64) {
        self.set_of_thread(record, slot::DEADLINE, Value::int(deadline));
        let sleeping = self.threads(shared::SLEEPING);
        let at = self.heap.list(sleeping).partition_point(|r| self.deadline_of(*r) > deadline);
        self.heap.list_insert(sleeping, at, record);
    }

    pub(super) fn remove_sleeper(&mut self, record: Value) {
        if self.of_thread(record, slot::DEADLINE).is_none() {
            return;
        }
        let (sleeping, deadline) = (self.threads(shared::SLEEPING), self.deadline_of(record));
        let mut at = self.heap.list(sleeping).partition_point(|r| self.deadline_of(*r) > deadline);
        while self.heap.list(sleeping).get(at).is_some_and(|r| *r != record) {
            at += 1;
        }
        if at < self.heap.list(sleeping).len() {
            self.heap.list_remove(sleeping, at);
        }
        self.set_of_thread(record, slot::DEADLINE, Value::NONE);
    }

    fn deadline_of(&self, record: Value) -> i64 {
        self.of_thread(record, slot::DEADLINE).as_int()
    }

    /// The earliest deadline.
    pub(super) fn next_deadline(&self) -> Option<i64> {
        self.heap.list(self.threads(shared::SLEEPING)).last().map(|r| self.deadline_of(*r))
    }

    /// Wakes those whose deadline has passed, and those for whom the outside is ready; looks now and then only, unless
    /// `now`.
    pub(super) fn wake_sleepers(&mut self, now: bool) -> Res<()> {
        if self.is_random() {
            return self.let_time_pass();
        }
        if now || self.threads(shared::SWITCHES).as_int() % LOOK_EVERY == 0 {
            self.look_outside(false)?;
        }
        if self.next_deadline().is_none() || !now && self.threads(shared::SWITCHES).as_int() % LOOK_EVERY != 0 {
            return Ok(());
        }
        let clock = self.host_clock_ns(ClockKind::Monotonic)?;
        self.wake_until(clock);
        Ok(())
    }

    /// Wakes those whose deadline is at or before `clock`.
    pub(super) fn wake_until(&mut self, clock: i64) {
        let sleeping = self.threads(shared::SLEEPING);
        while let Some(record) = self.heap.list(sleeping).last().copied().filter(|r| self.deadline_of(*r) <= clock) {
            self.heap.list_pop(sleeping);
            self.set_of_thread(record, slot::DEADLINE, Value::NONE);
            self.set_of_thread(record, slot::TIMED_OUT, Value::TRUE);
            self.end_waiting(record);
        }
    }
}
