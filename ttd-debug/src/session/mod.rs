//! A debugging session: the program, the present, and what the user has set.
//!
//! The state between two commands is [`Session`], in groups by what it is about. Commands read and change it; nothing
//! here knows which commands there are.

pub(crate) mod arrive;
pub(crate) mod branches;
pub(crate) mod content_change;
pub(crate) mod convenience;
pub(crate) mod convenience_changes;
pub(crate) mod coverage;
pub(crate) mod event_choice;
mod function_view;
pub mod input_mode;
pub(crate) mod listing;
pub(crate) mod navigation;
pub mod record_filter;
pub mod record_first;
pub(crate) mod same_moment;
pub mod stop_view;
pub(crate) mod trial;
mod variables;
pub(crate) mod view;
pub(crate) mod watchpoints;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::session::branches::Branches;
use crate::session::convenience::Convenience;
use crate::session::input_mode::InputMode;
use crate::session::navigation::Navigation;
use crate::session::record_filter::{RecordFilter, RecordSettings};
use crate::session::view::View;
use crate::session::watchpoints::Watchpoints;
use crate::syntax::source::Sources;
use crate::syntax::source_location::Resolver;
use crate::target::{End, FrameInfo, Machine, OnProgress, Raised, Reached, Target, Time};
use crate::travel::breakpoints::Breakpoints;
use crate::travel::explored::Explored;
use crate::travel::{Navigator, StopReason};

/// The state between two commands.
pub struct Session {
    /// The program. It may be elsewhere after a search; `sync_target` brings it to the present.
    pub(crate) target: Box<dyn Target>,
    pub(crate) explored: Explored,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) watches: Watchpoints,
    pub(crate) sources: Sources,
    pub(crate) nav: Navigation,
    pub(crate) view: View,
    pub(crate) input: InputMode,
    pub(crate) last: Last,
    pub(crate) names: Names,
    pub(crate) after_motion: AfterMotion,
    pub(crate) recording: RecordingState,
    pub(crate) branches: Branches,
}

/// The results of earlier commands that later ones refer to.
#[derive(Default)]
pub(crate) struct Last {
    /// What an empty line repeats.
    pub(crate) command: String,
    /// The times of the changes that `history` listed.
    pub(crate) history: Vec<Time>,
    /// The times of the rows that `locks` listed.
    pub(crate) locks: Vec<Time>,
    /// The times of the rows that `sockets` or `processes` listed.
    pub(crate) exchanges: Vec<Time>,
    /// The times of the steps that `origin` listed.
    pub(crate) origin: Vec<Time>,
    /// The chain that `exceptions` listed.
    pub(crate) chain: Vec<Raised>,
}

/// The names that the user has given.
#[derive(Default)]
pub(crate) struct Names {
    /// Commands by their aliases.
    pub(crate) aliases: BTreeMap<String, String>,
    /// Values by their `$names`.
    pub(crate) convenience: Convenience,
}

/// How the last motion affects the lines that follow it.
#[derive(Default)]
pub(crate) struct AfterMotion {
    /// The commands of the breakpoint that was hit.
    pub(crate) commands: Vec<String>,
    /// It was interrupted: the lines that were to follow are dropped.
    pub(crate) interrupted: bool,
    /// Why it ended where it did.
    pub(crate) why: Option<StopReason>,
    /// Where it began and led, if it was one step or `next`: its frame had no event in between.
    pub(crate) straight: Option<(Time, Time)>,
}

/// What is known about the recording of the run.
#[derive(Default)]
pub(crate) struct RecordingState {
    /// There is an event to stand at.
    pub(crate) has_events: bool,
    /// The program runs to its end before the next command.
    pub(crate) runs_first: bool,
    /// Whenever the program starts, it runs to its end before the first command.
    pub(crate) records_first: bool,
    /// Which part of the run is recorded.
    pub(crate) settings: RecordSettings,
    /// The notes about patterns that match nothing have been shown.
    pub(crate) reported_patterns: bool,
    /// How often the program was run anew.
    pub(crate) runs: u64,
    /// The user knows that the memory for the history is too small.
    pub(crate) warned_budget: bool,
}

impl Session {
    /// Brings a program to its first event.
    pub fn start(mut target: Box<dyn Target>) -> Session {
        let reached = target.seek(Time::START);
        let now = target.time().unwrap_or_default();
        let mut session = Session::new(target);
        session.nav.now = now;
        session.recording.has_events = reached == Reached::Target;
        if session.recording.has_events {
            session.explored.reached(now);
        }
        session
    }

    /// Starts a program of which only a part is recorded. Unless it is debugged `live`, it runs to its end first.
    pub fn start_selecting(mut machine: Machine, filter: RecordFilter, live: bool) -> Session {
        let settings = filter.apply(&mut machine);
        let mut session = match live {
            true => Session::start(Box::new(machine)),
            false => Session::new(Box::new(machine)),
        };
        session.recording.settings = settings;
        session.recording.has_events |= !live;
        session.recording.runs_first = !live;
        session.recording.records_first = !live;
        session
    }

    fn new(target: Box<dyn Target>) -> Session {
        Session {
            target,
            explored: Explored::new(),
            breakpoints: Breakpoints::default(),
            watches: Watchpoints::default(),
            sources: Sources::default(),
            nav: Navigation::default(),
            view: View::default(),
            input: InputMode::default(),
            last: Last::default(),
            names: Names::default(),
            after_motion: AfterMotion::default(),
            recording: RecordingState::default(),
            branches: Branches::default(),
        }
    }

    /// What to show before the first command.
    pub fn opening(&mut self) -> Vec<Answer> {
        match self.recording.has_events {
            true => vec![stop_view::here(self, Vec::new())],
            false => vec![self.nothing_ran()],
        }
    }

    /// The present and the last event so far, for the prompt.
    pub fn progress(&self) -> (Time, Time) {
        (self.nav.now, self.frontier())
    }

    /// Sets the callback that receives the progress of a long motion, about every 50 ms.
    pub fn on_progress(&mut self, report: OnProgress) {
        self.target.on_progress(report);
    }

    /// Sets the columns of the terminal.
    pub fn set_width(&mut self, columns: usize) {
        self.view.width = columns;
    }

    /// How the program ended, once it has been there.
    pub fn end(&self) -> Option<&End> {
        self.target.end()
    }

    /// The number of events that have ever been reached.
    pub(crate) fn known(&self) -> u64 {
        self.explored.frontier().map_or(0, |frontier| frontier.0 + 1)
    }

    /// The last event that has ever been reached; the start when there is none.
    pub(crate) fn frontier(&self) -> Time {
        self.explored.frontier().unwrap_or_default()
    }

    pub(crate) fn navigator(&mut self) -> Navigator<'_> {
        Navigator {
            target: &mut *self.target,
            explored: &mut self.explored,
            breakpoints: &mut self.breakpoints,
            watched: self.watches.list.iter().map(|watch| watch.location.clone()).collect(),
        }
    }

    /// Brings the target to the present. A Ctrl-C that ended a search must not end the way back from it as well; one
    /// that comes on the way back makes the present where that stopped.
    pub(crate) fn sync_target(&mut self) {
        if self.target.time() == Some(self.nav.now) {
            return;
        }
        self.target.interrupt_flag().store(false, Ordering::Relaxed);
        if self.target.seek(self.nav.now) == Reached::Interrupted {
            self.nav.now = self.target.time().unwrap_or(self.nav.now);
        }
    }

    /// The frame that the user has selected.
    pub(crate) fn selected_frame(&mut self) -> Option<FrameInfo> {
        self.sync_target();
        self.target.stack().get(self.view.selected).cloned()
    }

    /// The file of the selected frame; empty when there is no frame.
    pub(crate) fn current_file(&mut self) -> String {
        self.selected_frame().map(|at| self.target.code(at.code).path).unwrap_or_default()
    }

    /// Finds files, lines and functions as they are seen from the selected frame.
    pub(crate) fn resolver(&mut self) -> Resolver<'_> {
        let here = self.current_file();
        Resolver { target: &mut *self.target, sources: &mut self.sources, here, frame: self.view.selected }
    }

    pub(crate) fn nothing_ran(&self) -> Answer {
        let how = self.target.end().map_or_else(|| "interrupted".into(), stop_view::describe_end);
        Answer::Error(match self.target.recorded() {
            None => format!("The program ended before its first event: {how}"),
            Some(_) => format!("None of its events was recorded: {how}"),
        })
    }
}
