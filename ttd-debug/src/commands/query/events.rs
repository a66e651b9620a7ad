//! The course of the run: `events`, `frames`, `calls`, `tree`.
//!
//! They list what has been reached; nothing runs for the first time.

use crate::answer::{Answer, CallView, EventView};
use crate::commands::Args;
use crate::session::Session;
use crate::session::listing::{Codes, broken_off, each, extract, shown, window};
use crate::syntax::text;
use crate::target::{CodeInfo, Event, EventKind, EventQuery, FrameWatch, How, Kinds, Reached, Time};
use crate::travel::Interrupted;

/// Events shown on either side of the present.
const AROUND: u64 = 10;
/// Rows shown at most.
const ROWS: u64 = 1000;
/// Frames shown on either side of the present.
const FRAMES: usize = 100;
/// Calls shown, with arguments and result, on either side of the present.
const CALLS: usize = 25;

/// `events`.
pub fn events(session: &mut Session, args: &Args) -> Vec<Answer> {
    let last = session.frontier();
    let words: Vec<&str> = args.text.split_whitespace().collect();
    let numbers: Option<Vec<Time>> = words.iter().map(|word| word.parse().ok()).collect();
    let (from, to) = match numbers.as_deref() {
        Some([]) => (session.nav.now.saturating_sub(AROUND), session.nav.now + AROUND),
        Some([from]) => (*from, *from + 2 * AROUND),
        Some([from, to]) if from <= to => (*from, *to),
        _ => {
            return vec![args.misuse(&format!("Invalid argument: {}", args.text))];
        }
    };
    let to = to.min(last).min(from.saturating_add(ROWS - 1));
    if from > last {
        return vec![Answer::Error(format!("The last event so far is {last}"))];
    }
    let now = session.nav.now;
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
    vec![Answer::Events(rows)]
}

/// The first calls of all frames whose function is `wanted`, by time.
fn starts(session: &mut Session, wanted: impl Fn(&str) -> bool) -> Result<Vec<(Time, Event)>, Interrupted> {
    let last = session.frontier();
    let (mut found, mut codes) = (Vec::new(), Codes::default());
    each(session, Time::START, last, |session, time, event| {
        if event.how == How::Start && wanted(&codes.of(&*session.target, event.code).name) {
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
pub fn frames(session: &mut Session, _: &Args) -> Vec<Answer> {
    listed(session, false)
}

/// `tree`.
pub fn tree(session: &mut Session, _: &Args) -> Vec<Answer> {
    listed(session, true)
}

fn listed(session: &mut Session, tree: bool) -> Vec<Answer> {
    let now = session.nav.now;
    let Ok(found) = starts(session, |_| true) else {
        return broken_off(session);
    };
    session.sync_target();
    let current = session.target.event().frame;
    let shown = window(found.len(), here(&found, now), FRAMES);
    let mut codes = Codes::default();
    let rows = found[shown.clone()].iter().map(|(time, event)| {
        let code = codes.of(&*session.target, event.code);
        CallView {
            current: time.0 == current,
            indent: if tree { event.depth.saturating_sub(1) } else { 0 },
            ..view(*time, event, code)
        }
    });
    let rows = Answer::Calls(rows.collect());
    extract(rows, &shown, found.len(), "frames")
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
    let name = args.text.clone();
    let now = session.nav.now;
    let Ok(found) = starts(session, |function| function == name) else {
        return broken_off(session);
    };
    if found.is_empty() {
        session.sync_target();
        let among = session.as_far_as_recorded();
        let note = session.note_on_function(&name);
        return vec![Answer::Error(format!("{name} has not been called so far{among}{note}"))];
    }
    let shown = window(found.len(), here(&found, now), CALLS);
    session.sync_target();
    let current = session.target.event().frame;
    let mut rows = Vec::new();
    for (time, event) in &found[shown.clone()] {
        let Ok(mut row) = call(session, *time, event) else {
            return broken_off(session);
        };
        row.current = time.0 == current;
        rows.push(row);
    }
    session.sync_target();
    extract(Answer::Calls(rows), &shown, found.len(), "calls")
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
