//! Stores to attributes: cache misses, and stores to what is in no slot of an instance.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::cache_kind as kind;
use super::cache_kind::NOT_IN_SLOT;
use crate::native::Res;
use crate::vm::code::Cache;
use crate::vm::objects::set_attr::SetAttr;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::StoreAttr` on a cache miss.
    #[inline(never)]
    pub(crate) fn op_store_attr(&mut self, ins: Ins) -> Res<()> {
        let (obj, value) = (self.reg(ins.a), self.reg(ins.b));
        let key = self.key_of(obj);
        let cache = self.known(ins.c, key);
        if cache.shape == key | NOT_IN_SLOT {
            match cache.extra {
                kind::DICT if self.set_dict_attr(obj, ins.c, &cache, value) => return Ok(()),
                kind::ENTRY if obj.is(ids::CLASS) && self.set_immediate_entry(obj, &cache, value) => return Ok(()),
                kind::SETTER if obj.is(ids::INST) && self.is_current(cache.version) => {
                    return self.call_setter(cache.value, obj, value);
                }
                _ => {}
            }
        }
        let name = self.site_name(ins.c);
        match self.assign_attr(obj, name, value)? {
            SetAttr::Done => {
                if obj.is(ids::CLASS) {
                    self.remember_immediate_entry(obj, name, ins.c);
                }
                Ok(())
            }
            SetAttr::InDict => {
                self.remember_dict(obj, ins.c, kind::DICT, Value::UNBOUND);
                Ok(())
            }
            SetAttr::Stored(slot, old, new) => {
                let version = self.caches.class_version;
                self.fill_cache(ins.c, Cache { shape: old, slot, version, extra: new, value: Value::UNBOUND });
                Ok(())
            }
            SetAttr::Call(f, args, n) => {
                self.remember_setter(obj, key, name, ins.c, f);
                self.invoke(f, &args[..n], &[], Cont::Discard, 0)
            }
        }
    }

    /// Caches the setter of a property, if that is what sets the attribute.
    fn remember_setter(&mut self, obj: Value, key: u32, name: Value, site: u16, f: Value) {
        let class = self.type_of(obj);
        let hook = self.lookup(class, self.names.setattr);
        if !obj.is(ids::INST) || hook.is_some_and(|hook| !self.is_object_method(hook)) {
            return;
        }
        if self.lookup(class, name).is_some_and(|d| d.is(ids::PROPERTY)) {
            let version = self.caches.class_version;
            self.fill_cache(site, Cache { shape: key | NOT_IN_SLOT, slot: 0, version, extra: kind::SETTER, value: f });
        }
    }

    fn call_setter(&mut self, setter: Value, obj: Value, value: Value) -> Res<()> {
        if setter.is(ids::FUNCTION) && self.enter_with(setter, &[obj, value], Cont::Discard, 0) {
            return Ok(());
        }
        self.invoke(setter, &[obj, value], &[], Cont::Discard, 0)
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
}
