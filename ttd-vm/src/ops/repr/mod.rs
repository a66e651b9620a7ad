//! `repr` of exact builtin values.
//!
//! Containers call `Vm::repr` for their items, so user-defined `__repr__`s run. Containers in progress are on
//! `Pending::repr_guard`; one that contains itself is written as `[...]`.

use ttd_core::value::Value;

use crate::types::int;
use crate::{Vm, ids, native::*};

pub(crate) mod objects;

pub(crate) use objects::{address, as_object, from_text, text_of};
pub use ttd_pyalgos::text::quote::{bytearray_repr, bytes_repr, float_text, str_repr};

/// Returns the repr of a value, without asking its class.
pub fn builtin(vm: &mut Vm, v: Value) -> Res {
    let text = match v {
        v if v.is_int() => v.as_int().to_string(),
        v if v.is_float() => float_text(v.as_float()),
        Value::NONE => "None".to_owned(),
        Value::TRUE => "True".to_owned(),
        Value::FALSE => "False".to_owned(),
        Value::ELLIPSIS => "Ellipsis".to_owned(),
        Value::NOT_IMPLEMENTED => "NotImplemented".to_owned(),
        v if v.is_obj() => return heap_value(vm, v),
        _ => "<NULL>".to_owned(),
    };
    Ok(vm.new_str(&text))
}

fn heap_value(vm: &mut Vm, v: Value) -> Res {
    match v.tid() {
        ids::STR => {
            let text = str_repr(vm.heap.bytes(v));
            Ok(vm.new_str_raw(&text))
        }
        ids::BYTES => {
            let text = bytes_repr(vm.heap.bytes(v));
            Ok(vm.new_str(&text))
        }
        ids::BYTEARRAY => {
            let text = bytearray_repr(vm.raw_bytes(v));
            let class = vm.type_name(vm.receiver(v));
            Ok(vm.new_str(&text.replacen("bytearray", &class, 1)))
        }
        ids::BIGINT => {
            let text = int::text::decimal(vm, v)?;
            Ok(vm.new_str(&text))
        }
        ids::LIST | ids::TUPLE | ids::DICT | ids::SET | ids::FROZENSET => container(vm, v),
        ids::DICT_KEYS | ids::DICT_VALUES | ids::DICT_ITEMS => {
            let mut name = vm.type_name(v);
            if vm.heap.slots(v).len() > 1 {
                name = format!("o{name}");
            }
            let items = vm.collect(v)?;
            guarded(vm, v, b"...", |vm, out| {
                out.extend_from_slice(format!("{name}([").as_bytes());
                append_items(vm, &items, out)?;
                out.extend_from_slice(b"])");
                Ok(())
            })
        }
        _ => match vm.slots_of(v).repr {
            Some(repr) => repr(vm, v),
            None => objects::object(vm, v),
        },
    }
}

/// Appends the repr of a value.
pub(crate) fn append(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    let text = vm.repr(v)?;
    let text = vm.unwrap(text);
    out.extend_from_slice(vm.heap.bytes(text));
    Ok(())
}

/// Appends the reprs of some values with commas between them.
pub(crate) fn append_items(vm: &mut Vm, items: &[Value], out: &mut Vec<u8>) -> Res<()> {
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(b", ");
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
        append(vm, *item, out)?;
    }
    Ok(())
}

/// Runs `write` for a value that may contain itself; inside itself it is written as `again`.
pub(crate) fn guarded(
    vm: &mut Vm,
    v: Value,
    again: &[u8],
    write: impl FnOnce(&mut Vm, &mut Vec<u8>) -> Res<()>,
) -> Res {
    if vm.pending.repr_guard.contains(&v) {
        return Ok(vm.new_str_raw(again));
    }
    let depth = vm.pending.repr_guard.len();
    // Each level of nesting takes native stack.
    if depth > 5000 {
        return Err(vm.recursion_error("maximum recursion depth exceeded while getting the repr of an object"));
    }
    vm.pending.repr_guard.push(v);
    let mut out = Vec::new();
    let done = write(vm, &mut out);
    vm.pending.repr_guard.truncate(depth);
    done?;
    Ok(vm.new_str_raw(&out))
}

fn container(vm: &mut Vm, v: Value) -> Res {
    match v.tid() {
        ids::LIST => guarded(vm, v, b"[...]", |vm, out| list(vm, v, out)),
        ids::TUPLE => guarded(vm, v, b"(...)", |vm, out| tuple(vm, v, out)),
        ids::DICT => guarded(vm, v, b"{...}", |vm, out| dict(vm, v, out)),
        _ => {
            let name = if v.is(ids::SET) { "set" } else { "frozenset" };
            let again = format!("{name}(...)");
            guarded(vm, v, again.as_bytes(), |vm, out| set(vm, v, name, out))
        }
    }
}

fn list(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    out.push(b'[');
    let mut i = 0;
    // The list may change while reprs of its items run.
    while let Some(item) = vm.heap.list(v).get(i).copied() {
        if i > 0 {
            out.extend_from_slice(b", ");
        }
        append(vm, item, out)?;
        i += 1;
        if i % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    out.push(b']');
    Ok(())
}

fn tuple(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    let items = vm.heap.tuple(v).to_vec();
    out.push(b'(');
    append_items(vm, &items, out)?;
    out.extend_from_slice(if items.len() == 1 { b",)" } else { b")" });
    Ok(())
}

fn dict(vm: &mut Vm, v: Value, out: &mut Vec<u8>) -> Res<()> {
    out.push(b'{');
    let (mut at, mut first) = (0, true);
    while let Some((next, key, _, value)) = vm.dict_next(v, at) {
        if !first {
            out.extend_from_slice(b", ");
        }
        append(vm, key, out)?;
        out.extend_from_slice(b": ");
        append(vm, value, out)?;
        (at, first) = (next, false);
        if next % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    out.push(b'}');
    Ok(())
}

fn set(vm: &mut Vm, v: Value, name: &str, out: &mut Vec<u8>) -> Res<()> {
    let items = vm.collect(v)?;
    if items.is_empty() {
        out.extend_from_slice(format!("{name}()").as_bytes());
        return Ok(());
    }
    let (open, close): (&[u8], &[u8]) = if v.is(ids::SET) { (b"{", b"}") } else { (b"frozenset({", b"})") };
    out.extend_from_slice(open);
    append_items(vm, &items, out)?;
    out.extend_from_slice(close);
    Ok(())
}
