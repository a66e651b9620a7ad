//! The life of a call as text.

use std::fmt::Write;

use ttd_debug::Session;
use ttd_debug::answer::render::kind_name;
use ttd_debug::syntax::text::shorten;
use ttd_debug::target::{EventKind, How, Time};
use ttd_debug::views::{FrameLife, LifeEvent};

use super::redact::Redactor;

/// Events read at most.
const MOST: usize = 2000;

/// The life of the call that the present is in, from its first event at or after `from` on.
pub(super) fn life(session: &mut Session, from: u64, redactor: &mut Redactor) -> Result<String, String> {
    let (now, _) = session.present();
    let mut life = session.frame_life(now, Time(from), MOST).map_err(|_| "Interrupted")?;
    let number = |value: &mut String| *value = session.with_numbers(value);
    life.arguments.iter_mut().for_each(|(_, value)| number(value));
    for event in &mut life.events {
        event.changes.iter_mut().for_each(|(_, value)| number(value));
        event.value.iter_mut().chain(&mut event.callee).for_each(number);
    }
    let source = session.source_text(&life.path).unwrap_or_default();
    let lines: Vec<&str> = source.lines().collect();
    let mut out = String::new();
    let arguments: Vec<String> = life
        .arguments
        .iter()
        .map(|(name, value)| format!("{name}={}", redactor.value(name, &shorten(value))))
        .collect();
    let file = life.path.rsplit('/').next().unwrap_or_default();
    // Writing to a text cannot fail.
    let _ = writeln!(out, "{}({}) in {file}, called at {}", life.function, arguments.join(", "), life.began);
    for event in &life.events {
        row(&mut out, event, &lines, redactor);
    }
    if let Some(last) = life.events.last().filter(|_| life.cut) {
        let _ = writeln!(out, "(more: the same call with \"from\": {})", last.time + 1);
    } else if ends(&life).is_none() {
        let _ = writeln!(out, "(it had not ended by the last event)");
    }
    Ok(out)
}

fn ends(life: &FrameLife) -> Option<&LifeEvent> {
    life.events.iter().find(|event| event.kind == EventKind::Return && event.how != How::Suspend)
}

fn row(out: &mut String, event: &LifeEvent, lines: &[&str], redactor: &mut Redactor) {
    let source = (event.line as usize).checked_sub(1).and_then(|at| lines.get(at)).map_or("", |line| line.trim());
    let changes: Vec<String> = event
        .changes
        .iter()
        .map(|(name, value)| format!("{name} = {}", redactor.value(name, &shorten(value))))
        .collect();
    if !changes.is_empty() {
        let _ = writeln!(out, "             {}", changes.join(", "));
    }
    let value = event.value.as_deref().map(|value| format!(" -> {}", shorten(value))).unwrap_or_default();
    let _ = match (&event.callee, event.kind, event.how) {
        (Some(callee), ..) => writeln!(out, "{:>8}     calls {}", event.time, callee),
        (None, EventKind::Line, _) => writeln!(out, "{:>8}  {:>4}  {source}", event.time, event.line),
        (None, EventKind::Exception, _) => {
            let text = event.value.as_deref().unwrap_or("an exception");
            writeln!(out, "{:>8}  {:>4}  raises {text}", event.time, event.line)
        }
        (None, EventKind::Return, How::Unwind) => writeln!(out, "{:>8}     left by the exception", event.time),
        (None, EventKind::Return, How::Suspend) => writeln!(out, "{:>8}     yields{value}", event.time),
        (None, kind, _) => writeln!(out, "{:>8}     {}{value}", event.time, kind_name(kind)),
    };
}
