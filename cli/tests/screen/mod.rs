//! A pseudo-terminal whose screen can be read.

use std::fs::File;
use std::io::{Read, Write};
use std::num::NonZeroU16;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread;
use std::time::{Duration, Instant};

use rexpect::process::PtyProcess;
use rustix::termios::{Winsize, tcsetwinsize};
use vt100::Parser;

/// How long something may take to be on the screen.
const PATIENCE: Duration = Duration::from_secs(20);

/// How many terminals there were so far.
static STARTED: AtomicUsize = AtomicUsize::new(0);

/// A program in a terminal.
pub(crate) struct Terminal {
    process: PtyProcess,
    keyboard: File,
    parser: Arc<Mutex<Parser>>,
    /// The folder for the history of lines.
    state: PathBuf,
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // There is none if nothing was typed.
        let _ = std::fs::remove_dir_all(&self.state);
    }
}

fn size(n: u16) -> NonZeroU16 {
    NonZeroU16::new(n).expect("a size")
}

impl Terminal {
    /// Starts a shell's command line in a terminal of 24 lines and 100 columns, in the folder of test programs.
    pub(crate) fn start(line: &str, settings: &[(&str, &str)]) -> Terminal {
        let programs = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/programs");
        let mut command = Command::new("sh");
        command.args(["-c", &format!("stty rows 24 cols 100; {line}")]).current_dir(programs);
        command.env("TTD", env!("CARGO_BIN_EXE_ttd-py")).env("HOME", "/nowhere").env("TERM", "xterm-256color");
        // No line of another test or session comes back.
        let number = STARTED.fetch_add(1, Ordering::Relaxed);
        let state = std::env::temp_dir().join(format!("ttd-py-screen-{}-{number}", std::process::id()));
        command.env("XDG_STATE_HOME", &state).env_remove("NO_COLOR").env_remove("PAGER");
        command.envs(settings.iter().copied());
        let process = PtyProcess::new(command).expect("a terminal");
        let keyboard = process.get_file_handle().expect("its descriptor");
        let mut screen = process.get_file_handle().expect("its descriptor");
        let parser = Arc::new(Mutex::new(Parser::new(size(24), size(100), 0)));
        let shared = parser.clone();
        thread::spawn(move || {
            let mut piece = [0; 4096];
            while let Ok(n @ 1..) = screen.read(&mut piece) {
                shared.lock().unwrap_or_else(PoisonError::into_inner).process(&piece[..n]);
            }
        });
        Terminal { process, keyboard, parser, state }
    }

    /// Presses keys.
    pub(crate) fn keys(&mut self, keys: &str) {
        self.keyboard.write_all(keys.as_bytes()).expect("it takes keys");
    }

    /// The screen as text.
    pub(crate) fn text(&self) -> String {
        self.look(|screen| screen.contents())
    }

    /// The lines of the screen.
    pub(crate) fn rows(&self) -> Vec<String> {
        self.text().lines().map(str::to_string).collect()
    }

    pub(crate) fn look<T>(&self, look: impl FnOnce(&vt100::Screen) -> T) -> T {
        look(self.parser.lock().unwrap_or_else(PoisonError::into_inner).screen())
    }

    /// Waits until the screen is as it should be.
    #[track_caller]
    pub(crate) fn wait(&self, what: &str, is_so: impl Fn(&vt100::Screen) -> bool) {
        let began = Instant::now();
        while !self.look(&is_so) {
            assert!(began.elapsed() < PATIENCE, "never on the screen: {what}\n{}", self.text());
            thread::sleep(Duration::from_millis(5));
        }
    }

    /// Waits until a text is on the screen.
    #[track_caller]
    pub(crate) fn shows(&self, text: &str) {
        self.wait(text, |screen| screen.contents().contains(text));
    }

    /// Changes the size.
    pub(crate) fn resize(&mut self, rows: u16, columns: u16) {
        self.parser.lock().unwrap_or_else(PoisonError::into_inner).set_size(size(rows), size(columns));
        let new = Winsize { ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0 };
        tcsetwinsize(&self.keyboard, new).expect("a size");
    }

    /// Sends SIGTERM to the process.
    pub(crate) fn terminate(&mut self) {
        self.process.signal("SIGTERM".parse().expect("a signal")).expect("it is there");
    }

    /// Waits for the end, and returns the status as the system describes it.
    pub(crate) fn end(&mut self) -> String {
        format!("{:?}", self.process.wait().expect("a status"))
    }
}
