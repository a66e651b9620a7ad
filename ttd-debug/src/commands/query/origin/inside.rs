//! Steps of `origin` that no assignment spells: names that a pattern binds, attributes that a class body made, values
//! that a task was waited for.

use ttd_code::analysis::value_flow::captures::{Capture, CaptureStep, captured};
use ttd_code::analysis::value_flow::{self, SourceKind, StoreTarget, ValueSource};

use super::{Next, Stored, Tracer};
use crate::commands::query::history::last_change;
use crate::commands::query::moment::moment_before;
use crate::target::{EventKind, EventQuery, FrameWatch, How, Kinds, Reached, Time, WatchTarget};
use crate::travel::Interrupted;

/// Rounds of a comprehension that are looked at.
const MOST_ROUNDS: usize = 200;

impl Tracer<'_> {
    /// Goes on from a name that a `case` has bound to the part of the subject that it is.
    pub(super) fn captured(
        &mut self,
        place: StoreTarget<'_>,
        Stored { source, line, n, from: t, held, .. }: Stored<'_>,
    ) -> Result<Option<Next>, Interrupted> {
        let StoreTarget::Name(name) = place else { return Ok(None) };
        for capture in captured(source, line, name) {
            let text = self.part_of(&capture, n);
            let from = ValueSource { kind: SourceKind::Load, text: &text, item: None };
            if self.session.target.eval(&text, n).ok().as_deref() != held {
                continue;
            }
            if let Some(next) = self.follow(source, from, (n, t), held)? {
                return Ok(Some(next));
            }
            self.session.navigator().seek(t)?;
        }
        Ok(None)
    }

    /// The part of its subject that a pattern has bound, as Python.
    fn part_of(&mut self, capture: &Capture<'_>, n: usize) -> String {
        let start = match capture.steps.is_empty() {
            true => capture.subject.to_string(),
            false => format!("({})", capture.subject),
        };
        capture.steps.iter().fold(start, |place, step| match step {
            CaptureStep::Item(key) => format!("{place}[{key}]"),
            CaptureStep::Attribute(name) => format!("{place}.{name}"),
            CaptureStep::Positional(class, at) => {
                // Of builtin classes the object itself is meant.
                self.field_at(class, *at, n).map_or(place.clone(), |name| format!("{place}.{name}"))
            }
        })
    }

    /// The entry of a class body's namespace that an attribute of a class began as. The target stands where the body
    /// ended, in user frame `n` runs the `class` statement.
    pub(super) fn in_class_body(
        &mut self,
        location: &WatchTarget,
        Stored { source, n, held, .. }: Stored<'_>,
    ) -> Option<WatchTarget> {
        let (WatchTarget::Attribute { name, .. }, 1) = (location, n) else { return None };
        let (start, end) = self.site(source, 1)?;
        if !source[start..end].starts_with("class ") {
            return None;
        }
        let entry = self.session.target.locate(name, 0, &[]).ok()?;
        (self.session.target.held(&entry).as_deref() == held).then_some(entry)
    }

    /// Goes on from a variable that a comprehension has used for itself, and then given back its value, to where it got
    /// that. The target stands before, and afterwards.
    pub(super) fn restored(
        &mut self,
        location: &WatchTarget,
        place: StoreTarget<'_>,
        Stored { source, line, n, from: t, held, .. }: Stored<'_>,
    ) -> Result<Option<Next>, Interrupted> {
        let StoreTarget::Name(name) = place else { return Ok(None) };
        if n != 0 || !value_flow::is_round_variable(source, line, name) || !self.has_left(line, t)? {
            return Ok(None);
        }
        let mut time = t;
        for _ in 0..MOST_ROUNDS {
            let Some(changed) = last_change(self.session, location, time)? else { break };
            time = changed - 1;
            self.session.navigator().seek(time)?;
            if self.session.target.held(location).as_deref() == held {
                return Ok(Some(Next::Place(location.clone(), time)));
            }
        }
        self.session.navigator().seek(t)?;
        Ok(None)
    }

    /// Whether the function of the innermost frame, which is at `t`, goes on with another line. The target stays at
    /// `t`. A module's comprehensions have variables of their own.
    fn has_left(&mut self, line: u32, t: Time) -> Result<bool, Interrupted> {
        let event = self.session.target.event();
        if self.session.target.code(event.code).name == "<module>" {
            return Ok(false);
        }
        let own = EventQuery::frame(FrameWatch::of_kinds(event.frame, event.code, Kinds::ALL));
        let limit = self.session.frontier();
        let reached = self.session.target.run_until(&own, limit);
        let next = self.session.target.event();
        self.session.navigator().seek(t)?;
        match reached {
            Reached::Interrupted => Err(Interrupted),
            Reached::Target => Ok(next.frame == event.frame && (next.line != line || next.kind == EventKind::Return)),
            Reached::End => Ok(false),
        }
    }

    /// Goes on from the value of something that user frame `n` has waited for until `t`: to what a coroutine returned,
    /// itself or in a task.
    pub(super) fn awaited(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        item: Option<usize>,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Next, Interrupted> {
        let mut time = t;
        let result = self.session.target.locate(&format!("({})._result", from.text), n, &[]);
        if let Ok(result) = result
            && let Some(at) = last_change(self.session, &result, t)?
        {
            time = moment_before(self.session, &result, at)?;
        }
        self.session.navigator().seek(time)?;
        let mut event = self.session.target.event();
        if event.kind == EventKind::Exception {
            // That of the StopIteration with which a coroutine returns.
            time = time - 1;
            self.session.navigator().seek(time)?;
            event = self.session.target.event();
        }
        let is_it = event.kind == EventKind::Return && event.how == How::Final;
        let value = self.session.target.retval().filter(|_| is_it);
        match value.is_some() && (item.is_some() || value.as_deref() == held) {
            true => self.returned(&event, time, item),
            false => self.given_by(source, from.text, (n, t)),
        }
    }
}
