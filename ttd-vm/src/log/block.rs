//! The format of the log: moments one after the other, as bytes, with what does not fit bytes beside them.
//!
//! ```text
//! flags     SLOW | FRAMES | BIRTHS | MISC | registers << 4 (15: as many as come before one of the form LAST)
//! pc        index of the instruction of the top frame
//! FRAMES    popped | pushed << 4: how many frames, maybe none; 15: that much is in the number that follows; then for
//!           each that was pushed the number of its call, and how long ago it was born
//! BIRTHS    how many more objects there are
//! registers where there is neither SLOW nor FRAMES: those that the code can have written since the frame's last event
//!           (`Looks::written`), of which 15 or more are counted by a byte; a byte with the form of each, then the bits.
//!           Otherwise for each that changed
//!             up | form << 4    how far it is above the base of the lowest frame that may have changed; 15: that much
//!                               is the number that follows
//!             form 0 to 8:      so many bytes of what its word differs in from what it held (exclusive or)
//!             form 15:          it refers to an object, and its word stands in `values`
//! ```
//!
//! Numbers are LEB128. Beside the bytes: `values` of registers that refer to objects, `calls` (what all frames that are
//! pushed at one place have in common), `states` where SLOW is set (an event that was delivered by itself: in the middle
//! of unwinding, or where the machine looked up), `misc` where MISC is, `gaps` where events were passed over before a
//! moment.

use ttd_core::value::Value;
use ttd_core::{Archived, Heap, NodeId};

use super::calls::{Call, Calls};
use super::gaps::Gap;
use super::out::{SMALL, most_bytes};
use super::tape::Tape;
use crate::vm::State;
use crate::vm::host::HostState;

pub(super) const SLOW: u8 = 1;
pub(super) const FRAMES: u8 = 1 << 1;
pub(super) const BIRTHS: u8 = 1 << 2;
pub(super) const MISC: u8 = 1 << 3;
/// So many registers, or more, end with the form LAST.
pub(super) const MANY: u8 = 15;

/// What seldom changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Misc {
    pub(crate) exc: Value,
    pub(crate) host: HostState,
    pub(crate) finalisable: u8,
}

impl PartialEq for Misc {
    /// Nearly always it is the same, so that one branch is enough.
    #[inline(always)]
    fn eq(&self, other: &Misc) -> bool {
        let inputs = self.host.inputs ^ other.host.inputs;
        let rest = self.exc.raw() ^ other.exc.raw() | self.host.output ^ other.host.output;
        (inputs as u64 | rest | u64::from(self.finalisable ^ other.finalisable)) == 0
    }
}

/// The block that is being written.
pub(crate) struct Open {
    pub(super) bytes: Tape<u8>,
    pub(super) values: Tape<Value>,
    pub(super) calls: Calls,
    pub(super) states: Vec<State>,
    pub(super) misc: Vec<Misc>,
    pub(super) gaps: Vec<Gap>,
    /// How many moments there are.
    pub(crate) moments: u32,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
}

/// A closed block: the moments between two checkpoints.
pub(crate) struct Block {
    bytes: Archived,
    values: Archived,
    calls: Box<[Call]>,
    states: Box<[State]>,
    misc: Box<[Misc]>,
    gaps: Box<[Gap]>,
    moments: u32,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
    /// The heap's node at its end.
    pub(crate) end: NodeId,
}

/// What can be read of a block.
#[derive(Clone, Copy)]
pub(crate) struct Moments<'a> {
    pub(super) bytes: &'a [u64],
    pub(super) values: &'a [u64],
    pub(super) calls: &'a [Call],
    pub(super) states: &'a [State],
    pub(super) misc: &'a [Misc],
    pub(super) gaps: &'a [Gap],
    pub(super) moments: u32,
}

impl Moments<'_> {
    /// What it refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        for values in self.values.chunks(64) {
            let mut some = [Value::NONE; 64];
            some.iter_mut().zip(values).for_each(|(v, raw)| *v = Value::from_raw(*raw));
            f(&some[..values.len()]);
        }
        self.calls.iter().for_each(|call| f(&call.frame.values()));
        for state in self.states {
            f(&[state.exc]);
            if let Some(unwinding) = state.unwinding {
                f(&[unwinding.exc]);
            }
        }
        self.misc.iter().for_each(|misc| f(&[misc.exc]));
    }
}

impl Block {
    /// What can be read of it.
    pub(crate) fn moments(&self) -> Moments<'_> {
        Moments {
            bytes: self.bytes.words(),
            values: self.values.words(),
            calls: &self.calls,
            states: &self.states,
            misc: &self.misc,
            gaps: &self.gaps,
            moments: self.moments,
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let rest = size_of_val(&*self.calls)
            + size_of_val(&*self.states)
            + size_of_val(&*self.misc)
            + size_of_val(&*self.gaps);
        self.bytes.bytes() + self.values.bytes() + rest as u64
    }

    /// Gives its memory back.
    pub(crate) fn forget(self, heap: &mut Heap) {
        heap.forget(self.bytes);
        heap.forget(self.values);
    }
}

impl Open {
    pub(super) fn new() -> Open {
        Open {
            bytes: Tape::new(most_bytes(SMALL)),
            values: Tape::new(SMALL),
            calls: Calls::default(),
            states: Vec::new(),
            misc: Vec::new(),
            gaps: Vec::new(),
            moments: 0,
            events: 0,
        }
    }

    /// What seldom changes has.
    #[cold]
    pub(super) fn add_misc(&mut self, misc: Misc) {
        self.misc.push(misc);
    }

    /// Forgets everything, and keeps its room.
    pub(super) fn clear(&mut self) {
        self.bytes.clear();
        self.values.clear();
        self.calls.clear();
        self.states.clear();
        self.misc.clear();
        self.gaps.clear();
        (self.moments, self.events) = (0, 0);
    }

    /// The same as a closed block.
    pub(super) fn close(&self, heap: &mut Heap, end: NodeId) -> Block {
        Block {
            bytes: heap.archive_bytes(self.bytes.written()),
            values: heap.archive(self.value_words()),
            calls: self.calls.all.as_slice().into(),
            states: self.states.as_slice().into(),
            misc: self.misc.as_slice().into(),
            gaps: self.gaps.as_slice().into(),
            moments: self.moments,
            events: self.events,
            end,
        }
    }

    /// What there is by now, in the form in which it can be read.
    pub(crate) fn snapshot(&self) -> Snapshot<'_> {
        Snapshot { open: self, bytes: self.byte_words().collect(), values: self.value_words().collect() }
    }

    fn byte_words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.bytes.written().chunks(8).map(|chunk| {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(bytes)
        })
    }

    fn value_words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.values.written().iter().map(|v| v.raw())
    }
}

/// The block that is being written, as it is now.
pub(crate) struct Snapshot<'a> {
    open: &'a Open,
    bytes: Vec<u64>,
    values: Vec<u64>,
}

impl Snapshot<'_> {
    /// What can be read of it.
    pub(crate) fn moments(&self) -> Moments<'_> {
        Moments {
            bytes: &self.bytes,
            values: &self.values,
            calls: &self.open.calls.all,
            states: &self.open.states,
            misc: &self.open.misc,
            gaps: &self.open.gaps,
            moments: self.open.moments,
        }
    }
}
