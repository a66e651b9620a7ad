//! `_struct`: conversion between values and the bytes of C structures.
//!
//! A `Struct` holds its format as text, its size, and the parsed format (immutable data). An `unpack_iterator` holds
//! the Struct, the bytes and its position.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::codec::pack_format::{self, Format};

use crate::ops::{construct, dunders};
use crate::types::iter::{itself, next_method};
use crate::{Vm, getters, ids, methods, native::*};

pub mod codec;
mod pack;
mod unpack;

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
        CallsBack "pack" "(*args)" => pack::pack;
        /// Pack values v1, v2, ... according to the format string and write them into the buffer.
        CallsBack "pack_into" "(*args)" => pack::pack_into;
        /// Return a tuple containing values unpacked according to the format string.
        Pure "unpack" "(format, buffer, /)" => unpack::unpack;
        /// Return a tuple containing values unpacked according to the format string, beginning at an offset.
        CallsBack "unpack_from" "(format, /, buffer, offset=0)" => unpack::unpack_from;
        /// Return an iterator yielding tuples unpacked from the given bytes source.
        Pure "iter_unpack" "(format, buffer, /)" => unpack::iter_unpack;
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
        CallsBack "pack" "(self, /, *args)" => pack::struct_pack;
        /// Pack values v1, v2, ... into the buffer beginning at an offset.
        CallsBack "pack_into" "(self, /, *args)" => pack::struct_pack_into;
        /// Return a tuple containing unpacked values.
        Pure "unpack" "(self, buffer, /)" => unpack::struct_unpack;
        /// Return a tuple containing unpacked values, beginning at an offset.
        CallsBack "unpack_from" "(self, /, buffer, offset=0)" => unpack::struct_unpack_from;
        /// Return an iterator yielding tuples.
        Pure "iter_unpack" "(self, buffer, /)" => unpack::struct_iter_unpack;
        /// Return repr(self).
        Pure "__repr__" "(self, /)" => dunders::repr;
    },
    getters: getters! {
        "format" => format_of;
        "size" => size_of;
    },
    slots: Slots { repr: Some(repr), filled_by_init: true, weakly_referencable: true, ..Slots::EMPTY },
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
        Pure "__length_hint__" "(self, /)" => unpack::length_hint;
    },
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(unpack::next(vm, it))), ..Slots::EMPTY },
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
    let bytes = format_text(vm, v)?;
    let parsed = parsed_text(vm, &bytes)?;
    let text = if inner.is(ids::STR) { inner } else { vm.new_str(&String::from_utf8_lossy(&bytes)) };
    let size = vm.int(parsed.size as i64);
    let parsed = vm.heap.new_boxed(ids::COMPILED, parsed);
    Ok(vm.heap.new_slots_from(ids::STRUCT, 0, &[text, size, parsed]))
}

/// The format of such an argument, without a Struct. As CPython does, it keeps some that were used.
fn format_arg(vm: &mut Vm, v: Value) -> Res<Rc<Format>> {
    const KEPT: usize = 100;
    let inner = vm.unwrap(v);
    if inner.is(ids::STRUCT) {
        return parsed(vm, inner);
    }
    if (inner.is(ids::STR) || inner.is(ids::BYTES))
        && let Some(known) = vm.caches.formats.get(vm.heap.bytes(inner))
    {
        return Ok(known.clone());
    }
    let bytes = format_text(vm, v)?;
    let parsed = parsed_text(vm, &bytes)?;
    if vm.caches.formats.len() >= KEPT {
        vm.caches.formats.clear();
    }
    vm.caches.formats.insert(bytes.into(), parsed.clone());
    Ok(parsed)
}

fn parsed_text(vm: &mut Vm, bytes: &[u8]) -> Res<Rc<Format>> {
    pack_format::parse(bytes).map(Rc::new).map_err(|message| struct_error(vm, message))
}

fn format_text(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    Ok(match inner {
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
    })
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
    let format = format_arg(vm, args.get(0))?;
    Ok(vm.int(format.size as i64))
}

/// `repr` of a Struct.
pub fn repr(vm: &mut Vm, s: Value) -> Res {
    let text = vm.repr(vm.heap.slot(s, FORMAT))?;
    let text = format!("Struct({})", vm.text_lossy(text));
    Ok(vm.new_str(&text))
}
