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

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_core::{Archived, Heap, NodeId, Packed, add_words, words_of};

use super::frame_table::{Call, Calls};
use super::gaps::Gap;
use super::raw_buffer::RawBuffer;
use super::transitions::{Table, Transition, Transitions};
use super::varint::{SMALL, most_bytes};
use crate::vm::State;
use crate::vm::host::HostState;

pub(crate) const SLOW: u8 = 1;
pub(crate) const BIRTHS: u8 = 1 << 1;
pub(crate) const MISC: u8 = 1 << 2;
/// So many registers, or more, end with the form LAST.
pub(crate) const MANY: u8 = 15;

/// What seldom changes.
#[derive(Clone, Copy, Debug)]
pub(crate) struct RareState {
    pub(crate) exc: Value,
    pub(crate) host: HostState,
    pub(crate) finalisable: u8,
}

impl PartialEq for RareState {
    /// Nearly always it is the same, so that one branch is enough.
    #[inline(always)]
    fn eq(&self, other: &RareState) -> bool {
        let inputs = self.host.inputs ^ other.host.inputs;
        let rest = self.exc.raw() ^ other.exc.raw() | self.host.output ^ other.host.output;
        (inputs as u64 | rest | u64::from(self.finalisable ^ other.finalisable)) == 0
    }
}

/// The block that is being written.
pub(crate) struct Open {
    pub(crate) bytes: RawBuffer<u8>,
    pub(crate) values: RawBuffer<Value>,
    pub(crate) calls: Calls,
    pub(crate) steps: Transitions,
    /// How many steps there were when it began.
    added: usize,
    pub(crate) states: Vec<State>,
    pub(crate) misc: Vec<RareState>,
    pub(crate) gaps: Vec<Gap>,
    /// How many moments there are.
    pub(crate) moments: u32,
    /// How many events were recorded, counted where not all are.
    pub(crate) events: u64,
}

/// A closed block: the moments between two checkpoints.
pub(crate) struct Block {
    form: Form,
    calls: Box<[Call]>,
    pub(crate) steps: Rc<Table>,
    /// How many of the steps were added by it.
    added: usize,
    states: Box<[State]>,
    misc: Box<[RareState]>,
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
    pub(crate) bytes: &'a [u64],
    pub(crate) values: &'a [u64],
    pub(crate) calls: &'a [Call],
    pub(crate) steps: &'a Table,
    pub(crate) states: &'a [State],
    pub(crate) misc: &'a [RareState],
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

/// How the bytes and the values of a block are kept.
enum Form {
    Plain {
        bytes: Archived,
        values: Archived,
    },
    Packed {
        /// The bytes, then the values.
        packed: Packed,
        /// How many words the bytes have.
        values_at: usize,
        /// What the values are, each once.
        refers_to: Box<[Value]>,
    },
}

/// The bytes and the values of a block that is packed, to be read.
pub(crate) struct Unpacked {
    /// The block's end.
    node: NodeId,
    words: Vec<u64>,
    values_at: usize,
}

impl Block {
    /// What can be read of it. What it takes to read one that is packed is kept in `unpacked`, for the next time.
    pub(crate) fn moments<'a>(&'a self, unpacked: &'a mut Option<Unpacked>) -> Moments<'a> {
        let (bytes, values) = match &self.form {
            Form::Plain { bytes, values } => (bytes.words(), values.words()),
            Form::Packed { packed, values_at, .. } => {
                let (node, values_at) = (self.end, *values_at);
                let known = unpacked.take().filter(|known| known.node == node);
                let read = || Unpacked { node, words: words_of(&packed.plain()).collect(), values_at };
                let unpacked = unpacked.insert(known.unwrap_or_else(read));
                unpacked.words.split_at(unpacked.values_at)
            }
        };
        self.moments_of(bytes, values)
    }

    fn moments_of<'a>(&'a self, bytes: &'a [u64], values: &'a [u64]) -> Moments<'a> {
        let Block { calls, steps, states, misc, gaps, moments, .. } = self;
        Moments { bytes, values, calls, steps, states, misc, gaps, moments: *moments }
    }

    /// What it refers to.
    pub(crate) fn each_root(&self, f: &mut dyn FnMut(&[Value])) {
        match &self.form {
            Form::Plain { values, .. } => self.moments_of(&[], values.words()).each_root(f),
            Form::Packed { refers_to, .. } => {
                f(refers_to);
                self.moments_of(&[], &[]).each_root(f);
            }
        }
    }

    /// The same for what it takes for granted: where it is packed, all but the registers.
    pub(crate) fn each_lasting_root(&self, f: &mut dyn FnMut(&[Value])) {
        match &self.form {
            Form::Plain { .. } => self.each_root(f),
            Form::Packed { .. } => self.moments_of(&[], &[]).each_root(f),
        }
    }

    /// If it is packed: its registers refer no longer to objects of which this is so.
    pub(crate) fn forget_references(&mut self, is_gone: &mut dyn FnMut(Value) -> bool) {
        if let Form::Packed { refers_to, .. } = &mut self.form {
            let others = refers_to.iter().copied().filter(|v| !is_gone(*v));
            *refers_to = others.collect();
        }
    }

    /// The events that were passed over.
    pub(crate) fn gaps(&self) -> &[Gap] {
        &self.gaps
    }

    /// Keeps it in fewer bytes, if there is any gain, and the heap's part of it as well.
    pub(crate) fn pack(&mut self, heap: &mut Heap) {
        heap.pack(self.end);
        let Form::Plain { bytes, values } = &self.form else { return };
        let (values_at, mut plain) = (bytes.words().len(), Vec::new());
        add_words(&mut plain, bytes.words());
        add_words(&mut plain, values.words());
        let Some(packed) = heap.pack_bytes(&plain) else { return };
        let mut each = values.words().to_vec();
        each.sort_unstable();
        each.dedup();
        let refers_to = each.into_iter().map(Value::from_raw).collect();
        let form = Form::Packed { packed, values_at, refers_to };
        if let Form::Plain { bytes, values } = std::mem::replace(&mut self.form, form) {
            heap.forget(bytes);
            heap.forget(values);
        }
    }

    /// Bytes of memory.
    pub(crate) fn bytes(&self) -> u64 {
        let rest = size_of_val(&*self.calls)
            + self.added * size_of::<Transition>()
            + size_of_val(&*self.states)
            + size_of_val(&*self.misc)
            + size_of_val(&*self.gaps);
        let form = match &self.form {
            Form::Plain { bytes, values } => bytes.bytes() + values.bytes(),
            Form::Packed { packed, refers_to, .. } => packed.bytes() + size_of_val(&**refers_to) as u64,
        };
        form + rest as u64
    }

    /// Gives its memory back.
    pub(crate) fn forget(self, heap: &mut Heap) {
        match self.form {
            Form::Plain { bytes, values } => {
                heap.forget(bytes);
                heap.forget(values);
            }
            Form::Packed { packed, .. } => heap.forget_packed(packed),
        }
    }
}

impl Open {
    pub(crate) fn new() -> Open {
        Open {
            bytes: RawBuffer::new(most_bytes(SMALL)),
            values: RawBuffer::new(SMALL),
            calls: Calls::default(),
            steps: Transitions::new(),
            added: 0,
            states: Vec::new(),
            misc: Vec::new(),
            gaps: Vec::new(),
            moments: 0,
            events: 0,
        }
    }

    /// What seldom changes has.
    #[cold]
    pub(crate) fn add_misc(&mut self, misc: RareState) {
        self.misc.push(misc);
    }

    /// Forgets everything, and keeps its room.
    pub(crate) fn clear(&mut self) {
        self.bytes.clear();
        self.values.clear();
        self.calls.clear();
        self.steps.clear();
        self.added = self.steps.table.count();
        self.states.clear();
        self.misc.clear();
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
            calls: self.calls.all.as_slice().into(),
            steps: self.steps.table.clone(),
            added: self.steps.table.count() - self.added,
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
        Snapshot { open: self, bytes: words_of(self.bytes.written()).collect(), values: self.value_words().collect() }
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
            steps: &self.open.steps.table,
            states: &self.open.states,
            misc: &self.open.misc,
            gaps: &self.open.gaps,
            moments: self.open.moments,
        }
    }
}
