//! Which registers the log looks at.

use ttd_code::liveness::Liveness;
use ttd_code::written::since_event;

use super::code::CodeRt;
use super::frame::Cont;

/// The registers of a frame at one instruction that somebody may read: one bit for each. Variables always count.
#[derive(Clone, Copy)]
pub(crate) struct Looks {
    /// When the frame is on top and about to run the instruction. It may just have been resumed in the one before.
    pub(crate) top: u64,
    /// When it waits in the instruction before, whatever for.
    waiting: u64,
    /// When it waits there for something that is only stored.
    storing: u64,
    /// Those of `top` that can be others than at the frame's last event.
    pub(crate) written: u64,
    /// The same of `waiting`.
    written_waiting: u64,
    /// The same of `storing`.
    written_storing: u64,
}

impl Looks {
    /// Whether every register of the code has a bit.
    #[inline(always)]
    pub(crate) fn have_bits_for(code: &CodeRt) -> bool {
        code.nregs <= u64::BITS
    }

    /// When the frame waits in the instruction before, for what goes on like this.
    #[inline(always)]
    pub(crate) fn waiting(&self, cont: Cont) -> u64 {
        if cont == Cont::Store { self.storing } else { self.waiting }
    }

    /// Those of `waiting` that can be others than at the frame's last event.
    #[inline(always)]
    pub(crate) fn written_waiting(&self, cont: Cont) -> u64 {
        if cont == Cont::Store { self.written_storing } else { self.written_waiting }
    }

    const ALL: Looks = Looks {
        top: u64::MAX,
        waiting: u64::MAX,
        storing: u64::MAX,
        written: u64::MAX,
        written_waiting: u64::MAX,
        written_storing: u64::MAX,
    };

    /// For every place in the code. When there are more registers than bits, every bit is set.
    pub(super) fn of(code: &CodeRt, live: &Liveness) -> Box<[Looks]> {
        let places = 0..=code.code.ins.len();
        if !Looks::have_bits_for(code) {
            return places.map(|_| Looks::ALL).collect();
        }
        let locals = low_bits(code.nlocals);
        let registers = |mask: u64| locals | mask << (code.nlocals % 64) & !locals & low_bits(code.nregs);
        let since_event = since_event(&code.code);
        let looks = |at: usize| {
            let before = at.saturating_sub(1);
            let (running, waiting) = (registers(live.mask(at)), registers(live.mask(before)));
            let storing = if at > 0 { registers(live.mask_later(before)) } else { waiting };
            // What the instruction before needs may never have been needed on the way that was taken to this one.
            let written = since_event.get(at).copied().unwrap_or(u64::MAX);
            let top = running | waiting;
            Looks {
                top,
                waiting,
                storing,
                written: (written | !running) & top,
                written_waiting: written & waiting,
                written_storing: written & storing,
            }
        };
        places.map(looks).collect()
    }
}

fn low_bits(n: u32) -> u64 {
    u64::MAX.checked_shr(64 - n.min(64)).unwrap_or(0)
}
