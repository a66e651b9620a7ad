//! `array`: sequences of numbers or characters of one kind.
//!
//! An array is its type code and a buffer with its items as they lie in memory. Views share the buffer.

use ttd_core::value::Value;

use crate::native::slots::always;
use crate::ops::concat::check_size;
use crate::ops::{arity, construct, dunders, hashing, item};
use crate::types::iter::reversed::by_index;
use crate::types::{memoryview, slice};
use crate::{Vm, getters, ids, methods, native::*};

mod bytes;
mod change;
mod code;
mod compare;
mod iter;
mod pickling;

use iter::make as make_iter;

const CODE: usize = 0;
const DATA: usize = 1;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "array",
    doc: "This module defines an object type which can efficiently represent\nan array of basic values.",
    functions: methods! {
        /// Internal. Used for pickling support.
        CallsBack "_array_reconstructor" "(arraytype, typecode, mformat_code, items, /)" => pickling::reconstruct;
    },
    types: TYPES,
    init,
};

/// The types of this module.
pub const TYPES: &[TypeDef] = &[TYPE, iter::TYPE];

const TYPE: TypeDef = TypeDef {
    name: "array.array",
    tid: ids::ARRAY,
    doc: "array(typecode [, initializer]) -> array\n\nReturn a new array whose items are restricted by typecode.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    },
    getters: getters! {
        "typecode" => typecode;
        "itemsize" => itemsize;
    },
    unhashable: true,
    slots: Slots {
        iter: Some(|vm, v| Some(make_iter(vm, v))),
        reversed: Some(by_index),
        is_plain: Some(always),
        len: Some(|vm, v| Some(len_of(vm, v))),
        get_item: Some(get),
        set_item: Some(change::set),
        repr: Some(repr),
        hash: Some(hashing::refuse),
        compare: Some(compare::slot),
        inplace: Some(change::inplace),
        late_operator: Some(change::late_operator),
        memory: Some(memory),
        pattern: Pattern::Sequence,
        weakly_referencable: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Append new value v to the end of the array.
    CallsBack "append" "(self, v, /)" => change::append;
    /// Append items to the end of the array.
    CallsBack "extend" "(self, bb, /)" => change::extend;
    /// Append items to array from list.
    CallsBack "fromlist" "(self, list, /)" => change::fromlist;
    /// Return number of occurrences of v in the array.
    CallsBack "count" "(self, v, /)" => change::count;
    /// Return index of first occurrence of v in the array.
    CallsBack "index" "(self, v, start=0, stop=9223372036854775807, /)" => change::index;
    /// Insert a new item v into the array before position i.
    CallsBack "insert" "(self, i, v, /)" => change::insert;
    /// Return the i-th element and delete it from the array.
    CallsBack "pop" "(self, i=-1, /)" => change::pop;
    /// Remove the first occurrence of v in the array.
    CallsBack "remove" "(self, v, /)" => change::remove;
    /// Reverse the order of the items in the array.
    Mutates "reverse" "(self, /)" => change::reverse;
    /// Convert array to an ordinary list with the same items.
    CallsBack "tolist" "(self, /)" => tolist;
    /// Convert the array to an array of machine values and return the bytes representation.
    Pure "tobytes" "(self, /)" => bytes::tobytes;
    /// Appends items from the string, interpreting it as an array of machine values.
    Mutates "frombytes" "(self, buffer, /)" => bytes::frombytes;
    /// Byteswap all items of the array.
    Mutates "byteswap" "(self, /)" => bytes::byteswap;
    /// Return a tuple (address, length) giving the current memory address and the length in items of the buffer.
    Pure "buffer_info" "(self, /)" => bytes::buffer_info;
    /// Extends this array with data from the unicode string ustr.
    Mutates "fromunicode" "(self, ustr, /)" => bytes::fromunicode;
    /// Extends this array with data from the unicode string ustr.
    CallsBack "tounicode" "(self, /)" => bytes::tounicode;
    /// Write all items (as machine values) to the file object f.
    CallsBack "tofile" "(self, f, /)" => bytes::tofile;
    /// Read n objects from the file object f and append them to the end of the array.
    CallsBack "fromfile" "(self, f, n, /)" => bytes::fromfile;
    /// Remove all items from the array.
    Mutates "clear" "(self, /)" => change::clear;
    /// Return a copy of the array.
    Pure "__copy__" "(self, /)" => copy;
    /// Return a copy of the array.
    Pure "__deepcopy__" "(self, unused, /)" => copy;
    /// Return state information for pickling.
    CallsBack "__reduce_ex__" "(self, value, /)" => pickling::reduce;
    /// Return len(self).
    Pure "__len__" "(self, /)" => len;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => change::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => change::delitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => iterate;
    /// Return self+value.
    Pure "__add__" "(self, value, /)" => change::add;
    /// Implement self+=value.
    CallsBack "__iadd__" "(self, value, /)" => change::iadd;
    /// Return self*value.
    CallsBack "__mul__" "(self, value, /)" => change::mul;
    /// Return value*self.
    CallsBack "__rmul__" "(self, value, /)" => change::mul;
    /// Implement self*=value.
    CallsBack "__imul__" "(self, value, /)" => change::imul;
    /// Return a buffer object that exposes the underlying memory of the object.
    CallsBack "__buffer__" "(self, flags, /)" => memoryview::buffer_method;
    /// Release the buffer object that exposes the underlying memory of the object.
    CallsBack "__release_buffer__" "(self, buffer, /)" => memoryview::release_buffer;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => compare::eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => compare::ne;
    /// Return self<value.
    CallsBack "__lt__" "(self, value, /)" => compare::lt;
    /// Return self<=value.
    CallsBack "__le__" "(self, value, /)" => compare::le;
    /// Return self>value.
    CallsBack "__gt__" "(self, value, /)" => compare::gt;
    /// Return self>=value.
    CallsBack "__ge__" "(self, value, /)" => compare::ge;
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let class = vm.class_of_tid[usize::from(ids::ARRAY.0)];
    for name in ["array", "ArrayType"] {
        vm.dict_set_str(dict, name, class);
    }
    let codes = vm.new_str(code::CODES);
    vm.dict_set_str(dict, "typecodes", codes);
    Ok(())
}

/// The type code.
fn code_of(vm: &Vm, array: Value) -> u8 {
    vm.heap.slot(array, CODE).as_int() as u8
}

/// The buffer with the items.
fn data_of(vm: &Vm, array: Value) -> Value {
    vm.heap.slot(array, DATA)
}

/// The items as bytes.
fn octets_of(vm: &Vm, array: Value) -> &[u8] {
    vm.heap.buffer(data_of(vm, array))
}

/// Number of items.
fn len_of(vm: &Vm, array: Value) -> usize {
    octets_of(vm, array).len() / code::size(code_of(vm, array))
}

/// The item at a position; `None` past the end.
fn item_at(vm: &mut Vm, array: Value, i: usize) -> Res<Option<Value>> {
    let code = code_of(vm, array);
    let size = code::size(code);
    let Some(found) = octets_of(vm, array).get(i * size..(i + 1) * size) else { return Ok(None) };
    // Copies of a known length need no call.
    match *found {
        [a] => code::read(vm, code, &[a]),
        [a, b] => code::read(vm, code, &[a, b]),
        [a, b, c, d] => code::read(vm, code, &[a, b, c, d]),
        [a, b, c, d, e, f, g, h] => code::read(vm, code, &[a, b, c, d, e, f, g, h]),
        _ => unreachable!("items have one, two, four or eight bytes"),
    }
    .map(Some)
}

/// All items.
fn items_of(vm: &mut Vm, array: Value) -> Res<Vec<Value>> {
    let len = len_of(vm, array);
    check_size(vm, len, 1, 8)?;
    let mut items = Vec::with_capacity(len);
    while let Some(v) = item_at(vm, array, items.len())? {
        items.push(v);
        if items.len() % 1000 == 0 {
            vm.check_interrupt()?;
        }
    }
    Ok(items)
}

/// Makes an array from bytes.
fn make(vm: &mut Vm, code: u8, bytes: &[u8]) -> Value {
    let data = vm.new_bytearray(bytes);
    vm.heap.new_slots_from(ids::ARRAY, 0, &[Value::int(i64::from(code)), data])
}

/// The memory that a view of an array shows.
fn memory(vm: &Vm, array: Value) -> Memory {
    let code = code_of(vm, array);
    // In formats the two character codes are one.
    let at = code::CODES.as_bytes().iter().position(|c| *c == code).unwrap_or_default();
    let format = if code::is_text(code) { "w" } else { &code::CODES[at..at + 1] };
    Memory { buffer: data_of(vm, array), format, size: code::size(code) }
}

fn type_code(vm: &mut Vm, v: Value) -> Res<u8> {
    let Some(s) = vm.payload(v, ids::STR).filter(|s| vm.str_len(*s) == 1) else {
        let name = crate::types::str::args::given_name(vm, v);
        return Err(vm.type_error(format!("array() argument 1 must be a unicode character, not {name}")));
    };
    match vm.heap.bytes(s) {
        [code] if code::CODES.as_bytes().contains(code) => Ok(*code),
        _ => Err(vm.value_error("bad typecode (must be b, B, u, h, H, i, I, l, L, q, Q, f or d)")),
    }
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    let builtin = vm.class_of_tid[usize::from(ids::ARRAY.0)];
    if class == builtin && !args.kw.is_empty() {
        return Err(vm.type_error("array.array() takes no keyword arguments"));
    }
    match args.rest.len() {
        0 => return Err(vm.type_error("array() takes at least 1 argument (0 given)")),
        n if n > 2 => return Err(vm.type_error(format!("array() takes at most 2 arguments ({n} given)"))),
        n => arity::count(vm, "array", n, 1, 2)?,
    }
    let code = type_code(vm, args.rest[0])?;
    if code == b'u' {
        let message = "The 'u' type code is deprecated and will be removed in Python 3.16";
        vm.warn("DeprecationWarning", message)?;
    }
    if vm.is_audited() {
        let shown = vm.intern(&char::from(code).to_string());
        vm.audit("array.__new__", &[shown, args.rest.get(1).copied().unwrap_or(Value::NONE)])?;
    }
    let array = make(vm, code, &[]);
    let made = construct::instance(vm, class, builtin, array);
    let Some(given) = args.rest.get(1).copied() else { return Ok(made) };
    let inner = vm.unwrap(given);
    if inner.is(ids::STR) && !code::is_text(code) {
        let code = char::from(code);
        return Err(vm.type_error(format!("cannot use a str to initialize an array with typecode '{code}'")));
    }
    if inner.is(ids::ARRAY) && code::is_text(code_of(vm, inner)) && !code::is_text(code) {
        let code = char::from(code);
        let message = format!("cannot use a unicode array to initialize an array with typecode '{code}'");
        return Err(vm.type_error(message));
    }
    if inner.is(ids::BYTES) || inner.is(ids::BYTEARRAY) {
        bytes::append_bytes(vm, array, inner)?;
        return Ok(made);
    }
    if inner.is(ids::ARRAY) && code_of(vm, inner) == code {
        let bytes = octets_of(vm, inner).to_vec();
        change::append_octets(vm, array, &bytes)?;
        return Ok(made);
    }
    change::extend_by(vm, array, given, made)
}

fn typecode(vm: &mut Vm, array: Value) -> Res {
    let code = code_of(vm, array);
    Ok(vm.new_str_raw(&[code]))
}

fn itemsize(vm: &mut Vm, array: Value) -> Res {
    Ok(Value::int(code::size(code_of(vm, array)) as i64))
}

fn len(vm: &mut Vm, args: Args) -> Res {
    Ok(Value::int(len_of(vm, args.get(0)) as i64))
}

fn tolist(vm: &mut Vm, args: Args) -> Res {
    let items = items_of(vm, args.get(0))?;
    Ok(vm.new_list(&items))
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let array = args.get(0);
    let (code, bytes) = (code_of(vm, array), octets_of(vm, array).to_vec());
    Ok(make(vm, code, &bytes))
}

fn iterate(vm: &mut Vm, args: Args) -> Res {
    Ok(make_iter(vm, args.get(0)))
}

fn contains(vm: &mut Vm, args: Args) -> Res {
    let found = change::find(vm, args.get(0), args.get(1), 0, usize::MAX)?;
    Ok(Value::bool(found.is_some()))
}

/// The position of an integer key; `message` is that of the IndexError.
fn position(vm: &mut Vm, array: Value, key: Value, message: &str) -> Res<usize> {
    if !key.is_int() && !vm.is_integer(key) && vm.special_named(key, vm.names.index).is_none() {
        return Err(vm.type_error("array indices must be integers"));
    }
    let i = item::subscript_index(vm, key)?;
    match item::position(i, len_of(vm, array)) {
        Some(at) => Ok(at),
        None => Err(vm.index_error(message)),
    }
}

fn getitem(vm: &mut Vm, args: Args) -> Res {
    get(vm, args.get(0), args.get(1))
}

/// `array[key]`.
fn get(vm: &mut Vm, array: Value, key: Value) -> Res {
    if key.is(ids::SLICE) {
        let bounds = slice::bounds(vm, key)?;
        let span = bounds.over(len_of(vm, array));
        let (code, bytes) = (code_of(vm, array), octets_of(vm, array));
        let size = code::size(code);
        let taken = if span.step == 1 {
            let (from, to) = span.bounds();
            bytes[from * size..to * size].to_vec()
        } else {
            span.positions().flat_map(|i| bytes[i * size..(i + 1) * size].iter().copied()).collect()
        };
        return Ok(make(vm, code, &taken));
    }
    let at = position(vm, array, key, "array index out of range")?;
    match item_at(vm, array, at)? {
        Some(v) => Ok(v),
        None => Err(vm.index_error("array index out of range")),
    }
}

/// `repr(array)`.
fn repr(vm: &mut Vm, array: Value) -> Res {
    let code = code_of(vm, array);
    let class = vm.type_of(vm.receiver(array));
    let mut out = format!("{}('{}'", vm.class_short_name(class), char::from(code)).into_bytes();
    if len_of(vm, array) > 0 {
        out.extend_from_slice(b", ");
        let shown = if code::is_text(code) {
            bytes::text(vm, array)?
        } else {
            let items = items_of(vm, array)?;
            vm.new_list(&items)
        };
        let shown = vm.repr(shown)?;
        out.extend_from_slice(vm.heap.bytes(shown));
    }
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}
