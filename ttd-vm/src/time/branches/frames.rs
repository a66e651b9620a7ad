//! Sending the innermost frame on another way: it returns, raises, waits for a statement that runs above it, or another
//! thread runs next.
//!
//! A frame that returns or waits changes to code of its own, with instructions added behind the last one
//! (`ttd-code/src/bytecode/splice.rs`), so that the interpreter needs nothing for it.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Event as CodeEvent, flags};
use ttd_code::bytecode::op::Op;
use ttd_code::bytecode::splice::{Spliced, with_detour, with_return};
use ttd_code::{Mode, Options};
use ttd_core::value::Value;

use super::edit::Statement;
use crate::time::inspect::eval_error::EvalError;
use crate::time::machine::{Machine, on_big_stack};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind, How};
use crate::vm::stack::frame::Cont;
use crate::vm::stack::frame_objects::frame_slots;
use crate::vm::{UnwindStep, Unwinding};
use crate::{Vm, ids};

fn refused(why: impl Into<String>) -> EvalError {
    EvalError::Raised(why.into())
}

/// The code of a statement that is stepped through.
pub(super) fn compile_debugged(source: &str) -> Result<Arc<Code>, EvalError> {
    let options = Options { counted: true, program: true, ..Options::default() };
    on_big_stack(|| ttd_code::compile(source, "<string>", Mode::Exec, options))
        .map_err(|e| EvalError::NotCompilable(format!("{}: {}", e.class, e.message)))
}

impl Machine {
    /// Has the innermost frame return a value at once. Returns what evaluating it printed.
    pub(super) fn return_from_frame(&mut self, value: &Statement<'_>) -> Result<String, EvalError> {
        self.vm().check_return()?;
        let (value, mut printed) = self.evaluate_for_good(value)?;
        if self.vm().is_in_block() {
            printed.push_str("(the blocks around this line end here, without their `finally` and `__exit__`)\n");
        }
        self.vm_mut().return_here(value)?;
        Ok(printed)
    }

    /// Has the innermost frame raise an exception. Returns what evaluating it printed.
    pub(super) fn raise_in_frame(
        &mut self,
        exc: &Statement<'_>,
        cause: Option<&Statement<'_>>,
    ) -> Result<String, EvalError> {
        self.vm().check_not_returning()?;
        self.vm().check_begun()?;
        let (exc, mut printed) = self.evaluate_for_good(exc)?;
        let cause = match cause {
            None => None,
            Some(cause) => {
                let (value, more) = self.evaluate_for_good(cause)?;
                printed.push_str(&more);
                Some(value)
            }
        };
        let mut raised = exc;
        printed.push_str(&self.on_eval_stack(|vm| {
            vm.divert_for_good(|vm| {
                raised = vm.exception_from(exc)?;
                match cause {
                    Some(cause) => vm.set_cause(raised, cause)?,
                    None => vm.set_context(raised),
                }
                Ok(Value::NONE)
            })
        })?);
        self.vm_mut().raise_here(raised);
        Ok(printed)
    }

    /// Has another thread run next.
    pub(super) fn run_thread_next(&mut self, number: u64) -> Result<String, EvalError> {
        let Some(record) = self.vm().thread_numbered(number) else {
            return Err(refused(match number == self.running_thread() {
                true => format!("Thread {number} is the one that runs here"),
                false => format!("There is no thread {number} here; `threads` lists them"),
            }));
        };
        if self.vm_mut().run_next(record) {
            return Ok(String::new());
        }
        let state = self.threads().into_iter().find(|thread| thread.number == number).map(|thread| thread.state);
        Err(refused(format!("Thread {number} cannot run here: it {}", state.unwrap_or_default())))
    }

    /// Runs a statement above the innermost frame, with events of its own, before that goes on.
    pub(super) fn debug_statement(&mut self, code: &Arc<Code>) -> Result<String, EvalError> {
        self.vm().check_begun()?;
        let (at, delivered) = self.vm().place_to_go_on()?;
        let mut locals = Value::NONE;
        self.on_eval_stack(|vm| {
            vm.divert_for_good(|vm| {
                let frame = vm.frame_object(0);
                locals = vm.getattr_str(frame, "f_locals")?;
                Ok(Value::NONE)
            })
        })?;
        self.vm_mut().wait_for(code, locals, at, delivered)?;
        Ok(String::new())
    }
}

impl Vm {
    /// Whether the innermost frame can return here.
    fn check_return(&self) -> Result<(), EvalError> {
        let code = self.top_ref().code();
        if !code.has(flags::OPTIMIZED) {
            return Err(refused("'return' outside function"));
        }
        // While an exception is on its way, the position may be behind the last instruction.
        let is_return = self.state.last.kind == EventKind::Return && self.state.unwinding.is_none();
        if is_return && self.original_at(self.pc).op == Op::Yield {
            return Err(refused("The frame does not return here: it yields a value"));
        }
        Ok(())
    }

    /// Whether the top frame can have more events here.
    fn check_not_returning(&self) -> Result<(), EvalError> {
        match self.state.last.kind {
            EventKind::Return => {
                Err(refused("The function is over here: go to one of its lines, or `step` to its caller"))
            }
            _ => Ok(()),
        }
    }

    /// Whether the top frame has begun: that of a statement to be stepped through has not where `debug` was typed.
    fn check_begun(&self) -> Result<(), EvalError> {
        match i64::try_from(self.top_ref().born).is_ok_and(|born| born > self.now()) {
            true => Err(refused("The statement has not begun here: `step` into it first")),
            false => Ok(()),
        }
    }

    /// Has the top frame return a value as the next thing that it does. At a `return` event that is another value of
    /// the same event. The blocks that it is in are left as they are.
    fn return_here(&mut self, value: Value) -> Result<(), EvalError> {
        let Event { kind, line, .. } = self.state.last;
        let code = self.top_ref().code();
        if code.has(flags::ASYNC_GENERATOR) && !value.is_none() {
            return Err(refused("'return' with value in async generator"));
        }
        // A frame that returns has left them itself.
        if kind != EventKind::Return || self.state.unwinding.is_some() {
            self.leave_handlers(self.present_instruction());
        }
        self.state.unwinding = None;
        let spliced = with_return(&code.code, line);
        self.change_code_of_top(&spliced)?;
        self.set_register_of(0, usize::from(spliced.register), value);
        self.state.phase = u8::from(kind == EventKind::Return);
        Ok(())
    }

    /// Whether the top frame is in a block that something is done for at its end.
    fn is_in_block(&self) -> bool {
        let code = &self.top_ref().code().code;
        let handler = code.handler_of(self.present_instruction());
        handler.is_some_and(|handler| code.ins[handler.target as usize].op == Op::PushExc)
    }

    /// The instruction that the top frame is at, or that raised.
    fn present_instruction(&self) -> u32 {
        self.state.unwinding.map_or_else(|| self.top_ref().code().index_of(self.pc), |unwinding| unwinding.at)
    }

    /// Has the top frame raise an exception as the next thing that it does.
    fn raise_here(&mut self, exc: Value) {
        let mut at = self.present_instruction();
        let before = at.saturating_sub(1);
        if self.state.last.how == How::Resume && self.top_ref().code().original(before).op == Op::Yield {
            // What is raised at a resumption comes from the `yield`, whose blocks may end there.
            at = before;
        }
        self.state.phase = 0;
        // The search for a handler begins at the instruction before `pc`.
        self.pc = self.top_ref().code().start().wrapping_add(at as usize + 1);
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Event, at });
    }

    /// Where the top frame goes on after a statement, and how many events of that instruction stay delivered: the line
    /// that it is on comes again.
    fn place_to_go_on(&self) -> Result<(u32, usize), EvalError> {
        self.check_not_returning()?;
        if self.state.unwinding.is_some() {
            return Err(refused("No statement can run while an exception is on its way: go to a line first"));
        }
        let at = self.top_ref().code().index_of(self.pc);
        let delivered = usize::from(self.state.phase);
        let events = self.top_ref().code().code.events_at(at);
        let is_line = matches!(events.get(delivered.wrapping_sub(1)), Some((_, CodeEvent::Line(_))));
        Ok((at, delivered - usize::from(is_line)))
    }

    /// Lets the top frame wait for code in a new frame above it.
    fn wait_for(&mut self, code: &Arc<Code>, locals: Value, at: u32, delivered: usize) -> Result<(), EvalError> {
        let own = self.top_ref().code();
        let is_free = |register: u16| !own.is_live(at, usize::from(register), true);
        let Some(spliced) = with_detour(&own.code, at, delivered, is_free) else {
            return Err(refused("No statement can run at this event: go to a line first"));
        };
        self.change_code_of_top(&spliced)?;
        self.set_register_of(0, usize::from(spliced.register), Value::UNBOUND);
        let (code, globals) = (self.load_dynamic(code.clone()), self.top_ref().globals);
        self.state.phase = 0;
        self.push_code(code, globals, locals, Cont::Discard, 0).map_err(|_| refused("The stack is full"))
    }

    /// Has the top frame go on in code that was made of its own.
    fn change_code_of_top(&mut self, spliced: &Spliced) -> Result<(), EvalError> {
        let frame = *self.top_ref();
        let has_room = spliced.code.nregs == frame.code().nregs || !frame.is_generator();
        if !has_room {
            return Err(refused("No register of the generator is free here"));
        }
        let code = Arc::new(spliced.code.clone());
        let code = self.load_dynamic(code);
        self.exchange_code(0, code, spliced.at);
        Ok(())
    }

    /// Gives the frame at an index from the top other code, and a position in it.
    pub(super) fn exchange_code(&mut self, from_top: usize, code: &'static CodeRt, at: u32) {
        let Some(frame) = self.frames().nth(from_top).copied() else { return };
        if frame.owner.is(ids::FRAME) {
            self.heap.set_slot(frame.owner, frame_slots::CODE, code.value);
        } else if frame.is_generator() {
            self.heap.set_shape(frame.owner, code.id);
        }
        self.set_code_of(from_top, code, at);
    }
}
