//! The stack machine: instructions on names, attributes, calls, exceptions and patterns.

use rustpython_compiler_core::bytecode::Opcode;

use super::super::decode::Step;
use super::stack_sim::StackSim;
use super::world::{Raised, null, sym};

impl StackSim<'_> {
    pub(super) fn name_step(&mut self, step: Step) -> Result<(), Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::LoadName => self.op("load_name", arg, 0)?,
            Opcode::StoreName => self.act("store_name", arg, 1)?,
            Opcode::DeleteName => self.act("delete_name", arg, 0)?,
            Opcode::LoadGlobal => {
                self.op("load_global", arg >> 1, 0)?;
                if n & 1 != 0 {
                    self.stack.push(null());
                }
            }
            Opcode::StoreGlobal => self.act("store_global", arg, 1)?,
            Opcode::DeleteGlobal => self.act("delete_global", arg, 0)?,
            Opcode::LoadLocals => self.op("load_locals", 0, 0)?,
            Opcode::LoadFromDictOrGlobals => self.op("load_from_dict_or_globals", arg, 1)?,
            Opcode::LoadFromDictOrDeref => {
                self.stack.push(self.locals[n]);
                self.op("load_from_dict_or_deref", 0, 2)?;
            }
            Opcode::LoadBuildClass => self.op("load_build_class", 0, 0)?,
            Opcode::LoadCommonConstant => self.op("load_common", arg, 0)?,
            Opcode::SetupAnnotations => self.act("setup_annotations", 0, 0)?,
            Opcode::MakeFunction => self.op("make_function", 0, 1)?,
            Opcode::SetFunctionAttribute => {
                let function = self.peek(0);
                self.act("set_function_attr", arg, 2)?;
                self.stack.push(function);
            }
            Opcode::Call => self.op("call", arg, n + 2)?,
            Opcode::CallKw => self.op("call_kw", arg, n + 3)?,
            Opcode::CallFunctionEx => self.op("call_ex", 0, 4)?,
            Opcode::LoadAttr if n & 1 != 0 => self.parts("load_method", arg >> 1, 1, 2)?,
            Opcode::LoadAttr => self.op("load_attr", arg >> 1, 1)?,
            Opcode::StoreAttr => self.act("store_attr", arg, 2)?,
            Opcode::DeleteAttr => self.act("delete_attr", arg, 1)?,
            Opcode::LoadSuperAttr if n & 1 != 0 => self.parts("load_super_method", arg >> 2, 3, 2)?,
            Opcode::LoadSuperAttr => self.op("load_super_attr", arg >> 2, 3)?,
            Opcode::LoadSpecial => self.parts("load_special", arg, 1, 2)?,
            Opcode::ImportName => self.op("import_name", arg, 2)?,
            Opcode::ImportFrom => {
                let value = self.world.effect("import_from", arg, &[self.peek(0)])?;
                self.stack.push(value);
            }
            _ => self.rare_step(step)?,
        }
        Ok(())
    }

    fn rare_step(&mut self, step: Step) -> Result<(), Raised> {
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::PushExcInfo => {
                let exception = self.pop();
                let previous = self.world.infallible("push_exc", 0, &[exception]);
                self.stack.extend([previous, exception]);
            }
            Opcode::PopExcept => {
                let previous = self.pop();
                self.world.infallible("pop_exc", 0, &[previous]);
            }
            Opcode::CheckExcMatch => {
                self.look("check_exc_match", 2)?;
                let value = self.pop();
                self.pop();
                let value = self.world.boolean(value);
                self.stack.push(value);
            }
            Opcode::CheckEgMatch => self.parts("check_eg_match", 0, 2, 2)?,
            Opcode::WithExceptStart => {
                let operands = [self.peek(4), self.peek(3), self.peek(0)];
                let value = self.world.effect("with_except_start", 0, &operands)?;
                self.stack.push(value);
            }
            Opcode::GetYieldFromIter => self.op("get_yield_from_iter", 0, 1)?,
            Opcode::GetAwaitable => self.op("get_awaitable", arg, 1)?,
            Opcode::GetAiter => self.op("get_aiter", 0, 1)?,
            Opcode::GetAnext => self.look("get_anext", 1)?,
            Opcode::EndAsyncFor => {
                let exception = self.popn(2)[1];
                self.world.effect("end_async_for", 0, &[exception])?;
            }
            Opcode::MatchSequence => self.look("match_sequence", 1)?,
            Opcode::MatchMapping => self.look("match_mapping", 1)?,
            Opcode::MatchKeys => self.look("match_keys", 2)?,
            Opcode::MatchClass => self.op("match_class", arg, 3)?,
            Opcode::CallIntrinsic1 if arg <= 2 => {
                self.op("intrinsic_1", arg, 1)?;
                self.pop();
                self.stack.push(sym("imm", 0, &[]));
            }
            Opcode::CallIntrinsic1 => self.op("intrinsic_1", arg, 1)?,
            Opcode::CallIntrinsic2 => self.op("intrinsic_2", arg, 2)?,
            other => panic!("the stack machine does not know {other:?}"),
        }
        Ok(())
    }
}
