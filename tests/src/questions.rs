//! Questions about the past with the answers that a naive recorder under CPython gave: `tests/oracle/answers`, written
//! by `tests/oracle/make.py`, which describes them.

use std::collections::BTreeMap;
use std::fmt;
use std::fs;
use std::path::{Path, PathBuf};

/// What the list of known failures begins with.
const KNOWN_HEADER: &str =
    "# Questions that are answered wrongly, with the reasons. Written by UPDATE=1; see tests/README.md.\n";
/// Characters of an error that is taken as a reason.
const MOST_REASON: usize = 100;

/// A question and its answer.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Question {
    /// The events after which the value of an expression changed.
    History(String, Vec<u64>),
    /// The first calls of a function's frames.
    Calls(String, Vec<u64>),
    /// The next and the previous event for which a condition holds.
    Find(String, [Option<u64>; 2]),
}

impl fmt::Display for Question {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Question::History(expression, _) => write!(f, "{expression}"),
            Question::Calls(function, _) => write!(f, "calls {function}"),
            Question::Find(condition, _) => write!(f, "find {condition}"),
        }
    }
}

/// Where something is asked, and what.
pub struct Position {
    /// The event.
    pub time: u64,
    /// The frame, counted from the event's own outwards.
    pub up: usize,
    /// The questions.
    pub questions: Vec<Question>,
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "at {} up {}", self.time, self.up)
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("oracle")
}

/// Reads the questions about a program; there are none about those that CPython cannot be asked about.
///
/// # Panics
/// When the data are not as described.
pub fn questions(program: &str) -> Vec<Position> {
    let Ok(text) = fs::read_to_string(folder().join(format!("answers/{program}.txt"))) else {
        return Vec::new();
    };
    let mut found: Vec<Position> = Vec::new();
    for line in text.lines() {
        if let Some(place) = line.strip_prefix("at ") {
            let (time, up) = place.split_once(" up ").expect("at TIME up N");
            let (time, up) = (time.parse().expect("a time"), up.parse().expect("a number"));
            found.push(Position { time, up, questions: Vec::new() });
        } else {
            let position = found.last_mut().expect("a line `at` comes first");
            position.questions.push(question(line));
        }
    }
    found
}

fn question(line: &str) -> Question {
    let (asked, answer) = line.split_once(" =>").expect("QUESTION => ANSWER");
    let mut times = answer.split_whitespace().map(|word| word.parse::<u64>().ok());
    if let Some(condition) = asked.strip_prefix("find ") {
        let (next, previous) = (times.next().flatten(), times.next().flatten());
        return Question::Find(condition.into(), [next, previous]);
    }
    let times = times.map(|time| time.expect("a time")).collect();
    match asked.strip_prefix("calls ") {
        Some(function) => Question::Calls(function.into(), times),
        None => Question::History(asked.into(), times),
    }
}

fn known_file() -> PathBuf {
    folder().join("known.txt")
}

/// The questions that are known to be answered wrongly, as `PROGRAM: at TIME up N: QUESTION`, with the reasons.
///
/// # Panics
/// When the list is not as described.
pub fn known_failures() -> BTreeMap<String, String> {
    let text = fs::read_to_string(known_file()).unwrap_or_default();
    let lines = text.lines().filter(|line| !line.is_empty() && !line.starts_with('#'));
    let entry = |line: &str| {
        let (question, reason) = line.split_once(" -- ").expect("QUESTION -- REASON");
        (question.to_string(), reason.to_string())
    };
    lines.map(entry).collect()
}

/// Writes the list anew, with the reasons that it had.
///
/// # Panics
/// When the file cannot be written.
pub fn update_known_failures(wrong: &BTreeMap<String, String>) {
    let known = known_failures();
    let line = |(question, error): (&String, &String)| {
        let reason = known.get(question).cloned().unwrap_or_else(|| error.chars().take(MOST_REASON).collect());
        format!("{question} -- {reason}\n")
    };
    let text: String = wrong.iter().map(line).collect();
    fs::write(known_file(), format!("{KNOWN_HEADER}{text}")).expect("known.txt can be written");
}
