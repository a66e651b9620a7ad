//! Steps of `origin` that no assignment spells: names that a pattern binds, attributes that a class body made, values
//! that a task was waited for.

use ttd_code::analysis::value_flow::captures::{Capture, CaptureStep, captured};
use ttd_code::analysis::value_flow::{SourceKind, StoreTarget, ValueSource};

use super::{Next, Tracer, quoted};
use crate::commands::query::history::last_change;
use crate::commands::query::moment::moment_before;
use crate::target::{EventKind, How, Time, WatchTarget};
use crate::travel::Interrupted;

impl Tracer<'_> {
    /// Goes on from a name that a `case` has bound to the part of the subject that it is.
    pub(super) fn captured(
        &mut self,
        source: &str,
        line: u32,
        place: StoreTarget<'_>,
        (n, t): (usize, Time),
        held: Option<&str>,
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
                let name = self.session.target.eval(&format!("{class}.__match_args__[{at}]"), n);
                // Of builtin classes the object itself is meant.
                name.map_or(place.clone(), |name| format!("{place}.{}", name.trim_matches(['\'', '"'])))
            }
        })
    }

    /// The entry of a class body's namespace that an attribute of a class began as. The target stands where the body
    /// ended, in user frame `n` runs the `class` statement.
    pub(super) fn in_class_body(
        &mut self,
        location: &WatchTarget,
        source: &str,
        n: usize,
        held: Option<&str>,
    ) -> Option<WatchTarget> {
        let (WatchTarget::Attribute { name, .. }, 1) = (location, n) else { return None };
        let (start, end) = self.site(source, 1)?;
        if !source[start..end].starts_with("class ") {
            return None;
        }
        let entry = self.session.target.locate(name, 0, &[]).ok()?;
        (self.session.target.held(&entry).as_deref() == held).then_some(entry)
    }

    /// Goes on from the value of something that user frame `n` has waited for until `t`: to what a coroutine returned,
    /// itself or in a task.
    pub(super) fn awaited(
        &mut self,
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
            false => self.end(format!("{} made it", quoted(from.text))),
        }
    }
}
