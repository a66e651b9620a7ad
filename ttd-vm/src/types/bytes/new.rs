//! `bytes(...)`, and bytes from values of other types.

use ttd_core::value::Value;

use crate::ops::construct::{call_special, instance, user_special};
use crate::ops::{buffer, codec, concat};
use crate::{Vm, ids, native::*};

/// `bytes.__new__(cls, source, encoding, errors)`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let builtin = vm.types.bytes;
    if let Some(source) = args.opt(1)
        && args.opt(2).is_none()
        && args.opt(3).is_none()
    {
        if source.is(ids::BYTES) {
            return Ok(instance(vm, class, builtin, source));
        }
        vm.check_blocked(source, "__bytes__")?;
        if let Some(f) = user_special(vm, source, "__bytes__") {
            let result = call_special(vm, f, source, &[])?;
            let Some(inner) = vm.payload(result, ids::BYTES) else {
                let name = vm.type_name(result);
                return Err(vm.type_error(format!("__bytes__ returned non-bytes (type {name})")));
            };
            if class == builtin {
                return Ok(result);
            }
            return Ok(instance(vm, class, builtin, inner));
        }
    }
    let bytes = from_arguments(vm, &args, "bytes")?;
    let value = vm.new_bytes(&bytes);
    Ok(instance(vm, class, builtin, value))
}

/// Returns the bytes that the arguments of `bytes()` and `bytearray()` mean: nothing, encoded text, a count of zeros,
/// bytes, or an iterable of integers.
pub fn from_arguments(vm: &mut Vm, args: &Args, kind: &str) -> Res<Vec<u8>> {
    let (encoding, errors) = (args.opt(2), args.opt(3));
    codec::check_names(vm, encoding, errors, kind)?;
    let Some(source) = args.opt(1) else {
        if encoding.is_some() || errors.is_some() {
            let what = if encoding.is_some() { "encoding" } else { "errors" };
            return Err(vm.type_error(format!("{what} without a string argument")));
        }
        return Ok(Vec::new());
    };
    let v = vm.unwrap(source);
    if v.is(ids::STR) {
        if encoding.is_none() {
            return Err(vm.type_error("string argument without an encoding"));
        }
        codec::check_handler(vm, errors)?;
        if codec::registered(vm, encoding, errors, "encode_text", source).is_some() {
            let made = vm.wait_for_tail()?;
            return Ok(vm.raw_bytes(made).to_vec());
        }
        let (codec, errors) = codec::codec_args(vm, encoding, errors, kind)?;
        return codec::encode(vm, v, codec, &errors);
    }
    if encoding.is_some() || errors.is_some() {
        let what = if encoding.is_some() { "encoding" } else { "errors" };
        return Err(vm.type_error(format!("{what} without a string argument")));
    }
    if let Some(v) = buffer::bytes_like_any(vm, source)? {
        return Ok(vm.raw_bytes(v).to_vec());
    }
    if vm.is_integer(v) || user_special(vm, source, "__index__").is_some() {
        // A value that is no index after all is iterated over.
        let count = vm.index_i64(source);
        if let Some(count) = vm.catch(count, vm.types.type_error)? {
            let Ok(count) = usize::try_from(count) else {
                return Err(vm.value_error("negative count"));
            };
            if kind == "bytes" {
                super::text::check_length(vm, count)?;
            }
            concat::check_size(vm, 1, count, 1)?;
            return concat::repeated(vm, &[0], count);
        }
    }
    let refusal = |name: &str| format!("cannot convert '{name}' object to {kind}");
    let items = items_of(vm, source, kind == "bytes", refusal)?;
    octets_of_items(vm, items, kind)
}

/// Returns a list with the items of an iterable, or the list itself. `hinted`: asks how many there are, which programs
/// see. `refusal`: the message for an object that `iter()` refuses.
pub fn items_of(vm: &mut Vm, source: Value, hinted: bool, refusal: impl Fn(&str) -> String) -> Res {
    if source.is(ids::LIST) {
        return Ok(source);
    }
    let items = if vm.plain_iterable(source) {
        vm.collect(source)?
    } else {
        let found = vm.iter(source);
        let Some(it) = vm.catch(found, vm.types.type_error)? else {
            let name = vm.type_name(source);
            return Err(vm.type_error(refusal(&name)));
        };
        if hinted {
            let hint = vm.lib("hint");
            vm.call(hint, &[source, Value::TRUE])?;
        }
        vm.collect_rest(it)?
    };
    Ok(vm.new_list(&items))
}

/// Returns the bytes of a list of integers. Converting them may change the list.
pub fn octets_of_items(vm: &mut Vm, items: Value, kind: &str) -> Res<Vec<u8>> {
    let mut out = Vec::with_capacity(vm.heap.list(items).len());
    while let Some(item) = vm.heap.list(items).get(out.len()).copied() {
        if out.len() % 1000 == 999 {
            vm.check_interrupt()?;
        }
        let i = vm.index(item)?;
        match vm.as_i64(i).and_then(|i| u8::try_from(i).ok()) {
            Some(b) => out.push(b),
            None => {
                let subject = if kind == "bytes" { "bytes" } else { "byte" };
                return Err(vm.value_error(format!("{subject} must be in range(0, 256)")));
            }
        }
    }
    Ok(out)
}
