//! The format of the log: moments one after the other, as bytes, with what does not fit bytes beside them.
//!
//! ```text
//! step      2 * number + whether BIRTHS follow; the first has number 1. A step (`steps`) stands for the instruction, for
//!           the frames that are popped and pushed, and for the registers that are written (`plan`):
//! registers for each a byte with its form, and the bits
//! frame     only where each moment of the step says it: number of the call, and how long ago the frame was born
//! BIRTHS    how many more objects there are
//!
//! or, where there is no step, written in full:
//!
//! 0
//! flags     SLOW | BIRTHS | MISC | registers << 4 (15: as many as come before one of the form LAST)
//! pc        index of the instruction of the top frame
//! frames    popped | pushed << 4: how many, maybe none; 15: that much is in the number that follows; then for each that
//!           was pushed the number of its call, and how long ago it was born
//! BIRTHS    how many more objects there are
//! registers for each that changed
//!             up | form << 4    how far it is above the base of the lowest frame that may have changed; 15: that much
//!                               is the number that follows
//!
//! form      0 to 8:             so many bytes of what its word differs in from what it held (exclusive or)
//!           15:                 it refers to an object, and its word stands in `values`
//! ```
//!
//! Numbers are LEB128. Beside the bytes: `steps`, `values` of registers that refer to objects, `calls` (what all frames that are
//! pushed at one place have in common), `states` where SLOW is set (an event that was delivered by itself: in the middle
//! of unwinding, or where the machine looked up), `misc` where MISC is, `gaps` where events were passed over before a
//! moment.

use ttd_core::value::Value;
use ttd_core::{Heap, NodeId, words_of};

use super::block::{Block, Form};
use super::frame_table::{FrameTable, FrameTemplate};
use super::gaps::Gap;
use super::raw_buffer::RawBuffer;
use super::transitions::{Table, Transitions};
use super::varint::{SMALL_MOMENT, max_bytes};
use crate::vm::State;
use crate::vm::host::HostState;

pub(crate) const SINGLE_EVENT: u8 = 1;
pub(crate) const ALLOCATIONS: u8 = 1 << 1;
pub(crate) const RARE: u8 = 1 << 2;
/// So many registers, or more, end with the form LAST.
pub(crate) const UNCOUNTED: u8 = 15;

/// What seldom changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RareState {
    pub(crate) exc: Value,
    pub(crate) host: HostState,
    pub(crate) finalizer_urgency: u8,
}

impl PartialEq for RareState {
    /// Nearly always it is the same, so that one branch is enough.
    #[inline(always)]
    fn eq(&self, other: &RareState) -> bool {
        let inputs = self.host.inputs ^ other.host.inputs;
        let rest = self.exc.raw() ^ other.exc.raw() | self.host.output ^ other.host.output;
        (inputs as u64 | rest | u64::from(self.finalizer_urgency ^ other.finalizer_urgency)) == 0
    }
}

/// The block that is being written.
pub(crate) struct OpenBlock {
    pub(crate) bytes: RawBuffer<u8>,
    pub(crate) values: RawBuffer<Value>,
    pub(crate) templates: FrameTable,
    pub(crate) transitions: Transitions,
    /// How many steps there were when it began.
    transitions_before: usize,
    pub(crate) states: Vec<State>,
    pub(crate) rare: Vec<RareState>,
    pub(crate) gaps: Vec<Gap>,
    /// How many moments there are.
    pub(crate) moments: u32,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
}

/// What can be read of a block.
#[derive(Clone, Copy)]
pub(crate) struct Moments<'a> {
    pub(crate) bytes: &'a [u64],
    pub(crate) values: &'a [u64],
    pub(crate) templates: &'a [FrameTemplate],
    pub(crate) transitions: &'a Table,
    pub(crate) states: &'a [State],
    pub(crate) rare: &'a [RareState],
    pub(crate) gaps: &'a [Gap],
    pub(crate) moments: u32,
}

impl Moments<'_> {
    /// What it refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        for values in self.values.chunks(64) {
            let mut some = [Value::NONE; 64];
            some.iter_mut().zip(values).for_each(|(v, raw)| *v = Value::from_raw(*raw));
            f(&some[..values.len()]);
        }
        self.templates.iter().for_each(|call| f(&call.frame.values()));
        for state in self.states {
            f(&[state.exc]);
            if let Some(unwinding) = state.unwinding {
                f(&[unwinding.exc]);
            }
        }
        self.rare.iter().for_each(|rare| f(&[rare.exc]));
    }
}

impl OpenBlock {
    pub(crate) fn new() -> OpenBlock {
        OpenBlock {
            bytes: RawBuffer::new(max_bytes(SMALL_MOMENT)),
            values: RawBuffer::new(SMALL_MOMENT),
            templates: FrameTable::default(),
            transitions: Transitions::new(),
            transitions_before: 0,
            states: Vec::new(),
            rare: Vec::new(),
            gaps: Vec::new(),
            moments: 0,
            events: 0,
        }
    }

    /// What seldom changes has.
    #[cold]
    pub(crate) fn add_rare(&mut self, rare: RareState) {
        self.rare.push(rare);
    }

    /// Forgets everything, and keeps its room.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.values.clear();
        self.templates.clear();
        self.transitions.clear();
        self.transitions_before = self.transitions.table.count();
        self.states.clear();
        self.rare.clear();
        self.gaps.clear();
        (self.moments, self.events) = (0, 0);
    }

    /// The same as a closed block.
    pub(crate) fn close(&self, heap: &mut Heap, end: NodeId) -> Block {
        Block {
            form: Form::Plain {
                bytes: heap.archive_bytes(self.bytes.written()),
                values: heap.archive(self.value_words()),
            },
            templates: self.templates.all.as_slice().into(),
            transitions: self.transitions.table.clone(),
            added_transitions: self.transitions.table.count() - self.transitions_before,
            states: self.states.as_slice().into(),
            rare: self.rare.as_slice().into(),
            gaps: self.gaps.as_slice().into(),
            moments: self.moments,
            events: self.events,
            end,
        }
    }

    /// What there is by now, in the form in which it can be read.
    pub(crate) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { open: self, bytes: words_of(self.bytes.written()).collect(), values: self.value_words().collect() }
    }

    fn value_words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.values.written().iter().map(|v| v.raw())
    }
}

/// The block that is being written, as it is now.
pub(crate) struct Snapshot<'a> {
    open: &'a OpenBlock,
    bytes: Vec<u64>,
    values: Vec<u64>,
}

impl Snapshot<'_> {
    /// What can be read of it.
    pub(crate) fn moments(&self) -> Moments<'_> {
        Moments {
            bytes: &self.bytes,
            values: &self.values,
            templates: &self.open.templates.all,
            transitions: &self.open.transitions.table,
            states: &self.open.states,
            rare: &self.open.rare,
            gaps: &self.open.gaps,
            moments: self.open.moments,
        }
    }
}
