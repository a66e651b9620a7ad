//! `tree`: the calls that a call makes.

use serde_json::{Value, json};
use ttd_debug::target::Time;
use ttd_debug::views::CallSearch;

use super::super::desk::{CallKey, Desk};
use super::super::job::{Job, Reply, Step, Update};
use super::super::request::Request;

/// Calls of an answer at most.
const MOST: usize = 500;
/// Events searched in a turn.
const SLICE: u64 = 1 << 18;
/// Calls found at most.
const FOUND: usize = 1 << 20;

pub(super) fn tree(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let (parent, filter) = (request.time("time")?, request.text("filter")?.filter(|text| !text.is_empty()));
    let (start, count) = request.page(MOST)?;
    desk.stand(request.branch()?, None)?;
    if parent.is_some_and(|time| time > desk.session.run_state().last) {
        return Err("There is no such event so far".into());
    }
    let key = (parent, filter.map(str::to_string));
    // What has grown since is searched anew.
    let search = desk.session.call_search(parent, filter)?;
    let known = desk.calls.of(&desk.session, &key, || (search.clone(), Vec::new()));
    if known.0.end != search.end {
        *known = (search.clone(), Vec::new());
    }
    let branch = desk.session.branch_number();
    Ok(Reply::Later(Box::new(Tree { branch, key, begun: search, start, count, rows: Vec::new() })))
}

/// The work for a tree: first the times of all the calls, then the rows.
struct Tree {
    branch: usize,
    key: CallKey,
    /// The search of which nothing was done: what was done is kept beside others.
    begun: CallSearch,
    start: usize,
    count: usize,
    rows: Vec<Value>,
}

impl Job for Tree {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(Some(self.branch), None) {
            return Step::Failed(why);
        }
        let (search, times) = desk.calls.of(&desk.session, &self.key, || (self.begun.clone(), Vec::new()));
        if search.next < search.end && times.len() < FOUND {
            if let Ok(found) = desk.session.search_calls(search, SLICE) {
                times.extend(found);
            }
            let first = self.begun.next.0;
            let (done, of) = (search.next.0.saturating_sub(first), search.end.0.saturating_sub(first));
            return Step::More((done < of).then_some(Update::Progress(done, of)));
        }
        match times.get(self.start.saturating_add(self.rows.len())).copied() {
            Some(time) if self.rows.len() < self.count => {
                self.describe(desk, time);
                Step::More(None)
            }
            _ => Step::Done(json!({
                "calls": std::mem::take(&mut self.rows),
                "start": self.start,
                "total": times.len(),
                "complete": search.next >= search.end,
            })),
        }
    }
}

impl Tree {
    /// Adds a row; not if a request waits.
    fn describe(&mut self, desk: &mut Desk, time: Time) {
        let Ok(call) = desk.session.call_node(time) else { return };
        let until = call.until.unwrap_or(desk.session.run_state().last);
        let survey = desk.surveys.of(self.branch, &desk.session);
        let Ok(calls) = desk.session.calls_between(survey, time, until) else { return };
        self.rows.push(json!({
            "time": call.time.0,
            "until": call.until.map(|t| t.0),
            "function": call.function,
            "path": call.path,
            "line": call.line,
            "arguments": call.arguments,
            "result": call.result,
            "exception": call.exception,
            "calls": calls,
            "events": until - time + 1,
        }));
    }
}
