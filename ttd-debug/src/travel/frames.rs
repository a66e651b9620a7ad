//! Motions of a frame of the stack: where it is, who called it, what it calls.

use crate::target::{Event, EventKind, EventQuery, FrameInfo, FrameWatch, How, Kinds, Time};
use crate::travel::motion::{Fallback, Motion};
use crate::travel::{Interrupted, MotionResult, Navigator, StopReason};

impl Navigator<'_> {
    /// The place of a frame of the stack as an event. One that waits for a call is on the line of the call. The target
    /// is at `newest`.
    pub(crate) fn event_of(&self, frame: usize, newest: Event) -> Event {
        if frame == 0 {
            return newest;
        }
        let stack = self.target.stack();
        let Some(FrameInfo { frame: born, code, line }) = stack.get(frame).cloned() else { return newest };
        let depth = (stack.len() - frame) as u32;
        Event { kind: EventKind::Line, how: How::None, line, code, frame: born, depth }
    }

    /// The next call that `frame` makes after the one it waits for. `event` is its place at `i`, where the target is,
    /// and `query` finds its calls when it waits for none.
    pub(super) fn callee(
        &mut self,
        i: Time,
        event: &Event,
        frame: usize,
        query: &EventQuery,
    ) -> Result<MotionResult, Interrupted> {
        let (newest, inner) = (self.target.event(), self.target.stack()[frame - 1].clone());
        let end = FrameWatch::of_kinds(inner.frame, inner.code, Kinds::RETURNS);
        if !end.matches(&newest) {
            let travel = self.forward(Motion::Callee, i, event, &EventQuery::frame(end), Fallback::Edge)?;
            let event = self.event(travel.to)?;
            if !end.matches(&event) || travel.why != StopReason::Arrived {
                return Ok(travel);
            }
        }
        self.forward(Motion::Callee, i, event, query, Fallback::Edge)
    }

    /// The last event of the frame that called `frame`, before that call; `event` is the place of `frame` at `i`, where
    /// the target is.
    pub(super) fn call_site(&mut self, i: Time, event: &Event, frame: usize) -> Result<Option<Time>, Interrupted> {
        // The stack knows who called, the events need not: a `throw()` enters the generator that others delegate to,
        // and they are on the stack without an event.
        let Some(caller) = self.target.stack().get(frame + 1).cloned() else {
            return Ok(None);
        };
        let call = if event.kind == EventKind::Call {
            Some(i)
        } else if self.target.code(event.code).generator {
            let calls = FrameWatch::of_kinds(event.frame, event.code, Kinds::CALLS);
            self.last_before(&EventQuery::frame(calls), i)?
        } else {
            Some(Time(event.frame))
        };
        let Some(call) = call else { return Ok(None) };
        let events = FrameWatch::of_kinds(caller.frame, caller.code, Kinds::ALL);
        self.last_before(&EventQuery::frame(events), call)
    }
}
