//! Attributes that can be read without running code of the program.

use std::cell::Cell;

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::{Vm, ids};

/// The shapes of objects for which it is remembered where their attribute is.
const REMEMBERED: usize = 4;

/// An attribute that is read from many objects.
pub(super) struct PlainAttribute {
    name: Value,
    /// By shape of the object; none where it takes a look-up.
    slots: SmallVec<[(u32, Option<PlainSlot>); REMEMBERED]>,
}

/// Where an attribute of instances is, if nothing in their class has its name: reading it takes no look-ups.
struct PlainSlot {
    slot: usize,
    /// The versions of the keys of all classes in the method resolution order, which never come back.
    versions: SmallVec<[u32; 4]>,
    /// The version of all classes at which those were compared last, by a machine at an event.
    class_version: Cell<u32>,
}

impl PlainSlot {
    /// Whether the classes of an object still have the same names.
    fn holds(&self, vm: &Vm, class: Value, live: bool) -> bool {
        // While a log is read no cache knows the classes of the event.
        let now = vm.caches.class_version;
        if live && self.class_version.get() == now {
            return true;
        }
        let same = vm.versions_of_names(class).eq(self.versions.iter().copied());
        if live && same {
            self.class_version.set(now);
        }
        same
    }
}

impl PlainAttribute {
    pub(super) fn new(name: Value) -> PlainAttribute {
        PlainAttribute { name, slots: SmallVec::new() }
    }

    /// Reads it as `plain_attribute` does.
    pub(super) fn read(&mut self, vm: &mut Vm, object: Value, live: bool) -> Option<Value> {
        if !object.is(ids::INST) {
            return None;
        }
        let shape = vm.heap.shape(object);
        let class = vm.loaded.shapes.get(shape).class;
        let known = self.slots.iter().position(|(of, _)| *of == shape);
        match known.and_then(|at| self.slots[at].1.as_ref()) {
            Some(slot) if slot.holds(vm, class, live) => {
                let found = vm.heap.slot(object, slot.slot);
                if !found.is_unbound() {
                    return Some(found);
                }
            }
            // The class has other names by now.
            Some(_) => self.slots.retain(|(of, _)| *of != shape),
            None if known.is_none() && self.slots.len() < REMEMBERED => {
                self.slots.push((shape, vm.plain_slot(shape, self.name)));
            }
            None => {}
        }
        vm.plain_attribute(object, self.name, live)
    }
}

impl Vm {
    /// Where objects of this shape have an attribute, as long as all their classes keep their names.
    fn plain_slot(&mut self, shape: u32, name: Value) -> Option<PlainSlot> {
        let known = self.loaded.shapes.get(shape);
        let slot = known.slot(name).filter(|_| !known.dict)? as usize;
        let class = known.class;
        let getattribute = self.in_class(class, self.names.getattribute, false);
        let computes = getattribute.is_some_and(|f| !f.is(ids::METHOD_DESC));
        if computes || self.in_class(class, name, false).is_some() {
            return None;
        }
        Some(PlainSlot { slot, versions: self.versions_of_names(class).collect(), class_version: Cell::new(0) })
    }

    /// The versions of the keys of a class and its bases.
    fn versions_of_names(&self, class: Value) -> impl Iterator<Item = u32> {
        self.mro(class).iter().map(|base| self.heap.dict_keys_version(self.class_dict(*base)))
    }

    /// An attribute of an instance that is an item of its own namespace or a constant of its class. `None` if it is
    /// missing, or if reading it might run code. `live`: the machine is at the event, so that its caches hold.
    pub(in crate::time) fn plain_attribute(&mut self, object: Value, name: Value, live: bool) -> Option<Value> {
        if !object.is(ids::INST) {
            return None;
        }
        let class = self.type_of(object);
        let getattribute = self.in_class(class, self.names.getattribute, live);
        if getattribute.is_some_and(|f| !f.is(ids::METHOD_DESC)) {
            return None;
        }
        let of_class = self.in_class(class, name, live);
        // The descriptor of a slot stands for a place in the object.
        let yields = |v: Value| !v.is_obj() || matches!(v.tid(), ids::STR | ids::FUNCTION | ids::MEMBER);
        if of_class.is_some_and(|found| !yields(found)) {
            return None;
        }
        let shape = self.loaded.shapes.get(self.heap.shape(object));
        let own = match shape.dict {
            true if of_class.is_some_and(|found| found.is(ids::MEMBER)) => None,
            true => self.dict_get_name(self.heap.slot(object, shape.native as usize), name),
            false => shape.slot(name).map(|slot| self.heap.slot(object, slot as usize)),
        };
        let constant = |v: &Value| !v.is_obj() || v.is(ids::STR);
        own.or(of_class.filter(constant)).filter(|v| !v.is_unbound())
    }

    /// Looks a name up in a class. While a log is read no cache knows the classes of the event.
    fn in_class(&mut self, class: Value, name: Value, live: bool) -> Option<Value> {
        if live {
            return self.lookup(class, name);
        }
        self.mro(class).iter().find_map(|base| self.dict_get_name(self.class_dict(*base), name))
    }
}
