//! `_struct`: conversion between values and the bytes of C structures.
//!
//! A `Struct` holds its format as text, its size, and the parsed format (immutable data). An `unpack_iterator` holds
//! the Struct, the bytes and its position.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::{self, Format};

use crate::ops::{buffer, construct, dunders};
use crate::types::bytes::value::{bytes_arg, is_bytes_like};
use crate::types::iter::{itself, next_method};
use crate::{Vm, getters, ids, methods, native::*};

pub mod codec;

use codec::Layout;

const FORMAT: usize = 0;
const SIZE: usize = 1;
const PARSED: usize = 2;

/// The types of this module.
pub const TYPES: &[TypeDef] = &[TYPE, ITER_TYPE];

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_struct",
    doc: "Functions to convert between Python values and C structs.",
    functions: methods! {
        /// Return size in bytes of the struct described by the format string.
        Pure "calcsize" "(format, /)" => calcsize;
        /// Return a bytes object containing values v1, v2, ... packed according to the format string.
        CallsBack "pack" "(*args)" => pack;
        /// Pack values v1, v2, ... according to the format string and write them into the buffer.
        CallsBack "pack_into" "(*args)" => pack_into;
        /// Return a tuple containing values unpacked according to the format string.
        Pure "unpack" "(format, buffer, /)" => unpack;
        /// Return a tuple containing values unpacked according to the format string, beginning at an offset.
        CallsBack "unpack_from" "(format, /, buffer, offset=0)" => unpack_from;
        /// Return an iterator yielding tuples unpacked from the given bytes source.
        Pure "iter_unpack" "(format, buffer, /)" => iter_unpack;
        /// Clear the internal cache.
        Pure "_clearcache" "()" => clearcache;
    },
    types: TYPES,
    init,
};

const TYPE: TypeDef = TypeDef {
    name: "_struct.Struct",
    tid: ids::STRUCT,
    doc: "Struct(fmt) --> compiled struct object",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, format)" => new;
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, format)" => init_struct;
        /// Return a bytes object containing values v1, v2, ... packed according to this Struct.
        CallsBack "pack" "(self, /, *args)" => struct_pack;
        /// Pack values v1, v2, ... into the buffer beginning at an offset.
        CallsBack "pack_into" "(self, /, *args)" => struct_pack_into;
        /// Return a tuple containing unpacked values.
        Pure "unpack" "(self, buffer, /)" => struct_unpack;
        /// Return a tuple containing unpacked values, beginning at an offset.
        CallsBack "unpack_from" "(self, /, buffer, offset=0)" => struct_unpack_from;
        /// Return an iterator yielding tuples.
        Pure "iter_unpack" "(self, buffer, /)" => struct_iter_unpack;
        /// Return repr(self).
        Pure "__repr__" "(self, /)" => dunders::repr;
    },
    getters: getters! {
        "format" => format_of;
        "size" => size_of;
    },
    slots: Slots { repr: Some(repr), filled_by_init: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const ITER_TYPE: TypeDef = TypeDef {
    name: "_struct.unpack_iterator",
    tid: ids::STRUCT_ITER,
    methods: methods! {
        /// Implement iter(self).
        Pure "__iter__" "(self, /)" => itself;
        /// Implement next(self).
        Mutates "__next__" "(self, /)" => next_method;
        Pure "__length_hint__" "(self, /)" => length_hint;
    },
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let class = vm.class_of_tid[usize::from(ids::STRUCT.0)];
    vm.dict_set_str(dict, "Struct", class);
    let error = error_class(vm);
    vm.dict_set_str(dict, "error", error);
    Ok(())
}

fn error_class(vm: &mut Vm) -> Value {
    let base = vm.types.exception;
    super::errors::exception_class(vm, "struct", "error", base)
}

/// Raises `struct.error`.
#[cold]
fn struct_error(vm: &mut Vm, message: &str) -> Trap {
    let class = error_class(vm);
    vm.error(class, message)
}

fn clearcache(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NONE)
}

/// The Struct for a format argument: a str or bytes, or a Struct itself.
fn struct_arg(vm: &mut Vm, v: Value) -> Res {
    let inner = vm.unwrap(v);
    if inner.is(ids::STRUCT) {
        return Ok(inner);
    }
    let bytes = match inner {
        s if s.is(ids::STR) => {
            if !vm.is_ascii(s) {
                let codec = crate::ops::codec::Codec::Ascii;
                crate::ops::codec::encode(vm, s, codec, "strict")?;
            }
            vm.heap.bytes(s).to_vec()
        }
        b if b.is(ids::BYTES) => vm.heap.bytes(b).to_vec(),
        _ => {
            let name = vm.type_name(v);
            return Err(vm.type_error(format!("Struct() argument 1 must be a str or bytes object, not {name}")));
        }
    };
    let parsed = match pack_format::parse(&bytes) {
        Ok(parsed) => parsed,
        Err(message) => return Err(struct_error(vm, message)),
    };
    let text = if inner.is(ids::STR) { inner } else { vm.new_str(&String::from_utf8_lossy(&bytes)) };
    let size = vm.int(parsed.size as i64);
    let parsed = vm.heap.new_boxed(ids::COMPILED, Rc::new(parsed));
    Ok(vm.heap.new_slots_from(ids::STRUCT, 0, &[text, size, parsed]))
}

fn parsed(vm: &mut Vm, s: Value) -> Res<Rc<Format>> {
    match vm.heap.boxed_rc::<Format>(vm.heap.slot(s, PARSED)) {
        Some(format) => Ok(format),
        None => Err(vm.system_error("a Struct without a format")),
    }
}

fn layout(format: &Format) -> Layout {
    Layout { big_endian: format.big_endian, native: format.native }
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let builtin = vm.class_of_tid[usize::from(ids::STRUCT.0)];
    let made = struct_arg(vm, args.get(1))?;
    Ok(construct::instance(vm, class, builtin, made))
}

fn init_struct(vm: &mut Vm, args: Args) -> Res {
    let made = struct_arg(vm, args.get(1))?;
    for slot in [FORMAT, SIZE, PARSED] {
        let part = vm.heap.slot(made, slot);
        vm.heap.set_slot(args.get(0), slot, part);
    }
    Ok(Value::NONE)
}

fn format_of(vm: &mut Vm, s: Value) -> Res {
    Ok(vm.heap.slot(s, FORMAT))
}

fn size_of(vm: &mut Vm, s: Value) -> Res {
    Ok(vm.heap.slot(s, SIZE))
}

fn calcsize(vm: &mut Vm, args: Args) -> Res {
    let s = struct_arg(vm, args.get(0))?;
    size_of(vm, s)
}

/// `repr` of a Struct.
pub fn repr(vm: &mut Vm, s: Value) -> Res {
    let text = vm.repr(vm.heap.slot(s, FORMAT))?;
    let text = format!("Struct({})", vm.text_lossy(text));
    Ok(vm.new_str(&text))
}

/// Packs values.
fn packed(vm: &mut Vm, function: &str, s: Value, values: &[Value]) -> Res<Vec<u8>> {
    let format = parsed(vm, s)?;
    if values.len() != format.values {
        let (wanted, given) = (format.values, values.len());
        return Err(struct_error(vm, &format!("{function} expected {wanted} items for packing (got {given})")));
    }
    crate::ops::concat::check_size(vm, format.size, 1, 1)?;
    let mut out = vec![0; format.size];
    let mut values = values.iter();
    for item in &format.items {
        for i in 0..item.repeat {
            let Some(v) = values.next() else { break };
            let at = item.offset + i * item.size;
            codec::pack(vm, layout(&format), item, *v, &mut out[at..at + item.size])?;
        }
    }
    Ok(out)
}

/// Splits off the format argument of a function with any number of arguments.
fn split_format<'a>(vm: &mut Vm, args: &Args<'a>) -> Res<(Value, &'a [Value])> {
    match args.rest.split_first() {
        Some((format, rest)) => Ok((struct_arg(vm, *format)?, rest)),
        None => Err(vm.type_error("missing format argument")),
    }
}

fn pack(vm: &mut Vm, args: Args) -> Res {
    let (s, values) = split_format(vm, &args)?;
    let out = packed(vm, "pack", s, values)?;
    Ok(vm.new_bytes(&out))
}

fn struct_pack(vm: &mut Vm, args: Args) -> Res {
    let out = packed(vm, "pack", args.get(0), args.rest)?;
    Ok(vm.new_bytes(&out))
}

fn pack_into(vm: &mut Vm, args: Args) -> Res {
    let (s, rest) = split_format(vm, &args)?;
    write_into(vm, s, rest)
}

fn struct_pack_into(vm: &mut Vm, args: Args) -> Res {
    write_into(vm, args.get(0), args.rest)
}

fn offset_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let i = vm.index(v)?;
    vm.as_i64(i).ok_or_else(|| vm.overflow_error("Python int too large to convert to C ssize_t"))
}

fn write_into(vm: &mut Vm, s: Value, args: &[Value]) -> Res {
    let [target, rest @ ..] = args else { return Err(struct_error(vm, "pack_into expected buffer argument")) };
    let [offset, values @ ..] = rest else { return Err(struct_error(vm, "pack_into expected offset argument")) };
    let size = parsed(vm, s)?.size;
    let Some(length) = buffer::room(vm, *target)? else {
        let name = vm.type_name(*target);
        return Err(vm.type_error(format!("argument must be read-write bytes-like object, not {name}")));
    };
    let offset = offset_arg(vm, *offset)?;
    // CPython checks the number of values before the offset.
    let wanted = parsed(vm, s)?.values;
    if values.len() != wanted {
        let given = values.len();
        return Err(struct_error(vm, &format!("pack_into expected {wanted} items for packing (got {given})")));
    }
    let at = match place(offset, size, length) {
        Place::At(at) => at,
        Place::TooNear => {
            return Err(struct_error(vm, &format!("no space to pack {size} bytes at offset {offset}")));
        }
        Place::Outside => {
            return Err(struct_error(vm, &format!("offset {offset} out of range for {length}-byte buffer")));
        }
        Place::Short(needed) => {
            let message = format!(
                "pack_into requires a buffer of at least {needed} bytes for packing {size} bytes at offset {offset} \
                 (actual buffer size is {length})"
            );
            return Err(struct_error(vm, &message));
        }
    };
    buffer::write(vm, *target, at, &vec![0; size])?;
    let out = packed(vm, "pack_into", s, values)?;
    buffer::write(vm, *target, at, &out)?;
    Ok(Value::NONE)
}

/// The position that an offset resolves to.
enum Place {
    At(usize),
    /// A negative offset with too little room after it.
    TooNear,
    /// Before the beginning.
    Outside,
    /// The buffer would need this many bytes.
    Short(i128),
}

fn place(offset: i64, size: usize, length: usize) -> Place {
    let (wide, length) = (i128::from(offset), length as i128);
    if offset < 0 {
        if wide + size as i128 > 0 {
            return Place::TooNear;
        }
        if wide + length < 0 {
            return Place::Outside;
        }
        return Place::At((wide + length) as usize);
    }
    if length - wide < size as i128 {
        return Place::Short(wide + size as i128);
    }
    Place::At(offset as usize)
}

/// Unpacks all values of a format.
fn values(vm: &mut Vm, format: &Format, bytes: &[u8]) -> Value {
    let mut out = Vec::with_capacity(format.values);
    for item in &format.items {
        for i in 0..item.repeat {
            let at = item.offset + i * item.size;
            out.push(codec::unpack(vm, layout(format), item, &bytes[at..at + item.size]));
        }
    }
    vm.new_tuple(&out)
}

fn unpack_all(vm: &mut Vm, s: Value, buffer: Value) -> Res {
    let format = parsed(vm, s)?;
    let bytes = bytes_arg(vm, buffer)?;
    if bytes.len() != format.size {
        return Err(struct_error(vm, &format!("unpack requires a buffer of {} bytes", format.size)));
    }
    Ok(values(vm, &format, &bytes))
}

fn unpack(vm: &mut Vm, args: Args) -> Res {
    let s = struct_arg(vm, args.get(0))?;
    unpack_all(vm, s, args.get(1))
}

fn struct_unpack(vm: &mut Vm, args: Args) -> Res {
    unpack_all(vm, args.get(0), args.get(1))
}

fn unpack_at(vm: &mut Vm, s: Value, buffer: Value, offset: Option<Value>) -> Res {
    let format = parsed(vm, s)?;
    let bytes = bytes_arg(vm, buffer)?;
    let offset = match offset {
        Some(v) => offset_arg(vm, v)?,
        None => 0,
    };
    let (size, length) = (format.size, bytes.len());
    match place(offset, size, length) {
        Place::At(at) => Ok(values(vm, &format, &bytes[at..])),
        Place::TooNear => Err(struct_error(vm, &format!("not enough data to unpack {size} bytes at offset {offset}"))),
        Place::Outside => Err(struct_error(vm, &format!("offset {offset} out of range for {length}-byte buffer"))),
        Place::Short(needed) => {
            let message = format!(
                "unpack_from requires a buffer of at least {needed} bytes for unpacking {size} bytes at offset {offset} \
                 (actual buffer size is {length})"
            );
            Err(struct_error(vm, &message))
        }
    }
}

fn unpack_from(vm: &mut Vm, args: Args) -> Res {
    let s = struct_arg(vm, args.get(0))?;
    unpack_at(vm, s, args.get(1), args.opt(2))
}

fn struct_unpack_from(vm: &mut Vm, args: Args) -> Res {
    unpack_at(vm, args.get(0), args.get(1), args.opt(2))
}

fn iterate(vm: &mut Vm, s: Value, buffer: Value) -> Res {
    let format = parsed(vm, s)?;
    if format.size == 0 {
        return Err(struct_error(vm, "cannot iteratively unpack with a struct of length 0"));
    }
    let inner = vm.unwrap(buffer);
    let inner = if is_bytes_like(inner) {
        inner
    } else {
        let bytes = bytes_arg(vm, buffer)?;
        vm.new_bytes(&bytes)
    };
    let length = vm.raw_bytes(inner).len();
    if !length.is_multiple_of(format.size) {
        let message = format!("iterative unpacking requires a buffer of a multiple of {} bytes", format.size);
        return Err(struct_error(vm, &message));
    }
    Ok(vm.heap.new_slots_from(ids::STRUCT_ITER, 0, &[s, inner, Value::int(0)]))
}

fn iter_unpack(vm: &mut Vm, args: Args) -> Res {
    let s = struct_arg(vm, args.get(0))?;
    iterate(vm, s, args.get(1))
}

fn struct_iter_unpack(vm: &mut Vm, args: Args) -> Res {
    iterate(vm, args.get(0), args.get(1))
}

fn length_hint(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    let (s, buffer, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1), vm.heap.slot(it, 2).as_int());
    if buffer.is_unbound() {
        return Ok(Value::int(0));
    }
    let length = vm.raw_bytes(buffer).len() as i64;
    let size = parsed(vm, s)?.size as i64;
    Ok(Value::int((length - at).max(0) / size))
}

/// The next values of an `unpack_iterator`.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let (s, buffer, at) = (vm.heap.slot(it, 0), vm.heap.slot(it, 1), vm.heap.slot(it, 2).as_int() as usize);
    if buffer.is_unbound() {
        return Ok(None);
    }
    let format = parsed(vm, s)?;
    let Some(bytes) = vm.raw_bytes(buffer).get(at..at + format.size).map(<[u8]>::to_vec) else {
        vm.heap.set_slot(it, 1, Value::UNBOUND);
        return Ok(None);
    };
    vm.heap.set_slot(it, 2, Value::int((at + format.size) as i64));
    Ok(Some(values(vm, &format, &bytes)))
}
