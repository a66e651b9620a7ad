//! What a builtin type does in the protocols: one function per protocol, given in its `TypeDef`.
//!
//! `ops/` keeps the meanings of the commonest types inline (list, tuple, dict, str, int, range ...) and calls the slot
//! of all others, so a new type needs no line there. A slot gets the exact builtin value, never the instance of a
//! Python class that holds it; `Vm::receiver` returns that instance. With an empty slot the type has no part in the
//! protocol, and the interpreter goes on with the methods of its class.

use std::cmp::Ordering;

use rustpython_wtf8::Wtf8;
use ttd_core::value::Value;

use super::{Res, TypeDef};
use crate::operators::{BinOp, CmpOp};
use crate::{Vm, ids};

/// Calls an instance, given positional arguments and keywords.
pub type CallFn = fn(&mut Vm, Value, &[Value], &[(Value, Value)]) -> Res;

/// The order of two values where they alone decide it.
pub type OrderFn = fn(&Vm, Value, Value) -> Option<Ordering>;

/// The slots of a type. Every one but the flags is a function or `None`.
#[expect(clippy::type_complexity, reason = "the signature of a slot is its documentation")]
pub struct Slots {
    /// `iter(v)`; `None` for a value over which one cannot iterate. An iterator needs none: it is its own.
    pub iter: Option<fn(&mut Vm, Value) -> Option<Value>>,
    /// `next(it)`, `Ok(None)` at the end: what makes a type an iterator. `None` when the engine does the work, see
    /// [`engine`](Slots::engine).
    pub next: Option<fn(&mut Vm, Value) -> Option<Res<Option<Value>>>>,
    /// `reversed(v)`.
    pub reversed: Option<fn(&mut Vm, Value) -> Option<Value>>,
    /// Whether iterating over the value runs no Python code. Iterators need it only when they differ from
    /// [`engine`](Slots::engine).
    pub is_plain: Option<fn(&Vm, Value) -> bool>,
    /// Slot 0 of an iterator may hold a generator or function of the hidden library that does its work.
    pub engine: bool,

    /// `len(v)`; `None` when it does not fit in a machine word.
    pub len: Option<fn(&Vm, Value) -> Option<usize>>,
    /// `v[key]`.
    pub get_item: Option<fn(&mut Vm, Value, Value) -> Res>,
    /// `v[key] = value`.
    pub set_item: Option<fn(&mut Vm, Value, Value, Value) -> Res<()>>,
    /// `del v[key]`.
    pub del_item: Option<fn(&mut Vm, Value, Value) -> Res<()>>,
    /// `x in v`. Iterators need none.
    pub contains: Option<fn(&mut Vm, Value, Value) -> Res<bool>>,

    /// `repr(v)`. Needed only where `__repr__` in the type's table is `dunders::repr`.
    pub repr: Option<fn(&mut Vm, Value) -> Res>,
    /// `str(v)`, where that is not `repr(v)`.
    pub text: Option<fn(&mut Vm, Value) -> Res>,
    /// `format(v, spec)`, given a spec that is not empty.
    pub format: Option<fn(&mut Vm, Value, &Wtf8) -> Res>,
    /// `bool(v)`, where that is not whether it has items.
    pub truth: Option<fn(&Vm, Value) -> bool>,
    /// `bool(v)` calls the type's `__bool__`, as that warns.
    pub truth_is_called: bool,
    /// `hash(v)`; by identity when empty. `hashing::refuse` for unhashable types.
    pub hash: Option<fn(&mut Vm, Value) -> Res<i64>>,
    /// `a op b`, where `a` is of the type; `None` when the types say nothing about each other.
    pub compare: Option<fn(&mut Vm, CmpOp, Value, Value) -> Option<Res>>,
    /// The order of two values of the type where they alone decide it, without code of the program.
    pub order: Option<OrderFn>,
    /// `compare` is asked as well when only `b` is of the type.
    pub compares_reflected: bool,

    /// `a + b`, `NotImplemented` for an operand of another type.
    pub concat: Option<fn(&mut Vm, Value, Value) -> Res>,
    /// `v * count`; `count * v` is left to the type's `__rmul__`.
    pub repeat: Option<fn(&mut Vm, Value, Value) -> Res>,
    /// `a op= b` that changes `a`, `NotImplemented` where there is only `a op b`.
    pub inplace: Option<fn(&mut Vm, BinOp, Value, Value) -> Res>,
    /// `a + b` and `a * b`, or in place (the last argument), after all methods of both operands were asked. For
    /// sequences without methods of numbers, in place of the three above.
    pub late_operator: Option<fn(&mut Vm, BinOp, Value, Value, bool) -> Res>,

    /// `v(*args, **kwargs)` without the detour over `__call__`. Also for types whose instances are plain objects.
    pub call: Option<CallFn>,
    /// `v.__get__(obj)`: the attribute that a descriptor in a class computes for an instance.
    pub get_of: Option<fn(&mut Vm, Value, Value) -> Res>,
    /// The memory that a view shows, for types that export it.
    pub memory: Option<fn(&Vm, Value) -> Memory>,

    /// What `case [...]` and `case {...}` take it for.
    pub pattern: Pattern,
    /// CPython's type has `tp_as_sequence`: keys are made indexes before an assignment is refused.
    pub sequence_methods: bool,
    /// Weak references to instances can be made.
    pub weakly_referencable: bool,
    /// `__init__` fills the instances of Python subclasses: `__new__` gets none of their arguments.
    pub filled_by_init: bool,
    /// Calling the exact class runs `__init__`, too, so that `__new__` alone makes an empty instance.
    pub initialised: bool,
}

/// Which patterns a builtin type matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Pattern {
    /// Neither.
    None,
    /// `case [a, b]:`.
    Sequence,
    /// `case {"key": a}:`.
    Mapping,
}

/// Memory that a type exports.
pub struct Memory {
    /// The heap's buffer with the bytes.
    pub buffer: Value,
    /// The letter of the items' format.
    pub format: &'static str,
    /// Bytes per item.
    pub size: usize,
}

impl Slots {
    /// A type that takes part in no protocol, for `..Slots::EMPTY`.
    pub const EMPTY: Slots = Slots {
        iter: None,
        next: None,
        reversed: None,
        is_plain: None,
        engine: false,
        len: None,
        get_item: None,
        set_item: None,
        del_item: None,
        contains: None,
        repr: None,
        text: None,
        format: None,
        truth: None,
        truth_is_called: false,
        hash: None,
        compare: None,
        order: None,
        compares_reflected: false,
        concat: None,
        repeat: None,
        inplace: None,
        late_operator: None,
        call: None,
        get_of: None,
        memory: None,
        pattern: Pattern::None,
        sequence_methods: false,
        weakly_referencable: false,
        filled_by_init: false,
        initialised: false,
    };
}

/// Always: for [`Slots::is_plain`].
pub fn always(_: &Vm, _: Value) -> bool {
    true
}

/// The `TypeDef`s by type number, filled at boot. Boxed: 2 KB inside the machine move its hot fields against each
/// other, and programs of calls take up to 10 % longer.
pub(crate) struct TypeTable(Box<[&'static TypeDef; 256]>);

impl TypeTable {
    pub(crate) fn new() -> TypeTable {
        const NONE: &TypeDef = &TypeDef::EMPTY;
        TypeTable(Box::new([NONE; 256]))
    }

    /// Enters a type, unless its instances are plain objects. Slot wrappers share the number of other natives: the
    /// last of the two types counts.
    ///
    /// # Panics
    /// When another type has the number already.
    pub(crate) fn enter(&mut self, def: &'static TypeDef) {
        if def.tid == ids::INST {
            return;
        }
        let known = &mut self.0[usize::from(def.tid.0)];
        let shared = [ids::BUILTIN, ids::METHOD_DESC].contains(&def.tid);
        assert!(known.name.is_empty() || shared, "{} and {} have the same number", known.name, def.name);
        *known = def;
    }

    /// Returns the type with this number; an empty one when there is none.
    #[inline(always)]
    pub(crate) fn of(&self, tid: ttd_core::value::TypeId) -> &'static TypeDef {
        self.0[usize::from(tid.0)]
    }
}

impl Vm {
    /// Returns the slots of a heap object's builtin type: empty for instances of Python classes.
    #[inline(always)]
    pub(crate) fn slots_of(&self, v: Value) -> &'static Slots {
        &self.loaded.types.of(v.tid()).slots
    }
}
