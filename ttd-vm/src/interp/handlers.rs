//! Raising, matching and ending exceptions.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::errors::raise::fields;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::PushExc`.
    pub(crate) fn op_push_exc(&mut self, ins: Ins) -> Res<()> {
        let exc = self.reg(ins.a);
        self.set_reg(ins.a + 1, exc);
        let (handled, frame) = (self.state.exc, self.top_ref());
        // The exception that a generator's caller handles depends on who resumes it next. It may be the one that was
        // thrown into the generator, which handles it itself then.
        let foreign = frame.is_generator()
            && handled == frame.outer_exc
            && (handled.is_none() || {
                let code = frame.code();
                !code.code.was_handling_before(code.index_of(self.pc) - 1)
            });
        self.set_reg(ins.a, if foreign { Value::NONE } else { handled });
        self.state.exc = exc;
        Ok(())
    }

    /// `Op::PopExc`.
    pub(crate) fn op_pop_exc(&mut self, ins: Ins) -> Res<()> {
        let (before, frame) = (self.reg(ins.a), self.top_ref());
        self.state.exc = if before.is_none() && frame.is_generator() { frame.outer_exc } else { before };
        Ok(())
    }

    /// `Op::CheckExcMatch`.
    pub(crate) fn op_check_match(&mut self, ins: Ins) -> Res<()> {
        let (exc, class) = (self.reg(ins.b), self.reg(ins.c));
        let matches = self.exception_matches(exc, class)?;
        self.set_reg(ins.a, Value::bool(matches));
        Ok(())
    }

    fn exception_matches(&mut self, exc: Value, class: Value) -> Res<bool> {
        if class.is(ids::TUPLE) {
            let classes = self.heap.tuple(class).to_vec();
            for c in &classes {
                self.check_exception_class(*c)?;
            }
            return Ok(classes.iter().any(|c| self.is_instance(exc, *c)));
        }
        self.check_exception_class(class)?;
        Ok(self.is_instance(exc, class))
    }

    fn check_exception_class(&mut self, class: Value) -> Res<()> {
        if class.is(ids::CLASS) && self.is_subclass(class, self.types.base_exception) {
            return Ok(());
        }
        Err(self.type_error("catching classes that do not inherit from BaseException is not allowed"))
    }

    /// `Op::Raise`.
    pub(crate) fn op_raise(&mut self, ins: Ins) -> Res<()> {
        match ins.a {
            0 => {
                let exc = self.state.exc;
                if exc.is_none() {
                    return Err(self.runtime_error("No active exception to reraise"));
                }
                self.pending.reraising = true;
                Err(Trap::Raise(exc))
            }
            1 => {
                let exc = self.exception_from(self.reg(ins.b))?;
                Err(Trap::Raise(exc))
            }
            _ => {
                let exc = self.exception_from(self.reg(ins.b))?;
                self.set_cause(exc, self.reg(ins.c))?;
                Err(Trap::Raise(exc))
            }
        }
    }

    /// What `raise` makes of a value: an exception of its own, or one that calling a class has made.
    pub(crate) fn exception_from(&mut self, v: Value) -> Res {
        if self.is_exception(v) {
            return Ok(v);
        }
        if v.is(ids::CLASS) && self.is_subclass(v, self.types.base_exception) {
            let made = self.call(v, &[])?;
            if self.is_exception(made) {
                return Ok(made);
            }
            let (class, name) = (self.class_name(v), self.type_name(made));
            return Err(self.type_error(format!(
                "calling <class '{class}'> should have returned an instance of BaseException, not {name}"
            )));
        }
        Err(self.type_error("exceptions must derive from BaseException"))
    }

    /// `raise exc from cause`, without raising.
    pub(crate) fn set_cause(&mut self, exc: Value, cause: Value) -> Res<()> {
        let cause = if cause.is_none() { cause } else { self.cause_from(cause)? };
        self.heap.set_slot(exc, fields::CAUSE, cause);
        self.heap.set_slot(exc, fields::SUPPRESS, Value::TRUE);
        Ok(())
    }

    fn cause_from(&mut self, v: Value) -> Res {
        let is_class = v.is(ids::CLASS) && self.is_subclass(v, self.types.base_exception);
        if is_class || self.is_exception(v) {
            return self.exception_from(v);
        }
        Err(self.type_error("exception causes must derive from BaseException"))
    }

    /// `Op::Reraise`.
    pub(crate) fn op_reraise(&mut self, ins: Ins) -> Res<()> {
        self.pending.reraising = true;
        if ins.b == 1 && self.reg(ins.c).is_int() {
            // A re-raised exception is reported at its first instruction, as CPython restores it.
            self.pending.raised_at = Some(self.reg(ins.c).as_int() as u32);
        }
        Err(Trap::Raise(self.reg(ins.a)))
    }

    /// `Op::WithExceptStart`.
    pub(crate) fn op_with_except(&mut self, ins: Ins) -> Res<()> {
        let (f, this, exc) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.c));
        let class = self.type_of(exc);
        let tb = self.exc_field(exc, fields::TRACEBACK);
        let args = [this, class, exc, tb];
        let from = usize::from(this.is_unbound());
        self.invoke(f, &args[from..], &[], Cont::Store, ins.a)
    }

    /// `Op::StopIterationError`.
    pub(crate) fn op_stop_iteration_error(&mut self, ins: Ins) -> Res<()> {
        let exc = self.reg(ins.b);
        let code = self.top_ref().code();
        let stop = self.is_instance(exc, self.types.stop_iteration);
        let stop_async = code.has(ttd_code::bytecode::code::flags::ASYNC_GENERATOR)
            && self.is_instance(exc, self.types.stop_async_iteration);
        let result = if stop || stop_async {
            let kind = if code.has(ttd_code::bytecode::code::flags::ASYNC_GENERATOR) {
                "async generator"
            } else if code.has(ttd_code::bytecode::code::flags::COROUTINE) {
                "coroutine"
            } else {
                "generator"
            };
            let what = if stop { "StopIteration" } else { "StopAsyncIteration" };
            let Trap::Raise(new) = self.runtime_error(format!("{kind} raised {what}")) else { return Ok(()) };
            self.heap.set_slot(new, fields::CAUSE, exc);
            self.heap.set_slot(new, fields::CONTEXT, exc);
            self.heap.set_slot(new, fields::SUPPRESS, Value::TRUE);
            new
        } else {
            exc
        };
        self.set_reg(ins.a, result);
        Ok(())
    }

    /// `Op::CheckEgMatch`: in Python, because it may call user-defined `split`.
    pub(crate) fn op_check_eg_match(&mut self, ins: Ins) -> Res<()> {
        let (exc, class) = (self.reg(ins.b), self.reg(ins.c));
        let f = self.lib("eg_match");
        let pair = self.call(f, &[exc, class])?;
        let (rest, matched) = (self.heap.tuple(pair)[0], self.heap.tuple(pair)[1]);
        self.set_reg(ins.a, rest);
        self.set_reg(ins.a + 1, matched);
        if !matched.is_none() {
            self.state.exc = matched;
        }
        Ok(())
    }

    /// `Op::PrepReraiseStar`.
    pub(crate) fn op_prep_reraise_star(&mut self, ins: Ins) -> Res<()> {
        let (original, list) = (self.reg(ins.b), self.reg(ins.c));
        let f = self.lib("prep_reraise_star");
        let v = self.call(f, &[original, list])?;
        self.set_reg(ins.a, v);
        Ok(())
    }

    /// `Op::EndAsyncFor`.
    pub(crate) fn op_end_async_for(&mut self, ins: Ins) -> Res<()> {
        let exc = self.reg(ins.a);
        if self.is_exception(exc) && self.is_instance(exc, self.types.stop_async_iteration) {
            return Ok(());
        }
        self.pending.reraising = true;
        Err(Trap::Raise(exc))
    }
}
