//! Concatenation and repetition of the builtin sequences.

use ttd_core::value::Value;

use super::buffer;
use crate::native::Res;
use crate::types::bytes;
use crate::{Vm, ids};

/// Returns whether it is a sequence that this file knows.
pub(super) fn is_core_sequence(v: Value) -> bool {
    v.is(ids::STR) || v.is(ids::LIST) || v.is(ids::TUPLE) || v.is(ids::BYTES) || v.is(ids::BYTEARRAY)
}

/// Returns whether it is an exact builtin sequence that can be repeated.
pub fn is_sequence(vm: &Vm, v: Value) -> bool {
    is_core_sequence(v) || v.is_obj() && vm.slots_of(v).repeat.is_some()
}

fn is_bytes_like(v: Value) -> bool {
    v.is(ids::BYTES) || v.is(ids::BYTEARRAY)
}

/// `a + b` for two sequences of a kind; `NotImplemented` for any other pair.
pub fn concat(vm: &mut Vm, a: Value, b: Value) -> Res {
    if a.is(ids::STR) && b.is(ids::STR) {
        return strings(vm, a, b);
    }
    if a.is(ids::LIST) && b.is(ids::LIST) {
        let (left, right) = (vm.heap.list(a), vm.heap.list(b));
        let size = left.len() + right.len();
        if !vm.heap.has_room(size as u64 * 8) {
            return Err(vm.memory_error());
        }
        let items = [vm.heap.list(a), vm.heap.list(b)].concat();
        return Ok(vm.new_list(&items));
    }
    if a.is(ids::TUPLE) && b.is(ids::TUPLE) {
        let (left, right) = (vm.heap.tuple(a), vm.heap.tuple(b));
        if right.is_empty() {
            return Ok(a);
        }
        if left.is_empty() {
            return Ok(b);
        }
        let items = [left, right].concat();
        return Ok(vm.new_tuple(&items));
    }
    if is_bytes_like(a) && is_bytes_like(b) {
        if a.is(ids::BYTES) && vm.raw_bytes(b).is_empty() {
            return Ok(a);
        }
        if a.is(ids::BYTES) && b.is(ids::BYTES) && vm.raw_bytes(a).is_empty() {
            return Ok(b);
        }
        let size = vm.raw_bytes(a).len() + vm.raw_bytes(b).len();
        if !vm.heap.has_room(size as u64) {
            return Err(vm.memory_error());
        }
        if a.is(ids::BYTES) && b.is(ids::BYTES) {
            return Ok(vm.heap.new_bytes_appended(ids::BYTES, a, b, 0));
        }
        let joined = [vm.raw_bytes(a), vm.raw_bytes(b)].concat();
        return Ok(bytes::like(vm, a, &joined));
    }
    if !a.is_obj() || !b.is_obj() {
        return Ok(Value::NOT_IMPLEMENTED);
    }
    if let Some(concat) = vm.slots_of(a).concat {
        return concat(vm, a, b);
    }
    if is_bytes_like(a)
        && (b.is(ids::MEMORYVIEW) || vm.slots_of(b).memory.is_some())
        && let found = buffer::bytes_like(vm, b)
        && let Some(b) = vm.catch(found, vm.types.buffer_error)?.flatten()
    {
        return concat(vm, a, b);
    }
    Ok(Value::NOT_IMPLEMENTED)
}

/// `a + b` of strings.
pub fn strings(vm: &mut Vm, a: Value, b: Value) -> Res {
    let (left, right) = (vm.heap.bytes(a), vm.heap.bytes(b));
    if right.is_empty() {
        return Ok(a);
    }
    if left.is_empty() {
        return Ok(b);
    }
    let size = left.len() + right.len();
    let chars = vm.str_len(a) + vm.str_len(b);
    if !vm.heap.has_room(size as u64) {
        return Err(vm.memory_error());
    }
    Ok(vm.heap.new_bytes_appended(ids::STR, a, b, chars as u64))
}

/// `sequence * count`; both exact, `count` an integer.
pub fn repeat(vm: &mut Vm, sequence: Value, count: Value) -> Res {
    if let Some(repeat) = vm.slots_of(sequence).repeat {
        return repeat(vm, sequence, count);
    }
    let Some(count) = vm.as_i64(count) else {
        return Err(vm.overflow_error("cannot fit 'int' into an index-sized integer"));
    };
    let count = count.max(0) as usize;
    let constant = !sequence.is(ids::LIST) && !sequence.is(ids::BYTEARRAY);
    if constant && (count == 1 || super::item::len(vm, sequence) == Some(0)) {
        return Ok(sequence);
    }
    if sequence.is(ids::LIST) {
        let len = vm.heap.list(sequence).len();
        check_size(vm, len, count, 8)?;
        if len == 1 && count < 1 << 24 {
            return Ok(vm.heap.new_list_from(ids::LIST, sequence, 0, 0, count));
        }
        let items = vm.heap.list(sequence).to_vec();
        let items = repeated(vm, &items, count)?;
        Ok(vm.new_list(&items))
    } else if sequence.is(ids::TUPLE) {
        let len = vm.heap.tuple(sequence).len();
        check_size(vm, len, count, 8)?;
        let items = vm.heap.tuple(sequence).to_vec();
        let items = repeated(vm, &items, count)?;
        Ok(vm.new_tuple(&items))
    } else if sequence.is(ids::STR) {
        let (chars, len) = (vm.str_len(sequence), vm.heap.bytes(sequence).len());
        if chars.checked_mul(count).is_none_or(|n| n > isize::MAX as usize) {
            return Err(vm.overflow_error("repeated string is too long"));
        }
        check_size(vm, len, count, 1)?;
        let text = vm.heap.bytes(sequence).to_vec();
        let text = repeated(vm, &text, count)?;
        Ok(vm.new_str_counted(&text, chars * count))
    } else {
        let len = vm.raw_bytes(sequence).len();
        if constant && len.checked_mul(count).is_none_or(|n| n > isize::MAX as usize) {
            return Err(vm.overflow_error("repeated bytes are too long"));
        }
        check_size(vm, len, count, 1)?;
        let bytes = vm.raw_bytes(sequence).to_vec();
        let bytes = repeated(vm, &bytes, count)?;
        Ok(bytes::like(vm, sequence, &bytes))
    }
}

/// Raises MemoryError when `len * count` items of `unit` bytes do not fit: the program chooses this size.
pub fn check_size(vm: &mut Vm, len: usize, count: usize, unit: usize) -> Res<()> {
    let size = len.checked_mul(count).and_then(|n| n.checked_mul(unit));
    match size {
        Some(size) if vm.heap.has_room(size as u64) => Ok(()),
        _ => Err(vm.memory_error()),
    }
}

/// Repeats the items; MemoryError when the system refuses the room.
pub fn repeated<T: Copy>(vm: &mut Vm, items: &[T], count: usize) -> Res<Vec<T>> {
    let mut out = Vec::new();
    if out.try_reserve_exact(items.len().saturating_mul(count)).is_err() {
        return Err(vm.memory_error());
    }
    match items {
        [one] => out.resize(count, *one),
        _ if count > 0 => {
            out.extend_from_slice(items);
            let total = items.len() * count;
            while out.len() < total {
                out.extend_from_within(..out.len().min(total - out.len()));
            }
        }
        _ => {}
    }
    Ok(out)
}
