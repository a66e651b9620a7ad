//! `complex(...)`.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::numparse;

use super::{arith::Parts, parts};
use crate::native::{Args, Res, Trap};
use crate::ops::construct::{call_special, instance, user_special};
use crate::types::float;
use crate::{Vm, ids};

/// The message for a second argument of a wrong type.
const SECOND: &str = "second argument must be a number";

/// `complex.__new__(cls, real, imag)`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    let (class, real, imag) = (args.get(0), args.opt(1), args.opt(2));
    if let (Some(real), None) = (real, imag)
        && real.is(ids::COMPLEX)
        && class == vm.types.complex
    {
        return Ok(real);
    }
    let (re, im) = match (real.map(|r| vm.unwrap(r)), imag.map(|i| vm.unwrap(i))) {
        (Some(text), None) if text.is(ids::STR) => parse(vm, text)?,
        (Some(text), Some(_)) if text.is(ids::STR) => {
            return Err(vm.type_error("complex() can't take second arg if first is a string"));
        }
        (_, Some(text)) if text.is(ids::STR) => {
            return Err(vm.type_error("complex() second arg can't be a string"));
        }
        _ => {
            if let (Some(real), Some(imag)) = (real, imag)
                && user_special(vm, real, "__complex__").is_none()
                && is_number(vm, real)
                && !is_number(vm, imag)
            {
                // Both are checked before either is converted.
                return Err(no_number(vm, imag, SECOND));
            }
            let first = match real {
                Some(v) => component(vm, v, "first argument must be a string or a number", true)?,
                None => (0.0, None),
            };
            let second = match imag {
                Some(v) => component(vm, v, SECOND, false)?,
                None => (0.0, None),
            };
            // complex(a, b) is a + b*1j, whatever kinds of numbers they are; a missing part has no sign to add.
            let re = second.1.map_or(first.0, |im| first.0 - im);
            let im = first.1.map_or(second.0, |im| if imag.is_some() { second.0 + im } else { im });
            (re, im)
        }
    };
    let value = super::new(vm, re, im);
    let builtin = vm.types.complex;
    Ok(instance(vm, class, builtin, value))
}

fn parse(vm: &mut Vm, text: Value) -> Res<Parts> {
    let parsed = numparse::plain(vm.wtf8(text)).and_then(|text| numparse::parse_complex(&text));
    match parsed {
        Some(parts) => Ok(parts),
        None => {
            let plain = numparse::plain(vm.wtf8(text));
            if plain.is_some_and(|text| !numparse::underscores_fit(&text)) {
                let shown = vm.repr(text)?;
                let shown = vm.text_lossy(shown).into_owned();
                return Err(vm.value_error(format!("could not convert string to complex: {shown}")));
            }
            Err(vm.value_error("complex() arg is a malformed string"))
        }
    }
}

/// Returns the real part of an argument, and the imaginary part when it is complex.
fn component(vm: &mut Vm, v: Value, expected: &str, complex_method: bool) -> Res<(f64, Option<f64>)> {
    if complex_method && let Some(f) = user_special(vm, v, "__complex__") {
        let result = call_special(vm, f, v, &[])?;
        let plain = vm.unwrap(result);
        if plain.is(ids::COMPLEX) {
            if plain != result {
                let name = vm.type_name(result);
                vm.warn(
                    "DeprecationWarning",
                    &format!(
                        "__complex__ returned non-complex (type {name}).  The ability to return an instance of a \
                         strict subclass of complex is deprecated, and may be removed in a future version of Python."
                    ),
                )?;
            }
            let (re, im) = parts(vm, plain);
            return Ok((re, Some(im)));
        }
        let name = vm.type_name(result);
        return Err(vm.type_error(format!("__complex__ returned non-complex (type {name})")));
    }
    let plain = vm.unwrap(v);
    if plain.is(ids::COMPLEX) {
        let (re, im) = parts(vm, plain);
        return Ok((re, Some(im)));
    }
    match float::new::number(vm, v)? {
        Some(x) => Ok((x, None)),
        None => Err(no_number(vm, v, expected)),
    }
}

/// Returns whether its type makes it a number.
fn is_number(vm: &mut Vm, v: Value) -> bool {
    let plain = vm.unwrap(v);
    vm.is_integer(plain)
        || plain.is_float()
        || plain.is(ids::COMPLEX)
        || ["__float__", "__index__"].into_iter().any(|name| user_special(vm, v, name).is_some())
}

fn no_number(vm: &mut Vm, v: Value, expected: &str) -> Trap {
    let name = vm.type_name(v);
    vm.type_error(format!("complex() {expected}, not '{name}'"))
}
