//! What the user has set, as lists: branches, marks, breakpoints, watchpoints.

use crate::answer::BreakpointView;
use crate::commands::breakpoints::view;
use crate::session::Session;
use crate::session::stop_view::describe_end;
use crate::target::Time;

/// A branch of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BranchView {
    /// Its number; 0 is the run as it was.
    pub number: usize,
    /// Its name.
    pub name: String,
    /// The branch that it leaves; `None` for the run as it was.
    pub parent: Option<usize>,
    /// The event at which it leaves it.
    pub fork: Option<Time>,
    /// The changes with which it begins, in a line.
    pub change: Option<String>,
    /// The last event so far.
    pub last: Time,
    /// How it ended, once it has.
    pub end: Option<String>,
    /// It is the present one.
    pub current: bool,
}

impl Session {
    /// All branches, the run as it was first.
    pub fn branch_list(&self) -> Vec<BranchView> {
        let here = self.target.branch();
        let view = |branch: &crate::target::BranchInfo| {
            let (number, is_branch) = (branch.number, branch.number != 0);
            let last = if number == here { Some(self.frontier()) } else { self.branches.frontier(number) };
            BranchView {
                number,
                name: self.branches.name(number),
                parent: is_branch.then_some(branch.parent),
                fork: is_branch.then_some(Time(branch.time)),
                change: is_branch.then(|| self.branches.changes(number)),
                last: last.unwrap_or_default(),
                end: branch.end.as_ref().map(describe_end),
                current: number == here,
            }
        };
        self.target.branches().iter().map(view).collect()
    }

    /// The marks: name, branch and time.
    pub fn mark_list(&self) -> Vec<(String, usize, Time)> {
        self.nav.marks.iter().map(|(name, place)| (name.clone(), place.branch, place.time)).collect()
    }

    /// The breakpoints, without how often their lines were passed.
    pub fn breakpoint_list(&self) -> Vec<BreakpointView> {
        self.breakpoints.iter().map(|breakpoint| view(breakpoint, 0)).collect()
    }

    /// The watchpoints: number and expression.
    pub fn watch_list(&self) -> Vec<(u32, String)> {
        self.watches.list.iter().map(|watch| (watch.number, watch.expression.clone())).collect()
    }
}
