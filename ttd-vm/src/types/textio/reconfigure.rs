//! `reconfigure` of the standard streams, and what they refuse.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, ids};

/// The name of the error handler, or None for the stream's own.
pub(super) const ERRORS: usize = 2;
/// `line_buffering` as a program has set it, or None.
pub(super) const LINES: usize = 3;

/// A new standard stream.
pub(crate) fn new_stream(vm: &mut Vm, fd: i64) -> Value {
    vm.heap.new_slots_from(ids::TEXTIO, 0, &[Value::int(fd), Value::NONE, Value::NONE, Value::NONE])
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
    if let Some(encoding) = given(1) {
        let name = text(vm, encoding).to_lowercase().replace(['_', ' '], "-");
        if !matches!(name.as_str(), "utf-8" | "utf8") {
            return Err(vm.not_supported("a standard stream with another encoding than UTF-8"));
        }
    }
    if let Some(newline) = given(3)
        && !matches!(text(vm, newline).as_str(), "" | "\n")
    {
        return Err(vm.not_supported("a standard stream with other line ends"));
    }
    match (given(2), given(1)) {
        (Some(errors), _) => {
            let errors = vm.unwrap(errors);
            vm.heap.set_slot(stream, ERRORS, errors);
        }
        // An encoding without an error handler resets that.
        (None, Some(_)) => {
            let strict = vm.intern("strict");
            vm.heap.set_slot(stream, ERRORS, strict);
        }
        (None, None) => {}
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
