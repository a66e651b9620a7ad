//! The configurations that are compared, and which of them this machine has.

use std::path::Path;
use std::time::Duration;

use crate::run::detect::{built, has_monitoring, on_path, python_version, short, version_of};
use crate::run::process;
use crate::run::process::{Failure, Finished, Invocation};
use crate::run::programs::Program;
use crate::run::rivals;

/// A time beyond the end of any run: `goto` runs the program to its end.
const BEYOND: &str = "goto 1000000000000000";

/// The commands that make a debugger run the program to its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Dialogue {
    /// None: not a debugger.
    None,
    /// The commands of our own debuggers.
    Ours,
    /// pdb with a breakpoint on the last line, as the thesis had it.
    LastLine,
    /// None, but it prints something beside the program's output.
    Talking,
}

/// The role of a configuration in the tables.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Role {
    /// A CPython without a debugger, to which everything is relative.
    Baseline,
    /// Ours, in one of its modes.
    Ours,
    /// Something else at about the speed of an interpreter.
    Other,
    /// Something so slow that it gets less work.
    Slow,
    /// A recorder that is thousands of times slower and gets next to no work.
    Recorder,
}

impl Role {
    /// Whether it gets as much work as an interpreter.
    pub(crate) fn is_fast(self) -> bool {
        !matches!(self, Role::Slow | Role::Recorder)
    }
}

/// One way of running a program.
#[derive(Clone, Debug)]
pub(crate) struct Configuration {
    /// Its name in tables and on the command line.
    pub(crate) name: String,
    /// Its role.
    pub(crate) role: Role,
    /// The exact version, or why it is not there.
    pub(crate) version: Result<String, String>,
    /// The name of the configuration that is the same without what this one adds.
    pub(crate) without: Option<String>,
    /// The words before the script; `{script}` and `{scale}` stand for these where they do not come last, `{scratch}`
    /// for a folder that is empty and is removed after the run.
    words: Vec<String>,
    dialogue: Dialogue,
}

impl Configuration {
    fn invocation(&self, program: &Program, scale: f64, scratch: &Path) -> Invocation {
        let script = program.path.display().to_string();
        let scale = scale.to_string();
        let scratch = scratch.display().to_string();
        let named = self.words.iter().any(|w| w.contains("{script}"));
        let filled = |w: &String| {
            let w = w.replace("{script}", &script).replace("{scale}", &scale);
            w.replace("{scratch}", &scratch)
        };
        let mut words: Vec<String> = self.words.iter().map(filled).collect();
        if !named {
            words.extend([script, scale]);
        }
        let stdin = match self.dialogue {
            Dialogue::None | Dialogue::Talking => String::new(),
            Dialogue::Ours => format!("{BEYOND}\nq\n"),
            Dialogue::LastLine => format!("b {}\nc\nc\nq\n", program.last_line()),
        };
        Invocation { words, stdin }
    }

    /// Runs a program to its end, in a temporary folder.
    pub(crate) fn run(&self, program: &Program, scale: f64, limit: Duration) -> Result<Finished, Failure> {
        let scratch = tempfile::tempdir().map_err(|e| Failure::Start(e.to_string()))?;
        process::run(&self.invocation(program, scale, scratch.path()), limit)
    }

    /// Whether the program's output is mixed with the answers of a debugger.
    pub(crate) fn is_dialogue(&self) -> bool {
        self.dialogue != Dialogue::None
    }

    /// Makes a configuration that is compared with nothing yet.
    pub(crate) fn new(name: &str, role: Role, version: &Result<String, String>, words: &[&str]) -> Self {
        Configuration {
            name: name.to_owned(),
            role,
            version: version.clone(),
            without: None,
            words: words.iter().map(|w| (*w).to_owned()).collect(),
            dialogue: Dialogue::None,
        }
    }

    /// Sets the configuration that it is compared with, and its commands.
    pub(crate) fn over(mut self, without: &str, dialogue: Dialogue) -> Self {
        self.without = Some(without.to_owned());
        self.dialogue = dialogue;
        self
    }
}

/// All configurations, and what was not found.
#[derive(Debug)]
pub(crate) struct Field {
    /// The configurations; the first is the baseline.
    pub(crate) all: Vec<Configuration>,
    /// A line for each configuration that was not found.
    pub(crate) left_out: Vec<String>,
    /// ttd-py's binary.
    pub(crate) ttd: String,
}

/// The configurations named on the command line.
#[derive(Debug)]
pub(crate) struct Wanted<'a> {
    /// ttd-py's binary.
    pub(crate) ttd: &'a Path,
    /// CPythons; the first is the baseline.
    pub(crate) pythons: &'a [String],
    /// Further ones, as NAME=COMMAND.
    pub(crate) others: &'a [(String, String)],
    /// The folder of pybench.
    pub(crate) root: &'a Path,
}

impl Field {
    /// Finds the configurations that the machine has.
    pub(crate) fn survey(wanted: &Wanted<'_>) -> Field {
        let mut field = Field { all: Vec::new(), left_out: Vec::new(), ttd: wanted.ttd.display().to_string() };
        for python in wanted.pythons {
            field.add_python(python);
        }
        field.add_ours();
        field.add_slow(wanted);
        field.add_others(wanted.others);
        rivals::add(&mut field, wanted.others);
        field
    }

    /// Returns the configuration with this name.
    pub(crate) fn get(&self, name: &str) -> Option<&Configuration> {
        self.all.iter().find(|c| c.name == name)
    }

    /// Returns the configuration to which everything is relative.
    pub(crate) fn baseline(&self) -> &Configuration {
        &self.all[0]
    }

    /// Returns the CPython that the aims refer to, or else the baseline.
    pub(crate) fn target_baseline(&self) -> &Configuration {
        let is_it = |c: &&Configuration| c.name.starts_with("CPython 3.11");
        let found = self.all.iter().filter(|c| c.role == Role::Baseline);
        found.into_iter().find(is_it).unwrap_or(self.baseline())
    }

    fn add_python(&mut self, python: &str) {
        let version = python_version(python);
        let mut name = match &version {
            Ok(version) => version.clone(),
            Err(_) => format!("CPython ({})", short(python)),
        };
        if self.get(&name).is_some() {
            name = format!("{name} ({})", self.all.len());
        }
        let words = [python];
        self.all.push(Configuration::new(&name, Role::Baseline, &version, &words));
    }

    fn add_ours(&mut self) {
        let ttd = self.ttd.clone();
        let version = version_of(&[&ttd, "-V"]);
        let mut add = |name: &str, words: &[&str], dialogue| {
            let mut all = vec![ttd.as_str()];
            all.extend(words);
            let c = Configuration::new(name, Role::Ours, &version, &all);
            self.all.push(if name == "plain" { c } else { c.over("plain", dialogue) });
        };
        add("plain", &[], Dialogue::None);
        add("counting", &["-X", "count"], Dialogue::None);
        add("hybrid", &["-m", "hybrid"], Dialogue::Ours);
        add("tdb", &["-m", "tdb"], Dialogue::Ours);
        add("odb", &["-m", "odb", "--live"], Dialogue::Ours);
    }

    /// Adds the counters and pdb, each on the baseline CPython or the first that has what it needs.
    fn add_slow(&mut self, wanted: &Wanted<'_>) {
        let counter = |name: &str| {
            let path = wanted.root.join("counters").join(name);
            path.display().to_string()
        };
        let pythons: Vec<(String, Configuration)> =
            wanted.pythons.iter().cloned().zip(self.all.clone()).filter(|(_, c)| c.version.is_ok()).collect();
        let Some((python, base)) = pythons.first() else {
            return;
        };
        let (version, under) = (&base.version, base.name.as_str());
        let pdb = Configuration::new("pdb", Role::Slow, version, &[python, "-m", "pdb"]);
        self.all.push(pdb.over(under, Dialogue::LastLine));
        let script = counter("settrace.py");
        let settrace = [python.as_str(), script.as_str()];
        let c = Configuration::new("settrace", Role::Slow, version, &settrace);
        self.all.push(c.over(under, Dialogue::None));
        let monitored = pythons.iter().find(|(python, _)| has_monitoring(python));
        match monitored {
            Some((python, base)) => {
                let words = [python.as_str(), &counter("monitoring.py")];
                let c = Configuration::new("monitoring", Role::Slow, &base.version, &words);
                self.all.push(c.over(&base.name, Dialogue::None));
            }
            None => self.left_out.push("sys.monitoring: no CPython 3.12 or newer was given".to_owned()),
        }
    }

    /// Adds the other interpreters and debuggers that the machine has.
    fn add_others(&mut self, given: &[(String, String)]) {
        for (name, role) in [("pypy3", Role::Other), ("rustpython", Role::Other)] {
            if given.iter().any(|(n, _)| n == name) {
                continue;
            }
            match on_path(name).or_else(|| built(name)) {
                Some(path) => {
                    let path = path.display().to_string();
                    let version = version_of(&[&path, "--version"]);
                    self.all
                        .push(Configuration::new(name, role, &version, &[&path]));
                }
                None if name == "rustpython" => self.left_out.push(format!(
                    "{name}: not on PATH, and not built (cargo build --release -p pybench --features baseline-rustpython)"
                )),
                None => self.left_out.push(format!("{name}: not on PATH")),
            }
        }
        for (name, command) in given {
            let words: Vec<&str> = command.split_whitespace().collect();
            let version = version_of(&[words[0], "--version"]);
            let under = self.baseline().name.clone();
            let c = Configuration::new(name, Role::Slow, &version, &words);
            self.all.push(c.over(&under, Dialogue::None));
        }
    }
}
