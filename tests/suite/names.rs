//! The part of COMPATIBILITY.md that lists the names of CPython's that are missing is generated; it must be up to date.
//! `UPDATE=1` rewrites it.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use ttd_vm::time::Program;
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::os::World;
use ttd_vm::{RunOptions, run_in};

const BEGIN: &str = "<!-- made by the test names: UPDATE=1 writes it anew -->\n";
const END: &str = "<!-- end of what is made -->\n";

/// The names of a type or module, or why it has none.
type Names = Result<BTreeSet<String>, String>;

fn tests() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("compat")
}

/// Parses the output of `names.py`: lines `kind name: names` or `kind name! error`.
fn parse(text: &str) -> BTreeMap<String, Names> {
    let line = |line: &str| {
        let at = line.find([':', '!'])?;
        let (what, rest) = (line[..at].to_string(), line[at + 1..].trim());
        let names = match line.as_bytes()[at] {
            b'!' => Err(rest.to_string()),
            _ => Ok(rest.split_whitespace().map(str::to_string).collect()),
        };
        Some((what, names))
    };
    text.lines().filter_map(line).collect()
}

/// Runs `names.py` under ttd-py.
fn ours() -> BTreeMap<String, Names> {
    let program = Program::Script { path: tests().join("names.py"), args: Vec::new() };
    let mut world = World::default();
    world.console = Console::memory(Vec::new());
    let (status, world) = run_in(&program, RunOptions::default(), None, world);
    let (out, err) = world.console.written();
    assert_eq!(status, 0, "{}", String::from_utf8_lossy(err));
    parse(&String::from_utf8_lossy(out))
}

/// Renders the table of the types or modules that lack names.
fn table(kind: &str, theirs: &BTreeMap<String, Names>, ours: &BTreeMap<String, Names>) -> String {
    let (mut whole, mut rows) = (Vec::new(), String::new());
    for (what, names) in theirs {
        let (Some(name), Ok(names)) = (what.strip_prefix(kind), names) else {
            continue;
        };
        match ours.get(what) {
            Some(Ok(have)) => {
                let missing: Vec<String> = names.difference(have).map(|n| format!("`{n}`")).collect();
                match missing.is_empty() {
                    true => whole.push(format!("`{name}`")),
                    false => rows.push_str(&format!("| `{name}` | {} |\n", missing.join(" "))),
                }
            }
            Some(Err(why)) => rows.push_str(&format!("| `{name}` | all: {why} |\n")),
            None => rows.push_str(&format!("| `{name}` | all |\n")),
        }
    }
    format!("Every name is there: {}.\n\n| | missing |\n|---|---|\n{rows}", whole.join(" "))
}

#[test]
fn names() {
    let theirs = parse(&fs::read_to_string(tests().join("names.txt")).expect("names.txt"));
    let ours = ours();
    let made = format!(
        "{BEGIN}\n### Types\n\n{}\n### Modules with a native part\n\n{}\n{END}",
        table("type ", &theirs, &ours),
        table("module ", &theirs, &ours)
    );
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../COMPATIBILITY.md");
    let page = fs::read_to_string(&path).expect("COMPATIBILITY.md");
    let (from, to) = match (page.find(BEGIN), page.find(END)) {
        (Some(from), Some(to)) => (from, to + END.len()),
        _ => panic!("COMPATIBILITY.md has lost the marks of what is made"),
    };
    if page[from..to] == made {
        return;
    }
    assert!(
        std::env::var_os("UPDATE").is_some(),
        "COMPATIBILITY.md does not say which names are missing; UPDATE=1 writes:\n{made}"
    );
    fs::write(&path, [&page[..from], &made, &page[to..]].concat()).expect("COMPATIBILITY.md can be written");
}
