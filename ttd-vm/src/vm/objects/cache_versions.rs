//! Invalidation of caches, by versions. Versions never rewind, not even when state does, so no cache can believe an old
//! fact.
//!
//! An instance attribute is cached by shape alone. That becomes wrong only when a class gains a data descriptor or a
//! `__getattribute__` or `__setattr__`; then all caches are flushed, unless no instance of it has ever had attributes,
//! as for a class that a decorator completes. Everything found in a class is cached with the class version, which any
//! write to any class's namespace increases. What was found in a native class, which no program can write to, has a
//! version of its own, which only going to another time increases.
//!
//! Programs use class attributes as counters and settings. Replacing one *immediate* (a number, a truth value, None) by
//! another does not increase the class version: cached immediates have a third version, and only that increases. No two
//! versions are ever equal, so one comparison decides whether a fact is current.

use super::first_views::FirstViews;
use ttd_core::value::Value;

use super::class::fields;
use super::constructors::Constructor;
use super::lookup::MethodCache;
use crate::{Vm, ids};

/// Set in versions of native classes only.
pub(crate) const NATIVE_BIT: u32 = 1 << 31;

/// Whether a value is an immediate, which can be neither a descriptor nor called.
#[inline]
pub(crate) fn is_immediate(v: Value) -> bool {
    !v.is_obj() && !v.is_unbound()
}

impl Vm {
    /// Whether a write to a class's namespace changes where the attributes of its instances are looked up.
    fn changes_lookup(&mut self, name: Value, old: Option<Value>, new: Option<Value>) -> bool {
        let dangerous = |vm: &mut Vm, v: Option<Value>| v.is_some_and(|v| vm.is_data_descriptor(v));
        self.is_special_to_caches(name) || dangerous(self, old) || dangerous(self, new)
    }

    /// Whether no instance of the class has ever had an attribute in a slot or a `__dict__`, so that nothing is cached
    /// by its shape, and there are no subclasses.
    fn has_no_cached_slots(&self, class: Value) -> bool {
        let shape = self.class_shape(class);
        let is_unused = |id| {
            let shape = self.loaded.shapes.get(id);
            shape.native == 0 && !shape.payload && !shape.in_use && shape.next.is_empty()
        };
        self.heap.slot(class, fields::TID) == Value::int(i64::from(ids::INST.0))
            && self.heap.list(self.heap.slot(class, fields::SUBCLASSES)).is_empty()
            && is_unused(shape)
            && is_unused(shape + 1)
    }

    /// Must be called after each write to a class's namespace.
    pub(crate) fn class_changed(&mut self, class: Value, name: Value, old: Option<Value>, new: Option<Value>) {
        if let (Some(old), Some(new)) = (old, new)
            && is_immediate(old)
            && is_immediate(new)
            && !self.is_special_to_caches(name)
        {
            return self.immediate_changed();
        }
        self.caches.class_version = self.next_version();
        self.caches.immediate_version = self.next_version();
        if self.changes_lookup(name, old, new) && !self.has_no_cached_slots(class) {
            self.flush_caches();
        }
    }

    /// Whether a class attribute of this name affects the lookup of all others.
    pub(crate) fn is_special_to_caches(&self, name: Value) -> bool {
        [self.names.getattribute, self.names.setattr, self.names.delattr, self.names.getattr].contains(&name)
    }

    /// Must be called after an immediate in a class's namespace was replaced by another.
    pub(crate) fn immediate_changed(&mut self) {
        self.caches.immediate_version = self.next_version();
    }

    /// The version under which something found in a Python class holds.
    #[inline]
    pub(crate) fn version_of(&self, found: Value) -> u32 {
        if is_immediate(found) { self.caches.immediate_version } else { self.caches.class_version }
    }

    /// Whether a version is the current one of classes or of immediates.
    #[inline]
    pub(crate) fn is_current(&self, version: u32) -> bool {
        version == self.caches.class_version || version == self.caches.immediate_version
    }

    /// Returns a new version. When numbers are exhausted, empties every cache and starts again.
    fn next_version(&mut self) -> u32 {
        self.caches.last_version = self.caches.last_version.wrapping_add(1) & !NATIVE_BIT;
        if self.caches.last_version == 0 {
            (self.caches.class_version, self.caches.immediate_version, self.caches.last_version) = (1, 2, 3);
            self.caches.method_cache.fill(MethodCache::EMPTY);
            self.caches.constructors.fill(Constructor::EMPTY);
            self.loaded.shapes.forget_facts();
            self.flush_codes();
        }
        self.caches.last_version
    }

    /// Must be called after any part of the state went to another time.
    pub(crate) fn flush_caches(&mut self) {
        self.caches.class_version = self.next_version();
        self.caches.immediate_version = self.next_version();
        self.caches.native_version = NATIVE_BIT | self.caches.native_version.wrapping_add(1);
        self.caches.char_indexes.clear();
        self.caches.loop_layout = Default::default();
        self.caches.first_views = FirstViews::EMPTY;
        self.flush_codes();
    }

    fn flush_codes(&mut self) {
        if std::mem::replace(&mut self.caches.flushed, true) {
            return;
        }
        self.caches.poly.flush();
        // Evaluations flush at every event: not all code that is loaded can be looked at.
        for id in self.caches.filled_codes.drain(..) {
            self.loaded.codes[id as usize].flush();
        }
    }

    /// Whether attribute lookup uses it before the instance's own attributes.
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
