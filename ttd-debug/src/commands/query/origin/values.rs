//! The values of the expressions that a line may have taken a value from: one that had another value was not it.

use ttd_code::analysis::value_flow::{self, SourceKind, ValueSource, range_in};

use super::{Next, Tracer};
use crate::target::{Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// The sources of what line `line` of user frame `n` assigns to a location, which the targets of its assignments
    /// mean now. The target stands before it.
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

    /// Goes on from the first of several sources that gave the value.
    pub(super) fn first_of(
        &mut self,
        source: &str,
        possible: &[ValueSource<'_>],
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        for from in possible {
            if !self.may_give(*from, n, held) {
                continue;
            }
            if let Some(next) = self.follow(source, *from, (n, t), held.map(str::to_string))? {
                return Ok(Some(next));
            }
            self.session.navigator().seek(t)?;
        }
        Ok(None)
    }

    /// Whether an expression can have had a value, the target standing before it was evaluated.
    pub(super) fn may_give(&mut self, from: ValueSource<'_>, n: usize, held: Option<&str>) -> bool {
        let Some(held) = held.filter(|_| from.kind == SourceKind::Computed && from.item.is_none()) else { return true };
        // Others may have effects, or give another value each time.
        if ttd_code::plain_expression(from.text).is_none() {
            return true;
        }
        self.session.target.eval(from.text, n).is_ok_and(|value| value == held)
    }

    /// Goes on from the only part of a line that has the value: an element, an argument.
    pub(super) fn only_part(
        &mut self,
        source: &str,
        line: u32,
        (n, t): (usize, Time),
        held: Option<String>,
    ) -> Result<Next, Interrupted> {
        let unknown = "the line does not say what it stores there";
        if self.why.is_some() {
            return Ok(Next::End);
        }
        let Some(held) = held else { return self.end(unknown) };
        let mut found: Vec<ValueSource<'_>> = Vec::new();
        for from in value_flow::parts(source, line) {
            if matches!(from.kind, SourceKind::Load | SourceKind::Computed | SourceKind::Call)
                && self.has_value(source, from, (n, t), &held)?
                && !found.iter().any(|outer| is_inside(from.text, outer.text))
            {
                found.push(from);
            }
        }
        let [from] = found[..] else { return self.end(unknown) };
        match self.follow(source, from, (n, t), Some(held))? {
            Some(next) => Ok(next),
            None => self.end(unknown),
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
            _ if ttd_code::plain_expression(from.text).is_some() => self.session.target.eval(from.text, n).ok(),
            _ => None,
        };
        Ok(value.as_deref() == Some(held))
    }
}

/// Whether a part of a source is a part of another one as well, which was found before.
fn is_inside(part: &str, outer: &str) -> bool {
    range_in(outer, part).is_some()
}
