//! Steps of `origin` through moves: what is at a position of a list was at another one before items came or went in
//! front of it, or before all were brought into another order.

use super::{Next, Tracer};
use crate::target::{Key, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from an item that a line has moved within its list, to where it was before, at `t`. The target stands
    /// there, before and afterwards.
    pub(crate) fn moved_item(
        &mut self,
        location: &WatchTarget,
        (path, line): (&str, u32),
        t: Time,
    ) -> Result<Option<Next>, Interrupted> {
        let WatchTarget::Item { object, key: Key::Number(at) } = location else {
            return Ok(None);
        };
        let Some(before) = self.session.target.identities_of_items(location) else {
            return Ok(None);
        };
        self.session.navigator().seek(t + 1)?;
        let after = self.session.target.identities_of_items(location);
        self.session.navigator().seek(t)?;
        let Some(from) = after.and_then(|after| position_before(&before, &after, *at)) else {
            return Ok(None);
        };
        // In place of the step that only names the line.
        self.steps.pop();
        self.step(t, path, line, &format!("moved from [{from}] to [{at}]"));
        Ok(Some(Next::Place(WatchTarget::Item { object: *object, key: Key::Number(from) }, t)))
    }
}

/// Where the item was that is at a position after a change; `None` if it was not among the others, or that cannot be
/// known.
fn position_before(before: &[u64], after: &[u64], at: i64) -> Option<i64> {
    let now = if at < 0 { at + after.len() as i64 } else { at };
    let now = usize::try_from(now).ok().filter(|now| *now < after.len())?;
    let from = if before.len() == after.len() {
        // In another order; of equal items nobody knows which is which.
        let only = |items: &[u64]| {
            let mut found = (0..items.len()).filter(|position| items[*position] == after[now]);
            found.next().filter(|_| found.next().is_none())
        };
        only(after).and_then(|_| only(before))?
    } else {
        // Those before and behind what came or went are as they were.
        let shorter = before.len().min(after.len());
        let start = (0..shorter).take_while(|n| before[*n] == after[*n]).count();
        let end = (1..=shorter - start).take_while(|n| before[before.len() - n] == after[after.len() - n]).count();
        match now {
            _ if now < start => now,
            _ if now >= after.len() - end => now + before.len() - after.len(),
            _ => return None,
        }
    };
    (from as i64 != at).then_some(from as i64)
}
