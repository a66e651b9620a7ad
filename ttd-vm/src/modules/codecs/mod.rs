//! `_codecs`: the codecs that are native. Their registry, and what calls error handlers of the program, are in Python:
//! `lib/native/text/_codecs.py` and `lib/hidden/text/codecs.py`.

mod arguments;
pub mod parts;
mod tables;

use ttd_core::value::Value;
use ttd_pyalgos::codec::unicode::{escapes, utf7};

use crate::ops::codec::Codec;
use crate::ops::codec::decode::Decoder;
use crate::ops::codec::encode::{cannot_encode, try_encode};
use crate::ops::codec::handlers::Handler;
use crate::types::str::new::decode_as_it_lies;
use crate::{Vm, methods, native::*};

use arguments::{Errors, data_arg, is_last, text_arg};

/// The module.
pub const MODULE: ModuleDef =
    ModuleDef { name: "_codecs", doc: "", functions: FUNCTIONS, types: &[], init: |_, _| Ok(()) };

const FUNCTIONS: &[Method] = methods! {
    CallsBack "utf_8_encode" "(str, errors=None, /)" => utf_8_encode;
    CallsBack "utf_8_decode" "(data, errors=None, final=False, /)" => utf_8_decode;
    CallsBack "ascii_encode" "(str, errors=None, /)" => ascii_encode;
    CallsBack "ascii_decode" "(data, errors=None, /)" => ascii_decode;
    CallsBack "latin_1_encode" "(str, errors=None, /)" => latin_1_encode;
    CallsBack "latin_1_decode" "(data, errors=None, /)" => latin_1_decode;
    CallsBack "utf_16_encode" "(str, errors=None, byteorder=0, /)" => utf_16_encode;
    CallsBack "utf_16_le_encode" "(str, errors=None, /)" => utf_16_le_encode;
    CallsBack "utf_16_be_encode" "(str, errors=None, /)" => utf_16_be_encode;
    CallsBack "utf_16_decode" "(data, errors=None, final=False, /)" => utf_16_decode;
    CallsBack "utf_16_le_decode" "(data, errors=None, final=False, /)" => utf_16_le_decode;
    CallsBack "utf_16_be_decode" "(data, errors=None, final=False, /)" => utf_16_be_decode;
    CallsBack "utf_16_ex_decode" "(data, errors=None, byteorder=0, final=False, /)" => utf_16_ex_decode;
    CallsBack "utf_32_encode" "(str, errors=None, byteorder=0, /)" => utf_32_encode;
    CallsBack "utf_32_le_encode" "(str, errors=None, /)" => utf_32_le_encode;
    CallsBack "utf_32_be_encode" "(str, errors=None, /)" => utf_32_be_encode;
    CallsBack "utf_32_decode" "(data, errors=None, final=False, /)" => utf_32_decode;
    CallsBack "utf_32_le_decode" "(data, errors=None, final=False, /)" => utf_32_le_decode;
    CallsBack "utf_32_be_decode" "(data, errors=None, final=False, /)" => utf_32_be_decode;
    CallsBack "utf_32_ex_decode" "(data, errors=None, byteorder=0, final=False, /)" => utf_32_ex_decode;
    CallsBack "utf_7_encode" "(str, errors=None, /)" => utf_7_encode;
    CallsBack "utf_7_decode" "(data, errors=None, final=False, /)" => utf_7_decode;
    CallsBack "unicode_escape_encode" "(str, errors=None, /)" => unicode_escape_encode;
    CallsBack "unicode_escape_decode" "(data, errors=None, final=True, /)" => unicode_escape_decode;
    CallsBack "raw_unicode_escape_encode" "(str, errors=None, /)" => raw_unicode_escape_encode;
    CallsBack "raw_unicode_escape_decode" "(data, errors=None, final=True, /)" => raw_unicode_escape_decode;
    CallsBack "charmap_encode" "(str, errors=None, mapping=None, /)" => tables::encode;
    CallsBack "charmap_decode" "(data, errors=None, mapping=None, /)" => tables::decode;
};

/// Makes the functions of codecs that `Codec` has.
macro_rules! codecs {
    ($($encode:ident $decode:ident $codec:expr;)*) => {$(
        fn $encode(vm: &mut Vm, args: Args) -> Res {
            encoded(vm, args, stringify!($encode), $codec)
        }

        fn $decode(vm: &mut Vm, args: Args) -> Res {
            let (codec, last) = ($codec, is_last(vm, args.opt(2), $codec)?);
            decoded(vm, args, stringify!($decode), codec, last)
        }
    )*};
}

codecs! {
    utf_8_encode utf_8_decode Codec::Utf8;
    ascii_encode ascii_decode Codec::Ascii;
    latin_1_encode latin_1_decode Codec::Latin1;
    utf_16_le_encode utf_16_le_decode Codec::Wide { unit: 2, big: false, mark: false };
    utf_16_be_encode utf_16_be_decode Codec::Wide { unit: 2, big: true, mark: false };
    utf_32_le_encode utf_32_le_decode Codec::Wide { unit: 4, big: false, mark: false };
    utf_32_be_encode utf_32_be_decode Codec::Wide { unit: 4, big: true, mark: false };
}

/// Encodes; the result is bytes and the length of the text.
fn encoded(vm: &mut Vm, args: Args, function: &str, codec: Codec) -> Res {
    let text = text_arg(vm, args.get(0), function)?;
    let errors = Errors::of(vm, args.opt(1), function)?;
    match (try_encode(vm, text, codec, errors.handler)?, errors.handler) {
        (Ok(bytes), _) => Ok(with_length(vm, bytes, text)),
        (Err(refused), Some(_)) => Err(cannot_encode(vm, text, codec.name(), codec.reason(), &refused)),
        (Err(_), None) => Err(encoded_by_handler(vm, codec.name(), text, Value::NONE, &errors)),
    }
}

/// Tail-calls what encodes with a handler of the program.
fn encoded_by_handler(vm: &mut Vm, kind: &str, text: Value, table: Value, errors: &Errors) -> Trap {
    let (f, kind) = (vm.lib("encode_by_handler"), vm.new_str(kind));
    vm.tail_call(f, &[kind, text, table, errors.name])
}

fn with_length(vm: &mut Vm, bytes: Value, text: Value) -> Value {
    let length = Value::int(vm.str_len(text) as i64);
    vm.new_tuple(&[bytes, length])
}

fn decoded(vm: &mut Vm, args: Args, function: &str, codec: Codec, last: bool) -> Res {
    let data = data_arg(vm, args.get(0))?;
    let errors = Errors::of(vm, args.opt(1), function)?;
    if let Some(text) = decode_as_it_lies(vm, data, codec) {
        let used = Value::int(vm.raw_bytes(data).len() as i64);
        return Ok(vm.new_tuple(&[text, used]));
    }
    let (decoder, at) = Decoder::of(codec, vm.raw_bytes(data));
    Decoding { data, decoder, at, last, table: Value::NONE, order: None }.run(vm, &errors)
}

/// Bytes to decode.
struct Decoding {
    /// A bytes object or a bytearray.
    data: Value,
    decoder: Decoder,
    /// Where the text begins.
    at: usize,
    /// Whether no more bytes are to come.
    last: bool,
    /// The table of the decoder, if it has one.
    table: Value,
    /// A further item of the result.
    order: Option<i64>,
}

impl Decoding {
    /// Decodes; the result is text and how many bytes are decoded.
    fn run(self, vm: &mut Vm, errors: &Errors) -> Res {
        let Decoding { data, mut decoder, at, last, table, order } = self;
        let bytes = vm.raw_bytes(data);
        let mut out = Vec::with_capacity(bytes.len());
        match decoder.decode(bytes, at, last, errors.handler.unwrap_or(Handler::Strict), &mut out) {
            Ok(used) => {
                let mut items = vec![vm.new_str_raw(&out), Value::int(used as i64)];
                items.extend(order.map(Value::int));
                let result = vm.new_tuple(&items);
                match parts::warning(vm, &mut decoder) {
                    Some(warning) => {
                        let f = vm.lib("warned_of_escape");
                        Err(vm.tail_call(f, &[warning, result]))
                    }
                    None => Ok(result),
                }
            }
            Err(_) if errors.handler.is_none() => {
                let (f, kind) = (vm.lib("decode_by_handler"), vm.new_str(decoder.name()));
                let order = order.map_or(Value::NONE, Value::int);
                let at = Value::int(at as i64);
                Err(vm.tail_call(f, &[kind, data, at, Value::bool(last), table, errors.name, order]))
            }
            Err(failure) => Err(crate::ops::codec::decode::failed(vm, data, decoder.name(), &failure)),
        }
    }
}

// ---- either order of bytes

fn utf_16_encode(vm: &mut Vm, args: Args) -> Res {
    encoded_in_order(vm, args, "utf_16_encode", 2)
}

fn utf_32_encode(vm: &mut Vm, args: Args) -> Res {
    encoded_in_order(vm, args, "utf_32_encode", 4)
}

fn encoded_in_order(vm: &mut Vm, args: Args, function: &str, unit: usize) -> Res {
    let order = args.opt(2).map_or(Ok(0), |order| arguments::order_arg(vm, order))?;
    encoded(vm, args, function, Codec::Wide { unit, big: order > 0, mark: order == 0 })
}

fn utf_16_decode(vm: &mut Vm, args: Args) -> Res {
    decoded_in_order(vm, args, "utf_16_decode", 2, false)
}

fn utf_32_decode(vm: &mut Vm, args: Args) -> Res {
    decoded_in_order(vm, args, "utf_32_decode", 4, false)
}

fn utf_16_ex_decode(vm: &mut Vm, args: Args) -> Res {
    decoded_in_order(vm, args, "utf_16_ex_decode", 2, true)
}

fn utf_32_ex_decode(vm: &mut Vm, args: Args) -> Res {
    decoded_in_order(vm, args, "utf_32_ex_decode", 4, true)
}

/// Decodes; `extended` functions take and give the order of bytes: -1, 1, or 0 for what a mark says.
fn decoded_in_order(vm: &mut Vm, args: Args, function: &str, unit: usize, extended: bool) -> Res {
    let data = data_arg(vm, args.get(0))?;
    let errors = Errors::of(vm, args.opt(1), function)?;
    let given = args.opt(2).filter(|_| extended);
    let mut order = given.map_or(Ok(0), |order| arguments::order_arg(vm, order))?;
    let last = args.opt(if extended { 3 } else { 2 }).map_or(Ok(false), |last| vm.truth(last))?;
    let codec = Codec::Wide { unit, big: order > 0, mark: order == 0 };
    let (decoder, at) = Decoder::of(codec, vm.raw_bytes(data));
    if at > 0 {
        order = if matches!(decoder, Decoder::Wide(_, true)) { 1 } else { -1 };
    }
    Decoding { data, decoder, at, last, table: Value::NONE, order: extended.then_some(order) }.run(vm, &errors)
}

// ---- UTF-7 and escapes

fn utf_7_encode(vm: &mut Vm, args: Args) -> Res {
    encoded_always(vm, args, "utf_7_encode", utf7::encode)
}

fn unicode_escape_encode(vm: &mut Vm, args: Args) -> Res {
    encoded_always(vm, args, "unicode_escape_encode", escapes::encode)
}

fn raw_unicode_escape_encode(vm: &mut Vm, args: Args) -> Res {
    encoded_always(vm, args, "raw_unicode_escape_encode", escapes::encode_raw)
}

/// Encodes with a codec that has all characters.
fn encoded_always(vm: &mut Vm, args: Args, function: &str, encode: fn(&[u8]) -> Vec<u8>) -> Res {
    let text = text_arg(vm, args.get(0), function)?;
    Errors::of(vm, args.opt(1), function)?;
    let octets = encode(vm.heap.bytes(text));
    let bytes = vm.new_bytes(&octets);
    Ok(with_length(vm, bytes, text))
}

fn utf_7_decode(vm: &mut Vm, args: Args) -> Res {
    let data = data_arg(vm, args.get(0))?;
    let errors = Errors::of(vm, args.opt(1), "utf_7_decode")?;
    let last = args.opt(2).map_or(Ok(false), |last| vm.truth(last))?;
    Decoding { data, decoder: Decoder::Utf7, at: 0, last, table: Value::NONE, order: None }.run(vm, &errors)
}

fn unicode_escape_decode(vm: &mut Vm, args: Args) -> Res {
    unescaped(vm, args, "unicode_escape_decode", false)
}

fn raw_unicode_escape_decode(vm: &mut Vm, args: Args) -> Res {
    unescaped(vm, args, "raw_unicode_escape_decode", true)
}

fn unescaped(vm: &mut Vm, args: Args, function: &str, raw: bool) -> Res {
    let data = arguments::data_or_text_arg(vm, args.get(0))?;
    let errors = Errors::of(vm, args.opt(1), function)?;
    let last = args.opt(2).map_or(Ok(true), |last| vm.truth(last))?;
    let decoder = Decoder::Escape(raw, escapes::Decoder::new(raw));
    Decoding { data, decoder, at: 0, last, table: Value::NONE, order: None }.run(vm, &errors)
}
