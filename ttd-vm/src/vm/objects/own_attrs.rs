//! The attributes in an instance itself: in slots by its shape, or in its `__dict__`.

use ttd_core::value::Value;

use super::class::fields;
use super::set_attr::SetAttr;
use crate::{Vm, ids};

impl Vm {
    /// An attribute in an instance itself, regardless of its class.
    pub(crate) fn attr_within(&self, obj: Value, name: Value) -> Option<Value> {
        if !obj.is(ids::INST) {
            return None;
        }
        let id = self.heap.shape(obj);
        let shape = self.loaded.shapes.get(id);
        if shape.dict {
            let dict = self.heap.slot(obj, shape.native as usize);
            return self.dict_get_name(dict, name);
        }
        let slot = self.loaded.shapes.slot_of(id, name)?;
        Some(self.heap.slot(obj, slot as usize)).filter(|v| !v.is_unbound())
    }

    /// Sets an attribute in the instance itself, regardless of its class.
    pub(crate) fn set_own_attr(&mut self, obj: Value, name: Value, value: Value) -> SetAttr {
        let old = self.heap.shape(obj);
        let shape = self.loaded.shapes.get(old);
        if shape.dict {
            let dict = self.heap.slot(obj, shape.native as usize);
            self.dict_set_name(dict, name, value);
            return SetAttr::InDict;
        }
        if let Some(slot) = self.loaded.shapes.slot_of(old, name) {
            self.heap.set_slot(obj, slot as usize, value);
            return SetAttr::Stored(slot, old, old);
        }
        let (slot, class) = (shape.free_slot(), shape.class);
        if slot as usize >= self.heap.slots(obj).len() {
            self.widen_instances(class);
            let dict = self.own_dict(obj);
            self.dict_set_name(dict, name, value);
            return SetAttr::Done;
        }
        let new = self.loaded.shapes.with(old, name);
        self.heap.set_slot_and_shape(obj, slot as usize, value, new);
        SetAttr::Stored(slot, old, new)
    }

    /// Returns the `__dict__` of an instance. From now on its attributes live there.
    pub fn own_dict(&mut self, obj: Value) -> Value {
        let shape = self.loaded.shapes.get(self.heap.shape(obj));
        let (native, class) = (shape.native as usize, shape.class);
        if shape.dict {
            return self.heap.slot(obj, native);
        }
        let attrs = shape.attrs.clone();
        let dict = self.new_dict();
        let (mut entries, mut members) = (Vec::with_capacity(attrs.len()), Vec::new());
        for (name, slot) in attrs {
            let value = self.heap.slot(obj, slot as usize);
            if self.is_slot_key(name) {
                members.push((name, value));
            } else {
                entries.push((self.heap.cached_hash(name), name, value));
            }
            self.heap.set_slot(obj, slot as usize, Value::UNBOUND);
        }
        self.heap.dict_fill_with_strings(dict, &entries);
        let dict_shape = self.class_shape(class) + 1;
        self.loaded.shapes.all[dict_shape as usize].in_use = true;
        self.heap.set_slot_and_shape(obj, native, dict, dict_shape);
        self.add_members(obj, &members);
        dict
    }

    /// Sets slots that are unset; beside the dict there is room for all slots of a class.
    pub(crate) fn add_members(&mut self, obj: Value, members: &[(Value, Value)]) {
        for &(key, value) in members {
            let old = self.heap.shape(obj);
            let at = self.loaded.shapes.get(old).free_slot() as usize;
            let new = self.loaded.shapes.with(old, key);
            self.heap.set_slot_and_shape(obj, at, value, new);
        }
    }

    /// Changes the class of an instance. `keys` pairs the old class's slot keys with the new one's.
    pub(crate) fn change_class(&mut self, obj: Value, class: Value, keys: &[(Value, Value)]) {
        if obj.is(ids::CLASS) {
            self.heap.set_slot(obj, fields::META, class);
            self.class_changed(obj, self.names.class, None, None);
            return;
        }
        if self.heap.slot(class, fields::HAS_DICT) == Value::TRUE {
            // Attributes are kept, whatever the capacity of the new class is.
            self.own_dict(obj);
        }
        let shape = self.loaded.shapes.get(self.heap.shape(obj));
        let (native, dict, attrs) = (shape.native, shape.dict, shape.attrs.clone());
        let mut members = Vec::new();
        for (key, slot) in attrs {
            let value = self.heap.slot(obj, slot as usize);
            let new = keys.iter().find(|k| k.0 == key).map_or(key, |k| k.1);
            members.push((new, value));
        }
        let empty = self.class_shape(class) + u32::from(dict);
        self.loaded.shapes.all[empty as usize].in_use = true;
        let first = if dict { self.heap.slot(obj, native as usize) } else { Value::UNBOUND };
        if (native as usize) < self.heap.slots(obj).len() {
            self.heap.set_slot_and_shape(obj, native as usize, first, empty);
        }
        self.add_members(obj, &members);
    }

    /// Deletes an attribute that is in a slot. False if the attributes have to go into a dict for it.
    pub(super) fn delete_in_slot(&mut self, obj: Value, key: Value, slot: u32) -> bool {
        let Some(new) = self.loaded.shapes.without(self.heap.shape(obj), key) else { return false };
        self.heap.set_slot_and_shape(obj, slot as usize, Value::UNBOUND, new);
        true
    }

    /// Removes a slot from the shape by setting the others again, in their order.
    pub(super) fn remove_member(&mut self, obj: Value, key: Value) {
        let shape = self.loaded.shapes.get(self.heap.shape(obj));
        let (first, attrs) = (shape.native + u32::from(shape.dict), shape.attrs.clone());
        let empty = self.class_shape(shape.class) + u32::from(shape.dict);
        let mut rest = Vec::new();
        for (name, slot) in attrs {
            let value = self.heap.slot(obj, slot as usize);
            if name != key {
                rest.push((name, value));
            }
            self.heap.set_slot(obj, slot as usize, Value::UNBOUND);
        }
        self.heap.set_slot_and_shape(obj, first as usize, Value::UNBOUND, empty);
        self.add_members(obj, &rest);
    }
}
