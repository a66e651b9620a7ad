//! Continuations that are kept on the list of `slots::AWAITING`: the steps of asyncio's tasks, and what runs in a
//! context of `contextvars`.
//!
//! A step resumes the task's coroutine with [`Cont::Step`]. The task is on the list meanwhile, and has the continuation
//! of the step; `modules/asyncio/step.rs` decides what follows from what the coroutine yields, returns or raises. What
//! runs in a context does so with [`Cont::Context`]; the number on the list is the continuation of its result.

use ttd_core::value::Value;

use crate::modules::asyncio::{self, After};
use crate::native::{Args, Res, Trap};
use crate::vm::stack::frame::{Cont, Frame};
use crate::vm::{Resume, slots};
use crate::{Vm, ids};

/// A continuation and its register as one number.
fn code_of(cont: Cont, dst: u16) -> i64 {
    i64::from(dst) << 8 | cont as i64
}

fn cont_of(code: i64) -> (Cont, u16) {
    (Cont::ALL[(code & 0xFF) as usize], (code >> 8) as u16)
}

impl Vm {
    /// Puts a value on the list. Returns how many were there.
    pub(super) fn push_awaiting(&mut self, v: Value) -> usize {
        let awaiting = self.global(slots::AWAITING);
        self.heap.list_push(awaiting, v);
        self.heap.list(awaiting).len() - 1
    }

    /// Takes the last value off the list.
    pub(super) fn pop_awaiting(&mut self) -> Value {
        let awaiting = self.global(slots::AWAITING);
        let n = self.heap.list(awaiting).len();
        let last = self.heap.list(awaiting)[n - 1];
        self.heap.list_truncate(awaiting, n - 1);
        last
    }

    /// Whether what was pushed as number `place` is still the last on the list, and no frame was pushed.
    fn has_not_begun(&self, place: usize, depth: usize) -> bool {
        self.depth() == depth && self.heap.list(self.global(slots::AWAITING)).len() == place + 1
    }

    /// Runs a step of a task.
    pub(crate) fn push_step(&mut self, task: Value, coro: Value, with: Resume, cont: Cont, dst: u16) -> Res<()> {
        asyncio::save_cont(self, task, code_of(cont, dst));
        let (place, depth) = (self.push_awaiting(task), self.depth());
        let done = match with {
            Resume::Send(_) => self.resume_generator(coro, with, Cont::Step, 0),
            Resume::Throw(exc) => self.throw_into(coro, &[exc], Cont::Step, 0),
        };
        match done {
            // Raised before the coroutine was entered.
            Err(Trap::Raise(exc)) if self.has_not_begun(place, depth) => {
                let (after, cont, dst) = self.end_step(|vm, task| asyncio::raised(vm, task, exc));
                self.after_step(after, cont, dst)
            }
            done => done,
        }
    }

    /// Ends the step that runs, which decides what is next.
    fn end_step(&mut self, decide: impl FnOnce(&mut Vm, Value) -> After) -> (After, Cont, u16) {
        let task = self.pop_awaiting();
        let (cont, dst) = cont_of(asyncio::saved_cont(self, task));
        (decide(self, task), cont, dst)
    }

    fn after_step(&mut self, after: After, cont: Cont, dst: u16) -> Res<()> {
        match after {
            After::Done => self.deliver(cont, dst, Value::NONE),
            After::Call(function, args) => self.invoke(function, &args, &[], cont, dst),
            After::Raise(exc) => Err(Trap::Raise(exc)),
        }
    }

    /// The coroutine of the task whose step runs yielded.
    pub(crate) fn step_yielded(&mut self, v: Value) -> Res<()> {
        let (after, cont, dst) = self.end_step(|vm, task| asyncio::yielded(vm, task, v));
        self.after_step(after, cont, dst)
    }

    /// It returned.
    pub(crate) fn step_returned(&mut self, v: Value) -> Res<()> {
        let (after, cont, dst) = self.end_step(|vm, task| asyncio::returned(vm, task, v));
        self.after_step(after, cont, dst)
    }

    /// Converts an exception that left a frame whose continuation is on the list: returns the frame as if the one that
    /// waits had called it, and the exception to raise there; `None` if that goes on with a result.
    pub(crate) fn unwound_by_owner(&mut self, frame: Frame, exc: Value, bottom: usize) -> Res<Option<(Frame, Value)>> {
        let (mut frame, mut exc) = (frame, exc);
        loop {
            match frame.cont {
                Cont::AsyncGen => (frame, exc) = self.async_unwound(frame, exc),
                Cont::Context => {
                    let (cont, dst) = self.leave_context();
                    frame = Frame { cont, dst, ..frame };
                }
                Cont::Step => {
                    let (after, cont, dst) = self.end_step(|vm, task| asyncio::raised(vm, task, exc));
                    if let After::Raise(raised) = after {
                        exc = raised;
                        frame = Frame { cont, dst, ..frame };
                        continue;
                    }
                    self.state.unwinding = None;
                    self.after_step(after, cont, dst).or_else(|trap| self.handle_trap(trap, bottom))?;
                    return Ok(None);
                }
                _ => return Ok(Some((frame, exc))),
            }
        }
    }

    /// Calls something that pushes a frame in a context.
    pub(crate) fn push_in_context(
        &mut self,
        context: Value,
        (func, args, kw): (Value, &[Value], &[(Value, Value)]),
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        asyncio::enter_context(self, context);
        let (place, depth) = (self.push_awaiting(Value::int(code_of(cont, dst))), self.depth());
        let done = self.call_in_context(func, args, kw);
        if let Err(Trap::Raise(_)) = done
            && self.has_not_begun(place, depth)
        {
            self.leave_context();
        }
        done
    }

    fn call_in_context(&mut self, func: Value, args: &[Value], kw: &[(Value, Value)]) -> Res<()> {
        if !func.is(ids::BUILTIN) || args.len() > 1 || !kw.is_empty() {
            return self.invoke(func, args, kw, Cont::Context, 0);
        }
        // The step of a task, or what wakes one.
        let run = self.loaded.natives[self.heap.shape(func) as usize].row.run;
        let all = [self.heap.slot(func, 0), args.first().copied().unwrap_or(Value::UNBOUND)];
        let result = run(self, Args { pos: &all[..=args.len()], rest: &[], kw: &[] });
        self.deliver_native(Cont::Context, 0, result)
    }

    /// Leaves the context that was entered last. Returns the continuation that waits for the call.
    pub(crate) fn leave_context(&mut self) -> (Cont, u16) {
        asyncio::leave_context(self);
        cont_of(self.pop_awaiting().as_int())
    }
}
