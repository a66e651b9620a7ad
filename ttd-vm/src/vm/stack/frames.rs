//! Frames and their windows: pushing, popping, and the registers of the top frame.
//!
//! # Why the unsafe code is sound
//!
//! `fp` points into the reservation for frames. It moves only by pushing, which checks the room, and by popping what
//! was pushed; slot 0 is never used. Windows lie in the stack reservation: pushing checks the room for `nregs`
//! registers, and the verifier of `ttd-code` that register numbers are below that.

use super::frame::{Cont, Frame};
use crate::Vm;
use crate::native::Res;
use crate::vm::code::CodeRt;
use crate::vm::{MAX_FRAMES, slots};
use ttd_core::value::Value;

impl Vm {
    /// The top frame.
    #[inline(always)]
    pub(crate) fn top(&mut self) -> &mut Frame {
        // SAFETY: `fp` points into the reserved frames; slot 0 is a frame that is never used.
        unsafe { &mut *self.fp }
    }

    /// The top frame, to read.
    #[inline(always)]
    pub(crate) fn top_ref(&self) -> &Frame {
        // SAFETY: as in `top`.
        unsafe { &*self.fp }
    }

    /// The address of the next window: above the top frame's.
    #[inline]
    pub(crate) fn free_window(&self) -> *mut Value {
        if self.fp == self.frame_stack.start() {
            return self.stack.start();
        }
        let top = self.top_ref();
        // SAFETY: `push_frame` has checked that the top frame's window lies in the stack.
        unsafe { top.base.add(top.code().nregs as usize) }
    }

    #[cold]
    fn has_room_for_frame(&self, code: &CodeRt, base: *mut Value) -> bool {
        let limit = self.global(slots::RECURSION).as_int() as usize;
        self.entered_frames() < limit && self.has_memory_for_frame(code, base)
    }

    /// As `has_room_for_frame`, without the recursion limit.
    pub(crate) fn has_memory_for_frame(&self, code: &CodeRt, base: *mut Value) -> bool {
        let room = (self.stack.end() as usize).saturating_sub(base as usize) / size_of::<Value>();
        self.depth() < MAX_FRAMES && room >= code.nregs as usize + 64
    }

    /// Pushes a frame with its window at `base`; the caller writes the registers.
    pub(crate) fn push_frame(&mut self, code: &'static CodeRt, base: *mut Value, cont: Cont, dst: u16) -> Res<()> {
        // The limits in `Limits` are conservative, for the loop: check exactly before failing.
        let fits = self.fp < self.limits.fp_limit && base.wrapping_add(code.nregs as usize) < self.limits.stack_limit;
        if !fits && !self.has_room_for_frame(code, base) {
            return Err(self.recursion_error("maximum recursion depth exceeded"));
        }
        self.put_frame(code, base, cont, dst);
        Ok(())
    }

    /// Pushes a frame for which there is room.
    #[inline(always)]
    pub(crate) fn put_frame(&mut self, code: &'static CodeRt, base: *mut Value, cont: Cont, dst: u16) {
        let pc = self.pc;
        if self.fp > self.frame_stack.start() {
            self.top().pc = pc;
        }
        let born = (self.now() + 1) as u64;
        // SAFETY: the caller has compared the depth with the size of the reservation.
        unsafe {
            self.fp = self.fp.add(1);
            self.fp.write(Frame {
                pc: code.start(),
                base,
                code,
                globals: Value::NONE,
                func: Value::UNBOUND,
                locals: Value::UNBOUND,
                owner: Value::UNBOUND,
                outer_exc: self.state.exc,
                born,
                dst,
                cont,
                point: 0,
            });
        }
        self.pc = code.start();
    }

    /// Fills a window with the given values, then NULLs.
    #[inline(always)]
    pub(crate) fn write_window(&mut self, base: *mut Value, values: &[Value], code: &CodeRt) {
        // SAFETY: the caller has checked that the window has room for `nregs` and some more; there are no more values
        // than registers.
        unsafe {
            for (i, v) in values.iter().enumerate() {
                *base.add(i) = *v;
            }
            clear_window(base.add(values.len()), base.add(code.nregs as usize));
        }
    }

    /// Pops the top frame.
    #[inline]
    pub(crate) fn pop_frame(&mut self) -> Frame {
        let mut frame = *self.top_ref();
        frame.pc = self.pc;
        // SAFETY: callers pop only frames that were pushed.
        unsafe { self.fp = self.fp.sub(1) };
        self.counting.dirty_frames_from = self.counting.dirty_frames_from.min(self.fp);
        self.pc = self.top_ref().pc;
        frame
    }

    /// A register of the frame at an index from the top.
    pub(crate) fn register_of(&self, from_top: usize, i: usize) -> Value {
        match self.frames().nth(from_top) {
            // SAFETY: callers name variables, and these are the first registers of the frame's window.
            Some(frame) => unsafe { *frame.base.add(i) },
            None => Value::UNBOUND,
        }
    }

    /// Writes a register of the frame at an index from the top.
    pub(crate) fn set_register_of(&mut self, from_top: usize, i: usize, v: Value) {
        let base = self.frames().nth(from_top).map(|f| f.base);
        if let Some(base) = base {
            // Mark the frame as dirty: the log assumes that only its own code writes its registers.
            self.counting.dirty_frames_from = self.counting.dirty_frames_from.min(self.fp.wrapping_sub(from_top + 1));
            // SAFETY: as in `register_of`.
            unsafe { *base.add(i) = v };
        }
    }

    /// A register of a frame that is on the stack, or was just left.
    pub(crate) fn register_in(&self, frame: &Frame, i: usize) -> Value {
        // SAFETY: the frame is pushed, or its window was the top frame's until now and nothing has been pushed since.
        unsafe { *frame.base.add(i) }
    }

    /// Gives the frame at an index from the top other code, and has it go on there with instruction `at`.
    pub(crate) fn set_code_of(&mut self, from_top: usize, code: &'static CodeRt, at: u32) {
        debug_assert!(from_top < self.depth(), "no frame is there");
        // Mark the frame as dirty: its record changed.
        self.counting.dirty_frames_from = self.counting.dirty_frames_from.min(self.fp.wrapping_sub(from_top + 1));
        let pc = code.start().wrapping_add(at as usize);
        if from_top == 0 {
            self.pc = pc;
        }
        // SAFETY: the caller names a frame that is pushed.
        let frame = unsafe { &mut *self.fp.sub(from_top) };
        (frame.code, frame.pc) = (code, pc);
    }

    /// Sets the owner of frame number `index`, from 1 at the bottom of the stack.
    pub(crate) fn set_owner(&mut self, index: usize, owner: Value) {
        debug_assert!(index < MAX_FRAMES, "no frame has this number");
        // Mark the frame as dirty: its record changed.
        self.counting.dirty_frames_from =
            self.counting.dirty_frames_from.min(self.frame_stack.start().wrapping_add(index - 1));
        // SAFETY: the index is that of a frame that is or was pushed, so it lies in the reservation.
        unsafe { (*self.frame_stack.start().add(index)).owner = owner };
    }

    /// A register of the top frame.
    #[inline(always)]
    pub(crate) fn reg(&self, i: u16) -> Value {
        // SAFETY: register numbers in code are below `nregs` (the verifier checks it).
        unsafe { *self.top_ref().base.add(i as usize) }
    }

    /// Writes a register of the top frame.
    #[inline(always)]
    pub(crate) fn set_reg(&mut self, i: u16, v: Value) {
        // SAFETY: as in `reg`.
        unsafe { *self.top_ref().base.add(i as usize) = v }
    }

    /// The address of a register of the top frame.
    pub(crate) fn register_at(&self, i: u16) -> usize {
        self.top_ref().base.wrapping_add(i as usize).addr()
    }

    /// Copies `n` registers of the top frame from `first` on.
    pub(crate) fn regs(&self, first: u16, n: usize) -> Vec<Value> {
        (0..n).map(|i| self.reg(first + i as u16)).collect()
    }

    /// Borrows `n` registers of the top frame from `first` on.
    ///
    /// # Safety
    /// They must lie in the window, and nothing may write to them while the slice is in use.
    #[inline]
    pub(crate) unsafe fn window<'a>(&self, first: u16, n: usize) -> &'a [Value] {
        // SAFETY: the caller's promise; the stack lives as long as the machine.
        unsafe { std::slice::from_raw_parts(self.top_ref().base.add(first as usize), n) }
    }
}

/// Clears the registers from `p` to `end`, four at a time: up to three more after them, which are meaningless.
///
/// # Safety
/// The registers must lie in the stack reservation, with room for three more.
#[inline(always)]
pub(crate) unsafe fn clear_window(mut p: *mut Value, end: *mut Value) {
    // SAFETY: the caller's promise.
    unsafe {
        while p < end {
            p.cast::<[Value; 4]>().write([Value::UNBOUND; 4]);
            p = p.add(4);
        }
    }
}
