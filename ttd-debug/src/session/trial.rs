//! Trials: branches that begin here, are looked at from within one command, and are left again.

use std::sync::atomic::Ordering;

use crate::session::Session;
use crate::session::branches::Place;
use crate::target::{Change, EvalError};

/// A trial that was begun, and where the session was before.
pub(crate) struct Trial {
    pub(crate) branch: usize,
    home: Place,
}

impl Session {
    /// Begins a trial at the present. It changes nothing outside, and its output is not shown. `typed` is its change
    /// as it is listed.
    pub(crate) fn begin_trial(&mut self, change: &Change<'_>, typed: &str) -> Result<Trial, EvalError> {
        let home = self.place();
        self.target.open_trial(change)?;
        self.branch_begun(home.branch, typed);
        Ok(Trial { branch: self.target.branch(), home })
    }

    /// Goes back to where the session was before a trial, which is forgotten unless it is to be kept.
    pub(crate) fn end_trial(&mut self, trial: &Trial, keeps: bool) {
        // A Ctrl-C that ended the trial must not end the way back from it as well.
        self.target.interrupt_flag().store(false, Ordering::Relaxed);
        if keeps {
            self.target.keep_trial();
        }
        self.exchange_branch(trial.home.branch, Some(trial.home.time));
        self.nav.now = trial.home.time;
        if let Some(branch) = self.target.branches().into_iter().find(|b| b.number == trial.branch && !keeps) {
            self.drop_branch(&branch);
        }
        self.sync_target();
    }
}
