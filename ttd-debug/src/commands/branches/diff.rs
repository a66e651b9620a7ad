//! `diff`: where two branches part, what happens on one only, and how they differ at their ends.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::branches::{census, unknown};
use crate::session::Session;
use crate::session::listing::broken_off;
use crate::session::stop_view::describe_end;
use crate::syntax::text;
use crate::target::{Event, Time};
use crate::travel::Interrupted;

/// Events that are compared at a time.
const PART: u64 = 4096;
/// Variables that are shown.
const SHOWN: usize = 20;

/// An event as it is compared and shown.
#[derive(Clone, PartialEq, Eq)]
struct Seen {
    text: String,
}

/// What a branch looks like at the last event that it has come to.
struct Last {
    end: String,
    output: Vec<u8>,
    variables: Vec<(String, String)>,
}

/// `diff`.
pub fn diff(session: &mut Session, args: &Args) -> Vec<Answer> {
    let mut names: Vec<&str> = args.text.split_whitespace().collect();
    let here = session.branches.name(session.target.branch());
    if names.len() == 1 {
        names.push(&here);
    }
    let [one, other] = names[..] else { return vec![args.misuse("One or two branches are needed")] };
    let found = [one, other].map(|name| session.branch_named(name).ok_or_else(|| unknown(name)));
    let (one, other) = match found {
        [Ok(one), Ok(other)] => (one.number, other.number),
        [Err(why), _] | [_, Err(why)] => return vec![args.misuse(&why)],
    };
    if one == other {
        return vec![args.misuse("These are the same branch")];
    }
    let place = session.place();
    let answer = compare(session, one, other);
    session.exchange_branch(place.branch, Some(place.time));
    session.nav.now = place.time;
    session.sync_target();
    match answer {
        Ok(lines) => vec![Answer::Text(lines.join("\n"))],
        Err(Interrupted) => broken_off(session),
    }
}

pub(super) fn compare(session: &mut Session, one: usize, other: usize) -> Result<Vec<String>, Interrupted> {
    let mut lines = Vec::new();
    let shared = session.shared_until(one, other).unwrap_or_default();
    let names = [one, other].map(|number| session.branches.name(number));
    let mut from = shared;
    let parts_at = loop {
        let to = from.saturating_add(PART);
        let [first, second] = [events_of(session, one, from, to)?, events_of(session, other, from, to)?];
        let alike = first.iter().zip(&second).take_while(|(a, b)| a == b).count() as u64;
        let parted = first.len().min(second.len()) as u64 > alike;
        // A part that is not full ends where its branch does, as far as that has come.
        let full = (to - from) + 1;
        if parted || (first.len().min(second.len()) as u64) < full {
            let at = from + alike;
            lines.push(parting(at, &names, first.get(alike as usize), second.get(alike as usize)));
            break at;
        }
        from = to + 1;
    };
    let ends = [last_of(session, one)?, last_of(session, other)?];
    for (name, last) in names.iter().zip(&ends) {
        lines.push(format!("{name}: {}", last.end));
    }
    lines.extend(census::differences(session, [one, other], parts_at)?);
    lines.extend(output_lines(&names, &ends));
    lines.extend(variable_lines(&names, &ends));
    Ok(lines)
}

/// Says at which event two branches part.
fn parting(at: Time, names: &[String; 2], one: Option<&Seen>, other: Option<&Seen>) -> String {
    let text = |seen: Option<&Seen>| seen.map_or_else(|| "has not come further".to_string(), |seen| seen.text.clone());
    match (one, other) {
        (None, None) => format!("They do not part up to event {}, which is the last of both", at.0.saturating_sub(1)),
        _ => format!("They part at event {at}: {} {}; {} {}", names[0], text(one), names[1], text(other)),
    }
}

/// The events of a branch between two times, as far as it has come.
fn events_of(session: &mut Session, branch: usize, from: Time, to: Time) -> Result<Vec<Seen>, Interrupted> {
    session.exchange_branch(branch, None);
    let to = to.min(session.frontier());
    if from > to {
        return Ok(Vec::new());
    }
    let events = session.target.events(from, to).ok_or(Interrupted)?;
    let seen = |event: &Event| {
        let code = session.target.code(event.code);
        let kind = crate::answer::render::kind_name(event.kind);
        Seen { text: format!("{kind} {}:{} in {}", code.path, event.line, code.name) }
    };
    Ok(events.iter().map(|(_, event)| seen(event)).collect())
}

/// A branch at the last event that it has come to.
fn last_of(session: &mut Session, branch: usize) -> Result<Last, Interrupted> {
    session.exchange_branch(branch, None);
    let frontier = session.frontier();
    let end = match session.target.end() {
        Some(end) => format!("{} after event {frontier}", describe_end(end)),
        None => format!("has come to event {frontier} so far"),
    };
    session.navigator().seek(frontier)?;
    // The module runs in the first thread.
    let of_module = |session: &mut Session| {
        let outermost = session.target.stack().len().saturating_sub(1);
        session.target.locals(outermost)
    };
    let elsewhere = session.target.thread().is_some_and(|thread| thread != 1);
    let shown = elsewhere.then(|| session.showing_thread(1, of_module)).flatten();
    let variables = shown.unwrap_or_else(|| of_module(session));
    let output = session.target.output().to_vec();
    Ok(Last { end, output, variables })
}

/// The first lines of output that differ.
fn output_lines(names: &[String; 2], ends: &[Last; 2]) -> Vec<String> {
    let texts = [0, 1].map(|n: usize| String::from_utf8_lossy(&ends[n].output).into_owned());
    let lines = [0, 1].map(|n: usize| texts[n].lines().collect::<Vec<_>>());
    let alike = lines[0].iter().zip(&lines[1]).take_while(|(a, b)| a == b).count();
    if lines[0].len() == alike && lines[1].len() == alike {
        return vec!["Output: the same".into()];
    }
    let mut out = vec![format!("Output differs from line {} on:", alike + 1)];
    for n in 0..2 {
        let line = lines[n].get(alike).map_or_else(|| "nothing more".to_string(), |line| format!("{line:?}"));
        out.push(format!("  {}: {line}", names[n]));
    }
    out
}

/// The variables of the main module that differ.
fn variable_lines(names: &[String; 2], ends: &[Last; 2]) -> Vec<String> {
    let whole = |n: usize, name: &str| ends[n].variables.iter().find(|(own, _)| own == name).map(|(_, value)| value);
    let value =
        |n: usize, name: &str| whole(n, name).map_or_else(|| "nothing".to_string(), |value| text::shorten(value));
    // Where an object lies is no difference.
    let bare = |n: usize, name: &str| whole(n, name).map(|value| text::without_addresses(value));
    let mut all: Vec<&str> = ends[0].variables.iter().map(|(name, _)| name.as_str()).collect();
    let more = ends[1].variables.iter().map(|(name, _)| name.as_str());
    all.extend(more.filter(|name| ends[0].variables.iter().all(|(own, _)| own != name)));
    let differs = |name: &&str| !name.starts_with("__") && bare(0, name) != bare(1, name);
    let differing: Vec<&str> = all.into_iter().filter(differs).collect();
    if differing.is_empty() {
        return vec!["Variables of the main module: the same".into()];
    }
    let mut out = vec!["Variables of the main module:".to_string()];
    for name in differing.iter().take(SHOWN) {
        out.push(format!("  {name} = {} in {}, {} in {}", value(0, name), names[0], value(1, name), names[1]));
    }
    if differing.len() > SHOWN {
        out.push(format!("  ({} more)", differing.len() - SHOWN));
    }
    out
}
