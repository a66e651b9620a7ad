//! Watchpoints: places whose changes stop a motion, in both directions.

use crate::answer::Answer;
use crate::commands::Args;
use crate::commands::query::history;
use crate::session::Session;
use crate::session::listing::shown;
use crate::syntax::text;
use crate::target::WatchTarget;

/// A place that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Watchpoint {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// As typed.
    pub(crate) expression: String,
    /// Where that is.
    pub(crate) location: WatchTarget,
}

/// `watch`.
pub fn watch(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() {
        let list = session.watches.iter();
        let lines: Vec<Answer> =
            list.map(|w| Answer::Text(format!("Watchpoint {}: {}", w.number, w.expression))).collect();
        return match lines.is_empty() {
            true => vec![Answer::Text("No watchpoints".into())],
            false => lines,
        };
    }
    let location = match history::locate(session, &args.text) {
        Ok(location) => location,
        Err(error) => return vec![Answer::Error(error)],
    };
    session.watched += 1;
    let number = session.watched;
    let held = session.target.held(&location);
    let value = held.map_or("(holds nothing now)".to_string(), |value| format!("= {}", shown(session, &value)));
    session.watches.push(Watchpoint { number, expression: args.text.clone(), location });
    let said = format!("Watchpoint {number}: {} {value}", args.text);
    vec![Answer::Text(said)]
}

/// `unwatch`.
pub fn unwatch(session: &mut Session, args: &Args) -> Vec<Answer> {
    if args.text.is_empty() {
        session.watches.clear();
        return vec![Answer::Text("Deleted all watchpoints".into())];
    }
    let mut answers = Vec::new();
    for word in args.text.split_whitespace() {
        let number = word.parse::<u32>().ok();
        let found = session.watches.iter().position(|w| Some(w.number) == number || w.expression == word);
        answers.push(match found {
            Some(at) => {
                let gone = session.watches.remove(at);
                Answer::Text(format!("Deleted watchpoint {}: {}", gone.number, gone.expression))
            }
            None => Answer::Error(format!("No watchpoint {word}")),
        });
    }
    answers
}

/// What has changed of what is watched, at event `t` where a motion has ended.
pub(crate) fn changes(session: &mut Session, t: u64) -> Vec<String> {
    let watches = session.watches.clone();
    let mut held = |time: u64| -> Option<Vec<Option<String>>> {
        session.road().stand_at(time).ok()?;
        let held = watches.iter().map(|w| session.target.held(&w.location));
        Some(held.collect())
    };
    let (Some(old), Some(new)) = (held(t.saturating_sub(1)), held(t)) else {
        return Vec::new();
    };
    let text = |value: &Option<String>| value.as_deref().map_or("nothing".to_string(), text::shorten);
    let changed = watches.iter().zip(old.iter().zip(&new)).filter(|(_, (old, new))| old != new);
    changed
        .map(|(w, (old, new))| {
            format!("Watchpoint {}: {} = {}  [old: {}]", w.number, w.expression, text(new), text(old))
        })
        .collect()
}
