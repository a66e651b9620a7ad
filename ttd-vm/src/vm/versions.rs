//! What makes caches forget. Versions only grow, also when the program's state goes back: no cache can believe an old
//! fact.
//!
//! An instance attribute is cached by shape alone; it is only wrong once a class gains a data descriptor or a
//! `__getattribute__`/`__setattr__`, and then all caches are flushed. Everything that was found in a class is cached
//! with the version of classes, which any write to any class's namespace increases. What was found in a native class,
//! which no program can write to, has a version of its own, which only going to another time increases.

use ttd_core::value::Value;

use crate::{Vm, ids};

/// What versions of native classes have, and others have not.
pub(super) const NATIVE: u32 = 1 << 31;

fn next(version: u32) -> u32 {
    version.wrapping_add(1) & !NATIVE
}

impl Vm {
    /// To be called after a class's namespace was written to.
    pub(crate) fn class_changed(&mut self, name: Value, old: Option<Value>, new: Option<Value>) {
        self.class_version = next(self.class_version);
        let special = [self.names.getattribute, self.names.setattr, self.names.delattr, self.names.getattr];
        let dangerous = |vm: &mut Vm, v: Option<Value>| v.is_some_and(|v| vm.is_data_descriptor(v));
        if special.contains(&name) || dangerous(self, old) || dangerous(self, new) {
            self.flush_caches();
        }
    }

    /// To be called after any part of the state went to another time.
    pub(crate) fn flush_caches(&mut self) {
        self.class_version = next(self.class_version);
        self.native_version = NATIVE | next(self.native_version);
        if std::mem::replace(&mut self.caches_flushed, true) {
            return;
        }
        for code in &self.codes {
            code.flush();
        }
    }

    /// Whether attribute look-up asks it before the instance.
    pub(crate) fn is_data_descriptor(&mut self, v: Value) -> bool {
        if !v.is_obj() {
            return false;
        }
        match v.tid() {
            ids::PROPERTY | ids::GETSET | ids::MEMBER | ids::TUPLEGETTER => true,
            ids::INST => {
                let class = self.type_of(v);
                let (set, delete) = (self.names.set, self.names.delete);
                self.lookup(class, set).is_some() || self.lookup(class, delete).is_some()
            }
            _ => false,
        }
    }
}
