//! Classes: their layout on the heap, creation, and the method resolution order.

use rustc_hash::FxHashSet;
use ttd_core::value::{TypeId, Value};

use super::layout::Layout;
use crate::native::Res;
use crate::vm::call::function;
use crate::vm::errors::traceback::HIDDEN;
use crate::{Vm, ids};

/// The slots of a class object.
pub mod fields {
    /// `__name__`.
    pub const NAME: usize = 0;
    /// `__qualname__`.
    pub const QUALNAME: usize = 1;
    /// `__bases__`, a tuple.
    pub const BASES: usize = 2;
    /// `__mro__`, a tuple.
    pub const MRO: usize = 3;
    /// The namespace, a dict.
    pub const DICT: usize = 4;
    /// The metaclass.
    pub const META: usize = 5;
    /// The type id of instances: `INST` for classes written in Python.
    pub const TID: usize = 6;
    /// The type id of the builtin payload of instances, or -1.
    pub const PAYLOAD: usize = 7;
    /// The empty shape of the instances.
    pub const SHAPE: usize = 8;
    /// Number of slots of an instance, and a bit for classes with `__del__`.
    pub const CAPACITY: usize = 9;
    /// Whether Python classes may derive from it.
    pub const SUBCLASSABLE: usize = 10;
    /// The direct subclasses, a list.
    pub const SUBCLASSES: usize = 11;
    /// Whether it was made by a `class` statement or `type()`.
    pub const HEAP: usize = 12;
    /// Whether instances have a `__dict__`.
    pub const HAS_DICT: usize = 13;
    /// Whether weak references to instances can be made.
    pub const HAS_WEAK: usize = 14;
    /// `__base__`: the base that determines the layout; None for `object`.
    pub const BASE: usize = 15;
    /// The class that the layout comes from: itself, if it declares slots or native fields.
    pub const SOLID: usize = 16;
    /// Number of `__slots__`, including inherited ones.
    pub const MEMBERS: usize = 17;
    /// For immutable classes of the interpreter's own modules: the name in messages, a str.
    pub const SEALED: usize = 18;
    /// Whether it has abstract methods.
    pub const ABSTRACT: usize = 19;
    /// Number of slots.
    pub const COUNT: usize = 20;
}

/// How many slots more instances get when the attributes of one did not fit, and up to how many in all.
const WIDENED_BY: i64 = 2;
const MOST_WIDENED: i64 = 32;

/// Set in the capacity: instances have a `__del__`.
const HAS_DEL: i64 = 1 << 40;

/// The parameters of `new_class`.
pub struct NewClass {
    /// `__name__`, a str.
    pub name: Value,
    /// The bases, all classes.
    pub bases: Vec<Value>,
    /// The namespace, a dict; ownership passes to the class.
    pub dict: Value,
    /// The metaclass.
    pub meta: Value,
    /// For builtin types: the type id of instances.
    pub tid: TypeId,
    /// Whether it is written in Python.
    pub heap: bool,
    /// Minimum number of native fields of instances.
    pub native: u32,
}

impl Vm {
    /// Makes a class.
    ///
    /// # Errors
    /// TypeError for incompatible bases.
    pub fn new_class(&mut self, new: NewClass) -> Res {
        let layout = if new.heap { self.python_layout(&new)? } else { self.builtin_layout(&new) };
        let class = self.heap.new_slots(ids::CLASS, 0, fields::COUNT);
        let mro = match self.linearise(class, &new.bases) {
            Ok(mro) => mro,
            // The metaclass computes another order.
            Err(trap) if !new.heap || self.lookup(new.meta, self.names.mro).is_none_or(|f| f.is(ids::METHOD_DESC)) => {
                return Err(trap);
            }
            Err(_) => [class].iter().chain(&new.bases).copied().chain([self.types.object]).collect(),
        };
        let payload = layout.payload;
        let shape = self.loaded.shapes.add_class(class, layout.native, payload.is_some());
        let mut capacity = i64::from(self.instance_capacity(&new, &layout, &mro[1..]));
        if self.has_finalizer(&new) {
            capacity |= HAS_DEL;
        }
        let solid = if layout.solid { class } else { self.heap.slot(layout.base, fields::SOLID) };
        let bases = self.new_tuple(&new.bases);
        let mro = self.new_tuple(&mro);
        let subclasses = self.heap.new_list(ids::LIST, &[]);
        let values = [
            (fields::NAME, new.name),
            (fields::QUALNAME, new.name),
            (fields::BASES, bases),
            (fields::MRO, mro),
            (fields::DICT, new.dict),
            (fields::META, new.meta),
            (fields::TID, Value::int(i64::from(new.tid.0))),
            (fields::PAYLOAD, Value::int(payload.map_or(-1, |t| i64::from(t.0)))),
            (fields::SHAPE, Value::int(i64::from(shape))),
            (fields::CAPACITY, Value::int(capacity)),
            (fields::SUBCLASSABLE, Value::TRUE),
            (fields::SUBCLASSES, subclasses),
            (fields::HEAP, Value::bool(new.heap)),
            (fields::HAS_DICT, Value::bool(layout.dict)),
            (fields::HAS_WEAK, Value::bool(layout.weak)),
            (fields::BASE, layout.base),
            (fields::SOLID, solid),
            (fields::ABSTRACT, Value::FALSE),
            (fields::MEMBERS, Value::int(i64::from(layout.members))),
        ];
        for (slot, value) in values {
            self.heap.set_slot(class, slot, value);
        }
        if new.heap || layout.payload.is_some() || layout.native > 0 {
            self.add_layout_descriptors(class, &layout);
        }
        for base in &new.bases {
            let list = self.heap.slot(*base, fields::SUBCLASSES);
            self.heap.list_push(list, class);
        }
        Ok(class)
    }

    /// Whether instances have a `__del__`. That of a class of the hidden library does not count: it exists for
    /// subclasses that call it, and what those instances hold is released anyway.
    fn has_finalizer(&self, new: &NewClass) -> bool {
        let inherits = |b: &Value| self.heap.slot(*b, fields::CAPACITY).as_int() & HAS_DEL != 0;
        let hidden = |f: &Value| {
            let code = f.is(ids::FUNCTION).then(|| self.heap.slot(*f, function::CODE)).and_then(|c| self.code_of(c));
            code.is_some_and(|code| code.code.path.starts_with(HIDDEN))
        };
        let own = self.dict_get_name(new.dict, self.names.del_).filter(|f| !hidden(f));
        new.heap && (own.is_some() || new.bases.iter().any(inherits))
    }

    /// Whether instances of a class are finalized by `__del__`.
    pub(crate) fn has_del(&self, class: Value) -> bool {
        self.heap.slot(class, fields::CAPACITY).as_int() & HAS_DEL != 0
    }

    /// Records that a class gained a `__del__`: instances of it and its subclasses made from now on are finalized.
    pub(crate) fn add_finalizer(&mut self, class: Value) {
        let capacity = self.heap.slot(class, fields::CAPACITY).as_int();
        self.heap.set_slot(class, fields::CAPACITY, Value::int(capacity | HAS_DEL));
        for subclass in self.heap.list(self.heap.slot(class, fields::SUBCLASSES)).to_vec() {
            self.add_finalizer(subclass);
        }
    }

    /// The empty shape of a class's instances.
    #[inline]
    pub fn class_shape(&self, class: Value) -> u32 {
        self.heap.slot(class, fields::SHAPE).as_int() as u32
    }

    /// Number of slots of an instance: the attributes that the functions of the class and of its bases set on their
    /// first argument, and some spare. A function of the classes alone, so that every run decides alike.
    fn instance_capacity(&self, new: &NewClass, layout: &Layout, ancestors: &[Value]) -> u32 {
        let (native, members) = (layout.native, layout.members);
        if !new.heap {
            return native.max(1) + 4;
        }
        if !layout.dict {
            return (native + members).max(1);
        }
        let mut names = FxHashSet::default();
        self.add_stored_attrs(new.dict, &mut names);
        if !names.is_empty() {
            let written = ancestors.iter().filter(|class| self.heap.slot(**class, fields::HEAP) == Value::TRUE);
            written.for_each(|class| self.add_stored_attrs(self.class_dict(*class), &mut names));
        }
        let inherited = new.bases.iter().map(|b| self.heap.slot(*b, fields::CAPACITY).as_int() as u32).max();
        let room = (native + names.len() as u32).max(native + 2).max(inherited.unwrap_or(0));
        room.max(native + members) + 1 + layout.own.len() as u32
    }

    /// Adds the attributes that the functions in a class's dict set on their first argument.
    fn add_stored_attrs(&self, dict: Value, names: &mut FxHashSet<Value>) {
        let values = (0..self.heap.dict_size(dict)).filter_map(|at| self.heap.dict_entry(dict, at).map(|e| e.2));
        for f in values.filter(|v| v.is(ids::FUNCTION)) {
            names.extend(&self.loaded.codes[self.heap.shape(f) as usize].stored_attrs);
        }
    }

    /// Gives the instances that a class makes from now on more slots: the attributes of one did not fit.
    pub(super) fn widen_instances(&mut self, class: Value) {
        let capacity = self.heap.slot(class, fields::CAPACITY).as_int();
        if capacity & !HAS_DEL < MOST_WIDENED {
            self.heap.set_slot(class, fields::CAPACITY, Value::int(capacity + WIDENED_BY));
        }
    }

    /// C3 linearisation, as published by Barrett et al. and used by Python since 2.3.
    pub(crate) fn linearise(&mut self, class: Value, bases: &[Value]) -> Res<Vec<Value>> {
        if let Some(i) = (1..bases.len()).find(|i| bases[..*i].contains(&bases[*i])) {
            let name = self.class_short_name(bases[i]);
            return Err(self.type_error(format!("duplicate base class {name}")));
        }
        let mut sequences: Vec<Vec<Value>> = bases.iter().map(|b| self.mro(*b).to_vec()).collect();
        sequences.push(bases.to_vec());
        let mut out = vec![class];
        loop {
            sequences.retain(|s| !s.is_empty());
            if sequences.is_empty() {
                return Ok(out);
            }
            let next = sequences.iter().map(|s| s[0]).find(|c| !sequences.iter().any(|s| s[1..].contains(c)));
            let Some(next) = next else {
                let mut names: Vec<String> = Vec::new();
                for s in &sequences {
                    let name = self.class_short_name(s[0]);
                    if !names.contains(&name) {
                        names.push(name);
                    }
                }
                return Err(self.type_error(format!(
                    "Cannot create a consistent method resolution order (MRO) for bases {}",
                    names.join(", ")
                )));
            };
            out.push(next);
            for s in &mut sequences {
                if s[0] == next {
                    s.remove(0);
                }
            }
        }
    }

    /// Makes an instance without attributes. Native fields are NULL.
    #[inline]
    pub fn new_instance(&mut self, class: Value) -> Value {
        let shape = self.class_shape(class);
        let capacity = self.heap.slot(class, fields::CAPACITY).as_int();
        if capacity & HAS_DEL != 0 {
            let made = self.heap.new_slots(ids::INST, shape, (capacity & !HAS_DEL) as usize);
            self.register_instance(made);
            return made;
        }
        self.heap.new_slots(ids::INST, shape, capacity as usize)
    }

    /// Makes an instance of a Python class that derives from a builtin, around the builtin value.
    pub fn wrap_payload(&mut self, class: Value, payload: Value) -> Value {
        let v = self.new_instance(class);
        self.heap.set_slot(v, 0, payload);
        if payload.is(ids::WEAKREF) {
            super::weak_references::set_instance(self, payload, v);
        }
        v
    }

    /// The builtin value of this type: `v` itself, or the payload of an instance of a Python subclass.
    #[inline]
    pub fn payload(&self, v: Value, tid: TypeId) -> Option<Value> {
        if v.is(tid) {
            return Some(v);
        }
        let inner = self.unwrap(v);
        (inner.is(tid)).then_some(inner)
    }

    /// The payload of an instance of a Python subclass of a builtin; any other value itself.
    #[inline]
    pub fn unwrap(&self, v: Value) -> Value {
        if !v.is(ids::INST) {
            return v;
        }
        let shape = self.loaded.shapes.get(self.heap.shape(v));
        if shape.payload {
            let inner = self.heap.slot(v, 0);
            if !inner.is_unbound() {
                return inner;
            }
        }
        v
    }
}
