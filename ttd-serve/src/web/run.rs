//! Letting the program run to its end while nothing else is to be done.

use std::cell::RefCell;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ttd_debug::Session;
use ttd_debug::target::{Progress, Reached, Time};

use super::clients::Clients;
use super::desk::Desk;
use super::queue::Queue;
use super::requests::shared;

/// The time between two messages about the run.
const BETWEEN: Duration = Duration::from_millis(250);

/// How long it runs at once when there is other work.
const MOMENT: Duration = Duration::from_millis(200);

/// Where the program runs on by itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Running {
    /// On this branch.
    On(usize),
    /// Not until a client asks for it.
    Paused,
}

/// Tells the clients how far things have come.
pub(super) struct Teller {
    clients: Clients,
    queue: Queue,
    /// While the program runs on by itself.
    slice: Option<Slice>,
    told: Option<Instant>,
}

/// A piece of the run.
#[derive(Clone, Copy)]
struct Slice {
    /// The last event before.
    from: Time,
    /// When something else is to be done; `None`: when a request comes.
    until: Option<Instant>,
}

impl Teller {
    /// Lets a session report to the clients.
    pub(super) fn attach(session: &mut Session, clients: &Clients, queue: &Queue) -> Rc<RefCell<Teller>> {
        let teller = Teller { clients: clients.clone(), queue: queue.clone(), slice: None, told: None };
        let teller = Rc::new(RefCell::new(teller));
        let of_session = teller.clone();
        session.on_progress(Box::new(move |progress| of_session.borrow_mut().report(progress)));
        teller
    }

    fn report(&mut self, progress: Progress) {
        if let Some((client, id)) = self.queue.current() {
            // What was evaluated on the way may have cleared the flag.
            self.queue.renew();
            return self.clients.progress(client, &id, progress.done, progress.total);
        }
        let Some(Slice { from, until }) = self.slice else { return };
        if until.is_some_and(|until| Instant::now() >= until) {
            self.slice = Some(Slice { from, until: None });
            self.queue.stop();
        }
        if self.told.is_none_or(|told| told.elapsed() >= BETWEEN) {
            self.told = Some(Instant::now());
            let run = json!({ "state": "running", "last": from.0 + progress.done, "output": progress.output });
            self.clients.tell(&json!({ "changed": ["run"], "run": run }));
        }
    }
}

impl Desk {
    /// Whether the program can run on by itself.
    pub(super) fn runs_on(&self) -> bool {
        matches!(self.running, Running::On(_))
    }

    /// Lets the program run on until a request comes, for a moment only if there is other work.
    pub(super) fn run_on(&mut self, has_work: bool) {
        let Running::On(branch) = self.running else { return };
        if self.session.stand_on(branch).is_err() {
            self.running = Running::Paused;
            return;
        }
        let until = has_work.then(|| Instant::now() + MOMENT);
        self.teller.borrow_mut().slice = Some(Slice { from: self.session.run_state().last, until });
        let reached = self.session.run_ahead(Time::NEVER);
        self.teller.borrow_mut().slice = None;
        if reached == Reached::End {
            self.running = Running::Paused;
            self.tell_run();
        }
    }

    /// How far the present branch has come, and whether it goes on.
    pub(super) fn run_json(&self) -> Value {
        let state = self.session.run_state();
        let doing = match self.running {
            _ if state.end.is_some() => "ended",
            Running::On(_) => "running",
            Running::Paused => "paused",
        };
        let end = state.end.map(|text| {
            let died = state.died.map(|(summary, traceback)| {
                json!({ "summary": summary, "traceback": traceback, "at": state.died_at.map(|t| t.0) })
            });
            json!({ "text": text, "status": state.status, "died": died })
        });
        json!({
            "state": doing,
            "branch": self.session.branch_number(),
            "number": self.session.run_number(),
            "first": state.first.0,
            "last": state.last.0,
            "output": state.output,
            "end": end,
        })
    }

    /// Tells everybody how far the run has come.
    pub(super) fn tell_run(&mut self) {
        self.shared.run = shared::run_of(&self.session);
        self.clients.tell(&json!({ "changed": ["run"], "run": self.run_json() }));
    }
}
