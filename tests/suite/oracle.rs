//! The oracle: `history`, `last`, `first`, `watch` with `c` and `rc`, `calls` and `find` answer in every mode what a
//! naive recorder under CPython has seen, from random events and frames of every program.

use std::collections::BTreeMap;
use std::sync::{Mutex, OnceLock};

use ttd_debug::answer::Answer;
use ttd_debug::session::Session;
use ttd_tests::check::Failure;
use ttd_tests::questions::{Position, Question, known_failures, questions, update_known_failures};
use ttd_tests::{Program, Reference, Rng, Way, check_all, program};

/// As the debuggers `ttd`, `odb` and `tdb` keep the past, with checkpoints nearer to each other.
const WAYS: [Way; 3] = [Way::every(50), Way::log(100), Way::AGAIN];

/// Questions about a program in each mode, and where it runs again from the start for each answer; fewer where that
/// takes long. Each mode is asked others.
const MOST: u64 = 14;
const MOST_SLOW: u64 = 10;

/// A program that is being asked, in one mode.
struct Asked {
    session: Session,
    /// The last event.
    last: u64,
}

impl Asked {
    /// Starts a program and brings it to its end.
    fn start(reference: &Reference, way: Way) -> Result<Asked, String> {
        let mut session = Session::start(Box::new(reference.launch(way)?));
        session.execute("goto end");
        let last = session.progress().0.0;
        Ok(Asked { session, last })
    }

    fn now(&self) -> u64 {
        self.session.progress().0.0
    }

    /// Goes to an event and selects a frame.
    fn stand_at(&mut self, position: &Position) -> Result<(), String> {
        self.session.execute(&format!("goto {}", position.time));
        if self.now() != position.time {
            return Err(format!("goto {} led to {}", position.time, self.now()));
        }
        if position.up > 0 {
            self.session.execute(&format!("up {}", position.up));
        }
        Ok(())
    }

    /// Asks one question; `turn` chooses among the commands that answer it.
    fn ask(&mut self, position: &Position, question: &Question, turn: usize) -> Result<(), String> {
        self.stand_at(position)?;
        match question {
            Question::History(expression, times) => {
                self.list(&format!("history {expression}"), times)?;
                self.move_by(position, expression, times, turn)
            }
            Question::Calls(function, times) => self.list(&format!("calls {function}"), times),
            Question::Find(condition, [next, previous]) => {
                let (command, expected) = if turn.is_multiple_of(2) { ("find", next) } else { ("rfind", previous) };
                self.arrives(&format!("{command} {condition}"), expected.unwrap_or(position.time))
            }
        }
    }

    /// Compares the times of a list, of which only a part may be shown.
    fn list(&mut self, command: &str, expected: &[u64]) -> Result<(), String> {
        let answers = self.session.execute(command);
        let (mut times, mut before, mut after, mut said) = (Vec::new(), 0, 0, String::new());
        for answer in &answers {
            match answer {
                Answer::History(rows) => times.extend(rows.iter().map(|row| row.time.0)),
                Answer::Calls(rows) => times.extend(rows.iter().map(|row| row.time.0)),
                Answer::Text(text) if text.contains(" are not shown") => {
                    let left_out: usize = text[1..].split(' ').next().and_then(|n| n.parse().ok()).unwrap_or(0);
                    let side = if text.contains(" earlier ") { &mut before } else { &mut after };
                    *side = left_out;
                }
                Answer::Text(text) | Answer::Error(text) => said = text.clone(),
                other => said = format!("{other:?}"),
            }
        }
        let shown = expected.get(before..expected.len().saturating_sub(after));
        match shown == Some(&times) {
            true => Ok(()),
            false => Err(format!("`{command}` is {times:?} (+{before}, +{after}) {said} and not {expected:?}")),
        }
    }

    /// Tries one of the commands that travel to changes.
    fn move_by(&mut self, position: &Position, expression: &str, times: &[u64], turn: usize) -> Result<(), String> {
        let now = position.time;
        // A change at an event was made after the event before it.
        match turn % 4 {
            0 => {
                let last = times.iter().rfind(|t| **t < now);
                self.arrives(&format!("last {expression}"), last.copied().unwrap_or(now))
            }
            1 => self.arrives(&format!("first {expression}"), times.first().copied().unwrap_or(now)),
            2 => self.watched(expression, "continue", times.iter().find(|t| **t >= now)),
            _ => self.watched(expression, "rcontinue", times.iter().rfind(|t| **t + 1 < now)),
        }
    }

    fn watched(&mut self, expression: &str, motion: &str, change: Option<&u64>) -> Result<(), String> {
        let said = self.session.execute(&format!("watch {expression}"));
        if let Some(Answer::Error(error)) = said.first() {
            return Err(format!("`watch {expression}`: {error}"));
        }
        let edge = if motion == "continue" { self.last } else { 0 };
        let died = change.is_none() && motion == "continue";
        let outcome = match self.arrives(motion, change.map_or(edge, |t| t + 1)) {
            // The end of a program that dies is where the exception was raised.
            Err(_) if died && self.session.end().is_some_and(|end| end.died.is_some()) => Ok(()),
            other => other.map_err(|error| format!("watch {expression}: {error}")),
        };
        self.session.execute("unwatch");
        outcome
    }

    /// Carries out a command that travels, and compares where it leads.
    fn arrives(&mut self, command: &str, to: u64) -> Result<(), String> {
        let answers = self.session.execute(command);
        if self.now() == to {
            return Ok(());
        }
        let said: Vec<&str> = answers
            .iter()
            .filter_map(|answer| match answer {
                Answer::Error(text) | Answer::Text(text) => Some(text.as_str()),
                _ => None,
            })
            .collect();
        Err(format!("`{command}` leads to {} and not {to} {said:?}", self.now()))
    }
}

/// How many questions about a program are asked in a mode; the seconds go into few of them.
fn most(reference: &Reference, way: Way) -> usize {
    reference.sample(way, if way == Way::AGAIN { MOST_SLOW } else { MOST }) as usize
}

/// The questions that are known to be answered wrongly, read once.
fn known() -> &'static BTreeMap<String, String> {
    static KNOWN: OnceLock<BTreeMap<String, String>> = OnceLock::new();
    KNOWN.get_or_init(known_failures)
}

/// The wrong answers about one program: questions and what is wrong.
fn wrong_answers(program: &Program) -> Result<Vec<(String, String)>, Failure> {
    let positions = questions(&program.name);
    if positions.is_empty() {
        return Ok(Vec::new());
    }
    let mut wrong = BTreeMap::new();
    let fail = |way, what| Failure::new(program, way, None, what);
    let reference = Reference::of(program).map_err(|e| fail(Way::AGAIN, e))?;
    for (number, way) in WAYS.into_iter().enumerate() {
        let mut asked = Asked::start(&reference, way).map_err(|e| fail(way, e))?;
        let all = positions.iter().flat_map(|position| position.questions.iter().map(move |q| (position, q)));
        // An odd step, so that every command has its turn.
        let step = positions.iter().map(|p| p.questions.len()).sum::<usize>().div_ceil(most(&reference, way)) | 1;
        let first = Rng::new(&format!("oracle {} {way}", program.name)).below(step as u64) as usize;
        for (at, (position, question)) in all.enumerate() {
            let key = || format!("{}: {position}: {question}", program.name);
            if at % step != first && !known().contains_key(&key()) {
                continue;
            }
            if let Err(error) = asked.ask(position, question, at + number) {
                wrong.entry(key()).or_insert_with(|| format!("{error} ({way})"));
            }
        }
    }
    Ok(wrong.into_iter().collect())
}

#[test]
fn the_past_is_what_cpython_saw() {
    let wrong = Mutex::new(BTreeMap::new());
    check_all("oracle", |program| {
        let found = wrong_answers(program)?;
        wrong.lock().expect("nobody panics here").extend(found);
        Ok(())
    });
    let wrong = wrong.into_inner().expect("nobody panics here");
    let complete = !program::is_partial();
    if complete && std::env::var_os("UPDATE").is_some() {
        return update_known_failures(&wrong);
    }
    let known = known();
    let new = wrong.iter().filter(|(question, _)| !known.contains_key(*question));
    let mut text: String = new.map(|(question, error)| format!("{question}\n    {error}\n")).collect();
    for question in known.keys().filter(|question| complete && !wrong.contains_key(*question)) {
        text += &format!("{question}: is right, take it off tests/oracle/known.txt\n");
    }
    assert!(text.is_empty(), "\n{text}");
}
