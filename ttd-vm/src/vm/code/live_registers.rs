//! Which registers the log records.

use ttd_code::analysis::liveness::Liveness;

use super::CodeRt;
use crate::vm::stack::frame::Cont;

/// The live registers of a frame at one instruction: one bit each. Variables are always live.
#[derive(Clone, Copy)]
pub(crate) struct LiveRegisters {
    /// When the frame is on top and about to run the instruction.
    pub(crate) running: u64,
    /// When it is on top, and may have just been resumed in the previous instruction.
    pub(crate) top: u64,
    /// When it waits in the previous instruction, for any continuation.
    waiting: u64,
    /// When it waits there and the result is only stored.
    storing: u64,
}

impl LiveRegisters {
    /// Whether every register of the code has a bit.
    #[inline(always)]
    pub(crate) fn have_bits_for(code: &CodeRt) -> bool {
        code.nregs <= u64::BITS
    }

    /// When the frame waits in the previous instruction with this continuation.
    #[inline(always)]
    pub(crate) fn waiting(&self, cont: Cont) -> u64 {
        if cont == Cont::Store { self.storing } else { self.waiting }
    }

    /// When the frame waits in the previous instruction, which has read its operands.
    #[inline(always)]
    pub(crate) fn after_operands(&self) -> u64 {
        self.storing
    }

    /// The registers that the previous instruction still needs when its result arrives, unless that is only stored.
    #[inline]
    pub(crate) fn inputs(&self) -> u64 {
        self.waiting & !self.storing
    }

    const ALL: LiveRegisters = LiveRegisters { running: u64::MAX, top: u64::MAX, waiting: u64::MAX, storing: u64::MAX };

    /// Computes them for every instruction. With more registers than bits, all are live.
    pub(crate) fn of(code: &CodeRt, live: &Liveness) -> Box<[LiveRegisters]> {
        let indexes = 0..=code.code.ins.len();
        if !LiveRegisters::have_bits_for(code) {
            return indexes.map(|_| LiveRegisters::ALL).collect();
        }
        let locals = low_bits(code.nlocals);
        let registers = |mask: u64| locals | mask << (code.nlocals % 64) & !locals & low_bits(code.nregs);
        let registers_at = |at: usize| {
            let before = at.saturating_sub(1);
            let (running, waiting) = (registers(live.mask(at)), registers(live.mask(before)));
            let storing = if at > 0 { registers(live.mask_after(before)) } else { waiting };
            LiveRegisters { running, top: running | waiting, waiting, storing }
        };
        indexes.map(registers_at).collect()
    }
}

fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n.min(64)).unwrap_or(0)
}
