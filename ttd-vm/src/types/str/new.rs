//! `str(...)` and `encode`.

use ttd_core::value::Value;

use super::value::count_chars;
use crate::ops::codec::Codec;
use crate::ops::{buffer, codec, construct};
use crate::vm::call::tail_call::Check;
use crate::{Vm, ids, native::*};

/// `str.__new__(cls, object, encoding, errors)`.
pub fn new(vm: &mut Vm, args: Args) -> Res {
    let (class, object) = (args.get(0), args.opt(1));
    let builtin = vm.types.str_;
    let plain_class = class == builtin || class.is_unbound();
    if let Some(object) = object
        && plain_class
        && args.opt(2).is_none()
        && args.opt(3).is_none()
        && let Some(f) = construct::user_special(vm, object, "__str__")
    {
        return Err(vm.tail_checked(Check::Str, f, object));
    }
    let text = match object {
        None => {
            codec::check_names(vm, args.opt(2), args.opt(3), "str")?;
            vm.names.empty
        }
        Some(object) if args.opt(2).is_none() && args.opt(3).is_none() => vm.str_of(object)?,
        Some(object) => {
            // Empty bytes need no codec; non-bytes are refused.
            let octets = if plain_class && !object.is(ids::STR) { octets_of(vm, object)? } else { None };
            codec::check_handler(vm, args.opt(3))?;
            if octets.is_some_and(|v| !vm.raw_bytes(v).is_empty() || codec::checks_all_names(vm))
                && let Some(trap) = codec::registered(vm, args.opt(2), args.opt(3), "decode_text", object)
            {
                return Err(trap);
            }
            decoded(vm, object, &args)?
        }
    };
    if plain_class {
        return Ok(text);
    }
    let plain = vm.unwrap(text);
    Ok(construct::instance(vm, class, builtin, plain))
}

/// Returns the bytes to decode; a view must be contiguous.
fn octets_of(vm: &mut Vm, object: Value) -> Res<Option<Value>> {
    let found = buffer::bytes_like(vm, object);
    Ok(vm.catch(found, vm.types.buffer_error)?.flatten())
}

fn decoded(vm: &mut Vm, object: Value, args: &Args) -> Res {
    codec::check_names(vm, args.opt(2), args.opt(3), "str")?;
    let v = vm.unwrap(object);
    if v.is(ids::STR) {
        return Err(vm.type_error("decoding str is not supported"));
    }
    let Some(v) = octets_of(vm, object)? else {
        let name = vm.type_name(object);
        return Err(vm.type_error(format!("decoding to str: need a bytes-like object, {name} found")));
    };
    if vm.raw_bytes(v).is_empty() {
        return Ok(vm.names.empty);
    }
    let (codec, errors) = codec::codec_args(vm, args.opt(2), args.opt(3), "str")?;
    decode_value(vm, v, codec, &errors)
}

/// Decodes a bytes object or bytearray.
pub fn decode_value(vm: &mut Vm, v: Value, codec: Codec, errors: &str) -> Res {
    if !vm.heap.has_room(vm.raw_bytes(v).len() as u64) {
        return Err(vm.memory_error());
    }
    if let Some(text) = decode_as_it_lies(vm, v, codec) {
        return Ok(text);
    }
    match codec::decode::try_decode(vm.raw_bytes(v), codec, errors) {
        Ok((text, used)) if codec == Codec::Latin1 => Ok(vm.new_str_counted(&text, used)),
        Ok((text, _)) => Ok(vm.new_str_raw(&text)),
        Err(refused) => Err(refused.raise(vm, v, errors)),
    }
}

/// The text of a bytes object of several bytes, if these are the text.
pub fn decode_as_it_lies(vm: &mut Vm, v: Value, codec: Codec) -> Option<Value> {
    if !v.is(ids::BYTES) {
        return None;
    }
    let bytes = vm.heap.bytes(v);
    let chars = match codec {
        Codec::Utf8 | Codec::Ascii | Codec::Latin1 if bytes.is_ascii() => bytes.len(),
        Codec::Utf8 if std::str::from_utf8(bytes).is_ok() => count_chars(bytes),
        _ => return None,
    };
    // Texts of one character are interned.
    let size = bytes.len();
    (chars > 1).then(|| vm.heap.new_bytes_part(ids::STR, v, 0..size, chars as u64))
}

/// `s.encode(encoding, errors)`.
pub fn encode(vm: &mut Vm, args: Args) -> Res {
    if let Some((codec, errors)) = codec::named(vm, args.opt(1), args.opt(2)) {
        let bytes = codec::encode_value(vm, args.get(0), codec, errors);
        return codec::or_by_registry(vm, bytes, codec, "encode_text", args);
    }
    codec::check_handler(vm, args.opt(2))?;
    if let Some(trap) = codec::registered(vm, args.opt(1), args.opt(2), "encode_text", args.get(0)) {
        return Err(trap);
    }
    let (codec, errors) = codec::codec_args(vm, args.opt(1), args.opt(2), "encode")?;
    let bytes = codec::encode_value(vm, args.get(0), codec, &errors);
    codec::or_by_registry(vm, bytes, codec, "encode_text", args)
}
