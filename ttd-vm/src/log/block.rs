//! The format of the log: moments one after the other, as bytes, with what does not fit bytes beside them.
//!
//! ```text
//! flags     SLOW | FRAMES | BIRTHS | MISC | registers << 4 (15: as many as come before a gap of 0)
//! pc        index of the instruction of the top frame
//! FRAMES    how many frames were popped, how many pushed; if any were, where the one below goes on; then for each that
//!           was pushed its call, how far its base is above that of the one below, how long ago it was born, and but for
//!           the top where it goes on
//! BIRTHS    how many more objects there are
//! registers for each that changed
//!             gap | form << 4   how much farther up it is than the one before (the first: than the base of the lowest
//!                               frame that may have changed, less one); 15: that much is the number that follows
//!             form 0 to 8:      so many bytes of what must be added to the word that it held, as a signed number
//!                               whose sign is its lowest bit
//!             form 15:          it refers to an object, and its word stands in `values`
//! ```
//!
//! Numbers are LEB128. Beside the bytes: `values` of registers that refer to objects, `calls` (what all frames of a call have in
//! common), `states` where SLOW is set (an event that was delivered by itself: in the middle of unwinding, or where the
//! machine looked up), `misc` where MISC is, `gaps` where events were passed over before a moment.

use ttd_core::value::Value;
use ttd_core::{Archived, Heap, NodeId};

use super::gaps::Gap;
use crate::vm::State;
use crate::vm::frame::Frame;
use crate::vm::host::HostState;

pub(super) const SLOW: u8 = 1;
pub(super) const FRAMES: u8 = 1 << 1;
pub(super) const BIRTHS: u8 = 1 << 2;
pub(super) const MISC: u8 = 1 << 3;
/// So many registers, or more, end with a gap of 0.
pub(super) const MANY: u8 = 15;

/// The gap that does not fit.
pub(super) const FAR: u8 = 15;
/// The form of references.
pub(super) const OBJECT: u8 = 15;
/// The most bytes of a register.
pub(super) const REGISTER: usize = 1 + LONGEST + 8;

/// What seldom changes.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Misc {
    pub(crate) exc: Value,
    pub(crate) host: HostState,
    pub(crate) finalisable: u8,
}

/// The block that is being written.
#[derive(Default)]
pub(crate) struct Open {
    pub(super) bytes: Vec<u8>,
    pub(super) values: Vec<Value>,
    pub(super) calls: Vec<Frame>,
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
    calls: Box<[Frame]>,
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
    pub(super) calls: &'a [Frame],
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
        self.calls.iter().for_each(|frame| f(&frame.values()));
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
            bytes: heap.archive(self.byte_words()),
            values: heap.archive(self.value_words()),
            calls: self.calls.as_slice().into(),
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
        self.bytes.chunks(8).map(|chunk| {
            let mut bytes = [0; 8];
            bytes[..chunk.len()].copy_from_slice(chunk);
            u64::from_le_bytes(bytes)
        })
    }

    fn value_words(&self) -> impl ExactSizeIterator<Item = u64> {
        self.values.iter().map(|v| v.raw())
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
            calls: &self.open.calls,
            states: &self.open.states,
            misc: &self.open.misc,
            gaps: &self.open.gaps,
            moments: self.open.moments,
        }
    }
}

/// Where the bytes of a moment are written: there must be room for them.
pub(super) struct Out(pub(super) *mut u8);

impl Out {
    /// Writes a byte.
    ///
    /// # Safety
    /// There must be room.
    #[inline(always)]
    pub(super) unsafe fn byte(&mut self, byte: u8) {
        // SAFETY: the caller's promise.
        unsafe {
            self.0.write(byte);
            self.0 = self.0.add(1);
        }
    }

    /// Writes a number.
    ///
    /// # Safety
    /// There must be room for `LONGEST` bytes.
    #[inline(always)]
    pub(super) unsafe fn put(&mut self, mut n: u64) {
        // SAFETY: the caller's promise.
        unsafe {
            while n >= 0x80 {
                self.byte(n as u8 | 0x80);
                n >>= 7;
            }
            self.byte(n as u8);
        }
    }
}

impl Out {
    /// Writes that a register holds `now` and held `then`, but for the words of references; whether it refers to an
    /// object. `gap` is how far it is from the one before.
    ///
    /// # Safety
    /// There must be room for `REGISTER` bytes.
    #[inline(always)]
    pub(super) unsafe fn register(&mut self, gap: usize, now: Value, then: Value) -> bool {
        let by = now.raw().wrapping_sub(then.raw()) as i64;
        let signed = (by << 1 ^ by >> 63) as u64;
        let bytes = 8 - signed.leading_zeros() / 8;
        let form = if now.is_obj() { OBJECT } else { bytes as u8 };
        // SAFETY: the caller's promise.
        unsafe {
            if gap < usize::from(FAR) {
                self.byte(gap as u8 | form << 4);
            } else {
                self.byte(FAR | form << 4);
                self.put(gap as u64);
            }
            if form != OBJECT {
                self.0.cast::<[u8; 8]>().write(signed.to_le_bytes());
                self.0 = self.0.add(bytes as usize);
            }
        }
        form == OBJECT
    }
}

/// The most bytes of a number.
pub(super) const LONGEST: usize = 10;
