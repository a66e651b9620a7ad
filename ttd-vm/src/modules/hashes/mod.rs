//! `_md5`, `_sha1`, `_sha2`, `_sha3` and `_blake2`.
//!
//! A hash object holds the number of its algorithm and a byte buffer with the algorithm's state, which every `update`
//! reads and rewrites. So it travels in time like any buffer.

use ttd_core::value::Value;
use ttd_pyalgos::hash::algorithm::Algorithm;

use crate::types::bytes::value::bytes_arg;
use crate::{Vm, getters, ids, methods, native::*};

pub mod blake2;

const ALGORITHM: usize = 0;
const STATE: usize = 1;

/// The types of these modules.
const TYPES: &[TypeDef] = &[HASH, HASHXOF];

/// The modules.
pub const MODULES: [&ModuleDef; 5] = [&MD5, &SHA1, &SHA2, &SHA3, &blake2::MODULE];

macro_rules! constructors {
    ($($name:ident $algorithm:ident;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            new(vm, Algorithm::$algorithm, &args)
        }
    )*};
}

constructors! {
    md5 Md5; sha1 Sha1; sha224 Sha224; sha256 Sha256; sha384 Sha384; sha512 Sha512; sha3_224 Sha3_224;
    sha3_256 Sha3_256; sha3_384 Sha3_384; sha3_512 Sha3_512; shake_128 Shake128; shake_256 Shake256;
}

fn nothing(_vm: &mut Vm, _module: Value) -> Res<()> {
    Ok(())
}

const MD5: ModuleDef = ModuleDef {
    name: "_md5",
    doc: "",
    functions: methods! {
        /// Return a new MD5 hash object; optionally initialized with a string.
        Pure "md5" "(data=b'', *, usedforsecurity=True, string=None)" => md5;
    },
    types: TYPES,
    init: nothing,
};

const SHA1: ModuleDef = ModuleDef {
    name: "_sha1",
    doc: "",
    functions: methods! {
        /// Return a new SHA1 hash object; optionally initialized with a string.
        Pure "sha1" "(data=b'', *, usedforsecurity=True, string=None)" => sha1;
    },
    types: &[],
    init: nothing,
};

const SHA2: ModuleDef = ModuleDef {
    name: "_sha2",
    doc: "",
    functions: methods! {
        /// Return a new SHA-224 hash object; optionally initialized with a string.
        Pure "sha224" "(data=b'', *, usedforsecurity=True, string=None)" => sha224;
        /// Return a new SHA-256 hash object; optionally initialized with a string.
        Pure "sha256" "(data=b'', *, usedforsecurity=True, string=None)" => sha256;
        /// Return a new SHA-384 hash object; optionally initialized with a string.
        Pure "sha384" "(data=b'', *, usedforsecurity=True, string=None)" => sha384;
        /// Return a new SHA-512 hash object; optionally initialized with a string.
        Pure "sha512" "(data=b'', *, usedforsecurity=True, string=None)" => sha512;
    },
    types: &[],
    init: nothing,
};

const SHA3: ModuleDef = ModuleDef {
    name: "_sha3",
    doc: "",
    functions: methods! {
        /// Return a new SHA3 hash object.
        Pure "sha3_224" "(data=b'', *, usedforsecurity=True, string=None)" => sha3_224;
        /// Return a new SHA3 hash object.
        Pure "sha3_256" "(data=b'', *, usedforsecurity=True, string=None)" => sha3_256;
        /// Return a new SHA3 hash object.
        Pure "sha3_384" "(data=b'', *, usedforsecurity=True, string=None)" => sha3_384;
        /// Return a new SHA3 hash object.
        Pure "sha3_512" "(data=b'', *, usedforsecurity=True, string=None)" => sha3_512;
        /// Return a new SHAKE hash object.
        Pure "shake_128" "(data=b'', *, usedforsecurity=True, string=None)" => shake_128;
        /// Return a new SHAKE hash object.
        Pure "shake_256" "(data=b'', *, usedforsecurity=True, string=None)" => shake_256;
    },
    types: &[],
    init: nothing,
};

const HASH: TypeDef = TypeDef {
    name: "_hashlib.HASH",
    tid: ids::HASH,
    doc: "A hash is an object used to calculate a checksum of a string of information.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
        /// Update this hash object's state with the provided string.
        Mutates "update" "(self, obj, /)" => update;
        /// Return the digest value as a bytes object.
        Pure "digest" "(self, /)" => digest;
        /// Return the digest value as a string of hexadecimal digits.
        Pure "hexdigest" "(self, /)" => hexdigest;
        /// Return a copy of the hash object.
        Pure "copy" "(self, /)" => copy;
        /// Return repr(self).
        Pure "__repr__" "(self, /)" => shown;
    },
    getters: getters! {
        "name" => name;
        "digest_size" => digest_size;
        "block_size" => block_size;
    },
    subclassable: false,
    ..TypeDef::EMPTY
};

const HASHXOF: TypeDef = TypeDef {
    name: "_hashlib.HASHXOF",
    tid: ids::HASHXOF,
    base: "_hashlib.HASH",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
        /// Update this hash object's state with the provided string.
        Mutates "update" "(self, obj, /)" => update;
        /// Return the digest value as a bytes object.
        CallsBack "digest" "(self, length, /)" => xof_digest;
        /// Return the digest value as a string of hexadecimal digits.
        CallsBack "hexdigest" "(self, length, /)" => xof_hexdigest;
        /// Return a copy of the hash object.
        Pure "copy" "(self, /)" => copy;
        /// Return repr(self).
        Pure "__repr__" "(self, /)" => shown;
    },
    ..HASH
};

/// The bytes to hash.
pub fn data_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    if vm.payload(v, ids::STR).is_some() {
        return Err(vm.type_error("Strings must be encoded before hashing"));
    }
    let bytes = bytes_arg(vm, v);
    match vm.catch(bytes, vm.types.type_error)? {
        Some(bytes) => Ok(bytes),
        None => Err(vm.type_error("object supporting the buffer API required")),
    }
}

/// The optional data argument of a constructor.
pub fn initial_data(vm: &mut Vm, args: &Args) -> Res<Vec<u8>> {
    match (args.opt(0), args.opt(2).filter(|v| !v.is_none())) {
        (Some(_), Some(_)) => {
            Err(vm.type_error("'data' and 'string' are mutually exclusive and support for 'string' keyword parameter is slated for removal in a future version."))
        }
        (Some(v), None) | (None, Some(v)) => data_arg(vm, v),
        (None, None) => Ok(Vec::new()),
    }
}

fn new(vm: &mut Vm, algorithm: Algorithm, args: &Args) -> Res {
    let data = initial_data(vm, args)?;
    let state = algorithm.update(&algorithm.start(), &data);
    let state = vm.new_bytearray(&state);
    let tid = if algorithm.digest_size() == 0 { ids::HASHXOF } else { ids::HASH };
    Ok(vm.heap.new_slots_from(tid, 0, &[Value::int(algorithm as i64), state]))
}

fn parts(vm: &Vm, hash: Value) -> (Algorithm, Value) {
    (Algorithm::from_number(vm.heap.slot(hash, ALGORITHM).as_int()), vm.heap.slot(hash, STATE))
}

fn update(vm: &mut Vm, args: Args) -> Res {
    let (algorithm, state) = parts(vm, args.get(0));
    let data = data_arg(vm, args.get(1))?;
    let new = algorithm.update(vm.heap.buffer(state), &data);
    write(vm, state, &new);
    Ok(Value::NONE)
}

/// Overwrites a buffer with bytes of equal length.
pub fn write(vm: &mut Vm, buffer: Value, bytes: &[u8]) {
    let n = vm.heap.buffer(buffer).len();
    vm.heap.buffer_splice(buffer, 0..n, bytes);
}

fn finished(vm: &Vm, hash: Value, length: usize) -> Vec<u8> {
    let (algorithm, state) = parts(vm, hash);
    algorithm.finish(vm.heap.buffer(state), length)
}

/// Hexadecimal digits of bytes.
pub fn hex(vm: &mut Vm, bytes: &[u8]) -> Value {
    let digits: Vec<u8> =
        bytes.iter().flat_map(|b| [b >> 4, b & 15]).map(|d| b"0123456789abcdef"[usize::from(d)]).collect();
    vm.new_str_counted(&digits, digits.len())
}

fn digest(vm: &mut Vm, args: Args) -> Res {
    let bytes = finished(vm, args.get(0), 0);
    Ok(vm.new_bytes(&bytes))
}

fn hexdigest(vm: &mut Vm, args: Args) -> Res {
    let bytes = finished(vm, args.get(0), 0);
    Ok(hex(vm, &bytes))
}

fn length_arg(vm: &mut Vm, v: Value) -> Res<usize> {
    let inner = vm.unwrap(v);
    if !vm.is_integer(inner) && vm.special_named(v, vm.names.index).is_none() {
        return Err(vm.type_error("an integer is required"));
    }
    let length = vm.index_i64(v)?;
    match usize::try_from(length) {
        Ok(n) if n < 1 << 29 => Ok(n),
        Ok(_) => Err(vm.value_error("length is too large")),
        Err(_) => Err(vm.value_error("value must be positive")),
    }
}

fn xof_digest(vm: &mut Vm, args: Args) -> Res {
    let length = length_arg(vm, args.get(1))?;
    let bytes = finished(vm, args.get(0), length);
    Ok(vm.new_bytes(&bytes))
}

fn xof_hexdigest(vm: &mut Vm, args: Args) -> Res {
    let length = length_arg(vm, args.get(1))?;
    let bytes = finished(vm, args.get(0), length);
    Ok(hex(vm, &bytes))
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let hash = args.get(0);
    let state = vm.heap.buffer(vm.heap.slot(hash, STATE)).to_vec();
    let state = vm.new_bytearray(&state);
    let algorithm = vm.heap.slot(hash, ALGORITHM);
    Ok(vm.heap.new_slots_from(hash.tid(), 0, &[algorithm, state]))
}

fn shown(vm: &mut Vm, args: Args) -> Res {
    let hash = args.get(0);
    let (name, class) = (parts(vm, hash).0.name(), vm.type_name(hash));
    let at = crate::ops::hashing::id(vm, hash);
    Ok(vm.new_str(&format!("<{name} {class} object @ 0x{at:x}>")))
}

fn name(vm: &mut Vm, hash: Value) -> Res {
    let name = parts(vm, hash).0.name();
    Ok(vm.new_str(name))
}

fn digest_size(vm: &mut Vm, hash: Value) -> Res {
    Ok(Value::int(parts(vm, hash).0.digest_size() as i64))
}

fn block_size(vm: &mut Vm, hash: Value) -> Res {
    Ok(Value::int(parts(vm, hash).0.block_size() as i64))
}
