//! Recording only a part of a run: what the user chose, and what is said about the events that are not recorded.

use std::cell::RefCell;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use ttd_vm::time::{Condition, Machine, RecordChoice, RecordDecider, RecordingStatus};

use crate::session::Session;
use crate::session::convenience;
use crate::syntax::find_filter::{WORDS, has_value, meaning, mentions, tests_of};
use crate::target::Target;

/// What of a run is to be recorded, in the user's words.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordFilter {
    /// Only these modules.
    pub modules: Vec<String>,
    /// All but these.
    pub skipped: Vec<String>,
    /// From the first event on for which this holds.
    pub from: Option<String>,
    /// Up to the first event after that for which this holds.
    pub until: Option<String>,
    /// Nothing more when the log is full.
    pub stops_when_full: bool,
}

/// What is known about it in a session.
#[derive(Default)]
pub(crate) struct RecordSettings {
    /// The options, as the user would write them.
    text: String,
    selection: RecordFilter,
    /// The first error of each condition.
    failed: Rc<RefCell<Vec<String>>>,
    /// What came of it has been told.
    told: bool,
}

impl RecordFilter {
    /// Whether everything is to be recorded.
    pub fn is_everything(&self) -> bool {
        *self == RecordFilter::default()
    }

    /// Whether it can be carried out.
    ///
    /// # Errors
    /// What is wrong with a condition.
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

    /// The options that choose it.
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

    /// Lets the machine record it. Nothing may have run.
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
        machine.record_only(choice, Some(judge(&self, &failed)));
        RecordSettings { text: self.text(), selection: self, failed, told: false }
    }
}

/// What the machine is to look for: what an event alone tells, and whether the rest must be asked.
fn condition(text: &str) -> Condition {
    let tests = tests_of(text);
    let asked = tests.len() < ttd_code::count_conjuncts(text);
    Condition { tests, asked }
}

/// Asks a condition as a question at the event at which the machine stands. One that raises does not hold.
fn judge(selection: &RecordFilter, failed: &Rc<RefCell<Vec<String>>>) -> RecordDecider {
    let conditions = [&selection.until, &selection.from].map(|text| text.clone().unwrap_or_default());
    let (failed, mut told) = (failed.clone(), [false; 2]);
    Box::new(move |machine, begins| {
        let text = &conditions[usize::from(begins)];
        let event = machine.event();
        let words = WORDS.iter().filter(|word| mentions(text, word));
        let words: Vec<&str> = words.copied().collect();
        if !has_value(&words, &event) {
            return false;
        }
        let code = Target::code(machine, event.code);
        let named = |word: &&str| ((*word).to_string(), meaning(word, &event, &code));
        let names: Vec<_> = words.iter().map(named).collect();
        match Target::eval_in_diversion(machine, &format!("bool(\n{text}\n)"), 0, &names) {
            Ok(answer) => answer.text.ends_with("True"),
            Err(error) if error == "KeyboardInterrupt" => {
                machine.interrupt_flag().store(true, Ordering::Relaxed);
                false
            }
            Err(error) => {
                let option = if begins { "--record-from" } else { "--record-until" };
                let time = Target::time(machine).unwrap_or(0);
                if !std::mem::replace(&mut told[usize::from(begins)], true) {
                    let error = format!("{option} failed first at event {time}: {error}");
                    failed.borrow_mut().push(error);
                }
                false
            }
        }
    })
}

impl Session {
    /// How many events are recorded, and by which options, when that is not all of them.
    pub(crate) fn part_recorded(&self) -> String {
        let Some(recorded) = self.target.recorded() else {
            return String::new();
        };
        let options = match self.chosen.text.as_str() {
            "" => String::new(),
            text => format!(" ({text})"),
        };
        format!(", {} of them recorded{options}", recorded.events)
    }

    /// A word behind the answer that something was not found.
    pub(crate) fn as_far_as_recorded(&self) -> &'static str {
        match self.target.recorded() {
            Some(_) => " (among the events that were recorded)",
            None => "",
        }
    }

    /// That a time cannot be gone to because it was not recorded.
    pub(crate) fn not_recorded(&self, t: u64) -> Option<String> {
        let (first, last) = self.target.gap(t)?;
        let full = self.target.recorded().and_then(|recorded| recorded.full);
        let why = match full.filter(|full| first > *full) {
            Some(_) => "the log was full",
            None => &self.chosen.text,
        };
        Some(match first == last {
            true => format!("Event {first} was not recorded ({why})"),
            false => format!("Events {first} to {last} were not recorded ({why})"),
        })
    }

    /// The first event that is still there, if older ones were forgotten.
    pub(crate) fn forgotten_before(&self) -> Option<u64> {
        let first = self.target.first();
        let oldest = self.target.recorded().map_or(first, |recorded| recorded.oldest);
        (oldest > 0).then_some(first)
    }

    /// What came of the choice: said once, when the program is over or was broken off.
    pub(crate) fn tell_choice(&mut self) -> Vec<String> {
        let Some(recorded) = self.target.recorded().filter(|_| !self.chosen.told) else {
            return Vec::new();
        };
        self.chosen.told = true;
        let mut told = Vec::new();
        if let Some(full) = recorded.full {
            told.push(format!("The log is full: the events after {full} were not recorded."));
        }
        told.extend(recorded.never_ran.iter().map(|name| format!("Nothing of a module {name} has run.")));
        let never = |option: &str| format!("The condition of {option} held at no event.");
        let RecordingStatus { begun, ended, .. } = recorded;
        if !begun {
            told.push(never("--record-from"));
        } else if self.chosen.selection.until.is_some() && !ended && recorded.full.is_none() {
            told.push(never("--record-until"));
        }
        let failed = self.chosen.failed.take();
        told.extend(failed.into_iter().map(|error| format!("*** {error}")));
        told
    }
}
