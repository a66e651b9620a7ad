//! Which modules of the standard library can be imported: `lib_imports.json` has for each `ok` or the last line of the
//! error. The check also fails when a listed failure is gone. `UPDATE=1` rewrites the list.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use ttd_tests::program::is_partial;
use ttd_vm::time::Program;
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::os::World;
use ttd_vm::{RunOptions, run_in};

/// Modules that do something when they are imported.
const LEFT_OUT: &[&str] = &["this", "antigravity", "__hello__", "__main__"];

fn names() -> Vec<&'static str> {
    let library = ttd_lib::library_modules().iter().map(|m| m.name);
    let mut names: Vec<&str> = library.chain(ttd_lib::native_modules().iter().map(|m| m.name)).collect();
    names.retain(|n| !n.contains('.') && !LEFT_OUT.contains(n) && !n.starts_with("__"));
    names.sort_unstable();
    names.dedup();
    names
}

/// Imports a module: `ok`, or the last line of the error.
fn import(name: &str) -> String {
    let program = Program::Code { text: format!("import {name}"), args: Vec::new() };
    let mut world = World::default();
    world.console = Console::memory(Vec::new());
    let (status, world) = run_in(&program, RunOptions::default(), None, world);
    if status == 0 {
        return "ok".to_string();
    }
    let said = String::from_utf8_lossy(world.console.written().1).into_owned();
    said.lines().last().unwrap_or("nothing was said").to_string()
}

fn all() -> BTreeMap<String, String> {
    let names = names();
    let (next, found) = (AtomicUsize::new(0), Mutex::new(BTreeMap::new()));
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                while let Some(name) = names.get(next.fetch_add(1, Ordering::Relaxed)) {
                    let outcome = import(name);
                    found.lock().expect("no thread panicked").insert((*name).to_string(), outcome);
                }
            });
        }
    });
    found.into_inner().expect("no thread panicked")
}

#[test]
fn what_can_be_imported() {
    // Someone who chooses programs does not want the whole library imported.
    if is_partial() && std::env::var_os("TTD_ONLY").is_none_or(|only| only != "imports") {
        return;
    }
    let file = Path::new(env!("CARGO_MANIFEST_DIR")).join("lib_imports.json");
    let found = all();
    if std::env::var_os("UPDATE").is_some() {
        let text = serde_json::to_string_pretty(&found).expect("plain data");
        std::fs::write(&file, text + "\n").expect("the list can be written");
        return;
    }
    let Ok(text) = std::fs::read_to_string(&file) else {
        // Without a list there is nothing to compare with; UPDATE=1 writes one.
        return;
    };
    let known: BTreeMap<String, String> = serde_json::from_str(&text).expect("an object of lines");
    let mut wrong = Vec::new();
    for name in known.keys().chain(found.keys().filter(|n| !known.contains_key(*n))) {
        let (was, is) = (known.get(name), found.get(name));
        if was != is {
            wrong.push(format!("{name}: {} instead of {}", shown(is), shown(was)));
        }
    }
    assert!(wrong.is_empty(), "UPDATE=1 makes the list anew\n{}", wrong.join("\n"));
}

fn shown(line: Option<&String>) -> &str {
    line.map_or("not there", String::as_str)
}
