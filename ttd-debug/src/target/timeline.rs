//! Moving the program through its run.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::target::{CheckpointInfo, End, Event, Machine, OnProgress, Reached, StreamObserver, Time};

/// A program that can be brought to any time of its run.
pub trait Timeline {
    /// The time of the last delivered event; `None` before `E[0]`.
    fn time(&self) -> Option<Time>;

    /// How the program ended, once it has been driven there; kept when going back.
    fn end(&self) -> Option<&End>;

    /// Goes to `E[t]`, in either direction. Past the end: [`Reached::End`], at the last event. Before the first event
    /// that is kept: to that one.
    fn seek(&mut self, t: Time) -> Reached;

    /// The event at the present time.
    fn event(&self) -> Event;

    /// Begins a question, which will leave the present and come back: a target may keep what makes coming back cheap.
    fn hold(&mut self) {}

    /// Ends what `hold` has begun.
    fn release(&mut self) {}

    /// Sets the callback that receives the progress of a long seek or search, about every 50 ms. It must not use the
    /// target.
    fn on_progress(&mut self, _report: OnProgress) {}

    /// Sets who hears what happens at the program's standard streams, and gets its output in their place.
    fn observe_streams(&mut self, _observer: Box<dyn StreamObserver>) {}

    /// The flag that Ctrl-C sets; the command loop clears it before each command.
    fn interrupt_flag(&self) -> Arc<AtomicBool>;

    /// The checkpoints, by time.
    fn checkpoints(&mut self) -> Vec<CheckpointInfo> {
        Vec::new()
    }

    /// Makes a checkpoint of the present; false where there can be none.
    fn checkpoint(&mut self) -> bool {
        false
    }

    /// Whether checkpoints are farther apart than asked for, because the memory does not suffice.
    fn over_budget(&mut self) -> bool {
        false
    }
}

impl Timeline for Machine {
    fn time(&self) -> Option<Time> {
        Machine::time(self).map(Time)
    }

    fn end(&self) -> Option<&End> {
        Machine::end(self)
    }

    fn seek(&mut self, t: Time) -> Reached {
        Machine::seek(self, t.0)
    }

    fn event(&self) -> Event {
        Machine::event(self)
    }

    fn hold(&mut self) {
        Machine::hold(self);
    }

    fn release(&mut self) {
        Machine::release(self);
    }

    fn on_progress(&mut self, report: OnProgress) {
        Machine::on_progress(self, report);
    }

    fn observe_streams(&mut self, observer: Box<dyn StreamObserver>) {
        self.vm_mut().host.world.observer = Some(observer);
    }

    fn interrupt_flag(&self) -> Arc<AtomicBool> {
        Machine::interrupt_flag(self)
    }

    fn checkpoints(&mut self) -> Vec<CheckpointInfo> {
        Machine::checkpoints(self)
    }

    fn checkpoint(&mut self) -> bool {
        Machine::checkpoint(self)
    }

    fn over_budget(&mut self) -> bool {
        Machine::over_budget(self)
    }
}
