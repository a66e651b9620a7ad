//! Writing what has changed in registers.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. `bottom` is the base of a pushed frame or the start of the stack, and `shadow` the same place in the
//! shadow; whoever makes a `Changes` has made room for all registers from there to the end of the top frame's window.

use ttd_core::value::Value;

use super::block::MANY;
use super::compare;
use super::out::Out;
use super::record::Log;
use crate::Vm;
use crate::vm::frame::Frame;

/// Registers that changed, as they are written.
pub(super) struct Changes {
    out: Out,
    /// The lowest register that can have changed, on the stack and in the shadow.
    bottom: *const Value,
    shadow: *mut Value,
    /// Where the next word goes of those that refer to objects.
    values: *mut Value,
    /// The one before, counted from the bottom.
    before: usize,
    /// How many there were.
    count: usize,
}

impl Changes {
    /// `bottom` is the lowest register that can have changed, and how far up the stack it is.
    ///
    /// # Safety
    /// See the module.
    #[inline(always)]
    pub(super) unsafe fn new(log: &mut Log, out: Out, (bottom, at): (*const Value, usize)) -> Changes {
        // SAFETY: see the module.
        unsafe {
            Changes {
                out,
                bottom,
                shadow: log.shadow.start().add(at),
                values: log.open.values.end(),
                before: usize::MAX,
                count: 0,
            }
        }
    }

    /// Ends the moment that began at `at` with these flags.
    ///
    /// # Safety
    /// The log must be that which they were made for, and there must be room.
    #[inline(always)]
    pub(super) unsafe fn end(mut self, log: &mut Log, at: *mut u8, flags: u8) {
        // SAFETY: the caller's promise; as many bytes and words were written as there was room for.
        unsafe {
            if self.count >= usize::from(MANY) {
                self.out.put(0);
            }
            at.write(flags | (self.count.min(usize::from(MANY)) as u8) << 4);
            log.open.values.set_end(self.values);
            log.open.bytes.set_end(self.out.0);
        }
        log.open.moments += 1;
    }

    /// Writes the registers of a frame that differ from the shadow, of those that somebody may read (`Looks`); where
    /// its window ends in the shadow.
    ///
    /// # Safety
    /// The frame must be pushed, and not below the lowest that can have changed.
    #[inline(always)]
    pub(super) unsafe fn look_at_frame<const WIDE: bool>(&mut self, frame: &Frame, looks: u64) -> *mut Value {
        // SAFETY: the caller's promise.
        unsafe {
            let first = frame.base.cast_const().offset_from(self.bottom) as usize;
            let end = first + frame.code().nregs as usize;
            self.look_at::<WIDE>(first, end, looks);
            self.shadow.add(end)
        }
    }

    /// Writes the registers from `first` to `end` that differ from the shadow: those that have a bit, or all when there
    /// are more than bits.
    ///
    /// # Safety
    /// They must be a window. `WIDE`: the processor must have the instructions.
    #[inline(always)]
    pub(super) unsafe fn look_at<const WIDE: bool>(&mut self, first: usize, end: usize, looks: u64) {
        // SAFETY: the caller's promise; some registers behind the last may be read (`Reserve`).
        unsafe {
            let mut differ = self.differing::<WIDE>(first, end.min(first + 64)) & looks;
            while differ != 0 {
                self.write(first + differ.trailing_zeros() as usize);
                differ &= differ - 1;
            }
            if end > first + 64 {
                self.look_at_many(first + 64, end);
            }
        }
    }

    /// Writes the registers from `first` to `end` that differ from the shadow.
    ///
    /// # Safety
    /// They must be in one window.
    #[cold]
    unsafe fn look_at_many(&mut self, first: usize, end: usize) {
        for i in first..end {
            // SAFETY: the caller's promise.
            unsafe {
                if (*self.bottom.add(i)).raw() != (*self.shadow.add(i)).raw() {
                    self.write(i);
                }
            }
        }
    }

    /// Which of up to 64 registers differ from the shadow, a bit for each. Bits from `end` on mean nothing.
    ///
    /// # Safety
    /// As `look_at`.
    #[inline(always)]
    unsafe fn differing<const WIDE: bool>(&self, first: usize, end: usize) -> u64 {
        let (mut bits, mut i) = (0, first);
        while i < end {
            // SAFETY: the caller's promise; some registers behind the last may be read (`Reserve`).
            let eight = unsafe {
                let (now, then) = (self.bottom.add(i), self.shadow.add(i));
                if WIDE { compare::wide(now, then) } else { compare::narrow(now, then) }
            };
            bits |= u64::from(eight) << (i - first);
            i += 8;
        }
        bits
    }

    /// Writes a register that differs from the shadow.
    ///
    /// # Safety
    /// It must lie in the window of a pushed frame.
    #[inline(always)]
    unsafe fn write(&mut self, i: usize) {
        // SAFETY: see the module.
        unsafe {
            let (now, then) = (*self.bottom.add(i), *self.shadow.add(i));
            *self.shadow.add(i) = now;
            if self.out.register(i.wrapping_sub(self.before), now, then) {
                self.values.write(now);
                self.values = self.values.add(1);
            }
        }
        self.count += 1;
        self.before = i;
    }
}

impl Vm {
    /// The lowest register that can have changed when `low` is the lowest frame that can have, and how far up it is.
    ///
    /// # Safety
    /// `low` must point to a pushed frame or slot 0.
    #[inline(always)]
    pub(super) unsafe fn bottom_of(&self, low: *const Frame) -> (*const Value, usize) {
        let start: *const Value = self.stack.start();
        // SAFETY: the caller's promise.
        unsafe {
            let bottom = if std::ptr::eq(low, self.frame_stack.start()) { start } else { (*low).base };
            (bottom, bottom.offset_from(start) as usize)
        }
    }
}
