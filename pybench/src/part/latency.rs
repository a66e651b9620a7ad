//! The time that going back takes: every mode on the same run, from the same times.

use std::collections::BTreeMap;
use std::time::Duration;

use crate::report::plot::Chart;
use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::session::Session;

const MODES: [&str; 3] = ["tdb", "hybrid", "odb"];

/// Returns the debuggers to be measured.
pub(crate) fn modes(bench: &Bench<'_>) -> Vec<&'static str> {
    let wanted = &bench.arguments.configurations;
    let is_wanted = |name: &&str| wanted.is_empty() || wanted.iter().any(|w| w == name);
    MODES.into_iter().filter(is_wanted).collect()
}

/// The parts of the run at which motions begin.
const PLACES: [f64; 5] = [0.1, 0.25, 0.5, 0.75, 0.95];
/// Times around each of these places.
const TRIES: u64 = 5;
/// A time beyond the end of the run.
pub(crate) const END: &str = "goto 1000000000000000";
/// The line of the program that is passed once in about a million events.
const PASSED: &str = "done += sum(evens(60_000))";
/// The line that is never passed.
const NEVER: &str = "print(\"never\")";

const TEXT: &str = "A run is carried to its end; then a time is gone to and the motion made from there. Times are from \
typing the command to the next prompt, through pipes: median, and the longest in brackets. `tdb` runs again from the \
start, `hybrid` from the nearest checkpoint, `odb` undoes what it logged. `rcontinue` through all of the run looks \
for a breakpoint that was never hit; what it finds out is remembered, so that asking again is another matter.";

/// Seconds by (command, place), for one mode.
type Latencies = BTreeMap<(&'static str, usize), Vec<f64>>;

/// The figures of one mode.
struct Mode {
    name: &'static str,
    latencies: Latencies,
    /// Seconds of a search through the whole run: the first time, and repeated.
    searches: [f64; 2],
    events: u64,
    forward: Duration,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("Going back", TEXT);
    let mut modes = Vec::new();
    for name in self::modes(bench) {
        match measure(bench, name) {
            Ok(mode) => {
                record(bench, &mode);
                modes.push(mode);
            }
            Err(why) => section.problems.push(format!("going back, {name}: {why}")),
        }
    }
    section.table("The run that is travelled through:", runs(&modes));
    section.table("", motions(&modes));
    section.charts.push(chart(&modes));
    section
}

fn measure(bench: &Bench<'_>, name: &'static str) -> Result<Mode, String> {
    let path = bench.arguments.root().join("travel.py");
    let lines = std::fs::read_to_string(&path).map_err(|e| format!("{}: {e}", path.display()))?;
    let line = |what: &str| lines.lines().position(|l| l.contains(what)).map(|at| at + 1);
    let (passed, never) = line(PASSED).zip(line(NEVER)).ok_or("travel.py has changed")?;
    let size = bench.arguments.travel.to_string();
    let words = [&bench.field.ttd, "-m", name, &path.display().to_string(), &size].map(String::from);
    let (mut session, start) = Session::start(&words, bench.limit())?;
    let (_, driven) = session.ask(END)?;
    let events = session.time.0;
    let searches = search(&mut session, never)?;
    session.ask(&format!("b {passed}"))?;
    let mut random = 0x9E37_79B9_7F4A_7C15;
    let mut latencies = Latencies::new();
    for _ in 0..TRIES {
        for (place, share) in PLACES.iter().enumerate() {
            let jitter = (next(&mut random) % (events / 50).max(1)) as f64;
            let time = ((events as f64 * share + jitter) as u64).min(events);
            motions_from(&mut session, time, |command, took| {
                let all = latencies.entry((command, place)).or_default();
                all.push(took.as_secs_f64());
            })?;
        }
    }
    Ok(Mode { name, latencies, searches, events, forward: start + driven })
}

/// Searches back through the whole run for a line that was never passed, twice: the second time from what is cached.
fn search(session: &mut Session, never: usize) -> Result<[f64; 2], String> {
    session.ask(&format!("b {never}"))?;
    let mut seconds = [0.0; 2];
    for one in &mut seconds {
        session.ask(END)?;
        *one = session.ask("rcontinue")?.1.as_secs_f64();
        if session.time.0 != 0 {
            return Err("a search for a line that is never passed ended before the start".to_owned());
        }
    }
    session.ask("clear 1")?;
    Ok(seconds)
}

/// Makes all motions from one time, with the breakpoint enabled for the one that needs it.
fn motions_from(session: &mut Session, time: u64, mut took: impl FnMut(&'static str, Duration)) -> Result<(), String> {
    session.ask("disable 2")?;
    for command in ["rstep", "rnext", "rreturn"] {
        let (_, went) = session.ask(&format!("goto {time}"))?;
        // After the first motion the debugger is near already; only the first measures the distance.
        if command == "rstep" {
            took("goto", went);
        }
        took(command, session.ask(command)?.1);
    }
    session.ask("enable 2")?;
    session.ask(&format!("goto {time}"))?;
    took("rcontinue to a breakpoint", session.ask("rcontinue")?.1);
    Ok(())
}

/// Returns the next number of a fixed pseudo-random sequence, so that every mode gets the same times.
fn next(state: &mut u64) -> u64 {
    *state ^= *state << 13;
    *state ^= *state >> 7;
    *state ^= *state << 17;
    *state
}

fn record(bench: &mut Bench<'_>, mode: &Mode) {
    for ((command, place), all) in &mode.latencies {
        let row = format!("{command} from {:.0} %", PLACES[*place] * 100.0);
        for seconds in all {
            bench.journal.figure("latency", &row, mode.name, *seconds, "s");
        }
    }
    for (seconds, which) in mode.searches.iter().zip(["first", "again"]) {
        let row = format!("rcontinue through everything, {which}");
        bench.journal.figure("latency", &row, mode.name, *seconds, "s");
    }
}

fn runs(modes: &[Mode]) -> Table {
    let search = "rcontinue through all of it";
    let heads = ["mode", "events", "forward", search, "a second", "again"];
    let mut table = Table::new(heads);
    for mode in modes {
        let [first, again] = mode.searches;
        table.row([
            mode.name.to_owned(),
            mode.events.to_string(),
            table::seconds(mode.forward.as_secs_f64()),
            table::seconds(first),
            format!("{} events", table::count(mode.events as f64 / first)),
            table::seconds(again),
        ]);
    }
    table
}

const COMMANDS: [&str; 5] = ["goto", "rstep", "rnext", "rreturn", "rcontinue to a breakpoint"];

fn motions(modes: &[Mode]) -> Table {
    let heads = modes.iter().map(|m| m.name);
    let mut table = Table::new(["command", "from"].into_iter().chain(heads));
    for command in COMMANDS {
        for (place, share) in PLACES.iter().enumerate() {
            let cells = modes.iter().map(|m| match m.latencies.get(&(command, place)) {
                Some(all) => middle_and_most(all),
                None => NOTHING.to_owned(),
            });
            let from = format!("{:.0} %", share * 100.0);
            table.row([command.to_owned(), from].into_iter().chain(cells));
        }
    }
    table
}

fn middle_and_most(all: &[f64]) -> String {
    let summary = stats::Summary::of(all);
    summary.map_or(NOTHING.to_owned(), |s| format!("{} ({})", table::seconds(s.median), table::seconds(s.high)))
}

/// Makes the chart of `rstep` by where it begins, in milliseconds.
fn chart(modes: &[Mode]) -> Chart {
    let rows = PLACES.iter().map(|s| format!("{:.0} %", s * 100.0));
    let series = modes.iter().map(|m| {
        let of = |place| stats::Summary::of(m.latencies.get(&("rstep", place))?);
        let all = (0..PLACES.len()).map(|p| of(p).map(|s| s.median * 1e3));
        (m.name.to_owned(), all.collect())
    });
    Chart {
        name: "latency".to_owned(),
        title: "rstep: milliseconds by where in the run it begins".to_owned(),
        ratios: false,
        rows: rows.collect(),
        series: series.collect(),
    }
}
