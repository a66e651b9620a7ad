//! The instruction word under the loop's `pc`.
//!
//! # Why the unsafe code is sound
//!
//! A [`Fetched`] is made by the loop from `pc`, which points to an instruction of loaded code; that is never freed.

use ttd_code::bytecode::op::{Ins, Op};

/// The current instruction, in place. Operands are read when they are needed, which leaves processor registers to the
/// loop's locals. A patch over it changes only `op`.
#[derive(Clone, Copy)]
pub(super) struct Fetched(pub(super) *const Ins);

/// The operands.
///
/// # Safety
/// The pointer must be to an instruction of loaded code.
impl Fetched {
    #[inline(always)]
    pub(super) unsafe fn a(self) -> u16 {
        // SAFETY: the caller has an instruction of loaded code.
        unsafe { (*self.0).a }
    }

    #[inline(always)]
    pub(super) unsafe fn b(self) -> u16 {
        // SAFETY: as in `a`.
        unsafe { (*self.0).b }
    }

    #[inline(always)]
    pub(super) unsafe fn c(self) -> u16 {
        // SAFETY: as in `a`.
        unsafe { (*self.0).c }
    }

    #[inline(always)]
    pub(super) unsafe fn wide(self) -> u32 {
        // SAFETY: as in `a`.
        unsafe { (*self.0).wide() }
    }

    #[inline(always)]
    pub(super) unsafe fn events(self) -> u8 {
        // SAFETY: as in `a`.
        unsafe { (*self.0).events }
    }

    /// The instruction as compiled, given its operation.
    #[inline(always)]
    pub(super) unsafe fn word(self, op: Op) -> Ins {
        // SAFETY: as in `a`.
        unsafe { Ins { op, ..*self.0 } }
    }
}
