//! Writing one moment.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. What is written has room: `begin_moment` is told what a moment counts at most.

use ttd_code::op::Ins;

use super::block::{BIRTHS, FRAMES, MISC};
use super::out::Out;
use super::record::Log;
use super::registers::Changes;
use crate::Vm;
use crate::vm::frame::Frame;

impl Vm {
    #[inline(always)]
    pub(super) fn write_moment(&mut self, log: &mut Log, pc: *const Ins, time: i64, slow: u8) {
        let low = std::mem::replace(&mut self.low_fp, self.fp).min(self.fp);
        let still = low == self.fp && low == log.fp && slow == 0;
        // SAFETY: see the module, and `Log::wide`.
        unsafe {
            match (still, log.wide) {
                (true, true) => self.write_still_wide(log, pc),
                (true, false) => self.write_still::<false>(log, pc),
                (false, true) => self.write_moved_wide(log, low, pc, (time, slow)),
                (false, false) => self.write_moved::<false>(log, low, pc, (time, slow)),
            }
        }
        self.heap.mark();
    }

    /// `write_still` for processors that can compare four words at once.
    ///
    /// # Safety
    /// As `write_still`; the processor must have the instructions.
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt"))]
    unsafe fn write_still_wide(&mut self, log: &mut Log, pc: *const Ins) {
        // SAFETY: the caller's promise.
        unsafe { self.write_still::<true>(log, pc) }
    }

    /// `write_moved` for processors that can compare four words at once.
    ///
    /// # Safety
    /// As `write_moved`; the processor must have the instructions.
    #[cfg_attr(target_arch = "x86_64", target_feature(enable = "avx2,bmi1,bmi2,lzcnt"))]
    unsafe fn write_moved_wide(&mut self, log: &mut Log, low: *mut Frame, pc: *const Ins, (time, slow): (i64, u8)) {
        // SAFETY: the caller's promise.
        unsafe { self.write_moved::<true>(log, low, pc, (time, slow)) }
    }

    /// Writes a moment in the frame in which the last one was: nearly all are. `WIDE`: see `Log::wide`.
    ///
    /// # Safety
    /// As `log_moment`; no other frame can have changed since.
    #[inline(always)]
    unsafe fn write_still<const WIDE: bool>(&mut self, log: &mut Log, pc: *const Ins) {
        // SAFETY: see the module.
        unsafe {
            let (frame, code) = (&*self.fp, (*self.fp).code());
            let index = code.index_of(pc);
            let (at, mut out) = log.begin_moment(code.nregs as usize, index);
            let flags = self.write_rest(log, &mut out);
            let above = frame.base.cast_const().offset_from(self.stack.start()) as usize;
            let mut changes = Changes::new(log, out, (frame.base, above));
            changes.look_at::<WIDE>(0, code.nregs as usize, code.looks(index).top);
            changes.end(log, at, flags);
        }
    }

    /// Writes any moment; `low` is the lowest frame that can have changed.
    ///
    /// # Safety
    /// As `log_moment`; `low` must point to a pushed frame or slot 0.
    #[inline(always)]
    unsafe fn write_moved<const WIDE: bool>(
        &mut self,
        log: &mut Log,
        low: *mut Frame,
        pc: *const Ins,
        (time, slow): (i64, u8),
    ) {
        let fp = self.fp;
        // SAFETY: see the module.
        unsafe {
            let index = (*fp).code().index_of(pc);
            let (at, mut out) = log.begin_moment(self.size_from(low), index);
            let mut flags = slow;
            if low != fp || low != log.fp {
                flags |= FRAMES;
                let (popped, pushed) = (log.fp.offset_from(low) as usize, fp.offset_from(low) as usize);
                out.pair(popped, pushed);
                if pushed > 0 {
                    out = self.write_frames(&mut log.open.calls, out, low, time);
                }
                log.fp = fp;
            }
            flags |= self.write_rest(log, &mut out);
            let mut changes = Changes::new(log, out, self.bottom_of(low));
            let mut frame = low.max(self.frame_stack.start().add(1));
            while frame < fp {
                let code = (*frame).code();
                let looks = code.looks(code.index_of((*frame).pc)).waiting;
                log.high = log.high.max(changes.look_at_frame::<WIDE>(&*frame, looks));
                frame = frame.add(1);
            }
            log.high = log.high.max(changes.look_at_frame::<WIDE>(&*fp, (*fp).code().looks(index).top));
            changes.end(log, at, flags);
        }
    }

    /// Writes what seldom changes besides registers and frames; the flags that say what there is.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    unsafe fn write_rest(&mut self, log: &mut Log, out: &mut Out) -> u8 {
        let mut flags = 0;
        let births = self.heap.births();
        if births != log.births {
            flags |= BIRTHS;
            // SAFETY: the caller's promise.
            unsafe { out.put(births.wrapping_sub(log.births)) };
            log.births = births;
        }
        let misc = self.misc();
        if misc != log.misc {
            flags |= MISC;
            log.misc = misc;
            log.open.add_misc(misc);
        }
        flags
    }

    /// What a moment with the frames from `low` on counts; see `SMALL`.
    ///
    /// # Safety
    /// `low` must point to a pushed frame or slot 0.
    #[inline(always)]
    unsafe fn size_from(&self, low: *const Frame) -> usize {
        // SAFETY: the caller's promise.
        unsafe {
            let top = (*self.fp).code().nregs as usize;
            // Two windows are what nearly every moment is about.
            match self.fp.cast_const().offset_from(low) {
                0 => top,
                1 if !std::ptr::eq(low, self.frame_stack.start()) => top + (*low).code().nregs as usize + 2,
                pushed => self.registers_from(low) + pushed as usize * 2,
            }
        }
    }

    /// The registers of all frames from `low` on.
    #[cold]
    fn registers_from(&self, low: *const Frame) -> usize {
        let count = (self.fp as usize - low as usize) / size_of::<Frame>() + 1;
        self.frames().take(count).map(|frame| frame.code().nregs as usize).sum()
    }
}
