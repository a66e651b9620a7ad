//! Unwinding: exceptions on their way to a handler, step by step. The machine can stop between any two steps.
//!
//! # Why the unsafe code is sound
//!
//! Handlers' targets are instructions of their code: the verifier of `ttd-code` checks them.

use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::errors::raise::fields;
use crate::vm::errors::traceback::HIDDEN;
use crate::vm::event::{EventKind, How};
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{UnwindStep, Unwinding};
use crate::{Vm, ids};

/// How many objects a StopIteration consists of: the exception and its arguments.
const STOP_OBJECTS: u64 = 2;

impl Vm {
    /// Unwinds to a handler. `Err` if the exception leaves the loop that started with `bottom` frames.
    pub(crate) fn handle_trap(&mut self, trap: Trap, bottom: usize) -> Res<()> {
        let Trap::Raise(exc) = trap else { return Err(trap) };
        if self.depth() <= bottom {
            return Err(trap);
        }
        if self.state.unwinding.is_some_and(|u| u.step == UnwindStep::Thrown) {
            return self.unwind(bottom);
        }
        let again = std::mem::take(&mut self.pending.reraising);
        if !again {
            self.set_context(exc);
        }
        if self.only_delegates(self.top_ref()) {
            if let Err(trap) = self.check_delegator() {
                return self.handle_trap(trap, bottom);
            }
            self.raise_in_delegator(exc)?;
            return self.unwind(bottom);
        }
        let step = if again { UnwindStep::Search } else { UnwindStep::Event };
        let at = self.pending.raised_at.take().unwrap_or_else(|| self.raising_at());
        self.state.unwinding = Some(Unwinding { exc, step, at });
        if again {
            self.trace_quietly(false, at)?;
        }
        self.unwind(bottom)
    }

    /// Finishes the events or the unwinding at which a restored machine stood.
    pub(super) fn resume_after_stop(&mut self, bottom: usize) -> Res<()> {
        if self.state.unwinding.is_some() {
            self.state.phase = 0;
            let last = self.state.last;
            self.trace_unattached(last.kind, last.line)?;
            return self.unwind(bottom);
        }
        let (phase, pc) = (self.state.phase as usize, self.pc);
        // The machine stood at an event that the program's own tracing has not seen.
        let at = self.top_ref().code().index_of(pc);
        let last = self.state.last;
        self.trace_instruction_event(&last, at)?;
        if self.pc == pc {
            self.deliver_events(phase)?;
        }
        self.pending.events_delivered = self.pc == pc;
        Ok(())
    }

    /// Sets `__context__` of a raised exception to the one being handled, as CPython does.
    pub(crate) fn set_context(&mut self, exc: Value) {
        let handled = self.state.exc;
        if self.is_exception(exc) && self.exc_field(exc, fields::CONTEXT).is_unbound() {
            return self.heap.set_slot(exc, fields::CONTEXT, Value::NONE);
        }
        if handled.is_none() || handled == exc || !self.is_exception(exc) {
            return;
        }
        // If the chain contains the exception already, cut it there to avoid a cycle.
        let (mut at, mut slow, mut step) = (handled, handled, false);
        loop {
            let context = self.exc_field(at, fields::CONTEXT);
            if context.is_none() {
                break;
            }
            if context == exc {
                self.heap.set_slot(at, fields::CONTEXT, Value::NONE);
                break;
            }
            at = context;
            // The program may have made a cycle without `exc`: the slower of two pointers meets it.
            if at == slow {
                break;
            }
            if step {
                slow = self.exc_field(slow, fields::CONTEXT);
            }
            step = !step;
        }
        self.heap.set_slot(exc, fields::CONTEXT, handled);
    }

    /// Takes steps until a handler is entered (`Ok`) or the exception leaves the loop (`Err`).
    fn unwind(&mut self, bottom: usize) -> Res<()> {
        while let Some(Unwinding { exc, step, at }) = self.state.unwinding {
            match step {
                UnwindStep::Event | UnwindStep::Thrown => {
                    if self.depth() > 1 || !self.main_has_not_begun() {
                        self.add_traceback(exc);
                    }
                    let line = self.line_at(at);
                    self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Search, at });
                    self.record_first_event(exc);
                    self.deliver_unattached(EventKind::Exception, How::None, line)?;
                }
                UnwindStep::Search => self.find_handler(exc, at)?,
                UnwindStep::Enter => {
                    self.enter_handler(exc, at);
                    return Ok(());
                }
                UnwindStep::Leave => {
                    if self.unwind_frame(exc, bottom)? {
                        return Ok(());
                    }
                }
                UnwindStep::EndLoop => {
                    self.state.unwinding = None;
                    self.end_loop(exc);
                    return Ok(());
                }
            }
        }
        Ok(())
    }

    /// Records the time of an exception's first event in it.
    fn record_first_event(&mut self, exc: Value) {
        let silent = self.is_starting() || self.depth() == 1 && self.main_has_not_begun();
        let counted = self.counting() && self.top_ref().code().counted && !silent;
        if counted && self.exc_field(exc, fields::FIRST).is_unbound() {
            let now = self.now() + 1;
            self.heap.set_slot(exc, fields::FIRST, Value::int(now));
        }
    }

    /// The index of the instruction of the top frame that raised.
    pub(crate) fn raising_at(&self) -> u32 {
        self.top_ref().code().index_of(self.pc).saturating_sub(1)
    }

    /// The line of that instruction.
    pub(crate) fn raising_line(&self) -> u32 {
        self.line_at(self.raising_at())
    }

    fn line_at(&self, at: u32) -> u32 {
        let code = self.top_ref().code();
        let line = code.line_of(at);
        if line == 0 { code.code.first_line } else { line }
    }

    fn find_handler(&mut self, exc: Value, raised_at: u32) -> Res<()> {
        let code = self.top_ref().code();
        let at = self.raising_at();
        let Some(handler) = code.code.handler_of(at) else {
            let line = self.line_at(raised_at);
            self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Leave, at: raised_at });
            return self.deliver_unattached(EventKind::Return, How::Unwind, line);
        };
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Enter, at: raised_at });
        self.trace_quietly(true, raised_at)?;
        // An exception thrown into a `yield` comes from the resumption, whose line event was another.
        let resumed = code.original(raised_at).op == Op::Yield;
        if handler.line != 0 && (resumed || handler.line != code.line_of(raised_at)) {
            self.deliver_unattached(EventKind::Line, How::None, handler.line)?;
        }
        Ok(())
    }

    fn enter_handler(&mut self, exc: Value, raised_at: u32) {
        let code = self.top_ref().code();
        let at = self.raising_at();
        self.state.unwinding = None;
        let Some(handler) = code.code.handler_of(at) else { return };
        let mut reg = handler.reg;
        if handler.lasti {
            self.set_reg(reg, Value::int(i64::from(raised_at)));
            reg += 1;
        }
        self.set_reg(reg, exc);
        // SAFETY: the verifier has checked that handlers' targets are instructions.
        self.pc = unsafe { code.start().add(handler.target as usize) };
    }

    /// Pops the top frame. `Ok(true)`: its continuation handled the exception, the loop goes on.
    fn unwind_frame(&mut self, exc: Value, bottom: usize) -> Res<bool> {
        // Frame objects end where the exception came from, not where a handler re-raised it.
        let at = self.state.unwinding.map(|u| u.at);
        let frame = self.pop_frame();
        let pc = at.map_or(frame.pc, |at| frame.code().start().wrapping_add(at as usize + 1));
        let frame = Frame { pc, ..frame };
        if frame.is_generator() {
            self.finish_generator(&frame);
        } else {
            self.end_frame(&frame);
        }
        let Some((frame, exc)) = self.unwound_by_owner(frame, exc, bottom)? else { return Ok(true) };
        if frame.cont == Cont::Exit || self.depth() <= bottom {
            self.state.unwinding = None;
            return Err(Trap::Raise(exc));
        }
        let at = self.raising_at();
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Event, at });
        self.handled_by_continuation(&frame, exc)
    }

    /// Whether the continuation of the popped frame handles the exception.
    fn handled_by_continuation(&mut self, frame: &Frame, exc: Value) -> Res<bool> {
        use Cont::{Asked, Close, Next, NextDefault, Send, SendIter};
        let stop = matches!(frame.cont, Next | Asked | Send | SendIter | NextDefault | Close)
            && self.is_instance(exc, self.types.stop_iteration);
        let cont = match frame.cont {
            Asked => match self.asked_in_vain(stop) {
                Ok(true) => return Ok(true),
                Ok(false) => self.cont_of_asker(),
                Err(trap) => return self.raise_instead(trap),
            },
            cont => cont,
        };
        let loops = matches!(cont, Next | Send | SendIter);
        match cont {
            // A program sees these iterators as native ones, which end without an exception. They only pass on a
            // StopIteration that an inner iterator raised.
            _ if loops && stop && frame.code().code.path.starts_with(HIDDEN) && !self.was_raised_visibly(exc) => {
                self.state.unwinding = None;
                self.end_loop(exc);
                Ok(true)
            }
            _ if loops && stop => {
                let line = self.raising_line();
                self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::EndLoop, at: self.raising_at() });
                self.deliver_unattached(EventKind::Exception, How::None, line)?;
                Ok(false)
            }
            Cont::NextDefault if stop => {
                self.state.unwinding = None;
                self.exhausted(cont, frame.dst, Value::NONE)?;
                Ok(true)
            }
            Cont::Close if stop || self.is_instance(exc, self.types.generator_exit) => {
                self.state.unwinding = None;
                self.set_reg(frame.dst, Value::NONE);
                Ok(true)
            }
            Cont::Delegate => {
                self.raise_in_delegator(exc)?;
                Ok(false)
            }
            Cont::GetAttr | Cont::GetMethod if self.is_instance(exc, self.types.attribute_error) => {
                match self.retry_with_hook() {
                    Ok(true) => Ok(true),
                    Ok(false) => {
                        self.add_attribute_context(exc);
                        Ok(false)
                    }
                    Err(trap) => self.raise_instead(trap),
                }
            }
            Cont::Store | Cont::Method => {
                self.add_attribute_context(exc);
                Ok(false)
            }
            _ => Ok(false),
        }
    }

    /// Raises, in the top frame, what the continuation of a popped frame raised instead of handling an exception.
    fn raise_instead(&mut self, trap: Trap) -> Res<bool> {
        let Trap::Raise(exc) = trap else { return Err(trap) };
        self.set_context(exc);
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Event, at: self.raising_at() });
        Ok(false)
    }

    /// Whether a StopIteration came from code that tracebacks show, or carries a generator's return value.
    fn was_raised_visibly(&self, exc: Value) -> bool {
        !self.exc_field(exc, fields::TRACEBACK).is_none() || !self.stop_value(exc).is_none()
    }

    /// Ends a loop for a generator that returned a value, or any `yield from`: CPython raises StopIteration in the
    /// consumer, which its tracing shows.
    pub(super) fn end_loop_with_event(&mut self, value: Value) -> Res<()> {
        if !self.is_tracing() && (!self.counting() || self.pass_unattached(EventKind::Exception)) {
            // Nobody can see it. The ids of other objects do not depend on whether somebody looks.
            self.heap.skip_allocations(STOP_OBJECTS);
            self.end_loop_by_value(value);
            return Ok(());
        }
        let args: &[Value] = if value.is_none() { &[] } else { &[value] };
        let exc = self.new_exception(self.types.stop_iteration, args);
        let line = self.raising_line();
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::EndLoop, at: self.raising_at() });
        self.deliver_unattached(EventKind::Exception, How::None, line)?;
        let now = self.state.unwinding.take().map_or(exc, |u| u.exc);
        if now != exc {
            // A trace function raised in its place.
            return Err(Trap::Raise(now));
        }
        self.end_loop(exc);
        Ok(())
    }

    /// Ends the loop (or the `yield from`) of the top frame by a StopIteration.
    pub(super) fn end_loop(&mut self, exc: Value) {
        let ins = self.waiting();
        let value = if ins.op == Op::Send { self.stop_value(exc) } else { Value::NONE };
        self.end_loop_by_value(value);
    }

    /// As `end_loop`, given the value of the StopIteration.
    fn end_loop_by_value(&mut self, value: Value) {
        let ins = self.waiting();
        match ins.op {
            Op::ForIter => self.jump(ins.c),
            Op::Send => {
                self.set_reg(ins.a, value);
                self.jump(ins.c);
            }
            _ => {}
        }
    }

    /// `StopIteration.value`.
    pub(crate) fn stop_value(&self, exc: Value) -> Value {
        let args = self.exc_field(exc, fields::ARGS);
        if args.is(ids::TUPLE) { self.heap.tuple(args).first().copied().unwrap_or(Value::NONE) } else { Value::NONE }
    }
}
