//! Lookups: the class of a value, and names along the method resolution order.

use super::class::fields;
use crate::operators::CmpOp;
use crate::{Vm, ids};
use ttd_core::value::{TypeId, Value};

/// An entry of the global cache of lookups along the method resolution order.
#[derive(Clone, Copy)]
pub struct MethodCache {
    class: Value,
    name: Value,
    version: u32,
    found: Value,
}

impl MethodCache {
    /// Holds for nothing.
    pub const EMPTY: MethodCache =
        MethodCache { class: Value::UNBOUND, name: Value::UNBOUND, version: 0, found: Value::UNBOUND };
}

impl Vm {
    /// The class of any value.
    #[inline]
    pub fn type_of(&self, v: Value) -> Value {
        if v.is_obj() {
            let tid = v.tid();
            if tid == ids::INST {
                return self.loaded.shapes.get(self.heap.shape(v)).class;
            }
            if tid == ids::CLASS {
                return self.heap.slot(v, fields::META);
            }
            if tid == ids::METHOD_DESC || tid == ids::BUILTIN || tid == ids::MODULE {
                return self.type_of_special(v);
            }
            return self.class_of_tid[tid.0 as usize];
        }
        if v.is_int() {
            self.types.int
        } else if v.is_float() {
            self.types.float
        } else if v.is_bool() {
            self.types.bool_
        } else if v.is_none() {
            self.types.none_type
        } else if v == Value::ELLIPSIS {
            self.types.ellipsis_type
        } else {
            self.types.not_implemented_type
        }
    }

    /// The class of a native method (special methods have types of their own) or of a module, which may be a Python
    /// class.
    #[cold]
    fn type_of_special(&self, f: Value) -> Value {
        if f.is(ids::MODULE) {
            let class = self.heap.slots(f).get(1).copied().unwrap_or(Value::UNBOUND);
            return if class.is_unbound() { self.types.module } else { class };
        }
        let special = self.loaded.natives[self.heap.shape(f) as usize].special;
        if f.is(ids::METHOD_DESC) {
            return if special {
                self.types.wrapper_descriptor
            } else {
                self.class_of_tid[ids::METHOD_DESC.0 as usize]
            };
        }
        let bound = !self.heap.slot(f, 0).is_unbound();
        if special && bound { self.types.method_wrapper } else { self.types.builtin }
    }

    /// `type(v).__name__`.
    pub fn type_name(&self, v: Value) -> String {
        self.class_name(self.type_of(v))
    }

    /// The name of a class in messages: `__name__`, with the module for a builtin class that is in one.
    pub fn class_name(&self, class: Value) -> String {
        let sealed = self.heap.slot(class, fields::SEALED);
        if !sealed.is_unbound() {
            return self.text_lossy(sealed).into_owned();
        }
        let tid = TypeId(self.heap.slot(class, fields::TID).as_int() as u8);
        let dotted = self.loaded.types.of(tid).name;
        if dotted.contains('.') {
            return dotted.to_owned();
        }
        let name = self.class_short_name(class);
        if tid == ids::INST && self.heap.slot(class, fields::HEAP) == Value::FALSE {
            let module = self.dict_get_name(self.class_dict(class), self.names.module);
            if let Some(module) = module.filter(|m| m.is(ids::STR) && self.text_lossy(*m) != "builtins") {
                return format!("{}.{name}", self.text_lossy(module));
            }
        }
        name
    }

    /// `class.__name__`.
    pub fn class_short_name(&self, class: Value) -> String {
        self.text_lossy(self.heap.slot(class, fields::NAME)).into_owned()
    }

    /// The namespace of a class.
    #[inline]
    pub fn class_dict(&self, class: Value) -> Value {
        self.heap.slot(class, fields::DICT)
    }

    /// The method resolution order.
    #[inline]
    pub fn mro(&self, class: Value) -> &[Value] {
        self.heap.tuple(self.heap.slot(class, fields::MRO))
    }

    /// Looks an interned name up along the method resolution order.
    pub fn lookup(&mut self, class: Value, name: Value) -> Option<Value> {
        let at =
            (class.index() ^ name.index().wrapping_mul(0x9E37_79B1)) as usize & (self.caches.method_cache.len() - 1);
        let cached = &self.caches.method_cache[at];
        let holds = self.is_current(cached.version) || cached.version == self.caches.native_version;
        if cached.class == class && cached.name == name && holds {
            return (!cached.found.is_unbound()).then_some(cached.found);
        }
        let found = self.lookup_uncached(class, name);
        let is_native = self.heap.slot(class, fields::HEAP) == Value::FALSE;
        let kept = found.unwrap_or(Value::UNBOUND);
        let version = if is_native { self.caches.native_version } else { self.version_of(kept) };
        self.caches.method_cache[at] = MethodCache { class, name, version, found: kept };
        found
    }

    fn lookup_uncached(&self, class: Value, name: Value) -> Option<Value> {
        self.mro(class).iter().find_map(|&c| self.dict_get_name(self.class_dict(c), name))
    }

    /// A value in a namespace under an interned name.
    #[inline]
    pub fn dict_get_name(&self, dict: Value, name: Value) -> Option<Value> {
        let at = self.dict_find_name(dict, name)?;
        self.heap.dict_entry(dict, at).map(|e| e.2)
    }

    /// The entry of a namespace under an interned name.
    pub fn dict_find_name(&self, dict: Value, name: Value) -> Option<usize> {
        let heap = &self.heap;
        let hash = heap.cached_hash(name);
        heap.dict_find(dict, hash, |key| key == name || key.is(ids::STR) && heap.bytes(key) == heap.bytes(name))
    }

    /// Sets an interned name in a namespace.
    pub fn dict_set_name(&mut self, dict: Value, name: Value, value: Value) {
        match self.dict_find_name(dict, name) {
            Some(at) => self.heap.dict_set_value(dict, at, value),
            None => {
                let hash = self.heap.cached_hash(name);
                self.heap.dict_insert_new(dict, hash, name, value);
            }
        }
    }

    /// Whether a value is the native method with this name of a builtin class, under whatever name it was found.
    #[inline]
    pub(crate) fn is_native_method(&self, f: Value, owner: Value, name: &[u8]) -> bool {
        f.is(ids::METHOD_DESC)
            && self.heap.slot(f, 0) == owner
            && self.loaded.natives[self.heap.shape(f) as usize].row.name.as_bytes() == name
    }

    /// Looks a name up along the method resolution order.
    pub fn lookup_type(&mut self, class: Value, name: &str) -> Option<Value> {
        let name = self.intern(name);
        self.lookup(class, name)
    }

    /// The special method of a value's type, unbound.
    pub fn special(&mut self, v: Value, name: &str) -> Option<Value> {
        let class = self.type_of(v);
        let found = self.lookup_type(class, name).filter(|f| !f.is_none())?;
        Some(self.as_function(found))
    }

    /// Whether the right operand's class may be a subclass of the left one's, an instance: its method would go first.
    #[inline]
    pub(crate) fn may_go_first(&self, x: Value, y: Value) -> bool {
        if y.is(ids::INST) {
            let (x, y) = (self.heap.shape(x), self.heap.shape(y));
            return x != y && self.loaded.shapes.get(x).class != self.loaded.shapes.get(y).class;
        }
        y.is(ids::MODULE) || y.is(ids::CLASS)
    }

    /// The special method for a comparison. None in its place is returned too: calling it gives the intended TypeError.
    pub fn comparison_method(&mut self, v: Value, op: CmpOp) -> Option<Value> {
        let class = self.type_of(v);
        let found = self.lookup(class, self.comparison_name(op))?;
        Some(self.as_function_by(found, "call_comparison"))
    }

    /// The name of a comparison's method.
    #[inline]
    pub(crate) fn comparison_name(&self, op: CmpOp) -> Value {
        match op {
            CmpOp::Lt => self.names.lt,
            CmpOp::Le => self.names.le,
            CmpOp::Eq => self.names.eq,
            CmpOp::Ne => self.names.ne,
            CmpOp::Gt => self.names.gt,
            CmpOp::Ge => self.names.ge,
        }
    }

    /// A special method as a function of the object: binds what is not a function by its own rules.
    #[inline]
    pub(crate) fn as_function(&mut self, found: Value) -> Value {
        self.as_function_by(found, "call_special")
    }

    #[inline]
    fn as_function_by(&mut self, found: Value, binding: &str) -> Value {
        if found.is(ids::FUNCTION) || found.is(ids::METHOD_DESC) {
            return found;
        }
        let f = self.lib(binding);
        self.new_method(f, found)
    }

    /// The special method of a value's type under an interned name, unbound.
    #[inline]
    pub fn special_named(&mut self, v: Value, name: Value) -> Option<Value> {
        let class = self.type_of(v);
        let found = self.lookup_special(class, name)?;
        Some(self.as_function(found))
    }

    /// The special method of a class's instances under an interned name, unbound. None in its place means that there is
    /// none.
    #[inline]
    pub fn lookup_special(&mut self, class: Value, name: Value) -> Option<Value> {
        self.lookup(class, name).filter(|f| !f.is_none())
    }

    /// Whether `class` is `of` or derives from it.
    #[inline]
    pub fn is_subclass(&self, class: Value, of: Value) -> bool {
        class == of || self.mro(class).contains(&of)
    }

    /// Whether the value's class is `class` or derives from it.
    #[inline]
    pub fn is_instance(&self, v: Value, class: Value) -> bool {
        self.is_subclass(self.type_of(v), class)
    }
}
