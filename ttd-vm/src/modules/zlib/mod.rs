//! `_ttd_zlib`: compression in the formats zlib, gzip and raw deflate, for `lib/native/data/zlib.py`.
//!
//! A stream in progress is an immutable snapshot in a heap object; each step makes a new one. The stream objects in
//! Python hold the latest in a slot, so that they travel in time like any object. Decompressing, the snapshot is
//! copied; compressing, the newest one has the tables ([`Stage`]).

use std::cell::RefCell;
use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::checksum;
use ttd_pyalgos::codec::deflate::{Encoder, MZFlush, Recipe};
use ttd_pyalgos::codec::deflate_stage::Stage;
use ttd_pyalgos::codec::inflate::Decoder;
use ttd_pyalgos::codec::zlib::{Format, format};

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
        /// `(stream, output)`; None for the stream when it is finished.
        CallsBack "encode" "(stream, data, flush, /)" => encode;
        /// A second stream, which goes on from here.
        Pure "duplicate" "(stream, /)" => duplicate;
        /// Returns a bytes object containing compressed data.
        CallsBack "compress" "(data, /, level=-1, wbits=15)" => compress;
        /// Returns a bytes object containing the uncompressed data.
        CallsBack "decompress" "(data, /, wbits=15, bufsize=16384)" => decompress;
        /// The bytes of an argument.
        Pure "octets" "(data, /)" => octets;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let error = error_class(vm);
    vm.dict_set_str(dict, "error", error);
    Ok(())
}

fn error_class(vm: &mut Vm) -> Value {
    let base = vm.types.exception;
    super::errors::exception_class(vm, "zlib", "error", base)
}

/// Raises `zlib.error`.
#[cold]
fn error(vm: &mut Vm, message: &str) -> Trap {
    let class = error_class(vm);
    vm.error(class, message)
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

/// A decompressor as objects hold it. In a run that never goes back, the newest object takes it along.
type DecoderCell = RefCell<Option<Decoder>>;

/// The decompressor of an object, to make a step with.
fn decoder_of(vm: &Vm, v: Value) -> Option<Decoder> {
    let cell = vm.heap.boxed::<DecoderCell>(v).filter(|_| v.is(ids::COMPILED))?;
    if vm.host.keeps_log { cell.borrow().clone() } else { cell.take() }
}

/// Gives an object its decompressor back, after a step that failed.
fn put_back(vm: &Vm, v: Value, stream: Decoder) {
    if let Some(cell) = vm.heap.boxed::<DecoderCell>(v).filter(|_| !vm.host.keeps_log) {
        cell.replace(Some(stream));
    }
}

/// Bytes that a decompressor takes, about.
const DECODER: usize = 48 << 10;

/// A new decompressor, in the memory of the last one that ended.
fn new_decoder(vm: &mut Vm, format: Format, window: u8, dictionary: Option<Vec<u8>>) -> Decoder {
    match vm.caches.decompressor.take() {
        Some(old) => Decoder::reusing(old, format, window, dictionary),
        None => {
            vm.heap.note_outside(DECODER);
            Decoder::new(format, window, dictionary)
        }
    }
}

fn decoder(vm: &mut Vm, args: Args) -> Res {
    let dictionary = dictionary(vm, args.get(1))?;
    match format(vm.index_i64(args.get(0))?) {
        Some((format, window)) => {
            let made = new_decoder(vm, format, window, dictionary);
            Ok(boxed(vm, RefCell::new(Some(made))))
        }
        None => Ok(Value::NONE),
    }
}

fn decode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(1))?;
    let limit = match vm.index_i64(args.get(2))? {
        0 => usize::MAX,
        n => usize::try_from(n).unwrap_or(usize::MAX),
    };
    let Some(mut stream) = decoder_of(vm, args.get(0)) else {
        return Err(vm.system_error("not a stream"));
    };
    let (mut out, mut used) = (Vec::new(), 0);
    let done = decode_all(vm, &mut stream, &data, limit, &mut out, &mut used);
    if !matches!(done, Ok(None)) {
        put_back(vm, args.get(0), stream);
        return done.map(|message| message.map_or(Value::NONE, |message| vm.new_str(message)));
    }
    let ended = Value::bool(stream.ended());
    let stream = boxed(vm, RefCell::new(Some(stream)));
    let out = vm.new_bytes(&out);
    Ok(vm.new_tuple(&[stream, out, Value::int(used as i64), ended]))
}

/// Decompresses until the stream has ended, the input is used up, or there are `limit` bytes. Returns the message for
/// damaged data.
fn decode_all(
    vm: &mut Vm,
    stream: &mut Decoder,
    data: &[u8],
    limit: usize,
    out: &mut Vec<u8>,
    used: &mut usize,
) -> Res<Option<&'static str>> {
    // A guess, which is made larger as long as it was too small.
    let mut step = (data.len() * 4 + 256).min(1 << 16);
    loop {
        match stream.step(&data[*used..], step.min(limit - out.len()), out) {
            Ok(n) => *used += n,
            Err(message) => return Ok(Some(message)),
        }
        let full = out.len() >= limit;
        if stream.ended() || full || *used == data.len() && !stream.has_more() {
            return Ok(None);
        }
        step = (step * 2).min(1 << 20);
        crate::ops::concat::check_size(vm, out.len(), 2, 1)?;
        vm.check_interrupt()?;
    }
}

/// A new compressor, in the memory of the last one that ended if it was like this.
fn new_encoder(vm: &mut Vm, recipe: Recipe) -> Encoder {
    match vm.caches.compressor.take().filter(|old| old.recipe() == recipe) {
        Some(mut old) => {
            old.restart();
            old
        }
        None => Encoder::new(recipe),
    }
}

fn encoder(vm: &mut Vm, args: Args) -> Res {
    let level = vm.index_i64(args.get(0))?;
    let bits = vm.index_i64(args.get(1))?;
    let dictionary = dictionary(vm, args.get(2))?.map(|bytes| checksum::adler32(1, &bytes));
    let Some(recipe) = Recipe::new(level, bits, dictionary) else { return Ok(Value::NONE) };
    let (made, keeps) = (new_encoder(vm, recipe), vm.host.keeps_log);
    Ok(boxed(vm, Stage::new(made, keeps)))
}

fn compress(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let level = args.opt(1).map_or(Ok(-1), |v| vm.index_i64(v))?;
    let bits = args.opt(2).map_or(Ok(15), |v| vm.index_i64(v))?;
    let Some(recipe) = Recipe::new(level, bits, None) else { return Err(error(vm, "Bad compression level")) };
    let mut stream = new_encoder(vm, recipe);
    let mut out = Vec::new();
    for chunk in data.chunks(PIECE) {
        stream.write(chunk, MZFlush::None, &mut out);
        vm.check_interrupt()?;
    }
    stream.write(b"", MZFlush::Finish, &mut out);
    vm.caches.compressor = Some(stream);
    Ok(vm.new_bytes(&out))
}

fn decompress(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let bits = args.opt(1).map_or(Ok(15), |v| vm.index_i64(v))?;
    if args.opt(2).map_or(Ok(1), |v| vm.index_i64(v))? < 0 {
        return Err(vm.value_error("bufsize must be non-negative"));
    }
    let Some((format, window)) = format(bits) else {
        return Err(error(vm, "Error -2 while preparing to decompress data: inconsistent stream state"));
    };
    let mut stream = new_decoder(vm, format, window, None);
    let (mut out, mut used) = (Vec::new(), 0);
    if let Some(message) = decode_all(vm, &mut stream, &data, usize::MAX, &mut out, &mut used)? {
        return Err(error(vm, message));
    }
    if !stream.ended() {
        return Err(error(vm, "Error -5 while decompressing data: incomplete or truncated stream"));
    }
    vm.caches.decompressor = Some(stream);
    Ok(vm.new_bytes(&out))
}

/// Bytes that are compressed between two looks at the interrupt flag.
const PIECE: usize = 1 << 20;

fn encode(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(1))?;
    let flush = match vm.index_i64(args.get(2))? {
        0 => MZFlush::None,
        1 | 2 | 5 => MZFlush::Sync,
        3 => MZFlush::Full,
        _ => MZFlush::Finish,
    };
    let (mut stream, mut rest, mut out) = (args.get(0), data.as_slice(), Vec::new());
    loop {
        let Some(now) = vm.heap.boxed::<Stage>(stream).filter(|_| stream.is(ids::COMPILED)) else {
            return Err(vm.system_error("not a stream"));
        };
        let (piece, behind) = rest.split_at(rest.len().min(PIECE));
        if behind.is_empty() && flush == MZFlush::Finish {
            let Some((encoder, end)) = now.finish(piece) else { return Err(vm.system_error("not the newest stream")) };
            vm.caches.compressor = Some(encoder);
            out.extend_from_slice(&end);
            let out = vm.new_bytes(&out);
            return Ok(vm.new_tuple(&[Value::NONE, out]));
        }
        let step = now.step(piece, if behind.is_empty() { flush } else { MZFlush::None });
        let Some((next, made)) = step else { return Err(vm.system_error("not the newest stream")) };
        out.extend_from_slice(&made);
        (stream, rest) = (boxed(vm, next), behind);
        if rest.is_empty() {
            let out = vm.new_bytes(&out);
            return Ok(vm.new_tuple(&[stream, out]));
        }
        if vm.host.keeps_log {
            // In a plain run the stream that the program has cannot be stepped again.
            vm.check_interrupt()?;
        }
    }
}

fn duplicate(vm: &mut Vm, args: Args) -> Res {
    let stream = args.get(0);
    if let Some(cell) = vm.heap.boxed::<DecoderCell>(stream) {
        let copy: DecoderCell = cell.clone();
        return Ok(boxed(vm, copy));
    }
    match vm.heap.boxed::<Stage>(stream).and_then(Stage::duplicate) {
        Some(made) => Ok(boxed(vm, made)),
        None => Err(vm.system_error("not a stream")),
    }
}
