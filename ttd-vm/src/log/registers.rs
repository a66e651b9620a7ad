//! Writing what has changed in registers.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`. `bottom` is the base of a pushed frame or the start of the stack, and `shadow` the same place in the
//! shadow; whoever makes a `Changes` has made room for all registers from there to the end of the top frame's window.

use ttd_code::op::Ins;
use ttd_core::value::Value;

use super::block::Out;
use super::record::Log;
use crate::Vm;
use crate::vm::frame::Frame;

/// Registers that changed, as they are written.
pub(super) struct Changes<'a> {
    out: &'a mut Out,
    /// The lowest register that can have changed, on the stack and in the shadow.
    bottom: *const Value,
    shadow: *mut Value,
    /// Where the next word goes of those that refer to objects.
    values: *mut Value,
    /// The one before, counted from the bottom.
    before: usize,
    /// How many there were.
    count: usize,
    high: *mut Value,
}

impl<'a> Changes<'a> {
    /// # Safety
    /// See the module.
    #[inline(always)]
    pub(super) unsafe fn new(log: &mut Log, out: &'a mut Out, (bottom, at): (*const Value, usize)) -> Changes<'a> {
        // SAFETY: see the module.
        unsafe {
            Changes {
                out,
                bottom,
                shadow: log.shadow.start().add(at),
                values: log.open.values.as_mut_ptr().add(log.open.values.len()),
                before: usize::MAX,
                count: 0,
                high: log.high,
            }
        }
    }

    /// Ends them; returns how many there were.
    ///
    /// # Safety
    /// The log must be that which they were made for.
    #[inline(always)]
    pub(super) unsafe fn end(self, log: &mut Log) -> usize {
        // SAFETY: see the module; as many words were written as there was room for.
        unsafe {
            let len = self.values.offset_from(log.open.values.as_ptr()) as usize;
            log.open.values.set_len(len);
        }
        log.high = self.high;
        self.count
    }

    /// Writes a register if it differs from the shadow.
    ///
    /// # Safety
    /// It must lie in the window of a pushed frame.
    #[inline(always)]
    unsafe fn look(&mut self, i: usize) {
        // SAFETY: see the module.
        unsafe {
            let (now, then) = (*self.bottom.add(i), *self.shadow.add(i));
            if now.raw() != then.raw() {
                *self.shadow.add(i) = now;
                if self.out.register(i.wrapping_sub(self.before), now, then) {
                    self.values.write(now);
                    self.values = self.values.add(1);
                }
                self.count += 1;
                self.before = i;
            }
        }
    }

    /// Looks at a frame's variables: most are as they were, so that four are compared at a time.
    ///
    /// # Safety
    /// As `look`.
    #[inline(always)]
    unsafe fn look_at_locals(&mut self, first: usize, end: usize) {
        let mut i = first;
        // SAFETY: the caller's promise.
        unsafe {
            while i + 4 <= end {
                let (now, then) = (self.bottom.add(i).cast::<[u64; 4]>(), self.shadow.add(i).cast::<[u64; 4]>());
                if *now != *then {
                    (i..i + 4).for_each(|i| self.look(i));
                }
                i += 4;
            }
            (i..end).for_each(|i| self.look(i));
        }
    }

    /// Looks at a frame's temporaries, one bit for each that somebody may read; at all of them when every bit is set.
    ///
    /// # Safety
    /// As `look`.
    #[inline(always)]
    unsafe fn look_at_temporaries(&mut self, first: usize, end: usize, mut needed: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            if needed == u64::MAX {
                return (first..end).for_each(|i| self.look(i));
            }
            while needed != 0 {
                self.look(first + needed.trailing_zeros() as usize);
                needed &= needed - 1;
            }
        }
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

    /// Writes the registers of the frames from `low` on that differ from the shadow. Temporaries that nobody will read
    /// are passed over.
    ///
    /// # Safety
    /// `low` must point to a pushed frame or slot 0, and `pc` into the top frame's code.
    #[inline(always)]
    pub(super) unsafe fn write_registers(&self, changes: &mut Changes<'_>, low: *mut Frame, pc: *const Ins) {
        // SAFETY: see the module and the caller's promise.
        unsafe {
            let mut frame = low.max(self.frame_stack.start().add(1));
            while frame <= self.fp {
                let code = (*frame).code();
                let offset = (*frame).base.cast_const().offset_from(changes.bottom) as usize;
                let needed = match std::ptr::eq(frame, self.fp) {
                    true => code.needed(code.index_of(pc)),
                    false => code.needed_while_waiting(code.index_of((*frame).pc)),
                };
                let (locals, end) = (offset + code.nlocals as usize, offset + code.nregs as usize);
                changes.look_at_locals(offset, locals);
                changes.look_at_temporaries(locals, end, needed);
                changes.high = changes.high.max(changes.shadow.add(end));
                frame = frame.add(1);
            }
        }
    }
}
