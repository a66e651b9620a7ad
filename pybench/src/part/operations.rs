//! Small operations of language and library, each beside CPython, those that are slowest compared with it first.

use std::collections::BTreeMap;

use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::Table;
use crate::run::configuration::Configuration;
use crate::run::programs::Program;

const TEXT: &str = "Small operations of language and library, a line each in `operations/operations.txt`, relative to \
CPython; processor time, the least of three measurements in a run. The slowest come first.";

/// How many of the slowest are listed for each configuration.
const TAIL: usize = 40;

/// Nanoseconds by (operation, configuration), one figure per round.
type Figures = BTreeMap<(String, String), Vec<Option<f64>>>;

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("Operations", TEXT);
    let baseline = bench.field.baseline().name.clone();
    let wanted = |c: &&Configuration| ["plain", "odb"].contains(&c.name.as_str()) || c.name.contains("CPython");
    let field = bench.field;
    let all: Vec<_> = field.all.iter().filter(|c| c.name == baseline || wanted(c)).collect();
    let figures = measure(bench, &all, &mut section.problems);
    let mut summary = Table::new(["configuration", "operations", "geometric mean", "above 2", "above 6", "worst"]);
    let mut tails = Vec::new();
    for how in all.iter().filter(|c| c.name != baseline) {
        let ratios = ratios(&figures, &how.name, &baseline);
        let over = |bound: f64| ratios.iter().filter(|r| r.1.median > bound).count().to_string();
        let medians: Vec<f64> = ratios.iter().map(|r| r.1.median).collect();
        let worst =
            ratios.first().map_or(table::NOTHING.to_owned(), |r| format!("{} ({})", table::ratio(r.1.median), r.0));
        let mean = stats::geometric_mean(&medians).map_or(table::NOTHING.to_owned(), table::ratio);
        summary.row([how.name.clone(), ratios.len().to_string(), mean, over(2.0), over(6.0), worst]);
        let mut tail = Table::new(["operation", "ratio"]);
        for (name, ratio) in ratios.into_iter().take(TAIL) {
            tail.row([name, table::spread(Some(ratio))]);
        }
        tails.push((format!("The slowest of {}:", how.name), tail));
    }
    for (caption, tail) in tails {
        section.table(caption, tail);
    }
    section.table("All of them:", summary);
    section
}

fn measure(bench: &mut Bench<'_>, all: &[&Configuration], problems: &mut Vec<String>) -> Figures {
    let program = Program::at(&bench.arguments.root().join("operations").join("run.py"));
    let mut figures = Figures::new();
    for round in 0..bench.arguments.rounds() {
        for place in 0..all.len() {
            let how = all[(place + round) % all.len()];
            match once(bench, &program, how) {
                Ok(times) => {
                    for (name, nanoseconds) in times {
                        bench.journal.figure("operations", &name, &how.name, nanoseconds, "ns");
                        let series = figures.entry((name, how.name.clone())).or_default();
                        series.resize(round, None);
                        series.push(Some(nanoseconds));
                    }
                }
                Err(why) => {
                    bench.journal.problem("operations", &program, how, &why);
                    problems.push(format!("operations, {}: {why}", how.name));
                }
            }
        }
    }
    figures
}

/// Runs all operations once and returns the nanoseconds of each.
fn once(bench: &Bench<'_>, program: &Program, how: &Configuration) -> Result<Vec<(String, f64)>, String> {
    how.version.clone()?;
    let done = how.run(program, bench.arguments.scale(), bench.limit());
    let done = done.map_err(|failure| failure.to_string())?;
    let operation = |line: &str| {
        let (name, nanoseconds) = line.strip_prefix("operation ")?.rsplit_once(": ")?;
        Some((name.to_owned(), nanoseconds.parse().ok()?))
    };
    let times: Vec<_> = done.stdout.lines().filter_map(operation).collect();
    match times.is_empty() {
        true => Err(done.stderr.trim().lines().last().unwrap_or("printed no times").to_owned()),
        false => Ok(times),
    }
}

/// The operations with their ratios, the greatest first.
fn ratios(figures: &Figures, over: &str, under: &str) -> Vec<(String, Summary)> {
    let mut all: Vec<(String, Summary)> = Vec::new();
    for ((name, how), series) in figures.iter().filter(|((_, how), _)| how == over) {
        debug_assert_eq!(how, over);
        let Some(base) = figures.get(&(name.clone(), under.to_owned())) else { continue };
        if let Some(summary) = Summary::of(&stats::known(&stats::ratios(series, base))) {
            all.push((name.clone(), summary));
        }
    }
    all.sort_by(|a, b| b.1.median.total_cmp(&a.1.median));
    all
}
