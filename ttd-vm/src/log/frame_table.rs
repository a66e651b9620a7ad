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
    /// Numbers of templates, each in one of the slots after its hash. If all are taken the first is overwritten; its
    /// template is written again when it comes back.
    slots: Box<[u32; SLOTS]>,
}

impl Default for FrameTable {
    fn default() -> FrameTable {
        FrameTable { all: Vec::new(), slots: Box::new([u32::MAX; SLOTS]) }
    }
}

/// Returns the first slot of a template: cheap, and mostly without collisions.
#[inline(always)]
fn slot_of(frame: &Frame, below: u32) -> usize {
    let words = (frame.code as u64 >> 4) ^ u64::from(below) << 32 ^ frame.func.raw().rotate_left(40);
    (words.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 54) as usize
}

impl FrameTable {
    /// Empties the table, and keeps the capacity.
    pub(crate) fn clear(&mut self) {
        if !self.all.is_empty() {
            self.all.clear();
            self.slots.fill(u32::MAX);
        }
    }

    /// Returns the number of the template with this frame, `above` and `below`, adding it if it is new.
    #[inline(always)]
    pub(crate) fn number(&mut self, frame: &Frame, above: u32, below: u32) -> u64 {
        let first = slot_of(frame, below);
        let number = self.slots[first % SLOTS];
        match self.all.get(number as usize) {
            Some(call) if call.below == below && call.above == above && call.frame.is_same_call(frame) => number.into(),
            _ => self.find(FrameTemplate { frame: *frame, above, below }, first),
        }
    }

    /// Finds a template that is not in its first slot, or adds it.
    #[cold]
    fn find(&mut self, call: FrameTemplate, first: usize) -> u64 {
        for i in 0..PROBES {
            let number = self.slots[(first + i) % SLOTS];
            let is_it = |known: &FrameTemplate| {
                known.below == call.below && known.above == call.above && known.frame.is_same_call(&call.frame)
            };
            match self.all.get(number as usize) {
                Some(known) if is_it(known) => return u64::from(number),
                Some(_) => {}
                None => return self.add(call, first + i),
            }
        }
        self.add(call, first)
    }

    fn add(&mut self, call: FrameTemplate, place: usize) -> u64 {
        let number = self.all.len();
        self.all.push(call);
        self.slots[place % SLOTS] = number as u32;
        number as u64
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
