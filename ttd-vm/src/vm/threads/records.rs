//! The items of a thread's record, and of the list that all threads have in common.

/// The items of a record.
pub(crate) mod slot {
    /// Its number: 1 for the main thread.
    pub(crate) const IDENT: usize = 0;
    /// One of the states below.
    pub(crate) const STATE: usize = 1;
    /// The words of its frames while it does not run: see `suspend`.
    pub(crate) const STACK: usize = 2;
    /// The exception that it handles.
    pub(crate) const EXC: usize = 3;
    /// Its list of `slots::AWAITING`.
    pub(crate) const AWAITING: usize = 4;
    /// Its value of `slots::ASYNC_HOOKS`.
    pub(crate) const HOOKS: usize = 5;
    /// Its value of `slots::ORIGIN_DEPTH`.
    pub(crate) const ORIGIN: usize = 6;
    /// The contexts that it has entered, a list.
    pub(crate) const CONTEXTS: usize = 7;
    /// Weak references to the `_local` objects that it has used: a list.
    pub(crate) const LOCALS: usize = 8;
    /// When its waiting ends, in nanoseconds of the monotonic clock, or None.
    pub(crate) const DEADLINE: usize = 9;
    /// What it waits for, or None.
    pub(crate) const WAITS_FOR: usize = 10;
    /// Whether its waiting ended by its deadline.
    pub(crate) const TIMED_OUT: usize = 11;
    /// How many native calls wait below it for others, if it waits inside native code; else 0.
    pub(crate) const LEVEL: usize = 12;
    /// The time since which it waits, or at which it asked the outside last.
    pub(crate) const SINCE: usize = 13;
    /// The function with which it begins; None once it has begun.
    pub(crate) const START: usize = 14;
    /// The next one in the queue, or None.
    pub(crate) const NEXT: usize = 15;
    /// What it must call when it runs again, a tuple of function and arguments, or None.
    pub(crate) const CALL: usize = 16;
    /// The deadline (-1: none, -2: it need not wait) of a request to the outside, if the instruction that made it must
    /// be carried out again; or None: see `outside`.
    pub(crate) const RETRY: usize = 17;
    /// Who runs before whom in a random schedule: see `policy`.
    pub(crate) const PRIORITY: usize = 18;
    /// Whether its deadline was near when it began to wait, in a random schedule.
    pub(crate) const SHORT_SLEEP: usize = 19;
    /// How often it has read a clock since its last event.
    pub(crate) const CLOCK_READS: usize = 20;
    /// Its values of `slots::TRACE`, `slots::PROFILE`, `slots::TRACING` and `slots::OUTCOMES`.
    pub(crate) const TRACE: usize = 21;
    pub(crate) const PROFILE: usize = 22;
    pub(crate) const TRACING: usize = 23;
    pub(crate) const OUTCOMES: usize = 24;
    /// Its value of `slots::RUNNING_LOOP`.
    pub(crate) const RUNNING_LOOP: usize = 25;
    /// Number of items.
    pub(crate) const COUNT: usize = 26;
}

/// The items of `slots::THREADS`.
pub(crate) mod shared {
    /// The record of the thread that runs.
    pub(crate) const CURRENT: usize = 0;
    /// The records of all threads that are not over, a list.
    pub(crate) const ALL: usize = 1;
    /// The first and the last one in the queue, or None.
    pub(crate) const FIRST: usize = 2;
    pub(crate) const LAST: usize = 3;
    /// Those that wait with a deadline, the next one last: a list.
    pub(crate) const SLEEPING: usize = 4;
    /// The time of the event before which the next thread runs, or None while there is one thread.
    pub(crate) const SLICE_END: usize = 5;
    /// Number of switches so far.
    pub(crate) const SWITCHES: usize = 6;
    /// The number of the thread that was started last.
    pub(crate) const LAST_IDENT: usize = 7;
    /// The length of a slice in events.
    pub(crate) const INTERVAL: usize = 8;
    /// The library's list of contexts, which is that of the running thread.
    pub(crate) const CONTEXTS: usize = 9;
    /// The function of the library that reports a deadlock.
    pub(crate) const ON_DEADLOCK: usize = 10;
    /// The function of the library that runs a thread.
    pub(crate) const BOOTSTRAP: usize = 11;
    /// The seed of a random schedule, or None.
    pub(crate) const SEED: usize = 12;
    /// How many random numbers were drawn.
    pub(crate) const DRAWS: usize = 13;
    /// The time of the event at which a random schedule looked at the clock last.
    pub(crate) const LOOKED: usize = 14;
    /// True once a thread died of an exception, or none could run.
    pub(crate) const HAD_ERROR: usize = 15;
    /// The time of the last event before the slice.
    pub(crate) const SLICE_BEGIN: usize = 16;
    /// True while the program handles signals that may arrive while it runs.
    pub(crate) const WATCHES_SIGNALS: usize = 17;
    /// The time of the event from which on the schedule has the next seed, or None; and that seed.
    pub(crate) const SEED_TURN: usize = 18;
    pub(crate) const NEXT_SEED: usize = 19;
    /// The record of a thread that the debugger's user has chosen to run next, or None.
    pub(crate) const CHOSEN: usize = 20;
    /// What is known of `threading.local`, a tuple: see `locals.rs`.
    pub(crate) const LOCAL: usize = 21;
    /// Number of items.
    pub(crate) const COUNT: usize = 22;
}
