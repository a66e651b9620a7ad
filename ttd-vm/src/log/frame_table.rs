//! Frame templates: what all frames pushed at one place have in common is written once per block, then named by a
//! number.
//!
//! # Why the unsafe code is sound
//!
//! As in `write/recorder`: frames between a pushed one and the top are pushed, and their bases lie in the stack.

use ttd_core::value::Value;

use super::varint::VarintWriter;
use crate::Vm;
use crate::vm::stack::frame::Frame;

/// What all frames pushed at one place of the program have in common.
#[derive(Clone, Copy)]
pub(crate) struct FrameTemplate {
    /// The frame; `pc`, `base` and `born` are set when it is pushed.
    pub(crate) frame: Frame,
    /// How far its base is above that of the frame below, or above the bottom of the stack.
    pub(crate) above: u32,
    /// The index of the instruction at which the frame below continues; 0 if there is none.
    pub(crate) below: u32,
}

/// Slots of the hash table.
const SLOTS: usize = 1 << 10;
/// Slots that a template may be in.
const PROBES: usize = 8;

/// The templates of the open block.
pub(crate) struct FrameTable {
    pub(crate) all: Vec<FrameTemplate>,
    /// Templates, each in one of the slots after its hash: the number, and above it the upper half of the hash, so that
    /// few others are looked at. If all are taken the first is overwritten; its template is written again when it comes
    /// back.
    slots: Box<[u64; SLOTS]>,
}

/// What is in a slot without a template.
const EMPTY: u64 = u64::MAX;

impl Default for FrameTable {
    fn default() -> FrameTable {
        FrameTable { all: Vec::new(), slots: Box::new([EMPTY; SLOTS]) }
    }
}

/// Hashes a template: cheap, and mostly without collisions. The generators of a recursion differ in the owner alone.
#[inline(always)]
fn hash_of(frame: &Frame, below: u32) -> u64 {
    let words = (frame.code as u64 >> 4) ^ u64::from(below) << 32 ^ frame.func.raw().rotate_left(40);
    (words ^ frame.owner.raw().rotate_left(20)).wrapping_mul(0x9E37_79B9_7F4A_7C15)
}

/// The first slot for a hash.
#[inline(always)]
fn slot_of(hash: u64) -> usize {
    (hash >> 54) as usize
}

impl FrameTable {
    /// Empties the table, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        if !self.all.is_empty() {
            self.all.clear();
            self.slots.fill(EMPTY);
        }
    }

    /// Returns the number of the template with this frame, `above` and `below`, adding it if it is new.
    #[inline(always)]
    pub(crate) fn number(&mut self, frame: &Frame, above: u32, below: u32) -> u64 {
        let hash = hash_of(frame, below);
        match self.known(slot_of(hash), hash, frame, (above, below)) {
            Some(number) => number,
            None => self.find(FrameTemplate { frame: *frame, above, below }, hash),
        }
    }

    /// Returns the number in this slot, if its template is this one.
    #[inline(always)]
    fn known(&self, at: usize, hash: u64, frame: &Frame, (above, below): (u32, u32)) -> Option<u64> {
        let slot = self.slots[at % SLOTS];
        let number = slot & u64::from(u32::MAX);
        let known = if slot >> 32 == hash >> 32 { self.all.get(number as usize)? } else { return None };
        (known.below == below && known.above == above && known.frame.is_same_call(frame)).then_some(number)
    }

    /// Finds a template that is not in its first slot, or adds it.
    #[cold]
    fn find(&mut self, call: FrameTemplate, hash: u64) -> u64 {
        let first = slot_of(hash);
        for i in 0..PROBES {
            if self.slots[(first + i) % SLOTS] == EMPTY {
                return self.add(call, hash, first + i);
            }
            if let Some(number) = self.known(first + i, hash, &call.frame, (call.above, call.below)) {
                return number;
            }
        }
        self.add(call, hash, first)
    }

    fn add(&mut self, call: FrameTemplate, hash: u64, place: usize) -> u64 {
        let number = self.all.len() as u64;
        self.all.push(call);
        self.slots[place % SLOTS] = hash >> 32 << 32 | number;
        number
    }
}

impl Vm {
    /// Writes the frames above `low`; returns the end. `bottom`: the base of `low`, or of the stack.
    ///
    /// # Safety
    /// `low` must point to a pushed frame or slot 0, and there must be room.
    #[inline(always)]
    pub(crate) unsafe fn write_frames(
        &self,
        calls: &mut FrameTable,
        mut out: VarintWriter,
        (low, bottom): (*const Frame, *const Value),
        time: i64,
    ) -> VarintWriter {
        // SAFETY: the caller's promise.
        unsafe {
            let mut below = bottom;
            let mut goes_on = match std::ptr::eq(low, self.frame_stack.start()) {
                true => 0,
                false => (*low).code().index_of((*low).pc),
            };
            let mut at = low.add(1);
            loop {
                let frame = &*at;
                let above = frame.base.cast_const().offset_from(below) as u32;
                out.put(calls.number(frame, above, goes_on));
                out.put((time as u64).wrapping_sub(frame.born));
                if std::ptr::eq(at, self.fp) {
                    return out;
                }
                (below, goes_on) = (frame.base, frame.code().index_of(frame.pc));
                at = at.add(1);
            }
        }
    }
}
