//! `edit`: the user's editor changes a file, and the program goes on with the new code.

use std::fs;
use std::io::Write;
use std::path::Path;
use std::process::{Command, Stdio};

const PROGRAM: &str =
    "def price(n):\n    return n + 2\n\ntotal = 0\nfor n in range(4):\n    total += price(n)\nprint(total)\n";

/// Debugs the program in a folder with these commands and this editor. Returns what was answered.
fn debug(folder: &Path, mode: &str, editor: Option<&str>, commands: &str) -> String {
    fs::write(folder.join("main.py"), PROGRAM).expect("writable");
    let mut command = Command::new(env!("CARGO_BIN_EXE_ttd-py"));
    command.args(["-m", mode, "main.py"]).current_dir(folder).env("HOME", "/nowhere").env_remove("VISUAL");
    match editor {
        Some(editor) => command.env("EDITOR", editor),
        None => command.env_remove("EDITOR"),
    };
    let pipes = command.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::piped());
    let mut child = pipes.spawn().expect("the program starts");
    child.stdin.take().expect("a pipe").write_all(commands.as_bytes()).expect("it reads");
    let done = child.wait_with_output().expect("it ends");
    assert_eq!(String::from_utf8_lossy(&done.stderr), "");
    String::from_utf8_lossy(&done.stdout).replace(&format!("{}/", folder.display()), "")
}

#[test]
fn the_program_goes_on_with_the_new_code() {
    let folder = std::env::temp_dir().join(format!("ttd-editor-{}", std::process::id()));
    fs::create_dir_all(&folder).expect("writable");
    let folder = folder.canonicalize().expect("it is there");
    // It gets the line and the file.
    let script = "printf '%s ' \"$1\" > line; sed -i.old 's/n + 2/n * 2/' \"$2\"\n";
    fs::write(folder.join("edit.sh"), script).expect("writable");
    for mode in ["tdb", "ttd", "odb"] {
        let commands = "b 6\nc\nc\nc\nedit price\ncl 1\nc\nswitch main\nc\nq\n";
        let out = debug(&folder, mode, Some("sh edit.sh"), commands);
        assert_eq!(fs::read_to_string(folder.join("line")).expect("it was written"), "+1 ", "{mode}");
        let begun = "(branch 1 begins here, with the new text of main.py; `switch main` leads to the run without this)";
        assert!(out.contains(begun), "{mode}: {out}");
        // 2 + 3 as it was, then 4 + 6.
        assert!(out.contains("15\n"), "{mode}: {out}");
        assert!(out.contains("14\n"), "{mode}: {out}");
        let running = debug(&folder, mode, Some("sh edit.sh"), "b 2\nc\nedit\nq\n");
        let refused = "*** price is running, called at event 5, and its code has changed: go to before that event, or use \
                       `reload --from-start`\n";
        assert!(running.contains(refused), "{mode}: {running}");
    }
    let nothing = debug(&folder, "ttd", Some("true"), "edit price\nedit nothing\nq\n");
    assert!(nothing.contains("*** main.py has not changed since it was run\n"), "{nothing}");
    assert!(nothing.contains("*** No function nothing was found\n"), "{nothing}");
    let failed = debug(&folder, "ttd", Some("false"), "edit price\nq\n");
    assert!(failed.contains("*** false: exit status: 1; nothing has changed\n"), "{failed}");
    let none = debug(&folder, "ttd", None, "edit price\nq\n");
    assert!(none.contains("*** Set the environment variable EDITOR to the editor to use\n"), "{none}");
    fs::remove_dir_all(&folder).expect("it is there");
}
