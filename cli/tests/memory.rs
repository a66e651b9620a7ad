//! With little memory a program runs, or one line says why it does not.

use std::process::Command;

#[test]
fn few_addresses() {
    for limit in (500_000..=4_000_000).step_by(500_000) {
        for arguments in ["-c 'print(42)'", "-m ttd reads.py </dev/null"] {
            let command = format!("ulimit -v {limit}; exec \"$0\" {arguments}");
            let done = Command::new("sh")
                .current_dir(concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs"))
                .args(["-c", &command, env!("CARGO_BIN_EXE_ttd-py")])
                .output()
                .expect("a shell");
            let said = String::from_utf8_lossy(&done.stderr);
            let refused = said.starts_with("ttd-py: no") && said.lines().count() == 1;
            match done.status.code() {
                Some(0) => assert_eq!(said, "", "{limit} {arguments}"),
                Some(1) => assert!(refused, "{limit} {arguments}: {said}"),
                other => panic!("{limit} {arguments}: {other:?} {said}"),
            }
        }
    }
}
