//! The stack machine: instructions on data (loads, stores, operators, building).

use rustpython_compiler_core::bytecode::Opcode;

use super::super::decode::Step;
use super::super::return_event;
use super::stack_sim::{StackSim, constant};
use super::world::{Raised, null, sym};
use crate::bytecode::code::Event;

impl StackSim<'_> {
    pub(super) fn data_step(&mut self, step: Step) -> Result<(), Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::Nop | Opcode::NotTaken | Opcode::EndFor => {}
            Opcode::LoadFast => self.stack.push(self.locals[n]),
            Opcode::LoadFastCheck => {
                self.world.effect("check_bound", 0, &[self.locals[n]])?;
                self.stack.push(self.locals[n]);
            }
            Opcode::LoadFastAndClear => {
                self.stack.push(self.locals[n]);
                self.locals[n] = null();
            }
            Opcode::StoreFast => self.locals[n] = self.pop(),
            Opcode::DeleteFast => {
                self.world.effect("check_bound", 0, &[self.locals[n]])?;
                self.locals[n] = null();
            }
            Opcode::LoadConst => self.stack.push(constant(&(*self.object.constants)[n], step.arg)),
            Opcode::LoadSmallInt => self.stack.push(sym("int", arg, &[])),
            Opcode::PushNull => self.stack.push(null()),
            Opcode::PopTop | Opcode::PopIter => {
                self.pop();
            }
            Opcode::Copy => self.stack.push(self.peek(n - 1)),
            Opcode::Swap => {
                let len = self.stack.len();
                self.stack.swap(len - 1, len - n);
            }
            _ => self.frame_step(step)?,
        }
        Ok(())
    }

    fn frame_step(&mut self, step: Step) -> Result<(), Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::MakeCell => self.locals[n] = self.world.infallible("make_cell", arg, &[self.locals[n]]),
            Opcode::CopyFreeVars => {
                let len = self.locals.len();
                for (i, local) in self.locals[len - n..].iter_mut().enumerate() {
                    *local = sym("free", i as i64, &[]);
                }
            }
            Opcode::LoadDeref => {
                let value = self.world.effect("load_deref", 0, &[self.locals[n]])?;
                self.stack.push(value);
            }
            Opcode::StoreDeref => {
                let value = self.pop();
                self.world.infallible("store_deref", 0, &[self.locals[n], value]);
            }
            Opcode::DeleteDeref => {
                self.world.effect("delete_deref", 0, &[self.locals[n]])?;
            }
            Opcode::EndSend => {
                let value = self.pop();
                self.pop();
                self.stack.push(value);
            }
            Opcode::ReturnGenerator => {
                self.world.infallible("return_generator", 0, &[]);
                self.stack.push(null());
            }
            Opcode::Resume => {
                let line = if n & 3 == 0 {
                    self.object.first_line_number.map_or(1, |l| l.get() as u32)
                } else {
                    step.pos.line
                };
                if self.counted {
                    self.world.event(Event::Call(line), &self.locals);
                }
            }
            Opcode::YieldValue => {
                if self.counted {
                    self.world.event(return_event(self.object, step), &self.locals);
                }
                // A thrown exception comes with a sent None.
                let value = self.pop();
                self.stack.push(sym("imm", 0, &[]));
                let sent = self.world.effect("yield", arg, &[value])?;
                self.pop();
                self.stack.push(sent);
            }
            _ => self.operator_step(step)?,
        }
        Ok(())
    }

    fn operator_step(&mut self, step: Step) -> Result<(), Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::BinaryOp => self.op("binary", arg, 2)?,
            Opcode::UnaryNegative => self.op("neg", 0, 1)?,
            Opcode::UnaryInvert => self.op("invert", 0, 1)?,
            Opcode::UnaryNot | Opcode::ToBool => {
                let value = self.pop();
                let truth = self.world.truth(value)?;
                let value = if step.op == Opcode::ToBool { truth } else { self.world.not(truth) };
                self.stack.push(value);
            }
            Opcode::CompareOp => {
                self.op("compare", arg >> 5, 2)?;
                if n & 16 != 0 {
                    let value = self.pop();
                    let truth = self.world.truth(value)?;
                    self.stack.push(truth);
                }
            }
            Opcode::IsOp | Opcode::ContainsOp => {
                let operands = self.popn(2);
                let value = match step.op {
                    Opcode::IsOp => sym("is", 0, &operands),
                    _ => self.world.effect("contains", 0, &operands)?,
                };
                let value = self.world.boolean(value);
                let value = if n == 0 { value } else { self.world.not(value) };
                self.stack.push(value);
            }
            _ => self.build_step(step)?,
        }
        Ok(())
    }

    fn build_step(&mut self, step: Step) -> Result<(), Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::BinarySlice => self.op("get_slice", 0, 3)?,
            Opcode::StoreSlice => self.act("set_slice", 0, 4)?,
            Opcode::StoreSubscr => self.act("set_item", 0, 3)?,
            Opcode::DeleteSubscr => self.act("delete_item", 0, 2)?,
            Opcode::BuildList => self.op("build_list", arg, n)?,
            Opcode::BuildTuple => self.op("build_tuple", arg, n)?,
            Opcode::BuildSet => self.op("build_set", arg, n)?,
            Opcode::BuildMap => self.op("build_map", arg, 2 * n)?,
            Opcode::BuildString => self.op("build_string", arg, n)?,
            Opcode::BuildSlice => self.op("build_slice", arg, n)?,
            Opcode::BuildTemplate => self.op("build_template", 0, 2)?,
            Opcode::BuildInterpolation => self.op("build_interpolation", arg & !2, 2 + (n & 1))?,
            Opcode::ListAppend => self.add("list_append", n)?,
            Opcode::SetAdd => self.add("set_add", n)?,
            Opcode::ListExtend => self.add("list_extend", n)?,
            Opcode::SetUpdate => self.add("set_update", n)?,
            Opcode::DictUpdate => self.add("dict_update", n)?,
            Opcode::DictMerge => {
                let other = self.pop();
                self.world.effect("dict_merge", 0, &[self.peek(n - 1), other, self.peek(n + 2)])?;
            }
            Opcode::MapAdd => {
                let pair = self.popn(2);
                self.world.effect("map_add", 0, &[self.peek(n - 1), pair[0], pair[1]])?;
            }
            Opcode::UnpackSequence => {
                self.parts("unpack_sequence", arg, 1, n)?;
                let len = self.stack.len();
                self.stack[len - n..].reverse();
            }
            Opcode::UnpackEx => {
                let n = (n & 255) + 1 + (n >> 8);
                self.parts("unpack_ex", arg, 1, n)?;
                let len = self.stack.len();
                self.stack[len - n..].reverse();
            }
            Opcode::FormatSimple => self.op("format_simple", 0, 1)?,
            Opcode::FormatWithSpec => self.op("format_spec", 0, 2)?,
            Opcode::ConvertValue => self.op("convert_value", arg, 1)?,
            Opcode::GetIter => self.op("get_iter", 0, 1)?,
            Opcode::GetLen => self.look("get_len", 1)?,
            _ => self.name_step(step)?,
        }
        Ok(())
    }

    fn add(&mut self, name: &'static str, n: usize) -> Result<(), Raised> {
        let value = self.pop();
        self.world.effect(name, 0, &[self.peek(n - 1), value])?;
        Ok(())
    }
}
