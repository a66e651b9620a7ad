//! Runs programs without printing anything.

use std::fmt;

use ttd_vm::time::{Config, EventChoice, Machine, Reached};
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::os::World;
use ttd_vm::{RunOptions, run_in};

use crate::program::{self, Program};
use crate::scratch;

/// The exit status and output of a run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Run {
    /// The exit status.
    pub exit: i32,
    /// Standard output.
    pub out: Vec<u8>,
    /// Standard error, with files shown without their folder.
    pub err: Vec<u8>,
}

impl Run {
    /// Runs a program without a debugger.
    pub fn plain(program: &Program, options: RunOptions) -> Run {
        let (exit, world) = run_in(&program.launchable(), options, None, world(program));
        Run::new(exit, &world.console)
    }

    /// Returns CPython's results.
    pub fn expected(program: &Program) -> Run {
        Run { exit: program.exit, out: program.out.clone(), err: program.err.clone() }
    }

    /// Returns the results of a machine whose program has ended.
    pub fn of(machine: &Machine) -> Run {
        let exit = machine.end().map_or(-1, |end| end.status);
        Run::new(exit, &machine.vm().host.world.console)
    }

    fn new(exit: i32, console: &Console) -> Run {
        let (out, err) = console.written();
        let folder = format!("{}/", program::folder().display());
        let err = String::from_utf8_lossy(err).replace(&folder, "").into_bytes();
        Run { exit, out: out.to_vec(), err }
    }

    /// Compares the results with those expected.
    ///
    /// # Errors
    /// The first difference, for people.
    pub fn same(&self, expected: &Run) -> Result<(), String> {
        lines("output", &self.out, &expected.out)?;
        lines("stderr", &self.err, &expected.err)?;
        match self.exit == expected.exit {
            true => Ok(()),
            false => Err(format!("exit status {} instead of {}", self.exit, expected.exit)),
        }
    }
}

/// Launches a program that is given as text, with its output captured.
///
/// # Panics
/// When the program does not start.
pub fn launch_text(text: &str, config: Config) -> Machine {
    let program = ttd_vm::time::Program::Code { text: text.into(), args: Vec::new() };
    let machine = Machine::launch(&program, config).map_err(|e| e.message);
    let mut machine = machine.expect("a program that starts");
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine.vm_mut().host.world.set_variable(b"TZ", b"UTC");
    machine
}

/// Makes a world that captures output. Programs that write files get a folder of their own, because they run many times
/// at once.
fn world(program: &Program) -> World {
    let mut world = World::default();
    world.console = Console::memory(program.input.clone());
    world.set_variable(b"TZ", b"UTC");
    if program.name.starts_with("files_") {
        world.set_folder(scratch::folder());
    }
    world
}

/// Compares two outputs line by line and names the first difference.
fn lines(what: &str, got: &[u8], expected: &[u8]) -> Result<(), String> {
    if got == expected {
        return Ok(());
    }
    let (got, expected) = (String::from_utf8_lossy(got), String::from_utf8_lossy(expected));
    let (mut left, mut right) = (got.split_inclusive('\n'), expected.split_inclusive('\n'));
    let mut number = 1;
    loop {
        let (a, b) = (left.next(), right.next());
        if a != b {
            let show = |line: Option<&str>| line.map_or("nothing".into(), |l| format!("{l:?}"));
            return Err(format!("{what} line {number}: {} instead of {}", show(a), show(b)));
        }
        number += 1;
    }
}

/// A mode with its parameters: which checkpoints are made and kept, what is logged, whether every event collects
/// garbage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Events between two checkpoints; 0 for the one at the start alone.
    pub interval: u64,
    /// Checkpoints kept, at most.
    pub keep: usize,
    /// Bytes that the checkpoints and the program may use together.
    pub budget: u64,
    /// Collects garbage at every event.
    pub stress_gc: bool,
    /// Makes a checkpoint earlier when there was much work between events.
    pub by_work: bool,
    /// Logs every event and every write; `interval` is the length of a block of the log.
    pub log: bool,
}

impl Way {
    /// Goes back by running again from the start.
    pub const AGAIN: Way =
        Way { interval: 0, keep: usize::MAX, budget: u64::MAX, stress_gc: false, by_work: false, log: false };

    /// Makes a checkpoint every `interval` events and keeps all.
    pub const fn every(interval: u64) -> Way {
        Way { interval, keep: usize::MAX, budget: u64::MAX, stress_gc: false, by_work: false, log: false }
    }

    /// The hybrid debugger's default.
    pub const HYBRID: Way = Way { by_work: true, ..Way::every(1_000_000) };

    /// Logs everything, in blocks of `block` events.
    pub const fn log(block: u64) -> Way {
        Way { log: true, ..Way::every(block) }
    }

    /// Keeps at most `keep` checkpoints.
    pub const fn keep(self, keep: usize) -> Way {
        Way { keep, ..self }
    }

    /// Limits memory to `budget` bytes, so that checkpoints are dropped or hardly made.
    pub const fn within(self, budget: u64) -> Way {
        Way { budget, ..self }
    }

    /// Collects garbage at every event.
    pub const fn stress_gc(self) -> Way {
        Way { stress_gc: true, ..self }
    }

    /// Returns the machine's configuration.
    pub fn config(self) -> Config {
        let Way { interval, keep, budget, stress_gc, by_work, log } = self;
        Config { by_work, log, interval, keep, budget, stress_gc, ..Config::default() }
    }

    /// Launches a program.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn launch(self, program: &Program) -> Result<Machine, String> {
        self.launch_choosing(program, EventChoice::default())
    }

    /// Launches a program with a choice of the code that has events.
    ///
    /// # Errors
    /// Why it does not start.
    pub fn launch_choosing(self, program: &Program, choice: EventChoice) -> Result<Machine, String> {
        let machine = Machine::launch_choosing(&program.launchable(), self.config(), choice);
        let mut machine = machine.map_err(|e| format!("does not start: {}", e.message.trim_end()))?;
        let settings = machine.vm().host.world.settings.clone();
        machine.vm_mut().host.world = world(program);
        machine.vm_mut().host.world.settings = settings;
        Ok(machine)
    }

    /// Returns the debugger nearest to this mode.
    pub fn debugger(self) -> &'static str {
        match self {
            Way { log: true, .. } => "odb",
            Way { interval: 0, .. } => "tdb",
            _ => "ttd",
        }
    }
}

impl fmt::Display for Way {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.interval {
            0 => write!(f, "no checkpoints")?,
            n => write!(f, "a checkpoint every {n} events")?,
        }
        if self.keep != usize::MAX {
            write!(f, ", {} kept", self.keep)?;
        }
        if self.budget != u64::MAX {
            write!(f, ", {} bytes", self.budget)?;
        }
        if self.log {
            write!(f, ", everything logged")?;
        }
        if self.stress_gc {
            write!(f, ", collections at every event")?;
        }
        Ok(())
    }
}

/// Seeks to a time that must exist.
///
/// # Errors
/// Where it led instead.
pub fn go(machine: &mut Machine, t: u64) -> Result<(), String> {
    let reached = machine.seek(t);
    match (reached, machine.time()) {
        (Reached::Target, Some(now)) if now == t => Ok(()),
        (reached, now) => Err(format!("seek({t}) led to {now:?}: {reached:?}")),
    }
}
