//! The course of the run: `events`, `frames`, `calls`, `tree`.
//!
//! They list what has been reached; nothing runs for the first time.

use crate::answer::{Answer, CallView, EventView};
use crate::commands::Args;
use crate::commands::query::range::{chosen, extract_by, time_range};
use crate::session::Session;
use crate::session::listing::{Codes, broken_off, each, shown};
use crate::syntax::text;
use crate::target::{CodeInfo, Event, EventKind, EventQuery, FrameWatch, How, Kinds, Reached, Time};
use crate::travel::Interrupted;

/// Events shown on either side of the present.
const AROUND: u64 = 10;
/// Events shown at most of those that were asked for.
const ROWS: u64 = 100_000;
/// Frames shown on either side of the present.
const FRAMES: usize = 100;
/// Calls shown, with arguments and result, on either side of the present.
const CALLS: usize = 25;

/// `events`.
pub fn events(session: &mut Session, args: &Args) -> Vec<Answer> {
    let last = session.frontier();
    let now = session.nav.now;
    let has_end = args.text.contains(char::is_whitespace);
    let (from, wanted) = match time_range(session, args, &args.text) {
        Ok(None) => (now.saturating_sub(AROUND), last.min(now + AROUND)),
        Ok(Some((from, to))) if has_end => (from, to),
        Ok(Some((from, _))) => (from, last.min(from + 2 * AROUND)),
        Err(error) => return vec![*error],
    };
    let to = wanted.min(last).min(from + (ROWS - 1));
    let (mut rows, mut codes) = (Vec::new(), Codes::default());
    let read = each(session, from, to, |session, time, event| {
        let code = codes.of(&*session.target, event.code);
        rows.push(EventView {
            current: time == now,
            time,
            kind: event.kind,
            how: event.how,
            depth: event.depth,
            file: text::file_name(&code.path).to_string(),
            line: event.line,
            function: code.name.clone(),
        });
    });
    if read.is_err() {
        return broken_off(session);
    }
    session.sync_target();
    let mut answers = vec![Answer::Events(rows)];
    if to < wanted.min(last) {
        let (next, end) = (to + 1, wanted.min(last));
        answers.push(Answer::Text(format!("(events {next} to {end} are not shown; `events {next} {end}` lists them)")));
    } else if wanted > last {
        answers.push(Answer::Text(format!("(the last event so far is {last})")));
    }
    answers
}

/// The first calls of all frames whose function is `wanted`, by time.
fn starts(session: &mut Session, wanted: impl Fn(&CodeInfo) -> bool) -> Result<Vec<(Time, Event)>, Interrupted> {
    let last = session.frontier();
    let (mut found, mut codes) = (Vec::new(), Codes::default());
    each(session, Time::START, last, |session, time, event| {
        if event.how == How::Start && wanted(codes.of(&*session.target, event.code)) {
            found.push((time, *event));
        }
    })?;
    Ok(found)
}

/// The index of the last of these frames that has begun by now.
fn here(starts: &[(Time, Event)], now: Time) -> usize {
    starts.partition_point(|(time, _)| *time <= now).saturating_sub(1)
}

/// `frames`.
pub fn frames(session: &mut Session, args: &Args) -> Vec<Answer> {
    listed(session, args, false)
}

/// `tree`.
pub fn tree(session: &mut Session, args: &Args) -> Vec<Answer> {
    listed(session, args, true)
}

fn listed(session: &mut Session, args: &Args, tree: bool) -> Vec<Answer> {
    let now = session.nav.now;
    let range = match time_range(session, args, &args.text) {
        Ok(range) => range,
        Err(error) => return vec![*error],
    };
    let Ok(found) = starts(session, |_| true) else {
        return broken_off(session);
    };
    session.sync_target();
    let current = session.target.event().frame;
    let times: Vec<Time> = found.iter().map(|(time, _)| *time).collect();
    let part = chosen(&times, range, (here(&found, now), FRAMES));
    let mut codes = Codes::default();
    let rows = found[part.shown.clone()].iter().map(|(time, event)| {
        let code = codes.of(&*session.target, event.code);
        CallView {
            current: time.0 == current,
            indent: if tree { event.depth.saturating_sub(1) } else { 0 },
            ..view(*time, event, code)
        }
    });
    let rows = Answer::Calls(rows.collect());
    extract_by(rows, &part, &times, ("frames", args.command.name()))
}

/// A row without arguments and result.
fn view(time: Time, event: &Event, code: &CodeInfo) -> CallView {
    CallView {
        current: false,
        time,
        indent: 0,
        function: code.name.clone(),
        file: text::file_name(&code.path).to_string(),
        line: event.line,
        arguments: None,
        result: None,
    }
}

/// `calls`.
pub fn calls(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (name, range) = args.text.split_once(char::is_whitespace).unwrap_or((&args.text, ""));
    let range = match time_range(session, args, range) {
        Ok(range) => range,
        Err(error) => return vec![*error],
    };
    let now = session.nav.now;
    // A name may be that of several functions; what an expression gives is one.
    let function = session.resolver().function(name);
    let is_it = |code: &CodeInfo| {
        let given = function.as_ref().is_some_and(|(path, function)| {
            code.path == *path && code.name == function.name && code.first_line == function.first_line
        });
        given || code.name == name || code.qualname == name || code.qualname.replace("<locals>.", "") == name
    };
    let Ok(found) = starts(session, is_it) else {
        return broken_off(session);
    };
    if found.is_empty() {
        session.sync_target();
        let among = session.as_far_as_recorded();
        let note = session.note_on_function(name);
        if function.is_none() && note.is_empty() {
            let unknown = format!("No function {name} is known here, and none has been called so far{among}");
            return vec![Answer::Error(unknown)];
        }
        return vec![Answer::Error(format!("{name} has not been called so far{among}{note}"))];
    }
    let times: Vec<Time> = found.iter().map(|(time, _)| *time).collect();
    let part = chosen(&times, range, (here(&found, now), CALLS));
    session.sync_target();
    let current = session.target.event().frame;
    let mut rows = Vec::new();
    for (time, event) in &found[part.shown.clone()] {
        let Ok(mut row) = call(session, *time, event) else {
            return broken_off(session);
        };
        row.current = time.0 == current;
        rows.push(row);
    }
    session.sync_target();
    extract_by(Answer::Calls(rows), &part, &times, ("calls", &format!("calls {name}")))
}

/// A row with arguments and result.
fn call(session: &mut Session, time: Time, event: &Event) -> Result<CallView, Interrupted> {
    session.navigator().seek(time)?;
    let arguments = session.target.args(0);
    let arguments: Vec<String> =
        arguments.into_iter().map(|(name, value)| format!("{name}={}", shown(session, &value))).collect();
    let last = session.frontier();
    let ends = EventQuery::frame(FrameWatch::of_kinds(event.frame, event.code, Kinds::ENDS));
    let reached = session.target.run_until(&ends, last);
    if reached == Reached::Interrupted {
        return Err(Interrupted);
    }
    let end = session.target.event();
    let returned = end.kind == EventKind::Return && end.frame == event.frame && end.how != How::Suspend;
    let result = match end.how {
        _ if !returned => format!("has not returned so far{}", session.as_far_as_recorded()),
        How::Unwind => "left by an exception".to_string(),
        _ => session.target.retval().map_or_else(String::new, |value| shown(session, &value)),
    };
    let code = session.target.code(event.code);
    Ok(CallView { arguments: Some(arguments.join(", ")), result: Some(result), ..view(time, event, &code) })
}
