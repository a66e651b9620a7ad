//! `_ttd_multibyte`: what of the East Asian codecs is native, for `lib/native/text/_multibytecodec.py`.
//!
//! A codec is named in each call, and its state is eight bytes, which the objects in Python keep.

use ttd_core::value::Value;
use ttd_pyalgos::codec::multibyte::{Codec, Errors, MODULES, State, Stop, Text, by_name};

use crate::types::bytes::value::bytes_arg;
use crate::types::str::value::chars;
use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_multibyte",
    doc: "What of the East Asian codecs is native.",
    functions: methods! {
        /// The names of the codecs of a module.
        Pure "names" "(module, /)" => names;
        /// The state at the beginning.
        Pure "start" "(codec, encodes, /)" => start;
        /// `(text, next position, state, stop)`.
        CallsBack "decode" "(codec, data, position, state, errors, /)" => decode;
        /// `(bytes, next position, state, stop)`.
        CallsBack "encode" "(codec, text, position, state, errors, flush, /)" => encode;
        /// `(bytes, state)` of going back to the initial shift.
        Pure "end_encoding" "(codec, state, /)" => end_encoding;
        /// The state of a decoder that is reset.
        Pure "reset_decoding" "(codec, state, /)" => reset_decoding;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn names(vm: &mut Vm, args: Args) -> Res {
    let module = vm.text_lossy(args.get(0)).into_owned();
    let known = MODULES.iter().find(|row| row.0 == module).map_or(&[][..], |row| row.1);
    let names: Vec<Value> = known.iter().map(|codec| vm.new_str(codec.0)).collect();
    Ok(vm.new_tuple(&names))
}

fn codec(vm: &mut Vm, name: Value) -> Res<Codec> {
    let name = vm.text_lossy(name).into_owned();
    by_name(&name).ok_or_else(|| vm.value_error("no such codec"))
}

fn state(vm: &mut Vm, v: Value) -> Res<State> {
    let bytes = bytes_arg(vm, v)?;
    <[u8; 8]>::try_from(bytes).map(u64::from_le_bytes).map_err(|_| vm.value_error("a state has eight bytes"))
}

fn state_value(vm: &mut Vm, state: State) -> Value {
    vm.new_bytes(&state.to_le_bytes())
}

fn position(vm: &mut Vm, v: Value, end: usize) -> Res<usize> {
    Ok(usize::try_from(vm.index_i64(v)?).unwrap_or_default().min(end))
}

/// `None` reports, False ignores and True replaces.
fn errors(v: Value) -> Errors {
    match v {
        _ if v.is_none() => Errors::Report,
        _ if v == Value::bool(true) => Errors::Replace,
        _ => Errors::Ignore,
    }
}

/// 0 at the end, -1 for what is incomplete, or the length of an error.
fn stop_value(stop: Stop) -> Value {
    Value::int(match stop {
        Stop::Done => 0,
        Stop::Incomplete => -1,
        Stop::Illegal(length) => length as i64,
    })
}

fn start(vm: &mut Vm, args: Args) -> Res {
    let encodes = args.get(1) == Value::bool(true);
    let start = codec(vm, args.get(0))?.start(encodes);
    Ok(state_value(vm, start))
}

fn decode(vm: &mut Vm, args: Args) -> Res {
    let codec = codec(vm, args.get(0))?;
    let data = bytes_arg(vm, args.get(1))?;
    let mut at = position(vm, args.get(2), data.len())?;
    let mut state = state(vm, args.get(3))?;
    let mut out = Vec::with_capacity(data.len() * 3 / 2);
    let stop = codec.decode(&data, &mut at, &mut state, errors(args.get(4)), &mut out);
    let text = vm.new_str_raw(&out);
    let state = state_value(vm, state);
    Ok(vm.new_tuple(&[text, Value::int(at as i64), state, stop_value(stop)]))
}

fn encode(vm: &mut Vm, args: Args) -> Res {
    let codec = codec(vm, args.get(0))?;
    let given = vm.unwrap(args.get(1));
    let start = position(vm, args.get(2), vm.str_len(given))?;
    let mut state = state(vm, args.get(3))?;
    let codes: Vec<u32> = chars(vm.heap.bytes(given)).skip(start).map(|c| c.to_u32()).collect();
    let mut text = Text { chars: &codes, at: 0, flush: args.get(5) == Value::bool(true) };
    let mut out = Vec::with_capacity(codes.len() * 2);
    let stop = codec.encode(&mut text, &mut state, errors(args.get(4)), &mut out);
    let next = Value::int((start + text.at) as i64);
    let bytes = vm.new_bytes(&out);
    let state = state_value(vm, state);
    Ok(vm.new_tuple(&[bytes, next, state, stop_value(stop)]))
}

fn end_encoding(vm: &mut Vm, args: Args) -> Res {
    let codec = codec(vm, args.get(0))?;
    let mut state = state(vm, args.get(1))?;
    let mut out = Vec::new();
    codec.end_encoding(&mut state, &mut out);
    let bytes = vm.new_bytes(&out);
    let state = state_value(vm, state);
    Ok(vm.new_tuple(&[bytes, state]))
}

fn reset_decoding(vm: &mut Vm, args: Args) -> Res {
    let codec = codec(vm, args.get(0))?;
    let mut state = state(vm, args.get(1))?;
    codec.reset_decoding(&mut state);
    Ok(state_value(vm, state))
}
