//! The layout of instances: which base determines it, and whether they have a `__dict__`. `member_slots` has the
//! `__slots__`.

use ttd_core::value::{TypeId, Value};

use super::class::{NewClass, fields};
use crate::native::Res;
use crate::{Vm, ids};

/// The layout of a new class.
pub(crate) struct Layout {
    /// The base that determines it, `__base__`; None for `object`.
    pub base: Value,
    /// The type id of the builtin payload, in the first slot.
    pub payload: Option<TypeId>,
    /// Number of native fields.
    pub native: u32,
    /// The slots that the class declares.
    pub own: Vec<Value>,
    /// Number of slots, including inherited ones.
    pub members: u32,
    /// Whether instances have a `__dict__`.
    pub dict: bool,
    /// Whether weak references to instances can be made.
    pub weak: bool,
    /// Whether classes with another solid layout cannot be bases beside this one.
    pub solid: bool,
}

/// Exceptions whose instances have native fields in CPython.
const SOLID_EXCEPTIONS: &[&str] = &[
    "BaseException",
    "BaseExceptionGroup",
    "StopIteration",
    "SystemExit",
    "ImportError",
    "OSError",
    "NameError",
    "AttributeError",
    "SyntaxError",
    "UnicodeEncodeError",
    "UnicodeDecodeError",
    "UnicodeTranslateError",
];

/// Builtin classes whose instances have a `__dict__`, unlike those of their bases.
const OWN_DICT: &[&str] =
    &["BaseException", "type", "function", "module", "OrderedDict", "partial", "_lru_cache_wrapper", "Future"];

/// Builtin classes with storage `INST` that support weak references.
const WEAKLY_REFERABLE: &[&str] = &["OrderedDict", "partial", "_lru_cache_wrapper", "Future", "Task"];

impl Vm {
    pub(crate) fn class_flag(&self, class: Value, field: usize) -> bool {
        self.heap.slot(class, field) == Value::TRUE
    }

    fn tid_of(&self, class: Value) -> TypeId {
        TypeId(self.heap.slot(class, fields::TID).as_int() as u8)
    }

    /// The type id of the payload of instances of subclasses.
    fn payload_of(&self, class: Value) -> Option<TypeId> {
        match self.tid_of(class) {
            ids::INST | ids::CLASS | ids::MODULE => {
                u8::try_from(self.heap.slot(class, fields::PAYLOAD).as_int()).ok().map(TypeId)
            }
            tid => Some(tid),
        }
    }

    /// The layout of a builtin class.
    pub(crate) fn builtin_layout(&mut self, new: &NewClass) -> Layout {
        let base = new.bases.first().copied().unwrap_or(Value::NONE);
        let (inherited, dict, native) = match base {
            Value::NONE => (true, false, 0),
            _ => {
                (false, self.class_flag(base, fields::HAS_DICT), self.loaded.shapes.get(self.class_shape(base)).native)
            }
        };
        let name = self.text_lossy(new.name).into_owned();
        let solid =
            inherited || new.tid != ids::INST || new.native > native || SOLID_EXCEPTIONS.contains(&name.as_str());
        // A builtin subclass of a builtin class, with native fields: `defaultdict` and the like.
        let payload = match base {
            Value::NONE => None,
            _ if new.native == 0 => None,
            base => self.payload_of(base),
        };
        let own_dict = OWN_DICT.contains(&name.as_str());
        Layout {
            base,
            payload,
            native: native.max(new.native),
            own: Vec::new(),
            members: 0,
            dict: dict || own_dict,
            weak: WEAKLY_REFERABLE.contains(&name.as_str()),
            solid,
        }
    }

    /// The layout of a class written in Python.
    ///
    /// # Errors
    /// TypeError for incompatible bases and for wrong `__slots__`, ValueError for slots hidden by class variables.
    pub(crate) fn python_layout(&mut self, new: &NewClass) -> Res<Layout> {
        let base = self.best_base(&new.bases)?;
        let tid = self.tid_of(base);
        let payload = self.payload_of(base);
        let native = self.loaded.shapes.get(self.class_shape(base)).native.max(u32::from(payload.is_some()));
        let mut layout = Layout {
            base,
            payload,
            native,
            own: Vec::new(),
            members: self.heap.slot(base, fields::MEMBERS).as_int() as u32,
            dict: self.class_flag(base, fields::HAS_DICT),
            weak: self.class_flag(base, fields::HAS_WEAK),
            solid: false,
        };
        let sized = tid == ids::CLASS || matches!(payload, Some(ids::BIGINT | ids::TUPLE | ids::BYTES));
        match self.dict_get_name(new.dict, self.names.slots) {
            None => {
                layout.dict = true;
                layout.weak |= !sized;
            }
            Some(slots) => self.own_slots(new, slots, sized, &mut layout)?,
        }
        layout.members += layout.own.len() as u32;
        layout.solid = !layout.own.is_empty();
        Ok(layout)
    }

    /// The base that determines the layout.
    ///
    /// # Errors
    /// TypeError when there is none.
    pub(crate) fn best_base(&mut self, bases: &[Value]) -> Res {
        let mut best: Option<(Value, Value)> = None;
        for &candidate in bases {
            if !candidate.is(ids::CLASS) {
                return Err(self.type_error("bases must be types"));
            }
            if !self.class_flag(candidate, fields::SUBCLASSABLE) {
                let name = self.class_name(candidate);
                return Err(self.type_error(format!("type '{name}' is not an acceptable base type")));
            }
            let solid = self.heap.slot(candidate, fields::SOLID);
            match best {
                Some((_, winner)) if self.is_subclass(winner, solid) => {}
                Some((_, winner)) if !self.is_subclass(solid, winner) => {
                    return Err(self.type_error("multiple bases have instance lay-out conflict"));
                }
                _ => best = Some((candidate, solid)),
            }
        }
        Ok(best.map_or(self.types.object, |b| b.0))
    }
}
