//! The watchpoints of a session: variables, attributes and items whose changes stop a motion, in both directions.

use crate::session::Session;
use crate::session::content_change::change_at;
use crate::target::{Time, WatchTarget};

/// A variable, attribute, item or expression that is watched.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Watchpoint {
    /// Its number, from 1.
    pub(crate) number: u32,
    /// As typed.
    pub(crate) expression: String,
    /// What the expression denoted when it was typed.
    pub(crate) location: WatchTarget,
}

/// All watchpoints.
#[derive(Default)]
pub(crate) struct Watchpoints {
    pub(crate) list: Vec<Watchpoint>,
    /// The number given last.
    newest: u32,
}

impl Watchpoints {
    /// Adds a watchpoint and returns its number.
    pub(crate) fn add(&mut self, expression: String, location: WatchTarget) -> u32 {
        self.newest += 1;
        self.list.push(Watchpoint { number: self.newest, expression, location });
        self.newest
    }
}

/// The watched values that changed at event `t`, where a motion has ended.
pub(crate) fn changes(session: &mut Session, t: Time) -> Vec<String> {
    let mut told = Vec::new();
    if t == Time::START {
        return told;
    }
    for watch in session.watches.list.clone() {
        let Ok((change, ())) = change_at(session, &watch.location, t, |_| ()) else { return Vec::new() };
        let (number, expression) = (watch.number, watch.expression);
        let text = |value: &Option<String>| value.clone().unwrap_or("nothing".to_string());
        match change.contents {
            Some(contents) if contents.is_empty() => {}
            Some(contents) => told.push(format!("Watchpoint {number}: {expression}  {contents}")),
            None if change.old == change.new => {}
            None => {
                let (old, new) = (text(&change.old), text(&change.new));
                told.push(format!("Watchpoint {number}: {expression} = {new}  [old: {old}]"));
            }
        }
    }
    told
}
