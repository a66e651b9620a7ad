//! Building, filling, slicing and unpacking containers; formatting.

use ttd_code::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::ops::{hashing, item};
use crate::types::dict::merge;
use crate::vm::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::GetItem` beyond a list and a small index.
    #[inline(never)]
    pub(crate) fn op_get_item(&mut self, ins: Ins) -> Res<()> {
        let o = self.reg(ins.b);
        let k = match ins.op {
            Op::GetItemI => Value::int(i64::from(ins.c as i16)),
            _ => self.reg(ins.c),
        };
        self.item_then(o, k, ins.a)
    }

    /// `o[k]` into a register, by a frame where it needs Python code.
    fn item_then(&mut self, o: Value, k: Value, dst: u16) -> Res<()> {
        if let Some(v) = item::get(self, o, k) {
            let v = v?;
            self.set_reg(dst, v);
            return Ok(());
        }
        if o.is(ids::CLASS) {
            return self.class_getitem(o, k, dst);
        }
        if let Some(looked) = item::get_in_subclass(self, o, k) {
            match looked? {
                item::Looked::Found(v) => self.set_reg(dst, v),
                item::Looked::Missing(f) => return self.invoke(f, &[o, k], &[], Cont::Store, dst),
            }
            return Ok(());
        }
        match self.special_named(o, self.names.getitem) {
            Some(f) => self.invoke(f, &[o, k], &[], Cont::Store, dst),
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    fn class_getitem(&mut self, class: Value, key: Value, dst: u16) -> Res<()> {
        if let Some(f) = self.special(class, "__getitem__") {
            return self.invoke(f, &[class, key], &[], Cont::Store, dst);
        }
        if self.lookup(class, self.names.class_getitem).is_some() {
            let f = self.getattr(class, self.names.class_getitem)?;
            return self.invoke(f, &[key], &[], Cont::Store, dst);
        }
        let name = self.class_name(class);
        Err(self.type_error(format!("type '{name}' is not subscriptable")))
    }

    /// `Op::SetItem` beyond a list and a small index.
    #[inline(never)]
    pub(crate) fn op_set_item(&mut self, ins: Ins) -> Res<()> {
        let (o, v) = (self.reg(ins.a), self.reg(ins.c));
        let k = match ins.op {
            Op::SetItemI => Value::int(i64::from(ins.b as i16)),
            _ => self.reg(ins.b),
        };
        if let Some(done) = item::set(self, o, k, v) {
            return done;
        }
        match self.special_named(o, self.names.setitem) {
            Some(f) => self.invoke(f, &[o, k, v], &[], Cont::Discard, 0),
            None => Err(item::no_assignment(self, o)),
        }
    }

    /// `Op::DeleteItem`.
    pub(crate) fn op_delete_item(&mut self, ins: Ins) -> Res<()> {
        let (o, k) = (self.reg(ins.a), self.reg(ins.b));
        if let Some(done) = item::del(self, o, k) {
            return done;
        }
        match self.special(o, "__delitem__") {
            Some(f) => self.invoke(f, &[o, k], &[], Cont::Discard, 0),
            None => Err(item::no_deletion(self, o)),
        }
    }

    /// `Op::GetSlice`.
    pub(crate) fn op_get_slice(&mut self, ins: Ins) -> Res<()> {
        let (o, start, stop) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.b + 2));
        if let Some(v) = item::get_slice(self, o, start, stop) {
            let v = v?;
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let slice = self.new_slice(start, stop, Value::NONE);
        match self.special(o, "__getitem__") {
            Some(f) => self.invoke(f, &[o, slice], &[], Cont::Store, ins.a),
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    /// `Op::GetSliceStep`.
    pub(crate) fn op_get_slice_step(&mut self, ins: Ins) -> Res<()> {
        let o = self.reg(ins.b);
        let (start, stop, step) = (self.reg(ins.b + 1), self.reg(ins.b + 2), self.reg(ins.b + 3));
        if o.is(ids::LIST) || o.is(ids::TUPLE) {
            let v = item::get_slice_step(self, o, start, stop, step)?;
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let slice = self.new_slice(start, stop, step);
        self.item_then(o, slice, ins.a)
    }

    /// `Op::SetSlice`.
    pub(crate) fn op_set_slice(&mut self, ins: Ins) -> Res<()> {
        let (o, start, stop, v) = (self.reg(ins.a), self.reg(ins.a + 1), self.reg(ins.a + 2), self.reg(ins.b));
        if let Some(done) = item::set_slice(self, o, start, stop, v) {
            return done;
        }
        let slice = self.new_slice(start, stop, Value::NONE);
        match self.special(o, "__setitem__") {
            Some(f) => self.invoke(f, &[o, slice, v], &[], Cont::Discard, 0),
            None => Err(item::no_assignment(self, o)),
        }
    }

    /// A slice object.
    pub fn new_slice(&mut self, start: Value, stop: Value, step: Value) -> Value {
        self.heap.new_slots_from(ids::SLICE, 0, &[start, stop, step])
    }

    /// The instructions that make a container out of registers.
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
        let f = self.lib("extend_");
        self.invoke(f, &[list, v], &[], Cont::Discard, 0)
    }

    /// Whether `iter()` would find something to call.
    pub(crate) fn is_iterable(&mut self, v: Value) -> bool {
        let class = self.type_of(v);
        let found = self.lookup(class, self.names.iter);
        match found {
            Some(f) => !f.is_none(),
            None => self.lookup(class, self.names.getitem).is_some(),
        }
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
        let pairs = match self.payload(v, ids::DICT) {
            Some(from) => self.dict_pairs(from),
            None => {
                if self.getattr_opt(v, self.names.keys)?.is_none() {
                    let (f, name) = (self.callable_name(callee), self.type_name(v));
                    return Err(self.type_error(format!("{f}() argument after ** must be a mapping, not {name}")));
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
        for (key, value) in pairs {
            if !key.is(ids::STR) {
                return Err(self.type_error("keywords must be strings"));
            }
            if self.dict_get(dict, key)?.is_some() {
                let (f, key) = (self.callable_name(callee), self.text_lossy(key).into_owned());
                return Err(self.type_error(format!("{f}() got multiple values for keyword argument '{key}'")));
            }
            self.dict_set(dict, key, value)?;
        }
        Ok(())
    }

    /// How messages about a call name what was called: `__main__.f`.
    pub(crate) fn callable_name(&mut self, f: Value) -> String {
        let module = self.getattr_opt(f, self.names.module).ok().flatten();
        let qualname = self.getattr_opt(f, self.names.qualname).ok().flatten();
        match (module, qualname) {
            (Some(m), Some(q)) if m.is(ids::STR) && q.is(ids::STR) && self.text_lossy(m) != "builtins" => {
                format!("{}.{}", self.text_lossy(m), self.text_lossy(q))
            }
            (_, Some(q)) if q.is(ids::STR) => self.text_lossy(q).into_owned(),
            _ => format!("'{}' object", self.type_name(f)),
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

    /// `Op::FormatSimple` and `Op::FormatSpec`.
    pub(crate) fn op_format(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        let spec = if ins.op == Op::FormatSpec { self.reg(ins.c) } else { self.names.empty };
        if v.is(ids::STR) && spec == self.names.empty {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if !v.is(ids::INST) {
            let text = self.text_lossy(spec).into_owned();
            let result = self.format(v, &text);
            return self.store_or_tail(ins.a, result);
        }
        match self.special(v, "__format__") {
            Some(f) if !f.is(ids::METHOD_DESC) => self.invoke(f, &[v, spec], &[], Cont::Text, ins.a),
            _ if self.heap.bytes(spec).is_empty() => self.str_then(v, ins.a),
            _ => {
                let text = self.text_lossy(spec).into_owned();
                let result = self.format(v, &text);
                self.store_or_tail(ins.a, result)
            }
        }
    }

    /// `str(v)` into a register, by a frame where it needs Python code.
    pub(crate) fn str_then(&mut self, v: Value, dst: u16) -> Res<()> {
        for name in ["__str__", "__repr__"] {
            if let Some(f) = self.special(v, name).filter(|f| f.is(ids::FUNCTION)) {
                return self.invoke(f, &[v], &[], Cont::Text, dst);
            }
            if name == "__str__" && self.special(v, name).is_some_and(|f| !self.is_object_method(f)) {
                break;
            }
        }
        let text = self.str_of(v)?;
        self.set_reg(dst, text);
        Ok(())
    }

    /// Whether it is a method that every object has.
    pub(crate) fn is_object_method(&self, f: Value) -> bool {
        f.is(ids::METHOD_DESC) && self.heap.slot(f, 0) == self.types.object
    }

    /// `Op::ConvertValue`.
    pub(crate) fn op_convert(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        match ins.c {
            1 => self.str_then(v, ins.a),
            2 => {
                if let Some(f) = self.special(v, "__repr__").filter(|f| f.is(ids::FUNCTION)) {
                    return self.invoke(f, &[v], &[], Cont::Text, ins.a);
                }
                let text = self.repr(v)?;
                self.set_reg(ins.a, text);
                Ok(())
            }
            _ => {
                let text = self.ascii(v)?;
                self.set_reg(ins.a, text);
                Ok(())
            }
        }
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

    /// `TypeError: unhashable type`, for what needs it outside containers.
    #[cold]
    pub(crate) fn unhashable(&mut self, v: Value) -> Trap {
        hashing::unhashable(self, v)
    }
}
