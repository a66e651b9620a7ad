//! Attributes: the caches' misses.

use ttd_code::op::Ins;
use ttd_core::value::Value;

use super::{NOT_IN_SLOT, kind, type_key};
use crate::native::Res;
use crate::vm::attr::Attr;
use crate::vm::code::Cache;
use crate::vm::frame::Cont;
use crate::vm::setattr::SetAttr;
use crate::{Vm, ids};

impl Vm {
    /// The name of a site of the running code.
    pub(crate) fn site_name(&self, site: u16) -> Value {
        let code = self.top_ref().code();
        code.names[code.code.sites[site as usize].name as usize]
    }

    /// The cache of a site of the running code, to be filled.
    pub(crate) fn cache(&mut self, site: u16) -> &mut Cache {
        self.caches_flushed = false;
        // SAFETY: the verifier has checked the site; the interpreter thread is the only one to use caches.
        unsafe { &mut *self.top_ref().code().cache_to_fill(site) }
    }

    fn key_of(&self, obj: Value) -> u32 {
        match obj {
            v if v.is(ids::INST) => self.heap.shape(v),
            v if v.is(ids::CLASS) || v.is(ids::MODULE) => v.index(),
            v => type_key(v),
        }
    }

    /// Whether looking up an attribute of this object follows the plain rules.
    fn plain_rules(&mut self, class: Value) -> bool {
        self.lookup(class, self.names.getattribute).is_none_or(|f| f.is(ids::METHOD_DESC))
    }

    /// `Op::LoadAttr` when the cache for slots does not know.
    #[inline(never)]
    pub(crate) fn op_load_attr(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        if let Some(v) = self.cached_attr(obj, ins.c) {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if obj.is(ids::INST) {
            let cache = *self.cache(ins.c);
            let known = cache.shape == self.heap.shape(obj) | NOT_IN_SLOT && cache.version == self.class_version;
            match cache.extra {
                kind::VALUE if known => {
                    self.set_reg(ins.a, cache.value);
                    return Ok(());
                }
                kind::PROPERTY if known => return self.invoke(cache.value, &[obj], &[], Cont::GetAttr, ins.a),
                _ => {}
            }
        }
        let name = self.site_name(ins.c);
        let found = self.find_attr(obj, name)?;
        self.remember_attr(obj, name, ins.c, found);
        match found {
            Attr::Slot(_, v) | Attr::Value(v) => self.set_reg(ins.a, v),
            Attr::Bound(f, this) => {
                let m = self.new_method(f, this);
                self.set_reg(ins.a, m);
            }
            Attr::Call(f, args, n) => {
                // `__getattr__` itself has the last word; anything else may still be followed by it.
                let class = self.type_of(obj);
                let hook = self.lookup(class, self.names.getattr);
                let cont = if hook.is_none() || hook == Some(f) { Cont::Store } else { Cont::GetAttr };
                return self.invoke(f, &args[..n], &[], cont, ins.a);
            }
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }

    fn cached_attr(&mut self, obj: Value, site: u16) -> Option<Value> {
        if !obj.is(ids::CLASS) && !obj.is(ids::MODULE) {
            return None;
        }
        let version = self.class_version;
        let cache = *self.cache(site);
        if cache.shape != obj.index() {
            return None;
        }
        match cache.extra {
            kind::OF_CLASS if obj.is(ids::CLASS) && cache.version == version => Some(cache.value),
            kind::MODULE if obj.is(ids::MODULE) => {
                let dict = self.heap.slot(obj, 0);
                (self.heap.dict_keys_version(dict) == cache.version)
                    .then(|| self.heap.dict_entry(dict, cache.slot as usize).map(|e| e.2))?
            }
            _ => None,
        }
    }

    fn remember_attr(&mut self, obj: Value, name: Value, site: u16, found: Attr) {
        if !obj.is_obj() {
            return;
        }
        let class = self.type_of(obj);
        if !self.plain_rules(class) {
            return;
        }
        let (key, version) = (self.key_of(obj), self.class_version);
        let new = match found {
            Attr::Slot(slot, _) => Cache { shape: key, slot, version, extra: kind::SLOT, value: Value::UNBOUND },
            // What a data descriptor of the metaclass computes (`__dict__`) is new each time, and held by nobody.
            Attr::Value(_)
                if obj.is(ids::CLASS) && self.lookup(class, name).is_some_and(|d| self.is_data_descriptor(d)) =>
            {
                return;
            }
            Attr::Value(v) if obj.is(ids::CLASS) => {
                Cache { shape: key, slot: 0, version, extra: kind::OF_CLASS, value: v }
            }
            Attr::Value(_) if obj.is(ids::MODULE) => {
                let dict = self.heap.slot(obj, 0);
                let Some(at) = self.dict_find_name(dict, name) else { return };
                let version = self.heap.dict_keys_version(dict);
                Cache { shape: key, slot: at as u32, version, extra: kind::MODULE, value: Value::UNBOUND }
            }
            _ => match self.found_in_class(obj, class, name, found) {
                Some((extra, value)) => Cache { shape: key | NOT_IN_SLOT, slot: 0, version, extra, value },
                None => return,
            },
        };
        *self.cache(site) = new;
    }

    /// Whether an instance's attribute follows from its shape and the classes: a plain value of the class, which no
    /// attribute of the instance hides, or the getter of a property.
    fn found_in_class(&mut self, obj: Value, class: Value, name: Value, found: Attr) -> Option<(u32, Value)> {
        if !obj.is(ids::INST) {
            return None;
        }
        let of_class = self.lookup(class, name)?;
        match found {
            // An instance with a dict may hide the value without the shape changing.
            Attr::Value(v) if v == of_class && !self.shapes.get(self.heap.shape(obj)).dict => Some((kind::VALUE, v)),
            Attr::Call(get, _, 1) if of_class.is(ids::PROPERTY) => Some((kind::PROPERTY, get)),
            _ => None,
        }
    }

    /// `Op::LoadMethod` when the cache does not know.
    #[inline(never)]
    pub(crate) fn op_load_method(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        if let Some(v) = self.cached_attr(obj, ins.c) {
            self.set_reg(ins.a, v);
            self.set_reg(ins.a + 1, Value::UNBOUND);
            return Ok(());
        }
        let name = self.site_name(ins.c);
        let found = self.find_attr(obj, name)?;
        match found {
            Attr::Slot(_, v) | Attr::Value(v) => {
                if !obj.is(ids::INST) {
                    self.remember_attr(obj, name, ins.c, found);
                }
                self.set_reg(ins.a, v);
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            Attr::Bound(f, this) => {
                self.remember_method(obj, ins.c, f, this);
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
            }
            Attr::Call(f, args, n) => return self.invoke(f, &args[..n], &[], Cont::Method, ins.a),
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }

    fn remember_method(&mut self, obj: Value, site: u16, f: Value, this: Value) {
        if this != obj || !obj.is_obj() || obj.is(ids::CLASS) || obj.is(ids::MODULE) || obj.is(ids::FUNCTION) {
            return;
        }
        let class = self.type_of(obj);
        if obj.is(ids::INST) && self.shapes.get(self.heap.shape(obj)).dict {
            // The dict may get an attribute of that name without the shape changing.
            return;
        }
        if self.plain_rules(class) {
            let (key, version) = (self.key_of(obj), self.class_version);
            *self.cache(site) = Cache { shape: key, slot: 0, version, extra: kind::CLASS, value: f };
        }
    }

    /// `Op::StoreAttr` when the cache does not know.
    #[inline(never)]
    pub(crate) fn op_store_attr(&mut self, ins: Ins) -> Res<()> {
        let (obj, value) = (self.reg(ins.a), self.reg(ins.b));
        let name = self.site_name(ins.c);
        match self.assign_attr(obj, name, value)? {
            SetAttr::Done => Ok(()),
            SetAttr::Stored(slot, old, new) => {
                let version = self.class_version;
                *self.cache(ins.c) = Cache { shape: old, slot, version, extra: new, value: Value::UNBOUND };
                Ok(())
            }
            SetAttr::Call(f, args, n) => self.invoke(f, &args[..n], &[], Cont::Discard, 0),
        }
    }

    /// `Op::DeleteAttr`.
    pub(crate) fn op_delete_attr(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.a);
        let name = self.top_ref().code().names[ins.c as usize];
        match self.assign_attr(obj, name, Value::UNBOUND)? {
            SetAttr::Call(f, args, n) => self.invoke(f, &args[..n], &[], Cont::Discard, 0),
            _ => Ok(()),
        }
    }

    /// `Op::LoadSuperAttr` and `Op::LoadSuperMethod`.
    pub(crate) fn op_load_super(&mut self, ins: Ins, method: bool) -> Res<()> {
        let (global, class, this) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.b + 2));
        let name = self.site_name(ins.c);
        if global != self.types.super_ {
            let made = self.call(global, &[class, this])?;
            let v = self.getattr(made, name)?;
            self.set_reg(ins.a, v);
            if method {
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            return Ok(());
        }
        let found = self.find_super(class, this, name)?;
        match found {
            Attr::Bound(f, this) if method => {
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
                return Ok(());
            }
            Attr::Bound(f, this) => {
                let m = self.new_method(f, this);
                self.set_reg(ins.a, m);
            }
            Attr::Slot(_, v) | Attr::Value(v) => self.set_reg(ins.a, v),
            Attr::Call(f, args, n) => {
                let cont = if method { Cont::Method } else { Cont::Store };
                return self.invoke(f, &args[..n], &[], cont, ins.a);
            }
            Attr::Missing => {
                let made = self.heap.new_slots_from(ids::SUPER, 0, &[class, this]);
                match self.generic_super_attr(made, name)? {
                    Some(v) => self.set_reg(ins.a, v),
                    None => {
                        let message = self.message("'super' object has no attribute '", name, "'");
                        return Err(self.attribute_error(message));
                    }
                }
            }
        }
        if method {
            self.set_reg(ins.a + 1, Value::UNBOUND);
        }
        Ok(())
    }

    /// `Op::LoadSpecial`: `__enter__`, `__exit__` and their asynchronous sisters.
    pub(crate) fn op_load_special(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        let names = [self.names.enter, self.names.exit, self.names.aenter, self.names.aexit];
        let name = names[ins.c as usize & 3];
        let class = self.type_of(obj);
        let Some(found) = self.lookup(class, name) else {
            let class_value = class;
            let (class, missing) = (self.class_name(class), self.text_lossy(name).into_owned());
            let kind = if ins.c >= 2 { "asynchronous context manager" } else { "context manager" };
            // CPython 3.13 asks for the entering method first, and only misses the leaving one when that is there.
            let entering = names[ins.c as usize & 2];
            let has_entering = self.lookup(class_value, entering).is_some();
            let missed = ins.c & 1 == 1 && has_entering;
            let extra = if missed { format!(" (missed {missing} method)") } else { String::new() };
            return Err(self.type_error(format!("'{class}' object does not support the {kind} protocol{extra}")));
        };
        if found.is(ids::FUNCTION) || found.is(ids::METHOD_DESC) {
            self.set_reg(ins.a, found);
            self.set_reg(ins.a + 1, obj);
            return Ok(());
        }
        match self.find_attr(obj, name)? {
            Attr::Bound(f, this) => {
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
            }
            Attr::Slot(_, v) | Attr::Value(v) => {
                self.set_reg(ins.a, v);
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            Attr::Call(f, args, n) => return self.invoke(f, &args[..n], &[], Cont::Method, ins.a),
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }
}
