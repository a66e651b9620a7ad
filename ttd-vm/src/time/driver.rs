//! Who controls a run: nobody, a counter of events, or a machine that stops it and moves it in time.
//!
//! # Why the unsafe code is sound
//!
//! The yielder lives on the coroutine's stack while the coroutine's body runs, and it is used from inside that body
//! only: `Machine::new_run` sets it at the beginning and clears it at the end. The limits stay within the reservations.

use std::sync::atomic::Ordering;
use std::time::Instant;

use ttd_core::value::Value;

use super::branches::away::Away;
use super::observe::event_patches::{ArmedWatch, EventAction};
use crate::Vm;
use crate::interp::INTERRUPT_INTERVAL;
use crate::log::Log;
use crate::native::{Res, Trap};
use crate::time::ForkBaseline;
use crate::time::checkpoint::Checkpoint;
use crate::time::checkpoint::policy::Policy;
use crate::time::checkpoint::work_clock::Question;
use crate::time::progress::Reporter;
use crate::vm::event::{Event, ProgramStop};
use crate::vm::slots;

/// What is done at stops.
pub enum RunMode {
    /// A plain run: nothing is counted.
    Plain,
    /// Events are counted, and checkpoints taken if asked for.
    Driven(Box<Driver>),
}

impl RunMode {
    /// The driver of a driven run.
    pub(crate) fn driver(&self) -> Option<&Driver> {
        match self {
            RunMode::Plain => None,
            RunMode::Driven(d) => Some(d),
        }
    }

    /// As `driver`, to change it.
    pub(crate) fn driver_mut(&mut self) -> Option<&mut Driver> {
        match self {
            RunMode::Plain => None,
            RunMode::Driven(d) => Some(d),
        }
    }

    /// Calls `f` with everything that checkpoints and data watches keep alive.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        self.each_root_since(0, f);
        if let RunMode::Driven(d) = self {
            d.away.each_root(f);
            d.log_beside.iter().for_each(|log| log.each_root(f));
        }
    }

    /// As `each_root`, without checkpoints whose node has a lower number, and without other branches: a full collection
    /// follows when the present branch changes, and they do not change until then.
    pub(crate) fn each_root_since(&self, node: u32, f: &mut dyn FnMut(&[Value])) {
        if let RunMode::Driven(d) = self {
            d.checkpoints.iter().filter(|c| c.node.number() >= node).for_each(|c| c.each_root(f));
            d.armed.data.each_root(f);
            d.log_beside.iter().for_each(|log| log.each_new_root(f));
        }
    }

    /// Cells of all tombstones in checkpoints.
    pub(crate) fn tombstones(&self) -> impl Iterator<Item = u32> {
        let all = self.driver().into_iter().flat_map(|d| d.checkpoints.iter().chain(d.away.checkpoints()));
        all.flat_map(|c| c.replacements.tombstones())
    }
}

/// The time at which a plain run begins to count.
const FIRST_COUNTED: i64 = 1 << 40;

/// Why the run has stopped.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum StopReason {
    /// The target was reached.
    Reached,
    /// An event matched the query.
    Matched,
    /// Ctrl-C.
    Interrupted,
    /// The program asks to be stopped.
    ProgramStop,
    /// The driver must decide whether the recording begins, or ends, at this event.
    NeedsDecision,
    /// A branch begins at this event: its state replaces that of the run that it left.
    BranchPoint,
    /// The program is over.
    Ended,
    /// The coroutine was unwound.
    Unwound,
}

/// What a suspended run is to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Resume {
    /// Go on.
    Continue,
    /// Unwind: the state is about to be replaced.
    Unwind,
}

/// The state of a driven run. It is no program state.
pub struct Driver {
    /// The time to stop at.
    pub(crate) target: i64,
    /// Whether the target stops the run even if it is not recorded.
    pub(crate) allow_unrecorded: bool,
    /// How often the next checkpoint was deferred because nothing is recorded.
    pub(crate) deferrals: u32,
    /// Which checkpoints are taken and kept.
    pub(crate) policy: Policy,
    /// The time from which on the next checkpoint is due.
    pub(crate) next_checkpoint: i64,
    /// The checkpoints, by time.
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// Ticks of the clock noticed since the last checkpoint was made.
    pub(crate) ticks: u32,
    pub(crate) question: Question,
    /// The event and the time at which the present run began.
    pub(crate) running_since: (i64, Instant),
    /// Checkpoints by `fork()`, for the benchmark.
    pub(crate) forks: Option<ForkBaseline>,
    /// How long each checkpoint took, in nanoseconds; kept for `--stats` only.
    pub(crate) checkpoint_nanos: Option<Vec<u32>>,
    /// Bytes of registers and frames in the checkpoints.
    pub(crate) stack_bytes: u64,
    /// What is done about events in this run.
    pub(crate) action: EventAction,
    /// The query that was armed last.
    pub(crate) armed: ArmedWatch,
    /// The stops that the program has asked for so far, by time.
    pub(crate) program_stops: Vec<ProgramStop>,
    /// The times at which the present branch, and those that it comes from, begin.
    pub(crate) branch_points: Vec<i64>,
    /// What the other branches have that the present one has not.
    pub(crate) away: Away,
    /// The log of a run, a stretch of which runs again without it.
    pub(crate) log_beside: Option<Box<Log>>,
    /// Reports the progress of long runs.
    pub(super) reporter: Option<Reporter>,
    /// Collect at every event (for tests).
    pub(crate) stress_gc: bool,
    /// Suspends the coroutine; absent outside one.
    pub(crate) suspend: Option<*const corosensei::Yielder<Resume, StopReason>>,
    /// Set during a diversion: events are not counted.
    pub(crate) suspend_time: bool,
}

impl Driver {
    /// A driver that takes and keeps checkpoints as the policy says.
    pub(crate) fn new(policy: Policy) -> Driver {
        Driver {
            target: i64::MAX / 4,
            allow_unrecorded: false,
            deferrals: 0,
            policy,
            next_checkpoint: policy.next_after(0),
            checkpoints: Vec::new(),
            ticks: 0,
            question: Question::default(),
            running_since: (0, Instant::now()),
            forks: None,
            checkpoint_nanos: None,
            stack_bytes: 0,
            action: EventAction::Ignore,
            armed: ArmedWatch::default(),
            program_stops: Vec::new(),
            branch_points: Vec::new(),
            away: Away::default(),
            log_beside: None,
            reporter: None,
            stress_gc: false,
            suspend: None,
            suspend_time: false,
        }
    }

    /// Whether the run has to come to the stop site at every event.
    pub(crate) fn needs_every_event(&self) -> bool {
        match self.action {
            EventAction::Ignore => false,
            EventAction::Record(_) => true,
            EventAction::Stop | EventAction::Collect { .. } | EventAction::CollectFiltered(..) => {
                self.armed.needs_every_event()
            }
        }
    }

    /// The first time after `t` at which the present branch, or one that it comes from, begins.
    pub(crate) fn next_branch_point(&self, t: i64) -> Option<i64> {
        self.branch_points.iter().copied().find(|begin| *begin > t)
    }

    /// Notes where branches begin, after the checkpoints have become others.
    pub(crate) fn note_branch_points(&mut self) {
        let begins = self.checkpoints.iter().filter(|c| c.begins_branch && c.time >= 0);
        self.branch_points = begins.map(|c| c.time).collect();
    }
}

impl Vm {
    /// Whether events are counted in this run.
    #[inline]
    pub(crate) fn counting(&self) -> bool {
        !matches!(self.control, RunMode::Plain)
    }

    /// The driver of a driven run.
    pub(crate) fn driver(&mut self) -> Option<&mut Driver> {
        self.control.driver_mut()
    }

    /// Has a plain run count its events from here on, as far as its loop begins anew: a thread was started.
    pub(crate) fn begin_counting(&mut self) {
        if !self.counting() {
            self.control = RunMode::Driven(Box::new(Driver::new(Policy::new(0, 0, u64::MAX))));
            self.set_now(FIRST_COUNTED);
            self.set_budget();
        }
    }

    /// Sets the time to stop at.
    pub(crate) fn set_target(&mut self, t: i64) {
        let now = self.now();
        if let Some(d) = self.driver() {
            d.target = t;
            d.running_since = (now, Instant::now());
        }
        self.set_budget();
    }

    /// Computes the budget from what comes next: the target, a checkpoint, or a check of the interrupt flag.
    pub(crate) fn set_budget(&mut self) {
        let now = self.now();
        let Some(d) = self.driver() else { return };
        // Before the first event, code may run whose events do not count: see `is_starting`.
        let everything = d.stress_gc || d.needs_every_event() || now < 0;
        let slice = if everything || self.checks_every_event() { 1 } else { INTERRUPT_INTERVAL };
        let slice_end = self.slice_end();
        let Some(d) = self.driver() else { return };
        let branch = d.next_branch_point(now).unwrap_or(i64::MAX);
        let next = d.target.min(d.next_checkpoint.max(now + 1)).min(now + slice).min(slice_end).min(branch);
        self.counting.stop_at = next.max(now + 1);
        self.counting.budget = self.counting.stop_at - 1 - now;
    }

    /// Sets the time of the last delivered event, when the state is replaced.
    pub(crate) fn set_now(&mut self, time: i64) {
        self.counting.stop_at = time + 1;
        self.counting.budget = 0;
    }

    /// Handles a stop after the delivery of an event. `met`: the event stops the run although it is not the target.
    #[cold]
    pub(crate) fn at_stop(&mut self, met: bool) -> Res<()> {
        let now = self.now();
        let nested = self.limits.native_depth > 0;
        let Some(d) = self.driver() else { return Ok(()) };
        if d.suspend_time {
            self.set_budget();
            return self.check_interrupt();
        }
        let (target, due, stress_gc, allow_unrecorded) =
            (d.target, now >= d.next_checkpoint, d.stress_gc, d.allow_unrecorded);
        if due {
            self.make_due_checkpoint(nested);
        }
        if nested {
            self.limits.nested_stops += 1;
        } else {
            // Young collections at most events, full ones at some.
            if stress_gc && now % 8 == 0 {
                self.collect_garbage();
            } else if stress_gc || self.heap.wants_collection() {
                self.collect_if_safe();
            }
        }
        let mut reached = now >= target;
        if reached && !self.is_recorded_here() {
            // The machine cannot stand at an event that is not recorded: try the next one.
            reached = allow_unrecorded;
            if reached {
                self.record_here();
            } else if let Some(d) = self.driver() {
                d.target = now + 1;
            }
        }
        if met || reached {
            return self.suspend_run(if met { StopReason::Matched } else { StopReason::Reached });
        }
        self.set_budget();
        let output = self.host.output_seen();
        if let Some(reporter) = self.driver().and_then(|d| d.reporter.as_mut()) {
            reporter.update(now, output);
        }
        if self.interrupt.load(Ordering::Relaxed) {
            self.record_here();
            return self.suspend_run(StopReason::Interrupted);
        }
        Ok(())
    }

    /// Whether a branch, the present one or one that it comes from, begins at this time.
    pub(crate) fn is_branch_point(&self, t: i64) -> bool {
        self.control.driver().is_some_and(|d| d.branch_points.contains(&t))
    }

    /// Whether a branch begins at the present event, which was reached on the run that it left.
    pub(crate) fn is_at_branch_point(&self) -> bool {
        self.is_branch_point(self.now()) && self.control.driver().is_some_and(|d| !d.suspend_time)
    }

    /// Leaves the run at a branch point; `before` is the event before this one.
    #[cold]
    pub(crate) fn leave_for_branch(&mut self, before: Event) -> Res<()> {
        self.pending.left_for_branch = Some(before);
        self.suspend_run(StopReason::BranchPoint)
    }

    /// Lets the driver decide whether the recording begins, or ends, at the present event.
    #[cold]
    pub(crate) fn await_decision(&mut self) -> Res<()> {
        self.suspend_run(StopReason::NeedsDecision)?;
        self.log_event();
        Ok(())
    }

    /// Suspends the coroutine, and does what the driver says when it resumes.
    pub(super) fn suspend_run(&mut self, why: StopReason) -> Res<()> {
        let suspend = self.driver().and_then(|d| d.suspend);
        let Some(yielder) = suspend else {
            self.set_budget();
            return Ok(());
        };
        // SAFETY: the yielder lives on the coroutine's stack as long as the coroutine's body runs, and this is
        // called from inside that body.
        let command = unsafe { (*yielder).suspend(why) };
        match command {
            Resume::Continue => {
                self.set_budget();
                Ok(())
            }
            Resume::Unwind => Err(Trap::Unwind),
        }
    }

    /// Ctrl-C was noticed outside of events.
    #[cold]
    pub(crate) fn interrupted(&mut self) -> Res<()> {
        let driven = self.driver().is_some_and(|d| d.suspend.is_some() && !d.suspend_time);
        if driven {
            return self.suspend_run(StopReason::Interrupted);
        }
        if self.host.in_diversion() {
            // A diversion is undone anyway, so no handler need run, and none can keep it going.
            return Err(Trap::Unwind);
        }
        self.interrupt.store(false, Ordering::Relaxed);
        if let Some(handler) = self.interrupt_handler() {
            if handler.is_obj() {
                self.call(handler, &[Value::int(2), Value::NONE])?;
            }
            return Ok(());
        }
        // The raising instruction is the one before `pc`; a look-up at a loop's head belongs to the head.
        let trap = self.raise(self.types.keyboard_interrupt, &[]);
        match trap {
            Trap::Raise(exc) if self.thread_ident() != Value::int(1) => {
                self.raise_in_main(exc);
                Ok(())
            }
            trap => Err(trap),
        }
    }

    /// Converts the recursion limit, and when searches for the dead are due, to the form that the loop compares.
    pub(crate) fn refresh_limits(&mut self) {
        self.refresh_search();
        let limit = self.global(slots::RECURSION).as_int().clamp(1, crate::vm::MAX_FRAMES as i64) as usize;
        // SAFETY: both stay within the reservations.
        unsafe {
            self.limits.fp_limit = self.frame_stack.start().add(limit);
            self.limits.stack_limit = self.stack.end().sub(4096);
        }
    }
}
