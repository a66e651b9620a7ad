//! `await`, `async for` and `async with`.

use ttd_code::bytecode::code::flags;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::modules::asyncio::{AWAIT_ITER, Sent, await_exact, send_await};
use crate::native::{Res, Trap};
use crate::vm::errors::raise::fields;
use crate::vm::objects::generator_layout as slot;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Whether it is a generator that can be awaited: `types.coroutine` marked its function.
    pub(crate) fn is_awaitable_generator(&self, v: Value) -> bool {
        v.is(ids::GENERATOR) && self.loaded.codes[self.heap.shape(v) as usize].has(flags::ITERABLE_COROUTINE)
    }

    /// Whether it is a builtin that is its own awaitable.
    fn is_own_awaitable(&self, v: Value) -> bool {
        v.is(ids::COROUTINE) || v.is(ids::ANEXT) || self.is_async_awaitable(v) || self.is_awaitable_generator(v)
    }

    /// `Op::GetAwaitable`.
    pub(crate) fn op_get_awaitable(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        if v.is(ids::COROUTINE) && self.delegate_of(v).is_some() {
            return Err(self.runtime_error("coroutine is being awaited already"));
        }
        if self.is_own_awaitable(v) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if let Some(iterator) = await_exact(self, v) {
            self.set_reg(ins.a, iterator);
            return Ok(());
        }
        let class = self.type_of(v);
        if let Some(f) = self.lookup(class, self.names.await_).map(|f| self.as_function(f)) {
            return self.invoke(f, &[v], &[], Cont::Await, ins.a);
        }
        let name = self.class_name(class);
        Err(self.type_error(match ins.c {
            1 => format!("'async with' received an object from __aenter__ that does not implement __await__: {name}"),
            2 => {
                format!("'async with' received an object from __aexit__ that does not implement __await__: {name}")
            }
            _ => format!("object {name} can't be used in 'await' expression"),
        }))
    }

    /// Checks and stores the result of `__await__`.
    pub(crate) fn deliver_await(&mut self, dst: u16, v: Value) -> Res<()> {
        if v.is(ids::COROUTINE) || self.is_awaitable_generator(v) {
            return Err(self.type_error("__await__() returned a coroutine"));
        }
        if !self.is_iterator_like(v) {
            let name = self.type_name(v);
            return Err(self.type_error(format!("__await__() returned non-iterator of type '{name}'")));
        }
        self.set_reg(dst, v);
        Ok(())
    }

    fn is_iterator_like(&mut self, v: Value) -> bool {
        self.lookup(self.type_of(v), self.names.next).is_some()
    }

    /// `Op::GetAIter`.
    pub(crate) fn op_get_aiter(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        if v.is(ids::ASYNC_GEN) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let class = self.type_of(v);
        match self.lookup(class, self.names.aiter).map(|f| self.as_function(f)) {
            Some(f) => self.invoke(f, &[v], &[], Cont::AIter, ins.a),
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'async for' requires an object with __aiter__ method, got {name}")))
            }
        }
    }

    /// Checks and stores the result of `__aiter__`.
    pub(crate) fn deliver_aiter(&mut self, dst: u16, v: Value) -> Res<()> {
        if self.lookup(self.type_of(v), self.names.anext).is_none() {
            let name = self.type_name(v);
            return Err(self.type_error(format!(
                "'async for' received an object from __aiter__ that does not implement __anext__: {name}"
            )));
        }
        self.set_reg(dst, v);
        Ok(())
    }

    /// `Op::GetANext`.
    pub(crate) fn op_get_anext(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        if v.is(ids::ASYNC_GEN) {
            let next = self.new_async_awaitable(ids::ASYNC_ASEND, v, Value::NONE);
            self.set_reg(ins.a, next);
            return match self.first_iteration(v) {
                Some(hook) => self.invoke(hook, &[v], &[], Cont::Discard, 0),
                None => Ok(()),
            };
        }
        let class = self.type_of(v);
        match self.lookup(class, self.names.anext).map(|f| self.as_function(f)) {
            Some(f) => self.invoke(f, &[v], &[], Cont::ANext, ins.a),
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'async for' requires an iterator with __anext__ method, got {name}")))
            }
        }
    }

    /// Checks and stores the result of `__anext__`.
    pub(crate) fn deliver_anext(&mut self, dst: u16, v: Value) -> Res<()> {
        if self.is_own_awaitable(v) {
            self.set_reg(dst, v);
            return Ok(());
        }
        let class = self.type_of(v);
        if let Some(f) = self.lookup(class, self.names.await_).map(|f| self.as_function(f)) {
            let helper = self.lib("await_next");
            return self.invoke(helper, &[f, v], &[], Cont::Await, dst);
        }
        let name = self.class_name(class);
        let Trap::Raise(cause) = self.type_error(format!("object {name} can't be used in 'await' expression")) else {
            return Ok(());
        };
        let Trap::Raise(exc) =
            self.type_error(format!("'async for' received an invalid object from __anext__: {name}"))
        else {
            return Ok(());
        };
        for field in [fields::CAUSE, fields::CONTEXT] {
            self.heap.set_slot(exc, field, cause);
        }
        self.heap.set_slot(exc, fields::SUPPRESS, Value::TRUE);
        Err(Trap::Raise(exc))
    }

    /// Sends to a builtin awaitable from `yield from` or `await`; `None` for other receivers.
    pub(crate) fn send_async(&mut self, receiver: Value, value: Value, dst: u16) -> Option<Res<()>> {
        if !receiver.is_obj() {
            return None;
        }
        match receiver.tid() {
            AWAIT_ITER => Some(self.send_to_future(receiver)),
            ids::ASYNC_ASEND | ids::ASYNC_ATHROW => {
                Some(self.push_async(receiver, &crate::vm::call::tail_call::AwaitInput::Send(value), Cont::Send, dst))
            }
            ids::ANEXT => {
                let inner = self.heap.slot(receiver, 0);
                Some(self.resume_generator(inner, crate::vm::Resume::Send(value), Cont::Send, dst))
            }
            ids::CORO_WRAPPER => {
                let inner = self.heap.slot(receiver, 0);
                Some(self.resume_generator(inner, crate::vm::Resume::Send(value), Cont::SendIter, dst))
            }
            _ => None,
        }
    }

    /// One step of awaiting a future.
    fn send_to_future(&mut self, receiver: Value) -> Res<()> {
        let ins = self.waiting();
        match send_await(self, receiver)? {
            Sent::Yields(v) => {
                self.set_reg(ins.a, v);
                Ok(())
            }
            Sent::Returns(v) => self.end_loop_with_event(v),
        }
    }

    /// Whether a coroutine, generator or asynchronous generator was never started.
    pub(crate) fn never_started(&self, generator: Value) -> bool {
        self.generator_state(generator) == slot::CREATED
    }
}
