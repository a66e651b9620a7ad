//! Messages that wait to be handled, and the flag that makes the program stop for an urgent one.
//!
//! One thread reads messages and puts them here, another takes and handles them, one after the other. While it handles
//! one, the program may run for long; an urgent message (pause, cancel, disconnect) sets the flag that Ctrl-C sets. The
//! flag is cleared only under the lock, and not while an urgent message waits, so none is lost.

use std::collections::VecDeque;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};

/// Messages kept at most: a client that sends more without reading answers is cut off.
const MOST: usize = 10_000;

/// What the program does while a message is handled.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Running {
    /// It stands.
    Stands,
    /// It runs.
    Runs,
    /// It runs, and can be made to run on in the same way after it was stopped.
    Resumable,
}

/// The messages. Clones share them.
pub(crate) struct Inbox<T>(Arc<Shared<T>>);

struct Shared<T> {
    state: Mutex<State<T>>,
    changed: Condvar,
}

struct State<T> {
    /// The messages, each with whether it is urgent.
    queue: VecDeque<(T, bool)>,
    /// No more will come.
    closed: bool,
    /// Nobody waits for answers any more.
    gone: bool,
    /// What is being handled lets the program run.
    running: Running,
    interrupt: Arc<AtomicBool>,
}

impl<T> Clone for Inbox<T> {
    fn clone(&self) -> Inbox<T> {
        Inbox(self.0.clone())
    }
}

impl<T> State<T> {
    /// Whether the program is not to run on.
    fn is_urgent(&self) -> bool {
        self.gone || self.queue.iter().any(|(_, urgent)| *urgent)
    }
}

impl<T> Inbox<T> {
    pub(crate) fn new() -> Inbox<T> {
        let state = State {
            queue: VecDeque::new(),
            closed: false,
            gone: false,
            running: Running::Stands,
            interrupt: Arc::default(),
        };
        Inbox(Arc::new(Shared { state: Mutex::new(state), changed: Condvar::new() }))
    }

    fn state(&self) -> MutexGuard<'_, State<T>> {
        self.0.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// From now on, this flag makes the program stop.
    pub(crate) fn interrupts(&self, flag: Arc<AtomicBool>) {
        self.state().interrupt = flag;
    }

    /// Puts a message in. `is_urgent` sees what the program does.
    pub(crate) fn put(&self, message: T, is_urgent: impl FnOnce(&T, Running) -> bool) {
        let mut state = self.state();
        let urgent = is_urgent(&message, state.running);
        if state.queue.len() >= MOST {
            (state.closed, state.gone) = (true, true);
        } else {
            state.queue.push_back((message, urgent));
        }
        if state.is_urgent() {
            state.interrupt.store(true, Ordering::Relaxed);
        }
        self.0.changed.notify_all();
    }

    /// As `put`, but waits while too many messages are here: they may come from a file.
    pub(crate) fn put_when_room(&self, message: T, is_urgent: impl FnOnce(&T, Running) -> bool) {
        let mut state = self.state();
        while state.queue.len() >= MOST && !state.closed {
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
        drop(state);
        self.put(message, is_urgent);
    }

    /// No more messages will come; those that are here are still handled.
    pub(crate) fn end_of_messages(&self) {
        self.state().closed = true;
        self.0.changed.notify_all();
    }

    /// The client is gone: nothing is to run on.
    pub(crate) fn close(&self) {
        let mut state = self.state();
        (state.closed, state.gone) = (true, true);
        state.interrupt.store(true, Ordering::Relaxed);
        self.0.changed.notify_all();
    }

    /// The next message; `None` when there will be none.
    pub(crate) fn next(&self) -> Option<T> {
        let mut state = self.state();
        loop {
            if let Some((message, _)) = state.queue.pop_front() {
                self.0.changed.notify_all();
                return Some(message);
            }
            if state.closed {
                return None;
            }
            state = self.0.changed.wait(state).unwrap_or_else(PoisonError::into_inner);
        }
    }

    /// Takes out the first message that is wanted.
    pub(crate) fn take(&self, wanted: impl FnMut(&(T, bool)) -> bool) -> Option<T> {
        let mut state = self.state();
        let at = state.queue.iter().position(wanted)?;
        state.queue.remove(at).map(|(message, _)| message)
    }

    /// Whether the client is gone.
    pub(crate) fn is_gone(&self) -> bool {
        self.state().gone
    }

    /// The program will run, or something is evaluated: clears the flag, unless an urgent message waits. One that came
    /// before is seen again: it may be urgent now.
    pub(crate) fn begin(&self, running: Running, is_urgent: impl Fn(&T, Running) -> bool) {
        let mut state = self.state();
        state.running = running;
        for (message, urgent) in &mut state.queue {
            *urgent |= is_urgent(message, running);
        }
        let urgent = state.is_urgent();
        state.interrupt.store(urgent, Ordering::Relaxed);
    }

    /// The program stands: that is all that an urgent message wanted at once.
    pub(crate) fn end(&self) {
        let mut state = self.state();
        state.running = Running::Stands;
        state.queue.iter_mut().for_each(|(_, urgent)| *urgent = false);
        state.interrupt.store(false, Ordering::Relaxed);
    }

    /// Whether the program runs now.
    pub(crate) fn is_running(&self) -> bool {
        self.state().running != Running::Stands
    }

    /// Whether an urgent message waits.
    pub(crate) fn has_urgent(&self) -> bool {
        self.state().is_urgent()
    }

    /// Makes the program stop now.
    pub(crate) fn interrupt(&self) {
        self.state().interrupt.store(true, Ordering::Relaxed);
    }

    /// Sets the flag again if an urgent message waits: what was evaluated on the way may have cleared it.
    pub(crate) fn renew(&self) {
        let state = self.state();
        if state.is_urgent() {
            state.interrupt.store(true, Ordering::Relaxed);
        }
    }
}
