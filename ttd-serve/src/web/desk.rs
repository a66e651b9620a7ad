//! The session's thread: handles requests in order, and works on its own while there are none.

use std::cell::RefCell;
use std::collections::VecDeque;
use std::rc::Rc;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ttd_debug::Session;
use ttd_debug::target::{Time, WatchTarget};
use ttd_debug::views::{CallSearch, FrameEvents};

use super::clients::Clients;
use super::job::{Job, Reply, Step, Update};
use super::known::{Changes, Recent, Surveys, Switches};
use super::queue::{Next, Queue, Unwanted};
use super::request::{ClientId, Focus, Request};
use super::requests::{self, shared};
use super::run::{Running, Teller};
use super::socket::CANCELLED;
use crate::launch::Launch;
use crate::shortened;

/// Answers that are being worked on, at most.
const MOST_JOBS: usize = 100;

/// How long answers are worked on until the program runs on for a moment.
const BETWEEN_RUNS: Duration = Duration::from_millis(200);

/// The session, and those who ask it.
pub(super) struct Desk {
    pub(super) session: Session,
    pub(super) clients: Clients,
    pub(super) queue: Queue,
    pub(super) teller: Rc<RefCell<Teller>>,
    /// The file of the main module.
    pub(super) path: Option<String>,
    /// The program's arguments.
    pub(super) arguments: Vec<String>,
    pub(super) mode: &'static str,
    pub(super) running: Running,
    /// What is common to all clients, as they know it.
    pub(super) shared: shared::Known,
    /// What was counted of the branches.
    pub(super) surveys: Surveys,
    /// Which threads ran when on them.
    pub(super) switches: Switches,
    /// The events of frames, by their first calls.
    pub(super) frames: Recent<Time, FrameEvents>,
    /// The changes of places.
    pub(super) changes: Recent<WatchTarget, Changes>,
    /// The calls that calls make.
    pub(super) calls: Recent<CallKey, (CallSearch, Vec<Time>)>,
    /// A client has typed `quit`.
    pub(super) is_over: bool,
    jobs: VecDeque<Pending>,
    /// When the program ran on last.
    ran: Instant,
}

/// Which calls are listed: those that the call at a time makes, and a filter.
pub(super) type CallKey = (Option<Time>, Option<String>);

/// Work for an answer, and whose it is.
struct Pending {
    client: ClientId,
    id: Value,
    job: Box<dyn Job>,
}

impl Desk {
    pub(super) fn new(mut session: Session, launch: &Launch, clients: Clients, queue: Queue) -> Desk {
        let teller = Teller::attach(&mut session, &clients, &queue);
        let path = session.frames_of(1, usize::MAX).0.pop().map(|frame| frame.path);
        let shared = shared::Known::of(&session);
        let running = if session.has_events() { Running::On(0) } else { Running::Paused };
        Desk {
            session,
            clients,
            queue,
            teller,
            path,
            arguments: launch.arguments.clone(),
            mode: launch.mode.name(),
            running,
            shared,
            surveys: Surveys::default(),
            switches: Switches::default(),
            frames: Recent::default(),
            changes: Recent::default(),
            calls: Recent::default(),
            is_over: false,
            jobs: VecDeque::new(),
            ran: Instant::now(),
        }
    }

    /// Handles requests until a client ends the session.
    pub(super) fn serve(&mut self) {
        while !self.is_over {
            let has_work = !self.jobs.is_empty() || self.runs_on();
            match self.queue.next(!has_work) {
                Next::Handle(request) => self.handle(&request),
                Next::Nothing => self.work(),
                Next::Closed => return,
            }
        }
    }

    fn handle(&mut self, request: &Request) {
        let outcome = match requests::handler(&request.name) {
            Some(handle) => handle(self, request),
            None => Err(format!("unknown request: {}", shortened(&request.name))),
        };
        let unwanted = self.queue.done();
        let (client, id) = (request.client, &request.id);
        match outcome {
            // What a command has done is done.
            Ok(Reply::Answer(answer)) if !unwanted || request.name == "command" => {
                self.clients.answer(client, id, Ok(answer));
            }
            _ if unwanted => self.clients.answer(client, id, Err(CANCELLED.into())),
            Ok(Reply::Answer(answer)) => self.clients.answer(client, id, Ok(answer)),
            Ok(Reply::Later(_)) if self.jobs.len() >= MOST_JOBS => {
                self.clients.answer(client, id, Err("too many answers are being worked on".into()));
            }
            Ok(Reply::Later(job)) => self.jobs.push_back(Pending { client, id: id.clone(), job }),
            Err(why) => self.clients.answer(client, id, Err(why)),
        }
    }

    /// The program was run anew: what is being worked on is about times that mean something else now.
    pub(super) fn give_up_jobs(&mut self) {
        for Pending { client, id, .. } in self.jobs.drain(..) {
            self.clients.answer(client, &id, Err("The program was run anew".into()));
        }
    }

    /// Does a piece of work that nobody waits for at once: for answers and, by turns, the run.
    fn work(&mut self) {
        self.drop_unwanted();
        if !self.queue.begin_work() {
            return;
        }
        let runs = self.runs_on() && (self.jobs.is_empty() || self.ran.elapsed() >= BETWEEN_RUNS);
        match self.jobs.pop_front() {
            Some(pending) if !runs => self.step(pending),
            pending => {
                self.run_on(pending.is_some());
                self.jobs.extend(pending);
                self.ran = Instant::now();
            }
        }
        self.queue.end_work();
    }

    fn step(&mut self, mut pending: Pending) {
        let step = pending.job.step(self);
        let (client, id) = (pending.client, &pending.id);
        match step {
            Step::Done(answer) => self.clients.answer(client, id, Ok(answer)),
            Step::Failed(why) => self.clients.answer(client, id, Err(why)),
            Step::More(update) => {
                match update {
                    Some(Update::Part(part)) => self.clients.part(client, id, &part),
                    Some(Update::Progress(done, of)) => self.clients.progress(client, id, done, Some(of)),
                    None => {}
                }
                self.jobs.push_back(pending);
            }
        }
    }

    fn drop_unwanted(&mut self) {
        for unwanted in self.queue.take_unwanted() {
            match unwanted {
                Unwanted::AllOf(client) => self.jobs.retain(|pending| pending.client != client),
                Unwanted::Request(client, id) => {
                    let before = self.jobs.len();
                    self.jobs.retain(|pending| pending.client != client || pending.id != id);
                    if self.jobs.len() < before {
                        self.clients.answer(client, &id, Err(CANCELLED.into()));
                    }
                }
            }
        }
    }

    /// Goes where a reader looks, and carries something out as it is seen from the frame there.
    pub(super) fn at<T>(&mut self, focus: Focus, look: impl FnOnce(&mut Session) -> T) -> Result<T, String> {
        self.stand(focus.branch, focus.time)?;
        let thread = focus.thread.unwrap_or_else(|| self.session.running_thread());
        self.session.select(thread, focus.frame)?;
        Ok(self.session.with_frame(thread, focus.frame, look))
    }

    /// Goes to a branch and a time; to where the session stands, if none is named.
    pub(super) fn stand(&mut self, branch: Option<usize>, time: Option<Time>) -> Result<(), String> {
        let branch = branch.unwrap_or(self.session.branch_number());
        let stood = match time {
            None => self.session.stand_on(branch),
            Some(time) => self.session.stand_at(branch, time),
        };
        Ok(stood?)
    }

    /// Where the session stands, as a focus.
    pub(super) fn focus_json(&mut self) -> Value {
        if !self.session.has_events() {
            return Value::Null;
        }
        let (time, _) = self.session.present();
        let frame = self.session.selected();
        json!({ "time": time.0, "branch": self.session.branch_number(), "frame": frame })
    }
}
