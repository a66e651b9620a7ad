//! Attributes that can be read without running code of the program.

use smallvec::SmallVec;
use ttd_core::value::Value;

use crate::{Vm, ids};

/// Where an attribute of instances is, if nothing in their class has its name: reading it takes no look-ups.
pub(super) struct PlainSlot {
    shape: u32,
    slot: u32,
    /// The versions of the keys of all classes in the method resolution order, which never come back.
    versions: SmallVec<[u32; 4]>,
}

impl PlainSlot {
    /// The place of an attribute of this object, as long as all classes keep their names.
    pub(super) fn of(vm: &mut Vm, object: Value, name: Value) -> Option<PlainSlot> {
        if !object.is(ids::INST) {
            return None;
        }
        let shape = vm.heap.shape(object);
        let known = vm.loaded.shapes.get(shape);
        let slot = known.slot(name).filter(|_| !known.dict)?;
        let class = known.class;
        let getattribute = vm.in_class(class, vm.names.getattribute, false);
        let computes = getattribute.is_some_and(|f| !f.is(ids::METHOD_DESC));
        if computes || vm.in_class(class, name, false).is_some() {
            return None;
        }
        Some(PlainSlot { shape, slot, versions: vm.versions_of_names(class).collect() })
    }

    /// Reads it, if this is still its place.
    #[inline]
    pub(super) fn read(&self, vm: &Vm, object: Value) -> Option<Value> {
        if !object.is(ids::INST) || vm.heap.shape(object) != self.shape {
            return None;
        }
        let class = vm.loaded.shapes.get(self.shape).class;
        let same_names = vm.versions_of_names(class).eq(self.versions.iter().copied());
        let found = same_names.then(|| vm.heap.slot(object, self.slot as usize));
        found.filter(|v| !v.is_unbound())
    }
}

impl Vm {
    /// The versions of the keys of a class and its bases.
    fn versions_of_names(&self, class: Value) -> impl Iterator<Item = u32> {
        self.mro(class).iter().map(|base| self.heap.dict_keys_version(self.class_dict(*base)))
    }

    /// An attribute of an instance that is an item of its own namespace or a constant of its class. `None` if it is
    /// missing, or if reading it might run code. `live`: the machine is at the event, so that its caches hold.
    pub(super) fn plain_attribute(&mut self, object: Value, name: Value, live: bool) -> Option<Value> {
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
