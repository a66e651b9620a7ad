//! Runs the compiler's stack code on symbolic values, with CPython's rule for line events.

use rustpython_compiler_core::bytecode::{CodeObject, ConstantData, Opcode};

use super::super::decode::{NONE, Stack, Step};
use super::world::{Raised, Sym, World, null, sym};
use crate::code::Event;

/// The stack machine.
pub(super) struct StackSim<'a> {
    pub(super) world: World,
    object: &'a CodeObject,
    code: &'a Stack,
    counted: bool,
    depths: Vec<u32>,
    locals: Vec<Sym>,
    stack: Vec<Sym>,
}

/// The value of a constant. Small integers are alike however they are loaded.
fn constant(data: &ConstantData, index: u32) -> Sym {
    match data {
        ConstantData::None => sym("imm", 0, &[]),
        ConstantData::Boolean { value } => sym("imm", 1 + i64::from(*value), &[]),
        ConstantData::Ellipsis => sym("imm", 3, &[]),
        ConstantData::Integer { value } if i16::try_from(value).is_ok() => {
            sym("int", i64::try_from(value).unwrap_or(0), &[])
        }
        _ => sym("const", i64::from(index), &[]),
    }
}

impl<'a> StackSim<'a> {
    pub(super) fn new(
        object: &'a CodeObject,
        code: &'a Stack,
        counted: bool,
        world: World,
    ) -> Self {
        let n = object.localspluskinds.len();
        let locals = (0..n).map(|i| sym("local", i as i64, &[])).collect();
        StackSim {
            world,
            object,
            code,
            counted,
            depths: super::super::flow::analyse(code, counted)
                .expect("analysis")
                .depth,
            locals,
            stack: Vec::new(),
        }
    }

    /// Runs until the code returns, raises or the walk is long enough.
    pub(super) fn run(&mut self) {
        let (mut at, mut prev) = (0u32, NONE);
        let entry = self.code.entry;
        while !self.world.done() {
            let step = self.code.steps[at as usize];
            let second_half =
                prev != NONE && prev + 1 == at && self.code.steps[prev as usize].unit == step.unit;
            if at > entry && !second_half {
                let last = if prev == NONE {
                    -1
                } else {
                    self.code.steps[prev as usize].line
                };
                let backwards = prev != NONE && at < prev && {
                    let op = self.code.steps[prev as usize].op;
                    step.op != Opcode::Send
                        && op != Opcode::Send
                        && op != Opcode::JumpBackwardNoInterrupt
                };
                if self.counted && step.line != -1 && (step.line != last || backwards) {
                    self.world
                        .event(Event::Line(step.line as u32), &self.locals);
                }
            }
            if at > entry {
                prev = at;
            }
            let depth = self.flow_depth(at);
            assert_eq!(
                self.stack.len() as u32,
                depth,
                "depth before step {at} {step:?} of {} line {:?}",
                self.object.qualname,
                self.object.first_line_number
            );
            match self.step(step) {
                Ok(Some(true)) => at = step.target,
                Ok(Some(false)) => at += 1,
                Ok(None) => return,
                Err(Raised(exception)) => {
                    let Some(row) = self.code.table.get(step.handler as usize) else {
                        return;
                    };
                    self.stack.truncate(row.depth as usize);
                    if row.lasti {
                        self.stack.push(sym("lasti", 0, &[]));
                    }
                    self.stack.push(exception);
                    at = row.target;
                }
            }
        }
    }

    fn flow_depth(&self, at: u32) -> u32 {
        self.depths[at as usize]
    }

    fn pop(&mut self) -> Sym {
        self.stack.pop().expect("the depth was checked")
    }

    fn popn(&mut self, n: usize) -> Vec<Sym> {
        self.stack.split_off(self.stack.len() - n)
    }

    fn peek(&self, n: usize) -> Sym {
        self.stack[self.stack.len() - 1 - n]
    }

    /// Pops `n`, does an operation, pushes its value.
    fn op(&mut self, name: &'static str, number: i64, n: usize) -> Result<(), Raised> {
        let operands = self.popn(n);
        let value = self.world.effect(name, number, &operands)?;
        self.stack.push(value);
        Ok(())
    }

    /// Pops `n` and does an operation without value.
    fn act(&mut self, name: &'static str, number: i64, n: usize) -> Result<(), Raised> {
        let operands = self.popn(n);
        self.world.effect(name, number, &operands)?;
        Ok(())
    }

    /// Pops `n`, does an operation, pushes `out` parts of its value.
    fn parts(
        &mut self,
        name: &'static str,
        number: i64,
        n: usize,
        out: usize,
    ) -> Result<(), Raised> {
        self.op(name, number, n)?;
        let value = self.pop();
        self.stack
            .extend((0..out as u64).map(|i| sym("part", i as i64, &[value])));
        Ok(())
    }

    /// Does an operation on the top `n`, which stay, and pushes its value.
    fn look(&mut self, name: &'static str, n: usize) -> Result<(), Raised> {
        let operands = self.stack[self.stack.len() - n..].to_vec();
        let value = self.world.effect(name, 0, &operands)?;
        self.stack.push(value);
        Ok(())
    }

    /// `Some(whether it jumps)`, or `None` at the end.
    fn step(&mut self, step: Step) -> Result<Option<bool>, Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::PopJumpIfTrue | Opcode::PopJumpIfFalse => {
                let value = self.pop();
                let truth = self.world.truth(value)?;
                return Ok(Some(
                    self.world.branch(truth) == (step.op == Opcode::PopJumpIfTrue),
                ));
            }
            Opcode::PopJumpIfNone | Opcode::PopJumpIfNotNone => {
                let value = sym("is_none", 0, &[self.pop()]);
                return Ok(Some(
                    self.world.branch(value) == (step.op == Opcode::PopJumpIfNone),
                ));
            }
            Opcode::JumpForward | Opcode::JumpBackward | Opcode::JumpBackwardNoInterrupt => {
                return Ok(Some(true));
            }
            Opcode::ForIter => {
                let item = self.world.effect("next", 0, &[self.peek(0)])?;
                let more = self.world.branch(item);
                if more {
                    self.stack.push(item);
                }
                return Ok(Some(!more));
            }
            Opcode::Send => {
                let operands = self.popn(2);
                let result = self.world.effect("send", 0, &operands)?;
                self.stack.extend([operands[0], result]);
                return Ok(Some(!self.world.branch(result)));
            }
            Opcode::CleanupThrow => {
                let exception = self.pop();
                self.popn(2);
                let value = self.world.effect("cleanup_throw", 0, &[exception])?;
                self.stack.extend([sym("imm", 0, &[]), value]);
            }
            Opcode::ReturnValue => {
                if self.counted {
                    self.world
                        .event(Event::Return(step.line.max(0) as u32), &self.locals);
                }
                let value = self.pop();
                self.world.sure("return", 0, &[value]);
                return Ok(None);
            }
            Opcode::RaiseVarargs => {
                let operands = self.popn(n);
                let exception = self.world.sure("raise", arg, &operands);
                return Err(Raised(exception));
            }
            Opcode::Reraise => {
                let exception = self.pop();
                self.world.sure("reraise", i64::from(n > 0), &[exception]);
                return Err(Raised(exception));
            }
            _ => self.data_step(step)?,
        }
        Ok(Some(false))
    }

    fn data_step(&mut self, step: Step) -> Result<(), Raised> {
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
            Opcode::LoadConst => self
                .stack
                .push(constant(&(*self.object.constants)[n], step.arg)),
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
            Opcode::MakeCell => {
                self.locals[n] = self.world.sure("make_cell", arg, &[self.locals[n]])
            }
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
                self.world.sure("store_deref", 0, &[self.locals[n], value]);
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
                self.world.sure("return_generator", 0, &[]);
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
                    self.world
                        .event(Event::Return(step.line.max(0) as u32), &self.locals);
                }
                // An exception thrown in comes with a None sent in.
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
                let value = if step.op == Opcode::ToBool {
                    truth
                } else {
                    self.world.not(truth)
                };
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
                self.world.effect(
                    "dict_merge",
                    0,
                    &[self.peek(n - 1), other, self.peek(n + 2)],
                )?;
            }
            Opcode::MapAdd => {
                let pair = self.popn(2);
                self.world
                    .effect("map_add", 0, &[self.peek(n - 1), pair[0], pair[1]])?;
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

    fn name_step(&mut self, step: Step) -> Result<(), Raised> {
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
            Opcode::LoadSuperAttr if n & 1 != 0 => {
                self.parts("load_super_method", arg >> 2, 3, 2)?
            }
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
                let previous = self.world.sure("push_exc", 0, &[exception]);
                self.stack.extend([previous, exception]);
            }
            Opcode::PopExcept => {
                let previous = self.pop();
                self.world.sure("pop_exc", 0, &[previous]);
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
