//! Arguments that a signature cannot describe: `range(stop)` against `range(start, stop)`, `dict(*args, **kw)`.
//!
//! Such functions are declared as `(cls, /, *args, **kwargs)` and check here, with the messages of CPython's C API.

use ttd_core::value::Value;

use crate::{Vm, native::*};

/// Returns the positional arguments (`*args` of the signature): between `min` and `max` of them, no keywords.
pub fn positional<'a>(vm: &mut Vm, name: &str, args: &Args<'a>, min: usize, max: usize) -> Res<&'a [Value]> {
    if !args.kw.is_empty() {
        return Err(vm.type_error(format!("{name}() takes no keyword arguments")));
    }
    count(vm, name, args.rest.len(), min, max)?;
    Ok(args.rest)
}

/// Checks a number of positional arguments.
pub fn count(vm: &mut Vm, name: &str, got: usize, min: usize, max: usize) -> Res<()> {
    if (min..=max).contains(&got) {
        return Ok(());
    }
    let (bound, word) = if got < min { (min, "at least ") } else { (max, "at most ") };
    let word = if min == max { "" } else { word };
    let plural = if bound == 1 { "" } else { "s" };
    Err(vm.type_error(format!("{name} expected {word}{bound} argument{plural}, got {got}")))
}

/// Checks a number of positional arguments of a constructor. The class's name is computed only for the error.
pub fn count_for(vm: &mut Vm, class: Value, got: usize, min: usize, max: usize) -> Res<()> {
    if (min..=max).contains(&got) {
        return Ok(());
    }
    let name = vm.class_name(class);
    count(vm, &name, got, min, max)
}

/// Returns the only positional argument of a constructor, if there is one, and no keywords.
pub fn optional(vm: &mut Vm, name: &str, args: &Args) -> Res<Option<Value>> {
    Ok(positional(vm, name, args, 0, 1)?.first().copied())
}

/// Returns the value of a keyword argument, if it was given.
pub fn keyword(vm: &Vm, args: &Args, name: &str) -> Option<Value> {
    args.kw.iter().find(|(n, _)| vm.heap.bytes(*n) == name.as_bytes()).map(|(_, v)| *v)
}

/// Checks that no other keywords than these were given.
pub fn only_keywords(vm: &mut Vm, function: &str, args: &Args, names: &[&str]) -> Res<()> {
    for (name, _) in args.kw {
        if !names.iter().any(|known| known.as_bytes() == vm.heap.bytes(*name)) {
            let message = vm.message(format!("{function}() got an unexpected keyword argument '"), *name, "'");
            return Err(vm.type_error(message));
        }
    }
    Ok(())
}
