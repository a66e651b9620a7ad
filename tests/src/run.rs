//! Running programs without printing anything.

use std::fmt;

use ttd_vm::time::{Config, Machine, Reached};
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::os::World;
use ttd_vm::{RunOptions, run_in};

use crate::program::{self, Program};
use crate::scratch;

/// How a program ended and what it wrote.
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

    /// What CPython did.
    pub fn expected(program: &Program) -> Run {
        Run { exit: program.exit, out: program.out.clone(), err: program.err.clone() }
    }

    /// How a machine's program ended, which must have happened, and what it has written.
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

    /// The first difference to what it should be.
    ///
    /// # Errors
    /// That difference, for people.
    pub fn same(&self, expected: &Run) -> Result<(), String> {
        lines("output", &self.out, &expected.out)?;
        lines("stderr", &self.err, &expected.err)?;
        match self.exit == expected.exit {
            true => Ok(()),
            false => Err(format!("exit status {} instead of {}", self.exit, expected.exit)),
        }
    }
}

/// A machine for a program that is given as text, of which nothing is printed.
///
/// # Panics
/// When it does not start.
pub fn launch_text(text: &str, config: Config) -> Machine {
    let program = ttd_vm::time::Program::Code { text: text.into(), args: Vec::new() };
    let machine = Machine::launch(&program, config).map_err(|e| e.message);
    let mut machine = machine.expect("a program that starts");
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine
}

/// A world in which nothing is printed. Programs that write files get a folder of their own: the same program runs
/// many times at once.
fn world(program: &Program) -> World {
    let mut world = World::default();
    world.console = Console::memory(program.input.clone());
    if program.name.starts_with("files_") {
        world.set_folder(scratch::folder());
    }
    world
}

/// The first line that differs. When the program died, the last line of what it says is more to the point.
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

/// A way to keep time: after how many events a checkpoint is taken, how many are kept, whether garbage is collected at
/// every event.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Way {
    /// Events between two checkpoints; 0 for none but the one at the start.
    pub interval: u64,
    /// How many checkpoints are kept.
    pub keep: usize,
    /// Bytes that the checkpoints and the program may need together.
    pub budget: u64,
    /// A collection at every event.
    pub zealous: bool,
    /// A checkpoint earlier when there was much work between the events.
    pub by_work: bool,
    /// Every event and every write is logged; `interval` is the length of a block of the log.
    pub log: bool,
}

impl Way {
    /// Going back is running again from the start.
    pub const AGAIN: Way =
        Way { interval: 0, keep: usize::MAX, budget: u64::MAX, zealous: false, by_work: false, log: false };

    /// A checkpoint every so many events, and all of them are kept.
    pub const fn every(interval: u64) -> Way {
        Way { interval, keep: usize::MAX, budget: u64::MAX, zealous: false, by_work: false, log: false }
    }

    /// As the hybrid debugger does it when nothing else is asked for.
    pub const HYBRID: Way = Way { by_work: true, ..Way::every(1_000_000) };

    /// Everything is logged, in blocks of so many events.
    pub const fn log(block: u64) -> Way {
        Way { log: true, ..Way::every(block) }
    }

    /// The same with only so many checkpoints kept.
    pub const fn keep(self, keep: usize) -> Way {
        Way { keep, ..self }
    }

    /// The same with so little memory that checkpoints have to go, or are hardly taken at all.
    pub const fn within(self, budget: u64) -> Way {
        Way { budget, ..self }
    }

    /// The same with a collection at every event.
    pub const fn zealous(self) -> Way {
        Way { zealous: true, ..self }
    }

    /// What a machine is told about it.
    pub fn config(self) -> Config {
        let Way { interval, keep, budget, zealous, by_work, log } = self;
        Config { by_work, log, interval, keep, budget, stress_gc: zealous, ..Config::default() }
    }

    /// Gets a program ready.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn launch(self, program: &Program) -> Result<Machine, String> {
        let machine = Machine::launch(&program.launchable(), self.config());
        let mut machine = machine.map_err(|e| format!("does not start: {}", e.message.trim_end()))?;
        machine.vm_mut().host.world = world(program);
        Ok(machine)
    }

    /// The debugger that is nearest to this.
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
        if self.zealous {
            write!(f, ", collections at every event")?;
        }
        Ok(())
    }
}

/// Goes to a time that must exist.
///
/// # Errors
/// Where it got to instead.
pub fn go(machine: &mut Machine, t: u64) -> Result<(), String> {
    let reached = machine.seek(t);
    match (reached, machine.time()) {
        (Reached::Target, Some(now)) if now == t => Ok(()),
        (reached, now) => Err(format!("seek({t}) led to {now:?}: {reached:?}")),
    }
}
