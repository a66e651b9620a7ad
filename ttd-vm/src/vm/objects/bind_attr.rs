//! Binding: what a descriptor found in a class evaluates to.

use ttd_core::value::Value;

use super::get_attr::Attr;
use crate::native::Res;
use crate::{Vm, ids};

/// Slots of bound methods.
pub mod method {
    /// `__func__`.
    pub const FUNC: usize = 0;
    /// `__self__`.
    pub const SELF: usize = 1;
}

/// Slots of properties.
pub mod property {
    /// `fget`.
    pub const GET: usize = 0;
    /// `fset`.
    pub const SET: usize = 1;
    /// `fdel`.
    pub const DEL: usize = 2;
    /// `__doc__`.
    pub const DOC: usize = 3;
    /// `__name__`.
    pub const NAME: usize = 4;
    /// Whether the docstring came from the getter.
    pub const GETTER_DOC: usize = 5;
}

impl Vm {
    /// Whether a data descriptor has a `__get__`; without one, it does not hide the instance's attribute on reading.
    pub(super) fn has_getter(&mut self, d: Value) -> bool {
        if !d.is(ids::INST) {
            return true;
        }
        let class = self.type_of(d);
        self.lookup(class, self.names.get).is_some()
    }

    /// Calls the getter of a GETSET on an object.
    pub(crate) fn computed_attr(&mut self, d: Value, obj: Value) -> Res {
        let getter = self.loaded.getters[self.heap.shape(d) as usize];
        let this = if self.heap.slot(d, 0) == Value::TRUE { self.unwrap(obj) } else { obj };
        (getter.get)(self, this)
    }

    /// Binds a value found in an object's class.
    pub(crate) fn bind_found(&mut self, d: Value, obj: Value, class: Value) -> Res<Attr> {
        if !d.is_obj() {
            return Ok(Attr::Value(d));
        }
        match d.tid() {
            ids::FUNCTION | ids::METHOD_DESC => Ok(Attr::Bound(d, obj)),
            ids::STATICMETHOD => Ok(Attr::Value(self.heap.slot(d, 0))),
            ids::CLASSMETHOD | ids::CLASSMETHOD_DESC => Ok(Attr::Bound(self.heap.slot(d, 0), class)),
            ids::PROPERTY => {
                let get = self.heap.slot(d, property::GET);
                if get.is_none() {
                    return Err(crate::types::property::no_accessor(self, d, obj, "getter"));
                }
                Ok(Attr::Call(get, [obj, Value::UNBOUND, Value::UNBOUND], 1))
            }
            ids::GETSET => self.computed_attr(d, obj).map(Attr::Value),
            ids::TUPLEGETTER => crate::types::mapping::field_value(self, d, obj).map(Attr::Value),
            ids::SUPER if self.heap.slot(d, 1).is_none() => {
                let class = self.heap.slot(d, 0);
                Ok(Attr::Value(self.heap.new_slots_from(ids::SUPER, 0, &[class, obj])))
            }
            ids::MEMBER => {
                let shape = self.loaded.shapes.get(self.heap.shape(obj));
                let slot = shape.slot(self.heap.slot(d, super::member_slots::member::KEY));
                Ok(slot.map_or(Attr::Missing, |s| Attr::Slot(s, self.heap.slot(obj, s as usize))))
            }
            ids::INST => {
                let d_class = self.type_of(d);
                if d_class == self.types.lru_cache {
                    return Ok(Attr::Bound(d, obj));
                }
                match self.lookup(d_class, self.names.get) {
                    Some(get) => Ok(Attr::Call(get, [d, obj, class], 3)),
                    None => Ok(Attr::Value(d)),
                }
            }
            _ => Ok(Attr::Value(d)),
        }
    }

    /// Binds a value found in a class when read from the class itself.
    pub(crate) fn bind_in_class(&mut self, d: Value, class: Value) -> Res<Attr> {
        if !d.is_obj() {
            return Ok(Attr::Value(d));
        }
        match d.tid() {
            ids::STATICMETHOD => Ok(Attr::Value(self.heap.slot(d, 0))),
            ids::CLASSMETHOD | ids::CLASSMETHOD_DESC => Ok(Attr::Bound(self.heap.slot(d, 0), class)),
            ids::INST => {
                let d_class = self.type_of(d);
                match self.lookup(d_class, self.names.get) {
                    Some(get) => Ok(Attr::Call(get, [d, Value::NONE, class], 3)),
                    None => Ok(Attr::Value(d)),
                }
            }
            _ => Ok(Attr::Value(d)),
        }
    }

    /// Makes a bound method object.
    pub fn new_method(&mut self, func: Value, this: Value) -> Value {
        if func.is(ids::METHOD_DESC)
            || func.is(ids::BUILTIN) && self.loaded.natives[self.heap.shape(func) as usize].is_class_method
        {
            let native = self.heap.shape(func);
            return self.heap.new_slots_from(ids::BUILTIN, native, &[this]);
        }
        self.heap.new_slots_from(ids::METHOD, 0, &[func, this])
    }
}
