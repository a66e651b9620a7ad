//! Branches: what would have happened if the past had been another.
//!
//! A branch begins at an event of a run with a change of variables or objects, and goes on from there. It has the past
//! of the run that it left, and a future of its own; both futures stay.
//!
//! ```text
//! main   0 --------- 100 ------------------ 900 (ended)
//!                     \ n = 7
//! branch 1             100 ------- 340 (present)
//! ```
//!
//! * The change is made once: the branch begins at a checkpoint after it that is never dropped, a child of the other
//!   run's node in the heap's tree. So a branch costs what it changes.
//! * What the present branch has is where a run without branches has it: checkpoints, log, input log, output. What the
//!   others have behind the place where they part from it is kept apart ([`away`]). Going to another branch exchanges
//!   these along the tree of branches, then goes to a time.
//! * In a log the block around the beginning is run and logged once more for the branch, up to there ([`begin`]).
//! * What a branch may do outside, `ttd-vm/src/vm/host/branch/mod.rs` says.
//!
//! **Limits.** No branch begins while native code waits for Python code, nor in a run of which only a part is recorded.
//! Blocks of a log that lead to a branch are not dropped, nor pruned.

pub(crate) mod away;
mod begin;
mod code;
pub(crate) mod edit;
mod frames;
mod reload;
mod trial;

use away::Fork;
pub use code::Reloaded;
use edit::Edit;
pub use edit::{Change, Typed};

use super::machine::Machine;
use crate::time::inspect::eval_error::EvalError;
use crate::vm::code::source::SourceVersion;
use crate::vm::event::End;
use reload::ChangedText;

/// What a branch is.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchInfo {
    /// Its number; 0 is the run as it was.
    pub number: usize,
    /// The branch that it left.
    pub parent: usize,
    /// The event at which it begins.
    pub time: u64,
    /// How it ended, once it has been there.
    pub end: Option<End>,
}

/// A branch that was not dropped.
#[derive(Clone)]
struct Branch {
    parent: usize,
    fork: Fork,
    /// The source files that are others on it.
    sources: Vec<SourceVersion>,
}

/// The branches of a run besides the first, by their numbers from 1 on.
#[derive(Default)]
pub(super) struct Branches {
    all: Vec<Option<Branch>>,
    current: usize,
}

impl Branches {
    fn get(&self, number: usize) -> Option<&Branch> {
        self.all.get(number.checked_sub(1)?)?.as_ref()
    }

    /// The branches from this one up to the run as it was, without that.
    fn path(&self, number: usize) -> Vec<usize> {
        let up = |n: &usize| self.get(*n).map(|branch| branch.parent);
        std::iter::successors(Some(number), up).filter(|n| *n != 0).collect()
    }

    /// The branch that a time of another one belongs to: in the past that they share, that is not the one itself.
    fn owner_of(&self, number: usize, time: i64) -> usize {
        let own = |n: &usize| self.get(*n).is_some_and(|branch| branch.fork.time <= time);
        self.path(number).into_iter().find(own).unwrap_or(0)
    }

    fn first_fork(&self) -> Option<i64> {
        self.all.iter().flatten().map(|branch| branch.fork.time).min()
    }
}

impl Machine {
    /// The number of the branch that the machine is on.
    pub fn branch(&self) -> usize {
        self.branches.current
    }

    /// All branches, the run as it was first.
    pub fn branches(&self) -> Vec<BranchInfo> {
        let away = self.vm().control.driver().map(|d| &d.away);
        let end_of = |number: usize| match number == self.branches.current {
            true => self.end.clone(),
            false => away.and_then(|away| away.get(number)?.end.clone()),
        };
        let first = BranchInfo { number: 0, parent: 0, time: 0, end: end_of(0) };
        let info = |(at, branch): (usize, &Option<Branch>)| {
            let branch = branch.as_ref()?;
            let (number, time) = (at + 1, branch.fork.time.max(0) as u64);
            Some(BranchInfo { number, parent: branch.parent, time, end: end_of(number) })
        };
        let others = self.branches.all.iter().enumerate().filter_map(info);
        std::iter::once(first).chain(others).collect()
    }

    /// Changes the program for good, on a new branch that begins here, and goes there. With `joins` the change joins
    /// that of the present branch, if that begins here: it must not have run on yet. Returns what was printed.
    ///
    /// # Errors
    /// Why the change cannot be made, or why no branch can begin here; nothing has changed then.
    pub fn open_branch(&mut self, change: &Change<'_>, joins: bool) -> Result<String, EvalError> {
        let edit = self.prepare_edit(change)?;
        self.begin_changed(&edit, joins, Vec::new())
    }

    /// As `open_branch`, with a change that is ready to be made, and other source files on the branch.
    fn begin_changed(&mut self, edit: &Edit<'_>, joins: bool, changed: Vec<ChangedText>) -> Result<String, EvalError> {
        if self.recorded().is_some() {
            let why = "No branch can begin in a run of which only a part is recorded";
            return Err(EvalError::Raised(why.into()));
        }
        self.release();
        let (now, home) = (self.vm().now(), self.branches.current);
        if joins && self.branches.get(home).is_some_and(|branch| branch.fork.time == now) {
            return self.change_again(edit);
        }
        self.exchange_and_go(self.branches.owner_of(home, now), now);
        let begun = self.begin(now).and_then(|fork| match self.carry_out_edit(edit) {
            Ok(printed) => Ok((fork, printed)),
            Err(error) => {
                self.undo_beginning(fork);
                Err(error)
            }
        });
        let (fork, printed) = match begun {
            Ok(begun) => begun,
            Err(error) => {
                self.exchange_and_go(home, now);
                return Err(error);
            }
        };
        let parent = self.branches.current;
        self.settle(parent, fork, &changed, now);
        Ok(printed)
    }

    /// Makes what was begun at a fork, and changed, the present branch, with other source files since a time.
    fn settle(&mut self, parent: usize, fork: Fork, changed: &[ChangedText], since: i64) {
        let sources = ChangedText::versions(changed, since);
        self.vm_mut().show_sources(&sources, true);
        self.branches.all.push(Some(Branch { parent, fork, sources }));
        self.branches.current = self.branches.all.len();
        self.leave_outside(parent);
        self.vm_mut().host.change_sources(ChangedText::texts(changed));
        self.begin_here();
    }

    /// Adds a change to the one with which the present branch begins.
    fn change_again(&mut self, edit: &Edit<'_>) -> Result<String, EvalError> {
        if self.is_logged() {
            self.vm_mut().seal(false);
        }
        let at = self.nearest_checkpoint(self.vm().now());
        self.restore(at);
        let printed = self.carry_out_edit(edit).inspect_err(|_| self.restore(at))?;
        let Some(d) = self.vm_mut().driver() else { return Ok(printed) };
        let gone = d.remove_checkpoint(at);
        self.begin_here();
        if !self.is_logged() {
            self.vm_mut().heap.drop_node(gone.node);
        }
        Ok(printed)
    }

    /// Lets the present branch change the outside once it asks for more than was recorded.
    pub fn let_branch_change_outside(&mut self) {
        self.vm_mut().host.let_change_outside();
    }

    /// Goes to another branch, at a time that it has. Returns false if there is no such branch.
    pub fn switch_branch(&mut self, number: usize, time: u64) -> bool {
        if number != 0 && self.branches.get(number).is_none() {
            return false;
        }
        self.release();
        self.exchange_and_go(number, time as i64);
        true
    }

    /// Forgets a branch and those that begin on it. Returns false if there is none, or if the machine is on one of
    /// them.
    pub fn drop_branch(&mut self, number: usize) -> bool {
        let numbers = 1..=self.branches.all.len();
        let is_below = |n: &usize| self.branches.get(*n).is_some() && self.branches.path(*n).contains(&number);
        let gone: Vec<usize> = numbers.filter(is_below).collect();
        if gone.is_empty() || gone.contains(&self.branches.current) {
            return false;
        }
        for number in gone.into_iter().rev() {
            self.branches.all[number - 1] = None;
            let vm = self.vm_mut();
            if let Some(segment) = vm.driver().and_then(|d| d.away.take(number)) {
                vm.free_segment(segment);
            }
        }
        // The next branch gets the number of the last one that was forgotten.
        while self.branches.all.pop_if(|last| last.is_none()).is_some() {}
        self.note_first_fork();
        true
    }

    fn note_first_fork(&mut self) {
        let first = self.branches.first_fork();
        if let Some(d) = self.vm_mut().driver() {
            d.away.first_left = first;
        }
    }

    /// Makes another branch the present one, if it is not, and then goes to a time.
    fn exchange_and_go(&mut self, number: usize, time: i64) {
        if number == self.branches.current {
            self.seek(time.max(0) as u64);
        } else {
            self.exchange(number);
            self.go_to(time);
        }
    }

    /// Makes another branch the present one. The machine must go to one of its events then.
    pub(super) fn exchange(&mut self, number: usize) {
        if number == self.branches.current {
            return;
        }
        self.seal_log();
        self.unwind_run();
        let (from, to) = (self.branches.path(self.branches.current), self.branches.path(number));
        let shared = from.iter().rev().zip(to.iter().rev()).take_while(|(a, b)| a == b).count();
        for leaving in &from[..from.len() - shared] {
            self.exchange_tail(*leaving, true);
        }
        for entering in to[..to.len() - shared].iter().rev() {
            self.exchange_tail(*entering, false);
        }
    }

    /// Ends the open block of a log. The machine stands nowhere then.
    fn seal_log(&mut self) {
        let ended = std::mem::take(&mut self.ended);
        if self.is_logged() {
            self.vm_mut().seal(ended);
        }
    }

    /// Goes from a branch to the one that it left, or the other way.
    fn exchange_tail(&mut self, branch: usize, leaving: bool) {
        let Some(Branch { parent, fork, sources }) = self.branches.get(branch).cloned() else { return };
        let (from, to) = if leaving { (branch, parent) } else { (parent, branch) };
        let end = self.end.take();
        let vm = self.vm_mut();
        let mut segment = vm.put_away(fork);
        segment.outside = Some(vm.host.put_away(fork.host));
        segment.end = end;
        vm.show_sources(&sources, !leaving);
        let Some(d) = vm.driver() else { return };
        d.away.put(from, segment);
        if let Some(mut segment) = d.away.take(to) {
            let end = segment.end.take();
            self.vm_mut().take_back(segment);
            self.end = end;
        }
        self.branches.current = to;
    }

    /// Goes to a time after the present branch was exchanged.
    fn go_to(&mut self, time: i64) {
        if self.is_logged() {
            let last = self.log_end();
            return self.seek_in_log(time.min(last));
        }
        let at = self.nearest_checkpoint(time);
        self.restore(at);
        if self.vm().now() < time {
            self.run_to(time);
        }
    }
}
