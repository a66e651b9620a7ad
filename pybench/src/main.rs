//! pybench: measures ttd-py and other ways to run Python side by side.
//!
//! Read in this order: `run/configuration.rs` (what is compared), `run/measure.rs` (rounds), `report/table.rs` and
//! `report/section.rs` (from figures to a report), then `part/`, a module for every part of the report. `run/rivals.rs`
//! knows how to run other projects' debuggers; `run/warm.rs` prepares memory before each run.

#![forbid(unsafe_code)]

mod args;
pub(crate) mod part;
mod report;
pub(crate) mod run;

use std::fs;
use std::io::{self, Write};
use std::path::Path;
use std::process::ExitCode;

use clap::Parser;

use args::{Arguments, Part};
use report::record::{Journal, Record};
use report::section::{Bench, Section};
use run::configuration::{Field, Wanted};
use run::machine::Machine;
use run::programs::Set;

fn main() -> ExitCode {
    let arguments = Arguments::parse();
    match run(&arguments) {
        Ok(true) => ExitCode::SUCCESS,
        Ok(false) => ExitCode::from(1),
        Err(why) => {
            let mut stderr = io::stderr();
            drop(writeln!(stderr, "pybench: {why}"));
            ExitCode::from(2)
        }
    }
}

/// Measures and reports; returns whether everything went well.
fn run(arguments: &Arguments) -> Result<bool, String> {
    if let Some(megabytes) = arguments.touch {
        return run::warm::touch(megabytes).map(|()| true);
    }
    let root = arguments.root();
    // Counted before this process is pinned to a core, when the answer would be 1.
    let mut machine = Machine::here(&root);
    if !arguments.no_pin {
        machine.core = run::machine::pin(arguments.core)?;
    }
    let ttd = arguments.ttd();
    let field =
        Field::survey(&Wanted { ttd: &ttd, pythons: &arguments.pythons, others: &arguments.others, root: &root });
    check_names(arguments, &field)?;
    // Read before measuring, so that an unreadable result is reported at once.
    let last = match arguments.quick {
        true if arguments.last().exists() => Some(report::record::read(&arguments.last())?),
        _ => None,
    };
    let command = command_line(&root);
    let mut journal = Journal::to(arguments.json.as_deref())?;
    journal.add(Record::Header {
        machine: machine.clone(),
        command: command.clone(),
        configurations: versions(&field),
    });
    let mut bench = Bench { arguments, field: &field, journal: &mut journal };
    let mut sections = sections(&mut bench)?;
    if arguments.save {
        report::record::save(&journal.records, &arguments.last())?;
    }
    if let Some(last) = last {
        sections.insert(0, report::compare::section(&journal.records, &last, arguments.clock));
    }
    let pictures = draw(arguments, &mut sections)?;
    let text = report::markdown(&machine, &field, &command, &sections, pictures.as_deref());
    match &arguments.write {
        Some(path) => fs::write(path, text).map_err(|e| format!("{}: {e}", path.display()))?,
        None => print(&text),
    }
    let missing = field.all.iter().any(|c| c.version.is_err());
    Ok(!missing && sections.iter().all(|s| s.problems.is_empty()))
}

/// A function that measures one part of the report.
type Measure = fn(&mut Bench<'_>) -> Section;

/// Measures the tables that are wanted.
fn sections(bench: &mut Bench<'_>) -> Result<Vec<Section>, String> {
    let mut all = Vec::new();
    let arguments = bench.arguments;
    let mut thesis = None;
    if arguments.wants(Part::Thesis) && part::set::concerns(arguments, Set::Thesis)? {
        let (section, measured) = part::thesis::run(bench)?;
        all.push(section);
        thesis = Some(measured);
    }
    let mut set = None;
    if arguments.wants(Part::Set) && part::set::concerns(arguments, Set::Further)? {
        let (section, measured) = part::set::run(bench, Set::Further)?;
        all.push(section);
        set = Some(measured);
    }
    // The aims are about all programs; means over some of them would mislead.
    if let Some(thesis) = thesis.as_ref().filter(|_| arguments.programs.is_empty()) {
        all.insert(0, part::targets::section(bench.field, thesis, set.as_ref()));
    }
    if arguments.wants(Part::Micro) && part::set::concerns(arguments, Set::Micro)? {
        all.push(part::set::run(bench, Set::Micro)?.0);
    }
    let rest: [(Part, Measure); 7] = [
        (Part::Historical, part::historical::run),
        (Part::Operations, part::operations::run),
        (Part::Latency, part::latency::run),
        (Part::Questions, part::questions::run),
        (Part::Snapshots, part::snapshots::run),
        (Part::Limits, part::limits::run),
        (Part::Start, part::start::run),
    ];
    for (part, measure) in rest {
        if arguments.wants(part) {
            all.push(measure(bench));
        }
    }
    Ok(all)
}

/// Rejects unknown names of programs and configurations before anything is measured.
fn check_names(arguments: &Arguments, field: &Field) -> Result<(), String> {
    let names: Vec<&str> = field.all.iter().map(|c| c.name.as_str()).collect();
    for name in &arguments.configurations {
        if !names.contains(&name.as_str()) {
            return Err(format!("no configuration {name}; there are {}", names.join(", ")));
        }
    }
    run::programs::named(&arguments.root(), &arguments.programs).map(drop)
}

fn versions(field: &Field) -> Vec<(String, String)> {
    let version = |c: &run::configuration::Configuration| match &c.version {
        Ok(version) => version.clone(),
        Err(why) => format!("missing: {why}"),
    };
    let all = field.all.iter();
    all.map(|c| (c.name.clone(), version(c))).collect()
}

/// Draws the pictures, if wanted, and returns their folder as the report links it.
fn draw(arguments: &Arguments, sections: &mut [Section]) -> Result<Option<String>, String> {
    let Some(folder) = &arguments.plots else {
        return Ok(None);
    };
    fs::create_dir_all(folder).map_err(|e| format!("{}: {e}", folder.display()))?;
    for section in sections {
        let mut drawn = Vec::new();
        for chart in section.charts.drain(..) {
            if chart.draw(folder)? {
                drawn.push(chart);
            }
        }
        section.charts = drawn;
    }
    let root = arguments.root();
    let shown = folder.strip_prefix(root.parent().unwrap_or(&root));
    Ok(Some(shown.unwrap_or(folder).display().to_string()))
}

/// Returns the command line without the folders of this machine.
fn command_line(root: &Path) -> String {
    let root = root.parent().unwrap_or(root).display().to_string();
    let word = |word: String| {
        let word = word.strip_prefix(&format!("{root}/")).map_or(word.clone(), str::to_owned);
        match Path::new(&word) {
            path if path.is_absolute() => path.file_name().map_or(word.clone(), |n| n.to_string_lossy().into_owned()),
            _ => word,
        }
    };
    let words: Vec<String> = std::env::args().skip(1).map(word).collect();
    format!("cargo run --release --locked --ignore-rust-version -p pybench -- {}", words.join(" "))
        .trim_end_matches(" -- ")
        .to_owned()
}

fn print(text: &str) {
    let mut stdout = io::stdout().lock();
    drop(stdout.write_all(text.as_bytes()).and_then(|()| stdout.flush()));
}
