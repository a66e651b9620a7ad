//! Reading a watch target at the present time.

use std::sync::Arc;

use ttd_code::PlainExpr;
use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::computed::Question;
use super::data_watch::{MAX_TRIES, ObservedValue, Owner};
use super::location::{Key, WatchTarget};
use crate::time::inspect::plain_eval::{NoValue, PlainScope};
use crate::vm::code::intern::is_allocated;
use crate::vm::objects::get_attr::Attr;
use crate::vm::objects::member_slots::member;
use crate::vm::slots;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// Longer strings are compared by identity.
const MAX_TEXT: usize = 64;

impl Vm {
    /// The value of a target that is no expression.
    pub(crate) fn read_target(&mut self, location: &WatchTarget) -> Option<Value> {
        self.read_with_owner(location, &mut Owner::default()).ok().flatten()
    }

    /// The value of a target that is no expression; or why it cannot be read.
    pub(super) fn read_with_owner(
        &mut self,
        location: &WatchTarget,
        owner: &mut Owner,
    ) -> Result<Option<Value>, ObservedValue> {
        match location {
            WatchTarget::Variable { frame, generator, name } => {
                match self.find_frame(*frame, generator.is_some(), &mut owner.depth) {
                    Ok(frame) => Ok(self.variable_of(frame, name)),
                    Err(hidden) => {
                        let generator = self.generator_of(*generator, owner);
                        self.suspended_variable(*frame, generator, name).ok_or(hidden)
                    }
                }
            }
            WatchTarget::Shared { object, .. } => {
                let cell = self.find_owner(*object, owner)?;
                Ok(Some(self.heap.slot(cell, 0)).filter(|v| !v.is_unbound()))
            }
            WatchTarget::Attribute { object, name } => {
                let (object, name) = (self.find_owner(*object, owner)?, self.intern(name));
                Ok(self.own_place(object, name))
            }
            WatchTarget::Item { object, key } => {
                let container = self.find_owner(*object, owner)?;
                Ok(self.item_in(container, key))
            }
            WatchTarget::RunningThread => Ok(Some(self.thread_ident())),
            WatchTarget::Computed { .. } | WatchTarget::Expression { .. } => Err(ObservedValue::Unreadable),
        }
    }

    /// Reduces a value to what distinguishes it from others.
    pub(super) fn observe_value(&self, v: Option<Value>) -> ObservedValue {
        match v {
            None => ObservedValue::Unset,
            Some(v) if !v.is_obj() => ObservedValue::Immediate(v.raw()),
            Some(v) if v.is(ids::STR) && self.heap.bytes(v).len() <= MAX_TEXT => {
                ObservedValue::Text(self.heap.bytes(v).into())
            }
            Some(v) => ObservedValue::Object(self.heap.alloc_id(v)),
        }
    }

    /// The repr of an expression's value in a frame that runs or waits.
    pub(super) fn observe_expression(
        &mut self,
        frame: u64,
        generator: Option<u64>,
        code: Option<&(Arc<Code>, Option<PlainExpr>)>,
        owner: &mut Owner,
    ) -> ObservedValue {
        let there = self.find_frame(frame, generator.is_some(), &mut owner.depth).map(|_| ());
        let suspended = match there {
            Ok(()) => None,
            Err(hidden) => {
                let generator = self.generator_of(generator, owner);
                let Some(suspended) = self.suspended_frame(frame, generator) else { return hidden };
                Some(suspended)
            }
        };
        let Some((code, plain)) = code else { return ObservedValue::Unreadable };
        let number = self.frame_number(frame);
        if let Some(plain) = plain {
            let scope = match (&suspended, number.and_then(|n| self.user_frame(n))) {
                (Some(suspended), _) => PlainScope::Suspended(suspended),
                (None, Some(frame)) => PlainScope::Running(*frame, &[]),
                (None, None) => return ObservedValue::Unset,
            };
            match self.repr_of_plain_expr(plain, &scope) {
                Ok(text) => return ObservedValue::Repr(text),
                Err(NoValue::NameError) => return ObservedValue::Unset,
                Err(NoValue::Unknown) => {}
            }
        }
        let shown = self.divert(|vm| {
            let scope = match (&suspended, number) {
                (None, Some(n)) => vm.scope_of(n)?,
                (Some(suspended), _) => vm.suspended_scope(suspended),
                (None, None) => return Err(vm.runtime_error("no frame")),
            };
            let v = vm.run_in_scope(code, scope)?;
            vm.repr(v)
        });
        shown.map_or(ObservedValue::Unset, ObservedValue::Repr)
    }

    /// Finds a user frame on the stack. `depth` is its last known depth.
    pub(crate) fn find_frame(&self, born: u64, generator: bool, depth: &mut usize) -> Result<&Frame, ObservedValue> {
        let is_it = |frame: &&Frame| frame.born == born && frame.code().counted;
        if self.now() < born as i64 {
            return Err(ObservedValue::NotCreated);
        }
        if let Some(frame) = self.frame_above(*depth).filter(is_it) {
            return Ok(frame);
        }
        // A frame that was left never comes back, unless it is a generator's or another thread's.
        if *depth != 0 && !generator && self.global(slots::THREADS).is_unbound() {
            return Err(ObservedValue::Unreadable);
        }
        let Some(top) = self.frames().position(|frame| is_it(&frame)) else {
            *depth = usize::MAX;
            return Err(ObservedValue::Unreadable);
        };
        *depth = self.depth() - top;
        self.frame_above(*depth).ok_or(ObservedValue::Unreadable)
    }

    /// Finds the generator of a frame that is not on the stack, and remembers it.
    pub(super) fn generator_of(&self, number: Option<u64>, owner: &mut Owner) -> Option<Value> {
        self.find_owner(number?, owner).ok()
    }

    /// Finds the object with this allocation id, once it exists, and remembers it.
    fn find_owner(&self, birth: u64, owner: &mut Owner) -> Result<Value, ObservedValue> {
        if let Some(found) = owner.found {
            return Ok(found);
        }
        if !is_allocated(birth, self.heap.allocation_count()) {
            return Err(ObservedValue::NotCreated);
        }
        if owner.tries < MAX_TRIES {
            owner.tries += 1;
            owner.found = self.find_object(birth);
        }
        owner.found.ok_or(ObservedValue::Unreadable)
    }

    /// The repr of an object's answer.
    pub(super) fn observe_answer(&mut self, object: u64, question: &Question, owner: &mut Owner) -> ObservedValue {
        let object = match self.find_owner(object, owner) {
            Ok(object) => object,
            Err(hidden) => return hidden,
        };
        let shown = self.divert(|vm| {
            let answer = vm.answer_of(object, question)?;
            vm.repr(answer)
        });
        shown.map_or(ObservedValue::Unset, ObservedValue::Repr)
    }

    /// An attribute that the object holds, or else its class.
    pub(crate) fn own_place(&mut self, object: Value, name: Value) -> Option<Value> {
        if object.is(ids::CLASS) {
            return self.lookup(object, name);
        }
        let of_class = if object.is(ids::INST) { self.lookup(self.type_of(object), name) } else { None };
        let key = match of_class {
            Some(found) if found.is(ids::MEMBER) => self.heap.slot(found, member::KEY),
            _ => name,
        };
        if key != name {
            let shape = self.loaded.shapes.get(self.heap.shape(object));
            let slot = shape.slot(key)?;
            return Some(self.heap.slot(object, slot as usize)).filter(|v| !v.is_unbound());
        }
        let own = match self.own_attr(object, name).ok().flatten() {
            Some(Attr::Slot(_, v) | Attr::Value(v)) => Some(v).filter(|v| !v.is_unbound()),
            _ => None,
        };
        own.or_else(|| of_class.filter(|found| !self.is_own_descriptor(*found)))
    }

    /// Whether it is an object of the program that computes an attribute where a class has it.
    fn is_own_descriptor(&mut self, found: Value) -> bool {
        let name = self.intern("__get__");
        found.is(ids::INST) && self.lookup(self.type_of(found), name).is_some()
    }

    /// A variable of a frame.
    pub(crate) fn variable_of(&self, frame: &Frame, name: &str) -> Option<Value> {
        let at = self.variable_number(frame, name)?;
        Some(self.local_at(frame, at)).filter(|v| !v.is_unbound())
    }

    /// An item of a container.
    fn item_in(&mut self, container: Value, key: &Key) -> Option<Value> {
        let container = self.container_in(container).unwrap_or(container);
        match (container.tid(), key) {
            (ids::DICT, Key::Text(key)) => {
                let key = self.intern(key);
                self.dict_get_name(container, key)
            }
            (ids::DICT, Key::Number(n)) => {
                let key = Value::int(*n);
                let hash = self.key_hash(key).ok()?;
                let at = self.heap.dict_find(container, hash, |found| found == key)?;
                Some(self.dict_value_at(container, at))
            }
            (ids::LIST, Key::Number(n)) => nth(self.heap.list(container), *n),
            (ids::TUPLE, Key::Number(n)) => nth(self.heap.tuple(container), *n),
            (ids::BYTEARRAY, Key::Number(n)) => {
                let bytes = self.heap.buffer(container);
                let at = if *n < 0 { bytes.len().checked_sub(n.unsigned_abs() as usize)? } else { *n as usize };
                bytes.get(at).map(|byte| Value::int(i64::from(*byte)))
            }
            (ids::DEQUE, Key::Number(n)) => {
                let len = self.heap.deque_len(container);
                let at = if *n < 0 { len.checked_sub(n.unsigned_abs() as usize)? } else { *n as usize };
                (at < len).then(|| self.heap.deque_get(container, at))
            }
            _ => None,
        }
    }
}

fn nth(items: &[Value], n: i64) -> Option<Value> {
    let at = if n < 0 { items.len().checked_sub(n.unsigned_abs() as usize)? } else { n as usize };
    items.get(at).copied()
}
