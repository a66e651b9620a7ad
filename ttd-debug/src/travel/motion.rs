//! Motions through time, as pure functions.
//!
//! [`Motion::plan`] says what a motion from an event searches for: the nearest event in one direction that matches an
//! [`EventQuery`], and where it leads when there is none. The target is free in how it searches, and breakpoints are
//! searched for on the way. The definitions are those of `docs/semantics.md`; the tests compare them with CPython's
//! trace, from every event of every test program.

pub use crate::target::Direction;
use crate::target::{Event, EventKind, EventQuery, FrameWatch, How, Kinds, Time};

/// A motion, with its direction where there are two.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Motion {
    /// `step`, `rstep`: one event.
    Step(Direction),
    /// `next`, `rnext`: one event of this frame.
    Next(Direction),
    /// `return`: the last return of this frame.
    Return,
    /// `rreturn`: the call site of this activation.
    CallSite,
    /// `until`, `runtil`: a greater (smaller) line of this frame, or at least (at most) the line given.
    Until(Direction, Option<u32>),
    /// `continue`, `rcontinue`: only a breakpoint stops it.
    Continue(Direction),
    /// `nextf`, `prevf`: the first call of another frame.
    FrameStart(Direction),
    /// `tdown`: the next call made from this activation.
    Callee,
}

/// How a motion is carried out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// Go one event on, whatever it is.
    SingleStep(Direction),
    /// Go to the nearest event in this direction that matches the query.
    Search(Direction, EventQuery, Fallback),
    /// Go to the last event of the caller's frame before the activation's call; to 0 when there is none.
    CallSite,
}

/// Where a motion leads when its search finds nothing.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// The last event (forwards) or 0 (backwards).
    Edge,
    /// The event after the activation's end (forwards), or the one before the present (backwards).
    Beyond,
    /// The activation's end, or, from there, one event on.
    EndOfActivation,
}

impl Fallback {
    /// The time it leads to from `i`. `last` is the last event; `end` the first return of the frame that is not before
    /// `i`, if there is one.
    pub fn time(self, direction: Direction, i: Time, last: Time, end: Option<Time>) -> Time {
        match (self, direction, end) {
            (Fallback::Edge, Direction::Backward, _) => Time::START,
            (_, Direction::Backward, _) => i.saturating_sub(1),
            (Fallback::Edge, _, _) | (_, _, None) => last,
            (Fallback::EndOfActivation, _, Some(end)) if end > i => end,
            (_, _, Some(end)) => (end + 1).min(last),
        }
    }
}

impl Motion {
    /// The direction of the motion.
    pub fn direction(self) -> Direction {
        match self {
            Motion::Step(d) | Motion::Next(d) | Motion::Until(d, _) | Motion::Continue(d) | Motion::FrameStart(d) => d,
            Motion::Return | Motion::Callee => Direction::Forward,
            Motion::CallSite => Direction::Backward,
        }
    }

    /// Whether breakpoints and watchpoints stop the motion.
    pub fn is_intercepted(self) -> bool {
        !matches!(self, Motion::Step(_) | Motion::FrameStart(_))
    }

    /// The plan of the motion from `event`.
    pub fn plan(self, event: &Event) -> Plan {
        use Direction::{Backward, Forward};
        let over = |direction| match direction {
            Forward => Kinds::ENDS.matches(Kinds::of(event)),
            Backward => event.how == How::Start,
        };
        let of_frame = |kinds| FrameWatch::of_kinds(event.frame, event.code, kinds);
        match self {
            Motion::Step(direction) => Plan::SingleStep(direction),
            // A frame has no events beyond its end (or before its start): the neighbouring event is the answer.
            Motion::Next(direction) | Motion::Until(direction, _) if over(direction) => Plan::SingleStep(direction),
            Motion::Return if over(Forward) => Plan::SingleStep(Forward),
            Motion::Next(direction) => {
                let neither = Kinds::SUSPEND.and(Kinds::RESUME);
                let query = EventQuery::frame(of_frame(Kinds::ALL.without(neither)));
                Plan::Search(direction, query, Fallback::Beyond)
            }
            Motion::Return => {
                let query = EventQuery::frame(of_frame(Kinds::ENDS));
                Plan::Search(Forward, query, Fallback::EndOfActivation)
            }
            Motion::Until(Forward, line) => {
                let lines = (line.unwrap_or(event.line.saturating_add(1)), u32::MAX);
                let frame = of_frame(Kinds::LINE.and(Kinds::ENDS));
                let query = EventQuery::frame(FrameWatch { lines, ..frame });
                Plan::Search(Forward, query, Fallback::Beyond)
            }
            Motion::Until(Backward, line) => {
                let lines = (0, line.unwrap_or(event.line.saturating_sub(1)));
                let frame = of_frame(Kinds::LINE.and(Kinds::START));
                let query = EventQuery::frame(FrameWatch { lines, ..frame });
                Plan::Search(Backward, query, Fallback::Beyond)
            }
            Motion::CallSite => Plan::CallSite,
            Motion::FrameStart(direction) => {
                let query = EventQuery { any: Kinds::START, ..EventQuery::default() };
                Plan::Search(direction, query, Fallback::Edge)
            }
            Motion::Callee if event.kind == EventKind::Return => Plan::SingleStep(Forward),
            // While the activation lasts, the first call is made by it.
            Motion::Callee => {
                let query = EventQuery { any: Kinds::CALLS, ..EventQuery::frame(of_frame(Kinds::RETURNS)) };
                Plan::Search(Forward, query, Fallback::Edge)
            }
            Motion::Continue(direction) => Plan::Search(direction, EventQuery::default(), Fallback::Edge),
        }
    }
}
