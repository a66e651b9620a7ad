//! The cost of starting: an empty program, and one with common imports.

use std::collections::BTreeMap;

use crate::report::section::{Bench, Section};
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::configuration::{Configuration, Role};
use crate::run::programs::Program;

/// Runs are short, so there are many of them.
const TIMES_THE_ROUNDS: usize = 4;
const PROGRAMS: [&str; 2] = ["empty", "imports"];

const TEXT: &str = "From starting the process until it is gone, and the most memory that was resident. `empty` does \
nothing, `imports` imports modules of the standard library that many programs use. The debuggers go to the end of the \
program.";

/// Seconds and bytes of the runs of one program under one configuration.
#[derive(Default)]
struct Runs {
    seconds: Vec<f64>,
    peaks: Vec<f64>,
    problem: Option<String>,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("Starting", TEXT);
    let field = bench.field;
    let asked = &bench.arguments.configurations;
    let is_wanted = |c: &&Configuration| {
        let usual = c.role.is_fast() && c.name != "counting";
        c.role == Role::Baseline || usual && (asked.is_empty() || asked.contains(&c.name))
    };
    let configurations: Vec<_> = field.all.iter().filter(is_wanted).collect();
    let heads = PROGRAMS.iter().flat_map(|p| [format!("{p}: time"), format!("{p}: memory")]);
    let mut table = Table::new(std::iter::once("what".to_owned()).chain(heads));
    let mut all: BTreeMap<(&str, &str), Runs> = BTreeMap::new();
    for _ in 0..bench.arguments.rounds() * TIMES_THE_ROUNDS {
        for name in PROGRAMS {
            let program = Program::at(&bench.arguments.root().join("start").join(format!("{name}.py")));
            for how in &configurations {
                let runs = all.entry((name, how.name.as_str())).or_default();
                once(bench, &program, how, runs);
            }
        }
    }
    for how in &configurations {
        let mut cells = vec![how.name.clone()];
        for name in PROGRAMS {
            let runs = &all[&(name, how.name.as_str())];
            if let Some(problem) = &runs.problem {
                section.problems.push(format!("starting, {name}, {}: {problem}", how.name));
            }
            cells.extend(runs.cells());
        }
        table.row(cells);
    }
    section.table("", table);
    section
}

fn once(bench: &mut Bench<'_>, program: &Program, how: &Configuration, runs: &mut Runs) {
    if runs.problem.is_some() {
        return;
    }
    let done = how.version.clone().and_then(|_| how.run(program, 1.0, bench.limit()).map_err(|f| f.to_string()));
    match done {
        Ok(done) if done.status.success() => {
            let seconds = done.wall.as_secs_f64();
            let peak = done.peak as f64;
            bench.journal.figure("start", &program.name, &how.name, seconds, "s");
            bench.journal.figure("start", &program.name, &how.name, peak, "bytes");
            runs.seconds.push(seconds);
            runs.peaks.push(peak);
        }
        Ok(done) => runs.problem = Some(done.status.to_string()),
        Err(why) => runs.problem = Some(why),
    }
}

impl Runs {
    fn cells(&self) -> [String; 2] {
        if self.problem.is_some() {
            return ["**failed**".to_owned(), NOTHING.to_owned()];
        }
        let of =
            |all: &[f64], write: fn(f64) -> String| Summary::of(all).map_or(NOTHING.to_owned(), |s| write(s.median));
        [of(&self.seconds, table::seconds), of(&self.peaks, table::bytes)]
    }
}
