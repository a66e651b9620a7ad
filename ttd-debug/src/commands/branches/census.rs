//! For `diff`: the calls and exceptions of two branches behind the place where they part, counted.

use std::collections::BTreeMap;

use crate::session::Session;
use crate::session::listing::{Codes, each};
use crate::syntax::text;
use crate::target::{EventKind, How, Time};
use crate::travel::Interrupted;

/// Events of each branch that are compared, at most.
const EVENTS: u64 = 1 << 20;
/// Exceptions of each branch that are compared, at most: the program must be brought to each.
const EXCEPTIONS: usize = 1000;
/// Rows that are shown, and events of each.
const ROWS: usize = 20;
const TIMES: usize = 3;

/// Occurrences of something.
#[derive(Default)]
struct Count {
    all: u64,
    first: Vec<Time>,
}

impl Count {
    fn add(&mut self, time: Time) {
        self.all += 1;
        if self.first.len() < TIMES {
            self.first.push(time);
        }
    }

    /// `3 in main (events 58, 79, 100)`.
    fn describe(&self, name: &str) -> String {
        let times: Vec<String> = self.first.iter().map(ToString::to_string).collect();
        let more = if self.all > times.len() as u64 { ", …" } else { "" };
        match self.all {
            0 => format!("none in {name}"),
            1 => format!("1 in {name} (event {})", times.join(", ")),
            n => format!("{n} in {name} (events {}{more})", times.join(", ")),
        }
    }
}

/// Counts by what they are of: `fee bank.py`, `KeyError bank.py:27`.
type Counts = BTreeMap<String, Count>;

/// What happened on a stretch of a branch.
struct Census {
    calls: Counts,
    exceptions: Counts,
    /// The last event that was read, if there are more.
    cut_at: Option<Time>,
    /// There are more exceptions than were compared.
    more_exceptions: bool,
}

/// The lines about calls and exceptions of two branches that differ from this event on.
pub(super) fn differences(session: &mut Session, both: [usize; 2], from: Time) -> Result<Vec<String>, Interrupted> {
    let names = both.map(|number| session.branches.name(number));
    let found = [take(session, both[0], from)?, take(session, both[1], from)?];
    let mut lines = rows("Calls", &names, [&found[0].calls, &found[1].calls]);
    lines.extend(rows("Exceptions", &names, [&found[0].exceptions, &found[1].exceptions]));
    let cut = |(name, census): (&String, &Census)| {
        let at = census.cut_at.map(|at| format!("events {from} to {at} of {name}"));
        at.or_else(|| census.more_exceptions.then(|| format!("the first {EXCEPTIONS} exceptions of {name}")))
    };
    let cuts: Vec<String> = names.iter().zip(&found).filter_map(cut).collect();
    if !cuts.is_empty() {
        lines.push(format!("  (compared: {})", cuts.join(", ")));
    }
    Ok(lines)
}

fn take(session: &mut Session, branch: usize, from: Time) -> Result<Census, Interrupted> {
    session.exchange_branch(branch, None);
    let (frontier, mut codes) = (session.frontier(), Codes::default());
    let to = frontier.min(from.saturating_add(EVENTS - 1));
    let mut calls = Counts::new();
    let mut raised = Vec::new();
    each(session, from, to, |session, time, event| match event.kind {
        EventKind::Call if event.how == How::Start => {
            let code = codes.of(&*session.target, event.code);
            // Without its line, which is another one where the sources are others.
            let function = format!("{} {}", code.qualname, text::file_name(&code.path));
            calls.entry(function).or_default().add(time);
        }
        EventKind::Exception => raised.push(time),
        _ => {}
    })?;
    let mut exceptions = Counts::new();
    for time in raised.iter().take(EXCEPTIONS) {
        session.navigator().seek(*time)?;
        let event = session.target.event();
        let shown = session.target.exception().unwrap_or_default();
        let class = shown.split(':').next().unwrap_or_default();
        let path = &codes.of(&*session.target, event.code).path;
        exceptions.entry(format!("{class} {}:{}", text::file_name(path), event.line)).or_default().add(*time);
    }
    let more_exceptions = raised.len() > EXCEPTIONS;
    Ok(Census { calls, exceptions, cut_at: (to < frontier).then_some(to), more_exceptions })
}

fn rows(what: &str, names: &[String; 2], counts: [&Counts; 2]) -> Vec<String> {
    let none = Count::default();
    let mut keys: Vec<&String> = counts[0].keys().chain(counts[1].keys()).collect();
    keys.sort();
    keys.dedup();
    let both = |key: &String| counts.map(|own| own.get(key).unwrap_or(&none));
    keys.retain(|key| {
        let [one, other] = both(key);
        one.all != other.all
    });
    if keys.is_empty() {
        return vec![format!("{what}: the same")];
    }
    let row = |key: &&String| {
        let [one, other] = both(key);
        format!("  {key}: {}, {}", one.describe(&names[0]), other.describe(&names[1]))
    };
    let head = std::iter::once(format!("{what}:"));
    let more = (keys.len() > ROWS).then(|| format!("  ({} more)", keys.len() - ROWS));
    head.chain(keys.iter().take(ROWS).map(row)).chain(more).collect()
}
