//! The course of the program: `events`, `frames`, `calls`, `tree`.
//!
//! Everything here is about time that was reached already; nothing runs for the first time.

use crate::answer::{Answer, CallView, EventView};
use crate::commands::{self, Args};
use crate::history::broken_off;
use crate::session::Session;
use crate::target::{Event, EventKind, FrameWatch, How, Kinds, Reached, Watch};
use crate::text;

/// Events that are shown on either side of the present.
const AROUND: u64 = 10;
/// Rows that one command shows.
const ROWS: u64 = 1000;
/// Calls that are shown with arguments and result on either side of the present.
const CALLS: usize = 25;
/// Events that are read at once.
const STRETCH: u64 = 1 << 16;

/// A search was broken off by Ctrl-C.
pub(crate) struct Broken;

/// Reads the events from `from` to `to` a stretch at a time.
pub(crate) fn each(
    session: &mut Session,
    from: u64,
    to: u64,
    mut see: impl FnMut(&Session, u64, &Event),
) -> Result<(), Broken> {
    let mut at = from;
    while at <= to {
        let end = to.min(at + STRETCH - 1);
        let events = session.target.record(at, end);
        if events.len() as u64 != end - at + 1 {
            return Err(Broken);
        }
        for (time, event) in (at..).zip(&events) {
            see(session, time, event);
        }
        at = end + 1;
    }
    Ok(())
}

/// `events`.
pub fn events(session: &mut Session, args: &Args) -> Vec<Answer> {
    let last = session.known().saturating_sub(1);
    let words: Vec<&str> = args.text.split_whitespace().collect();
    let numbers: Option<Vec<u64>> = words.iter().map(|word| word.parse().ok()).collect();
    let (from, to) = match numbers.as_deref() {
        Some([]) => (session.now.saturating_sub(AROUND), session.now + AROUND),
        Some([from]) => (*from, from + 2 * AROUND),
        Some([from, to]) if from <= to => (*from, *to),
        _ => {
            return vec![commands::misuse(
                "events",
                &format!("Invalid argument: {}", args.text),
            )];
        }
    };
    let to = to.min(last).min(from.saturating_add(ROWS - 1));
    if from > last {
        return vec![Answer::Error(format!("The last event so far is {last}"))];
    }
    let now = session.now;
    let mut rows = Vec::new();
    let seen = each(session, from, to, |session, time, event| {
        let code = session.target.code(event.code);
        rows.push(EventView {
            current: time == now,
            time,
            kind: event.kind,
            how: event.how,
            depth: event.depth,
            file: text::file_name(&code.path).to_string(),
            line: event.line,
            function: code.name,
        });
    });
    if seen.is_err() {
        return broken_off(session);
    }
    session.settle();
    vec![Answer::Events(rows)]
}

/// The first calls of frames that are wanted, by time.
fn starts(
    session: &mut Session,
    wanted: impl Fn(&str) -> bool,
) -> Result<Vec<(u64, Event)>, Broken> {
    let last = session.known().saturating_sub(1);
    let mut found = Vec::new();
    each(session, 0, last, |session, time, event| {
        if event.how == How::Start && wanted(&session.target.code(event.code).name) {
            found.push((time, *event));
        }
    })?;
    Ok(found)
}

/// The part of a list that is shown: what is around the present.
fn window(times: &[(u64, Event)], now: u64, around: usize) -> std::ops::Range<usize> {
    let here = times
        .partition_point(|(time, _)| *time <= now)
        .saturating_sub(1);
    here.saturating_sub(around)..(here + around + 1).min(times.len())
}

fn left_out(answers: &mut Vec<Answer>, n: usize, what: &str) {
    if n > 0 {
        answers.push(Answer::Text(format!("({n} {what} are not shown)")));
    }
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
    let now = session.now;
    let Ok(found) = starts(session, |_| true) else {
        return broken_off(session);
    };
    session.settle();
    let current = session.target.event().frame;
    let shown = window(&found, now, 100);
    let rows = found[shown.clone()].iter().map(|(time, event)| CallView {
        current: *time == current,
        time: *time,
        indent: if tree {
            event.depth.saturating_sub(1)
        } else {
            0
        },
        function: session.target.code(event.code).name,
        file: text::file_name(&session.target.code(event.code).path).to_string(),
        line: event.line,
        arguments: None,
        result: None,
    });
    let rows = rows.collect();
    let mut answers = Vec::new();
    left_out(&mut answers, shown.start, "earlier frames");
    answers.push(Answer::Calls(rows));
    left_out(&mut answers, found.len() - shown.end, "later frames");
    answers
}

/// `calls`.
pub fn calls(session: &mut Session, args: &Args) -> Vec<Answer> {
    let name = args.text.clone();
    let now = session.now;
    let Ok(found) = starts(session, |function| function == name) else {
        return broken_off(session);
    };
    if found.is_empty() {
        session.settle();
        return vec![Answer::Error(format!("{name} was not called so far"))];
    }
    let shown = window(&found, now, CALLS);
    session.settle();
    let current = session.target.event().frame;
    let mut rows = Vec::new();
    for (time, event) in &found[shown.clone()] {
        let Ok(mut row) = call(session, *time, event) else {
            return broken_off(session);
        };
        row.current = *time == current;
        rows.push(row);
    }
    let mut answers = Vec::new();
    left_out(&mut answers, shown.start, "earlier calls");
    answers.push(Answer::Calls(rows));
    left_out(&mut answers, found.len() - shown.end, "later calls");
    session.settle();
    answers
}

/// A call with its arguments and what came of it.
fn call(session: &mut Session, time: u64, event: &Event) -> Result<CallView, Broken> {
    if session.target.seek(time) != Reached::Target {
        return Err(Broken);
    }
    let arguments = session.target.args(0);
    let arguments: Vec<String> = arguments
        .into_iter()
        .map(|(name, value)| format!("{name}={}", text::shorten(&value)))
        .collect();
    let last = session.known().saturating_sub(1);
    let ends = Watch::frame(FrameWatch::of_kinds(event.frame, event.code, Kinds::ENDS));
    let reached = session.target.run_until(&ends, last);
    if reached == Reached::Interrupted {
        return Err(Broken);
    }
    let end = session.target.event();
    let left = end.kind == EventKind::Return && end.frame == event.frame && end.how != How::Suspend;
    let result = match end.how {
        _ if !left => "has not returned so far".to_string(),
        How::Unwind => "left by an exception".to_string(),
        _ => session
            .target
            .retval()
            .map_or_else(String::new, |value| text::shorten(&value)),
    };
    let code = session.target.code(event.code);
    Ok(CallView {
        current: false,
        time,
        indent: 0,
        function: code.name,
        file: text::file_name(&code.path).to_string(),
        line: event.line,
        arguments: Some(arguments.join(", ")),
        result: Some(result),
    })
}
