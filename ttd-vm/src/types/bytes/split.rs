//! Methods of `bytes` and `bytearray` that take them apart or put them together.

use std::ops::Range;

use ttd_core::value::Value;
use ttd_pyalgos::text::bytesearch;

use super::value::{bytes_arg, like, part_of};
use crate::ops::{bounds, buffer};
use crate::{Vm, ids, native::*};

fn space(b: u8) -> bool {
    rustpython_wtf8::is_py_ascii_whitespace(b)
}

fn list_of(vm: &mut Vm, v: Value, parts: Vec<Range<usize>>) -> Value {
    let objects: Vec<Value> = parts.into_iter().map(|part| part_of(vm, v, part)).collect();
    vm.new_list(&objects)
}

/// Returns the range of a piece within its bytes.
fn place(bytes: &[u8], piece: &[u8]) -> Range<usize> {
    let start = piece.as_ptr().addr() - bytes.as_ptr().addr();
    start..start + piece.len()
}

/// `b.split(sep, maxsplit)`.
pub fn split(vm: &mut Vm, args: Args) -> Res {
    split_with(vm, &args, bytesearch::split, split_spaces)
}

/// `b.rsplit(sep, maxsplit)`.
pub fn rsplit(vm: &mut Vm, args: Args) -> Res {
    split_with(vm, &args, bytesearch::rsplit, rsplit_spaces)
}

fn split_with(
    vm: &mut Vm,
    args: &Args,
    by_separator: bytesearch::Splitter,
    by_spaces: fn(&[u8], usize) -> Vec<&[u8]>,
) -> Res {
    let v = args.get(0);
    let limit = bounds::limit(vm, args.opt(2))?;
    let separator = args.opt(1).filter(|v| !v.is_none()).map(|v| separator_arg(vm, v)).transpose()?;
    let bytes = vm.raw_bytes(v);
    let pieces = match &separator {
        None => by_spaces(bytes, limit),
        Some(separator) => by_separator(bytes, separator, limit),
    };
    let parts = pieces.into_iter().map(|piece| place(bytes, piece)).collect();
    Ok(list_of(vm, v, parts))
}

fn separator_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    let separator = bytes_arg(vm, v)?;
    if separator.is_empty() { Err(vm.value_error("empty separator")) } else { Ok(separator) }
}

/// Returns the separator of a partition from any view; a bytearray copies it.
fn parting_arg(vm: &mut Vm, v: Value, separator: Value) -> Res<Vec<u8>> {
    let given = match v.is(ids::BYTEARRAY) {
        true => buffer::bytes_like_any(vm, separator)?.unwrap_or(separator),
        false => separator,
    };
    separator_arg(vm, given)
}

fn trim_start(bytes: &[u8], test: impl Fn(u8) -> bool) -> &[u8] {
    &bytes[bytes.iter().position(|b| !test(*b)).unwrap_or(bytes.len())..]
}

fn trim_end(bytes: &[u8], test: impl Fn(u8) -> bool) -> &[u8] {
    &bytes[..bytes.iter().rposition(|b| !test(*b)).map_or(0, |i| i + 1)]
}

fn split_spaces(bytes: &[u8], limit: usize) -> Vec<&[u8]> {
    let (mut words, mut rest) = (Vec::new(), trim_start(bytes, space));
    while !rest.is_empty() {
        if words.len() == limit {
            words.push(rest);
            break;
        }
        let end = rest.iter().position(|b| space(*b)).unwrap_or(rest.len());
        words.push(&rest[..end]);
        rest = trim_start(&rest[end..], space);
    }
    words
}

fn rsplit_spaces(bytes: &[u8], limit: usize) -> Vec<&[u8]> {
    let (mut words, mut rest) = (Vec::new(), trim_end(bytes, space));
    while !rest.is_empty() {
        if words.len() == limit {
            words.push(rest);
            break;
        }
        let start = trim_end(rest, |b| !space(b)).len();
        words.push(&rest[start..]);
        rest = trim_end(&rest[..start], space);
    }
    words.reverse();
    words
}

fn strip_with(vm: &mut Vm, args: &Args, left: bool, right: bool) -> Res {
    let v = args.get(0);
    let set = args.opt(1).filter(|v| !v.is_none()).map(|set| bytes_arg(vm, set)).transpose()?;
    let test = |b: u8| set.as_ref().map_or_else(|| space(b), |set| set.contains(&b));
    let bytes = vm.raw_bytes(v);
    let bytes = if left { trim_start(bytes, test) } else { bytes };
    let bytes = if right { trim_end(bytes, test) } else { bytes };
    let part = place(vm.raw_bytes(v), bytes);
    Ok(part_of(vm, v, part))
}

/// `b.strip(bytes)`.
pub fn strip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, true, true)
}

/// `b.lstrip(bytes)`.
pub fn lstrip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, true, false)
}

/// `b.rstrip(bytes)`.
pub fn rstrip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, false, true)
}

/// Returns the parts around a separator, with the separator: bytes return the very object that was given.
fn parted(vm: &mut Vm, args: &Args, at: usize, separator: &[u8]) -> Value {
    let v = args.get(0);
    let length = vm.raw_bytes(v).len();
    let before = part_of(vm, v, 0..at);
    let between = if v.is(ids::BYTES) { args.get(1) } else { like(vm, v, separator) };
    let behind = part_of(vm, v, at + separator.len()..length);
    vm.new_tuple(&[before, between, behind])
}

/// Returns the parts where the separator is missing: all bytes, first or last, and two empty ones.
fn unparted(vm: &mut Vm, v: Value, all_first: bool) -> Value {
    let length = vm.raw_bytes(v).len();
    let mut parts = [0..0, 0..0, 0..0];
    parts[if all_first { 0 } else { 2 }] = 0..length;
    let parts = parts.map(|part| part_of(vm, v, part));
    vm.new_tuple(&parts)
}

/// `b.partition(sep)`.
pub fn partition(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let separator = parting_arg(vm, v, args.get(1))?;
    match bytesearch::find(vm.raw_bytes(v), &separator) {
        Some(at) => Ok(parted(vm, &args, at, &separator)),
        None => Ok(unparted(vm, v, true)),
    }
}

/// `b.rpartition(sep)`.
pub fn rpartition(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let separator = parting_arg(vm, v, args.get(1))?;
    match bytesearch::rfind(vm.raw_bytes(v), &separator) {
        Some(at) => Ok(parted(vm, &args, at, &separator)),
        None => Ok(unparted(vm, v, false)),
    }
}

/// `b.splitlines(keepends)`: lines end in `\n`, `\r` or both.
pub fn splitlines(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let keep = args.opt(1).map_or(Ok(false), |v| vm.truth(v))?;
    let bytes = vm.raw_bytes(v);
    let (mut lines, mut from) = (Vec::new(), 0);
    while let Some(at) = bytes[from..].iter().position(|b| matches!(b, b'\n' | b'\r')).map(|n| from + n) {
        let next = at + if bytes[at..].starts_with(b"\r\n") { 2 } else { 1 };
        lines.push(from..if keep { next } else { at });
        from = next;
    }
    if from < bytes.len() {
        lines.push(from..bytes.len());
    }
    Ok(list_of(vm, v, lines))
}

/// `b.join(iterable)`.
pub fn join(vm: &mut Vm, args: Args) -> Res {
    let (v, source) = (args.get(0), args.get(1));
    if !vm.plain_iterable(source) {
        if vm.special_named(source, vm.names.iter).is_none() && vm.special_named(source, vm.names.getitem).is_none() {
            return Err(vm.type_error("can only join an iterable"));
        }
        // As in `str.join`, the library makes a list of it first.
        let f = vm.lib("str_join");
        return Err(vm.tail_call(f, &[v, source]));
    }
    let items = vm.collect(source)?;
    let mut out = Vec::new();
    for (i, item) in items.iter().enumerate() {
        let found = buffer::bytes_like(vm, *item);
        let Some(inner) = vm.catch(found, vm.types.buffer_error)?.flatten() else {
            let name = vm.type_name(*item);
            return Err(vm.type_error(format!("sequence item {i}: expected a bytes-like object, {name} found")));
        };
        if i > 0 {
            out.extend_from_slice(vm.raw_bytes(v));
        }
        out.extend_from_slice(vm.raw_bytes(inner));
        if !vm.heap.has_room(out.len() as u64) {
            return Err(vm.memory_error());
        }
    }
    Ok(like(vm, v, &out))
}

/// `b.translate(table, delete)`.
pub fn translate(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let table = match args.get(1) {
        Value::NONE => None,
        table => Some(bytes_arg(vm, table)?),
    };
    if table.as_ref().is_some_and(|t| t.len() != 256) {
        return Err(vm.value_error("translation table must be 256 characters long"));
    }
    let delete = args.opt(2).map_or(Ok(Vec::new()), |d| bytes_arg(vm, d))?;
    let mut becomes: [u8; 256] = std::array::from_fn(|b| b as u8);
    if let Some(table) = table {
        becomes.copy_from_slice(&table);
    }
    let bytes = vm.raw_bytes(v);
    let out: Vec<u8> = if delete.is_empty() {
        bytes.iter().map(|b| becomes[usize::from(*b)]).collect()
    } else {
        let mut goes = [false; 256];
        delete.iter().for_each(|b| goes[usize::from(*b)] = true);
        bytes.iter().filter(|b| !goes[usize::from(**b)]).map(|b| becomes[usize::from(*b)]).collect()
    };
    Ok(like(vm, v, &out))
}

/// `bytes.maketrans(frm, to)`.
pub fn maketrans(vm: &mut Vm, args: Args) -> Res {
    let (from, to) = (bytes_arg(vm, args.get(0))?, bytes_arg(vm, args.get(1))?);
    if from.len() != to.len() {
        return Err(vm.value_error("maketrans arguments must have same length"));
    }
    let mut table: Vec<u8> = (0..=255).collect();
    from.iter().zip(to).for_each(|(a, b)| table[usize::from(*a)] = b);
    Ok(vm.new_bytes(&table))
}

/// Makes an instance of the class whose class method was called: `bytes.fromhex`, `bytearray.fromhex`, and subclasses.
pub fn of_class(vm: &mut Vm, class: Value, bytes: &[u8]) -> Res {
    if class == vm.types.bytearray {
        return Ok(vm.new_bytearray(bytes));
    }
    let made = vm.new_bytes(bytes);
    if class == vm.types.bytes || !class.is(ids::CLASS) { Ok(made) } else { vm.call(class, &[made]) }
}
