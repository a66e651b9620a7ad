//! Taking many items of an iterator at once, where that runs no code and is one change of the iterator.

use ttd_core::value::Value;

use super::seq::char_len;
use crate::types::itertools;
use crate::{Vm, ids, types};

/// Appends items that come next, at most this many, as far as that is quick. The iterator is not brought to its end:
/// what `next` would do after the last item is left to it.
pub(crate) fn take(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    if !it.is_obj() {
        return;
    }
    match it.tid() {
        ids::LIST_ITER | ids::TUPLE_ITER => sequence(vm, it, most, out),
        ids::LIST_REVITER => list_back(vm, it, most, out),
        ids::RANGE_ITER => range(vm, it, most, out),
        ids::STR_ITER => characters(vm, it, most, out),
        ids::DEQUE_ITER => types::deque::iter::take(vm, it, most, out),
        tid if itertools::owns(tid) => itertools::take(vm, it, most, out),
        _ => {}
    }
}

fn sequence(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [sequence, at] = [0, 1].map(|slot| vm.heap.slot(it, slot));
    if sequence.is_unbound() {
        return;
    }
    let (items, from) = (crate::ops::iter::sequence_items(vm, sequence), at.as_int() as usize);
    let Some(rest) = items.get(from..).filter(|rest| !rest.is_empty()) else { return };
    let taken = &rest[..most.min(rest.len())];
    out.extend_from_slice(taken);
    let end = Value::int((from + taken.len()) as i64);
    vm.heap.set_slot(it, 1, end);
}

fn list_back(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [list, at] = [0, 1].map(|slot| vm.heap.slot(it, slot));
    if list.is_unbound() || at.as_int() < 0 {
        return;
    }
    let end = at.as_int() as usize + 1;
    let Some(rest) = vm.heap.list(list).get(..end) else { return };
    let from = end - most.min(end);
    out.extend(rest[from..].iter().rev());
    vm.heap.set_slot(it, 1, Value::int(from as i64 - 1));
}

fn range(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let count = super::range::remaining(vm, it).min(most) as i64;
    let [at, step] = [0, 2].map(|slot| vm.heap.slot(it, slot).as_int());
    if count > 0 {
        out.extend((0..count).map(|i| Value::int(at + i * step)));
        vm.heap.set_slot(it, 0, Value::int(at + count * step));
    }
}

fn characters(vm: &mut Vm, it: Value, most: usize, out: &mut Vec<Value>) {
    let [text, at] = [0, 1].map(|slot| vm.heap.slot(it, slot));
    if text.is_unbound() {
        return;
    }
    let (mut at, mut left) = (at.as_int() as usize, most);
    let begin = at;
    while left > 0
        && let Some(&lead) = vm.heap.bytes(text).get(at)
    {
        let known = vm.loaded.ascii_chars.get(usize::from(lead)).copied().unwrap_or(Value::UNBOUND);
        let character = if known.is_unbound() {
            let len = char_len(lead);
            let mut bytes = [0; 4];
            bytes[..len].copy_from_slice(&vm.heap.bytes(text)[at..at + len]);
            types::str::one_char(vm, &bytes[..len])
        } else {
            known
        };
        out.push(character);
        (at, left) = (at + char_len(lead), left - 1);
    }
    if at > begin {
        vm.heap.set_slot(it, 1, Value::int(at as i64));
    }
}
