//! `_ttd_compression`: compression in the formats bzip2 and LZMA, for `_bz2` and `_lzma`, and keys from passwords.
//!
//! As in `zlib`, a stream in progress is an immutable object, and each step makes a new one.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::foreign::{Fault, Mode, Plan, Stream};
use ttd_pyalgos::codec::lzma_filters::{Filter, OPTIONS};
use ttd_pyalgos::codec::zstandard::{self, Settings};
use ttd_pyalgos::hash::derive;

use crate::types::bytes::value::bytes_arg;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_compression",
    doc: "Streams of compressors.",
    functions: methods! {
        /// A new stream of a kind, in a tuple, or the message of an error: its number, its filters (each a tuple of
        /// number, preset and options), and the memory it may take.
        CallsBack "stream" "(kind, number, filters, memory, /)" => stream;
        /// `(stream, output, bytes used up, whether it has ended)` or the message of an error. A limit of -1 is none.
        /// The mode is 0 for what comes out, 1 for everything and the end, 2 for everything.
        CallsBack "step" "(stream, data, limit, mode, /)" => step;
        /// A new stream of Zstandard, in a tuple: whether it compresses, pairs of parameters, a dictionary.
        CallsBack "zstd_stream" "(compresses, parameters, dictionary, /)" => zstd_stream;
        /// The size and the dictionary's number that a frame's header has, or None.
        CallsBack "zstd_frame" "(data, /)" => zstd_frame;
        /// The length of the first frame, or the message of an error.
        CallsBack "zstd_length" "(data, /)" => zstd_length;
        /// The number of a dictionary.
        CallsBack "zstd_dictionary" "(data, /)" => zstd_dictionary;
        /// The bytes of an argument.
        CallsBack "octets" "(data, /)" => octets;
        /// A key by PBKDF2, or None for an unknown hash.
        CallsBack "pbkdf2" "(name, password, salt, rounds, length, /)" => pbkdf2;
        /// A key by scrypt, or None for wrong parameters.
        CallsBack "scrypt" "(password, salt, log_n, r, p, length, /)" => scrypt;
    },
    types: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let names: Vec<Value> = OPTIONS.iter().map(|name| vm.intern(name)).collect();
    let names = vm.new_tuple(&names);
    vm.dict_set_str(dict, "OPTIONS", names);
    Ok(())
}

fn octets(vm: &mut Vm, args: Args) -> Res {
    let bytes = bytes_arg(vm, args.get(0))?;
    Ok(vm.new_bytes(&bytes))
}

/// An integer without a sign that may have 64 bits.
fn unsigned(vm: &Vm, v: Value) -> u64 {
    match vm.as_i64(v) {
        Some(n) => n as u64,
        None => vm.as_big(v).and_then(|n| n.to_string().parse().ok()).unwrap_or(u64::MAX),
    }
}

fn filter(vm: &Vm, v: Value) -> Filter {
    let parts = vm.heap.tuple(v).to_vec();
    let mut filter = Filter { id: unsigned(vm, parts[0]), preset: unsigned(vm, parts[1]) as u32, ..Filter::default() };
    for (option, value) in filter.options.iter_mut().zip(&parts[2..]) {
        *option = value.is_int().then(|| value.as_int() as u32);
    }
    filter
}

fn stream(vm: &mut Vm, args: Args) -> Res {
    let number = unsigned(vm, args.get(1)) as u32;
    let chain: Vec<Value> = vm.heap.tuple(args.get(2)).to_vec();
    let filters: Vec<Filter> = chain.into_iter().map(|v| filter(vm, v)).collect();
    let memory = unsigned(vm, args.get(3));
    let plan = match args.get(0).as_int() {
        0 => Plan::Bzip2Encoder(number),
        1 => Plan::Bzip2Decoder,
        2 => Plan::XzEncoder(number, filters),
        3 => Plan::AloneEncoder(filters.into_iter().next().unwrap_or_default()),
        4 => Plan::RawEncoder(filters),
        5 => Plan::AutoDecoder(memory),
        6 => Plan::XzDecoder(memory),
        7 => Plan::AloneDecoder(memory),
        _ => Plan::RawDecoder(filters),
    };
    made(vm, plan)
}

/// Bytes that a coder takes, about.
const CODER: usize = 4 << 20;

fn made(vm: &mut Vm, plan: Plan) -> Res {
    let keeps = vm.host.keeps_log;
    match Stream::new(plan, keeps) {
        Ok(stream) => {
            vm.heap.note_outside(CODER);
            let stream = vm.heap.new_boxed(ids::COMPILED, Rc::new(stream));
            Ok(vm.new_tuple(&[stream]))
        }
        Err(fault) => failed(vm, fault),
    }
}

fn failed(vm: &mut Vm, fault: Fault) -> Res {
    match fault {
        Fault::Data(message) => Ok(vm.new_str(message)),
        Fault::Memory => Err(vm.memory_error()),
    }
}

/// How much input is compressed between two looks at the interrupt flag.
const PIECE: usize = 1 << 20;

fn step(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(1))?;
    let limit = usize::try_from(vm.index_i64(args.get(2))?).unwrap_or(usize::MAX);
    let mode = match vm.index_i64(args.get(3))? {
        0 => Mode::More,
        1 => Mode::Finish,
        _ => Mode::Flush,
    };
    let mut stream = args.get(0);
    let (mut out, mut used) = (Vec::new(), 0);
    loop {
        let piece = &data[used..data.len().min(used + PIECE)];
        let last = used + piece.len() == data.len();
        if !stream.is(ids::COMPILED) {
            return Err(vm.system_error("not a stream"));
        }
        let Some(now) = vm.heap.boxed::<Stream>(stream) else { return Err(vm.system_error("not a stream")) };
        let (next, output) = match now.step(piece, limit - out.len(), if last { mode } else { Mode::More }) {
            Ok(done) => done,
            Err(fault) => return failed(vm, fault),
        };
        used += output.used;
        let stuck = output.used == 0 && output.bytes.is_empty();
        out.extend_from_slice(&output.bytes);
        stream = vm.heap.new_boxed(ids::COMPILED, Rc::new(next));
        if output.ended || last || stuck || out.len() >= limit {
            let out = vm.new_bytes(&out);
            return Ok(vm.new_tuple(&[stream, out, Value::int(used as i64), Value::bool(output.ended)]));
        }
        vm.check_interrupt()?;
    }
}

fn zstd_stream(vm: &mut Vm, args: Args) -> Res {
    let compresses = vm.truth(args.get(0))?;
    let pairs: Vec<Value> = vm.heap.tuple(args.get(1)).to_vec();
    let pair = |v: Value| {
        let parts = vm.heap.tuple(v);
        (parts[0].as_int(), parts[1].as_int())
    };
    let parameters = pairs.into_iter().map(pair).collect();
    let settings = Settings { parameters, dictionary: bytes_arg(vm, args.get(2))? };
    made(vm, if compresses { Plan::ZstdEncoder(settings) } else { Plan::ZstdDecoder(settings) })
}

fn zstd_frame(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    let Some((size, dictionary)) = zstandard::frame(&data) else { return Ok(Value::NONE) };
    let size = size.and_then(|n| i64::try_from(n).ok()).map_or(Value::NONE, |n| vm.int(n));
    Ok(vm.new_tuple(&[size, Value::int(i64::from(dictionary))]))
}

fn zstd_length(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    match zstandard::frame_length(&data) {
        Ok(n) => Ok(Value::int(n as i64)),
        Err(fault) => failed(vm, fault),
    }
}

fn zstd_dictionary(vm: &mut Vm, args: Args) -> Res {
    let data = bytes_arg(vm, args.get(0))?;
    Ok(Value::int(i64::from(zstandard::dictionary_number(&data))))
}

/// Memory for a key.
fn key(vm: &mut Vm, length: Value) -> Res<Vec<u8>> {
    let length = usize::try_from(vm.index_i64(length)?).unwrap_or(0);
    crate::ops::concat::check_size(vm, length, 1, 1)?;
    Ok(vec![0; length])
}

fn pbkdf2(vm: &mut Vm, args: Args) -> Res {
    let name = vm.text_lossy(args.get(0)).to_string();
    let (password, salt) = (bytes_arg(vm, args.get(1))?, bytes_arg(vm, args.get(2))?);
    let rounds = vm.index_i64(args.get(3))?;
    let mut key = key(vm, args.get(4))?;
    let done = derive::pbkdf2(&name, &password, &salt, rounds as u32, &mut key);
    Ok(if done { vm.new_bytes(&key) } else { Value::NONE })
}

fn scrypt(vm: &mut Vm, args: Args) -> Res {
    let (password, salt) = (bytes_arg(vm, args.get(0))?, bytes_arg(vm, args.get(1))?);
    let numbers = [args.get(2), args.get(3), args.get(4)].map(|v| v.as_int());
    let mut key = key(vm, args.get(5))?;
    let done = derive::scrypt(&password, &salt, numbers[0] as u8, numbers[1] as u32, numbers[2] as u32, &mut key);
    Ok(if done { vm.new_bytes(&key) } else { Value::NONE })
}
