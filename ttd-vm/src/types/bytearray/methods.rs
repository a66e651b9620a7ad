//! The methods of `bytearray`. Those that only read are the ones of `bytes`.

use super::mutate;
use ttd_core::value::Value;

use crate::ops::dunders;
use crate::types::bytes::{search, text};
use crate::types::memoryview;
use crate::{Vm, methods, native::*};

/// Their table.
pub(super) const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, source=b'', encoding='utf-8', errors='strict')" => mutate::new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, source=b'', encoding='utf-8', errors='strict')" => mutate::init;
    /// Append a single item to the end of the bytearray.
    CallsBack "append" "(self, item, /)" => mutate::append;
    /// Return state information for pickling.
    CallsBack "__reduce__" "(self, /)" => super::pickling::reduce;
    /// Return state information for pickling.
    CallsBack "__reduce_ex__" "(self, proto=0, /)" => super::pickling::reduce_ex;
    /// Remove all items from the bytearray.
    Mutates "clear" "(self, /)" => mutate::clear;
    /// Return a copy of B.
    Pure "copy" "(self, /)" => mutate::copy;
    /// Append all the items from the iterator or sequence to the end of the bytearray.
    CallsBack "extend" "(self, iterable_of_ints, /)" => mutate::extend;
    /// Insert a single item into the bytearray before the given index.
    CallsBack "insert" "(self, index, item, /)" => mutate::insert;
    /// Remove and return a single item from B.
    ///
    /// If no index argument is given, will pop the last item.
    CallsBack "pop" "(self, index=-1, /)" => mutate::pop;
    /// Remove the first occurrence of a value in the bytearray.
    CallsBack "remove" "(self, value, /)" => mutate::remove;
    /// Resize the internal buffer of bytearray to len.
    ///
    /// size
    ///   New size to resize to.
    CallsBack "resize" "(self, size, /)" => mutate::resize;
    /// Reverse the order of the values in B in place.
    Mutates "reverse" "(self, /)" => mutate::reverse;
    /// Return a copy of bytearray with only its first character capitalized and the rest lower-cased.
    Pure "capitalize" "(self, /)" => text::capitalize;
    /// Create a string of hexadecimal numbers from a bytearray object.
    CallsBack "hex" "(self, /, sep='', bytes_per_sep=1)" => text::hex;
    /// Return a bytearray object with the given prefix string removed if present.
    Pure "removeprefix" "(self, prefix, /)" => search::removeprefix;
    /// Return a bytearray object with the given suffix string removed if present.
    Pure "removesuffix" "(self, suffix, /)" => search::removesuffix;
    /// Release the buffer object that exposes the underlying memory of the object.
    CallsBack "__release_buffer__" "(self, buffer, /)" => memoryview::release_buffer;
    /// Return the number of bytes actually allocated.
    Pure "__alloc__" "(self, /)" => allocated;
    /// Implement self+=value.
    Mutates "__iadd__" "(self, value, /)" => dunders::iadd;
    /// Implement self*=value.
    CallsBack "__imul__" "(self, value, /)" => dunders::repeat_inplace;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
};

/// Returns CPython's allocation: one more, for the trailing zero.
fn allocated(vm: &mut Vm, args: Args) -> Res {
    let len = vm.heap.buffer(args.get(0)).len() as i64;
    Ok(Value::int(if len == 0 { 0 } else { len + 1 }))
}
