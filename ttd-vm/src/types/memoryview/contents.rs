//! Whole contents of a view: as bytes, as a list, as hexadecimal digits.

use std::ops::Range;

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::layout::{Row, View, memory, row, view};
use super::{element, mapped};
use crate::types::bytes::text;
use crate::{Vm, ids, native::*};

/// Returns the bytes of the items, in C's order.
///
/// # Errors
/// Those of reading a file that is mapped.
pub fn contents(vm: &mut Vm, view: &View) -> Res<Vec<u8>> {
    if view.is_c_contiguous() {
        return part(vm, view, 0..view.bytes());
    }
    if mapped::is_mapped(vm, view) {
        let ends = view.positions();
        let from = ends.iter().min().copied().unwrap_or_default();
        let to = ends.iter().max().map_or(from, |last| last + view.itemsize);
        mapped::refresh(vm, view, from..to)?;
    }
    Ok(scattered(vm, view))
}

/// Returns some of the bytes of a contiguous view.
///
/// # Errors
/// Those of reading a file that is mapped.
pub fn part(vm: &mut Vm, view: &View, part: Range<usize>) -> Res<Vec<u8>> {
    let at = view.offset as usize + part.start;
    mapped::refresh(vm, view, at..at + part.len())?;
    let rest = memory(vm, view.base).get(at..).unwrap_or_default();
    let mut out = rest[..rest.len().min(part.len())].to_vec();
    // The exporter may have shrunk while the view was unreachable.
    out.resize(part.len(), 0);
    Ok(out)
}

/// The bytes of a view that is not contiguous, as they are in the program's memory.
fn scattered(vm: &Vm, view: &View) -> Vec<u8> {
    let (base, size) = (memory(vm, view.base), view.itemsize);
    // The exporter may have shrunk while the view was unreachable.
    let item = |at: usize| base.get(at..at + size);
    let zeros = vec![0; size];
    view.positions().into_iter().flat_map(|at| item(at).unwrap_or(&zeros).to_vec()).collect()
}

/// Returns the item at a position of the memory.
pub(super) fn item(vm: &mut Vm, view: &View, letter: u8, at: usize) -> Res {
    mapped::refresh(vm, view, at..at + view.itemsize)?;
    Ok(held_item(vm, view, letter, at))
}

fn held_item(vm: &mut Vm, view: &View, letter: u8, at: usize) -> Value {
    let mut bytes = [0; 8];
    let size = view.itemsize;
    if let Some(found) = memory(vm, view.base).get(at..at + size) {
        bytes[..size].copy_from_slice(found);
    }
    element::unpack(vm, letter, &bytes[..size])
}

/// Returns the item of a row at a position of the memory.
#[inline]
pub(super) fn row_item(vm: &mut Vm, row: &Row, at: usize) -> Value {
    let mut bytes = [0; 8];
    let size = row.itemsize;
    if let Some(found) = memory(vm, row.base).get(at..at + size) {
        if let (b'B', [byte]) = (row.letter, found) {
            return Value::int(i64::from(*byte));
        }
        bytes[..size].copy_from_slice(found);
    }
    element::unpack(vm, row.letter, &bytes[..size])
}

/// Writes into the memory; the caller checked that the view is writable.
///
/// # Errors
/// Those of writing a file that is mapped.
pub fn write(vm: &mut Vm, view: &View, at: usize, bytes: &[u8]) -> Res<()> {
    if at + bytes.len() <= vm.heap.buffer(view.base).len() {
        vm.heap.buffer_splice(view.base, at..at + bytes.len(), bytes);
        mapped::write_back(vm, view, at, bytes)?;
    }
    Ok(())
}

/// `m.tobytes(order)`.
pub(super) fn tobytes(vm: &mut Vm, args: Args) -> Res {
    if args.opt(1).is_none()
        && let Some(row) = row(vm, args.get(0))
        && let Some(bytes) = row.octets(vm)
    {
        let bytes = SmallVec::<[u8; 128]>::from_slice(bytes);
        return Ok(vm.new_bytes(&bytes));
    }
    let view = view(vm, args.get(0))?;
    let order = match args.opt(1).filter(|v| !v.is_none()) {
        None => b'C',
        Some(order) => {
            let Some(text) = vm.payload(order, ids::STR) else {
                let name = vm.type_name(order);
                return Err(vm.type_error(format!("tobytes() argument 'order' must be str or None, not {name}")));
            };
            match *vm.heap.bytes(text) {
                [order @ (b'C' | b'F' | b'A')] => order,
                _ => return Err(vm.value_error("order must be 'C', 'F' or 'A'")),
            }
        }
    };
    let in_fortran = order == b'F' || order == b'A' && view.is_f_contiguous() && !view.is_c_contiguous();
    let bytes = if in_fortran { contents(vm, &turned(&view)) } else { contents(vm, &view) }?;
    Ok(vm.new_bytes(&bytes))
}

/// Returns the view with its dimensions in the other order.
fn turned(view: &View) -> View {
    let mut turned = view.clone();
    turned.shape.reverse();
    turned.strides.reverse();
    turned
}

/// `m.hex(sep, bytes_per_sep)`.
pub(super) fn hex(vm: &mut Vm, args: Args) -> Res {
    let view = view(vm, args.get(0))?;
    let bytes = contents(vm, &view)?;
    text::hex_of(vm, &bytes, &args)
}

/// `m.tolist()`.
pub(super) fn tolist(vm: &mut Vm, args: Args) -> Res {
    if let Some(row) = row(vm, args.get(0)) {
        let mut items = Vec::with_capacity(row.count);
        for i in 0..row.count {
            if i % 1000 == 999 {
                vm.check_interrupt()?;
            }
            items.push(row_item(vm, &row, row.of_item(i)));
        }
        return Ok(vm.new_list(&items));
    }
    let view = view(vm, args.get(0))?;
    let letter = view.readable(vm)?;
    contents(vm, &view)?;
    let mut at = view.positions().into_iter();
    list(vm, &view, letter, 0, &mut at)
}

fn list(vm: &mut Vm, view: &View, letter: u8, dimension: usize, at: &mut std::vec::IntoIter<usize>) -> Res {
    let Some(n) = view.shape.get(dimension) else {
        return Ok(held_item(vm, view, letter, at.next().unwrap_or_default()));
    };
    let mut items = Vec::new();
    for i in 0..*n {
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
        items.push(list(vm, view, letter, dimension + 1, at)?);
    }
    Ok(vm.new_list(&items))
}
