//! What calling a class runs: remembered for the classes that are called often.

use super::class::fields;
use crate::{Vm, ids};
use ttd_core::value::{TypeId, Value};

/// An entry of the cache of constructors: classes whose call runs an `__init__` in Python, or a native `__new__`.
#[derive(Clone, Copy)]
pub struct Constructor {
    class: Value,
    version: u32,
    call: Value,
}

impl Constructor {
    /// Holds for nothing.
    pub const EMPTY: Constructor = Constructor { class: Value::UNBOUND, version: 0, call: Value::UNBOUND };
}

impl Vm {
    /// What a call of a class runs, if it has the default construction. For a Python class its `__init__`: the
    /// metaclass calls as `type` does, `__new__` is object's, instances hold no builtin value. For an exception that
    /// keeps its arguments `BaseException.__init__`, for another builtin class its native `__new__`.
    #[inline]
    pub(crate) fn constructor(&mut self, class: Value) -> Option<Value> {
        let cached = &self.caches.constructors[class.index() as usize & 63];
        if cached.class == class && cached.version == self.caches.class_version {
            return Some(cached.call);
        }
        self.find_constructor(class)
    }

    fn find_constructor(&mut self, class: Value) -> Option<Value> {
        let call = if self.has_default_construction(class) {
            self.lookup(class, self.names.init).filter(|f| f.is(ids::FUNCTION))
        } else {
            self.init_of_plain_exception(class).or_else(|| self.native_new(class))
        }?;
        self.caches.constructors[class.index() as usize & 63] =
            Constructor { class, version: self.caches.class_version, call };
        Some(call)
    }

    /// `BaseException.__init__`, if calling the class runs only that and `BaseException.__new__`: the exception keeps
    /// its arguments.
    fn init_of_plain_exception(&mut self, class: Value) -> Option<Value> {
        let base = self.types.base_exception;
        let own = |vm: &mut Vm, class| [vm.names.new, vm.names.init].map(|name| vm.lookup(class, name));
        let is_plain = self.is_subclass(class, base)
            && self.heap.slot(class, fields::ABSTRACT) == Value::FALSE
            && self.calls_as_type(class)
            && own(self, class) == own(self, base);
        if is_plain { self.lookup(base, self.names.init).filter(|f| f.is(ids::METHOD_DESC)) } else { None }
    }

    /// The `__new__` of a builtin class, if calling the class does nothing else.
    fn native_new(&mut self, class: Value) -> Option<Value> {
        let builtin = self.heap.slot(class, fields::META) == self.types.type_
            && self.heap.slot(class, fields::HEAP) == Value::FALSE
            && class != self.types.type_
            && !self.is_initialised(class);
        builtin.then(|| self.lookup(class, self.names.new)).flatten().filter(|f| f.is(ids::BUILTIN))
    }

    /// Whether calling an exact builtin class runs its `__init__` as well. Other builtin classes have one for
    /// subclasses only.
    pub(crate) fn is_initialised(&self, class: Value) -> bool {
        class == self.types.module
            || class == self.class_of_tid[ids::SUPER.0 as usize]
            || self.loaded.types.of(TypeId(self.heap.slot(class, fields::TID).as_int() as u8)).slots.initialised
            || self.heap.slot(class, fields::TID) == Value::int(i64::from(ids::INST.0))
                && class != self.types.bool_
                && !self.has_payload_class(class)
    }

    /// Whether calling the class makes an instance by `object.__new__`, without a payload.
    pub(crate) fn has_default_construction(&mut self, class: Value) -> bool {
        self.calls_as_type(class) && self.is_made_by_object(class)
    }

    /// Whether instances of a Python class are made by `object.__new__`, without a payload.
    pub(crate) fn is_made_by_object(&mut self, class: Value) -> bool {
        self.heap.slot(class, fields::HEAP) == Value::TRUE
            && !self.has_payload_class(class)
            && self.heap.slot(class, fields::ABSTRACT) == Value::FALSE
            && self.lookup(class, self.names.new) == Some(self.loaded.object_new)
    }

    /// Whether calling a class runs `type.__call__`: its metaclass, if it has one, has no other.
    pub(crate) fn calls_as_type(&mut self, class: Value) -> bool {
        let meta = self.heap.slot(class, fields::META);
        meta == self.types.type_
            || self
                .lookup(meta, self.names.call)
                .is_some_and(|f| self.is_native_method(f, self.types.type_, b"__call__"))
    }
}
