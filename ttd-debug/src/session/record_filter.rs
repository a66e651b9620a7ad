//! Recording only a part of a run: the user's choice, and the notes about events that are not recorded.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use crate::target::{Condition, Machine, RecordChoice, RecordDecider, RecordingStatus};

use crate::session::Session;
use crate::session::convenience;
use crate::syntax::find_filter::{WORDS, has_value, meaning, mentions, tests_of};
use crate::target::{EvalError, Inspect, Time, Timeline};

/// The part of a run that is recorded, as the user chose it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFilter {
    /// If not empty, only these modules.
    pub modules: Vec<String>,
    /// No events of these modules.
    pub skipped: Vec<String>,
    /// Nothing before the first event for which this condition holds.
    pub from: Option<String>,
    /// Nothing after the first event from there on for which this condition holds.
    pub until: Option<String>,
    /// Nothing once the log is full.
    pub stops_when_full: bool,
}

/// The recording of a session's run.
#[derive(Default)]
pub(crate) struct RecordSettings {
    /// The options, as the user would type them.
    text: String,
    selection: RecordFilter,
    /// The first error of each condition, as a message.
    failed: Rc<RefCell<Vec<String>>>,
    /// The notes about its outcome have been shown.
    pub(crate) reported: bool,
}

impl RecordFilter {
    /// Whether everything is to be recorded.
    pub fn is_everything(&self) -> bool {
        *self == RecordFilter::default()
    }

    /// Checks the conditions.
    ///
    /// # Errors
    /// Why a condition cannot be used.
    pub fn check(&self) -> Result<(), String> {
        let options = [("--record-from", &self.from), ("--record-until", &self.until)];
        for (option, condition) in options {
            let Some(condition) = condition else { continue };
            convenience::check(condition).map_err(|error| format!("{option}: {error}"))?;
            if mentions(condition, "writes") {
                return Err(format!("{option}: what an event writes is known only when it is recorded"));
            }
        }
        Ok(())
    }

    /// The options, as the user would type them.
    fn text(&self) -> String {
        let each = |option: &str, names: &[String]| -> Vec<String> {
            names.iter().map(|name| format!("{option} {name}")).collect()
        };
        let mut all = each("--record-module", &self.modules);
        all.extend(each("--record-skip", &self.skipped));
        all.extend(each("--record-from", self.from.as_slice()));
        all.extend(each("--record-until", self.until.as_slice()));
        all.join(" ")
    }

    /// Makes the machine record this part. Nothing may have run yet.
    pub(crate) fn apply(self, machine: &mut Machine) -> RecordSettings {
        let wanted = |text: &Option<String>| text.as_deref().map(condition);
        let choice = RecordChoice {
            modules: self.modules.clone(),
            skipped: self.skipped.clone(),
            from: wanted(&self.from),
            until: wanted(&self.until),
            stops_when_full: self.stops_when_full,
        };
        let failed = Rc::default();
        machine.record_only(choice, Some(decider(&self, &failed)));
        RecordSettings { text: self.text(), selection: self, failed, reported: false }
    }
}

/// A condition for the machine: what the event alone decides, and whether the rest needs an evaluation.
fn condition(text: &str) -> Condition {
    let tests = tests_of(text);
    let asked = tests.len() < ttd_code::count_conjuncts(text);
    Condition { tests, asked }
}

/// Evaluates conditions at the machine's present event. One that raises does not hold.
fn decider(selection: &RecordFilter, failed: &Rc<RefCell<Vec<String>>>) -> RecordDecider {
    let conditions = [&selection.until, &selection.from].map(|text| text.clone().unwrap_or_default());
    let (failed, mut reported) = (failed.clone(), [false; 2]);
    Box::new(move |machine, begins| {
        let text = &conditions[usize::from(begins)];
        let event = machine.event();
        let words = WORDS.iter().filter(|word| mentions(text, word));
        let words: Vec<&str> = words.copied().collect();
        if !has_value(&words, &event) {
            return false;
        }
        let code = Inspect::code(machine, event.code);
        let named = |word: &&str| ((*word).to_string(), meaning(word, &event, &code));
        let names: Vec<_> = words.iter().map(named).collect();
        match Inspect::eval_in_diversion(machine, &format!("bool(\n{text}\n)"), 0, &names) {
            Ok(answer) => answer.text.ends_with("True"),
            Err(EvalError::Interrupted) => {
                machine.interrupt_flag().store(true, Ordering::Relaxed);
                false
            }
            Err(error) => {
                let option = if begins { "--record-from" } else { "--record-until" };
                let time = Timeline::time(machine).unwrap_or_default();
                if !std::mem::replace(&mut reported[usize::from(begins)], true) {
                    let error = format!("{option} failed first at event {time}: {error}");
                    failed.borrow_mut().push(error);
                }
                false
            }
        }
    })
}

impl Session {
    /// The number of recorded events and the options, as text; empty when all events are recorded.
    pub(crate) fn part_recorded(&self) -> String {
        let Some(recorded) = self.target.recorded() else {
            return String::new();
        };
        let options = match self.recording.settings.text.as_str() {
            "" => String::new(),
            text => format!(" ({text})"),
        };
        format!(", {} of them recorded{options}", recorded.events)
    }

    /// What follows the message that something was not found.
    pub(crate) fn as_far_as_recorded(&self) -> &'static str {
        match self.target.recorded() {
            Some(_) => " (among the events that were recorded)",
            None => "",
        }
    }

    /// Why the session cannot go to `t`, if it was not recorded.
    pub(crate) fn not_recorded(&self, t: Time) -> Option<String> {
        let (first, last) = self.target.gap(t)?;
        let full = self.target.recorded().and_then(|recorded| recorded.full);
        let why = match full.filter(|full| first > Time(*full)) {
            Some(_) => "the log was full",
            None => &self.recording.settings.text,
        };
        Some(match first == last {
            true => format!("Event {first} was not recorded ({why})"),
            false => format!("Events {first} to {last} were not recorded ({why})"),
        })
    }

    /// The first event that is kept, if older ones were dropped.
    pub(crate) fn dropped_before(&self) -> Option<Time> {
        let first = self.target.first();
        let oldest = self.target.recorded().map_or(first, |recorded| Time(recorded.oldest));
        (oldest > Time::START).then_some(first)
    }

    /// Notes about the outcome, shown once, when the program has ended or was interrupted.
    pub(crate) fn recording_notes(&mut self) -> Vec<String> {
        let Some(recorded) = self.target.recorded().filter(|_| !self.recording.settings.reported) else {
            return Vec::new();
        };
        self.recording.settings.reported = true;
        let mut notes = Vec::new();
        if let Some(full) = recorded.full {
            notes.push(format!("The log is full: the events after {full} were not recorded."));
        }
        notes.extend(recorded.never_ran.iter().map(|name| format!("No code of module {name} has run.")));
        let never = |option: &str| format!("The condition of {option} was true at no event.");
        let RecordingStatus { begun, ended, .. } = recorded;
        if !begun {
            notes.push(never("--record-from"));
        } else if self.recording.settings.selection.until.is_some() && !ended && recorded.full.is_none() {
            notes.push(never("--record-until"));
        }
        let failed = self.recording.settings.failed.take();
        notes.extend(failed.into_iter().map(|error| format!("*** {error}")));
        notes
    }
}
