//! Plain runs, `ttd-py script.py`, whose programs ask for the debugger.

use std::io::Write;
use std::process::{Command, Output, Stdio};

const NOTE: &str = "The program asks for the debugger: it runs again up to here, with the same inputs.\n";

/// Runs without a debugger, with this input. Returns what was written, with short paths, and the exit status.
fn run(arguments: &[&str], input: &str, settings: &[(&str, &str)]) -> (String, String, Option<i32>) {
    let folder = format!("{}/tests/programs", env!("CARGO_MANIFEST_DIR"));
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.args(arguments).current_dir(&folder).env("HOME", "/nowhere").env_remove("PYTHONBREAKPOINT");
    command.envs(settings.iter().copied());
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(input.as_bytes()).expect("it reads");
    let Output { stdout, stderr, status } = child.wait_with_output().expect("it ends");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace(&format!("{folder}/"), "");
    (text(&stdout), text(&stderr), status.code())
}

#[test]
fn the_debugger_takes_over_with_the_past() {
    let commands = "ann\np n, m\nu\np drawn, began\nrn\np len(seen)\nc\noutput\nc\np len(name)\nc\nc\nw\nc\n";
    let (out, err, status) = run(&["asks_for_debugger.py"], commands, &[]);
    assert_eq!((&*err, status), ("", Some(3)), "{out}");
    // What the program wrote in the plain run is there once, and what it got is what it gets again.
    let first = out.lines().next().expect("output");
    let mut words = first.strip_prefix("read ann ").expect("what was drawn").split(' ');
    let (drawn, began) = (words.next().expect("a number"), words.next().expect("a time"));
    assert!(out.starts_with(&format!("{first}\n{NOTE}> asks_for_debugger.py(12)half()\n-> breakpoint()\n")), "{out}");
    assert!(out.contains("(10, 5)\n"), "{out}");
    assert!(out.contains(&format!(" ({drawn}, {began})\n")), "{out}");
    assert!(out.contains("> asks_for_debugger.py(23)<module>()\n-> print(half(10))\n"), "{out}");
    // `output` shows it as well.
    assert_eq!(out.matches(first).count(), 2, "{out}");
    assert!(out.contains("Post-mortem of this ZeroDivisionError. It was raised here."), "{out}");
    assert!(out.contains("-> 1 // (len(name) - 3)\n"), "{out}");
    assert!(out.contains(") 3\n"), "{out}");
    assert!(out.contains("> asks_for_debugger.py(28)<module>()\n-> pdb.Pdb().set_trace()\n"), "{out}");
    assert!(out.contains("child: breakpoint() is not supported by ttd-py here yet"), "{out}");
    assert!(out.contains("at the end of the program: exited 3"), "{out}");
}

#[test]
fn nobody_answers_or_nobody_asks() {
    // Like pdb: without commands the debugger leaves.
    let (out, _, status) = run(&["asks_for_debugger.py"], "ann\n", &[]);
    assert!(out.contains(NOTE) && !out.contains("over\n"), "{out}");
    assert_eq!(status, Some(0));
    let (out, err, status) = run(&["-c", "breakpoint(); print(1)"], "", &[("PYTHONBREAKPOINT", "0")]);
    assert_eq!((&*out, &*err, status), ("1\n", "", Some(0)));
    // Runs that are compared with each other are no dialogue.
    let (_, err, status) = run(&["-X", "count", "-c", "breakpoint()"], "", &[]);
    assert!(err.contains("no debugger can take this process over"), "{err}");
    assert_eq!(status, Some(1));
}

#[test]
fn a_program_that_died_is_looked_at_from_the_interactive_prompt() {
    let code = "def f(x):\n    return 1 / x\nf(0)\n";
    let (out, err, status) = run(&["-i", "-c", code], "import pdb\npdb.pm()\np x\nu\nq\n", &[]);
    assert!(err.contains("ZeroDivisionError: division by zero"), "{err}");
    let place = "Post-mortem of this ZeroDivisionError. It was raised here.\nZeroDivisionError: division by zero\n\
                 > <string>(2)f()\n";
    assert!(out.contains(place), "{out}");
    assert!(out.contains(") 0\n"), "{out}");
    assert_eq!(status, Some(0));
}

#[test]
fn a_prompt_whose_input_the_program_closes_ends() {
    let (out, err, status) = run(&["-i", "-c", "import os"], "print('before')\nos.close(0)\nprint('after')\n", &[]);
    assert_eq!((&*out, &*err, status), ("before\n", ">>> >>> >>> \n", Some(0)));
}
