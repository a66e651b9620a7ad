//! The machine that goes to any time: a virtual machine inside a coroutine, stopped and restored from outside.
//!
//! The program runs in a coroutine of its own, whose stack is very large. At a stop the coroutine is suspended,
//! wherever native code may be; then the machine can be looked at. To go back, the coroutine is first told to leave
//! (`Trap::Unwind` unwinds whatever native code was waiting), the nearest checkpoint is restored, and the run goes on
//! from there to the target. Going forward over recorded time restores the last checkpoint before the target without
//! running code; past the end of what was recorded the program runs.
//!
//! # Why the unsafe code is sound
//!
//! The virtual machine is shared by the coroutine and the driver, but never used by both at once: the driver touches it
//! only while the coroutine is suspended or over, and the coroutine does not touch it while it is suspended.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::Instant;

use corosensei::stack::DefaultStack;
use corosensei::{Coroutine, CoroutineResult};
use ttd_code::bytecode::code::Code;
use ttd_code::diagnostics::warnings::Part;
use ttd_core::HeapConfig;
use ttd_core::value::Value;

use super::checkpoint::CheckpointInfo;
use super::checkpoint::policy::{Policy, quarter_of_memory};
use super::program::{LaunchError, Program, Ready};
use super::search::query::SourceLocation;
use crate::Vm;
use crate::native::Trap;
use crate::time::driver::{Driver, Resume, RunMode, StopReason};
use crate::vm::event::{Death, End, Event, Reached};
use crate::vm::host::Stream;
use crate::vm::slots;
use crate::vm::stack::frame::Cont;

/// How much stack native code may use.
const STACK_BYTES: usize = 1 << 30;

/// Events in a block of the log.
const BLOCK: u64 = 8192;

/// How a program is to be run.
#[derive(Clone, Copy, Debug)]
pub struct Config {
    /// A checkpoint every so many events; 0: only at the start, so that going back runs again from there.
    pub interval: u64,
    /// A checkpoint earlier than that when there was much work between the events.
    pub by_work: bool,
    /// How many checkpoints, or with `log` how many events, to keep at most; 0: as many as there is room for.
    pub keep: usize,
    /// How many bytes the checkpoints and the program's objects may need together before checkpoints are dropped.
    pub budget: u64,
    /// Collect garbage at every event, and pack what was logged at once (for tests).
    pub stress_gc: bool,
    /// Log every event and every write: going back is undoing. `interval` is then the length of a block of the log, and
    /// all checkpoints are kept.
    pub log: bool,
    /// A log that is full lets go first of what it knows of objects that the program can no longer reach.
    pub forget_unreachable: bool,
    /// How many bytes the program may use.
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
            forget_unreachable: false,
            memory: 16 << 30,
        }
    }
}

impl Config {
    fn policy(&self) -> Policy {
        if self.log {
            // What is forgotten are whole blocks.
            let usual = if self.keep == 0 { BLOCK } else { (self.keep as u64 / 8).clamp(16, BLOCK) };
            let block = if self.interval == 0 { usual } else { self.interval };
            return Policy::of_log(block, self.keep, self.budget);
        }
        let policy = Policy::new(self.interval, self.keep, self.budget);
        if self.by_work { policy.by_work() } else { policy }
    }
}

/// See the module.
pub struct Machine {
    // The coroutine must be dropped before the virtual machine that it uses.
    run: Option<Coroutine<Resume, StopReason, Outcome>>,
    /// The stack of the last coroutine, for the next: going back needs one every time.
    stack: Option<DefaultStack>,
    /// The stack for questions.
    pub(super) question_stack: Option<DefaultStack>,
    /// Questions that were asked lately, compiled.
    pub(super) questions: Vec<(String, Arc<Code>)>,
    vm: Box<VmCell>,
    end: Option<End>,
    pub(super) ended: bool,
    /// The births before the program.
    pub(super) first_object: u64,
    /// The folders in which the program's modules are.
    pub(super) roots: Vec<String>,
    /// Who says what an event means for the recording.
    pub(super) judge: Option<super::logged::recording_status::RecordDecider>,
}

/// The virtual machine, reachable from the driver and from the coroutine.
struct VmCell(std::cell::UnsafeCell<Box<Vm>>);

/// Why the coroutine's body is over: it only is when the machine is dropped.
struct Outcome;

impl Machine {
    /// Gets a program ready: nothing of it has run yet.
    ///
    /// # Errors
    /// What is to be printed when it cannot be started.
    pub fn launch(program: &Program, config: Config) -> Result<Machine, LaunchError> {
        let ready = on_big_stack(|| program.prepare())?;
        let vm = Vm::new(HeapConfig { limit_bytes: config.memory, ..HeapConfig::default() });
        let cell = Box::new(VmCell(std::cell::UnsafeCell::new(vm)));
        let mut machine = Machine {
            run: None,
            stack: None,
            question_stack: None,
            questions: Vec::new(),
            vm: cell,
            end: None,
            ended: false,
            first_object: 0,
            roots: ready.path.clone(),
            judge: None,
        };
        let vm = machine.vm_mut();
        vm.debugged = true;
        vm.host.record.get_or_insert_default();
        vm.begin(ready);
        let mut driver = Driver::new(config.policy());
        driver.stress_gc = config.stress_gc;
        vm.control = RunMode::Driven(Box::new(driver));
        vm.set_now(-1);
        if config.log {
            vm.begin_log();
            vm.log.iter_mut().for_each(|log| log.forgets = config.forget_unreachable);
        }
        vm.take_checkpoint();
        machine.first_object = machine.vm().heap.births();
        Ok(machine)
    }

    /// What the program has ever written, as far as it is kept: from the first byte on.
    pub fn output(&self) -> &[u8] {
        self.vm().host.record.as_deref().unwrap_or_default()
    }

    /// How many bytes it has written by now.
    pub fn written(&self) -> u64 {
        self.vm().host.state.output
    }

    /// The lines of the program's files on which a statement calls `breakpoint`.
    pub fn own_stops(&self) -> Vec<SourceLocation> {
        if std::env::var("PYTHONBREAKPOINT").is_ok_and(|hook| !hook.is_empty() && hook != "pdb.set_trace") {
            return Vec::new();
        }
        let call = |line: &str| line.trim_start().starts_with("breakpoint(");
        let mut found = Vec::new();
        for (path, lines) in &self.vm().loaded.sources {
            let at = (1..).zip(lines.iter()).filter(|(_, line)| call(line));
            found.extend(at.map(|(line, _)| SourceLocation { path: path.clone(), line, function: None }));
        }
        // The order of a hash table must not be seen.
        found.sort();
        found
    }

    /// The virtual machine, to look at while the program stands still.
    pub fn vm(&self) -> &Vm {
        // SAFETY: see the module; the coroutine is suspended whenever the driver's code runs.
        unsafe { &*self.vm.0.get() }
    }

    /// The virtual machine, to work with while the program stands still.
    pub fn vm_mut(&mut self) -> &mut Vm {
        // SAFETY: as above, and `&mut self` makes the driver's access exclusive.
        unsafe { &mut *self.vm.0.get() }
    }

    /// The time of the last delivered event; `None` before the first.
    pub fn time(&self) -> Option<u64> {
        u64::try_from(self.vm().now()).ok()
    }

    /// How the program ended, once it was driven there.
    pub fn end(&self) -> Option<&End> {
        self.end.as_ref()
    }

    /// The program is over and the machine was not moved since.
    pub(super) fn has_ended(&self) -> bool {
        self.ended
    }

    /// The event we are at.
    pub fn event(&self) -> Event {
        self.vm().state.last
    }

    /// Set by Ctrl-C.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.vm().interrupt.clone()
    }

    /// What is known about the checkpoints, in the order of time.
    pub fn checkpoints(&self) -> Vec<CheckpointInfo> {
        self.vm().checkpoint_infos()
    }

    /// Makes the present a checkpoint. False where none can be made: inside native code.
    pub fn checkpoint(&mut self) -> bool {
        self.vm_mut().force_checkpoint()
    }

    /// Whether there was no room for two checkpoints, so that they are taken more rarely than asked for.
    pub fn over_budget(&mut self) -> bool {
        self.vm_mut().driver().is_some_and(|d| d.policy.starved())
    }

    /// The first event that can be gone to: a log may have had to forget the oldest ones.
    pub fn first(&self) -> u64 {
        let first = || self.vm().recorded_from(self.vm().first_logged()).unwrap_or(0);
        if self.is_logged() { first() as u64 } else { 0 }
    }

    /// Goes to `E[t]`, in either direction; to the first event that there is if that is later.
    pub fn seek(&mut self, t: u64) -> Reached {
        // Farther than any run: "to the end" may be asked for with the largest number.
        let t = t.min(1 << 60).max(self.first());
        if t as i64 > self.vm().now() && self.vm().interrupt.load(Ordering::Relaxed) {
            return Reached::Interrupted;
        }
        if let Some(last) = self.end.as_ref().map(|e| e.last) {
            let last = last.map_or(-1, |l| l as i64).min(self.end_in_log());
            if t as i64 > last {
                if last >= 0 {
                    self.seek_live(last);
                }
                return Reached::End;
            }
        }
        self.seek_live(t as i64)
    }

    pub(super) fn seek_live(&mut self, t: i64) -> Reached {
        let now = self.vm().now();
        if now == t && !self.ended {
            return Reached::Target;
        }
        if self.is_logged() {
            return self.go_in_log(t);
        }
        let at = self.nearest_checkpoint(t);
        let checkpoint = self.checkpoint_time(at);
        if t < now || self.ended || checkpoint > now {
            self.restore(at);
        }
        if self.vm().now() == t {
            return Reached::Target;
        }
        let from = self.vm().now();
        self.begin_progress((t < 1 << 60).then_some((t - from) as u64));
        self.run_to(t)
    }

    /// The last checkpoint at or before `t`.
    pub(super) fn nearest_checkpoint(&mut self, t: i64) -> usize {
        let Some(d) = self.vm_mut().driver() else { return 0 };
        d.nearest(t)
    }

    pub(super) fn checkpoint_time(&mut self, at: usize) -> i64 {
        self.vm_mut().driver().map_or(-1, |d| d.checkpoints[at].time)
    }

    /// Leaves the run and puts the machine at a checkpoint.
    pub(super) fn restore(&mut self, at: usize) {
        self.leave();
        self.vm_mut().restore_checkpoint(at);
        self.ended = false;
    }

    /// Unwinds whatever native code waits inside the coroutine.
    pub(super) fn leave(&mut self) {
        if let Some(mut run) = self.run.take() {
            if run.started() && !run.done() {
                let _ = run.resume(Resume::Unwind);
            }
            if !run.done() {
                run.force_unwind();
            }
            self.stack = Some(run.into_stack());
        }
    }

    /// Runs on to time `t`, or to the end.
    pub(super) fn run_to(&mut self, t: i64) -> Reached {
        let stop = self.run_until_stop(t);
        self.settle(stop)
    }

    /// Runs on until something stops the run; time `t` does.
    pub(super) fn run_until_stop(&mut self, t: i64) -> StopReason {
        loop {
            self.vm_mut().set_target(t);
            match self.resume() {
                StopReason::Left => {}
                StopReason::Asked => self.judge_event(),
                stop => return stop,
            }
        }
    }

    /// Makes what stopped a run a place to stand at: an event.
    pub(super) fn settle(&mut self, stop: StopReason) -> Reached {
        match stop {
            StopReason::Reached | StopReason::Met | StopReason::Left | StopReason::Asked => Reached::Target,
            StopReason::Interrupted => {
                self.vm().interrupt.store(false, Ordering::Relaxed);
                let now = self.vm().now();
                if now >= 0 && self.vm().state.phase == 0 && self.vm().state.unwinding.is_none() {
                    // Inside library or native code: no event is there to stand at. The last one is.
                    self.rerun_to(now);
                }
                // Whoever asked for the journey sees that it was broken off, and clears the flag.
                self.vm().interrupt.store(true, Ordering::Relaxed);
                Reached::Interrupted
            }
            StopReason::Ended => {
                self.ended = true;
                let last = self.vm().now();
                if last >= 0 {
                    self.rerun_to(last);
                }
                Reached::End
            }
        }
    }

    /// Goes to time `t`, which was passed just now, from the last checkpoint before it.
    fn rerun_to(&mut self, t: i64) {
        if self.is_logged() {
            return self.seek_in_log(t);
        }
        let at = self.nearest_checkpoint(t);
        self.restore(at);
        if self.vm().now() < t {
            self.run_to(t);
        }
    }

    /// Lets the coroutine run until it stops.
    fn resume(&mut self) -> StopReason {
        if self.run.is_none() {
            self.run = Some(self.new_run());
        }
        let Some(run) = &mut self.run else { return StopReason::Left };
        match run.resume(Resume::Continue) {
            CoroutineResult::Yield(stop) => {
                if stop == StopReason::Ended {
                    self.note_end();
                }
                stop
            }
            CoroutineResult::Return(Outcome) => StopReason::Left,
        }
    }

    fn new_run(&mut self) -> Coroutine<Resume, StopReason, Outcome> {
        let vm: *mut Box<Vm> = self.vm.0.get();
        let stack = self.stack.take().or_else(new_stack).unwrap_or_default();
        Coroutine::with_stack(stack, move |yielder, _command| {
            // SAFETY: see the module: the driver waits while this runs.
            let vm: &mut Vm = unsafe { &mut *vm };
            if let Some(d) = vm.driver() {
                d.suspend = Some(std::ptr::from_ref(yielder));
            }
            let result = vm.run_to_end();
            if let Some(d) = vm.driver() {
                d.suspend = None;
            }
            if result != Err(Trap::Unwind) || vm.host.has_diverged() {
                vm.finish(result);
                let _ = yielder.suspend(StopReason::Ended);
            }
            Outcome
        })
    }

    fn note_end(&mut self) {
        let last = self.time();
        let Some(finish) = self.vm_mut().pending.finished.take() else { return };
        // A run that differs from its recording ends where it begins to: that is the end to be told of.
        if self.end.is_some() && !finish.diverged {
            return;
        }
        let died = finish.died.map(|(at, summary, traceback)| Death { at, summary, traceback });
        self.end = Some(End { status: finish.status, last, died });
    }
}

impl Drop for Machine {
    fn drop(&mut self) {
        self.leave();
    }
}

/// Runs something that recurses deeply, like the compiler, on a stack of its own.
pub(crate) fn on_big_stack<T>(f: impl FnOnce() -> T) -> T {
    match new_stack() {
        Some(stack) => corosensei::on_stack(stack, f),
        None => f(),
    }
}

/// A very large stack, or one as large as can be had.
pub(super) fn new_stack() -> Option<DefaultStack> {
    DefaultStack::new(STACK_BYTES).or_else(|_| DefaultStack::new(64 << 20)).ok()
}

/// What `Vm::finish` found out about the end.
pub(crate) struct Finish {
    status: i32,
    /// Whether it asked for something that its recording does not hold.
    diverged: bool,
    died: Option<(Option<u64>, String, String)>,
}

impl Vm {
    /// Makes the namespace of `__main__` and pushes its frame.
    pub(crate) fn begin(&mut self, ready: Ready) {
        self.loaded.argv = ready.argv.clone();
        self.add_source(&ready.code.path, &ready.source);
        let rt = self.load_code(&ready.code);
        self.loaded.kept_codes.push(ready.code.clone());
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
        for folder in ready.path.iter().map(String::as_str).chain([ttd_lib::ROOT]) {
            let folder = self.new_str(folder);
            self.heap.list_push(path, folder);
        }
        let [file, name] = [&ready.file, &ready.module].map(|text| match text {
            Some(text) => self.new_str(text),
            None => Value::NONE,
        });
        let set_up = self.lib("set_up_import");
        if let Err(trap) = self.call(set_up, &[module, file, name]) {
            panic!("importing cannot be set up: {trap:?}");
        }
        self.set_now(-1);
        if self.push_code(rt, dict, dict, Cont::Exit, 0).is_err() {
            panic!("an empty stack has no room for the main module");
        }
        // The packages around a module that is run with `-m` come before its first line.
        if ready.module.as_ref().is_some_and(|name| name.contains('.')) {
            let f = self.lib("import_parents");
            if self.push_function(f, &[name], &[], Cont::Discard, 0).is_err() {
                panic!("an empty stack has no room for a frame");
            }
        }
        self.warn_about_main(&ready);
    }

    /// The filters that the environment asks for and the warnings of the compiler come before everything else.
    fn warn_about_main(&mut self, ready: &Ready) {
        let path = &ready.code.path;
        if path.starts_with(ttd_lib::ROOT) {
            return;
        }
        let find =
            || ttd_code::diagnostics::warnings::warnings(&ready.source, path, ttd_code::Mode::Exec, Part::Compiler);
        let found = on_big_stack(find);
        if found.is_empty() && crate::modules::sys::warning_options().is_empty() {
            return;
        }
        let all = self.warnings_value(&found);
        let f = self.lib("compiler_warnings");
        if self.push_function(f, &[all], &[], Cont::Discard, 0).is_err() {
            panic!("an empty stack has no room for a frame");
        }
    }

    /// Aims at a time.
    pub(crate) fn set_target(&mut self, t: i64) {
        let now = self.now();
        if let Some(d) = self.driver() {
            d.target = t;
            d.working = (now, Instant::now());
        }
        self.set_budget();
    }

    /// The program is over: says why on standard error, as CPython does, and keeps the exit status.
    pub(crate) fn finish(&mut self, result: crate::native::Res) -> i32 {
        // Methods that are called to display an exception are no part of the program's run.
        let (budget, stop_at) = (self.counting.budget, self.counting.stop_at);
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        let status = self.finish_frozen(result);
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        (self.counting.budget, self.counting.stop_at) = (budget, stop_at);
        status
    }

    fn finish_frozen(&mut self, result: crate::native::Res) -> i32 {
        // What is written at the end may differ from the recording too.
        let status = if self.host.has_diverged() { 1 } else { self.finish_program(result) };
        if let Some(message) = self.host.take_divergence() {
            let text = format!("ttd-py: {message}\n");
            let _ = self.host.write(Stream::Err, text.as_bytes());
            let at = u64::try_from(self.now()).ok();
            self.pending.finished = Some(Finish { status: 1, diverged: true, died: Some((at, message, text)) });
            return 1;
        }
        status
    }

    /// Says why the main module ended, before exit functions run.
    pub(crate) fn say_how_it_ended(&mut self, result: crate::native::Res) {
        let (budget, stop_at) = (self.counting.budget, self.counting.stop_at);
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        self.outcome(result);
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        (self.counting.budget, self.counting.stop_at) = (budget, stop_at);
    }

    /// The exit status, and how the program died if it did. Says so on standard error, unless that was done.
    fn outcome(&mut self, result: crate::native::Res) -> (i32, Option<(Option<u64>, String, String)>) {
        match result {
            Ok(_) => (0, None),
            Err(Trap::Raise(exc)) if self.is_instance(exc, self.types.system_exit) => (self.exit_status(exc), None),
            Err(Trap::Raise(exc)) => {
                let traceback = self.format_exception(exc);
                let summary = self.format_summary(exc);
                if !self.end_was_told() {
                    self.show_uncaught(exc, &traceback);
                }
                let interrupted = self.is_instance(exc, self.types.keyboard_interrupt);
                let first = self.exc_field(exc, crate::vm::errors::raise::fields::FIRST);
                let at = first.is_int().then(|| first.as_int() as u64);
                (if interrupted { 130 } else { 1 }, Some((at, summary, traceback)))
            }
            Err(_) => (1, None),
        }
    }

    fn finish_program(&mut self, result: crate::native::Res) -> i32 {
        let (status, died) = self.outcome(result);
        let _ = self.finalise_all();
        self.close_streams();
        self.pending.finished = Some(Finish { status, diverged: false, died });
        status
    }

    /// What `sys.excepthook` does, which is normally to write the traceback.
    fn show_uncaught(&mut self, exc: Value, traceback: &str) {
        let f = self.lib("own_excepthook");
        let shown = match self.call(f, &[]) {
            Ok(hook) if hook.is_none() => None,
            Ok(hook) => {
                let (class, tb) = (self.type_of(exc), self.exc_field(exc, crate::vm::errors::raise::fields::TRACEBACK));
                Some(self.call(hook, &[class, exc, tb]))
            }
            Err(_) => None,
        };
        let text = match shown {
            Some(Ok(_)) => return,
            Some(Err(Trap::Raise(again))) if !self.is_instance(again, self.types.system_exit) => {
                let error = self.format_exception(again);
                format!("Error in sys.excepthook:\n{error}\nOriginal exception was:\n{traceback}")
            }
            Some(Err(_)) => return,
            None => traceback.to_string(),
        };
        let _ = self.host.write(Stream::Err, text.as_bytes());
    }

    /// What programs have left in the buffers of their files is written.
    fn close_streams(&mut self) {
        let f = self.lib("close_streams");
        if let Ok(problems) = self.call(f, &[])
            && problems.is(crate::ids::STR)
        {
            let problems = self.heap.bytes(problems).to_vec();
            let _ = self.host.write(Stream::Err, &problems);
        }
    }

    fn exit_status(&mut self, exc: Value) -> i32 {
        let args = self.exc_field(exc, crate::vm::errors::raise::fields::ARGS);
        let code = match self.heap.tuple(args) {
            [] => Value::NONE,
            [one] => *one,
            _ => args,
        };
        if code.is_none() {
            return 0;
        }
        if self.is_integer(code) {
            return self.as_i64(code).unwrap_or(-1) as i32 & 0xFF;
        }
        let text = match self.str_of(code) {
            Ok(t) => self.text_lossy(t).into_owned(),
            Err(_) => String::new(),
        };
        if !self.end_was_told() {
            let _ = self.host.write(Stream::Err, format!("{text}\n").as_bytes());
        }
        1
    }
}
