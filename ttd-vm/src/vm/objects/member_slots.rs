//! `__slots__`.
//!
//! A slot is an attribute of the instance's shape under a key that no attribute name equals. So it uses the same inline
//! caches and never gets into `__dict__`. The class's `member_descriptor` holds the key.

use ttd_core::value::Value;

use super::class::{NewClass, fields};
use super::layout::Layout;
use super::shapes::{FoundSlots, ShapeId};
use crate::native::Res;
use crate::vm::parts::Caches;
use crate::{Vm, ids};

/// The slots of a `member_descriptor`.
pub mod member {
    /// The class that it belongs to.
    pub const CLASS: usize = 0;
    /// Its name.
    pub const NAME: usize = 1;
    /// Its key in shapes.
    pub const KEY: usize = 2;
}

/// The first byte of a slot's key; no identifier begins with it. Two digits follow, which distinguish the slots of the
/// classes along one chain of bases, then the slot's name.
const KEY_MARK: u8 = 0;
/// Length of the key before the name.
const KEY_PREFIX: usize = 3;

/// Where the instances of a class have some of its slots when these are set, in this order.
#[derive(Clone, Copy)]
pub(crate) struct MemberPlaces<const N: usize> {
    /// The shape of instances without attributes.
    pub empty: ShapeId,
    /// The shape with these slots set, and the places.
    pub found: FoundSlots<N>,
}

impl Vm {
    /// Looks up slots of a class by their names; `None` if it has not all of them.
    pub(crate) fn member_places<const N: usize>(&mut self, class: Value, names: [&str; N]) -> Option<MemberPlaces<N>> {
        let empty = self.class_shape(class);
        let mut found = FoundSlots { shape: empty, slots: [0; N] };
        for (slot, name) in found.slots.iter_mut().zip(names) {
            let member = self.lookup_type(class, name).filter(|v| v.is(ids::MEMBER))?;
            let key = self.heap.slot(member, member::KEY);
            found.shape = self.loaded.shapes.with(found.shape, key);
            *slot = self.loaded.shapes.get(found.shape).slot(key)?;
        }
        Some(MemberPlaces { empty, found })
    }

    /// As `member_places`, kept in a field of the caches while instances of the class begin with the same shape.
    pub(crate) fn known_places<const N: usize>(
        &mut self,
        kept: fn(&mut Caches) -> &mut Option<MemberPlaces<N>>,
        class: Value,
        names: [&str; N],
    ) -> Option<FoundSlots<N>> {
        let empty = self.class_shape(class);
        if kept(&mut self.caches).is_none_or(|known| known.empty != empty) {
            *kept(&mut self.caches) = self.member_places(class, names);
        }
        kept(&mut self.caches).map(|known| known.found)
    }

    /// The name of an attribute by its key in a shape.
    pub(crate) fn attribute_name(&self, key: Value) -> String {
        let skip = if self.is_slot_key(key) { KEY_PREFIX } else { 0 };
        String::from_utf8_lossy(&self.heap.bytes(key)[skip..]).into_owned()
    }

    /// Whether a key in a shape is a slot's and not an attribute's name.
    pub(crate) fn is_slot_key(&self, key: Value) -> bool {
        self.heap.bytes(key).first() == Some(&KEY_MARK)
    }

    pub(super) fn own_slots(&mut self, new: &NewClass, slots: Value, sized: bool, layout: &mut Layout) -> Res<()> {
        let given = if self.payload(slots, ids::STR).is_some() { vec![slots] } else { self.collect(slots)? };
        if !given.is_empty() && sized {
            let name = self.class_name(layout.base);
            return Err(self.type_error(format!("nonempty __slots__ not supported for subtype of '{name}'")));
        }
        let (may_dict, may_weak) = (!layout.dict, !layout.weak && !sized);
        let weakref = self.intern("__weakref__");
        for name in given {
            let Some(text) = self.payload(name, ids::STR) else {
                let given = self.type_name(name);
                return Err(self.type_error(format!("__slots__ items must be strings, not '{given}'")));
            };
            if self.call_method(text, "isidentifier", &[])? != Value::TRUE {
                return Err(self.type_error("__slots__ must be identifiers"));
            }
            let name = self.intern_value(text);
            if name == self.names.dict {
                if !may_dict || layout.dict {
                    return Err(self.type_error("__dict__ slot disallowed: we already got one"));
                }
                layout.dict = true;
            } else if name == weakref {
                if !may_weak || layout.weak {
                    return Err(self.type_error("__weakref__ slot disallowed: we already got one"));
                }
                layout.weak = true;
            } else {
                self.own_slot(new, name, layout)?;
            }
        }
        let heap = &self.heap;
        layout.own.sort_by(|a, b| heap.bytes(*a).cmp(heap.bytes(*b)));
        for other in new.bases.iter().filter(|b| **b != layout.base) {
            layout.dict |= may_dict && self.class_flag(*other, fields::HAS_DICT);
            layout.weak |= may_weak && self.class_flag(*other, fields::HAS_WEAK);
        }
        Ok(())
    }

    fn own_slot(&mut self, new: &NewClass, name: Value, layout: &mut Layout) -> Res<()> {
        let mangled = self.mangled(new.name, name);
        let special = [self.names.qualname, self.names.classcell, self.names.classdictcell];
        if !special.contains(&mangled) && self.dict_get_name(new.dict, mangled).is_some() {
            let name = self.text_lossy(mangled).into_owned();
            return Err(self.value_error(format!("'{name}' in __slots__ conflicts with class variable")));
        }
        if !layout.own.contains(&mangled) {
            layout.own.push(mangled);
        }
        Ok(())
    }

    /// Mangles a private name.
    fn mangled(&mut self, class: Value, name: Value) -> Value {
        let text = self.text_lossy(name).into_owned();
        let class = self.text_lossy(class).trim_start_matches('_').to_owned();
        if !text.starts_with("__") || text.ends_with("__") || class.is_empty() {
            return name;
        }
        self.intern(&format!("_{class}{text}"))
    }

    /// Adds the descriptors of a layout to a new class's namespace: those of its slots, `__dict__`, `__weakref__`.
    pub(crate) fn add_layout_descriptors(&mut self, class: Value, layout: &Layout) {
        let dict = self.class_dict(class);
        let level = self.mro(class).len().min(250) as u8;
        for &name in &layout.own {
            let mut bytes = vec![KEY_MARK];
            bytes.extend_from_slice(format!("{level:02x}").as_bytes());
            bytes.extend_from_slice(self.heap.bytes(name));
            let key = self.intern_bytes(&bytes);
            let descriptor = self.heap.new_slots_from(ids::MEMBER, 0, &[class, name, key]);
            self.dict_set_name(dict, name, descriptor);
        }
        let (base_dict, base_weak) = match layout.base {
            Value::NONE => (false, false),
            base => (self.class_flag(base, fields::HAS_DICT), self.class_flag(base, fields::HAS_WEAK)),
        };
        let weakref = self.intern("__weakref__");
        let added = [
            (layout.dict && !base_dict, self.names.dict, self.loaded.instance_getters.0),
            (
                layout.weak && !base_weak && self.class_flag(class, fields::HEAP),
                weakref,
                self.loaded.instance_getters.1,
            ),
        ];
        for (_, name, getter) in added.into_iter().filter(|a| a.0) {
            if self.dict_get_name(dict, name).is_none() {
                let descriptor = self.heap.new_slots_from(ids::GETSET, getter, &[Value::FALSE, class]);
                self.dict_set_name(dict, name, descriptor);
            }
        }
    }

    /// The keys of all slots of a class by level, and the builtin class at the bottom of its layout.
    pub(crate) fn slots_by_level(&self, class: Value) -> (Vec<Vec<Value>>, Value) {
        let (mut levels, mut at) = (Vec::new(), self.heap.slot(class, fields::SOLID));
        while self.class_flag(at, fields::HEAP) {
            let mut level: Vec<Value> = Vec::new();
            for entry in 0..self.heap.dict_size(self.class_dict(at)) {
                let Some((_, _, value)) = self.heap.dict_entry(self.class_dict(at), entry) else { continue };
                if value.is(ids::MEMBER) && self.heap.slot(value, member::CLASS) == at {
                    level.push(self.heap.slot(value, member::KEY));
                }
            }
            level.sort_by(|a, b| self.heap.bytes(*a)[KEY_PREFIX..].cmp(&self.heap.bytes(*b)[KEY_PREFIX..]));
            levels.push(level);
            at = self.heap.slot(self.heap.slot(at, fields::BASE), fields::SOLID);
        }
        (levels, at)
    }

    /// Pairs the slot keys of two classes with the same layout; `None` if the layouts differ.
    pub(crate) fn same_layout(&self, a: Value, b: Value) -> Option<Vec<(Value, Value)>> {
        let flags = [fields::HAS_DICT, fields::HAS_WEAK, fields::PAYLOAD];
        if flags.iter().any(|f| self.heap.slot(a, *f) != self.heap.slot(b, *f)) {
            return None;
        }
        // Only the last level of slots may come from different classes.
        let below =
            |class| self.heap.slot(self.heap.slot(self.heap.slot(class, fields::SOLID), fields::BASE), fields::SOLID);
        let (x, y) = (self.heap.slot(a, fields::SOLID), self.heap.slot(b, fields::SOLID));
        if x != y && (!self.class_flag(x, fields::HEAP) || !self.class_flag(y, fields::HEAP) || below(x) != below(y)) {
            return None;
        }
        let ((ours, our_root), (theirs, their_root)) = (self.slots_by_level(a), self.slots_by_level(b));
        if our_root != their_root || ours.len() != theirs.len() {
            return None;
        }
        let mut pairs = Vec::new();
        for (x, y) in ours.iter().zip(&theirs) {
            if x.len() != y.len() {
                return None;
            }
            for (p, q) in x.iter().zip(y) {
                if self.heap.bytes(*p)[KEY_PREFIX..] != self.heap.bytes(*q)[KEY_PREFIX..] {
                    return None;
                }
                pairs.push((*p, *q));
            }
        }
        Some(pairs)
    }
}
