//! The instructions of f-strings, and conversion to text.

use crate::native::{Res, Trap};
use crate::vm::stack::frame::Cont;
use crate::{Vm, ids};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

impl Vm {
    /// `Op::FormatSimple` and `Op::FormatSpec`.
    pub(crate) fn op_format(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        let spec = if ins.op == Op::FormatSpec { self.reg(ins.c) } else { self.names.empty };
        if v.is(ids::STR) && spec == self.names.empty {
            self.set_reg(ins.a, v);
            return Ok(());
        }
        if !v.is(ids::INST) {
            let text = self.wtf8(spec).to_owned();
            let result = self.format(v, &text);
            return self.store_or_tail(ins.a, result);
        }
        match self.special_named(v, self.names.format) {
            Some(f) if !f.is(ids::METHOD_DESC) => self.invoke(f, &[v, spec], &[], Cont::Text, ins.a),
            None => {
                self.check_blocked(v, "__format__")?;
                self.str_then(v, ins.a)
            }
            _ if self.heap.bytes(spec).is_empty() => self.str_then(v, ins.a),
            _ => {
                let text = self.wtf8(spec).to_owned();
                let result = self.format(v, &text);
                self.store_or_tail(ins.a, result)
            }
        }
    }

    /// `str(v)` into a register, through a frame if it needs Python code.
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

    /// The TypeError for a special method that did not return a string.
    #[cold]
    pub(crate) fn no_text(&mut self, cont: Cont, given: Value) -> Trap {
        let (ins, name) = (self.waiting(), self.type_name(given));
        let by_str = ins.op == Op::FormatSimple && {
            let v = self.reg(ins.b);
            self.special_named(v, self.names.format).is_none_or(|f| f.is(ids::METHOD_DESC))
        };
        self.type_error(match ins.op {
            Op::FormatSimple | Op::FormatSpec if !by_str => format!("__format__ must return a str, not {name}"),
            _ if cont == Cont::Repr => format!("__repr__ returned non-string (type {name})"),
            Op::ConvertValue if ins.c == 2 => format!("__repr__ returned non-string (type {name})"),
            _ => format!("__str__ returned non-string (type {name})"),
        })
    }

    /// Whether it is a method that every object has. The ones of `type` for attributes of classes count as well: they
    /// need not be called.
    pub(crate) fn is_object_method(&self, f: Value) -> bool {
        if !f.is(ids::METHOD_DESC) {
            return false;
        }
        let owner = self.heap.slot(f, 0);
        owner == self.types.object
            || owner == self.types.type_
                && matches!(
                    self.loaded.natives[self.heap.shape(f) as usize].row.name,
                    "__setattr__" | "__delattr__" | "__getattribute__"
                )
    }

    /// `Op::ConvertValue`.
    pub(crate) fn op_convert(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.b);
        match ins.c {
            1 => self.str_then(v, ins.a),
            2 => {
                if let Some(f) = self.special_named(v, self.names.repr).filter(|f| f.is(ids::FUNCTION)) {
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
}
