//! What the commands that list something of the whole run share: going through events, a window around the present, and
//! what is said when Ctrl-C breaks them off.

use std::collections::HashMap;
use std::ops::Range;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::session::Session;
use crate::target::{CodeInfo, Event, Target};
use crate::text;
use crate::travel::Interrupted;

/// Events that are read at once.
const STRETCH: u64 = 1 << 16;

/// Reads the events from `from` to `to`, which were reached already, a stretch at a time; those that are recorded.
pub(crate) fn each(
    session: &mut Session,
    from: u64,
    to: u64,
    mut see: impl FnMut(&Session, u64, &Event),
) -> Result<(), Interrupted> {
    let mut at = from.max(session.target.first());
    while at <= to {
        let end = to.min(at + STRETCH - 1);
        let Some(events) = session.target.events(at, end) else {
            return Err(Interrupted);
        };
        for (time, event) in &events {
            see(session, *time, event);
        }
        at = end + 1;
    }
    Ok(())
}

/// Code objects by their numbers, each asked for once.
#[derive(Default)]
pub(crate) struct Codes(HashMap<u32, CodeInfo>);

impl Codes {
    pub(crate) fn of(&mut self, target: &dyn Target, id: u32) -> &CodeInfo {
        self.0.entry(id).or_insert_with(|| target.code(id))
    }
}

/// The part of a list that is shown: `around` rows on either side of one of them.
pub(crate) fn window(len: usize, middle: usize, around: usize) -> Range<usize> {
    middle.saturating_sub(around)..(middle + around + 1).min(len)
}

/// Rows of a list, with a word about those before and after them that are not shown.
pub(crate) fn extract(rows: Answer, shown: &Range<usize>, len: usize, what: &str) -> Vec<Answer> {
    let left_out = |n: usize, side: &str| {
        (n > 0).then(|| Answer::Text(format!("({n} {side} {what} are not shown)")))
    };
    let (before, after) = (
        left_out(shown.start, "earlier"),
        left_out(len - shown.end, "later"),
    );
    before.into_iter().chain([rows]).chain(after).collect()
}

/// A repr in a list: short, and with the numbers of objects.
pub(crate) fn shown(session: &Session, repr: &str) -> String {
    text::shorten(&session.target.with_numbers(repr))
}

/// Ctrl-C: the session stays where it is.
pub(crate) fn broken_off(session: &mut Session) -> Vec<Answer> {
    session
        .target
        .interrupt_flag()
        .store(false, Ordering::Relaxed);
    session.gave_up = true;
    session.settle();
    vec![Answer::Error("Interrupted".into())]
}
