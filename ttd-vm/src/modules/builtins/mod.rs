//! The builtin functions.
//!
//! Those that iterate do it natively when no Python code can run in between (`Vm::plain_iterable`); otherwise they hand
//! over to `lib/hidden/language/builtins.py`. Those that need the interpreter (`exec`, `globals`, `__import__` ...) are
//! in `source.rs` and `scope.rs`.

mod abc_cache;
mod adopt;
mod attributes;
mod classes;
mod collect;
mod expression;
mod hidden;
mod iterate;
mod numbers;
mod objects;
mod output;
mod scope;
pub(crate) mod source;
mod sum;
pub(crate) mod tree;
pub(crate) mod tree_code;
pub(crate) mod tree_init;

pub use hidden::MODULE as HIDDEN;
pub(crate) use sum::Total;

use ttd_core::value::Value;

use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "builtins",
    doc: "Built-in functions, types, exceptions, and other objects.\n\n\
          This module provides direct access to all 'built-in'\nidentifiers of Python; for example, builtins.len is\n\
          the full name for the built-in function len().\n\n\
          This module is not normally accessed explicitly by most\napplications, but can be useful in modules that \
          provide\nobjects with the same name as a builtin and need the\nbuiltin of that name.",
    functions: FUNCTIONS,
    types: &[],
    init,
};

const FUNCTIONS: &[Method] = methods! {
    /// Return the absolute value of the argument.
    CallsBack "abs" "(x, /)" => numbers::abs;
    /// Return True if bool(x) is True for all values x in the iterable.
    ///
    /// If the iterable is empty, return True.
    CallsBack "all" "(iterable, /)" => collect::all;
    /// Return True if bool(x) is True for any x in the iterable.
    ///
    /// If the iterable is empty, return False.
    CallsBack "any" "(iterable, /)" => collect::any;
    /// Return an ASCII-only representation of an object.
    ///
    /// As repr(), return a string containing a printable representation of an
    /// object, but escape the non-ASCII characters in the string returned by
    /// repr() using \\x, \\u or \\U escapes. This generates a string similar
    /// to that returned by repr() in Python 2.
    CallsBack "ascii" "(obj, /)" => objects::ascii;
    /// Return the binary representation of an integer.
    ///
    ///    >>> bin(2796202)
    ///    '0b1010101010101010101010'
    CallsBack "bin" "(number, /)" => numbers::bin;
    /// Return whether the object is callable (i.e., some kind of function).
    ///
    /// Note that classes are callable, as are instances of classes with a
    /// __call__() method.
    Pure "callable" "(obj, /)" => objects::callable;
    /// Return a Unicode string of one character with ordinal i; 0 <= i <= 0x10ffff.
    CallsBack "chr" "(i, /)" => numbers::chr;
    /// Deletes the named attribute from the given object.
    ///
    /// delattr(x, 'y') is equivalent to ``del x.y``
    CallsBack "delattr" "(obj, name, /)" => attributes::delattr;
    /// Return the tuple (x//y, x%y).  Invariant: div*y + mod == x.
    CallsBack "divmod" "(x, y, /)" => numbers::divmod;
    /// Return type(value).__format__(value, format_spec).
    ///
    /// Many built-in types implement format_spec according to the
    /// Format Specification Mini-language.  See help('FORMATTING')
    /// for details.
    CallsBack "format" "(value, format_spec='', /)" => objects::format;
    /// getattr(object, name[, default]) -> value
    ///
    /// Get a named attribute from an object; getattr(x, 'y') is equivalent to x.y.
    /// When a default argument is given, it is returned when the attribute doesn't
    /// Return the dictionary containing the current scope's global variables.
    Pure "globals" "()" => scope::globals;
    /// Return a dictionary containing the current scope's local variables.
    Pure "locals" "()" => scope::locals;
    /// Return the __dict__ attribute of an object, or the local variables.
    CallsBack "vars" "(object=..., /)" => scope::vars;
    /// Return the names of an object's attributes, or of the current scope.
    CallsBack "dir" "(object=..., /)" => scope::dir;
    /// Execute the given source in the context of globals and locals.
    CallsBack "exec" "(source, /, globals=None, locals=None, *, closure=None)" => source::exec;
    /// Evaluate the given source in the context of globals and locals.
    CallsBack "eval" "(source, /, globals=None, locals=None)" => source::eval;
    /// Compile source into a code object that can be executed by exec() or eval().
    CallsBack "compile" "(source, filename, mode, flags=0, dont_inherit=False, optimize=-1, *, _feature_version=-1)" => source::compile;
    /// Import a module.
    CallsBack "__import__" "(name, globals=None, locals=None, fromlist=(), level=0)" => scope::import;
    /// exist; without it, an exception is raised in that case.
    CallsBack "getattr" "(object, name, default=..., /)" => attributes::getattr;
    /// Return whether the object has an attribute with the given name.
    ///
    /// This is done by calling getattr(obj, name) and catching AttributeError.
    CallsBack "hasattr" "(obj, name, /)" => attributes::hasattr;
    /// Return the hash value for the given object.
    ///
    /// Two objects that compare equal must also have the same hash value, but the
    /// reverse is not necessarily true.
    CallsBack "hash" "(obj, /)" => objects::hash;
    /// Return the hexadecimal representation of an integer.
    ///
    ///    >>> hex(12648430)
    ///    '0xc0ffee'
    CallsBack "hex" "(number, /)" => numbers::hex;
    /// Return the identity of an object.
    ///
    /// This is guaranteed to be unique among simultaneously existing objects.
    /// (CPython uses the object's memory address.)
    Pure "id" "(obj, /)" => objects::id;
    /// Read a string from standard input.  The trailing newline is stripped.
    ///
    /// The prompt string, if given, is printed to standard output without a
    /// trailing newline before reading input.
    ///
    /// If the user hits EOF (*nix: Ctrl-D, Windows: Ctrl-Z+Return), raise EOFError.
    /// On *nix systems, readline is used if available.
    External "input" "(prompt='', /)" => output::input;
    /// Return an AsyncIterator for an AsyncIterable object.
    CallsBack "aiter" "(async_iterable, /)" => crate::types::asyncgen::aiter;
    /// Return the next item from the async iterator.
    ///
    /// If default is given and the async iterator is exhausted,
    /// it is returned instead of raising StopAsyncIteration.
    CallsBack "anext" "(async_iterator, default=..., /)" => crate::types::asyncgen::anext_of;
    /// Return whether an object is an instance of a class or of a subclass thereof.
    ///
    /// A tuple, as in ``isinstance(x, (A, B, ...))``, may be given as the target to
    /// check against. This is equivalent to ``isinstance(x, A) or isinstance(x, B)
    /// or ...`` etc.
    CallsBack "isinstance" "(obj, class_or_tuple, /)" => classes::isinstance;
    /// Return whether 'cls' is derived from another class or is the same class.
    ///
    /// A tuple, as in ``issubclass(x, (A, B, ...))``, may be given as the target to
    /// check against. This is equivalent to ``issubclass(x, A) or issubclass(x, B)
    /// or ...``.
    CallsBack "issubclass" "(cls, class_or_tuple, /)" => classes::issubclass;
    /// iter(iterable) -> iterator
    /// iter(callable, sentinel) -> iterator
    ///
    /// Get an iterator from an object.
    /// In the first form, the argument must supply its own iterator, or be a sequence.
    /// In the second form, the callable is called until it returns the sentinel.
    CallsBack "iter" "(object, sentinel=..., /)" => iterate::iter;
    /// Return the number of items in a container.
    CallsBack "len" "(obj, /)" => iterate::len;
    /// max(iterable, *[, default=obj, key=func]) -> value
    /// max(arg1, arg2, *args, *[, key=func]) -> value
    ///
    /// With a single iterable argument, return its biggest item. The
    /// default keyword-only argument specifies an object to return if
    /// the provided iterable is empty.
    /// With two or more positional arguments, return the largest argument.
    CallsBack "max" "(*args, **kwargs)" => collect::max;
    /// min(iterable, *[, default=obj, key=func]) -> value
    /// min(arg1, arg2, *args, *[, key=func]) -> value
    ///
    /// With a single iterable argument, return its smallest item. The
    /// default keyword-only argument specifies an object to return if
    /// the provided iterable is empty.
    /// With two or more positional arguments, return the smallest argument.
    CallsBack "min" "(*args, **kwargs)" => collect::min;
    /// next(iterator[, default])
    ///
    /// Return the next item from the iterator. If default is given and the iterator
    /// is exhausted, it is returned instead of raising StopIteration.
    CallsBack "next" "(iterator, default=..., /)" => iterate::next;
    /// Return the octal representation of an integer.
    ///
    ///    >>> oct(342391)
    ///    '0o1234567'
    CallsBack "oct" "(number, /)" => numbers::oct;
    /// Open file and return a stream.  Raise OSError upon failure.
    External "open" "(file, mode='r', buffering=-1, encoding=None, errors=None, newline=None, closefd=True, opener=None)" => output::open;
    /// Return the Unicode code point for a one-character string.
    Pure "ord" "(c, /)" => numbers::ord;
    /// Equivalent to base**exp with 2 arguments or base**exp % mod with 3 arguments.
    ///
    /// Some types, such as ints, are able to use a more efficient algorithm when
    /// invoked using the three argument form.
    CallsBack "pow" "(base, exp, mod=None)" => numbers::pow;
    /// Prints the values to a stream, or to sys.stdout by default.
    ///
    ///   sep
    ///     string inserted between values, default a space.
    ///   end
    ///     string appended after the last value, default a newline.
    ///   file
    ///     a file-like object (stream); defaults to the current sys.stdout.
    ///   flush
    ///     whether to forcibly flush the stream.
    External "print" "(*args, sep=' ', end='\\n', file=None, flush=False)" => output::print;
    /// Return the canonical string representation of the object.
    ///
    /// For many object types, including most builtins, eval() will return an object
    /// equal to the original.
    CallsBack "repr" "(obj, /)" => objects::repr;
    /// Round a number to a given precision in decimal digits.
    ///
    /// The return value is an integer if ndigits is omitted or None.  Otherwise
    /// the return value has the same type as the number.  ndigits may be negative.
    CallsBack "round" "(number, ndigits=None)" => numbers::round;
    /// Sets the named attribute on the given object to the specified value.
    ///
    /// setattr(x, 'y', v) is equivalent to ``x.y = v``
    CallsBack "setattr" "(obj, name, value, /)" => attributes::setattr;
    /// Return a new list containing all items from the iterable in ascending order.
    ///
    /// A custom key function can be supplied to customize the sort order, and the
    /// reverse flag can be set to request the result in descending order.
    CallsBack "sorted" "(*args, **kwargs)" => collect::sorted;
    /// Return the sum of a 'start' value (default: 0) plus an iterable of numbers
    ///
    /// When the iterable is empty, return the start value.
    /// This function is intended specifically for use with numeric values and may
    /// reject non-numeric types.
    CallsBack "sum" "(iterable, /, start=0)" => sum::sum;
};

fn init(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}
