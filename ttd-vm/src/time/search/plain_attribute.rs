//! Attributes that can be read without running code of the program.

use ttd_core::value::Value;

use crate::{Vm, ids};

impl Vm {
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
