//! The figures as lines of JSON: written while measuring, so that an interrupted run leaves what it has, and read to
//! compare with an earlier run.

use std::fs::{self, File};
use std::io::{BufWriter, Write};
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::run::configuration::Configuration;
use crate::run::machine::Machine;
use crate::run::programs::Program;

/// The tables whose runs are compared with those of an earlier run.
const COMPARABLE: [&str; 3] = ["thesis", "set", "micro"];

/// One line.
#[derive(Clone, Debug, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "kebab-case")]
pub(crate) enum Record {
    /// Where and when it was measured.
    Header {
        /// The machine.
        machine: Machine,
        /// The command line.
        command: String,
        /// Names and versions of the configurations.
        configurations: Vec<(String, String)>,
    },
    /// One run of a program.
    Run {
        /// The table that it was made for.
        table: String,
        /// The program.
        program: String,
        /// How it was run.
        configuration: String,
        /// In which round.
        round: usize,
        /// The scale of the program's work.
        scale: f64,
        /// Seconds by the program's own clock.
        body: f64,
        /// Seconds from start to end.
        wall: f64,
        /// Seconds of processor time.
        cpu: f64,
        /// The most memory, in bytes.
        peak: u64,
    },
    /// A figure that is no run of a program.
    Figure {
        /// The table that it was made for.
        table: String,
        /// What was measured.
        row: String,
        /// What was measured.
        column: String,
        /// The figure.
        value: f64,
        /// What it counts.
        unit: String,
    },
    /// Something that went wrong.
    Problem {
        /// The table that it was made for.
        table: String,
        /// The program.
        program: String,
        /// How it was run.
        configuration: String,
        /// What happened.
        message: String,
    },
}

/// Where records go.
#[derive(Debug, Default)]
pub(crate) struct Journal {
    /// All of them so far.
    pub(crate) records: Vec<Record>,
    file: Option<BufWriter<File>>,
}

impl Journal {
    /// Opens a journal that is written to this file, if one is named.
    pub(crate) fn to(path: Option<&Path>) -> Result<Journal, String> {
        let open = |path: &Path| File::create(path).map_err(|e| format!("{}: {e}", path.display()));
        let file = path.map(open).transpose()?.map(BufWriter::new);
        Ok(Journal { records: Vec::new(), file })
    }

    /// Adds a record.
    pub(crate) fn add(&mut self, record: Record) {
        if let Some(file) = &mut self.file {
            let line = serde_json::to_string(&record).unwrap_or_default();
            // A disk that is full shall not end the measuring: the tables still come.
            drop(writeln!(file, "{line}").and_then(|()| file.flush()));
        }
        self.records.push(record);
    }

    /// Adds a figure.
    pub(crate) fn figure(&mut self, table: &str, row: &str, column: &str, value: f64, unit: &str) {
        self.add(Record::Figure {
            table: table.to_owned(),
            row: row.to_owned(),
            column: column.to_owned(),
            value,
            unit: unit.to_owned(),
        });
    }

    /// Adds something that went wrong.
    pub(crate) fn problem(&mut self, table: &str, program: &Program, how: &Configuration, message: &str) {
        self.add(Record::Problem {
            table: table.to_owned(),
            program: program.name.clone(),
            configuration: how.name.clone(),
            message: message.to_owned(),
        });
    }
}

impl Record {
    /// Whether a later run can be compared with it.
    pub(crate) fn is_comparable(&self) -> bool {
        match self {
            Record::Header { .. } => true,
            Record::Run { table, .. } => COMPARABLE.contains(&table.as_str()),
            Record::Figure { .. } | Record::Problem { .. } => false,
        }
    }
}

/// Writes the records with which a later run can be compared.
pub(crate) fn save(records: &[Record], path: &Path) -> Result<(), String> {
    let lines = records.iter().filter(|r| r.is_comparable());
    let lines: Result<Vec<String>, _> = lines.map(serde_json::to_string).collect();
    let text = lines.map_err(|e| e.to_string())?.join("\n") + "\n";
    fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))
}

/// Reads the records of an earlier run.
pub(crate) fn read(path: &Path) -> Result<Vec<Record>, String> {
    let text = fs::read_to_string(path).map_err(|e| format!("{}: {e}", path.display()))?;
    let lines = text.lines().enumerate().filter(|(_, l)| !l.trim().is_empty());
    let parse = |(at, line): (usize, &str)| {
        serde_json::from_str(line).map_err(|e| format!("{}:{}: {e}", path.display(), at + 1))
    };
    lines.map(parse).collect()
}
