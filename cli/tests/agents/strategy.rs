//! The strategy: it knows how answers are written, and nothing of the programs.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::Path;

use serde_json::{Value, json};

use crate::wire::{Process, line};

/// What a search has taken.
pub(crate) struct Outcome {
    /// The calls of tools; `None` if the cause was not found.
    pub(crate) calls: Option<usize>,
    /// The bytes of their answers.
    pub(crate) bytes: usize,
    /// The tools in order, each with what it was asked.
    pub(crate) way: Vec<String>,
}

/// A question that waits.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Question {
    /// Where a value came from.
    Why(u64, String),
    /// The life of the call that a time is in.
    Frame(u64),
    /// Where exceptions were raised.
    Exceptions,
}

/// A line that an answer names: the time, the line, and its text.
type Step = (u64, u64, String);

struct Search<'a> {
    process: Process,
    file: &'a str,
    /// Of the cause.
    cause: u64,
    waiting: VecDeque<Question>,
    asked: BTreeSet<Question>,
    /// The lines whose names were asked about, each with its time.
    followed: BTreeSet<(u64, u64)>,
    calls: usize,
    bytes: usize,
    way: Vec<String>,
    /// The folder of the program.
    folder: String,
}

/// Searches for the cause of a bug. Its data name the program, the symptom, and how to notice that it was found.
pub(crate) fn search(folder: &Path, bug: &Value, patience: usize) -> Result<Outcome, String> {
    let file = bug["file"].as_str().ok_or("no file")?;
    let path = folder.join(file).display().to_string();
    let mut search = Search {
        process: Process::start(&["-m", "mcp", &path], line),
        file,
        cause: bug["cause"].as_u64().ok_or("no cause")?,
        waiting: VecDeque::new(),
        asked: BTreeSet::new(),
        followed: BTreeSet::new(),
        calls: 0,
        bytes: 0,
        way: Vec::new(),
        folder: folder.display().to_string(),
    };
    let found = search.run(bug, patience)?;
    let (status, said) = search.process.finish();
    if status != Some(0) || !said.is_empty() {
        return Err(format!("the server ended with {status:?}: {said}"));
    }
    Ok(Outcome { calls: found.then_some(search.calls), bytes: search.bytes, way: search.way })
}

impl Search<'_> {
    /// Asks until an answer names the cause.
    fn run(&mut self, bug: &Value, patience: usize) -> Result<bool, String> {
        // The symptom: where it is printed, or where the program dies.
        let (time, text) = match bug["printed"].as_str() {
            Some(printed) => self.call("output", &json!({ "text": printed }), "")?,
            None => self.call("look", &json!({}), "")?,
        };
        if text.is_empty() {
            return Err("the symptom does not show".into());
        }
        self.waiting.push_back(Question::Why(time, bug["wrong"].as_str().ok_or("no value")?.into()));
        self.waiting.push_back(Question::Exceptions);
        while let Some(question) = self.waiting.pop_front() {
            if self.calls >= patience {
                break;
            }
            if self.asked.insert(question.clone()) && self.ask(&question)? {
                return Ok(true);
            }
        }
        Ok(false)
    }

    /// Asks a question and notes what it leads to; whether it names the cause.
    fn ask(&mut self, question: &Question) -> Result<bool, String> {
        match question {
            Question::Why(time, expression) => {
                let asked = json!({ "time": time, "expression": expression });
                let (_, text) = self.call("why", &asked, expression)?;
                self.read_why(&text)
            }
            Question::Frame(time) => {
                let (_, text) = self.call("frame", &json!({ "time": time }), &text_of_frame(*time))?;
                self.read_frame(&text)
            }
            Question::Exceptions => {
                let (_, text) = self.call("find", &json!({ "condition": "kind == 'exception'" }), "exceptions")?;
                let steps = text.lines().skip(1).filter_map(|row| place(row, self.file));
                Ok(steps.collect::<Vec<_>>().iter().any(|(_, line, _)| *line == self.cause))
            }
        }
    }

    /// The steps of a value's way, what it was made of, and the conditions for it.
    fn read_why(&mut self, text: &str) -> Result<bool, String> {
        let steps: Vec<Step> = text.lines().skip(1).filter_map(|row| step(row, self.file)).collect();
        if steps.iter().any(|(_, line, _)| *line == self.cause) {
            return Ok(true);
        }
        let numbered = |row: &&str| row.trim_start().starts_with(|c: char| c.is_ascii_digit());
        let made_at = text.lines().rfind(numbered).and_then(|row| step(row, self.file)).map(|step| step.0);
        for row in text.lines() {
            if let (Some(values), Some(time)) = (row.strip_prefix("made of: "), made_at) {
                for name in names_of_values(values) {
                    self.waiting.push_back(Question::Why(time, name));
                }
            }
            if row.starts_with("decided by: ")
                && let Some((time, line, condition)) = step(row, self.file)
            {
                if let Some(at) =
                    row.rsplit_once("(calls at ").and_then(|(_, at)| at.trim_end_matches(')').parse().ok())
                {
                    self.waiting.push_back(Question::Frame(at));
                }
                self.follow(time, line, &condition);
            }
            if row.starts_with("its contents changed: ")
                && let Some((time, _, _)) = step(row, self.file)
            {
                self.waiting.push_back(Question::Frame(time));
            }
        }
        for (time, line, source) in &steps {
            // An item may be the wrong one.
            if let Some(key) = subscript(source) {
                self.follow(*time, *line, key);
            }
        }
        Ok(false)
    }

    /// The lines of a call, the latest first: what it returned and the conditions before.
    fn read_frame(&mut self, text: &str) -> Result<bool, String> {
        let is_module = text.lines().nth(1).is_some_and(|row| row.starts_with("<module>"));
        let mut lines: BTreeMap<u64, (u64, String)> = BTreeMap::new();
        for row in text.lines().skip(2) {
            let mut words = row.split_whitespace();
            let numbers = (words.next().and_then(|n| n.parse().ok()), words.next().and_then(|n| n.parse().ok()));
            if let (Some(time), Some(line)) = numbers {
                let source = row.trim_start().splitn(3, char::is_whitespace).last().unwrap_or_default();
                lines.insert(time, (line, source.trim().to_string()));
            }
        }
        // A module has all lines; a call is short enough to be read.
        if !is_module && lines.values().any(|(line, _)| *line == self.cause) {
            return Ok(true);
        }
        let calls = text.lines().filter_map(|row| row.trim().split_once("     calls ")?.0.parse().ok());
        let calls: Vec<u64> = calls.collect();
        self.waiting.extend(calls.iter().rev().take(3).map(|time| Question::Frame(*time)));
        for (time, (line, source)) in lines.into_iter().rev().take(3) {
            self.follow(time, line, &source);
        }
        Ok(false)
    }

    /// Asks about the names on a line, later.
    fn follow(&mut self, time: u64, line: u64, source: &str) {
        if self.followed.insert((time, line)) {
            for name in names(source) {
                self.waiting.push_back(Question::Why(time, name));
            }
        }
    }

    /// Calls a tool; the time and the text of the answer, empty if it is an error.
    fn call(&mut self, tool: &str, arguments: &Value, about: &str) -> Result<(u64, String), String> {
        self.calls += 1;
        let request = json!({
            "jsonrpc": "2.0", "id": self.calls, "method": "tools/call",
            "params": { "name": tool, "arguments": arguments },
        });
        self.process.write(format!("{request}\n").as_bytes());
        let response = self.process.message()?.ok_or("no response")?;
        let response: Value = serde_json::from_slice(&response).map_err(|error| error.to_string())?;
        let result = &response["result"];
        let text = result["content"][0]["text"].as_str().ok_or(format!("no text: {response}"))?;
        // Where the programs lie makes no difference.
        self.bytes += text.replace(&self.folder, "").len();
        self.way.push(format!("{tool} {about}").trim().to_string());
        let text = if result["isError"] == true { String::new() } else { text.to_string() };
        Ok((result["structuredContent"]["time"].as_u64().unwrap_or(0), text))
    }
}

fn text_of_frame(time: u64) -> String {
    format!("at {time}")
}

/// A row of `why`: `2  94  file.py:24  text`, perhaps behind words and a colon.
fn step(row: &str, file: &str) -> Option<Step> {
    let (before, behind) = row.split_once(&format!("{file}:"))?;
    let time = before.split_whitespace().next_back()?.parse().ok()?;
    let (line, text) = behind.split_once(char::is_whitespace)?;
    Some((time, line.parse().ok()?, text.trim().to_string()))
}

/// A place: `time 94 of 130, line file.py:24 in bill`.
fn place(row: &str, file: &str) -> Option<Step> {
    let time = row.strip_prefix("time ")?.split_whitespace().next()?.parse().ok()?;
    let (_, behind) = row.split_once(&format!("{file}:"))?;
    let (line, text) = behind.split_once(' ')?;
    Some((time, line.parse().ok()?, text.to_string()))
}

/// What stands in the brackets of the first subscript.
fn subscript(source: &str) -> Option<&str> {
    let is_subscript = |at: &usize| source[..*at].ends_with(|c: char| c.is_alphanumeric() || c == '_' || c == ')');
    let begin = source.match_indices('[').map(|(at, _)| at).find(is_subscript)? + 1;
    source[begin..].split_once(']').map(|(key, _)| key)
}

/// The names in front of values: `a = 1, b.c = [2, 3]`.
fn names_of_values(values: &str) -> Vec<String> {
    let is_name = |text: &str| {
        text.chars().next().is_some_and(char::is_alphabetic)
            && text.chars().all(|c| c.is_alphanumeric() || c == '_' || c == '.')
    };
    let parts = values.split(", ").filter_map(|part| part.split_once(" = "));
    parts.map(|(name, _)| name.to_string()).filter(|name| is_name(name)).collect()
}

/// The names in a piece of source, without words of the language and functions that are called.
fn names(source: &str) -> Vec<String> {
    const WORDS: [&str; 14] =
        ["if", "elif", "while", "for", "in", "not", "and", "or", "return", "is", "None", "True", "False", "except"];
    let in_name = |c: char| c.is_alphanumeric() || c == '_' || c == '.';
    let mut found = Vec::new();
    let mut rest = source;
    while let Some(begin) = rest.find(|c: char| c.is_alphabetic() || c == '_') {
        rest = &rest[begin..];
        let end = rest.find(|c| !in_name(c)).unwrap_or(rest.len());
        let (name, behind) = rest.split_at(end);
        if !WORDS.contains(&name) && !behind.starts_with('(') && !found.iter().any(|known| known == name) {
            found.push(name.to_string());
        }
        rest = behind;
    }
    found
}
