//! The format of a block: moments one after the other, as bytes, with what does not fit into bytes beside them.
//!
//! ```text
//! A moment that follows the one before by a known transition (nearly all):
//!
//! id        2 * id of the transition + whether ALLOCATIONS follows; ids begin at 1. A transition (`transitions`) names
//!           the instruction, the frames popped and pushed, and the registers that follow (`transition_plan`)
//! registers for each in the list a byte with its form, then its bytes
//! frame     only if the transition pushes an `Explicit` frame: number of its template, and its age in events
//! ALLOCATIONS  how many objects were allocated since the moment before
//!
//! Any other moment, in full:
//!
//! 0
//! flags     SINGLE_EVENT | ALLOCATIONS | RARE | registers << 4 (15: uncounted, they end with the form LAST_REGISTER)
//! pc        index of the instruction of the top frame
//! frames    popped | pushed << 4 (15: the number follows); then for each pushed frame the number of its template and
//!           its age in events
//! ALLOCATIONS  how many objects were allocated since the moment before
//! registers for each that changed
//!             above | form << 4   its distance from the base of the lowest frame that may have changed (15: the number
//!                                 follows)
//!
//! form      0 to 8:             that many bytes follow: the old word exclusive-or the new one
//!           15:                 a reference to an object; its word is the next one in `values`
//! ```
//!
//! Numbers are LEB128. Beside the bytes: `transitions`; `values`, the registers that refer to objects; `templates`,
//! what all frames pushed at one place have in common; `states`, where SINGLE_EVENT is set (an event that was delivered
//! alone: during unwinding, or where the machine stopped); `rare`, where RARE is; `gaps`, where unrecorded events
//! precede a moment.

use ttd_core::value::Value;
use ttd_core::{Heap, NodeId, words_of};

use super::address_set::AddressSet;
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
/// From this count on, registers are not counted but end with the form LAST_REGISTER.
pub(crate) const UNCOUNTED: u8 = 15;

/// Rarely changing state: current exception, host position, finalizer urgency.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RareState {
    pub(crate) exc: Value,
    pub(crate) host: HostState,
    pub(crate) finalizer_urgency: u8,
}

impl PartialEq for RareState {
    /// Compares in one branch, as the two are nearly always equal.
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
    /// The size of the table when the block began.
    transitions_before: usize,
    pub(crate) states: Vec<State>,
    pub(crate) rare: Vec<RareState>,
    pub(crate) gaps: Vec<Gap>,
    /// How many moments there are.
    pub(crate) moments: u32,
    /// The registers that full moments write.
    pub(crate) written_in_full: AddressSet,
    /// The instructions of full moments.
    pub(crate) full_at: AddressSet,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
}

/// The readable form of a block.
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
            written_in_full: AddressSet::default(),
            full_at: AddressSet::default(),
            events: 0,
        }
    }

    /// Adds a changed rare state.
    #[cold]
    pub(crate) fn add_rare(&mut self, rare: RareState) {
        self.rare.push(rare);
    }

    /// Empties it, and keeps the capacity.
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
        (self.written_in_full, self.full_at) = (AddressSet::default(), AddressSet::default());
    }

    /// Copies it into a closed block that ends at a node of the heap.
    pub(crate) fn close(&self, heap: &mut Heap, end: NodeId) -> Block {
        Block {
            form: Form::Plain {
                bytes: heap.archive_bytes(self.bytes.written()),
                values: heap.archive(self.value_words()),
            },
            templates: self.templates.all.as_slice().into(),
            transitions: self.transitions.table.clone(),
            used: self.transitions.used(),
            written_in_full: self.written_in_full,
            full_at: self.full_at,
            added_transitions: self.transitions.table.count() - self.transitions_before,
            states: self.states.as_slice().into(),
            rare: self.rare.as_slice().into(),
            gaps: self.gaps.as_slice().into(),
            moments: self.moments,
            events: self.events,
            end,
        }
    }

    /// Returns what was written so far, in readable form.
    pub(crate) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { open: self, bytes: words_of(self.bytes.written()).collect(), values: self.value_words().collect() }
    }

    fn value_words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.values.written().iter().map(|v| v.raw())
    }
}

/// A readable copy of the open block.
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
