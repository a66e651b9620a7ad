//! The values of the expressions that a line may have taken a value from: one that had another value was not it.

use ttd_code::analysis::value_flow::{self, SourceKind, ValueSource, may_have_effects, range_in};

use super::{Next, Tracer, quoted};
use crate::target::{Time, WatchTarget};
use crate::travel::Interrupted;

/// Whether an expression gave a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Gives {
    /// It has this value.
    It,
    /// It cannot be evaluated again.
    Maybe,
    /// It has another one.
    Other,
}

impl Tracer<'_> {
    /// Ends the trace at an expression that gave the value in user frame `n` by time `t`, the present.
    pub(super) fn given_by(&mut self, source: &str, text: &str, (n, t): (usize, Time)) -> Result<Next, Interrupted> {
        let is_older = match self.object {
            Some(object) => {
                let frame = self.session.target.stack().get(n).map(|frame| frame.frame);
                self.stand_at_start(source, text, (n, t))?;
                self.session.target.is_made(object) && !self.was_made_in_round(source, text, frame, object)?
            }
            None => false,
        };
        let what = match is_older {
            true => "gave it, but did not make it: it is older",
            // Nobody knows whether a number is new.
            false if self.object.is_none() && value_flow::hands_out::may_hand_out(text) => "gave it",
            false => "made it",
        };
        self.end(format!("{} {what}", quoted(text)))
    }

    /// The sources of the values that line `line` of user frame `n` assigns to a location, as the targets of its
    /// assignments mean it now. The target stands before it.
    pub(super) fn stored<'s>(
        &mut self,
        source: &'s str,
        line: u32,
        n: usize,
        location: &WatchTarget,
    ) -> Vec<ValueSource<'s>> {
        if !matches!(location, WatchTarget::Attribute { .. } | WatchTarget::Item { .. } | WatchTarget::Computed { .. })
        {
            return Vec::new();
        }
        let stores = value_flow::stores(source, line);
        let meant = stores.into_iter().rev().filter(|(target, _)| {
            let located = self.session.target.locate(target, n, &[]);
            located.is_ok_and(|found| found == *location)
        });
        meant.map(|(_, from)| from).collect()
    }

    /// Goes on from the first of several sources that gave the value: one that is known to, or else one that may.
    pub(super) fn first_of(
        &mut self,
        source: &str,
        possible: &[ValueSource<'_>],
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let verdicts: Vec<Gives> = possible.iter().map(|from| self.may_give(*from, n, held)).collect();
        for wanted in [Gives::It, Gives::Maybe] {
            for (from, _) in possible.iter().zip(&verdicts).filter(|(_, verdict)| **verdict == wanted) {
                if let Some(next) = self.follow(source, *from, (n, t), held)? {
                    return Ok(Some(next));
                }
                self.session.navigator().seek(t)?;
            }
        }
        Ok(None)
    }

    /// Whether an expression gave a value, the target standing before it was evaluated.
    pub(super) fn may_give(&mut self, from: ValueSource<'_>, n: usize, held: Option<&str>) -> Gives {
        let Some(held) = held.filter(|_| from.kind == SourceKind::Computed && from.item.is_none()) else {
            return Gives::Maybe;
        };
        // What a call gives may be another value each time.
        if may_have_effects(from.text) {
            let display = from.text.chars().next().filter(|first| "([{".contains(*first));
            let other = display.is_some_and(|_| !held.starts_with(['(', '[', '{']));
            return if other { Gives::Other } else { Gives::Maybe };
        }
        match self.session.target.eval(from.text, n) {
            Ok(value) if value == held => Gives::It,
            Ok(_) => Gives::Other,
            Err(_) => Gives::Maybe,
        }
    }

    /// Goes on from the only part of a line that has the value: an element, an argument.
    pub(super) fn only_part(
        &mut self,
        source: &str,
        line: u32,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let Some(held) = held else { return Ok(None) };
        let mut found: Vec<ValueSource<'_>> = Vec::new();
        for from in value_flow::parts(source, line) {
            if matches!(from.kind, SourceKind::Load | SourceKind::Computed | SourceKind::Call)
                && self.has_value(source, from, (n, t), held)?
                && !found.iter().any(|outer| is_inside(from.text, outer.text))
            {
                found.push(from);
            }
        }
        match found[..] {
            [from] => self.follow(source, from, (n, t), Some(held)),
            _ => Ok(None),
        }
    }

    /// Whether an expression has this value; one that may have effects is not evaluated.
    fn has_value(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        (n, t): (usize, Time),
        held: &str,
    ) -> Result<bool, Interrupted> {
        let value = match from.kind {
            SourceKind::Call => {
                let back = self.return_of(source, from, (n, t))?;
                let value = back.and_then(|_| self.session.target.retval());
                self.session.navigator().seek(t)?;
                value
            }
            _ if !may_have_effects(from.text) => self.session.target.eval(from.text, n).ok(),
            _ => None,
        };
        Ok(value.as_deref() == Some(held))
    }
}

/// Whether a part of a source is a part of another one as well, which was found before.
fn is_inside(part: &str, outer: &str) -> bool {
    range_in(outer, part).is_some()
}
