//! `throw()` on generators that delegate with `yield from` or `await`: the innermost one gets the exception.
//!
//! Meanwhile the delegating generators are on the stack, so that a debugger sees who waits for whom, but not entered:
//! they have no events, and neither the depth of events nor the recursion limit counts them. When the innermost
//! generator yields, they are suspended silently ([`Cont::Delegate`]). When it returns or raises, the one that
//! delegated to it is entered with that exception, which is an event.

use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use crate::modules::asyncio::{AWAIT_ITER, close_await};
use crate::native::{Res, Trap};
use crate::vm::event::{EventKind, How};
use crate::vm::objects::generator_layout as slot;
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{Resume, UnwindStep, Unwinding, slots};
use crate::{Vm, ids};

impl Vm {
    /// Whether a frame is that of a delegating generator that was not entered.
    pub(crate) fn only_delegates(&self, frame: &Frame) -> bool {
        frame.is_generator() && self.generator_state(frame.owner) == slot::DELEGATING
    }

    /// The receiver of a suspended generator's `yield from` or `await`.
    pub(crate) fn delegate_of(&self, generator: Value) -> Option<Value> {
        if self.generator_state(generator) != slot::SUSPENDED {
            return None;
        }
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let at = self.heap.slot(generator, slot::PC).as_int() as usize - 1;
        let ins = &code.code.ins;
        if ins[at].op != Op::Yield || ins[at].c != 1 {
            return None;
        }
        let send = ins[..at].iter().rev().find(|i| i.op == Op::Send)?;
        Some(self.heap.slot(generator, slot::REGS + send.b as usize))
    }

    /// `generator.throw(*given)`. Pushes the delegating frames; what is raised here is raised in the top one.
    pub(crate) fn throw_into(&mut self, generator: Value, given: &[Value], cont: Cont, dst: u16) -> Res<()> {
        let (mut generator, mut cont, mut dst) = (generator, cont, dst);
        while let Some(inner) = self.delegate_of(generator) {
            if inner.is(AWAIT_ITER) {
                close_await(self, inner);
                break;
            }
            let closes = self.is_generator_exit(given[0]);
            if closes || !self.is_generator(inner) {
                let lib = self.lib(if closes { "generator_exit" } else { "generator_throw" });
                let mut args = vec![generator, inner];
                args.extend_from_slice(given);
                return self.invoke(lib, &args, &[], cont, dst);
            }
            self.push_delegator(generator, cont, dst)?;
            (generator, cont, dst) = (inner, Cont::Delegate, 0);
        }
        let exc = self.exception_argument(given)?;
        self.resume_generator(generator, Resume::Throw(exc), cont, dst)
    }

    fn is_generator_exit(&self, exc: Value) -> bool {
        let class = if exc.is(ids::CLASS) { exc } else { self.type_of(exc) };
        self.is_subclass(class, self.types.generator_exit)
    }

    /// The exception that the arguments of `throw()` denote.
    pub(crate) fn exception_argument(&mut self, given: &[Value]) -> Res {
        let exc = given[0];
        if self.is_exception(exc) {
            if given.get(1).is_some_and(|value| !value.is_none()) {
                return Err(self.type_error("instance exception may not have a separate value"));
            }
            return Ok(exc);
        }
        if exc.is(ids::CLASS) && self.is_subclass(exc, self.types.base_exception) {
            let made = match given.get(1) {
                Some(&v) if self.is_exception(v) => return Ok(v),
                Some(&v) if !v.is_none() => self.call(exc, &[v])?,
                _ => self.call(exc, &[])?,
            };
            return if self.is_exception(made) { Ok(made) } else { self.not_an_exception(exc, made) };
        }
        let name = self.type_name(exc);
        Err(self.type_error(format!("exceptions must be classes or instances deriving from BaseException, not {name}")))
    }

    /// The exception to throw instead, if calling a class did not make one.
    fn not_an_exception(&mut self, class: Value, made: Value) -> Res {
        let class = self.repr(class)?;
        let (class, name) = (self.text_lossy(class).into_owned(), self.type_name(made));
        let message = format!("calling {class} should have returned an instance of BaseException, not {name}");
        match self.type_error(message) {
            Trap::Raise(exc) => Ok(exc),
            other => Err(other),
        }
    }

    /// Pushes the frame of a suspended generator without entering it.
    pub(crate) fn push_delegator(&mut self, generator: Value, cont: Cont, dst: u16) -> Res<()> {
        let (code, base) = (self.loaded.codes[self.heap.shape(generator) as usize], self.free_window());
        if !self.has_memory_for_frame(code, base) {
            return Err(self.recursion_error("maximum recursion depth exceeded"));
        }
        self.put_frame(code, base, cont, dst);
        self.load_generator(generator);
        self.top().born = self.heap.slot(generator, slot::BORN).as_int() as u64;
        self.begin_delegating(generator)
    }

    /// Marks a suspended generator as delegating, which counts as running.
    pub(crate) fn begin_delegating(&mut self, generator: Value) -> Res<()> {
        if self.generator_state(generator) != slot::SUSPENDED {
            // The lookup of the receiver's method ran the program's code, and that the generator.
            let what = self.generator_kind_name(generator);
            return Err(self.value_error(format!("{what} already executing")));
        }
        self.heap.set_slot(generator, slot::STATE, Value::int(slot::DELEGATING));
        Ok(())
    }

    /// Undoes `begin_delegating`, unless something else did.
    pub(crate) fn end_delegating(&mut self, generator: Value) {
        if self.generator_state(generator) == slot::DELEGATING {
            self.heap.set_slot(generator, slot::STATE, Value::int(slot::SUSPENDED));
        }
    }

    /// Suspends the delegating frames on top after a yield. Returns the continuation of the value.
    pub(crate) fn suspend_delegators(&mut self) -> (Cont, u16) {
        loop {
            let frame = *self.top_ref();
            self.save_registers(frame.owner, &frame);
            self.end_delegating(frame.owner);
            self.pop_frame();
            if frame.cont != Cont::Delegate {
                return (frame.cont, frame.dst);
            }
        }
    }

    /// Number of frames that have been entered, which the recursion limit counts.
    pub(crate) fn entered_frames(&self) -> usize {
        self.frames().filter(|f| !self.only_delegates(f)).count()
    }

    /// Checks the recursion limit before entering the top frame. If exceeded, pops the frame and ends its generator.
    pub(crate) fn check_delegator(&mut self) -> Res<()> {
        let limit = self.global(slots::RECURSION).as_int() as usize;
        if self.entered_frames() < limit {
            return Ok(());
        }
        let frame = self.pop_frame();
        self.end_generator(frame.owner);
        Err(self.recursion_error("maximum recursion depth exceeded"))
    }

    /// Enters the top frame to raise what its delegate raised (a return is a StopIteration); unwinding continues there.
    pub(crate) fn raise_in_delegator(&mut self, exc: Value) -> Res<()> {
        let generator = self.top_ref().owner;
        self.enter_pushed(generator);
        self.deliver_throw_call(exc, How::Resume)
    }

    /// Raises in a generator's own frame; `given` are the arguments of `throw()`.
    pub(crate) fn throw_here(&mut self, generator: Value, given: &[Value]) -> Res {
        let exc = self.exception_argument(given)?;
        self.end_delegating(generator);
        Err(self.tail_resume(generator, Resume::Throw(exc)))
    }

    /// Raises an exception at the `yield` of the top frame's generator.
    pub(crate) fn throw_in_top(&mut self, exc: Value, state: i64) -> Res<()> {
        self.deliver_throw_call(exc, if state == slot::CREATED { How::Start } else { How::Resume })?;
        Err(Trap::Raise(exc))
    }

    /// Delivers the `call` event of the generator in the top frame, in which an exception is raised next. The exception
    /// that the generator itself was handling becomes its context, not the caller's.
    fn deliver_throw_call(&mut self, exc: Value, how: How) -> Res<()> {
        let (line, at) = (self.raising_line(), self.raising_at());
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Thrown, at });
        if !self.heap.slot(self.top_ref().owner, slot::EXC).is_none() {
            self.set_context(exc);
        }
        self.deliver_unattached(EventKind::Call, how, line)
    }
}
