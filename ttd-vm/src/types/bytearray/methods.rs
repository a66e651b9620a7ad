//! The methods of `bytearray`. Those that only read are the ones of `bytes`.

use super::mutate;
use ttd_core::value::Value;

use crate::ops::dunders;
use crate::types::bytes::{search, split, text};
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
    /// Reverse the order of the values in B in place.
    Mutates "reverse" "(self, /)" => mutate::reverse;
    /// Return a copy of bytearray with only its first character capitalized and the rest lower-cased.
    Pure "capitalize" "(self, /)" => text::capitalize;
    /// Return a centered string of length width.
    ///
    /// Padding is done using the specified fill character.
    CallsBack "center" "(self, width, fillchar=b' ', /)" => text::center;
    /// Return the number of non-overlapping occurrences of subsection 'sub' in bytes B[start:end].
    CallsBack "count" "(self, sub, start=None, end=None, /)" => search::count;
    /// Decode the bytes using the codec registered for encoding.
    Pure "decode" "(self, /, encoding='utf-8', errors='strict')" => text::decode;
    /// Return True if the bytes ends with the specified suffix, False otherwise.
    CallsBack "endswith" "(self, suffix, start=None, end=None, /)" => search::endswith;
    /// Return a copy where all tab characters are expanded using spaces.
    CallsBack "expandtabs" "(self, /, tabsize=8)" => text::expandtabs;
    /// Return the lowest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end].
    ///
    /// Return -1 on failure.
    CallsBack "find" "(self, sub, start=None, end=None, /)" => search::find;
    /// Create a string of hexadecimal numbers from a bytearray object.
    CallsBack "hex" "(self, /, sep='', bytes_per_sep=1)" => text::hex;
    /// Return the lowest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end].
    ///
    /// Raise ValueError if the subsection is not found.
    CallsBack "index" "(self, sub, start=None, end=None, /)" => search::index;
    /// Return True if all characters in B are alphanumeric and there is at least one, False otherwise.
    Pure "isalnum" "(self, /)" => text::isalnum;
    /// Return True if all characters in B are alphabetic and there is at least one, False otherwise.
    Pure "isalpha" "(self, /)" => text::isalpha;
    /// Return True if B is empty or all characters in B are ASCII, False otherwise.
    Pure "isascii" "(self, /)" => text::isascii;
    /// Return True if all characters in B are digits and there is at least one, False otherwise.
    Pure "isdigit" "(self, /)" => text::isdigit;
    /// Return True if all cased characters in B are lowercase and there is at least one, False otherwise.
    Pure "islower" "(self, /)" => text::islower;
    /// Return True if all characters in B are whitespace and there is at least one, False otherwise.
    Pure "isspace" "(self, /)" => text::isspace;
    /// Return True if B is a titlecased string and there is at least one character in B, False otherwise.
    Pure "istitle" "(self, /)" => text::istitle;
    /// Return True if all cased characters in B are uppercase and there is at least one, False otherwise.
    Pure "isupper" "(self, /)" => text::isupper;
    /// Concatenate any number of bytes/bytearray objects.
    ///
    /// The bytes whose method is called is inserted in between each pair.
    CallsBack "join" "(self, iterable_of_bytes, /)" => split::join;
    /// Return a left-justified string of length width.
    CallsBack "ljust" "(self, width, fillchar=b' ', /)" => text::ljust;
    /// Return a copy of B with all ASCII characters converted to lowercase.
    Pure "lower" "(self, /)" => text::lower;
    /// Strip leading bytes contained in the argument.
    Pure "lstrip" "(self, bytes=None, /)" => split::lstrip;
    /// Partition the bytes into three parts using the given separator.
    Pure "partition" "(self, sep, /)" => split::partition;
    /// Return a bytearray object with the given prefix string removed if present.
    Pure "removeprefix" "(self, prefix, /)" => search::removeprefix;
    /// Return a bytearray object with the given suffix string removed if present.
    Pure "removesuffix" "(self, suffix, /)" => search::removesuffix;
    /// Return a copy with all occurrences of substring old replaced by new.
    CallsBack "replace" "(self, old, new, count=-1, /)" => search::replace;
    /// Return the highest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end].
    ///
    /// Return -1 on failure.
    CallsBack "rfind" "(self, sub, start=None, end=None, /)" => search::rfind;
    /// Return the highest index in B where subsection 'sub' is found, such that 'sub' is contained within B[start,end].
    ///
    /// Raise ValueError if the subsection is not found.
    CallsBack "rindex" "(self, sub, start=None, end=None, /)" => search::rindex;
    /// Return a right-justified string of length width.
    CallsBack "rjust" "(self, width, fillchar=b' ', /)" => text::rjust;
    /// Partition the bytes into three parts, searching from the end.
    Pure "rpartition" "(self, sep, /)" => split::rpartition;
    /// Return a list of the sections in the bytes, using sep as the delimiter, from the end.
    CallsBack "rsplit" "(self, /, sep=None, maxsplit=-1)" => split::rsplit;
    /// Strip trailing bytes contained in the argument.
    Pure "rstrip" "(self, bytes=None, /)" => split::rstrip;
    /// Return a list of the sections in the bytes, using sep as the delimiter.
    CallsBack "split" "(self, /, sep=None, maxsplit=-1)" => split::split;
    /// Return a list of the lines in the bytes, breaking at line boundaries.
    CallsBack "splitlines" "(self, /, keepends=False)" => split::splitlines;
    /// Return True if the bytes starts with the specified prefix, False otherwise.
    CallsBack "startswith" "(self, prefix, start=None, end=None, /)" => search::startswith;
    /// Strip leading and trailing bytes contained in the argument.
    Pure "strip" "(self, bytes=None, /)" => split::strip;
    /// Return a copy of B with uppercase ASCII characters converted to lowercase and vice versa.
    Pure "swapcase" "(self, /)" => text::swapcase;
    /// Return a titlecased version of B.
    Pure "title" "(self, /)" => text::title;
    /// Return a copy with each character mapped by the given translation table.
    Pure "translate" "(self, table, /, delete=b'')" => split::translate;
    /// Return a copy of B with all ASCII characters converted to uppercase.
    Pure "upper" "(self, /)" => text::upper;
    /// Pad a numeric string with zeros on the left, to fill a field of the given width.
    CallsBack "zfill" "(self, width, /)" => text::zfill;
    /// Return self+value.
    Pure "__add__" "(self, value, /)" => dunders::concat;
    /// Return self*value.
    CallsBack "__mul__" "(self, value, /)" => dunders::repeat;
    /// Return value*self.
    CallsBack "__rmul__" "(self, value, /)" => dunders::repeat;
    /// Return self%value.
    CallsBack "__mod__" "(self, value, /)" => dunders::format_mod;
    /// Return value%self.
    CallsBack "__rmod__" "(self, value, /)" => dunders::reflected_mod;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => dunders::getitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Return a buffer object that exposes the underlying memory of the object.
    CallsBack "__buffer__" "(self, flags, /)" => memoryview::buffer_method;
    /// Release the buffer object that exposes the underlying memory of the object.
    CallsBack "__release_buffer__" "(self, buffer, /)" => memoryview::release_buffer;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return self==value.
    Pure "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    Pure "__ne__" "(self, value, /)" => dunders::ne;
    /// Return the number of bytes actually allocated.
    Pure "__alloc__" "(self, /)" => allocated;
    /// Return self<value.
    Pure "__lt__" "(self, value, /)" => dunders::lt;
    /// Return self<=value.
    Pure "__le__" "(self, value, /)" => dunders::le;
    /// Return self>value.
    Pure "__gt__" "(self, value, /)" => dunders::gt;
    /// Return self>=value.
    Pure "__ge__" "(self, value, /)" => dunders::ge;
    /// Implement self+=value.
    Mutates "__iadd__" "(self, value, /)" => dunders::iadd;
    /// Implement self*=value.
    CallsBack "__imul__" "(self, value, /)" => dunders::repeat_inplace;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
};

/// What CPython would have had to allocate: a zero stands behind the bytes.
fn allocated(vm: &mut Vm, args: Args) -> Res {
    let len = vm.heap.buffer(args.get(0)).len() as i64;
    Ok(Value::int(if len == 0 { 0 } else { len + 1 }))
}
