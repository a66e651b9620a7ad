//! JSON strings from and to heap objects.

use ttd_core::value::Value;
use ttd_pyalgos::text::json_string::{Malformed, read, write};

use super::{byte_of, char_of, decode_error};
use crate::{Vm, ids, native::*};

/// Makes a str of decoded bytes.
///
/// `unicode` has joined escaped surrogate pairs. A surrogate read literally cannot pair with an escaped one.
pub(super) fn string(vm: &mut Vm, bytes: &[u8]) -> Value {
    if bytes.is_ascii() { vm.new_str_counted(bytes, bytes.len()) } else { vm.new_str_raw(bytes) }
}

pub(super) fn scanstring(vm: &mut Vm, args: Args) -> Res {
    let document = args.get(0);
    let end = vm.size_arg(args.get(1))?;
    let Some(s) = vm.payload(document, ids::STR) else {
        let name = vm.type_name(document);
        return Err(vm.type_error(format!("first argument must be a string, not {name}")));
    };
    let strict = match args.opt(2) {
        Some(v) => vm.truth(v)?,
        None => true,
    };
    let Some(from) = usize::try_from(end).ok().filter(|i| *i <= vm.str_len(s)) else {
        return Err(vm.value_error("end is out of bounds"));
    };
    let bytes = vm.heap.bytes(s).to_vec();
    let from = byte_of(vm, s, from);
    let mut out = Vec::new();
    // At the very beginning there may be no quote; CPython then reports position -1, and we report 0.
    match read(&bytes, from.max(1), strict, &mut out) {
        Ok((end, plain)) => {
            let text = if plain { &bytes[from.min(end - 1)..end - 1] } else { &out[..] };
            let text = string(vm, text);
            let end = Value::int(char_of(vm, s, end) as i64);
            Ok(vm.new_tuple(&[text, end]))
        }
        Err(Malformed(message, at)) => Err(decode_error(vm, message, document, at)),
    }
}

fn encoded(vm: &mut Vm, v: Value, ascii: bool) -> Res {
    let Some(s) = vm.payload(v, ids::STR) else {
        let name = vm.type_name(v);
        return Err(vm.type_error(format!("first argument must be a string, not {name}")));
    };
    let mut out = Vec::new();
    write(vm.heap.bytes(s), ascii, &mut out);
    Ok(string(vm, &out))
}

pub(super) fn encode_basestring_ascii(vm: &mut Vm, args: Args) -> Res {
    encoded(vm, args.get(0), true)
}

pub(super) fn encode_basestring(vm: &mut Vm, args: Args) -> Res {
    encoded(vm, args.get(0), false)
}
