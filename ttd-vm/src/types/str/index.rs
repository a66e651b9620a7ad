//! `s[i]` and `s[a:b]`.

use ttd_core::value::Value;

use super::value::{begins_char, byte_position, char_width, one_char};
use crate::ops::item::{position, subscript_index};
use crate::types::slice;
use crate::{Vm, ids, native::*};

/// `s[key]`.
pub fn get_item(vm: &mut Vm, s: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        let len = vm.str_len(s);
        let span = slice::span(vm, key, len)?;
        return Ok(take(vm, s, span));
    }
    let i = if key.is_int() {
        key.as_int()
    } else {
        if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
            let name = vm.type_name(key);
            return Err(vm.type_error(format!("string indices must be integers, not '{name}'")));
        }
        subscript_index(vm, key)?
    };
    let Some(index) = position(i, vm.str_len(s)) else {
        return Err(vm.index_error("string index out of range"));
    };
    let bytes = vm.heap.bytes(s);
    let at = if vm.is_ascii(s) { index } else { byte_position(bytes, index) };
    let width = char_width(bytes[at]);
    let mut buffer = [0; 4];
    buffer[..width].copy_from_slice(&bytes[at..at + width]);
    Ok(one_char(vm, &buffer[..width]))
}

/// `s[start:stop:step]`; `None` stands for a part that is missing.
pub fn slice(vm: &mut Vm, s: Value, start: Value, stop: Value, step: Value) -> Res {
    let key = slice::make(vm, start, stop, step);
    get_item(vm, s, key)
}

fn take(vm: &mut Vm, s: Value, span: slice::Span) -> Value {
    if span.step != 1 {
        return take_steps(vm, s, span);
    }
    if span.count == vm.str_len(s) {
        return s;
    }
    let (from, to) = span.bounds();
    if vm.is_ascii(s) {
        return vm.new_str_part(s, from..to);
    }
    let bytes = vm.heap.bytes(s);
    let start = byte_position(bytes, from);
    let end = start + byte_position(&bytes[start..], to - from);
    vm.new_str_part_counted(s, start..end, to - from)
}

fn take_steps(vm: &mut Vm, s: Value, span: slice::Span) -> Value {
    let bytes = vm.heap.bytes(s);
    let mut out = Vec::with_capacity(span.count);
    if vm.is_ascii(s) {
        out.extend(span.positions().map(|i| bytes[i]));
        return vm.new_str_counted(&out, span.count);
    }
    let mut at = byte_position(bytes, span.start as usize);
    for left in (0..span.count).rev() {
        out.extend_from_slice(&bytes[at..at + char_width(bytes[at])]);
        if left > 0 {
            at = moved(bytes, at, span.step);
        }
    }
    vm.new_str_counted(&out, span.count)
}

/// The byte position that is so many characters after another one, or before it.
fn moved(bytes: &[u8], mut at: usize, step: i64) -> usize {
    for _ in 0..step {
        at += char_width(bytes[at]);
    }
    for _ in step..0 {
        at -= 1;
        while !begins_char(bytes[at]) {
            at -= 1;
        }
    }
    at
}
