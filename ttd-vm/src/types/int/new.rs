//! `int(...)`.

use malachite_bigint::BigInt;
use num_traits::FromPrimitive;
use ttd_core::value::Value;
use ttd_pyalgos::numbers::numparse::{self, IntError};

use crate::native::{Args, Res, Trap};
use crate::ops::buffer;
use crate::ops::construct::{call_special, instance, user_special};
use crate::vm::call::waits::Wait;
use crate::{Vm, ids};

/// `int.__new__(cls, x, base)`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    let (class, x, base) = (args.get(0), args.opt(1), args.opt(2));
    let value = match (x, base) {
        (None, None) => Value::int(0),
        (None, Some(_)) => return Err(vm.type_error("int() missing string argument")),
        (Some(x), None) => {
            if class == vm.types.int
                && let Some((f, name)) = conversion_method(vm, x)
            {
                let wait = if name == "__int__" { Wait::Int } else { Wait::Index };
                let name = vm.intern(name);
                return Err(vm.tail_wait(wait, [f, x, Value::UNBOUND], "int_of", &[f, x, name]));
            }
            convert(vm, x)?
        }
        (Some(x), Some(base)) => with_base(vm, x, base)?,
    };
    let builtin = vm.types.int;
    Ok(instance(vm, class, builtin, value))
}

/// Finds the conversion method of a Python class.
fn conversion_method(vm: &mut Vm, x: Value) -> Option<(Value, &'static str)> {
    let found = user_special(vm, x, "__int__").map(|f| (f, "__int__"));
    // An int needs none.
    if found.is_some() || vm.is_integer(vm.unwrap(x)) {
        return found;
    }
    user_special(vm, x, "__index__").map(|f| (f, "__index__"))
}

/// `int(x)`.
pub fn convert(vm: &mut Vm, x: Value) -> Res {
    if let Some((f, name)) = conversion_method(vm, x) {
        let result = call_special(vm, f, x, &[])?;
        if let Some(plain) = vm.checked_int(name, result)? {
            return Ok(plain);
        }
        let class = vm.type_name(result);
        return Err(vm.type_error(format!("{name} returned non-int (type {class})")));
    }
    let v = vm.unwrap(x);
    if vm.is_integer(v) {
        return Ok(as_int(v));
    }
    if v.is_float() {
        return truncate(vm, v.as_float());
    }
    if v.is(ids::STR) || v.is(ids::BYTES) || v.is(ids::BYTEARRAY) {
        return parse(vm, v, 10);
    }
    if let Some(f) = user_special(vm, x, "__trunc__") {
        vm.warn("DeprecationWarning", "The delegation of int() to __trunc__ is deprecated.")?;
        let result = call_special(vm, f, x, &[])?;
        if !vm.is_integer(vm.unwrap(result)) && vm.special_named(result, vm.names.index).is_none() {
            let name = vm.type_name(result);
            return Err(vm.type_error(format!("__trunc__ returned non-Integral (type {name})")));
        }
        return vm.index(result);
    }
    // Any failure to export bytes means a wrong type.
    let shown = buffer::bytes_like(vm, x);
    if let Some(v) = vm.catch(shown, vm.types.base_exception)?.flatten() {
        return parse(vm, v, 10);
    }
    let class = vm.type_name(x);
    Err(vm.type_error(format!("int() argument must be a string, a bytes-like object or a real number, not '{class}'")))
}

/// Converts a bool to an int.
fn as_int(v: Value) -> Value {
    if v.is_bool() { Value::int(i64::from(v == Value::TRUE)) } else { v }
}

/// Truncates a float.
pub fn truncate(vm: &mut Vm, x: f64) -> Res {
    if x.is_nan() {
        return Err(vm.value_error("cannot convert float NaN to integer"));
    }
    if x.is_infinite() {
        return Err(vm.overflow_error("cannot convert float infinity to integer"));
    }
    if x.abs() < 9.0e18 {
        return Ok(vm.int(x as i64));
    }
    let big = BigInt::from_f64(x.trunc()).unwrap_or_default();
    Ok(vm.big(big))
}

fn with_base(vm: &mut Vm, x: Value, base: Value) -> Res {
    let base = vm.index(base)?;
    let base = vm.as_i64(base).unwrap_or(-1);
    if base != 0 && !(2..=36).contains(&base) {
        return Err(vm.value_error("int() base must be >= 2 and <= 36, or 0"));
    }
    let v = vm.unwrap(x);
    if !(v.is(ids::STR) || v.is(ids::BYTES) || v.is(ids::BYTEARRAY)) {
        return Err(vm.type_error("int() can't convert non-string with explicit base"));
    }
    parse(vm, v, base as u32)
}

/// Parses the int in a str, bytes object or bytearray.
pub(crate) fn parse(vm: &mut Vm, v: Value, base: u32) -> Res {
    let text = if v.is(ids::STR) {
        numparse::plain(vm.wtf8(v))
    } else {
        // Bytes are ASCII: other digits and spaces of Unicode do not count.
        let raw = vm.raw_bytes(v);
        raw.is_ascii().then(|| String::from_utf8_lossy(raw).trim_matches(ascii_space).to_owned())
    };
    let limit = super::text::limit(vm);
    match text.map(|text| numparse::parse_int(&text, base, limit)) {
        Some(Ok(i)) => Ok(vm.big(i)),
        Some(Err(IntError::TooLong(digits))) => Err(vm.value_error(format!(
            "Exceeds the limit ({limit} digits) for integer string conversion: value has {digits} digits; use \
             sys.set_int_max_str_digits() to increase the limit"
        ))),
        Some(Err(IntError::Invalid)) | None => Err(invalid(vm, v, base)),
    }
}

fn ascii_space(c: char) -> bool {
    matches!(c, ' ' | '\t' | '\n' | '\r' | '\x0b' | '\x0c')
}

fn invalid(vm: &mut Vm, v: Value, base: u32) -> Trap {
    // Errors show a bytearray as bytes.
    let v = if v.is(ids::BYTEARRAY) {
        let copy = vm.raw_bytes(v).to_vec();
        vm.new_bytes(&copy)
    } else {
        v
    };
    let shown = match vm.repr(v) {
        Ok(shown) => shown,
        Err(trap) => return trap,
    };
    // CPython's C format is "%.200R".
    let shown: String = vm.text_lossy(shown).chars().take(200).collect();
    vm.value_error(format!("invalid literal for int() with base {base}: {shown}"))
}
