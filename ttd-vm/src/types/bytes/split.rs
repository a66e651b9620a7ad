//! Methods of `bytes` and `bytearray` that take them apart or put them together.

use ttd_core::value::Value;
use ttd_pyalgos::text::bytesearch;

use super::value::{bytes_arg, like};
use crate::ops::{bounds, buffer};
use crate::{Vm, ids, native::*};

fn space(b: u8) -> bool {
    rustpython_wtf8::is_py_ascii_whitespace(b)
}

fn list_of(vm: &mut Vm, model: Value, pieces: &[Vec<u8>]) -> Value {
    let objects: Vec<Value> = pieces.iter().map(|piece| like(vm, model, piece)).collect();
    vm.new_list(&objects)
}

fn owned(pieces: Vec<&[u8]>) -> Vec<Vec<u8>> {
    pieces.into_iter().map(<[u8]>::to_vec).collect()
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
    let pieces = match args.opt(1).filter(|v| !v.is_none()) {
        None => owned(by_spaces(vm.raw_bytes(v), limit)),
        Some(separator) => {
            let separator = separator_arg(vm, separator)?;
            owned(by_separator(vm.raw_bytes(v), &separator, limit))
        }
    };
    Ok(list_of(vm, v, &pieces))
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
    let bytes = if right { trim_end(bytes, test) } else { bytes }.to_vec();
    Ok(like(vm, v, &bytes))
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

fn three_parts(vm: &mut Vm, v: Value, parts: [Vec<u8>; 3]) -> Value {
    let parts = parts.map(|part| like(vm, v, &part));
    vm.new_tuple(&parts)
}

/// Returns the parts around a separator, with the separator: bytes return the very object that was given.
fn parted(vm: &mut Vm, args: &Args, at: usize, separator: &[u8]) -> Value {
    let v = args.get(0);
    let bytes = vm.raw_bytes(v).to_vec();
    let before = like(vm, v, &bytes[..at]);
    let between = if v.is(ids::BYTES) { args.get(1) } else { like(vm, v, separator) };
    let behind = like(vm, v, &bytes[at + separator.len()..]);
    vm.new_tuple(&[before, between, behind])
}

/// `b.partition(sep)`.
pub fn partition(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let separator = parting_arg(vm, v, args.get(1))?;
    match bytesearch::find(vm.raw_bytes(v), &separator) {
        Some(at) => Ok(parted(vm, &args, at, &separator)),
        None => {
            let bytes = vm.raw_bytes(v).to_vec();
            Ok(three_parts(vm, v, [bytes, Vec::new(), Vec::new()]))
        }
    }
}

/// `b.rpartition(sep)`.
pub fn rpartition(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let separator = parting_arg(vm, v, args.get(1))?;
    match bytesearch::rfind(vm.raw_bytes(v), &separator) {
        Some(at) => Ok(parted(vm, &args, at, &separator)),
        None => {
            let bytes = vm.raw_bytes(v).to_vec();
            Ok(three_parts(vm, v, [Vec::new(), Vec::new(), bytes]))
        }
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
        lines.push(bytes[from..if keep { next } else { at }].to_vec());
        from = next;
    }
    if from < bytes.len() {
        lines.push(bytes[from..].to_vec());
    }
    Ok(list_of(vm, v, &lines))
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
    let kept = vm.raw_bytes(v).iter().filter(|b| !delete.contains(b));
    let out: Vec<u8> = kept.map(|b| table.as_ref().map_or(*b, |t| t[usize::from(*b)])).collect();
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
