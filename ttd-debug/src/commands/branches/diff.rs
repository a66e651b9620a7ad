//! `diff`: where two branches part, what happens on one only, and how they differ at their ends.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::branches::{census, unknown};
use crate::commands::script::ask;
use crate::session::Session;
use crate::session::listing::broken_off;
use crate::session::stop_view::describe_end;
use crate::syntax::text;
use crate::target::{EvalError, Event, Time};
use crate::travel::Interrupted;

/// Events that are compared at a time.
const PART: u64 = 4096;
/// The Python behind the comparison of variables.
const VARIABLES: &str = concat!(include_str!("../../attributes.py"), include_str!("../../variables.py"));
/// Characters that are shown before a difference inside a value, and from it on.
const BEFORE: usize = 24;
const BEHIND: usize = 16;
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
    variables: Vec<Variable>,
}

/// A variable of the main module.
struct Variable {
    name: String,
    /// What is shown of its value.
    shown: String,
    /// Its value with what the objects in it hold: what is compared.
    whole: String,
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
    let variables = variables_of(session)?;
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

/// The variables of the main module, where the target is.
fn variables_of(session: &mut Session) -> Result<Vec<Variable>, Interrupted> {
    let rows = match ask(session, VARIABLES, "variables", None) {
        Ok(rows) => rows,
        Err(EvalError::Interrupted) => return Err(Interrupted),
        // The program has broken what this needs.
        Err(_) => String::new(),
    };
    let variable = |row: &str| {
        let [name, shown, whole] = row.split('\t').collect::<Vec<_>>()[..] else { return None };
        // Where an object lies is no difference.
        let whole = text::without_addresses(&text::unquote(whole)?);
        Some(Variable { name: name.to_string(), shown: text::unquote(shown)?, whole })
    };
    Ok(rows.lines().filter_map(variable).collect())
}

/// The part of a text where it begins to differ from another one.
fn around_difference(text: &str, other: &str) -> String {
    let chars: Vec<char> = text.chars().collect();
    let alike = chars.iter().zip(other.chars()).take_while(|(a, b)| **a == *b).count();
    let (from, to) = (alike.saturating_sub(BEFORE), chars.len().min(alike + BEHIND));
    let dots = |cut: bool| if cut { "..." } else { "" };
    format!("{}{}{}", dots(from > 0), chars[from..to].iter().collect::<String>(), dots(to < chars.len()))
}

/// The variables of the main module that differ.
fn variable_lines(names: &[String; 2], ends: &[Last; 2]) -> Vec<String> {
    let find = |n: usize, name: &str| ends[n].variables.iter().find(|known| known.name == name);
    let value = |n: usize, name: &str| {
        let Some(known) = find(n, name) else { return "nothing".to_string() };
        let short = |known: &Variable| text::shorten(&text::without_addresses(&known.shown));
        match find(1 - n, name).filter(|other| short(other) == short(known)) {
            Some(other) => around_difference(&known.whole, &other.whole),
            None => text::shorten(&known.shown),
        }
    };
    let mut all: Vec<&str> = ends[0].variables.iter().map(|known| known.name.as_str()).collect();
    let more = ends[1].variables.iter().map(|known| known.name.as_str());
    all.extend(more.filter(|name| find(0, name).is_none()));
    let whole = |n: usize, name: &str| find(n, name).map(|known| known.whole.as_str());
    let differing: Vec<&str> = all.into_iter().filter(|name| whole(0, name) != whole(1, name)).collect();
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
