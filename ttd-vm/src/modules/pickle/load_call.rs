//! The opcodes that make objects: they call classes, and what these have for pickling.

use ttd_core::value::Value;

use super::load::Loader;
use super::{Stop, op};
use crate::vm::objects::class::fields;
use crate::{Vm, ids};

impl Loader {
    /// Calls something of the program, if nothing behind it needs Python's `pickle`, which would call it once more.
    fn called(&mut self, vm: &mut Vm, function: Value, args: &[Value]) -> Result<Value, Stop> {
        if !self.scanned {
            self.scanned = true;
            self.rest_is_known().ok_or(Stop::GiveUp)?;
        }
        Ok(vm.call(function, args)?)
    }

    /// Goes through the opcodes from here on. `None` where one is not known.
    fn rest_is_known(&self) -> Option<()> {
        let mut at = self.at;
        let counted = |at: usize, width: usize| {
            let bytes = self.data.get(at..at + width)?;
            let n = bytes.iter().rev().fold(0_u64, |n, b| n << 8 | u64::from(*b));
            at.checked_add(width)?.checked_add(usize::try_from(n).ok()?)
        };
        let line = |at: usize| self.data.get(at..)?.iter().position(|b| *b == b'\n').map(|n| at + n + 1);
        loop {
            let code = *self.data.get(at)?;
            at += 1;
            at = match code {
                op::STOP => return Some(()),
                op::BININT1 | op::BINPUT | op::BINGET => at + 1,
                op::BININT2 => at + 2,
                op::BININT | op::LONG_BINPUT | op::LONG_BINGET => at + 4,
                op::FRAME | op::BINFLOAT => at + 8,
                op::LONG1 | op::SHORT_BINUNICODE | op::SHORT_BINBYTES => counted(at, 1)?,
                op::BINUNICODE | op::BINBYTES | op::LONG4 => counted(at, 4)?,
                op::BYTEARRAY8 => counted(at, 8)?,
                op::INT | op::LONG | op::FLOAT | op::UNICODE | op::PUT | op::GET => line(at)?,
                op::GLOBAL if self.protocol >= 3 => line(line(at)?)?,
                _ if PLAIN.contains(&code) => at,
                _ => return None,
            };
        }
    }

    pub(super) fn new_object(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let (args, class) = (self.pop()?, self.pop()?);
        if !class.is(ids::CLASS) || !args.is(ids::TUPLE) {
            return Err(Stop::GiveUp);
        }
        let plain = vm.heap.slot(class, fields::PAYLOAD) == Value::int(-1)
            && vm.heap.slot(class, fields::HEAP) == Value::TRUE
            && vm.heap.slot(class, fields::ABSTRACT) == Value::FALSE;
        let object = vm.types.object;
        let usual = vm.lookup_type(class, "__new__") == vm.lookup_type(object, "__new__");
        let bare = vm.loaded.shapes.get(vm.class_shape(class)).native == 0;
        if plain && usual && bare && vm.heap.tuple(args).is_empty() {
            return Ok(vm.new_instance(class));
        }
        let new = vm.getattr_str(class, "__new__")?;
        let all = [&[class], vm.heap.tuple(args)].concat();
        self.called(vm, new, &all)
    }

    pub(super) fn reduce(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let (args, function) = (self.pop()?, self.pop()?);
        if !args.is(ids::TUPLE) {
            return Err(Stop::GiveUp);
        }
        let native = function.is(ids::CLASS)
            && vm.heap.slot(function, fields::HEAP) == Value::FALSE
            && vm.heap.slot(function, fields::TID) != Value::int(i64::from(ids::INST.0))
            && vm.type_of(function) == vm.types.type_;
        let args = vm.heap.tuple(args).to_vec();
        if native && args.iter().all(|v| Self::is_simple(*v)) {
            return Ok(vm.call(function, &args)?);
        }
        self.called(vm, function, &args)
    }

    pub(super) fn build(&mut self, vm: &mut Vm) -> Result<(), Stop> {
        let state = self.pop()?;
        let object = self.top()?;
        let class = vm.type_of(object);
        if vm.lookup_type(class, "__setstate__").is_some() {
            let set = vm.getattr_str(object, "__setstate__")?;
            self.called(vm, set, &[state])?;
            return Ok(());
        }
        if !object.is(ids::INST) || vm.lookup_type(class, "__getattr__").is_some() {
            return Err(Stop::GiveUp);
        }
        if state.is(ids::TUPLE) {
            return self.build_slots(vm, object, class, state);
        }
        if !state.is(ids::DICT) || vm.heap.slot(class, fields::HAS_DICT) != Value::TRUE {
            return Err(Stop::GiveUp);
        }
        let mut at = 0;
        while let Some((place, key, _, value)) = vm.dict_next(state, at) {
            if !key.is(ids::STR) {
                return Err(Stop::GiveUp);
            }
            let text = vm.heap.bytes(key).to_vec();
            let name = vm.intern_bytes(&text);
            vm.set_own_attr(object, name, value);
            at = place;
        }
        Ok(())
    }
}

impl Loader {
    /// Gives an instance the values of its slots: the second item of the state. There are no other attributes.
    fn build_slots(&mut self, vm: &mut Vm, object: Value, class: Value, state: Value) -> Result<(), Stop> {
        let &[Value::NONE, slots] = vm.heap.tuple(state) else { return Err(Stop::GiveUp) };
        let usual = vm.lookup_type(class, "__setattr__") == vm.lookup_type(vm.types.object, "__setattr__");
        if !slots.is(ids::DICT) || !usual {
            return Err(Stop::GiveUp);
        }
        let (mut pairs, mut at) = (Vec::new(), 0);
        while let Some((place, key, _, value)) = vm.dict_next(slots, at) {
            let is_slot = key.is(ids::STR) && {
                let name = vm.intern_value(key);
                pairs.push((name, value));
                vm.lookup(class, name).is_some_and(|found| found.is(ids::MEMBER))
            };
            if !is_slot {
                return Err(Stop::GiveUp);
            }
            at = place;
        }
        for (name, value) in pairs {
            vm.setattr(object, name, value)?;
        }
        Ok(())
    }
}

/// Opcodes without an argument.
const PLAIN: [u8; 27] = [
    op::MARK,
    op::POP,
    op::POP_MARK,
    op::NONE,
    op::NEWTRUE,
    op::NEWFALSE,
    op::EMPTY_TUPLE,
    op::EMPTY_LIST,
    op::EMPTY_DICT,
    op::EMPTY_SET,
    op::TUPLE,
    op::TUPLE1,
    op::TUPLE2,
    op::TUPLE3,
    op::FROZENSET,
    op::STACK_GLOBAL,
    op::NEWOBJ,
    op::REDUCE,
    op::MEMOIZE,
    op::LIST,
    op::DICT,
    op::APPEND,
    op::APPENDS,
    op::SETITEM,
    op::SETITEMS,
    op::ADDITEMS,
    op::BUILD,
];
