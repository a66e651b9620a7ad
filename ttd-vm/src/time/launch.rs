//! Starting a program: its machine, the namespace of `__main__`, the first warnings.

use ttd_code::diagnostics::warnings::Phase;
use ttd_core::HeapConfig;
use ttd_core::value::Value;

use super::checkpoint::policy::{Policy, quarter_of_memory};
use super::machine::{Machine, on_big_stack};
pub(super) use super::program::Ready;
use super::program::{LaunchError, Program};
use crate::time::driver::{Driver, RunMode};
use crate::vm::code::event_choice::{ChosenEvents, EventChoice};
use crate::vm::host::Host;
use crate::vm::slots;
use crate::vm::stack::frame::Cont;
use crate::{HandOver, Vm};

/// Events in a block of the log.
const BLOCK_EVENTS: u64 = 8192;

/// How a program is run.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// Events between two checkpoints; 0: only one at the start, so that going back runs everything again.
    pub interval: u64,
    /// Take checkpoints earlier when there is much work between events.
    pub by_work: bool,
    /// The most checkpoints, or with `log` events, to keep; 0: as many as there is room for.
    pub keep: usize,
    /// Bytes that checkpoints and objects may need together.
    pub budget: u64,
    /// Collect garbage at every event, and pack blocks at once (for tests).
    pub stress_gc: bool,
    /// Log every event and every write, so that going back is undoing. `interval` is then the length of a block, and
    /// all checkpoints are kept.
    pub log: bool,
    /// A full log first prunes what it knows of objects that the program can no longer reach.
    pub prune_unreachable: bool,
    /// Bytes that the program may use.
    pub memory: u64,
}

impl Default for Config {
    fn default() -> Self {
        let budget = quarter_of_memory();
        Config {
            interval: 0,
            by_work: false,
            keep: 0,
            budget,
            stress_gc: false,
            log: false,
            prune_unreachable: false,
            memory: 16 << 30,
        }
    }
}

/// What a machine is started from.
#[derive(Clone)]
pub(super) struct Launch {
    pub(super) ready: Ready,
    config: Config,
    choice: EventChoice,
}

impl Config {
    fn policy(&self) -> Policy {
        if self.log {
            // Blocks are dropped as wholes, so they must be small parts of the log.
            let usual = if self.keep == 0 { BLOCK_EVENTS } else { (self.keep as u64 / 8).clamp(16, BLOCK_EVENTS) };
            let block = if self.interval == 0 { usual } else { self.interval };
            return Policy::for_log(block, self.keep, self.budget);
        }
        let policy = Policy::new(self.interval, self.keep, self.budget);
        if self.by_work { policy.by_work() } else { policy }
    }
}

impl Machine {
    /// Prepares a program: nothing of it has run yet.
    ///
    /// # Errors
    /// What to print if it cannot be started.
    pub fn launch(program: &Program, config: Config) -> Result<Machine, LaunchError> {
        Machine::launch_choosing(program, config, EventChoice::default())
    }

    /// As [`Machine::launch`], with a choice of the code that has events.
    ///
    /// # Errors
    /// What to print if it cannot be started.
    pub fn launch_choosing(program: &Program, config: Config, choice: EventChoice) -> Result<Machine, LaunchError> {
        let ready = on_big_stack(|| program.prepare())?;
        Ok(Machine::start(Launch { ready, config, choice }, Host::default()))
    }

    /// Repeats a plain run that has asked for the debugger: the program gets the inputs that it got, and what it has
    /// written is not written again.
    pub fn take_over(run: HandOver, config: Config) -> Machine {
        let HandOver { ready, mut host, interrupt } = run;
        host.take_over();
        let mut machine = Machine::start(Launch { ready, config, choice: EventChoice::default() }, host);
        machine.vm_mut().interrupt = interrupt;
        machine
    }

    /// Starts the program again with another choice of the code that has events. It gets the inputs that were recorded,
    /// and what it has written is not written again. All times have another meaning afterwards.
    /// Branches end with the run.
    pub fn start_again(&mut self, choice: EventChoice) {
        self.exchange(0);
        self.unwind_run();
        let launch = Launch { choice, ..self.launch.clone() };
        let mut host = std::mem::take(&mut self.vm_mut().host);
        host.rewind();
        self.replace_run(launch, host);
    }

    /// Runs the program with other arguments: a new run, which reads and writes anew.
    pub fn run_with_arguments(&mut self, arguments: &[String]) {
        self.unwind_run();
        let mut launch = self.launch.clone();
        launch.ready.argv.truncate(1);
        launch.ready.argv.extend_from_slice(arguments);
        let mut console = std::mem::take(&mut self.vm_mut().host.world.console);
        console.rewind();
        let observer = self.vm_mut().host.world.observer.take();
        let variables = self.vm_mut().host.world.changed_variables();
        let mut host = Host::default();
        host.world.console = console;
        host.world.observer = observer;
        host.world.change_variables(variables);
        self.replace_run(launch, host);
    }

    /// `sys.argv` as the program was started with it.
    pub fn arguments(&self) -> &[String] {
        &self.launch.ready.argv
    }

    /// Starts anew, with what outlasts a run.
    fn replace_run(&mut self, launch: Launch, host: Host) {
        let vm = self.vm_mut();
        let interrupt = vm.interrupt.clone();
        let record = vm.log.as_mut().and_then(|log| log.record_filter.take()).map(|filter| filter.choice);
        let reporter = vm.driver().and_then(|driver| driver.reporter.take());
        let decider = self.decider.take();
        *self = Machine::start(launch, host);
        let vm = self.vm_mut();
        vm.interrupt = interrupt;
        if let Some(driver) = vm.driver() {
            driver.reporter = reporter;
        }
        if let Some(record) = record {
            self.record_only(record, decider);
        }
    }

    fn start(launch: Launch, host: Host) -> Machine {
        let config = launch.config;
        let mut vm = Vm::new(HeapConfig { limit_bytes: config.memory, ..HeapConfig::default() });
        vm.loaded.chosen_events = ChosenEvents::new(launch.choice.clone());
        vm.host = host;
        let ready = launch.ready.clone();
        let mut machine = Machine::new(vm, launch);
        let vm = machine.vm_mut();
        vm.has_debugger = true;
        vm.host.record.get_or_insert_default();
        vm.begin(ready);
        let mut driver = Driver::new(config.policy());
        driver.stress_gc = config.stress_gc;
        vm.control = RunMode::Driven(Box::new(driver));
        vm.set_now(-1);
        if config.log {
            vm.begin_log();
            vm.log.iter_mut().for_each(|log| log.prunes_dead = config.prune_unreachable);
        }
        vm.take_checkpoint();
        machine.first_object = machine.vm().heap.allocation_count();
        machine
    }
}

impl Vm {
    /// Makes the namespace of `__main__` and pushes its frame.
    pub(crate) fn begin(&mut self, ready: Ready) {
        self.loaded.argv = ready.argv.clone();
        self.host.world.settings = ready.settings.clone();
        self.set_schedule(ready.settings.schedule());
        if let Some((_, limit)) = ready.settings.flags.iter().find(|(name, _)| *name == "int_max_str_digits") {
            self.heap.set_slot(self.globals, slots::INT_DIGITS, Value::int(*limit));
        }
        if ready.settings.optimize() > 0 {
            let (builtins, key) = (self.global(slots::BUILTINS), self.intern("__debug__"));
            self.dict_set_name(builtins, key, Value::FALSE);
        }
        if ready.settings.traced_frames() > 0
            && let Err(trap) = crate::modules::tracemalloc::begin(self, ready.settings.traced_frames())
        {
            panic!("memory cannot be traced: {trap:?}");
        }
        self.loaded.executable = ready.environment.executable.clone();
        self.loaded.prefix = ready.environment.prefix.clone();
        self.add_source(&ready.code.path, &ready.source);
        let rt = self.load_code(&ready.code);
        self.loaded.dynamic_codes.hold(ready.code.clone());
        let main = self.names.main;
        let module = self.new_module(main);
        let dict = self.heap.slot(module, 0);
        let builtins = self.global(slots::MODULES);
        let key = self.intern("builtins");
        if let Some(b) = self.dict_get_name(builtins, key) {
            self.dict_set_name(dict, self.names.builtins, b);
        }
        self.register_module("__main__", module);
        self.heap.set_slot(self.globals, slots::MAIN, dict);
        let path = self.global(slots::PATH);
        let packages = ready.environment.packages.iter().map(String::as_str);
        for folder in ready.path.iter().map(String::as_str).chain([ttd_lib::ROOT]).chain(packages) {
            let folder = self.new_name(folder);
            self.heap.list_push(path, folder);
        }
        let [file, name] = [&ready.file, &ready.module].map(|text| match text {
            Some(text) => self.new_name(text),
            None => Value::NONE,
        });
        let set_up = self.lib("set_up_import");
        if let Err(trap) = self.call(set_up, &[module, file, name]) {
            panic!("importing cannot be set up: {trap:?}");
        }
        self.run_start_lines(&ready.environment.start_lines);
        self.set_now(-1);
        if self.push_code(rt, dict, dict, Cont::Exit, 0).is_err() {
            panic!("an empty stack has no room for the main module");
        }
        self.prepare_main(&ready, name);
    }

    /// Schedules what comes before the first line of the main module, whose frame was pushed. `name` is that of the
    /// module that `-m` asked for.
    pub(super) fn prepare_main(&mut self, ready: &Ready, name: Value) {
        // The packages around a module that is run with `-m`.
        if ready.module.as_ref().is_some_and(|name| name.contains('.')) {
            let f = self.lib("import_parents");
            if self.push_function(f, &[name], &[], Cont::Discard, 0).is_err() {
                panic!("an empty stack has no room for a frame");
            }
        }
        self.warn_about_main(ready);
    }

    /// Schedules the environment's warning filters and the compiler's warnings before everything else.
    fn warn_about_main(&mut self, ready: &Ready) {
        let path = &ready.code.path;
        if path.starts_with(ttd_lib::ROOT) {
            return;
        }
        let find =
            || ttd_code::diagnostics::warnings::warnings(&ready.source, path, ttd_code::Mode::Exec, Phase::Compiler);
        let found = on_big_stack(find);
        if found.is_empty() && ready.settings.warnings.is_empty() {
            return;
        }
        let all = self.warnings_value(&found);
        let f = self.lib("compiler_warnings");
        if self.push_function(f, &[all], &[], Cont::Discard, 0).is_err() {
            panic!("an empty stack has no room for a frame");
        }
    }

    /// Executes what `.pth` files say. Errors are reported and end nothing, as in CPython.
    fn run_start_lines(&mut self, lines: &[(String, usize, String)]) {
        let run = self.lib("run_start_line");
        for (file, number, line) in lines {
            let (file, line) = (self.new_str(file), self.new_str(line));
            // The function reports every exception itself; what else ends it ends the program at its first event.
            let _ = self.call(run, &[file, Value::int(*number as i64), line]);
        }
    }
}
