//! Steps of `origin` through loops and comprehensions.
//!
//! A line event comes before every round, and only then does the variable get its next value. So what a round has done
//! is read where the next one begins: the variables still have their values, and the new item is in its container.

use ttd_code::analysis::value_flow::copies::{Iterated, iterated};
use ttd_code::analysis::value_flow::{SourceKind, ValueSource, choice, range_in};

use super::calls::line_at;
use super::{Next, Tracer, quoted};
use crate::syntax::text;
use crate::target::{EventKind, SavedValue, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from an item that a comprehension has stored. User frame `n` runs it, from the event at `t` to the next
    /// one.
    pub(crate) fn element(
        &mut self,
        source: &str,
        elements: &[ValueSource<'_>],
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        if self.stand_after(n, t)? {
            for from in elements {
                let Some(part) = self.chosen(from.text) else {
                    continue;
                };
                if let Some(location) = self.place_of(part)
                    && self.session.target.held(&location).as_deref() == held
                {
                    return Ok(Some(Next::Place(location, t + 1)));
                }
            }
        }
        self.session.navigator().seek(t)?;
        let calls = |from: &&ValueSource<'_>| matches!(from.kind, SourceKind::Call | SourceKind::Choice);
        match elements.iter().find(calls) {
            Some(from) => self.follow(source, *from, (n, t), held),
            None => Ok(None),
        }
    }

    /// The part of a conditional expression that gives its value, by its tests now in the innermost user frame.
    fn chosen<'s>(&mut self, mut text: &'s str) -> Option<&'s str> {
        while choice::source_of(text).kind == SourceKind::Choice {
            text = self.taken(text, 0)?;
        }
        (choice::source_of(text).kind == SourceKind::Load).then_some(text)
    }

    /// The location that an expression denotes in the innermost user frame.
    fn place_of(&mut self, text: &str) -> Option<WatchTarget> {
        let located = self.session.target.locate(text, 0, &[]).ok();
        located.filter(|location| !matches!(location, WatchTarget::Expression { .. }))
    }

    /// Goes on from a variable to which a loop of user frame `n` has assigned an item of an iterable, or a part of such
    /// an item.
    pub(crate) fn round(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Next, Interrupted> {
        let Some(held) = held else {
            return self.end("nothing was taken");
        };
        if iterated(from.text, from.item).is_none() {
            return self.given_by(source, from.text, (n, t));
        }
        if let Some(location) = self.item_of(from, n, held, None) {
            return Ok(Next::Place(location, t));
        }
        // An inner loop begins its first round after the outer one has begun one, maybe without an event between.
        if self.stand_after(n, t)?
            && let Some(location) = self.item_of(from, 0, held, None)
        {
            return Ok(Next::Place(location, t + 1));
        }
        self.session.navigator().seek(t)?;
        if let Some((start, _)) = range_in(source, from.text)
            && let Some(next) = self.only_part(source, line_at(source, start), (n, t), Some(held))?
        {
            return Ok(next);
        }
        self.end(format!("which item of {} it was cannot be told", quoted(from.text)))
    }

    /// The item of an iterable or of a copied container, if it is the only one with this value, or the one under `key`.
    pub(crate) fn item_of(
        &mut self,
        from: ValueSource<'_>,
        n: usize,
        held: &str,
        key: Option<&str>,
    ) -> Option<WatchTarget> {
        let Iterated { text, item, values } = iterated(from.text, from.item)?;
        let of_item = item.map_or_else(String::new, |i| format!("[{i}]"));
        let kinds = "(list, tuple)";
        let is_one = item.map_or_else(String::new, |_| format!("isinstance(v, {kinds}) and "));
        // Iterating over a dict gives its keys; a copy of it has its values.
        let dict = if values || key.is_some() { "s.items() if isinstance(s, dict) else" } else { "" };
        let key = key.map_or_else(|| "...".to_string(), |key| format!("({key})"));
        let places = format!(
            "(lambda s, held, key: (lambda found: repr(key) if key in found else repr(found[0]) if len(found) == 1 \
             and type(found[0]) in (int, str) else '')([k for k, v in ({dict} enumerate(s) if isinstance(s, {kinds}) \
             else ()) if {is_one}repr(v{of_item}) == held]))(({text}), _ttd_held, {key})"
        );
        let held = SavedValue::Word(held.to_string());
        let target = &mut self.session.target;
        let result = target.eval_in_diversion(&places, n, &[("_ttd_held".to_string(), held)]);
        let at = text::unquote(&result.ok()?.text).filter(|at| !at.is_empty())?;
        let located = target.locate(&format!("({text})[{at}]{of_item}"), n, &[]);
        located.ok().filter(|location| !matches!(location, WatchTarget::Expression { .. }))
    }

    /// Goes to the event after `t`, the present one; returns whether user frame `n` goes on there with a line.
    fn stand_after(&mut self, n: usize, t: Time) -> Result<bool, Interrupted> {
        let frame = self.session.target.stack().get(n).map(|frame| frame.frame);
        self.session.navigator().seek(t + 1)?;
        let event = self.session.target.event();
        Ok(self.session.target.time() == Some(t + 1) && event.kind == EventKind::Line && Some(event.frame) == frame)
    }
}
