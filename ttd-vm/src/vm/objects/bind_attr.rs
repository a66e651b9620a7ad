//! Binding: what a descriptor found in a class evaluates to.

use ttd_core::value::Value;

use super::get_attr::Attr;
use crate::native::{Res, Trap};
use crate::{Vm, ids};

/// Slots of bound methods.
pub mod method {
    /// `__func__`.
    pub const FUNC: usize = 0;
    /// `__self__`.
    pub const SELF: usize = 1;
}

/// Slots of modules.
pub mod module {
    /// What subclasses keep in `__slots__`, by key: a dict once there is something. Plain modules have no such slot.
    pub const MEMBERS: usize = 2;
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
                    return Err(self.no_accessor(d, obj, "getter"));
                }
                Ok(Attr::Call(get, [obj, Value::UNBOUND, Value::UNBOUND], 1))
            }
            ids::GETSET => self.computed_attr(d, obj).map(Attr::Value),
            ids::SUPER if self.heap.slot(d, 1).is_none() => {
                let class = self.heap.slot(d, 0);
                Ok(Attr::Value(self.heap.new_slots_from(ids::SUPER, 0, &[class, obj])))
            }
            ids::MEMBER if obj.is(ids::MODULE) => {
                let key = self.heap.slot(d, super::member_slots::member::KEY);
                let members = self.heap.slots(obj).get(module::MEMBERS).copied().filter(|m| m.is(ids::DICT));
                let value = members.and_then(|members| self.dict_get_name(members, key));
                Ok(value.map_or(Attr::Missing, Attr::Value))
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
            _ => match self.slots_of(d).get_of {
                Some(get) => get(self, d, obj).map(Attr::Value),
                None => Ok(Attr::Value(d)),
            },
        }
    }

    /// The AttributeError of a property without this accessor.
    pub(crate) fn no_accessor(&mut self, p: Value, obj: Value, what: &str) -> Trap {
        // A property that is set in a finished class has its getter's name.
        let name = match (self.heap.slot(p, property::NAME), self.heap.slot(p, property::GET)) {
            (name, getter) if self.payload(name, ids::STR).is_none() && !getter.is_none() => {
                match self.getattr_opt(getter, self.names.name) {
                    Ok(found) => found.unwrap_or(name),
                    Err(trap) => return trap,
                }
            }
            (name, _) => name,
        };
        let class = self.heap.slot(self.type_of(obj), super::class::fields::QUALNAME);
        let class = self.text_lossy(class).into_owned();
        let message = match self.payload(name, ids::STR) {
            Some(name) => format!("property '{}' of '{class}' object has no {what}", self.text_lossy(name)),
            None => format!("property of '{class}' object has no {what}"),
        };
        self.attribute_error(message)
    }

    /// The attributes that a program has given to it, in its second slot; those of the function are there, too.
    pub(crate) fn wrapper_dict(&mut self, w: Value) -> Res {
        let known = self.heap.slot(w, 1);
        if known.is(ids::DICT) {
            return Ok(known);
        }
        let (f, dict) = (self.heap.slot(w, 0), self.new_dict());
        for name in [self.names.module, self.names.name, self.names.qualname, self.names.doc] {
            if let Some(value) = self.getattr_opt(f, name)? {
                self.dict_set_name(dict, name, value);
            }
        }
        self.heap.set_slot(w, 1, dict);
        Ok(dict)
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
