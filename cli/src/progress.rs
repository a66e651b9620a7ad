//! The progress bar of long motions, drawn on standard error to keep the program's output and the answers clean.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ttd_debug::Session;
use ttd_debug::target::Progress;

/// Motions shorter than this get no bar.
const WAIT: Duration = Duration::from_millis(500);

const TEMPLATE: &str = "[{wide_bar}] {percent}%, {eta} left";

/// The progress bar of a command.
#[derive(Clone)]
pub(crate) struct Meter(Rc<RefCell<State>>);

struct State {
    began: Instant,
    /// The program's output in bytes at the first report.
    output: Option<u64>,
    bar: Option<ProgressBar>,
}

impl Meter {
    /// Draws the progress of the session's motions. Only for terminals.
    pub(crate) fn attach(session: &mut Session) -> Meter {
        let state = State { began: Instant::now(), output: None, bar: None };
        let meter = Meter(Rc::new(RefCell::new(state)));
        let shared = meter.clone();
        session.on_progress(Box::new(move |progress| shared.0.borrow_mut().show(progress)));
        meter
    }

    /// Notes that a command begins.
    pub(crate) fn begin(&self) {
        let mut state = self.0.borrow_mut();
        state.began = Instant::now();
        state.output = None;
    }

    /// Removes the bar: the command is done.
    pub(crate) fn end(&self) {
        self.0.borrow_mut().clear();
    }
}

impl State {
    fn show(&mut self, progress: Progress) {
        let Some(of) = progress.total else { return };
        // The program prints: do not draw over its output.
        if *self.output.get_or_insert(progress.output) != progress.output {
            self.clear();
            return;
        }
        let done = progress.done.min(of);
        if self.began.elapsed() >= WAIT {
            let bar = self.bar.get_or_insert_with(|| bar(done, of));
            bar.set_length(of);
            bar.set_position(done);
        }
    }

    fn clear(&mut self) {
        if let Some(bar) = self.bar.take() {
            bar.finish_and_clear();
        }
    }
}

fn bar(done: u64, of: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(of), ProgressDrawTarget::stderr_with_hz(10)).with_position(done);
    match ProgressStyle::with_template(TEMPLATE) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
