//! Programs that do not compile: message and exit status are CPython's.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn folder() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/errors");
    path.canonicalize().expect("the programs")
}

#[test]
fn refusals_are_cpythons() {
    let folder = folder();
    let mut wrong = Vec::new();
    for entry in fs::read_dir(&folder).expect("readable").flatten() {
        let path = entry.path();
        if path.extension().is_none_or(|e| e != "py") {
            continue;
        }
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        let expected = fs::read_to_string(path.with_extension("err")).expect("readable");
        let done = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
            .arg(format!("{name}.py"))
            .current_dir(&folder)
            .output()
            .expect("the program starts");
        let here = format!("{}/", folder.display());
        let said = String::from_utf8_lossy(&done.stderr).replace(&here, "");
        assert_eq!(done.status.code(), Some(1), "{name}");
        if said != expected {
            wrong.push(format!("== {name}\n{said}instead of\n{expected}"));
        }
    }
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

#[test]
fn missing_files_and_unknown_tools() {
    let run = |arguments: &[&str]| {
        let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
        let done = command.args(arguments).output().expect("the program starts");
        (String::from_utf8_lossy(&done.stderr).to_string(), done.status.code())
    };
    let missing = "ttd-py: can't open file '/nowhere/x.py': [Errno 2] No such file or directory\n";
    assert_eq!(run(&["/nowhere/x.py"]), (missing.into(), Some(2)));
    assert_eq!(run(&["-m", "ttd", "/nowhere/x.py"]), (missing.into(), Some(2)));
    assert_eq!(run(&["-m", "odb", "/nowhere/x.py"]), (missing.into(), Some(2)));
    let here = folder();
    let no_main = format!("ttd-py: can't find '__main__' module in '{}'\n", here.display());
    assert_eq!(run(&[&here.display().to_string()]), (no_main, Some(1)));
}

#[test]
fn the_environment_says_what_becomes_of_warnings() {
    let run = |options: &str| {
        let done = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
            .args(["-c", "1 is 1\nimport warnings; warnings.warn('x')"])
            .env("PYTHONWARNINGS", options)
            .output()
            .expect("the program starts");
        let said = String::from_utf8_lossy(&done.stderr).to_string();
        (said.lines().last().unwrap_or_default().to_string(), done.status.code())
    };
    assert_eq!(run("ignore"), (String::new(), Some(0)));
    assert_eq!(run("error,ignore::SyntaxWarning"), ("UserWarning: x".into(), Some(1)));
    let compiler = "SyntaxError: \"is\" with 'int' literal. Did you mean \"==\"?";
    assert_eq!(run("error"), (compiler.into(), Some(1)));
}
