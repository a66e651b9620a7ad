//! `history`: the values that a variable, attribute or item has held.

use serde_json::{Value, json};
use ttd_debug::target::{Time, WatchTarget};

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::known::Changes;
use super::super::request::{Focus, Request};
use crate::json::{self, answer};

/// Changes described in an answer at most.
const MOST: usize = 1000;
/// Changes described in an answer unless more are asked for.
const USUAL: usize = 200;

pub(super) fn history(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let (focus, expression) = (request.focus()?, request.needed_text("expression")?);
    let count = request.size("count")?.unwrap_or(USUAL).min(MOST);
    let place = desk.at(focus, |session| session.place_of(expression).map_err(|error| error.to_string()))??;
    let (now, _) = desk.session.progress();
    let focus = Focus { branch: Some(desk.session.branch_number()), time: Some(now), ..focus };
    Ok(Reply::Later(Box::new(History {
        focus,
        now,
        place,
        start: request.size("start")?,
        count,
        last: desk.session.run_state().last,
        times: None,
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
    /// The last event so far.
    last: Time,
    /// When the place changed, once that is known.
    times: Option<Vec<Time>>,
    rows: Vec<Value>,
}

impl Job for History {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(self.focus.branch, None) {
            return Step::Failed(why);
        }
        match self.times {
            None => self.search(desk),
            Some(_) => self.describe(desk),
        }
    }
}

impl History {
    fn search(&mut self, desk: &mut Desk) -> Step {
        let changes = desk.changes.of(&desk.session, &self.place, || Changes::up_to(self.last));
        if changes.last < self.last {
            *changes = Changes::up_to(self.last);
        }
        let Some(before) = changes.before else {
            self.times = Some(changes.times.clone());
            return Step::More(None);
        };
        // Interrupted: it is searched the next time.
        let Ok((times, from)) = desk.session.changes_before(&self.place, before) else { return Step::More(None) };
        changes.add(times, from, desk.session.place_begins(&self.place));
        Step::More(Some(Update::Progress(self.last.0 - from.0.min(self.last.0), self.last.0)))
    }

    /// The number of the change that gave the place what it holds at the focus.
    fn current(&self) -> Option<usize> {
        self.times.as_ref()?.partition_point(|t| *t <= self.now).checked_sub(1)
    }

    fn describe(&mut self, desk: &mut Desk) -> Step {
        let times = self.times.as_deref().unwrap_or_default();
        let around = self.current().unwrap_or(0).saturating_sub(self.count / 2);
        let last = times.len().saturating_sub(self.count);
        let start = self.start.unwrap_or(around.min(last));
        let at = start.saturating_add(self.rows.len());
        let Some(time) = times.get(at).copied().filter(|_| self.rows.len() < self.count) else {
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
        let total = self.times.as_ref().map_or(0, Vec::len);
        let focus = self.focus;
        let always = match total == 0 {
            true => desk.at(focus, |session| session.held_by(&self.place)).unwrap_or_default(),
            false => None,
        };
        Step::Done(json!({
            "changes": std::mem::take(&mut self.rows),
            "start": start,
            "current": self.current(),
            "always": always,
            "total": total,
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
        let time = session.change_beside(&place, side).map_err(|why| why.to_string())?;
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
    let times = desk.session.line_times(path, line).map_err(|why| why.to_string())?;
    let around = near.map_or(0, |near| times.partition_point(|t| *t <= near).saturating_sub(count / 2));
    let start = start.unwrap_or(around.min(times.len().saturating_sub(count)));
    let shown: Vec<u64> = times.iter().skip(start).take(count).map(|t| t.0).collect();
    Ok(json!({ "times": shown, "start": start, "total": times.len() }))
}
