//! The report: where and how it was measured, and all sections.

pub(crate) mod compare;
pub(crate) mod plot;
pub(crate) mod published;
pub(crate) mod record;
pub(crate) mod section;
pub(crate) mod stats;
pub(crate) mod table;

use crate::report::section::Section;
use crate::report::table::Table;
use crate::run::configuration::Field;
use crate::run::machine::Machine;

/// Writes the report as Markdown.
pub(crate) fn markdown(
    machine: &Machine,
    field: &Field,
    command: &str,
    sections: &[Section],
    pictures: Option<&str>,
) -> String {
    let mut out = String::from("# Results\n\n");
    out += "Written by a run of the command below; [docs/performance.md](docs/performance.md) says what the tables mean.\n\n";
    out += &format!("```console\n$ {command}\n```\n\n");
    out += &format!("{}\n\n{}\n", where_and_when(machine), versions(field).markdown());
    if !field.left_out.is_empty() {
        out += "\nLeft out:\n\n";
        for line in &field.left_out {
            out += &format!("* {line}\n");
        }
    }
    for section in sections {
        out += &format!("\n{}", section.markdown(pictures));
    }
    out += "\n\\* over the programs that have a figure.\n";
    out
}

fn where_and_when(machine: &Machine) -> String {
    let core = match machine.core {
        Some(core) => format!("everything on core {core}"),
        None => "on whichever core the system chose".to_owned(),
    };
    format!(
        "{}, commit {}. {}, {} cores, {} of memory, {}; {core}.",
        machine.date,
        machine.commit,
        machine.processor,
        machine.cores,
        table::bytes(machine.memory as f64),
        machine.system,
    )
}

fn versions(field: &Field) -> Table {
    let mut table = Table::new(["configuration", "version"]);
    for configuration in &field.all {
        let version = match &configuration.version {
            Ok(version) => version.clone(),
            Err(why) => format!("**missing**: {why}"),
        };
        table.row([configuration.name.clone(), version]);
    }
    table
}
