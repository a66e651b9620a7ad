//! Running a program from start to end, without a debugger.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use ttd_core::HeapConfig;

use crate::Vm;
use crate::time::machine::on_big_stack;
use crate::time::policy::Policy;
use crate::time::{Forks, Program};
use crate::vm::console::Console;
use crate::vm::host::Stream;
use crate::vm::run::{Control, Driver};

/// What a plain run does besides running.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct RunOptions {
    /// Count events.
    pub count: bool,
    /// Take a checkpoint every so many events (0: none); implies counting.
    pub checkpoints: u64,
    /// Checkpoints are child processes made by `fork()`: for the benchmark.
    pub forks: bool,
    /// Say on standard error how many events and checkpoints there were.
    pub stats: bool,
}

/// Runs a program; the result is its exit status.
pub fn run_plain(program: &Program, options: RunOptions, interrupt: Option<Arc<AtomicBool>>) -> i32 {
    run_with_console(program, options, interrupt, Console::Process).0
}

/// Runs a program with these standard streams; the results are its exit status and the streams.
pub fn run_with_console(
    program: &Program,
    options: RunOptions,
    interrupt: Option<Arc<AtomicBool>>,
    mut console: Console,
) -> (i32, Console) {
    let ready = match on_big_stack(|| program.prepare()) {
        Ok(ready) => ready,
        Err(e) => {
            let _ = console.write(Stream::Err, e.message.as_bytes());
            return (e.status, console);
        }
    };
    on_big_stack(|| {
        let mut vm = Vm::new(HeapConfig::default());
        vm.host.console = console;
        if let Some(flag) = interrupt {
            vm.interrupt = flag;
        }
        vm.begin(ready);
        if options.count || options.checkpoints > 0 {
            let mut driver = Driver::new(Policy::new(options.checkpoints, 64, u64::MAX));
            driver.forks = options.forks.then(Forks::default);
            driver.costs = options.stats.then(Vec::new);
            vm.control = Control::Driven(Box::new(driver));
            vm.set_now(-1);
            vm.take_first_checkpoint(options.checkpoints > 0);
            vm.set_budget();
        }
        let result = vm.run_nested(0);
        let status = vm.finish(result);
        if options.stats {
            let text = vm.statistics();
            let _ = vm.host.console.write(Stream::Err, text.as_bytes());
        }
        let _ = vm.host.console.flush();
        (status, std::mem::take(&mut vm.host.console))
    })
}

impl Vm {
    /// Figures about a run that is over, for the benchmarks: a name and a number on each line.
    fn statistics(&mut self) -> String {
        let (events, history, nested) = (self.now() + 1, self.heap.history_bytes(), self.nested_stops);
        let mut costs = self.driver().and_then(|d| d.costs.take()).unwrap_or_default();
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
