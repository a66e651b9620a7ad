//! A debugging session: a program, the present, and what the user has set.

use std::collections::BTreeMap;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::breakpoints::Breakpoints;
use crate::commands::{self, Command};
use crate::parse::{self, Line};
use crate::source::Sources;
use crate::target::{End, Reached, Target};
use crate::timeline::Timeline;
use crate::travel::Road;
use crate::{look, stops, values};

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
    pub(crate) left: Vec<(u64, u64)>,
    /// The last line of the last listing.
    pub(crate) listed: Option<u32>,
    /// The user has been told how the program died.
    pub(crate) told_death: bool,
    last_command: String,
    has_events: bool,
}

impl Session {
    /// Brings a program to its first event.
    pub fn start(mut target: Box<dyn Target>) -> Session {
        let reached = target.seek(0);
        let mut session = Session {
            target,
            timeline: Timeline::new(),
            breakpoints: Breakpoints::default(),
            sources: Sources::default(),
            now: 0,
            selected: 0,
            marks: BTreeMap::new(),
            past: Vec::new(),
            future: Vec::new(),
            left: Vec::new(),
            listed: None,
            told_death: false,
            last_command: String::new(),
            has_events: reached == Reached::Target,
        };
        if session.has_events {
            session.timeline.reached(0);
        }
        session
    }

    /// What to show before the first command.
    pub fn opening(&mut self) -> Vec<Answer> {
        match self.has_events {
            true => vec![stops::here(self, Vec::new())],
            false => vec![self.nothing_ran()],
        }
    }

    /// Carries out the commands given at the start, if any, and shows where that leads.
    pub fn begin(&mut self, commands: &[String]) -> Vec<Answer> {
        if commands.is_empty() {
            return self.opening();
        }
        let mut answers = self.execute(&commands.join(";;"));
        let shown = |answer: &Answer| matches!(answer, Answer::Stop(_) | Answer::Quit);
        if !answers.iter().any(shown) {
            answers.extend(self.opening());
        }
        answers
    }

    /// Carries out a line: one command, or several with `;;` between them. As in pdb the place is shown when all of
    /// them are done, and on the way only what happened.
    pub fn execute(&mut self, line: &str) -> Vec<Answer> {
        let mut answers = Vec::new();
        for part in parse::split(line) {
            for answer in &mut answers {
                if let Answer::Stop(stop) = answer {
                    stop.passing = true;
                }
            }
            answers.extend(self.command(part));
            if answers.last() == Some(&Answer::Quit) {
                return answers;
            }
        }
        let moved = |answer: &&Answer| matches!(answer, Answer::Stop(_));
        if matches!(answers.iter().rfind(moved), Some(Answer::Stop(stop)) if stop.passing) {
            answers.extend(look::frame(self));
        }
        answers
    }

    /// The present and the number of events that are known, for the prompt.
    pub fn progress(&self) -> (u64, u64) {
        (self.now, self.known())
    }

    /// How the program ended, when it has been there.
    pub fn end(&self) -> Option<&End> {
        self.target.end()
    }

    pub(crate) fn known(&self) -> u64 {
        self.timeline.frontier().map_or(0, |frontier| frontier + 1)
    }

    pub(crate) fn road(&mut self) -> Road<'_> {
        Road {
            target: &mut *self.target,
            timeline: &mut self.timeline,
            breakpoints: &mut self.breakpoints,
        }
    }

    /// Brings the target to the present, to look at its state. A Ctrl-C that ended a search must not end the way back
    /// from it as well; one that comes during the way back makes the present where that stopped.
    pub(crate) fn settle(&mut self) {
        if self.target.time() == Some(self.now) {
            return;
        }
        self.target.interrupt_flag().store(false, Ordering::Relaxed);
        if self.target.seek(self.now) == Reached::Interrupted {
            self.now = self.target.time().unwrap_or(self.now);
        }
    }

    fn command(&mut self, line: &str) -> Vec<Answer> {
        let parsed = match parse::parse(line) {
            Line::Empty if self.last_command.is_empty() => return Vec::new(),
            Line::Empty => parse::parse(&self.last_command.clone()),
            parsed => {
                self.last_command = line.to_string();
                parsed
            }
        };
        match parsed {
            Line::Empty => Vec::new(),
            Line::Statement(source) if self.has_events => values::statement(self, &source),
            Line::Statement(_) => vec![self.nothing_ran()],
            Line::Word {
                word,
                rest,
                whole,
                forced,
            } => match commands::find(&word) {
                Some(command)
                    if !forced && rest.is_empty() && command.yields_to_variables(&word) =>
                {
                    values::variable(self, &word, command)
                        .unwrap_or_else(|| self.carry_out(command, &rest))
                }
                Some(command) => self.carry_out(command, &rest),
                None if commands::NOT_YET.contains(&word.as_str()) => {
                    vec![Answer::Error(format!(
                        "{word} is not supported by ttd-py yet"
                    ))]
                }
                None if self.has_events => values::python(self, &word, &whole),
                None => vec![self.nothing_ran()],
            },
        }
    }

    fn carry_out(&mut self, command: &Command, rest: &str) -> Vec<Answer> {
        let args = match command.read(rest) {
            Ok(args) => args,
            Err(_) if rest.starts_with('=') => {
                let name = &self.last_command;
                return vec![Answer::Error(format!(
                    "{} is a command here; type !{name}",
                    command.name()
                ))];
            }
            Err(error) => return vec![Answer::Error(error)],
        };
        if !self.has_events && command.theme != "Session" {
            return vec![self.nothing_ran()];
        }
        if command.name() == "list" {
            // An empty line goes on with the listing instead of showing the same lines again.
            self.last_command = "list".into();
        }
        (command.handler)(self, &args)
    }

    fn nothing_ran(&self) -> Answer {
        let how = self
            .target
            .end()
            .map_or_else(|| "interrupted".into(), stops::describe_end);
        Answer::Error(format!("The program ended before its first event: {how}"))
    }
}
