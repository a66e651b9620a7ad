//! Which registers the log looks at.

use ttd_code::liveness::Liveness;

use super::code::CodeRt;

/// The registers of a frame at one instruction that somebody may read: one bit for each. Variables always count.
#[derive(Clone, Copy)]
pub(crate) struct Looks {
    /// When the frame is on top and about to run the instruction. It may just have been resumed in the one before.
    pub(crate) top: u64,
    /// When it waits in the instruction before.
    pub(crate) waiting: u64,
}

impl Looks {
    /// For every place in the code. When there are more registers than bits, every bit is set.
    pub(super) fn of(code: &CodeRt, live: &Liveness) -> Box<[Looks]> {
        let places = 0..=code.code.ins.len();
        if code.nregs > 64 {
            return places.map(|_| Looks { top: u64::MAX, waiting: u64::MAX }).collect();
        }
        let locals = low_bits(code.nlocals);
        let needed = |at: usize| locals | live.mask(at) << (code.nlocals % 64) & !locals & low_bits(code.nregs);
        let looks = |at: usize| {
            let waiting = needed(at.saturating_sub(1));
            Looks { top: needed(at) | waiting, waiting }
        };
        places.map(looks).collect()
    }
}

fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n.min(64)).unwrap_or(0)
}
