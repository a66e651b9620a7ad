//! Measures programs under configurations in rounds: every round runs each pair once, so that a slow moment of the
//! machine affects all configurations alike.

use std::collections::BTreeMap;
use std::time::Duration;

use indicatif::{ProgressBar, ProgressStyle};

use crate::report::record::{Journal, Record};
use crate::run::configuration::Configuration;
use crate::run::process;
use crate::run::programs;
use crate::run::programs::Program;
use crate::run::warm;

/// The clock that counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq, clap::ValueEnum)]
pub(crate) enum Clock {
    /// The time of the program's body, as it prints it.
    Body,
    /// Wall-clock time from the start of the process to its end.
    Wall,
    /// Processor time of the whole process: less affected by other work, but not what a user waits for.
    Cpu,
}

/// A plan: what is measured, and how.
#[derive(Debug)]
pub(crate) struct Plan<'a> {
    /// The name under which the figures are recorded.
    pub(crate) table: &'a str,
    /// The programs.
    pub(crate) programs: &'a [Program],
    /// The configurations.
    pub(crate) configurations: Vec<&'a Configuration>,
    /// The number of rounds.
    pub(crate) rounds: usize,
    /// The scale of the programs' work.
    pub(crate) scale: f64,
    /// The time limit of a run.
    pub(crate) timeout: Duration,
    /// Which time counts.
    pub(crate) clock: Clock,
    /// Megabytes touched before each run.
    pub(crate) warm: usize,
}

/// Why a program has no figure under a configuration.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Problem {
    /// A word or two for the cell of a table.
    pub(crate) short: &'static str,
    /// All of it.
    pub(crate) long: String,
}

/// The figures of one program under one configuration.
#[derive(Clone, Debug, Default)]
pub(crate) struct Series {
    /// The seconds of each round.
    pub(crate) seconds: Vec<Option<f64>>,
    /// The most memory of any round, in bytes.
    pub(crate) peak: u64,
    /// What went wrong. Then the figures do not count.
    pub(crate) problem: Option<Problem>,
}

/// All figures of a plan.
#[derive(Debug, Default)]
pub(crate) struct Measured {
    /// By names of program and configuration.
    pub(crate) series: BTreeMap<(String, String), Series>,
}

impl Measured {
    /// Returns the seconds of a program under a configuration; none where there was a problem.
    pub(crate) fn seconds(&self, program: &str, configuration: &str) -> &[Option<f64>] {
        match self.get(program, configuration) {
            Some(series) if series.problem.is_none() => &series.seconds,
            _ => &[],
        }
    }

    /// Returns the figures of a program under a configuration.
    pub(crate) fn get(&self, program: &str, configuration: &str) -> Option<&Series> {
        self.series.get(&(program.to_owned(), configuration.to_owned()))
    }

    /// Describes the problems.
    pub(crate) fn problems(&self) -> Vec<String> {
        let all = self.series.iter();
        all.filter_map(|((p, c), s)| Some(format!("{p}, {c}: {}", s.problem.as_ref()?.long))).collect()
    }
}

/// Carries out a plan.
pub(crate) fn measure(plan: &Plan<'_>, journal: &mut Journal) -> Measured {
    let mut measured = Measured::default();
    let mut expected: BTreeMap<String, Expected> = BTreeMap::new();
    let bar = progress(plan);
    for round in 0..plan.rounds {
        for program in plan.programs {
            let count = plan.configurations.len();
            // Every round begins with another configuration, so that their order does not matter.
            for place in 0..count {
                let configuration = plan.configurations[(place + round) % count];
                bar.set_message(format!("{}, {}", program.name, configuration.name));
                let key = (program.name.clone(), configuration.name.clone());
                let series = measured.series.entry(key).or_default();
                if series.problem.is_none() {
                    let before = expected.get(&program.name);
                    match once(plan, program, configuration, before) {
                        Ok(run) => {
                            series.add(plan, &run);
                            journal.add(run.record(plan, program, configuration, round));
                            let first = expected.entry(program.name.clone());
                            first.or_insert_with(|| Expected {
                                text: run.result,
                                dialogue: configuration.is_dialogue(),
                            });
                        }
                        Err(problem) => {
                            journal.problem(plan.table, program, configuration, &problem.long);
                            series.problem = Some(problem);
                        }
                    }
                }
                bar.inc(1);
            }
        }
    }
    bar.finish_and_clear();
    measured
}

impl Series {
    fn add(&mut self, plan: &Plan<'_>, run: &Run) {
        self.peak = self.peak.max(run.peak);
        self.seconds.push(Some(match plan.clock {
            Clock::Body => run.body,
            Clock::Wall => run.wall,
            Clock::Cpu => run.cpu,
        }));
    }
}

fn progress(plan: &Plan<'_>) -> ProgressBar {
    let runs = plan.rounds * plan.programs.len() * plan.configurations.len();
    let bar = ProgressBar::new(runs as u64);
    if let Ok(style) = ProgressStyle::with_template("{prefix} {pos}/{len} [{bar:30}] {msg}") {
        bar.set_style(style);
    }
    bar.set_prefix(plan.table.to_owned());
    bar
}

/// The result of one run.
struct Run {
    body: f64,
    wall: f64,
    cpu: f64,
    peak: u64,
    result: String,
}

impl Run {
    fn record(&self, plan: &Plan<'_>, program: &Program, how: &Configuration, round: usize) -> Record {
        Record::Run {
            table: plan.table.to_owned(),
            program: program.name.clone(),
            configuration: how.name.clone(),
            round,
            scale: plan.scale,
            body: self.body,
            wall: self.wall,
            cpu: self.cpu,
            peak: self.peak,
        }
    }
}

/// The output of a program's first run, and whether it was mixed with the answers of a debugger.
struct Expected {
    text: String,
    dialogue: bool,
}

fn once(
    plan: &Plan<'_>,
    program: &Program,
    configuration: &Configuration,
    before: Option<&Expected>,
) -> Result<Run, Problem> {
    if let Err(why) = &configuration.version {
        return Err(problem("missing", why.clone()));
    }
    warm::memory(plan.warm);
    let done = configuration.run(program, plan.scale, plan.timeout).map_err(|failure| {
        let short = match failure {
            process::Failure::Start(_) => "missing",
            process::Failure::TimedOut(_) => "timed out",
        };
        problem(short, failure.to_string())
    })?;
    let dialogue = configuration.is_dialogue();
    // A debugger goes on when its program fails, so its output is read in either case.
    let complaints = format!("{}\n{}", done.stdout, done.stderr);
    if complaints.contains("wrong result") {
        return Err(problem("wrong result", last_line(&complaints)));
    }
    if !done.status.success() {
        let why = format!("{}: {}", done.status, last_line(&done.stderr));
        return Err(problem("failed", why));
    }
    let said = programs::said(&done.stdout, dialogue)
        .map_err(|why| problem("failed", format!("{why} ({})", last_line(&complaints))))?;
    if let Some(expected) = before {
        compare(expected, &said.result, dialogue)?;
    }
    Ok(Run {
        body: said.body,
        wall: done.wall.as_secs_f64(),
        cpu: done.cpu.as_secs_f64(),
        peak: done.peak,
        result: said.result,
    })
}

/// Compares outputs; mixed with a debugger's answers, only the checksum is recognizable.
fn compare(expected: &Expected, result: &str, dialogue: bool) -> Result<(), Problem> {
    let same = match dialogue || expected.dialogue {
        true => checksum(&expected.text) == checksum(result),
        false => expected.text == result,
    };
    if same {
        return Ok(());
    }
    let long = format!("printed {result:?}, where another printed {:?}", expected.text);
    Err(problem("different output", long))
}

fn checksum(text: &str) -> Option<&str> {
    text.lines().rev().find(|l| l.starts_with("checksum: "))
}

fn problem(short: &'static str, long: String) -> Problem {
    Problem { short, long }
}

/// Returns the last non-empty line, truncated.
fn last_line(text: &str) -> String {
    let line = text.lines().rev().find(|l| !l.trim().is_empty());
    let line = line.unwrap_or("nothing on standard error").trim();
    line.chars().take(200).collect()
}
