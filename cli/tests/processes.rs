//! Programs of several processes: pools, queues and locks by each way of starting processes, shared memory, signals,
//! and input that threads wait for.

use std::io::Write;
use std::process::{Command, Stdio};

fn program(name: &str) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.arg(format!("{}/tests/programs/{name}.py", env!("CARGO_MANIFEST_DIR")));
    command.stdin(Stdio::null());
    command
}

/// Runs a program that ends well and writes no errors; returns its output.
fn output(name: &str) -> String {
    let done = program(name).output().expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    assert_eq!((&*err, done.status.code()), ("", Some(0)), "{out}");
    out.into_owned()
}

#[test]
fn pools_work_however_processes_are_started() {
    let of = |method| format!("{method} [0, 1, 4, 9, 16] 81\n[0, 2]\n[0, 1, 4]\n");
    assert_eq!(output("pools"), ["fork", "spawn", "forkserver"].map(of).concat());
}

#[test]
fn processes_share_memory_and_a_child_has_one_thread() {
    let of = |method| format!("{method} 42 [0.0, 2.5, 0.0]\n");
    let shared = ["fork", "spawn", "forkserver"].map(of).concat();
    assert_eq!(output("shared_memory"), shared + "b'howdy'\n0\n");
}

#[test]
fn processes_wait_for_each_other_in_a_mapped_file() {
    assert_eq!(output("mapped_file"), "0 0\n7 7 9 9 42 42\n0\n");
}

#[test]
fn signals_are_handled_where_the_program_waits_and_where_it_runs() {
    let waits = ["a loop", "select", "read", "sleep", "a lock", "poll"].map(|wait| format!("{wait} was interrupted\n"));
    let ends = "SIGVTALRM\n['SIGUSR1']\n['SIGUSR1', 'SIGUSR1'] MainThread\n-14\n";
    assert_eq!(output("signals"), format!("a loop: SIGALRM\n{}{ends}", waits.concat()));
}

#[test]
fn exceptions_of_handlers_are_raised_inside_the_block_that_a_loop_begins() {
    let lines = ["caught (True,)", "guarded left", "finished left with True", "in_call call"];
    let known = format!("{}\n['Slow', 'finally', 'handler']\n", lines.join("\n"));
    assert_eq!(output("interrupted_blocks"), known);
}

/// The output of a program under CPython 3.13.
fn known_output(name: &str) -> String {
    let known = format!("{}/tests/programs/{name}.txt", env!("CARGO_MANIFEST_DIR"));
    std::fs::read_to_string(known).expect("the expected output")
}

#[test]
fn calls_that_wait_let_the_thread_run_that_they_wait_for() {
    assert_eq!(output("blocked_threads"), known_output("blocked_threads"));
}

#[test]
fn tracing_comes_and_goes() {
    assert_eq!(output("trace_on_and_off"), known_output("trace_on_and_off"));
}

#[test]
fn attributes_of_streams_take_the_place_of_their_methods() {
    assert_eq!(output("stream_attributes"), known_output("stream_attributes"));
}

#[test]
fn an_uncaught_interrupt_ends_the_process_by_its_signal() {
    use std::os::unix::process::ExitStatusExt;
    let done = Command::new(env!("CARGO_BIN_EXE_ttd-py")).args(["-c", "raise KeyboardInterrupt"]).output();
    assert_eq!(done.expect("the program starts").status.signal(), Some(2));
}

#[test]
fn other_threads_run_while_one_waits_for_input() {
    let mut running = program("input_beside_threads")
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut input = running.stdin.take().expect("a pipe");
    input.write_all(b"one\ntwo\n").expect("the program reads");
    std::thread::sleep(std::time::Duration::from_millis(1500));
    input.write_all(b"three\n").expect("the program reads");
    drop(input);
    let done = running.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "one\ntwo\nworked\nthree\nend\n");
}

#[test]
fn what_is_over_starts_nothing() {
    let refused = "PythonFinalizationError can't fork at interpreter shutdown\n\
                   PythonFinalizationError can't create new thread at interpreter shutdown\n";
    assert_eq!(output("ending"), format!("False\nTrue\n{refused}"));
}

#[test]
fn dumps_show_where_the_program_is() {
    let stack = |lines: &[(u32, &str)]| {
        let line = |(number, name): &(u32, &str)| format!("  File \"here\", line {number} in {name}\n");
        lines.iter().map(line).collect::<String>()
    };
    let explicit = stack(&[(23, "inner"), (27, "outer"), (13, "lines_of"), (30, "<module>")]);
    let long = "twice_the_name_of_a_function_that_is_not_short";
    let threads = stack(&[(34, long), (13, "lines_of"), (37, "<module>")]);
    let at_signal = stack(&[(42, "at_signal"), (13, "lines_of"), (46, "<module>")]);
    let heading = "Stack (most recent call first):\n";
    let rest = "ValueError timeout must be greater than 0\n\
                TypeError 'str' object cannot be interpreted as an integer\n\
                ValueError file is not a valid file descriptor\nFalse\nTrue True False False\n";
    let expected = format!("{heading}{explicit}Current thread\n{threads}True False\n{heading}{at_signal}{rest}");
    assert_eq!(output("faulthandler_dumps"), expected);
}

#[test]
fn what_os_write_writes_is_seen_at_once() {
    let program = format!("{}/tests/programs/at_once.py", env!("CARGO_MANIFEST_DIR"));
    let mut shell = Command::new("sh");
    shell.args(["-c", r#""$0" "$1" 2>&1"#, env!("CARGO_BIN_EXE_ttd-py"), &program]);
    let done = shell.stdin(Stdio::null()).output().expect("the shell starts");
    assert_eq!(String::from_utf8_lossy(&done.stdout), "one two three Bad file descriptor");
}

#[test]
fn large_writes_and_busy_loops_let_other_threads_run() {
    assert_eq!(output("large_writes"), include_str!("programs/large_writes.txt"));
}

#[test]
fn descriptors_are_closed_and_given_away() {
    assert_eq!(output("descriptors"), include_str!("programs/descriptors.txt"));
}
