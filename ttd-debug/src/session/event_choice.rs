//! Which code has events: notes about code that has none, and starting again with another choice.

use crate::answer::Answer;
use crate::session::convenience::Convenience;
use crate::session::navigation::Navigation;
use crate::session::same_moment::Moment;
use crate::session::{AfterMotion, Last, Session, stop_view};
use crate::target::{EventChoice, LeftOut, Reached, Time};
use crate::travel::explored::Explored;

impl Session {
    /// Why nothing in a file can be stopped at: its code has no events.
    pub(crate) fn without_events(&self, path: &str) -> Option<String> {
        self.target.left_out(path).map(|left| self.why_left_out(path, &left))
    }

    /// What follows the message that a function was not found among the events: it is library code. Empty otherwise.
    pub(crate) fn note_on_function(&self, name: &str) -> String {
        let Some(left) = self.target.left_out_function(name) else { return String::new() };
        let inside = name.strip_prefix(&format!("{}.", left.module)).unwrap_or(name);
        format!("; {}", self.why_left_out(&format!("{}.{inside}", left.module), &left))
    }

    fn why_left_out(&self, what: &str, left: &LeftOut) -> String {
        if left.skipped {
            return format!("{what} has no events in this run, which skips {} (--skip)", left.module);
        }
        let package = left.module.split('.').next().unwrap_or_default();
        let mut patterns = self.target.event_choice().library;
        patterns.push(package.to_string());
        let patterns = patterns.join(",");
        let (what, again) =
            (format!("{what} is library code, which has no events in this run"), "to run again with them");
        format!("{what}; type library {patterns} {again} (or start with --library {patterns})")
    }

    /// Notes about patterns that have matched nothing, shown once, when the program has ended.
    pub(crate) fn unmatched_notes(&mut self) -> Vec<String> {
        if std::mem::replace(&mut self.recording.reported_patterns, true) {
            return Vec::new();
        }
        let unmatched = self.target.unmatched_patterns().into_iter();
        let note = unmatched.map(|left| match (left.skips, left.native) {
            (true, _) => format!("--skip {}: no module of this name was imported.", left.pattern),
            (false, true) => format!("--library {}: this module is native code, which has no events.", left.pattern),
            (false, false) => format!("--library {}: no library module of this name was imported.", left.pattern),
        });
        note.collect()
    }

    /// Starts the program again from its start with the recorded inputs and another choice of the code that has events,
    /// and goes to the present moment. Times have another meaning then, so everything that refers to one is dropped.
    pub(crate) fn start_again(&mut self, choice: EventChoice) -> Vec<Answer> {
        let lost = self.what_has_times();
        let present = Moment::present(self);
        if !self.target.start_again(choice) {
            return vec![Answer::Error("This program cannot be started again".into())];
        }
        self.begin_again(lost, present)
    }

    /// Runs the program with other arguments. Breakpoints stay; what refers to a time or to an object is dropped.
    pub(crate) fn run_with_arguments(&mut self, arguments: &[String]) -> Vec<Answer> {
        let lost = self.what_has_times();
        if !self.target.run_with_arguments(arguments) {
            return vec![Answer::Error("This program cannot be started again".into())];
        }
        self.begin_again(lost, None)
    }

    /// Begins with a run that was started again: drops what was known of the one before, and goes to a moment.
    fn begin_again(&mut self, lost: Option<String>, present: Option<Moment>) -> Vec<Answer> {
        self.recording.runs += 1;
        self.explored = Explored::new();
        self.breakpoints.forget_run();
        self.watches.list.clear();
        self.nav = Navigation::default();
        self.branches = crate::session::branches::Branches::default();
        self.view = std::mem::take(&mut self.view).of_new_run();
        self.last = Last { command: std::mem::take(&mut self.last.command), ..Last::default() };
        self.names.convenience = Convenience::default();
        self.after_motion = AfterMotion::default();
        self.recording.settings.reported = false;
        self.recording.reported_patterns = false;
        self.recording.warned_budget = false;
        self.recording.runs_first = self.recording.records_first;
        self.recording.has_events = self.recording.records_first || self.target.seek(Time::START) == Reached::Target;
        if self.recording.has_events && !self.recording.records_first {
            self.explored.reached(Time::START);
        }
        let mut answers: Vec<Answer> = lost.into_iter().chain(self.deaf_breakpoints()).map(Answer::Text).collect();
        answers.extend(self.record());
        if let Some(time) = present.and_then(|moment| moment.find(self)) {
            self.nav.now = time;
            self.explored.reached(time);
        }
        answers.push(match self.recording.has_events {
            true => stop_view::here(self, Vec::new()),
            false => self.nothing_ran(),
        });
        answers
    }

    /// Notes about breakpoints that cannot be hit with this choice.
    fn deaf_breakpoints(&self) -> Vec<String> {
        let deaf = self.breakpoints.iter().filter(|b| self.target.left_out(&b.path).is_some());
        deaf.map(|b| format!("No events now: {}", b.describe())).collect()
    }

    /// The note that what the user has set is dropped, because it refers to times or objects of the run so far.
    fn what_has_times(&self) -> Option<String> {
        let set = [
            ("branches", self.target.branches().len() > 1),
            ("marks", !self.nav.marks.is_empty()),
            ("watchpoints", !self.watches.list.is_empty()),
            ("displays", !self.view.displays.is_empty()),
            ("$names", !self.names.convenience.is_empty()),
        ];
        let lost: Vec<&str> = set.iter().filter(|(_, any)| *any).map(|(what, _)| *what).collect();
        (!lost.is_empty()).then(|| format!("Dropped, because times have another meaning now: {}", lost.join(", ")))
    }
}
