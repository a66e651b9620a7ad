//! Steps of `origin` through calls. The position of the instruction that its caller waits at says which of the calls
//! on a line an event belongs to.

use ttd_code::analysis::value_flow::{self, ValueSource, line_start, range_in};

use super::{Next, Tracer};
use crate::commands::query::moment::last_without;
use crate::session::listing::line_of;
use crate::target::{EventKind, EventQuery, FrameWatch, How, Kinds, Time};
use crate::travel::Interrupted;

/// Lines of an expression that are looked at.
const MOST_LINES: usize = 100;
/// Events that are looked at before one gives up.
const MOST_EVENTS: usize = 2_000;

/// The number of the line that a byte of a source is in.
pub(super) fn line_at(source: &str, at: usize) -> u32 {
    1 + source.as_bytes()[..at.min(source.len())].iter().filter(|byte| **byte == b'\n').count() as u32
}

/// Whether what a frame waits for is this call, or its being awaited.
fn is_call_at(source: &str, (start, end): (usize, usize), wanted: (usize, usize)) -> bool {
    let awaits = || source[start..wanted.0].trim_end() == "await";
    end == wanted.1 && (start == wanted.0 || start < wanted.0 && awaits())
}

impl Tracer<'_> {
    /// From and to which byte of its source stands the call that a user frame waits for.
    pub(super) fn site(&self, source: &str, n: usize) -> Option<(usize, usize)> {
        let site = self.session.target.site(n)?;
        let at = |line: u32, col: i32| Some(line_start(source, line) + usize::try_from(col).ok()?);
        let (start, end) = (at(site.line, site.col)?, at(site.end_line, site.end_col)?);
        (start < end && end <= source.len()).then_some((start, end))
    }

    /// Goes on from what a call returned that user frame `n` has made by time `t`. `None`: it returned another value.
    pub(super) fn result(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        item: Option<usize>,
        (n, t): (usize, Time),
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let Some(back) = self.return_of(source, from, (n, t))? else {
            return self.given_by(source, from.text, (n, t)).map(Some);
        };
        let event = self.session.target.event();
        if item.is_some() || held.is_none() || self.session.target.retval().as_deref() == held {
            return self.returned(&event, back, item).map(Some);
        }
        // A native function called it, or a class, which returned something else.
        let name = self.session.target.code(event.code).name;
        let called = from.text.split('(').next().unwrap_or_default();
        match called.rsplit('.').next() == Some(&name) {
            true => Ok(None),
            false => self.given_by(source, from.text, (n, t)).map(Some),
        }
    }

    /// Goes to where user frame `n`, which is at an expression at `t`, began with it: the last event of its first line.
    pub(super) fn stand_at_start(
        &mut self,
        source: &str,
        text: &str,
        (n, t): (usize, Time),
    ) -> Result<(), Interrupted> {
        self.session.navigator().seek(t)?;
        let Some(frame) = self.session.target.stack().get(n).cloned() else { return Ok(()) };
        let first = range_in(source, text).map(|(start, _)| line_at(source, start));
        let lines = EventQuery::frame(FrameWatch::of_kinds(frame.frame, frame.code, Kinds::LINE)).last_only();
        let mut before = t + 1;
        for _ in 0..MOST_LINES {
            let found = self.session.target.last_before(&lines, before, Time(frame.frame));
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(time) = found.times.last().copied() else { break };
            self.session.navigator().seek(time)?;
            if first.is_none_or(|first| self.session.target.event().line == first) {
                return Ok(());
            }
            before = time;
        }
        self.session.navigator().seek(t)
    }

    /// Whether an object that is older than the present event was made while this frame evaluated a comprehension, each
    /// of whose rounds is an event.
    pub(super) fn was_made_in_round(
        &mut self,
        source: &str,
        text: &str,
        frame: Option<u64>,
        object: u64,
    ) -> Result<bool, Interrupted> {
        let Some((start, end)) = range_in(source, text).filter(|_| value_flow::has_rounds(text)) else {
            return Ok(false);
        };
        let now = self.session.target.time().unwrap_or(Time::START);
        let range = (self.session.target.before_birth(object), now);
        let before = last_without(self.session, range, |session| session.target.is_made(object))?;
        self.session.navigator().seek(before)?;
        let Some(n) = self.session.target.stack().iter().position(|made| Some(made.frame) == frame) else {
            return Ok(false);
        };
        let line = line_of(self.session, n).map(|(_, line)| line);
        Ok(line.is_some_and(|line| (line_at(source, start)..=line_at(source, end)).contains(&line)))
    }

    /// Puts the sources first in which the call stands that is just returning: of several assignments on a line it is
    /// in the one that comes next.
    pub(super) fn returned_first(&mut self, source: &str, possible: &mut [ValueSource<'_>], n: usize) {
        if n != 1 {
            return;
        }
        let Some(site) = self.site(source, 1) else { return };
        let has_it = |from: &ValueSource<'_>| {
            range_in(source, from.text).is_some_and(|(start, end)| start <= site.0 && site.1 <= end)
        };
        possible.sort_by_key(|from| !has_it(from));
    }

    /// Goes back from `t` to the event at which a call of user frame `n` returned, within the present line.
    pub(super) fn return_of(
        &mut self,
        source: &str,
        from: ValueSource<'_>,
        (n, t): (usize, Time),
    ) -> Result<Option<Time>, Interrupted> {
        let Some(wanted) = range_in(source, from.text) else { return Ok(None) };
        let stack = self.session.target.stack();
        let Some(frame) = stack.get(n).map(|frame| frame.frame) else { return Ok(None) };
        let mut time = if n == 1 && self.session.target.event().kind == EventKind::Return { t } else { t - 1 };
        for _ in 0..MOST_EVENTS {
            if time <= Time::START {
                break;
            }
            self.session.navigator().seek(time)?;
            if self.session.target.time() != Some(time) {
                break;
            }
            let event = self.session.target.event();
            let caller = self.session.target.stack().get(1).map(|frame| frame.frame);
            if event.frame == frame {
                // The line began here; those of a call's arguments may come between.
                if event.kind != EventKind::Line || event.line <= line_at(source, wanted.0) {
                    break;
                }
                time = time - 1;
            } else if event.kind == EventKind::Return && caller == Some(frame) {
                let is_it = self.site(source, 1).is_some_and(|site| is_call_at(source, site, wanted));
                if event.how != How::Unwind && is_it {
                    return Ok(Some(time));
                }
                time = match self.session.target.code(event.code).generator {
                    true => time - 1,
                    false => Time(event.frame) - 1,
                };
            } else {
                time = time - 1;
            }
        }
        self.session.navigator().seek(t)?;
        Ok(None)
    }

    /// Goes on from the `return` behind which the innermost frame, which returns at `t`, ran a `finally` or left a
    /// `with`.
    pub(super) fn returned_before(
        &mut self,
        source: &str,
        item: Option<usize>,
        t: Time,
        held: Option<&str>,
    ) -> Result<Option<Next>, Interrupted> {
        let event = self.session.target.event();
        let lines = EventQuery::frame(FrameWatch::of_kinds(event.frame, event.code, Kinds::LINE)).last_only();
        let mut before = t;
        for _ in 0..MOST_LINES {
            let found = self.session.target.last_before(&lines, before, Time(event.frame));
            if found.interrupted {
                return Err(Interrupted);
            }
            let Some(time) = found.times.last().copied() else { break };
            self.session.navigator().seek(time)?;
            let line = self.session.target.event().line;
            if let Some(from) = value_flow::returned(source, line, item) {
                return self.first_of(source, &[from], (0, time), held);
            }
            before = time;
        }
        self.session.navigator().seek(t)?;
        Ok(None)
    }
}
