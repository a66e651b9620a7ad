//! `_blake2`: `blake2b` and `blake2s`. One slot: a buffer with the state.

use ttd_core::value::{TypeId, Value};
use ttd_pyalgos::hash::blake2::{Blake2b, Blake2s};

use super::{data_arg, hex, write};
use crate::{Vm, getters, ids, methods, native::*};

const STATE: usize = 0;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_blake2",
    doc: "_blake2b provides BLAKE2b for hashlib\n",
    functions: &[],
    types: &[BLAKE2B, BLAKE2S],
    init,
};

const METHODS: &[Method] = methods! {
    /// Return a new BLAKE2 hash object.
    CallsBack "__new__" "(cls, data=b'', /, *, digest_size=64, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)" => new;
    /// Update this hash object's state with the provided bytes-like object.
    Mutates "update" "(self, data, /)" => update;
    /// Return the digest value as a bytes object.
    Pure "digest" "(self, /)" => digest;
    /// Return the digest value as a string of hexadecimal digits.
    Pure "hexdigest" "(self, /)" => hexdigest;
    /// Return a copy of the hash object.
    Pure "copy" "(self, /)" => copy;
};

const METHODS_S: &[Method] = methods! {
    /// Return a new BLAKE2 hash object.
    CallsBack "__new__" "(cls, data=b'', /, *, digest_size=32, key=b'', salt=b'', person=b'', fanout=1, depth=1, leaf_size=0, node_offset=0, node_depth=0, inner_size=0, last_node=False, usedforsecurity=True)" => new_s;
    /// Update this hash object's state with the provided bytes-like object.
    Mutates "update" "(self, data, /)" => update;
    /// Return the digest value as a bytes object.
    Pure "digest" "(self, /)" => digest;
    /// Return the digest value as a string of hexadecimal digits.
    Pure "hexdigest" "(self, /)" => hexdigest;
    /// Return a copy of the hash object.
    Pure "copy" "(self, /)" => copy;
};

/// The type `blake2b`.
pub const BLAKE2B: TypeDef = TypeDef {
    name: "_blake2.blake2b",
    tid: ids::BLAKE2B,
    doc: "Return a new BLAKE2b hash object.",
    methods: METHODS,
    getters: getters! {
        "name" => name;
        "digest_size" => digest_size;
        "block_size" => block_size;
    },
    subclassable: false,
    ..TypeDef::EMPTY
};

/// The type `blake2s`.
pub const BLAKE2S: TypeDef = TypeDef {
    name: "_blake2.blake2s",
    tid: ids::BLAKE2S,
    doc: "Return a new BLAKE2s hash object.",
    methods: METHODS_S,
    ..BLAKE2B
};

/// Parameters of the two variants.
struct Limits {
    tid: TypeId,
    name: &'static str,
    digest: usize,
    salt: usize,
    /// Size of `node_offset` in bytes.
    offset: usize,
}

const B: Limits = Limits { tid: ids::BLAKE2B, name: "blake2b", digest: 64, salt: 16, offset: 8 };
const S: Limits = Limits { tid: ids::BLAKE2S, name: "blake2s", digest: 32, salt: 8, offset: 6 };

fn limits(v: Value) -> &'static Limits {
    if v.is(ids::BLAKE2B) { &B } else { &S }
}

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for limits in [&B, &S] {
        let class = vm.class_of_tid[usize::from(limits.tid.0)];
        vm.dict_set_str(dict, limits.name, class);
        let own = vm.class_dict(class);
        let numbers = [
            ("MAX_DIGEST_SIZE", limits.digest),
            ("MAX_KEY_SIZE", limits.digest),
            ("SALT_SIZE", limits.salt),
            ("PERSON_SIZE", limits.salt),
        ];
        for (name, number) in numbers {
            let number = Value::int(number as i64);
            vm.dict_set_str(own, name, number);
            let name = format!("{}_{name}", limits.name.to_uppercase());
            vm.dict_set_str(dict, &name, number);
        }
    }
    Ok(())
}

/// An integer argument within bounds.
fn number(vm: &mut Vm, v: Option<Value>, absent: i64, (min, max): (i64, i64), message: &str) -> Res<u8> {
    let n = match v {
        Some(v) => {
            let i = vm.index(v)?;
            vm.as_i64(i).unwrap_or(-1)
        }
        None => absent,
    };
    if n < min || n > max { Err(vm.value_error(message)) } else { Ok(n as u8) }
}

/// An unsigned integer argument of this many bytes.
fn unsigned(vm: &mut Vm, v: Option<Value>, bytes: usize, name: &str) -> Res<u64> {
    let Some(v) = v else { return Ok(0) };
    let i = vm.index(v)?;
    let big = vm.as_big(i).unwrap_or_default();
    if big.sign() == malachite_bigint::Sign::Minus {
        return Err(vm.value_error("value must be positive"));
    }
    match u64::try_from(&big) {
        Ok(n) if bytes == 8 || n >> (8 * bytes) == 0 => Ok(n),
        Ok(_) => Err(vm.overflow_error(format!("{name} is too large"))),
        Err(_) => Err(vm.overflow_error("int too big to convert")),
    }
}

fn bytes(vm: &mut Vm, v: Option<Value>, most: usize, name: &str) -> Res<Vec<u8>> {
    let Some(v) = v else { return Ok(Vec::new()) };
    let bytes = crate::types::bytes::value::bytes_arg(vm, v)?;
    if bytes.len() > most {
        return Err(vm.value_error(format!("maximum {name} length is {most} bytes")));
    }
    Ok(bytes)
}

fn new(vm: &mut Vm, args: Args) -> Res {
    make(vm, &B, &args)
}

fn new_s(vm: &mut Vm, args: Args) -> Res {
    make(vm, &S, &args)
}

fn make(vm: &mut Vm, limits: &'static Limits, args: &Args) -> Res {
    let most = limits.digest as i64;
    let message = format!("digest_size must be between 1 and {most} bytes");
    let digest = number(vm, args.opt(2), most, (1, most), &message)?;
    let salt = bytes(vm, args.opt(4), limits.salt, "salt")?;
    let person = bytes(vm, args.opt(5), limits.salt, "person")?;
    let fanout = number(vm, args.opt(6), 1, (0, 255), "fanout must be between 0 and 255")?;
    let depth = number(vm, args.opt(7), 1, (1, 255), "depth must be between 1 and 255")?;
    let leaf_size = unsigned(vm, args.opt(8), 4, "leaf_size")?;
    let node_offset = unsigned(vm, args.opt(9), limits.offset, "node_offset")?;
    let node_depth = number(vm, args.opt(10), 0, (0, 255), "node_depth must be between 0 and 255")?;
    let message = format!("inner_size must be between 0 and is {most}");
    let inner_size = number(vm, args.opt(11), 0, (0, most), &message)?;
    let key = bytes(vm, args.opt(3), limits.digest, "key")?;
    let last_node = match args.opt(12) {
        Some(v) => vm.truth(v)?,
        None => false,
    };
    let data = match args.opt(1) {
        Some(v) => data_arg(vm, v)?,
        None => Vec::new(),
    };
    let mut block = vec![digest, key.len() as u8, fanout, depth];
    block.extend_from_slice(&(leaf_size as u32).to_le_bytes());
    block.extend_from_slice(&node_offset.to_le_bytes()[..limits.offset]);
    block.extend([node_depth, inner_size]);
    block.resize(limits.digest - 2 * limits.salt, 0);
    for text in [&salt, &person] {
        let end = block.len() + limits.salt;
        block.extend_from_slice(text);
        block.resize(end, 0);
    }
    let state = if limits.tid == ids::BLAKE2B {
        let mut parameters = [0; 64];
        parameters.copy_from_slice(&block);
        let mut hasher = Blake2b::new(&parameters, &key, last_node);
        hasher.update(&data);
        hasher.write()
    } else {
        let mut parameters = [0; 32];
        parameters.copy_from_slice(&block);
        let mut hasher = Blake2s::new(&parameters, &key, last_node);
        hasher.update(&data);
        hasher.write()
    };
    let state = vm.new_bytearray(&state);
    Ok(vm.heap.new_slots_from(limits.tid, 0, &[state]))
}

fn update(vm: &mut Vm, args: Args) -> Res {
    let hash = args.get(0);
    let data = data_arg(vm, args.get(1))?;
    let state = vm.heap.slot(hash, STATE);
    let new = if hash.is(ids::BLAKE2B) {
        let mut hasher = Blake2b::read(vm.heap.buffer(state));
        hasher.update(&data);
        hasher.write()
    } else {
        let mut hasher = Blake2s::read(vm.heap.buffer(state));
        hasher.update(&data);
        hasher.write()
    };
    write(vm, state, &new);
    Ok(Value::NONE)
}

fn finished(vm: &Vm, hash: Value) -> Vec<u8> {
    let state = vm.heap.buffer(vm.heap.slot(hash, STATE));
    if hash.is(ids::BLAKE2B) { Blake2b::read(state).finish() } else { Blake2s::read(state).finish() }
}

fn digest(vm: &mut Vm, args: Args) -> Res {
    let bytes = finished(vm, args.get(0));
    Ok(vm.new_bytes(&bytes))
}

fn hexdigest(vm: &mut Vm, args: Args) -> Res {
    let bytes = finished(vm, args.get(0));
    Ok(hex(vm, &bytes))
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let hash = args.get(0);
    let state = vm.heap.buffer(vm.heap.slot(hash, STATE)).to_vec();
    let state = vm.new_bytearray(&state);
    Ok(vm.heap.new_slots_from(hash.tid(), 0, &[state]))
}

fn name(vm: &mut Vm, hash: Value) -> Res {
    Ok(vm.new_str(limits(hash).name))
}

fn digest_size(vm: &mut Vm, hash: Value) -> Res {
    Ok(Value::int(finished(vm, hash).len() as i64))
}

fn block_size(_vm: &mut Vm, hash: Value) -> Res {
    Ok(Value::int(2 * limits(hash).digest as i64))
}
