//! The boundary to the outside world: everything that a program can learn from it or do to it.
//!
//! Live, a thing is done and the result appended to the journal. When a stretch of time is run again, the journal is
//! served and no effect is repeated: output that was written once is not written twice. In a diversion output is
//! collected for the answer and everything else refused.

use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use ttd_core::value::Value;

use super::console::Console;
use crate::Vm;
use crate::native::Res;

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

/// An entry of the journal.
#[derive(Clone, Debug, PartialEq)]
enum Input {
    Clock(ClockKind, i64),
    Slept,
    Random(Vec<u8>),
    Line(Option<String>),
    File(Result<Vec<u8>, String>),
}

/// What the outside world has told a program, in order: whoever is given it runs the same way again.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Journal(Vec<Input>);

/// Which stream output goes to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stream {
    /// `sys.stdout`.
    Out,
    /// `sys.stderr`.
    Err,
}

/// The position in the journal: part of every checkpoint.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct HostState {
    /// How many inputs have been consumed.
    pub inputs: usize,
    /// How many bytes of output have been produced.
    pub output: u64,
}

/// The outside world.
pub struct Host {
    journal: Vec<Input>,
    /// Where the standard streams lead.
    pub console: Console,
    /// Where the program is in the journal.
    pub state: HostState,
    /// How much output the world has seen.
    shown: u64,
    /// What was written, for looking back: only kept when somebody debugs.
    pub record: Option<Vec<u8>>,
    diversion: Option<Vec<u8>>,
    started: Instant,
}

impl Default for Host {
    fn default() -> Self {
        Host {
            journal: Vec::new(),
            console: Console::default(),
            state: HostState::default(),
            shown: 0,
            record: None,
            diversion: None,
            started: Instant::now(),
        }
    }
}

impl Host {
    /// What the world has told the program so far.
    pub fn journal(&self) -> Journal {
        Journal(self.journal.clone())
    }

    /// The world will tell the program what is in the journal before it is asked for anything else. For a program that
    /// has not run yet.
    pub fn replay(&mut self, journal: Journal) {
        self.journal = journal.0;
    }

    /// Whether the next input is served from the journal.
    fn replaying(&self) -> bool {
        self.state.inputs < self.journal.len()
    }

    /// Output of the program.
    ///
    /// # Errors
    /// What the stream says.
    pub fn write(&mut self, stream: Stream, bytes: &[u8]) -> std::io::Result<()> {
        if let Some(answer) = &mut self.diversion {
            answer.extend_from_slice(bytes);
            return Ok(());
        }
        let from = self.state.output;
        self.state.output += bytes.len() as u64;
        if self.state.output <= self.shown {
            return Ok(());
        }
        let new = &bytes[(self.shown.saturating_sub(from)) as usize..];
        self.shown = self.state.output;
        if let Some(record) = &mut self.record {
            record.extend_from_slice(new);
        }
        self.console.write(stream, new)
    }

    /// From now on everything is a question: output is collected, effects are refused.
    pub fn begin_diversion(&mut self) {
        self.diversion = Some(Vec::new());
    }

    /// How many bytes of the program's output the world has seen.
    pub fn shown(&self) -> u64 {
        self.shown
    }

    /// Whether a question is being answered.
    pub fn in_diversion(&self) -> bool {
        self.diversion.is_some()
    }

    /// The end of a question: what it printed.
    pub fn end_diversion(&mut self) -> Vec<u8> {
        self.diversion.take().unwrap_or_default()
    }

    fn read_clock(&self, kind: ClockKind) -> i64 {
        let nanos = match kind {
            ClockKind::Time => SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default().as_nanos(),
            ClockKind::Perf | ClockKind::Monotonic => self.started.elapsed().as_nanos(),
            ClockKind::Process => {
                let mut t = libc::timespec { tv_sec: 0, tv_nsec: 0 };
                // SAFETY: the call fills the struct it is given.
                unsafe { libc::clock_gettime(libc::CLOCK_PROCESS_CPUTIME_ID, &raw mut t) };
                return t.tv_sec * 1_000_000_000 + t.tv_nsec;
            }
        };
        i64::try_from(nanos).unwrap_or(i64::MAX)
    }
}

impl Vm {
    /// An input: from the journal, or from the world and into the journal.
    fn input(&mut self, live: impl FnOnce(&mut Vm) -> Res<Input>) -> Res<Input> {
        if self.host.replaying() {
            let input = self.host.journal[self.host.state.inputs].clone();
            self.host.state.inputs += 1;
            return Ok(input);
        }
        let input = live(self)?;
        if self.host.diversion.is_none() {
            self.host.journal.push(input.clone());
            self.host.state.inputs += 1;
        }
        Ok(input)
    }

    fn divergence<T>(&mut self, asked: &str) -> Res<T> {
        Err(self.system_error(format!(
            "divergence: the program asks for {asked} at event {}, its recording holds something else",
            self.now()
        )))
    }

    /// Reads a clock, in nanoseconds.
    ///
    /// # Errors
    /// When the journal holds something else here.
    pub fn host_clock_ns(&mut self, kind: ClockKind) -> Res<i64> {
        match self.input(|vm| Ok(Input::Clock(kind, vm.host.read_clock(kind))))? {
            Input::Clock(k, ns) if k == kind => Ok(ns),
            _ => self.divergence("a clock"),
        }
    }

    /// Sleeps; when run again, it does not.
    ///
    /// # Errors
    /// KeyboardInterrupt, or a divergence.
    pub fn host_sleep(&mut self, seconds: f64) -> Res<()> {
        let slept = self.input(|vm| {
            let end = Instant::now() + Duration::from_secs_f64(seconds.max(0.0));
            while Instant::now() < end {
                vm.check_interrupt()?;
                std::thread::sleep((end - Instant::now()).min(Duration::from_millis(20)));
            }
            Ok(Input::Slept)
        })?;
        if slept == Input::Slept { Ok(()) } else { self.divergence("a sleep") }
    }

    /// Random bytes from the system.
    ///
    /// # Errors
    /// OSError, or a divergence.
    pub fn host_random(&mut self, n: usize) -> Res<Vec<u8>> {
        let read = self.input(|vm| {
            let mut bytes = vec![0; n];
            let file = std::fs::File::open("/dev/urandom");
            match file.and_then(|mut f| std::io::Read::read_exact(&mut f, &mut bytes)) {
                Ok(()) => Ok(Input::Random(bytes)),
                Err(e) => Err(vm.os_error(e.to_string())),
            }
        })?;
        match read {
            Input::Random(bytes) if bytes.len() == n => Ok(bytes),
            _ => self.divergence("random bytes"),
        }
    }

    /// `input(prompt)`.
    ///
    /// # Errors
    /// EOFError at the end of standard input.
    pub fn host_input(&mut self, prompt: &str) -> Res {
        if !prompt.is_empty() {
            self.write_stdout(prompt)?;
        }
        match self.host_line()? {
            Some(text) => Ok(self.new_str(text.trim_end_matches('\n'))),
            None => Err(self.error(self.types.eof_error, "EOF when reading a line")),
        }
    }

    /// `sys.stdin.readline()`: the empty string at the end.
    ///
    /// # Errors
    /// OSError, or a divergence.
    pub fn host_readline(&mut self) -> Res {
        let line = self.host_line()?;
        Ok(self.new_str(line.as_deref().unwrap_or("")))
    }

    fn host_line(&mut self) -> Res<Option<String>> {
        if self.host.in_diversion() {
            return Err(
                self.runtime_error("a question cannot read standard input: it would take the line from the program")
            );
        }
        let line = self.input(|vm| {
            let _ = vm.host.console.flush();
            vm.host.console.read_line().map(Input::Line).map_err(|e| vm.os_error(e.to_string()))
        })?;
        match line {
            Input::Line(line) => Ok(line),
            _ => self.divergence("a line of input"),
        }
    }

    /// The contents of a source file.
    ///
    /// # Errors
    /// A divergence; a missing file is `Ok(Err(message))`.
    pub fn host_read_source(&mut self, path: &std::path::Path) -> Res<Result<Vec<u8>, String>> {
        let path = path.to_path_buf();
        match self.input(|_| Ok(Input::File(std::fs::read(&path).map_err(|e| e.to_string()))))? {
            Input::File(contents) => Ok(contents),
            _ => self.divergence("a source file"),
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
    /// OSError; a closed pipe is BrokenPipeError's text.
    pub fn write_stream(&mut self, stream: Stream, bytes: &[u8]) -> Res<()> {
        match self.host.write(stream, bytes) {
            Ok(()) => Ok(()),
            Err(e) => {
                let code = e.raw_os_error().unwrap_or(5);
                let text = e.to_string();
                let text = text.split(" (os error").next().unwrap_or("").to_string();
                let message = self.new_str(&text);
                Err(self.raise(self.types.os_error, &[Value::int(i64::from(code)), message]))
            }
        }
    }
}
