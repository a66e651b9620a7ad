//! A run with a connection of TLS is gone back through when its server is no more.

use std::io::{BufRead as _, BufReader};
use std::process::{Command, Stdio};

const PROGRAMS: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/tests/programs");
const CERTIFICATE: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/../tests/lang/certificates/ca.pem");

/// Runs the client against a server that serves once, in this mode, and types commands.
fn session(mode: &str, commands: &str) -> String {
    let mut server = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .arg(format!("{PROGRAMS}/tls_server.py"))
        .stdin(Stdio::null())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the server starts");
    let mut port = String::new();
    let output = server.stdout.take().expect("its output");
    BufReader::new(output).read_line(&mut port).expect("its port");
    let mut client = Command::new(env!("CARGO_BIN_EXE_ttd-py"))
        .args(["-m", mode, &format!("{PROGRAMS}/tls_client.py"), port.trim(), CERTIFICATE])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the debugger starts");
    std::io::Write::write_all(&mut client.stdin.take().expect("its input"), commands.as_bytes()).expect("it reads");
    let done = client.wait_with_output().expect("it ends");
    assert!(server.wait().expect("the server ends").success());
    format!("{}{}", String::from_utf8_lossy(&done.stdout), String::from_utf8_lossy(&done.stderr))
}

#[test]
fn a_connection_is_gone_back_through_without_its_server() {
    const SEEN: &str = "['TLSv1.3', b'ONE', b'TWO', b'THREE', (('commonName', 'localhost'),)]";
    for mode in ["tdb", "hybrid", "odb"] {
        // To the end, with which the server ends; then back, and forwards again.
        let text = session(mode, "b 13\nc\nc\nc\nc\np seen\nrc\nrc\nrc\np seen\nc\np seen\nq\n");
        // The program prints it once, and the debugger once.
        assert_eq!(text.matches(SEEN).count(), 2, "{mode}: {text}");
        assert_eq!(text.matches("['TLSv1.3']\n").count(), 1, "{mode}: {text}");
        assert_eq!(text.matches("['TLSv1.3', b'ONE']\n").count(), 1, "{mode}: {text}");
        assert!(!text.contains("divergence"), "{mode}: {text}");
    }
}
