//! Subscripts and slices beyond the loop's fast cases.

use crate::native::{Res, Trap};
use crate::ops::item;
use crate::types::{mapping, slice};
use crate::vm::call::waits::Wait;
use crate::vm::parts::LastSlice;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

impl Vm {
    /// `Op::GetItem` beyond a list and a small index.
    #[inline(never)]
    pub(crate) fn op_get_item(&mut self, ins: Ins) -> Res<()> {
        let o = self.reg(ins.b);
        let (_, k) = self.subscription(ins);
        if o.is(ids::INST) && self.type_of(o) == self.types.default_dict {
            return self.item_of_default_dict(ins, o, k);
        }
        self.item_then(o, k, ins.a)
    }

    fn item_of_default_dict(&mut self, ins: Ins, o: Value, k: Value) -> Res<()> {
        let dict = self.unwrap(o);
        if let Some(v) = self.dict_get(dict, k)? {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        let factory = mapping::factory(self, o);
        if factory.is_none() {
            return Err(self.key_error(k));
        }
        self.invoke(factory, &[], &[], Cont::Native, Wait::Missing as u16)
    }

    /// The object and the key of `o[k]`.
    pub(super) fn subscription(&self, ins: Ins) -> (Value, Value) {
        let k = match ins.op {
            Op::GetItemI => Value::int(i64::from(ins.c as i16)),
            _ => self.reg(ins.c),
        };
        (self.reg(ins.b), k)
    }

    /// `o[k]` into a register, through a frame if it needs Python code.
    fn item_then(&mut self, o: Value, k: Value, dst: u16) -> Res<()> {
        if let Some(v) = item::get(self, o, k) {
            let v = v?;
            self.set_reg(dst, v);
            return Ok(());
        }
        if self.enter_special(self.names.getitem, &[o, k], Cont::Store, dst) {
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
            Some(f) => {
                // A subclass that leaves this to its builtin base, as named tuples do.
                let inner = self.unwrap(o);
                if f.is(ids::METHOD_DESC)
                    && inner.is(ids::TUPLE)
                    && self.heap.slot(f, 0) == self.class_of_tid[ids::TUPLE.0 as usize]
                    && let Some(v) = item::get(self, inner, k)
                {
                    let v = v?;
                    self.set_reg(dst, v);
                    return Ok(());
                }
                self.invoke(f, &[o, k], &[], Cont::Store, dst)
            }
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    fn class_getitem(&mut self, class: Value, key: Value, dst: u16) -> Res<()> {
        if let Some(f) = self.special_named(class, self.names.getitem) {
            return self.invoke(f, &[class, key], &[], Cont::Store, dst);
        }
        if class == self.types.type_ {
            let trap = self.call_hidden_module("_ttd_generic", "generic_alias", &[class, key]);
            return if trap == Trap::Tail { self.run_tail(Cont::Store, dst) } else { Err(trap) };
        }
        if self.lookup(class, self.names.class_getitem).is_some_and(|f| !f.is_none()) {
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
            None => Err(item::no_assignment(self, o, k)),
        }
    }

    /// `Op::DeleteItem`.
    pub(crate) fn op_delete_item(&mut self, ins: Ins) -> Res<()> {
        let (o, k) = (self.reg(ins.a), self.reg(ins.b));
        if let Some(done) = item::del(self, o, k) {
            return done;
        }
        match self.special_named(o, self.names.delitem) {
            Some(f) => self.invoke(f, &[o, k], &[], Cont::Discard, 0),
            None => Err(item::no_deletion(self, o, k)),
        }
    }

    /// `Op::GetSlice`.
    pub(crate) fn op_get_slice(&mut self, ins: Ins) -> Res<()> {
        let (o, start, stop) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.b + 2));
        if let Some(v) = self.slice_by_ints(o, [start, stop, Value::NONE]) {
            self.store_slice(v, ins.a);
            return Ok(());
        }
        if let Some(v) = item::get_slice(self, o, start, stop) {
            let v = v?;
            self.store_slice(v, ins.a);
            return Ok(());
        }
        self.pending.last_slice = LastSlice::NOTHING;
        let slice = self.new_slice(start, stop, Value::NONE);
        match self.special_named(o, self.names.getitem) {
            Some(f) => self.invoke(f, &[o, slice], &[], Cont::Store, ins.a),
            None => Err(item::not_subscriptable(self, o)),
        }
    }

    /// `Op::GetSliceStep`.
    pub(crate) fn op_get_slice_step(&mut self, ins: Ins) -> Res<()> {
        let o = self.reg(ins.b);
        let (start, stop, step) = (self.reg(ins.b + 1), self.reg(ins.b + 2), self.reg(ins.b + 3));
        if let Some(v) = self.slice_by_ints(o, [start, stop, step]) {
            self.store_slice(v, ins.a);
            return Ok(());
        }
        if o.is(ids::LIST) || o.is(ids::TUPLE) {
            let v = item::get_slice_step(self, o, start, stop, step)?;
            self.store_slice(v, ins.a);
            return Ok(());
        }
        self.pending.last_slice = LastSlice::NOTHING;
        let slice = self.new_slice(start, stop, step);
        self.item_then(o, slice, ins.a)
    }

    /// Slices a list whose bounds are small ints or omitted, as nearly all are.
    #[inline(always)]
    fn slice_by_ints(&mut self, o: Value, bounds: [Value; 3]) -> Option<Value> {
        if !o.is(ids::LIST) {
            return None;
        }
        let span = slice::told_span(bounds, self.heap.list(o).len())?;
        Some(item::slice_list(self, o, &span))
    }

    fn store_slice(&mut self, slice: Value, dst: u16) {
        self.set_reg(dst, slice);
        self.pending.last_slice = LastSlice { list: slice, register: self.register_at(dst), time: self.now() };
    }

    /// `Op::SetSlice`.
    pub(crate) fn op_set_slice(&mut self, ins: Ins) -> Res<()> {
        let (o, start, stop, v) = (self.reg(ins.a), self.reg(ins.a + 1), self.reg(ins.a + 2), self.reg(ins.b));
        if o.is(ids::LIST)
            && v.is(ids::LIST)
            && let Some(span) = slice::told_span([start, stop, Value::NONE], self.heap.list(o).len())
        {
            let (from, to) = span.bounds();
            self.heap.list_splice_from_list(o, from..to, v);
            if ins.c > 0 {
                self.free_dead_slice(ins.b);
            }
            return Ok(());
        }
        if let Some(done) = item::set_slice(self, o, start, stop, v) {
            return done;
        }
        let slice = self.new_slice(start, stop, Value::NONE);
        match self.special_named(o, self.names.setitem) {
            Some(f) => self.invoke(f, &[o, slice, v], &[], Cont::Discard, 0),
            None => Err(item::no_assignment(self, o, slice)),
        }
    }

    /// Frees a slice that was just assigned from a dead register, if nothing else can refer to it.
    fn free_dead_slice(&mut self, register: u16) {
        let (list, sliced) = (self.reg(register), std::mem::replace(&mut self.pending.last_slice, LastSlice::NOTHING));
        if list.is(ids::LIST) && list.raw() == sliced.list.raw() && self.register_at(register) == sliced.register {
            self.set_reg(register, Value::NONE);
            self.heap.discard_list(list, sliced.time == self.now());
        }
    }

    /// A slice object.
    pub fn new_slice(&mut self, start: Value, stop: Value, step: Value) -> Value {
        self.heap.new_slots_from(ids::SLICE, 0, &[start, stop, step])
    }
}
