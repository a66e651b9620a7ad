//! Who is in control of a run: nobody, a counter, or a machine that can be stopped and moved in time.

use std::collections::HashSet;
use std::sync::atomic::Ordering;

use ttd_core::value::Value;

use super::slots;
use crate::Vm;
use crate::interp::SLICE;
use crate::native::{Res, Trap};
use crate::time::Forks;
use crate::time::checkpoint::Checkpoint;
use crate::time::event::{Event, EventKind};
use crate::time::policy::Policy;

/// What is done at stops.
pub enum Control {
    /// Nothing is counted: a plain run.
    Plain,
    /// Events are counted, and checkpoints taken when that was asked for.
    Driven(Box<Driver>),
}

/// Why the machine stands still.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Stop {
    /// The target, or a breakpoint, was reached.
    Reached,
    /// Ctrl-C.
    Interrupted,
    /// The program is over.
    Ended,
    /// The run was left in order to go somewhere else.
    Left,
}

/// What the machine is to do next.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Command {
    /// Go on.
    Go,
    /// Leave the run: the state is about to be replaced.
    Leave,
}

/// The state of a driven run. It is no part of the program's state.
pub struct Driver {
    /// The time to stop at.
    pub(crate) target: i64,
    /// Which checkpoints are taken and kept.
    pub(crate) policy: Policy,
    /// The time from which on the next checkpoint is due.
    pub(crate) next_checkpoint: i64,
    /// The checkpoints, by time.
    pub(crate) checkpoints: Vec<Checkpoint>,
    /// The benchmark's other kind of checkpoints.
    pub(crate) forks: Option<Forks>,
    /// How long each checkpoint took to make, in nanoseconds: only kept when somebody asks for it.
    pub(crate) costs: Option<Vec<u32>>,
    /// Bytes of registers and frames in the checkpoints.
    pub(crate) stack_bytes: u64,
    /// Lines that stop the run: code and line.
    pub(crate) breaks: HashSet<(u32, u32)>,
    /// Collect at every event (tests).
    pub(crate) zealous: bool,
    /// Hands control to whoever drives; absent when nobody does.
    pub(crate) suspend: Option<*const corosensei::Yielder<Command, Stop>>,
    /// Set while a question is answered: time stands still.
    pub(crate) frozen: bool,
}

impl Driver {
    /// A driver that takes and keeps checkpoints as the policy says.
    pub(crate) fn new(policy: Policy) -> Driver {
        Driver {
            target: i64::MAX / 4,
            policy,
            next_checkpoint: policy.next_after(0),
            checkpoints: Vec::new(),
            forks: None,
            costs: None,
            stack_bytes: 0,
            breaks: HashSet::new(),
            zealous: false,
            suspend: None,
            frozen: false,
        }
    }
}

impl Driver {
    /// A checkpoint took so long.
    pub(crate) fn note_cost(&mut self, nanos: u128) {
        if let Some(costs) = &mut self.costs {
            costs.push(u32::try_from(nanos).unwrap_or(u32::MAX));
        }
    }
}

impl Vm {
    /// The driver of a driven run.
    pub(crate) fn driver(&mut self) -> Option<&mut Driver> {
        match &mut self.control {
            Control::Plain => None,
            Control::Driven(d) => Some(d),
        }
    }

    /// Whether an event has to stop the run although it is not the target.
    pub(crate) fn wants_stop(&self, event: &Event) -> bool {
        match &self.control {
            Control::Plain => false,
            Control::Driven(d) => {
                !d.frozen && event.kind == EventKind::Line && d.breaks.contains(&(event.code, event.line))
            }
        }
    }

    /// Computes the budget from what comes next: the target, a checkpoint, or a look at the interrupt flag.
    pub(crate) fn set_budget(&mut self) {
        let now = self.now();
        let Some(d) = self.driver() else { return };
        let slice = if d.zealous { 1 } else { SLICE };
        let next = d.target.min(d.next_checkpoint.max(now + 1)).min(now + slice);
        self.stop_at = next.max(now + 1);
        self.budget = self.stop_at - 1 - now;
    }

    /// Sets the time of the last delivered event, when the state is replaced.
    pub(crate) fn set_now(&mut self, time: i64) {
        self.stop_at = time + 1;
        self.budget = 0;
    }

    /// The stop site proper: an event has been delivered and the machine may have to do something about it.
    #[cold]
    pub(crate) fn at_stop(&mut self) -> Res<()> {
        let now = self.now();
        let nested = self.native_depth > 0;
        let event = self.state.last;
        let reached = self.wants_stop(&event);
        let Some(d) = self.driver() else { return Ok(()) };
        if d.frozen {
            self.set_budget();
            return self.check_interrupt();
        }
        let (target, due, zealous) = (d.target, now >= d.next_checkpoint, d.zealous);
        if nested {
            self.nested_stops += 1;
        } else {
            if due {
                self.take_checkpoint();
            }
            if zealous || self.heap.wants_collection() {
                self.collect_garbage();
            }
        }
        if reached || now >= target {
            return self.stand_still(Stop::Reached);
        }
        self.set_budget();
        if self.interrupt.load(Ordering::Relaxed) {
            return self.stand_still(Stop::Interrupted);
        }
        Ok(())
    }

    /// Hands control to the driver and does what it says.
    fn stand_still(&mut self, why: Stop) -> Res<()> {
        let suspend = self.driver().and_then(|d| d.suspend);
        let Some(yielder) = suspend else {
            self.set_budget();
            return Ok(());
        };
        // SAFETY: the yielder lives on the coroutine's stack as long as the coroutine's body runs, and this is
        // called from inside that body.
        let command = unsafe { (*yielder).suspend(why) };
        match command {
            Command::Go => {
                self.set_budget();
                Ok(())
            }
            Command::Leave => Err(Trap::Abandon),
        }
    }

    /// Ctrl-C was noticed outside of events.
    #[cold]
    pub(crate) fn interrupted(&mut self) -> Res<()> {
        let driven = self.driver().is_some_and(|d| d.suspend.is_some() && !d.frozen);
        if driven {
            return self.stand_still(Stop::Interrupted);
        }
        self.interrupt.store(false, Ordering::Relaxed);
        // The raising instruction is the one before `pc`; a look-up at a loop's head belongs to the head.
        let trap = self.raise(self.types.keyboard_interrupt, &[]);
        Err(trap)
    }

    /// What checkpoints keep alive.
    pub(crate) fn control_roots(&self) -> Vec<Value> {
        match &self.control {
            Control::Plain => Vec::new(),
            Control::Driven(d) => d.checkpoints.iter().flat_map(Checkpoint::roots).collect(),
        }
    }

    /// The recursion limit, as the loop compares it.
    pub(crate) fn refresh_limits(&mut self) {
        let limit = self.global(slots::RECURSION).as_int().clamp(1, super::MAX_FRAMES as i64) as usize;
        // SAFETY: both stay within the reservations.
        unsafe {
            self.fp_limit = self.frame_stack.start().add(limit);
            self.stack_limit = self.stack.end().sub(4096);
        }
    }

    /// A new code object was loaded: breakpoints may lie in it.
    pub(crate) fn new_code_loaded(&mut self, code: &'static super::code::CodeRt) {
        let Control::Driven(d) = &self.control else { return };
        let lines: Vec<u32> = d.breaks.iter().filter(|b| b.0 == code.id).map(|b| b.1).collect();
        for line in lines {
            code.patch_line(line, true);
        }
    }
}
