//! The runner with fake interpreters: what it reports of programs that fail, hang or give wrong results.

use std::fs;
use std::os::unix::fs::{PermissionsExt, symlink};
use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::OnceLock;

/// A fake that behaves by the name of the script; `SECONDS` is replaced by the time of the body.
const FAKE: &str = r#"#!/bin/sh
# Everything that an interpreter is asked for its version by.
case "$*" in *importlib*) echo "package 9.9"; exit 0;; *platform*) echo "CPython 3.11.0"; exit 0;; *monitoring*) exit 1;; *-V*) echo "fake 1.0"; exit 0;; esac
case "$*" in
*wrong.py*) [ SECONDS = 0.5 ] && { echo "AssertionError: wrong result" >&2; exit 1; } ;;
*fails.py*) [ SECONDS = 0.5 ] && { echo "ZeroDivisionError: oh" >&2; exit 1; } ;;
*hangs.py*) [ SECONDS = 0.5 ] && { echo started; exec sleep 30; } ;;
*differs.py*) echo "checksum: SECONDS"; echo "body: SECONDS"; exit 0 ;;
*silent.py*) [ SECONDS = 0.5 ] && exit 0 ;;
esac
case "$*" in *hybrid*|*tdb*|*odb*|*pdb*) printf '> a.py(1)<module>()\n(ttd 0/0) ' ;; esac
echo "checksum: 42"
echo "body: SECONDS"
"#;

/// Returns the folder of the fakes. All are written before any is started: a file that is open for writing, even for a
/// moment in the child of another test, cannot be executed.
fn fakes() -> &'static Path {
    static FOLDER: OnceLock<PathBuf> = OnceLock::new();
    FOLDER.get_or_init(|| {
        let folder = fresh("fakes");
        for (name, seconds) in [("python", "1.0"), ("ttd", "0.5")] {
            let path = folder.join(name);
            fs::write(&path, FAKE.replace("SECONDS", seconds)).unwrap();
            fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
        }
        // The whole PATH: what the machine has installed must not change what is compared.
        fs::create_dir(folder.join("bin")).unwrap();
        symlink("/bin/sleep", folder.join("bin/sleep")).unwrap();
        folder
    })
}

/// Makes an empty folder of this name.
fn fresh(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    drop(fs::remove_dir_all(&folder));
    fs::create_dir_all(&folder).unwrap();
    folder
}

/// Makes a folder like pybench's, with these programs in its sets.
fn root(name: &str, thesis: &[&str], further: &[&str]) -> PathBuf {
    let root = fresh(name);
    for (set, programs) in [("programs", thesis), ("further", further), ("micro", &[])] {
        fs::create_dir(root.join(set)).unwrap();
        for program in programs {
            fs::write(root.join(set).join(format!("{program}.py")), "pass\n").unwrap();
        }
    }
    root
}

fn pybench(root: &Path, words: &[&str]) -> Output {
    pybench_with(root, words, &fakes().join("bin"))
}

/// Runs the runner with this folder as PATH.
fn pybench_with(root: &Path, words: &[&str], path: &Path) -> Output {
    let fakes = fakes();
    let mut command = Command::new(env!("CARGO_BIN_EXE_pybench"));
    // Nothing is measured: touching memory before each run would only take time.
    command.arg("--root").arg(root).args(["--no-pin", "--warm", "1"]);
    if !words.contains(&"--python") {
        command.arg("--python").arg(fakes.join("python"));
    }
    if !words.contains(&"--ttd") {
        command.arg("--ttd").arg(fakes.join("ttd"));
    }
    command.args(words).env("PATH", path).output().unwrap()
}

fn stdout(output: &Output) -> String {
    String::from_utf8_lossy(&output.stdout).into_owned()
}

/// Returns the cell of the first row with this name, in the first table with this head.
fn cell(text: &str, head: &str, row: &str) -> String {
    let lines: Vec<&str> = text.lines().collect();
    let cells = |line: &str| -> Vec<String> { line.split('|').map(|c| c.trim().to_owned()).collect() };
    let at = |line: &str| cells(line).iter().position(|c| c == head);
    let start = lines.iter().position(|l| l.starts_with('|') && at(l).is_some() && l.contains("program"));
    let start = start.unwrap_or_else(|| panic!("no table with {head} in\n{text}"));
    let column = at(lines[start]).unwrap();
    let found = lines[start..].iter().find(|l| cells(l).get(1).is_some_and(|c| c == row));
    cells(found.unwrap_or_else(|| panic!("no row {row} in\n{text}")))[column].clone()
}

#[test]
fn ratios_and_aims() {
    let root = root("good", &["one", "two"], &["three"]);
    let output = pybench(&root, &["--table", "thesis", "--table", "set", "--rounds", "2"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(cell(&text, "plain", "one"), "0.50 (0.50–0.50)");
    assert_eq!(cell(&text, "hybrid", "geometric mean"), "0.50 (0.50–0.50)");
    assert_eq!(cell(&text, "pdb", "two"), "1.00 (1.00–1.00)");
    assert!(text.contains("pypy3: not on PATH"), "{text}");
    assert!(!text.contains("**no**"), "{text}");
}

#[test]
fn recorders_of_others_are_run_if_they_are_there() {
    let root = root("rivals", &["one"], &[]);
    let words = ["--table", "thesis", "--rounds", "1"];
    let text = stdout(&pybench(&root, &words));
    assert!(text.contains("* pyttd: no pyttd on PATH"), "{text}");

    let bin = fresh("rivals-bin");
    let python = fakes().join("python").display().to_string();
    for (name, interpreter) in
        [("pyttd", python.as_str()), ("retracepython", "/bin/echo"), ("codetracer-python-recorder", "/nowhere/python3")]
    {
        let path = bin.join(name);
        fs::write(&path, format!("#!{interpreter}\n")).unwrap();
        fs::set_permissions(&path, fs::Permissions::from_mode(0o755)).unwrap();
    }
    let output = pybench_with(&root, &words, &bin);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert_eq!(cell(&text, "pyttd", "one"), "1.00");
    for said in
        ["package 9.9 (CPython 3.11.0)", "* retrace: belongs to -c import platform", "* CodeTracer: cannot be started"]
    {
        assert!(text.contains(said), "{said}: {text}");
    }
}

#[test]
fn other_interpreters_are_in_the_whole_set_but_not_in_the_quick_one() {
    let root = root("others", &["one"], &["two"]);
    let bin = fresh("others-bin");
    symlink(fakes().join("python"), bin.join("pypy3")).unwrap();
    let table = ["--table", "set", "--rounds", "1"];
    let text = stdout(&pybench_with(&root, &table, &bin));
    assert_eq!(cell(&text, "pypy3", "two"), "1.00");
    let text = stdout(&pybench_with(&root, &["--quick"], &bin));
    assert_eq!(cell(&text, "plain", "two"), "0.50 (0.50–0.50)");
    let tables = text.split_once("## ").unwrap().1;
    assert!(!tables.contains("pypy3"), "{text}");
}

#[test]
fn what_goes_wrong_is_named_and_the_rest_goes_on() {
    let root = root("bad", &["fine", "wrong", "fails", "differs", "silent"], &[]);
    let output = pybench(&root, &["--table", "thesis", "--config", "plain", "--rounds", "2"]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1), "{text}");
    assert_eq!(cell(&text, "plain", "fine"), "0.50 (0.50–0.50)");
    assert_eq!(cell(&text, "plain", "wrong"), "**wrong result**");
    assert_eq!(cell(&text, "plain", "fails"), "**failed**");
    assert_eq!(cell(&text, "plain", "differs"), "**different output**");
    assert_eq!(cell(&text, "plain", "silent"), "**failed**");
    assert!(text.contains("fails, plain: exit status: 1: ZeroDivisionError: oh"), "{text}");
    assert!(cell(&text, "plain", "geometric mean").ends_with('*'));
}

#[test]
fn a_program_that_hangs_is_given_up() {
    let root = root("hanging", &["hangs"], &[]);
    let words = ["--table", "thesis", "--config", "plain", "--timeout", "0.3"];
    let output = pybench(&root, &words);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(cell(&text, "plain", "hangs"), "**timed out**");
}

#[test]
fn a_missing_interpreter_is_named() {
    let root = root("missing", &["fine"], &[]);
    let words = ["--table", "thesis", "--rounds", "1"];
    let output = pybench(&root, &[&words[..], &["--ttd", "/nowhere/ttd-py"]].concat());
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(cell(&text, "plain", "fine"), "**missing**");
    let output = pybench(&root, &[&words[..], &["--python", "/nowhere/python3"]].concat());
    assert_eq!(output.status.code(), Some(1));
    assert_eq!(cell(&stdout(&output), "plain", "fine"), "**missing**");
}

#[test]
fn mistakes_of_typing() {
    let root = root("typing", &["fine"], &[]);
    for (words, complaint) in [
        (vec!["--rounds", "0"], "0 is not in"),
        (vec!["--scale", "-1"], "unexpected argument"),
        (vec!["--scale=0"], "not a number greater than 0"),
        (vec!["--table", "nothing"], "invalid value"),
        (vec!["--other", "x"], "NAME=COMMAND"),
        (vec!["--config", "none"], "no configuration none; there are"),
        (vec!["--program", "none"], "no program none; there are fine"),
        (vec!["--quick", "--last", "Cargo.toml"], "Cargo.toml:1:"),
    ] {
        let output = pybench(&root, &words);
        let text = String::from_utf8_lossy(&output.stderr).into_owned();
        assert_eq!(output.status.code(), Some(2), "{words:?}: {text}");
        assert!(text.contains(complaint), "{words:?}: {text}");
    }
}

#[test]
fn figures_pictures_and_comparisons() {
    let root = root("files", &["one"], &["three"]);
    let folder = fresh("written");
    let at = |name: &str| folder.join(name).display().to_string();
    let (json, report, plots) = (at("all.jsonl"), at("RESULTS.md"), at("plots"));
    let last = at("last.jsonl");
    let words = ["--table", "thesis", "--table", "set", "--rounds", "2"];
    let files = ["--json", &json, "--write", &report, "--plots", &plots, "--save", "--last", &last];
    let output = pybench(&root, &[&words[..], &files].concat());
    assert_eq!(output.status.code(), Some(0), "{}", stdout(&output));
    assert!(fs::read_to_string(&report).unwrap().starts_with("# Results"));
    for picture in ["forward.svg", "set.svg"] {
        assert!(fs::metadata(Path::new(&plots).join(picture)).unwrap().len() > 500, "{picture}");
    }
    let lines = fs::read_to_string(&json).unwrap();
    assert!(lines.lines().next().unwrap().starts_with(r#"{"kind":"header""#));
    assert!(lines.lines().filter(|l| l.contains(r#""kind":"run""#)).count() > 10);
    let saved = fs::read_to_string(&last).unwrap();
    assert!(saved.lines().count() < lines.lines().count() && !saved.contains("thesis-slow"));
    let output = pybench(&root, &["--quick", "--last", &last]);
    let text = stdout(&output);
    assert_eq!(output.status.code(), Some(0), "{text}");
    assert!(text.contains("## Since the last result") && text.contains("+0 %"), "{text}");
}
