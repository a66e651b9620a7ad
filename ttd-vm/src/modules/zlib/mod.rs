//! `_ttd_zlib`: compression in the formats zlib, gzip and raw deflate, for `lib/native/data/zlib.py`.
//!
//! A stream in progress is an immutable snapshot in a heap object; each step makes a new one. The stream objects in
//! Python hold the latest in a slot, so that they travel in time like any object.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::checksum;
use ttd_pyalgos::codec::deflate::{Encoder, MZFlush};
use ttd_pyalgos::codec::inflate::Decoder;
use ttd_pyalgos::codec::zlib::format;

use crate::types::bytes::value::bytes_arg;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_zlib",
    doc: "What of `zlib` is native.",
    functions: methods! {
        /// Compute an Adler-32 checksum of data.
        CallsBack "adler32" "(data, value=1, /)" => adler32;
        /// A new stream that decompresses.
        CallsBack "decoder" "(wbits, zdict, /)" => decoder;
        /// `(stream, output, bytes used up, whether it has ended)` or the message of an error.
        CallsBack "decode" "(stream, data, limit, /)" => decode;
        /// A new stream that compresses.
        CallsBack "encoder" "(level, wbits, zdict, /)" => encoder;
        /// `(stream, output)`.
        CallsBack "encode" "(stream, data, flush, /)" => encode;
        /// Compresses all at once; None for parameters that no stream has.
        CallsBack "compress" "(data, level, wbits, /)" => compress;
        /// Decompresses all at once: `(output, whether it has ended)`, the message of an error, or None.
        CallsBack "decompress" "(data, wbits, /)" => decompress;
        /// The bytes of an argument.
        Pure "octets" "(data, /)" => octets;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let base = vm.types.exception;
    let error = super::errors::exception_class(vm, "zlib", "error", base);
    vm.dict_set_str(dict, "error", error);
    Ok(())
}

/// An optional preset dictionary.
fn dictionary(vm: &mut Vm, v: Value) -> Res<Option<Vec<u8>>> {
    if v.is_none() { Ok(None) } else { bytes_arg(vm, v).map(Some) }
}

fn octets(vm: &mut Vm, args: Args) -> Res {
    let bytes = bytes_arg(vm, args.get(0))?;
    Ok(vm.new_bytes(&bytes))
}

fn adler32(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let start = super::binascii::low_bits(vm, args.opt(1), 1)?;
    Ok(Value::int(i64::from(checksum::adler32(start, &data))))
}

fn boxed<T: 'static>(vm: &mut Vm, stream: T) -> Value {
    vm.heap.new_boxed(ids::COMPILED, Rc::new(stream))
}

fn stream_arg<T: Clone + 'static>(vm: &Vm, v: Value) -> Option<T> {
    if v.is(ids::COMPILED) { vm.heap.boxed::<T>(v).cloned() } else { None }
}

fn decoder(vm: &mut Vm, args: Args) -> Res {
    let dictionary = dictionary(vm, args.get(1))?;
    match format(vm.index_i64(args.get(0))?) {
        Some((format, window)) => Ok(boxed(vm, Decoder::new(format, window, dictionary))),
        None => Ok(Value::NONE),
    }
}

fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(1))?;
    let limit = match vm.index_i64(args.get(2))? {
        0 => usize::MAX,
        n => usize::try_from(n).unwrap_or(usize::MAX),
    };
    let Some(mut stream) = stream_arg::<Decoder>(vm, args.get(0)) else {
        return Err(vm.system_error("not a stream"));
    };
    let (mut out, mut used) = (Vec::new(), 0);
    loop {
        let step = (limit - out.len()).min(1 << 16);
        match stream.step(&data[used..], step, &mut out) {
            Ok(n) => used += n,
            Err(message) => return Ok(vm.new_str(message)),
        }
        let full = out.len() >= limit;
        if stream.ended() || full || used == data.len() && !stream.has_more() {
            break;
        }
        crate::ops::concat::check_size(vm, out.len(), 2, 1)?;
        vm.check_interrupt()?;
    }
    let ended = Value::bool(stream.ended());
    let stream = boxed(vm, stream);
    let out = vm.new_bytes(&out);
    Ok(vm.new_tuple(&[stream, out, Value::int(used as i64), ended]))
}

fn encoder(vm: &mut Vm, args: Args) -> Res {
    let level = vm.index_i64(args.get(0))?;
    let bits = vm.index_i64(args.get(1))?;
    let dictionary = dictionary(vm, args.get(2))?;
    if !(-1..=9).contains(&level) || !matches!(bits, -15..=-9 | 8..=15 | 25..=31) {
        return Ok(Value::NONE);
    }
    let Some((format, window)) = format(bits) else { return Ok(Value::NONE) };
    let dictionary = dictionary.map(|bytes| checksum::adler32(1, &bytes));
    Ok(boxed(vm, Encoder::new(level as i32, format, window, dictionary)))
}

fn write_all(vm: &mut Vm, stream: &mut Encoder, data: &[u8], out: &mut Vec<u8>) -> Res<()> {
    for chunk in data.chunks(1 << 16) {
        stream.write(chunk, MZFlush::None, out);
        vm.check_interrupt()?;
    }
    Ok(())
}

fn compress(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let (level, bits) = (vm.index_i64(args.get(1))?, vm.index_i64(args.get(2))?);
    let kept = vm.caches.compressor.take().filter(|(l, b, _)| (*l, *b) == (level, bits));
    let mut stream = match (kept, format(bits)) {
        (Some((_, _, mut stream)), _) => {
            stream.restart();
            stream
        }
        (None, Some((format, window))) if (-1..=9).contains(&level) && matches!(bits, -15..=-9 | 8..=15 | 25..=31) => {
            Encoder::new(level as i32, format, window, None)
        }
        _ => return Ok(Value::NONE),
    };
    let mut out = Vec::new();
    write_all(vm, &mut stream, &data, &mut out)?;
    stream.write(b"", MZFlush::Finish, &mut out);
    vm.caches.compressor = Some((level, bits, stream));
    Ok(vm.new_bytes(&out))
}

fn decompress(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let Some((format, window)) = format(vm.index_i64(args.get(1))?) else { return Ok(Value::NONE) };
    let mut stream = Decoder::new(format, window, None);
    let (mut out, mut used) = (Vec::new(), 0);
    let mut step = (data.len() * 4 + 256).min(1 << 16);
    loop {
        match stream.step(&data[used..], step, &mut out) {
            Ok(n) => used += n,
            Err(message) => return Ok(vm.new_str(message)),
        }
        if stream.ended() || used == data.len() && !stream.has_more() {
            break;
        }
        step = (step * 2).min(1 << 20);
        crate::ops::concat::check_size(vm, out.len(), 2, 1)?;
        vm.check_interrupt()?;
    }
    let out = vm.new_bytes(&out);
    Ok(vm.new_tuple(&[out, Value::bool(stream.ended())]))
}

fn encode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(1))?;
    let flush = match vm.index_i64(args.get(2))? {
        0 => MZFlush::None,
        1 | 2 | 5 => MZFlush::Sync,
        3 => MZFlush::Full,
        _ => MZFlush::Finish,
    };
    let Some(mut stream) = stream_arg::<Encoder>(vm, args.get(0)) else {
        return Err(vm.system_error("not a stream"));
    };
    let mut out = Vec::new();
    write_all(vm, &mut stream, &data, &mut out)?;
    if flush != MZFlush::None {
        stream.write(b"", flush, &mut out);
    }
    let stream = boxed(vm, stream);
    let out = vm.new_bytes(&out);
    Ok(vm.new_tuple(&[stream, out]))
}
