//! Iteration: `for`, `iter()` and `next()`.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::modules::bufferedio;
use crate::native::{Res, Trap};
use crate::ops::iter;
use crate::types::{dict, iter as iter_types, set};
use crate::vm::stack::frame::Cont;
use crate::vm::{Resume, Tail};
use crate::{Vm, ids};

/// The distance from a loop's instruction to the body.
#[inline]
fn to_body(ins: Ins) -> u16 {
    if ins.op == Op::ForNext { ins.c } else { 0 }
}

impl Vm {
    /// The next item of a loop over anything but a small range or a list.
    #[inline(never)]
    pub(crate) fn op_for(&mut self, ins: Ins) -> Res<()> {
        let it = self.reg(ins.a);
        if !it.is_obj() {
            return self.next_then(it, Cont::Next, ins.b);
        }
        let at_hand = match it.tid() {
            ids::GENERATOR => {
                return match self.resume_waiting(it, Value::NONE, Cont::Next, ins.b) {
                    true => Ok(()),
                    false => self.resume_generator(it, Resume::Send(Value::NONE), Cont::Next, ins.b),
                };
            }
            ids::INST => return self.next_of_instance(ins, it),
            ids::DICT_KEYITER => dict::iter::adjacent_entry(self, it).map(|[key, _]| key),
            ids::DICT_VALUEITER => dict::iter::adjacent_entry(self, it).map(|[_, value]| value),
            ids::SET_ITER => set::iter::step(self, it),
            ids::DICT_ITEMITER | ids::ENUMERATE | ids::ZIP => {
                if let Some(to) = self.unpacking(ins)
                    && let Some(next) = iter_types::next_pair(self, it)
                {
                    return match next {
                        Ok(Some(pair)) => {
                            self.enter_body_with(ins, to, pair);
                            Ok(())
                        }
                        Ok(None) => self.exhausted(Cont::Next, ins.b, Value::NONE),
                        Err(trap) => self.end_by_raised(trap),
                    };
                }
                None
            }
            _ => match iter_types::common_next(self, it) {
                Some(next) => next,
                None => return self.op_for_native(ins, it),
            },
        };
        match at_hand {
            Some(v) => {
                self.enter_body(ins, v);
                Ok(())
            }
            None => self.op_for_native(ins, it),
        }
    }

    /// The next item of a loop over an iterator that may have an engine, or of any other type.
    fn op_for_native(&mut self, ins: Ins, it: Value) -> Res<()> {
        let slots = self.slots_of(it);
        // The engine of these types is in slot 0.
        if slots.engine && !self.heap.slot(it, 0).is_unbound() {
            if let Some(v) = iter_types::asking::quick::at_hand(self, it) {
                self.enter_body(ins, v);
                return Ok(());
            }
            if iter_types::asking::can_be_asked(self, it) {
                return self.ask(ins, it);
            }
        }
        match slots.next.and_then(|next| next(self, it)) {
            Some(Ok(Some(v))) => {
                self.enter_body(ins, v);
                Ok(())
            }
            Some(Ok(None)) => self.exhausted(Cont::Next, ins.b, Value::NONE),
            Some(Err(trap)) => self.end_by_raised(trap),
            None => self.next_then(it, Cont::Next, ins.b),
        }
    }

    /// The next item of an instance.
    #[inline(always)]
    fn next_of_instance(&mut self, ins: Ins, it: Value) -> Res<()> {
        let class = self.type_of(it);
        let Some(f) = self.lookup(class, self.names.next) else { return self.call_next(it, Cont::Next, ins.b) };
        let line = if f.is(ids::METHOD_DESC) { bufferedio::next_line(self, it) } else { None };
        match line.map(Ok).or_else(|| self.call_method_of(class, f, &[it])) {
            Some(Ok(v)) => {
                self.enter_body(ins, v);
                Ok(())
            }
            Some(done) => self.deliver_native_item(done, Cont::Next, ins.b),
            None => self.call_next(it, Cont::Next, ins.b),
        }
    }

    /// Stores the next item in the loop variable and enters the body. `ins`: the loop's instruction.
    #[inline]
    pub(crate) fn enter_body(&mut self, ins: Ins, v: Value) {
        self.set_reg(ins.b, v);
        self.jump(to_body(ins));
    }

    /// The registers for both items if the body begins with unpacking the next item, a pair that nobody else sees.
    #[inline]
    fn unpacking(&self, ins: Ins) -> Option<[u16; 2]> {
        // An instruction that is watched has another opcode.
        let next = self.present_at(to_body(ins));
        let to = match next.op {
            Op::UnpackUp => [next.a, next.a + 1],
            Op::UnpackSequence => [next.a + 1, next.a],
            _ => return None,
        };
        let is_temporary = u32::from(ins.b) >= self.top_ref().code().nlocals;
        (next.b == ins.b && next.c == 2 && next.events == 0 && is_temporary).then_some(to)
    }

    /// Enters the body with a pair as the next item.
    pub(crate) fn enter_body_of_pair(&mut self, ins: Ins, pair: [Value; 2]) {
        match self.unpacking(ins) {
            Some(to) => self.enter_body_with(ins, to, pair),
            None => {
                let pair = self.new_tuple(&pair);
                self.enter_body(ins, pair);
            }
        }
    }

    /// Enters the body behind the unpacking.
    #[inline]
    fn enter_body_with(&mut self, ins: Ins, to: [u16; 2], pair: [Value; 2]) {
        self.set_reg(to[0], pair[0]);
        self.set_reg(to[1], pair[1]);
        self.jump(to_body(ins));
        self.jump(1);
    }

    /// Ends a loop by a StopIteration that a native iterator's callee raised.
    #[cold]
    pub(crate) fn end_by_raised(&mut self, trap: Trap) -> Res<()> {
        match trap {
            Trap::Raise(exc) if self.is_instance(exc, self.types.stop_iteration) => {
                let value = self.stop_value(exc);
                self.end_loop_with_event(value)
            }
            other => Err(other),
        }
    }

    /// The next item of an iterator that is not native, through a frame.
    pub(crate) fn next_then(&mut self, it: Value, cont: Cont, dst: u16) -> Res<()> {
        if it.is(ids::INST) {
            return self.call_next(it, cont, dst);
        }
        if it.is(ids::GENERATOR) {
            return self.resume_generator(it, Resume::Send(Value::NONE), cont, dst);
        }
        if let Some(generator) = iter::delegate(self, it) {
            return self.resume_generator(generator, Resume::Send(Value::NONE), cont, dst);
        }
        if it.is(ids::MAP)
            && let Some(function) = iter_types::map::called(self, it)
        {
            return match iter_types::map::given(self, it)? {
                Some(given) => self.invoke_next(function, given.items(), cont, dst),
                None => self.exhausted(cont, dst, Value::NONE),
            };
        }
        if let Some(engine) = iter_types::engine(self, it) {
            return self.push_function(engine.function, engine.args(), &[], cont, dst);
        }
        self.call_next(it, cont, dst)
    }

    /// Calls `__next__`.
    pub(crate) fn call_next(&mut self, it: Value, cont: Cont, dst: u16) -> Res<()> {
        let class = self.type_of(it);
        match self.lookup(class, self.names.next).map(|f| self.as_function(f)) {
            Some(f) => match self.call_own_method(f, &[it]) {
                Some(found) => self.deliver_native_item(found, cont, dst),
                None => self.invoke_next(f, &[it], cont, dst),
            },
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'{name}' object is not an iterator")))
            }
        }
    }

    /// Calls what gives the next item, or raises StopIteration.
    pub(crate) fn invoke_next(&mut self, f: Value, args: &[Value], cont: Cont, dst: u16) -> Res<()> {
        let done = self.invoke(f, args, &[], cont, dst);
        self.ended_by_native(done, cont, dst)
    }

    /// Delivers what a native gave as the next item.
    fn deliver_native_item(&mut self, found: Res, cont: Cont, dst: u16) -> Res<()> {
        let done = self.deliver_native(cont, dst, found);
        self.ended_by_native(done, cont, dst)
    }

    /// Ends the iteration if a native raised StopIteration.
    fn ended_by_native(&mut self, done: Res<()>, cont: Cont, dst: u16) -> Res<()> {
        match done {
            // Raised by a native; what Python code raises goes to the continuation.
            Err(Trap::Raise(exc)) if self.is_instance(exc, self.types.stop_iteration) => match cont {
                Cont::Next | Cont::Send => {
                    self.end_loop(exc);
                    Ok(())
                }
                Cont::NextDefault => self.exhausted(cont, dst, Value::NONE),
                _ => Err(Trap::Raise(exc)),
            },
            done => done,
        }
    }

    /// `Op::GetIter`.
    #[inline(never)]
    pub(crate) fn op_get_iter(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        self.iter_then(v, ins.a)
    }

    /// `iter(v)` into a register, through a frame if it needs Python code.
    pub(crate) fn iter_then(&mut self, v: Value, dst: u16) -> Res<()> {
        if let Some(it) = iter::builtin_iter(self, v) {
            self.set_reg(dst, it);
            return Ok(());
        }
        if v.is(ids::GENERATOR) {
            self.set_reg(dst, v);
            return Ok(());
        }
        let class = self.type_of(v);
        let own = self.lookup(class, self.names.iter);
        if let Some(f) = own.filter(|f| !f.is_none()) {
            let f = self.as_function(f);
            return self.invoke(f, &[v], &[], Cont::Iter, dst);
        }
        if v.is(ids::INST) && own.is_none() && self.lookup(class, self.names.getitem).is_some() {
            let it = self.new_sequence_iterator(v);
            self.set_reg(dst, it);
            return Ok(());
        }
        let name = self.class_name(class);
        Err(self.type_error(format!("'{name}' object is not iterable")))
    }

    /// `next(it)` or `next(it, default)` as a tail call of the calling native.
    pub fn next_or_tail(&mut self, it: Value, default: Option<Value>) -> Res {
        if let Some(next) = iter::builtin_next(self, it) {
            return match (next?, default) {
                (Some(v), _) => Ok(v),
                (None, Some(d)) => Ok(d),
                (None, None) => Err(self.stop_iteration(Value::NONE)),
            };
        }
        if let Some(default) = default {
            return Err(self.tail_of(Tail::NextOr { it, default }));
        }
        if iter_types::asking::can_be_asked(self, it) {
            return Err(self.tail_of(Tail::Next { it }));
        }
        let generator = if it.is(ids::GENERATOR) { Some(it) } else { iter::delegate(self, it) };
        if let Some(g) = generator {
            return Err(self.tail_resume(g, Resume::Send(Value::NONE)));
        }
        let class = self.type_of(it);
        match self.lookup(class, self.names.next).map(|f| self.as_function(f)) {
            Some(f) => Err(self.tail_call(f, &[it])),
            None => {
                let name = self.class_name(class);
                Err(self.type_error(format!("'{name}' object is not an iterator")))
            }
        }
    }
}
