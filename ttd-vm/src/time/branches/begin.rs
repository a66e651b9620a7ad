//! Beginning a branch: the run that it leaves ends at the event, and the program can go on from there.

use super::away::Fork;
use crate::time::driver::StopReason;
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::Machine;
use crate::vm::event::Reached;

fn native_code_waits() -> EvalError {
    EvalError::Raised("No branch can begin here: native code waits for this call".into())
}

impl Machine {
    /// Stands at an event, before the change, and puts away what the present branch has from there on.
    pub(super) fn begin(&mut self, now: i64) -> Result<Fork, EvalError> {
        if self.is_logged() { self.begin_in_log(now) } else { self.begin_live(now) }
    }

    fn begin_live(&mut self, now: i64) -> Result<Fork, EvalError> {
        if !self.vm_mut().force_checkpoint() {
            return Err(native_code_waits());
        }
        Ok(self.leave_at_checkpoint(now))
    }

    /// Puts away what the branch has from a checkpoint on, the checkpoint included.
    fn leave_at_checkpoint(&mut self, now: i64) -> Fork {
        let at = self.nearest_checkpoint(now);
        self.restore(at);
        let fork = Fork { time: now, host: self.vm().host.state, splits_block: false };
        self.leave(fork);
        fork
    }

    /// Puts away what the branch has from a fork on, where the collector sees it.
    fn leave(&mut self, fork: Fork) {
        let branch = self.branches.current;
        let vm = self.vm_mut();
        let segment = vm.put_away(fork);
        if let Some(d) = vm.driver() {
            d.away.put(branch, segment);
        }
    }

    /// If the event is inside of a block of the log, the part of it up to here is run and logged again.
    fn begin_in_log(&mut self, now: i64) -> Result<Fork, EvalError> {
        self.seal_log();
        self.unwind_run();
        if self.vm().is_checkpoint(now) {
            return Ok(self.leave_at_checkpoint(now));
        }
        let mut fork = Fork { time: now, host: self.vm().host.state, splits_block: true };
        self.leave(fork);
        self.vm_mut().resume_at_frontier();
        // The block ends here and nowhere before.
        self.vm_mut().driver().iter_mut().for_each(|d| d.next_checkpoint = i64::MAX / 4);
        let arrived = self.run_to(now) == Reached::Target;
        if !arrived || !self.vm_mut().force_checkpoint() {
            self.undo_beginning(fork);
            return Err(if arrived { native_code_waits() } else { EvalError::Interrupted });
        }
        let at = self.nearest_checkpoint(now);
        self.restore(at);
        fork.host = self.vm().host.state;
        // The branch begins at the checkpoint after the change.
        self.vm_mut().driver().iter_mut().for_each(|d| drop(d.remove_checkpoint(at)));
        Ok(fork)
    }

    /// Goes on with the branch that begins at the present event. Returns why the run stops here, if it does: that is
    /// its target, or the changed state matches what is searched.
    pub(in crate::time) fn enter_branch(&mut self, target: i64) -> Option<StopReason> {
        let now = self.vm().now();
        let before = self.vm_mut().pending.left_for_branch.take();
        let at = self.nearest_checkpoint(now);
        // The branch has its own objects: those that are watched are found there anew.
        self.vm_mut().watches_leave_for_branch();
        self.vm_mut().disarm_looks();
        self.vm_mut().driver().iter_mut().for_each(|d| d.armed.data.release());
        self.restore(at);
        let matched = before.is_some_and(|before| {
            self.on_eval_stack(|vm| vm.counting.armed && vm.is_recorded_here() && vm.handle_event(&before))
        });
        match matched {
            true => Some(StopReason::Matched),
            false => (now >= target).then_some(StopReason::Reached),
        }
    }

    /// Puts the run together again that a branch was to leave, and goes back to where it was to begin.
    pub(super) fn undo_beginning(&mut self, fork: Fork) {
        self.unwind_run();
        let branch = self.branches.current;
        let vm = self.vm_mut();
        vm.heap.rollback();
        if let Some(log) = vm.log.as_deref_mut() {
            log.open.clear();
        }
        let begun = vm.put_away(fork);
        if let Some(segment) = vm.driver().and_then(|d| d.away.take(branch)) {
            vm.take_back(segment);
        }
        self.go_to(fork.time);
        self.vm_mut().free_segment(begun);
    }

    /// Puts away the outside and the end of the branch that was left, too.
    pub(super) fn leave_outside(&mut self, parent: usize) {
        let now = self.vm().now();
        let outside = self.vm_mut().host.branch_off(now);
        let end = self.end.take();
        let Some(d) = self.vm_mut().driver() else { return };
        if let Some(mut segment) = d.away.take(parent) {
            (segment.outside, segment.end) = (Some(outside), end);
            d.away.put(parent, segment);
        }
        self.note_first_fork();
    }

    /// Makes the changed program the first checkpoint of the present branch, from where it runs on.
    pub(super) fn begin_here(&mut self) {
        self.ended = false;
        let vm = self.vm_mut();
        let mut checkpoint = vm.make_checkpoint();
        checkpoint.begins_branch = true;
        let (time, is_logged) = (checkpoint.time, vm.log.is_some());
        if let Some(d) = vm.driver() {
            d.insert_checkpoint(checkpoint);
            d.note_branch_points();
            d.armed.data.reset();
            (d.next_checkpoint, d.deferrals) = (d.policy.next_after(time), 0);
        }
        if is_logged {
            if let Some(log) = vm.log.as_deref_mut() {
                (log.last_time, log.detached, log.replay) = (time, false, None);
            }
            vm.begin_block();
        }
    }
}
