//! The watchpoints of a session: variables, attributes and items whose changes stop a motion, in both directions.

use crate::session::Session;
use crate::syntax::text;
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
    let watches = session.watches.list.clone();
    let mut held = |time: Time| -> Option<Vec<Option<String>>> {
        session.navigator().seek(time).ok()?;
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
