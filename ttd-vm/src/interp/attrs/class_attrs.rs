//! Class attributes that are immediates (see `vm::objects::cache_versions`): read and written in place in the class's
//! namespace, as long as nothing else in any class changes.

use ttd_core::value::Value;

use super::cache_kind::{self as kind, NOT_IN_SLOT};
use crate::Vm;
use crate::vm::code::Cache;
use crate::vm::objects::cache_versions::is_immediate;

impl Vm {
    /// The entry of an immediate in a class's own namespace, if the class shows it.
    pub(crate) fn immediate_entry(&self, class: Value, name: Value) -> Option<u32> {
        let dict = self.class_dict(class);
        let at = self.dict_find_name(dict, name)?;
        let plain = self.heap.dict_entry(dict, at).is_some_and(|entry| is_immediate(entry.2));
        // The metaclass determines the resolution order.
        (plain && self.mro(class).first() == Some(&class)).then_some(at as u32)
    }

    /// Caches that writing a class attribute affects its namespace alone, if that is so. Must be called after the
    /// write.
    pub(crate) fn remember_immediate_entry(&mut self, class: Value, name: Value, site: u16) {
        let meta = self.type_of(class);
        let ruled = name == self.names.del_
            || self.is_special_to_caches(name)
            || self.lookup(meta, name).is_some_and(|d| self.is_data_descriptor(d));
        if ruled || class.index() & NOT_IN_SLOT != 0 {
            return;
        }
        if let Some(slot) = self.immediate_entry(class, name) {
            let (shape, version) = (class.index() | NOT_IN_SLOT, self.caches.class_version);
            self.fill_cache(site, Cache { shape, slot, version, extra: kind::ENTRY, value: Value::UNBOUND });
        }
    }

    /// Sets a class attribute by the cache. Returns false without any effect on a miss, or if one of the two values is
    /// an object.
    pub(crate) fn set_immediate_entry(&mut self, class: Value, cache: &Cache, value: Value) -> bool {
        let known = cache.shape == class.index() | NOT_IN_SLOT
            && cache.version == self.caches.class_version
            && cache.extra == kind::ENTRY;
        if !known || !is_immediate(value) {
            return false;
        }
        let (dict, at) = (self.class_dict(class), cache.slot as usize);
        if !self.heap.dict_entry(dict, at).is_some_and(|entry| is_immediate(entry.2)) {
            return false;
        }
        self.heap.dict_set_value(dict, at, value);
        self.immediate_changed();
        true
    }
}
