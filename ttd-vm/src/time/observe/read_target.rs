//! Reading a watched place at the present time.

use std::sync::Arc;

use ttd_code::bytecode::code::Code;
use ttd_core::value::Value;

use super::data_watch::{Holder, ObservedValue, TRIES};
use super::location::{Key, WatchTarget};
use crate::vm::code::intern::is_allocated;
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// Texts longer than this are told apart by the object that they are.
const LONG: usize = 64;

impl Vm {
    /// What a place that is no expression holds at this time.
    pub(crate) fn find_held(&mut self, location: &WatchTarget) -> Option<Value> {
        self.read_place(location, &mut Holder::default()).ok().flatten()
    }

    /// The value in a place that is no expression; or why it cannot be read.
    pub(super) fn read_place(
        &mut self,
        location: &WatchTarget,
        holder: &mut Holder,
    ) -> Result<Option<Value>, ObservedValue> {
        match location {
            WatchTarget::Variable { frame, generator, name } => {
                let frame = self.find_frame(*frame, *generator, &mut holder.depth)?;
                Ok(self.variable_of(frame, name))
            }
            WatchTarget::Attribute { object, name } => {
                let (object, name) = (self.find_holder(*object, holder)?, self.intern(name));
                Ok(self.own_place(object, name))
            }
            WatchTarget::Item { object, key } => {
                let container = self.find_holder(*object, holder)?;
                Ok(self.item_in(container, key))
            }
            WatchTarget::Expression { .. } => Err(ObservedValue::Hidden),
        }
    }

    /// A value, as far as it has to be told from others.
    pub(super) fn seen(&self, v: Option<Value>) -> ObservedValue {
        match v {
            None => ObservedValue::Unset,
            Some(v) if !v.is_obj() => ObservedValue::Plain(v.raw()),
            Some(v) if v.is(ids::STR) && self.heap.bytes(v).len() <= LONG => {
                ObservedValue::Text(self.heap.bytes(v).into())
            }
            Some(v) => ObservedValue::Object(self.heap.alloc_id(v)),
        }
    }

    /// What an expression gives in a frame on the stack.
    pub(super) fn asked(&mut self, frame: u64, code: Option<Arc<Code>>) -> ObservedValue {
        let (Some(n), Some(code)) = (self.frame_number(frame), code) else { return ObservedValue::Hidden };
        let told = self.divert(|vm| {
            let scope = vm.scope_of(n)?;
            let v = vm.run_in_scope(&code, scope)?;
            vm.repr(v)
        });
        told.map_or(ObservedValue::Unset, ObservedValue::Shown)
    }

    /// A user frame on the stack. `depth` is where it was seen last.
    pub(crate) fn find_frame(&self, born: u64, generator: bool, depth: &mut usize) -> Result<&Frame, ObservedValue> {
        let is_it = |frame: &&Frame| frame.born == born && frame.code().counted;
        if self.now() < born as i64 {
            return Err(ObservedValue::Never);
        }
        if let Some(frame) = self.frame_above(*depth).filter(is_it) {
            return Ok(frame);
        }
        // A frame that has been left is gone for good, unless it is a generator's.
        if *depth != 0 && !generator {
            return Err(ObservedValue::Hidden);
        }
        let Some(top) = self.frames().position(|frame| is_it(&frame)) else {
            *depth = usize::MAX;
            return Err(ObservedValue::Hidden);
        };
        *depth = self.depth() - top;
        self.frame_above(*depth).ok_or(ObservedValue::Hidden)
    }

    /// The object with this number. It is looked for as soon as it has been born, and then known.
    fn find_holder(&self, birth: u64, holder: &mut Holder) -> Result<Value, ObservedValue> {
        if let Some(found) = holder.found {
            return Ok(found);
        }
        if !is_allocated(birth, self.heap.allocation_count()) {
            return Err(ObservedValue::Never);
        }
        if holder.tries < TRIES {
            holder.tries += 1;
            holder.found = self.find_object(birth);
        }
        holder.found.ok_or(ObservedValue::Hidden)
    }

    /// A variable of a frame.
    fn variable_of(&self, frame: &Frame, name: &str) -> Option<Value> {
        let at = self.variable_number(frame, name)?;
        Some(self.local_at(frame, at)).filter(|v| !v.is_unbound())
    }

    /// What stands in a container.
    fn item_in(&mut self, container: Value, key: &Key) -> Option<Value> {
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
