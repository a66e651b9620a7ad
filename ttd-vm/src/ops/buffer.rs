//! Bytes-like values: the one place that knows which types export their bytes.
//!
//! Where CPython takes "a bytes-like object", native code asks `bytes_like` for a bytes object or bytearray with the
//! contents; only memoryviews and other exporters are copied. `room` and `write` serve writable ones.

use std::ops::Range;

use ttd_core::value::Value;

use crate::types::memoryview::{self, View};
use crate::{Vm, ids, native::*};

/// A bytes object or bytearray with the contents of a bytes-like value; `None` for any other value.
#[inline]
pub fn bytes_like(vm: &mut Vm, v: Value) -> Res<Option<Value>> {
    let inner = vm.unwrap(v);
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        return Ok(Some(inner));
    }
    exported(vm, v, true)
}

/// As `bytes_like`, but also copies views that are not contiguous.
pub fn bytes_like_any(vm: &mut Vm, v: Value) -> Res<Option<Value>> {
    let inner = vm.unwrap(v);
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        return Ok(Some(inner));
    }
    exported(vm, v, false)
}

#[cold]
fn exported(vm: &mut Vm, v: Value, contiguous: bool) -> Res<Option<Value>> {
    let inner = vm.unwrap(v);
    if inner.is_obj()
        && let Some(memory) = vm.slots_of(inner).memory
    {
        let bytes = vm.heap.buffer(memory(vm, inner).buffer).to_vec();
        return Ok(Some(vm.new_bytes(&bytes)));
    }
    let Some((made, view)) = borrowed(vm, v)? else { return Ok(None) };
    if contiguous {
        check_contiguous(vm, &view)?;
    }
    let bytes = memoryview::contents(vm, &view)?;
    memoryview::give_back(vm, made, v)?;
    Ok(Some(vm.new_bytes(&bytes)))
}

/// Returns the length of a bytes-like value and a copy of the bytes that `wanted` picks, given that length; `None` for
/// any other value. What it costs depends on these bytes alone.
pub fn copy_of_part(
    vm: &mut Vm,
    v: Value,
    wanted: impl FnOnce(usize) -> Range<usize>,
) -> Res<Option<(usize, Vec<u8>)>> {
    let inner = vm.unwrap(v);
    let plain = inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY);
    if !plain && v.is_obj() && vm.slots_of(inner).memory.is_none() {
        let Some((made, view)) = borrowed(vm, v)? else { return Ok(None) };
        check_contiguous(vm, &view)?;
        let bytes = memoryview::part(vm, &view, wanted(view.bytes()))?;
        memoryview::give_back(vm, made, v)?;
        return Ok(Some((view.bytes(), bytes)));
    }
    let Some(inner) = bytes_like(vm, v)? else { return Ok(None) };
    let bytes = vm.raw_bytes(inner);
    Ok(Some((bytes.len(), bytes[wanted(bytes.len())].to_vec())))
}

fn check_contiguous(vm: &mut Vm, view: &View) -> Res<()> {
    match view.is_c_contiguous() {
        true => Ok(()),
        false => Err(vm.error(vm.types.buffer_error, "memoryview: underlying buffer is not C-contiguous")),
    }
}

/// Returns a view of an object that exports a buffer: the memoryview itself, or a new one to be given back.
fn borrowed(vm: &mut Vm, v: Value) -> Res<Option<(Value, View)>> {
    if !v.is_obj() {
        return Ok(None);
    }
    let made = if v.is(ids::MEMORYVIEW) { Some(v) } else { memoryview::try_acquire(vm, v)? };
    let Some(made) = made else { return Ok(None) };
    let view = memoryview::view(vm, made)?;
    Ok(Some((made, view)))
}

/// Returns whether a value exports its bytes.
pub fn is_bytes_like(vm: &mut Vm, v: Value) -> bool {
    let inner = vm.unwrap(v);
    inner.is(ids::BYTES)
        || inner.is(ids::BYTEARRAY)
        || inner.is(ids::MEMORYVIEW)
        || inner.is_obj() && vm.slots_of(inner).memory.is_some()
        || crate::ops::construct::user_special(vm, v, "__buffer__").is_some_and(|f| !f.is_none())
}

/// Returns how many bytes can be written into a value; `None` when it is no writable bytes-like object.
pub fn room(vm: &mut Vm, v: Value) -> Res<Option<usize>> {
    if v.is(ids::BYTEARRAY) {
        return Ok(Some(vm.heap.buffer(v).len()));
    }
    let Some((made, view)) = borrowed(vm, v)? else { return Ok(None) };
    memoryview::give_back(vm, made, v)?;
    Ok((!view.readonly && view.is_c_contiguous()).then(|| view.bytes()))
}

/// Writes bytes into a writable bytes-like value from byte `at` on, cut off at its end.
pub fn write(vm: &mut Vm, v: Value, at: usize, bytes: &[u8]) -> Res<()> {
    if v.is(ids::BYTEARRAY) {
        let length = vm.heap.buffer(v).len();
        let fits = bytes.len().min(length.saturating_sub(at));
        if fits > 0 {
            vm.heap.buffer_splice(v, at..at + fits, &bytes[..fits]);
        }
        return Ok(());
    }
    let Some((made, view)) = borrowed(vm, v)? else { return Ok(()) };
    let fits = bytes.len().min(view.bytes().saturating_sub(at));
    memoryview::write(vm, &view, view.offset as usize + at, &bytes[..fits])?;
    memoryview::give_back(vm, made, v)
}
