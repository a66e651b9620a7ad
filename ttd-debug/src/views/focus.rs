//! Standing where a reader looks, and letting the program run on, for front ends whose questions each name a time.

use crate::session::Session;
use crate::session::stop_view::describe_end;
use crate::target::{Reached, Time};
use crate::travel::Interrupted;

/// Why a time cannot be looked at.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum NotThere {
    /// There is no such time or branch, in a sentence.
    Unknown(String),
    /// Ctrl-C ended the way there.
    Interrupted,
}

impl From<NotThere> for String {
    fn from(why: NotThere) -> String {
        match why {
            NotThere::Unknown(why) => why,
            NotThere::Interrupted => Interrupted.to_string(),
        }
    }
}

/// How far a run has come.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunState {
    /// The first event that is kept.
    pub first: Time,
    /// The last event so far.
    pub last: Time,
    /// The number of bytes that it has written so far, as far as they are kept.
    pub output: u64,
    /// How the program ended, in words, once it has.
    pub end: Option<String>,
    /// The exit status, then.
    pub status: Option<i32>,
    /// The uncaught exception and its traceback, if it died.
    pub died: Option<(String, String)>,
    /// Where that was raised, if it was in code that has events.
    pub died_at: Option<Time>,
}

impl Session {
    /// Makes a time of a branch the present. What `back` returns to does not change.
    ///
    /// # Errors
    /// There is no such event or branch, or Ctrl-C.
    pub fn stand_at(&mut self, branch: usize, time: Time) -> Result<(), NotThere> {
        self.check_time(branch, time)?;
        self.select_newest();
        let before = std::mem::replace(&mut self.nav.now, time);
        if self.navigator().seek(time).is_err() {
            self.nav.now = before;
            return Err(NotThere::Interrupted);
        }
        Ok(())
    }

    /// Goes to a branch, and checks that it has an event.
    pub(super) fn check_time(&mut self, branch: usize, time: Time) -> Result<(), NotThere> {
        self.stand_on(branch)?;
        let (first, last) = (self.target.first(), self.frontier());
        let unknown = |why: String| Err(NotThere::Unknown(why));
        if time > last {
            return unknown(format!("There is no event {time} so far: the last one is {last}"));
        }
        if time < first {
            return unknown(format!("Event {time} is forgotten: the history begins at {first}"));
        }
        match self.not_recorded(time) {
            Some(why) => unknown(why),
            None => Ok(()),
        }
    }

    /// Makes a branch the present one, where it was left.
    ///
    /// # Errors
    /// There is no such branch.
    pub fn stand_on(&mut self, branch: usize) -> Result<(), NotThere> {
        if !self.has_events() {
            return Err(NotThere::Unknown("The program ended before its first event".into()));
        }
        if branch != self.target.branch() {
            self.exchange_branch(branch, None);
            self.select_newest();
        }
        match branch == self.target.branch() {
            true => Ok(()),
            false => Err(NotThere::Unknown(format!("There is no branch {branch}"))),
        }
    }

    /// Lets the program run on from the last event so far, at most to an event, without any stop on the way. The
    /// present stays. Returns whether it has come there, to its end, or was interrupted.
    pub fn run_ahead(&mut self, limit: Time) -> Reached {
        if self.end().is_some() {
            return Reached::End;
        }
        if self.target.time() != Some(self.frontier()) && self.target.seek(self.frontier()) == Reached::Interrupted {
            return Reached::Interrupted;
        }
        let reached = self.target.seek(limit);
        // What interrupts may come after the end, on the way back to the last event.
        let last = self.end().and_then(|end| end.last).map(Time);
        if let Some(last) = last.or(self.target.time()) {
            self.explored.reached(last);
        }
        if last.is_some() { Reached::End } else { reached }
    }

    /// How far the present branch has come.
    pub fn run_state(&self) -> RunState {
        let end = self.end();
        let died = end.and_then(|end| end.died.as_ref());
        RunState {
            first: self.target.first(),
            last: self.frontier(),
            output: self.target.output().len() as u64,
            end: end.map(describe_end),
            status: end.map(|end| end.status),
            died: died.map(|death| (death.summary.clone(), death.traceback.clone())),
            died_at: died.and_then(|death| death.at).map(Time),
        }
    }

    /// A number that changes when the program is run anew: times and objects mean something else then.
    pub fn run_number(&self) -> u64 {
        self.recording.runs
    }

    /// Selects a frame of a thread at the present.
    ///
    /// # Errors
    /// There is none.
    pub fn select(&mut self, thread: u64, frame: usize) -> Result<(), String> {
        let (now, running) = (self.nav.now, self.running_thread());
        if thread != running && !self.threads().iter().any(|other| other.number == thread) {
            return Err(format!("There is no thread {thread} at event {now}"));
        }
        let depth = self.frames_of(thread, 0).1;
        if frame >= depth {
            return Err(format!("There is no frame {frame} at event {now}: there are {depth}"));
        }
        self.view.thread = (thread != running).then_some((thread, now));
        self.view.selected = frame;
        Ok(())
    }

    /// The frame that is selected, counted from the innermost.
    pub fn selected(&self) -> usize {
        self.view.selected
    }

    /// Whether the next line is no command, but the rest of something that was begun.
    pub fn awaits_more(&self) -> bool {
        self.awaits_text()
    }
}
