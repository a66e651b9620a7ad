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
    ) -> Result<Next, Interrupted> {
        let WatchTarget::Item { object, key: Key::Number(at) } = location else {
            return Ok(Next::End);
        };
        let place = |position| WatchTarget::Item { object: *object, key: Key::Number(position) };
        self.session.navigator().seek(t + 1)?;
        let item = self.session.target.identity_of_item(location);
        let others = |tracer: &mut Self, position| tracer.session.target.identity_of_item(&place(position));
        // By how much the list has become shorter is known when all of it is: ask for any item of it before.
        let first_now = others(self, 0);
        self.session.navigator().seek(t)?;
        let (Some((item, now)), Some((_, before)), Some(_)) = (item, others(self, 0), first_now) else {
            return Ok(Next::End);
        };
        let from = at + before as i64 - now as i64;
        if from == *at || from < 0 || others(self, from).map(|(id, _)| id) != Some(item) {
            return Ok(Next::End);
        }
        // Where equal items stand beside each other, one that is added looks as if its neighbour had moved.
        if from < *at {
            self.session.navigator().seek(t + 1)?;
            let stays = others(self, from).map(|(id, _)| id) == Some(item);
            self.session.navigator().seek(t)?;
            if stays {
                return Ok(Next::End);
            }
        }
        // In place of the step that only names the line.
        self.steps.pop();
        self.step(t, path, line, &format!("moved from [{from}] to [{at}]"));
        Ok(Next::Place(place(from), t))
    }
}
