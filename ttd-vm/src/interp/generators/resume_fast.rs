//! The fast paths of generators: resuming for the next item, and yielding it.
//!
//! # Why the unsafe code is sound
//!
//! 1. A generator's registers follow slot `REGS`, and its shape word is the id of its code.
//! 2. A window is copied out of the heap only after the room on the stack was checked, as in `push_frame`.
//! 3. A frame on the stack continues at an instruction of its code; the verifier of `ttd-code` checks where jumps land.
//! 4. The resume point was taken from the generator's code when it was made or suspended: an instruction after another.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::copy_few;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::Res;
use crate::vm::Resume;
use crate::vm::call::waits::Wait;
use crate::vm::objects::generator_layout as slot;
use crate::vm::stack::frame::{Cont, Frame};

impl Vm {
    /// Resumes a generator that waits at a `yield`, or begins one. Returns false without any effect if it was handling
    /// an exception or there is no room for its frame.
    #[inline(always)]
    pub(crate) fn resume_waiting(&mut self, generator: Value, sent: Value, cont: Cont, dst: u16) -> bool {
        let slots = self.heap.slots(generator);
        let begins = slots[slot::STATE] == Value::int(slot::CREATED) && sent.is_none();
        if !begins && slots[slot::STATE] != Value::int(slot::SUSPENDED) || !slots[slot::EXC].is_none() {
            return false;
        }
        let code = self.loaded.codes[self.heap.shape(generator) as usize];
        let (base, size) = (self.free_window(), code.nregs as usize);
        if self.fp >= self.limits.fp_limit || base.wrapping_add(size) >= self.limits.stack_limit {
            return false;
        }
        let registers = &slots[slot::REGS..slot::REGS + size];
        let born = if begins { self.now() + 1 } else { slots[slot::BORN].as_int() };
        // SAFETY: see the module.
        unsafe {
            let pc = code.start().add(slots[slot::PC].as_int() as usize);
            copy_few(registers.as_ptr(), base, size);
            if !begins {
                base.add((*pc.sub(1)).a as usize).write(sent);
            }
            (*self.fp).pc = self.pc;
            self.fp = self.fp.add(1);
            self.fp.write(Frame {
                pc,
                base,
                code,
                globals: slots[slot::GLOBALS],
                func: slots[slot::FUNC],
                locals: Value::UNBOUND,
                owner: generator,
                outer_exc: self.state.exc,
                born: born as u64,
                dst,
                cont,
                point: 0,
            });
            self.pc = pc;
        }
        if begins {
            self.heap.set_slot(generator, slot::BORN, Value::int(born));
        }
        self.heap.set_slot(generator, slot::STATE, Value::int(slot::RUNNING));
        true
    }

    /// Suspends the top frame's generator and pops the frame; `pc` is then the caller's. Registers that nothing will
    /// read are cleared: what was yielded must not live on in the generator, nor be logged with it.
    #[inline]
    fn suspend(&mut self) {
        let frame = self.top_ref();
        let (generator, code, outer) = (frame.owner, frame.code(), frame.outer_exc);
        // SAFETY: the frame's window holds `nregs` registers.
        let window = unsafe { std::slice::from_raw_parts_mut(frame.base, code.nregs as usize) };
        let pc = code.index_of(self.pc);
        let mut dead = !code.live_registers(pc).after_operands();
        while dead != 0
            && let Some(register) = window.get_mut(dead.trailing_zeros() as usize)
        {
            *register = Value::UNBOUND;
            dead &= dead - 1;
        }
        // What was thrown into it may be what its caller handles.
        let is_own = self.state.exc != outer || !outer.is_none() && code.code.is_handling_at(pc - 1);
        let own = if is_own { self.state.exc } else { Value::NONE };
        let paused = Value::int(self.now() / slot::PAUSED_UNIT + 1);
        let head = [Value::int(slot::SUSPENDED), Value::int(i64::from(pc)), own, paused];
        self.heap.write_slots_at(generator, [(slot::STATE, &head), (slot::REGS, &*window)]);
        self.state.exc = outer;
        // SAFETY: a generator's frame is never the lowest.
        unsafe {
            self.fp = self.fp.sub(1);
            self.pc = (*self.fp).pc;
        }
        self.counting.dirty_frames_from = self.counting.dirty_frames_from.min(self.fp);
    }

    /// `Op::Yield`: suspends the generator and delivers the value, through all generators that only pass it on.
    pub(crate) fn op_yield(&mut self, ins: Ins) -> Res<()> {
        let value = self.reg(ins.b);
        loop {
            let frame = self.top_ref();
            let (generator, cont, dst) = (frame.owner, frame.cont, frame.dst);
            if cont == Cont::Native && self.feed_fold(value) {
                return Ok(());
            }
            self.suspend();
            match cont {
                // Loops are the most frequent consumers.
                Cont::Next => {
                    self.deliver_next(value);
                    return Ok(());
                }
                Cont::Send => {
                    self.set_reg(dst, value);
                    let next = self.present_at(0);
                    // The `yield` of a `yield from` or `await`.
                    let passes_on = next.op == Op::Yield && next.c == 1 && next.b == dst;
                    if !passes_on || !self.passes_events() {
                        return Ok(());
                    }
                }
                Cont::Close => {
                    let what = self.generator_kind_name(generator);
                    return Err(self.runtime_error(format!("{what} ignored GeneratorExit")));
                }
                cont => return self.deliver(cont, dst, value),
            }
        }
    }

    /// Gives what the top frame's generator yields to the native below that takes its items one by one, and goes on in
    /// the generator. It stays on the stack: nothing looks at it before its next event. Returns false without any
    /// effect if the native has to do more.
    #[inline]
    fn feed_fold(&mut self, value: Value) -> bool {
        let (frame, pc) = (self.fp, self.pc);
        let Some(wait) = Wait::of(self.top_ref().dst).filter(|_| !self.is_tracing()) else { return false };
        // SAFETY: a generator's frame is never the lowest. No frame is pushed before it is on top again.
        unsafe {
            self.fp = frame.sub(1);
            self.pc = (*self.fp).pc;
        }
        let is_taken = self.take_plain_item(self.waiting(), wait, value);
        if is_taken {
            self.counting.dirty_frames_from = self.counting.dirty_frames_from.min(self.fp);
        }
        (self.fp, self.pc) = (frame, pc);
        if is_taken {
            self.set_reg(self.waiting().a, Value::NONE);
        }
        is_taken
    }

    /// Resumes a generator for a `send` that is waiting for it, and those that it only delegates to.
    pub(super) fn resume_delegates(&mut self, receiver: Value, sent: Value, dst: u16) -> Res<()> {
        let (mut receiver, mut sent, mut dst) = (receiver, sent, dst);
        loop {
            if !self.resume_waiting(receiver, sent, Cont::Send, dst) {
                return self.resume_generator(receiver, Resume::Send(sent), Cont::Send, dst);
            }
            let next = self.present_at(0);
            // A loop without events must notice interrupts, see `Op::JumpBack`.
            if next.op != Op::JumpBack || next.events == 0 {
                return Ok(());
            }
            // SAFETY: see the module.
            let loop_head = unsafe { self.pc.add(1).offset(next.wide() as i32 as isize) };
            // SAFETY: see the module.
            let send = unsafe { *loop_head };
            if send.op != Op::Send || send.events > 0 {
                return Ok(());
            }
            let to = self.reg(send.b);
            if !self.is_generator(to) || !self.passes_events() {
                return Ok(());
            }
            // SAFETY: a `send` is not the last instruction of a code object.
            self.pc = unsafe { loop_head.add(1) };
            (receiver, sent, dst) = (to, self.reg(send.a), send.a);
        }
    }

    /// Delivers the events of the next instruction and passes it, as the loop does; false if the loop has to stop at
    /// it.
    #[inline]
    fn passes_events(&mut self) -> bool {
        if self.counting() {
            let events = i64::from(self.present_at(0).events);
            let left = self.counting.budget - events;
            if left < 0 {
                return false;
            }
            self.counting.budget = left;
            if self.is_logging() && events > 0 {
                // SAFETY: `pc` points into the top frame's code.
                unsafe { self.log_moment(self.pc, self.counting.stop_at - 1 - left) };
                self.counting.side_effects_pending = true;
            }
        }
        self.jump(1);
        true
    }
}
