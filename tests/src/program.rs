//! The test programs, with CPython's results as `tests/expect.py` has written them.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::OnceLock;

use serde_json::Value;
use ttd_vm::vm::host::settings::Settings;

use crate::event::Row;
use crate::rng::Rng;

/// A program of `tests/lang`.
#[derive(Clone)]
pub struct Program {
    /// Its file's name without `.py`.
    pub name: String,
    /// The exit status.
    pub exit: i32,
    /// What it reads from standard input.
    pub input: Vec<u8>,
    /// What it writes to standard output.
    pub out: Vec<u8>,
    /// What it writes to standard error.
    pub err: Vec<u8>,
    /// The number of CPython's events, if they are known.
    pub events: Option<u64>,
    /// The seed of a random schedule of its threads.
    pub schedule: Option<u32>,
}

/// CPython's trace of a program.
pub struct Trace {
    /// The events.
    pub events: Vec<Row>,
    motions: Value,
}

impl Trace {
    /// Returns where a motion leads from every event.
    pub fn motion(&self, name: &str) -> Vec<u64> {
        let targets = self.motions[name].as_array();
        let targets = targets.unwrap_or_else(|| panic!("no motion {name}"));
        targets.iter().map(|t| t.as_u64().expect("a time")).collect()
    }
}

/// Returns the folder of the programs. They run there, under their bare names.
pub fn folder() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang");
        folder.canonicalize().expect("the folder of the programs")
    })
}

/// Whether everything is compared, and not a sample.
pub fn is_thorough() -> bool {
    std::env::var_os("TTD_THOROUGH").is_some()
}

/// Whether some programs are left out, by `TTD_ONLY` or `TTD_SAMPLE`.
pub fn is_partial() -> bool {
    ["TTD_ONLY", "TTD_SAMPLE"].iter().any(|name| std::env::var_os(name).is_some())
}

/// Loads every program; those of `TTD_ONLY` or one in `TTD_SAMPLE` where these are set.
pub fn programs() -> Vec<Program> {
    // Every check makes machines for all of them.
    ttd_vm::keep_compiled();
    let only = std::env::var("TTD_ONLY").unwrap_or_default();
    let wanted: Vec<&str> = only.split(',').filter(|name| !name.is_empty()).collect();
    let sample = std::env::var("TTD_SAMPLE").ok().and_then(|n| n.parse().ok()).unwrap_or(1).max(1);
    let folder = folder();
    std::env::set_current_dir(folder).expect("the folder of the programs");
    let index = json(&folder.join("expected/index.json"));
    let entries = index.as_array().expect("a list of programs");
    assert!(entries.len() > 20, "the expected data are missing");
    let programs = entries.iter().map(|entry| program(folder, entry));
    let is_sampled = |p: &Program| Rng::new(&p.name).below(sample) == 0;
    programs.filter(|p| if wanted.is_empty() { is_sampled(p) } else { wanted.contains(&p.name.as_str()) }).collect()
}

fn program(folder: &Path, entry: &Value) -> Program {
    let name = entry["name"].as_str().expect("a name").to_string();
    let expected = |ending: &str| fs::read(folder.join(format!("expected/{name}.{ending}")));
    let input = entry["stdin"].as_str().map(|file| fs::read(folder.join(file)));
    Program {
        exit: entry["exit"].as_i64().expect("a status") as i32,
        input: input.map_or_else(Vec::new, |read| read.expect("what the program reads")),
        out: expected("out").expect("what the program writes"),
        // Programs that write nothing there have no file.
        err: expected("err").unwrap_or_default(),
        events: entry["events"].as_u64(),
        schedule: std::env::var("TTD_SCHEDULE").ok().and_then(|seed| seed.parse().ok()),
        name,
    }
}

fn json(path: &Path) -> Value {
    let text = fs::read_to_string(path).unwrap_or_else(|e| panic!("{}: {e}", path.display()));
    serde_json::from_str(&text).unwrap_or_else(|e| panic!("{}: {e}", path.display()))
}

impl Program {
    /// Loads CPython's events and motions; `None` where there is no trace.
    pub fn trace(&self) -> Option<Trace> {
        self.events?;
        let mut data = json(&folder().join(format!("expected/{}.json", self.name)));
        let events = data["events"].as_array().expect("events").iter();
        let hows = data["how"].as_array().expect("hows");
        let events = events.zip(hows).map(|(event, how)| Row::from_json(event, how)).collect();
        Some(Trace { events, motions: data["motions"].take() })
    }

    /// Whether it has threads: the order of their events is each interpreter's own.
    pub fn has_threads(&self) -> bool {
        self.name.trim_start_matches("std_").starts_with("threads_")
    }

    /// Returns the program in the form that the interpreter launches.
    pub fn launchable(&self) -> ttd_vm::time::Program {
        let script = ttd_vm::time::Program::Script { path: format!("{}.py", self.name).into(), args: Vec::new() };
        let Some(seed) = self.schedule else { return script };
        let settings = Settings { options: vec![format!("schedule=random:{seed}")], ..Settings::default() };
        ttd_vm::time::Program::Configured { program: Box::new(script), settings: settings.into() }
    }

    /// Returns the shell command that opens the program in a debugger with these commands.
    pub fn command(&self, debugger: &str, commands: &[String]) -> String {
        let commands = commands.iter().map(|command| format!("-c '{command}' "));
        let commands: String = commands.collect();
        let schedule = self.schedule.map(|seed| format!("-X schedule=random:{seed} ")).unwrap_or_default();
        format!("cargo ttd {schedule}-m {debugger} {commands}tests/lang/{}.py", self.name)
    }
}
