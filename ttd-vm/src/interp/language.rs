//! Type parameters, type aliases and template strings: instructions implemented in hidden modules.

use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use crate::Vm;
use crate::native::{Res, Trap};
use crate::vm::call::function;
use crate::vm::stack::frame::Cont;

/// The operand of `Op::TypeParam` that sets a function's type parameters.
const SET_FUNCTION: u16 = 8;
/// The operands of `Op::TypeParam` from here to `SECOND_TO` take a second value.
const SECOND_FROM: u16 = 3;
const SECOND_TO: u16 = 5;

impl Vm {
    fn call_hidden_then(&mut self, module: &str, name: &str, args: &[Value], dst: u16) -> Res<()> {
        match self.call_hidden_module(module, name, args) {
            Trap::Tail => self.run_tail(Cont::Store, dst),
            trap => Err(trap),
        }
    }

    /// `Op::TypeParam`.
    pub(crate) fn op_type_param(&mut self, ins: Ins) -> Res<()> {
        let first = self.reg(ins.b);
        if ins.c == SET_FUNCTION {
            let parameters = self.reg(ins.b + 1);
            self.heap.set_slot(first, function::TYPE_PARAMS, parameters);
            self.set_reg(ins.a, first);
            return Ok(());
        }
        let second = if (SECOND_FROM..=SECOND_TO).contains(&ins.c) { self.reg(ins.b + 1) } else { Value::NONE };
        let module = self.dict_get_name(self.top_ref().globals, self.names.name).unwrap_or(Value::NONE);
        self.call_hidden_then("_typing", "_type_param", &[Value::int(i64::from(ins.c)), first, second, module], ins.a)
    }

    /// `Op::BuildInterpolation`.
    pub(crate) fn op_build_interpolation(&mut self, ins: Ins) -> Res<()> {
        let (value, text) = (self.reg(ins.b), self.reg(ins.b + 1));
        let spec = if ins.c & 1 == 1 { self.reg(ins.b + 2) } else { self.names.empty };
        let conversion = match ins.c >> 1 {
            1 => self.intern("s"),
            2 => self.intern("r"),
            3 => self.intern("a"),
            _ => Value::NONE,
        };
        self.call_hidden_then("_ttd_templates", "_interpolation", &[value, text, conversion, spec], ins.a)
    }

    /// `Op::BuildTemplate`.
    pub(crate) fn op_build_template(&mut self, ins: Ins) -> Res<()> {
        let (strings, interpolations) = (self.reg(ins.b), self.reg(ins.b + 1));
        self.call_hidden_then("_ttd_templates", "_template", &[strings, interpolations], ins.a)
    }
}
