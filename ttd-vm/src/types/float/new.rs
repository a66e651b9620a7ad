//! `float(...)`, and floats from values of other types.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::numparse;

use crate::native::{Args, Res, Trap};
use crate::ops::buffer;
use crate::ops::construct::{call_special, instance, user_special};
use crate::vm::call::waits::Wait;
use crate::{Vm, ids};

/// `float.__new__(cls, x)`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    if let Some(x) = args.opt(1)
        && args.get(0) == vm.types.float
        && let Some(f) = user_special(vm, x, "__float__")
    {
        return Err(vm.tail_wait(Wait::Float, [f, x, Value::UNBOUND], "float_of", &[f, x]));
    }
    let value = match args.opt(1) {
        None => 0.0,
        Some(x) => convert(vm, x)?,
    };
    let builtin = vm.types.float;
    Ok(instance(vm, args.get(0), builtin, Value::float_any(value)))
}

fn convert(vm: &mut Vm, x: Value) -> Res<f64> {
    let v = vm.unwrap(x);
    if user_special(vm, x, "__float__").is_none() && (v.is(ids::STR) || v.is(ids::BYTES) || v.is(ids::BYTEARRAY)) {
        return parse(vm, v, x);
    }
    if let Some(number) = number(vm, x)? {
        return Ok(number);
    }
    let buffer = buffer::bytes_like(vm, x);
    if let Some(v) = vm.catch(buffer, vm.types.buffer_error)?.flatten() {
        return parse(vm, v, x);
    }
    let name = vm.type_name(x);
    Err(vm.type_error(format!("float() argument must be a string or a real number, not '{name}'")))
}

fn parse(vm: &mut Vm, v: Value, given: Value) -> Res<f64> {
    let text = if v.is(ids::STR) {
        numparse::plain(vm.wtf8(v))
    } else {
        std::str::from_utf8(vm.raw_bytes(v))
            .ok()
            .map(|s| s.trim_matches([' ', '\t', '\n', '\r', '\x0b', '\x0c']).to_owned())
    };
    match text.and_then(|text| numparse::parse_float(&text)) {
        Some(x) => Ok(x),
        None => {
            let shown = vm.repr(given)?;
            let shown = vm.text_lossy(shown).into_owned();
            Err(vm.value_error(format!("could not convert string to float: {shown}")))
        }
    }
}

/// Converts a number to a float: floats, integers, objects with `__float__` or `__index__`. `None` for the rest.
pub fn number(vm: &mut Vm, x: Value) -> Res<Option<f64>> {
    if x.is_float() {
        return Ok(Some(x.as_float()));
    }
    if let Some(f) = user_special(vm, x, "__float__") {
        let result = call_special(vm, f, x, &[])?;
        let plain = vm.unwrap(result);
        if plain.is_float() {
            if result != plain {
                warn_of_subclass(vm, x, result)?;
            }
            return Ok(Some(plain.as_float()));
        }
        let (class, name) = (vm.type_name(x), vm.type_name(result));
        return Err(vm.type_error(format!("{class}.__float__ returned non-float (type {name})")));
    }
    let v = vm.unwrap(x);
    if v.is_float() || vm.is_integer(v) {
        return to_f64(vm, v).map(Some);
    }
    if user_special(vm, x, "__index__").is_some() {
        let i = vm.index(x)?;
        return to_f64(vm, i).map(Some);
    }
    Ok(None)
}

#[cold]
fn warn_of_subclass(vm: &mut Vm, x: Value, given: Value) -> Res<()> {
    let (class, name) = (vm.type_name(x), vm.type_name(given));
    vm.warn(
        "DeprecationWarning",
        &format!(
            "{class}.__float__ returned non-float (type {name}).  The ability to return an instance of a strict \
             subclass of float is deprecated, and may be removed in a future version of Python."
        ),
    )
}

/// Converts an argument of `math`'s functions, which must be a real number.
pub fn real_argument(vm: &mut Vm, x: Value) -> Res<f64> {
    match number(vm, x)? {
        Some(x) => Ok(x),
        None => Err(not_real(vm, x)),
    }
}

fn not_real(vm: &mut Vm, x: Value) -> Trap {
    let name = vm.type_name(x);
    vm.type_error(format!("must be real number, not {name}"))
}

/// Converts a float, int or bool; OverflowError when an int is out of range.
pub fn to_f64(vm: &mut Vm, v: Value) -> Res<f64> {
    match vm.as_f64(v) {
        Some(x) => Ok(x),
        None => Err(vm.overflow_error("int too large to convert to float")),
    }
}
