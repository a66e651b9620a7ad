//! The slots of iterators that are asked: those that their engines know, the state, and what an open question is about.

use ttd_core::value::{TypeId, Value};

use super::{can_be_inner, is_simple, joins};
use crate::types::iter::FIRST;
use crate::{Vm, ids};

/// How deep iterators that are asked may be nested.
const MAX_DEPTH: u32 = 8;

/// Where an iterator that is asked has what; this is the shape of the object.
///
/// After the slots that the engine knows follows the *state*: UNBOUND without a question to an inner iterator. Those
/// that join several (see `joins`) have there the number of the one whose turn it is and behind it the items so far;
/// `accumulate` has TRUE while its function is asked. Behind the state, others with a function have the item that it is
/// asked about, `batched` a list of the items so far, and `pairwise` the first item of the pair that is asked for.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) struct Layout(u32);

/// The iterator can be an inner one of another that is asked. If not, its function may be anything.
const NESTED: u32 = 1;
/// Behind the state is the item that the function is asked about.
const HAS_ITEM: u32 = 2;
/// Where the slot of the inner iterator is noted, in four bits.
const INNER: u32 = 2;
/// Where it is noted how many iterators that are asked are nested in this one, with it, in four bits.
const DEPTH: u32 = 6;
/// Where the slot of the state is noted.
const STATE: u32 = 10;
/// Iterators with as many slots as this, or more, are not asked.
const MAX_SLOTS: usize = 1 << 20;

impl Layout {
    /// The layout of an iterator; `None` if it cannot be asked.
    #[inline]
    pub(super) fn of(vm: &Vm, it: Value) -> Option<Layout> {
        if !it.is_obj() || !vm.slots_of(it).engine {
            return None;
        }
        Some(vm.heap.shape(it)).filter(|shape| *shape != 0).map(Layout)
    }

    /// The slot of the state, which is also the number of slots that the engine gets.
    #[inline]
    pub(super) fn state(self) -> usize {
        (self.0 >> STATE) as usize
    }

    /// The slot of the inner iterator, of those that have one only.
    #[inline]
    pub(super) fn inner(self) -> usize {
        (self.0 >> INNER & 15) as usize
    }

    /// The slot of the item that a function is asked about, UNBOUND without such a question.
    #[inline]
    pub(super) fn item(self) -> Option<usize> {
        (self.0 & HAS_ITEM != 0).then(|| self.state() + 1)
    }

    fn depth(self) -> u32 {
        self.0 >> DEPTH & 15
    }

    /// Whether the iterator can be an inner one.
    pub(super) fn can_be_inner(self) -> bool {
        self.0 & NESTED != 0
    }

    /// Whether a question of the iterator waits for its reply.
    #[inline]
    pub(super) fn is_open(self, vm: &Vm, it: Value) -> bool {
        let slots = vm.heap.slots(it);
        !slots[self.state()].is_unbound() || self.item().is_some_and(|slot| !slots[slot].is_unbound())
    }

    /// Notes that an inner iterator is asked.
    pub(super) fn open(self, vm: &mut Vm, it: Value) {
        if vm.heap.slot(it, self.state()).is_unbound() {
            vm.heap.set_slot(it, self.state(), Value::int(0));
        }
    }

    /// Notes that the inner iterator has replied; those that join several keep whose turn it is.
    #[inline]
    pub(super) fn close(self, vm: &mut Vm, it: Value) {
        if !vm.heap.slot(it, self.state()).is_unbound() && !joins::owns(it.tid()) {
            vm.heap.set_slot(it, self.state(), Value::UNBOUND);
        }
    }

    /// Forgets all about a question.
    pub(super) fn forget(self, vm: &mut Vm, it: Value) {
        for slot in self.state()..vm.heap.slots(it).len() {
            if !vm.heap.slot(it, slot).is_unbound() {
                vm.heap.set_slot(it, slot, Value::UNBOUND);
            }
        }
    }
}

/// The slots of an iterator with an engine that this gets.
pub(crate) fn engine_slots(vm: &Vm, it: Value) -> &[Value] {
    let slots = vm.heap.slots(it);
    Layout::of(vm, it).map_or(slots, |layout| &slots[..layout.state()])
}

/// Makes an iterator with an engine from the slots that this gets, with more if it can be asked.
pub(crate) fn assemble(vm: &mut Vm, tid: TypeId, mut slots: Vec<Value>) -> Value {
    let Some(Layout(shape)) = layout_for(vm, tid, &slots) else { return vm.heap.new_slots_from(tid, 0, &slots) };
    let len = slots.len();
    let more = match tid {
        ids::COMPRESS | ids::BATCHED | ids::PAIRWISE => 2,
        _ if joins::owns(tid) => 1 + len - Layout(shape).inner(),
        _ => 1 + usize::from(shape & HAS_ITEM != 0),
    };
    slots.resize(len + more, Value::UNBOUND);
    vm.heap.new_slots_from(tid, shape, &slots)
}

fn layout_for(vm: &Vm, tid: TypeId, slots: &[Value]) -> Option<Layout> {
    let asks_about = |inner: usize, function: usize| (inner..inner + 1, Some((slots[function], 1)), HAS_ITEM);
    let (inner, function, flags) = match tid {
        ids::ENUMERATE | ids::ISLICE | ids::PAIRWISE | ids::CHAIN | ids::CYCLE | ids::BATCHED => (1..2, None, 0),
        ids::COMPRESS => (1..3, None, 0),
        ids::ZIP_LONGEST if slots.len() > 3 => (3..slots.len(), None, 0),
        // Its inner iterator is in a list, which others share.
        ids::TEE => (0..1, None, 0),
        ids::FILTER | ids::FILTERFALSE | ids::TAKEWHILE | ids::DROPWHILE => asks_about(2, 1),
        ids::GROUPBY => asks_about(1, 2),
        ids::GROUPER => asks_about(3, 4),
        ids::ACCUMULATE => (1..2, Some((slots[2], 2)), 0),
        ids::STARMAP => (2..3, None, 0),
        ids::MAP if slots.len() > FIRST => (FIRST..slots.len(), None, 0),
        ids::ZIP if slots.len() > FIRST => (FIRST..slots.len(), None, 0),
        _ => return None,
    };
    if function.is_some_and(|(function, count)| !function.is_none() && !is_simple(vm, function, count)) {
        return None;
    }
    let first = inner.start;
    let inner = if tid == ids::TEE { &vm.heap.list(slots[1])[..1] } else { &slots[inner] };
    if slots.len() >= MAX_SLOTS || !inner.iter().all(|it| can_be_inner(vm, *it)) {
        return None;
    }
    let depths = inner.iter().map(|it| Layout::of(vm, *it).map_or(0, Layout::depth));
    let depth = 1 + depths.max().unwrap_or(0);
    if depth > MAX_DEPTH {
        return None;
    }
    let is_alone = match tid {
        ids::MAP => !is_simple(vm, slots[1], slots.len() - FIRST),
        _ => tid == ids::STARMAP,
    };
    let nested = if is_alone { 0 } else { NESTED };
    let noted = (slots.len() as u32) << STATE | depth << DEPTH | (first as u32) << INNER;
    Some(Layout(noted | flags | nested))
}
