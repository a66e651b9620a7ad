//! Requests that wait for the session's thread, and the flag that stops what it does.
//!
//! Threads of the server put requests in; the session's thread takes them out and handles them, one after the other.
//! While none waits it may work on its own: record the run, count events. A request that comes then sets the flag that
//! Ctrl-C sets, and so does one that is cancelled while it is handled. The flag is cleared only under the lock and not
//! while there is a reason for it, so none is lost.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

use serde_json::Value;

use super::request::{ClientId, Request};

/// Requests of one client that wait, at most.
const MOST: usize = 1000;

/// The request whose older ones are dropped when a newer one comes.
const NEWEST_COUNTS: &str = "look";

/// The requests. Clones share them.
#[derive(Clone)]
pub(super) struct Queue(Arc<Shared>);

struct Shared {
    state: Mutex<State>,
    changed: Condvar,
}

#[derive(Default)]
struct State {
    waiting: VecDeque<Request>,
    /// What is being handled, and whether it is no longer wanted.
    current: Option<(ClientId, Value, bool)>,
    /// The thread works on its own.
    is_working: bool,
    /// What is no longer wanted and neither waits nor is being handled.
    unwanted: Vec<Unwanted>,
    closed: bool,
    interrupt: Arc<AtomicBool>,
}

/// What nobody waits for any more.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum Unwanted {
    Request(ClientId, Value),
    AllOf(ClientId),
}

/// What comes of putting a request in.
#[derive(Debug, PartialEq)]
pub(super) enum Put {
    /// It waits; the older one with this id does not any more.
    Waits(Option<Value>),
    /// Too many wait.
    TooMany,
}

/// What the session's thread is to do.
#[derive(Debug, PartialEq)]
pub(super) enum Next {
    Handle(Request),
    /// Nothing waits.
    Nothing,
    /// The server is over.
    Closed,
}

impl State {
    /// Whether there is a reason to stop what runs.
    fn must_stop(&self) -> bool {
        let unwanted = self.current.as_ref().is_some_and(|(.., unwanted)| *unwanted);
        self.closed || unwanted || self.is_working && (!self.waiting.is_empty() || !self.unwanted.is_empty())
    }

    fn update_flag(&self) {
        if self.must_stop() {
            self.interrupt.store(true, Ordering::Relaxed);
        }
    }
}

impl Queue {
    /// An empty queue; the flag ends what the session does.
    pub(super) fn new(interrupt: Arc<AtomicBool>) -> Queue {
        let state = State { interrupt, ..State::default() };
        Queue(Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }))
    }

    fn state(&self) -> MutexGuard<'_, State> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.state();
        let result = change(&mut state);
        state.update_flag();
        self.0.changed.notify_all();
        result
    }

    /// Puts a request in.
    pub(super) fn put(&self, request: Request) -> Put {
        self.change(|state| {
            let of_client = state.waiting.iter().filter(|other| other.client == request.client).count();
            if of_client >= MOST {
                return Put::TooMany;
            }
            let is_older = |other: &Request| other.client == request.client && other.name == NEWEST_COUNTS;
            let older = state.waiting.iter().position(|other| request.name == NEWEST_COUNTS && is_older(other));
            let older = older.and_then(|at| state.waiting.remove(at)).map(|older| older.id);
            state.waiting.push_back(request);
            Put::Waits(older)
        })
    }

    /// A request is no longer wanted. Whether it waited; then it is gone.
    pub(super) fn cancel(&self, client: ClientId, id: Value) -> bool {
        self.change(|state| {
            let is_it = |request: &Request| request.client == client && request.id == id;
            if let Some(at) = state.waiting.iter().position(is_it) {
                state.waiting.remove(at);
                return true;
            }
            match &mut state.current {
                Some((of, current, unwanted)) if *of == client && *current == id => *unwanted = true,
                _ if state.unwanted.len() < MOST => state.unwanted.push(Unwanted::Request(client, id)),
                _ => {}
            }
            false
        })
    }

    /// A client is gone.
    pub(super) fn leave(&self, client: ClientId) {
        self.change(|state| {
            state.waiting.retain(|request| request.client != client);
            if let Some((of, _, unwanted)) = &mut state.current {
                *unwanted |= *of == client;
            }
            state.unwanted.push(Unwanted::AllOf(client));
        });
    }

    /// The server is over.
    pub(super) fn close(&self) {
        self.change(|state| state.closed = true);
    }

    /// The next request; if there is none, waits for one or says so.
    pub(super) fn next(&self, waits: bool) -> Next {
        let mut state = self.state();
        loop {
            if state.closed {
                return Next::Closed;
            }
            if let Some(request) = state.waiting.pop_front() {
                state.current = Some((request.client, request.id.clone(), false));
                state.interrupt.store(false, Ordering::Relaxed);
                return Next::Handle(request);
            }
            if !waits || !state.unwanted.is_empty() {
                return Next::Nothing;
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// The request is handled. Whether it is no longer wanted.
    pub(super) fn done(&self) -> bool {
        let mut state = self.state();
        state.interrupt.store(false, Ordering::Relaxed);
        state.current.take().is_some_and(|(.., unwanted)| unwanted)
    }

    /// The thread begins to work on its own; false if a request waits.
    pub(super) fn begin_work(&self) -> bool {
        let mut state = self.state();
        state.is_working = true;
        state.interrupt.store(false, Ordering::Relaxed);
        state.update_flag();
        let free = !state.must_stop();
        state.is_working = free;
        free
    }

    /// The thread has ended its own work.
    pub(super) fn end_work(&self) {
        let mut state = self.state();
        state.is_working = false;
        state.interrupt.store(false, Ordering::Relaxed);
    }

    /// What is no longer wanted, of all that goes on over several turns.
    pub(super) fn take_unwanted(&self) -> Vec<Unwanted> {
        std::mem::take(&mut self.state().unwanted)
    }

    /// Ends what the thread does on its own.
    pub(super) fn stop(&self) {
        self.state().interrupt.store(true, Ordering::Relaxed);
    }

    /// Sets the flag again if there is a reason: what ran on the way may have cleared it.
    pub(super) fn renew(&self) {
        self.state().update_flag();
    }

    /// Who asked what is being handled, and how they call it.
    pub(super) fn current(&self) -> Option<(ClientId, Value)> {
        self.state().current.as_ref().map(|(client, id, _)| (*client, id.clone()))
    }
}

#[cfg(test)]
mod tests {
    use serde_json::json;

    use super::super::request::{Message, read};
    use super::*;

    fn request(client: ClientId, id: u64, name: &str) -> Request {
        match read(client, &json!({ "id": id, "request": name }).to_string()) {
            Ok(Message::Request(request)) => request,
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn newer_looks_replace_older_ones_of_the_same_client() {
        let queue = Queue::new(Arc::default());
        assert_eq!(queue.put(request(1, 1, "look")), Put::Waits(None));
        assert_eq!(queue.put(request(2, 1, "look")), Put::Waits(None));
        assert_eq!(queue.put(request(1, 2, "eval")), Put::Waits(None));
        assert_eq!(queue.put(request(1, 3, "look")), Put::Waits(Some(json!(1))));
        let order: Vec<Next> = (0..4).map(|_| queue.next(false)).collect();
        let handle = |client, id, name| Next::Handle(request(client, id, name));
        assert_eq!(order, [handle(2, 1, "look"), handle(1, 2, "eval"), handle(1, 3, "look"), Next::Nothing]);
    }

    #[test]
    fn the_flag_is_set_for_reasons_only() {
        let flag = Arc::new(AtomicBool::new(false));
        let queue = Queue::new(flag.clone());
        let is_set = || flag.load(Ordering::Relaxed);
        assert!(queue.begin_work());
        queue.put(request(1, 1, "eval"));
        assert!(is_set());
        queue.end_work();
        assert!(matches!(queue.next(true), Next::Handle(_)));
        queue.put(request(1, 2, "eval"));
        assert!(!is_set(), "what waits ends nothing that is handled");
        assert!(queue.cancel(1, json!(2)), "it waited");
        assert!(!is_set());
        assert!(!queue.cancel(1, json!(1)));
        assert!(is_set());
        flag.store(false, Ordering::Relaxed);
        queue.renew();
        assert!(is_set());
        assert!(queue.done());
        assert!(!is_set());
        queue.leave(1);
        assert_eq!(queue.take_unwanted(), [Unwanted::AllOf(1)]);
    }

    #[test]
    fn waiting_requests_are_bounded() {
        let queue = Queue::new(Arc::default());
        for id in 0..MOST as u64 {
            assert_eq!(queue.put(request(1, id, "eval")), Put::Waits(None));
        }
        assert_eq!(queue.put(request(1, 5000, "eval")), Put::TooMany);
        assert_eq!(queue.put(request(2, 1, "eval")), Put::Waits(None));
    }
}
