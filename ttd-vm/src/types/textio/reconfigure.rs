//! `reconfigure` of the standard streams, and what they refuse.

use ttd_core::value::Value;

use super::layer;
use crate::native::*;
use crate::ops::codec::Codec;
use crate::vm::slots;
use crate::{Vm, ids};

/// The name of the error handler, or None for the stream's own.
pub(super) const ERRORS: usize = 2;
/// `line_buffering` as a program has set it, or None.
pub(super) const LINES: usize = 3;

/// A new standard stream, with what the environment says of it. An encoding is looked up when the stream is first used.
pub(crate) fn new_stream(vm: &mut Vm, fd: i64, encoding: Option<&str>, errors: Option<&str>) -> Value {
    let mut slots = [Value::NONE; layer::SLOTS];
    slots[0] = Value::int(fd);
    if let Some(encoding) = encoding.filter(|name| !is_utf8(name)) {
        slots[layer::ENCODING] = vm.new_str(encoding);
    }
    // Messages come through whatever they contain.
    if let Some(errors) = errors.filter(|_| fd != 2) {
        slots[ERRORS] = vm.new_str(errors);
    }
    vm.heap.new_slots_from(ids::TEXTIO, 0, &slots)
}

fn is_utf8(name: &str) -> bool {
    name == "locale" || Codec::find(name) == Some(Codec::Utf8)
}

/// The name of the stream's error handler.
pub(super) fn handler(vm: &Vm, stream: Value, usual: &str) -> String {
    let set = vm.heap.slot(stream, ERRORS);
    if set.is_none() { usual.to_string() } else { vm.text_lossy(set).into_owned() }
}

/// `stream.reconfigure(*, encoding, errors, newline, line_buffering, write_through)`.
pub(super) fn reconfigure(vm: &mut Vm, args: Args) -> Res {
    let stream = args.get(0);
    let given = |i: usize| args.opt(i).filter(|v| !v.is_none());
    for (i, name) in [(1, "encoding"), (2, "errors"), (3, "newline")] {
        if let Some(v) = given(i)
            && !vm.unwrap(v).is(ids::STR)
        {
            let kind = vm.type_name(v);
            return Err(vm.type_error(format!("reconfigure() argument '{name}' must be str or None, not {kind}")));
        }
    }
    let text = |vm: &Vm, v: Value| vm.text_lossy(vm.unwrap(v)).into_owned();
    let errors = match (given(2), given(1)) {
        (Some(errors), _) => vm.unwrap(errors),
        // An encoding without an error handler resets that.
        (None, Some(_)) => vm.intern("strict"),
        (None, None) => vm.heap.slot(stream, ERRORS),
    };
    let encoding = match given(1) {
        Some(name) if is_utf8(&text(vm, name)) => Value::NONE,
        Some(name) => vm.unwrap(name),
        None => vm.heap.slot(stream, layer::ENCODING),
    };
    let newline = match given(3) {
        Some(ends) if matches!(text(vm, ends).as_str(), "" | "\n") => Value::NONE,
        Some(ends) => vm.unwrap(ends),
        None => vm.heap.slot(stream, layer::NEWLINE),
    };
    if layer::is_needed(vm, stream) || !encoding.is_none() || !newline.is_none() {
        let changes = (1..4).any(|i| given(i).is_some());
        if changes {
            has_begun(vm, stream)?;
            let errors = if errors.is_none() { super::errors(vm, stream)? } else { errors };
            layer::set_up(vm, stream, [encoding, errors, newline], false)?;
        }
    } else {
        vm.heap.set_slot(stream, ERRORS, errors);
    }
    if let Some(lines) = given(4) {
        let lines = vm.truth(lines)?;
        vm.heap.set_slot(stream, LINES, Value::bool(lines));
    }
    Ok(Value::NONE)
}

/// `seek`, `tell` and `truncate`: the streams have no position.
pub(super) fn no_position(vm: &mut Vm, _args: Args) -> Res {
    Err(super::unsupported(vm, "underlying stream is not seekable"))
}

/// `detach`: the streams and what is below them are one.
pub(super) fn detach(vm: &mut Vm, _args: Args) -> Res {
    Err(super::unsupported(vm, "detach"))
}

/// Refuses to decode what follows otherwise than what was read already.
fn has_begun(vm: &mut Vm, stream: Value) -> Res<()> {
    let pending = vm.global(slots::STDIN);
    if super::fd(vm, stream) == 0 && !vm.heap.bytes(pending).is_empty() {
        let text = "It is not possible to set the encoding or newline of stream after the first read";
        return Err(super::unsupported(vm, text));
    }
    Ok(())
}
