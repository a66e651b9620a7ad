//! The clock by which checkpoints are due where events say little about work.
//!
//! Library code and natives have no events. A program of a hundred lines can run for minutes, and an interval in events
//! alone would give it no checkpoint: each step back would run all of it again. So a thread sets a flag every [`TICK`]
//! while the program runs, and the interpreter looks at the flag where much can happen between two events: at calls
//! that leave the loop's fast path, at operators on large values, and in the loops of library code ([`Vm::poll_work`]).
//!
//! The flag decides only where checkpoints are, as the interval does, and never what the program does.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::thread;
use std::time::Duration;

use super::policy::MAX_INTERVAL;
use crate::Vm;
use crate::time::driver::Driver;

/// The time between two looks at whether the program runs.
const TICK: Duration = Duration::from_millis(10);
/// Ticks after which a checkpoint is due. With one, each that the interval has made would be followed by another.
const TICKS_PER_CHECKPOINT: u32 = 2;
/// Temporary checkpoints in a stretch that runs again, for each doubling of its length, about.
const PER_DOUBLING: u32 = 16;
/// Events until a checkpoint is tried again that was due inside native code.
const RETRY: i64 = 64;

/// The thread, and what it shares with the machine.
pub(in crate::time) struct WorkClock {
    shared: Arc<Shared>,
    thread: Option<thread::Thread>,
}

#[derive(Default)]
struct Shared {
    /// The program runs.
    runs: AtomicBool,
    /// The thread waits until the program runs.
    is_parked: AtomicBool,
    /// The machine is gone.
    is_over: AtomicBool,
}

impl WorkClock {
    pub(in crate::time) fn new() -> WorkClock {
        WorkClock { shared: Arc::default(), thread: None }
    }

    /// The program begins to run: sets `due` every [`TICK`] from now on. Where no thread can be started, checkpoints
    /// are due by events alone.
    pub(in crate::time) fn begin(&mut self, due: &Arc<AtomicBool>) {
        self.shared.runs.store(true, Ordering::SeqCst);
        match &self.thread {
            Some(thread) if self.shared.is_parked.load(Ordering::SeqCst) => thread.unpark(),
            Some(_) => {}
            None => {
                let (shared, due) = (self.shared.clone(), due.clone());
                let started = thread::Builder::new().name("clock".into()).spawn(move || shared.tick(&due));
                self.thread = started.ok().map(|handle| handle.thread().clone());
            }
        }
    }

    /// The program stands still.
    pub(in crate::time) fn end(&self) {
        self.shared.runs.store(false, Ordering::SeqCst);
    }
}

impl Drop for WorkClock {
    fn drop(&mut self) {
        self.shared.is_over.store(true, Ordering::SeqCst);
        self.thread.iter().for_each(thread::Thread::unpark);
    }
}

impl Shared {
    fn tick(&self, due: &AtomicBool) {
        while !self.is_over.load(Ordering::SeqCst) {
            if self.runs.load(Ordering::SeqCst) {
                thread::sleep(TICK);
                due.store(self.runs.load(Ordering::SeqCst), Ordering::Relaxed);
                continue;
            }
            self.is_parked.store(true, Ordering::SeqCst);
            if !self.runs.load(Ordering::SeqCst) && !self.is_over.load(Ordering::SeqCst) {
                thread::park();
            }
            self.is_parked.store(false, Ordering::SeqCst);
        }
    }
}

/// What the ticks of the clock have led to.
#[derive(Default)]
pub(crate) struct Work {
    /// Ticks noticed since the last checkpoint was made.
    pub(crate) ticks: u32,
    /// The time at which a question of tdb was asked, 0 without one: events before it run again.
    pub(crate) question_at: i64,
    /// Ticks noticed since then.
    ticks_of_question: u32,
    /// The times of checkpoints that live as long as the question, so that what runs again for it runs again once.
    pub(crate) temporary: Vec<i64>,
}

impl Driver {
    /// Whether ticks of the clock lead to checkpoints.
    pub(in crate::time) fn needs_work_clock(&self) -> bool {
        self.policy.is_by_work() || self.work.question_at > 0
    }

    /// Notices a tick; `now` is the time of the last event. Returns whether a checkpoint is due at the next one.
    fn tick(&mut self, now: i64) -> bool {
        let is_temporary = now + 1 < self.work.question_at;
        let is_new = self.policy.is_by_work() && self.checkpoints.last().is_none_or(|last| last.time <= now);
        if self.suspend_time || !is_temporary && !is_new {
            return false;
        }
        let mut needed = TICKS_PER_CHECKPOINT;
        if is_temporary {
            self.work.ticks_of_question += 1;
            needed += self.work.ticks_of_question / PER_DOUBLING;
        }
        self.work.ticks += 1;
        self.work.ticks >= needed
    }
}

impl Vm {
    /// Looks at the clock: see the module.
    #[inline(always)]
    pub(crate) fn poll_work(&mut self) {
        if self.counting.work_due.load(Ordering::Relaxed) {
            self.notice_work();
        }
    }

    #[cold]
    #[inline(never)]
    fn notice_work(&mut self) {
        self.counting.work_due.store(false, Ordering::Relaxed);
        let now = self.now();
        let Some(d) = self.driver() else { return };
        if d.tick(now) {
            d.next_checkpoint = now + 1;
            self.set_budget();
        }
    }

    /// Makes the checkpoint that is due here; `nested`: not now, because native code waits.
    pub(in crate::time) fn make_due_checkpoint(&mut self, nested: bool) {
        let (now, fits) = (self.now(), !self.too_much_memory());
        let Some(d) = self.driver() else { return };
        if nested {
            d.next_checkpoint = d.policy.next_after(now).min(now + RETRY);
            return;
        }
        if now >= d.work.question_at {
            return self.take_checkpoint();
        }
        (d.work.ticks, d.next_checkpoint) = (0, MAX_INTERVAL);
        if fits && d.checkpoint_at(now).is_none() {
            d.work.temporary.push(now);
            self.force_checkpoint();
        }
    }
}
