//! Other projects' debuggers and recorders that go back in time: which the machine has, and how each runs a program.
//!
//! A machine has one if its command is on PATH and is a script of a CPython, as `pip` installs it. It is compared with
//! the CPython that it belongs to.

use std::fs::File;
use std::io::{BufRead, BufReader};
use std::path::Path;

use crate::run::configuration::{Configuration, Dialogue, Field, Role};
use crate::run::detect::{on_path, python_version, version_of};

/// A debugger or recorder of another project.
struct Rival {
    /// Its name in tables.
    name: &'static str,
    /// Its command.
    command: &'static str,
    /// The package that it comes from, which knows the version.
    package: &'static str,
    /// The arguments after the command.
    words: &'static [&'static str],
    /// The role in which it can be compared.
    role: Role,
}

const RIVALS: [Rival; 3] = [
    Rival {
        name: "pyttd",
        command: "pyttd",
        package: "py-tt-debug",
        words: &["record", "--db-path", "{scratch}/run.db", "{script}", "--args", "{scale}"],
        role: Role::Recorder,
    },
    Rival {
        name: "retrace",
        command: "retracepython",
        package: "retracesoftware",
        words: &["--recording", "{scratch}/run.retrace"],
        role: Role::Other,
    },
    Rival {
        name: "CodeTracer",
        command: "codetracer-python-recorder",
        package: "codetracer-python-recorder",
        words: &["--trace-dir", "{scratch}/trace"],
        role: Role::Recorder,
    },
];

/// Adds those that are installed, unless the command line says how to run them, and notes those that are not.
pub(crate) fn add(field: &mut Field, given: &[(String, String)]) {
    let is_given = |name: &str| given.iter().any(|(n, _)| n == name);
    for rival in RIVALS.iter().filter(|rival| !is_given(rival.name)) {
        match rival.configuration(field) {
            Ok(configuration) => field.all.push(configuration),
            Err(why) => field.left_out.push(format!("{}: {why}", rival.name)),
        }
    }
    if !is_given("epdb") {
        let why = "how it is run has to be said (--other 'epdb=COMMAND')";
        field.left_out.push(format!("epdb: {why}"));
    }
}

impl Rival {
    /// Returns its configuration, or why it is left out.
    fn configuration(&self, field: &Field) -> Result<Configuration, String> {
        let Rival { command, role, .. } = *self;
        let path = on_path(command).ok_or_else(|| format!("no {command} on PATH"))?;
        let python = interpreter(&path).ok_or_else(|| format!("{command} is no script of a Python"))?;
        let under = python_version(&python)?;
        if field.get(&under).is_none() {
            return Err(format!("belongs to {under}, which was not given (--python)"));
        }
        let code = format!("from importlib.metadata import version; print('{0}', version('{0}'))", self.package);
        let version = version_of(&[&python, "-c", &code])?;
        let version = Ok(format!("{version} ({under})"));
        let path = path.display().to_string();
        let words: Vec<&str> = [path.as_str()].into_iter().chain(self.words.iter().copied()).collect();
        let configuration = Configuration::new(self.name, role, &version, &words);
        Ok(configuration.over(&under, Dialogue::Talking))
    }
}

/// Returns the interpreter that the first line of a script names.
fn interpreter(script: &Path) -> Option<String> {
    let mut first = String::new();
    let file = BufReader::new(File::open(script).ok()?);
    // A binary may have no line break for long, and no text.
    std::io::Read::take(file, 1024).read_line(&mut first).ok()?;
    let words = first.trim_end().strip_prefix("#!")?;
    let mut words = words.split_whitespace();
    let word = words.next().filter(|word| !word.ends_with("/env"));
    word.or_else(|| words.next()).map(str::to_owned)
}
