//! `throw()` on generators that delegate with `yield from` or `await`: the innermost one gets the exception.
//!
//! Meanwhile the generators that delegate to a generator are on the stack, so that a debugger sees who waits for whom,
//! but they have not been entered: no event tells of them, and neither the depth of events nor the recursion limit
//! counts them. When the innermost one yields, they are suspended as silently ([`Cont::Delegate`] delivered). When it
//! returns or raises, the one that delegated to it is entered with that exception, which is an event.

use ttd_code::bytecode::op::Op;
use ttd_core::value::Value;

use super::gen_slots as slot;
use crate::native::{Res, Trap};
use crate::vm::event::{EventKind, How};
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{Resume, UnwindStep, Unwinding, slots};
use crate::{Vm, ids};

impl Vm {
    /// Whether a frame is that of a generator which is on the stack for what it delegates to, and was not entered.
    pub(crate) fn only_delegates(&self, frame: &Frame) -> bool {
        frame.is_generator() && self.generator_state(frame.owner) == slot::DELEGATING
    }

    /// What a suspended generator delegates to with `yield from` or `await`.
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

    /// `generator.throw(*given)`. With delegating frames on the stack, what is raised here is raised in the top one.
    pub(crate) fn throw_into(&mut self, generator: Value, given: &[Value], cont: Cont, dst: u16) -> Res<()> {
        let (mut generator, mut cont, mut dst) = (generator, cont, dst);
        while let Some(inner) = self.delegate_of(generator) {
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

    /// The exception that the arguments of `throw()` stand for.
    pub(crate) fn exception_argument(&mut self, given: &[Value]) -> Res {
        let exc = given[0];
        if self.is_exception(exc) {
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

    /// The exception that is thrown instead of what a class made that made none.
    fn not_an_exception(&mut self, class: Value, made: Value) -> Res {
        let class = self.repr(class)?;
        let (class, name) = (self.text_lossy(class).into_owned(), self.type_name(made));
        let message = format!("calling {class} should have returned an instance of BaseException, not {name}");
        match self.type_error(message) {
            Trap::Raise(exc) => Ok(exc),
            other => Err(other),
        }
    }

    /// Puts the frame of a suspended generator on the stack without entering it.
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

    /// A suspended generator counts as running from now on, for what it delegates to does.
    pub(crate) fn begin_delegating(&mut self, generator: Value) -> Res<()> {
        if self.generator_state(generator) != slot::SUSPENDED {
            // Looking for what to call has run code of the program, and that the generator.
            let what = self.generator_kind_name(generator);
            return Err(self.value_error(format!("{what} already executing")));
        }
        self.heap.set_slot(generator, slot::STATE, Value::int(slot::DELEGATING));
        Ok(())
    }

    /// The end of what `begin_delegating` began, if nothing else did end it.
    pub(crate) fn end_delegating(&mut self, generator: Value) {
        if self.generator_state(generator) == slot::DELEGATING {
            self.heap.set_slot(generator, slot::STATE, Value::int(slot::SUSPENDED));
        }
    }

    /// What the top frames delegate to has yielded: they are suspended again. Whom the value goes to.
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

    /// How many frames on the stack have been entered: what the recursion limit counts.
    pub(crate) fn entered_frames(&self) -> usize {
        self.frames().filter(|f| !self.only_delegates(f)).count()
    }

    /// Whether the recursion limit lets the top frame be entered. If not, it is left and its generator over.
    pub(crate) fn check_delegator(&mut self) -> Res<()> {
        let limit = self.global(slots::RECURSION).as_int() as usize;
        if self.entered_frames() < limit {
            return Ok(());
        }
        let frame = self.pop_frame();
        self.end_generator(frame.owner);
        Err(self.recursion_error("maximum recursion depth exceeded"))
    }

    /// What the top frame delegates to has raised (or returned, which is a StopIteration): the frame is entered, and
    /// the unwinding goes on in it.
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

    /// Raises an exception where the generator in the top frame is suspended.
    pub(crate) fn throw_in_top(&mut self, exc: Value, state: i64) -> Res<()> {
        self.deliver_throw_call(exc, if state == slot::CREATED { How::Start } else { How::Resume })?;
        Err(Trap::Raise(exc))
    }

    /// The `call` event of a generator in whose frame, the top one, an exception is to be raised next. What it was
    /// handling itself becomes the exception's context, but not what its caller handles.
    fn deliver_throw_call(&mut self, exc: Value, how: How) -> Res<()> {
        let (line, at) = (self.raising_line(), self.raising_at());
        self.state.unwinding = Some(Unwinding { exc, step: UnwindStep::Thrown, at });
        if !self.heap.slot(self.top_ref().owner, slot::EXC).is_none() {
            self.set_context(exc);
        }
        self.deliver_unattached(EventKind::Call, how, line)
    }
}
