//! The tests with the names of the historical pybench and the cost of counting on each, as in the thesis.

use std::collections::BTreeMap;

use crate::report::plot::Chart;
use crate::report::published::COUNTING;
use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::{NOTHING, Table};
use crate::run::configuration::Configuration;
use crate::run::programs::Program;

const TEXT: &str = "Small tests, each around one thing, under the names of the historical pybench (the names are \
facts, the code is ours). `plain` is relative to CPython; `counting` is relative to plain, and `settrace`, a counter \
in Python, to the CPython that it runs on.";

/// A comparison: a head, a configuration, and the one it is relative to.
type Comparison = (String, String, String);

/// Seconds by (test, configuration), one figure per round.
type Figures = BTreeMap<(String, String), Vec<Option<f64>>>;

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Section {
    let mut section = Section::new("The historical tests, and counting", TEXT);
    let baseline = bench.field.baseline().name.clone();
    let wanted = ["plain", "counting", "settrace"];
    let field = bench.field;
    let those = |c: &&Configuration| c.name == baseline || wanted.contains(&c.name.as_str());
    let configurations: Vec<_> = field.all.iter().filter(those).collect();
    let (order, figures) = measure(bench, &configurations, &mut section.problems);
    let comparisons: Vec<Comparison> = vec![
        ("plain / CPython".to_owned(), "plain".to_owned(), baseline.clone()),
        ("counting / plain".to_owned(), "counting".to_owned(), "plain".to_owned()),
        ("settrace / CPython".to_owned(), "settrace".to_owned(), baseline),
    ];
    section.table("", tests(&order, &figures, &comparisons));
    section.table(
        "What counting costs over all of these tests, beside what was published for the historical ones:",
        costs(&order, &figures, &comparisons[1..]),
    );
    let values = |c: &Comparison| {
        let all = order.iter().map(|t| summary(&figures, t, c).map(|s| s.median));
        (c.0.clone(), all.collect())
    };
    section.charts.push(Chart {
        name: "historical".to_owned(),
        title: "The historical tests".to_owned(),
        ratios: true,
        rows: order.clone(),
        series: comparisons.iter().take(2).map(values).collect(),
    });
    section
}

fn measure(bench: &mut Bench<'_>, all: &[&Configuration], problems: &mut Vec<String>) -> (Vec<String>, Figures) {
    let program = Program::at(&bench.arguments.root().join("historical").join("run.py"));
    let mut order = Vec::new();
    let mut figures = Figures::new();
    let mut failed: Vec<String> = Vec::new();
    for round in 0..bench.arguments.rounds() {
        for place in 0..all.len() {
            let how = all[(place + round) % all.len()];
            if failed.contains(&how.name) {
                continue;
            }
            match once(bench, &program, how) {
                Ok(times) => {
                    for (test, seconds) in times {
                        bench.journal.figure("historical", &test, &how.name, seconds, "s");
                        if !order.contains(&test) {
                            order.push(test.clone());
                        }
                        let series = figures.entry((test, how.name.clone())).or_default();
                        series.resize(round, None);
                        series.push(Some(seconds));
                    }
                }
                Err(why) => {
                    bench.journal.problem("historical", &program, how, &why);
                    problems.push(format!("the historical tests, {}: {why}", how.name));
                    failed.push(how.name.clone());
                }
            }
        }
    }
    (order, figures)
}

/// Runs all tests once and returns the seconds of each.
fn once(bench: &Bench<'_>, program: &Program, how: &Configuration) -> Result<Vec<(String, f64)>, String> {
    how.version.clone()?;
    let done = how.run(program, bench.arguments.scale(), bench.limit());
    let done = done.map_err(|failure| failure.to_string())?;
    if !done.status.success() {
        let last = done.stderr.trim().lines().last().unwrap_or_default();
        return Err(format!("{}: {last}", done.status));
    }
    let test = |line: &str| {
        let (name, seconds) = line.strip_prefix("test ")?.split_once(": ")?;
        Some((name.to_owned(), seconds.parse().ok()?))
    };
    let times: Vec<_> = done.stdout.lines().filter_map(test).collect();
    match times.is_empty() {
        true => Err("printed no times".to_owned()),
        false => Ok(times),
    }
}

fn rounds(figures: &Figures, test: &str, (_, over, under): &Comparison) -> Vec<Option<f64>> {
    let of = |name: &String| figures.get(&(test.to_owned(), name.clone()));
    match (of(over), of(under)) {
        (Some(over), Some(under)) => stats::ratios(over, under),
        _ => Vec::new(),
    }
}

fn summary(figures: &Figures, test: &str, comparison: &Comparison) -> Option<Summary> {
    Summary::of(&stats::known(&rounds(figures, test, comparison)))
}

fn tests(order: &[String], figures: &Figures, comparisons: &[Comparison]) -> Table {
    let heads = comparisons.iter().map(|c| c.0.as_str());
    let mut table = Table::new(std::iter::once("test").chain(heads));
    for test in order {
        let cells = comparisons.iter().map(|c| table::spread(summary(figures, test, c)));
        table.row(std::iter::once(test.clone()).chain(cells));
    }
    let means = comparisons.iter().map(|c| {
        let all: Vec<_> = order.iter().map(|t| rounds(figures, t, c)).collect();
        table::spread(stats::mean_of_rounds(&all))
    });
    table.row(std::iter::once("geometric mean".to_owned()).chain(means));
    table
}

/// Returns mean and worst cost of the counters; the mean is arithmetic, as the thesis gives it.
fn costs(order: &[String], figures: &Figures, comparisons: &[Comparison]) -> Table {
    let mut table = Table::new(["counter", "on average", "at worst", "worst test"]);
    for comparison in comparisons {
        let of = |t: &String| Some((t.clone(), summary(figures, t, comparison)?.median));
        let all: Vec<(String, f64)> = order.iter().filter_map(of).collect();
        let worst = all.iter().max_by(|a, b| a.1.total_cmp(&b.1));
        let mean = all.iter().map(|x| x.1).sum::<f64>() / all.len() as f64;
        let (most, name) =
            worst.map_or((NOTHING.to_owned(), NOTHING.to_owned()), |(name, x)| (table::ratio(*x), name.clone()));
        let mean = if all.is_empty() { NOTHING.to_owned() } else { table::ratio(mean) };
        table.row([comparison.0.clone(), mean, most, name]);
    }
    for (name, mean, worst) in COUNTING {
        let worst_test = if name.contains("thesis") { "TryExcept" } else { NOTHING };
        table.row([format!("published: {name}"), table::ratio(mean), table::ratio(worst), worst_test.to_owned()]);
    }
    table
}
