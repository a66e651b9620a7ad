//! Running a program from start to end, without a debugger.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_core::HeapConfig;

use crate::Vm;
use crate::native::Trap;
use crate::time::checkpoint::policy::Policy;
use crate::time::driver::{Driver, RunMode};
use crate::time::machine::on_big_stack;
use crate::time::program::Ready;
use crate::time::{ForkBaseline, Program};
use crate::vm::host::os::{LineEditor, World};
use crate::vm::host::{Host, PlainRun, Stream};

/// How many checkpoints are kept although nobody can go back to them: as many as `ForkBaseline` keeps, for comparison.
const KEPT: usize = 16;

/// Options of a plain run.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// Count events.
    pub count: bool,
    /// Events between two checkpoints (0: none); implies counting.
    pub checkpoints: u64,
    /// Checkpoints are child processes made by `fork()`: for the benchmark.
    pub forks: bool,
    /// Exit with 1 instead of 0 if a thread died of an exception, or there was a deadlock.
    pub thread_errors: bool,
    /// Print counts of events and checkpoints on standard error.
    pub stats: bool,
}

/// What became of a plain run.
pub enum PlainEnd {
    /// It has ended, with this status.
    Exited(i32),
    /// The program asks for the debugger: [`Machine::take_over`](crate::time::Machine::take_over).
    AsksForDebugger(Box<HandOver>),
}

/// What a debugger needs to repeat a plain run up to where the program has asked for it.
pub struct HandOver {
    pub(crate) ready: Ready,
    pub(crate) host: Host,
    pub(crate) interrupt: Arc<AtomicBool>,
}

/// Runs a program, with an editor for lines that are typed at the interactive prompt, until it ends or asks for the
/// debugger.
pub fn run_with_editor(
    program: &Program,
    options: RunOptions,
    interrupt: Option<Arc<AtomicBool>>,
    editor: Option<LineEditor>,
) -> PlainEnd {
    let mut world = World::default();
    world.adopt_inherited();
    world.editor = editor;
    // Runs that measure or compare are no dialogue.
    let RunOptions { count, checkpoints, forks, thread_errors, .. } = options;
    let repeatable = !count && checkpoints == 0 && !forks && !thread_errors;
    let (status, world) = match run_here(program, options, interrupt, world, repeatable) {
        Ok(ended) => ended,
        Err(run) => return PlainEnd::AsksForDebugger(run),
    };
    if world.was_interrupted {
        // As CPython does, so that a parent sees what ended it.
        world.end_by_interrupt();
    }
    PlainEnd::Exited(status)
}

/// Runs a program in this world; returns its exit status and the world afterwards.
pub fn run_in(
    program: &Program,
    options: RunOptions,
    interrupt: Option<Arc<AtomicBool>>,
    world: World,
) -> (i32, World) {
    match run_here(program, options, interrupt, world, false) {
        Ok(ended) => ended,
        Err(run) => (1, run.host.world),
    }
}

/// Runs a program in this world, or up to where it asks for the debugger if it is `repeatable`.
fn run_here(
    program: &Program,
    options: RunOptions,
    interrupt: Option<Arc<AtomicBool>>,
    mut world: World,
    repeatable: bool,
) -> Result<(i32, World), Box<HandOver>> {
    let ready = match on_big_stack(|| program.prepare()) {
        Ok(ready) => ready,
        Err(e) => {
            let _ = world.console.write(Stream::Err, e.message.as_bytes());
            return Ok((e.status, world));
        }
    };
    on_big_stack(|| {
        let mut vm = Vm::new(HeapConfig::default());
        vm.host.world = world;
        vm.host.keeps_log = false;
        if repeatable {
            vm.host.plain = PlainRun::Repeatable;
        }
        if let Some(flag) = interrupt {
            vm.interrupt = flag;
        }
        vm.begin(ready.clone());
        if options.count || options.checkpoints > 0 {
            let mut driver = Driver::new(Policy::new(options.checkpoints, KEPT, u64::MAX));
            driver.forks = options.forks.then(ForkBaseline::default);
            driver.checkpoint_nanos = options.stats.then(Vec::new);
            vm.control = RunMode::Driven(Box::new(driver));
            vm.set_now(-1);
            vm.take_first_checkpoint(options.checkpoints > 0);
            vm.set_budget();
        }
        let result = vm.run_to_end();
        if vm.host.plain == PlainRun::Asked {
            let interrupt = vm.interrupt.clone();
            return Err(Box::new(HandOver { ready, host: std::mem::take(&mut vm.host), interrupt }));
        }
        let interrupt = vm.types.keyboard_interrupt;
        vm.host.world.was_interrupted = matches!(result, Err(Trap::Raise(exc)) if vm.is_instance(exc, interrupt));
        let status = vm.finish(result);
        if options.stats {
            let text = vm.statistics();
            let _ = vm.host.world.console.write(Stream::Err, text.as_bytes());
        }
        let mut status = vm.flush_at_exit(status);
        if status == 0 && options.thread_errors && vm.had_thread_error() {
            status = 1;
        }
        if vm.host.world.is_forked() {
            vm.host.world.end_child(status);
        }
        Ok((status, std::mem::take(&mut vm.host.world)))
    })
}

impl Vm {
    /// Flushes the output; if that fails, reports it and returns CPython's exit status for that.
    fn flush_at_exit(&mut self, status: i32) -> i32 {
        let Err(e) = self.host.world.console.flush() else { return status };
        // What could not be written is still there, but the program knows.
        if self.host.has_lost_output() {
            return status;
        }
        let errno = i64::from(e.raw_os_error().unwrap_or(libc::EIO));
        let trap = self.errno_error_about(errno, &[]);
        let Trap::Raise(exc) = trap else { return status };
        let summary = self.format_summary(exc);
        let text =
            format!("Exception ignored in: <_io.TextIOWrapper name='<stdout>' mode='w' encoding='utf-8'>\n{summary}\n");
        // If this fails there is no one left to report to.
        let _ = self.host.world.console.write(Stream::Err, text.as_bytes());
        120
    }

    /// Figures about a finished run, a name and a number per line, for benchmarks; empty if events were not counted.
    fn statistics(&mut self) -> String {
        let (events, history, nested) = (self.now() + 1, self.heap.history_bytes(), self.limits.nested_stops);
        let Some(mut costs) = self.driver().map(|d| d.checkpoint_nanos.take().unwrap_or_default()) else {
            return String::new();
        };
        costs.sort_unstable();
        let median = costs.get(costs.len() / 2).copied().unwrap_or(0);
        format!(
            "events {events}\nhistory bytes {history}\ncheckpoints {}\nmedian ns of a checkpoint {median}\nnested stops {nested}\n",
            costs.len()
        )
    }

    fn take_first_checkpoint(&mut self, wanted: bool) {
        if wanted {
            self.take_checkpoint();
        }
    }
}
