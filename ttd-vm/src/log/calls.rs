//! The calls of a block: what the frames of a call have in common is written once, and then goes by a number.
//!
//! # Why the unsafe code is sound
//!
//! As in `record`: frames between a pushed one and the top are pushed, and their bases lie in the stack.

use super::out::Out;
use crate::Vm;
use crate::vm::frame::Frame;

/// A frame that is pushed at one place of the program.
#[derive(Clone, Copy)]
pub(super) struct Call {
    /// Right but for `pc`, `base` and `born`.
    pub(super) frame: Frame,
    /// How far its base is above that of the frame below, or above the bottom of the stack.
    pub(super) above: u32,
    /// The index of the instruction with which the frame below goes on; 0 where there is none.
    pub(super) below: u32,
}

/// Places for numbers of calls, by a hash of the call.
const PLACES: usize = 1 << 10;
/// How many places a call may have.
const PROBES: usize = 8;

/// The calls of the open block.
pub(super) struct Calls {
    pub(super) all: Vec<Call>,
    /// The numbers of the calls, each in one of the places that follow its hash. One that finds them all taken drives
    /// the first of them out, and the other is written again when it comes back.
    places: Box<[u32; PLACES]>,
}

impl Default for Calls {
    fn default() -> Calls {
        Calls { all: Vec::new(), places: Box::new([u32::MAX; PLACES]) }
    }
}

impl Call {
    fn is_same(&self, other: &Call) -> bool {
        self.below == other.below && self.above == other.above && self.frame.is_same_call(&other.frame)
    }

    fn hash(&self) -> usize {
        let frame = &self.frame;
        let words = (frame.code as u64 >> 4) ^ frame.func.raw().rotate_left(20) ^ frame.owner.raw().rotate_left(40);
        let place = u64::from(self.below) << 32 | u64::from(frame.dst) << 8 | frame.cont as u64;
        ((words ^ place).wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
    }
}

impl Calls {
    /// Forgets all of them, and keeps the room.
    pub(super) fn clear(&mut self) {
        self.all.clear();
        self.places.fill(u32::MAX);
    }

    /// The number of a call.
    #[inline]
    pub(super) fn number(&mut self, call: &Call) -> u64 {
        let first = call.hash();
        for i in 0..PROBES {
            let number = self.places[(first + i) % PLACES];
            match self.all.get(number as usize) {
                Some(known) if known.is_same(call) => return u64::from(number),
                Some(_) => {}
                None => return self.add(call, first + i),
            }
        }
        self.add(call, first)
    }

    #[cold]
    fn add(&mut self, call: &Call, place: usize) -> u64 {
        let number = self.all.len();
        self.all.push(*call);
        self.places[place % PLACES] = number as u32;
        number as u64
    }
}

impl Vm {
    /// Writes the frames above `low`; where the next byte goes.
    ///
    /// # Safety
    /// `low` must point to a pushed frame or slot 0, and there must be room.
    #[inline(never)]
    pub(super) unsafe fn write_frames(&self, calls: &mut Calls, mut out: Out, low: *const Frame, time: i64) -> Out {
        // SAFETY: the caller's promise.
        unsafe {
            let pushed = self.fp.cast_const().offset_from(low) as usize;
            let (mut below, _) = self.bottom_of(low);
            let mut goes_on = match std::ptr::eq(low, self.frame_stack.start()) {
                true => 0,
                false => (*low).code().index_of((*low).pc),
            };
            for i in 1..=pushed {
                let frame = &*low.add(i);
                let above = frame.base.cast_const().offset_from(below) as u32;
                out.put(calls.number(&Call { frame: *frame, above, below: goes_on }));
                out.put((time as u64).wrapping_sub(frame.born));
                below = frame.base;
                if i < pushed {
                    goes_on = frame.code().index_of(frame.pc);
                }
            }
        }
        out
    }
}
