//! What is common to all clients: marks, breakpoints, watchpoints, branches.

use serde_json::{Value, json};
use ttd_debug::views::BranchView;

use super::super::desk::Desk;
use super::super::request::Request;
use crate::json::answer;

/// What the clients know of it.
#[derive(Default)]
pub(in crate::web) struct Known {
    marks: Value,
    breakpoints: Value,
    branches: Vec<(usize, String, Option<String>)>,
    /// Run, branch and last event.
    run: (u64, usize, u64),
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
    Ok(marks_of(desk))
}

pub(super) fn breakpoints(desk: &mut Desk, _: &Request) -> Result<Value, String> {
    Ok(breakpoints_of(desk))
}

fn marks_of(desk: &Desk) -> Value {
    let marks = desk.session.mark_list();
    let row = |(name, branch, time): (String, usize, ttd_debug::target::Time)| json!({ "name": name, "branch": branch, "time": time.0 });
    json!({ "marks": marks.into_iter().map(row).collect::<Vec<_>>() })
}

fn breakpoints_of(desk: &Desk) -> Value {
    let mut rows = answer(&ttd_debug::Answer::Breakpoints(desk.session.breakpoint_list()));
    // How often a line was passed depends on where one is.
    for row in rows["breakpoints"].as_array_mut().into_iter().flatten() {
        row.as_object_mut().map(|row| row.remove("crossings"));
    }
    let watches = desk.session.watch_list();
    let watch = |(number, expression)| json!({ "number": number, "expression": expression });
    let watches: Vec<Value> = watches.into_iter().map(watch).collect();
    json!({ "breakpoints": rows["breakpoints"], "watches": watches })
}

impl Desk {
    /// Tells everybody what of it has changed.
    pub(in crate::web) fn tell_shared(&mut self) {
        // How far a branch has come, and which one is the present, is part of the run.
        let named = |branch: BranchView| (branch.number, branch.name, branch.change);
        let known = Known {
            marks: marks_of(self),
            breakpoints: breakpoints_of(self),
            branches: self.session.branch_list().into_iter().map(named).collect(),
            run: (self.session.run_number(), self.session.branch_number(), self.session.run_state().last.0),
        };
        let numbers: Vec<usize> = known.branches.iter().map(|(number, ..)| *number).collect();
        self.surveys.keep(&numbers);
        self.switches.keep(&numbers);
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
