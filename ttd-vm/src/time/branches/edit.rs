//! Changing the program while it stands still: what a statement does to variables and objects stays.

use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_code::bytecode::op::Op;
use ttd_code::{Mode, raise_parts};
use ttd_core::JournalPosition;
use ttd_core::value::Value;

use super::code::NewCode;
use super::frames::compile_debugged;
use crate::native::Res;
use crate::time::inspect::compile;
use crate::time::inspect::eval_error::EvalError;
use crate::time::inspect::prompt_names::PromptName;
use crate::time::inspect::saved_values::SavedValue;
use crate::time::machine::Machine;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// How the program is changed.
#[derive(Clone, Copy, Debug)]
pub enum Change<'a> {
    /// A statement runs in a user frame; the names are the debugger's own in it.
    Statement {
        /// The statement.
        source: &'a str,
        /// The frame, counted from the innermost.
        frame: usize,
        /// The names.
        names: &'a [(String, SavedValue)],
    },
    /// The innermost frame goes on at this line.
    Jump(i64),
    /// The innermost frame returns the value of an expression at once, or, at a `return` event, instead of its own.
    Return(Typed<'a>),
    /// The innermost frame raises what stands here as behind `raise`.
    Raise(Typed<'a>),
    /// A statement runs above the innermost frame, with events of its own. It sees that frame's variables.
    Debug(&'a str),
    /// The thread with this number runs next.
    Thread(u64),
}

/// Something that was typed, with the debugger's own names in it.
#[derive(Clone, Copy, Debug)]
pub struct Typed<'a> {
    /// The text.
    pub source: &'a str,
    /// The names.
    pub names: &'a [(String, SavedValue)],
}

/// A change that is ready to be made.
pub(super) enum Edit<'a> {
    Statement(Statement<'a>),
    Jump(i64),
    Return(Statement<'a>),
    Raise(Statement<'a>, Option<Statement<'a>>),
    Debug(Arc<Code>),
    /// Functions get other code.
    Code(NewCode),
    Thread(u64),
}

/// A statement that changes the program, or an expression that is needed for a change.
pub(super) struct Statement<'a> {
    pub(super) code: Arc<Code>,
    /// The user frame that it runs in.
    pub(super) frame: usize,
    /// The debugger's own names in it.
    pub(super) names: &'a [(String, SavedValue)],
    pub(super) prompt: Vec<PromptName>,
}

/// The variables of a scope before a statement, and where its writes begin.
pub(crate) struct Before {
    /// Namespaces with their names and values.
    variables: Vec<(Value, Value, Value)>,
    position: JournalPosition,
    allocations: u64,
}

/// The names that code stores to or deletes, other than registers.
fn stored_names(code: &Code) -> impl Iterator<Item = &str> {
    code.ins.iter().filter_map(|ins| {
        let name = match ins.op {
            Op::StoreName | Op::StoreGlobal => code.sites.get(usize::from(ins.c))?.name,
            Op::DeleteName | Op::DeleteGlobal => u32::from(ins.c),
            _ => return None,
        };
        code.names.get(name as usize).map(|name| &**name)
    })
}

/// Whether code stores to an attribute or an item.
fn stores_to_objects(code: &Code) -> bool {
    let stores = [Op::StoreAttr, Op::DeleteAttr, Op::SetItem, Op::SetItemI, Op::DeleteItem, Op::SetSlice];
    code.ins.iter().any(|ins| stores.contains(&ins.op))
}

/// Whether code imports or defines something: what that writes to is not meant.
fn defines(code: &Code) -> bool {
    code.ins.iter().any(|ins| matches!(ins.op, Op::ImportName | Op::MakeFunction | Op::LoadBuildClass))
}

impl Machine {
    /// Prepares a change.
    ///
    /// # Errors
    /// Why its statement does not compile.
    pub(super) fn prepare_edit<'a>(&self, change: &Change<'a>) -> Result<Edit<'a>, EvalError> {
        Ok(match *change {
            Change::Jump(line) => Edit::Jump(line),
            Change::Statement { source, frame, names } => {
                let code = compile(&format!("{source}\n"), Mode::Single)?;
                Edit::Statement(Statement { code, frame, names, prompt: self.prompt_names_in(source) })
            }
            Change::Return(value) => Edit::Return(self.prepare_expression(value)?),
            Change::Raise(typed) => match raise_parts(typed.source) {
                Some((exc, cause)) => {
                    let part = |source| self.prepare_expression(Typed { source, ..typed });
                    Edit::Raise(part(exc)?, cause.map(part).transpose()?)
                }
                // For its message.
                None => Edit::Raise(self.prepare_expression(typed)?, None),
            },
            Change::Thread(number) => Edit::Thread(number),
            Change::Debug(source) => Edit::Debug(compile_debugged(source)?),
        })
    }

    fn prepare_expression<'a>(&self, typed: Typed<'a>) -> Result<Statement<'a>, EvalError> {
        let code = compile(typed.source, Mode::Eval)?;
        Ok(Statement { code, frame: 0, names: typed.names, prompt: self.prompt_names_in(typed.source) })
    }

    /// Makes a change, and returns what it printed. After an error the caller must restore the program.
    pub(super) fn carry_out_edit(&mut self, edit: &Edit<'_>) -> Result<String, EvalError> {
        match edit {
            Edit::Statement(statement) => self.run_for_good(statement),
            Edit::Jump(line) => {
                let warning = self.vm_mut().jump_from_event(*line);
                warning.map(Option::unwrap_or_default).map_err(EvalError::Raised)
            }
            Edit::Return(value) => self.return_from_frame(value),
            Edit::Raise(exc, cause) => self.raise_in_frame(exc, cause.as_ref()),
            Edit::Thread(number) => self.run_thread_next(*number),
            Edit::Debug(code) => self.debug_statement(code),
            Edit::Code(new) => {
                self.vm_mut().exchange_all_code(new);
                Ok(String::new())
            }
        }
    }

    fn run_for_good(&mut self, edit: &Statement<'_>) -> Result<String, EvalError> {
        self.evaluate_for_good(edit).map(|(_, printed)| printed)
    }

    /// Runs code in its frame. What it does to objects and variables stays. Returns its value and what it printed.
    pub(super) fn evaluate_for_good(&mut self, edit: &Statement<'_>) -> Result<(Value, String), EvalError> {
        let raised = self.vm().state.unwinding.map(|u| u.exc);
        let mut value = Value::NONE;
        let printed = self.on_eval_stack(|vm| {
            vm.divert_for_good(|vm| {
                vm.bind_prompt_names(&edit.prompt, edit.frame)?;
                vm.bind_names(edit.names, edit.frame, raised)?;
                let scope = vm.scope_of(edit.frame)?;
                value = vm.run_in_scope(&edit.code, scope)?;
                let own = edit.prompt.iter().map(PromptName::name).chain(edit.names.iter().map(|(name, _)| &**name));
                for name in own {
                    vm.unbind_name(name)?;
                }
                vm.store_variables(edit.frame, scope.1)?;
                Ok(Value::NONE)
            })
        })?;
        Ok((value, printed))
    }
}

impl Vm {
    /// Notes what a statement in this scope may change.
    pub(crate) fn before_statement(&self, (globals, locals): (Value, Value)) -> Before {
        let of = |dict: Value| self.dict_pairs(dict).into_iter().map(move |(name, value)| (dict, name, value));
        let own = (locals != globals).then_some(locals);
        let variables = std::iter::once(globals).chain(own).flat_map(of).collect();
        Before { variables, position: self.heap.journal_position(), allocations: self.heap.allocation_count() }
    }

    /// Whether a statement that has just run in a diversion has changed the program: a variable that was there before
    /// and that it stores to, or an object, if it stores to attributes or items. With `is_action` it does not matter
    /// what does it: a call counts as well.
    pub(crate) fn changed_program(
        &self,
        before: &Before,
        (globals, locals): (Value, Value),
        code: &Code,
        is_action: bool,
    ) -> bool {
        // Namespaces are dicts, too.
        let stores = stores_to_objects(code);
        let is_stored = |name: Value| stored_names(code).any(|stored| self.text_lossy(name) == stored);
        let is_changed = |&(dict, name, value): &(Value, Value, Value)| {
            name.is(ids::STR)
                && self.dict_get_name(dict, name) != Some(value)
                && (is_action || stores || is_stored(name))
        };
        if before.variables.iter().any(is_changed) {
            return true;
        }
        if !stores && (!is_action || defines(code)) {
            return false;
        }
        let own = [globals, locals, self.global(slots::BUILTINS)];
        let written = self.heap.writes_since(before.position);
        // Caches and the like of the library are no objects of the program.
        let is_old = |object: Value| self.number_of(object, before.allocations).is_some();
        written.iter().any(|write| is_old(write.object) && !own.contains(&write.object))
    }

    /// Refuses to delete a variable of a function, as CPython does: its code relies on what it has assigned.
    pub(crate) fn refuse_deletion(&mut self, n: usize, dict: Value) -> Res<()> {
        let Some(frame) = self.user_frame(n).copied().filter(|frame| self.namespace_dict(frame).is_none()) else {
            return Ok(());
        };
        let code = frame.code();
        for (i, local) in code.code.locals.iter().enumerate() {
            let is_gone = !local.hidden && self.dict_get_name(dict, code.local_names[i]).is_none();
            if is_gone && !self.local_at(&frame, i).is_unbound() {
                return Err(self.value_error("cannot remove local variables from FrameLocalsProxy"));
            }
        }
        Ok(())
    }

    fn unbind_name(&mut self, name: &str) -> Res<()> {
        let (builtins, key) = (self.global(slots::BUILTINS), self.intern(name));
        if self.dict_get_name(builtins, key).is_some() {
            self.dict_del(builtins, key)?;
        }
        Ok(())
    }

    /// Gives a frame's variables the values that they have in a namespace made by `scope_of`.
    fn store_variables(&mut self, n: usize, dict: Value) -> Res<()> {
        let Some(from_top) = self.index_of_user_frame(n) else { return Ok(()) };
        let Some(frame) = self.frames().nth(from_top).copied() else { return Ok(()) };
        let namespace = self.namespace_dict(&frame);
        let has_namespace = namespace.is_some();
        if namespace == Some(dict) {
            return Ok(());
        }
        let code = frame.code();
        for (i, local) in code.code.locals.iter().enumerate() {
            let held = self.local_at(&frame, i);
            if local.hidden != has_namespace || (local.hidden && held.is_unbound()) {
                continue;
            }
            let value = self.dict_get_name(dict, code.local_names[i]).unwrap_or(Value::UNBOUND);
            if value != held {
                self.store_variable(&frame, from_top, i, value);
            }
        }
        if let Some(namespace) = namespace {
            for (key, value) in self.dict_pairs(dict) {
                let name = self.text_lossy(key).into_owned();
                if !self.is_in_comprehension(&frame, &name) {
                    self.dict_set(namespace, key, value)?;
                }
            }
        }
        Ok(())
    }

    fn store_variable(&mut self, frame: &Frame, from_top: usize, i: usize, value: Value) {
        let register = self.register_in(frame, i);
        let local = &frame.code().code.locals[i];
        if (local.cell || local.free) && register.is(ids::CELL) {
            return self.heap.set_slot(register, 0, value);
        }
        match self.closure_cell(frame.func, frame.code(), i).filter(|_| local.free) {
            Some(cell) => self.heap.set_slot(cell, 0, value),
            None => self.set_register_of(from_top, i, value),
        }
    }

    /// The index from the top of a user frame.
    fn index_of_user_frame(&self, n: usize) -> Option<usize> {
        let user = self.frames().enumerate().filter(|(_, frame)| frame.code().counted);
        user.map(|(from_top, _)| from_top).nth(n)
    }
}
