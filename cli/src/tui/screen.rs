//! The terminal while it is divided into panes, and giving it back.
//!
//! The program shares this process's standard output and error. While there are panes, both go to a file in memory,
//! and the panes are drawn on a descriptor of their own; what came in that time is written when the panes are left.
//! Whatever ends the panes goes through [`give_back`]: leaving them, a panic, and signals that end the process.

use std::fs::File;
use std::io::{self, BufWriter, Read, Seek, SeekFrom, Write};
use std::os::fd::OwnedFd;
use std::sync::{Mutex, Once, PoisonError};
use std::thread;

use ratatui::backend::CrosstermBackend;
use ratatui::crossterm::cursor::{SetCursorStyle, Show};
use ratatui::crossterm::event::{DisableBracketedPaste, DisableMouseCapture, EnableBracketedPaste, EnableMouseCapture};
use ratatui::crossterm::terminal::{
    BeginSynchronizedUpdate, EndSynchronizedUpdate, EnterAlternateScreen, LeaveAlternateScreen, disable_raw_mode,
    enable_raw_mode,
};
use ratatui::crossterm::{execute, queue};
use ratatui::layout::Rect;
use ratatui::{Frame, Terminal};
use rustix::fs::{MemfdFlags, OFlags, fcntl_getfl, fcntl_setfl, memfd_create};
use rustix::io::fcntl_dupfd_cloexec;
use rustix::stdio::{dup2_stderr, dup2_stdout, stderr, stdout};
use signal_hook::consts::{SIGHUP, SIGTERM};
use signal_hook::iterator::Signals;

use super::live::Live;

/// What draws on the terminal.
type Drawing = Terminal<CrosstermBackend<BufWriter<File>>>;

/// What must be given back.
struct Taken {
    tty: File,
    out: OwnedFd,
    err: OwnedFd,
}

/// What must be given back, while there are panes.
static TAKEN: Mutex<Option<Taken>> = Mutex::new(None);

/// The terminal with panes. Dropping it gives the terminal back.
pub(super) struct Screen {
    drawing: Drawing,
    /// What went to standard output and error meanwhile.
    captured: Option<File>,
    tty: File,
    /// Shows what is written while something runs.
    live: Option<Live>,
}

impl Screen {
    /// Takes the terminal.
    pub(super) fn take() -> io::Result<Screen> {
        guard();
        Screen::begin().inspect_err(|_| give_back())
    }

    fn begin() -> io::Result<Screen> {
        let [tty, drawn] = [(); 2].map(|()| fcntl_dupfd_cloexec(stdout(), 3).map(File::from));
        let (tty, drawn) = (tty?, drawn?);
        let (out, err) = (fcntl_dupfd_cloexec(stdout(), 3)?, fcntl_dupfd_cloexec(stderr(), 3)?);
        let file = memfd_create("output", MemfdFlags::CLOEXEC)?;
        // Child processes have the same descriptor or one of their own: everyone writes at the end.
        fcntl_setfl(&file, fcntl_getfl(&file)? | OFlags::APPEND)?;
        *TAKEN.lock().unwrap_or_else(PoisonError::into_inner) = Some(Taken { tty, out, err });
        dup2_stdout(&file)?;
        dup2_stderr(&file)?;
        let (captured, tty) = (Some(File::from(file)), drawn.try_clone()?);
        let drawing = Terminal::new(CrosstermBackend::new(BufWriter::new(drawn)))?;
        let mut screen = Screen { drawing, captured, tty, live: None };
        enable_raw_mode()?;
        let backend = screen.drawing.backend_mut();
        execute!(backend, EnterAlternateScreen, EnableMouseCapture, EnableBracketedPaste)?;
        screen.forget_contents()?;
        Ok(screen)
    }

    /// Its area.
    pub(super) fn area(&self) -> io::Result<Rect> {
        let size = self.drawing.size()?;
        Ok(Rect::new(0, 0, size.width, size.height))
    }

    /// Lets the terminal handle keys as usual while something runs: Ctrl-C is a signal, and the program can read lines.
    pub(super) fn begin_running(&mut self) -> io::Result<()> {
        self.drawing.show_cursor()?;
        disable_raw_mode()?;
        if let Some(captured) = &self.captured {
            self.live = Some(Live::begin(&self.tty, captured, self.area()?)?);
        }
        Ok(())
    }

    /// Ends `begin_running`. What was typed meanwhile has left traces: everything is drawn anew.
    pub(super) fn end_running(&mut self) -> io::Result<()> {
        self.live = None;
        enable_raw_mode()?;
        self.forget_contents()
    }

    /// Makes the next drawing draw everything. Clearing by itself would ask the terminal for the cursor, on a standard
    /// output that is not the terminal.
    pub(super) fn forget_contents(&mut self) -> io::Result<()> {
        queue!(self.drawing.backend_mut(), BeginSynchronizedUpdate)?;
        let area = self.area()?;
        self.drawing.resize(area)
    }

    /// Draws.
    pub(super) fn draw(&mut self, draw: impl FnOnce(&mut Frame<'_>)) -> io::Result<()> {
        self.drawing.draw(draw)?;
        execute!(self.drawing.backend_mut(), EndSynchronizedUpdate)
    }
}

impl Drop for Screen {
    fn drop(&mut self) {
        self.leave();
    }
}

impl Screen {
    /// Gives the terminal back and writes what the program has written meanwhile.
    pub(super) fn leave(&mut self) {
        let Some(mut captured) = self.captured.take() else { return };
        self.live = None;
        give_back();
        let mut text = Vec::new();
        let read = captured.seek(SeekFrom::Start(0)).and_then(|_| captured.read_to_end(&mut text));
        if read.is_ok() && !text.is_empty() {
            // Where nobody reads it, nothing is lost.
            let _ = io::stdout().write_all(&text).and_then(|()| io::stdout().flush());
        }
    }
}

/// Gives the terminal back, if there are panes. Errors are of no use here: the terminal may be gone.
fn give_back() {
    let Some(Taken { tty, out, err }) = TAKEN.lock().unwrap_or_else(PoisonError::into_inner).take() else { return };
    let mut tty = BufWriter::new(tty);
    let _ = execute!(
        tty,
        DisableBracketedPaste,
        DisableMouseCapture,
        LeaveAlternateScreen,
        SetCursorStyle::DefaultUserShape,
        Show
    );
    let _ = disable_raw_mode();
    let _ = io::stdout().flush();
    let _ = dup2_stdout(&out);
    let _ = dup2_stderr(&err);
}

/// Makes panics and signals that end the process give the terminal back first.
fn guard() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let before = std::panic::take_hook();
        std::panic::set_hook(Box::new(move |info| {
            give_back();
            before(info);
        }));
        let unhandled: Vec<i32> = [SIGTERM, SIGHUP].into_iter().filter(|signal| !is_caught(*signal)).collect();
        let Ok(mut signals) = Signals::new(unhandled) else { return };
        thread::spawn(move || {
            for signal in signals.forever() {
                give_back();
                let _ = signal_hook::low_level::emulate_default_handler(signal);
            }
        });
    });
}

/// Whether this process has a handler for a signal: the program's own, which goes first.
fn is_caught(signal: i32) -> bool {
    let status = std::fs::read_to_string("/proc/self/status").unwrap_or_default();
    let mask = status.lines().find_map(|line| line.strip_prefix("SigCgt:"));
    let mask = mask.and_then(|mask| u64::from_str_radix(mask.trim(), 16).ok()).unwrap_or(0);
    mask >> (signal - 1) & 1 == 1
}
