//! The methods of `bytes`.

use super::{new, search, split, text};
use crate::native::{Args, Method, Res};
use crate::ops::dunders;
use crate::types::memoryview;
use crate::{Vm, methods};

/// Their table.
pub(super) const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, source=b'', encoding='utf-8', errors='strict')" => new::new;
    /// Return a copy of bytes with only its first character capitalized and the rest lower-cased.
    Pure "capitalize" "(self, /)" => text::capitalize;
    /// Create a string of hexadecimal numbers from a bytes object.
    CallsBack "hex" "(self, /, sep='', bytes_per_sep=1)" => text::hex;
    /// Return a bytes object with the given prefix string removed if present.
    Pure "removeprefix" "(self, prefix, /)" => search::removeprefix;
    /// Return a bytes object with the given suffix string removed if present.
    Pure "removesuffix" "(self, suffix, /)" => search::removesuffix;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Return the object itself.
    Pure "__bytes__" "(self, /)" => itself;
    /// Returns the arguments for `__new__`, for copying.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

/// The methods that `bytearray` has, too.
pub(crate) const SHARED: &[Method] = methods! {
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
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return str(self).
    Pure "__str__" "(self, /)" => dunders::repr;
    /// Return a buffer object that exposes the underlying memory of the object.
    CallsBack "__buffer__" "(self, flags, /)" => memoryview::buffer_method;
};

fn itself(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.new_tuple(&[args.get(0)]))
}
