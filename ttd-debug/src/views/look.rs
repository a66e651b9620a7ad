//! All of one moment, for front ends that show it at once.

use crate::session::Session;
use crate::target::{Event, EventQuery, FrameWatch, Kinds, Time};
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

impl Session {
    /// Looks at the present from a frame of a thread, the running one if none is given: the first `most` of its frames
    /// and of the frame's variables.
    ///
    /// # Errors
    /// There is no such thread or frame, or Ctrl-C.
    pub fn look(&mut self, thread: Option<u64>, frame: usize, most: usize) -> Result<Look, String> {
        let (time, event) = self.present();
        let running = self.running_thread();
        let shown = thread.unwrap_or(running);
        let thread_name = match self.threads().into_iter().find(|thread| thread.number == shown) {
            Some(thread) => thread.name,
            None if shown == running => MAIN_THREAD.to_string(),
            None => return Err(format!("There is no thread {shown} at event {time}")),
        };
        let (frames, depth) = self.frames_of(shown, most.max(frame + 1));
        let Some(at) = frames.get(frame).cloned() else {
            return Err(format!("There is no frame {frame} at event {time}: there are {depth}"));
        };
        let locals = self.with_frame(shown, frame, |session| session.parts("locals()", Which::Names, 0, most));
        let mut locals = locals.map_err(|error| error.to_string())?;
        let exception = self.exception_here();
        let returned = self.returned_value().filter(|_| frame == 0 && shown == running);
        let returning = returned.and_then(|expression| self.describe(expression).ok());
        let output = self.target.written();
        let before = if shown == running { self.before_in_frame(&at, time)? } else { None };
        let changed = match before {
            None => vec![false; locals.list.len()],
            Some(before) => locals.list.iter().map(|child| !before.list.contains(child)).collect(),
        };
        let mut returning = returning;
        for child in locals.list.iter_mut().chain(&mut returning) {
            child.value = self.with_numbers(&child.value);
        }
        self.sync_target();
        Ok(Look {
            time,
            event,
            exception,
            returning,
            thread: shown,
            thread_name,
            frames,
            depth,
            locals,
            changed,
            output,
        })
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
            return Err("Interrupted".into());
        }
        let Some(before) = found.times.last().copied() else { return Ok(None) };
        let now = std::mem::replace(&mut self.nav.now, before);
        // An event belongs to the innermost frame.
        let selected = std::mem::replace(&mut self.view.selected, 0);
        let parts = self.parts("locals()", Which::Names, 0, MOST_COMPARED);
        (self.nav.now, self.view.selected) = (now, selected);
        parts.map(Some).map_err(|error| error.to_string())
    }
}

/// The name of the only thread.
const MAIN_THREAD: &str = "MainThread";
/// Variables compared at most.
const MOST_COMPARED: usize = 1000;
