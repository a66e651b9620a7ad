//! The frames of the run: `frames`, `tree`, `calls`.
//!
//! They list what has been reached; nothing runs for the first time. Only as much of the run is searched as the rows
//! need, and what is beyond them is counted up to [`COUNTED`].

use crate::answer::{Answer, CallView};
use crate::commands::Args;
use crate::commands::query::call_tree;
use crate::commands::query::range::{RANGE, Times, time_range};
use crate::session::Session;
use crate::session::convenience;
use crate::session::listing::{Codes, broken_off, line_of, shown};
use crate::syntax::text;
use crate::target::{
    CodeInfo, EvalError, Event, EventKind, EventQuery, Filter, FrameWatch, How, Kinds, Reached, Test, Time,
};
use crate::travel::Interrupted;

/// Frames shown on either side of the present.
const FRAMES: usize = 100;
/// Calls shown, with arguments and result, on either side of the present.
const CALLS: usize = 25;
/// Rows counted, at most, that are not shown on one side.
const COUNTED: usize = 1000;

/// `frames`.
pub fn frames(session: &mut Session, args: &Args) -> Vec<Answer> {
    listed(session, args, false)
}

/// `tree`.
pub fn tree(session: &mut Session, args: &Args) -> Vec<Answer> {
    listed(session, args, true)
}

/// Frames, by the time they begin, and the times of those on either side that are not shown.
struct Found {
    rows: Vec<(Time, Event)>,
    earlier: Vec<Time>,
    later: Vec<Time>,
    /// The end of the range.
    to: Time,
}

/// The accepted events between two times, or `around` the present on either side.
fn search(
    session: &mut Session,
    filter: &Filter,
    range: Option<(Time, Time)>,
    around: usize,
) -> Result<Found, Interrupted> {
    let (now, last, first) = (session.nav.now, session.frontier(), session.target.first());
    let times = |rows: &[(Time, Event)]| rows.iter().map(|(time, _)| *time).collect();
    if let Some((from, to)) = range {
        let (from, to) = (from.max(first), to.min(last));
        let mut rows = session.target.events_matching(from, from, filter).ok_or(Interrupted)?;
        rows.extend(session.target.first_matching(from, to, filter, RANGE + COUNTED + 1).ok_or(Interrupted)?);
        let later = rows.split_off(rows.len().min(RANGE));
        return Ok(Found { rows, earlier: Vec::new(), later: times(&later), to });
    }
    let wanted = around + COUNTED + 2;
    let before = session.target.last_matching(now + 1, first, filter, (wanted, wanted)).ok_or(Interrupted)?;
    let after = session.target.first_matching(now, last, filter, around + COUNTED + 1).ok_or(Interrupted)?;
    let mut earlier = before.0;
    let mut rows = earlier.split_off(earlier.len().saturating_sub(around + 1));
    let (near, later) = after.split_at(after.len().min(around));
    rows.extend(near);
    Ok(Found { rows, earlier: times(&earlier), later: times(later), to: last })
}

/// Puts notes about the rows that are not shown around a list, with the `command` that shows them.
fn with_notes(session: &Session, rows: Vec<CallView>, found: &Found, (what, command): (&str, &str)) -> Vec<Answer> {
    let end = if found.to == session.frontier() { "end".to_string() } else { found.to.to_string() };
    let note = |rest: &[Time], side: &str| {
        let (first, last) = (rest.first()?, rest.last()?);
        let (n, first, last) = match rest.len() > COUNTED {
            false => (rest.len().to_string(), first.to_string(), last.to_string()),
            true if side == "earlier" => (format!("more than {COUNTED}"), "start".to_string(), last.to_string()),
            true => (format!("more than {COUNTED}"), first.to_string(), end.clone()),
        };
        Some(Answer::Text(format!("({n} {side} {what} are not shown; `{command} {first} {last}` lists them)")))
    };
    if rows.is_empty() {
        return vec![Answer::Error(format!("There are no {what} between these times"))];
    }
    let (before, after) = (note(&found.earlier, "earlier"), note(&found.later, "later"));
    before.into_iter().chain([Answer::Calls(rows)]).chain(after).collect()
}

/// The filter for the first events of frames.
pub(crate) fn starts() -> Filter {
    Filter { tests: vec![Test::Kind(Some(EventKind::Call)), Test::How(How::Start)], ..Filter::default() }
}

fn listed(session: &mut Session, args: &Args, tree: bool) -> Vec<Answer> {
    let range = match time_range(session, args, &args.text) {
        Ok(range) => range,
        Err(error) => return vec![*error],
    };
    let filter = Filter { depths: tree, ..starts() };
    let Ok(found) = search(session, &filter, range, FRAMES) else {
        return broken_off(session);
    };
    session.sync_target();
    let rows = match tree {
        true => call_tree::rows(session, &found.rows),
        false => Ok(frame_rows(session, &found.rows)),
    };
    session.sync_target();
    let Ok(rows) = rows else { return broken_off(session) };
    with_notes(session, rows, &found, ("frames", args.command.name()))
}

/// The rows of `frames`.
fn frame_rows(session: &Session, calls: &[(Time, Event)]) -> Vec<CallView> {
    let current = session.target.event().frame;
    let mut codes = Codes::default();
    let row = |(time, event): &(Time, Event)| {
        let code = codes.of(&*session.target, event.code);
        CallView { current: time.0 == current, ..view(*time, event, code) }
    };
    calls.iter().map(row).collect()
}

/// A row without arguments and result.
pub(super) fn view(time: Time, event: &Event, code: &CodeInfo) -> CallView {
    CallView {
        current: false,
        time,
        indent: 0,
        goes_on: false,
        function: code.name.clone(),
        file: text::file_name(&code.path).to_string(),
        line: event.line,
        arguments: None,
        result: None,
        caller: None,
    }
}

/// The code objects that a name denotes.
enum Function {
    /// These, which have been entered.
    Entered(Vec<u32>),
    /// There is one, but no call of it.
    NeverCalled,
    /// There is none, and why.
    Unknown(String),
}

/// Finds functions: first by name, qualified or not, among all code, then as an expression in the selected frame.
fn resolve(session: &mut Session, name: &str) -> Function {
    let all = session.target.functions();
    let named: Vec<(u32, bool)> =
        all.into_iter().filter(|(id, _)| is_called(&session.target.code(*id), name)).collect();
    if named.iter().any(|(_, entered)| *entered) {
        // On a branch a frame may run code that was made of its own.
        return Function::Entered(named.iter().map(|(id, _)| *id).collect());
    }
    if !named.is_empty() {
        return Function::NeverCalled;
    }
    if name.starts_with('<') {
        return Function::Unknown(format!("No code is called {name}; a comprehension belongs to the frame around it"));
    }
    session.sync_target();
    let (source, names) = match convenience::translate(session, name) {
        Ok(translated) => translated,
        Err(error) => return Function::Unknown(error),
    };
    match session.target.function_code(&source, session.view.selected, &names).map_err(convenience::in_users_words) {
        Ok(Some(code)) => Function::Entered(vec![code]),
        Ok(None) => Function::Unknown(format!("{name} is no function of the program")),
        Err(EvalError::Raised(error) | EvalError::NotCompilable(error)) => Function::Unknown(error),
        Err(EvalError::Interrupted) => Function::Unknown("Interrupted".into()),
    }
}

/// Whether code goes by a name: its own, its qualified name or the end of that, or the one in its module.
fn is_called(code: &CodeInfo, name: &str) -> bool {
    let ends = |all: &str, name: &str| {
        all == name || all.strip_suffix(name).is_some_and(|rest| rest.ends_with('.') && !name.starts_with('.'))
    };
    if code.name == name || ends(&code.qualname, name) || code.qualname.replace("<locals>.", "") == name {
        return true;
    }
    let module = text::file_name(&code.path).trim_end_matches(".py");
    name.strip_prefix(module).and_then(|rest| rest.strip_prefix('.')).is_some_and(|rest| code.qualname == rest)
}

/// Splits a function from the range of times behind it.
fn split(session: &Session, args: &Args) -> Result<(String, Option<Times>), Box<Answer>> {
    let words: Vec<&str> = args.text.split_whitespace().collect();
    // An expression may have spaces.
    let is_time = |word: &&&str| word.parse::<Time>().is_ok() || ["start", "end"].contains(*word);
    let times = words.iter().skip(1).rev().take_while(is_time).count().min(2);
    let name = words[..words.len() - times].join(" ");
    let (name, times) = match (times, name.split_once(' ')) {
        (0, Some((first, rest))) if !first.contains(['(', '[']) => (first.to_string(), rest.to_string()),
        _ => (name, words[words.len() - times..].join(" ")),
    };
    Ok((name, time_range(session, args, &times)?))
}

/// `calls`.
pub fn calls(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (name, range) = match split(session, args) {
        Ok(parsed) => parsed,
        Err(error) => return vec![*error],
    };
    let codes = match resolve(session, &name) {
        Function::Entered(codes) => codes,
        Function::NeverCalled => return not_called(session, &name),
        Function::Unknown(why) => {
            let note = session.note_on_function(&name);
            session.sync_target();
            return if note.is_empty() { vec![Answer::Error(why)] } else { not_called(session, &name) };
        }
    };
    let mut filter = starts();
    filter.tests.push(Test::Codes(codes));
    let Ok(found) = search(session, &filter, range, CALLS) else {
        return broken_off(session);
    };
    if found.rows.is_empty() && range.is_none() {
        return not_called(session, &name);
    }
    session.sync_target();
    let current = session.target.event().frame;
    let mut rows = Vec::new();
    for (time, event) in &found.rows {
        let Ok(mut row) = call(session, *time, event) else {
            return broken_off(session);
        };
        row.current = time.0 == current;
        rows.push(row);
    }
    session.sync_target();
    with_notes(session, rows, &found, ("calls", &format!("calls {name}")))
}

fn not_called(session: &mut Session, name: &str) -> Vec<Answer> {
    session.sync_target();
    let (among, note) = (session.as_far_as_recorded(), session.note_on_function(name));
    vec![Answer::Error(format!("{name} has not been called so far{among}{note}"))]
}

/// A row with arguments, result and caller.
fn call(session: &mut Session, time: Time, event: &Event) -> Result<CallView, Interrupted> {
    Ok(call_and_end(session, time, event)?.0)
}

/// As `call`, with the time and the manner of the frame's end, if it has ended.
pub(crate) fn call_and_end(
    session: &mut Session,
    time: Time,
    event: &Event,
) -> Result<(CallView, Option<(Time, How)>), Interrupted> {
    session.navigator().seek(time)?;
    let arguments = session.target.args(0);
    let arguments: Vec<String> =
        arguments.into_iter().map(|(name, value)| format!("{name}={}", shown(session, &value))).collect();
    let caller = line_of(session, 1).map(|(path, line)| (text::file_name(&path).to_string(), line));
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
    let row =
        CallView { arguments: Some(arguments.join(", ")), result: Some(result), caller, ..view(time, event, &code) };
    let ended = returned.then(|| (session.target.time().unwrap_or(last), end.how));
    Ok((row, ended))
}
