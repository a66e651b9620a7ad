//! The methods of `str`.

use super::{case, format, join, new, pad, search, split, translate};
use crate::native::{Args, Method, Res};
use crate::ops::dunders;
use crate::{Vm, methods};

/// Their table.
pub(super) const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, object='', encoding='utf-8', errors='strict')" => new::new;
    /// Return a capitalized version of the string.
    ///
    /// More specifically, make the first character have upper case and the rest lower
    /// case.
    Pure "capitalize" "(self, /)" => case::capitalize;
    /// Return a version of the string suitable for caseless comparisons.
    Pure "casefold" "(self, /)" => case::casefold;
    /// Return a centered string of length width.
    ///
    /// Padding is done using the specified fill character (default is a space).
    CallsBack "center" "(self, width, fillchar=' ', /)" => pad::center;
    /// Return the number of non-overlapping occurrences of substring sub in string S[start:end].
    ///
    /// Optional arguments start and end are interpreted as in slice notation.
    CallsBack "count" "(self, sub, start=None, end=None, /)" => search::count;
    /// Encode the string using the codec registered for encoding.
    Pure "encode" "(self, /, encoding='utf-8', errors='strict')" => new::encode;
    /// Return True if the string ends with the specified suffix, False otherwise.
    CallsBack "endswith" "(self, suffix, start=None, end=None, /)" => search::endswith;
    /// Return a copy where all tab characters are expanded using spaces.
    ///
    /// If tabsize is not given, a tab size of 8 characters is assumed.
    CallsBack "expandtabs" "(self, /, tabsize=8)" => pad::expandtabs;
    /// Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end].
    ///
    /// Optional arguments start and end are interpreted as in slice notation.
    /// Return -1 on failure.
    CallsBack "find" "(self, sub, start=None, end=None, /)" => search::find;
    /// Return a formatted version of the string, using substitutions from args and kwargs.
    ///
    /// The substitutions are identified by braces ('{' and '}').
    CallsBack "format" "(self, /, *args, **kwargs)" => format::format;
    /// Return a formatted version of the string, using substitutions from mapping.
    ///
    /// The substitutions are identified by braces ('{' and '}').
    CallsBack "format_map" "(self, mapping, /)" => format::format_map;
    /// Return the lowest index in S where substring sub is found, such that sub is contained within S[start:end].
    ///
    /// Optional arguments start and end are interpreted as in slice notation.
    /// Raises ValueError when the substring is not found.
    CallsBack "index" "(self, sub, start=None, end=None, /)" => search::index;
    /// Return True if the string is an alpha-numeric string, False otherwise.
    Pure "isalnum" "(self, /)" => case::isalnum;
    /// Return True if the string is an alphabetic string, False otherwise.
    Pure "isalpha" "(self, /)" => case::isalpha;
    /// Return True if all characters in the string are ASCII, False otherwise.
    Pure "isascii" "(self, /)" => case::isascii;
    /// Return True if the string is a decimal string, False otherwise.
    Pure "isdecimal" "(self, /)" => case::isdecimal;
    /// Return True if the string is a digit string, False otherwise.
    Pure "isdigit" "(self, /)" => case::isdigit;
    /// Return True if the string is a valid Python identifier, False otherwise.
    Pure "isidentifier" "(self, /)" => case::isidentifier;
    /// Return True if the string is a lowercase string, False otherwise.
    Pure "islower" "(self, /)" => case::islower;
    /// Return True if the string is a numeric string, False otherwise.
    Pure "isnumeric" "(self, /)" => case::isnumeric;
    /// Return True if all characters in the string are printable, False otherwise.
    Pure "isprintable" "(self, /)" => case::isprintable;
    /// Return True if the string is a whitespace string, False otherwise.
    Pure "isspace" "(self, /)" => case::isspace;
    /// Return True if the string is a title-cased string, False otherwise.
    Pure "istitle" "(self, /)" => case::istitle;
    /// Return True if the string is an uppercase string, False otherwise.
    Pure "isupper" "(self, /)" => case::isupper;
    /// Concatenate any number of strings.
    ///
    /// The string whose method is called is inserted in between each given string.
    /// The result is returned as a new string.
    ///
    /// Example: '.'.join(['ab', 'pq', 'rs']) -> 'ab.pq.rs'
    CallsBack "join" "(self, iterable, /)" => join::join;
    /// Return a left-justified string of length width.
    ///
    /// Padding is done using the specified fill character (default is a space).
    CallsBack "ljust" "(self, width, fillchar=' ', /)" => pad::ljust;
    /// Return a copy of the string converted to lowercase.
    Pure "lower" "(self, /)" => case::lower;
    /// Return a copy of the string with leading whitespace removed.
    ///
    /// If chars is given and not None, remove characters in chars instead.
    Pure "lstrip" "(self, chars=None, /)" => split::lstrip;
    /// Partition the string into three parts using the given separator.
    Pure "partition" "(self, sep, /)" => split::partition;
    /// Return a str with the given prefix string removed if present.
    Pure "removeprefix" "(self, prefix, /)" => search::removeprefix;
    /// Return a str with the given suffix string removed if present.
    Pure "removesuffix" "(self, suffix, /)" => search::removesuffix;
    /// Return a copy with all occurrences of substring old replaced by new.
    ///
    /// If the optional argument count is given, only the first count occurrences are
    /// replaced.
    CallsBack "replace" "(self, old, new, /, count=-1)" => search::replace;
    /// Return the highest index in S where substring sub is found, such that sub is contained within S[start:end].
    ///
    /// Optional arguments start and end are interpreted as in slice notation.
    /// Return -1 on failure.
    CallsBack "rfind" "(self, sub, start=None, end=None, /)" => search::rfind;
    /// Return the highest index in S where substring sub is found, such that sub is contained within S[start:end].
    ///
    /// Optional arguments start and end are interpreted as in slice notation.
    /// Raises ValueError when the substring is not found.
    CallsBack "rindex" "(self, sub, start=None, end=None, /)" => search::rindex;
    /// Return a right-justified string of length width.
    ///
    /// Padding is done using the specified fill character (default is a space).
    CallsBack "rjust" "(self, width, fillchar=' ', /)" => pad::rjust;
    /// Partition the string into three parts, searching from the end.
    Pure "rpartition" "(self, sep, /)" => split::rpartition;
    /// Return a list of the substrings in the string, using sep as the separator string, from the end.
    CallsBack "rsplit" "(self, /, sep=None, maxsplit=-1)" => split::rsplit;
    /// Return a copy of the string with trailing whitespace removed.
    ///
    /// If chars is given and not None, remove characters in chars instead.
    Pure "rstrip" "(self, chars=None, /)" => split::rstrip;
    /// Return a list of the substrings in the string, using sep as the separator string.
    CallsBack "split" "(self, /, sep=None, maxsplit=-1)" => split::split;
    /// Return a list of the lines in the string, breaking at line boundaries.
    ///
    /// Line breaks are not included in the resulting list unless keepends is given and
    /// true.
    CallsBack "splitlines" "(self, /, keepends=False)" => split::splitlines;
    /// Return True if the string starts with the specified prefix, False otherwise.
    CallsBack "startswith" "(self, prefix, start=None, end=None, /)" => search::startswith;
    /// Return a copy of the string with leading and trailing whitespace removed.
    ///
    /// If chars is given and not None, remove characters in chars instead.
    Pure "strip" "(self, chars=None, /)" => split::strip;
    /// Convert uppercase characters to lowercase and lowercase characters to uppercase.
    Pure "swapcase" "(self, /)" => case::swapcase;
    /// Return a version of the string where each word is titlecased.
    Pure "title" "(self, /)" => case::title;
    /// Replace each character in the string using the given translation table.
    CallsBack "translate" "(self, table, /)" => translate::translate;
    /// Return a copy of the string converted to uppercase.
    Pure "upper" "(self, /)" => case::upper;
    /// Pad a numeric string with zeros on the left, to fill a field of the given width.
    ///
    /// The string is never truncated.
    CallsBack "zfill" "(self, width, /)" => pad::zfill;
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
    Pure "__contains__" "(self, key, /)" => dunders::contains;
    /// Return a formatted version of the string as described by format_spec.
    CallsBack "__format__" "(self, format_spec, /)" => dunders::format;
    /// Return repr(self).
    Pure "__repr__" "(self, /)" => dunders::repr;
    /// Return str(self).
    Pure "__str__" "(self, /)" => dunders::str_;
    /// Return hash(self).
    Pure "__hash__" "(self, /)" => dunders::hash;
    /// Returns the arguments for `__new__`, for copying.
    Pure "__getnewargs__" "(self, /)" => getnewargs;
};

fn getnewargs(vm: &mut Vm, args: Args) -> Res {
    // Another object, as in CPython.
    let text = vm.heap.bytes(args.get(0)).to_vec();
    let copy = vm.new_str_raw(&text);
    Ok(vm.new_tuple(&[copy]))
}
