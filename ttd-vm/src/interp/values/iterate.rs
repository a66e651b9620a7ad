//! Iteration: `for`, `iter()` and `next()`.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::ops::iter;
use crate::vm::stack::frame::Cont;
use crate::vm::{Resume, Tail};
use crate::{Vm, ids};

impl Vm {
    /// The next item of a loop over anything but a small range or a list.
    #[inline(never)]
    pub(crate) fn op_for(&mut self, ins: Ins) -> Res<()> {
        let it = self.reg(ins.a);
        if it.is(ids::GENERATOR) {
            return self.resume_generator(it, Resume::Send(Value::NONE), Cont::Next, ins.b);
        }
        if let Some(Some(v)) = crate::types::iter::common_next(self, it) {
            self.deliver_next(v);
            return Ok(());
        }
        if let Some(next) = iter::raised_next(self, it) {
            match next {
                Ok(Some(v)) => self.deliver_next(v),
                Ok(None) => return self.exhausted(Cont::Next, ins.b, Value::NONE),
                Err(trap) => return self.end_by_raised(trap),
            }
            return Ok(());
        }
        self.next_then(it, Cont::Next, ins.b)
    }

    /// Ends a loop by a StopIteration that a native iterator's callee raised.
    #[cold]
    pub(crate) fn end_by_raised(&mut self, trap: Trap) -> Res<()> {
        match trap {
            Trap::Raise(exc) if self.is_instance(exc, self.types.stop_iteration) => {
                let value = self.stop_value(exc);
                self.end_loop_with_event(value)
            }
            other => Err(other),
        }
    }

    /// The next item of an iterator that is not native, through a frame.
    pub(crate) fn next_then(&mut self, it: Value, cont: Cont, dst: u16) -> Res<()> {
        if it.is(ids::GENERATOR) {
            return self.resume_generator(it, Resume::Send(Value::NONE), cont, dst);
        }
        if let Some(generator) = iter::delegate(self, it) {
            return self.resume_generator(generator, Resume::Send(Value::NONE), cont, dst);
        }
        if let Some(engine) = crate::types::iter::engine(self, it) {
            return self.push_function(engine.function, engine.args(), &[], cont, dst);
        }
        self.call_next(it, cont, dst)
    }

    /// Calls `__next__`.
    pub(crate) fn call_next(&mut self, it: Value, cont: Cont, dst: u16) -> Res<()> {
        let class = self.type_of(it);
        match self.lookup(class, self.names.next).map(|f| self.as_function(f)) {
            Some(f) => match self.invoke(f, &[it], &[], cont, dst) {
                // Raised by a native; what Python code raises goes to the continuation.
                Err(Trap::Raise(exc)) if self.is_instance(exc, self.types.stop_iteration) => match cont {
                    Cont::Next | Cont::Send => {
                        self.end_loop(exc);
                        Ok(())
                    }
                    Cont::NextDefault => self.exhausted(cont, dst, Value::NONE),
                    _ => Err(Trap::Raise(exc)),
                },
                done => done,
            },
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'{name}' object is not an iterator")))
            }
        }
    }

    /// `Op::GetIter`.
    #[inline(never)]
    pub(crate) fn op_get_iter(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        self.iter_then(v, ins.a)
    }

    /// `iter(v)` into a register, through a frame if it needs Python code.
    pub(crate) fn iter_then(&mut self, v: Value, dst: u16) -> Res<()> {
        if let Some(it) = iter::builtin_iter(self, v) {
            self.set_reg(dst, it);
            return Ok(());
        }
        if v.is(ids::GENERATOR) {
            self.set_reg(dst, v);
            return Ok(());
        }
        let class = self.type_of(v);
        let own = self.lookup(class, self.names.iter);
        if let Some(f) = own.filter(|f| !f.is_none()) {
            return self.invoke(f, &[v], &[], Cont::Iter, dst);
        }
        if v.is(ids::INST) && own.is_none() && self.lookup(class, self.names.getitem).is_some() {
            let it = self.new_sequence_iterator(v);
            self.set_reg(dst, it);
            return Ok(());
        }
        let name = self.class_name(class);
        Err(self.type_error(format!("'{name}' object is not iterable")))
    }

    /// `next(it)` or `next(it, default)` as a tail call of the calling native.
    pub fn next_or_tail(&mut self, it: Value, default: Option<Value>) -> Res {
        if let Some(next) = iter::builtin_next(self, it) {
            return match (next?, default) {
                (Some(v), _) => Ok(v),
                (None, Some(d)) => Ok(d),
                (None, None) => Err(self.stop_iteration(Value::NONE)),
            };
        }
        if let Some(default) = default {
            return Err(self.tail_of(Tail::NextOr { it, default }));
        }
        let generator = if it.is(ids::GENERATOR) { Some(it) } else { iter::delegate(self, it) };
        if let Some(g) = generator {
            return Err(self.tail_resume(g, Resume::Send(Value::NONE)));
        }
        let class = self.type_of(it);
        match self.lookup(class, self.names.next).map(|f| self.as_function(f)) {
            Some(f) => Err(self.tail_call(f, &[it])),
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'{name}' object is not an iterator")))
            }
        }
    }
}
