//! The time of queries over the whole history, in every mode on the same run, and of going across a long run.

use std::time::Duration;

use crate::part::latency;
use crate::part::latency::END;
use crate::part::order_book;
use crate::report::section::{Bench, Section};
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::session::Session;

/// An event in the function called from the frame of the queried variable.
const INSIDE: &str = "goto 100";
/// Values of the variable.
const VALUES: u64 = 1_000_000;
/// Queries, each made at an event near the start; those of the second kind have a result for every value.
const QUESTIONS: [(&str, bool); 6] = [
    ("find func == 'nobody'", false),
    ("find func == 'step' and args[1] == -1", false),
    ("find kind == 'return' and retval == 7", false),
    ("find 'limit' in writes", false),
    ("find 'nothing' in writes", false),
    ("history total", true),
];
/// Crossings of the long run.
const CROSSINGS: usize = 5;
/// The length of the long run relative to the one of `part/latency.rs`.
const LONGER: u32 = 4;

const TEXT: &str = "A run in which one variable has a million values is carried to its end, and questions are asked \
near its start. None of the events that `find` looks for is there, so it goes through all of them. `tdb` and `hybrid` \
run again what they are asked about; `odb` reads its log. Beside that, an odb session that goes across a run of 100 \
million events (with `--travel 24`), from near its start to near its end and back; and the questions of a debugging \
session to a run of 50 million events (with `--book 50`).";

/// The figures of one mode.
struct Mode {
    name: &'static str,
    events: u64,
    seconds: Vec<f64>,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("Questions", TEXT);
    let mut modes = Vec::new();
    for name in latency::modes(bench) {
        match ask(bench, name) {
            Ok(mode) => {
                for ((question, _), seconds) in QUESTIONS.iter().zip(&mode.seconds) {
                    let journal = &mut bench.journal;
                    journal.figure("questions", question, name, *seconds, "s");
                }
                modes.push(mode);
            }
            Err(why) => section.problems.push(format!("questions, {name}: {why}")),
        }
    }
    section.table("", answers(&modes));
    if modes.iter().any(|mode| mode.name == "odb") {
        match cross(bench) {
            Ok((events, crossings)) => {
                section.table(format!("Across {events} events in odb:"), ways(bench, &crossings))
            }
            Err(why) => section.problems.push(format!("questions, across: {why}")),
        }
    }
    let (caption, table, problems) = order_book::run(bench);
    section.table(caption, table);
    section.problems.extend(problems);
    section
}

fn start(bench: &Bench<'_>, mode: &str, program: &str, size: u64) -> Result<Session, String> {
    let path = bench.arguments.root().join(program);
    let words = [&bench.field.ttd, "-m", mode, &path.display().to_string(), &size.to_string()];
    Ok(Session::start(&words.map(String::from), bench.limit())?.0)
}

fn ask(bench: &Bench<'_>, name: &'static str) -> Result<Mode, String> {
    let mut session = start(bench, name, "questions.py", VALUES)?;
    session.ask(END)?;
    let events = session.time.0;
    let mut seconds = Vec::new();
    for (question, gives) in QUESTIONS {
        session.ask(INSIDE)?;
        session.ask("rreturn")?;
        let (answer, took) = session.ask(question)?;
        let expected = match gives {
            true => " -> ",
            false => "No event after this one matches",
        };
        if !answer.contains(expected) {
            return Err(format!("{question}: {}", answer.trim()));
        }
        seconds.push(took.as_secs_f64());
    }
    Ok(Mode { name, events, seconds })
}

/// Returns the number of events of the long run and the times of going to its end and back, alternating.
fn cross(bench: &Bench<'_>) -> Result<(u64, Vec<[Duration; 2]>), String> {
    let size = bench.arguments.travel * LONGER;
    let mut session = start(bench, "odb", "travel.py", size.into())?;
    session.ask(END)?;
    let events = session.time.0;
    let mut crossings = Vec::new();
    for n in 0..CROSSINGS as u64 {
        let near = 1000 * (n + 1);
        session.ask(&format!("goto {near}"))?;
        let there = session.ask(&format!("goto {}", events - near))?.1;
        let back = session.ask(&format!("goto {near}"))?.1;
        crossings.push([there, back]);
    }
    Ok((events, crossings))
}

fn answers(modes: &[Mode]) -> Table {
    let heads = modes.iter().map(|mode| mode.name);
    let mut table = Table::new(["question"].into_iter().chain(heads).chain(["odb, an event"]));
    for (at, (question, _)) in QUESTIONS.iter().enumerate() {
        let cells = modes.iter().map(|mode| table::seconds(mode.seconds[at]));
        let odb = modes.iter().find(|mode| mode.name == "odb");
        let each =
            odb.map_or(NOTHING.to_owned(), |mode| format!("{:.0} ns", mode.seconds[at] * 1e9 / mode.events as f64));
        let question = format!("`{question}`");
        table.row([question].into_iter().chain(cells).chain([each]));
    }
    table
}

fn ways(bench: &mut Bench<'_>, crossings: &[[Duration; 2]]) -> Table {
    let mut table = Table::new(["way", "the first time", "then, at most"]);
    for (at, way) in ["to the end", "back to the start"].iter().enumerate() {
        let all = crossings.iter().map(|ways| ways[at].as_secs_f64());
        let later = all.clone().skip(1).fold(0.0, f64::max);
        let first = all.clone().next().unwrap_or(0.0);
        for seconds in all {
            let journal = &mut bench.journal;
            journal.figure("questions", &format!("goto {way}"), "odb", seconds, "s");
        }
        table.row([(*way).to_owned(), table::seconds(first), table::seconds(later)]);
    }
    table
}
