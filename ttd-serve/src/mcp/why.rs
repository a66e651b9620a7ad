//! `why`: the way of a value back to where it was made, and what to ask next: the values that it was made of, what
//! changed the contents of a container, and the conditions that let this code run.

use std::fmt::Write;

use ttd_debug::answer::TraceRow;
use ttd_debug::syntax::text::shorten;
use ttd_debug::target::{EventKind, Time};
use ttd_debug::{Answer, Session};

use super::redact::Redactor;
use super::source_lines::{in_class_body, names, sides};
use super::text;

/// Values that are listed at most.
const MOST_VALUES: usize = 6;
/// Changes of contents that are listed at most, the latest ones.
const MOST_CHANGES: usize = 3;
/// Conditions that are listed at most.
const MOST_CONDITIONS: usize = 3;
/// Lines that are looked at for them.
const MOST_LINES: usize = 12;

/// Where the value of an expression came from at the present.
pub(super) fn why(session: &mut Session, expression: &str, redactor: &mut Redactor) -> Result<String, String> {
    let (asked, _) = session.present();
    let of_class = class_attribute(session, expression);
    let expression = of_class.as_deref().unwrap_or(expression);
    let answers = session.execute_own(&format!("origin {expression}"));
    let (mut out, failed) = text::of_answers(&answers);
    if failed {
        return Err(out);
    }
    let steps =
        answers.into_iter().find_map(|answer| if let Answer::Origin(steps) = answer { Some(steps) } else { None });
    let steps = steps.unwrap_or_default();
    let Some(last) = steps.last() else { return Ok(out) };
    passed(session, &steps, &mut out);
    if of_class.is_some() && last.text.starts_with("class ") {
        in_class(session, last, expression, &mut out);
        session.execute_own(&format!("goto {asked}"));
        contents(session, expression, asked, &mut out);
        return Ok(out);
    }
    session.execute_own(&format!("goto {}", last.time));
    // Where the line's last event is the return of a call, it is the caller's.
    let is_of_step = |line: Line| line.file == last.file && line.number == last.line;
    let frame = (0..2).find(|frame| line_of(session, *frame).is_some_and(is_of_step)).unwrap_or(0);
    if frame > 0 {
        if let Some(Line { file, number, text, .. }) = line_of(session, 0) {
            let _ = writeln!(out, "returned to it: {} {file}:{number}  {text}", last.time);
            values(session, sides(&text).1, redactor, &mut out);
        }
        session.execute_own("up");
    }
    if let Some(Line { text, .. }) = line_of(session, frame) {
        let (target, made_of) = sides(&text);
        values(session, made_of, redactor, &mut out);
        if let Some(target) = target {
            contents(session, target, asked, &mut out);
        }
    }
    conditions(session, &steps, &mut out);
    session.execute_own(&format!("goto {asked}"));
    Ok(out)
}

/// A line of source.
struct Line {
    /// The file's name.
    file: String,
    path: String,
    number: u32,
    /// What stands there, trimmed.
    text: String,
}

/// The line that a frame of the present is at, counted from the innermost.
fn line_of(session: &mut Session, frame: usize) -> Option<Line> {
    let thread = session.running_thread();
    let frame = session.stack_of(thread).into_iter().nth(frame)?;
    let source = session.source_text(&frame.path)?;
    let text = source.lines().nth((frame.line as usize).checked_sub(1)?)?.trim().to_string();
    let file = frame.path.rsplit('/').next().unwrap_or_default().to_string();
    Some(Line { file, path: frame.path, number: frame.line, text })
}

/// An attribute of an object that its class has, as an attribute of the class.
fn class_attribute(session: &mut Session, expression: &str) -> Option<String> {
    let (object, name) = expression.rsplit_once('.')?;
    let ask = format!("{name:?} in vars(type({object})) and {name:?} not in getattr({object}, '__dict__', ())");
    let is_data = format!("not hasattr(vars(type({object}))[{name:?}], '__get__')");
    let holds = |session: &mut Session, ask: &str| session.value_of(ask).is_ok_and(|answer| answer == "True");
    (holds(session, &ask) && holds(session, &is_data)).then(|| format!("type({object}).{name}"))
}

/// Shows the line of a class body that defines an attribute.
fn in_class(session: &mut Session, class: &TraceRow, expression: &str, out: &mut String) {
    session.execute_own(&format!("goto {}", class.time));
    let name = expression.rsplit('.').next().unwrap_or_default();
    let Some(Line { file, path, .. }) = line_of(session, 0) else { return };
    let source = session.source_text(&path).unwrap_or_default();
    if let Some((line, text)) = in_class_body(&source, class.line as usize, name) {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "of the class, for all its objects: {} {file}:{line}  {text}", class.time);
    }
}

/// Shows the calls that passed arguments on the way.
fn passed(session: &mut Session, steps: &[TraceRow], out: &mut String) {
    for step in steps.iter().filter(|step| step.text.starts_with("argument ")) {
        session.execute_own(&format!("goto {}", step.time));
        if session.present().1.kind != EventKind::Call {
            continue;
        }
        if let Some(Line { file, number, text, .. }) = line_of(session, 1) {
            let _ = writeln!(out, "passed by: {} {file}:{number}  {text}", step.time);
        }
    }
}

/// Lists the values of the names on a line.
fn values(session: &mut Session, line: &str, redactor: &mut Redactor, out: &mut String) {
    let mut shown = Vec::new();
    for name in names(line) {
        let Ok(child) = session.describe(name) else { continue };
        if !["function", "type", "module", "builtin_function_or_method", "method"].contains(&child.class.as_str()) {
            shown.push(format!("{name} = {}", redactor.value(name, &shorten(&child.value))));
        }
        if shown.len() == MOST_VALUES {
            break;
        }
    }
    if !shown.is_empty() {
        // Writing to a text cannot fail.
        let _ = writeln!(out, "made of: {}", shown.join(", "));
    }
}

/// Lists the last changes of a container's contents, up to the time that was asked about.
fn contents(session: &mut Session, target: &str, until: Time, out: &mut String) {
    for answer in session.execute_own(&format!("history {target}")) {
        let Answer::History(rows) = answer else { continue };
        let changes: Vec<_> = rows.into_iter().filter(|row| row.contents.is_some() && row.time < until).collect();
        for row in changes.iter().rev().take(MOST_CHANGES).rev() {
            let change = row.contents.as_deref().unwrap_or_default();
            let _ = writeln!(out, "its contents changed: {} {}:{}  {change}", row.time, row.file, row.line);
        }
    }
}

/// Lists the conditions that were passed last in the call that made the value, before it left, and the calls that they
/// made. One after the value was made may have left it as it is.
fn conditions(session: &mut Session, steps: &[TraceRow], out: &mut String) {
    let frame = session.present().1.frame;
    // The latest step of that call.
    let latest = steps.iter().find(|step| {
        session.execute_own(&format!("goto {}", step.time));
        session.present().1.frame == frame
    });
    let Some(mut next) = latest.map(|step| step.time) else { return };
    let mut found: Vec<String> = Vec::new();
    for _ in 0..MOST_LINES {
        session.execute_own("rnext");
        let (time, event) = session.present();
        if time >= next || event.frame != frame || found.len() == MOST_CONDITIONS {
            break;
        }
        let decides =
            |text: &str| ["if ", "elif ", "while ", "for ", "except"].iter().any(|word| text.starts_with(word));
        if let Some(Line { file, number, text, .. }) = line_of(session, 0)
            && event.kind == EventKind::Line
            && decides(&text)
        {
            let place = format!("{file}:{number}  {text}");
            let calls = if next > time + 1 { format!("  (calls at {})", time + 1) } else { String::new() };
            if !found.iter().any(|row| row.contains(&place)) {
                found.push(format!("decided by: {time} {place}{calls}"));
            }
        }
        next = time;
    }
    found.iter().for_each(|row| {
        let _ = writeln!(out, "{row}");
    });
}
