//! Cells, and unbound local variables.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::native::Res;
use crate::vm::call::function;
use crate::{Vm, ids};

impl Vm {
    /// Raises UnboundLocalError for a register.
    #[cold]
    pub(crate) fn op_unbound_local(&mut self, register: u16) -> Res<()> {
        let name = self.top_ref().code().local_names[register as usize];
        let text = self.text_lossy(name).into_owned();
        Err(self.error(
            self.types.unbound_local_error,
            format!("cannot access local variable '{text}' where it is not associated with a value"),
        ))
    }

    /// Raises the NameError for an empty cell in a register.
    #[cold]
    pub(crate) fn op_empty_cell(&mut self, register: u16) -> Res<()> {
        let code = self.top_ref().code();
        if !code.code.locals[register as usize].free {
            return self.op_unbound_local(register);
        }
        let name = code.local_names[register as usize];
        let text = self.text_lossy(name).into_owned();
        let message =
            format!("cannot access free variable '{text}' where it is not associated with a value in enclosing scope");
        Err(self.error_of_name(name, message))
    }

    /// `Op::MakeCell`.
    pub(crate) fn op_make_cell(&mut self, ins: Ins) -> Res<()> {
        let v = self.reg(ins.a);
        let cell = self.heap.new_slots_from(ids::CELL, 0, &[v]);
        self.set_reg(ins.a, cell);
        Ok(())
    }

    /// `Op::CopyFreeVars`.
    pub(crate) fn op_copy_free_vars(&mut self, ins: Ins) -> Res<()> {
        let closure = self.heap.slot(self.top_ref().func, function::CLOSURE);
        let (first, n) = (self.top_ref().code().nlocals as usize - ins.a as usize, ins.a as usize);
        for i in 0..n {
            // Code that was put together by a program may come with any closure.
            let cell = if closure.is(ids::TUPLE) { self.heap.tuple(closure).get(i).copied() } else { None };
            let Some(cell) = cell.filter(|cell| cell.is(ids::CELL)) else {
                return Err(self.system_error("a closure without the cells that its code needs"));
            };
            self.set_reg((first + i) as u16, cell);
        }
        Ok(())
    }

    /// `Op::StoreDeref`.
    pub(crate) fn op_store_deref(&mut self, ins: Ins) -> Res<()> {
        let (cell, v) = (self.reg(ins.a), self.reg(ins.b));
        self.heap.set_slot(cell, 0, v);
        Ok(())
    }

    /// `Op::DeleteDeref`.
    pub(crate) fn op_delete_deref(&mut self, ins: Ins) -> Res<()> {
        let cell = self.reg(ins.a);
        if self.heap.slot(cell, 0).is_unbound() {
            return self.op_empty_cell(ins.a);
        }
        self.heap.set_slot(cell, 0, Value::UNBOUND);
        Ok(())
    }
}
