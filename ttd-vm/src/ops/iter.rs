//! Iteration over builtin values without running Python code.
//!
//! An iterator is a `Slots` object with what it iterates over and a position, so it travels in time like every object.
//! The layouts are in `types/iter`, `types/dict/iter.rs` and `types/set/iter.rs`.
//!
//! Iterators that have to run Python code (`map` with a Python function, `zip` over generators ...) hold an engine of
//! the hidden library in slot 0. [`builtin_next`] returns `None` for them, and the interpreter resumes the engine.

use ttd_core::value::Value;

use crate::types::{dict, iter, set};
use crate::{Vm, ids, native::*};

/// Returns the iterator of a builtin value; `None` when it has none or is no builtin.
pub fn builtin_iter(vm: &mut Vm, v: Value) -> Option<Value> {
    if !v.is_obj() {
        return None;
    }
    let zero = Value::int(0);
    let made = match v.tid() {
        ids::LIST => vm.heap.new_slots_from(ids::LIST_ITER, 0, &[v, zero]),
        ids::TUPLE => vm.heap.new_slots_from(ids::TUPLE_ITER, 0, &[v, zero]),
        ids::STR => vm.heap.new_slots_from(ids::STR_ITER, 0, &[v, zero]),
        ids::BYTES => vm.heap.new_slots_from(ids::BYTES_ITER, 0, &[v, zero]),
        ids::BYTEARRAY => vm.heap.new_slots_from(ids::BYTEARRAY_ITER, 0, &[v, zero]),
        ids::RANGE => iter::range::make(vm, v),
        ids::DICT => dict::iter::make(vm, ids::DICT_KEYITER, v),
        ids::DICT_KEYS | ids::DICT_VALUES | ids::DICT_ITEMS => dict::iter::of_view(vm, v),
        ids::SET | ids::FROZENSET => set::iter::make(vm, v),
        _ => {
            let slots = vm.slots_of(v);
            return if slots.next.is_some() { Some(v) } else { slots.iter.and_then(|iter| iter(vm, v)) };
        }
    };
    Some(made)
}

/// Returns whether a value is a native iterator.
pub fn is_iterator(vm: &Vm, v: Value) -> bool {
    v.is_obj() && vm.slots_of(v).next.is_some()
}

/// Returns whether an engine of the hidden library does an iterator's work.
#[inline]
pub fn delegates(vm: &Vm, it: Value) -> bool {
    it.is_obj() && vm.slots_of(it).engine && {
        let engine = vm.heap.slot(it, 0);
        engine.is(ids::GENERATOR) || engine.is(ids::FUNCTION)
    }
}

/// Returns the generator that does an iterator's work, if one does.
#[inline]
pub fn delegate(vm: &Vm, it: Value) -> Option<Value> {
    if !delegates(vm, it) {
        return None;
    }
    let generator = vm.heap.slot(it, 0);
    generator.is(ids::GENERATOR).then_some(generator)
}

/// Returns the next item of a native iterator, `Ok(None)` at its end; `None` when it is no native iterator.
#[inline]
pub fn builtin_next(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    raised_next(vm, it).map(|found| found.or_else(|trap| ended_by(vm, trap)))
}

/// As `builtin_next`, but a StopIteration raised by a called function is an error, as in a `for`.
pub fn raised_next(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    if !it.is_obj() {
        return None;
    }
    let found = match it.tid() {
        ids::LIST_ITER => Ok(iter::seq::next_list(vm, it)),
        ids::TUPLE_ITER => Ok(iter::seq::next_tuple(vm, it)),
        ids::RANGE_ITER => Ok(iter::range::next(vm, it)),
        ids::STR_ITER => Ok(iter::seq::next_str(vm, it)),
        ids::BYTES_ITER | ids::BYTEARRAY_ITER => Ok(iter::seq::next_bytes(vm, it)),
        ids::DICT_KEYITER | ids::DICT_VALUEITER | ids::DICT_ITEMITER => dict::iter::next(vm, it),
        ids::SET_ITER => set::iter::next(vm, it),
        ids::LIST_REVITER => Ok(iter::seq::next_list_back(vm, it)),
        ids::ENUMERATE if !delegates(vm, it) => iter::enumerate::next(vm, it),
        ids::ZIP if !delegates(vm, it) => iter::zip::next(vm, it),
        _ => return vm.slots_of(it).next.and_then(|next| next(vm, it)),
    };
    Some(found)
}

/// Turns a StopIteration raised by a called function into the end of the iterator.
#[cold]
fn ended_by(vm: &Vm, trap: Trap) -> Res<Option<Value>> {
    match trap {
        Trap::Raise(exc) if vm.is_instance(exc, vm.types.stop_iteration) => Ok(None),
        other => Err(other),
    }
}

/// Returns whether iterating over a value runs no Python code.
pub fn plain_iterable(vm: &Vm, v: Value) -> bool {
    if !v.is_obj() {
        return false;
    }
    match v.tid() {
        ids::LIST
        | ids::TUPLE
        | ids::STR
        | ids::BYTES
        | ids::BYTEARRAY
        | ids::RANGE
        | ids::DICT
        | ids::DICT_KEYS
        | ids::DICT_VALUES
        | ids::DICT_ITEMS
        | ids::SET
        | ids::FROZENSET => true,
        _ => {
            let slots = vm.slots_of(v);
            match slots.is_plain {
                Some(is_plain) => is_plain(vm, v),
                None => slots.next.is_some() && !delegates(vm, v),
            }
        }
    }
}

/// Returns an iterator that needs no Python code to get: that of a builtin, also one within an instance of a class that
/// iterates as the builtin does, or the generator itself.
pub fn simple_iter(vm: &mut Vm, v: Value) -> Option<Value> {
    if v.is(ids::GENERATOR) {
        return Some(v);
    }
    let inner = vm.unwrap(v);
    if inner != v && (inner.is(ids::TUPLE) || inner.is(ids::LIST)) {
        let class = vm.type_of(v);
        let native = vm.lookup(class, vm.names.iter).is_some_and(|iter| iter.is(ids::METHOD_DESC));
        return if native { builtin_iter(vm, inner) } else { None };
    }
    builtin_iter(vm, v)
}

/// Calls `f` for every item of a plain iterable until it says `false`.
pub fn for_each(vm: &mut Vm, v: Value, mut f: impl FnMut(&mut Vm, Value) -> Res<bool>) -> Res<()> {
    let mut turns = 0u32;
    let mut turn = |vm: &mut Vm, item: Value| {
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
        f(vm, item)
    };
    if v.is(ids::LIST) || v.is(ids::TUPLE) {
        let mut i = 0;
        while let Some(&item) = sequence_items(vm, v).get(i) {
            i += 1;
            if !turn(vm, item)? {
                break;
            }
        }
        return Ok(());
    }
    let it = match builtin_iter(vm, v) {
        Some(it) => it,
        None => return Err(not_iterable(vm, v)),
    };
    while let Some(found) = builtin_next(vm, it) {
        match found? {
            Some(item) if turn(vm, item)? => {}
            _ => break,
        }
    }
    Ok(())
}

/// Returns the items of a plain iterable; MemoryError at once when they cannot fit.
pub fn items(vm: &mut Vm, v: Value) -> Res<Vec<Value>> {
    let mut out = Vec::new();
    items_into(vm, v, &mut out)?;
    Ok(out)
}

/// As [`items`], appending to `out`, which keeps what came before an error.
pub(crate) fn items_into(vm: &mut Vm, v: Value, out: &mut Vec<Value>) -> Res<()> {
    if v.is(ids::LIST) || v.is(ids::TUPLE) {
        out.extend_from_slice(sequence_items(vm, v));
        return Ok(());
    }
    let expected = expected_len(vm, v);
    if expected > isize::MAX as usize {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    }
    if !vm.heap.has_room((expected as u64).saturating_mul(8)) || out.try_reserve_exact(expected).is_err() {
        return Err(vm.memory_error());
    }
    if let Some((dict, part)) = dict::iter::keys_or_values(vm, v) {
        let mut at = 0;
        while let Some((next, key, _, value)) = vm.dict_next(dict, at) {
            out.push([key, value][part]);
            at = next;
        }
        return Ok(());
    }
    let Some(it) = builtin_iter(vm, v) else { return Err(not_iterable(vm, v)) };
    loop {
        iter::bulk::take(vm, it, AT_ONCE, out);
        if !some_items(vm, it, out)? {
            return Ok(());
        }
        vm.check_interrupt()?;
    }
}

/// Items that are taken without a look at interrupts.
const AT_ONCE: usize = 1000;

/// Appends the next item, and as many after it as are not taken better at once; false at the end.
fn some_items(vm: &mut Vm, it: Value, out: &mut Vec<Value>) -> Res<bool> {
    for turn in 0..AT_ONCE {
        match builtin_next(vm, it) {
            Some(found) => match found? {
                Some(item) => out.push(item),
                None => return Ok(false),
            },
            None => return Ok(false),
        }
        let before = out.len();
        // What has not been quick once may become so, as a cycle after its first round; but not at every turn.
        if turn.is_power_of_two() || turn == 0 {
            iter::bulk::take(vm, it, AT_ONCE, out);
        }
        if out.len() > before {
            return Ok(true);
        }
    }
    Ok(true)
}

fn expected_len(vm: &Vm, v: Value) -> usize {
    match v.tid() {
        ids::RANGE => crate::types::range::len(vm, v).unwrap_or(usize::MAX),
        ids::RANGE_ITER => iter::range::remaining(vm, v),
        ids::WIDE_RANGE_ITER | ids::LONGRANGE_ITER => iter::longrange::remaining(vm, v),
        _ => super::item::len(vm, v).unwrap_or(0),
    }
}

/// Returns the items of a list or a tuple.
#[inline]
pub(crate) fn sequence_items(vm: &Vm, v: Value) -> &[Value] {
    if v.is(ids::LIST) { vm.heap.list(v) } else { vm.heap.tuple(v) }
}

/// Returns the error for a value over which one cannot iterate.
#[cold]
pub fn not_iterable(vm: &mut Vm, v: Value) -> Trap {
    let name = vm.type_name(v);
    vm.type_error(format!("'{name}' object is not iterable"))
}

impl Vm {
    /// Returns whether iterating over a value runs no Python code: see [`plain_iterable`].
    pub fn plain_iterable(&self, v: Value) -> bool {
        plain_iterable(self, v)
    }
}
