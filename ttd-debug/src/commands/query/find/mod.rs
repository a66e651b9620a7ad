//! `find` and `rfind`: the nearest event for which a Python expression over the event holds.
//!
//! Conditions joined by `and` that compare kind, line, function, file or depth with constants are decided from the
//! events alone, others on the function and the file once for each function, and those that compare arguments,
//! variables or returned values from what registers hold. The whole expression is evaluated only at the events that
//! are left.

mod functions;
mod outcome;
mod writes;

use std::collections::HashMap;
use std::rc::Rc;

use crate::answer::Answer;
use crate::commands::Args;
use crate::session::Session;
use crate::session::arrive::jump;
use crate::session::convenience;
use crate::session::listing::{Codes, broken_off};
use crate::syntax::find_filter::{
    PROMPT_WORDS, WORDS, condition_of, has_value, kind_of, meaning, mentions, tests_of, value_tests_of, words_of,
    writing, written_names,
};
use crate::target::{EvalError, Event, EventQuery, Filter, ObjectUse, Reached, Target, Test, Time};
use crate::travel::Interrupted;
use crate::travel::motion::Direction;
use outcome::{Outcome, hidden_note};

/// Candidates that are looked at together, at first and at most.
const NEAREST: usize = 1 << 6;
const MOST: usize = 1 << 16;

/// `find`.
pub fn find(session: &mut Session, args: &Args) -> Vec<Answer> {
    search(session, args, Direction::Forward)
}

/// `rfind`.
pub fn rfind(session: &mut Session, args: &Args) -> Vec<Answer> {
    search(session, args, Direction::Backward)
}

/// Reads the expression of a search.
///
/// # Errors
/// It does not compile, or refers to nothing.
pub(crate) fn prepare(session: &mut Session, expression: &str) -> Result<FindQuery, String> {
    let source = convenience::spelled(session, expression)?;
    convenience::check(&source)?;
    let words: Vec<&str> = WORDS.iter().copied().filter(|word| mentions(&source, word)).collect();
    // A name of the prompt stands for its value where the program has no variable of this name.
    let of_prompt = session.target.prompt_names();
    let is_own = |name: &str| convenience::is_own(name) || of_prompt.iter().any(|known| known == name);
    Ok(FindQuery {
        filter: Filter {
            tests: tests_of(&source)
                .into_iter()
                .chain(kind_of(&source))
                .chain(functions::excluded(session, &source))
                .collect(),
            values: value_tests_of(&source, is_own),
            condition: condition_of(&source, is_own).map(Rc::new),
            notes: Rc::default(),
            words: words.iter().copied().filter(|word| PROMPT_WORDS.contains(word)).map(String::from).collect(),
            depths: mentions(&source, "depth"),
        },
        words,
        writing: writing(&source),
        codes: Codes::default(),
        meant: HashMap::new(),
        expression: expression.to_string(),
        outcome: Outcome::default(),
    })
}

fn search(session: &mut Session, args: &Args, direction: Direction) -> Vec<Answer> {
    let mut query = match prepare(session, &args.text) {
        Ok(query) => query,
        Err(error) => return vec![Answer::Error(error)],
    };
    let function = query.filter.tests.iter().find_map(|test| match test {
        Test::Function(name) => Some(name.clone()),
        _ => None,
    });
    match query.go(session, direction) {
        Err(Interrupted) => broken_off(session),
        Ok(Some(to)) => {
            let answers = jump(session, to);
            query.hidden_here(session).map(Answer::Text).into_iter().chain(answers).collect()
        }
        Ok(None) => {
            let first = if direction == Direction::Forward { session.nav.now + 1 } else { session.target.first() };
            query.note_rejected(session, first);
            session.sync_target();
            let side = if direction == Direction::Forward { "after" } else { "before" };
            let among = session.as_far_as_recorded();
            let note = function.map_or_else(String::new, |name| session.note_on_function(&name));
            let nothing = format!("No event {side} this one matches{among}{note}");
            let mut answers = vec![Answer::Error(nothing)];
            answers.extend(query.outcome.notes());
            answers
        }
    }
}

/// An event that may match, with the writes directly before it.
pub(super) struct Candidate {
    pub(super) time: Time,
    pub(super) event: Event,
    pub(super) written: Vec<ObjectUse>,
}

/// A search for an expression.
pub(crate) struct FindQuery {
    expression: String,
    /// The words about events that it uses.
    words: Vec<&'static str>,
    /// The conditions that can be decided without evaluating the expression.
    pub(super) filter: Filter,
    /// The writes that must precede the event, when the expression uses `writes`.
    pub(super) writing: Option<EventQuery>,
    codes: Codes,
    /// By code object, the words that mean something of its events.
    meant: HashMap<u32, Rc<[&'static str]>>,
    outcome: Outcome,
}

impl FindQuery {
    fn go(&mut self, session: &mut Session, direction: Direction) -> Result<Option<Time>, Interrupted> {
        let (now, first, last) = (session.nav.now, session.target.first(), session.frontier());
        if self.writing.is_some() {
            return self.go_by_writes(session, direction);
        }
        match direction {
            Direction::Backward => self.go_back(session, now, first),
            Direction::Forward if session.target.is_logged() => match self.go_ahead(session, now, last)? {
                None => self.run_on(session, last, Time::NEVER),
                found => Ok(found),
            },
            // Where going back costs a run, candidates are looked at on the way.
            Direction::Forward => {
                let limit = if session.end().is_some() { last } else { Time::NEVER };
                self.run_on(session, now, limit)
            }
        }
    }

    /// The events between two times, which must have been reached, for which the expression holds.
    pub(crate) fn matches_between(
        &mut self,
        session: &mut Session,
        from: Time,
        to: Time,
    ) -> Result<Vec<Time>, Interrupted> {
        let mut found = Vec::new();
        for candidate in self.candidates(session, from, to)? {
            session.navigator().seek(candidate.time)?;
            if self.holds(session, &candidate)? {
                found.push(candidate.time);
            }
        }
        self.note_rejected(session, from);
        Ok(found)
    }

    /// Notes what has come of the events that the filter rejected. `first`: the first event that was searched. Leaves
    /// the target at any time.
    fn note_rejected(&mut self, session: &mut Session, first: Time) {
        let notes = self.filter.notes.clone();
        self.outcome.evaluated |= notes.evaluated();
        // What runs again on the way to the first event was rejected as well.
        let undefined_at = notes.undefined_at().map(|t| Time(t).max(first));
        let Some(time) = undefined_at.filter(|_| !self.outcome.evaluated) else { return };
        if self.outcome.failed.as_ref().is_some_and(|(known, _)| *known <= time) {
            return;
        }
        let Ok(event) = session.navigator().event(time) else { return };
        // Evaluating it again tells the error. Ctrl-C leaves it out.
        let candidate = Candidate { time, event, written: Vec::new() };
        let _ = self.holds(session, &candidate);
    }

    /// Why nothing may have matched.
    pub(crate) fn notes(self) -> Vec<Answer> {
        self.outcome.notes()
    }

    /// Looks at the nearest candidates first, then at more and more of those before them.
    fn go_back(&mut self, session: &mut Session, now: Time, first: Time) -> Result<Option<Time>, Interrupted> {
        let (mut before, mut enough, mut most) = (now, 1, NEAREST);
        while before > first {
            let found = session.target.last_matching(before, first, &self.filter, (enough, most));
            let (events, from) = found.ok_or(Interrupted)?;
            let candidates = self.those_concerned(session, events);
            if let Some(found) = self.evaluate_all(session, &candidates, Direction::Backward)? {
                return Ok(Some(found));
            }
            // Each search may have to run to its end again, so the next ones are for many at once.
            (before, most) = (from, MOST.min(most * 4));
            enough = most;
        }
        Ok(None)
    }

    /// Looks at the first candidates after `now`, then at more and more of those after them.
    fn go_ahead(&mut self, session: &mut Session, now: Time, last: Time) -> Result<Option<Time>, Interrupted> {
        let (mut after, mut most) = (now, NEAREST);
        loop {
            let events = session.target.first_matching(after, last, &self.filter, most).ok_or(Interrupted)?;
            let next = events.last().filter(|_| events.len() >= most).map(|(time, _)| *time);
            let candidates = self.those_concerned(session, events);
            if let Some(found) = self.evaluate_all(session, &candidates, Direction::Forward)? {
                return Ok(Some(found));
            }
            let Some(next) = next else { return Ok(None) };
            (after, most) = (next, MOST.min(most * 4));
        }
    }

    /// The events from `from` to `to` that the filter accepts, whatever was written before them.
    pub(super) fn filtered(
        &mut self,
        session: &mut Session,
        from: Time,
        to: Time,
    ) -> Result<Vec<Candidate>, Interrupted> {
        let from = from.max(session.target.first());
        let events = match from <= to {
            true => session.target.events_matching(from, to, &self.filter),
            false => Some(Vec::new()),
        };
        Ok(self.those_concerned(session, events.ok_or(Interrupted)?))
    }

    /// The candidates among events that the filter accepts.
    fn those_concerned(&mut self, session: &Session, mut events: Vec<(Time, Event)>) -> Vec<Candidate> {
        events.retain(|(_, event)| self.concerns(&*session.target, event));
        let candidate = |(time, event)| Candidate { time, event, written: Vec::new() };
        events.into_iter().map(candidate).collect()
    }

    /// Runs on from `from` to `limit` and stops at every candidate: the program must not run past a match.
    pub(super) fn run_on(
        &mut self,
        session: &mut Session,
        from: Time,
        limit: Time,
    ) -> Result<Option<Time>, Interrupted> {
        session.navigator().seek(from)?;
        loop {
            if session.target.time().is_some_and(|time| time >= limit) {
                return Ok(None);
            }
            let reached = match &self.writing {
                Some(query) => session.target.run_until(query, limit),
                None => session.target.run_until_filter(&self.filter, limit),
            };
            let time = session.target.time().unwrap_or(from);
            session.explored.reached(time);
            match reached {
                Reached::Target => {}
                Reached::End => return Ok(None),
                Reached::Interrupted => return Err(Interrupted),
            }
            let (event, written) = (session.target.event(), session.target.object_uses());
            let candidate = Candidate { time, event, written };
            if self.concerns(&*session.target, &event) && self.holds(session, &candidate)? {
                return Ok(Some(time));
            }
        }
    }

    /// The nearest candidate in this direction for which the expression holds. They are visited forwards, which is
    /// cheaper.
    pub(super) fn evaluate_all(
        &mut self,
        session: &mut Session,
        candidates: &[Candidate],
        direction: Direction,
    ) -> Result<Option<Time>, Interrupted> {
        let mut found = None;
        for candidate in candidates {
            session.navigator().seek(candidate.time)?;
            if self.holds(session, candidate)? {
                found = Some(candidate.time);
                if direction == Direction::Forward {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Whether the expression can hold at an event, as far as the event alone decides.
    pub(super) fn concerns(&mut self, target: &dyn Target, event: &Event) -> bool {
        let words = self.words_at(target, event);
        let code = self.codes.of(target, event.code);
        let is_meant = |word: &&str| !self.words.contains(word) || words.contains(word);
        let decides = |test: &Test| words_of(test).iter().all(is_meant);
        let passes = |test: &Test| !decides(test) || test.matches(&code.name, &code.path, event);
        has_value(&words, event) && self.filter.tests.iter().all(passes)
    }

    /// The words that mean something of the event. A variable of the event's function goes before them.
    fn words_at(&mut self, target: &dyn Target, event: &Event) -> Rc<[&'static str]> {
        if let Some(known) = self.meant.get(&event.code) {
            return known.clone();
        }
        let code = self.codes.of(target, event.code);
        let is_hidden = |word: &&str| PROMPT_WORDS.contains(word) && code.variables.iter().any(|name| name == word);
        let words: Rc<[&str]> = self.words.iter().copied().filter(|word| !is_hidden(word)).collect();
        self.meant.insert(event.code, words.clone());
        words
    }

    /// The note that a word means a variable at the event that was found.
    fn hidden_here(&mut self, session: &Session) -> Option<String> {
        let event = session.target.event();
        let meant = self.words_at(&*session.target, &event);
        let hidden = self.words.iter().find(|word| !meant.contains(word))?;
        Some(hidden_note(hidden, &self.codes.of(&*session.target, event.code).name))
    }

    fn holds(&mut self, session: &mut Session, candidate: &Candidate) -> Result<bool, Interrupted> {
        let Candidate { time, event, written } = candidate;
        let (source, mut names) = match convenience::translate(session, &self.expression) {
            Ok(translated) => translated,
            Err(error) => {
                self.outcome.note_failure(*time, error);
                return Ok(false);
            }
        };
        let words = self.words_at(&*session.target, event);
        if let Some(word) = self.words.iter().find(|word| !words.contains(word)) {
            let code = self.codes.of(&*session.target, event.code);
            self.outcome.hidden.get_or_insert_with(|| (word, code.name.clone()));
        }
        for word in &*words {
            let code = self.codes.of(&*session.target, event.code);
            let meaning = match *word {
                "writes" => written_names(written),
                _ => meaning(word, event, code),
            };
            names.push((word.to_string(), meaning));
        }
        let result = session.target.eval_in_diversion(&format!("not not (\n{source}\n)"), 0, &names);
        match result {
            Ok(result) => {
                self.outcome.evaluated = true;
                Ok(result.text.ends_with("True"))
            }
            Err(EvalError::Interrupted) => Err(Interrupted),
            Err(error) => {
                let error = convenience::in_users_words(error);
                self.outcome.note_failure(*time, error.to_string());
                Ok(false)
            }
        }
    }
}
