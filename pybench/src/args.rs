//! The command line.

use std::path::{Path, PathBuf};

use clap::{Parser, ValueEnum};

use crate::run::measure::Clock;

/// The tables that can be measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Part {
    /// The thesis's five programs under every configuration, with the published figures.
    Thesis,
    /// All further programs.
    Set,
    /// The small tests with the names of the historical pybench, and what counting costs.
    Historical,
    /// Going back: how long it takes.
    Latency,
    /// Questions to the whole history.
    Questions,
    /// Checkpoints compared with fork().
    Snapshots,
    /// How many events fit in the memory of the log.
    Limits,
    /// Starting: time and memory.
    Start,
    /// The micro programs; measured only on request.
    Micro,
    /// Small operations of language and library; measured only on request.
    Operations,
}

impl Part {
    /// The default tables.
    const USUAL: [Part; 8] = [
        Part::Thesis,
        Part::Set,
        Part::Historical,
        Part::Latency,
        Part::Questions,
        Part::Snapshots,
        Part::Limits,
        Part::Start,
    ];
}

/// Measures ttd-py and other ways to run Python side by side, in interleaved rounds.
///
/// The exit status is 0 only if every configuration was there and every program gave the right result everywhere.
#[derive(Clone, Debug, Parser)]
#[command(name = "pybench", version)]
pub(crate) struct Arguments {
    /// Only these tables
    #[arg(long = "table", value_name = "NAME", value_enum)]
    pub(crate) tables: Vec<Part>,

    /// Only these programs: names, or paths of further ones
    #[arg(long = "program", value_name = "NAME")]
    pub(crate) programs: Vec<String>,

    /// Only these configurations, besides the first CPython: plain, counting, hybrid, tdb, odb, pdb, settrace, …
    #[arg(long = "config", value_name = "NAME")]
    pub(crate) configurations: Vec<String>,

    /// The ttd-py binary [default: the one beside this program]
    #[arg(long, value_name = "FILE")]
    ttd: Option<PathBuf>,

    /// A CPython to compare with; can be given several times, and the first is what everything is relative to
    #[arg(long = "python", value_name = "FILE", default_value = "python3")]
    pub(crate) pythons: Vec<String>,

    /// Something else to compare with; the script and its argument come last, or where {script} and {scale} stand
    #[arg(long = "other", value_name = "NAME=COMMAND", value_parser = name_and_command)]
    pub(crate) others: Vec<(String, String)>,

    /// How often everything is run [default: 5; quick: 3]
    #[arg(long, value_parser = clap::value_parser!(u32).range(1..=1000))]
    rounds: Option<u32>,

    /// Multiplies what programs do; at 1 most take about a second under CPython [default: 0.25; quick: 0.1]
    #[arg(long, value_parser = positive)]
    scale: Option<f64>,

    /// Seconds after which one run is given up
    #[arg(long, value_name = "SECONDS", default_value = "120", value_parser = positive)]
    pub(crate) timeout: f64,

    /// Which time of a run counts
    #[arg(long, value_enum, default_value = "body")]
    pub(crate) clock: Clock,

    /// The core to run everything on [default: the last]
    #[arg(long, value_name = "NUMBER", conflicts_with = "no_pin")]
    pub(crate) core: Option<usize>,

    /// Let the system choose the core
    #[arg(long)]
    pub(crate) no_pin: bool,

    /// The megabytes that are touched and given back before each run of a program: see docs/performance.md
    #[arg(long, value_name = "MB", default_value = "512")]
    pub(crate) warm: usize,

    /// Only touch this number of megabytes
    #[arg(long, value_name = "MB", hide = true)]
    pub(crate) touch: Option<usize>,

    /// Less than a minute: the five and the set, plain, counting and hybrid, compared with the last committed result
    #[arg(long)]
    pub(crate) quick: bool,

    /// What `--quick` compares with and `--save` writes [default: last.jsonl in the folder of pybench]
    #[arg(long, value_name = "FILE")]
    last: Option<PathBuf>,

    /// Keep this run to be compared with: the runs of programs, which is the part that is worth committing
    #[arg(long)]
    pub(crate) save: bool,

    /// Where to write every figure, as lines of JSON
    #[arg(long, value_name = "FILE")]
    pub(crate) json: Option<PathBuf>,

    /// Where to write the report; without it, it is printed
    #[arg(long, value_name = "FILE")]
    pub(crate) write: Option<PathBuf>,

    /// The folder to draw pictures into, as SVG and PNG
    #[arg(long, value_name = "FOLDER")]
    pub(crate) plots: Option<PathBuf>,

    /// The size of the run that is travelled through, in about a million events
    #[arg(long, value_name = "MILLIONS", default_value = "24", value_parser = clap::value_parser!(u32).range(1..))]
    pub(crate) travel: u32,

    /// The size of the run that the questions of a debugging session are put to, in million events
    #[arg(long, value_name = "MILLIONS", default_value = "50", value_parser = positive)]
    pub(crate) book: f64,

    /// The megabytes of the heaps that checkpoints are made of
    #[arg(long, value_name = "MB", value_delimiter = ',', default_value = "10,100,500")]
    pub(crate) heaps: Vec<u32>,

    /// The megabytes that the log is limited to
    #[arg(long, value_name = "MB", value_delimiter = ',', default_value = "16,32,64")]
    pub(crate) limits: Vec<u32>,

    /// The folder with the programs [default: that of pybench]
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
}

impl Arguments {
    /// Returns the folder with the programs.
    pub(crate) fn root(&self) -> PathBuf {
        let own = || PathBuf::from(env!("CARGO_MANIFEST_DIR"));
        self.root.clone().unwrap_or_else(own)
    }

    /// Returns ttd-py's binary.
    pub(crate) fn ttd(&self) -> PathBuf {
        let beside = || {
            let own = std::env::current_exe().unwrap_or_default();
            let name = format!("ttd-py{}", std::env::consts::EXE_SUFFIX);
            own.parent().unwrap_or(Path::new(".")).join(name)
        };
        self.ttd.clone().unwrap_or_else(beside)
    }

    /// Returns the file of the result to compare with.
    pub(crate) fn last(&self) -> PathBuf {
        let usual = || self.root().join("last.jsonl");
        self.last.clone().unwrap_or_else(usual)
    }

    /// Returns the number of rounds.
    pub(crate) fn rounds(&self) -> usize {
        self.rounds.unwrap_or(if self.quick { 3 } else { 5 }) as usize
    }

    /// Returns the factor that scales the work of programs.
    pub(crate) fn scale(&self) -> f64 {
        self.scale.unwrap_or(if self.quick { 0.1 } else { 0.25 })
    }

    /// Whether a table is wanted.
    pub(crate) fn wants(&self, part: Part) -> bool {
        match self.tables.is_empty() {
            true if self.quick => matches!(part, Part::Thesis | Part::Set),
            true => Part::USUAL.contains(&part),
            false => self.tables.contains(&part),
        }
    }
}

fn positive(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(x) if x > 0.0 && f64::is_finite(x) => Ok(x),
        _ => Err("not a number greater than 0".to_owned()),
    }
}

fn name_and_command(text: &str) -> Result<(String, String), String> {
    match text.split_once('=') {
        Some((name, command)) if !name.is_empty() && !command.trim().is_empty() => {
            Ok((name.to_owned(), command.to_owned()))
        }
        _ => Err("not of the form NAME=COMMAND".to_owned()),
    }
}
