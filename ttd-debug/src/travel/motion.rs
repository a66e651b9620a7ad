//! Every motion through time, as what it looks for.
//!
//! [`Motion::plan`] says what a motion from event `i` looks for: the nearest event in one direction that meets a
//! [`EventQuery`], and where it leads when there is none. Nothing else is needed, so a target can look for it as fast as it
//! is able to, and breakpoints can be looked for on the same way. The definitions are those of `semantics.md`; the
//! tests compare them with CPython's trace, from every event of every test program.

use crate::target::{Event, EventKind, EventQuery, FrameWatch, How, Kinds};

/// The two ways through time.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Direction {
    /// Towards the end.
    Forward,
    /// Towards the start.
    Backward,
}

/// A motion, with its direction where both exist.
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

/// What to do for a motion.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Plan {
    /// One event on, whatever it is.
    SingleStep(Direction),
    /// To the nearest event in this direction that meets the watch.
    Search(Direction, EventQuery, Fallback),
    /// To the last event of the frame that called, before the activation's call; to 0 when there is none.
    CallSite,
}

/// Where a motion leads when what it looks for is not there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fallback {
    /// To the last event (forwards) or to 0 (backwards).
    Edge,
    /// To the event after the activation's end (forwards), or to the one before (backwards).
    Beyond,
    /// To the activation's end, or, from there, one event on.
    EndOfActivation,
}

impl Fallback {
    /// The time, coming from `i`. `last` is the last event; `end` the first return of the frame that is not before `i`,
    /// if there is one.
    pub fn time(self, direction: Direction, i: u64, last: u64, end: Option<u64>) -> u64 {
        match (self, direction, end) {
            (Fallback::Edge, Direction::Backward, _) => 0,
            (_, Direction::Backward, _) => i.saturating_sub(1),
            (Fallback::Edge, _, _) | (_, _, None) => last,
            (Fallback::EndOfActivation, _, Some(end)) if end > i => end,
            (_, _, Some(end)) => (end + 1).min(last),
        }
    }
}

impl Motion {
    /// Which way it goes.
    pub fn direction(self) -> Direction {
        match self {
            Motion::Step(d) | Motion::Next(d) | Motion::Until(d, _) | Motion::Continue(d) | Motion::FrameStart(d) => d,
            Motion::Return | Motion::Callee => Direction::Forward,
            Motion::CallSite => Direction::Backward,
        }
    }

    /// Whether breakpoints and watchpoints stop it.
    pub fn is_intercepted(self) -> bool {
        !matches!(self, Motion::Step(_) | Motion::FrameStart(_))
    }

    /// What to look for, coming from `event`.
    pub fn plan(self, event: &Event) -> Plan {
        use Direction::{Backward, Forward};
        let over = |direction| match direction {
            Forward => Kinds::ENDS.matches(Kinds::of(event)),
            Backward => event.how == How::Start,
        };
        let of_frame = |kinds| FrameWatch::of_kinds(event.frame, event.code, kinds);
        match self {
            Motion::Step(direction) => Plan::SingleStep(direction),
            // A frame that is over (or not begun) has no more events: what lies beside is the answer.
            Motion::Next(direction) | Motion::Until(direction, _) if over(direction) => Plan::SingleStep(direction),
            Motion::Return if over(Forward) => Plan::SingleStep(Forward),
            Motion::Next(direction) => {
                let neither = Kinds::SUSPEND.and(Kinds::RESUME);
                let watch = EventQuery::frame(of_frame(Kinds::ALL.without(neither)));
                Plan::Search(direction, watch, Fallback::Beyond)
            }
            Motion::Return => {
                let watch = EventQuery::frame(of_frame(Kinds::ENDS));
                Plan::Search(Forward, watch, Fallback::EndOfActivation)
            }
            Motion::Until(Forward, line) => {
                let lines = (line.unwrap_or(event.line.saturating_add(1)), u32::MAX);
                let frame = of_frame(Kinds::LINE.and(Kinds::ENDS));
                let watch = EventQuery::frame(FrameWatch { lines, ..frame });
                Plan::Search(Forward, watch, Fallback::Beyond)
            }
            Motion::Until(Backward, line) => {
                let lines = (0, line.unwrap_or(event.line.saturating_sub(1)));
                let frame = of_frame(Kinds::LINE.and(Kinds::START));
                let watch = EventQuery::frame(FrameWatch { lines, ..frame });
                Plan::Search(Backward, watch, Fallback::Beyond)
            }
            Motion::CallSite => Plan::CallSite,
            Motion::FrameStart(direction) => {
                let watch = EventQuery { any: Kinds::START, ..EventQuery::default() };
                Plan::Search(direction, watch, Fallback::Edge)
            }
            Motion::Callee if event.kind == EventKind::Return => Plan::SingleStep(Forward),
            // While the activation lasts, whatever is called first is called by it.
            Motion::Callee => {
                let watch = EventQuery { any: Kinds::CALLS, ..EventQuery::frame(of_frame(Kinds::RETURNS)) };
                Plan::Search(Forward, watch, Fallback::Edge)
            }
            Motion::Continue(direction) => Plan::Search(direction, EventQuery::default(), Fallback::Edge),
        }
    }
}
