//! All of one moment, for front ends that show it at once.

use crate::session::Session;
use crate::target::{Event, EventKind, EventQuery, FrameWatch, Kinds, Time};
use crate::travel::Interrupted;
use crate::views::{Child, Parts, StackFrame, Which};

/// A moment, as it is seen from one of its frames.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The time.
    pub time: Time,
    /// Its event.
    pub event: Event,
    /// The exception, where it is one: `KeyError: 'a'`.
    pub exception: Option<String>,
    /// What the innermost frame returns, where it does and that is the frame that is looked from.
    pub returning: Option<Child>,
    /// The thread whose frames these are.
    pub thread: u64,
    /// Its name.
    pub thread_name: String,
    /// The frame that was asked for.
    pub at: StackFrame,
    /// The first of its frames, innermost first.
    pub frames: Vec<StackFrame>,
    /// How many frames it has.
    pub depth: usize,
    /// The first variables of the frame that was asked for.
    pub locals: Parts,
    /// For each of these, whether it was different at the frame's event before.
    pub changed: Vec<bool>,
    /// The bytes of output that were written before.
    pub output: u64,
}

/// Where a reader looks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Viewpoint {
    /// The branch.
    pub branch: usize,
    /// The event.
    pub time: Time,
    /// The thread; `None`: the one that the event belongs to.
    pub thread: Option<u64>,
    /// The frame, counted from the innermost.
    pub frame: usize,
}

impl Session {
    /// Looks at a moment: the first `most` frames of the thread, and variables of the frame. The moment becomes the
    /// present.
    ///
    /// # Errors
    /// There is no such moment, thread or frame, or Ctrl-C.
    pub fn look(&mut self, from: Viewpoint, most: usize) -> Result<Look, String> {
        let Viewpoint { branch, time, thread, frame } = from;
        self.check_time(branch, time)?;
        self.select_newest();
        // Mostly the frame's event before is the one before. On the way there costs less than back to it.
        let passed = if frame == 0 && thread.is_none() { self.passed(time)? } else { None };
        self.stand_at(branch, time)?;
        let event = self.target.event();
        let running = self.running_thread();
        let shown = thread.unwrap_or(running);
        let thread_name = self.name_of_thread(shown, running)?;
        let (mut frames, depth) = self.frames_of(shown, most.max(frame.saturating_add(1)));
        let Some(at) = frames.get(frame).cloned() else {
            return Err(format!("There is no frame {frame} at event {time}: there are {depth}"));
        };
        let locals = self.with_frame(shown, frame, |session| session.parts("locals()", Which::Names, 0, most));
        let mut locals = locals.map_err(|error| error.to_string())?;
        let exception = self.exception_here();
        let returned = self.returned_value().filter(|_| frame == 0 && shown == running);
        let mut returning = returned.and_then(|expression| self.describe(expression).ok());
        let output = self.target.written();
        let before = match passed {
            Some((began, parts)) if began == at.began => Some(parts),
            _ if shown == running => self.before_in_frame(&at, self.last_of(&frames, frame, time))?,
            _ => None,
        };
        let changed = match before {
            None => vec![false; locals.list.len()],
            Some(before) => locals.list.iter().map(|child| !before.list.contains(child)).collect(),
        };
        for child in locals.list.iter_mut().chain(&mut returning) {
            child.value = self.with_numbers(&child.value);
        }
        frames.truncate(most);
        Ok(Look {
            time,
            event,
            exception,
            returning,
            thread: shown,
            thread_name,
            at,
            frames,
            depth,
            locals,
            changed,
            output,
        })
    }

    fn name_of_thread(&mut self, number: u64, running: u64) -> Result<String, String> {
        match self.threads().into_iter().find(|thread| thread.number == number) {
            Some(thread) => Ok(thread.name),
            None if number == running => Ok(MAIN_THREAD.to_string()),
            None => Err(format!("There is no thread {number} at event {}", self.nav.now)),
        }
    }

    /// The frame of the event before `t` and its variables there; `None` if it leaves the frame, or is where the target
    /// has been already.
    fn passed(&mut self, t: Time) -> Result<Option<(Time, Parts)>, String> {
        if t <= self.target.first() || self.target.time() == Some(t) {
            return Ok(None);
        }
        let before = t - 1;
        if self.target.gap(before).is_some() {
            return Ok(None);
        }
        let event = self.navigator().event(before).map_err(|why| why.to_string())?;
        if event.kind == EventKind::Return {
            return Ok(None);
        }
        Ok(Some((Time(event.frame), self.variables_at(before)?)))
    }

    /// A time behind the last event of a frame up to `t`: a frame that waits for a call has had none since.
    fn last_of(&self, frames: &[StackFrame], frame: usize, t: Time) -> Time {
        match frame.checked_sub(1).and_then(|inner| frames.get(inner)) {
            Some(inner) if !self.target.code(inner.code).generator => inner.began,
            _ => t,
        }
    }

    /// The variables of a frame at its last event before `t`; `None` if there was none.
    fn before_in_frame(&mut self, at: &StackFrame, t: Time) -> Result<Option<Parts>, String> {
        let floor = at.began.max(self.target.first());
        if t <= floor {
            return Ok(None);
        }
        let events = FrameWatch::of_kinds(at.began.0, at.code, Kinds::ALL.without(Kinds::RETURNS));
        let found = self.target.last_before(&EventQuery::frame(events), t, floor);
        if found.interrupted {
            return Err(Interrupted.to_string());
        }
        found.times.last().copied().map(|before| self.variables_at(before)).transpose()
    }

    /// The variables of the innermost frame at an event.
    pub(super) fn variables_at(&mut self, t: Time) -> Result<Parts, String> {
        let now = std::mem::replace(&mut self.nav.now, t);
        let selected = std::mem::replace(&mut self.view.selected, 0);
        let parts = self.parts("locals()", Which::Names, 0, MOST_COMPARED);
        (self.nav.now, self.view.selected) = (now, selected);
        parts.map_err(|error| error.to_string())
    }
}

/// The name of the only thread.
const MAIN_THREAD: &str = "MainThread";
/// Variables compared at most.
const MOST_COMPARED: usize = 1000;
