//! Executes typed lines: aliases, `;;`, the commands of breakpoints, and the place that is shown at the end.

use std::collections::VecDeque;
use std::sync::atomic::Ordering;

use crate::answer::Answer;
use crate::commands::alias;
use crate::commands::screen::sticky;
use crate::commands::{self, Command};
use crate::commands::{display, inspect, interact, print};
use crate::session::Session;
use crate::session::input_mode::{Definition, InputMode, Typed};
use crate::syntax::parse;
use crate::syntax::parse::Line;

impl Session {
    /// Executes the commands given at the start, if any, and shows the present.
    pub fn begin(&mut self, lines: &[String]) -> Vec<Answer> {
        let mut answers = self.record();
        if lines.is_empty() {
            answers.extend(self.opening());
            return answers;
        }
        answers.extend(self.execute_all(lines.to_vec()));
        let shown = |answer: &Answer| matches!(answer, Answer::Stop(_) | Answer::Quit);
        if !answers.iter().any(shown) {
            answers.extend(self.opening());
        }
        sticky::on_top(self, answers)
    }

    /// Executes a line: one command, or several with `;;` between them.
    pub fn execute(&mut self, line: &str) -> Vec<Answer> {
        let answers = self.execute_all(vec![line.to_string()]);
        sticky::on_top(self, answers)
    }

    /// As `execute`, without the user's aliases: what front ends execute of themselves means what it says.
    pub fn execute_own(&mut self, line: &str) -> Vec<Answer> {
        let aliases = std::mem::take(&mut self.names.aliases);
        let answers = self.execute(line);
        self.names.aliases = aliases;
        answers
    }

    /// As in pdb, the place is shown when everything is done; on the way only notes are shown.
    fn execute_all(&mut self, lines: Vec<String>) -> Vec<Answer> {
        let mut queue = VecDeque::from(lines);
        let mut answers: Vec<Answer> = Vec::new();
        let mut typed = None;
        let mut silent = false;
        while let Some(line) = queue.pop_front() {
            pass(&mut answers);
            if self.awaits_text() {
                answers.extend(interact::take_text(self, &line));
                continue;
            }
            let line = match alias::expand(&self.names.aliases, &line) {
                Ok(line) => line,
                Err(error) => {
                    answers.push(Answer::Error(error));
                    continue;
                }
            };
            let (part, rest) = first_part(&line);
            if let Some(rest) = rest {
                queue.push_front(rest.to_string());
            }
            let new = self.part(part);
            silent &= !new.iter().any(|answer| matches!(answer, Answer::Stop(_)));
            answers.extend(new);
            if answers.last() == Some(&Answer::Quit) {
                return answers;
            }
            if self.after_motion.interrupted || self.target.interrupt_flag().load(Ordering::Relaxed) {
                queue.clear();
            }
            let on_hit = std::mem::take(&mut self.after_motion.commands);
            if !on_hit.is_empty() {
                typed.get_or_insert_with(|| self.last.command.clone());
                silent |= on_hit.iter().any(|line| line == "silent");
                on_hit.into_iter().rev().filter(|line| line != "silent").for_each(|line| queue.push_front(line));
                pass(&mut answers);
            }
        }
        // An empty line repeats what was typed, not the commands of a breakpoint.
        self.last.command = typed.unwrap_or(std::mem::take(&mut self.last.command));
        let moved = |answer: &&Answer| matches!(answer, Answer::Stop(_));
        let Some(Answer::Stop(stop)) = answers.iter().rfind(moved) else {
            return answers;
        };
        if silent {
            return answers;
        }
        if stop.passing {
            answers.extend(inspect::frame(self));
        }
        answers.extend(display::changes(self));
        answers
    }

    fn part(&mut self, line: &str) -> Vec<Answer> {
        self.after_motion.interrupted = false;
        if let InputMode::DefiningCommands(Definition { number, .. }) = self.input {
            return self.define(number, line);
        }
        let parsed = match parse::parse(line) {
            Line::Empty if self.last.command.is_empty() => return Vec::new(),
            Line::Empty => parse::parse(&self.last.command.clone()),
            parsed => {
                self.last.command = line.to_string();
                parsed
            }
        };
        match parsed {
            Line::Empty => Vec::new(),
            Line::Statement(source) if self.recording.has_events => {
                self.in_thread(|session| print::statement(session, &source, Typed::Action))
            }
            Line::Word { word, rest, whole, forced: false }
                if self.recording.has_events && commands::find(&word).is_some() && parse::assigns(&word, &rest) =>
            {
                self.in_thread(|session| print::statement(session, &whole, Typed::Plain))
            }
            Line::Statement(_) => vec![self.nothing_ran()],
            Line::Word { word, rest, whole, forced } => match commands::find(&word) {
                Some(command) if !forced && rest.is_empty() && command.yields_to_variable(&word) => {
                    let mut found = None;
                    self.in_thread(|session| found = print::variable(session, &word, command));
                    found.unwrap_or_else(|| self.carry_out(command, &rest))
                }
                Some(command) => self.carry_out(command, &rest),
                None if self.recording.has_events => self.in_thread(|session| print::python(session, &word, &whole)),
                None => vec![self.nothing_ran()],
            },
        }
    }

    /// Carries out a command.
    pub(crate) fn carry_out(&mut self, command: &'static Command, rest: &str) -> Vec<Answer> {
        let args = match command.read(rest) {
            Ok(args) => args,
            Err(error) => return vec![Answer::Error(error)],
        };
        if !self.recording.has_events && !command.without_events {
            return vec![self.nothing_ran()];
        }
        if command.repeats_bare {
            self.last.command = command.name().into();
        }
        self.target.hold();
        let answers = match command.looks {
            true => self.in_thread(|session| (command.handler)(session, &args)),
            false => {
                let here = self.place();
                if !command.locates {
                    self.view.left_thread = self.chosen_thread();
                    self.leave_thread();
                }
                let answers = (command.handler)(self, &args);
                self.view.left_thread = None;
                if self.place() != here {
                    self.leave_thread();
                }
                answers
            }
        };
        self.target.release();
        answers
    }

    /// Carries something out that looks at the present, in the thread that is looked at.
    pub(crate) fn in_thread<T>(&mut self, look: impl FnOnce(&mut Session) -> T) -> T {
        if self.view.thread.is_some_and(|(_, time)| time != self.nav.now) {
            self.view.thread = None;
        }
        let Some((thread, _)) = self.view.thread else { return look(self) };
        self.sync_target();
        let shown = self.target.show_thread(thread);
        let answers = look(self);
        if shown {
            self.target.show_running_thread();
        }
        answers
    }

    /// The thread that the user has chosen to look at here.
    pub(crate) fn chosen_thread(&self) -> Option<u64> {
        self.view.thread.filter(|(_, time)| *time == self.nav.now).map(|(thread, _)| thread)
    }

    /// Says that a command is about the frames of the thread that runs, if the user has chosen another one.
    pub(crate) fn refusal_for_thread(&self, what: &str) -> Option<String> {
        let looked_at = self.view.left_thread.or(self.chosen_thread())?;
        Some(format!("{what}, and thread {looked_at} is looked at: `threads` shows which one runs"))
    }

    /// Looks at the present in a thread; `None` if there is none with this number.
    pub(crate) fn showing_thread<T>(&mut self, thread: u64, look: impl FnOnce(&mut Session) -> T) -> Option<T> {
        if !self.target.show_thread(thread) {
            return None;
        }
        let seen = look(self);
        self.target.show_running_thread();
        Some(seen)
    }

    /// The present event's thread is looked at again.
    pub(crate) fn leave_thread(&mut self) {
        if self.view.thread.take().is_some() {
            self.view.selected = 0;
        }
    }

    /// Takes a line between `commands` and `end`.
    fn define(&mut self, number: u32, line: &str) -> Vec<Answer> {
        let word = line.split_whitespace().next().unwrap_or_default();
        if word.is_empty() {
            return Vec::new();
        }
        let travels = command_of(line).is_some_and(|command| command.travels);
        if word != "end" {
            self.breakpoints.change(number, |b| b.commands.push(line.to_string()));
        }
        // Nothing can follow a command that travels: its stop may have commands of its own.
        if word == "end" || travels {
            self.input = InputMode::Command;
        }
        Vec::new()
    }
}

/// The command that a line begins with, unless it assigns to a variable of that name.
fn command_of(line: &str) -> Option<&'static Command> {
    let (word, rest) = line.trim().split_once(char::is_whitespace).unwrap_or((line.trim(), ""));
    commands::find(word).filter(|_| !parse::assigns(word, rest.trim()))
}

/// Marks the stops so far as passed: only their notes are shown.
fn pass(answers: &mut [Answer]) {
    for answer in answers {
        if let Answer::Stop(stop) = answer {
            stop.passing = true;
        }
    }
}

/// The part before the first `;;`, and what is after it.
fn first_part(line: &str) -> (&str, Option<&str>) {
    if command_of(line).is_some_and(|command| command.takes_line) {
        return (line.trim(), None);
    }
    match line.split_once(";;") {
        Some((first, rest)) => (first.trim(), Some(rest.trim())),
        None => (line.trim(), None),
    }
}
