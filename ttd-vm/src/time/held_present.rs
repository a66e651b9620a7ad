//! Checkpoints of tdb while a question is answered.
//!
//! In tdb going back runs everything again. A question about the past leaves the present and comes back, which would
//! run it twice: a checkpoint of the present lives as long as the question does. So does one near what a search has
//! found, because the answer goes there, and those that the clock leads to while something runs again
//! ([`super::checkpoint::work_clock`]): many questions go to many places of the same stretch.

use super::machine::Machine;

/// The present while a question is answered.
pub(super) struct Held {
    time: i64,
    /// A checkpoint was made at it.
    made: bool,
}

impl Machine {
    /// Keeps the present in mind while a question is answered: if it is left and going back would run everything again,
    /// a checkpoint is made here. `release` ends that.
    pub fn hold(&mut self) {
        self.release();
        let now = self.vm().now();
        if self.runs_again() && now > 0 && !self.ended {
            self.held = Some(Held { time: now, made: false });
            if let Some(d) = self.vm_mut().driver() {
                d.question.time = now;
            }
        }
    }

    /// Drops the checkpoints that `hold` and searches have led to.
    pub fn release(&mut self) {
        self.drop_stepping_stone();
        let question = self.vm_mut().driver().map(|d| std::mem::take(&mut d.question)).unwrap_or_default();
        question.checkpoints.into_iter().for_each(|time| self.vm_mut().drop_checkpoint_at(time));
        let Some(Held { time, made: true }) = self.held.take() else { return };
        self.vm_mut().drop_checkpoint_at(time);
    }

    /// Whether going back runs everything again.
    fn runs_again(&self) -> bool {
        !self.is_logged() && self.vm().control.driver().is_some_and(|d| d.policy.interval() == 0)
    }

    /// Makes a checkpoint near what a search is about to find, if going there would run everything again. It lives
    /// until the next one, or `release`.
    pub(super) fn leave_stepping_stone(&mut self) {
        self.drop_stepping_stone();
        let now = self.vm().now();
        let is_there = self.vm().is_checkpoint(now);
        if self.runs_again() && !is_there && self.vm_mut().force_checkpoint() {
            self.stepping_stone = Some(now);
        }
    }

    fn drop_stepping_stone(&mut self) {
        if let Some(time) = self.stepping_stone.take() {
            self.vm_mut().drop_checkpoint_at(time);
        }
    }

    /// Makes the held checkpoint if the machine is about to leave its time. Returns the number that checkpoint `at` has
    /// then.
    pub(super) fn keep_held(&mut self, at: usize) -> usize {
        let now = self.vm().now();
        let is_held = self.held.as_ref().is_some_and(|held| held.time == now && !held.made);
        if !is_held || self.vm_mut().driver().is_some_and(|d| d.checkpoint_at(now).is_some()) {
            return at;
        }
        let is_later = self.checkpoint_time(at) > now;
        let made = self.vm_mut().force_checkpoint();
        self.held = Some(Held { time: now, made });
        at + usize::from(made && is_later)
    }
}
