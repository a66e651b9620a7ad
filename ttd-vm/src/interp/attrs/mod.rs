//! Attribute instructions: cache misses, and caches of everything that is not in a slot.
//!
//! # Why the unsafe code is sound
//!
//! Sites exist, by the verifier of `ttd-code`, and the interpreter's thread is the only one to use caches.

pub(super) mod cache_kind;
mod cached;
pub(crate) mod class_attrs;
pub(crate) mod dict_attrs;
mod getters;
pub(crate) mod special_attrs;
mod store;

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::code::Cache;
use crate::vm::objects::get_attr::Attr;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};
use cache_kind as kind;
use cache_kind::{NOT_IN_SLOT, immediate_key, type_key};

/// Whether a class or module has too high an index for a cache key: see `NOT_IN_SLOT`.
fn is_uncacheable(obj: Value) -> bool {
    (obj.is(ids::CLASS) || obj.is(ids::MODULE)) && obj.index() & NOT_IN_SLOT != 0
}

impl Vm {
    /// The name of a site of the running code.
    pub(crate) fn site_name(&self, site: u16) -> Value {
        let code = self.top_ref().code();
        code.names[code.code.sites[site as usize].name as usize]
    }

    /// The cache of a site of the running code, to be filled.
    pub(crate) fn cache(&mut self, site: u16) -> &mut Cache {
        self.caches.flushed = false;
        let code = self.top_ref().code();
        let (cache, is_first) = code.cache_to_fill(site);
        if is_first {
            self.caches.filled_codes.push(code.id);
        }
        // SAFETY: the verifier has checked the site; the interpreter thread is the only one to use caches.
        unsafe { &mut *cache }
    }

    pub(super) fn key_of(&self, obj: Value) -> u32 {
        match obj {
            v if !v.is_obj() => immediate_key(v),
            v if v.is(ids::INST) => self.heap.shape(v),
            v if v.is(ids::CLASS) || v.is(ids::MODULE) => v.index() | NOT_IN_SLOT,
            v => type_key(v),
        }
    }

    /// Whether attribute lookup on instances of this class follows the default rules.
    fn has_default_lookup(&mut self, class: Value) -> bool {
        self.lookup(class, self.names.getattribute).is_none_or(|f| f.is(ids::METHOD_DESC))
    }

    /// `Op::LoadAttr` when the slot cache misses.
    #[inline(never)]
    pub(crate) fn op_load_attr(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        // A computed attribute may change the object's shape (`__dict__`); the key is the shape before.
        let key = self.key_of(obj);
        let cache = self.known(ins.c, key);
        if cache.shape != u32::MAX && self.load_cached(ins, obj, key, &cache)? {
            return Ok(());
        }
        let name = self.site_name(ins.c);
        let found = self.find_attr(obj, name)?;
        self.remember_attr(obj, key, name, ins.c, found);
        match found {
            Attr::Slot(_, v) | Attr::Value(v) => self.set_reg(ins.a, v),
            Attr::Bound(f, this) => {
                let m = self.new_method(f, this);
                self.set_reg(ins.a, m);
            }
            Attr::Call(f, args, n) => {
                // `__getattr__` itself decides; any other hook may still be followed by it. The continuation must be
                // the same as in the cached case above: it is part of the state.
                let class = self.type_of(obj);
                let hook = self.lookup(class, self.names.getattr);
                let cont = if hook == Some(f) { Cont::Store } else { Cont::GetAttr };
                return self.call_getter(ins, f, &args[..n], cont);
            }
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }

    /// Caches an attribute that was found. `key`: the object's, before the lookup.
    fn remember_attr(&mut self, obj: Value, key: u32, name: Value, site: u16, found: Attr) {
        if !obj.is_obj() || is_uncacheable(obj) {
            return;
        }
        let class = self.type_of(obj);
        if !self.has_default_lookup(class) {
            return;
        }
        if matches!(found, Attr::Value(_)) && self.is_left_to_dict(obj, class, name) {
            self.remember_dict(obj, site, kind::DICT, Value::UNBOUND);
            return;
        }
        let version = self.caches.class_version;
        let new = match found {
            Attr::Slot(slot, _) => Cache { shape: key, slot, version, extra: kind::SLOT, value: Value::UNBOUND },
            // A data descriptor of the metaclass (`__dict__`) computes a new value each time.
            Attr::Value(_)
                if obj.is(ids::CLASS) && self.lookup(class, name).is_some_and(|d| self.is_data_descriptor(d)) =>
            {
                return;
            }
            Attr::Value(v) if obj.is(ids::CLASS) => match self.immediate_entry(obj, name) {
                Some(at) => Cache { shape: key, slot: at, version, extra: kind::ENTRY, value: Value::UNBOUND },
                None => Cache { shape: key, slot: 0, version: self.version_of(v), extra: kind::OF_CLASS, value: v },
            },
            Attr::Value(_) if obj.is(ids::MODULE) => {
                let dict = self.heap.slot(obj, 0);
                let Some(at) = self.dict_find_name(dict, name) else { return };
                let version = self.heap.dict_keys_version(dict);
                Cache { shape: key, slot: at as u32, version, extra: kind::MODULE, value: Value::UNBOUND }
            }
            _ => match self.found_in_class(obj, class, name, found) {
                Some((extra, value)) => {
                    Cache { shape: key | NOT_IN_SLOT, slot: 0, version: self.version_of(value), extra, value }
                }
                None => return,
            },
        };
        self.fill_cache(site, new);
    }

    /// What to cache if an object's attribute follows from its shape or type and the classes: a computed attribute, an
    /// immediate of the class that no attribute of the instance hides, or the getter of a property.
    fn found_in_class(&mut self, obj: Value, class: Value, name: Value, found: Attr) -> Option<(u32, Value)> {
        let of_class = self.lookup(class, name)?;
        match found {
            Attr::Value(_) if of_class.is(ids::GETSET) => {
                // Attributes of `super` are other classes', and one kind of native has several classes.
                let inner = self.unwrap(obj);
                let several = inner.is(ids::SUPER) || inner.is(ids::METHOD_DESC) || inner.is(ids::BUILTIN);
                (!several).then_some((kind::COMPUTED, of_class))
            }
            _ if !obj.is(ids::INST) => None,
            // An instance's dict may hide the value without a change of shape.
            Attr::Value(v) if v == of_class && !self.loaded.shapes.get(self.heap.shape(obj)).dict => {
                Some((kind::VALUE, v))
            }
            Attr::Call(get, _, 1) if of_class.is(ids::PROPERTY) => Some((kind::PROPERTY, get)),
            Attr::Value(_) if of_class.is(ids::TUPLEGETTER) => Some((kind::FIELD, of_class)),
            _ if self.loaded.shapes.get(self.heap.shape(obj)).dict => None,
            Attr::Bound(f, this) if f == of_class && this == obj => Some((kind::BOUND, f)),
            Attr::Bound(..) if of_class.is(ids::CLASSMETHOD) => Some((kind::CLASS_METHOD, of_class)),
            Attr::Value(_) if of_class.is(ids::STATICMETHOD) => Some((kind::STATIC, of_class)),
            _ => None,
        }
    }

    /// `Op::LoadMethod` on a cache miss.
    #[inline(never)]
    pub(crate) fn op_load_method(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        let key = self.key_of(obj);
        let cache = self.known(ins.c, key);
        if cache.shape != u32::MAX && self.load_cached_method(ins, obj, key, &cache)? {
            return Ok(());
        }
        let name = self.site_name(ins.c);
        let found = self.find_attr(obj, name)?;
        match found {
            Attr::Slot(_, v) | Attr::Value(v) => {
                self.remember_attr(obj, key, name, ins.c, found);
                self.set_reg(ins.a, v);
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            Attr::Bound(f, this) => {
                if obj.is(ids::INST) && this != obj {
                    self.remember_attr(obj, key, name, ins.c, found);
                }
                self.remember_method(obj, ins.c, f, this);
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
            }
            Attr::Call(f, args, n) => {
                let class = self.type_of(obj);
                let hook = self.lookup(class, self.names.getattr);
                let cont = if hook == Some(f) { Cont::Method } else { Cont::GetMethod };
                return self.call_getter(ins, f, &args[..n], cont);
            }
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }

    fn remember_method(&mut self, obj: Value, site: u16, f: Value, this: Value) {
        let has_dict = [ids::CLASS, ids::MODULE, ids::FUNCTION, ids::TEXTIO].into_iter().any(|id| obj.is(id));
        if this != obj || has_dict {
            return;
        }
        let class = self.type_of(obj);
        if self.has_default_lookup(class) {
            if obj.is(ids::INST) && self.loaded.shapes.get(self.heap.shape(obj)).dict {
                // The dict may get an attribute of that name without a change of shape.
                return self.remember_dict(obj, site, kind::CLASS, f);
            }
            let (key, version) = (self.key_of(obj), self.caches.class_version);
            self.fill_cache(site, Cache { shape: key, slot: 0, version, extra: kind::CLASS, value: f });
        }
    }
}
