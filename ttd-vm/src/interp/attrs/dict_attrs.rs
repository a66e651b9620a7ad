//! Attributes of instances that keep them in a dict: their `__dict__` was requested, or there are many.
//!
//! The cache says that the classes leave the attribute to the instance, which holds as long as no class changes. The
//! dict is searched each time, first at the entry that the last instance had: instances of a class mostly get their
//! attributes in one order, and names are interned.

use ttd_core::value::Value;

use super::cache_kind::NOT_IN_SLOT;
use crate::vm::code::Cache;
use crate::{Vm, ids};

impl Vm {
    /// The dict that holds an instance's attributes, if any.
    fn attr_dict(&self, obj: Value) -> Option<Value> {
        let shape = self.loaded.shapes.get(self.heap.shape(obj));
        shape.dict.then(|| self.heap.slot(obj, shape.native as usize))
    }

    /// The entry of a site's name in a dict. `cache`: what the site knows about the instance's shape.
    fn entry_of_site(&mut self, dict: Value, site: u16, cache: &Cache) -> Option<usize> {
        let name = self.site_name(site);
        let last = cache.slot as usize;
        if self.heap.dict_entry(dict, last).is_some_and(|(_, key, _)| key == name) {
            return Some(last);
        }
        let at = self.dict_find_name(dict, name)?;
        let own = self.cache(site);
        if own.shape == cache.shape {
            own.slot = at as u32;
        } else {
            let own: *const Cache = own;
            self.caches.poly.set_slot(own, cache.shape, at as u32);
        }
        Some(at)
    }

    /// Reads an attribute from an instance's dict, if the cache holds and it is there.
    pub(crate) fn dict_attr(&mut self, obj: Value, site: u16, cache: &Cache) -> Option<Value> {
        let dict = self.attr_dict(obj)?;
        let at = self.entry_of_site(dict, site, cache)?;
        self.heap.dict_entry(dict, at).map(|entry| entry.2)
    }

    /// Sets an attribute in an instance's dict. Returns false without any effect if the cache does not hold, or if the
    /// attribute is new.
    pub(crate) fn set_dict_attr(&mut self, obj: Value, site: u16, cache: &Cache, value: Value) -> bool {
        if !obj.is(ids::INST) || cache.version != self.caches.class_version {
            return false;
        }
        let Some(dict) = self.attr_dict(obj) else { return false };
        let Some(at) = self.entry_of_site(dict, site, cache) else { return false };
        self.heap.dict_set_value(dict, at, value);
        true
    }

    /// The cached method of the class, unless the instance's dict hides it.
    pub(crate) fn method_beside_dict(&mut self, obj: Value, site: u16, cache: &Cache) -> Option<Value> {
        let (dict, name) = (self.attr_dict(obj)?, self.site_name(site));
        if self.dict_find_name(dict, name).is_some() {
            return None;
        }
        Some(cache.value)
    }

    /// Whether an attribute was found in the instance's dict, and its class leaves it there.
    pub(crate) fn is_left_to_dict(&mut self, obj: Value, class: Value, name: Value) -> bool {
        obj.is(ids::INST)
            && self.attr_dict(obj).is_some_and(|dict| self.dict_find_name(dict, name).is_some())
            && !self.lookup(class, name).is_some_and(|d| self.is_data_descriptor(d))
    }

    /// Caches that the classes leave an attribute to the dict of such instances, or the method beside it.
    pub(crate) fn remember_dict(&mut self, obj: Value, site: u16, kind: u32, value: Value) {
        let (key, version) = (self.heap.shape(obj) | NOT_IN_SLOT, self.caches.class_version);
        self.fill_cache(site, Cache { shape: key, slot: 0, version, extra: kind, value });
    }
}
