//! `threading.local`: the attributes of an object that the running thread used last are in its own dict, where they are
//! found without the library (`lib/native/runtime/_thread.py`), which exchanges the dict for another thread's.

use ttd_core::value::Value;

use super::shared;
use crate::vm::objects::member_slots::member;
use crate::{Vm, ids};

/// The name of the slot with the number of the thread whose attributes are in the dict.
const IDENT: &str = "_local_ident";

impl Vm {
    /// Notes the hooks of the class, and by which key its instances hold that number.
    pub(crate) fn note_local_class(&mut self, class: Value) {
        let names = [self.names.getattribute, self.names.setattr, self.names.delattr];
        let mut items = names.map(|name| self.lookup(class, name).unwrap_or(Value::NONE)).to_vec();
        if let Some(place) = self.lookup_type(class, IDENT).filter(|v| v.is(ids::MEMBER)) {
            items.push(self.heap.slot(place, member::KEY));
            let noted = self.new_tuple(&items);
            self.set_threads(shared::LOCAL, noted);
        }
    }

    /// Whether a hook is that of the class and would change nothing, as the object has the running thread's attributes.
    pub(crate) fn is_present_local(&self, obj: Value, hook: Value) -> bool {
        let noted = self.threads(shared::LOCAL);
        if noted.is_none() || !obj.is(ids::INST) {
            return false;
        }
        let [hooks @ .., key] = self.heap.tuple(noted) else { return false };
        hooks.contains(&hook)
            && self
                .loaded
                .shapes
                .slot_of(self.heap.shape(obj), *key)
                .is_some_and(|slot| self.heap.slot(obj, slot as usize) == self.thread_ident())
    }
}
