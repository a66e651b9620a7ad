//! A section of the report: text, tables and charts of one kind of measurement.

use std::time::Duration;

use crate::args::Arguments;
use crate::report::plot::Chart;
use crate::report::record::Journal;
use crate::report::table::Table;
use crate::run::configuration::{Configuration, Field};
use crate::run::measure;
use crate::run::measure::{Measured, Plan};
use crate::run::programs::Program;

/// A part of the report.
#[derive(Debug, Default)]
pub(crate) struct Section {
    /// Its title.
    pub(crate) title: String,
    /// The text that explains the tables.
    pub(crate) text: String,
    /// The tables, each with a line above it.
    pub(crate) tables: Vec<(String, Table)>,
    /// The pictures.
    pub(crate) charts: Vec<Chart>,
    /// What went wrong.
    pub(crate) problems: Vec<String>,
}

impl Section {
    /// Makes an empty section.
    pub(crate) fn new(title: &str, text: &str) -> Section {
        Section { title: title.to_owned(), text: text.to_owned(), ..Section::default() }
    }

    /// Adds a table.
    pub(crate) fn table(&mut self, caption: impl Into<String>, table: Table) {
        self.tables.push((caption.into(), table));
    }

    /// Renders the section as Markdown, with its charts from this folder if they were drawn.
    pub(crate) fn markdown(&self, pictures: Option<&str>) -> String {
        let mut out = format!("## {}\n\n{}\n", self.title, self.text);
        for (caption, table) in &self.tables {
            if !caption.is_empty() {
                out += &format!("\n{caption}\n");
            }
            out += &format!("\n{}\n", table.markdown());
        }
        if let Some(folder) = pictures {
            for chart in &self.charts {
                out += &format!("\n![{}]({folder}/{}.svg)\n", chart.title, chart.name);
            }
        }
        if !self.problems.is_empty() {
            out += "\nWhat went wrong:\n\n";
            for problem in &self.problems {
                out += &format!("* {}\n", problem.replace('\n', " "));
            }
        }
        out
    }
}

/// The context of all measurements.
#[derive(Debug)]
pub(crate) struct Bench<'a> {
    /// The command line.
    pub(crate) arguments: &'a Arguments,
    /// The configurations.
    pub(crate) field: &'a Field,
    /// Where figures go.
    pub(crate) journal: &'a mut Journal,
}

impl Bench<'_> {
    /// Measures programs under configurations, at a fraction of the scale.
    pub(crate) fn measure(
        &mut self,
        table: &str,
        programs: &[Program],
        configurations: Vec<&Configuration>,
        part: f64,
    ) -> Measured {
        let plan = Plan {
            table,
            programs,
            configurations,
            rounds: self.arguments.rounds(),
            scale: self.arguments.scale() * part,
            timeout: self.limit(),
            clock: self.arguments.clock,
            warm: self.arguments.warm,
        };
        measure::measure(&plan, self.journal)
    }

    /// Returns the time limit of a run.
    pub(crate) fn limit(&self) -> Duration {
        Duration::from_secs_f64(self.arguments.timeout)
    }
}
