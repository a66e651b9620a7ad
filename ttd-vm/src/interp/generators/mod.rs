//! Generators: frames on the heap.
//!
//! # Why the unsafe code is sound
//!
//! A frame's window holds `nregs` registers. A window is filled only after the room for it was checked, and the resume
//! point is an instruction of the generator's code, stored when it was suspended.

pub(crate) mod asynchronous;
pub(crate) mod awaitables;
pub(crate) mod delegate;
pub(crate) mod resume_fast;
mod steps;

use ttd_code::bytecode::code::flags;
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::objects::generator_layout as slot;
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{Resume, slots};
use crate::{Vm, ids};

/// What the registers of a finished generator hold.
const UNBOUND: [Value; 32] = [Value::UNBOUND; 32];

impl Vm {
    /// `Op::ReturnGenerator`: the frame moves into a new generator object.
    pub(crate) fn op_return_generator(&mut self) -> Res<()> {
        let frame = *self.top_ref();
        let code = frame.code();
        let tid = if code.has(flags::ASYNC_GENERATOR) {
            ids::ASYNC_GEN
        } else if code.has(flags::COROUTINE) {
            ids::COROUTINE
        } else {
            ids::GENERATOR
        };
        let extra = match tid {
            ids::GENERATOR => 0,
            ids::COROUTINE => 1,
            _ => 2,
        };
        let (name, qualname) = match frame.func.is(ids::FUNCTION) {
            true => (
                self.heap.slot(frame.func, crate::vm::call::function::NAME),
                self.heap.slot(frame.func, crate::vm::call::function::QUALNAME),
            ),
            false => (self.intern(&code.code.name), self.intern(&code.code.qualname)),
        };
        let head = [
            Value::int(slot::CREATED),
            Value::int(i64::from(code.index_of(self.pc))),
            Value::NONE,
            Value::NONE,
            frame.func,
            frame.globals,
            Value::NONE,
            name,
            qualname,
        ];
        let generator = self.heap.new_slots(tid, code.id, slot::REGS + code.nregs as usize + extra);
        self.heap.init_slots(generator, slot::STATE, &head);
        self.heap.init_slots(generator, slot::REGS, Self::registers(&frame));
        match tid {
            ids::GENERATOR => {}
            ids::COROUTINE => {
                let origin = self.coroutine_origin();
                self.set_extra(generator, slot::X_ORIGIN, origin);
            }
            _ => {
                self.set_extra(generator, slot::X_FLAGS, Value::int(0));
                self.set_extra(generator, slot::X_FINALIZER, Value::NONE);
            }
        }
        let noticed = tid == ids::COROUTINE || code.closing_runs_code();
        if noticed && !code.code.path.starts_with(crate::vm::errors::traceback::HIDDEN) {
            self.register_generator(generator);
        }
        let frame = self.pop_frame();
        let depth = self.depth();
        self.deliver(frame.cont, frame.dst, generator)?;
        if noticed && self.depth() == depth && !self.pending.exit_pending {
            self.finalization_point_if_due()?;
        }
        Ok(())
    }

    /// The origin of the top frame's coroutine, for `sys.set_coroutine_origin_tracking_depth`.
    fn coroutine_origin(&mut self) -> Value {
        let depth = self.global(slots::ORIGIN_DEPTH).as_int() as usize;
        if depth == 0 {
            return Value::NONE;
        }
        let shown = |f: &&Frame| !f.code().code.path.starts_with(crate::vm::errors::traceback::HIDDEN);
        let places: Vec<_> = self
            .frames()
            .skip(1)
            .filter(shown)
            .take(depth)
            .map(|f| (f.code(), f.code().index_of(f.pc).saturating_sub(1)))
            .collect();
        let mut entries = Vec::new();
        for (code, at) in places {
            let (path, name) = (self.new_name(&code.code.path), self.new_name(&code.code.name));
            entries.push(self.new_tuple(&[path, Value::int(i64::from(code.line_of(at))), name]));
        }
        self.new_tuple(&entries)
    }

    pub(super) fn save_registers(&mut self, generator: Value, frame: &Frame) {
        self.heap.write_slots(generator, slot::REGS, Self::registers(frame));
    }

    fn registers(frame: &Frame) -> &[Value] {
        // SAFETY: the frame's window holds `nregs` registers.
        unsafe { std::slice::from_raw_parts(frame.base, frame.code().nregs as usize) }
    }

    /// Ends the generator of a frame that was left for good.
    pub(crate) fn finish_generator(&mut self, frame: &Frame) {
        self.state.exc = frame.outer_exc;
        self.end_running_generator_frame(frame);
        self.end_generator(frame.owner);
    }

    pub(crate) fn end_generator(&mut self, generator: Value) {
        self.end_generator_frame(generator);
        self.heap.set_slot(generator, slot::STATE, Value::int(slot::FINISHED));
        let end = slot::REGS + self.loaded.codes[self.heap.shape(generator) as usize].nregs as usize;
        for at in (slot::REGS..end).step_by(UNBOUND.len()) {
            self.heap.write_slots(generator, at, &UNBOUND[..UNBOUND.len().min(end - at)]);
        }
    }

    /// Whether it is a generator or coroutine, whose frame can be resumed.
    pub fn is_generator(&self, v: Value) -> bool {
        v.is(ids::GENERATOR) || v.is(ids::COROUTINE)
    }

    /// The state of a generator.
    pub(crate) fn generator_state(&self, generator: Value) -> i64 {
        self.heap.slot(generator, slot::STATE).as_int()
    }

    /// Resumes a generator: pushes its frame.
    pub(crate) fn resume_generator(&mut self, generator: Value, with: Resume, cont: Cont, dst: u16) -> Res<()> {
        if let Resume::Send(v) = with
            && self.resume_waiting(generator, v, cont, dst)
        {
            return Ok(());
        }
        let state = self.generator_state(generator);
        let what = self.generator_kind_name(generator);
        match (state, with) {
            (slot::RUNNING | slot::DELEGATING, _) => {
                return Err(self.value_error(format!("{what} already executing")));
            }
            (slot::FINISHED, _) if generator.is(ids::COROUTINE) => {
                return Err(self.runtime_error("cannot reuse already awaited coroutine"));
            }
            (slot::FINISHED, Resume::Throw(exc)) => return Err(Trap::Raise(exc)),
            (slot::FINISHED, Resume::Send(_)) => return self.exhausted(cont, dst, Value::NONE),
            (slot::CREATED, Resume::Send(v)) if !v.is_none() => {
                return Err(self.type_error(format!("can't send non-None value to a just-started {what}")));
            }
            _ => {}
        }
        if let Err(trap) = self.push_generator(generator, cont, dst) {
            // As in CPython, a generator that the recursion limit keeps from running has ended.
            self.end_generator(generator);
            return Err(trap);
        }
        self.enter_pushed(generator);
        match with {
            Resume::Send(v) => {
                if state == slot::SUSPENDED {
                    let ins = self.waiting();
                    self.set_reg(ins.a, v);
                }
                Ok(())
            }
            Resume::Throw(exc) => self.throw_in_top(exc, state),
        }
    }

    /// The word for it in messages.
    pub(crate) fn generator_kind_name(&self, generator: Value) -> &'static str {
        match generator.tid() {
            ids::COROUTINE => "coroutine",
            ids::ASYNC_GEN => "async generator",
            _ => "generator",
        }
    }

    /// Pushes the frame of a generator that is not on the stack.
    fn push_generator(&mut self, generator: Value, cont: Cont, dst: u16) -> Res<()> {
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let base = self.free_window();
        self.push_frame(code, base, cont, dst)?;
        self.load_generator(generator);
        Ok(())
    }

    /// Fills the frame that was just pushed for a generator.
    pub(super) fn load_generator(&mut self, generator: Value) {
        let (code, base) = (self.top_ref().code(), self.top_ref().base);
        let slots = self.heap.slots(generator);
        let registers = &slots[slot::REGS..slot::REGS + code.nregs as usize];
        // SAFETY: the room for the window was checked before the frame was pushed; it lies outside the heap.
        unsafe { std::ptr::copy_nonoverlapping(registers.as_ptr(), base, registers.len()) };
        let (func, globals) = (slots[slot::FUNC], slots[slot::GLOBALS]);
        let at = slots[slot::PC].as_int() as usize;
        let outer = self.state.exc;
        let top = self.top();
        (top.func, top.globals, top.owner, top.outer_exc) = (func, globals, generator, outer);
        // SAFETY: the index was taken from this code when the generator was suspended.
        self.pc = unsafe { code.start().add(at) };
    }

    /// Marks the generator in the top frame as running.
    pub(super) fn enter_pushed(&mut self, generator: Value) {
        let own = self.heap.slot(generator, slot::EXC);
        if !own.is_none() {
            self.state.exc = own;
        }
        if self.generator_state(generator) == slot::CREATED {
            let born = self.top().born as i64;
            self.heap.set_slot(generator, slot::BORN, Value::int(born));
        } else {
            let born = self.heap.slot(generator, slot::BORN).as_int();
            self.top().born = born as u64;
        }
        self.heap.set_slot(generator, slot::STATE, Value::int(slot::RUNNING));
    }

    /// Whether closing the generator would run any of its code: its `yield` is inside a `try` or `with`.
    pub(crate) fn close_runs_code(&self, generator: Value) -> bool {
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let at = self.heap.slot(generator, slot::PC).as_int() as u32 - 1;
        match code.code.handler_of(at) {
            None => false,
            Some(h) => {
                let target = h.target as usize;
                let wrapper = code.code.ins[target..].iter().take(3).any(|i| i.op == Op::StopIterationError);
                !wrapper
            }
        }
    }

    /// `Op::Send`: one iteration of `yield from` or `await`.
    pub(crate) fn op_send(&mut self, ins: Ins) -> Res<()> {
        let (value, receiver) = (self.reg(ins.a), self.reg(ins.b));
        if self.is_generator(receiver) {
            return self.resume_delegates(receiver, value, ins.a);
        }
        if let Some(done) = self.send_async(receiver, value, ins.a) {
            return done;
        }
        if value.is_none() {
            if let Some(next) = crate::ops::iter::raised_next(self, receiver) {
                match next {
                    Ok(Some(v)) => self.set_reg(ins.a, v),
                    Ok(None) => {
                        self.set_reg(ins.a, Value::NONE);
                        self.jump(ins.c);
                    }
                    Err(trap) => return self.end_by_raised(trap),
                }
                return Ok(());
            }
            return self.call_next(receiver, Cont::Send, ins.a);
        }
        let send = self.getattr(receiver, self.names.send)?;
        self.invoke(send, &[value], &[], Cont::Send, ins.a)
    }

    /// `Op::GetYieldFromIter`.
    pub(crate) fn op_yield_from_iter(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        let awaits = flags::COROUTINE | flags::ITERABLE_COROUTINE;
        if v.is(ids::COROUTINE) && !self.top_ref().code().has(awaits) {
            return Err(self.type_error("cannot 'yield from' a coroutine object in a non-coroutine generator"));
        }
        if self.is_generator(v) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        self.iter_then(v, ins.a)
    }

    /// `Op::CleanupThrow`.
    pub(crate) fn op_cleanup_throw(&mut self, ins: Ins) -> Res<()> {
        let exc = self.reg(ins.b);
        if self.is_exception(exc) && self.is_instance(exc, self.types.stop_iteration) {
            let value = self.stop_value(exc);
            self.set_reg(ins.a, value);
            self.jump(ins.c);
            return Ok(());
        }
        self.pending.reraising = true;
        Err(Trap::Raise(exc))
    }
}
