//! The progress of long motions, which the user can cancel.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::json;
use ttd_debug::target::Progress;

use super::client::Client;

/// Motions shorter than this show none.
const WAIT: Duration = Duration::from_millis(500);
/// The time between two reports.
const BETWEEN: Duration = Duration::from_millis(250);

/// Shows how far a motion has come.
#[derive(Clone)]
pub(super) struct Meter(Rc<RefCell<State>>);

struct State {
    client: Client,
    /// The editor wants to know.
    wanted: bool,
    title: String,
    began: Instant,
    reported: Option<Instant>,
    number: u64,
}

impl Meter {
    pub(super) fn new(client: Client) -> Meter {
        let began = Instant::now();
        let state = State { client, wanted: false, title: String::new(), began, reported: None, number: 0 };
        Meter(Rc::new(RefCell::new(state)))
    }

    /// The editor wants to know.
    pub(super) fn want(&self) {
        self.0.borrow_mut().wanted = true;
    }

    /// Something begins that may take long.
    pub(super) fn begin(&self, title: &str) {
        let mut state = self.0.borrow_mut();
        state.title = title.to_string();
        state.began = Instant::now();
    }

    /// How far it has come.
    pub(super) fn report(&self, progress: Progress) {
        let mut state = self.0.borrow_mut();
        if !state.wanted || state.began.elapsed() < WAIT {
            return;
        }
        if state.reported.is_some_and(|last| last.elapsed() < BETWEEN) {
            return;
        }
        let id = format!("motion-{}", state.number);
        if state.reported.is_none() {
            let title = state.title.clone();
            let start = json!({ "progressId": id, "title": title, "cancellable": true, "percentage": 0 });
            state.client.event("progressStart", start);
        }
        state.reported = Some(Instant::now());
        let message = format!("{} events", progress.done);
        let mut update = json!({ "progressId": id, "message": message });
        if let Some(total) = progress.total.filter(|total| *total > 0) {
            update["percentage"] = (progress.done.min(total) as f64 * 100.0 / total as f64).into();
        }
        state.client.event("progressUpdate", update);
    }

    /// It is done.
    pub(super) fn end(&self) {
        let mut state = self.0.borrow_mut();
        if state.reported.take().is_some() {
            let id = format!("motion-{}", state.number);
            state.client.event("progressEnd", json!({ "progressId": id }));
            state.number += 1;
        }
    }
}
