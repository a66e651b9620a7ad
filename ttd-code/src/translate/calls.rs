//! Names, attributes, imports, functions and calls.

use rustpython_compiler_core::bytecode::Opcode;

use super::Translator;
use super::abstract_stack::{Entry, NONE_VALUE};
use super::decode::Step;
use crate::bytecode::op::Op;

impl Translator<'_> {
    /// Translates a step if it belongs to this file.
    pub(super) fn call_step(&mut self, _at: u32, step: Step) -> bool {
        match step.op {
            Opcode::LoadName => self.load_site(Op::LoadName, step.arg),
            Opcode::StoreName => self.store_site(Op::StoreName, step.arg),
            Opcode::DeleteName => self.delete_named(Op::DeleteName, step.arg),
            Opcode::LoadGlobal if step.arg & 1 != 0 => {
                let site = self.site(Op::LoadGlobalCall, step.arg >> 1);
                self.make_pair(Op::LoadGlobalCall, 0, site);
            }
            Opcode::LoadGlobal => self.load_site(Op::LoadGlobal, step.arg >> 1),
            Opcode::StoreGlobal => self.store_site(Op::StoreGlobal, step.arg),
            Opcode::DeleteGlobal => self.delete_named(Op::DeleteGlobal, step.arg),
            Opcode::LoadLocals => self.make::<0>(Op::LoadLocals, 0),
            Opcode::LoadFromDictOrGlobals => {
                let name = self.operand(step.arg);
                self.make::<1>(Op::LoadFromDictOrGlobals, name);
            }
            Opcode::LoadFromDictOrDeref => self.make::<1>(Op::LoadFromDictOrDeref, step.arg as u16),
            Opcode::LoadBuildClass => self.make::<0>(Op::LoadBuildClass, 0),
            Opcode::LoadCommonConstant => self.make::<0>(Op::LoadCommon, step.arg as u16),
            Opcode::SetupAnnotations => self.emit_unary(Op::SetupAnnotations, 0),
            Opcode::MakeFunction => self.make_function(),
            Opcode::SetFunctionAttribute => {
                let [value, function] = self.take();
                self.code.emit(Op::SetFunctionAttr, function, value, step.arg as u16);
                // The function stays in its register, even if that is not its new home.
                self.push(Entry::Reg(function));
            }
            Opcode::Call => self.call(Op::Call, step.arg, 2),
            Opcode::CallKw => self.call(Op::CallKw, step.arg, 3),
            Opcode::CallFunctionEx => self.call(Op::CallEx, 0, 4),
            Opcode::ReturnValue => self.return_value(step),
            _ => return self.attribute_step(step),
        }
        true
    }

    fn attribute_step(&mut self, step: Step) -> bool {
        match step.op {
            Opcode::LoadAttr if step.arg & 1 != 0 => {
                let site = self.site(Op::LoadMethod, step.arg >> 1);
                let [object] = self.take();
                self.make_pair(Op::LoadMethod, object, site);
            }
            Opcode::LoadAttr => {
                let site = self.site(Op::LoadAttr, step.arg >> 1);
                self.make::<1>(Op::LoadAttr, site);
            }
            Opcode::StoreAttr => {
                let site = self.site(Op::StoreAttr, step.arg);
                let [value, object] = self.take();
                self.code.emit(Op::StoreAttr, object, value, site);
            }
            Opcode::DeleteAttr => {
                let name = self.operand(step.arg);
                let [object] = self.take();
                self.code.emit(Op::DeleteAttr, object, 0, name);
            }
            Opcode::LoadSuperAttr => {
                let site = self.site(Op::LoadSuperAttr, step.arg >> 2);
                let base = self.take_base(3);
                if step.arg & 1 != 0 {
                    self.make_pair(Op::LoadSuperMethod, base, site);
                } else {
                    let at = self.code.emit(Op::LoadSuperAttr, base, base, site);
                    self.push_result(at, base);
                }
            }
            Opcode::LoadSpecial => {
                let [object] = self.take();
                self.make_pair(Op::LoadSpecial, object, step.arg as u16);
            }
            Opcode::ImportName => {
                let name = self.operand(step.arg);
                self.build(Op::ImportName, 2, u32::from(name));
            }
            Opcode::ImportFrom => {
                let name = self.operand(step.arg);
                self.load_top(1);
                let module = self.reg(0);
                let out = self.out(&[module]);
                let at = self.code.emit(Op::ImportFrom, out, module, name);
                self.push_result(at, out);
            }
            _ => return false,
        }
        true
    }

    /// Emits an instruction with a register and a number operand that pushes two entries.
    pub(super) fn make_pair(&mut self, op: Op, operand: u16, number: u16) {
        let base = self.out_many(2, &[operand]);
        self.code.emit(op, base, operand, number);
        self.push(Entry::Reg(base));
        self.push(Entry::Reg(base + 1));
    }

    fn load_site(&mut self, op: Op, name: u32) {
        let site = self.site(op, name);
        let out = self.out(&[]);
        let at = self.code.emit(op, out, 0, site);
        self.push_result(at, out);
    }

    fn store_site(&mut self, op: Op, name: u32) {
        let site = self.site(op, name);
        let [value] = self.take();
        self.code.emit(op, 0, value, site);
    }

    fn delete_named(&mut self, op: Op, name: u32) {
        let name = self.operand(name);
        self.code.emit(op, 0, 0, name);
    }

    fn make_function(&mut self) {
        let Entry::Const(code) = self.pop() else {
            self.fail("function without code");
            return;
        };
        let out = self.out(&[]);
        let at = self.code.emit(Op::MakeFunction, out, code as u16, (code >> 16) as u16);
        self.push_result(at, out);
    }

    fn return_value(&mut self, step: Step) {
        let event = self.return_event(step);
        if self.peek(0) == NONE_VALUE {
            self.pop();
            self.code.event(event);
            self.code.emit(Op::ReturnNone, 0, 0, 0);
        } else {
            let [value] = self.take();
            self.code.event(event);
            self.code.emit(Op::Return, value, 0, 0);
        }
    }

    /// Emits a call with `args` arguments and `extra` other operands (callable, self or NULL, names).
    fn call(&mut self, op: Op, args: u32, extra: usize) {
        let number = self.operand(args);
        let n = args as usize + extra;
        self.clear_window(self.depth().saturating_sub(n));
        let base = self.take_base(n);
        let at = self.code.emit(op, base, number, base);
        self.push_result(at, base);
    }
}
