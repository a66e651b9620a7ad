//! Branches of the run: their names, and what is known of those that are not the present one.

use std::collections::BTreeMap;
use std::ops::Range;

use crate::answer::Answer;
use crate::session::Session;
use crate::session::stop_view;
use crate::syntax::patch::Texts;
use crate::syntax::source::Sources;
use crate::target::{BranchInfo, Change, EvalError, Reloaded, Time, WatchTarget};
use crate::travel::explored::Explored;

/// The name of the run as it was.
pub(crate) const MAIN: &str = "main";

/// A time on a branch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Place {
    pub(crate) branch: usize,
    pub(crate) time: Time,
}

/// What a session knows of branches.
#[derive(Default)]
pub(crate) struct Branches {
    /// The names that the user has given, by number.
    names: BTreeMap<usize, String>,
    /// The statements with which they begin, by number.
    changes: BTreeMap<usize, Vec<String>>,
    /// What is known of the branches that are not the present one.
    away: BTreeMap<usize, Away>,
}

/// A branch that was left.
struct Away {
    explored: Explored,
    /// The time at which it was left.
    now: Time,
    past: Vec<Time>,
    future: Vec<Time>,
}

impl Branches {
    /// A branch's name: the user's, else its number.
    pub(crate) fn name(&self, number: usize) -> String {
        let given = self.names.get(&number).cloned();
        given.unwrap_or_else(|| if number == 0 { MAIN.into() } else { number.to_string() })
    }

    /// The statements with which a branch begins, in a line.
    pub(crate) fn changes(&self, number: usize) -> String {
        let all = self.changes.get(&number).map_or(&[][..], Vec::as_slice);
        let lines: Vec<&str> = all.iter().flat_map(|change| change.lines()).map(str::trim).collect();
        if lines.is_empty() { "no change".into() } else { lines.join("; ") }
    }

    /// Notes a statement with which a branch begins, as it was typed.
    pub(crate) fn changed(&mut self, number: usize, typed: &str) {
        if !typed.is_empty() {
            self.changes.entry(number).or_default().push(typed.to_string());
        }
    }

    /// Gives a branch a name.
    pub(crate) fn rename(&mut self, number: usize, name: &str) {
        self.names.insert(number, name.to_string());
    }

    /// The last event that a branch that is not the present one has come to.
    pub(crate) fn frontier(&self, number: usize) -> Option<Time> {
        self.away.get(&number)?.explored.frontier()
    }
}

/// How a branch is described that has other source files.
fn new_text_of(paths: &[String]) -> String {
    let names = paths.iter().map(|path| path.rsplit('/').next().unwrap_or(path));
    format!("new text of {}", names.collect::<Vec<_>>().join(", "))
}

/// The branches from this one up to the run as it was, which is the last.
fn path(all: &[BranchInfo], number: usize) -> impl Iterator<Item = &BranchInfo> {
    let find = |number: usize| all.iter().find(|branch| branch.number == number);
    std::iter::successors(find(number), move |step| find(step.parent).filter(|_| step.number != 0))
}

impl Session {
    /// The branch with this name.
    pub(crate) fn branch_named(&self, name: &str) -> Option<BranchInfo> {
        self.target.branches().into_iter().find(|branch| self.branches.name(branch.number) == name)
    }

    /// The name of the present branch, if it is not the run as it was.
    pub(crate) fn branch_of_prompt(&self) -> Option<String> {
        let number = self.target.branch();
        (number != 0).then(|| self.branches.name(number))
    }

    /// The present.
    pub(crate) fn place(&self) -> Place {
        Place { branch: self.target.branch(), time: self.nav.now }
    }

    /// Whether nothing has happened on the present branch behind its beginning, which is the present.
    pub(crate) fn begins_here(&self) -> bool {
        let number = self.target.branch();
        let begins =
            self.target.branches().iter().any(|b| b.number == number && number != 0 && b.time == self.nav.now.0);
        begins && self.frontier() == self.nav.now
    }

    /// Changes the program for good, on a branch that begins here. `typed` is how the user has said it. Returns what
    /// was printed.
    pub(crate) fn change_program(&mut self, change: &Change<'_>, typed: &str) -> Result<String, EvalError> {
        let refused = self.refusal_for_thread("Only the thread that runs can be changed");
        if let Some(refused) = refused.filter(|_| !matches!(change, Change::Thread(_))) {
            return Err(EvalError::Raised(refused));
        }
        let (joins, home) = (self.begins_here(), self.target.branch());
        let printed = self.target.open_branch(change, joins)?;
        self.branch_begun(home, typed);
        Ok(printed)
    }

    /// Notes that the target has gone from `home` to a branch that begins here, or has added to the one it is on.
    pub(super) fn branch_begun(&mut self, home: usize, typed: &str) {
        self.view.forget_branches();
        if self.target.branch() != home {
            let mut explored = self.explored.clone();
            explored.forget_after(self.nav.now);
            let past = self.nav.past.clone();
            self.leave_branch(home, explored, past);
        }
        self.branches.changed(self.target.branch(), typed);
    }

    /// Keeps what is known of a branch on which another one has begun.
    fn leave_branch(&mut self, home: usize, explored: Explored, past: Vec<Time>) {
        let away = Away {
            explored: std::mem::replace(&mut self.explored, explored),
            now: self.nav.now,
            past: std::mem::replace(&mut self.nav.past, past),
            future: std::mem::take(&mut self.nav.future),
        };
        self.branches.away.insert(home, away);
        self.breakpoints.forget_hits();
    }

    /// Begins a branch before the first event with these source files, or with those on the disk as they are now. The
    /// caller must travel to an event. Returns the paths of the changed files.
    pub(crate) fn reload(&mut self, texts: Option<&Texts>) -> Result<Vec<String>, EvalError> {
        let home = self.target.branch();
        let paths = self.target.reload(texts);
        let Ok(paths) = paths else {
            self.sync_after_failed_reload(home);
            return paths;
        };
        self.leave_branch(home, Explored::new(), Vec::new());
        self.nav.now = Time::START;
        self.sources = Sources::default();
        self.branches.changed(self.target.branch(), &new_text_of(&paths));
        Ok(paths)
    }

    /// Begins a branch here with the source files, or one of them, as they are now.
    pub(crate) fn reload_here(&mut self, file: Option<&str>) -> Result<Reloaded, EvalError> {
        let home = self.target.branch();
        let reloaded = self.target.reload_here(file)?;
        self.branch_begun(home, &new_text_of(&reloaded.paths));
        self.sources = Sources::default();
        Ok(reloaded)
    }

    fn sync_after_failed_reload(&mut self, home: usize) {
        if self.target.branch() != home {
            self.target.switch_branch(home, self.nav.now);
        }
        self.sync_target();
    }

    /// Goes to another branch, where it was left, or at a time.
    pub(crate) fn switch_branch(&mut self, number: usize, time: Option<Time>) -> Vec<Answer> {
        let home = self.target.branch();
        self.exchange_branch(number, time);
        self.view.selected = 0;
        self.view.listed = None;
        self.nav.tup_stack.clear();
        let note = match number == home {
            true => format!("Already on {}", self.branches.name(number)),
            false => format!("On {}", self.describe_branch(number)),
        };
        vec![stop_view::here(self, vec![note])]
    }

    /// Makes another branch the present one.
    pub(crate) fn exchange_branch(&mut self, number: usize, time: Option<Time>) {
        let home = self.target.branch();
        let Some(away) = self.branches.away.remove(&number).filter(|_| number != home) else { return };
        let left = Away {
            explored: std::mem::replace(&mut self.explored, away.explored),
            now: std::mem::replace(&mut self.nav.now, time.unwrap_or(away.now)),
            past: std::mem::replace(&mut self.nav.past, away.past),
            future: std::mem::replace(&mut self.nav.future, away.future),
        };
        self.branches.away.insert(home, left);
        self.nav.came_from = None;
        self.sources = Sources::default();
        self.breakpoints.forget_hits();
        self.target.switch_branch(number, self.nav.now);
        self.nav.now = self.target.time().unwrap_or(self.nav.now);
    }

    /// Forgets a branch and those that begin on it. The present one is left first.
    pub(crate) fn drop_branch(&mut self, branch: &BranchInfo) {
        let here = self.target.branch();
        if path(&self.target.branches(), here).any(|step| step.number == branch.number) {
            let time = self.nav.now.min(Time(branch.time));
            self.exchange_branch(branch.parent, Some(time));
            self.view.selected = 0;
        }
        self.target.drop_branch(branch.number);
        self.view.forget_branches();
        let left: Vec<usize> = self.target.branches().iter().map(|b| b.number).collect();
        self.branches.away.retain(|number, _| left.contains(number));
        self.branches.names.retain(|number, _| left.contains(number));
        self.branches.changes.retain(|number, _| left.contains(number));
        self.nav.marks.retain(|_, place| left.contains(&place.branch));
    }

    /// The last time that two branches share; `None` for the same branch.
    pub(crate) fn shared_until(&self, one: usize, other: usize) -> Option<Time> {
        let all = self.target.branches();
        // How far each branch on the way to the first run is shared with the one asked for.
        let shares = |number: usize| {
            let mut until = u64::MAX;
            let share = |step: &BranchInfo| {
                let share = (step.number, until);
                until = until.min(step.time.saturating_sub(1));
                share
            };
            path(&all, number).map(share).collect::<Vec<_>>()
        };
        let (one, other) = (shares(one), shares(other));
        let meets = one.iter().find_map(|a| other.iter().find(|b| b.0 == a.0).map(|b| a.1.min(b.1)))?;
        (meets != u64::MAX).then_some(Time(meets))
    }

    /// `branch 1, which left main at event 5: n = 7`.
    pub(crate) fn describe_branch(&self, number: usize) -> String {
        let name = self.branches.name(number);
        match self.target.branches().iter().find(|branch| branch.number == number && number != 0) {
            None => format!("{name}, the run as it was"),
            Some(branch) => {
                let (parent, changes) = (self.branches.name(branch.parent), self.branches.changes(number));
                format!("branch {name}, which leaves {parent} at event {}: {changes}", branch.time)
            }
        }
    }

    /// The changes with which the present branch, or one that it comes from, begins at this time: `branch 1: n = 7`.
    fn change_at(&self, t: Time) -> Option<String> {
        let describe = |step: &BranchInfo| {
            let (name, changes) = (self.branches.name(step.number), self.branches.changes(step.number));
            format!("branch {name}: {changes}")
        };
        let all = self.target.branches();
        let begun = path(&all, self.target.branch()).filter(|step| step.number != 0 && step.time == t.0);
        let mut texts: Vec<String> = begun.map(describe).collect();
        texts.reverse();
        (!texts.is_empty()).then(|| texts.join("; "))
    }

    /// The change with which a branch begins, if that and not the program gave a location its value at this time. The
    /// target may be elsewhere afterwards.
    pub(crate) fn changed_by_branch(&mut self, location: &WatchTarget, t: Time) -> Option<String> {
        let (all, here) = (self.target.branches(), self.target.branch());
        let begun = path(&all, here).find(|step| step.number != 0 && step.time == t.0)?;
        self.target.switch_branch(begun.parent, t);
        let before = self.target.held(location);
        self.target.switch_branch(here, t);
        if self.target.held(location) == before {
            return None;
        }
        self.change_at(t)
    }

    /// The times in a range at which branches begin, up to the present one, and change the value of a location.
    pub(crate) fn changes_by_branches(&mut self, location: &WatchTarget, range: Range<Time>) -> Vec<Time> {
        let all = self.target.branches();
        let begun = path(&all, self.target.branch()).filter(|step| step.number != 0);
        let mut times: Vec<Time> = begun.map(|step| Time(step.time)).filter(|t| range.contains(t)).collect();
        times.sort_unstable();
        times.dedup();
        times.retain(|t| self.changed_by_branch(location, *t).is_some());
        times
    }

    /// The time of a mark, if it is on the present branch or in the past that both share.
    pub(crate) fn time_of_mark(&self, name: &str) -> Option<Time> {
        let place = self.nav.marks.get(name)?;
        let shared = self.shared_until(place.branch, self.target.branch());
        shared.is_none_or(|until| place.time <= until).then_some(place.time)
    }
}
