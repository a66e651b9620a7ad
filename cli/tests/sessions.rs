//! Transcripts of debugging sessions, run against the real program.
//!
//! A file of `tests/sessions` is what a user would see: a line `$ ttd-py -m ttd ARGUMENTS`, run in `tests/lang`, then
//! prompts with what was typed after them, and the answers. `UPDATE=1 cargo test -p cli --test sessions` writes the
//! answers anew; in a new file the prompts can be written as `(ttd) command`. The last command is `q`. Every session is
//! run in every mode, and all modes must give the same answers; one with another mode in its first line, as `-m odb`,
//! in that alone. `-X schedule=random:SEED` may stand before `-m ttd`. The transcripts of `examples`,
//! `examples/races` and `examples/fixes` are run there, and the session in README.md is checked as well; in all of them
//! the traceback that a dying program prints is left out.

#[path = "wire/start.rs"]
mod start;

use std::collections::HashSet;
use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread;

use ttd_debug::commands::COMMANDS;

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests").join(name);
    path.canonicalize().expect("a folder of tests")
}

/// The modes, in which commands must get the same answers.
const MODES: &[&str] = &["-m hybrid", "-m tdb", "-m ttd --checkpoint-every 3", "-m odb --live"];

/// Prompts without a time.
const OTHER_PROMPTS: &[&str] = &[">>> ", "...   ", "Clear all breaks? "];

/// Returns what is typed on a line of a transcript, if it is a prompt: `(ttd 5/29) `, `(com) ` or another one.
fn typed(line: &str) -> Option<&str> {
    let other = OTHER_PROMPTS.iter().find_map(|prompt| {
        let empty = line == prompt.trim_end();
        line.strip_prefix(prompt).or_else(|| empty.then_some(""))
    });
    if other.is_some() {
        return other;
    }
    let (prompt, command) = line.strip_prefix('(')?.split_once(')')?;
    let is_place = |word: &str| word.chars().all(|c| c.is_ascii_digit() || c == '/');
    let mut rest = prompt.strip_prefix("ttd").unwrap_or("-").split_whitespace();
    // A name follows `branch`, a number `thread`.
    let is_part = |word: &str, rest: &mut std::str::SplitWhitespace| match word {
        "branch" => rest.next().is_some(),
        "thread" => true,
        other => is_place(other),
    };
    let mut is_command = true;
    while let Some(word) = rest.next() {
        is_command &= is_part(word, &mut rest);
    }
    let is_prompt = prompt == "com" || is_command;
    is_prompt.then(|| command.strip_prefix(' ').unwrap_or(command))
}

/// Finds where the first prompt of a line begins and ends.
fn prompt(line: &str) -> Option<(usize, usize)> {
    let mut places = (0..line.len()).filter(|at| line.is_char_boundary(*at));
    places.find_map(|at| {
        let rest = &line[at..];
        if let Some(other) = OTHER_PROMPTS.iter().find(|prompt| rest.starts_with(**prompt)) {
            return Some((at, at + other.len()));
        }
        let end = rest.find(") ").filter(|_| rest.starts_with('('))? + 2;
        typed(&rest[..end])?;
        Some((at, at + end))
    })
}

/// Inserts the commands behind the prompts of the output.
fn interleave(output: &str, commands: &[&str]) -> String {
    let mut out = String::new();
    let mut commands = commands.iter();
    for line in output.split_inclusive('\n') {
        let mut rest = line;
        // Several prompts stand on one line when a command had no answer.
        while let Some((_, end)) = prompt(rest) {
            let command = commands.next().copied().unwrap_or_default();
            out.push_str(format!("{}{command}", &rest[..end]).trim_end());
            out.push('\n');
            rest = &rest[end..];
        }
        out.push_str(rest);
    }
    out
}

/// Runs a transcript's commands in a mode, with programs of this folder, and returns the transcript that results.
fn run_in(programs: &Path, transcript: &str, mode: &str) -> String {
    let first = transcript.lines().next().unwrap_or_default();
    let arguments = first.strip_prefix("$ ttd-py ").expect("a first line `$ ttd-py -m MODE ARGUMENTS`");
    let arguments = match split_at_mode(arguments) {
        Some((options, rest)) => format!("{options}{mode} {rest}"),
        None => arguments.to_string(),
    };
    let commands: Vec<&str> = transcript.lines().filter_map(typed).collect();
    let mut child = start::ttd_py(programs).args(words(&arguments)).spawn().expect("the program starts");
    let input: String = commands.iter().map(|command| format!("{command}\n")).collect();
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    let here = format!("{}/", programs.display());
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&here, "");
    let mut out = format!("{first}\n{}", interleave(&text(&done.stdout), &commands));
    for line in text(&done.stderr).lines() {
        out.push_str(&format!("stderr: {line}\n"));
    }
    if !done.status.success() {
        out.push_str(&format!("{}\n", done.status));
    }
    out
}

/// What stands before and after `-m ttd`, if there is nothing but a schedule before it.
fn split_at_mode(arguments: &str) -> Option<(&str, &str)> {
    let (options, rest) = arguments.split_once("-m ttd ")?;
    (options.is_empty() || options.starts_with("-X schedule=")).then_some((options, rest))
}

/// Splits a line into words; single quotes stand around words with spaces.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let parts = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    parts.collect()
}

/// Reads the transcripts of a folder.
fn transcripts(folder: &Path) -> Vec<(PathBuf, String)> {
    let listed = fs::read_dir(folder).expect("readable").flatten();
    let mut files: Vec<PathBuf> = listed.map(|entry| entry.path()).collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let read = |path: PathBuf| {
        let text = fs::read_to_string(&path).expect("readable");
        (path, text)
    };
    files.into_iter().map(read).collect()
}

/// Compares the transcripts of a folder with what `run` makes of them, in every mode: as many at a time as there are
/// processors, for a session waits for its program and the program for the session.
fn check(folder: &Path, run: impl Fn(&str, &str) -> String + Sync) {
    let all = transcripts(folder);
    let (next, failed) = (AtomicUsize::new(0), Mutex::new(Vec::new()));
    let work = || {
        while let Some((path, expected)) = all.get(next.fetch_add(1, Ordering::Relaxed)) {
            let differs = check_one(path, expected, &run);
            failed.lock().expect("no thread panicked").extend(differs);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(2, usize::from) {
            scope.spawn(work);
        }
    });
    let mut failed = failed.into_inner().expect("no thread panicked");
    failed.sort();
    assert!(failed.is_empty(), "UPDATE=1 accepts what differs:\n{}", failed.join("\n"));
}

/// Compares one transcript, and returns what differs.
fn check_one(path: &Path, expected: &str, run: impl Fn(&str, &str) -> String) -> Vec<String> {
    let mut expected = expected.to_string();
    if std::env::var_os("UPDATE").is_some() {
        expected = run(&expected, MODES[0]);
        fs::write(path, &expected).expect("writable");
    }
    let first = expected.lines().next().and_then(|line| line.strip_prefix("$ ttd-py "));
    let own_mode = first.and_then(split_at_mode).is_none();
    let mut failed = Vec::new();
    for mode in &MODES[..if own_mode { 1 } else { MODES.len() }] {
        let actual = run(&expected, mode);
        if actual != expected {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            failed.push(format!("== {name} {mode}\n{}", difference(&expected, &actual)));
        }
    }
    failed
}

#[test]
fn every_mode_gives_the_answers_of_the_transcripts() {
    check(&folder("sessions"), |transcript, mode| run_in(&folder("lang"), transcript, mode));
}

#[test]
fn every_mode_gives_the_answers_of_the_examples() {
    let examples = folder("../examples");
    check(&examples, |transcript, mode| without_stderr(&run_in(&examples, transcript, mode)));
}

/// Each race, where a schedule makes it fail, and the way from there to its cause.
#[test]
fn every_mode_gives_the_answers_of_the_races() {
    let races = folder("../examples/races");
    check(&races, |transcript, mode| without_stderr(&run_in(&races, transcript, mode)));
}

/// Each fault found, its run repaired on a branch, and the code fixed.
#[test]
fn every_mode_gives_the_answers_of_the_fixes() {
    let fixes = folder("../examples/fixes");
    check(&fixes, |transcript, mode| without_stderr(&run_in(&fixes, transcript, mode)));
}

/// The questions whose time pybench measures, on a short run.
#[test]
fn every_mode_gives_the_answers_of_the_benchmark() {
    let pybench = folder("../pybench");
    check(&pybench, |transcript, mode| run_in(&pybench, transcript, mode));
}

/// Removes what a dying program prints on standard error, which is no answer of the debugger.
fn without_stderr(transcript: &str) -> String {
    transcript.lines().filter(|line| !line.starts_with("stderr: ")).map(|line| format!("{line}\n")).collect()
}

/// The commands whose answers depend on the mode and the machine.
const UNSTABLE: &[&str] = &["checkpoints"];

#[test]
fn every_command_is_in_a_transcript() {
    let texts: Vec<String> = transcripts(&folder("sessions")).into_iter().map(|(_, text)| text).collect();
    let lines = texts.iter().flat_map(|text| text.lines().filter_map(typed));
    let words: HashSet<&str> = lines.filter_map(|line| line.split_whitespace().next()).collect();
    let missing: Vec<&str> = COMMANDS
        .iter()
        .map(ttd_debug::commands::Command::name)
        .filter(|name| !words.contains(name) && !UNSTABLE.contains(name))
        .collect();
    assert_eq!(missing, Vec::<&str>::new());
}

#[test]
fn the_session_in_the_readme() {
    let root = folder("..");
    let readme = fs::read_to_string(root.join("README.md")).expect("readable");
    let shell = "$ cargo ttd -m ";
    let is_session = |block: &&str| block.starts_with(shell) && block.contains("\n(ttd ");
    let blocks = readme.split("```console\n").skip(1).filter_map(|rest| rest.split("```").next());
    let mut checked = 0;
    for block in blocks.filter(is_session) {
        let (arguments, _) = block[shell.len()..].split_once('\n').expect("lines");
        let (_, file) = arguments.split_once(' ').expect("a mode and a file");
        let expected = block.replacen(&format!("{shell}{arguments}"), &format!("$ ttd-py -m ttd {file}"), 1);
        for mode in MODES {
            let actual = without_stderr(&run_in(&root, &expected, mode));
            assert!(actual == expected, "{mode}\n{}", difference(&expected, &actual));
        }
        checked += 1;
    }
    assert!(checked > 0, "the README shows a session");
}

/// Shows the first difference between two texts, with some context.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<_>, Vec<_>) = (expected.lines().collect(), actual.lines().collect());
    let at = (0..).find(|at| expected.get(*at) != actual.get(*at)).unwrap_or(0);
    let show = |lines: &[&str], sign: char| -> String {
        lines.iter().skip(at).take(6).map(|line| format!("{sign} {line}\n")).collect()
    };
    let before: String = expected[at.saturating_sub(3)..at].iter().map(|line| format!("  {line}\n")).collect();
    format!("line {}\n{before}{}{}", at + 1, show(&expected, '-'), show(&actual, '+'))
}

#[test]
fn commands_are_put_behind_their_prompts() {
    let output = "start\n(ttd 0/1) > here\n(ttd 1/2) (ttd 1/2) \n";
    let expected = "start\n(ttd 0/1) n\n> here\n(ttd 1/2) mark\n(ttd 1/2)\n\n";
    assert_eq!(interleave(output, &["n", "mark"]), expected);
    let python = interleave(">>> ...   ...   1\n>>> x\n", &["for", "  i", "", "y"]);
    assert_eq!(python, ">>> for\n...     i\n...\n1\n>>> y\nx\n");
    assert_eq!(typed("...     i"), Some("  i"));
    assert_eq!(typed("..."), Some(""));
    assert_eq!(words("-m ttd -c 'goto 5' a.py"), ["-m", "ttd", "-c", "goto 5", "a.py"]);
}
