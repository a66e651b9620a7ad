//! The commands that show the present: stack, source and time.

use crate::answer::{Answer, FrameView, Listing, SourceLine, When};
use crate::commands::Args;
use crate::commands::print;
use crate::session::Session;
use crate::session::convenience;
use crate::session::stop_view;
use crate::syntax::source;
use crate::syntax::text;
use crate::target::{EventKind, FrameInfo, How, ThreadInfo, Time};

/// Lines that `list` shows after the first.
const WINDOW: u32 = 10;

/// The Python behind `where` in a task: it defines `awaiters`.
const AWAITERS: &str = include_str!("../awaiters.py");

/// `where`.
pub fn where_(session: &mut Session, args: &Args) -> Vec<Answer> {
    let count: Option<i64> = match args.text.as_str() {
        "" => None,
        text => match text.parse() {
            Ok(count) => Some(count),
            Err(_) => {
                return vec![args.misuse(&format!("Invalid argument: {text}"))];
            }
        },
    };
    session.sync_target();
    let stack = session.target.stack();
    let current = session.view.selected;
    let mut views: Vec<FrameView> = Vec::new();
    for (index, at) in stack.iter().enumerate().rev() {
        let view = stop_view::view(session, at, index == current);
        views.push(FrameView { returning: returning(session, index), ..view });
    }
    let all = views.len();
    let most = |n: u64| usize::try_from(n).unwrap_or(usize::MAX).min(all);
    let shown = match count {
        None => views,
        Some(0) => views.into_iter().filter(|view| view.current).collect(),
        Some(n) if n > 0 => views.split_off(all - most(n.unsigned_abs())),
        Some(n) => views.into_iter().take(most(n.unsigned_abs())).collect(),
    };
    let mut answers = vec![Answer::Stack(shown)];
    if count.is_none() {
        answers.extend(awaiters(session));
    }
    answers
}

/// The tasks that wait for the running one, each with its frames, the nearest first.
fn awaiters(session: &mut Session) -> Vec<Answer> {
    let source = text::quote(AWAITERS);
    let ask = format!("(lambda names: (exec({source}, names), names['awaiters']())[1])({{}})");
    let told = print::evaluate(session, &ask).ok().and_then(|result| text::unquote(&result.text)).unwrap_or_default();
    let mut answers = Vec::new();
    let mut last = None;
    for line in told.lines() {
        let [task, path, line, function] = line.split('\t').collect::<Vec<_>>()[..] else { continue };
        let line = line.parse().unwrap_or(0);
        if last != Some(task) {
            answers.push(Answer::Text(format!("Awaited by the task {task}:")));
            last = Some(task);
        }
        let source = session.sources.line(&*session.target, path, line);
        let (path, function) = (path.to_string(), function.to_string());
        answers.push(Answer::Stack(vec![FrameView { current: false, path, line, function, returning: None, source }]));
    }
    answers
}

/// `threads`.
pub fn threads(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let threads = session.target.threads();
    let width = threads.iter().map(|thread| thread.name.len()).max().unwrap_or(0);
    let row = |thread: &ThreadInfo| {
        let mark = if thread.current { '*' } else { ' ' };
        Answer::Text(format!("{mark} {:>3}  {:<width$}  {}", thread.number, thread.name, thread.state))
    };
    threads.iter().map(row).collect()
}

/// `thread`.
pub fn thread(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.leave_thread();
    session.sync_target();
    session.target.show_running_thread();
    let running = session.target.thread().unwrap_or(1);
    let number = match args.text.as_str() {
        "" => running,
        text => match text.parse() {
            Ok(number) => number,
            Err(_) => return vec![args.misuse(&format!("Invalid argument: {text}"))],
        },
    };
    session.view.listed = None;
    if number == running {
        return select(session, 0);
    }
    if !session.target.show_thread(number) {
        return vec![Answer::Error(format!("There is no thread {number} now"))];
    }
    session.view.thread = Some((number, session.nav.now));
    let mut answers = select(session, 0);
    if answers.is_empty() {
        answers.push(Answer::Text(format!("Thread {number} has not begun")));
    }
    session.target.show_running_thread();
    answers
}

/// `up`.
pub fn up(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let oldest = session.target.stack().len().saturating_sub(1);
    if session.view.selected >= oldest {
        return vec![Answer::Error("Oldest frame".into())];
    }
    let wanted = (session.view.selected as u64).saturating_add(args.count());
    select(session, wanted.min(oldest as u64) as usize)
}

/// `down`.
pub fn down(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    if session.view.selected == 0 {
        return vec![Answer::Error("Newest frame".into())];
    }
    let wanted = (session.view.selected as u64).saturating_sub(args.count());
    select(session, wanted as usize)
}

fn select(session: &mut Session, index: usize) -> Vec<Answer> {
    session.view.selected = index;
    session.view.listed = None;
    frame(session).into_iter().collect()
}

/// The selected frame as an answer.
pub(crate) fn frame(session: &mut Session) -> Option<Answer> {
    let at = session.selected_frame()?;
    let view = stop_view::view(session, &at, true);
    let returning = returning(session, session.view.selected);
    Some(Answer::Frame(FrameView { returning, ..view }))
}

/// The shortened value that frame `index` is returning.
fn returning(session: &mut Session, index: usize) -> Option<String> {
    let event = session.target.event();
    let returns = index == 0 && event.kind == EventKind::Return && event.how != How::Unwind;
    if !returns {
        return None;
    }
    session.target.retval().map(|value| text::shorten(&value))
}

/// `list`.
pub fn list(session: &mut Session, args: &Args) -> Vec<Answer> {
    let Some(at) = session.selected_frame() else {
        return Vec::new();
    };
    let range = match args.text.as_str() {
        "" => match session.view.listed {
            Some(last) => (last + 1, None),
            None => (at.line.saturating_sub(5).max(1), None),
        },
        "." => (at.line.saturating_sub(5).max(1), None),
        text => match range(text) {
            Some(range) => range,
            None => {
                return vec![args.misuse(&format!("Error in argument: {}", text::quote(text)))];
            }
        },
    };
    let (first, last) = (range.0, range.1.unwrap_or(range.0.saturating_add(WINDOW)));
    let listing = lines(session, &at, first, last);
    session.view.listed = Some(last.min(listing.1));
    vec![Answer::Source(listing.0)]
}

/// Reads a range: `12` means 11 lines around it, `3, 8` a range, `3, 2` line 3 and two more.
fn range(text: &str) -> Option<(u32, Option<u32>)> {
    match text.split_once(',') {
        None => text.parse::<u32>().ok().map(|line| (line.saturating_sub(5).max(1), None)),
        Some((first, last)) => {
            let (first, last) = (first.trim().parse::<u32>().ok()?, last.trim().parse::<u32>().ok()?);
            Some((first.max(1), Some(if last < first { first.saturating_add(last) } else { last })))
        }
    }
}

/// `longlist`.
pub fn longlist(session: &mut Session, _: &Args) -> Vec<Answer> {
    let Some(at) = session.selected_frame() else {
        return Vec::new();
    };
    let code = session.target.code(at.code);
    let Some(text) = session.sources.lines(&*session.target, &code.path) else {
        return vec![Answer::Error("could not get source code".into())];
    };
    let (first, last) = source::extent(&text, &code.name, code.first_line, code.lines.last().copied().unwrap_or(0));
    let mut listing = lines(session, &at, first, last).0;
    listing.end_of_file = false;
    vec![Answer::Source(listing)]
}

/// `source`.
pub fn source(session: &mut Session, args: &Args) -> Vec<Answer> {
    session.sync_target();
    let Some((path, function)) = session.resolver().function(&args.text) else {
        if let Err(error) = convenience::check(&args.text) {
            return vec![Answer::Error(error)];
        }
        let kind = print::evaluate(session, &format!("type((\n{}\n)).__name__", args.text));
        return vec![Answer::Error(kind.map_or_else(
            |error| error.to_string(),
            |kind| {
                let name = text::unquote(&kind.text).unwrap_or(kind.text);
                format!("module, class, method, function, traceback, frame, or code object was expected, got {name}")
            },
        ))];
    };
    let text = session.sources.lines(&*session.target, &path).unwrap_or_default();
    let (first, last) = source::extent(&text, &function.name, function.first_line, function.body_line);
    let lines = (1u32..).zip(text.iter()).filter(|(number, _)| (first..=last).contains(number));
    let plain =
        |(number, text): (u32, &String)| SourceLine { number, text: text.clone(), breakpoint: false, current: false };
    vec![Answer::Source(Listing { lines: lines.map(plain).collect(), end_of_file: false })]
}

/// `when`.
pub fn when(session: &mut Session, _: &Args) -> Vec<Answer> {
    session.sync_target();
    let event = session.target.event();
    let code = session.target.code(event.code);
    let last = session.frontier();
    let complete = session.target.end().and_then(|end| end.last).is_some_and(|end| Time(end) == last);
    vec![Answer::When(When {
        time: session.nav.now,
        last,
        complete,
        kind: event.kind,
        file: text::file_name(&code.path).to_string(),
        line: event.line,
        function: code.name,
    })]
}

/// Lines of a frame's file, and the number of lines in the file.
fn lines(session: &mut Session, at: &FrameInfo, first: u32, last: u32) -> (Listing, u32) {
    let code = session.target.code(at.code);
    let text = session.sources.lines(&*session.target, &code.path).unwrap_or_default();
    let breakpoints = session.breakpoints.lines_in(&code.path);
    let numbered = (1u32..).zip(text.iter());
    let lines = numbered
        .filter(|(number, _)| (first..=last).contains(number))
        .map(|(number, text)| SourceLine {
            number,
            text: text.clone(),
            breakpoint: breakpoints.contains(&number),
            current: number == at.line,
        })
        .collect();
    let all = text.len() as u32;
    (Listing { lines, end_of_file: all < last }, all)
}
