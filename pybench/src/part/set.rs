//! The further programs and the micro programs: where ttd-py is fast and where it is slow.

use crate::args::Arguments;
use crate::part::thesis::chosen;
use crate::report::plot::Chart;
use crate::report::section::{Bench, Section};
use crate::report::table;
use crate::report::table::Column;
use crate::run::configuration::{Configuration, Role};
use crate::run::measure::Measured;
use crate::run::programs;
use crate::run::programs::{Program, Set};

const FURTHER: &str = "Programs of many kinds, each of its own text: simulations, solvers, parsers, games, formatting, \
containers, exceptions. Ratios as above.";
const MICRO: &str = "Loops around one thing each, which say where to look and nothing about programs.";

/// The figures of a set.
#[derive(Debug)]
pub(crate) struct Measurement {
    /// The programs.
    pub(crate) programs: Vec<Program>,
    /// Their figures.
    pub(crate) figures: Measured,
}

/// Measures and reports a set.
pub(crate) fn run(bench: &mut Bench<'_>, set: Set) -> Result<(Section, Measurement), String> {
    let (title, text, table) = match set {
        Set::Micro => ("Micro programs", MICRO, "micro"),
        _ => ("The whole set", FURTHER, "set"),
    };
    let arguments = bench.arguments;
    let mut programs = chosen(programs::of_set(&arguments.root(), set)?, &arguments.programs);
    if set == Set::Further {
        programs.extend(given_as_paths(arguments)?);
    }
    let asked = &arguments.configurations;
    let usual: &[&str] = match arguments.quick {
        true => &["plain"],
        false => &["plain", "hybrid", "odb"],
    };
    let field = bench.field;
    let baseline = field.baseline().name.clone();
    let target = field.target_baseline().name.clone();
    // Other configurations do not change with our code.
    let with_others = |c: &Configuration| c.role == Role::Other && !arguments.quick;
    let all = field.all.iter();
    let configurations: Vec<_> = all
        .filter(|c| match asked.is_empty() {
            true => usual.contains(&c.name.as_str()) || with_others(c) || c.name == target,
            false => asked.contains(&c.name),
        } || c.name == baseline)
        .collect();
    let figures = bench.measure(table, &programs, configurations.clone(), 1.0);
    let mut section = Section::new(title, text);
    let names: Vec<&str> = programs.iter().map(|p| p.name.as_str()).collect();
    let others = configurations.iter().filter(|c| c.name != baseline);
    let columns: Vec<Column<'_>> = others
        .map(|c| Column { head: c.name.clone(), over: c.name.clone(), under: baseline.clone(), from: &figures })
        .collect();
    let caption = format!("Times relative to {baseline} without a debugger:");
    section.table(caption, table::ratios("program", &names, &columns));
    section.charts.push(Chart::ratios(table, &format!("{title}: time relative to {baseline}"), &names, &columns));
    section.problems = figures.problems();
    Ok((section, Measurement { programs, figures }))
}

/// Whether programs of a set are wanted: all, or some by name. Programs that are given as paths go with the further
/// ones.
pub(crate) fn concerns(arguments: &Arguments, set: Set) -> Result<bool, String> {
    let own = chosen(programs::of_set(&arguments.root(), set)?, &arguments.programs);
    Ok(!own.is_empty() || set == Set::Further && !given_as_paths(arguments)?.is_empty())
}

/// Returns the wanted programs that are in no set.
fn given_as_paths(arguments: &Arguments) -> Result<Vec<Program>, String> {
    let asked = programs::named(&arguments.root(), &arguments.programs)?;
    let mut known = Vec::new();
    for set in Set::ALL {
        known.extend(programs::of_set(&arguments.root(), set)?);
    }
    Ok(asked.into_iter().filter(|p| !known.contains(p)).collect())
}
