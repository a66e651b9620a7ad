//! `m[key]`, `m[key] = value`, `del m[key]` and `len(m)`.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::layout::{self, View, peek, view};
use super::{compare, contents, element, new};
use crate::ops::item::{position, subscript_index};
use crate::types::slice;
use crate::{Vm, ids, native::*};

/// Returns the length of the first dimension; `None` for a view without one.
pub(super) fn len(vm: &Vm, v: Value) -> Option<usize> {
    peek(vm, v)?.shape.first().map(|n| *n as usize)
}

/// `len(m)`.
pub(super) fn len_method(vm: &mut Vm, args: Args) -> Res {
    match view(vm, args.get(0))?.shape.first() {
        Some(n) => Ok(vm.int(*n)),
        None => Err(vm.type_error("0-dim memory has no length")),
    }
}

/// A parsed key.
enum Key {
    Index(i64),
    /// Items of a tuple, one number per dimension.
    Indices(Vec<Value>),
    Slice,
    Slices,
    Wrong,
}

fn is_index(vm: &mut Vm, v: Value) -> bool {
    vm.is_integer(v) || vm.special_named(v, vm.names.index).is_some()
}

fn read_key(vm: &mut Vm, key: Value) -> Res<Key> {
    if is_index(vm, key) {
        return Ok(Key::Index(subscript_index(vm, key)?));
    }
    if key.is(ids::SLICE) {
        return Ok(Key::Slice);
    }
    let inner = vm.unwrap(key);
    if inner.is(ids::TUPLE) {
        let items = vm.heap.tuple(inner).to_vec();
        let mut indices = true;
        for item in &items {
            indices &= is_index(vm, *item);
        }
        if indices {
            return Ok(Key::Indices(items));
        }
        if items.iter().all(|item| item.is(ids::SLICE)) {
            return Ok(Key::Slices);
        }
    }
    Ok(Key::Wrong)
}

fn unsupported(vm: &mut Vm, message: &str) -> Trap {
    vm.error(vm.types.not_implemented_error, message)
}

/// Returns the offset of an item of a one-dimensional view.
fn offset_of(vm: &mut Vm, view: &View, dimension: usize, index: i64) -> Res<i64> {
    match position(index, view.shape[dimension] as usize) {
        Some(at) => Ok(at as i64 * view.strides[dimension]),
        None => Err(vm.index_error(format!("index out of bounds on dimension {}", dimension + 1))),
    }
}

fn offset_of_all(vm: &mut Vm, view: &View, indices: &[Value]) -> Res<i64> {
    let (n, given) = (view.shape.len(), indices.len());
    if given > n {
        return Err(vm.type_error(format!("cannot index {n}-dimension view with {given}-element tuple")));
    }
    let mut at = view.offset;
    for (dimension, index) in indices.iter().enumerate() {
        let index = subscript_index(vm, *index)?;
        at += offset_of(vm, view, dimension, index)?;
    }
    Ok(at)
}

fn is_everything(vm: &Vm, key: Value) -> bool {
    let inner = vm.unwrap(key);
    key == Value::ELLIPSIS || inner.is(ids::TUPLE) && vm.heap.tuple(inner).is_empty()
}

/// `m[key]`.
pub(super) fn get_item(vm: &mut Vm, v: Value, key: Value) -> Res {
    if key.is_int()
        && let Some(row) = layout::row(vm, v)
        && let Some(at) = row.place(key.as_int())
    {
        return Ok(contents::row_item(vm, &row, at));
    }
    let view = view(vm, v)?;
    if view.shape.is_empty() {
        if !is_everything(vm, key) {
            return Err(vm.type_error("invalid indexing of 0-dim memory"));
        }
        if key == Value::ELLIPSIS {
            return Ok(v);
        }
        let letter = view.readable(vm)?;
        return contents::item(vm, &view, letter, view.offset as usize);
    }
    match read_key(vm, key)? {
        Key::Index(index) => {
            let letter = view.readable(vm)?;
            if view.shape.len() > 1 {
                return Err(unsupported(vm, "multi-dimensional sub-views are not implemented"));
            }
            let at = view.offset + offset_of(vm, &view, 0, index)?;
            still_there(vm, v)?;
            contents::item(vm, &view, letter, at as usize)
        }
        Key::Slice => {
            // Evaluating the slice's parts may release this view, but not the new one.
            let bounds = slice::bounds(vm, key)?;
            let part = part_of(view, bounds);
            Ok(layout::make(vm, &part))
        }
        Key::Indices(indices) => {
            let letter = view.readable(vm)?;
            if indices.len() < view.shape.len() {
                return Err(unsupported(vm, "sub-views are not implemented"));
            }
            let at = offset_of_all(vm, &view, &indices)?;
            still_there(vm, v)?;
            contents::item(vm, &view, letter, at as usize)
        }
        Key::Slices => Err(unsupported(vm, "multi-dimensional slicing is not implemented")),
        Key::Wrong => Err(vm.type_error("memoryview: invalid slice key")),
    }
}

/// Makes the view that a slice selects in the first dimension.
fn sliced(vm: &mut Vm, v: Value, key: Value) -> Res<View> {
    let bounds = slice::bounds(vm, key)?;
    // Evaluating the slice's parts may release the view.
    view(vm, v).map(|view| part_of(view, bounds))
}

fn part_of(mut view: View, bounds: slice::Bounds) -> View {
    let span = bounds.over(view.shape[0] as usize);
    view.offset += span.start * view.strides[0];
    view.shape[0] = span.count as i64;
    view.strides[0] = view.strides[0].saturating_mul(span.step);
    view
}

/// Raises ValueError when evaluating an index released the view.
fn still_there(vm: &mut Vm, v: Value) -> Res<()> {
    view(vm, v).map(|_| ())
}

/// `m[key] = value`.
pub(super) fn set_item(vm: &mut Vm, v: Value, key: Value, value: Value) -> Res<()> {
    if set_plain(vm, v, key, value).is_some() {
        return Ok(());
    }
    let view = view(vm, v)?;
    let letter = view.readable(vm)?;
    if view.readonly {
        return Err(vm.type_error("cannot modify read-only memory"));
    }
    if view.shape.is_empty() {
        if !is_everything(vm, key) {
            return Err(vm.type_error("invalid indexing of 0-dim memory"));
        }
        return put(vm, v, letter, view.offset, value);
    }
    // The index is not even evaluated.
    if view.shape.len() > 1 && is_index(vm, key) {
        return Err(unsupported(vm, "sub-views are not implemented"));
    }
    match read_key(vm, key)? {
        Key::Index(index) => {
            let at = view.offset + offset_of(vm, &view, 0, index)?;
            put(vm, v, letter, at, value)
        }
        Key::Slice if view.shape.len() == 1 => set_slice(vm, v, key, value),
        Key::Indices(indices) => {
            if indices.len() < view.shape.len() {
                return Err(unsupported(vm, "sub-views are not implemented"));
            }
            let at = offset_of_all(vm, &view, &indices)?;
            put(vm, v, letter, at, value)
        }
        Key::Slice | Key::Slices => {
            Err(unsupported(vm, "memoryview slice assignments are currently restricted to ndim = 1"))
        }
        Key::Wrong => Err(vm.type_error("memoryview: invalid slice key")),
    }
}

/// Sets an item to an int, or octets to those of a bytes object, where nothing is to be said against it.
fn set_plain(vm: &mut Vm, v: Value, key: Value, value: Value) -> Option<()> {
    let row = layout::row(vm, v).filter(|row| !row.readonly)?;
    if key.is_int() && value.is_int() {
        let (at, size) = (row.place(key.as_int())?, row.itemsize);
        let bytes = element::pack_small(row.letter, size, value.as_int())?;
        if at + size > vm.heap.buffer(row.base).len() {
            return None;
        }
        if size == 1 {
            vm.heap.buffer_set(row.base, at, bytes[0]);
        } else {
            vm.heap.buffer_splice(row.base, at..at + size, &bytes[..size]);
        }
        return Some(());
    }
    if !key.is(ids::SLICE) || !value.is(ids::BYTES) || row.letter != b'B' {
        return None;
    }
    let count = row.octets(vm)?.len();
    let span = slice::told_span(slice::parts(vm, key), count)?;
    let bytes = SmallVec::<[u8; 128]>::from_slice(vm.heap.bytes(value));
    if span.step != 1 || span.count != bytes.len() {
        return None;
    }
    let at = row.of_item(span.start as usize);
    vm.heap.buffer_splice(row.base, at..at + bytes.len(), &bytes);
    Some(())
}

fn put(vm: &mut Vm, v: Value, letter: u8, at: i64, value: Value) -> Res<()> {
    let bytes = element::pack(vm, letter, value)?;
    // Converting the value may have released the view.
    let view = view(vm, v)?;
    contents::write(vm, &view, at as usize, &bytes)
}

fn set_slice(vm: &mut Vm, v: Value, key: Value, value: Value) -> Res<()> {
    let source = if value.is(ids::MEMORYVIEW) { Some(value) } else { new::try_acquire(vm, value)? };
    let Some(source) = source else {
        let name = vm.type_name(value);
        return Err(vm.type_error(format!("a bytes-like object is required, not '{name}'")));
    };
    let from = view(vm, source)?;
    let bytes = contents::contents(vm, &from)?;
    new::give_back(vm, source, value)?;
    let to = sliced(vm, v, key)?;
    if !compare::same_structure(vm, &to, &from) {
        return Err(vm.value_error("memoryview assignment: lvalue and rvalue have different structures"));
    }
    if to.is_c_contiguous() {
        return contents::write(vm, &to, to.offset as usize, &bytes);
    }
    for (at, item) in to.positions().into_iter().zip(bytes.chunks(to.itemsize)) {
        contents::write(vm, &to, at, item)?;
    }
    Ok(())
}

/// `del m[key]`.
pub(super) fn del_item(vm: &mut Vm, v: Value, _: Value) -> Res<()> {
    let view = view(vm, v)?;
    view.readable(vm)?;
    let message = if view.readonly { "cannot modify read-only memory" } else { "cannot delete memory" };
    Err(vm.type_error(message))
}
