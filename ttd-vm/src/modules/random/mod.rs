//! `_random`: the native half of `random` (`lib/library/random.py`).
//!
//! A generator is a RANDOM_STATE object. Its slots hold the number of used words and a `Buffer` with the block of 624
//! words. Drawing a number writes only the first slot; the block is written when it is renewed.

use malachite_bigint::{BigInt, Sign};
use num_traits::{Signed, ToPrimitive};
use ttd_core::value::Value;
use ttd_pyalgos::hash::algorithm::Algorithm;
use ttd_pyalgos::twister::{self, Block, N};

use crate::ops::{arity, construct, hashing};
use crate::{Vm, ids, methods, native::*};

/// Number of used words of the block.
const INDEX: usize = 0;
/// The block of words.
const BLOCK: usize = 1;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_random",
    doc: "Module implements the Mersenne Twister random number generator.",
    functions: methods! {
        /// The SHA-512 digest of bytes.
        Pure "sha512" "(data, /)" => digest;
        /// Random bytes from the operating system.
        External "urandom" "(size, /)" => urandom;
        /// Return the integer that the argument stands for.
        CallsBack "index" "(a, /)" => index;
    },
    types: &[TYPE],
    init,
};

/// The base class of `random.Random`.
pub const TYPE: TypeDef = TypeDef {
    name: "_Random",
    tid: ids::RANDOM_STATE,
    doc: "Random() -> create a random number generator with its own internal state.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, /, *args, **kwargs)" => new;
        /// Initialize self.  See help(type(self)) for accurate signature.
        External "__init__" "(self, /, *args, **kwargs)" => init_state;
        /// random() -> x in the interval [0, 1).
        Mutates "random" "(self, /)" => random;
        /// getrandbits(k) -> x.  Generates an int with k random bits.
        CallsBack "getrandbits" "(self, k, /)" => getrandbits;
        /// seed([n]) -> None.
        ///
        /// Defaults to use urandom and falls back to a combination of the current time and the process identifier.
        External "seed" "(self, n=None, /)" => seed;
        /// getstate() -> tuple containing the current state.
        Pure "getstate" "(self, /)" => getstate;
        /// setstate(state) -> None.  Restores generator state.
        Mutates "setstate" "(self, state, /)" => setstate;
    },
    slots: Slots { filled_by_init: true, initialised: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let class = vm.class_of_tid[usize::from(ids::RANDOM_STATE.0)];
    let dict = vm.heap.slot(module, 0);
    vm.dict_set_str(dict, "Random", class);
    Ok(())
}

fn digest(vm: &mut Vm, args: Args) -> Res {
    let data = crate::types::bytes::value::bytes_arg(vm, args.get(0))?;
    let sha512 = Algorithm::Sha512;
    let digest = sha512.finish(&sha512.update(&sha512.start(), &data), 0);
    Ok(vm.new_bytes(&digest))
}

fn urandom(vm: &mut Vm, args: Args) -> Res {
    let Ok(size) = usize::try_from(vm.index_i64(args.get(0))?) else {
        return Err(vm.value_error("negative argument not allowed"));
    };
    let bytes = vm.host_random(size)?;
    Ok(vm.new_bytes(&bytes))
}

fn index(vm: &mut Vm, args: Args) -> Res {
    vm.index(args.get(0))
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let builtin = vm.class_of_tid[usize::from(ids::RANDOM_STATE.0)];
    let block = vm.heap.new_buffer(ids::BYTEARRAY, &[0; N * 4]);
    let state = vm.heap.new_slots_from(ids::RANDOM_STATE, 0, &[Value::int(N as i64), block]);
    Ok(construct::instance(vm, class, builtin, state))
}

fn init_state(vm: &mut Vm, args: Args) -> Res {
    let given = arity::optional(vm, "Random", &args)?;
    reseed(vm, args.get(0), given)?;
    Ok(Value::NONE)
}

fn write_block(vm: &mut Vm, state: Value, block: &Block, index: usize) {
    let bytes: Vec<u8> = block.iter().flat_map(|word| word.to_le_bytes()).collect();
    let buffer = vm.heap.slot(state, BLOCK);
    vm.heap.buffer_splice(buffer, 0..N * 4, &bytes);
    vm.heap.set_slot(state, INDEX, Value::int(index as i64));
}

fn read_block(vm: &Vm, state: Value) -> Block {
    let mut block = [0; N];
    let bytes = vm.heap.buffer(vm.heap.slot(state, BLOCK));
    for (word, bytes) in block.iter_mut().zip(bytes.chunks_exact(4)) {
        *word = bytes.iter().rev().fold(0, |acc, b| acc << 8 | u32::from(*b));
    }
    block
}

/// Draws 32 bits.
fn draw(vm: &mut Vm, state: Value) -> u32 {
    let mut at = vm.heap.slot(state, INDEX).as_int() as usize;
    if at >= N {
        let mut block = read_block(vm, state);
        twister::renew(&mut block);
        write_block(vm, state, &block, 0);
        at = 0;
    }
    let bytes = &vm.heap.buffer(vm.heap.slot(state, BLOCK))[at * 4..at * 4 + 4];
    let word = bytes.iter().rev().fold(0, |acc, b| acc << 8 | u32::from(*b));
    vm.heap.set_slot(state, INDEX, Value::int(at as i64 + 1));
    twister::temper(word)
}

fn random(vm: &mut Vm, args: Args) -> Res {
    let state = args.get(0);
    let (first, second) = (draw(vm, state), draw(vm, state));
    Ok(Value::float(twister::float(first, second)))
}

fn getrandbits(vm: &mut Vm, args: Args) -> Res {
    let (state, bits) = (args.get(0), vm.index_i64(args.get(1))?);
    let Ok(bits) = u64::try_from(bits) else {
        return Err(vm.value_error("number of bits must be non-negative"));
    };
    if bits == 0 {
        return Ok(Value::int(0));
    }
    if bits <= 32 {
        let word = draw(vm, state) >> (32 - bits);
        return Ok(Value::int(i64::from(word)));
    }
    crate::types::int::arith::need_bits(vm, bits)?;
    let mut words = Vec::with_capacity(bits.div_ceil(32) as usize);
    let mut left = bits;
    while left > 0 {
        let word = draw(vm, state);
        words.push(if left < 32 { word >> (32 - left) } else { word });
        left = left.saturating_sub(32);
    }
    Ok(vm.big(BigInt::from_slice(Sign::Plus, &words)))
}

fn seed(vm: &mut Vm, args: Args) -> Res {
    reseed(vm, args.get(0), args.opt(1))?;
    Ok(Value::NONE)
}

/// Seeds with the magnitude of an integer, the hash of anything else, or random bytes of the host.
fn reseed(vm: &mut Vm, state: Value, given: Option<Value>) -> Res<()> {
    let key = match given.filter(|v| !v.is_none()) {
        None => {
            let bytes = vm.host_random(N * 4)?;
            bytes.chunks_exact(4).map(|b| b.iter().rev().fold(0, |acc, b| acc << 8 | u32::from(*b))).collect()
        }
        Some(v) => {
            let inner = vm.unwrap(v);
            let number = match vm.as_big(inner) {
                Some(i) => i.abs(),
                None if inner.is_float() => BigInt::from(hashing::hash_builtin(vm, inner)? as u64),
                None => BigInt::from(vm.hash(v)? as u64),
            };
            number.to_u32_digits().1
        }
    };
    let block = twister::from_key(if key.is_empty() { &[0] } else { &key });
    write_block(vm, state, &block, N);
    Ok(())
}

fn getstate(vm: &mut Vm, args: Args) -> Res {
    let state = args.get(0);
    let mut items: Vec<Value> = read_block(vm, state).iter().map(|word| Value::int(i64::from(*word))).collect();
    items.push(vm.heap.slot(state, INDEX));
    Ok(vm.new_tuple(&items))
}

fn setstate(vm: &mut Vm, args: Args) -> Res {
    let (state, given) = (args.get(0), args.get(1));
    let Some(given) = vm.payload(given, ids::TUPLE) else {
        return Err(vm.type_error("state vector must be a tuple"));
    };
    if vm.heap.tuple(given).len() != N + 1 {
        return Err(vm.value_error("state vector is the wrong size"));
    }
    let mut block = [0; N];
    for (i, word) in block.iter_mut().enumerate() {
        let v = vm.heap.tuple(given)[i];
        let v = vm.index(v)?;
        match vm.as_big(v).and_then(|i| i.to_u32()) {
            Some(given) => *word = given,
            None => {
                return Err(vm.overflow_error("Python int too large to convert to C unsigned long"));
            }
        }
    }
    let index = vm.heap.tuple(given)[N];
    let index = vm.index_i64(index)?;
    if !(0..=N as i64).contains(&index) {
        return Err(vm.value_error("invalid state"));
    }
    write_block(vm, state, &block, index as usize);
    Ok(Value::NONE)
}
