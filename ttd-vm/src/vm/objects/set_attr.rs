//! Writing attributes.

use ttd_core::value::Value;

use super::bind_attr::{module, property};
use super::class::fields;
use super::weak_references;
use crate::native::Res;
use crate::{Vm, ids};

/// What is left to do to set an attribute.
#[derive(Clone, Copy, Debug)]
pub enum SetAttr {
    /// Nothing.
    Done,
    /// Nothing; it was stored into an instance's dict, and no descriptor or hook was involved.
    InDict,
    /// Nothing; it was stored into this slot of an instance: slot, old shape, new shape.
    Stored(u32, u32, u32),
    /// Call this with the first `usize` arguments.
    Call(Value, [Value; 3], usize),
}

impl Vm {
    /// Sets an attribute, or deletes it if the value is NULL, as far as no Python code is needed.
    pub fn assign_attr(&mut self, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        let class = self.type_of(obj);
        let hook_name = if value.is_unbound() { self.names.delattr } else { self.names.setattr };
        if let Some(hook) = self.lookup(class, hook_name)
            && !self.is_object_method(hook)
        {
            if name != self.names.dict && self.is_present_local(obj, hook) {
                return Ok(match self.assign_attr_plain(obj, class, name, value)? {
                    call @ SetAttr::Call(..) => call,
                    // The next store may be another thread's.
                    _ => SetAttr::Done,
                });
            }
            if let Some(target) = weak_references::behind(self, obj) {
                return Ok(match self.assign_attr(target?, name, value)? {
                    call @ SetAttr::Call(..) => call,
                    // Where it was stored does not hold for the proxy.
                    _ => SetAttr::Done,
                });
            }
            let n = if value.is_unbound() { 2 } else { 3 };
            let hook = self.as_function(hook);
            return Ok(SetAttr::Call(hook, [obj, name, value], n));
        }
        self.assign_attr_plain(obj, class, name, value)
    }

    /// Sets an attribute as `object.__setattr__` and `object.__delattr__` do.
    pub(crate) fn assign_attr_plain(&mut self, obj: Value, class: Value, name: Value, value: Value) -> Res<SetAttr> {
        if let Some(d) = self.lookup(class, name)
            && self.is_data_descriptor(d)
        {
            return self.assign_descriptor(d, obj, name, value);
        }
        if !obj.is_obj() {
            return Err(self.cannot_assign(obj, name));
        }
        match obj.tid() {
            ids::INST => self.assign_instance(obj, name, value),
            ids::CLASS => self.assign_class(obj, name, value),
            ids::MODULE => {
                let dict = self.heap.slot(obj, 0);
                self.assign_namespace(obj, dict, name, value)
            }
            ids::FUNCTION => {
                let slot = crate::vm::call::function::DICT;
                if self.heap.slot(obj, slot).is_unbound() {
                    let dict = self.new_dict();
                    self.heap.set_slot(obj, slot, dict);
                }
                let dict = self.heap.slot(obj, slot);
                self.assign_namespace(obj, dict, name, value)
            }
            ids::TEXTIO => {
                let dict = self.stream_dict(obj);
                self.assign_namespace(obj, dict, name, value)
            }
            ids::STATICMETHOD | ids::CLASSMETHOD => {
                let dict = self.wrapper_dict(obj)?;
                self.assign_namespace(obj, dict, name, value)
            }
            _ => Err(self.cannot_assign(obj, name)),
        }
    }

    fn cannot_assign(&mut self, obj: Value, name: Value) -> crate::native::Trap {
        let class = self.type_of(obj);
        let type_name = self.class_name(class);
        let message = if self.lookup(class, name).is_some() {
            self.message(format!("'{type_name}' object attribute '"), name, "' is read-only")
        } else {
            let behind = "' and no __dict__ for setting new attributes";
            self.message(format!("'{type_name}' object has no attribute '"), name, behind)
        };
        self.attribute_error(message)
    }

    pub(crate) fn assign_descriptor(&mut self, d: Value, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        let deleting = value.is_unbound();
        match d.tid() {
            ids::PROPERTY => {
                let f = self.heap.slot(d, if deleting { property::DEL } else { property::SET });
                if f.is_none() {
                    let what = if deleting { "deleter" } else { "setter" };
                    return Err(self.no_accessor(d, obj, what));
                }
                Ok(SetAttr::Call(f, [obj, value, Value::UNBOUND], if deleting { 1 } else { 2 }))
            }
            ids::GETSET => {
                let getter = self.loaded.getters[self.heap.shape(d) as usize];
                let Some(set) = getter.set else {
                    let owner = self.class_name(self.heap.slot(d, 1));
                    if is_member(&owner, getter.name) {
                        return Err(self.attribute_error("readonly attribute"));
                    }
                    let attr = getter.name;
                    return Err(
                        self.attribute_error(format!("attribute '{attr}' of '{owner}' objects is not writable"))
                    );
                };
                let this = if self.heap.slot(d, 0) == Value::TRUE { self.unwrap(obj) } else { obj };
                set(self, this, value)?;
                Ok(SetAttr::Done)
            }
            ids::MEMBER => self.assign_member(d, obj, name, value),
            _ => {
                let d_class = self.type_of(d);
                let hook = if deleting { self.names.delete } else { self.names.set };
                match self.lookup(d_class, hook) {
                    Some(f) => Ok(SetAttr::Call(f, [d, obj, value], if deleting { 2 } else { 3 })),
                    None => {
                        let what = if deleting { "__delete__" } else { "__set__" };
                        Err(self.attribute_error(what))
                    }
                }
            }
        }
    }

    pub(crate) fn assign_namespace(&mut self, obj: Value, dict: Value, name: Value, value: Value) -> Res<SetAttr> {
        if value.is_unbound() {
            match self.dict_find_name(dict, name) {
                Some(at) => {
                    self.heap.dict_remove_at(dict, at);
                }
                None => return Err(self.no_attribute(obj, name)),
            }
        } else {
            self.dict_set_name(dict, name, value);
        }
        Ok(SetAttr::Done)
    }

    /// Whether programs cannot set attributes of the class.
    pub(crate) fn is_immutable_class(&self, class: Value) -> bool {
        self.heap.slot(class, fields::HEAP) == Value::FALSE || !self.heap.slot(class, fields::SEALED).is_unbound()
    }

    fn assign_class(&mut self, class: Value, name: Value, value: Value) -> Res<SetAttr> {
        if self.is_immutable_class(class) {
            let (attr, class) = (self.repr(name)?, self.class_name(class));
            let attr = self.text_lossy(attr).into_owned();
            return Err(self.type_error(format!("cannot set {attr} attribute of immutable type '{class}'")));
        }
        let dict = self.class_dict(class);
        let old = self.dict_get_name(dict, name);
        let done = self.assign_namespace(class, dict, name, value)?;
        if name == self.names.del_ && !value.is_unbound() {
            self.add_finalizer(class);
        }
        self.class_changed(class, name, old, (!value.is_unbound()).then_some(value));
        Ok(done)
    }

    fn assign_instance(&mut self, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        let id = self.heap.shape(obj);
        let shape = self.loaded.shapes.get(id);
        if self.heap.slot(shape.class, fields::HAS_DICT) == Value::FALSE {
            return Err(self.cannot_assign(obj, name));
        }
        if value.is_unbound() {
            if !shape.dict {
                let slot = self.loaded.shapes.slot_of(id, name);
                let Some(slot) = slot else { return Err(self.no_attribute(obj, name)) };
                if self.delete_in_slot(obj, name, slot) {
                    return Ok(SetAttr::Done);
                }
            }
            let dict = self.own_dict(obj);
            return self.assign_namespace(obj, dict, name, value);
        }
        Ok(self.set_own_attr(obj, name, value))
    }

    /// Sets or deletes an attribute declared in `__slots__`.
    pub(crate) fn assign_member(&mut self, d: Value, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        use super::member_slots::member;
        let owner = self.heap.slot(d, member::CLASS);
        if obj.is(ids::MODULE) && self.is_instance(obj, owner) && self.heap.slots(obj).len() > module::MEMBERS {
            return self.assign_module_member(d, obj, name, value);
        }
        if !obj.is(ids::INST) || !self.is_instance(obj, owner) {
            return Err(self.wrong_owner(d, obj));
        }
        let (key, old) = (self.heap.slot(d, member::KEY), self.heap.shape(obj));
        let shape = self.loaded.shapes.get(old);
        let known = shape.slot(key);
        if value.is_unbound() {
            let Some(slot) = known else {
                let text = self.text_lossy(name).into_owned();
                return Err(self.attribute_error(text));
            };
            if !self.delete_in_slot(obj, key, slot) {
                self.remove_member(obj, key);
            }
            return Ok(SetAttr::Done);
        }
        if let Some(slot) = known {
            self.heap.set_slot(obj, slot as usize, value);
            return Ok(SetAttr::Stored(slot, old, old));
        }
        let slot = shape.free_slot();
        if slot as usize >= self.heap.slots(obj).len() {
            self.own_dict(obj);
            self.add_members(obj, &[(key, value)]);
            return Ok(SetAttr::Done);
        }
        let new = self.loaded.shapes.with(old, key);
        self.heap.set_slot_and_shape(obj, slot as usize, value, new);
        Ok(SetAttr::Stored(slot, old, new))
    }

    /// As `assign_member`, for a module of a subclass, which keeps such attributes in a dict of its own.
    fn assign_module_member(&mut self, d: Value, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        let key = self.heap.slot(d, super::member_slots::member::KEY);
        let members = match self.heap.slot(obj, module::MEMBERS) {
            Value::UNBOUND => {
                let members = self.new_dict();
                self.heap.set_slot(obj, module::MEMBERS, members);
                members
            }
            members => members,
        };
        if value.is_unbound() && self.dict_get_name(members, key).is_none() {
            let text = self.text_lossy(name).into_owned();
            return Err(self.attribute_error(text));
        }
        self.assign_namespace(obj, members, key, value)
    }

    /// The TypeError for a descriptor applied to an object of another class.
    pub(crate) fn wrong_owner(&mut self, d: Value, obj: Value) -> crate::native::Trap {
        use super::member_slots::member;
        let (owner, name) = match d.tid() {
            ids::MEMBER => (self.heap.slot(d, member::CLASS), self.heap.slot(d, member::NAME)),
            _ => {
                let name = self.loaded.getters[self.heap.shape(d) as usize].name;
                (self.heap.slot(d, 1), self.intern(name))
            }
        };
        let (name, owner, given) = (self.text_lossy(name).into_owned(), self.class_name(owner), self.type_name(obj));
        self.type_error(format!("descriptor '{name}' for '{owner}' objects doesn't apply to a '{given}' object"))
    }

    /// `setattr(obj, name, value)`, waiting for Python code.
    pub fn setattr(&mut self, obj: Value, name: Value, value: Value) -> Res<()> {
        let name = self.intern_value(name);
        if let SetAttr::Call(f, args, n) = self.assign_attr(obj, name, value)? {
            self.call(f, &args[..n])?;
        }
        Ok(())
    }

    /// `delattr(obj, name)`, waiting for Python code.
    pub fn delattr(&mut self, obj: Value, name: Value) -> Res<()> {
        self.setattr(obj, name, Value::UNBOUND)
    }
}

/// Whether CPython implements an attribute as a struct member, which changes its message.
fn is_member(owner: &str, attr: &str) -> bool {
    match owner {
        "range" | "slice" => true,
        "complex" => matches!(attr, "real" | "imag"),
        "function" => matches!(attr, "__closure__" | "__globals__" | "__builtins__"),
        "property" => matches!(attr, "fget" | "fset" | "fdel"),
        "method" | "staticmethod" | "classmethod" => matches!(attr, "__func__" | "__self__" | "__wrapped__"),
        "super" => matches!(attr, "__thisclass__" | "__self__" | "__self_class__"),
        "BaseExceptionGroup" => matches!(attr, "message" | "exceptions"),
        _ => false,
    }
}
