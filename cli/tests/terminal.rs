//! The real program in a pseudo-terminal, as a user at the keyboard meets it.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use rexpect::session::{PtySession, spawn_command};

/// Milliseconds that an answer may take.
const PATIENCE: u64 = 20_000;

const UP: &str = "\x1b[A";
const LEFT: &str = "\x1b[D";

/// A folder for the state of one test's sessions; dropping it removes the folder.
struct State(PathBuf);

impl State {
    fn new(test: &str) -> State {
        let path = std::env::temp_dir().join(format!("ttd-py-{test}-{}", std::process::id()));
        fs::create_dir_all(&path).expect("a folder");
        State(path)
    }
}

impl Drop for State {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}

/// The debugger in a terminal, at its first prompt.
fn start(state: &State, mode: &str, settings: &[(&str, &str)]) -> PtySession {
    let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
    let mut command = Command::new("sh");
    let sized = "stty rows 24 cols 100; exec \"$0\" \"$@\"";
    command.args(["-c", sized, env!("CARGO_BIN_EXE_ttd-py"), "-m", mode, "terminal.py"]).current_dir(programs);
    command.env("XDG_STATE_HOME", &state.0).env("HOME", "/nowhere").env("TERM", "xterm").env("NO_COLOR", "1");
    command.envs(settings.iter().copied());
    let mut terminal = spawn_command(command, Some(PATIENCE)).expect("a terminal");
    terminal.exp_string("(ttd 0/0) ").expect("a prompt");
    terminal
}

/// Sends keys as they are.
fn keys(terminal: &mut PtySession, keys: &str) {
    terminal.send(keys).expect("it takes keys");
    terminal.flush().expect("it takes keys");
}

/// Types a line, and waits for a part of the answer and the next prompt.
fn ask(terminal: &mut PtySession, line: &str, answer: &str) {
    keys(terminal, &format!("{line}\r"));
    expect(terminal, answer);
    expect(terminal, "(ttd ");
}

fn expect(terminal: &mut PtySession, text: &str) {
    if let Err(error) = terminal.exp_string(text) {
        panic!("no {text:?}: {error}");
    }
}

/// Presses Ctrl-D and expects exit status 0.
fn leave(mut terminal: PtySession) {
    terminal.send_control('d').expect("it takes keys");
    terminal.exp_eof().expect("the end");
    let status = terminal.process().wait().expect("a status");
    assert!(format!("{status:?}").contains(", 0)"), "{status:?}");
}

#[test]
fn a_line_is_edited_completed_and_remembered() {
    let state = State::new("editing");
    let mut terminal = start(&state, "ttd", &[]);
    let t = &mut terminal;
    // Backspace, and a key to the left.
    keys(t, "p 20 + 2x\x7f");
    keys(t, LEFT);
    ask(t, "1", "32\r\n");
    // Commands, breakpoints, files, names, attributes.
    ask(t, "number\t", "*** NameError");
    ask(t, "tb 24", "*** SyntaxError");
    keys(t, "tbr\t");
    ask(t, " term\t27", "Breakpoint 1 at ");
    keys(t, "con\t\t");
    expect(t, "continue");
    ask(t, "t\t", "terminal.py(27)<module>()");
    ask(t, "p number_\t", "7\r\n");
    ask(t, "p place.lo\t", "16\r\n");
    ask(t, "$mine = 5", "\n");
    ask(t, "p $mi\t + 1", "6\r\n");
    // The last line again, with a change.
    keys(t, UP);
    ask(t, "1", "16\r\n");
    leave(terminal);

    let mut terminal = start(&state, "ttd", &[]);
    keys(&mut terminal, UP);
    expect(&mut terminal, "p $mine + 11");
    // The typed text is dropped.
    terminal.send_control('c').expect("it takes keys");
    expect(&mut terminal, "--KeyboardInterrupt--");
    expect(&mut terminal, "(ttd ");
    leave(terminal);
}

#[test]
fn what_runs_is_stopped_from_the_keyboard() {
    for mode in ["tdb", "hybrid"] {
        let state = State::new(mode);
        let mut terminal = start(&state, mode, &[]);
        let t = &mut terminal;
        let stop = |t: &mut PtySession, line: &str, answer: &str| {
            keys(t, &format!("{line}\r"));
            expect(t, "\n");
            std::thread::sleep(std::time::Duration::from_millis(600));
            t.send_control('c').expect("it takes keys");
            expect(t, answer);
            expect(t, "(ttd ");
        };
        ask(t, "break 27", "Breakpoint 1 at");
        ask(t, "c", "terminal.py(27)<module>()");
        // An evaluation that never ends, and that catches every exception it can.
        stop(t, "p spin()", "*** KeyboardInterrupt");
        ask(t, "p number_of_things, small", "(7, 3)");
        // The program itself.
        stop(t, "c", "Program interrupted.");
        ask(t, "p large > 5", "True");
        // A search with many crossings, whose condition takes long to evaluate.
        ask(t, "break 20, sum(range(100_000)) < 0", "Breakpoint 2 at");
        ask(t, "disable 1", "Disabled");
        ask(t, "mark here", "Mark here at");
        stop(t, "rc", "Interrupted: back where the search began.");
        ask(t, "marks", "->");
        // A long motion draws a progress bar, which disappears at its end.
        keys(t, "goto 100000000000\r");
        expect(t, "%, ");
        t.send_control('c').expect("it takes keys");
        expect(t, "Program interrupted.");
        expect(t, "(ttd ");
        // An unfinished statement of several lines.
        keys(t, "for i in range(3):\r");
        expect(t, "...   ");
        t.send_control('c').expect("it takes keys");
        expect(t, "--KeyboardInterrupt--");
        expect(t, "(ttd ");
        leave(terminal);
    }
}

#[test]
fn colours_and_long_texts() {
    let state = State::new("colours");
    let mut terminal = start(&state, "ttd", &[("PAGER", "sed s/^/paged:/")]);
    let t = &mut terminal;
    ask(t, "p 1/0", "\r\n*** ZeroDivisionError");
    ask(t, "help", "paged:Forwards");
    ask(t, "p 1", "1\r\n");
    leave(terminal);

    let state = State::new("colours2");
    let mut terminal = start(&state, "ttd", &[("NO_COLOR", "")]);
    let t = &mut terminal;
    ask(t, "p 1/0", "\x1b[31m*** ZeroDivisionError");
    ask(t, "break 24", "Breakpoint 1");
    keys(t, "p 2\r");
    expect(t, "2\r\n");
    expect(t, "\x1b[1;32m(ttd 0/0) \x1b[0m");
    ask(t, "list 24, 24", "\x1b[1;31mB\x1b[0m");
    leave(terminal);
}
