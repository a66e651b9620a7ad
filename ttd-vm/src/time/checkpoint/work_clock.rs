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

use crate::Vm;
use crate::time::driver::Driver;

/// The time between two looks at whether the program runs.
const TICK: Duration = Duration::from_millis(10);
/// Ticks after which a checkpoint is due. With one, each that the interval has made would be followed by another.
const TICKS_PER_CHECKPOINT: u32 = 2;
/// Temporary checkpoints in a stretch that runs again, for each doubling of its length, about.
const PER_DOUBLING: u32 = 16;
/// Events until a checkpoint is tried again that was due inside native code. Their number changes: a loop whose rounds
/// have a fixed number of events would be met at the same place each time, and always inside the native code.
const RETRY: i64 = 53;
const RETRY_SPREAD: i64 = 17;

/// The thread, and what it shares with the machine.
pub(in crate::time) struct WorkClock {
    shared: Arc<Shared>,
    thread: Option<thread::Thread>,
}

#[derive(Default)]
struct Shared {
    /// The flag that the interpreter looks at.
    due: Arc<AtomicBool>,
    /// The program runs.
    runs: AtomicBool,
    /// The thread waits until the program runs.
    is_parked: AtomicBool,
    /// The machine is gone.
    is_over: AtomicBool,
}

impl WorkClock {
    /// A clock that sets this flag. It has no thread before the program first runs.
    pub(in crate::time) fn new(due: Arc<AtomicBool>) -> WorkClock {
        WorkClock { shared: Arc::new(Shared { due, ..Shared::default() }), thread: None }
    }

    /// The program begins to run: the flag is set every [`TICK`] from now on. Where no thread can be started,
    /// checkpoints are due by events alone.
    pub(in crate::time) fn begin(&mut self) {
        self.shared.runs.store(true, Ordering::SeqCst);
        match &self.thread {
            Some(thread) if self.shared.is_parked.load(Ordering::SeqCst) => thread.unpark(),
            Some(_) => {}
            None => {
                let shared = self.shared.clone();
                let started = thread::Builder::new().name("clock".into()).spawn(move || shared.tick());
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
    fn tick(&self) {
        while !self.is_over.load(Ordering::SeqCst) {
            if self.runs.load(Ordering::SeqCst) {
                thread::sleep(TICK);
                self.due.store(self.runs.load(Ordering::SeqCst), Ordering::Relaxed);
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

/// A question of tdb, and the checkpoints that live as long as it: so what runs again for it runs again once.
#[derive(Default)]
pub(crate) struct Question {
    /// The time at which it was asked, 0 without one: events before it run again.
    pub(crate) time: i64,
    /// Ticks noticed since then.
    ticks: u32,
    /// The times of the checkpoints.
    pub(crate) checkpoints: Vec<i64>,
}

impl Driver {
    /// Whether ticks of the clock lead to checkpoints.
    pub(in crate::time) fn needs_work_clock(&self) -> bool {
        self.policy.most_by_work().is_some() || self.question.time > 0
    }

    /// Notices a tick; `now` is the time of the last event. Returns whether a checkpoint is due at the next one.
    fn tick(&mut self, now: i64) -> bool {
        let is_question = now + 1 < self.question.time;
        let is_new =
            self.policy.most_by_work().is_some() && self.checkpoints.last().is_none_or(|last| last.time <= now);
        if self.suspend_time || !is_question && !is_new {
            return false;
        }
        let mut needed = TICKS_PER_CHECKPOINT;
        if is_question {
            self.question.ticks += 1;
            needed += self.question.ticks / PER_DOUBLING;
        }
        self.ticks += 1;
        self.ticks >= needed
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
        let now = self.now();
        let Some(d) = self.driver() else { return };
        let next = d.policy.next_after(now);
        if nested {
            d.next_checkpoint = next.min(now + RETRY + now % RETRY_SPREAD);
            return;
        }
        if d.policy.interval() > 0 {
            return self.take_checkpoint();
        }
        // In tdb nothing but a question leads here, which may be over by now.
        (d.ticks, d.next_checkpoint) = (0, next);
        if now < d.question.time && d.checkpoint_at(now).is_none() && !self.too_much_memory() {
            self.force_checkpoint();
            self.driver().iter_mut().for_each(|d| d.question.checkpoints.push(now));
        }
    }
}
