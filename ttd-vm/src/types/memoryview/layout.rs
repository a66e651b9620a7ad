//! The slots of a memoryview, and the positions of its items.

use smallvec::SmallVec;
use ttd_core::value::Value;

use super::element;
use crate::ops::item::position;
use crate::{Vm, ids, native::*};

/// The exporter; UNBOUND once released.
const EXPORTER: usize = 0;
/// The bytes object or buffer with the memory.
const BASE: usize = 1;
/// Offset of the first item in bytes.
const OFFSET: usize = 2;
/// The format, a str.
const FORMAT: usize = 3;
/// Bytes in an item.
const ITEMSIZE: usize = 4;
/// A tuple.
const SHAPE: usize = 5;
/// A tuple.
const STRIDES: usize = 6;
/// A bool.
const READONLY: usize = 7;
/// The managed buffer.
const MANAGED: usize = 8;
/// The hash, or UNBOUND.
pub(super) const HASH: usize = 9;
const COUNT: usize = 10;

/// A number for each dimension, of which there is mostly one.
pub(super) type Dimensions = SmallVec<[i64; 2]>;

/// The contents of a memoryview.
#[derive(Clone)]
pub struct View {
    /// The exporter.
    pub exporter: Value,
    /// The bytes object or buffer with the memory.
    pub base: Value,
    /// Offset of the first item in bytes.
    pub offset: i64,
    /// The format, a str.
    pub format: Value,
    /// Bytes in an item.
    pub itemsize: usize,
    /// Items per dimension.
    pub shape: Dimensions,
    /// Stride per dimension in bytes.
    pub strides: Dimensions,
    /// Whether it cannot be written.
    pub readonly: bool,
    /// The managed buffer.
    pub(super) managed: Value,
}

impl View {
    /// Returns the number of items.
    pub fn items(&self) -> usize {
        self.shape.iter().product::<i64>() as usize
    }

    /// Returns how many bytes its items take.
    pub fn bytes(&self) -> usize {
        self.items() * self.itemsize
    }

    /// Returns whether the items follow one another in C's order.
    pub fn is_c_contiguous(&self) -> bool {
        self.follow(self.shape.iter().zip(&self.strides).rev())
    }

    /// Returns whether the items follow one another in Fortran's order.
    pub fn is_f_contiguous(&self) -> bool {
        self.follow(self.shape.iter().zip(&self.strides))
    }

    fn follow<'a>(&self, dimensions: impl Iterator<Item = (&'a i64, &'a i64)>) -> bool {
        // CPython checks the stride of an empty one-dimensional view.
        if self.items() == 0 && self.shape.len() != 1 {
            return true;
        }
        let mut step = self.itemsize as i64;
        for (n, stride) in dimensions {
            if *n != 1 && *stride != step {
                return false;
            }
            step *= n;
        }
        true
    }

    /// Returns the offset of each item, in C's order.
    pub fn positions(&self) -> Vec<usize> {
        let mut out = vec![self.offset];
        if self.items() == 0 {
            return Vec::new();
        }
        for (n, stride) in self.shape.iter().zip(&self.strides) {
            out = out.iter().flat_map(|at| (0..*n).map(move |i| at + i * stride)).collect();
        }
        out.into_iter().map(|at| at as usize).collect()
    }

    /// Returns the letter of the format if its items can be read and written.
    pub fn letter(&self, vm: &Vm) -> Option<u8> {
        element::native(vm.heap.bytes(self.format)).map(|(letter, _)| letter)
    }

    /// Returns the letter of the format, or the error that it is not supported.
    pub(super) fn readable(&self, vm: &mut Vm) -> Res<u8> {
        match self.letter(vm) {
            Some(letter) => Ok(letter),
            None => {
                let format = vm.text_lossy(self.format).into_owned();
                Err(vm.error(vm.types.not_implemented_error, format!("memoryview: unsupported format {format}")))
            }
        }
    }
}

/// Returns the strides of a shape in C's order.
pub(super) fn c_strides(shape: &[i64], itemsize: usize) -> Dimensions {
    let mut strides = Dimensions::from_elem(0, shape.len());
    let mut step = itemsize as i64;
    for (stride, n) in strides.iter_mut().zip(shape).rev() {
        *stride = step;
        step = step.saturating_mul(*n);
    }
    strides
}

fn numbers(vm: &Vm, tuple: Value) -> Dimensions {
    vm.heap.tuple(tuple).iter().map(|v| vm.as_i64(*v).unwrap_or(0)).collect()
}

/// Returns the contents of a memoryview; ValueError when it is released.
pub fn view(vm: &mut Vm, v: Value) -> Res<View> {
    match peek(vm, v) {
        Some(view) => Ok(view),
        None => Err(vm.value_error("operation forbidden on released memoryview object")),
    }
}

/// Returns the contents; `None` when it is released.
pub(super) fn peek(vm: &Vm, v: Value) -> Option<View> {
    let slot = |i| vm.heap.slot(v, i);
    if slot(EXPORTER).is_unbound() {
        return None;
    }
    Some(View {
        exporter: slot(EXPORTER),
        base: slot(BASE),
        offset: slot(OFFSET).as_int(),
        format: slot(FORMAT),
        itemsize: slot(ITEMSIZE).as_int() as usize,
        shape: numbers(vm, slot(SHAPE)),
        strides: numbers(vm, slot(STRIDES)),
        readonly: slot(READONLY) == Value::TRUE,
        managed: slot(MANAGED),
    })
}

/// A view of one dimension over memory of the program, as most are.
#[derive(Clone, Copy)]
pub(super) struct Row {
    /// The bytes object or buffer with the memory.
    pub(super) base: Value,
    /// Offset of the first item in bytes.
    pub(super) offset: i64,
    /// The letter of the format.
    pub(super) letter: u8,
    /// Bytes in an item.
    pub(super) itemsize: usize,
    /// Count of items.
    pub(super) count: usize,
    /// Bytes from one item to the next.
    pub(super) stride: i64,
    /// Whether it cannot be written.
    pub(super) readonly: bool,
}

impl Row {
    /// Returns where an item is in the memory.
    #[inline]
    pub(super) fn place(&self, index: i64) -> Option<usize> {
        position(index, self.count).map(|at| self.of_item(at))
    }

    /// Returns where the item with this number is in the memory.
    #[inline]
    pub(super) fn of_item(&self, at: usize) -> usize {
        (self.offset + at as i64 * self.stride) as usize
    }

    /// Returns the bytes of a row that follow one another in the memory.
    pub(super) fn octets<'a>(&self, vm: &'a Vm) -> Option<&'a [u8]> {
        let at = self.offset as usize;
        let is_whole = self.itemsize == 1 && (self.stride == 1 || self.count <= 1);
        if is_whole { memory(vm, self.base).get(at..at + self.count) } else { None }
    }
}

/// Returns what a memoryview shows, if it is a row of numbers.
pub(super) fn row(vm: &Vm, v: Value) -> Option<Row> {
    let slots = vm.heap.slots(v);
    if slots[EXPORTER].is_unbound() || vm.heap.slot(slots[MANAGED], managed::FILE).is_int() {
        return None;
    }
    let ([count], [stride]) = (vm.heap.tuple(slots[SHAPE]), vm.heap.tuple(slots[STRIDES])) else { return None };
    let (letter, itemsize) = element::native(vm.heap.bytes(slots[FORMAT]))?;
    Some(Row {
        base: slots[BASE],
        offset: slots[OFFSET].as_int(),
        letter,
        itemsize,
        count: usize::try_from(vm.as_i64(*count)?).ok()?,
        stride: vm.as_i64(*stride)?,
        readonly: slots[READONLY] == Value::TRUE,
    })
}

/// Returns the memory behind views.
pub(super) fn memory(vm: &Vm, base: Value) -> &[u8] {
    if base.is(ids::BYTES) { vm.heap.bytes(base) } else { vm.heap.buffer(base) }
}

/// Makes a memoryview object, counted by the managed buffer.
pub(super) fn make(vm: &mut Vm, view: &View) -> Value {
    let shape = super::numbers(vm, &view.shape);
    let strides = super::numbers(vm, &view.strides);
    let mut slots = [Value::UNBOUND; COUNT];
    slots[EXPORTER] = view.exporter;
    slots[BASE] = view.base;
    slots[OFFSET] = Value::int(view.offset);
    slots[FORMAT] = view.format;
    slots[ITEMSIZE] = Value::int(view.itemsize as i64);
    slots[SHAPE] = shape;
    slots[STRIDES] = strides;
    slots[READONLY] = Value::bool(view.readonly);
    slots[MANAGED] = view.managed;
    let views = vm.heap.slot(view.managed, managed::VIEWS).as_int();
    vm.heap.set_slot(view.managed, managed::VIEWS, Value::int(views + 1));
    vm.heap.new_slots_from(ids::MEMORYVIEW, 0, &slots)
}

/// Empties a memoryview that is released.
pub(super) fn clear(vm: &mut Vm, v: Value) {
    for slot in [EXPORTER, BASE, MANAGED] {
        vm.heap.set_slot(v, slot, Value::UNBOUND);
    }
}

/// The slots of a managed buffer.
pub(super) mod managed {
    /// Count of unreleased views.
    pub(in crate::types::memoryview) const VIEWS: usize = 0;
    /// The bytearray whose length is locked, or None.
    pub(in crate::types::memoryview) const LOCKED: usize = 1;
    /// The object whose `__release_buffer__` gets INNER at the end, or None.
    pub(in crate::types::memoryview) const OWNER: usize = 2;
    /// The view returned by its `__buffer__`, or None.
    pub(in crate::types::memoryview) const INNER: usize = 3;
    /// The descriptor of the file that is mapped, or None.
    pub(in crate::types::memoryview) const FILE: usize = 4;
    /// Where in the file the memory begins.
    pub(in crate::types::memoryview) const START: usize = 5;
    /// What of the file is known: see `mapped_window.rs`.
    pub(in crate::types::memoryview) const WINDOW: usize = 6;
}

/// Returns whether a view reads as plain bytes: not released, contiguous.
pub fn is_simple(vm: &Vm, v: Value) -> bool {
    peek(vm, v).is_some_and(|view| view.is_c_contiguous())
}
