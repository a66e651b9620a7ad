//! The end of the program: exit functions run in frames like any other code, and only then the run is over.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::host::PlainRun;
use crate::vm::slots;
use crate::vm::stack::frame::Cont;

impl Vm {
    /// Runs to the end of the program, including exit functions, and returns the outcome of its main module.
    pub(crate) fn run_to_end(&mut self) -> Res {
        let mut result = self.run_nested(0);
        if result == Err(Trap::Unwind) {
            return result;
        }
        if self.goes_on_interactively() {
            result = self.interact(result);
            if result == Err(Trap::Unwind) {
                return result;
            }
        }
        if self.global(slots::EXIT).is_unbound() {
            if !self.has_exit_functions() {
                return result;
            }
            self.report_end(result);
            let ended = match result {
                Err(Trap::Raise(exc)) => exc,
                _ => Value::NONE,
            };
            self.heap.set_slot(self.globals, slots::EXIT, ended);
            self.state.exc = Value::NONE;
            let f = self.lib("exit_run");
            if self.push_function(f, &[], &[], Cont::Exit, 0).is_ok() {
                let ran = self.run_nested(0);
                if ran == Err(Trap::Unwind) {
                    return ran;
                }
            }
        }
        match self.global(slots::EXIT) {
            Value::NONE => Ok(Value::NONE),
            exc => Err(Trap::Raise(exc)),
        }
    }

    /// Whether an interactive prompt follows the program: with `-i`, or with PYTHONINSPECT as it is now. The debugger
    /// has a prompt of its own.
    fn goes_on_interactively(&self) -> bool {
        let world = &self.host.world;
        let asked = || world.settings.flag("ignore_environment") == 0 && world.has_variable(b"PYTHONINSPECT");
        let is_plain = !self.host.keeps_log || self.host.plain == PlainRun::TakenOver;
        is_plain && (world.settings.flag("inspect") > 0 || asked())
    }

    /// Reports how the program ended and reads statements until the end of the input. Their outcome is the program's.
    fn interact(&mut self, result: Res) -> Res {
        let mut last = Value::NONE;
        if let Err(Trap::Raise(exc)) = result {
            let traceback = self.format_exception(exc);
            self.show_uncaught(exc, &traceback);
            last = exc;
        }
        self.state.exc = Value::NONE;
        let greet = Value::bool(self.loaded.argv.first().is_some_and(String::is_empty));
        let (main, f) = (self.global(slots::MAIN), self.lib("interact"));
        match self.push_function(f, &[main, greet, last], &[], Cont::Exit, 0) {
            Ok(()) => self.run_nested(0),
            Err(trap) => Err(trap),
        }
    }

    /// Whether the main module's outcome was reported before exit functions ran.
    pub(crate) fn end_was_reported(&self) -> bool {
        !self.global(slots::EXIT).is_unbound()
    }

    fn has_exit_functions(&mut self) -> bool {
        let list = self.lib("exit_functions");
        let modules = self.global(slots::MODULES);
        !self.heap.list(list).is_empty() || self.dict_get_str(modules, "threading").is_some()
    }

    /// The program's own handler of SIGINT: a callable, or the number that means to ignore it.
    pub(crate) fn interrupt_handler(&mut self) -> Option<Value> {
        let modules = self.global(slots::MODULES);
        let module = self.dict_get_str(modules, "_signal").filter(|m| m.is(crate::ids::MODULE))?;
        let namespace = self.heap.slot(module, 0);
        let handlers = self.dict_get_str(namespace, "_handlers")?;
        let handler = self.dict_get(handlers, Value::int(2)).ok()??;
        let default = self.dict_get_str(namespace, "default_int_handler");
        (Some(handler) != default && handler != Value::int(0)).then_some(handler)
    }
}
