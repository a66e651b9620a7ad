//! Continuations: what becomes of a result, relative to the instruction of the top frame that waits for it.
//!
//! # Why the unsafe code is sound
//!
//! A waiting frame has fetched an instruction, so there is one before `pc`. Jumps land on instructions: the verifier of
//! `ttd-code` checks them.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// The instruction of the top frame that waits for a result: the one before `pc`.
    pub(crate) fn waiting(&self) -> Ins {
        // SAFETY: a frame that waits has fetched an instruction, so `pc` is past the first.
        let pc = unsafe { self.pc.sub(1) };
        self.original_at(pc)
    }

    /// Jumps relative to the next instruction.
    pub(crate) fn jump(&mut self, distance: u16) {
        // SAFETY: the verifier has checked where jumps land.
        self.pc = unsafe { self.pc.offset(distance as i16 as isize) };
    }

    /// The instruction to which a jump leads, as it is now: watching changes its opcode.
    pub(crate) fn present_at(&self, distance: u16) -> Ins {
        // SAFETY: the verifier has checked where jumps land.
        unsafe { *self.pc.offset(distance as i16 as isize) }
    }

    /// Returns a value from the top frame: `Op::Return`.
    pub(crate) fn op_return(&mut self, v: Value) -> Res<()> {
        let frame = self.pop_frame();
        if !frame.is_generator() {
            self.end_frame(&frame);
            return self.deliver(frame.cont, frame.dst, v);
        }
        self.finish_generator(&frame);
        if frame.cont == Cont::AsyncGen {
            return self.async_returned();
        }
        self.exhausted(frame.cont, frame.dst, v)
    }

    /// Delivers a result to a continuation.
    pub(crate) fn deliver(&mut self, cont: Cont, dst: u16, v: Value) -> Res<()> {
        match cont {
            Cont::Store | Cont::NextDefault | Cont::GetAttr => self.set_reg(dst, v),
            Cont::Discard => {}
            Cont::Init => return self.deliver_init(dst, v),
            Cont::New => return self.deliver_new(dst, v),
            Cont::BinaryLeft | Cont::BinaryRightFirst | Cont::BinaryLast | Cont::InPlace => {
                return self.deliver_binary(cont, dst, v);
            }
            Cont::CompareFirst | Cont::CompareSecond => return self.deliver_compare(cont, v),
            Cont::CompareKeys => return self.deliver_order_of_keys(v),
            Cont::Truth => return self.deliver_truth(v),
            Cont::TruthLen => {
                let n = self.len_from(v)?;
                return self.finish_truth(n != 0);
            }
            Cont::Contains => return self.deliver_contains(v),
            Cont::StoreTruth => {
                let truth = self.truth(v)?;
                self.set_reg(dst, Value::bool(truth));
            }
            Cont::Next => self.deliver_next(v),
            Cont::Asked => return self.deliver_answer(v),
            Cont::Native => return self.deliver_awaited(dst, v),
            Cont::Send | Cont::SendIter => {
                let ins = self.waiting();
                self.set_reg(ins.a, v);
            }
            Cont::AsyncGen => return self.async_yielded(v),
            Cont::Step => return self.step_yielded(v),
            Cont::Context => {
                let (cont, dst) = self.leave_context();
                return self.deliver(cont, dst, v);
            }
            Cont::Await => return self.deliver_await(dst, v),
            Cont::AIter => return self.deliver_aiter(dst, v),
            Cont::ANext => return self.deliver_anext(dst, v),
            Cont::Close => return Err(self.runtime_error("generator ignored GeneratorExit")),
            Cont::Delegate => {
                let (cont, dst) = self.suspend_delegators();
                return self.deliver(cont, dst, v);
            }
            Cont::Iter => return self.deliver_iter(dst, v),
            Cont::Text | Cont::Repr => {
                if self.payload(v, ids::STR).is_none() {
                    return Err(self.no_text(cont, v));
                }
                self.set_reg(dst, v);
            }
            Cont::Len => {
                let n = self.len_from(v)?;
                let n = self.int(n as i64);
                self.set_reg(dst, n);
            }
            Cont::Method | Cont::GetMethod => {
                self.set_reg(dst, v);
                self.set_reg(dst + 1, Value::UNBOUND);
            }
            Cont::Unpack => {
                let ins = self.waiting();
                return self.unpack_into(ins, v);
            }
            Cont::Exit => {
                self.pending.exit_value = v;
                self.pending.exit_pending = true;
            }
        }
        Ok(())
    }

    fn deliver_contains(&mut self, v: Value) -> Res<()> {
        let ins = self.waiting();
        let negate = ins.op == Op::NotContains;
        let truth = self.truth(v)?;
        self.set_reg(ins.a, Value::bool(truth != negate));
        Ok(())
    }

    fn deliver_iter(&mut self, dst: u16, v: Value) -> Res<()> {
        let class = self.type_of(v);
        if self.lookup(class, self.names.next).is_none() {
            let name = self.type_name(v);
            return Err(self.type_error(format!("iter() returned non-iterator of type '{name}'")));
        }
        self.set_reg(dst, v);
        Ok(())
    }

    fn deliver_init(&mut self, dst: u16, v: Value) -> Res<()> {
        if !v.is_none() {
            let name = self.type_name(v);
            return Err(self.type_error(format!("__init__() should return None, not '{name}'")));
        }
        let ins = self.waiting();
        let made = self.reg(ins.a);
        self.set_reg(dst, made);
        Ok(())
    }

    /// Stores the next item of the loop that waits in its variable and enters the body.
    pub(crate) fn deliver_next(&mut self, v: Value) {
        self.enter_body(self.waiting(), v);
    }

    /// Delivers the end of a generator or iterator, with its return value.
    pub(crate) fn exhausted(&mut self, cont: Cont, dst: u16, v: Value) -> Res<()> {
        match cont {
            Cont::Next if v.is_none() => {
                let ins = self.waiting();
                if ins.op == Op::ForIter {
                    self.jump(ins.c);
                }
                Ok(())
            }
            Cont::SendIter if v.is_none() => {
                let ins = self.waiting();
                self.set_reg(ins.a, v);
                self.jump(ins.c);
                Ok(())
            }
            Cont::Next | Cont::Send | Cont::SendIter => self.end_loop_with_event(v),
            Cont::Asked => self.deliver_end(v),
            Cont::Native => self.end_fold(dst),
            Cont::NextDefault => {
                let ins = self.waiting();
                let default = self.reg(ins.a + 3);
                self.set_reg(dst, default);
                Ok(())
            }
            Cont::Close => {
                self.set_reg(dst, v);
                Ok(())
            }
            Cont::Discard => Ok(()),
            Cont::Step => self.step_returned(v),
            _ => Err(self.stop_iteration(v)),
        }
    }
}
