//! Calls of any callable.
//!
//! [`Vm::invoke`] is the one entry. It either has the result at once (natives) and delivers it to the continuation, or
//! pushes a frame and returns to the loop. [`Vm::call`] is for native code that must wait.

use ttd_core::value::Value;

use crate::native::slots::CallFn;
use crate::native::{Res, Trap};
use crate::vm::call::tail_call::Arguments;
use crate::vm::objects::bind_attr::method;
use crate::vm::objects::get_attr::Attr;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Calls `callee`; `cont` gets the result, now or when the pushed frame returns.
    pub(crate) fn invoke(
        &mut self,
        callee: Value,
        args: &[Value],
        kw: &[(Value, Value)],
        cont: Cont,
        dst: u16,
    ) -> Res<()> {
        if callee.is(ids::FUNCTION) {
            return self.push_function(callee, args, kw, cont, dst);
        }
        let result = self.call_direct(callee, args, kw);
        self.deliver_native(cont, dst, result)
    }

    /// Delivers a native's result to `cont`, or performs its tail call.
    pub(crate) fn deliver_native(&mut self, cont: Cont, dst: u16, result: Res) -> Res<()> {
        match result {
            Ok(v) => self.deliver(cont, dst, v),
            Err(Trap::Tail) => self.run_tail(cont, dst),
            Err(trap) => Err(trap),
        }
    }

    /// Calls anything but a Python function; `Trap::Tail` if Python code must run.
    pub(crate) fn call_direct(&mut self, callee: Value, args: &[Value], kw: &[(Value, Value)]) -> Res {
        if !callee.is_obj() {
            return Err(self.not_callable(callee));
        }
        match callee.tid() {
            ids::FUNCTION => Err(self.tail_with(callee, args, kw.to_vec())),
            ids::METHOD => {
                let (f, this) = (self.heap.slot(callee, method::FUNC), self.heap.slot(callee, method::SELF));
                let all = with_receiver(this, args);
                self.call_direct(f, &all, kw)
            }
            ids::BUILTIN => {
                let this = self.heap.slot(callee, 0);
                let id = self.heap.shape(callee);
                if this.is_unbound() {
                    if self.loaded.natives[id as usize].is_new {
                        self.check_new(callee, args)?;
                    }
                    return self.call_native(id, args, kw, false);
                }
                let all = with_receiver(this, args);
                self.call_native_method(id, all, kw, true)
            }
            ids::METHOD_DESC => self.call_method_descriptor(callee, args, kw),
            ids::CLASS => self.call_class(callee, args, kw),
            ids::STATICMETHOD => {
                let f = self.heap.slot(callee, 0);
                self.call_direct(f, args, kw)
            }
            _ => {
                if let Some(call) = self.call_slot(callee) {
                    return call(self, callee, args, kw);
                }
                let (f, this) = self.call_of_object(callee)?;
                if this.is_unbound() {
                    return self.call_direct(f, args, kw);
                }
                let all = with_receiver(this, args);
                self.call_direct(f, &all, kw)
            }
        }
    }

    /// The slot that calls a value without its `__call__`, by its builtin type or its exact class.
    #[inline]
    pub(crate) fn call_slot(&self, callee: Value) -> Option<CallFn> {
        if !callee.is(ids::INST) {
            return self.slots_of(callee).call;
        }
        let class = self.type_of(callee);
        self.loaded.instance_calls.iter().find(|(known, _)| *known == class).map(|(_, call)| *call)
    }

    /// The `__call__` of an object's class, with its receiver or NULL. If that is itself an object, its class's
    /// `__call__`, and so on.
    fn call_of_object(&mut self, callee: Value) -> Res<(Value, Value)> {
        let mut object = callee;
        for _ in 0..1000 {
            let class = self.type_of(object);
            let Some(found) = self.lookup(class, self.names.call) else { return Err(self.not_callable(object)) };
            if found.is(ids::FUNCTION) || found.is(ids::METHOD_DESC) {
                return Ok((found, object));
            }
            let next = match self.bind_found(found, object, class)? {
                Attr::Bound(f, this) => return Ok((f, this)),
                Attr::Slot(_, v) | Attr::Value(v) => v,
                Attr::Call(get, args, n) => self.call(get, &args[..n])?,
                Attr::Missing => return Err(self.not_callable(object)),
            };
            let direct = [ids::FUNCTION, ids::METHOD, ids::BUILTIN, ids::METHOD_DESC, ids::CLASS, ids::STATICMETHOD];
            if !next.is_obj() || direct.contains(&next.tid()) {
                return Ok((next, Value::UNBOUND));
            }
            object = next;
        }
        Err(self.recursion_error("maximum recursion depth exceeded"))
    }

    #[cold]
    fn not_callable(&mut self, v: Value) -> Trap {
        let name = self.type_name(v);
        self.type_error(format!("'{name}' object is not callable"))
    }
}

/// The arguments of a method: the receiver and those of the call.
#[inline]
pub(crate) fn with_receiver(this: Value, args: &[Value]) -> Arguments {
    let mut all = Arguments::with_capacity(args.len() + 1);
    all.push(this);
    all.extend_from_slice(args);
    all
}
