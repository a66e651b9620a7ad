//! `find` and `rfind`: the nearest event for which a Python expression over the event holds.
//!
//! What an expression says about the kind, line, function, file and depth of events by comparing them with constants,
//! its conditions joined by `and`, is decided from the events alone; only those that are left are gone to, and the whole
//! expression is asked there.

use crate::answer::Answer;
use crate::commands::{self, Args};
use crate::events::{Broken, each};
use crate::history::broken_off;
use crate::landing::jump;
use crate::motion::Direction;
use crate::render::kind_name;
use crate::session::Session;
use crate::target::{Event, EventKind, How, Kept, Reached};
use crate::{convenience, text, typing};

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

    fn holds(&self, session: &Session, event: &Event) -> bool {
        let code = || session.target.code(event.code);
        match self {
            Condition::Kind(kind) => kind_name(event.kind) == kind,
            Condition::Function(name) => code().name == *name,
            Condition::File(name) => text::file_name(&code().path) == name,
            Condition::Line(line) => event.line == *line,
            Condition::Depth(depth) => event.depth == *depth,
        }
    }
}

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
    if let Err(error) = session
        .target
        .eval(&format!("(lambda: (\n{expression}\n))"), 0)
        && typing::is_syntax_error(&error)
    {
        // In its own words, not in those of our call.
        let error = session.target.eval(&expression, 0).err().unwrap_or(error);
        return vec![Answer::Error(error)];
    }
    let looked = Looked {
        conditions: Condition::all_of(&expression),
        expression,
        failed: None,
    };
    match looked.go(session, direction) {
        Err(Broken) => broken_off(session),
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
    conditions: Vec<Condition>,
    failed: Option<String>,
}

impl Looked {
    fn go(
        mut self,
        session: &mut Session,
        direction: Direction,
    ) -> Result<(Option<u64>, Option<String>), Broken> {
        let last = session.known().saturating_sub(1);
        let now = session.now;
        let mut at = now;
        loop {
            let (from, to) = match direction {
                Direction::Forward if at >= last => break,
                Direction::Backward if at == 0 => break,
                Direction::Forward => (at + 1, last.min(at + STRETCH)),
                Direction::Backward => (at.saturating_sub(STRETCH), at - 1),
            };
            let mut times = Vec::new();
            let conditions = &self.conditions;
            each(session, from, to, |session, time, event| {
                if conditions
                    .iter()
                    .all(|condition| condition.holds(session, event))
                {
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
    ) -> Result<(Option<u64>, Option<String>), Broken> {
        let mut time = last;
        if session.target.seek(time) != Reached::Target {
            return Err(Broken);
        }
        loop {
            match session.target.seek(time + 1) {
                Reached::Target => time += 1,
                Reached::End => return Ok((None, self.failed)),
                Reached::Interrupted => return Err(Broken),
            }
            session.timeline.reached(time);
            let event = session.target.event();
            let may = self
                .conditions
                .iter()
                .all(|condition| condition.holds(session, &event));
            if may && self.concerns(&event) && self.holds(session, time, &event)? {
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
    ) -> Result<Option<u64>, Broken> {
        let mut found = None;
        for (time, event) in times {
            if !self.concerns(event) {
                continue;
            }
            if session.target.seek(*time) != Reached::Target {
                return Err(Broken);
            }
            if self.holds(session, *time, event)? {
                found = Some(*time);
                if direction == Direction::Forward {
                    break;
                }
            }
        }
        Ok(found)
    }

    /// An expression about a value that is returned, or about an exception, is about events that have one.
    fn concerns(&self, event: &Event) -> bool {
        let returns = event.kind == EventKind::Return && event.how != How::Unwind;
        let raises = event.kind == EventKind::Exception;
        (returns || !mentions(&self.expression, "retval"))
            && (raises || !mentions(&self.expression, "exc"))
    }

    fn holds(&mut self, session: &mut Session, time: u64, event: &Event) -> Result<bool, Broken> {
        let (source, mut names) = match convenience::translate(session, &self.expression) {
            Ok(translated) => translated,
            Err(error) => {
                self.failed.get_or_insert(error);
                return Ok(false);
            }
        };
        names.extend(words(session, event, &self.expression));
        let told = session
            .target
            .ask(&format!("bool(\n{source}\n)"), 0, &names);
        match told {
            Ok(told) => Ok(told.text.ends_with("True")),
            Err(error) if error == "KeyboardInterrupt" => Err(Broken),
            Err(error) => {
                let error = convenience::in_users_words(&error);
                self.failed
                    .get_or_insert(format!("at event {time}: {error}"));
                Ok(false)
            }
        }
    }
}

/// The words about an event that an expression uses.
fn words(session: &Session, event: &Event, expression: &str) -> Vec<(String, Kept)> {
    let code = session.target.code(event.code);
    let quoted = |words: &str| Kept::Word(words.to_string());
    let number = Kept::Number;
    let mut names = vec![
        ("kind", quoted(kind_name(event.kind))),
        ("func", quoted(&code.name)),
        ("file", quoted(text::file_name(&code.path))),
        ("line", number(event.line)),
        ("depth", number(event.depth)),
        ("locals", Kept::Text("dict(locals())".into())),
        ("args", Kept::Arguments),
    ];
    if event.kind == EventKind::Return && event.how != How::Unwind {
        names.push(("retval", Kept::Returned));
    }
    if event.kind == EventKind::Exception {
        names.push(("exc", Kept::Raised));
    }
    // Each costs something at every event.
    names
        .into_iter()
        .filter(|(name, _)| mentions(expression, name))
        .map(|(name, kept)| (name.to_string(), kept))
        .collect()
}
