//! Methods of `str` that look for a part of it.

use ttd_core::value::Value;
use ttd_pyalgos::text::bytesearch;

use super::args::{only_str_arg, str_arg};
use super::value::{char_width, count_chars};
use crate::ops::bounds;
use crate::{Vm, ids, native::*};

/// A part of a string in bytes, and its first position.
struct Window {
    from: usize,
    to: usize,
    start: usize,
}

fn window(vm: &mut Vm, s: Value, start: Option<Value>, end: Option<Value>) -> Res<Option<Window>> {
    let len = vm.str_len(s);
    let Some((start, end)) = bounds::bounds(vm, start, end, len)? else {
        return Ok(None);
    };
    let from = vm.byte_of_char(s, start);
    let to = if end == len { vm.heap.bytes(s).len() } else { vm.byte_of_char(s, end) };
    Ok(Some(Window { from, to, start }))
}

/// Characters of fewer bytes are counted.
const NEAR: usize = 1024;

type Finder = fn(&[u8], &[u8]) -> Option<usize>;

fn find_with(vm: &mut Vm, args: &Args, function: &str, finder: Finder) -> Res<Option<i64>> {
    let s = args.get(0);
    let needle = str_arg(vm, args.get(1), function, 1)?;
    let Some(window) = window(vm, s, args.opt(2), args.opt(3))? else {
        return Ok(None);
    };
    let hay = &vm.heap.bytes(s)[window.from..window.to];
    let Some(at) = finder(hay, vm.heap.bytes(needle)) else { return Ok(None) };
    let char = match at < NEAR && !vm.is_ascii(s) {
        true => window.start + count_chars(&hay[..at]),
        false => vm.char_of_byte(s, window.from + at),
    };
    Ok(Some(char as i64))
}

/// `s.find(sub, start, end)`.
pub fn find(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(find_with(vm, &args, "find", bytesearch::find)?.unwrap_or(-1)))
}

/// `s.rfind(sub, start, end)`.
pub fn rfind(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(find_with(vm, &args, "rfind", bytesearch::rfind)?.unwrap_or(-1)))
}

/// `s.index(sub, start, end)`.
pub fn index(vm: &mut Vm, args: Args) -> Res {
    match find_with(vm, &args, "index", bytesearch::find)? {
        Some(at) => Ok(Value::int(at)),
        None => Err(vm.value_error("substring not found")),
    }
}

/// `s.rindex(sub, start, end)`.
pub fn rindex(vm: &mut Vm, args: Args) -> Res {
    match find_with(vm, &args, "rindex", bytesearch::rfind)? {
        Some(at) => Ok(Value::int(at)),
        None => Err(vm.value_error("substring not found")),
    }
}

/// `s.count(sub, start, end)`.
pub fn count(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    let needle = str_arg(vm, args.get(1), "count", 1)?;
    let Some(window) = window(vm, s, args.opt(2), args.opt(3))? else {
        return Ok(Value::int(0));
    };
    let hay = &vm.heap.bytes(s)[window.from..window.to];
    let needle = vm.heap.bytes(needle);
    // The empty string stands before every character and at the end.
    let n = if needle.is_empty() { count_chars(hay) + 1 } else { bytesearch::count(hay, needle) };
    Ok(Value::int(n as i64))
}

/// `s.startswith(prefix, start, end)`.
pub fn startswith(vm: &mut Vm, args: Args) -> Res {
    affix(vm, &args, "startswith", |part, prefix| part.starts_with(prefix))
}

/// `s.endswith(suffix, start, end)`.
pub fn endswith(vm: &mut Vm, args: Args) -> Res {
    affix(vm, &args, "endswith", |part, suffix| part.ends_with(suffix))
}

fn affix(vm: &mut Vm, args: &Args, function: &str, test: fn(&[u8], &[u8]) -> bool) -> Res {
    let (s, wanted) = (args.get(0), vm.unwrap(args.get(1)));
    let window = window(vm, s, args.opt(2), args.opt(3))?;
    let holds = |vm: &Vm, affix: Value| {
        let part = window.as_ref().map(|w| &vm.heap.bytes(s)[w.from..w.to]);
        part.is_some_and(|part| test(part, vm.heap.bytes(affix)))
    };
    if wanted.is(ids::STR) {
        return Ok(Value::bool(holds(vm, wanted)));
    }
    if !wanted.is(ids::TUPLE) {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("{function} first arg must be str or a tuple of str, not {name}")));
    }
    for i in 0..vm.heap.tuple(wanted).len() {
        let item = vm.heap.tuple(wanted)[i];
        let affix = vm.unwrap(item);
        if !affix.is(ids::STR) {
            let name = vm.type_name(item);
            return Err(vm.type_error(format!("tuple for {function} must only contain str, not {name}")));
        }
        if holds(vm, affix) {
            return Ok(Value::TRUE);
        }
    }
    Ok(Value::FALSE)
}

/// `sub in s`.
pub fn contains(vm: &mut Vm, s: Value, sub: Value) -> Res<bool> {
    let needle = vm.unwrap(sub);
    if !needle.is(ids::STR) {
        let name = vm.type_name(sub);
        return Err(vm.type_error(format!("'in <string>' requires string as left operand, not {name}")));
    }
    Ok(bytesearch::find(vm.heap.bytes(s), vm.heap.bytes(needle)).is_some())
}

/// `s.replace(old, new, count)`.
pub fn replace(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    let old = str_arg(vm, args.get(1), "replace", 1)?;
    let new = str_arg(vm, args.get(2), "replace", 2)?;
    let limit = bounds::limit(vm, args.opt(3))?;
    let (hay, old, new) = (vm.heap.bytes(s), vm.heap.bytes(old), vm.heap.bytes(new));
    if hay.len().saturating_mul(new.len()) > 1 << 20 {
        let occurrences =
            if old.is_empty() { hay.len() + 1 } else { bytesearch::find_all(hay, old).take(limit).count() };
        let growth = occurrences.min(limit).saturating_mul(new.len());
        if !vm.heap.has_room(hay.len().saturating_add(growth) as u64) {
            return Err(vm.memory_error());
        }
    }
    let replaced =
        if old.is_empty() { Some(interleave(hay, new, limit)) } else { bytesearch::replace(hay, old, new, limit) };
    Ok(match replaced {
        Some(bytes) => vm.new_str_raw(&bytes),
        None => s,
    })
}

/// Inserts a text before every character and at the end, `limit` times at most.
fn interleave(hay: &[u8], new: &[u8], limit: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(hay.len());
    let (mut at, mut left) = (0, limit);
    while at < hay.len() {
        if left > 0 {
            out.extend_from_slice(new);
            left -= 1;
        }
        let width = char_width(hay[at]);
        out.extend_from_slice(&hay[at..at + width]);
        at += width;
    }
    if left > 0 {
        out.extend_from_slice(new);
    }
    out
}

/// `s.removeprefix(prefix)`.
pub fn removeprefix(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    let prefix = only_str_arg(vm, args.get(1), "removeprefix")?;
    let (text, prefix) = (vm.heap.bytes(s), vm.heap.bytes(prefix));
    let part = prefix.len()..text.len();
    Ok(if text.starts_with(prefix) { vm.new_str_part(s, part) } else { s })
}

/// `s.removesuffix(suffix)`.
pub fn removesuffix(vm: &mut Vm, args: Args) -> Res {
    let s = args.get(0);
    let suffix = only_str_arg(vm, args.get(1), "removesuffix")?;
    let (text, suffix) = (vm.heap.bytes(s), vm.heap.bytes(suffix));
    if !text.ends_with(suffix) {
        return Ok(s);
    }
    let part = 0..text.len() - suffix.len();
    Ok(vm.new_str_part(s, part))
}
