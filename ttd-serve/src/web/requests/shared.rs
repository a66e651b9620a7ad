//! What is common to all clients: marks, breakpoints, watchpoints, branches.

use serde_json::{Value, json};
use ttd_debug::Session;
use ttd_debug::target::EvalError;
use ttd_debug::travel::Interrupted;
use ttd_debug::views::BranchView;

use super::super::desk::Desk;
use super::super::request::Request;
use crate::json::answer;

/// What the clients know of it.
pub(in crate::web) struct Known {
    marks: Value,
    breakpoints: Value,
    branches: Vec<(usize, String, Option<String>)>,
    /// What [`run_of`] tells.
    pub(in crate::web) run: (u64, usize, u64),
}

impl Known {
    /// What is so now. How far a branch has come, and which one is the present, is part of the run.
    pub(in crate::web) fn of(session: &Session) -> Known {
        let named = |branch: BranchView| (branch.number, branch.name, branch.change);
        Known {
            marks: marks_of(session),
            breakpoints: breakpoints_of(session),
            branches: session.branch_list().into_iter().map(named).collect(),
            run: run_of(session),
        }
    }
}

/// Whether an error says that what was asked was interrupted: something else waits, and it is asked again.
pub(super) fn is_interrupt(why: &str) -> bool {
    why == Interrupted.to_string() || why == EvalError::Interrupted.to_string()
}

/// Run, branch and last event so far.
pub(in crate::web) fn run_of(session: &Session) -> (u64, usize, u64) {
    (session.run_number(), session.branch_number(), session.run_state().last.0)
}

/// A branch as an object.
pub(super) fn branch(branch: &BranchView) -> Value {
    json!({
        "number": branch.number,
        "name": branch.name,
        "parent": branch.parent,
        "fork": branch.fork.map(|t| t.0),
        "change": branch.change,
        "last": branch.last.0,
        "end": branch.end,
        "current": branch.current,
    })
}

pub(super) fn branches(desk: &mut Desk, _: &Request) -> Result<Value, String> {
    Ok(json!({ "branches": desk.session.branch_list().iter().map(branch).collect::<Vec<_>>() }))
}

pub(super) fn marks(desk: &mut Desk, _: &Request) -> Result<Value, String> {
    Ok(marks_of(&desk.session))
}

pub(super) fn breakpoints(desk: &mut Desk, _: &Request) -> Result<Value, String> {
    Ok(breakpoints_of(&desk.session))
}

fn marks_of(session: &Session) -> Value {
    let marks = session.mark_list();
    let row = |(name, branch, time): (String, usize, ttd_debug::target::Time)| json!({ "name": name, "branch": branch, "time": time.0 });
    json!({ "marks": marks.into_iter().map(row).collect::<Vec<_>>() })
}

fn breakpoints_of(session: &Session) -> Value {
    let mut rows = answer(&ttd_debug::Answer::Breakpoints(session.breakpoint_list()));
    // How often a line was passed depends on where one is.
    for row in rows["breakpoints"].as_array_mut().into_iter().flatten() {
        row.as_object_mut().map(|row| row.remove("crossings"));
    }
    let watches = session.watch_list();
    let watch = |(number, expression)| json!({ "number": number, "expression": expression });
    let watches: Vec<Value> = watches.into_iter().map(watch).collect();
    json!({ "breakpoints": rows["breakpoints"], "watches": watches })
}

impl Desk {
    /// Tells everybody what of it has changed.
    pub(in crate::web) fn tell_shared(&mut self) {
        let known = Known::of(&self.session);
        let numbers: Vec<usize> = known.branches.iter().map(|(number, ..)| *number).collect();
        self.surveys.keep(&numbers);
        self.switches.keep(&numbers);
        self.frames.keep(&numbers);
        self.changes.keep(&numbers);
        self.calls.keep(&numbers);
        let before = std::mem::replace(&mut self.shared, known);
        let after = &self.shared;
        let pairs = [
            ("marks", before.marks != after.marks),
            ("breakpoints", before.breakpoints != after.breakpoints),
            ("branches", before.branches != after.branches),
            ("run", before.run != after.run),
        ];
        let changed: Vec<&str> = pairs.into_iter().filter(|(_, differs)| *differs).map(|(name, _)| name).collect();
        if !changed.is_empty() {
            self.clients.tell(&json!({ "changed": changed, "run": self.run_json() }));
        }
    }
}
