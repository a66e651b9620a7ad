//! Building, filling and unpacking containers.
//!
//! # Why the unsafe code is sound
//!
//! The operands of an instruction are registers of the window, by the verifier of `ttd-code`; making an object runs no
//! code that could write them.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::ops::hashing;
use crate::types::dict::merge;
use crate::vm::Resume;
use crate::vm::call::waits::Wait;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Builds a container from registers.
    pub(crate) fn op_build(&mut self, ins: Ins) -> Res<()> {
        let n = ins.c as usize;
        let v = match ins.op {
            // SAFETY: the verifier has checked the registers; making an object runs no code.
            Op::BuildList => self.heap.new_list(ids::LIST, unsafe { self.window(ins.b, n) }),
            // SAFETY: as above.
            Op::BuildTuple => self.heap.new_tuple(ids::TUPLE, unsafe { self.window(ins.b, n) }),
            Op::BuildSet => {
                let set = self.heap.new_set(ids::SET);
                for item in self.regs(ins.b, n) {
                    self.set_add(set, item)?;
                }
                set
            }
            Op::BuildMap => {
                let dict = self.new_dict();
                let pairs = self.regs(ins.b, 2 * n);
                self.heap.dict_presize(dict, n, pairs.iter().step_by(2).all(|key| key.is(ids::STR)));
                for pair in pairs.chunks(2) {
                    self.dict_set(dict, pair[0], pair[1])?;
                }
                dict
            }
            Op::BuildSlice => {
                let step = if n == 3 { self.reg(ins.b + 2) } else { Value::NONE };
                self.new_slice(self.reg(ins.b), self.reg(ins.b + 1), step)
            }
            _ => {
                let mut text: Vec<u8> = Vec::new();
                for part in self.regs(ins.b, n) {
                    let part = self.payload(part, ids::STR).unwrap_or(part);
                    text.extend_from_slice(self.heap.bytes(part));
                }
                let wtf8 = rustpython_wtf8::Wtf8Buf::from_bytes(text);
                match wtf8 {
                    Ok(w) => self.new_wtf8(&w),
                    Err(_) => return Err(self.system_error("a string piece was not WTF-8")),
                }
            }
        };
        self.set_reg(ins.a, v);
        Ok(())
    }

    /// `Op::ListExtend`.
    pub(crate) fn op_list_extend(&mut self, ins: Ins) -> Res<()> {
        let (list, v) = (self.reg(ins.a), self.reg(ins.b));
        if self.plain_iterable(v) {
            let items = crate::ops::iter::items(self, v)?;
            self.heap.list_extend(list, &items);
            return Ok(());
        }
        if !self.is_iterable(v) {
            let name = self.type_name(v);
            return Err(self.type_error(format!("Value after * must be an iterable, not {name}")));
        }
        if v.is(ids::GENERATOR) {
            return self.resume_generator(v, Resume::Send(Value::NONE), Cont::Native, Wait::Spread as u16);
        }
        let f = self.lib("spread");
        self.invoke(f, &[list, v], &[], Cont::Discard, 0)
    }

    /// Whether `iter()` would find a method, even None.
    pub(crate) fn is_iterable(&mut self, v: Value) -> bool {
        let class = self.type_of(v);
        self.lookup(class, self.names.iter).or_else(|| self.lookup(class, self.names.getitem)).is_some()
    }

    /// `Op::SetUpdate`.
    pub(crate) fn op_set_update(&mut self, ins: Ins) -> Res<()> {
        let (set, v) = (self.reg(ins.a), self.reg(ins.b));
        if self.plain_iterable(v) {
            return crate::types::set::update(self, set, v);
        }
        let f = self.lib("set_update_");
        self.invoke(f, &[set, v], &[], Cont::Discard, 0)
    }

    /// `Op::DictUpdate`.
    pub(crate) fn op_dict_update(&mut self, ins: Ins) -> Res<()> {
        let (dict, v) = (self.reg(ins.a), self.reg(ins.b));
        if let Some(from) = self.payload(v, ids::DICT) {
            return merge(self, dict, from);
        }
        if self.getattr_opt(v, self.names.keys)?.is_none() {
            let name = self.type_name(v);
            return Err(self.type_error(format!("'{name}' object is not a mapping")));
        }
        let f = self.lib("dict_update_");
        self.invoke(f, &[dict, v], &[], Cont::Discard, 0)
    }

    /// The live entries of a dict.
    pub(crate) fn dict_pairs(&self, dict: Value) -> Vec<(Value, Value)> {
        (0..self.heap.dict_size(dict)).filter_map(|i| self.heap.dict_entry(dict, i)).map(|e| (e.1, e.2)).collect()
    }

    /// `Op::DictMerge`: keyword arguments from `**`.
    pub(crate) fn op_dict_merge(&mut self, ins: Ins) -> Res<()> {
        let (dict, v, callee) = (self.reg(ins.a), self.reg(ins.b), self.reg(ins.c));
        // The call copies what it gets, so the only dict of names need not be copied before.
        if v.is(ids::DICT) && self.heap.dict_len(dict) == 0 && self.original_at(self.pc).op == Op::CallEx {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let pairs = match self.payload(v, ids::DICT) {
            Some(from) => self.dict_pairs(from),
            None => {
                if self.getattr_opt(v, self.names.keys)?.is_none() {
                    let (f, name) = (self.callable_name(callee), self.type_name(v));
                    return Err(self.type_error(format!("{f} argument after ** must be a mapping, not {name}")));
                }
                let keys = self.call_method(v, "keys", &[])?;
                let mut pairs = Vec::new();
                for key in self.collect(keys)? {
                    let value = self.get_item(v, key)?;
                    pairs.push((key, value));
                }
                pairs
            }
        };
        // The call itself checks that keys are strings.
        for (key, value) in pairs {
            if self.dict_get(dict, key)?.is_some() {
                let (f, key) = (self.callable_name(callee), self.str_of(key)?);
                let key = self.text_lossy(key).into_owned();
                return Err(self.type_error(format!("{f} got multiple values for keyword argument '{key}'")));
            }
            self.dict_set(dict, key, value)?;
        }
        Ok(())
    }

    /// The name of a callable in messages about calls: `__main__.f()`, or its `str`.
    pub(crate) fn callable_name(&mut self, f: Value) -> String {
        let module = self.getattr_opt(f, self.names.module).ok().flatten();
        let qualname = self.getattr_opt(f, self.names.qualname).ok().flatten();
        match (module, qualname) {
            (Some(m), Some(q)) if m.is(ids::STR) && q.is(ids::STR) && self.text_lossy(m) != "builtins" => {
                format!("{}.{}()", self.text_lossy(m), self.text_lossy(q))
            }
            (_, Some(q)) if q.is(ids::STR) => format!("{}()", self.text_lossy(q)),
            _ => match self.str_of(f) {
                Ok(text) => self.text_lossy(text).into_owned(),
                Err(_) => format!("'{}' object", self.type_name(f)),
            },
        }
    }

    /// `Op::UnpackSequence`, `Op::UnpackUp` and `Op::UnpackEx`.
    #[inline(never)]
    pub(crate) fn op_unpack(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        if v.is(ids::TUPLE) || v.is(ids::LIST) {
            return self.unpack_into(ins, v);
        }
        if self.plain_iterable(v) {
            let items = crate::ops::iter::items(self, v)?;
            return self.unpack_items(ins, &items, false);
        }
        if let Some(tuple) = self.named_tuple(v) {
            return self.unpack_into(ins, tuple);
        }
        if !self.is_iterable(v) {
            let name = self.type_name(v);
            return Err(self.type_error(format!("cannot unpack non-iterable {name} object")));
        }
        let (before, after) = match ins.op {
            Op::UnpackSequence | Op::UnpackUp => (i64::from(ins.c), -1),
            _ => (i64::from(ins.c & 255), i64::from(ins.c >> 8)),
        };
        let f = self.lib("unpack_");
        self.invoke(f, &[v, Value::int(before), Value::int(after)], &[], Cont::Unpack, 0)
    }

    /// The tuple in an instance of a class that goes through it as `tuple` does.
    fn named_tuple(&mut self, v: Value) -> Option<Value> {
        let tuple = self.payload(v, ids::TUPLE)?;
        let class = self.type_of(v);
        let own = self.lookup(self.types.tuple, self.names.iter);
        (self.lookup(class, self.names.iter) == own).then_some(tuple)
    }

    /// Unpacks a list or a tuple.
    pub(crate) fn unpack_into(&mut self, ins: Ins, v: Value) -> Res<()> {
        let items = if v.is(ids::TUPLE) { self.heap.tuple(v).to_vec() } else { self.heap.list(v).to_vec() };
        self.unpack_items(ins, &items, true)
    }

    fn unpack_items(&mut self, ins: Ins, items: &[Value], sized: bool) -> Res<()> {
        let got = items.len();
        if ins.op != Op::UnpackEx {
            let want = ins.c as usize;
            if got < want {
                return Err(self.value_error(format!("not enough values to unpack (expected {want}, got {got})")));
            }
            if got > want {
                let _ = sized;
                return Err(self.value_error(format!("too many values to unpack (expected {want})")));
            }
            for (i, v) in items.iter().enumerate() {
                let at = if ins.op == Op::UnpackUp { i } else { want - 1 - i };
                self.set_reg(ins.a + at as u16, *v);
            }
            return Ok(());
        }
        let (before, after) = ((ins.c & 255) as usize, (ins.c >> 8) as usize);
        if got < before + after {
            let want = before + after;
            return Err(self.value_error(format!("not enough values to unpack (expected at least {want}, got {got})")));
        }
        let middle = self.heap.new_list(ids::LIST, &items[before..got - after]);
        let n = before + 1 + after;
        for (i, v) in items[..before].iter().enumerate() {
            self.set_reg(ins.a + (n - 1 - i) as u16, *v);
        }
        self.set_reg(ins.a + after as u16, middle);
        for (i, v) in items[got - after..].iter().enumerate() {
            self.set_reg(ins.a + (after - 1 - i) as u16, *v);
        }
        Ok(())
    }

    /// `Op::GetLen`.
    pub(crate) fn op_get_len(&mut self, ins: Ins) -> Res<()> {
        let n = self.len(self.reg(ins.b))?;
        self.set_reg(ins.a, Value::int(n as i64));
        Ok(())
    }

    /// `Op::ListToTuple`.
    pub(crate) fn op_list_to_tuple(&mut self, ins: Ins) -> Res<()> {
        let items = self.heap.list(self.reg(ins.b)).to_vec();
        let tuple = self.new_tuple(&items);
        self.set_reg(ins.a, tuple);
        Ok(())
    }

    /// The TypeError for an unhashable value outside containers.
    #[cold]
    pub(crate) fn unhashable(&mut self, v: Value) -> Trap {
        hashing::unhashable(self, v)
    }
}
