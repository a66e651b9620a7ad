//! `m.cast(format, shape)`.

use smallvec::smallvec;
use ttd_core::value::Value;

use super::element;
use super::layout::{self, Dimensions, View, c_strides, view};
use crate::ops::codec::{self, Codec};
use crate::types::str::args::given_name;
use crate::{Vm, ids, native::*};

/// Most dimensions.
const MAX_DIMENSIONS: usize = 64;

/// `m.cast(format, shape)`.
pub(super) fn cast(vm: &mut Vm, args: Args) -> Res {
    let Some(format) = vm.payload(args.get(1), ids::STR) else {
        let name = given_name(vm, args.get(1));
        return Err(vm.type_error(format!("cast() argument 'format' must be str, not {name}")));
    };
    let mut view = view(vm, args.get(0))?;
    if !view.is_c_contiguous() {
        return Err(vm.type_error("memoryview: casts are restricted to C-contiguous views"));
    }
    let shape = args.opt(2);
    if (shape.is_some() || view.shape.len() != 1) && view.shape.contains(&0) {
        return Err(vm.type_error("memoryview: cannot cast view with zeros in shape or strides"));
    }
    let shape = match shape {
        Some(shape) => Some(shape_arg(vm, &view, shape)?),
        None => None,
    };
    // The format is encoded first.
    codec::encode(vm, format, Codec::Ascii, "strict")?;
    change_format(vm, &mut view, format)?;
    if let Some(shape) = shape {
        change_shape(vm, &mut view, &shape)?;
    }
    Ok(layout::make(vm, &view))
}

/// Returns a view of the same bytes with a format and a shape that `cast` does not make.
pub fn shaped(vm: &mut Vm, args: Args) -> Res {
    let mut view = view(vm, args.get(0))?;
    let (format, itemsize) = (args.get(1), args.get(2).as_int());
    view.format = format;
    view.itemsize = itemsize as usize;
    view.shape = vm.heap.tuple(args.get(3)).iter().map(|n| vm.as_i64(*n).unwrap_or(0)).collect();
    view.strides = c_strides(&view.shape, view.itemsize);
    Ok(layout::make(vm, &view))
}

fn shape_arg(vm: &mut Vm, view: &View, shape: Value) -> Res<Vec<Value>> {
    let items = match vm.unwrap(shape) {
        v if v.is(ids::LIST) => vm.heap.list(v).to_vec(),
        v if v.is(ids::TUPLE) => vm.heap.tuple(v).to_vec(),
        _ => return Err(vm.type_error("shape must be a list or a tuple")),
    };
    if items.len() > MAX_DIMENSIONS {
        return Err(vm.value_error(format!("memoryview: number of dimensions must not exceed {MAX_DIMENSIONS}")));
    }
    if view.shape.len() != 1 && items.len() != 1 {
        return Err(vm.type_error("memoryview: cast must be 1D -> ND or ND -> 1D"));
    }
    Ok(items)
}

fn change_format(vm: &mut Vm, view: &mut View, format: Value) -> Res<()> {
    let Some((letter, size)) = element::native(vm.heap.bytes(format)) else {
        return Err(vm.value_error(
            "memoryview: destination format must be a native single character format prefixed with an optional '@'",
        ));
    };
    let of_bytes = |letter| matches!(letter, b'b' | b'B' | b'c');
    if !view.letter(vm).is_some_and(of_bytes) && !of_bytes(letter) {
        return Err(vm.type_error("memoryview: cannot cast between two non-byte formats"));
    }
    let bytes = view.bytes();
    if !bytes.is_multiple_of(size) {
        return Err(vm.type_error("memoryview: length is not a multiple of itemsize"));
    }
    view.format = format;
    view.itemsize = size;
    view.shape = smallvec![(bytes / size) as i64];
    view.strides = smallvec![size as i64];
    Ok(())
}

fn change_shape(vm: &mut Vm, view: &mut View, items: &[Value]) -> Res<()> {
    let bytes = view.bytes() as i64;
    let mut shape = Dimensions::new();
    let mut total = view.itemsize as i64;
    for item in items {
        let item = vm.unwrap(*item);
        if !vm.is_integer(item) {
            return Err(vm.type_error("memoryview.cast(): elements of shape must be integers"));
        }
        let Some(n) = vm.as_i64(item) else {
            return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
        };
        if n <= 0 {
            return Err(vm.value_error("memoryview.cast(): elements of shape must be integers > 0"));
        }
        let Some(product) = total.checked_mul(n) else {
            return Err(vm.value_error("memoryview.cast(): product(shape) > SSIZE_MAX"));
        };
        total = product;
        shape.push(n);
    }
    if total != bytes {
        return Err(vm.type_error("memoryview: product(shape) * itemsize != buffer size"));
    }
    view.strides = c_strides(&shape, view.itemsize);
    view.shape = shape;
    Ok(())
}
