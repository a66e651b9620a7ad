//! How a watched target changed at an event: old and new value, or what changed in the container that it holds.

use crate::session::Session;
use crate::session::listing::shown;
use crate::target::{ContentChange, ContentsSnapshot, Time, WatchTarget};
use crate::travel::Interrupted;

/// Differences shown of one change.
const SHOWN: usize = 3;
/// The texts of the elements of longer containers are asked for when it is known which are needed.
const SHORT: usize = 64;

/// A change of a target.
pub(crate) struct TargetChange {
    /// The shortened repr before; `None` when it held nothing.
    pub(crate) old: Option<String>,
    /// The shortened repr afterwards.
    pub(crate) new: Option<String>,
    /// What changed in the container, if the target holds the same one as before.
    pub(crate) contents: Option<String>,
}

/// Reprs of key and value, or of an item alone, by the element's number.
type Texts = Vec<(usize, (String, String))>;

/// How a target changed at event `t`. `look` is called while the target stands at the event before.
pub(crate) fn change_at<T>(
    session: &mut Session,
    location: &WatchTarget,
    t: Time,
    look: impl FnOnce(&mut Session) -> T,
) -> Result<(TargetChange, T), Interrupted> {
    session.navigator().seek(t - 1)?;
    let seen = look(session);
    let before = session.target.contents_snapshot(location);
    let held = |session: &mut Session, t: Time| -> Result<Option<String>, Interrupted> {
        session.navigator().seek(t)?;
        Ok(session.target.held(location).map(|value| shown(session, &value)))
    };
    let Some(before) = before else {
        let old = held(session, t - 1)?;
        return Ok((TargetChange { old, new: held(session, t)?, contents: None }, seen));
    };
    let early = if before.len() <= SHORT { texts(session, location, (0..before.len()).collect()) } else { Vec::new() };
    session.navigator().seek(t)?;
    let after = session.target.contents_snapshot(location);
    if let Some(after) = after.filter(|after| before.is_of_same_object(after)) {
        let contents = described(session, location, t, (&before, early), &after)?;
        return Ok((TargetChange { old: None, new: None, contents: Some(contents) }, seen));
    }
    let old = held(session, t - 1)?;
    Ok((TargetChange { old, new: held(session, t)?, contents: None }, seen))
}

/// The texts of elements at the present time.
fn texts(session: &mut Session, location: &WatchTarget, numbers: Vec<usize>) -> Texts {
    let reprs = session.target.element_reprs(location, &numbers);
    let short = |(key, value): (String, String)| (shown(session, &key), shown(session, &value));
    let reprs: Vec<(String, String)> = reprs.into_iter().map(short).collect();
    numbers.into_iter().zip(reprs).collect()
}

/// What changed, in words. The target stands at `t`.
fn described(
    session: &mut Session,
    location: &WatchTarget,
    t: Time,
    (before, early): (&ContentsSnapshot, Texts),
    after: &ContentsSnapshot,
) -> Result<String, Interrupted> {
    let changes = before.changes(after);
    let first = &changes[..changes.len().min(SHOWN)];
    let new = texts(session, location, first.iter().flat_map(|change| numbers(change, false)).collect());
    let mut old = early;
    if old.is_empty() {
        session.navigator().seek(t - 1)?;
        old = texts(session, location, first.iter().flat_map(|change| numbers(change, true)).collect());
        session.navigator().seek(t)?;
    }
    let mut parts: Vec<String> = first.iter().map(|change| describe(change, before.is_mapping(), &old, &new)).collect();
    let more = changes.len() - first.len();
    if more > 0 {
        parts.push(format!("and {more} more"));
    }
    Ok(parts.join(", "))
}

/// The numbers of the elements that a change is shown with, before it or afterwards.
fn numbers(change: &ContentChange, before: bool) -> Vec<usize> {
    match change {
        ContentChange::Items { at, removed, inserted, .. } => {
            (*at..at + if before { *removed } else { *inserted }).take(SHOWN).collect()
        }
        ContentChange::Entry(old, new) => (if before { old } else { new }).iter().copied().collect(),
        ContentChange::Order => Vec::new(),
    }
}

fn describe(change: &ContentChange, mapping: bool, old: &Texts, new: &Texts) -> String {
    let find = |texts: &Texts, number: usize| {
        texts.iter().find(|(n, _)| *n == number).map_or(("...".into(), "...".into()), |(_, text)| text.clone())
    };
    match change {
        ContentChange::Items { at, removed, inserted, at_end } => {
            let listed = |texts: &Texts, n: usize| {
                let mut items: Vec<String> = (*at..at + n.min(SHOWN)).map(|i| find(texts, i).0).collect();
                if n > SHOWN {
                    items.push("...".into());
                }
                items.join(", ")
            };
            let place = match removed.max(inserted) {
                1 => format!("[{at}]"),
                _ => format!("[{at}:{}]", at + removed.max(inserted)),
            };
            match (removed, inserted) {
                (0, n) if *at_end => format!("{place}: nothing -> {}", listed(new, *n)),
                (n, 0) if *at_end => format!("{place}: {} -> nothing", listed(old, *n)),
                (0, n) => format!("{place}: inserted {}", listed(new, *n)),
                (n, 0) => format!("{place}: removed {}", listed(old, *n)),
                (n, m) => format!("{place}: {} -> {}", listed(old, *n), listed(new, *m)),
            }
        }
        ContentChange::Entry(was, is) => {
            let (before, after) = (was.map(|n| find(old, n)), is.map(|n| find(new, n)));
            if mapping {
                let key = before.as_ref().or(after.as_ref()).map_or(String::new(), |text| text.0.clone());
                let value = |text: Option<(String, String)>| text.map_or("nothing".to_string(), |text| text.1);
                return format!("[{key}]: {} -> {}", value(before), value(after));
            }
            match (before, after) {
                (Some(text), _) => format!("removed {}", text.0),
                (_, Some(text)) => format!("added {}", text.0),
                _ => String::new(),
            }
        }
        ContentChange::Order => "the order of the keys".into(),
    }
}
