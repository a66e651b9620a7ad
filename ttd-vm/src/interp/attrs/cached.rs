//! Attributes from caches: what is in no slot of an instance, and what sites of several shapes know.
//!
//! # Why the unsafe code is sound
//!
//! As in the module above: sites exist, and the interpreter's thread is the only one to use caches.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::cache_kind as kind;
use super::cache_kind::NOT_IN_SLOT;
use crate::native::Res;
use crate::vm::code::Cache;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// What a site knows about a key, whether in its own cache or in the table behind it.
    pub(super) fn known(&self, site: u16, key: u32) -> Cache {
        // SAFETY: the verifier has checked the site; a cache is only written between reads of it.
        unsafe {
            let own: *const Cache = self.top_ref().code().caches().add(site as usize);
            if (*own).shape & !NOT_IN_SLOT == key & !NOT_IN_SLOT { *own } else { *self.caches.poly.find(own, key) }
        }
    }

    /// Fills a site's own cache. What it held about another key goes to the table behind it.
    pub(super) fn fill_cache(&mut self, site: u16, new: Cache) {
        let own: *mut Cache = self.cache(site);
        // SAFETY: as for `cache`.
        let old = unsafe { std::mem::replace(&mut *own, new) };
        if old.shape != u32::MAX && (old.shape ^ new.shape) & !NOT_IN_SLOT != 0 {
            self.caches.poly.keep(own, old);
        }
    }

    /// Loads an attribute as its cache says. Returns false without any effect if that does not hold.
    #[inline]
    pub(super) fn load_cached(&mut self, ins: Ins, obj: Value, key: u32, cache: &Cache) -> Res<bool> {
        if obj.is(ids::CLASS) || obj.is(ids::MODULE) {
            let found = self.cached_attr(obj, cache);
            if let Some(v) = found {
                self.set_reg(ins.a, v);
            }
            return Ok(found.is_some());
        }
        if !obj.is_obj() || cache.shape != key | NOT_IN_SLOT || !self.is_current(cache.version) {
            return Ok(false);
        }
        let v = match cache.extra {
            kind::VALUE => cache.value,
            kind::BOUND => self.new_method(cache.value, obj),
            kind::STATIC => self.heap.slot(cache.value, 0),
            kind::CLASS_METHOD => {
                let (f, class) = (self.heap.slot(cache.value, 0), self.type_of(obj));
                self.new_method(f, class)
            }
            kind::FIELD => match self.cached_field(cache.value, obj) {
                Some(v) => v,
                None => return Ok(false),
            },
            kind::PROPERTY => return self.call_property(ins, cache.value, obj).map(|()| true),
            kind::DICT => match self.dict_attr(obj, ins.c, cache) {
                Some(v) => v,
                None => return Ok(false),
            },
            kind::COMPUTED => self.computed_attr(cache.value, obj)?,
            _ => return Ok(false),
        };
        self.set_reg(ins.a, v);
        Ok(true)
    }

    /// The field of a named tuple that a descriptor stands for.
    fn cached_field(&self, descriptor: Value, obj: Value) -> Option<Value> {
        let at = usize::try_from(self.heap.slot(descriptor, 0).as_int()).ok()?;
        self.heap.tuple(self.payload(obj, ids::TUPLE)?).get(at).copied()
    }

    /// Calls the getter of a property.
    fn call_property(&mut self, ins: Ins, getter: Value, obj: Value) -> Res<()> {
        if getter.is(ids::FUNCTION) && self.enter_with(getter, &[obj], Cont::GetAttr, ins.a) {
            return Ok(());
        }
        self.call_getter(ins, getter, &[obj], Cont::GetAttr)
    }

    /// Reads an attribute of a class or module as its cache says.
    fn cached_attr(&mut self, obj: Value, cache: &Cache) -> Option<Value> {
        let version = self.caches.class_version;
        if cache.shape != obj.index() | NOT_IN_SLOT {
            return None;
        }
        match cache.extra {
            kind::OF_CLASS if obj.is(ids::CLASS) && self.is_current(cache.version) => Some(cache.value),
            kind::ENTRY if obj.is(ids::CLASS) && cache.version == version => {
                self.heap.dict_entry(self.class_dict(obj), cache.slot as usize).map(|entry| entry.2)
            }
            kind::MODULE if obj.is(ids::MODULE) => {
                let dict = self.heap.slot(obj, 0);
                (self.heap.dict_keys_version(dict) == cache.version)
                    .then(|| self.heap.dict_entry(dict, cache.slot as usize).map(|e| e.2))?
            }
            _ => None,
        }
    }

    /// Loads what is to be called as its cache says: a method, or an attribute of the instance, a class or a module.
    /// Returns false without any effect if that does not hold.
    pub(super) fn load_cached_method(&mut self, ins: Ins, obj: Value, key: u32, cache: &Cache) -> Res<bool> {
        let (f, this) = if !obj.is_obj() {
            // The loop's fast case is for objects.
            let is_known = cache.shape == key && cache.extra == kind::CLASS && self.is_current(cache.version);
            (is_known.then_some(cache.value), obj)
        } else if obj.is(ids::CLASS) || obj.is(ids::MODULE) {
            (self.cached_attr(obj, cache), Value::UNBOUND)
        } else if obj.is(ids::INST) && cache.shape == key && cache.extra == kind::SLOT {
            (Some(self.heap.slot(obj, cache.slot as usize)), Value::UNBOUND)
        } else if obj.is(ids::INST) && cache.shape == key | NOT_IN_SLOT && self.is_current(cache.version) {
            match cache.extra {
                kind::CLASS => (self.method_beside_dict(obj, ins.c, cache), obj),
                kind::VALUE => (Some(cache.value), Value::UNBOUND),
                kind::STATIC => (Some(self.heap.slot(cache.value, 0)), Value::UNBOUND),
                kind::CLASS_METHOD => (Some(self.heap.slot(cache.value, 0)), self.type_of(obj)),
                kind::FIELD => (self.cached_field(cache.value, obj), Value::UNBOUND),
                kind::DICT => (self.dict_attr(obj, ins.c, cache), Value::UNBOUND),
                _ => (None, obj),
            }
        } else {
            (None, obj)
        };
        let Some(f) = f else { return Ok(false) };
        self.set_reg(ins.a, f);
        self.set_reg(ins.a + 1, this);
        Ok(true)
    }
}
