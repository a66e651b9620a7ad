//! `find` and `rfind`: the nearest event for which a Python expression over the event holds.
//!
//! What an expression says about the kind, line, function, file and depth of events by comparing them with constants,
//! its conditions joined by `and`, is decided from the events alone; only those that are left are gone to, and the whole
//! expression is asked there.

use crate::answer::Answer;
use crate::commands::{self, Args};
use crate::landing::jump;
use crate::listing::{Codes, broken_off, each};
use crate::motion::Direction;
use crate::render::kind_name;
use crate::session::Session;
use crate::target::{CodeInfo, Event, EventKind, How, Kept, Reached, Target};
use crate::travel::Interrupted;
use crate::{convenience, text};

/// Events that are read at once: backwards, the nearest are wanted first.
const STRETCH: u64 = 1 << 14;

/// `find`.
pub fn find(session: &mut Session, args: &Args) -> Vec<Answer> {
    search(session, args, Direction::Forward)
}

/// `rfind`.
pub fn rfind(session: &mut Session, args: &Args) -> Vec<Answer> {
    search(session, args, Direction::Backward)
}

/// What is decided from an event alone.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Condition {
    Kind(String),
    Function(String),
    File(String),
    Line(u32),
    Depth(u32),
}

impl Condition {
    /// The conditions of an expression that are joined by `and` and compare a word of the event with a constant.
    fn all_of(expression: &str) -> Vec<Condition> {
        ttd_code::conjuncts(expression)
            .into_iter()
            .filter_map(|(name, constant)| Condition::read(name, constant))
            .collect()
    }

    fn read(name: &str, constant: &str) -> Option<Condition> {
        let words = || text::unquote(constant);
        let number = || constant.parse().ok();
        match name {
            "kind" => words().map(Condition::Kind),
            "func" => words().map(Condition::Function),
            "file" => words().map(Condition::File),
            "line" => number().map(Condition::Line),
            "depth" => number().map(Condition::Depth),
            _ => None,
        }
    }

    fn holds(&self, target: &dyn Target, codes: &mut Codes, event: &Event) -> bool {
        match self {
            Condition::Kind(kind) => kind_name(event.kind) == kind,
            Condition::Function(name) => codes.of(target, event.code).name == *name,
            Condition::File(name) => text::file_name(&codes.of(target, event.code).path) == name,
            Condition::Line(line) => event.line == *line,
            Condition::Depth(depth) => event.depth == *depth,
        }
    }
}

/// The words that an expression may use about an event.
const WORDS: &[&str] = &[
    "kind", "func", "file", "line", "depth", "locals", "args", "retval", "exc",
];

fn search(session: &mut Session, args: &Args, direction: Direction) -> Vec<Answer> {
    let command = if direction == Direction::Forward {
        "find"
    } else {
        "rfind"
    };
    let expression = args.text.clone();
    if mentions(&expression, "writes") {
        let why = "NotImplementedError: `writes` is not supported by ttd-py yet";
        return vec![commands::misuse(command, why)];
    }
    session.settle();
    let checked = convenience::translate(session, &expression);
    if let Err(error) = checked.and_then(|(source, _)| convenience::check(&source)) {
        return vec![Answer::Error(error)];
    }
    let words = WORDS.iter().copied();
    let looked = Looked {
        words: words.filter(|word| mentions(&expression, word)).collect(),
        conditions: Condition::all_of(&expression),
        codes: Codes::default(),
        expression,
        failed: None,
    };
    match looked.go(session, direction) {
        Err(Interrupted) => broken_off(session),
        Ok((Some(to), failed)) => {
            let mut answers = failed.map_or_else(Vec::new, |told| vec![Answer::Error(told)]);
            answers.extend(jump(session, to));
            answers
        }
        Ok((None, failed)) => {
            session.settle();
            let side = if direction == Direction::Forward {
                "after"
            } else {
                "before"
            };
            let nothing = format!("No event {side} this one is like that");
            let mut answers = failed.map_or_else(Vec::new, |told| vec![Answer::Error(told)]);
            answers.push(Answer::Error(nothing));
            answers
        }
    }
}

/// Whether a name stands in an expression as a word of its own.
fn mentions(expression: &str, name: &str) -> bool {
    let word = |c: char| c.is_alphanumeric() || c == '_';
    expression.match_indices(name).any(|(at, _)| {
        !expression[..at].ends_with(|c| word(c) || c == '.')
            && !expression[at + name.len()..].starts_with(word)
    })
}

/// A search, and the first error that the expression raised in it.
struct Looked {
    expression: String,
    /// The words about events that it uses.
    words: Vec<&'static str>,
    conditions: Vec<Condition>,
    codes: Codes,
    failed: Option<String>,
}

impl Looked {
    fn go(
        mut self,
        session: &mut Session,
        direction: Direction,
    ) -> Result<(Option<u64>, Option<String>), Interrupted> {
        let last = session.known().saturating_sub(1);
        let (now, first) = (session.now, session.target.first());
        let mut at = now;
        loop {
            let (from, to) = match direction {
                Direction::Forward if at >= last => break,
                Direction::Backward if at <= first => break,
                Direction::Forward => (at + 1, last.min(at + STRETCH)),
                Direction::Backward => (at.saturating_sub(STRETCH).max(first), at - 1),
            };
            let mut times = Vec::new();
            each(session, from, to, |session, time, event| {
                if self.concerns(&*session.target, event) {
                    times.push((time, *event));
                }
            })?;
            if let Some(found) = self.ask_all(session, &times, direction)? {
                return Ok((Some(found), self.failed));
            }
            at = if direction == Direction::Forward {
                to
            } else {
                from
            };
        }
        if direction == Direction::Backward {
            return Ok((None, self.failed));
        }
        self.run_on(session, last)
    }

    /// Runs on from the last event that was reached, one event at a time: nothing may run past the one that is looked
    /// for.
    fn run_on(
        mut self,
        session: &mut Session,
        last: u64,
    ) -> Result<(Option<u64>, Option<String>), Interrupted> {
        let mut time = last;
        session.road().stand_at(time)?;
        loop {
            match session.target.seek(time + 1) {
                Reached::Target => time += 1,
                Reached::End => return Ok((None, self.failed)),
                Reached::Interrupted => return Err(Interrupted),
            }
            session.timeline.reached(time);
            let event = session.target.event();
            if self.concerns(&*session.target, &event) && self.holds(session, time, &event)? {
                return Ok((Some(time), self.failed));
            }
        }
    }

    /// The first of these events, in this direction, for which the expression holds. They are gone through in the order
    /// of time, which is cheaper.
    fn ask_all(
        &mut self,
        session: &mut Session,
        times: &[(u64, Event)],
        direction: Direction,
    ) -> Result<Option<u64>, Interrupted> {
        let mut found = None;
        for (time, event) in times {
            session.road().stand_at(*time)?;
            if self.holds(session, *time, event)? {
                found = Some(*time);
                if direction == Direction::Forward {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// Whether the expression can hold at an event, as far as the event tells. One about a value that is returned, or
    /// about an exception, is about events that have one.
    fn concerns(&mut self, target: &dyn Target, event: &Event) -> bool {
        let returns = event.kind == EventKind::Return && event.how != How::Unwind;
        let raises = event.kind == EventKind::Exception;
        let codes = &mut self.codes;
        (returns || !self.words.contains(&"retval"))
            && (raises || !self.words.contains(&"exc"))
            && self
                .conditions
                .iter()
                .all(|condition| condition.holds(target, codes, event))
    }

    fn holds(
        &mut self,
        session: &mut Session,
        time: u64,
        event: &Event,
    ) -> Result<bool, Interrupted> {
        let (source, mut names) = match convenience::translate(session, &self.expression) {
            Ok(translated) => translated,
            Err(error) => {
                self.failed.get_or_insert(error);
                return Ok(false);
            }
        };
        for word in &self.words {
            let code = self.codes.of(&*session.target, event.code);
            names.push(((*word).to_string(), meaning(word, event, code)));
        }
        let told = session
            .target
            .ask(&format!("bool(\n{source}\n)"), 0, &names);
        match told {
            Ok(told) => Ok(told.text.ends_with("True")),
            Err(error) if error == "KeyboardInterrupt" => Err(Interrupted),
            Err(error) => {
                let error = convenience::in_users_words(&error);
                self.failed
                    .get_or_insert(format!("at event {time}: {error}"));
                Ok(false)
            }
        }
    }
}

/// What a word says about an event.
fn meaning(word: &str, event: &Event, code: &CodeInfo) -> Kept {
    match word {
        "kind" => Kept::Word(kind_name(event.kind).to_string()),
        "func" => Kept::Word(code.name.clone()),
        "file" => Kept::Word(text::file_name(&code.path).to_string()),
        "line" => Kept::Number(event.line),
        "depth" => Kept::Number(event.depth),
        "args" => Kept::Arguments,
        "retval" => Kept::Returned,
        "exc" => Kept::Raised,
        _ => Kept::Text("dict(locals())".into()),
    }
}
