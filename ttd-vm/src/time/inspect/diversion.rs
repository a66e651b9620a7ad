//! Diversions: running Python while the program stands still, and undoing all that it did.
//!
//! # Why the unsafe code is sound
//!
//! The saved registers go back to the place that they were copied from: the diversion has popped its frames by then, so
//! the free window is where it was.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::Savepoint;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::time::inspect::eval_error::EvalError;
use crate::vm::State;
use crate::vm::host::HostState;
use crate::vm::stack::frame::{Cont, Frame};
use crate::{Vm, ids};

/// What a diversion must restore besides the heap.
struct DiversionSave {
    /// Where its writes begin in the journal; `None`: they stay.
    savepoint: Option<Savepoint>,
    /// Whether every write is journalled otherwise, too.
    logs_every_write: bool,
    /// Registers of waiting frames above the top frame's window: dead temporaries, but the collector reads them.
    upper_registers: Vec<Value>,
    fp: *mut Frame,
    pc: *const Ins,
    state: State,
    budget: i64,
    stop_at: i64,
    allocation_count: u64,
    /// What may be allocated before a collection.
    bytes_before_collection: i64,
    /// The heap's count of tables: a waiting native may be searching a dict.
    tables: u64,
    host: HostState,
    native_depth: u32,
    events_delivered: bool,
    patch_handled: bool,
    /// The reprs that are being written: a waiting `__repr__` must find its object among them again. The evaluation
    /// begins with none, because a log knows of none.
    repr_guard: Vec<Value>,
}

/// Whether code makes functions, and does not bind globals itself.
fn has_functions(code: &Code) -> bool {
    let binds = |ins: &Ins| matches!(ins.op, Op::StoreGlobal | Op::DeleteGlobal);
    code.consts.iter().any(|c| matches!(c, Const::Code(_))) && !code.ins.iter().any(binds)
}

impl Vm {
    pub(crate) fn divert(&mut self, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, EvalError> {
        let saved = self.save_for_diversion(false);
        self.run_diversion(saved, ask)
    }

    /// As `divert`, but what it does to objects and variables stays. If it fails, the caller must restore the program.
    pub(crate) fn divert_for_good(&mut self, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, EvalError> {
        let saved = self.save_for_diversion(true);
        self.run_diversion(saved, ask)
    }

    fn run_diversion(&mut self, saved: DiversionSave, ask: impl FnOnce(&mut Vm) -> Res) -> Result<String, EvalError> {
        self.host.begin_diversion();
        if let Some(d) = self.driver() {
            d.suspend_time = true;
        }
        self.limits.native_depth += 1;
        let result = ask(self);
        let mut text = match result {
            Ok(v) if v.is(ids::STR) => Ok(self.text_lossy(v).into_owned()),
            Ok(_) => Ok(String::new()),
            Err(Trap::Raise(e)) => Err(EvalError::Raised(self.format_summary(e))),
            // Ctrl-C. The flag stays set, so that what was to follow this evaluation does not.
            Err(_) => Err(EvalError::Interrupted),
        };
        let printed = String::from_utf8_lossy(&self.host.end_diversion()).into_owned();
        self.restore_after_diversion(saved);
        if let Ok(answer) = &mut text
            && !printed.is_empty()
        {
            let sep = if printed.ends_with('\n') { "" } else { "\n" };
            *answer = if answer.is_empty() { printed } else { format!("{printed}{sep}{answer}") };
        }
        text
    }

    /// Runs code with these globals and locals.
    pub(crate) fn run_in_scope(&mut self, code: &Arc<Code>, (globals, locals): (Value, Value)) -> Res {
        let rt = self.load_dynamic(code.clone());
        let globals = if has_functions(code) { self.with_locals(globals, locals)? } else { globals };
        self.nest(|vm| vm.push_code(rt, globals, locals, Cont::Exit, 0))
    }

    /// Globals for functions that are made in a frame: its variables are among them, because no closure has them.
    fn with_locals(&mut self, globals: Value, locals: Value) -> Res {
        if globals == locals {
            return Ok(globals);
        }
        let all = self.heap.dict_copy(ids::DICT, globals);
        for (name, value) in self.dict_pairs(locals).into_iter().filter(|(name, _)| name.is(ids::STR)) {
            self.dict_set(all, name, value)?;
        }
        Ok(all)
    }

    /// Opens a savepoint in the journal, and saves the rest. A checkpoint would do as well, but there may be a
    /// diversion at every event, and each checkpoint would stay until the machine goes back.
    fn save_for_diversion(&mut self, for_good: bool) -> DiversionSave {
        let logs_every_write = self.heap.logs_every_write();
        if !for_good {
            self.heap.set_log_every_write(true);
        }
        let saved = DiversionSave {
            savepoint: (!for_good).then(|| self.heap.begin_savepoint()),
            logs_every_write,
            upper_registers: self.registers_above(self.free_window()),
            fp: self.fp,
            pc: self.pc,
            state: self.state,
            budget: self.counting.budget,
            stop_at: self.counting.stop_at,
            allocation_count: self.heap.allocation_count(),
            bytes_before_collection: self.heap.bytes_before_collection(),
            tables: self.heap.tables_made(),
            host: self.host.state,
            native_depth: self.limits.native_depth,
            events_delivered: self.pending.events_delivered,
            patch_handled: self.pending.patch_handled,
            repr_guard: std::mem::take(&mut self.pending.repr_guard),
        };
        self.state.phase = 0;
        self.state.unwinding = None;
        self.counting.depth_known_at = i64::MIN;
        saved
    }

    /// Rolls back and restores.
    fn restore_after_diversion(&mut self, saved: DiversionSave) {
        match saved.savepoint {
            None => self.diversion.scratch_owners.clear(),
            Some(savepoint) => {
                self.drop_scratch_frames();
                self.heap.end_savepoint(savepoint);
                self.heap.spare(saved.bytes_before_collection);
                self.heap.set_log_every_write(saved.logs_every_write);
                self.heap.set_allocation_count(saved.allocation_count);
                self.heap.set_tables_made(saved.tables);
            }
        }
        self.fp = saved.fp;
        // SAFETY: the copy goes back to where it was taken from.
        unsafe {
            std::ptr::copy_nonoverlapping(
                saved.upper_registers.as_ptr(),
                self.free_window(),
                saved.upper_registers.len(),
            )
        };
        self.pc = saved.pc;
        self.state = saved.state;
        self.counting.budget = saved.budget;
        self.counting.stop_at = saved.stop_at;
        self.host.state = saved.host;
        self.limits.native_depth = saved.native_depth;
        self.pending.events_delivered = saved.events_delivered;
        self.pending.patch_handled = saved.patch_handled;
        self.counting.depth_known_at = i64::MIN;
        self.pending.tail = None;
        self.pending.exit_pending = false;
        self.pending.exit_value = Value::UNBOUND;
        self.pending.reraising = false;
        self.pending.repr_guard = saved.repr_guard;
        if let Some(d) = self.driver() {
            d.suspend_time = false;
        }
        self.refresh_limits();
        self.flush_caches();
    }
}
