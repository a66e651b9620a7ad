//! CPython's own tests of the language: a fast subset runs under `ttd-py`, and every outcome is compared with the
//! committed one, for the worse and for the better (`tests/compat/README.md`). They are not copied, so this needs a
//! CPython 3.13 with its `Lib/test`: the folder that `TTD_CPYTHON_LIB` names, or the library of a `python3.13` on PATH
//! or in pyenv. Without one the test says so and passes.

use std::path::{Path, PathBuf};
use std::process::Command;

/// Returns the folder if it has CPython's tests.
fn with_tests(lib: PathBuf) -> Option<PathBuf> {
    lib.join("test/test_grammar.py").is_file().then_some(lib)
}

/// Returns what a command prints, if it succeeds.
fn said(command: &mut Command) -> Option<String> {
    let output = command.output().ok()?;
    output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_string())
}

fn library() -> Option<PathBuf> {
    if let Some(named) = std::env::var_os("TTD_CPYTHON_LIB") {
        return with_tests(PathBuf::from(named));
    }
    let ask = "import sysconfig; print(sysconfig.get_path('stdlib'))";
    if let Some(lib) = said(Command::new("python3.13").args(["-c", ask])).and_then(|l| with_tests(l.into())) {
        return Some(lib);
    }
    let versions = Path::new(&said(Command::new("pyenv").arg("root"))?).join("versions");
    let mut found: Vec<PathBuf> = std::fs::read_dir(versions).ok()?.flatten().map(|entry| entry.path()).collect();
    found.retain(|path| path.file_name().is_some_and(|name| name.to_string_lossy().starts_with("3.13.")));
    found.sort();
    found.into_iter().find_map(|path| with_tests(path.join("lib/python3.13")))
}

#[test]
fn outcomes_of_cpythons_tests_are_the_committed_ones() {
    let Some(lib) = library() else {
        eprintln!("left out: no CPython 3.13 with Lib/test (TTD_CPYTHON_LIB can name one)");
        return;
    };
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let output = Command::new("python3")
        .arg(root.join("tests/compat/run.py"))
        .args(["--fast", "--quiet", "--timeout", "60", "--ttd", env!("CARGO_BIN_EXE_ttd-py"), "--lib"])
        .arg(lib)
        .output();
    match output {
        Ok(output) => assert!(
            output.status.success(),
            "{}{}\nafter a change that is meant: python3 tests/compat/run.py … --update",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
        Err(error) => eprintln!("left out: no python3 to run tests/compat/run.py with: {error}"),
    }
}
