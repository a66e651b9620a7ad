//! The boundary to the outside world: everything that a program can learn from it or do to it.
//!
//! Live, a thing is done and the result appended to the journal. When a stretch of time is run again, the journal is
//! served and no effect is repeated: output that was written once is not written twice. Live descriptors, working
//! directory and variables stay at the frontier; what the program knows of them is in its own objects or comes from
//! the journal. In a question output is collected for the answer, looking is allowed and not recorded, and whatever
//! would change the world is refused.
//!
//! Standard output is not in the journal: how much of it the world has seen is one number.

mod clock;
pub mod console;
pub mod input_log;
pub mod os;
mod paths;
mod perform;
pub mod request;

pub use input_log::{InputLog, Reply};
pub use request::{HostRequest, Op};

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
    input_log: InputLog,
    /// The live end.
    pub world: World,
    /// Where the program is in the journal.
    pub state: HostState,
    /// How much output the world has seen.
    output_seen: u64,
    /// Writes that failed: where in the output they ended, and with which error number.
    failures: Vec<(u64, i32)>,
    /// Where the working directory changed: the position in the journal after it, and the folder.
    chdir_log: Vec<(usize, Vec<u8>)>,
    /// What was written, for looking back: only kept when somebody debugs.
    pub record: Option<Vec<u8>>,
    /// Whether the journal is kept: nobody goes back in a plain run.
    pub keeps_log: bool,
    diversion_output: Option<Vec<u8>>,
    /// How what is asked differs from what is recorded; then nothing more is asked.
    diverged: Option<String>,
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
            record: None,
            keeps_log: true,
            diversion_output: None,
            diverged: None,
        }
    }
}

impl Host {
    /// What the world has told the program so far.
    pub fn input_log(&self) -> InputLog {
        self.input_log.clone()
    }

    /// The world will tell the program what is in the journal before it is asked for anything else. For a program that
    /// has not run yet.
    pub fn replay(&mut self, journal: InputLog) {
        self.chdir_log.clear();
        for (at, op, reply) in journal.entries() {
            self.note_chdir(at, op, reply);
        }
        self.input_log = journal;
    }

    /// How much memory the recording of the world uses, in bytes.
    pub fn memory(&self) -> usize {
        let output = self.record.as_ref().map_or(0, Vec::capacity);
        self.input_log.memory() + output + self.failures.capacity() * size_of::<(u64, i32)>()
    }

    /// Whether the next input is served from the journal.
    fn replaying(&self) -> bool {
        self.state.inputs < self.input_log.len()
    }

    /// Whether all that the program does now is seen by the world.
    fn live(&self) -> bool {
        self.diversion_output.is_none() && self.state.output == self.output_seen && !self.replaying()
    }

    /// Output of the program.
    ///
    /// # Errors
    /// The system's error number, again when the write is run again.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) -> Result<(), i32> {
        if let Some(answer) = &mut self.diversion_output {
            answer.extend_from_slice(bytes);
            return Ok(());
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let from = self.state.output;
        self.state.output += bytes.len() as u64;
        if self.state.output <= self.output_seen {
            let failed = self.failures.binary_search_by_key(&self.state.output, |f| f.0);
            return failed.map_or(Ok(()), |at| Err(self.failures[at].1));
        }
        let new = &bytes[(self.output_seen.saturating_sub(from)) as usize..];
        self.output_seen = self.state.output;
        if let Some(record) = &mut self.record {
            let room = MAX_OUTPUT.saturating_sub(record.len());
            record.extend_from_slice(&new[..new.len().min(room)]);
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
        self.diversion_output = Some(Vec::new());
        if !self.chdir_log.is_empty() {
            // A question is asked where the program is at this time, not where the recording has got to.
            let moves = self.chdir_log.partition_point(|m| m.0 <= self.state.inputs);
            let folder = moves.checked_sub(1).map(|last| self.chdir_log[last].1.as_slice());
            self.world.enter_diversion(folder);
        }
    }

    /// How many bytes of the program's output the world has seen.
    pub fn output_seen(&self) -> u64 {
        self.output_seen
    }

    /// Whether a question is being answered.
    pub fn in_diversion(&self) -> bool {
        self.diversion_output.is_some()
    }

    /// The end of a question: what it printed.
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

    /// Notes the entry that ends at `at`.
    fn note_chdir(&mut self, at: usize, op: Op, reply: Reply) {
        if let (Op::ChangeDir, Reply::Bytes(folder)) = (op, reply) {
            self.chdir_log.push((at, folder));
        }
    }
}
