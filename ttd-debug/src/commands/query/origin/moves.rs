//! Steps of `origin` through shifts: what is at a position of a list was at another one before items came or went in
//! front of it.

use super::{Next, Tracer};
use crate::target::{Key, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from an item that a line has shifted within its list, to where it was before, at `t`. The target stands
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
        let place = |position| WatchTarget::Item { object: *object, key: Key::Number(position) };
        let there = |tracer: &mut Self, position| tracer.session.target.identity_of_item(&place(position));
        let Some((_, before)) = there(self, 0) else {
            return Ok(None);
        };
        self.session.navigator().seek(t + 1)?;
        let found = there(self, *at).map(|(item, now)| {
            let from = at + before as i64 - now as i64;
            // Where equal items stand beside each other, one that is added looks as if its neighbour had moved.
            let stays = from < *at && there(self, from).map(|(id, _)| id) == Some(item);
            (item, from, stays)
        });
        self.session.navigator().seek(t)?;
        let Some((item, from, false)) = found else {
            return Ok(None);
        };
        if from == *at || from < 0 || there(self, from).map(|(id, _)| id) != Some(item) {
            return Ok(None);
        }
        // In place of the step that only names the line.
        self.steps.pop();
        self.step(t, path, line, &format!("moved from [{from}] to [{at}]"));
        Ok(Some(Next::Place(place(from), t)))
    }
}
