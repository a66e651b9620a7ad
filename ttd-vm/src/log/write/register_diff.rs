//! Full form: comparing registers with the shadow and writing those that differ.
//!
//! # Why the unsafe code is sound
//!
//! As in `recorder`: a window lies in the stack, and its shadow at the same offset in the shadow, which may be written.
//! The creator of a `RegisterDiff` has made room for all registers of the windows that it compares.

use ttd_core::value::Value;

use super::recorder::Log;
use crate::log::address_set::AddressSet;
use crate::log::format::UNCOUNTED;
use crate::log::varint::{LAST_REGISTER, REFERENCE, VarintWriter, byte_length};

/// The registers of a frame.
#[derive(Clone, Copy)]
pub(crate) struct Window {
    /// The first.
    pub(crate) base: *const Value,
    /// Its shadow.
    pub(crate) shadow: *mut Value,
    /// How many there are.
    pub(crate) count: usize,
}

impl Window {
    /// Whether the registers with a bit in `which` are as logged.
    ///
    /// # Safety
    /// It must be the window of a pushed frame, with at most 64 registers.
    pub(crate) unsafe fn is_as_logged(self, which: u64) -> bool {
        // SAFETY: the caller's promise.
        let differs = |i: usize| unsafe { (*self.base.add(i)).raw() != (*self.shadow.add(i)).raw() };
        !(0..self.count).any(|i| which >> i & 1 != 0 && differs(i))
    }
}

/// Writes the registers of a full moment.
pub(crate) struct RegisterDiff {
    out: VarintWriter,
    /// Where the next reference goes.
    values: *mut Value,
    /// How many there were.
    count: usize,
    /// The flags of their moment.
    flags: u8,
    /// Which registers were written.
    written: AddressSet,
}

impl RegisterDiff {
    /// Starts with no registers; the bytes go to `out`.
    #[inline(always)]
    pub(crate) fn new(log: &Log, out: VarintWriter, flags: u8) -> RegisterDiff {
        RegisterDiff { out, values: log.open.values.end(), count: 0, flags, written: AddressSet::default() }
    }

    /// Ends the moment that began at `at`.
    ///
    /// # Safety
    /// The log must be that which they were made for, and there must be room.
    #[inline(always)]
    pub(crate) unsafe fn end(mut self, log: &mut Log, at: *mut u8) {
        // SAFETY: the caller's promise; as many bytes and words were written as there was room for.
        unsafe {
            if self.count >= usize::from(UNCOUNTED) {
                self.out.register_head(0, LAST_REGISTER);
            }
            at.write(0);
            at.add(1).write(self.flags | (self.count.min(usize::from(UNCOUNTED)) as u8) << 4);
            log.open.values.set_end(self.values);
            log.open.bytes.set_end(self.out.0);
        }
        log.open.moments += 1;
        log.open.written_in_full.add_all(&self.written);
    }

    /// Writes the registers of a window that differ from the shadow: of those that have a bit, and of those that are
    /// too far up to have one. `up`: how far the window is above the lowest register that can have changed.
    ///
    /// # Safety
    /// It must be the window of a pushed frame.
    #[inline(always)]
    pub(crate) unsafe fn compare(&mut self, window: Window, above: usize, live: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            let mut left = if window.count < 64 { live & ((1 << window.count) - 1) } else { live };
            while left != 0 {
                self.compare_one(window, above, left.trailing_zeros() as usize);
                left &= left - 1;
            }
            if window.count > 64 {
                self.compare_all(window, above);
            }
        }
    }

    /// Compares the registers from the 64th on.
    ///
    /// # Safety
    /// As `compare`.
    #[cold]
    unsafe fn compare_all(&mut self, window: Window, above: usize) {
        for i in 64..window.count {
            // SAFETY: the caller's promise.
            unsafe { self.compare_one(window, above, i) };
        }
    }

    /// Writes a register if it differs from the shadow. Registers are compared one by one, because most were stored
    /// just now, and a wider load would stall on those stores.
    ///
    /// # Safety
    /// As `compare`.
    #[inline(always)]
    unsafe fn compare_one(&mut self, window: Window, above: usize, i: usize) {
        // SAFETY: see the module.
        unsafe {
            let (now, then) = (*window.base.add(i), *window.shadow.add(i));
            if now.raw() == then.raw() {
                return;
            }
            *window.shadow.add(i) = now;
            self.written.add(window.base.wrapping_add(i) as usize);
            if now.is_obj() {
                self.out.register_head(above + i, REFERENCE);
                self.values.write(now);
                self.values = self.values.add(1);
            } else {
                let changed = now.raw() ^ then.raw();
                self.out.register_head(above + i, byte_length(changed));
                self.out.bits(changed);
            }
        }
        self.count += 1;
    }
}
