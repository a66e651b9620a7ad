//! The debugger ends quietly when its input ends, its output is closed, or its terminal goes away.

use std::io::{Read, Write};
use std::path::Path;
use std::process::{Child, Command, Stdio};

fn start(arguments: &[&str]) -> Child {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.args(arguments).current_dir(programs).env("HOME", "/nowhere");
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    pipes.spawn().expect("the program starts")
}

/// Runs these commands; returns standard output, standard error and the exit status.
fn run(arguments: &[&str], commands: &str) -> (String, String, Option<i32>) {
    let mut child = start(arguments);
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(commands.as_bytes()).expect("it reads");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

#[test]
fn the_end_of_the_input() {
    for commands in ["", "step", "break 14\ncommands\np 1", "for x in y:", "interact\n1", "break 14\nclear\n"] {
        let (out, err, status) = run(&["-m", "ttd", "terminal.py"], commands);
        assert_eq!((err.as_str(), status), ("", Some(0)), "{commands}");
        assert!(out.ends_with('\n'), "{out}");
    }
}

#[test]
fn nobody_reads_the_answers() {
    let mut child = start(&["-m", "ttd", "terminal.py"]);
    let mut first = [0; 4];
    child.stdout.take().expect("a pipe").read_exact(&mut first).expect("it writes");
    let mut input = child.stdin.take().expect("a pipe");
    for _ in 0..1000 {
        // The debugger may have ended already.
        if input.write_all(b"help\n").is_err() {
            break;
        }
    }
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn bytes_that_are_no_text() {
    let mut child = start(&["-m", "ttd", "terminal.py"]);
    let mut input = child.stdin.take().expect("a pipe");
    input.write_all(b"p \xff\xfe\n\0\np 40 + 2\n").expect("it reads");
    drop(input);
    let done = child.wait_with_output().expect("it ends");
    let out = String::from_utf8_lossy(&done.stdout);
    assert!(out.contains("(ttd 0/0) 42\n"), "{out}");
    assert_eq!(done.status.code(), Some(0));
}

#[test]
fn the_program_has_an_input_of_its_own() {
    let commands = "next\nnext\np name\np input()\ncontinue\ngoto 1\ngoto end\n";
    let (out, err, status) = run(&["-m", "ttd", "--stdin", "reads.txt", "reads.py"], commands);
    assert!(out.contains("(ttd 2/2) 'Ada'\n"), "{out}");
    assert!(
        out.contains("PermissionError: an evaluation may not use what the program has open: stdin.readline()"),
        "{out}"
    );
    assert_eq!(out.matches("Ada Lovelace\n").count(), 1, "{out}");
    assert_eq!((err.as_str(), status), ("", Some(0)));
    // Without a file it shares the input of the debugger.
    let (out, _, _) = run(&["-m", "ttd", "reads.py"], "next\nnext\nAda\np name\n");
    assert!(out.contains("'Ada'\n"), "{out}");
    let (_, err, status) = run(&["-m", "ttd", "--stdin", "nowhere.txt", "reads.py"], "");
    assert_eq!(status, Some(2));
    assert!(err.starts_with("ttd-py: can't read nowhere.txt: No such file"), "{err}");
}

#[test]
fn checkpoints_are_listed() {
    let list = |options: &[&str]| {
        let arguments = [&["-m", "ttd"], options, &["reads.py", "--stdin"]].concat();
        run(&arguments, "step 3\nx\ny\ncheckpoint\ncheckpoints\n").0
    };
    let times = |out: &str| -> Vec<String> {
        let rows = out.lines().skip_while(|line| !line.contains("Time         Size         Cost")).skip(1);
        rows.filter_map(|row| row.split_whitespace().next().map(str::to_string))
            .take_while(|word| word != "(ttd")
            .collect()
    };
    assert_eq!(times(&list(&[])), ["start", "3"]);
    assert_eq!(times(&list(&["--checkpoint-every", "1"])), ["start", "0", "1", "2", "3"]);
}
