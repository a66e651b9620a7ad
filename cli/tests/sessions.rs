//! Transcripts of debugging sessions, run against the real program.
//!
//! A file of `tests/sessions` is what a user would see: a line `$ ttd-py ARGUMENTS`, run in `tests/lang`, then prompts
//! with what was typed after them, and the answers. `UPDATE=1 cargo test -p cli --test sessions` writes the answers
//! anew; in a new file the prompts can be written as `(ttd) command`. The last command is `q`.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder(name: &str) -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../tests")
        .join(name);
    path.canonicalize().expect("a folder of tests")
}

/// What is typed on a line of a transcript, if it is a prompt: `(ttd 5/29) ` or `(com) `.
fn typed(line: &str) -> Option<&str> {
    let (prompt, command) = line.strip_prefix('(')?.split_once(')')?;
    let is_prompt = prompt == "com"
        || prompt
            .strip_prefix("ttd")
            .is_some_and(|rest| rest.chars().all(|c| c.is_ascii_digit() || " /".contains(c)));
    is_prompt.then(|| command.strip_prefix(' ').unwrap_or(command))
}

/// Where the first prompt of a line begins.
fn prompt(line: &str) -> Option<usize> {
    let mut brackets = line.match_indices('(').map(|(at, _)| at);
    brackets.find(|at| typed(&line[*at..]).is_some())
}

/// Puts what was typed behind the prompts of the output.
fn interleave(output: &str, commands: &[&str]) -> String {
    let mut out = String::new();
    let mut commands = commands.iter();
    for line in output.split_inclusive('\n') {
        let mut rest = line;
        // Several prompts stand on one line when a command had no answer.
        while let Some(at) = prompt(rest) {
            let end = at + rest[at..].find(')').map_or(0, |end| end + 1);
            out.push_str(&rest[..end]);
            if let Some(command) = commands.next() {
                out.push_str(format!(" {command}").trim_end());
            }
            out.push('\n');
            rest = rest[end..].strip_prefix(' ').unwrap_or(&rest[end..]);
        }
        out.push_str(rest);
    }
    out
}

fn run(transcript: &str) -> String {
    let first = transcript.lines().next().unwrap_or_default();
    let arguments = first
        .strip_prefix("$ ttd-py ")
        .expect("a first line `$ ttd-py ARGUMENTS`");
    let commands: Vec<&str> = transcript.lines().filter_map(typed).collect();
    let programs = folder("lang");
    let mut child = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(words(arguments))
        .current_dir(&programs)
        .env("HOME", "/nowhere")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let input: String = commands
        .iter()
        .map(|command| format!("{command}\n"))
        .collect();
    child
        .stdin
        .take()
        .expect("a pipe")
        .write_all(input.as_bytes())
        .expect("it reads");
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

/// Words, with single quotes around those that have spaces in them.
fn words(line: &str) -> Vec<String> {
    let quoted = line.split('\'').enumerate();
    let parts = quoted.flat_map(|(at, part)| match at % 2 {
        0 => part.split_whitespace().map(str::to_string).collect(),
        _ => vec![part.to_string()],
    });
    parts.collect()
}

#[test]
fn transcripts() {
    let update = std::env::var_os("UPDATE").is_some();
    let mut files: Vec<PathBuf> = fs::read_dir(folder("sessions"))
        .expect("readable")
        .flatten()
        .map(|entry| entry.path())
        .collect();
    files.retain(|path| path.extension().is_some_and(|e| e == "txt"));
    files.sort();
    assert!(!files.is_empty());
    let mut failed = Vec::new();
    for path in files {
        let expected = fs::read_to_string(&path).expect("readable");
        let actual = run(&expected);
        if update {
            fs::write(&path, &actual).expect("writable");
        } else if actual != expected {
            let name = path.file_name().unwrap_or_default().to_string_lossy();
            failed.push(format!("== {name}\n{}", difference(&expected, &actual)));
        }
    }
    assert!(
        failed.is_empty(),
        "UPDATE=1 accepts what differs:\n{}",
        failed.join("\n")
    );
}

/// The first place where two texts differ, with a little of what surrounds it.
fn difference(expected: &str, actual: &str) -> String {
    let (expected, actual): (Vec<_>, Vec<_>) =
        (expected.lines().collect(), actual.lines().collect());
    let at = (0..)
        .find(|at| expected.get(*at) != actual.get(*at))
        .unwrap_or(0);
    let show = |lines: &[&str], sign: char| -> String {
        lines
            .iter()
            .skip(at)
            .take(6)
            .map(|line| format!("{sign} {line}\n"))
            .collect()
    };
    let before: String = expected[at.saturating_sub(3)..at]
        .iter()
        .map(|line| format!("  {line}\n"))
        .collect();
    format!(
        "line {}\n{before}{}{}",
        at + 1,
        show(&expected, '-'),
        show(&actual, '+')
    )
}

#[test]
fn commands_are_put_behind_their_prompts() {
    let output = "start\n(ttd 0/1) > here\n(ttd 1/2) (ttd 1/2) \n";
    let expected = "start\n(ttd 0/1) n\n> here\n(ttd 1/2) mark\n(ttd 1/2)\n\n";
    assert_eq!(interleave(output, &["n", "mark"]), expected);
    assert_eq!(
        words("-m ttd -c 'goto 5' a.py"),
        ["-m", "ttd", "-c", "goto 5", "a.py"]
    );
}
