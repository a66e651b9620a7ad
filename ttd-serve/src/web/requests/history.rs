//! `history`: the values that a variable, attribute or item has held.

use serde_json::{Value, json};
use ttd_debug::target::{Time, WatchTarget};

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::request::{Focus, Request};
use crate::json::{self, answer};

/// Changes described in an answer at most.
const MOST: usize = 1000;
/// Changes described in an answer unless more are asked for.
const USUAL: usize = 200;
/// Changes counted at most.
const COUNTED: usize = 1 << 22;

pub(super) fn history(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let (focus, expression) = (request.focus()?, request.needed_text("expression")?);
    let count = request.size("count")?.unwrap_or(USUAL).min(MOST);
    let place = desk.at(focus, |session| session.place_of(expression).map_err(|error| error.to_string()))??;
    let (now, _) = desk.session.progress();
    let before = desk.session.run_state().last + 1;
    let focus = Focus { branch: Some(desk.session.branch_number()), time: Some(now), ..focus };
    Ok(Reply::Later(Box::new(History {
        focus,
        now,
        place,
        start: request.size("start")?,
        count,
        last: before,
        before: Some(before),
        parts: Vec::new(),
        times: Vec::new(),
        rows: Vec::new(),
    })))
}

/// The work for a history: first all times at which the place changed, from the last one on, then the rows.
struct History {
    focus: Focus,
    now: Time,
    place: WatchTarget,
    start: Option<usize>,
    count: usize,
    /// Where the search began.
    last: Time,
    /// What comes before this is still to be searched; `None`: nothing.
    before: Option<Time>,
    /// The times found so far, the latest stretch first.
    parts: Vec<Vec<Time>>,
    times: Vec<Time>,
    rows: Vec<Value>,
}

impl Job for History {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(self.focus.branch, None) {
            return Step::Failed(why);
        }
        match self.before {
            Some(before) => self.search(desk, before),
            None => self.describe(desk),
        }
    }
}

impl History {
    fn search(&mut self, desk: &mut Desk, before: Time) -> Step {
        let Ok((times, from)) = desk.session.changes_before(&self.place, before) else { return Step::More(None) };
        self.parts.push(times);
        let counted = self.parts.iter().map(Vec::len).sum::<usize>();
        if from > desk.session.place_begins(&self.place) && counted < COUNTED {
            self.before = Some(from);
            return Step::More(Some(Update::Progress(self.last.0 - from.0, self.last.0)));
        }
        self.before = None;
        self.parts.reverse();
        self.times = std::mem::take(&mut self.parts).concat();
        Step::More(None)
    }

    /// The number of the change that gave the place what it holds at the focus.
    fn current(&self) -> Option<usize> {
        self.times.partition_point(|t| *t <= self.now).checked_sub(1)
    }

    fn describe(&mut self, desk: &mut Desk) -> Step {
        let around = self.current().unwrap_or(0).saturating_sub(self.count / 2);
        let last = self.times.len().saturating_sub(self.count);
        let start = self.start.unwrap_or(around.min(last));
        let at = start.saturating_add(self.rows.len());
        let Some(time) = self.times.get(at).copied().filter(|_| self.rows.len() < self.count) else {
            return self.finish(desk, start);
        };
        let Ok((change, path)) = desk.session.describe_change(&self.place, at + 1, time) else {
            return Step::More(None);
        };
        let number = change.new.as_deref().and_then(plotted);
        let mut row = answer(&ttd_debug::Answer::History(vec![change]))["changes"][0].take();
        row["current"] = (Some(at) == self.current()).into();
        row["path"] = path.into();
        row["plot"] = json!(number);
        self.rows.push(row);
        Step::More(None)
    }

    fn finish(&mut self, desk: &mut Desk, start: usize) -> Step {
        let focus = self.focus;
        let always = match self.times.is_empty() {
            true => desk.at(focus, |session| session.held_by(&self.place)).unwrap_or_default(),
            false => None,
        };
        Step::Done(json!({
            "changes": std::mem::take(&mut self.rows),
            "start": start,
            "current": self.current(),
            "always": always,
            "total": self.times.len(),
        }))
    }
}

/// The number that a repr is of, if it can be drawn.
fn plotted(repr: &str) -> Option<f64> {
    let number = repr.starts_with(|c: char| c.is_ascii_digit() || c == '-').then(|| repr.parse::<f64>().ok())?;
    number.filter(|number| number.is_finite())
}

pub(super) fn last(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    beside(desk, request, ttd_debug::target::Direction::Backward)
}

pub(super) fn next_change(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    beside(desk, request, ttd_debug::target::Direction::Forward)
}

fn beside(desk: &mut Desk, request: &Request, side: ttd_debug::target::Direction) -> Result<Value, String> {
    let (focus, expression) = (request.focus()?, request.needed_text("expression")?);
    desk.at(focus, |session| {
        let place = session.place_of(expression).map_err(|error| error.to_string())?;
        let time = session.change_beside(&place, side).map_err(|_| "Interrupted".to_string())?;
        Ok(json!({ "time": time.map(|t| t.0) }))
    })?
}

pub(super) fn origin(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, expression) = (request.focus()?, request.line("expression")?);
    let (start, count) = request.page(MOST)?;
    let (steps, note) = desk.at(focus, |session| session.origin_of(expression))??;
    let total = steps.len();
    let rows = steps.into_iter().skip(start).take(count).collect();
    let rows = with_paths(desk, json::answer(&ttd_debug::Answer::Origin(rows))["steps"].take());
    Ok(json!({ "steps": rows, "note": note, "total": total }))
}

pub(super) fn uses(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (focus, expression) = (request.focus()?, request.line("expression")?);
    let (start, count) = request.page(MOST)?;
    let uses = desk.at(focus, |session| session.uses_of(expression, start, count))??;
    let rows = with_paths(desk, json::answer(&ttd_debug::Answer::Uses(uses.list))["uses"].take());
    Ok(json!({ "uses": rows, "start": start, "total": uses.total }))
}

/// Adds to each row the path of the file, where only one file of the program has its name.
fn with_paths(desk: &Desk, mut rows: Value) -> Value {
    let files = desk.session.files_so_far();
    for row in rows.as_array_mut().into_iter().flatten() {
        let file = row["file"].as_str().unwrap_or_default().to_string();
        let mut named = files.iter().filter(|known| known.path.rsplit('/').next() == Some(&file));
        let only = named.next().filter(|_| named.next().is_none());
        row["path"] = only.map(|file| file.path.as_str()).into();
    }
    rows
}

pub(super) fn executions(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    let (path, line) = (request.needed_text("path")?, request.needed_number("line")?);
    let line = u32::try_from(line).map_err(|_| "\"line\" is too large".to_string())?;
    let (start, near) = (request.size("start")?, request.time("near")?);
    let (_, count) = request.page(MOST)?;
    desk.stand(request.branch()?, None)?;
    let times = desk.session.line_times(path, line).map_err(|_| "Interrupted".to_string())?;
    let around = near.map_or(0, |near| times.partition_point(|t| *t <= near).saturating_sub(count / 2));
    let start = start.unwrap_or(around.min(times.len().saturating_sub(count)));
    let shown: Vec<u64> = times.iter().skip(start).take(count).map(|t| t.0).collect();
    Ok(json!({ "times": shown, "start": start, "total": times.len() }))
}
