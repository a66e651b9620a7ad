//! `docs/commands.md` is generated from the table of commands (`UPDATE=1` writes it anew), and the worked example of
//! `docs/architecture/log.md` shows what the log holds.

use std::path::Path;

use ttd_debug::commands::COMMANDS;
use ttd_vm::time::{Config, Machine, Program, show_log};
use ttd_vm::vm::host::console::Console;

fn page() -> String {
    let mut out = String::from(
        "# Commands\n\nMade from the table in `ttd-debug/src/commands/table`. Everything else is Python: an expression is\n\
         evaluated, a statement that changes the program begins a branch. An empty line repeats the last command, `;;` separates\n\
         commands, `!` marks Python where it looks like a command.\n",
    );
    let mut theme = "";
    for command in COMMANDS {
        if command.theme != theme {
            theme = command.theme;
            out.push_str(&format!("\n## {theme}\n\n| command | what it does | example |\n|---|---|---|\n"));
        }
        let names = command.names.iter().map(|name| format!("`{name}`")).collect::<Vec<_>>().join(" ");
        let usage = match command.usage {
            "" => String::new(),
            usage => format!(" `{}`", usage.replace('|', "\\|")),
        };
        out.push_str(&format!("| {names}{usage} | {} | `{}` |\n", command.doc, command.example));
    }
    out
}

#[test]
fn the_page_is_the_table() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/commands.md");
    if std::env::var_os("UPDATE").is_some() {
        std::fs::write(&path, page()).expect("writable");
    }
    let written = std::fs::read_to_string(&path).unwrap_or_default();
    assert_eq!(written, page(), "UPDATE=1 writes docs/commands.md anew");
}

#[test]
fn the_paper_shows_what_the_log_holds() {
    let text = "total = 0\nfor i in range(5):\n    total += i\n";
    let program = Program::Code { text: text.into(), args: Vec::new() };
    let mut machine = Machine::launch(&program, Config { log: true, ..Config::default() }).expect("it compiles");
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine.seek(1 << 60);
    let log = show_log(machine);
    let paper = include_str!("../../docs/architecture/log.md");
    let missing: Vec<&str> = log.lines().filter(|line| !paper.contains(line.trim_end())).collect();
    assert!(missing.is_empty(), "docs/architecture/log.md does not have these lines:\n{log}");
}
