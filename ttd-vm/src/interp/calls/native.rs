//! Calls of natives.
//!
//! # Why the unsafe code is sound
//!
//! The arguments of a call are registers of the window, by the verifier of `ttd-code`, and no one writes them while the
//! native runs: what it calls has windows above.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::DIRECT;
use crate::native::{Args, Res, Trap};
use crate::types::iter::asking;
use crate::vm::lifecycle::finalize::urgency;
use crate::vm::stack::frame::Cont;
use crate::vm::{Native, Resume, Tail};
use crate::{Vm, ids};

impl Vm {
    /// `Op::Call` of a native function, or of a method of a builtin type on an exact instance: arguments are passed in
    /// place.
    #[inline(never)]
    pub(crate) fn op_call_native(&mut self, ins: Ins) -> Res<()> {
        self.poll_work();
        let callee = self.reg(ins.a);
        let own = usize::from(self.reg(ins.a + 1).is_unbound());
        let n = ins.b as usize + 1 - own;
        // SAFETY: the verifier has checked that the arguments are in the window. They are temporaries of the calling
        // frame, which nothing writes before the call ends: what a native runs has windows above this one.
        let args = unsafe { self.window(ins.a + 1 + own as u16, n) };
        let native = &self.loaded.natives[self.heap.shape(callee) as usize];
        let as_it_is = match callee.is(ids::BUILTIN) {
            true => match self.heap.slot(callee, 0) {
                bound if bound.is_unbound() => true,
                // The register before the arguments says by NULL that the call itself has no receiver.
                bound if own == 1 && !bound.is(ids::INST) => {
                    return self.op_call_with_receiver(ins, 0, bound, [bound, Value::UNBOUND]);
                }
                _ => false,
            },
            false => {
                if let Some((inner, this)) = self.held_by_receiver(callee, args) {
                    return self.op_call_with_receiver(ins, own, inner, [this, this]);
                }
                self.is_own_instance(callee, args)
            }
        };
        let ready = as_it_is && !native.is_new && self.needs_no_finalization(native);
        let Some(named) = native.sig.split(n).filter(|_| ready) else { return self.op_call(ins) };
        let (pos, rest) = args.split_at(named);
        let result = (native.row.run)(self, Args { pos, rest, kw: &[] });
        self.finish_native_call(ins, result)
    }

    /// The builtin value inside an instance that is the first argument, and the instance, if a method of exactly that
    /// builtin type is called.
    #[inline]
    fn held_by_receiver(&self, desc: Value, args: &[Value]) -> Option<(Value, Value)> {
        let this = *args.first().filter(|v| v.is(ids::INST))?;
        let inner = self.unwrap(this);
        (inner != this && self.heap.slot(desc, 0) == self.type_of(inner)).then_some((inner, this))
    }

    /// Calls a method without copying the arguments: the receiver stands in the first of their registers while the
    /// native runs. `own`: whether that is behind the register for a receiver. `seen`: what the program sees as the
    /// receiver; `before`: what stands in the register before and afterwards.
    fn op_call_with_receiver(&mut self, ins: Ins, own: usize, receiver: Value, [seen, before]: [Value; 2]) -> Res<()> {
        let native = &self.loaded.natives[self.heap.shape(self.reg(ins.a)) as usize];
        let (n, first) = (ins.b as usize + 1 - own, ins.a + 1 + own as u16);
        let ready = !native.is_new && self.needs_no_finalization(native);
        let Some(named) = native.sig.split(n).filter(|_| ready) else { return self.op_call(ins) };
        let run = native.row.run;
        self.set_reg(first, receiver);
        let outer = std::mem::replace(&mut self.pending.receiver, (receiver, seen));
        // SAFETY: as in `op_call_native`.
        let args = unsafe { self.window(first, n) };
        let (pos, rest) = args.split_at(named);
        let result = run(self, Args { pos, rest, kw: &[] });
        self.pending.receiver = outer;
        self.set_reg(first, before);
        self.finish_native_call(ins, result)
    }

    /// Whether this native is no finalization point at the current urgency. With `LAZY`, only natives that observe
    /// liveness are.
    #[inline(always)]
    fn needs_no_finalization(&self, native: &Native) -> bool {
        match self.state.finalizer_urgency {
            urgency::NONE => true,
            urgency::LAZY => !native.observes,
            _ => !native.observes && !self.may_search(),
        }
    }

    /// Stores a native's result, or performs its tail call.
    #[inline(always)]
    pub(super) fn finish_native_call(&mut self, ins: Ins, result: Res) -> Res<()> {
        match result {
            Ok(v) => {
                self.set_reg(ins.c, v);
                Ok(())
            }
            Err(Trap::Tail) => self.run_tail_of_call(ins),
            Err(trap) => Err(trap),
        }
    }

    /// Calls a native with arguments in registers.
    pub(crate) fn call_native_registers(&mut self, ins: Ins, callee: Value, first: u16, n: usize) -> Res<()> {
        let id = self.heap.shape(callee);
        let mut buffer = [Value::UNBOUND; DIRECT + 1];
        let bound = if callee.is(ids::BUILTIN) { self.heap.slot(callee, 0) } else { Value::UNBOUND };
        let shift = usize::from(!bound.is_unbound());
        for i in 0..n {
            buffer[i + shift] = self.reg(first + i as u16);
        }
        if shift == 1 {
            buffer[0] = bound;
        }
        let args = &buffer[..n + shift];
        let method = callee.is(ids::METHOD_DESC);
        if self.loaded.natives[id as usize].is_new {
            self.check_new(callee, args)?;
        }
        let result = if bound.is(ids::INST) && self.unwrap(bound) != bound {
            self.call_native_method(id, args.into(), &[], true)
        } else if method && !self.is_own_instance(callee, args) {
            self.call_method_descriptor(callee, args, &[])
        } else {
            self.call_native(id, args, &[], method || shift == 1)
        };
        self.finish_native_call(ins, result)
    }

    /// Performs the tail call of a native called by this instruction. If the request has a continuation of its own, no
    /// library frame is needed: the result is only stored.
    fn run_tail_of_call(&mut self, ins: Ins) -> Res<()> {
        match self.pending.tail {
            Some(Tail::NextOr { it, default }) if ins.b == 2 && self.reg(ins.a + 3) == default => {
                self.pending.tail = None;
                if self.reg(ins.a + 2) == it && asking::can_be_asked(self, it) {
                    return self.ask(ins, it);
                }
                self.next_then(it, Cont::NextDefault, ins.c)
            }
            Some(Tail::Next { it }) if ins.b == 1 && self.reg(ins.a + 2) == it => {
                self.pending.tail = None;
                self.ask(ins, it)
            }
            Some(Tail::Wait(_)) => {
                if let Some(Tail::Wait(waiting)) = self.pending.tail.take() {
                    return self.wait_in_call(ins, &waiting);
                }
                Ok(())
            }
            Some(Tail::Close { generator, exc }) => {
                self.pending.tail = None;
                self.resume_generator(generator, Resume::Throw(exc), Cont::Close, ins.c)
            }
            _ => self.run_tail(Cont::Store, ins.c),
        }
    }

    /// Whether the first argument is an exact instance of the descriptor's builtin type.
    #[inline]
    fn is_own_instance(&self, desc: Value, args: &[Value]) -> bool {
        let Some(v) = args.first() else { return false };
        let owner = self.heap.slot(desc, 0);
        if !v.is_obj() {
            return self.type_of(*v) == owner;
        }
        if v.is(ids::CLASS) {
            return false;
        }
        if v.is(ids::INST) {
            let shape = self.loaded.shapes.get(self.heap.shape(*v));
            return shape.class == owner && !shape.payload;
        }
        self.class_of_tid[v.tid().0 as usize] == owner
    }
}
