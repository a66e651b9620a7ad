//! Methods of `bytes` and `bytearray` that look for a part, and subscription.

use ttd_core::value::Value;
use ttd_pyalgos::text::bytesearch;

use super::value::{byte_arg, bytes_arg, like, needle_arg};
use crate::ops::item::{position, subscript_index};
use crate::ops::{bounds, buffer};
use crate::types::slice;
use crate::{Vm, ids, native::*};

type Finder = fn(&[u8], &[u8]) -> Option<usize>;

fn find_with(vm: &mut Vm, args: &Args, finder: Finder) -> Res<Option<i64>> {
    let v = args.get(0);
    let bounds = bounds::raw(vm, args.opt(2), args.opt(3))?;
    let needle = needle_arg(vm, args.get(1))?;
    let Some((from, to)) = bounds::fit(bounds, vm.raw_bytes(v).len()) else {
        return Ok(None);
    };
    Ok(finder(&vm.raw_bytes(v)[from..to], &needle).map(|at| (from + at) as i64))
}

/// `b.find(sub, start, end)`.
pub fn find(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(find_with(vm, &args, bytesearch::find)?.unwrap_or(-1)))
}

/// `b.rfind(sub, start, end)`.
pub fn rfind(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(find_with(vm, &args, bytesearch::rfind)?.unwrap_or(-1)))
}

fn found(vm: &mut Vm, at: Option<i64>) -> Res {
    match at {
        Some(at) => Ok(Value::int(at)),
        None => Err(vm.value_error("subsection not found")),
    }
}

/// `b.index(sub, start, end)`.
pub fn index(vm: &mut Vm, args: Args) -> Res {
    let at = find_with(vm, &args, bytesearch::find)?;
    found(vm, at)
}

/// `b.rindex(sub, start, end)`.
pub fn rindex(vm: &mut Vm, args: Args) -> Res {
    let at = find_with(vm, &args, bytesearch::rfind)?;
    found(vm, at)
}

/// `b.count(sub, start, end)`.
pub fn count(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let bounds = bounds::raw(vm, args.opt(2), args.opt(3))?;
    let needle = needle_arg(vm, args.get(1))?;
    let Some((from, to)) = bounds::fit(bounds, vm.raw_bytes(v).len()) else {
        return Ok(Value::int(0));
    };
    let n = if needle.is_empty() { to - from + 1 } else { bytesearch::count(&vm.raw_bytes(v)[from..to], &needle) };
    Ok(Value::int(n as i64))
}

/// `b.startswith(prefix, start, end)`.
pub fn startswith(vm: &mut Vm, args: Args) -> Res {
    affix(vm, &args, "startswith", |part, prefix| part.starts_with(prefix))
}

/// `b.endswith(suffix, start, end)`.
pub fn endswith(vm: &mut Vm, args: Args) -> Res {
    affix(vm, &args, "endswith", |part, suffix| part.ends_with(suffix))
}

fn affix(vm: &mut Vm, args: &Args, function: &str, test: fn(&[u8], &[u8]) -> bool) -> Res {
    let (v, wanted) = (args.get(0), vm.unwrap(args.get(1)));
    let len = vm.raw_bytes(v).len();
    let window = bounds::bounds(vm, args.opt(2), args.opt(3), len)?;
    let wanted = if wanted.is(ids::TUPLE) {
        vm.heap.tuple(wanted).to_vec()
    } else if let Some(wanted) = buffer::bytes_like(vm, args.get(1))? {
        vec![wanted]
    } else {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("{function} first arg must be bytes or a tuple of bytes, not {name}")));
    };
    for item in wanted {
        let affix = bytes_arg(vm, item)?;
        if window.is_some_and(|(from, to)| test(&vm.raw_bytes(v)[from..to], &affix)) {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// `x in b`.
pub fn contains(vm: &mut Vm, v: Value, x: Value) -> Res<bool> {
    let inner = vm.unwrap(x);
    let mut index = None;
    if vm.is_integer(inner) {
        index = Some(inner);
    } else if !buffer::is_bytes_like(vm, x) && vm.special_named(x, vm.names.index).is_some() {
        // A failing `__index__` falls back to a bytes-like object.
        let asked = vm.index(x);
        index = vm.catch(asked, vm.types.base_exception)?;
    }
    let needle = match index {
        Some(index) => vec![byte_arg(vm, index)?],
        None => bytes_arg(vm, x)?,
    };
    Ok(bytesearch::find(vm.raw_bytes(v), &needle).is_some())
}

/// `b.replace(old, new, count)`.
pub fn replace(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let old = bytes_arg(vm, args.get(1))?;
    let new = bytes_arg(vm, args.get(2))?;
    let limit = bounds::limit(vm, args.opt(3))?;
    let hay = vm.raw_bytes(v);
    let occurrences = if old.is_empty() { hay.len() + 1 } else { bytesearch::count(hay, &old) };
    let growth = occurrences.min(limit).saturating_mul(new.len());
    if !vm.heap.has_room(hay.len().saturating_add(growth) as u64) {
        return Err(vm.memory_error());
    }
    let replaced = if old.is_empty() {
        interleave(vm.raw_bytes(v), &new, limit)
    } else {
        bytesearch::replace(vm.raw_bytes(v), &old, &new, limit).unwrap_or_else(|| vm.raw_bytes(v).to_vec())
    };
    Ok(like(vm, v, &replaced))
}

fn interleave(hay: &[u8], new: &[u8], limit: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(hay.len());
    for (i, b) in hay.iter().enumerate() {
        if i < limit {
            out.extend_from_slice(new);
        }
        out.push(*b);
    }
    if hay.len() < limit {
        out.extend_from_slice(new);
    }
    out
}

/// `b.removeprefix(prefix)`.
pub fn removeprefix(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let prefix = bytes_arg(vm, args.get(1))?;
    let bytes = vm.raw_bytes(v);
    let rest = bytes.strip_prefix(&prefix[..]).unwrap_or(bytes).to_vec();
    Ok(like(vm, v, &rest))
}

/// `b.removesuffix(suffix)`.
pub fn removesuffix(vm: &mut Vm, args: Args) -> Res {
    let v = args.get(0);
    let suffix = bytes_arg(vm, args.get(1))?;
    let bytes = vm.raw_bytes(v);
    let rest = bytes.strip_suffix(&suffix[..]).unwrap_or(bytes).to_vec();
    Ok(like(vm, v, &rest))
}

/// `b[key]`.
pub fn get_item(vm: &mut Vm, v: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        let len = vm.raw_bytes(v).len();
        let span = slice::span(vm, key, len)?;
        let bytes = vm.raw_bytes(v);
        let part: Vec<u8> = if span.step == 1 {
            let (from, to) = span.bounds();
            bytes[from..to].to_vec()
        } else {
            span.positions().map(|i| bytes[i]).collect()
        };
        return Ok(like(vm, v, &part));
    }
    let name = if v.is(ids::BYTES) { "byte" } else { "bytearray" };
    if !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        let given = vm.type_name(key);
        return Err(vm.type_error(format!("{name} indices must be integers or slices, not {given}")));
    }
    let i = subscript_index(vm, key)?;
    match position(i, vm.raw_bytes(v).len()) {
        Some(at) => Ok(Value::int(i64::from(vm.raw_bytes(v)[at]))),
        None => {
            let prefix = if v.is(ids::BYTES) { "" } else { "bytearray " };
            Err(vm.index_error(format!("{prefix}index out of range")))
        }
    }
}
