//! `OSError`: error numbers, and the subclasses they select.

use ttd_core::value::Value;

use super::base;
use super::common::{self, member};
use crate::vm::errors::raise;
use crate::vm::host::os::error_text;
use crate::vm::objects::class::fields;
use crate::{Vm, getters, ids, methods, native::*};

/// The type.
pub(super) const TYPE: TypeDef = TypeDef {
    name: "OSError",
    base: "Exception",
    doc: "Base class for I/O related errors.",
    methods: methods! {
        /// Create and return a new object.  See help(type) for accurate signature.
        Pure "__new__" "(cls, /, *args, **kwargs)" => new;
        /// Initialize self.  See help(type(self)) for accurate signature.
        Mutates "__init__" "(self, /, *args, **kwargs)" => init;
        /// Return str(self).
        CallsBack "__str__" "(self, /)" => str;
        /// Helper for pickle.
        Mutates "__reduce__" "(self, /)" => reduce;
    },
    getters: getters! {
        "errno" => errno, set_errno;
        "strerror" => strerror_of, set_strerror;
        "filename" => filename, set_filename;
        "filename2" => filename2, set_filename2;
        "characters_written" => characters_written, set_characters_written;
    },
    ..TypeDef::EMPTY
};

/// Error numbers, their classes and the system's messages.
const ERRORS: &[(i64, &str, &str)] = &[
    (1, "PermissionError", "Operation not permitted"),
    (2, "FileNotFoundError", "No such file or directory"),
    (3, "ProcessLookupError", "No such process"),
    (4, "InterruptedError", "Interrupted system call"),
    (5, "OSError", "Input/output error"),
    (9, "OSError", "Bad file descriptor"),
    (10, "ChildProcessError", "No child processes"),
    (11, "BlockingIOError", "Resource temporarily unavailable"),
    (13, "PermissionError", "Permission denied"),
    (17, "FileExistsError", "File exists"),
    (20, "NotADirectoryError", "Not a directory"),
    (21, "IsADirectoryError", "Is a directory"),
    (22, "OSError", "Invalid argument"),
    (28, "OSError", "No space left on device"),
    (32, "BrokenPipeError", "Broken pipe"),
    (39, "OSError", "Directory not empty"),
    (103, "ConnectionAbortedError", "Software caused connection abort"),
    (104, "ConnectionResetError", "Connection reset by peer"),
    (108, "BrokenPipeError", "Cannot send after transport endpoint shutdown"),
    (110, "TimeoutError", "Connection timed out"),
    (111, "ConnectionRefusedError", "Connection refused"),
    (114, "BlockingIOError", "Operation already in progress"),
    (115, "BlockingIOError", "Operation now in progress"),
];

/// Returns the class of an error number.
pub fn class_name_of_errno(errno: i64) -> &'static str {
    ERRORS.iter().find(|e| e.0 == errno).map_or("OSError", |e| e.1)
}

/// Returns the system's message for an error number.
pub fn strerror(errno: i64) -> String {
    if let Some(known) = ERRORS.iter().find(|e| e.0 == errno) {
        return known.2.to_string();
    }
    error_text(&std::io::Error::from_raw_os_error(i32::try_from(errno).unwrap_or(0)))
}

member!(errno set_errno "errno" |vm, exc| detail(vm, exc, 0));
member!(strerror_of set_strerror "strerror" |vm, exc| detail(vm, exc, 1));
member!(filename set_filename "filename" |vm, exc| detail(vm, exc, 2));
member!(filename2 set_filename2 "filename2" |vm, exc| detail(vm, exc, 4));

/// Keeps the values that are computed from `args`, which are about to change.
pub(super) fn keep_details(vm: &mut Vm, exc: Value) {
    for (name, i) in [("errno", 0), ("strerror", 1), ("filename", 2), ("filename2", 4)] {
        if common::own(vm, exc, name).is_none() {
            let value = detail(vm, exc, i);
            common::set_own(vm, exc, name, value);
        }
    }
}

/// Returns one of two to five arguments: number, message, file name, Windows error, second file name.
fn detail(vm: &Vm, exc: Value, i: usize) -> Value {
    let n = common::args_of(vm, exc).len();
    if (2..=5).contains(&n) { common::arg(vm, exc, i) } else { Value::NONE }
}

impl Vm {
    /// Returns the exception for an error number.
    #[cold]
    pub fn errno_error(&mut self, errno: i64, filename: Option<Value>) -> Trap {
        self.errno_error_about(errno, filename.as_slice())
    }

    /// Returns the exception for an error number with one or two file names.
    #[cold]
    pub fn errno_error_about(&mut self, errno: i64, names: &[Value]) -> Trap {
        let class = self.class_of_errno(errno);
        let words = self.new_str(&strerror(errno));
        let exc = self.new_exception(class, &[Value::int(errno), words]);
        for (name, attribute) in names.iter().zip(["filename", "filename2"]) {
            common::set_own(self, exc, attribute, *name);
        }
        Trap::Raise(exc)
    }

    /// Returns the class of the exceptions with an error number.
    pub(crate) fn class_of_errno(&self, errno: i64) -> Value {
        let name = class_name_of_errno(errno);
        let mut classes = vec![self.types.os_error];
        let mut at = 0;
        while at < classes.len() {
            let class = classes[at];
            if self.heap.slot(class, fields::HEAP) == Value::FALSE {
                if self.class_name(class) == name {
                    return class;
                }
                classes.extend_from_slice(self.heap.list(self.heap.slot(class, fields::SUBCLASSES)));
            }
            at += 1;
        }
        self.types.os_error
    }

    /// Returns whether only the `__init__` of a subclass of OSError reads the arguments.
    fn only_init_counts(&mut self, class: Value) -> bool {
        let init = self.lookup(class, self.names.init);
        let new = self.lookup(class, self.names.new);
        init.is_some_and(|f| !f.is(ids::METHOD_DESC)) && new.is_some_and(|f| f.is(ids::BUILTIN))
    }
}

fn new(vm: &mut Vm, args: Args) -> Res {
    let mut class = args.get(0);
    if vm.only_init_counts(class) {
        return Ok(vm.new_exception(class, &[]));
    }
    no_keywords(vm, class, &args)?;
    if class == vm.types.os_error
        && let [errno, _, ..] = args.rest
        && let Some(errno) = vm.as_i64(*errno)
    {
        class = vm.class_of_errno(errno);
    }
    let exc = vm.new_exception(class, &[]);
    set_details(vm, exc, args.rest)?;
    Ok(exc)
}

fn no_keywords(vm: &mut Vm, class: Value, args: &Args) -> Res<()> {
    if args.kw.is_empty() {
        return Ok(());
    }
    let name = vm.class_name(class);
    Err(vm.type_error(format!("{name}() takes no keyword arguments")))
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let class = vm.type_of(exc);
    if vm.only_init_counts(class) {
        no_keywords(vm, class, &args)?;
        set_details(vm, exc, args.rest)?;
    }
    Ok(Value::NONE)
}

/// `args` has the file names again.
fn reduce(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let mut given = vm.exc_field(exc, raise::fields::ARGS);
    let name = common::own(vm, exc, "filename").filter(|v| !v.is_none());
    if let (&[number, message], Some(name)) = (common::args_of(vm, exc), name) {
        let second = common::own(vm, exc, "filename2").filter(|v| !v.is_none());
        let all = [number, message, name, Value::NONE, second.unwrap_or(Value::NONE)];
        given = vm.new_tuple(if second.is_some() { &all } else { &all[..3] });
    }
    base::reduce_to(vm, exc, given)
}

fn characters_written(vm: &mut Vm, exc: Value) -> Res {
    match common::own(vm, exc, WRITTEN) {
        Some(n) if !n.is_none() => Ok(n),
        _ => Err(vm.attribute_error("characters_written")),
    }
}

fn set_characters_written(vm: &mut Vm, exc: Value, value: Value) -> Res<()> {
    if value.is_unbound() {
        characters_written(vm, exc)?;
        common::set_own(vm, exc, WRITTEN, value);
        return Ok(());
    }
    let n = count_of(vm, value)?;
    let n = vm.int(n);
    common::set_own(vm, exc, WRITTEN, n);
    Ok(())
}

fn count_of(vm: &mut Vm, value: Value) -> Res<i64> {
    let n = vm.index(value)?;
    match vm.as_i64(n) {
        Some(n) => Ok(n),
        None => {
            let name = vm.type_name(value);
            Err(vm.value_error(format!("cannot fit '{name}' into an index-sized integer")))
        }
    }
}

/// Attribute with the count of a `BlockingIOError`.
const WRITTEN: &str = "characters_written";

/// Returns whether the third argument is the number of characters written: in a `BlockingIOError` itself, if it is
/// numeric. Subclasses have a file name there.
fn counts_characters(vm: &mut Vm, exc: Value, third: Value) -> bool {
    let class = vm.type_of(exc);
    if vm.heap.slot(class, fields::HEAP) == Value::TRUE || vm.class_short_name(class) != "BlockingIOError" {
        return false;
    }
    let inner = vm.unwrap(third);
    vm.is_integer(inner)
        || inner.is_float()
        || inner.is(ids::COMPLEX)
        || ["__index__", "__int__", "__float__"].into_iter().any(|name| vm.special(third, name).is_some())
}

/// Stores number, message and file names; `args` keeps only the first two.
fn set_details(vm: &mut Vm, exc: Value, args: &[Value]) -> Res<()> {
    if !(3..=5).contains(&args.len()) || args[2].is_none() {
        common::set_args(vm, exc, args);
        return Ok(());
    }
    if counts_characters(vm, exc, args[2]) {
        let count = count_of(vm, args[2])?;
        common::set_args(vm, exc, args);
        // -1 means unset.
        if count != -1 {
            let count = vm.int(count);
            common::set_own(vm, exc, WRITTEN, count);
        }
        common::set_own(vm, exc, "filename", Value::NONE);
        return Ok(());
    }
    common::set_args(vm, exc, &args[..2]);
    common::set_own(vm, exc, "filename", args[2]);
    if let Some(second) = args.get(4).filter(|v| !v.is_none()) {
        common::set_own(vm, exc, "filename2", *second);
    }
    Ok(())
}

fn str(vm: &mut Vm, args: Args) -> Res {
    let exc = args.get(0);
    let (number, words) = (errno(vm, exc)?, strerror_of(vm, exc)?);
    let (first, second) = (filename(vm, exc)?, filename2(vm, exc)?);
    if first.is_none() && (number.is_none() || words.is_none()) {
        return base::str(vm, args);
    }
    let (number, words) = (common::text(vm, number)?, common::text(vm, words)?);
    let mut out = vm.message("[Errno ", number, "] ");
    out.extend_from_slice(vm.heap.bytes(words));
    if !first.is_none() {
        let quoted = vm.repr(first)?;
        out.extend(vm.message(": ", quoted, ""));
        if !second.is_none() {
            let quoted = vm.repr(second)?;
            out.extend(vm.message(" -> ", quoted, ""));
        }
    }
    Ok(vm.new_str_raw(&out))
}
