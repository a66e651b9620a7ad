//! Attributes that are computed by a call, and `__getattr__` after one that raised AttributeError.

use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::{Res, Trap};
use crate::vm::objects::get_attr::Attr;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// Calls what computes the attribute that an instruction loads. A native getter has no frame to be unwound, so its
    /// AttributeError is met here.
    pub(super) fn call_getter(&mut self, ins: Ins, f: Value, args: &[Value], cont: Cont) -> Res<()> {
        match self.invoke(f, args, &[], cont, ins.a) {
            Err(Trap::Raise(exc))
                if matches!(cont, Cont::GetAttr | Cont::GetMethod)
                    && self.is_instance(exc, self.types.attribute_error) =>
            {
                if self.call_getattr_hook(ins)? {
                    Ok(())
                } else {
                    Err(Trap::Raise(exc))
                }
            }
            other => other,
        }
    }

    /// Calls `__getattr__` for the attribute that the top frame waits for. Returns false if there is none.
    pub(in crate::interp) fn retry_with_hook(&mut self) -> Res<bool> {
        let ins = self.waiting();
        self.call_getattr_hook(ins)
    }

    fn call_getattr_hook(&mut self, ins: Ins) -> Res<bool> {
        let (obj, name) = (self.reg(ins.b), self.site_name(ins.c));
        let class = self.type_of(obj);
        let Some(hook) = self.lookup(class, self.names.getattr) else { return Ok(false) };
        self.state.unwinding = None;
        let cont = if ins.op == Op::LoadMethod { Cont::Method } else { Cont::Store };
        match self.bind_hook(hook, obj, class, name)? {
            Attr::Call(f, args, n) => self.invoke(f, &args[..n], &[], cont, ins.a)?,
            _ => self.invoke(hook, &[obj, name], &[], cont, ins.a)?,
        }
        Ok(true)
    }

    /// Adds to an AttributeError, which left the program's code that computes an attribute for the top frame, which
    /// attribute of which object was wanted; unless it says so itself.
    pub(in crate::interp) fn add_attribute_context(&mut self, exc: Value) {
        if !self.is_instance(exc, self.types.attribute_error) {
            return;
        }
        let ins = self.waiting();
        let (obj, name) = match ins.op {
            Op::LoadAttr | Op::LoadMethod => (self.reg(ins.b), self.site_name(ins.c)),
            Op::Call if ins.b >= 2 && self.is_getattr(ins.a) => (self.reg(ins.a + 2), self.reg(ins.a + 3)),
            _ => return,
        };
        for name in [self.names.exc_name, self.names.obj] {
            if self.exc_member(exc, name).is_some_and(|value| !value.is_none()) {
                return;
            }
        }
        self.set_exc_members(exc, &[(self.names.exc_name, name), (self.names.obj, obj)]);
    }

    /// Whether a register holds the builtin function `getattr`.
    fn is_getattr(&self, register: u16) -> bool {
        let callee = self.reg(register);
        let native = |shape: u32| &self.loaded.natives[shape as usize];
        callee.is(ids::BUILTIN)
            && native(self.heap.shape(callee)).in_module
            && native(self.heap.shape(callee)).row.name == "getattr"
    }
}
