//! A program's own tracing: `sys.settrace`, `sys.setprofile`, `sys.monitoring` and `tracemalloc`.
//!
//! The functions lie in `Vm::globals`, `f_trace` in frame objects, so they travel. Patches follow from them: while
//! something is traced, [`CodeRt::set_traced`](crate::vm::code::CodeRt) has `Op::Break` over every instruction that
//! may matter, in a plain run as well, and without tracing nothing is there. An event is delivered to the machine first
//! and to the program afterwards, so a machine that stands at an event goes on with calling the trace function.
//!
//! A trace function runs nested. Its own events are the machine's like any others, but no tracing sees them.

mod jump;
mod memory;
mod monitoring;
mod outcomes;
mod patching;
mod tracers;

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::code::trace_sites::{is_call, jump_target, wants};
use crate::vm::errors::raise::fields;
use crate::vm::event::{Event, EventKind};
use crate::vm::objects::generator_layout;
use crate::vm::slots;
use crate::vm::stack::frame_objects::{TRACE_LINES, TRACE_OPCODES, frame_slots as slot};
use crate::{Vm, ids};
use monitoring::event;

/// In `slots::TRACING`: a trace function is running.
const TRACER_RUNS: i64 = 1;
/// In `slots::TRACING`: one more frame has returned.
const RETURNED_FRAME: i64 = 2;

impl Vm {
    /// Whether the program traces and no trace function is running.
    #[inline]
    pub(crate) fn is_tracing(&self) -> bool {
        self.loaded.tracing.wanted != 0 && self.tracing_state() & TRACER_RUNS == 0
    }

    fn tracing_state(&self) -> i64 {
        let state = self.global(slots::TRACING);
        if state.is_int() { state.as_int() } else { 0 }
    }

    /// Number of user frames that have had their return event and are still on the stack, because a trace function is
    /// called for it.
    pub(crate) fn returned_frames(&self) -> u32 {
        (self.tracing_state() / RETURNED_FRAME) as u32
    }

    /// Tells tracing of something by `tell`, as the top frame has had its return event if `returned`.
    fn tell_after(&mut self, returned: bool, tell: impl FnOnce(&mut Vm) -> Res<()>) -> Res<()> {
        if !returned || !self.top_ref().code().counted {
            return tell(self);
        }
        let before = self.global(slots::TRACING);
        self.heap.set_slot(self.globals, slots::TRACING, Value::int(self.tracing_state() + RETURNED_FRAME));
        let told = tell(self);
        if !matches!(told, Err(Trap::Unwind)) {
            self.heap.set_slot(self.globals, slots::TRACING, before);
        }
        told
    }

    /// Tells the program's tracing of an event of the instruction at `at`, at which the top frame stands. An exception
    /// of the trace function is raised by that instruction.
    pub(crate) fn trace_instruction_event(&mut self, event: &Event, at: u32) -> Res<()> {
        if !self.is_tracing() || !self.top_ref().code().is_traceable() {
            return Ok(());
        }
        if self.traces_memory() {
            self.note_event_of_memory(event.kind, event.line)?;
        }
        let arg = match event.kind {
            EventKind::Return => {
                let register = self.top_ref().code().returned_register(at);
                register.map_or(Value::NONE, |register| self.reg(register))
            }
            _ => Value::NONE,
        };
        let pc = self.pc;
        let told = self.tell_after(event.kind == EventKind::Return, |vm| {
            vm.tell(event.kind, event.line, arg)?;
            vm.monitor_event(vm.monitored_as(event.kind, at), event.line, at, arg)
        });
        self.blame(told, pc)
    }

    /// An exception that a trace function raised at an instruction that has not run belongs to that instruction.
    fn blame(&mut self, told: Res<()>, pc: *const ttd_code::bytecode::op::Ins) -> Res<()> {
        if matches!(told, Err(Trap::Raise(_))) {
            self.state.phase = 0;
            self.pc = pc.wrapping_add(1);
        }
        told
    }

    fn monitored_as(&self, kind: EventKind, at: u32) -> usize {
        let code = self.top_ref().code();
        let first = code.trace_events().iter().find(|(_, e)| matches!(e, CodeEvent::Call(_)));
        match kind {
            EventKind::Call if first.is_none_or(|(entry, _)| *entry == at) => event::PY_START,
            EventKind::Call => event::PY_RESUME,
            EventKind::Line => event::LINE,
            EventKind::Return if code.original(at).op == Op::Yield => event::PY_YIELD,
            _ => event::PY_RETURN,
        }
    }

    /// What comes after the events of the instruction at `at`: its own event, and that it calls or jumps.
    pub(crate) fn trace_instruction(&mut self, at: u32) -> Res<()> {
        if !self.is_tracing() || !self.top_ref().code().is_traceable() {
            return Ok(());
        }
        let (pc, wanted, code) = (self.pc, self.loaded.tracing.wanted, self.top_ref().code());
        let ins = code.original(at);
        let mut told = Ok(());
        if wanted & wants::EVERY != 0 {
            let is_return = |event: &(u32, CodeEvent)| matches!(event.1, CodeEvent::Return(_));
            told = self.tell_after(code.code.events_at(at).iter().any(is_return), |vm| {
                vm.tell_opcode(code.line_of(at))?;
                vm.monitor_event(event::INSTRUCTION, 0, at, Value::NONE)
            });
        }
        if told.is_ok() && wanted & wants::CALLS != 0 && is_call(ins.op) {
            told = self.trace_call_begins(ins, at);
        }
        if told.is_ok()
            && wanted & wants::JUMPS != 0
            && let Some(target) = jump_target(ins, at as usize)
        {
            told = self.trace_jump(ins, at, target as u32);
        }
        self.blame(told, pc)
    }

    /// Tells the program's tracing of an event that belongs to no instruction. An exception of the trace function takes
    /// the place of the one in flight.
    pub(crate) fn trace_unattached(&mut self, kind: EventKind, line: u32) -> Res<()> {
        if !self.is_tracing() || !self.top_ref().code().is_traceable() {
            return Ok(());
        }
        if self.traces_memory() {
            self.note_event_of_memory(kind, line)?;
        }
        let exc = self.state.unwinding.map_or(Value::NONE, |u| u.exc);
        let at = self.state.unwinding.map_or(0, |u| u.at);
        let mut told = Ok(());
        if kind == EventKind::Exception {
            told = self.end_outcomes_by(exc);
        }
        let arg = match kind {
            EventKind::Exception => {
                let (class, traceback) = (self.type_of(exc), self.exc_field(exc, fields::TRACEBACK));
                self.new_tuple(&[class, exc, traceback])
            }
            _ => Value::NONE,
        };
        let bit = match kind {
            EventKind::Exception if self.ends_loop() => event::STOP_ITERATION,
            EventKind::Exception => event::RAISE,
            EventKind::Return => event::PY_UNWIND,
            EventKind::Line => event::LINE,
            EventKind::Call => event::PY_THROW,
        };
        let told = told.and_then(|()| {
            self.tell_after(kind == EventKind::Return, |vm| {
                vm.tell(kind, line, arg)?;
                vm.monitor_event(bit, line, at, exc)
            })
        });
        let Err(Trap::Raise(raised)) = told else { return told };
        self.set_context(raised);
        if let Some(unwinding) = &mut self.state.unwinding {
            unwinding.exc = raised;
        }
        self.add_traceback(raised);
        Ok(())
    }

    /// An exception is raised again, or a handler for it was found: only `sys.monitoring` sees that.
    pub(crate) fn trace_quietly(&mut self, handled: bool, at: u32) -> Res<()> {
        if !self.is_tracing() || !self.top_ref().code().is_traceable() {
            return Ok(());
        }
        let exc = self.state.unwinding.map_or(Value::NONE, |u| u.exc);
        let bit = if handled { event::EXCEPTION_HANDLED } else { event::RERAISE };
        match self.monitor_event(bit, 0, at, exc) {
            Err(Trap::Raise(raised)) => {
                if let Some(unwinding) = &mut self.state.unwinding {
                    unwinding.exc = raised;
                }
                Ok(())
            }
            told => told,
        }
    }

    fn ends_loop(&self) -> bool {
        self.state.unwinding.is_some_and(|u| u.step == crate::vm::UnwindStep::EndLoop)
    }

    /// Calls the functions of `sys.settrace` and `sys.setprofile` for an event of the top frame.
    fn tell(&mut self, kind: EventKind, line: u32, arg: Value) -> Res<()> {
        let name = match kind {
            EventKind::Call => "call",
            EventKind::Line => "line",
            EventKind::Return => "return",
            EventKind::Exception => "exception",
        };
        if self.global(slots::TRACE).is_obj() {
            self.tell_tracer(kind, name, line, arg)?;
        }
        if self.global(slots::PROFILE).is_obj() && matches!(kind, EventKind::Call | EventKind::Return) {
            self.tell_profiler(name, line, arg)?;
        }
        Ok(())
    }

    fn tell_tracer(&mut self, kind: EventKind, name: &str, line: u32, arg: Value) -> Res<()> {
        if kind == EventKind::Call {
            let func = self.global(slots::TRACE);
            // CPython's module code begins on line 0.
            let line = if &*self.top_ref().code().code.name == "<module>" { 0 } else { line };
            let result = self.call_tracer(slots::TRACE, func, name, line, arg)?;
            let frame = self.frame_object(0);
            self.heap.set_slot(frame, slot::TRACE, result);
            return Ok(());
        }
        let Some(frame) = self.existing_frame_object() else { return Ok(()) };
        if kind == EventKind::Line && self.traced_parts(frame) & TRACE_LINES == 0 {
            return Ok(());
        }
        self.tell_local(frame, name, line, arg)
    }

    /// Calls the frame's own trace function, if it has one. A result takes its place.
    fn tell_local(&mut self, frame: Value, name: &str, line: u32, arg: Value) -> Res<()> {
        let func = self.heap.slot(frame, slot::TRACE);
        if func.is_none() || func.is_unbound() {
            return Ok(());
        }
        let result = self.call_tracer(slots::TRACE, func, name, line, arg)?;
        if !result.is_none() {
            self.heap.set_slot(frame, slot::TRACE, result);
        }
        Ok(())
    }

    fn tell_opcode(&mut self, line: u32) -> Res<()> {
        let Some(frame) = self.existing_frame_object() else { return Ok(()) };
        if !self.global(slots::TRACE).is_obj() || self.traced_parts(frame) & TRACE_OPCODES == 0 {
            return Ok(());
        }
        self.tell_local(frame, "opcode", line, Value::NONE)
    }

    /// Calls the function of `sys.setprofile`.
    fn tell_profiler(&mut self, name: &str, line: u32, arg: Value) -> Res<()> {
        let func = self.global(slots::PROFILE);
        if !func.is_obj() {
            return Ok(());
        }
        self.call_tracer(slots::PROFILE, func, name, line, arg).map(|_| ())
    }

    /// `f_trace_lines` and `f_trace_opcodes`.
    pub(crate) fn traced_parts(&self, frame: Value) -> i64 {
        let what = self.heap.slot(frame, slot::TRACE_WHAT);
        if what.is_int() { what.as_int() } else { TRACE_LINES }
    }

    /// The top frame's object, if it has one.
    fn existing_frame_object(&self) -> Option<Value> {
        let owner = self.top_ref().owner;
        if owner.is(ids::FRAME) {
            return Some(owner);
        }
        if owner.is_unbound() {
            return None;
        }
        Some(self.heap.slot(owner, generator_layout::FRAME)).filter(|frame| frame.is(ids::FRAME))
    }

    /// Calls a trace function about the top frame. If it raises, its slot is emptied.
    fn call_tracer(&mut self, which: usize, func: Value, name: &str, line: u32, arg: Value) -> Res {
        let frame = self.frame_object(0);
        let name = self.intern(name);
        let before = self.heap.slot(frame, slot::TRACED_AT);
        self.heap.set_slot(frame, slot::TRACED_AT, Value::int(i64::from(line)));
        self.heap.set_slot(frame, slot::TRACED_EVENT, name);
        let result = self.run_untraced(func, &[frame, name, arg]);
        let now = self.heap.slot(frame, slot::TRACED_AT);
        self.heap.set_slot(frame, slot::TRACED_AT, before);
        match result {
            Ok(result) => {
                if now.is(ids::TUPLE) {
                    self.go_on_at(now);
                }
                Ok(result)
            }
            Err(Trap::Raise(exc)) => {
                self.set_tracer(which, Value::NONE);
                Err(Trap::Raise(exc))
            }
            Err(other) => Err(other),
        }
    }

    /// Calls a function while nothing is traced. The top frame waits in the instruction that it is at.
    fn run_untraced(&mut self, func: Value, args: &[Value]) -> Res {
        let (phase, unwinding, pc) = (self.state.phase, self.state.unwinding.take(), self.pc);
        self.state.phase = 0;
        if unwinding.is_none() {
            self.pc = pc.wrapping_add(1);
        }
        let raised_at = self.pending.raised_at.take();
        let state = self.tracing_state();
        self.heap.set_slot(self.globals, slots::TRACING, Value::int(state | TRACER_RUNS));
        let result = self.call(func, args);
        if matches!(result, Err(Trap::Unwind)) {
            return result;
        }
        self.heap.set_slot(self.globals, slots::TRACING, Value::int(state));
        self.pending.raised_at = raised_at;
        (self.state.phase, self.state.unwinding, self.pc) = (phase, unwinding, pc);
        result
    }

    /// `sys.call_tracing`: calls a function with tracing on, although a trace function is running.
    pub(crate) fn call_tracing(&mut self, func: Value, args: &[Value]) -> Res {
        self.call_in_state(self.tracing_state() & !TRACER_RUNS, func, args)
    }

    /// Calls a function that no tracing sees, as a trace function is called.
    pub(crate) fn call_untraced(&mut self, func: Value, args: &[Value]) -> Res {
        self.call_in_state(self.tracing_state() | TRACER_RUNS, func, args)
    }

    fn call_in_state(&mut self, state: i64, func: Value, args: &[Value]) -> Res {
        let before = self.global(slots::TRACING);
        self.heap.set_slot(self.globals, slots::TRACING, Value::int(state));
        let result = self.call(func, args);
        if !matches!(result, Err(Trap::Unwind)) {
            self.heap.set_slot(self.globals, slots::TRACING, before);
        }
        result
    }
}
