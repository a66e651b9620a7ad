//! Runs the compiler's stack code on symbolic values, with CPython's rule for line events.

use rustpython_compiler_core::bytecode::{CodeObject, ConstantData, Opcode};

use super::super::decode::{NONE, StackCode, Step};
use super::super::return_event;
use super::world::{Raised, Sym, World, sym};
use crate::bytecode::code::Event;

/// The stack machine.
pub(super) struct StackSim<'a> {
    pub(super) world: World,
    pub(super) object: &'a CodeObject,
    code: &'a StackCode,
    pub(super) counted: bool,
    depths: Vec<u32>,
    pub(super) locals: Vec<Sym>,
    pub(super) stack: Vec<Sym>,
}

/// Returns the value of a constant; that of a small integer does not depend on how it is loaded.
pub(super) fn constant(data: &ConstantData, index: u32) -> Sym {
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
    pub(super) fn new(object: &'a CodeObject, code: &'a StackCode, counted: bool, world: World) -> Self {
        let n = object.localspluskinds.len();
        let locals = (0..n).map(|i| sym("local", i as i64, &[])).collect();
        StackSim {
            world,
            object,
            code,
            counted,
            depths: super::super::control_flow::analyse(code, counted).expect("analysis").depth,
            locals,
            stack: Vec::new(),
        }
    }

    /// Runs until the code returns or raises, or the walk reaches its limit.
    pub(super) fn run(&mut self) {
        let (mut at, mut prev) = (0u32, NONE);
        let entry = self.code.entry;
        while !self.world.done() {
            let step = self.code.steps[at as usize];
            let second_half = prev != NONE && prev + 1 == at && self.code.steps[prev as usize].unit == step.unit;
            if at > entry && !second_half {
                let last = if prev == NONE { -1 } else { self.code.steps[prev as usize].line };
                let backwards = prev != NONE && at <= prev && {
                    let op = self.code.steps[prev as usize].op;
                    step.op != Opcode::Send && op != Opcode::Send && op != Opcode::JumpBackwardNoInterrupt
                };
                if self.counted && step.line != -1 && (step.line != last || backwards) {
                    self.world.event(Event::Line(step.line as u32), &self.locals);
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

    pub(super) fn pop(&mut self) -> Sym {
        self.stack.pop().expect("the depth was checked")
    }

    pub(super) fn popn(&mut self, n: usize) -> Vec<Sym> {
        self.stack.split_off(self.stack.len() - n)
    }

    pub(super) fn peek(&self, n: usize) -> Sym {
        self.stack[self.stack.len() - 1 - n]
    }

    /// Pops `n`, performs an operation, pushes its value.
    pub(super) fn op(&mut self, name: &'static str, number: i64, n: usize) -> Result<(), Raised> {
        let operands = self.popn(n);
        let value = self.world.effect(name, number, &operands)?;
        self.stack.push(value);
        Ok(())
    }

    /// Pops `n` and performs an operation without a value.
    pub(super) fn act(&mut self, name: &'static str, number: i64, n: usize) -> Result<(), Raised> {
        let operands = self.popn(n);
        self.world.effect(name, number, &operands)?;
        Ok(())
    }

    /// Pops `n`, performs an operation, pushes `out` parts of its value.
    pub(super) fn parts(&mut self, name: &'static str, number: i64, n: usize, out: usize) -> Result<(), Raised> {
        self.op(name, number, n)?;
        let value = self.pop();
        self.stack.extend((0..out as u64).map(|i| sym("part", i as i64, &[value])));
        Ok(())
    }

    /// Performs an operation on the top `n`, which stay, and pushes its value.
    pub(super) fn look(&mut self, name: &'static str, n: usize) -> Result<(), Raised> {
        let operands = self.stack[self.stack.len() - n..].to_vec();
        let value = self.world.effect(name, 0, &operands)?;
        self.stack.push(value);
        Ok(())
    }

    /// Performs one step: `Some(whether it jumps)`, or `None` at the end.
    fn step(&mut self, step: Step) -> Result<Option<bool>, Raised> {
        let n = step.arg as usize;
        let arg = i64::from(step.arg);
        match step.op {
            Opcode::PopJumpIfTrue | Opcode::PopJumpIfFalse => {
                let value = self.pop();
                let truth = self.world.truth(value)?;
                return Ok(Some(self.world.branch(truth) == (step.op == Opcode::PopJumpIfTrue)));
            }
            Opcode::PopJumpIfNone | Opcode::PopJumpIfNotNone => {
                let value = sym("is_none", 0, &[self.pop()]);
                return Ok(Some(self.world.branch(value) == (step.op == Opcode::PopJumpIfNone)));
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
                    self.world.event(return_event(self.object, step), &self.locals);
                }
                let value = self.pop();
                self.world.infallible("return", 0, &[value]);
                return Ok(None);
            }
            Opcode::RaiseVarargs => {
                let operands = self.popn(n);
                let exception = self.world.infallible("raise", arg, &operands);
                return Err(Raised(exception));
            }
            Opcode::Reraise => {
                let exception = self.pop();
                self.world.infallible("reraise", i64::from(n > 0), &[exception]);
                return Err(Raised(exception));
            }
            _ => self.data_step(step)?,
        }
        Ok(Some(false))
    }
}
