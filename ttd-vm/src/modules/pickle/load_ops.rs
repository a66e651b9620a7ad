//! What each opcode of a pickle does.

use malachite_bigint::BigInt;
use ttd_core::value::Value;

use super::load::Loader;
use super::{Stop, op};
use crate::{Vm, ids};

impl Loader {
    pub(super) fn step(&mut self, vm: &mut Vm, code: u8) -> Result<(), Stop> {
        let made = match code {
            op::MARK => {
                self.marks.push(self.stack.len());
                return Ok(());
            }
            op::POP => {
                self.pop()?;
                return Ok(());
            }
            op::POP_MARK => {
                self.pop_mark()?;
                return Ok(());
            }
            op::FRAME => {
                self.number(8)?;
                return Ok(());
            }
            op::NONE => Value::NONE,
            op::NEWTRUE => Value::TRUE,
            op::NEWFALSE => Value::FALSE,
            op::BININT1 => Value::int(i64::from(self.byte()?)),
            op::BININT2 => Value::int(self.number(2)? as i64),
            op::BININT => Value::int(i64::from(self.number(4)? as u32 as i32)),
            op::LONG1 | op::LONG4 => self.long(vm, code)?,
            op::BINFLOAT => {
                let mut bytes = [0; 8];
                bytes.copy_from_slice(self.take(8)?);
                Value::float_any(f64::from_be_bytes(bytes))
            }
            op::SHORT_BINUNICODE | op::BINUNICODE => self.text(vm, code)?,
            op::SHORT_BINBYTES | op::BINBYTES | op::BYTEARRAY8 => self.octets(vm, code)?,
            op::EMPTY_TUPLE => vm.new_tuple(&[]),
            op::EMPTY_LIST => vm.new_list(&[]),
            op::EMPTY_DICT => vm.new_dict(),
            op::EMPTY_SET => vm.new_set(),
            op::TUPLE | op::TUPLE1 | op::TUPLE2 | op::TUPLE3 => self.tuple(vm, code)?,
            op::FROZENSET => self.frozen_set(vm)?,
            op::STACK_GLOBAL => self.global(vm)?,
            op::NEWOBJ => self.new_object(vm)?,
            op::REDUCE => self.reduce(vm)?,
            op::INT | op::LONG | op::FLOAT | op::UNICODE | op::GLOBAL | op::LIST | op::DICT => {
                self.in_text(vm, code)?
            }
            op::MEMOIZE | op::BINPUT | op::LONG_BINPUT | op::PUT => return self.memo_step(code),
            op::BINGET | op::LONG_BINGET | op::GET => return self.memo_step(code),
            _ => return self.fill(vm, code),
        };
        self.stack.push(made);
        Ok(())
    }

    fn memo_step(&mut self, code: u8) -> Result<(), Stop> {
        let at = match code {
            op::MEMOIZE => self.memo.len(),
            op::BINPUT | op::BINGET => usize::from(self.byte()?),
            op::PUT | op::GET => self.place()?,
            _ => self.number(4)?,
        };
        if matches!(code, op::BINGET | op::LONG_BINGET | op::GET) {
            return self.get(at);
        }
        let top = self.top()?;
        self.put(at, top)
    }

    fn long(&mut self, vm: &mut Vm, code: u8) -> Result<Value, Stop> {
        let length = self.number(if code == op::LONG1 { 1 } else { 4 })?;
        let bytes = self.take(length)?;
        if length > 15 {
            return Ok(vm.big(BigInt::from_signed_bytes_le(bytes)));
        }
        let filler = if bytes.last().is_some_and(|b| *b >= 0x80) { 0xff } else { 0 };
        let mut all = [filler; 16];
        all[..length].copy_from_slice(bytes);
        Ok(vm.int128(i128::from_le_bytes(all)))
    }

    fn text(&mut self, vm: &mut Vm, code: u8) -> Result<Value, Stop> {
        let length = self.number(if code == op::SHORT_BINUNICODE { 1 } else { 4 })?;
        let bytes = self.take(length)?;
        match std::str::from_utf8(bytes) {
            Ok(text) => Ok(vm.new_str(text)),
            Err(_) => Err(Stop::GiveUp),
        }
    }

    fn octets(&mut self, vm: &mut Vm, code: u8) -> Result<Value, Stop> {
        let width = match code {
            op::SHORT_BINBYTES => 1,
            op::BINBYTES => 4,
            _ => 8,
        };
        let length = self.number(width)?;
        let bytes = self.take(length)?;
        Ok(if code == op::BYTEARRAY8 { vm.new_bytearray(bytes) } else { vm.new_bytes(bytes) })
    }

    fn tuple(&mut self, vm: &mut Vm, code: u8) -> Result<Value, Stop> {
        let items = if code == op::TUPLE {
            self.pop_mark()?
        } else {
            let mut items = Vec::new();
            for _ in op::TUPLE1..=code {
                items.push(self.pop()?);
            }
            items.reverse();
            items
        };
        Ok(vm.new_tuple(&items))
    }

    /// Hashing may need code of the program where an item is an instance.
    pub(super) fn is_simple(v: Value) -> bool {
        !v.is_obj() || v.is(ids::STR) || v.is(ids::BIGINT) || v.is(ids::BYTES)
    }

    fn frozen_set(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let items = self.pop_mark()?;
        let set = vm.new_set();
        for item in items {
            if !Self::is_simple(item) {
                return Err(Stop::GiveUp);
            }
            vm.set_add(set, item)?;
        }
        Ok(vm.heap.set_copy(ids::FROZENSET, set))
    }

    fn global(&mut self, vm: &mut Vm) -> Result<Value, Stop> {
        let (name, module) = (self.pop()?, self.pop()?);
        // `find_class` in Python tells audit hooks.
        if !name.is(ids::STR) || !module.is(ids::STR) || vm.is_audited() {
            return Err(Stop::GiveUp);
        }
        super::global(vm, module, name).ok_or(Stop::GiveUp)
    }

    /// The opcodes that change what lies on the stack.
    fn fill(&mut self, vm: &mut Vm, code: u8) -> Result<(), Stop> {
        match code {
            op::APPEND | op::APPENDS => {
                let items = if code == op::APPEND { vec![self.pop()?] } else { self.pop_mark()? };
                let list = self.top()?;
                if !list.is(ids::LIST) {
                    return Err(Stop::GiveUp);
                }
                vm.heap.list_extend(list, &items);
            }
            op::SETITEM | op::SETITEMS => {
                let items = if code == op::SETITEM {
                    let value = self.pop()?;
                    vec![self.pop()?, value]
                } else {
                    self.pop_mark()?
                };
                let dict = self.top()?;
                if !dict.is(ids::DICT) {
                    return Err(Stop::GiveUp);
                }
                self.add_pairs(vm, dict, &items)?;
            }
            op::ADDITEMS => {
                let items = self.pop_mark()?;
                let set = self.top()?;
                if !set.is(ids::SET) || !items.iter().all(|v| Self::is_simple(*v)) {
                    return Err(Stop::GiveUp);
                }
                for item in items {
                    vm.set_add(set, item)?;
                }
            }
            op::BUILD => self.build(vm)?,
            _ => return Err(Stop::GiveUp),
        }
        Ok(())
    }

    pub(super) fn add_pairs(&mut self, vm: &mut Vm, dict: Value, items: &[Value]) -> Result<(), Stop> {
        if !items.len().is_multiple_of(2) {
            return Err(Stop::GiveUp);
        }
        for pair in items.chunks_exact(2) {
            if !Self::is_simple(pair[0]) && !pair[0].is(ids::TUPLE) {
                return Err(Stop::GiveUp);
            }
            vm.dict_set(dict, pair[0], pair[1])?;
        }
        Ok(())
    }
}
