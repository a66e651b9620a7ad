//! Writing attributes.

use ttd_core::value::Value;

use super::attr::property;
use super::class::fields;
use crate::native::Res;
use crate::{Vm, ids};

/// What has to be done to set an attribute.
#[derive(Clone, Copy, Debug)]
pub enum SetAttr {
    /// It is done.
    Done,
    /// It is done, and it was a store into this slot of an instance: old shape, new shape.
    Stored(u32, u32, u32),
    /// This has to be called with the first `usize` of these arguments.
    Call(Value, [Value; 3], usize),
}

impl Vm {
    /// Sets an attribute (deletes it, when the value is NULL) as far as that needs no Python code.
    pub fn assign_attr(&mut self, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        let class = self.type_of(obj);
        let hook_name = if value.is_unbound() { self.names.delattr } else { self.names.setattr };
        if let Some(hook) = self.lookup(class, hook_name)
            && !hook.is(ids::METHOD_DESC)
        {
            let n = if value.is_unbound() { 2 } else { 3 };
            return Ok(SetAttr::Call(hook, [obj, name, value], n));
        }
        self.assign_attr_plain(obj, class, name, value)
    }

    /// What `object.__setattr__` and `object.__delattr__` do.
    pub(crate) fn assign_attr_plain(&mut self, obj: Value, class: Value, name: Value, value: Value) -> Res<SetAttr> {
        if let Some(d) = self.lookup(class, name)
            && self.is_data_descriptor(d)
        {
            return self.assign_descriptor(d, obj, class, name, value);
        }
        if !obj.is_obj() {
            return Err(self.cannot_assign(obj, name, value));
        }
        match obj.tid() {
            ids::INST => self.assign_instance(obj, name, value),
            ids::CLASS => self.assign_class(obj, name, value),
            ids::MODULE => {
                let dict = self.heap.slot(obj, 0);
                self.assign_namespace(obj, dict, name, value)
            }
            ids::FUNCTION => {
                let slot = super::invoke::function::DICT;
                if self.heap.slot(obj, slot).is_unbound() {
                    let dict = self.new_dict();
                    self.heap.set_slot(obj, slot, dict);
                }
                let dict = self.heap.slot(obj, slot);
                self.assign_namespace(obj, dict, name, value)
            }
            _ => Err(self.cannot_assign(obj, name, value)),
        }
    }

    fn cannot_assign(&mut self, obj: Value, name: Value, value: Value) -> crate::native::Trap {
        let class = self.type_of(obj);
        let (type_name, attr) = (self.class_name(class), self.text_lossy(name).into_owned());
        if self.lookup(class, name).is_some() {
            return self.attribute_error(format!("'{type_name}' object attribute '{attr}' is read-only"));
        }
        let _ = value;
        self.attribute_error(format!(
            "'{type_name}' object has no attribute '{attr}' and no __dict__ for setting new attributes"
        ))
    }

    fn assign_descriptor(&mut self, d: Value, obj: Value, class: Value, name: Value, value: Value) -> Res<SetAttr> {
        let deleting = value.is_unbound();
        match d.tid() {
            ids::PROPERTY => {
                let f = self.heap.slot(d, if deleting { property::DEL } else { property::SET });
                if f.is_none() {
                    let (attr, class) = (self.text_lossy(name).into_owned(), self.class_name(class));
                    let what = if deleting { "deleter" } else { "setter" };
                    return Err(self.attribute_error(format!("property '{attr}' of '{class}' object has no {what}")));
                }
                Ok(SetAttr::Call(f, [obj, value, Value::UNBOUND], if deleting { 1 } else { 2 }))
            }
            ids::GETSET => {
                let getter = self.getters[self.heap.shape(d) as usize];
                let Some(set) = getter.set else {
                    let (attr, class) = (self.text_lossy(name).into_owned(), self.class_name(class));
                    return Err(
                        self.attribute_error(format!("attribute '{attr}' of '{class}' objects is not writable"))
                    );
                };
                set(self, obj, value)?;
                Ok(SetAttr::Done)
            }
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

    fn assign_namespace(&mut self, obj: Value, dict: Value, name: Value, value: Value) -> Res<SetAttr> {
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

    fn assign_class(&mut self, class: Value, name: Value, value: Value) -> Res<SetAttr> {
        if self.heap.slot(class, fields::HEAP) == Value::FALSE {
            let (attr, class) = (self.text_lossy(name).into_owned(), self.class_name(class));
            return Err(self.type_error(format!("cannot set '{attr}' attribute of immutable type '{class}'")));
        }
        let dict = self.class_dict(class);
        let old = self.dict_get_name(dict, name);
        let done = self.assign_namespace(class, dict, name, value)?;
        if name == self.names.del_ && !value.is_unbound() {
            self.add_finaliser(class);
        }
        self.class_changed(name, old, (!value.is_unbound()).then_some(value));
        Ok(done)
    }

    fn assign_instance(&mut self, obj: Value, name: Value, value: Value) -> Res<SetAttr> {
        if value.is_unbound() {
            let dict = self.own_dict(obj);
            return self.assign_namespace(obj, dict, name, value);
        }
        let shape = self.shapes.get(self.heap.shape(obj));
        let allowed = self.heap.slot(shape.class, fields::SLOTS);
        if allowed.is(ids::TUPLE) && shape.slot(name).is_none() && !self.heap.tuple(allowed).contains(&name) {
            return Err(self.cannot_assign(obj, name, value));
        }
        Ok(self.set_own_attr(obj, name, value))
    }

    /// Sets an attribute of an instance itself, whatever its class says.
    pub(crate) fn set_own_attr(&mut self, obj: Value, name: Value, value: Value) -> SetAttr {
        let old = self.heap.shape(obj);
        let shape = self.shapes.get(old);
        if shape.dict {
            let dict = self.heap.slot(obj, shape.native as usize);
            self.dict_set_name(dict, name, value);
            return SetAttr::Done;
        }
        if let Some(slot) = shape.slot(name) {
            self.heap.set_slot(obj, slot as usize, value);
            return SetAttr::Stored(slot, old, old);
        }
        let slot = shape.used();
        if slot as usize >= self.heap.slots(obj).len() {
            let dict = self.own_dict(obj);
            self.dict_set_name(dict, name, value);
            return SetAttr::Done;
        }
        let new = self.shapes.with(old, name);
        self.heap.set_slot_and_shape(obj, slot as usize, value, new);
        SetAttr::Stored(slot, old, new)
    }

    /// The `__dict__` of an instance: from now on its attributes live in it.
    pub fn own_dict(&mut self, obj: Value) -> Value {
        let shape = self.shapes.get(self.heap.shape(obj));
        let (native, class) = (shape.native as usize, shape.class);
        if shape.dict {
            return self.heap.slot(obj, native);
        }
        let attrs = shape.attrs.clone();
        let dict = self.new_dict();
        for (name, slot) in attrs {
            let value = self.heap.slot(obj, slot as usize);
            self.dict_set_name(dict, name, value);
            self.heap.set_slot(obj, slot as usize, Value::UNBOUND);
        }
        let dict_shape = self.class_shape(class) + 1;
        self.heap.set_slot_and_shape(obj, native, dict, dict_shape);
        dict
    }

    /// `setattr(obj, name, value)`, nested.
    pub fn setattr(&mut self, obj: Value, name: Value, value: Value) -> Res<()> {
        let name = self.intern_value(name);
        if let SetAttr::Call(f, args, n) = self.assign_attr(obj, name, value)? {
            self.call(f, &args[..n])?;
        }
        Ok(())
    }

    /// `delattr(obj, name)`, nested.
    pub fn delattr(&mut self, obj: Value, name: Value) -> Res<()> {
        self.setattr(obj, name, Value::UNBOUND)
    }
}
