//! Coding up to the next error, for error handlers in Python (`lib/hidden/text/codecs.py`).

use ttd_core::value::Value;
use ttd_pyalgos::codec::unicode::{Stop, escapes, table::Table};

use crate::ops::codec::Codec;
use crate::ops::codec::charmap::{Mapper, REASON};
use crate::ops::codec::decode::Decoder;
use crate::ops::codec::encode::encode_into;
use crate::types::str::value::{byte_position, byte_position_from_end, count_chars};
use crate::{Vm, ids, native::*};

/// `(codec, text, table, position, mark, mark's byte)`: encodes from a position on. Gives bytes, and of the error:
/// start, end, the end's byte, and the reason; that is None at the end of the text. A mark is a known position near the
/// other.
pub(crate) fn encode_part(vm: &mut Vm, args: Args) -> Res {
    let codec = Codec::find(&vm.text_lossy(args.get(0)));
    let (text, table) = (args.get(1), args.get(2));
    let [at, mark, octet] = [3, 4, 5].map(|i| args.get(i).as_int() as usize);
    let bytes = vm.heap.bytes(text);
    let from = if at >= mark {
        octet + byte_position(&bytes[octet..], at - mark)
    } else {
        byte_position_from_end(&bytes[..octet], mark - at)
    };
    let mut out = Vec::new();
    let (result, reason) = match codec {
        Some(codec) => (encode_into(bytes, from, codec, None, &mut out), codec.reason()),
        None => (Mapper::new(table).encode(vm, text, from, None, &mut out)?, REASON),
    };
    let done = vm.new_bytes(&out);
    let Err(refused) = result else {
        return Ok(vm.new_tuple(&[done, Value::int(0), Value::int(0), Value::int(0), Value::NONE]));
    };
    let bytes = vm.heap.bytes(text);
    let start = at + count_chars(&bytes[from..refused.start]);
    let end = start + count_chars(&bytes[refused.start..refused.end]);
    let reason = vm.new_str(reason);
    let [start, end, octet] = [start, end, refused.end].map(|at| Value::int(at as i64));
    Ok(vm.new_tuple(&[done, start, end, octet, reason]))
}

/// `(codec, data, position, final, table)`: decodes from a position on. Gives text, start, end and reason of the error,
/// and a shape of an escape to warn of. The end of the bytes is no error: the start says how many are decoded, and the
/// reason is None.
pub(crate) fn decode_part(vm: &mut Vm, args: Args) -> Res {
    let (data, at) = (args.get(1), args.get(2).as_int() as usize);
    let last = args.get(3) == Value::TRUE;
    let mut decoder = match &*vm.text_lossy(args.get(0)) {
        "utf7" => Decoder::Utf7,
        "unicodeescape" => Decoder::Escape(false, escapes::Decoder::new(false)),
        "rawunicodeescape" => Decoder::Escape(true, escapes::Decoder::new(true)),
        "charmap" => Decoder::Table(Box::new(Table::new(vm.heap.bytes(args.get(4))))),
        name => Decoder::of(Codec::find(name).unwrap_or(Codec::Utf8), b"").0,
    };
    let mut out = Vec::new();
    let (start, end, reason) = match decoder.step(vm.heap.bytes(data), at, last, &mut out) {
        Stop::Used(used) => (used, used, Value::NONE),
        Stop::Bad(bad) => (bad.start, bad.end, vm.new_str(bad.reason)),
    };
    let text = vm.new_str_raw(&out);
    let warning = warning(vm, &mut decoder).unwrap_or(Value::NONE);
    Ok(vm.new_tuple(&[text, Value::int(start as i64), Value::int(end as i64), reason, warning]))
}

/// Returns the text of the warning for the first escape that is none.
pub(super) fn warning(vm: &mut Vm, decoder: &mut Decoder) -> Option<Value> {
    let Decoder::Escape(_, decoder) = decoder else { return None };
    let escape: String = decoder.take_invalid()?.into_iter().map(char::from).collect();
    let kind = if escape.len() > 1 && escape.is_ascii() { "octal escape sequence" } else { "escape sequence" };
    Some(vm.new_str(&format!("invalid {kind} '\\{escape}'")))
}

/// `(encoding,)`: the name in errors of a native codec, or None for others and for those of the registry.
pub(crate) fn native_encoder(vm: &mut Vm, args: Args) -> Res {
    match unregistered(vm, args.get(0)) {
        Some(codec) => Ok(vm.new_str(codec.name())),
        None => Ok(Value::NONE),
    }
}

/// `(encoding, data)`: the name in errors of the decoder for bytes, and where the text begins in them; or None.
pub(crate) fn native_decoder(vm: &mut Vm, args: Args) -> Res {
    match unregistered(vm, args.get(0)) {
        Some(codec) if args.get(1).is(ids::BYTES) => {
            let (decoder, at) = Decoder::of(codec, vm.heap.bytes(args.get(1)));
            let name = vm.new_str(decoder.name());
            Ok(vm.new_tuple(&[name, Value::int(at as i64)]))
        }
        _ => Ok(Value::NONE),
    }
}

/// Returns the native codec of a name, unless CPython asks its registry for it.
fn unregistered(vm: &Vm, encoding: Value) -> Option<Codec> {
    Codec::find(&vm.text_lossy(encoding)).filter(|codec| !codec.is_registered())
}
