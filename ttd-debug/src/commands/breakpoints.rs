//! The commands for breakpoints.

use crate::answer::{Answer, BreakpointView};
use crate::commands::Args;
use crate::session::Session;
use crate::session::convenience;
use crate::session::input_mode::{Definition, InputMode, PendingConfirm};
use crate::travel::breakpoints::Breakpoint;
use crate::travel::hit;

/// `break`.
pub fn break_(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() { all(session) } else { set(session, &args.text, false) }
}

/// `tbreak`.
pub fn tbreak(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() { all(session) } else { set(session, &args.text, true) }
}

fn set(session: &mut Session, text: &str, temporary: bool) -> Vec<Answer> {
    let (place, condition) = match text.split_once(',') {
        Some((place, condition)) => (place.trim(), Some(condition.trim().to_string())),
        None => (text, None),
    };
    session.sync_target();
    let condition = match condition.map(|text| checked(session, &text).map_err(|e| (text, e))) {
        Some(Err((text, error))) => {
            return vec![Answer::Error(format!("Invalid condition {text}: '{error}'"))];
        }
        checked => checked.and_then(Result::ok),
    };
    match session.resolver().resolve(place) {
        Ok(found) => {
            if let Some(why) = session.without_events(&found.path) {
                return vec![Answer::Error(why)];
            }
            let at = format!("{}:{}", found.path, found.line);
            let number = session.breakpoints.add(found, temporary, condition);
            vec![Answer::Text(format!("Breakpoint {number} at {at}"))]
        }
        Err(answer) => vec![*answer],
    }
}

/// Returns an expression as a breakpoint keeps it. It is compiled here, never evaluated.
pub(crate) fn checked(session: &mut Session, condition: &str) -> Result<String, String> {
    let spelled = convenience::spell_out(session, condition)?;
    convenience::check(&spelled)?;
    Ok(spelled)
}

fn all(session: &mut Session) -> Vec<Answer> {
    let now = session.nav.now;
    let crossings = hit::crossings(&mut session.navigator(), now).unwrap_or_default();
    session.sync_target();
    let crossed = |b: &Breakpoint| crossings.iter().find(|(number, _)| *number == b.number).map_or(0, |found| found.1);
    vec![Answer::Breakpoints(session.breakpoints.iter().map(|b| view(b, crossed(b))).collect())]
}

/// A breakpoint as a row, with how often its line was passed.
pub(crate) fn view(b: &Breakpoint, crossings: u64) -> BreakpointView {
    BreakpointView {
        number: b.number,
        path: b.path.clone(),
        line: b.line,
        temporary: b.temporary,
        enabled: b.enabled,
        condition: b.condition.clone(),
        ignore: b.ignore,
        crossings,
    }
}

/// `clear`.
pub fn clear(session: &mut Session, args: &Args) -> Vec<Answer> {
    let text = args.text.as_str();
    let numbers: Vec<u32> = match text.rsplit_once(':') {
        None if text.is_empty() => {
            session.input = InputMode::Confirm(PendingConfirm { text: "Clear all breaks? ".into(), then: clear_all });
            return Vec::new();
        }
        None => {
            return each(session, args, |session, number| {
                session.breakpoints.remove(number).map(|gone| format!("Deleted {}", gone.describe()))
            });
        }
        Some((file, line)) => {
            let Ok(line) = line.trim().parse::<u32>() else {
                return vec![Answer::Error(format!("Invalid line number ({line})"))];
            };
            let path = session.resolver().file(file.trim());
            let here = |b: &&Breakpoint| Some(&b.path) == path.as_ref() && b.line == line;
            let numbers: Vec<u32> = session.breakpoints.iter().filter(here).map(|b| b.number).collect();
            if numbers.is_empty() {
                return vec![Answer::Error(format!("There is no breakpoint at {file}:{line}"))];
            }
            numbers
        }
    };
    delete(session, numbers)
}

fn clear_all(session: &mut Session) -> Vec<Answer> {
    let numbers = session.breakpoints.iter().map(|b| b.number).collect();
    delete(session, numbers)
}

fn delete(session: &mut Session, numbers: Vec<u32>) -> Vec<Answer> {
    let gone = numbers.into_iter().filter_map(|number| session.breakpoints.remove(number));
    gone.map(|b| Answer::Text(format!("Deleted {}", b.describe()))).collect()
}

/// `enable`.
pub fn enable(session: &mut Session, args: &Args) -> Vec<Answer> {
    switch(session, args, true)
}

/// `disable`.
pub fn disable(session: &mut Session, args: &Args) -> Vec<Answer> {
    switch(session, args, false)
}

fn switch(session: &mut Session, args: &Args, on: bool) -> Vec<Answer> {
    let word = if on { "Enabled" } else { "Disabled" };
    each(session, args, |session, number| {
        session.breakpoints.change(number, |b| b.enabled = on);
        session.breakpoints.get(number).map(|b| format!("{word} {}", b.describe()))
    })
}

/// The number of the breakpoint that the user means, or the answer when there is none.
fn number(session: &Session, args: &Args, text: &str) -> Result<u32, Box<Answer>> {
    session.breakpoints.find(text).map_err(|error| match text.parse::<u32>() {
        Ok(_) => Box::new(Answer::Error(error)),
        Err(_) => Box::new(args.misuse(&error)),
    })
}

/// Applies `act` to every breakpoint of the argument, a list of numbers.
fn each(session: &mut Session, args: &Args, act: impl Fn(&mut Session, u32) -> Option<String>) -> Vec<Answer> {
    if args.text.is_empty() {
        return vec![args.misuse("Breakpoint number expected")];
    }
    let one = |word| match number(session, args, word) {
        Ok(number) => act(session, number).map(Answer::Text),
        Err(error) => Some(*error),
    };
    args.text.split_whitespace().filter_map(one).collect()
}

/// `ignore`.
pub fn ignore(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (number, count) = match args.text.split_once(char::is_whitespace) {
        Some((number, count)) => (number, count.trim()),
        None => (args.text.as_str(), "0"),
    };
    let number = match self::number(session, args, number) {
        Ok(number) => number,
        Err(error) => return vec![*error],
    };
    let Ok(count) = count.parse::<u64>() else {
        return vec![args.misuse(&format!("Invalid argument: {}", args.text))];
    };
    session.breakpoints.change(number, |b| b.ignore = count);
    let s = if count == 1 { "" } else { "s" };
    vec![Answer::Text(match count {
        0 => format!("Will stop next time breakpoint {number} is reached."),
        _ => format!("Will ignore the first {count} crossing{s} of breakpoint {number}, counted from event 0."),
    })]
}

/// `condition`.
pub fn condition(session: &mut Session, args: &Args) -> Vec<Answer> {
    let (number, condition) = match args.text.split_once(char::is_whitespace) {
        Some((number, condition)) => (number, Some(condition.trim().to_string())),
        None => (args.text.as_str(), None),
    };
    session.sync_target();
    let condition = match condition.map(|text| checked(session, &text).map_err(|e| (text, e))) {
        Some(Err((text, error))) => {
            return vec![Answer::Error(format!("Invalid condition {text}: {error}"))];
        }
        checked => checked.and_then(Result::ok),
    };
    let number = match self::number(session, args, number) {
        Ok(number) => number,
        Err(error) => return vec![*error],
    };
    let text = match condition {
        Some(_) => format!("New condition set for breakpoint {number}."),
        None => format!("Breakpoint {number} is now unconditional."),
    };
    session.breakpoints.change(number, |b| b.condition = condition);
    vec![Answer::Text(text)]
}

/// `commands`.
pub fn commands(session: &mut Session, args: &Args) -> Vec<Answer> {
    let newest = session.breakpoints.newest().to_string();
    let text = if args.text.is_empty() { newest.as_str() } else { args.text.as_str() };
    match session.breakpoints.find(text) {
        Ok(number) => {
            let mut before = Vec::new();
            session.breakpoints.change(number, |b| before = std::mem::take(&mut b.commands));
            session.input = InputMode::DefiningCommands(Definition { number, before });
            Vec::new()
        }
        Err(_) if text.parse::<u32>().is_err() => {
            vec![args.misuse(&format!("Invalid argument: {text}"))]
        }
        Err(error) => vec![Answer::Error(format!("cannot set commands: {error}"))],
    }
}
