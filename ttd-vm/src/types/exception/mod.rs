//! Exceptions: the class hierarchy and the attributes of its classes.
//!
//! An instance is a plain object whose first slots are the native fields of `vm::errors::raise::fields`. All other
//! attributes (`StopIteration.value`, `OSError.errno` …) are computed from `args` until they are set; then the instance
//! has an attribute of that name, which the getters of [`common`] prefer. So native code raises an exception with
//! `args` alone.

mod base;
mod common;
mod group;
mod import;
mod lookup;
pub mod os;
mod signals;
mod syntax;
pub mod unicode;

use crate::native::TypeDef;

pub use os::{class_name_of_errno, strerror};

/// Declares a class without attributes of its own.
const fn plain(name: &'static str, base: &'static str, doc: &'static str) -> TypeDef {
    TypeDef { name, base, doc, ..TypeDef::EMPTY }
}

/// All builtin exceptions with one base, bases before what derives from them.
pub const TYPES: &[TypeDef] = &[
    base::TYPE,
    group::TYPE,
    plain("Exception", "BaseException", "Common base class for all non-exit exceptions."),
    plain("ArithmeticError", "Exception", "Base class for arithmetic errors."),
    plain("FloatingPointError", "ArithmeticError", "Floating-point operation failed."),
    plain("OverflowError", "ArithmeticError", "Result too large to be represented."),
    plain("ZeroDivisionError", "ArithmeticError", "Second argument to a division or modulo operation was zero."),
    plain("AssertionError", "Exception", "Assertion failed."),
    lookup::ATTRIBUTE_ERROR,
    plain("BufferError", "Exception", "Buffer error."),
    plain("EOFError", "Exception", "Read beyond end of file."),
    import::TYPE,
    plain("ModuleNotFoundError", "ImportError", "Module not found."),
    plain("LookupError", "Exception", "Base class for lookup errors."),
    plain("IndexError", "LookupError", "Sequence index out of range."),
    lookup::KEY_ERROR,
    plain("MemoryError", "Exception", "Out of memory."),
    lookup::NAME_ERROR,
    plain("UnboundLocalError", "NameError", "Local name referenced but not bound to a value."),
    os::TYPE,
    plain("BlockingIOError", "OSError", "I/O operation would block."),
    plain("ChildProcessError", "OSError", "Child process error."),
    plain("ConnectionError", "OSError", "Connection error."),
    plain("BrokenPipeError", "ConnectionError", "Broken pipe."),
    plain("ConnectionAbortedError", "ConnectionError", "Connection aborted."),
    plain("ConnectionRefusedError", "ConnectionError", "Connection refused."),
    plain("ConnectionResetError", "ConnectionError", "Connection reset."),
    plain("FileExistsError", "OSError", "File already exists."),
    plain("FileNotFoundError", "OSError", "File not found."),
    plain("InterruptedError", "OSError", "Interrupted by signal."),
    plain("IsADirectoryError", "OSError", "Operation doesn't work on directories."),
    plain("NotADirectoryError", "OSError", "Operation only works on directories."),
    plain("PermissionError", "OSError", "Not enough permissions."),
    plain("ProcessLookupError", "OSError", "Process not found."),
    plain("TimeoutError", "OSError", "Timeout expired."),
    plain("ReferenceError", "Exception", "Weak ref proxy used after referent went away."),
    plain("RuntimeError", "Exception", "Unspecified run-time error."),
    plain("NotImplementedError", "RuntimeError", "Method or function hasn't been implemented yet."),
    plain("PythonFinalizationError", "RuntimeError", "Operation blocked during Python finalization."),
    plain("RecursionError", "RuntimeError", "Recursion limit exceeded."),
    plain("StopAsyncIteration", "Exception", "Signal the end from iterator.__anext__()."),
    signals::STOP_ITERATION,
    syntax::TYPE,
    plain("IndentationError", "SyntaxError", "Improper indentation."),
    plain("TabError", "IndentationError", "Improper mixture of spaces and tabs."),
    plain("_IncompleteInputError", "SyntaxError", "incomplete input."),
    plain(
        "SystemError",
        "Exception",
        "Internal error in the Python interpreter.\n\nPlease report this to the Python maintainer, along with the traceback,\nthe Python version, and the hardware/OS platform and version.",
    ),
    plain("TypeError", "Exception", "Inappropriate argument type."),
    plain("ValueError", "Exception", "Inappropriate argument value (of correct type)."),
    plain("UnicodeError", "ValueError", "Unicode related error."),
    unicode::DECODE,
    unicode::ENCODE,
    unicode::TRANSLATE,
    plain("Warning", "Exception", "Base class for warning categories."),
    plain(
        "BytesWarning",
        "Warning",
        "Base class for warnings about bytes and buffer related problems, mostly\nrelated to conversion from str or comparing to str.",
    ),
    plain("DeprecationWarning", "Warning", "Base class for warnings about deprecated features."),
    plain("EncodingWarning", "Warning", "Base class for warnings about encodings."),
    plain(
        "FutureWarning",
        "Warning",
        "Base class for warnings about constructs that will change semantically\nin the future.",
    ),
    plain("ImportWarning", "Warning", "Base class for warnings about probable mistakes in module imports"),
    plain(
        "PendingDeprecationWarning",
        "Warning",
        "Base class for warnings about features which will be deprecated\nin the future.",
    ),
    plain("ResourceWarning", "Warning", "Base class for warnings about resource usage."),
    plain("RuntimeWarning", "Warning", "Base class for warnings about dubious runtime behavior."),
    plain("SyntaxWarning", "Warning", "Base class for warnings about dubious syntax."),
    plain(
        "UnicodeWarning",
        "Warning",
        "Base class for warnings about Unicode related problems, mostly\nrelated to conversion problems.",
    ),
    plain("UserWarning", "Warning", "Base class for warnings generated by user code."),
    plain("GeneratorExit", "BaseException", "Request that a generator exit."),
    plain("KeyboardInterrupt", "BaseException", "Program interrupted by user."),
    signals::SYSTEM_EXIT,
];

/// The names of all builtin exceptions with those of their bases, in the same order.
pub const EXCEPTIONS: &[(&str, &[&str])] = &with_bases();

/// Adds `ExceptionGroup`, the only class with two bases.
const fn with_bases() -> [(&'static str, &'static [&'static str]); TYPES.len() + 1] {
    let group: (&str, &[&str]) = ("ExceptionGroup", &["BaseExceptionGroup", "Exception"]);
    let mut out = [group; TYPES.len() + 1];
    let mut i = 0;
    while i < TYPES.len() {
        out[i] = (TYPES[i].name, std::slice::from_ref(&TYPES[i].base));
        i += 1;
    }
    out
}
