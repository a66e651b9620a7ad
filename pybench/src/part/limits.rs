//! The length of a run that a log can hold: events and frames in a given memory, extrapolated to the thesis's heap.

use crate::report::published::LIMITS;
use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::process;
use crate::run::process::Invocation;

/// The programs: as many events as possible in one frame, and as many frames as possible.
const PROGRAMS: [&str; 2] = ["one_frame", "many_frames"];
/// Memory that is extrapolated to, in bytes: the thesis's aim and its heap.
const BEYOND: [f64; 2] = [2e9, 4e9];
/// No run is made longer than this many rounds of its program.
const MOST_ROUNDS: u64 = 1 << 31;

const TEXT: &str = "The log of `odb` is limited to so much memory, and the program runs until the log is full; what it \
then holds is counted. Figures for more memory than was tried are extrapolated along the line through those that were \
measured, and marked with ≈.";

/// The contents of a full log.
struct Held {
    memory: f64,
    events: f64,
    frames: f64,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("How much the log holds", TEXT);
    let mut table = Table::new(["program", "memory", "events", "frames", "bytes an event"]);
    for name in PROGRAMS {
        let mut all = Vec::new();
        let mut rounds = 1 << 18;
        for megabytes in bench.arguments.limits.clone() {
            match fill(bench, name, megabytes, &mut rounds) {
                Ok(held) => {
                    let row = format!("{name}, {megabytes} MB");
                    bench.journal.figure("limits", &row, "events", held.events, "events");
                    bench.journal.figure("limits", &row, "frames", held.frames, "frames");
                    table.row(line(name, "", &held));
                    all.push(held);
                }
                Err(why) => {
                    let dash = NOTHING.to_owned();
                    table.row([
                        name.to_owned(),
                        format!("{megabytes} MB"),
                        "**failed**".to_owned(),
                        dash.clone(),
                        dash,
                    ]);
                    section.problems.push(format!("{name}, {megabytes} MB: {why}"));
                }
            }
        }
        for memory in BEYOND {
            if let Some(held) = extrapolate(&all, memory) {
                table.row(line(name, "≈ ", &held));
            }
        }
    }
    let (one, many, frames) = LIMITS;
    let dash = || NOTHING.to_owned();
    table.row(["published: one frame".to_owned(), "4 GB".to_owned(), format!("{one} million"), "1".to_owned(), dash()]);
    let frames = format!("{frames} million");
    table.row(["published: many frames".to_owned(), "4 GB".to_owned(), format!("{many} million"), frames, dash()]);
    section.table("", table);
    section
}

fn line(name: &str, sign: &str, held: &Held) -> [String; 5] {
    [
        name.to_owned(),
        table::bytes(held.memory),
        format!("{sign}{}", table::count(held.events)),
        format!("{sign}{}", table::count(held.frames)),
        format!("{sign}{:.1}", held.memory / held.events),
    ]
}

/// Runs the program with ever more rounds until it fills the log.
fn fill(bench: &Bench<'_>, name: &str, megabytes: u32, rounds: &mut u64) -> Result<Held, String> {
    loop {
        match once(bench, name, megabytes, *rounds)? {
            Some(held) => return Ok(held),
            None if *rounds >= MOST_ROUNDS => return Err("the log does not fill".to_owned()),
            None => *rounds *= 2,
        }
    }
}

/// Returns what the log holds after `rounds`, or `None` if it is not full.
fn once(bench: &Bench<'_>, name: &str, megabytes: u32, rounds: u64) -> Result<Option<Held>, String> {
    let path = bench.arguments.root().join("limits").join(format!("{name}.py"));
    let (memory, rounds) = (format!("{megabytes}M"), rounds.to_string());
    let path = path.display().to_string();
    let words = [&bench.field.ttd, "-m", "odb", "--live", "--memory", &memory, &path, &rounds];
    let invocation =
        Invocation { words: words.map(String::from).to_vec(), stdin: "goto 1000000000000000\nwhen\nq\n".to_owned() };
    let done = process::run(&invocation, bench.limit()).map_err(|f| f.to_string())?;
    if !done.status.success() {
        return Err(format!("{}: {}", done.status, done.stderr.trim()));
    }
    let text = format!("{}{}", done.stdout, done.stderr);
    let after = |what: &str| text.lines().rev().find_map(|l| Some(l.split_once(what)?.1));
    let number = |text: &str| text.split(|c: char| !c.is_ascii_digit()).next()?.parse::<f64>().ok();
    let frames = after("frames: ").and_then(number).ok_or("the program did not end")?;
    let end = after("(99%)").and(after(" of ")).and_then(number);
    let end = end.ok_or("the debugger does not say how many events there were")?;
    let Some(first) = after("The log is full: the events before ").and_then(number) else {
        return Ok(None);
    };
    let events = end - first;
    Ok(Some(Held {
        memory: f64::from(megabytes) * 1024.0 * 1024.0,
        events,
        // Frames are spread evenly over events, so the share of frames held is that of the events.
        frames: (frames * events / end).max(1.0),
    }))
}

/// Extrapolates linearly to this much memory.
fn extrapolate(measured: &[Held], memory: f64) -> Option<Held> {
    let along = |of: fn(&Held) -> f64| {
        let points: Vec<_> = measured.iter().map(|h| (h.memory, of(h))).collect();
        stats::line_through(&points).map(|(start, rise)| start + rise * memory)
    };
    Some(Held { memory, events: along(|h| h.events)?, frames: along(|h| h.frames)?.max(1.0) })
}
