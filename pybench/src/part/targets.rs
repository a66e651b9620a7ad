//! The aims, and whether they are reached.

use crate::part::set::Measurement;
use crate::part::thesis::Thesis;
use crate::report::section::Section;
use crate::report::stats;
use crate::report::stats::Summary;
use crate::report::table;
use crate::report::table::{Column, NOTHING, Table};
use crate::run::configuration::Field;
use crate::run::measure::Measured;
use crate::run::programs::Program;

/// Aims on the five programs: a configuration, and the geometric mean that it is to stay below.
const ON_THE_FIVE: [(&str, f64); 3] = [("plain", 0.5), ("hybrid", 0.6), ("odb", 1.0)];
/// The aim for the mean of plain over all programs.
const ON_ALL: f64 = 0.8;
/// The aim for the slowest program.
const OF_EACH: f64 = 2.0;

/// Makes the section that compares the figures with the aims.
pub(crate) fn section(field: &Field, thesis: &Thesis, set: Option<&Measurement>) -> Section {
    let base = field.target_baseline().name.clone();
    let mut text = format!("Ratios to {base} without a debugger; an aim is reached when the median is not above it.");
    if !base.starts_with("CPython 3.11") {
        text += " The aims name CPython 3.11, which was not given (`--python`), so that these lines say less than they could.";
    }
    let mut section = Section::new("Aims", &text);
    let mut table = Table::new(["what", "aim", "measured", "reached"]);
    for (name, aim) in ON_THE_FIVE {
        let five = [(thesis.programs.as_slice(), &thesis.fast)];
        let mean = mean(&five, name, &base);
        line(&mut table, format!("{name}, the thesis's five, geometric mean"), aim, mean);
    }
    let mut groups = vec![(thesis.programs.as_slice(), &thesis.fast)];
    if let Some(set) = set {
        groups.push((&set.programs, &set.figures));
        let all = mean(&groups, "plain", &base);
        line(&mut table, "plain, all programs, geometric mean".to_owned(), ON_ALL, all);
    }
    let slowest = slowest(&groups, &base);
    let what = match &slowest {
        Some((name, _)) => format!("plain, the slowest program ({name})"),
        None => "plain, the slowest program".to_owned(),
    };
    line(&mut table, what, OF_EACH, slowest.map(|(_, s)| s));
    section.table("", table);
    section
}

fn line(table: &mut Table, what: String, aim: f64, measured: Option<Summary>) {
    let reached = match measured {
        Some(s) if s.median <= aim => "yes",
        Some(_) => "**no**",
        None => NOTHING,
    };
    table.row([what, format!("≤ {aim}"), table::spread(measured), reached.to_owned()]);
}

/// Programs with their figures.
type Group<'a> = (&'a [Program], &'a Measured);

fn columns<'a>(groups: &[Group<'a>], over: &str, under: &str) -> Vec<(&'a str, Column<'a>)> {
    let column = |from| Column { head: over.to_owned(), over: over.to_owned(), under: under.to_owned(), from };
    let each = groups.iter().flat_map(|&(programs, from)| {
        let one = move |p: &'a Program| (p.name.as_str(), from);
        programs.iter().map(one)
    });
    each.map(|(name, from)| (name, column(from))).collect()
}

/// Returns the geometric mean, or none if a program has no figure: leaving out failures would flatter.
fn mean(groups: &[Group<'_>], over: &str, under: &str) -> Option<Summary> {
    let all = columns(groups, over, under);
    let rounds: Vec<_> = all.iter().map(|(name, c)| c.rounds(name)).collect();
    stats::mean_of_rounds(&rounds)
}

fn slowest(groups: &[Group<'_>], under: &str) -> Option<(String, Summary)> {
    let all = columns(groups, "plain", under);
    let known = all.iter().filter_map(|(name, c)| Some(((*name).to_owned(), c.summary(name)?)));
    known.max_by(|a, b| a.1.median.total_cmp(&b.1.median))
}
