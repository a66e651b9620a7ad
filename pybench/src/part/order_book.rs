//! What a user asks of a long run and waits for: the questions of a debugging session, each with the time that it may
//! take.

use std::thread;
use std::time::{Duration, Instant};

use crate::part::latency;
use crate::part::latency::END;
use crate::report::section::Bench;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::session::Session;

/// The line before which the run stands when it is questioned: near its end, in the frame of its main loop.
const PRESENT: &str = "print(i, marker";
/// Events per order, as the program has it.
const EVENTS: f64 = 35.6;
/// How long a question runs before it is interrupted.
const RUNNING: Duration = Duration::from_millis(300);

/// The answer of a question that was interrupted.
const INTERRUPTED: &str = "Interrupted";

/// The modes, in the order of the aims.
const MODES: [&str; 3] = ["tdb", "hybrid", "odb"];

/// Where a question is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum From {
    /// Near the start of the run.
    Start,
    /// At its end.
    End,
}

/// A question, where it is asked, what the answer contains, and the seconds that it may take in each mode.
struct Question {
    /// Typed before it, and not measured.
    first: &'static str,
    text: &'static str,
    from: From,
    answer: &'static str,
    aims: [f64; 3],
}

const fn question(text: &'static str, from: From, answer: &'static str, aims: [f64; 3]) -> Question {
    Question { first: "", text, from, answer, aims }
}

/// `LATE` and `EARLY` stand for numbers of orders.
const QUESTIONS: [Question; 12] = [
    question("last book.traded", From::End, "self.traded += taken", [1.0, 0.1, 0.1]),
    question("history marker", From::End, "after", [1.0; 3]),
    Question { first: "watch book.best", ..question("rc", From::End, "book.best = ", [1.0, 1.0, 0.1]) },
    question("calls prune", From::End, "has not been called", [0.5; 3]),
    question("calls match", From::End, "match(self=", [1.5; 3]),
    question("find func == 'match' and order.oid == LATE", From::Start, "match()", [1.5; 3]),
    question("rfind func == 'match' and order.oid == EARLY", From::End, "match()", [1.5; 3]),
    question("tree", From::End, "frames are not shown", [0.5; 3]),
    question("frames", From::End, "match()", [0.5; 3]),
    question("eval i", From::End, "later values", [0.5; 3]),
    question("^find str(order.oid) == 'x'", From::Start, INTERRUPTED, [0.2; 3]),
    question("^rfind func == 'match' and str(order.oid) == 'x'", From::End, INTERRUPTED, [0.2; 3]),
];

/// The seconds of one mode, by question, and what went wrong.
struct Answers {
    mode: &'static str,
    events: u64,
    seconds: Vec<Option<f64>>,
    problems: Vec<String>,
}

/// Measures; returns a caption, the table, and what went wrong.
pub(crate) fn run(bench: &mut Bench<'_>) -> (String, Table, Vec<String>) {
    let mut all = Vec::new();
    let mut problems = Vec::new();
    for mode in latency::modes(bench) {
        match ask_all(bench, mode) {
            Ok(answers) => all.push(answers),
            Err(why) => problems.push(format!("order book, {mode}: {why}")),
        }
    }
    for answers in &mut all {
        for (question, seconds) in QUESTIONS.iter().zip(&answers.seconds) {
            if let Some(seconds) = seconds {
                bench.journal.figure("questions", &label(question), answers.mode, *seconds, "s");
            }
        }
        problems.append(&mut answers.problems);
    }
    let events = all.iter().map(|answers| answers.events).max().unwrap_or(0);
    let caption = format!(
        "Questions to the run of an order book, {events} events, and in brackets the seconds that the answer may take \
         (`^`: interrupted by Ctrl-C; from there to the prompt):"
    );
    (caption, table(&all), problems)
}

fn ask_all(bench: &Bench<'_>, mode: &'static str) -> Result<Answers, String> {
    let path = bench.arguments.root().join("order_book.py");
    let text = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let line = text.lines().position(|line| line.contains(PRESENT)).ok_or("order_book.py has changed")? + 1;
    let millions = bench.arguments.book;
    let words = [&bench.field.ttd, "-m", mode, &path.display().to_string(), &millions.to_string()];
    let (mut session, _) = Session::start(&words.map(String::from), bench.limit())?;
    session.ask(&format!("b {line}"))?;
    // In odb the program has run already.
    session.ask(END)?;
    session.ask("rc")?;
    let present = session.time.0;
    session.ask("clear 1")?;
    let orders = (millions * 1e6 / EVENTS) as u64;
    let mut answers = Answers { mode, events: session.time.1, seconds: Vec::new(), problems: Vec::new() };
    for question in &QUESTIONS {
        let from = if question.from == From::End { present } else { 300.min(present) };
        session.ask(&format!("goto {from}"))?;
        if !question.first.is_empty() {
            session.ask(question.first)?;
        }
        let (answer, seconds) = put(&mut session, question, orders)?;
        // A short run is searched before it can be interrupted.
        let right = answer.contains(question.answer) || question.answer == INTERRUPTED && answer.contains("No event");
        if !right {
            let start: String = answer.trim().chars().take(120).collect();
            answers.problems.push(format!("order book, {mode}: {}: {start}", label(question)));
        }
        answers.seconds.push(right.then_some(seconds));
        if !question.first.is_empty() {
            session.ask("unwatch 1")?;
        }
    }
    Ok(answers)
}

/// Asks a question; returns the answer and the seconds that it took, or those after Ctrl-C.
fn put(session: &mut Session, question: &Question, orders: u64) -> Result<(String, f64), String> {
    let late = orders.saturating_sub(5).to_string();
    let text = question.text.replace("LATE", &late).replace("EARLY", "5");
    let Some(text) = text.strip_prefix('^') else {
        let (answer, took) = session.ask(&text)?;
        return Ok((answer, took.as_secs_f64()));
    };
    session.send(text)?;
    thread::sleep(RUNNING);
    let started = Instant::now();
    session.interrupt()?;
    let answer = session.answer()?;
    Ok((answer, started.elapsed().as_secs_f64()))
}

fn label(question: &Question) -> String {
    match question.first {
        "" => question.text.to_owned(),
        first => format!("{first}, {}", question.text),
    }
}

fn table(all: &[Answers]) -> Table {
    let heads = all.iter().map(|answers| answers.mode.to_owned());
    let mut table = Table::new(std::iter::once("question".to_owned()).chain(heads));
    for (at, question) in QUESTIONS.iter().enumerate() {
        let cell = |answers: &Answers| {
            let aim = MODES.iter().position(|mode| *mode == answers.mode).map_or(0.0, |mode| question.aims[mode]);
            match answers.seconds[at] {
                None => NOTHING.to_owned(),
                Some(seconds) if seconds > aim => format!("**{}** ({aim})", table::seconds(seconds)),
                Some(seconds) => format!("{} ({aim})", table::seconds(seconds)),
            }
        };
        table.row(std::iter::once(format!("`{}`", label(question))).chain(all.iter().map(cell)));
    }
    table
}
