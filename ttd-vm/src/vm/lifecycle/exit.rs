//! The end of the program: exit functions run in frames like any other code, and only then the run is over.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::slots;
use crate::vm::stack::frame::Cont;

impl Vm {
    /// Runs to the end of the program, including exit functions, and returns the outcome of its main module.
    pub(crate) fn run_to_end(&mut self) -> Res {
        let result = self.run_nested(0);
        if result == Err(Trap::Unwind) {
            return result;
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
