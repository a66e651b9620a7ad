//! Asynchronous generators: the awaitables of `__anext__()`, `asend()`, `athrow()` and `aclose()`.
//!
//! Such an awaitable runs the generator's frame with [`Cont::AsyncGen`]. A list of the program's (`slots::AWAITING`)
//! has the awaitables whose generators are on the stack; the frame's `dst` is an index into it. Each awaitable keeps
//! its own continuation. What the generator yields is wrapped, to distinguish it from what it passes on while it awaits
//! something itself.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::call::tail_call::AwaitInput;
use crate::vm::objects::generator_layout as slot;
use crate::vm::objects::generator_layout::awaitable as step;
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{Resume, slots};
use crate::{Vm, ids};

const ALREADY_RUNNING: &str = "asynchronous generator is already running";

impl Vm {
    /// Whether it is an awaitable of an asynchronous generator.
    pub(crate) fn is_async_awaitable(&self, v: Value) -> bool {
        v.is(ids::ASYNC_ASEND) || v.is(ids::ASYNC_ATHROW)
    }

    fn is_aclose(&self, awaitable: Value) -> bool {
        awaitable.is(ids::ASYNC_ATHROW) && self.heap.slot(awaitable, step::ARGUMENT).is_none()
    }

    /// A word after the registers of an asynchronous generator or coroutine.
    pub(crate) fn extra(&self, generator: Value, which: usize) -> Value {
        let at = self.extra_at(generator, which);
        self.heap.slot(generator, at)
    }

    pub(crate) fn set_extra(&mut self, generator: Value, which: usize, v: Value) {
        let at = self.extra_at(generator, which);
        self.heap.set_slot(generator, at, v);
    }

    fn extra_at(&self, generator: Value, which: usize) -> usize {
        slot::REGS + self.loaded.codes[self.heap.shape(generator) as usize].nregs as usize + which
    }

    fn is_flagged(&self, generator: Value, flag: i64) -> bool {
        self.extra(generator, slot::X_FLAGS).as_int() & flag != 0
    }

    fn flag(&mut self, generator: Value, flag: i64, on: bool) {
        let flags = self.extra(generator, slot::X_FLAGS).as_int();
        let flags = if on { flags | flag } else { flags & !flag };
        self.set_extra(generator, slot::X_FLAGS, Value::int(flags));
    }

    /// Whether an awaitable of the generator is being awaited.
    pub(crate) fn async_is_running(&self, generator: Value) -> bool {
        self.is_flagged(generator, slot::ASYNC_RUNNING)
    }

    /// Makes an awaitable of a generator.
    pub(crate) fn new_async_awaitable(&mut self, tid: ttd_core::TypeId, generator: Value, argument: Value) -> Value {
        let parts = [Value::int(step::FRESH), generator, argument, Value::NONE, Value::NONE];
        self.heap.new_slots_from(tid, 0, &parts)
    }

    /// Returns the hook of `sys.set_asyncgen_hooks` to call with a generator before its first awaitable is made, if
    /// any.
    pub(crate) fn first_iteration(&mut self, generator: Value) -> Option<Value> {
        if self.is_flagged(generator, slot::ASYNC_HOOKED) {
            return None;
        }
        self.flag(generator, slot::ASYNC_HOOKED, true);
        let hooks = self.global(slots::ASYNC_HOOKS);
        if !hooks.is(ids::TUPLE) {
            return None;
        }
        let (first, finalizer) = (self.heap.tuple(hooks)[0], self.heap.tuple(hooks)[1]);
        if !finalizer.is_none() {
            self.set_extra(generator, slot::X_FINALIZER, finalizer);
        }
        Some(first).filter(|f| !f.is_none())
    }

    /// Sends to an awaitable, or throws into it.
    pub(crate) fn push_async(&mut self, awaitable: Value, push: &AwaitInput, cont: Cont, dst: u16) -> Res<()> {
        let generator = self.heap.slot(awaitable, step::GENERATOR);
        let first = match self.begin_awaitable(awaitable, generator, push) {
            Ok(first) => first,
            Err(Trap::Raise(exc)) if self.is_instance(exc, self.types.stop_iteration) && cont == Cont::Send => {
                return self.end_loop_with_event(Value::NONE);
            }
            Err(trap) => return Err(trap),
        };
        let place = self.push_awaiting(awaitable);
        self.heap.set_slot(awaitable, step::CONT, Value::int(cont as i64));
        self.heap.set_slot(awaitable, step::DST, Value::int(i64::from(dst)));
        let depth = self.depth();
        let done = match (push, first) {
            (AwaitInput::Send(_), _) if self.generator_state(generator) == slot::FINISHED => {
                Err(self.raise(self.types.stop_async_iteration, &[]))
            }
            (AwaitInput::Send(_), First::Send(v)) => {
                self.resume_generator(generator, Resume::Send(v), Cont::AsyncGen, place as u16)
            }
            (AwaitInput::Send(_), First::Throw(given)) => {
                let raised = self.throw_into(generator, &given, Cont::AsyncGen, place as u16);
                return self.async_begun(raised, depth);
            }
            (AwaitInput::Throw(given), _) => {
                let raised = self.throw_into(generator, given, Cont::AsyncGen, place as u16);
                return self.async_begun(raised, depth);
            }
        };
        self.async_begun(done, depth)
    }

    /// An exception raised before the generator was entered ends the awaitable as well.
    fn async_begun(&mut self, done: Res<()>, depth: usize) -> Res<()> {
        match done {
            Err(Trap::Raise(exc)) if self.depth() == depth => {
                let (awaitable, cont, dst) = self.take_awaiting();
                match self.awaitable_raised(awaitable, exc) {
                    Some(exc) => Err(Trap::Raise(exc)),
                    None => self.exhausted(cont, dst, Value::NONE),
                }
            }
            done => done,
        }
    }

    /// Checks whether the awaitable may continue, and marks it as being awaited. Returns its first operation.
    fn begin_awaitable(&mut self, awaitable: Value, generator: Value, push: &AwaitInput) -> Res<First> {
        let asend = awaitable.is(ids::ASYNC_ASEND);
        let state = self.heap.slot(awaitable, step::STATE).as_int();
        if state == step::CLOSED {
            let what = if asend { "__anext__()/asend()" } else { "aclose()/athrow()" };
            return Err(self.runtime_error(format!("cannot reuse already awaited {what}")));
        }
        let finished = self.generator_state(generator) == slot::FINISHED;
        if let (AwaitInput::Send(_), false, true) = (push, asend, finished) {
            self.heap.set_slot(awaitable, step::STATE, Value::int(step::CLOSED));
            return Err(self.stop_iteration(Value::NONE));
        }
        let argument = self.heap.slot(awaitable, step::ARGUMENT);
        if state == step::STARTED {
            return Ok(First::Send(if let AwaitInput::Send(v) = push { *v } else { Value::NONE }));
        }
        if self.async_is_running(generator) {
            self.heap.set_slot(awaitable, step::STATE, Value::int(step::CLOSED));
            let what = match (asend, argument.is_none()) {
                (true, _) => "anext",
                (false, true) => "aclose",
                (false, false) => "athrow",
            };
            return Err(self.runtime_error(format!("{what}(): {ALREADY_RUNNING}")));
        }
        let first = match push {
            AwaitInput::Throw(_) => First::Send(Value::NONE),
            AwaitInput::Send(v) if asend => First::Send(if v.is_none() { argument } else { *v }),
            AwaitInput::Send(_) if self.is_flagged(generator, slot::ASYNC_CLOSED) => {
                self.heap.set_slot(awaitable, step::STATE, Value::int(step::CLOSED));
                return Err(self.raise(self.types.stop_async_iteration, &[]));
            }
            AwaitInput::Send(v) if !v.is_none() => {
                return Err(self.runtime_error("can't send non-None value to a just-started coroutine"));
            }
            AwaitInput::Send(_) if argument.is_none() => {
                self.flag(generator, slot::ASYNC_CLOSED, true);
                First::Throw(vec![self.types.generator_exit])
            }
            AwaitInput::Send(_) => First::Throw(self.heap.tuple(argument).to_vec()),
        };
        self.heap.set_slot(awaitable, step::STATE, Value::int(step::STARTED));
        self.flag(generator, slot::ASYNC_RUNNING, true);
        Ok(first)
    }

    /// Removes the awaitable whose generator ran last, and returns its continuation.
    fn take_awaiting(&mut self) -> (Value, Cont, u16) {
        let awaitable = self.pop_awaiting();
        let cont = Cont::ALL[self.heap.slot(awaitable, step::CONT).as_int() as usize];
        let dst = self.heap.slot(awaitable, step::DST).as_int() as u16;
        (awaitable, cont, dst)
    }

    fn end_awaitable(&mut self, awaitable: Value) {
        let generator = self.heap.slot(awaitable, step::GENERATOR);
        self.flag(generator, slot::ASYNC_RUNNING, false);
        self.heap.set_slot(awaitable, step::STATE, Value::int(step::CLOSED));
    }

    /// Delivers what an asynchronous generator yielded, or passes on from what it awaits.
    pub(crate) fn async_yielded(&mut self, v: Value) -> Res<()> {
        let (awaitable, cont, dst) = self.take_awaiting();
        if !v.is(ids::ASYNC_WRAPPED) {
            return self.deliver(cont, dst, v);
        }
        self.end_awaitable(awaitable);
        if self.is_aclose(awaitable) {
            return Err(self.runtime_error("async generator ignored GeneratorExit"));
        }
        let value = self.heap.slot(v, 0);
        match cont {
            Cont::Send | Cont::SendIter => self.end_loop_with_event(value),
            _ => Err(self.stop_iteration(value)),
        }
    }

    /// Delivers the return of an asynchronous generator.
    pub(crate) fn async_returned(&mut self) -> Res<()> {
        let (awaitable, cont, dst) = self.take_awaiting();
        let exc = self.new_exception(self.types.stop_async_iteration, &[]);
        match self.awaitable_raised(awaitable, exc) {
            Some(exc) => Err(Trap::Raise(exc)),
            None => match cont {
                Cont::Send | Cont::SendIter => self.end_loop_with_event(Value::NONE),
                _ => self.exhausted(cont, dst, Value::NONE),
            },
        }
    }

    /// Ends an awaitable by an exception that left its generator. Returns the exception to raise in the awaiting frame;
    /// `None` for a StopIteration.
    fn awaitable_raised(&mut self, awaitable: Value, exc: Value) -> Option<Value> {
        self.end_awaitable(awaitable);
        let ends =
            self.is_instance(exc, self.types.stop_async_iteration) || self.is_instance(exc, self.types.generator_exit);
        if ends {
            let generator = self.heap.slot(awaitable, step::GENERATOR);
            self.flag(generator, slot::ASYNC_CLOSED, true);
        }
        (!(ends && self.is_aclose(awaitable))).then_some(exc)
    }

    /// Converts an exception that left an asynchronous generator's frame: returns the frame as if the awaiting frame
    /// had called it, and the exception to raise there.
    pub(crate) fn async_unwound(&mut self, frame: Frame, exc: Value) -> (Frame, Value) {
        let (awaitable, cont, dst) = self.take_awaiting();
        let exc = match self.awaitable_raised(awaitable, exc) {
            Some(exc) => exc,
            None => self.new_exception(self.types.stop_iteration, &[]),
        };
        (Frame { cont, dst, ..frame }, exc)
    }

    /// `Op::AsyncGenWrap`.
    pub(crate) fn op_async_gen_wrap(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        let wrapped = self.heap.new_slots_from(ids::ASYNC_WRAPPED, 0, &[v]);
        self.set_reg(ins.a, wrapped);
        Ok(())
    }
}

/// The first operation of an awaitable.
enum First {
    Send(Value),
    Throw(Vec<Value>),
}
