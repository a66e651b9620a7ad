//! Which part of a long list is shown: the rows around the present, or those between two times that the user has given.

use std::ops::Range;

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::listing::window;
use crate::target::Time;

/// Rows shown at most of a range of times that the user has given.
pub(crate) const RANGE: usize = 10_000;

/// The first and the last time of a range.
pub(crate) type Times = (Time, Time);

/// The rows of a list that were asked for, and those of them that are shown.
pub(crate) struct Part {
    asked: Range<usize>,
    pub(crate) shown: Range<usize>,
}

/// Chooses the rows between two times that the user has given, at most [`RANGE`], or those `around` the present.
pub(crate) fn chosen(times: &[Time], range: Option<(Time, Time)>, around: (usize, usize)) -> Part {
    let Some((from, to)) = range else {
        return Part { asked: 0..times.len(), shown: window(times.len(), around.0, around.1) };
    };
    let first = times.partition_point(|time| *time < from);
    let end = times.partition_point(|time| *time <= to).max(first);
    Part { asked: first..end, shown: first..end.min(first.saturating_add(RANGE)) }
}

/// Puts notes about the rows that are not shown around a list, with the `command` that shows them.
pub(crate) fn extract_by(rows: Answer, part: &Part, times: &[Time], (what, command): (&str, &str)) -> Vec<Answer> {
    let note = |rest: &[Time], side: &str| {
        let (first, last) = (rest.first()?, rest.last()?);
        let n = rest.len();
        Some(Answer::Text(format!("({n} {side} {what} are not shown; `{command} {first} {last}` lists them)")))
    };
    if part.shown.is_empty() {
        return vec![Answer::Error(format!("There are no {what} between these times"))];
    }
    let before = note(&times[part.asked.start..part.shown.start], "earlier");
    let after = note(&times[part.shown.end..part.asked.end], "later");
    before.into_iter().chain([rows]).chain(after).collect()
}

/// Reads `[FROM [TO]]`; without `TO`, up to the last event so far. A time is a number, a mark, `start` or `end`.
pub(crate) fn time_range(session: &Session, args: &Args, text: &str) -> Result<Option<Times>, Box<Answer>> {
    let last = session.frontier();
    let refuse = |answer| Err(Box::new(answer));
    let time = |word: &str| match word {
        "start" => Some(Time::START),
        "end" => Some(last),
        word => session.time_of_mark(word).or_else(|| word.parse().ok()),
    };
    let words: Vec<&str> = text.split_whitespace().collect();
    let times: Option<Vec<Time>> = words.iter().map(|word| time(word)).collect();
    match times.as_deref() {
        Some([]) => Ok(None),
        Some([from]) if *from <= last => Ok(Some((*from, last))),
        Some([from, to]) if from <= to && *from <= last => Ok(Some((*from, *to))),
        Some([from] | [from, _]) if *from > last => refuse(Answer::Error(format!("The last event so far is {last}"))),
        _ => refuse(args.misuse(&format!("Invalid argument: {}", text.trim()))),
    }
}

/// Cuts an argument at its last semicolon, unless that is inside Python.
pub(crate) fn at_semicolon(text: &str) -> (&str, &str) {
    match text.rsplit_once(';') {
        Some((before, after)) if !after.contains(['"', '\'', ')', ']', '}']) => (before.trim(), after.trim()),
        _ => (text, ""),
    }
}

/// Cuts a range of times, which follows a semicolon, from the end of an argument.
pub(crate) fn split_range<'a>(session: &Session, args: &'a Args) -> Result<(&'a str, Option<Times>), Box<Answer>> {
    let (before, times) = at_semicolon(&args.text);
    Ok((before, time_range(session, args, times)?))
}
