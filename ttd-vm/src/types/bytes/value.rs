//! Bytes in the heap: BYTES are `Bytes` objects, BYTEARRAY growing `Buffer`s.

use std::ops::Range;

use ttd_core::value::Value;

use crate::ops::buffer;
use crate::{Vm, ids, native::*};

impl Vm {
    /// Makes a bytes object.
    pub fn new_bytes(&mut self, bytes: &[u8]) -> Value {
        self.heap.new_bytes(ids::BYTES, bytes, 0)
    }

    /// Makes a bytearray.
    pub fn new_bytearray(&mut self, bytes: &[u8]) -> Value {
        self.heap.new_buffer(ids::BYTEARRAY, bytes)
    }

    /// Returns the contents of a bytes object or bytearray.
    #[inline]
    pub fn raw_bytes(&self, v: Value) -> &[u8] {
        if v.is(ids::BYTEARRAY) { self.heap.buffer(v) } else { self.heap.bytes(v) }
    }
}

/// Returns whether it is a bytes object or a bytearray.
pub fn is_bytes_like(v: Value) -> bool {
    v.is(ids::BYTES) || v.is(ids::BYTEARRAY)
}

/// Makes an object of the same type with these bytes.
pub fn like(vm: &mut Vm, model: Value, bytes: &[u8]) -> Value {
    if model.is(ids::BYTEARRAY) { vm.new_bytearray(bytes) } else { vm.new_bytes(bytes) }
}

/// Makes an object of the same type of a part of the bytes. Bytes that are all of them are the same object.
pub fn part_of(vm: &mut Vm, v: Value, part: Range<usize>) -> Value {
    if v.is(ids::BYTES) && part.len() > 1 {
        if part.len() == vm.raw_bytes(v).len() {
            return v;
        }
        return vm.heap.new_bytes_part(ids::BYTES, v, part, 0);
    }
    let bytes = smallvec::SmallVec::<[u8; 64]>::from_slice(&vm.raw_bytes(v)[part]);
    like(vm, v, &bytes)
}

/// Returns the bytes of an argument that must be bytes-like.
pub fn bytes_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    if let Some(inner) = buffer::bytes_like(vm, v)? {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    Err(not_bytes_like(vm, v))
}

/// The error for an argument that must be bytes-like.
pub fn not_bytes_like(vm: &mut Vm, v: Value) -> Trap {
    let name = vm.type_name(v);
    vm.type_error(format!("a bytes-like object is required, not '{name}'"))
}

/// Converts an argument to a byte.
pub fn byte_arg(vm: &mut Vm, v: Value) -> Res<u8> {
    let i = vm.index(v)?;
    match vm.as_i64(i).and_then(|i| u8::try_from(i).ok()) {
        Some(b) => Ok(b),
        None => Err(vm.value_error("byte must be in range(0, 256)")),
    }
}

/// Returns the bytes to search for; an integer stands for one byte.
pub fn needle_arg(vm: &mut Vm, v: Value) -> Res<Vec<u8>> {
    let inner = vm.unwrap(v);
    if let Some(inner) = buffer::bytes_like(vm, v)? {
        return Ok(vm.raw_bytes(inner).to_vec());
    }
    if vm.is_integer(inner) || vm.special_named(v, vm.names.index).is_some() {
        return Ok(vec![byte_arg(vm, v)?]);
    }
    let name = vm.type_name(v);
    Err(vm.type_error(format!("argument should be integer or bytes-like object, not '{name}'")))
}
