//! A debugging session: a program, the present, and what the user has set.

pub(crate) mod arrive;
pub(crate) mod convenience;
pub mod execute;
pub mod input_mode;
pub(crate) mod listing;
pub mod record_filter;
pub mod record_first;
pub mod stop_view;

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::commands::alias::Aliases;
use crate::commands::display::Display;
use crate::session::convenience::Convenience;
use crate::session::record_filter::{RecordFilter, RecordSettings};
use crate::syntax::source::Sources;
use crate::travel::breakpoints::Breakpoints;

use crate::commands::watch::Watchpoint;
use crate::session::input_mode::{Interact, PendingConfirm};
use crate::target::{End, OnProgress, Raised, Reached, Target};
use crate::travel::Navigator;
use crate::travel::timeline::Timeline;
use ttd_vm::time::Machine;

/// The state between two commands.
pub struct Session {
    pub(crate) target: Box<dyn Target>,
    pub(crate) timeline: Timeline,
    pub(crate) breakpoints: Breakpoints,
    pub(crate) sources: Sources,
    /// The present. The target may be elsewhere after a search; `settle` brings it here.
    pub(crate) now: u64,
    /// The frame that is looked at, counted from the innermost.
    pub(crate) selected: usize,
    /// Named times.
    pub(crate) marks: BTreeMap<String, u64>,
    /// Times to go back to.
    pub(crate) past: Vec<u64>,
    /// Times that `back` came from.
    pub(crate) future: Vec<u64>,
    /// Where `tup` arrived, and where it came from.
    pub(crate) tup_stack: Vec<(u64, u64)>,
    /// The last line of the last listing.
    pub(crate) listed: Option<u32>,
    /// Names for commands.
    pub(crate) aliases: Aliases,
    /// Expressions that are shown when they change.
    pub(crate) displays: Vec<Display>,
    /// Places whose changes stop motions.
    pub(crate) watches: Vec<Watchpoint>,
    /// The number of the newest of them.
    pub(crate) watched: u32,
    /// The times of the changes that `history` found last.
    pub(crate) listed_history: Vec<u64>,
    /// The times of the steps that `origin` told last.
    pub(crate) listed_origin: Vec<u64>,
    /// The breakpoint whose commands are being typed.
    pub(crate) defining: Option<Definition>,
    /// The lines of a statement that is not complete.
    pub(crate) unfinished: Option<String>,
    /// `interact`.
    pub(crate) interact: Option<Interact>,
    /// A question that waits for its answer.
    pub(crate) pending_confirm: Option<PendingConfirm>,
    /// `$names`.
    pub(crate) convenience: Convenience,
    /// The chain that `exceptions` showed last.
    pub(crate) chain: Vec<Raised>,
    /// The commands of the breakpoint that was just hit.
    pub(crate) on_hit: Vec<String>,
    /// The last motion was interrupted: what was to follow it must not.
    pub(crate) interrupted: bool,
    /// What an empty line repeats.
    pub(crate) last_command: String,
    /// It was said that there is too little memory for the checkpoints.
    pub(crate) warned_budget: bool,
    /// The program has a first event.
    pub(crate) has_events: bool,
    /// It is to run to its end before the first command.
    pub(crate) records: bool,
    /// What of the run is recorded.
    pub(crate) chosen: RecordSettings,
}

/// The commands of a breakpoint, while they are being typed.
pub(crate) struct Definition {
    /// The breakpoint.
    pub(crate) number: u32,
    /// Its commands before.
    pub(crate) before: Vec<String>,
}

impl Session {
    /// Brings a program to its first event.
    pub fn start(mut target: Box<dyn Target>) -> Session {
        let reached = target.seek(0);
        let now = target.time().unwrap_or(0);
        let mut session = Session::new(target);
        session.now = now;
        session.has_events = reached == Reached::Target;
        if session.has_events {
            session.timeline.reached(now);
        }
        session
    }

    /// The same with a program of which only a part is recorded, which may begin late. `live`: not to its end first.
    pub fn start_selecting(mut machine: Machine, selection: RecordFilter, live: bool) -> Session {
        let chosen = selection.apply(&mut machine);
        let mut session = match live {
            true => Session::start(Box::new(machine)),
            false => Session::new(Box::new(machine)),
        };
        session.chosen = chosen;
        session.has_events |= !live;
        session.records = !live;
        session
    }

    fn new(target: Box<dyn Target>) -> Session {
        Session {
            target,
            timeline: Timeline::new(),
            breakpoints: Breakpoints::default(),
            sources: Sources::default(),
            now: 0,
            selected: 0,
            marks: BTreeMap::new(),
            past: Vec::new(),
            future: Vec::new(),
            tup_stack: Vec::new(),
            listed: None,
            aliases: Aliases::new(),
            displays: Vec::new(),
            watches: Vec::new(),
            watched: 0,
            listed_history: Vec::new(),
            listed_origin: Vec::new(),
            defining: None,
            unfinished: None,
            interact: None,
            pending_confirm: None,
            convenience: Convenience::default(),
            chain: Vec::new(),
            on_hit: Vec::new(),
            interrupted: false,
            last_command: String::new(),
            warned_budget: false,
            has_events: false,
            records: false,
            chosen: RecordSettings::default(),
        }
    }

    /// What to show before the first command.
    pub fn opening(&mut self) -> Vec<Answer> {
        match self.has_events {
            true => vec![stop_view::here(self, Vec::new())],
            false => vec![self.nothing_ran()],
        }
    }

    /// The present and the number of events that are known, for the prompt.
    pub fn progress(&self) -> (u64, u64) {
        (self.now, self.known())
    }

    /// Who is told, about every 50 ms, how far a long motion has come.
    pub fn on_progress(&mut self, tell: OnProgress) {
        self.target.on_progress(tell);
    }

    /// How the program ended, when it has been there.
    pub fn end(&self) -> Option<&End> {
        self.target.end()
    }

    pub(crate) fn known(&self) -> u64 {
        self.timeline.frontier().map_or(0, |frontier| frontier + 1)
    }

    pub(crate) fn road(&mut self) -> Navigator<'_> {
        Navigator {
            target: &mut *self.target,
            timeline: &mut self.timeline,
            breakpoints: &mut self.breakpoints,
            watched: self.watches.iter().map(|watch| watch.location.clone()).collect(),
        }
    }

    /// Brings the target to the present, to look at its state. A Ctrl-C that ended a search must not end the way back
    /// from it as well; one that comes during the way back makes the present where that stopped.
    pub(crate) fn sync_target(&mut self) {
        if self.target.time() == Some(self.now) {
            return;
        }
        self.target.interrupt_flag().store(false, Ordering::Relaxed);
        if self.target.seek(self.now) == Reached::Interrupted {
            self.now = self.target.time().unwrap_or(self.now);
        }
    }

    pub(crate) fn nothing_ran(&self) -> Answer {
        let how = self.target.end().map_or_else(|| "interrupted".into(), stop_view::describe_end);
        Answer::Error(match self.target.recorded() {
            None => format!("The program ended before its first event: {how}"),
            Some(_) => format!("None of its events was recorded: {how}"),
        })
    }
}
