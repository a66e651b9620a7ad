//! Which registers the log looks at.

use ttd_code::changed;
use ttd_code::liveness::Liveness;

use super::code::CodeRt;

/// The registers that may hold something that the log does not know, of a frame at one instruction: one bit for each.
#[derive(Clone, Copy)]
pub(crate) struct Looks {
    /// When the frame is on top and about to run the instruction.
    pub(crate) top: u64,
    /// When it waits in the instruction before.
    pub(crate) waiting: u64,
    /// As `top`, when all that is known is that they are needed.
    pub(crate) all: u64,
    /// As `waiting`, when all that is known is that they are needed.
    pub(crate) all_waiting: u64,
}

impl Looks {
    /// For every place in the code; nothing when there are too many registers. Temporaries count where somebody will
    /// read them.
    pub(super) fn of(code: &CodeRt, live: &Liveness) -> Option<Box<[Looks]>> {
        let changed = changed(&code.code)?;
        let locals = low_bits(code.nlocals);
        let needed = |at: usize| locals | live.mask(at) << (code.nlocals % 64) & !locals & low_bits(code.nregs);
        let looks = |at: usize| {
            let before = at.saturating_sub(1);
            let (now, all_waiting) = (needed(at), needed(before));
            let written = changed.get(at).map_or(0, |c| c.before);
            // One that was just entered has no instruction before.
            let waited = if at == 0 { 0 } else { changed[before].during };
            // Where the instruction before is none that leads here, what it needs is only said to be needed: nobody
            // has looked at it before.
            let said = all_waiting & !now;
            let all = now | all_waiting;
            Looks { top: all & (written | waited | said), waiting: all_waiting & waited, all, all_waiting }
        };
        Some((0..=code.code.ins.len()).map(looks).collect())
    }
}

fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n.min(64)).unwrap_or(0)
}
