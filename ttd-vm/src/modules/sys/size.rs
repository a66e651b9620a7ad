//! `sys.getsizeof`: an estimate by the sizes of CPython's objects on 64-bit machines. The real size here depends on the
//! heap's history and would differ between a run and its replay.

use ttd_core::value::Value;

use crate::{Vm, ids};

/// The collector's header of tracked containers in CPython.
const TRACKED: usize = 16;

/// The size of an object without the objects it refers to.
pub(crate) fn of(vm: &Vm, object: Value) -> usize {
    let extra = if object.is(ids::INST) { TRACKED + 32 } else { 0 };
    let v = vm.unwrap(object);
    if v.is(ids::STR) {
        return text(vm, v);
    }
    if v.is(ids::BYTES) {
        return extra + 33 + vm.heap.bytes(v).len();
    }
    if v.is(ids::BYTEARRAY) {
        return extra + 57 + vm.raw_bytes(v).len();
    }
    if v.is(ids::LIST) {
        return extra + 56 + 8 * vm.heap.list(v).len();
    }
    if v.is(ids::TUPLE) {
        return extra + 40 + 8 * vm.heap.tuple(v).len();
    }
    if v.is(ids::DICT) {
        let n = vm.dict_pairs(v).len();
        return extra + if n == 0 { 64 } else { 96 + 27 * (n * 3 / 2).next_power_of_two().max(8) };
    }
    if v.is(ids::SET) || v.is(ids::FROZENSET) {
        return extra + 216;
    }
    if let Some(n) = vm.as_i64(v).filter(|_| vm.is_integer(v)) {
        return extra + 24 + 4 * (64 - n.unsigned_abs().leading_zeros() as usize).div_ceil(30).max(1);
    }
    if let Some(big) = vm.as_big(v).filter(|_| vm.is_integer(v)) {
        return extra + 24 + 4 * (big.bits() as usize).div_ceil(30);
    }
    match v {
        _ if v.is_none() || v.is_float() => {
            if v.is_none() {
                16
            } else {
                extra + 24
            }
        }
        _ if v.is(ids::FUNCTION) => 160,
        _ if v.is(ids::CLASS) => 1704,
        _ if v.is(ids::MODULE) => 72,
        _ => 48,
    }
}

fn text(vm: &Vm, v: Value) -> usize {
    if vm.is_ascii(v) {
        return 41 + vm.heap.bytes(v).len();
    }
    let text = vm.text_lossy(v);
    let (n, highest) = text.chars().fold((0, 0), |(n, high), c| (n + 1, high.max(c as u32)));
    let width = if highest < 0x100 {
        1
    } else if highest < 0x1_0000 {
        2
    } else {
        4
    };
    (if width == 1 { 57 } else { 58 }) + width * (n + 1) - 1
}
