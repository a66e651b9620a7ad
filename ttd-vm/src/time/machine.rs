//! The machine that goes to any time: a virtual machine inside a coroutine, stopped and restored from outside.
//!
//! The program runs in a coroutine of its own, whose stack is very large. At a stop the coroutine is suspended,
//! wherever native code may be; then the machine can be looked at. To go back, the coroutine is first told to leave
//! (`Trap::Unwind` unwinds whatever native code was waiting), the nearest checkpoint is restored, and the run goes on
//! from there to the target. Going forward over recorded time restores the last checkpoint before the target without
//! running code; past the end of what was recorded the program runs.
//!
//! # Why the unsafe code is sound
//!
//! The virtual machine is shared by the coroutine and the driver, but never used by both at once: the driver touches it
//! only while the coroutine is suspended or over, and the coroutine does not touch it while it is suspended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use ttd_code::bytecode::code::Code;

use super::checkpoint::CheckpointInfo;
use super::search::query::SourceLocation;
use crate::Vm;
use crate::native::Trap;
use crate::time::driver::{Resume, StopReason};
use crate::vm::event::{End, Event, Reached};

/// How much stack native code may use.
const STACK_BYTES: usize = 1 << 30;

/// See the module.
pub struct Machine {
    // The coroutine must be dropped before the virtual machine that it uses.
    run: Option<Coroutine<Resume, StopReason, Outcome>>,
    /// The stack of the last coroutine, for the next: going back needs one every time.
    stack: Option<DefaultStack>,
    /// The stack for questions.
    pub(super) eval_stack: Option<DefaultStack>,
    /// Questions that were asked lately, compiled.
    pub(super) compiled: Vec<(String, Arc<Code>)>,
    vm: Box<VmCell>,
    pub(super) end: Option<End>,
    pub(super) ended: bool,
    /// The births before the program.
    pub(super) first_object: u64,
    /// The folders in which the program's modules are.
    pub(super) roots: Vec<String>,
    /// Who says what an event means for the recording.
    pub(super) decider: Option<super::logged::recording_status::RecordDecider>,
}

/// The virtual machine, reachable from the driver and from the coroutine.
struct VmCell(std::cell::UnsafeCell<Box<Vm>>);

/// Why the coroutine's body is over: it only is when the machine is dropped.
struct Outcome;

impl Machine {
    /// A machine around a virtual machine in which nothing of the program has run.
    pub(super) fn new(vm: Box<Vm>, roots: Vec<String>) -> Machine {
        Machine {
            run: None,
            stack: None,
            eval_stack: None,
            compiled: Vec::new(),
            vm: Box::new(VmCell(std::cell::UnsafeCell::new(vm))),
            end: None,
            ended: false,
            first_object: 0,
            roots,
            decider: None,
        }
    }

    /// What the program has ever written, as far as it is kept: from the first byte on.
    pub fn output(&self) -> &[u8] {
        self.vm().host.record.as_deref().unwrap_or_default()
    }

    /// How many bytes it has written by now.
    pub fn written(&self) -> u64 {
        self.vm().host.state.output
    }

    /// The lines of the program's files on which a statement calls `breakpoint`.
    pub fn breakpoint_calls(&self) -> Vec<SourceLocation> {
        if std::env::var("PYTHONBREAKPOINT").is_ok_and(|hook| !hook.is_empty() && hook != "pdb.set_trace") {
            return Vec::new();
        }
        let call = |line: &str| line.trim_start().starts_with("breakpoint(");
        let mut found = Vec::new();
        for (path, lines) in &self.vm().loaded.sources {
            let at = (1..).zip(lines.iter()).filter(|(_, line)| call(line));
            found.extend(at.map(|(line, _)| SourceLocation { path: path.clone(), line, function: None }));
        }
        // The order of a hash table must not be seen.
        found.sort();
        found
    }

    /// The virtual machine, to look at while the program stands still.
    pub fn vm(&self) -> &Vm {
        // SAFETY: see the module; the coroutine is suspended whenever the driver's code runs.
        unsafe { &*self.vm.0.get() }
    }

    /// The virtual machine, to work with while the program stands still.
    pub fn vm_mut(&mut self) -> &mut Vm {
        // SAFETY: as above, and `&mut self` makes the driver's access exclusive.
        unsafe { &mut *self.vm.0.get() }
    }

    /// The time of the last delivered event; `None` before the first.
    pub fn time(&self) -> Option<u64> {
        u64::try_from(self.vm().now()).ok()
    }

    /// How the program ended, once it was driven there.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The program is over and the machine was not moved since.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The event we are at.
    pub fn event(&self) -> Event {
        self.vm().state.last
    }

    /// Set by Ctrl-C.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.vm().interrupt.clone()
    }

    /// What is known about the checkpoints, in the order of time.
    pub fn checkpoints(&self) -> Vec<CheckpointInfo> {
        self.vm().checkpoint_infos()
    }

    /// Makes the present a checkpoint. False where none can be made: inside native code.
    pub fn checkpoint(&mut self) -> bool {
        self.vm_mut().force_checkpoint()
    }

    /// Whether there was no room for two checkpoints, so that they are taken more rarely than asked for.
    pub fn over_budget(&mut self) -> bool {
        self.vm_mut().driver().is_some_and(|d| d.policy.is_over_budget())
    }

    /// The first event that can be gone to: a log may have had to forget the oldest ones.
    pub fn first(&self) -> u64 {
        let first = || self.vm().recorded_from(self.vm().first_logged()).unwrap_or(0);
        if self.is_logged() { first() as u64 } else { 0 }
    }

    /// Goes to `E[t]`, in either direction; to the first event that there is if that is later.
    pub fn seek(&mut self, t: u64) -> Reached {
        // Farther than any run: "to the end" may be asked for with the largest number.
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

    /// Leaves the run and puts the machine at a checkpoint.
    pub(super) fn restore(&mut self, at: usize) {
        self.unwind_run();
        self.vm_mut().restore_checkpoint(at);
        self.ended = false;
    }

    /// Unwinds whatever native code waits inside the coroutine.
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

    /// Runs on until something stops the run; time `t` does.
    pub(super) fn run_until_stop(&mut self, t: i64) -> StopReason {
        loop {
            self.vm_mut().set_target(t);
            match self.resume() {
                StopReason::Unwound => {}
                StopReason::NeedsDecision => self.decide_recording(),
                stop => return stop,
            }
        }
    }

    /// Makes what stopped a run a place to stand at: an event.
    pub(super) fn settle_at_event(&mut self, stop: StopReason) -> Reached {
        match stop {
            StopReason::Reached | StopReason::Matched | StopReason::Unwound | StopReason::NeedsDecision => {
                Reached::Target
            }
            StopReason::Interrupted => {
                self.vm().interrupt.store(false, Ordering::Relaxed);
                let now = self.vm().now();
                if now >= 0 && self.vm().state.phase == 0 && self.vm().state.unwinding.is_none() {
                    // Inside library or native code: no event is there to stand at. The last one is.
                    self.rerun_to(now);
                }
                // Whoever asked for the journey sees that it was broken off, and clears the flag.
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

    /// Goes to time `t`, which was passed just now, from the last checkpoint before it.
    fn rerun_to(&mut self, t: i64) {
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
        let Some(run) = &mut self.run else { return StopReason::Unwound };
        match run.resume(Resume::Continue) {
            CoroutineResult::Yield(stop) => {
                if stop == StopReason::Ended {
                    self.note_end();
                }
                stop
            }
            CoroutineResult::Return(Outcome) => StopReason::Unwound,
        }
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
            if result != Err(Trap::Unwind) || vm.host.has_diverged() {
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

/// Runs something that recurses deeply, like the compiler, on a stack of its own.
pub(crate) fn on_big_stack<T>(f: impl FnOnce() -> T) -> T {
    match new_stack() {
        Some(stack) => corosensei::on_stack(stack, f),
        None => f(),
    }
}

/// A very large stack, or one as large as can be had.
pub(super) fn new_stack() -> Option<DefaultStack> {
    DefaultStack::new(STACK_BYTES).or_else(|_| DefaultStack::new(64 << 20)).ok()
}
