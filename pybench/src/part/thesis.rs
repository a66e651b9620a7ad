//! The thesis's five programs under every configuration: its tables 7.1 and 7.2, with the published columns beside
//! ours.

use crate::report::plot::Chart;
use crate::report::published::{FORWARD, Published};
use crate::report::section::{Bench, Section};
use crate::report::stats;
use crate::report::table;
use crate::report::table::{Column, NOTHING, Table};
use crate::run::configuration::{Configuration, Role};
use crate::run::measure::Measured;
use crate::run::programs;
use crate::run::programs::{Program, Set};

/// The factor by which slow configurations get less work.
const PART_FOR_SLOW: f64 = 0.08;
/// The factor by which recorders get less work: a few thousand events are left.
const PART_FOR_RECORDERS: f64 = 0.0003;

const TEXT: &str = "The five programs of the thesis, in our own words. Every figure is the median over the rounds of the \
ratio of two times that were measured in the same round, with the lowest and the highest of them in brackets; less is \
faster. The debuggers are driven to the end of the program; pdb has a breakpoint on the last line, as in the thesis; \
`settrace` and `monitoring` are counters of events in Python. These three get less to do, and so does the CPython that \
they are compared with.";

/// The figures of the five.
#[derive(Debug)]
pub(crate) struct Thesis {
    /// The programs.
    pub(crate) programs: Vec<Program>,
    /// The fast configurations.
    pub(crate) fast: Measured,
}

/// Measures and reports.
pub(crate) fn run(bench: &mut Bench<'_>) -> Result<(Section, Thesis), String> {
    let programs = programs::of_set(&bench.arguments.root(), Set::Thesis)?;
    let programs = chosen(programs, &bench.arguments.programs);
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    let field = bench.field;
    let quick = bench.arguments.quick;
    let quick_enough = ["plain", "counting", "hybrid", "odb"];
    let fast = field.all.iter().filter(|c| c.role.is_fast());
    let fast: Vec<_> = fast
        .filter(|c| wanted(bench, &c.name))
        .filter(|c| !quick || c.role == Role::Baseline || quick_enough.contains(&c.name.as_str()))
        .collect();
    let measured = bench.measure("thesis", &programs, fast.clone(), 1.0);
    let mut section = Section::new("The thesis's five: forward", TEXT);
    let baseline = field.baseline().name.clone();
    let others = fast.iter().filter(|c| c.name != baseline);
    let columns: Vec<Column<'_>> = others.map(|c| column(&c.name, &baseline, &measured)).collect();
    let caption = format!("Times relative to {baseline} without a debugger:");
    section.table(caption, table::ratios("program", &names, &columns));
    section.table("Seconds, medians:", in_seconds(&names, &fast, &measured));
    section.table("The most memory:", in_bytes(&names, &fast, &measured));
    section.problems = measured.problems();
    section.charts.push(Chart::ratios("forward", &format!("Time relative to {baseline}"), &names, &columns));
    if !quick {
        slow(bench, &programs, &measured, &mut section);
        recorders(bench, &programs, &mut section);
    }
    let thesis = Thesis { programs, fast: measured };
    Ok((section, thesis))
}

/// Returns the programs that were named, or all if none of the set was.
pub(crate) fn chosen(programs: Vec<Program>, names: &[String]) -> Vec<Program> {
    match names.is_empty() {
        true => programs,
        false => programs.into_iter().filter(|p| names.contains(&p.name)).collect(),
    }
}

fn wanted(bench: &Bench<'_>, name: &str) -> bool {
    let list = &bench.arguments.configurations;
    list.is_empty() || list.iter().any(|n| n == name) || bench.field.baseline().name == name
}

fn column<'a>(over: &str, under: &str, from: &'a Measured) -> Column<'a> {
    Column { head: over.to_owned(), over: over.to_owned(), under: under.to_owned(), from }
}

/// Measures configurations of one kind at a part of the work, together with the interpreters that they are compared
/// with.
fn measured<'a>(
    bench: &mut Bench<'a>,
    programs: &[Program],
    role: Role,
    (table, part): (&str, f64),
) -> (Vec<&'a Configuration>, Measured) {
    let field = bench.field;
    let all = field.all.iter();
    let kind: Vec<_> = all.filter(|c| c.role == role && wanted(bench, &c.name)).collect();
    if kind.is_empty() {
        return (kind, Measured::default());
    }
    let mut together = kind.clone();
    for base in kind.iter().filter_map(|c| field.get(c.without.as_deref()?)) {
        if !together.iter().any(|c| c.name == base.name) {
            together.insert(0, base);
        }
    }
    let measured = bench.measure(table, programs, together, part);
    (kind, measured)
}

/// Makes a column for each configuration, relative to the interpreter that it is compared with.
fn over_their_own<'a>(kind: &[&Configuration], from: &'a Measured) -> Vec<Column<'a>> {
    kind.iter().filter_map(|c| Some(column(&c.name, c.without.as_deref()?, from))).collect()
}

/// Measures other projects' recorders.
fn recorders(bench: &mut Bench<'_>, programs: &[Program], section: &mut Section) {
    let how = ("thesis-recorders", PART_FOR_RECORDERS);
    let (kind, measured) = measured(bench, programs, Role::Recorder, how);
    if kind.is_empty() {
        return;
    }
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    let caption = "Recorders of others, relative to the same interpreter without them. They get next to nothing to do, so \
        take these as orders of magnitude:";
    let columns = over_their_own(&kind, &measured);
    section.table(caption, table::ratios("program", &names, &columns));
    section.problems.extend(measured.problems());
}

/// Measures the slow configurations and adds the tables that need them.
fn slow(bench: &mut Bench<'_>, programs: &[Program], fast: &Measured, section: &mut Section) {
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    let how = ("thesis-slow", PART_FOR_SLOW);
    let (kind, measured) = measured(bench, programs, Role::Slow, how);
    let columns = over_their_own(&kind, &measured);
    if !columns.is_empty() {
        let caption = "Debuggers and counters relative to the same interpreter without them:";
        section.table(caption, table::ratios("program", &names, &columns));
    }
    let pdb = columns.iter().find(|c| c.over == "pdb");
    section.table(
        "Table 7.1: counting, and tdb, which only counts, relative to the same interpreter:",
        counting(&names, fast, &columns),
    );
    section.table("Table 7.2: debuggers relative to the same interpreter without them:", forward(&names, fast, pdb));
    section.problems.extend(measured.problems());
}

/// Makes a table with a cell for every program and configuration.
fn cells(names: &[&str], all: &[&Configuration], cell: impl Fn(&str, &str) -> Option<String>) -> Table {
    let heads = all.iter().map(|c| c.name.as_str());
    let mut table = Table::new(std::iter::once("program").chain(heads));
    for name in names {
        let cells = all.iter().map(|c| cell(name, &c.name).unwrap_or(NOTHING.to_owned()));
        table.row(std::iter::once((*name).to_owned()).chain(cells));
    }
    table
}

fn in_seconds(names: &[&str], all: &[&Configuration], from: &Measured) -> Table {
    cells(names, all, |program, how| {
        let known = stats::known(from.seconds(program, how));
        stats::Summary::of(&known).map(|s| format!("{:.3}", s.median))
    })
}

fn in_bytes(names: &[&str], all: &[&Configuration], from: &Measured) -> Table {
    cells(names, all, |program, how| {
        let series = from.get(program, how).filter(|s| s.problem.is_none());
        series.map(|s| table::bytes(s.peak as f64))
    })
}

/// Formats a ratio of two published figures of a program.
fn published(program: &str, of: impl Fn(&Published) -> f64) -> String {
    let row = FORWARD.iter().find(|p| p.program == program);
    row.map_or(NOTHING.to_owned(), |p| table::ratio(of(p)))
}

/// Formats the geometric mean of a ratio over all published programs.
fn published_mean(of: impl Fn(&Published) -> f64) -> String {
    let all: Vec<f64> = FORWARD.iter().map(of).collect();
    stats::geometric_mean(&all).map_or(NOTHING.to_owned(), table::ratio)
}

/// A head, and the function that computes its figures from the published ones.
type FromPublished = (&'static str, fn(&Published) -> f64);

/// Makes a table with published columns beside ours.
fn beside(names: &[&str], ours: &[Column<'_>], theirs: &[FromPublished]) -> Table {
    let heads = ours.iter().map(|c| c.head.clone());
    let heads = heads.chain(theirs.iter().map(|(head, _)| (*head).to_owned()));
    let mut table = Table::new(std::iter::once("program".to_owned()).chain(heads));
    for name in names {
        let cells = ours.iter().map(|c| c.cell(name));
        let cells = cells.chain(theirs.iter().map(|(_, of)| published(name, of)));
        table.row(std::iter::once((*name).to_owned()).chain(cells));
    }
    let means = ours.iter().map(|c| table::spread(c.mean(names)));
    let means = means.chain(theirs.iter().map(|(_, of)| published_mean(of)));
    table.row(std::iter::once("geometric mean".to_owned()).chain(means));
    table
}

fn counting(names: &[&str], fast: &Measured, slow: &[Column<'_>]) -> Table {
    let mut ours = vec![column("counting", "plain", fast), column("tdb", "plain", fast)];
    ours.extend(slow.iter().filter(|c| c.over != "pdb").cloned());
    beside(names, &ours, &[("thesis: tdb", |p| p.jython_tdb / p.jython)])
}

fn forward(names: &[&str], fast: &Measured, pdb: Option<&Column<'_>>) -> Table {
    let mut ours = vec![column("tdb", "plain", fast), column("hybrid", "plain", fast), column("odb", "plain", fast)];
    ours.extend(pdb.cloned());
    let theirs: [FromPublished; 5] = [
        ("thesis: tdb", |p| p.jython_tdb / p.jython),
        ("thesis: odb", |p| p.jython_odb / p.jython),
        ("thesis: Jython pdb", |p| p.jython_pdb / p.jython),
        ("thesis: CPython pdb", |p| p.cpython_pdb / p.cpython),
        ("thesis: epdb", |p| p.cpython_epdb / p.cpython),
    ];
    beside(names, &ours, &theirs)
}
