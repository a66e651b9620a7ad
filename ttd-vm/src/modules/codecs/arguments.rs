//! The arguments of codecs.

use ttd_core::value::Value;

use crate::ops::buffer;
use crate::ops::codec::handlers::Handler;
use crate::ops::codec::{Codec, encode};
use crate::types::bytes::value::not_bytes_like;
use crate::types::str::args::given_name;
use crate::{Vm, ids, native::*};

/// The argument `errors`.
pub(super) struct Errors {
    /// The name; `strict` when there is none.
    pub(super) name: Value,
    /// The native handler of this name, unless the program has registered another.
    pub(super) handler: Option<Handler>,
}

impl Errors {
    pub(super) fn of(vm: &mut Vm, given: Option<Value>, function: &str) -> Res<Errors> {
        let Some(given) = given.filter(|v| !v.is_none()) else {
            return Ok(Errors { name: vm.intern("strict"), handler: Some(Handler::Strict) });
        };
        let Some(name) = vm.payload(given, ids::STR) else {
            let given = given_name(vm, given);
            return Err(vm.type_error(format!("{function}() argument 2 must be str or None, not {given}")));
        };
        if !vm.is_ascii(name) {
            encode(vm, name, Codec::Utf8, "strict")?;
        }
        if vm.heap.bytes(name).contains(&0) {
            return Err(vm.value_error("embedded null character"));
        }
        let mut handler = std::str::from_utf8(vm.heap.bytes(name)).ok().and_then(Handler::find);
        // `strict` cannot be replaced.
        if handler.is_some_and(|handler| handler != Handler::Strict) {
            let (known, key) = (vm.lib("codec_errors"), vm.intern_value(name));
            handler = handler.filter(|_| vm.dict_get_name(known, key).is_none());
        }
        Ok(Errors { name, handler })
    }
}

/// Returns the string that is encoded.
pub(super) fn text_arg(vm: &mut Vm, v: Value, function: &str) -> Res {
    if let Some(text) = vm.payload(v, ids::STR) {
        return Ok(text);
    }
    let given = given_name(vm, v);
    Err(vm.type_error(format!("{function}() argument 1 must be str, not {given}")))
}

/// Returns a bytes object or a bytearray with the bytes that are decoded.
pub(super) fn data_arg(vm: &mut Vm, v: Value) -> Res {
    match buffer::bytes_like(vm, v)? {
        Some(data) => Ok(data),
        None => Err(not_bytes_like(vm, v)),
    }
}

/// As `data_arg`, where a text stands for its bytes in UTF-8.
pub(super) fn data_or_text_arg(vm: &mut Vm, v: Value) -> Res {
    match vm.payload(v, ids::STR) {
        Some(text) => crate::ops::codec::encode_value(vm, text, Codec::Utf8, "strict"),
        None => data_arg(vm, v),
    }
}

/// Returns the argument `byteorder`.
pub(super) fn order_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    crate::ops::bounds::int_arg(vm, v)
}

/// Returns the argument `final` of a codec; some have none.
pub(super) fn is_last(vm: &mut Vm, given: Option<Value>, codec: Codec) -> Res<bool> {
    match given {
        Some(last) => vm.truth(last),
        None => Ok(matches!(codec, Codec::Ascii | Codec::Latin1)),
    }
}
