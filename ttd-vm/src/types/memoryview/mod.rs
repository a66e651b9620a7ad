//! `memoryview`: the memory of another object as items of a format in a shape.
//!
//! A `Slots` object, see `layout`. Views made from one another share a *managed buffer*, a `Slots` object that counts
//! unreleased views: while there is one, the bytearray below keeps its length.

mod cast;
mod compare;
mod contents;
mod element;
mod iter;
mod layout;
mod mapped;
mod mapped_window;
mod new;
mod subscript;

use ttd_core::value::Value;

use crate::native::*;
use crate::ops::dunders;
use crate::ops::repr::address;
use crate::types::iter::reversed::by_index;
use crate::{Vm, getters, ids, methods};

pub use cast::shaped;
pub use contents::{contents, part, write};
pub use layout::{View, is_simple, view};
pub use mapped_window::{mapped_byte, mapped_part, mapped_write};
pub use new::{acquire, buffer_method, check_resize, give_back, has_views, mapped_view, release_buffer, try_acquire};

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[TYPE, iter::TYPE];

const TYPE: TypeDef = TypeDef {
    name: "memoryview",
    tid: ids::MEMORYVIEW,
    doc: "Create a new memoryview object which references the given object.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
        /// Return a memoryview of the object; the flags say what its consumer needs.
        CallsBack "_from_flags" "(cls, /, object, flags)" => new::from_flags;
    },
    getters: getters! {
        "obj" => obj;
        "nbytes" => nbytes;
        "readonly" => readonly;
        "itemsize" => itemsize;
        "format" => format;
        "ndim" => ndim;
        "shape" => shape;
        "strides" => strides;
        "suboffsets" => suboffsets;
        "c_contiguous" => c_contiguous;
        "f_contiguous" => f_contiguous;
        "contiguous" => contiguous;
    },
    subclassable: false,
    slots: Slots {
        iter: Some(iter::make),
        reversed: Some(by_index),
        is_plain: Some(iter::is_plain),
        len: Some(subscript::len),
        get_item: Some(subscript::get_item),
        set_item: Some(subscript::set_item),
        del_item: Some(subscript::del_item),
        repr: Some(repr),
        hash: Some(compare::hash),
        compare: Some(|vm, op, x, y| Some(compare::compare(vm, op, x, y))),
        compares_reflected: true,
        pattern: Pattern::Sequence,
        sequence_methods: true,
        weakly_referencable: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, object)" => new::new;
    /// Cast a memoryview to a new format or shape.
    CallsBack "cast" "(self, /, format, shape=None)" => cast::cast;
    /// Return the data in the buffer as a str of hexadecimal numbers.
    CallsBack "hex" "(self, /, sep='', bytes_per_sep=1)" => contents::hex;
    /// Release the underlying buffer exposed by the memoryview object.
    CallsBack "release" "(self, /)" => new::release;
    /// Return the data in the buffer as a byte string.
    ///
    /// Order can be {'C', 'F', 'A'}.
    Pure "tobytes" "(self, /, order='C')" => contents::tobytes;
    /// Return the data in the buffer as a list of elements.
    Pure "tolist" "(self, /)" => contents::tolist;
    /// Return a readonly version of the memoryview.
    Mutates "toreadonly" "(self, /)" => new::toreadonly;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => dunders::ne;
    /// Return self<value.
    Pure "__lt__" "(self, value, /)" => unordered;
    /// Return self<=value.
    Pure "__le__" "(self, value, /)" => unordered;
    /// Return self>value.
    Pure "__gt__" "(self, value, /)" => unordered;
    /// Return self>=value.
    Pure "__ge__" "(self, value, /)" => unordered;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return len(self).
    Pure "__len__" "(self, /)" => subscript::len_method;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => dunders::getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iter::iter_method;
    /// Return a buffer object that exposes the underlying memory of the object.
    CallsBack "__buffer__" "(self, flags, /)" => new::buffer_method;
    /// Release the buffer object that exposes the underlying memory of the object.
    CallsBack "__release_buffer__" "(self, buffer, /)" => new::release_buffer;
    CallsBack "__enter__" "(self, /)" => enter;
    CallsBack "__exit__" "(self, /, *args)" => new::release;
};

/// Returns the class.
pub fn class(vm: &Vm) -> Value {
    vm.class_of_tid[usize::from(ids::MEMORYVIEW.0)]
}

fn repr(vm: &mut Vm, v: Value) -> Res {
    let at = address(vm, v);
    let kind = if vm.heap.slot(v, 0).is_unbound() { "released memory" } else { "memory" };
    Ok(vm.new_str(&format!("<{kind} at {at}>")))
}

/// Leaves `<` and its kin to the other operand: views have no order.
fn unordered(_vm: &mut Vm, _args: Args) -> Res {
    Ok(Value::NOT_IMPLEMENTED)
}

fn enter(vm: &mut Vm, args: Args) -> Res {
    view(vm, args.get(0))?;
    Ok(args.get(0))
}

fn obj(vm: &mut Vm, v: Value) -> Res {
    Ok(view(vm, v)?.exporter)
}

fn nbytes(vm: &mut Vm, v: Value) -> Res {
    let bytes = view(vm, v)?.bytes();
    Ok(vm.int(bytes as i64))
}

fn readonly(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::bool(view(vm, v)?.readonly))
}

fn itemsize(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(view(vm, v)?.itemsize as i64))
}

fn format(vm: &mut Vm, v: Value) -> Res {
    Ok(view(vm, v)?.format)
}

fn ndim(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::int(view(vm, v)?.shape.len() as i64))
}

fn numbers(vm: &mut Vm, numbers: &[i64]) -> Value {
    let items: Vec<Value> = numbers.iter().map(|n| vm.int(*n)).collect();
    vm.new_tuple(&items)
}

fn shape(vm: &mut Vm, v: Value) -> Res {
    let shape = view(vm, v)?.shape;
    Ok(numbers(vm, &shape))
}

fn strides(vm: &mut Vm, v: Value) -> Res {
    let strides = view(vm, v)?.strides;
    Ok(numbers(vm, &strides))
}

fn suboffsets(vm: &mut Vm, v: Value) -> Res {
    view(vm, v)?;
    Ok(numbers(vm, &[]))
}

fn c_contiguous(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::bool(view(vm, v)?.is_c_contiguous()))
}

fn f_contiguous(vm: &mut Vm, v: Value) -> Res {
    Ok(Value::bool(view(vm, v)?.is_f_contiguous()))
}

fn contiguous(vm: &mut Vm, v: Value) -> Res {
    let view = view(vm, v)?;
    Ok(Value::bool(view.is_c_contiguous() || view.is_f_contiguous()))
}
