//! The registers of a plan as a list of bytes, and writing the logged ones.
//!
//! # Why the unsafe code is sound
//!
//! Only `encode_list` makes lists, terminated as `RegisterList` expects; their registers are those of a plan, and so
//! lie in the windows that moments of its transition have.

use ttd_core::value::Value;

use super::transition_plan::Plan;
use crate::log::raw_buffer::RawBuffer;
use crate::log::varint::{REFERENCE, VarintWriter, byte_length};

/// The most bytes of an encoded list.
pub(crate) const MAX_LIST: usize = 80;

/// Encodes the registers of a plan; `None` if they are too many, or too far up.
pub(crate) fn encode_list(plan: &Plan) -> Option<[u8; MAX_LIST]> {
    let (mut list, mut at) = ([0; MAX_LIST], 0);
    let mut add = |byte: usize| -> Option<()> {
        *list.get_mut(at)? = u8::try_from(byte).ok()?;
        at += 1;
        Some(())
    };
    for [register, from] in &plan.copies[..plan.speculative_copies] {
        add(usize::from(*register) + 1)?;
        add(usize::from(*from))?;
    }
    add(0)?;
    let taken = plan.copies.iter().map(|[register, _]| register);
    for register in taken.chain(plan.constants.iter().map(|(register, _)| register)) {
        add(usize::from(*register) + 1)?;
    }
    add(0)?;
    for register in &plan.logged {
        add(usize::from(*register) + 1)?;
    }
    add(0)?;
    Some(list)
}

/// A cursor in `CachedTransition::registers`: kinds one after the other, each ended by a 0.
#[derive(Clone, Copy)]
pub(crate) struct RegisterList(*const u8);

impl RegisterList {
    /// From the first on.
    #[inline(always)]
    pub(crate) fn new(registers: &[u8; MAX_LIST]) -> RegisterList {
        RegisterList(registers.as_ptr())
    }

    /// Returns the next register of this kind; `None` ends the kind.
    ///
    /// # Safety
    /// Not after the last one of the last kind.
    #[inline(always)]
    pub(crate) unsafe fn next(&mut self) -> Option<usize> {
        // SAFETY: the caller's promise; a 0 is behind the last.
        unsafe { usize::from(self.raw()).checked_sub(1) }
    }

    /// Whether there is one more register of this kind.
    ///
    /// # Safety
    /// As `next`.
    #[inline(always)]
    pub(crate) unsafe fn has_logged(self) -> bool {
        // SAFETY: the caller's promise.
        unsafe { *self.0 != 0 }
    }

    /// Writes the logged registers; returns the end.
    ///
    /// # Safety
    /// `now` must be the base of the lowest frame that can have changed, with the windows of the transition's moment
    /// above it, and `shadow` the last logged values of these registers; there must be room.
    #[inline(always)]
    pub(crate) unsafe fn write(
        mut self,
        values: &mut RawBuffer<Value>,
        mut out: VarintWriter,
        (now, shadow): (*const Value, *mut Value),
    ) -> VarintWriter {
        // SAFETY: the caller's promise.
        unsafe {
            while let Some(i) = self.next() {
                let (now, then) = (*now.add(i), *shadow.add(i));
                *shadow.add(i) = now;
                let changed = now.raw() ^ then.raw();
                if now.is_obj() && changed != 0 {
                    out.byte(REFERENCE);
                    let end = values.end();
                    end.write(now);
                    values.set_end(end.add(1));
                } else {
                    let bytes = byte_length(changed);
                    out.byte(bytes);
                    out.0.cast::<[u8; 8]>().write(changed.to_le_bytes());
                    out.0 = out.0.add(usize::from(bytes));
                }
            }
        }
        out
    }

    /// The next byte, of which there must be one.
    #[inline(always)]
    pub(crate) unsafe fn raw(&mut self) -> u8 {
        // SAFETY: the caller's promise.
        unsafe {
            let byte = *self.0;
            self.0 = self.0.add(1);
            byte
        }
    }
}
