//! How far something long has come, drawn on standard error: the program's output and the answers stay clean.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use indicatif::{ProgressBar, ProgressDrawTarget, ProgressStyle};
use ttd_debug::Session;
use ttd_debug::target::Progress;

/// What is done sooner than this needs no picture.
const WAIT: Duration = Duration::from_millis(500);

const PICTURE: &str = "[{bar:40}] {percent}% of {len} events, {eta} left; Ctrl-C stops it";

/// The picture of one command.
#[derive(Clone)]
pub(crate) struct Meter(Rc<RefCell<State>>);

struct State {
    began: Instant,
    bar: Option<ProgressBar>,
}

impl Meter {
    /// Draws how far the session's motions have come. Only for terminals.
    pub(crate) fn attach(session: &mut Session) -> Meter {
        let state = State {
            began: Instant::now(),
            bar: None,
        };
        let meter = Meter(Rc::new(RefCell::new(state)));
        let told = meter.clone();
        session.on_progress(Box::new(move |progress| told.0.borrow_mut().show(progress)));
        meter
    }

    /// A command begins.
    pub(crate) fn begin(&self) {
        self.0.borrow_mut().began = Instant::now();
    }

    /// It is done: the picture goes.
    pub(crate) fn end(&self) {
        if let Some(bar) = self.0.borrow_mut().bar.take() {
            bar.finish_and_clear();
        }
    }
}

impl State {
    fn show(&mut self, progress: Progress) {
        // Where the end is not known the program runs for the first time and may print: nothing is drawn over that.
        let Some(of) = progress.of else { return };
        if self.began.elapsed() < WAIT {
            return;
        }
        let bar = self.bar.get_or_insert_with(|| bar(of));
        bar.set_length(of);
        bar.set_position(progress.done.min(of));
    }
}

fn bar(of: u64) -> ProgressBar {
    let bar = ProgressBar::with_draw_target(Some(of), ProgressDrawTarget::stderr_with_hz(10));
    match ProgressStyle::with_template(PICTURE) {
        Ok(style) => bar.with_style(style.progress_chars("=> ")),
        Err(_) => bar,
    }
}
