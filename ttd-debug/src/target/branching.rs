//! Changing the program, on branches of its run.

use std::collections::BTreeMap;

use crate::target::{BranchInfo, Change, EvalError, Machine, Reloaded, Time};

/// A program whose run can be changed at any time, so that it goes on in another way. The run as it was is branch 0.
pub trait Branching {
    /// The number of the branch that the program is on.
    fn branch(&self) -> usize {
        0
    }

    /// All branches, the run as it was first.
    fn branches(&self) -> Vec<BranchInfo> {
        Vec::new()
    }

    /// Changes the program for good, on a new branch that begins here, and makes that the present one; with `joins` on
    /// the present one, if it begins here. Returns what was printed. After an error nothing has changed.
    fn open_branch(&mut self, _change: &Change<'_>, _joins: bool) -> Result<String, EvalError> {
        Err(EvalError::Raised("This program cannot be changed".into()))
    }

    /// As `open_branch` without `joins`, on a branch that changes nothing outside and whose output is not shown.
    fn open_trial(&mut self, _change: &Change<'_>) -> Result<String, EvalError> {
        Err(EvalError::Raised("This program cannot be changed".into()))
    }

    /// Makes the present branch, which was a trial, one like any other.
    fn keep_trial(&mut self) {}

    /// Begins a branch before the first event, with these source files by their paths, or without them with those on
    /// the disk. Nothing of it has run afterwards. Returns the paths of the changed files.
    fn reload(&mut self, _texts: Option<&BTreeMap<String, String>>) -> Result<Vec<String>, EvalError> {
        Err(EvalError::Raised("This program cannot be changed".into()))
    }

    /// Lets the present branch change the outside once it asks for more than was recorded.
    fn let_branch_change_outside(&mut self) {}

    /// Begins a branch here on which functions have the code of the source files, or of one of them, as these are on
    /// the disk now. After an error nothing has changed.
    fn reload_here(&mut self, _file: Option<&str>) -> Result<Reloaded, EvalError> {
        Err(EvalError::Raised("This program cannot be changed".into()))
    }

    /// The source files of the program that were run, library code not included, by their paths.
    fn sources_run(&self) -> BTreeMap<String, String> {
        BTreeMap::new()
    }

    /// Goes to another branch, at a time that it has. False if there is no such branch.
    fn switch_branch(&mut self, _number: usize, _time: Time) -> bool {
        false
    }

    /// Forgets a branch and those that begin on it. False if there is none, or if the program is on one of them.
    fn drop_branch(&mut self, _number: usize) -> bool {
        false
    }
}

impl Branching for Machine {
    fn branch(&self) -> usize {
        Machine::branch(self)
    }

    fn branches(&self) -> Vec<BranchInfo> {
        Machine::branches(self)
    }

    fn open_branch(&mut self, change: &Change<'_>, joins: bool) -> Result<String, EvalError> {
        Machine::open_branch(self, change, joins)
    }

    fn open_trial(&mut self, change: &Change<'_>) -> Result<String, EvalError> {
        Machine::open_trial(self, change)
    }

    fn keep_trial(&mut self) {
        Machine::keep_trial(self);
    }

    fn reload(&mut self, texts: Option<&BTreeMap<String, String>>) -> Result<Vec<String>, EvalError> {
        Machine::reload(self, texts)
    }

    fn let_branch_change_outside(&mut self) {
        Machine::let_branch_change_outside(self);
    }

    fn reload_here(&mut self, file: Option<&str>) -> Result<Reloaded, EvalError> {
        Machine::reload_here(self, file)
    }

    fn sources_run(&self) -> BTreeMap<String, String> {
        Machine::sources_run(self)
    }

    fn switch_branch(&mut self, number: usize, time: Time) -> bool {
        Machine::switch_branch(self, number, time.0)
    }

    fn drop_branch(&mut self, number: usize) -> bool {
        Machine::drop_branch(self, number)
    }
}
