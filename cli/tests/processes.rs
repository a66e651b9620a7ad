//! Programs of several processes: pools, queues and locks, by each way of starting processes.

use std::process::{Command, Stdio};

#[test]
fn pools_work_however_processes_are_started() {
    let done = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .arg(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs/pools.py"))
        .stdin(Stdio::null())
        .output()
        .expect("the program starts");
    let (out, err) = (String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr));
    let of = |method| format!("{method} [0, 1, 4, 9, 16] 81\n[0, 2]\n[0, 1, 4]\n");
    assert_eq!(out, ["fork", "spawn", "forkserver"].map(of).concat(), "{err}");
    assert_eq!((&*err, done.status.code()), ("", Some(0)));
}
