//! `docs/commands.md` is generated from the table of commands. `UPDATE=1` writes it anew.

use std::path::Path;

use ttd_debug::commands::COMMANDS;

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
