//! The boundary to the outside world: everything that a program can learn from it or do to it.
//!
//! Live, a request is carried out and its reply appended to the input log. When a stretch of time runs again, replies
//! are served from the input log and no effect is repeated. Live descriptors, working directory and variables stay at
//! the frontier; what the program knows of them is in its own objects or comes from the input log. In a diversion,
//! output is collected for the answer, requests that only read are carried out and not recorded, and requests that
//! would change the world are refused.
//!
//! Standard output is not in the input log: one number says how much of it the world has seen.

mod branch;
mod bundled;
mod child_plan;
mod children;
mod clock;
pub mod console;
mod descriptors;
pub mod exchanges;
pub mod input_log;
mod messages;
mod names;
pub mod os;
mod paths;
mod perform;
mod pieces;
pub mod request;
pub mod settings;
mod signals;
mod sockets;
pub mod sqlite;
pub mod system;
pub mod tls;
mod waiting;
pub mod wire;

pub use input_log::{InputLog, Reply};
pub use request::{HostRequest, Op};
pub(crate) use {branch::OutsideAway, perform::REFUSAL};

use branch::Outside;
use exchanges::output::{OutputPiece, OutputTimes};
use exchanges::{Exchange, Exchanges, Moment};
use os::World;

/// The clocks.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ClockKind {
    /// Time since 1970.
    Time,
    /// For measuring.
    Perf,
    /// Never goes back.
    Monotonic,
    /// The process's own time.
    Process,
}

impl ClockKind {
    /// The clock with this number.
    fn from_number(n: i64) -> ClockKind {
        match n {
            0 => ClockKind::Time,
            1 => ClockKind::Perf,
            2 => ClockKind::Monotonic,
            _ => ClockKind::Process,
        }
    }
}

/// How much of the output is kept for the debugger.
const MAX_OUTPUT: usize = 64 << 20;

/// Bytes of the input log beyond which a plain run is no longer repeatable. Few programs that are debugged read more,
/// and the others are not to pay for it.
const MAX_PLAIN_LOG: usize = 64 << 20;

/// How a plain run stands to the debugger that the program may ask for, by `breakpoint()` for example.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum PlainRun {
    /// It is none, or one that no debugger can take over.
    #[default]
    No,
    /// The input log is kept, so that a debugger can repeat it.
    Repeatable,
    /// The program has asked for the debugger; nothing more of it runs.
    Asked,
    /// A debugger repeats it.
    TakenOver,
}

/// Which stream output goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// `sys.stdout`.
    Out,
    /// `sys.stderr`.
    Err,
}

/// The program's position in input and output: part of every checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostState {
    /// How many bytes of the journal have been consumed.
    pub inputs: usize,
    /// How many bytes of output have been produced.
    pub output: u64,
}

/// The outside world.
pub struct Host {
    input_log: InputLog,
    /// The live end.
    pub world: World,
    /// The program's position.
    pub state: HostState,
    /// How much output the world has seen.
    output_seen: u64,
    /// Writes that failed: where in the output they ended, and with which error number.
    failures: Vec<(u64, i32)>,
    /// Changes of the working directory: the position in the input log after each, and the folder.
    chdir_log: Vec<(usize, Vec<u8>)>,
    /// The output, for the debugger; not kept in plain runs.
    pub record: Option<Vec<u8>>,
    /// Whether the input log is kept; a plain run never goes back.
    pub keeps_log: bool,
    /// How a plain run stands to the debugger.
    pub(crate) plain: PlainRun,
    /// When a standard descriptor came to mean a file, or its stream again: the position in the input log after it.
    redirections: Vec<(usize, i64, bool)>,
    /// What the program and others said to each other.
    exchanges: Exchanges,
    /// When the output was written.
    output_times: OutputTimes,
    diversion_output: Option<Vec<u8>>,
    /// How the present branch stands to the outside.
    outside: Outside,
    /// How a request differs from the recorded one; then no more are performed.
    diverged: Option<String>,
    /// The status with which the program ends at once; then no more requests are performed.
    exited: Option<i32>,
}

impl Default for Host {
    fn default() -> Self {
        Host {
            input_log: InputLog::default(),
            world: World::default(),
            state: HostState::default(),
            output_seen: 0,
            failures: Vec::new(),
            chdir_log: Vec::new(),
            redirections: Vec::new(),
            exchanges: Exchanges::default(),
            output_times: OutputTimes::default(),
            record: None,
            keeps_log: true,
            plain: PlainRun::default(),
            diversion_output: None,
            outside: Outside::default(),
            diverged: None,
            exited: None,
        }
    }
}

impl Host {
    /// A copy of the input log so far.
    pub fn input_log(&self) -> InputLog {
        self.input_log.clone()
    }

    /// Gives a program that has not begun an input log to be served from.
    pub fn replay(&mut self, journal: InputLog) {
        self.chdir_log.clear();
        self.redirections.clear();
        self.exchanges = Exchanges::default();
        for (at, op, reply) in journal.entries() {
            self.note_change(at, op, reply);
        }
        self.input_log = journal;
    }

    /// Ends a plain run, because the program asks for the debugger. Returns whether one can take it over.
    pub(crate) fn ask_for_debugger(&mut self) -> bool {
        let can = self.plain == PlainRun::Repeatable && self.diversion_output.is_none();
        if can {
            self.plain = PlainRun::Asked;
        }
        can
    }

    /// Lets a debugger repeat a plain run.
    pub(crate) fn take_over(&mut self) {
        self.plain = PlainRun::TakenOver;
        self.keeps_log = true;
        self.rewind();
    }

    /// Appends a request of the present to the input log.
    fn keep(&mut self, request: &HostRequest, reply: &Reply) {
        self.input_log.push(request, reply);
        if !self.keeps_log && self.input_log.len() > MAX_PLAIN_LOG {
            self.forget_plain_run();
        }
        self.state.inputs = self.input_log.len();
    }

    /// Drops the input log of a plain run: no debugger can take it over any more.
    fn forget_plain_run(&mut self) {
        if self.plain == PlainRun::Repeatable {
            (self.plain, self.input_log, self.state.inputs) = (PlainRun::No, InputLog::default(), 0);
            // `contacts` never returns a number again that it has returned.
            self.world.unkept += 1 << 40;
        }
    }

    /// Prepares for a run from the start, which is served what was recorded.
    pub(crate) fn rewind(&mut self) {
        self.state = HostState::default();
        self.diverged = None;
        self.exited = None;
        // Another choice of code gives events other times.
        self.exchanges = Exchanges::default();
        self.output_times = OutputTimes::default();
        self.world.last_wait = None;
    }

    /// What the program and others have said to each other in the run, as far as it is known.
    pub fn exchanges(&self) -> &[Exchange] {
        self.exchanges.rows()
    }

    /// When the program wrote its output, as far as it is known.
    pub fn output_pieces(&self) -> &[OutputPiece] {
        self.output_times.pieces()
    }

    /// Memory of the input log and the kept output, in bytes.
    pub fn memory(&self) -> usize {
        let output = self.record.as_ref().map_or(0, Vec::capacity) + self.output_times.memory();
        self.input_log.memory() + self.exchanges.memory() + output + self.failures.capacity() * size_of::<(u64, i32)>()
    }

    /// Whether the next request is served from the input log.
    fn replaying(&self) -> bool {
        self.state.inputs < self.input_log.len()
    }

    /// Whether the world sees what the program does now.
    fn live(&self) -> bool {
        self.diversion_output.is_none() && self.state.output == self.output_seen && !self.replaying()
    }

    /// Output of the program.
    ///
    /// # Errors
    /// The system's error number, again when the write is run again.
    pub fn write(&mut self, stream: Stream, bytes: &[u8], at: Moment) -> Result<(), i32> {
        self.put(stream, bytes, false, at)
    }

    /// Writes output that does not wait in a buffer: that of `os.write`.
    ///
    /// # Errors
    /// The system's error number.
    pub fn write_at_once(&mut self, stream: Stream, bytes: &[u8], at: Moment) -> Result<(), i32> {
        self.put(stream, bytes, true, at)
    }

    fn put(&mut self, stream: Stream, bytes: &[u8], at_once: bool, at: Moment) -> Result<(), i32> {
        if let Some(answer) = &mut self.diversion_output {
            answer.extend_from_slice(bytes);
            return Ok(());
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let from = self.state.output;
        self.state.output += bytes.len() as u64;
        self.record_output(from, bytes);
        if self.record.is_some() {
            self.output_times.note(at, stream, self.state.output);
        }
        if self.state.output <= self.output_seen {
            let failed = self.failures.binary_search_by_key(&self.state.output, |f| f.0);
            return failed.map_or(Ok(()), |at| Err(self.failures[at].1));
        }
        let new = &bytes[(self.output_seen.saturating_sub(from)) as usize..];
        self.output_seen = self.state.output;
        if self.outside.is_silent {
            return Ok(());
        }
        let at_once = at_once || self.world.settings.unbuffered;
        let written = match &mut self.world.observer {
            Some(observer) => observer.wrote(stream, new, at.now),
            None if at_once => self.world.console.write_at_once(stream, new),
            None => self.world.console.write(stream, new),
        };
        written.map_err(|e| {
            let errno = e.raw_os_error().unwrap_or(libc::EIO);
            self.failures.push((self.state.output, errno));
            errno
        })
    }

    /// Keeps output for the debugger that it does not have yet. What a plain run has written comes when it is repeated.
    fn record_output(&mut self, from: u64, bytes: &[u8]) {
        let Some(record) = &mut self.record else { return };
        let Some(known) = (record.len() as u64).checked_sub(from) else { return };
        let new = bytes.get(usize::try_from(known).unwrap_or(usize::MAX)..).unwrap_or_default();
        let room = MAX_OUTPUT.saturating_sub(record.len());
        record.extend_from_slice(&new[..new.len().min(room)]);
    }

    /// Whether writing has failed, which the program knows.
    pub fn has_lost_output(&self) -> bool {
        !self.failures.is_empty()
    }

    /// Flushes the output.
    ///
    /// # Errors
    /// The system's error number.
    pub fn flush(&mut self) -> Result<(), i32> {
        if !self.live() {
            return Ok(());
        }
        self.world.console.flush().map_err(|e| e.raw_os_error().unwrap_or(libc::EIO))
    }

    /// Begins a diversion: output is collected, effects are refused.
    pub fn begin_diversion(&mut self) {
        self.diversion_output = Some(Vec::new());
        if !self.chdir_log.is_empty() {
            // A diversion sees the working directory of this time, not the one at the frontier.
            let folder = self.folder_at(self.state.inputs);
            self.world.enter_diversion(folder.as_deref());
        }
    }

    /// How many bytes of the program's output the world has seen.
    pub fn output_seen(&self) -> u64 {
        self.output_seen
    }

    /// Whether a diversion is running.
    pub fn in_diversion(&self) -> bool {
        self.diversion_output.is_some()
    }

    /// Ends a diversion; returns its output.
    pub fn end_diversion(&mut self) -> Vec<u8> {
        self.world.end_diversion();
        self.diversion_output.take().unwrap_or_default()
    }

    /// The message of a divergence, once.
    pub fn take_divergence(&mut self) -> Option<String> {
        self.diverged.take()
    }

    /// Whether the program asked for something else than its recording holds.
    pub fn has_diverged(&self) -> bool {
        self.diverged.is_some()
    }

    /// Ends the program at once, with this status.
    pub(crate) fn exit_at_once(&mut self, status: i32) {
        self.exited = Some(status);
    }

    /// The status of a program that has ended itself at once.
    pub(crate) fn take_exit(&mut self) -> Option<i32> {
        self.exited.take()
    }

    /// Whether the run is over although its code is not.
    pub(crate) fn is_cut_off(&self) -> bool {
        self.exited.is_some() || self.has_diverged() || self.plain == PlainRun::Asked
    }

    /// Whether a standard descriptor means a file at the program's time.
    pub fn is_redirected(&self, fd: i64) -> bool {
        let until = self.redirections.partition_point(|r| r.0 <= self.state.inputs);
        self.redirections[..until].iter().rev().find(|r| r.1 == fd).is_some_and(|r| r.2)
    }

    /// Notes a change of the working directory, or of a standard descriptor's meaning.
    fn note_change(&mut self, at: usize, op: Op, reply: Reply) {
        match (op, reply) {
            (Op::ChangeDir, Reply::Bytes(folder)) => self.chdir_log.push((at, folder)),
            (Op::Dup2 | Op::Close, Reply::Ints(to)) => {
                if let &[to @ 0..3, is_file] = to.as_slice() {
                    self.redirections.push((at, to, is_file != 0));
                }
            }
            _ => {}
        }
    }
}
