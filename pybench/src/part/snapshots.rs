//! The cost of checkpoints on heaps of different sizes, ours and those made by fork().

use std::collections::BTreeMap;

use crate::report::plot::Chart;
use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::process;
use crate::run::process::Invocation;

/// Events between two checkpoints.
const EVERY: u64 = 1_000_000;
/// Steps of the program at scale 1.
const STEPS: f64 = 20_000_000.0;
/// Rows of the heap that the program works on at a time: some, and all.
const WINDOWS: [u32; 2] = [1000, 0];

/// The programs, and what their heaps are made of.
const PROGRAMS: [(&str, &str); 2] = [("heap", "many lists"), ("one_list", "one list")];

const TEXT: &str = "A program writes into a large heap (`history/`: a list of rows of 128 numbers, or one list of \
numbers), with a checkpoint every million events. `fork()` makes a child in place of a checkpoint; the newest 16 \
live. A checkpoint costs what making it takes and what the program is slower afterwards: the first write to each \
object, or to each page. `run` is relative to counting alone. `part` works in 1.3 MB of the heap at a time, `all` \
writes all over it.";

/// One run.
struct Run {
    body: f64,
    figures: BTreeMap<String, f64>,
}

/// The runs of one kind of checkpoint on one heap.
#[derive(Default)]
struct Kind {
    bodies: Vec<Option<f64>>,
    making: Vec<f64>,
    checkpoints: f64,
    history: f64,
    problem: Option<String>,
}

/// Microseconds of making one, by the kind of checkpoint, over the sizes of the heap.
type Making = Vec<(String, Vec<Option<f64>>)>;

/// A program, the megabytes of its heap, and the part that it works on at a time.
#[derive(Clone, Copy)]
struct Work {
    program: (&'static str, &'static str),
    megabytes: u32,
    window: u32,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("Checkpoints against fork()", TEXT);
    let heads = ["heap", "writes", "kind", "checkpoints", "making one", "run", "history"];
    let mut table = Table::new(heads);
    let heaps = bench.arguments.heaps.clone();
    let mut series = Making::new();
    for program in PROGRAMS {
        for window in WINDOWS {
            for &megabytes in &heaps {
                let work = Work { program, megabytes, window };
                let kinds = compare(bench, work);
                for (name, kind) in &kinds {
                    if let Some(problem) = &kind.problem {
                        section.problems.push(format!("{}, {name}: {problem}", work.name()));
                    }
                    table.row(line(work, name, kind, &kinds[0].1));
                }
                if program == PROGRAMS[0] && window != 0 {
                    add(&mut series, &kinds[1..]);
                }
            }
        }
    }
    section.table("", table);
    section.charts.push(Chart {
        name: "snapshots".to_owned(),
        title: "Microseconds to make a checkpoint, by the size of the heap".to_owned(),
        ratios: false,
        rows: heaps.iter().map(|m| format!("{m} MB")).collect(),
        series,
    });
    section
}

impl Work {
    fn writes(self) -> &'static str {
        if self.window == 0 { "all" } else { "part" }
    }

    fn name(self) -> String {
        format!("{}, {} MB, {}", self.program.1, self.megabytes, self.writes())
    }
}

/// Adds a point for every kind of checkpoint.
fn add(series: &mut Making, kinds: &[(&str, Kind)]) {
    for (name, kind) in kinds {
        let making = Summary::of(&kind.making).map(|s| s.median / 1e3);
        match series.iter_mut().find(|(n, _)| n == name) {
            Some((_, all)) => all.push(making),
            None => series.push(((*name).to_owned(), vec![making])),
        }
    }
}

/// Runs all kinds in turn; the first is the one without checkpoints.
fn compare(bench: &mut Bench<'_>, work: Work) -> Vec<(&'static str, Kind)> {
    let every = |what: &str| vec!["-X".to_owned(), format!("{what}={EVERY}")];
    let options = [
        ("counting", vec!["-X".to_owned(), "count".to_owned()]),
        ("ours", every("checkpoints")),
        ("fork", every("forks")),
    ];
    let mut kinds: Vec<(&str, Kind)> = options.iter().map(|o| (o.0, Kind::default())).collect();
    let rounds = bench.arguments.rounds().min(3);
    for round in 0..rounds {
        for place in 0..options.len() {
            let at = (place + round) % options.len();
            let kind = &mut kinds[at].1;
            if kind.problem.is_some() {
                continue;
            }
            match once(bench, &options[at].1, work) {
                Ok(run) => {
                    let row = work.name();
                    bench.journal.figure("snapshots", &row, options[at].0, run.body, "s");
                    let figure = |name: &str| run.figures.get(name).copied().unwrap_or(0.0);
                    kind.bodies.resize(round, None);
                    kind.bodies.push(Some(run.body));
                    kind.making.push(figure("median ns of a checkpoint"));
                    kind.checkpoints = figure("checkpoints");
                    kind.history = figure("history bytes");
                }
                Err(why) => kind.problem = Some(why),
            }
        }
    }
    kinds
}

fn once(bench: &Bench<'_>, options: &[String], work: Work) -> Result<Run, String> {
    let path = bench.arguments.root().join("history").join(format!("{}.py", work.program.0));
    let steps = (STEPS * bench.arguments.scale()).max(1.0) as u64;
    let mut words = vec![bench.field.ttd.clone(), "-X".to_owned(), "stats".to_owned()];
    words.extend_from_slice(options);
    words.push(path.display().to_string());
    words.extend([u64::from(work.megabytes), steps, u64::from(work.window)].map(|n| n.to_string()));
    let stdin = String::new();
    let done = process::run(&Invocation { words, stdin }, bench.limit()).map_err(|f| f.to_string())?;
    let body = done.stdout.lines().find_map(|l| l.strip_prefix("body: ")?.parse().ok());
    match body {
        Some(body) if done.status.success() => Ok(Run { body, figures: figures(&done.stderr) }),
        _ => {
            let last = done.stderr.trim().lines().last().unwrap_or_default();
            Err(format!("{}: {last}", done.status))
        }
    }
}

/// Parses the output of `-X stats`: a name and a number in each line.
fn figures(text: &str) -> BTreeMap<String, f64> {
    let pair = |line: &str| {
        let (name, value) = line.rsplit_once(' ')?;
        Some((name.to_owned(), value.parse().ok()?))
    };
    text.lines().filter_map(pair).collect()
}

fn line(work: Work, name: &str, kind: &Kind, base: &Kind) -> [String; 7] {
    let making = Summary::of(&kind.making).filter(|s| s.median > 0.0);
    let ratios = stats::known(&stats::ratios(&kind.bodies, &base.bodies));
    let dash = || NOTHING.to_owned();
    let problem = kind.problem.as_ref().map(|_| "**failed**".to_owned());
    [
        format!("{} MB, {}", work.megabytes, work.program.1),
        work.writes().to_owned(),
        name.to_owned(),
        format!("{:.0}", kind.checkpoints),
        making.map_or_else(dash, |s| table::seconds(s.median / 1e9)),
        problem.unwrap_or_else(|| table::spread(Summary::of(&ratios))),
        table::bytes(kind.history),
    ]
}
