//! The boundary to the outside world: everything that a program can learn from it or do to it.
//!
//! Live, a thing is done and the result appended to the journal. When a stretch of time is run again, the journal is
//! served and no effect is repeated: output that was written once is not written twice. Live descriptors, working
//! directory and variables stay at the frontier; what the program knows of them is in its own objects or comes from
//! the journal. In a question output is collected for the answer, looking is allowed and not recorded, and whatever
//! would change the world is refused.
//!
//! Standard output is not in the journal: how much of it the world has seen is one number.

use std::time::{Duration, Instant};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};

pub mod ask;
pub mod journal;
pub mod world;

pub use ask::{Ask, Op};
pub use journal::{Journal, Reply};

use ask::Effect;
use world::{FIRST_OF_QUESTION, World};

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

/// Which stream output goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// `sys.stdout`.
    Out,
    /// `sys.stderr`.
    Err,
}

/// The position in what the world has told and been told: part of every checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostState {
    /// How many bytes of the journal have been consumed.
    pub inputs: usize,
    /// How many bytes of output have been produced.
    pub output: u64,
}

/// The outside world.
pub struct Host {
    journal: Journal,
    /// The live end.
    pub world: World,
    /// Where the program is in the journal.
    pub state: HostState,
    /// How much output the world has seen.
    shown: u64,
    /// Writes that failed: where in the output they ended, and with which error number.
    failures: Vec<(u64, i32)>,
    /// Where the working directory changed: the position in the journal after it, and the folder.
    moves: Vec<(usize, Vec<u8>)>,
    /// What was written, for looking back: only kept when somebody debugs.
    pub record: Option<Vec<u8>>,
    /// Whether the journal is kept: nobody goes back in a plain run.
    pub keeps: bool,
    question: Option<Vec<u8>>,
    /// How what is asked differs from what is recorded; then nothing more is asked.
    diverged: Option<String>,
}

impl Default for Host {
    fn default() -> Self {
        Host {
            journal: Journal::default(),
            world: World::default(),
            state: HostState::default(),
            shown: 0,
            failures: Vec::new(),
            moves: Vec::new(),
            record: None,
            keeps: true,
            question: None,
            diverged: None,
        }
    }
}

impl Host {
    /// What the world has told the program so far.
    pub fn journal(&self) -> Journal {
        self.journal.clone()
    }

    /// The world will tell the program what is in the journal before it is asked for anything else. For a program that
    /// has not run yet.
    pub fn replay(&mut self, journal: Journal) {
        self.moves.clear();
        for (at, op, reply) in journal.entries() {
            self.note(at, op, reply);
        }
        self.journal = journal;
    }

    /// How much memory the recording of the world uses, in bytes.
    pub fn memory(&self) -> usize {
        let output = self.record.as_ref().map_or(0, Vec::capacity);
        self.journal.memory() + output + self.failures.capacity() * size_of::<(u64, i32)>()
    }

    /// Whether the next input is served from the journal.
    fn replaying(&self) -> bool {
        self.state.inputs < self.journal.len()
    }

    /// Whether all that the program does now is seen by the world.
    fn live(&self) -> bool {
        self.question.is_none() && self.state.output == self.shown && !self.replaying()
    }

    /// Output of the program.
    ///
    /// # Errors
    /// The system's error number, again when the write is run again.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), i32> {
        if let Some(answer) = &mut self.question {
            answer.extend_from_slice(bytes);
            return Ok(());
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let from = self.state.output;
        self.state.output += bytes.len() as u64;
        if self.state.output <= self.shown {
            let failed = self.failures.binary_search_by_key(&self.state.output, |f| f.0);
            return failed.map_or(Ok(()), |at| Err(self.failures[at].1));
        }
        let new = &bytes[(self.shown.saturating_sub(from)) as usize..];
        self.shown = self.state.output;
        if let Some(record) = &mut self.record {
            record.extend_from_slice(new);
        }
        self.world.console.write(stream, new).map_err(|e| {
            let errno = e.raw_os_error().unwrap_or(libc::EIO);
            self.failures.push((self.state.output, errno));
            errno
        })
    }

    /// Shows what was written so far.
    ///
    /// # Errors
    /// The system's error number.
    pub fn flush(&mut self) -> Result<(), i32> {
        if !self.live() {
            return Ok(());
        }
        self.world.console.flush().map_err(|e| e.raw_os_error().unwrap_or(libc::EIO))
    }

    /// From now on everything is a question: output is collected, effects are refused.
    pub fn begin_diversion(&mut self) {
        self.question = Some(Vec::new());
        if !self.moves.is_empty() {
            // A question is asked where the program is at this time, not where the recording has got to.
            let moves = self.moves.partition_point(|m| m.0 <= self.state.inputs);
            let folder = moves.checked_sub(1).map(|last| self.moves[last].1.as_slice());
            self.world.enter_for_question(folder);
        }
    }

    /// The end of a question: what it printed.
    pub fn end_diversion(&mut self) -> Vec<u8> {
        self.world.end_question();
        self.question.take().unwrap_or_default()
    }

    /// The message of a divergence, once.
    pub fn take_divergence(&mut self) -> Option<String> {
        self.diverged.take()
    }

    /// Whether the program asked for something else than its recording holds.
    pub fn has_diverged(&self) -> bool {
        self.diverged.is_some()
    }

    /// Notes the entry that ends at `at`.
    fn note(&mut self, at: usize, op: Op, reply: Reply) {
        if let (Op::ChangeDir, Reply::Bytes(folder)) = (op, reply) {
            self.moves.push((at, folder));
        }
    }
}

impl Vm {
    /// Asks the world: from the journal, or live and into the journal. `Reply::Fail` is an answer like any other.
    ///
    /// # Errors
    /// A question that would change the world, an interrupt, a divergence.
    pub fn ask(&mut self, ask: &Ask) -> Res<Reply> {
        if self.host.diverged.is_some() {
            return Err(Trap::Abandon);
        }
        if self.host.question.is_some() {
            return self.ask_in_question(ask);
        }
        if self.host.replaying() {
            return match self.host.journal.serve(self.host.state.inputs, ask) {
                Ok((reply, at)) => {
                    self.host.state.inputs = at;
                    Ok(reply)
                }
                Err(recorded) => Err(self.divergence(ask, &recorded)),
            };
        }
        self.wait_for(ask)?;
        let reply = self.host.world.answer(ask, false);
        if self.host.keeps {
            self.host.journal.push(ask, &reply);
            self.host.state.inputs = self.host.journal.len();
            if ask.op == Op::ChangeDir {
                self.host.note(self.host.state.inputs, ask.op, reply.clone());
            }
        }
        Ok(reply)
    }

    fn ask_in_question(&mut self, ask: &Ask) -> Res<Reply> {
        let own = ask.op.takes_descriptor() && ask.first() >= i64::from(FIRST_OF_QUESTION);
        match ask.effect() {
            Effect::Changes if !own => Err(self.refuse("write to the outside", ask)),
            Effect::Consumes if !own => Err(self.refuse("use what the program has open", ask)),
            // Time stands still.
            _ if ask.op == Op::Sleep => Ok(Reply::Done),
            _ => Ok(self.host.world.answer(ask, true)),
        }
    }

    #[cold]
    fn refuse(&mut self, what: &str, ask: &Ask) -> Trap {
        let class = self.class_of_errno(i64::from(libc::EACCES));
        self.error(class, format!("a question may not {what}: {}", ask.describe()))
    }

    /// Not a Python matter, so that no `except` takes it for one: the run ends, and the machine says why.
    #[cold]
    fn divergence(&mut self, ask: &Ask, recorded: &str) -> Trap {
        let place = match self.user_frame(0) {
            Some(frame) => {
                let here = std::ptr::eq(frame, self.top_ref());
                let line = if here { self.raising_line() } else { self.line_of_frame(frame) };
                format!("{}:{line}", frame.code().code.path)
            }
            None => "the interpreter's own code".into(),
        };
        let (now, asked) = (self.now(), ask.describe());
        self.host.diverged = Some(format!(
            "divergence: after event {now}, at {place}, the program asks for {asked}, but its recording holds {recorded}"
        ));
        Trap::Abandon
    }

    /// Waits in small steps for what may take long, so that Ctrl-C is noticed.
    fn wait_for(&mut self, ask: &Ask) -> Res<()> {
        match ask.op {
            Op::Sleep => {
                let end = Instant::now() + Duration::from_nanos(ask.first().max(0) as u64);
                while Instant::now() < end {
                    self.check_interrupt()?;
                    let left = end.saturating_duration_since(Instant::now());
                    std::thread::sleep(left.min(Duration::from_millis(20)));
                }
                Ok(())
            }
            Op::Line | Op::Read => {
                if ask.op == Op::Line || ask.first() == 0 {
                    // A prompt has to be seen before the answer is awaited. A failure will be told by the next write.
                    let _ = self.host.world.console.flush();
                }
                loop {
                    let fd = if ask.op == Op::Line { 0 } else { ask.first() };
                    let Some(file) = self.host.world.may_block(fd) else { return Ok(()) };
                    let mut files = [PollFd::new(&file, PollFlags::IN)];
                    let step = Timespec { tv_sec: 0, tv_nsec: 50_000_000 };
                    if poll(&mut files, Some(&step)) != Ok(0) {
                        return Ok(());
                    }
                    self.check_interrupt()?;
                }
            }
            _ => Ok(()),
        }
    }

    /// The reply, or the OSError that stands for it, with the file names given.
    ///
    /// # Errors
    /// That OSError, and whatever `ask` says.
    pub fn ask_or_raise(&mut self, ask: &Ask, names: &[Value]) -> Res<Reply> {
        match self.ask(ask)? {
            Reply::Fail(errno) => Err(self.errno_error_about(i64::from(errno), names)),
            reply => Ok(reply),
        }
    }

    /// A number from the world.
    ///
    /// # Errors
    /// OSError, and whatever `ask` says.
    pub fn ask_int(&mut self, ask: &Ask, names: &[Value]) -> Res<i64> {
        match self.ask_or_raise(ask, names)? {
            Reply::Int(n) => Ok(n),
            _ => Ok(0),
        }
    }

    /// Bytes from the world.
    ///
    /// # Errors
    /// OSError, and whatever `ask` says.
    pub fn ask_bytes(&mut self, ask: &Ask, names: &[Value]) -> Res<Vec<u8>> {
        match self.ask_or_raise(ask, names)? {
            Reply::Bytes(bytes) => Ok(bytes),
            _ => Ok(Vec::new()),
        }
    }

    /// Reads a clock, in nanoseconds.
    ///
    /// # Errors
    /// See [`Vm::ask`].
    pub fn host_clock_ns(&mut self, kind: ClockKind) -> Res<i64> {
        self.ask_int(&Ask::of(Op::Clock).number(kind as i64), &[])
    }

    /// Sleeps; when run again, it does not.
    ///
    /// # Errors
    /// KeyboardInterrupt, and what [`Vm::ask`] says.
    pub fn host_sleep(&mut self, seconds: f64) -> Res<()> {
        let nanos = (seconds.max(0.0) * 1e9) as i64;
        self.ask_or_raise(&Ask::of(Op::Sleep).number(nanos), &[]).map(drop)
    }

    /// Random bytes from the system.
    ///
    /// # Errors
    /// See [`Vm::ask`].
    pub fn host_random(&mut self, n: usize) -> Res<Vec<u8>> {
        self.ask_bytes(&Ask::of(Op::Random).number(n as i64), &[])
    }

    /// A line of standard input with its end; empty at the end of the input.
    ///
    /// # Errors
    /// See [`Vm::ask`].
    pub fn host_line(&mut self) -> Res<Vec<u8>> {
        self.ask_bytes(&Ask::of(Op::Line), &[])
    }

    /// The contents of a source file; `None` when it cannot be read.
    ///
    /// # Errors
    /// See [`Vm::ask`].
    pub fn host_read_source(&mut self, path: &std::path::Path) -> Res<Option<Vec<u8>>> {
        let path = std::os::unix::ffi::OsStrExt::as_bytes(path.as_os_str());
        match self.ask(&Ask::of(Op::Source).path(path))? {
            Reply::Bytes(bytes) => Ok(Some(bytes)),
            _ => Ok(None),
        }
    }

    /// Writes to standard output.
    ///
    /// # Errors
    /// OSError.
    pub fn write_stdout(&mut self, text: &str) -> Res<()> {
        self.write_stream(Stream::Out, text.as_bytes())
    }

    /// Writes to a stream.
    ///
    /// # Errors
    /// OSError; for a closed pipe BrokenPipeError.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) -> Res<()> {
        self.host.write(stream, bytes).map_err(|errno| self.errno_error_about(i64::from(errno), &[]))
    }
}
