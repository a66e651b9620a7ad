//! Every motion through time, as a small machine that is shown events one by one.
//!
//! [`Motion::plan`] says what a motion from event `i` looks at: a known time, or a scan in one direction with a
//! [`Finder`]. The finder is shown the events next to `i`, then the ones next to those, and says at which one to stop;
//! if there is none, [`Finder::exhausted`] names the time instead. Nothing else is needed, so a motion costs the distance
//! that it covers, and breakpoints can be looked for in the same scan. The definitions are those of `semantics.md`;
//! the tests compare them with CPython's trace, from every event of every test program.

use crate::target::{Event, EventKind, How};

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
#[derive(Clone, Copy, Debug)]
pub enum Plan {
    /// One event on, whatever it is.
    Beside(Direction),
    /// Look at events in this direction.
    Scan(Direction, Finder),
}

/// A scan's memory.
#[derive(Clone, Copy, Debug)]
pub enum Finder {
    /// The next event of a frame that is neither suspension nor resumption.
    SameFrame {
        /// Where the activation ends.
        leave: Leave,
    },
    /// The end of a frame.
    FrameEnd {
        /// Where the activation ends.
        leave: Leave,
    },
    /// A line of a frame, or its end or start.
    LineOfFrame {
        /// Where the activation ends.
        leave: Leave,
        /// The least line (forwards) or the greatest (backwards) to stop at.
        bound: u32,
    },
    /// The event before an activation's call, in the frame that called.
    Caller {
        /// The frame whose activation it is.
        frame: u64,
        /// The frame that called it.
        caller: u64,
        /// The activation's call was seen.
        outside: bool,
    },
    /// The next frame's first call.
    AnyStart,
    /// A call made directly by an activation.
    CalledFrom {
        /// The depth of the called.
        level: u32,
    },
    /// Nothing: only breakpoints stop this scan.
    Nothing,
}

/// Where a scan is relative to the activation that it began in.
#[derive(Clone, Copy, Debug)]
pub struct Leave {
    from: u64,
    frame: u64,
    end: Option<u64>,
}

impl Leave {
    fn new(from: u64, event: &Event) -> Leave {
        let end = (event.kind == EventKind::Return).then_some(from);
        Leave {
            from,
            frame: event.frame,
            end,
        }
    }

    fn see(&mut self, t: u64, event: &Event) {
        if self.end.is_none() && event.kind == EventKind::Return {
            self.end = Some(t);
        }
    }

    /// The event after the activation; the last one when it never ends.
    fn after(&self, last: u64) -> u64 {
        self.end.map_or(last, |end| (end + 1).min(last))
    }
}

impl Motion {
    /// Which way it goes.
    pub fn direction(self) -> Direction {
        match self {
            Motion::Step(d)
            | Motion::Next(d)
            | Motion::Until(d, _)
            | Motion::Continue(d)
            | Motion::FrameStart(d) => d,
            Motion::Return | Motion::Callee => Direction::Forward,
            Motion::CallSite => Direction::Backward,
        }
    }

    /// Whether breakpoints and watchpoints stop it.
    pub fn is_intercepted(self) -> bool {
        !matches!(self, Motion::Step(_) | Motion::FrameStart(_))
    }

    /// What to look at, coming from `event` at time `i`. Only [`Motion::CallSite`] asks for the frame
    /// that called: the stack knows it, the events need not (a `throw()` enters the generator that others
    /// delegate to, and they are on the stack without an event).
    pub fn plan(self, i: u64, event: &Event, caller: Option<u64>) -> Plan {
        use Direction::{Backward, Forward};
        let leave = Leave::new(i, event);
        let over = |direction| match direction {
            Forward => matches!(event.how, How::Final | How::Unwind),
            Backward => event.how == How::Start,
        };
        match self {
            Motion::Step(direction) => Plan::Beside(direction),
            // A frame that is over (or not begun) has no more events: what lies beside is the answer.
            Motion::Next(direction) | Motion::Until(direction, _) if over(direction) => {
                Plan::Beside(direction)
            }
            Motion::Return if over(Forward) => Plan::Beside(Forward),
            Motion::Next(direction) => Plan::Scan(direction, Finder::SameFrame { leave }),
            Motion::Return => Plan::Scan(Forward, Finder::FrameEnd { leave }),
            Motion::Until(direction, line) => {
                let bound = line.unwrap_or(match direction {
                    Forward => event.line.saturating_add(1),
                    Backward => event.line.saturating_sub(1),
                });
                Plan::Scan(direction, Finder::LineOfFrame { leave, bound })
            }
            Motion::CallSite => {
                let outside = event.kind == EventKind::Call;
                let frame = event.frame;
                let finder = caller.map_or(Finder::Nothing, |caller| Finder::Caller {
                    frame,
                    caller,
                    outside,
                });
                Plan::Scan(Backward, finder)
            }
            Motion::FrameStart(direction) => Plan::Scan(direction, Finder::AnyStart),
            Motion::Callee if event.kind == EventKind::Return => Plan::Beside(Forward),
            Motion::Callee => Plan::Scan(
                Forward,
                Finder::CalledFrom {
                    level: event.depth + 1,
                },
            ),
            Motion::Continue(direction) => Plan::Scan(direction, Finder::Nothing),
        }
    }
}

impl Finder {
    /// Shows it an event; whether it is the place.
    pub fn see(&mut self, direction: Direction, t: u64, event: &Event) -> bool {
        match self {
            Finder::SameFrame { leave }
            | Finder::FrameEnd { leave }
            | Finder::LineOfFrame { leave, .. }
                if event.frame != leave.frame =>
            {
                false
            }
            Finder::SameFrame { leave } => {
                leave.see(t, event);
                !matches!(event.how, How::Suspend | How::Resume)
            }
            Finder::FrameEnd { leave } => {
                leave.see(t, event);
                matches!(event.how, How::Final | How::Unwind)
            }
            Finder::LineOfFrame { leave, bound } => {
                leave.see(t, event);
                let is_line = event.kind == EventKind::Line;
                match direction {
                    Direction::Forward => {
                        matches!(event.how, How::Final | How::Unwind)
                            || is_line && event.line >= *bound
                    }
                    Direction::Backward => {
                        event.how == How::Start || is_line && event.line <= *bound
                    }
                }
            }
            Finder::Caller {
                frame,
                outside: outside @ false,
                ..
            } => {
                *outside = event.frame == *frame && event.kind == EventKind::Call;
                false
            }
            Finder::Caller { caller, .. } => event.frame == *caller,
            Finder::AnyStart => event.how == How::Start,
            Finder::CalledFrom { level } => {
                event.kind == EventKind::Call && event.depth == *level
                    || event.kind == EventKind::Return && event.depth + 2 == *level
            }
            Finder::Nothing => false,
        }
    }

    /// The answer when the scan met the last event (forwards) or 0 (backwards) without finding anything.
    pub fn exhausted(&self, direction: Direction, last: u64) -> u64 {
        match (self, direction) {
            (
                Finder::SameFrame { leave } | Finder::LineOfFrame { leave, .. },
                Direction::Forward,
            ) => leave.after(last),
            (Finder::FrameEnd { leave }, _) => match leave.end {
                Some(end) if end > leave.from => end,
                Some(_) => (leave.from + 1).min(last),
                None => last,
            },
            (
                Finder::SameFrame { leave } | Finder::LineOfFrame { leave, .. },
                Direction::Backward,
            ) => leave.from.saturating_sub(1),
            (_, Direction::Forward) => last,
            (_, Direction::Backward) => 0,
        }
    }
}
