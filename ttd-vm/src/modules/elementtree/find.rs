//! `find`, `findtext`, `findall` and `iterfind`. A tag is looked for here; so are paths of simple steps, once
//! `xml.etree.ElementPath` has compiled them. All others are its work.

use ttd_core::value::Value;

use super::iter::has_tag;
use super::{TEXT, children_of, element_in, steps};
use crate::{Vm, ids, native::*};

/// Whether a value is more than a tag.
fn is_path(vm: &Vm, v: Value) -> bool {
    let inner = vm.unwrap(v);
    if !inner.is(ids::STR) && !inner.is(ids::BYTES) {
        return true;
    }
    let bytes = vm.heap.bytes(inner);
    if bytes.starts_with(b"{}") && bytes.len() > 2 || bytes.starts_with(b"{*}") {
        return true;
    }
    let mut outside = true;
    for byte in bytes {
        match byte {
            b'{' => outside = false,
            b'}' => outside = true,
            b'/' | b'*' | b'[' | b'@' | b'.' if outside => return true,
            _ => {}
        }
    }
    false
}

/// What was found, or None if Python code has to look.
fn found(vm: &mut Vm, element: Value, path: Value, spaces: Option<Value>, first: bool) -> Res<Option<Vec<Value>>> {
    if spaces.is_some_and(|v| !v.is_none()) {
        return Ok(None);
    }
    if is_path(vm, path) {
        return steps::found(vm, element, path, first);
    }
    let (mut made, mut at) = (Vec::new(), 0);
    // Comparing may run Python code, which may change the children.
    while let Some(&child) = children_of(vm, element).get(at) {
        at += 1;
        if has_tag(vm, element_in(vm, child), path)? {
            made.push(child);
            if first {
                break;
            }
        }
        if at.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(Some(made))
}

/// Hands over to a function of `xml.etree.ElementPath`.
fn hand_over(vm: &mut Vm, name: &str, element: Value, given: &[Value]) -> Res {
    let this = vm.receiver(element);
    let (f, name) = (vm.lib("element_path"), vm.intern(name));
    let mut all = vec![name, this];
    all.extend(given.iter().map(|v| if v.is_unbound() { Value::NONE } else { *v }));
    Err(vm.tail_call(f, &all))
}

pub(super) fn find(vm: &mut Vm, args: Args) -> Res {
    match found(vm, args.get(0), args.get(1), args.opt(2), true)? {
        Some(made) => Ok(made.first().copied().unwrap_or(Value::NONE)),
        None => hand_over(vm, "find", args.get(0), &[args.get(1), args.get(2)]),
    }
}

pub(super) fn findtext(vm: &mut Vm, args: Args) -> Res {
    let Some(made) = found(vm, args.get(0), args.get(1), args.opt(3), true)? else {
        return hand_over(vm, "findtext", args.get(0), &[args.get(1), args.get(2), args.get(3)]);
    };
    let Some(&child) = made.first() else { return Ok(args.opt(2).unwrap_or(Value::NONE)) };
    let text = vm.heap.slot(element_in(vm, child), TEXT);
    Ok(if text.is_none() { vm.names.empty } else { text })
}

pub(super) fn findall(vm: &mut Vm, args: Args) -> Res {
    match found(vm, args.get(0), args.get(1), args.opt(2), false)? {
        Some(made) => Ok(vm.new_list(&made)),
        None => hand_over(vm, "findall", args.get(0), &[args.get(1), args.get(2)]),
    }
}

pub(super) fn iterfind(vm: &mut Vm, args: Args) -> Res {
    hand_over(vm, "iterfind", args.get(0), &[args.get(1), args.get(2)])
}
