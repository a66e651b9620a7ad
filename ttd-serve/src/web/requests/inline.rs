//! `inline`: what the lines of the chosen frame's call have done so far.

use std::collections::BTreeMap;

use serde_json::{Value, json};
use ttd_debug::target::Time;
use ttd_debug::views::{FrameEvents, LineRuns, Which};

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::request::{Focus, Request};
use super::shared::is_interrupt;

/// Events looked at in a turn.
const SLICE: u64 = 1 << 18;
/// Variables looked at, at most.
const MOST: usize = 1000;

pub(super) fn inline(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let focus = request.focus()?;
    let ask = |session: &mut ttd_debug::Session| {
        let events = session.frame_events();
        let names = session.parts("locals()", Which::Names, 0, MOST).map_err(|error| error.to_string());
        names.map(|parts| (events, parts))
    };
    let (events, parts) = desk.at(focus, ask)??;
    let events = events.ok_or("There is no frame here")?;
    let (now, branch) = (desk.session.progress().0, desk.session.branch_number());
    let values = parts.list.into_iter().map(|row| (row.name, desk.session.with_numbers(&row.value))).collect();
    let assigned = desk.session.assignments(&events);
    let path = desk.session.path_of_frame(&events);
    let focus = Focus { branch: Some(branch), time: Some(now), ..focus };
    Ok(Reply::Later(Box::new(Inline {
        focus,
        now,
        path,
        events,
        assigned,
        values: BTreeMap::from([(now, values)]),
        lines: BTreeMap::new(),
        wanted: None,
    })))
}

/// Names with their values.
type Values = Vec<(String, String)>;

/// The work: first the events of the frame are read, then values that were replaced since.
struct Inline {
    focus: Focus,
    now: Time,
    path: String,
    /// The events of the frame, of which none was read: what was read is kept beside other frames'.
    events: FrameEvents,
    assigned: Vec<(u32, String)>,
    /// The values at times that were looked at.
    values: BTreeMap<Time, Values>,
    /// What the lines have done.
    lines: BTreeMap<u32, LineRuns>,
    /// The times that are still to be looked at, once the events are read.
    wanted: Option<Vec<Time>>,
}

impl Job for Inline {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(self.focus.branch, None) {
            return Step::Failed(why);
        }
        let Some(wanted) = &mut self.wanted else {
            let events = desk.frames.of(&desk.session, &self.events.frame, || self.events.clone());
            // Interrupted: they are read the next time.
            let _ = desk.session.read_frame(events, self.now, SLICE);
            let (first, next) = (events.frame, events.next);
            if next <= self.now {
                return Step::More(Some(Update::Progress(next - first, self.now - first + 1)));
            }
            let Some(lines) = events.lines(self.now) else {
                *events = self.events.clone();
                return Step::More(None);
            };
            self.lines = lines;
            self.wanted = Some(self.times_of_values());
            return Step::More(None);
        };
        let Some(time) = wanted.pop() else { return Step::Done(self.answer()) };
        match desk.session.values_at(time) {
            Ok(values) => drop(self.values.insert(time, values)),
            Err(why) if is_interrupt(&why) => wanted.push(time),
            Err(why) => return Step::Failed(why),
        }
        Step::More(None)
    }
}

impl Inline {
    /// When a line's assignment to a name can be seen: at the focus if none has come since.
    fn seen_at(&self, line: u32, name: &str) -> Option<(Time, Time)> {
        let lines = &self.lines;
        let (ran, behind) = lines.get(&line)?.last?;
        let same = self.assigned.iter().filter(|(_, other)| other == name);
        let newest = same.filter_map(|(line, _)| lines.get(line)?.last).map(|last| last.0).max();
        Some((ran, if newest == Some(ran) { self.now } else { behind }))
    }

    fn times_of_values(&self) -> Vec<Time> {
        let seen = |(line, name): &(u32, String)| self.seen_at(*line, name).map(|seen| seen.1);
        let mut times: Vec<Time> = self.assigned.iter().filter_map(seen).filter(|t| *t != self.now).collect();
        times.sort_unstable();
        times.dedup();
        times.reverse();
        times
    }

    fn answer(&self) -> Value {
        let row = |(line, runs): (&u32, &LineRuns)| {
            let names = self.assigned.iter().filter(|(of, _)| of == line);
            let values: Vec<Value> = names
                .filter_map(|(_, name)| {
                    let (ran, at) = self.seen_at(*line, name)?;
                    let (_, value) = self.values.get(&at)?.iter().find(|(of, _)| of == name)?;
                    Some(json!({ "name": name, "value": value, "time": ran.0 }))
                })
                .collect();
            json!({ "line": line, "hits": runs.count, "values": values })
        };
        json!({ "path": self.path, "lines": self.lines.iter().map(row).collect::<Vec<_>>() })
    }
}
