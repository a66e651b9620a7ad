//! `s[i]` and `s[a:b]`.

use ttd_core::value::Value;

use super::value::{begins_char, byte_position, byte_position_from_end, char_width, one_char};
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
    let at = vm.byte_of_char(s, index);
    let bytes = vm.heap.bytes(s);
    let width = char_width(bytes[at]);
    let mut buffer = [0; 4];
    buffer[..width].copy_from_slice(&bytes[at..at + width]);
    Ok(one_char(vm, &buffer[..width]))
}

/// `s[start:stop]` with integer or absent bounds, the common case: makes no slice object.
#[inline]
pub fn told_slice(vm: &mut Vm, s: Value, start: Value, stop: Value) -> Option<Value> {
    let span = slice::told_span([start, stop, Value::NONE], vm.str_len(s))?;
    Some(take(vm, s, span))
}

/// `s[start:stop:step]`; `None` for an absent part.
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
    let start = vm.byte_of_char(s, from);
    let (bytes, chars) = (vm.heap.bytes(s), vm.str_len(s));
    // Search the end from the nearest side: the start of the part, the end of the text, or what is known of it.
    let end = match (chars - to, to - from) {
        (behind, NEAR..) if behind >= NEAR => vm.byte_of_char(s, to),
        (behind, count) if behind < count => byte_position_from_end(bytes, behind),
        (_, count) => start + byte_position(&bytes[start..], count),
    };
    vm.new_str_part_counted(s, start..end, to - from)
}

/// Fewer characters are counted through.
const NEAR: usize = 256;

fn take_steps(vm: &mut Vm, s: Value, span: slice::Span) -> Value {
    if span.count == 0 {
        return vm.names.empty;
    }
    if vm.is_ascii(s) {
        let bytes = vm.heap.bytes(s);
        let out: Vec<u8> = span.positions().map(|i| bytes[i]).collect();
        return vm.new_str_counted(&out, span.count);
    }
    let at = vm.byte_of_char(s, span.start as usize);
    let out = match usize::try_from(span.step) {
        Ok(step @ 2..=SHORT_STEP) => {
            let end = vm.byte_of_char(s, span.stop as usize);
            every(&vm.heap.bytes(s)[at..end], step)
        }
        _ if span.step == -1 => reversed(vm.heap.bytes(s), at, span.count),
        _ => stepped(vm.heap.bytes(s), at, span),
    };
    vm.new_str_counted(&out, span.count)
}

/// Up to this step all bytes between are scanned.
const SHORT_STEP: usize = 8;

/// Takes every `step`th character byte by byte, without the dependency of finding each character's width first.
fn every(bytes: &[u8], step: usize) -> Vec<u8> {
    let (mut out, mut len, mut phase) = (vec![0; bytes.len()], 0, step - 1);
    for &byte in bytes {
        phase += usize::from(begins_char(byte));
        phase = if phase == step { 0 } else { phase };
        out[len] = byte;
        len += usize::from(phase == 0);
    }
    out.truncate(len);
    out
}

/// Takes a number of characters backwards, from the one that begins at this byte.
fn reversed(bytes: &[u8], at: usize, count: usize) -> Vec<u8> {
    let end = at + char_width(bytes[at]);
    let rest = &bytes[byte_position_from_end(&bytes[..end], count)..end];
    let mut out = vec![0; rest.len()];
    // In most scripts the characters of a text are of one width.
    let done = match char_width(rest[0]) {
        2 => reversed_evenly::<2>(rest, &mut out),
        3 => reversed_evenly::<3>(rest, &mut out),
        _ => false,
    };
    if done {
        return out;
    }
    // Reverse all bytes, then those of each wide character again: between them are mostly runs of narrow ones.
    out.iter_mut().zip(rest.iter().rev()).for_each(|(to, byte)| *to = *byte);
    let mut at = 0;
    while at < out.len() {
        if out[at..].first_chunk::<16>().is_some_and(|chunk| chunk.is_ascii()) {
            at += 16;
            continue;
        }
        let stop = out.len().min(at + 16);
        while at < stop {
            match out[at..] {
                [ref mut x, ref mut lead, ..] if !begins_char(*x) && begins_char(*lead) => {
                    std::mem::swap(x, lead);
                    at += 2;
                }
                [x, ..] if !begins_char(x) => {
                    let width = 1 + out[at..].iter().take_while(|byte| !begins_char(**byte)).count();
                    out[at..at + width].reverse();
                    at += width;
                }
                _ => at += 1,
            }
        }
    }
    out
}

/// Reverses characters that are all of this width in bytes; false if they are not.
fn reversed_evenly<const WIDTH: usize>(bytes: &[u8], out: &mut [u8]) -> bool {
    let (chars, more) = bytes.as_chunks::<WIDTH>();
    let even = more.is_empty() && chars.iter().all(|c| char_width(c[0]) == WIDTH);
    if even {
        out.as_chunks_mut::<WIDTH>().0.iter_mut().zip(chars.iter().rev()).for_each(|(to, c)| *to = *c);
    }
    even
}

/// Takes the characters of a span that begins at this byte.
fn stepped(bytes: &[u8], mut at: usize, span: slice::Span) -> Vec<u8> {
    const WIDEST: usize = 4;
    let (mut out, mut len) = (vec![0; WIDEST * span.count], 0);
    for left in (0..span.count).rev() {
        let width = char_width(bytes[at]);
        // Copying four bytes is fastest; the excess is overwritten or cut off.
        match (bytes[at..].first_chunk::<WIDEST>(), out[len..].first_chunk_mut::<WIDEST>()) {
            (Some(piece), Some(to)) => *to = *piece,
            _ => out[len..len + width].copy_from_slice(&bytes[at..at + width]),
        }
        len += width;
        if left > 0 {
            at = moved(bytes, at, span.step);
        }
    }
    out.truncate(len);
    out
}

/// Returns the byte position a number of characters after another one, or before it.
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
