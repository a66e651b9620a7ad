//! Attributes that are looked up past the instance: by `super()`, and the methods of `with`.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::objects::get_attr::Attr;
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};

impl Vm {
    /// `Op::LoadSuperAttr` and `Op::LoadSuperMethod`.
    pub(crate) fn op_load_super(&mut self, ins: Ins, method: bool) -> Res<()> {
        let (global, class, this) = (self.reg(ins.b), self.reg(ins.b + 1), self.reg(ins.b + 2));
        let name = self.site_name(ins.c);
        if global != self.types.super_ {
            let made = self.call(global, &[class, this])?;
            let v = self.getattr(made, name)?;
            self.set_reg(ins.a, v);
            if method {
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            return Ok(());
        }
        let found = self.find_super(class, this, name)?;
        match found {
            Attr::Bound(f, this) if method => {
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
                return Ok(());
            }
            Attr::Bound(f, this) => {
                let m = self.new_method(f, this);
                self.set_reg(ins.a, m);
            }
            Attr::Slot(_, v) | Attr::Value(v) => self.set_reg(ins.a, v),
            Attr::Call(f, args, n) => {
                let cont = if method { Cont::Method } else { Cont::Store };
                return self.invoke(f, &args[..n], &[], cont, ins.a);
            }
            Attr::Missing => {
                let made = self.heap.new_slots_from(ids::SUPER, 0, &[class, this]);
                match self.generic_super_attr(made, name)? {
                    Some(v) => self.set_reg(ins.a, v),
                    None => {
                        let message = self.message("'super' object has no attribute '", name, "'");
                        return Err(self.attribute_error(message));
                    }
                }
            }
        }
        if method {
            self.set_reg(ins.a + 1, Value::UNBOUND);
        }
        Ok(())
    }

    /// `Op::LoadSpecial`: `__enter__`, `__exit__` and their asynchronous counterparts.
    pub(crate) fn op_load_special(&mut self, ins: Ins) -> Res<()> {
        let obj = self.reg(ins.b);
        let names = [self.names.enter, self.names.exit, self.names.aenter, self.names.aexit];
        let name = names[ins.c as usize & 3];
        let class = self.type_of(obj);
        let Some(found) = self.lookup(class, name) else {
            let class_value = class;
            let (class, missing) = (self.class_name(class), self.text_lossy(name).into_owned());
            let kind = if ins.c >= 2 { "asynchronous context manager" } else { "context manager" };
            // CPython 3.13 looks for the entering method first, and reports the exiting one as missed only if that
            // exists.
            let entering = names[ins.c as usize & 2];
            let has_entering = self.lookup(class_value, entering).is_some();
            let missed = ins.c & 1 == 1 && has_entering;
            let extra = if missed { format!(" (missed {missing} method)") } else { String::new() };
            return Err(self.type_error(format!("'{class}' object does not support the {kind} protocol{extra}")));
        };
        if found.is(ids::FUNCTION) || found.is(ids::METHOD_DESC) {
            self.set_reg(ins.a, found);
            self.set_reg(ins.a + 1, obj);
            return Ok(());
        }
        match self.bind_found(found, obj, class)? {
            Attr::Bound(f, this) => {
                self.set_reg(ins.a, f);
                self.set_reg(ins.a + 1, this);
            }
            Attr::Slot(_, v) | Attr::Value(v) => {
                self.set_reg(ins.a, v);
                self.set_reg(ins.a + 1, Value::UNBOUND);
            }
            Attr::Call(f, args, n) => return self.invoke(f, &args[..n], &[], Cont::Method, ins.a),
            Attr::Missing => return Err(self.no_attribute(obj, name)),
        }
        Ok(())
    }
}
