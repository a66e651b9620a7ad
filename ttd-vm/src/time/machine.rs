//! The machine that goes to any time: a virtual machine inside a coroutine, stopped and restored from outside.
//!
//! The program runs in a coroutine with a very large stack of its own. At a stop the coroutine is suspended, even
//! inside native code, and the machine can be inspected. To go back, the coroutine is resumed with `Resume::Unwind`
//! (`Trap::Unwind` unwinds all waiting native code), the nearest checkpoint is restored, and the run continues from
//! there to the target. Going forward over recorded time restores the last checkpoint before the target without running
//! code; past the end of the recording the program runs.
//!
//! # Why the unsafe code is sound
//!
//! The coroutine and the driver share the virtual machine but never use it at the same time: the driver touches it only
//! while the coroutine is suspended or over, and the coroutine does not run meanwhile.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use corosensei::stack::{DefaultStack, Stack};
use corosensei::{Coroutine, CoroutineResult};

use super::branches::Branches;
use super::checkpoint::CheckpointInfo;
use super::checkpoint::work_clock::WorkClock;
use super::held_present::Held;
use super::launch::Launch;
use crate::Vm;
use crate::native::Trap;
use crate::time::driver::{Driver, Resume, StopReason};
use crate::time::inspect::prompt_names::PromptName;
use crate::vm::event::{End, Event, Reached};

/// The size of native stacks, in bytes.
const STACK_BYTES: usize = 1 << 30;

/// See the module.
pub struct Machine {
    // The coroutine must be dropped before the virtual machine that it uses.
    run: Option<Coroutine<Resume, StopReason, Outcome>>,
    /// The last coroutine's stack, reused by the next: each way back needs one.
    stack: Option<DefaultStack>,
    /// The stack for diversions.
    pub(super) eval_stack: Option<DefaultStack>,
    /// The names that statements at the prompt have bound.
    pub(super) prompt: Vec<PromptName>,
    vm: Box<VmCell>,
    pub(super) end: Option<End>,
    pub(super) ended: bool,
    /// The allocation count before the program's first object.
    pub(super) first_object: u64,
    /// What it was started from.
    pub(super) launch: Launch,
    /// The stack of the running thread, while another one's is shown.
    pub(super) running_stack: Option<crate::vm::threads::RunningStack>,
    /// The time that `hold` has named.
    pub(super) held: Option<Held>,
    /// The time of a checkpoint near what the last search has found.
    pub(super) stepping_stone: Option<i64>,
    /// Decides what an event means for the recording.
    pub(super) decider: Option<super::logged::recording_status::RecordDecider>,
    pub(super) branches: Branches,
    clock: WorkClock,
}

/// The virtual machine, reachable from the driver and from the coroutine.
struct VmCell(std::cell::UnsafeCell<Box<Vm>>);

/// The result of the coroutine's body, which only returns when it is unwound.
struct Outcome;

impl Machine {
    /// Makes a machine around a virtual machine in which nothing of the program has run.
    pub(super) fn new(vm: Box<Vm>, launch: Launch) -> Machine {
        let clock = WorkClock::new(vm.counting.work_due.clone());
        Machine {
            run: None,
            stack: None,
            eval_stack: None,
            prompt: Vec::new(),
            vm: Box::new(VmCell(std::cell::UnsafeCell::new(vm))),
            end: None,
            ended: false,
            first_object: 0,
            launch,
            running_stack: None,
            held: None,
            stepping_stone: None,
            decider: None,
            branches: Branches::default(),
            clock,
        }
    }

    /// All output so far, as far as it is kept.
    pub fn output(&self) -> &[u8] {
        self.vm().host.record.as_deref().unwrap_or_default()
    }

    /// Bytes of output up to this time.
    pub fn written(&self) -> u64 {
        self.vm().host.state.output
    }

    /// The virtual machine, read-only while the program stands still.
    pub fn vm(&self) -> &Vm {
        // SAFETY: see the module; the coroutine is suspended whenever the driver's code runs.
        unsafe { &*self.vm.0.get() }
    }

    /// The virtual machine, mutable while the program stands still.
    pub fn vm_mut(&mut self) -> &mut Vm {
        // SAFETY: as above, and `&mut self` makes the driver's access exclusive.
        unsafe { &mut *self.vm.0.get() }
    }

    /// The time of the last delivered event; `None` before the first.
    pub fn time(&self) -> Option<u64> {
        u64::try_from(self.vm().now()).ok()
    }

    /// How the program ended, once it has been run to its end.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// Whether the program is over and the machine was not moved since.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The present event.
    pub fn event(&self) -> Event {
        self.vm().state.last
    }

    /// The flag that Ctrl-C sets.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.vm().interrupt.clone()
    }

    /// All checkpoints, by time.
    pub fn checkpoints(&self) -> Vec<CheckpointInfo> {
        self.vm().checkpoint_infos()
    }

    /// Makes a checkpoint here; false inside native code, where none can be made.
    pub fn checkpoint(&mut self) -> bool {
        self.vm_mut().force_checkpoint()
    }

    /// Whether two checkpoints exceeded the budget, so that they are taken more rarely than asked for.
    pub fn over_budget(&mut self) -> bool {
        self.vm_mut().driver().is_some_and(|d| d.policy.is_over_budget())
    }

    /// The first event that can be gone to: a full log may have dropped older ones.
    pub fn first(&self) -> u64 {
        let first = || self.vm().recorded_from(self.vm().first_logged()).unwrap_or(0);
        if self.is_logged() { first() as u64 } else { 0 }
    }

    /// Goes to `E[t]`, in either direction, or to the first event if that is later.
    pub fn seek(&mut self, t: u64) -> Reached {
        // Beyond any run's end: callers pass the largest number for "the end".
        let t = t.min(1 << 60).max(self.first());
        if t as i64 > self.vm().now() && self.vm().interrupt.load(Ordering::Relaxed) {
            return Reached::Interrupted;
        }
        if let Some(last) = self.end.as_ref().map(|e| e.last) {
            let last = last.map_or(-1, |l| l as i64).min(self.end_in_log());
            if t as i64 > last {
                if last >= 0 {
                    self.seek_live(last);
                }
                return Reached::End;
            }
        }
        self.seek_live(t as i64)
    }

    pub(super) fn seek_live(&mut self, t: i64) -> Reached {
        let now = self.vm().now();
        if now == t && !self.ended {
            return Reached::Target;
        }
        if self.is_logged() {
            return self.seek_or_run(t);
        }
        let at = self.nearest_checkpoint(t);
        let checkpoint = self.checkpoint_time(at);
        if t < now || self.ended || checkpoint > now {
            self.restore(at);
        }
        if self.vm().now() == t {
            return Reached::Target;
        }
        let from = self.vm().now();
        self.begin_progress((t < 1 << 60).then_some((t - from) as u64));
        self.run_to(t)
    }

    /// The last checkpoint at or before `t`.
    pub(super) fn nearest_checkpoint(&mut self, t: i64) -> usize {
        let Some(d) = self.vm_mut().driver() else { return 0 };
        d.nearest(t)
    }

    pub(super) fn checkpoint_time(&mut self, at: usize) -> i64 {
        self.vm_mut().driver().map_or(-1, |d| d.checkpoints[at].time)
    }

    /// Unwinds the run and restores a checkpoint.
    pub(super) fn restore(&mut self, at: usize) {
        let at = self.keep_held(at);
        self.unwind_run();
        self.vm_mut().restore_checkpoint(at);
        self.ended = false;
    }

    /// Unwinds waiting native code and drops the coroutine.
    pub(super) fn unwind_run(&mut self) {
        if let Some(mut run) = self.run.take() {
            if run.started() && !run.done() {
                let _ = run.resume(Resume::Unwind);
            }
            if !run.done() {
                run.force_unwind();
            }
            self.stack = Some(run.into_stack());
        }
    }

    /// Runs on to time `t`, or to the end.
    pub(super) fn run_to(&mut self, t: i64) -> Reached {
        let stop = self.run_until_stop(t);
        self.settle_at_event(stop)
    }

    /// Runs on until the run stops, at time `t` at the latest.
    pub(super) fn run_until_stop(&mut self, t: i64) -> StopReason {
        loop {
            self.vm_mut().set_target(t);
            match self.resume() {
                StopReason::Unwound => {}
                StopReason::NeedsDecision => self.decide_recording(),
                StopReason::BranchPoint => {
                    if let Some(stop) = self.enter_branch(t) {
                        return stop;
                    }
                }
                stop => return stop,
            }
        }
    }

    /// Moves from where a run stopped to an event.
    pub(super) fn settle_at_event(&mut self, stop: StopReason) -> Reached {
        match stop {
            StopReason::Reached
            | StopReason::Matched
            | StopReason::ProgramStop
            | StopReason::Unwound
            | StopReason::BranchPoint
            | StopReason::NeedsDecision => Reached::Target,
            StopReason::Interrupted => {
                self.vm().interrupt.store(false, Ordering::Relaxed);
                let now = self.vm().now();
                if now >= 0 && self.vm().state.phase == 0 && self.vm().state.unwinding.is_none() {
                    // Inside library or native code there is no event to stand at: go to the last one.
                    self.rerun_to(now);
                }
                // The caller sees the flag, and clears it.
                self.vm().interrupt.store(true, Ordering::Relaxed);
                Reached::Interrupted
            }
            StopReason::Ended => {
                self.ended = true;
                let last = self.vm().now();
                if last >= 0 {
                    self.rerun_to(last);
                }
                Reached::End
            }
        }
    }

    /// Leaves a run that a search has given up: the machine is somewhere, and need not get to an event first.
    pub(super) fn leave_run(&mut self, stop: StopReason) {
        let vm = self.vm();
        let at_event = vm.state.phase > 0 || vm.state.unwinding.is_some() || vm.now() < 0;
        if stop != StopReason::Interrupted || at_event || self.is_logged() {
            self.settle_at_event(stop);
            return;
        }
        let at = self.nearest_checkpoint(self.vm().now());
        self.restore(at);
    }

    /// Goes to time `t`, which the run has just passed, from the checkpoint before it.
    pub(super) fn rerun_to(&mut self, t: i64) {
        if self.is_logged() {
            return self.seek_in_log(t);
        }
        let at = self.nearest_checkpoint(t);
        self.restore(at);
        if self.vm().now() < t {
            self.run_to(t);
        }
    }

    /// Lets the coroutine run until it stops.
    fn resume(&mut self) -> StopReason {
        if self.run.is_none() {
            self.run = Some(self.new_run());
        }
        if self.vm().control.driver().is_some_and(Driver::needs_work_clock) {
            self.clock.begin();
        }
        let Some(run) = &mut self.run else { return StopReason::Unwound };
        let result = run.resume(Resume::Continue);
        self.clock.end();
        match result {
            CoroutineResult::Yield(stop) => {
                if stop == StopReason::Ended {
                    self.note_end();
                }
                if self.vm().host.world.is_forked() {
                    return self.go_on_as_child(stop);
                }
                stop
            }
            CoroutineResult::Return(Outcome) => StopReason::Unwound,
        }
    }

    /// A child that the program has forked has no debugger: it runs to its end, and so does this process.
    fn go_on_as_child(&mut self, stop: StopReason) -> StopReason {
        if stop == StopReason::Ended {
            let status = self.end().map_or(1, |end| end.status);
            self.vm_mut().host.world.end_child(status);
        }
        self.vm().interrupt.store(false, Ordering::Relaxed);
        self.vm_mut().set_target(i64::MAX / 4);
        self.resume()
    }

    fn new_run(&mut self) -> Coroutine<Resume, StopReason, Outcome> {
        let vm: *mut Box<Vm> = self.vm.0.get();
        let stack = self.stack.take().or_else(new_stack).unwrap_or_default();
        Coroutine::with_stack(stack, move |yielder, _command| {
            // SAFETY: see the module: the driver waits while this runs.
            let vm: &mut Vm = unsafe { &mut *vm };
            if let Some(d) = vm.driver() {
                d.suspend = Some(std::ptr::from_ref(yielder));
            }
            let result = vm.run_to_end();
            if let Some(d) = vm.driver() {
                d.suspend = None;
            }
            if result != Err(Trap::Unwind) || vm.host.is_cut_off() {
                vm.finish(result);
                let _ = yielder.suspend(StopReason::Ended);
            }
            Outcome
        })
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.unwind_run();
    }
}

/// Runs `f`, which may recurse deeply (the compiler does), on a large stack.
///
/// It is one of `stacker`, by which the parser looks whether it needs another stack: making one takes longer than
/// parsing a short text. `stacker` panics where there is no room, so what there is room for is tried before.
pub(crate) fn on_big_stack<T>(f: impl FnOnce() -> T) -> T {
    match new_stack().map(|stack| stack.base().get() - stack.limit().get()) {
        Some(bytes) => stacker::grow(bytes, f),
        None => f(),
    }
}

/// A very large stack, or the largest available.
pub(super) fn new_stack() -> Option<DefaultStack> {
    DefaultStack::new(STACK_BYTES).or_else(|_| DefaultStack::new(64 << 20)).ok()
}
