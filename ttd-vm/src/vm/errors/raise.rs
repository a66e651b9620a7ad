//! Raising exceptions from native code.

use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::{Vm, ids};

/// The native fields of an exception instance.
pub mod fields {
    /// `args`, a tuple.
    pub const ARGS: usize = 0;
    /// `__traceback__`.
    pub const TRACEBACK: usize = 1;
    /// `__context__`.
    pub const CONTEXT: usize = 2;
    /// `__cause__`.
    pub const CAUSE: usize = 3;
    /// `__suppress_context__`.
    pub const SUPPRESS: usize = 4;
    /// The time of its first `exception` event, or NULL: where the debugger goes if the program dies of it.
    pub const FIRST: usize = 5;
    /// What the class knows beside the arguments, such as a file name: a tuple of names and values, or NULL.
    pub const MEMBERS: usize = 6;
    /// Number of fields.
    pub const COUNT: usize = 7;
}

macro_rules! raisers {
    ($($name:ident $class:ident;)*) => {
        impl Vm {
            $(#[doc = concat!("Raises `", stringify!($class), "` with this message.")]
            #[cold]
            pub fn $name(&mut self, message: impl AsRef<[u8]>) -> Trap {
                self.error(self.types.$class, message)
            })*
        }
    };
}

raisers! {
    type_error type_error; value_error value_error; index_error index_error; attribute_error attribute_error;
    overflow_error overflow_error; zero_division zero_division_error; runtime_error runtime_error;
    name_error name_error; import_error import_error; os_error os_error; recursion_error recursion_error;
    system_error system_error; lookup_error lookup_error; assertion_error assertion_error;
}

impl Vm {
    /// Raises an exception of this class. The message may be WTF-8 if it contains text of the program.
    #[cold]
    pub fn error(&mut self, class: Value, message: impl AsRef<[u8]>) -> Trap {
        let text = self.new_str_raw(message.as_ref());
        self.raise(class, &[text])
    }

    /// A message that contains a string of the program, which may hold lone surrogates.
    #[cold]
    pub fn message(&self, before: impl AsRef<[u8]>, text: Value, after: impl AsRef<[u8]>) -> Vec<u8> {
        [before.as_ref(), self.heap.bytes(text), after.as_ref()].concat()
    }

    /// Raises an exception of this builtin class with these arguments.
    #[cold]
    pub fn raise(&mut self, class: Value, args: &[Value]) -> Trap {
        Trap::Raise(self.new_exception(class, args))
    }

    /// Raises `KeyError(key)`.
    #[cold]
    pub fn key_error(&mut self, key: Value) -> Trap {
        self.raise(self.types.key_error, &[key])
    }

    /// Raises `StopIteration`, with the value when it is not None.
    #[cold]
    pub fn stop_iteration(&mut self, value: Value) -> Trap {
        let args: &[Value] = if value.is_none() { &[] } else { &[value] };
        self.raise(self.types.stop_iteration, args)
    }

    /// Raises `MemoryError`. CPython preallocates it and never gives it a context: see `set_context`.
    #[cold]
    pub fn memory_error(&mut self) -> Trap {
        let exc = self.new_exception(self.types.memory_error, &[]);
        self.heap.set_slot(exc, fields::CONTEXT, Value::UNBOUND);
        Trap::Raise(exc)
    }

    /// Raises NotImplementedError for a feature that ttd-py does not have yet.
    #[cold]
    pub fn not_supported(&mut self, what: &str) -> Trap {
        self.error(self.types.not_implemented_error, format!("{what} is not supported by ttd-py yet"))
    }

    /// Makes an exception of a builtin class, without running any `__init__`.
    pub fn new_exception(&mut self, class: Value, args: &[Value]) -> Value {
        let exc = self.new_instance(class);
        let tuple = self.new_tuple(args);
        self.heap.set_slot(exc, fields::ARGS, tuple);
        for field in [fields::TRACEBACK, fields::CONTEXT, fields::CAUSE] {
            self.heap.set_slot(exc, field, Value::NONE);
        }
        self.heap.set_slot(exc, fields::SUPPRESS, Value::FALSE);
        exc
    }

    /// Whether it is an exception instance.
    pub fn is_exception(&self, v: Value) -> bool {
        v.is(ids::INST) && self.is_instance(v, self.types.base_exception)
    }

    /// A field of an exception.
    pub fn exc_field(&self, exc: Value, field: usize) -> Value {
        self.heap.slot(exc, field)
    }

    /// A member of an exception, if it was set. Members are no attributes in its `__dict__`.
    pub(crate) fn exc_member(&self, exc: Value, name: Value) -> Option<Value> {
        let members = self.exc_field(exc, fields::MEMBERS);
        let pairs = if members.is(ids::TUPLE) { self.heap.tuple(members) } else { &[] };
        pairs.chunks_exact(2).find(|pair| pair[0] == name).map(|pair| pair[1])
    }

    /// Sets members of an exception.
    pub(crate) fn set_exc_members(&mut self, exc: Value, new: &[(Value, Value)]) {
        let old = self.exc_field(exc, fields::MEMBERS);
        let mut all = if old.is(ids::TUPLE) { self.heap.tuple(old).to_vec() } else { Vec::new() };
        for &(name, value) in new {
            match all.iter().step_by(2).position(|known| *known == name) {
                Some(at) => all[2 * at + 1] = value,
                None => all.extend([name, value]),
            }
        }
        let members = self.new_tuple(&all);
        self.heap.set_slot(exc, fields::MEMBERS, members);
    }

    /// Separates exceptions of this class from a result: `Ok(None)` if one was raised.
    pub fn catch<T>(&self, result: Res<T>, class: Value) -> Res<Option<T>> {
        match result {
            Ok(v) => Ok(Some(v)),
            Err(Trap::Raise(e)) if self.is_instance(e, class) => Ok(None),
            Err(other) => Err(other),
        }
    }
}
