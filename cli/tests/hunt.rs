//! `-m hunt`: what it finds, what it says, and its exit status.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn races() -> PathBuf {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../examples/races");
    path.canonicalize().expect("the examples")
}

/// Runs ttd-py in the folder of the races; returns its output, what it said on standard error, and its status.
fn run(arguments: &[&str]) -> (String, String, Option<i32>) {
    let done = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(arguments)
        .current_dir(races())
        .env("HOME", "/nowhere")
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).to_string();
    (text(&done.stdout), text(&done.stderr), done.status.code())
}

/// The words after `ttd-py ` of the first command that a report gives.
fn command(report: &str) -> Vec<&str> {
    let line = report.lines().find_map(|line| line.strip_prefix("    ttd-py "));
    line.expect("a command").split(' ').collect()
}

/// The examples, each with a seed under which it fails. Another policy has other seeds: `-m hunt` finds them.
const RACES: [(&str, &str); 12] = [
    ("aba.py", "172"),
    ("async_atomicity.py", "4"),
    ("atomicity_violation.py", "0"),
    ("check_then_act.py", "4"),
    ("dining_philosophers.py", "34"),
    ("double_checked_locking.py", "42"),
    ("forgotten_notify.py", "36"),
    ("lock_order.py", "4"),
    ("lost_update.py", "4"),
    ("lost_wakeup.py", "0"),
    ("order_violation.py", "4"),
    ("unsafe_publication.py", "11"),
];

#[test]
fn every_example_passes_by_turns_and_fails_under_some_schedule() {
    let programs = fs::read_dir(races()).expect("readable").flatten();
    let programs = programs.filter(|entry| entry.path().extension().is_some_and(|ending| ending == "py"));
    assert_eq!(programs.count(), RACES.len());
    for (program, seed) in RACES {
        let by_turns = run(&["-X", "schedule=fifo", "-X", "thread_errors", program]);
        assert_eq!(by_turns, (String::new(), String::new(), Some(0)), "{program}");
        let schedule = format!("schedule=random:{seed}");
        let (_, said, status) = run(&["-X", &schedule, "-X", "thread_errors", program]);
        assert!(status == Some(1) && said.contains("Traceback"), "{program}: {said}");
    }
}

#[test]
fn a_race_is_found_and_its_schedule_repeats_it() {
    let (report, errors, status) = run(&["-m", "hunt", "--seed", "3", "lock_order.py"]);
    assert_eq!((errors.as_str(), status), ("", Some(1)), "{report}");
    assert!(report.starts_with("Run 2 failed: a deadlock.\n    Traceback (most recent call last):\n"), "{report}");
    assert!(report.contains("\n1 run passed before it ("), "{report}");
    assert!(!report.contains("It passed when it was run once more"), "{report}");
    let (_, said, status) = run(&command(&report));
    assert!(status == Some(1) && said.contains("RuntimeError: deadlock: MainThread waits for"), "{said}");
}

/// From which event on a run had to fail; the schedule that is given as a way out passes and begins as the failing one.
#[test]
fn the_event_from_which_on_it_had_to_fail() {
    let (report, errors, status) = run(&["-m", "hunt", "--seed", "4", "--when=20", "--no-debug", "check_then_act.py"]);
    assert_eq!((errors.as_str(), status), ("", Some(1)), "{report}");
    assert!(
        report.contains("\nIt had to fail after event 15, in the thread Thread-2 (withdraw), check_then_act.py:12 in")
    );
    assert!(report.contains("\n    if balance >= amount:\nWhen this had run, all of 20 other schedules failed."));
    assert!(report.contains("    ttd-py -X schedule=random:4@14:0 check_then_act.py\n"), "{report}");
    assert!(report.contains("    ttd-py -X schedule=random:4 -m ttd -c continue -c 'goto 15' check_then_act.py"));
    let events = |schedule: &str| {
        let debugger = ["-X", schedule, "-m", "ttd", "-c", "continue", "-c", "events 0 13", "check_then_act.py"];
        let (said, _, _) = run(&debugger);
        said.lines()
            .filter(|line| line.contains("  line  ") || line.contains("  call  "))
            .collect::<Vec<_>>()
            .join("\n")
    };
    let passing = "schedule=random:4@14:0";
    assert_eq!(run(&["-X", passing, "-X", "thread_errors", "check_then_act.py"]).2, Some(0));
    assert!(events("schedule=random:4").lines().count() > 10);
    assert_eq!(events("schedule=random:4"), events(passing));
    // What fails under every schedule.
    let always = ["-m", "hunt", "--when=3", "--no-debug", "../tickets.py"];
    let (report, _, status) = run(&always);
    assert!(report.contains("\nAll of 3 other schedules fail, too (") && status == Some(1), "{report}");
}

/// The failure of the lowest seed is reported, whichever run ends first.
#[test]
fn several_runs_at_a_time_find_the_same() {
    let said = ["1", "4"].map(|jobs| run(&["-m", "hunt", "-j", jobs, "--no-debug", "check_then_act.py"]));
    let without_times = |report: &str| report.lines().filter(|line| !line.contains(" passed before it (")).count();
    for (report, errors, status) in &said {
        assert_eq!((errors.as_str(), *status), ("", Some(1)), "{report}");
        assert!(report.starts_with("Run 5 failed: ") && report.contains("\n4 runs passed before it ("), "{report}");
    }
    assert_eq!(without_times(&said[0].0), without_times(&said[1].0));
}

#[test]
fn what_is_said_about_a_failure() {
    let text = "import sys; print('hidden'); print('seen', file=sys.stderr); sys.exit(3)";
    let folder = std::env::temp_dir().join(format!("ttd-hunt-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("a folder");
    let write = |name: &str, text: &str| {
        let path = folder.join(name);
        fs::write(&path, text).expect("writable");
        path.display().to_string()
    };
    let exits = write("exits.py", text);
    let (report, _, status) = run(&["-W", "ignore", "-m", "hunt", "--seed", "5", &exits, "a b"]);
    let command = format!("ttd-py -W ignore -X schedule=random:5 {exits} 'a b'\n");
    assert!(report.starts_with("Run 1 failed: it exited with 3.\n    seen\n0 runs passed before it ("), "{report}");
    assert!(report.contains(&command), "{report}");
    assert_eq!(status, Some(1));
    let hangs = write("hangs.py", "while True:\n    pass\n");
    let (report, _, status) = run(&["-m", "hunt", "--timeout", "0.5", &hangs]);
    assert!(report.starts_with("Run 1 failed: it ran longer than 0.5 s.\n"), "{report}");
    assert_eq!(status, Some(1));
    let thread = write(
        "thread.py",
        "import threading\nthreading.excepthook = print\nt = threading.Thread(target=lambda: 1 / 0)\nt.start()\nt.join()\n",
    );
    assert_eq!(run(&[&thread]).2, Some(0));
    assert_eq!(run(&["-X", "thread_errors", &thread]).2, Some(1));
    assert_eq!(run(&["-m", "hunt", &thread]).2, Some(1));
    let passes = write("passes.py", "");
    let (report, _, status) = run(&["-m", "hunt", "--runs", "2", "--seed", "7", &passes]);
    assert!(report.starts_with("No failure in 2 runs (schedule=random:7 to 8, "), "{report}");
    assert_eq!(status, Some(0));
    let (report, _, status) = run(&["-m", "hunt", "--time", "0.2", &passes]);
    assert!(report.starts_with("No failure in ") && status == Some(0), "{report}");
    fs::remove_dir_all(&folder).expect("ours");
}

#[test]
fn the_debugger_opens_where_it_fails() {
    let (report, _, status) = run(&["-m", "hunt", "--debug", "check_then_act.py"]);
    assert!(report.contains("AssertionError: the account is overdrawn: -60"), "{report}");
    assert!(report.contains("-> assert balance >= 0"), "{report}");
    assert_eq!(status, Some(1));
    // Where a thread died, the program goes on: the debugger goes back to it.
    let (report, _, status) = run(&["-m", "hunt", "--seed", "11", "--debug", "unsafe_publication.py"]);
    assert!(report.contains("-m ttd -c continue -c 'rfind kind == '\\''exception'\\''' unsafe"), "{report}");
    assert!(report.contains("AssertionError: ann has no address\n> /"), "{report}");
    assert!(report.contains("-> assert user.address is not None"), "{report}");
    assert_eq!(status, Some(1));
}

#[test]
fn wrong_command_lines() {
    let wrong: [(&[&str], &str); 10] = [
        (&["-X", "schedule=lifo", "aba.py"], "ttd-py: -X schedule needs fifo or random:SEED"),
        (&["-X", "schedule", "aba.py"], "ttd-py: -X schedule needs fifo or random:SEED"),
        (&["-X", "schedule=random:x", "-m", "ttd", "aba.py"], "ttd-py: -X schedule needs fifo or random:SEED"),
        (&["-m", "hunt"], "Run a program again and again"),
        (&["-m", "hunt", "--runs", "0", "aba.py"], "error: invalid value '0'"),
        (&["-m", "hunt", "--jobs", "0", "aba.py"], "error: invalid value '0'"),
        (&["-m", "hunt", "--time", "0", "aba.py"], "error: invalid value '0'"),
        (&["-m", "hunt", "--runs", "1", "--until-fails", "aba.py"], "error: the argument '--runs <N>' cannot be used"),
        (&["-m", "hunt", "nowhere.py"], "ttd-py: can't open file"),
        (&["-m", "hunt", "-"], "ttd-py: -m hunt needs a file or a module"),
    ];
    for (arguments, message) in wrong {
        let (out, said, status) = run(arguments);
        assert!(said.starts_with(message), "{arguments:?}: {said}");
        assert_eq!((out.as_str(), status), ("", Some(2)), "{arguments:?}");
    }
    let (help, _, status) = run(&["-m", "hunt", "--help"]);
    assert!(help.contains("--until-fails") && status == Some(0));
}
