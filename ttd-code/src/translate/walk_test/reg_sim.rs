//! Runs register code on symbolic values.

use super::reg_table::{binary, compare_jump};
use super::world::{Raised, Sym, World, null, sym};
use crate::bytecode::code::{Code, Const, Event};
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::op::{Ins, Op};

/// The register machine.
pub(super) struct RegSim<'a> {
    pub(super) world: World,
    pub(super) code: &'a Code,
    pub(super) regs: Vec<Sym>,
}

impl<'a> RegSim<'a> {
    pub(super) fn new(code: &'a Code, world: World) -> Self {
        let n = code.locals.len();
        let reg = |i| {
            if i < n { sym("local", i as i64, &[]) } else { sym("undefined", i as i64, &[]) }
        };
        RegSim { world, code, regs: (0..code.nregs as usize).map(reg).collect() }
    }

    /// Runs until the code returns or raises, or the walk reaches its limit.
    pub(super) fn run(&mut self) {
        let mut at = 0;
        while !self.world.done() {
            let ins = self.code.ins[at];
            for (_, event) in self.code.events_at(at as u32) {
                self.event(*event);
            }
            match self.step(ins) {
                Ok(Some(true)) => at = jump_target(at, ins).expect("verified"),
                Ok(Some(false)) => at += 1,
                Ok(None) => return,
                Err(Raised(exception)) => {
                    let Some(h) = self.code.handler_of(at as u32) else {
                        return;
                    };
                    let reg = usize::from(h.reg);
                    self.regs[reg] = exception;
                    if h.lasti {
                        self.regs[reg] = sym("lasti", 0, &[]);
                        self.regs[reg + 1] = exception;
                    }
                    if h.line != 0 && h.line != self.code.positions[at].line {
                        self.event(Event::Line(h.line));
                    }
                    at = h.target as usize;
                }
            }
        }
    }

    fn event(&mut self, event: Event) {
        self.world.event(event, &self.regs[..self.code.locals.len()]);
    }

    pub(super) fn r(&self, reg: u16) -> Sym {
        self.regs[usize::from(reg)]
    }

    pub(super) fn set(&mut self, reg: u16, value: Sym) {
        self.regs[usize::from(reg)] = value;
    }

    pub(super) fn window(&self, base: u16, n: u16) -> Vec<Sym> {
        self.regs[usize::from(base)..usize::from(base) + usize::from(n)].to_vec()
    }

    pub(super) fn name(&self, site: u16) -> i64 {
        i64::from(self.code.sites[usize::from(site)].name)
    }

    /// Sets `R[out]` to the value of an operation.
    pub(super) fn op(&mut self, out: u16, name: &'static str, number: i64, operands: &[Sym]) -> Result<(), Raised> {
        let value = self.world.effect(name, number, operands)?;
        self.set(out, value);
        Ok(())
    }

    pub(super) fn parts(
        &mut self,
        base: u16,
        name: &'static str,
        number: i64,
        operand: &[Sym],
        n: u16,
    ) -> Result<(), Raised> {
        let value = self.world.effect(name, number, operand)?;
        for i in 0..n {
            self.set(base + i, sym("part", i64::from(i), &[value]));
        }
        Ok(())
    }

    pub(super) fn unpack(&mut self, ins: Ins, name: &'static str, n: u16) -> Result<(), Raised> {
        let value = self.world.effect(name, i64::from(ins.c), &[self.r(ins.b)])?;
        for i in 0..n {
            self.set(ins.a + n - 1 - i, sym("part", i64::from(i), &[value]));
        }
        Ok(())
    }

    fn compare(&mut self, kind: i64, left: Sym, right: Sym, sense: bool) -> Result<Option<bool>, Raised> {
        let value = self.world.effect("compare", kind, &[left, right])?;
        let truth = self.world.truth(value)?;
        Ok(Some(self.world.branch(truth) == sense))
    }

    /// Performs one instruction: `Some(whether it jumps)`, or `None` at the end.
    fn step(&mut self, ins: Ins) -> Result<Option<bool>, Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::Jump | Op::JumpBack => return Ok(Some(true)),
            Op::JumpTrue | Op::JumpFalse => {
                let truth = self.world.truth(self.r(a))?;
                return Ok(Some(self.world.branch(truth) == (op == Op::JumpTrue)));
            }
            Op::JumpNone | Op::JumpNotNone => {
                let value = sym("is_none", 0, &[self.r(a)]);
                return Ok(Some(self.world.branch(value) == (op == Op::JumpNone)));
            }
            Op::JumpIs | Op::JumpIsNot => {
                let value = sym("is", 0, &[self.r(a), self.r(b)]);
                return Ok(Some(self.world.branch(value) == (op == Op::JumpIs)));
            }
            Op::ForIter | Op::ForNext => {
                let item = self.world.effect("next", 0, &[self.r(a)])?;
                let more = self.world.branch(item);
                if more {
                    self.set(b, item);
                }
                return Ok(Some(more == (op == Op::ForNext)));
            }
            Op::Send => {
                let result = self.world.effect("send", 0, &[self.r(b), self.r(a)])?;
                self.set(a, result);
                return Ok(Some(!self.world.branch(result)));
            }
            Op::CleanupThrow => {
                self.op(a, "cleanup_throw", 0, &[self.r(b)])?;
                return Ok(Some(true));
            }
            Op::Return => {
                self.world.infallible("return", 0, &[self.r(a)]);
                return Ok(None);
            }
            Op::ReturnNone => {
                self.world.infallible("return", 0, &[sym("imm", 0, &[])]);
                return Ok(None);
            }
            Op::Raise => {
                let operands = [self.r(b), self.r(c)];
                let exception = self.world.infallible("raise", i64::from(a), &operands[..usize::from(a)]);
                return Err(Raised(exception));
            }
            Op::Reraise => {
                let exception = self.r(a);
                self.world.infallible("reraise", i64::from(b), &[exception]);
                return Err(Raised(exception));
            }
            _ => {
                if let Some((kind, sense, immediate)) = compare_jump(op) {
                    let right = if immediate { sym("int", i64::from(b as i16), &[]) } else { self.r(b) };
                    return self.compare(kind, self.r(a), right, sense);
                }
                self.data_step(ins)?;
            }
        }
        Ok(Some(false))
    }

    fn data_step(&mut self, ins: Ins) -> Result<(), Raised> {
        let Ins { op, a, b, c, .. } = ins;
        match op {
            Op::Nop | Op::Tick => {}
            Op::Move => self.set(a, self.r(b)),
            Op::LoadConst => {
                let index = ins.wide();
                let value = match &self.code.consts[index as usize] {
                    Const::Int(n) if i16::try_from(*n).is_ok() => sym("int", *n, &[]),
                    _ => sym("const", i64::from(index), &[]),
                };
                self.set(a, value);
            }
            Op::LoadInt => self.set(a, sym("int", i64::from(b as i16), &[])),
            Op::LoadImm => self.set(a, sym("imm", i64::from(b), &[])),
            Op::CheckBound => {
                self.world.effect("check_bound", 0, &[self.r(a)])?;
            }
            Op::DeleteLocal => {
                self.world.effect("check_bound", 0, &[self.r(a)])?;
                self.set(a, null());
            }
            Op::ClearLocal => self.set(a, null()),
            Op::MakeCell => {
                let cell = self.world.infallible("make_cell", i64::from(a), &[self.r(a)]);
                self.set(a, cell);
            }
            Op::CopyFreeVars => {
                let n = self.code.locals.len() as u16;
                (0..a).for_each(|i| self.set(n - a + i, sym("free", i64::from(i), &[])));
            }
            Op::LoadDeref => self.op(a, "load_deref", 0, &[self.r(b)])?,
            Op::StoreDeref => {
                self.world.infallible("store_deref", 0, &[self.r(a), self.r(b)]);
            }
            Op::DeleteDeref => {
                self.world.effect("delete_deref", 0, &[self.r(a)])?;
            }
            Op::ReturnGenerator => {
                self.world.infallible("return_generator", 0, &[]);
            }
            Op::Yield => self.op(a, "yield", i64::from(c), &[self.r(b)])?,
            _ => match binary(op) {
                Some((number, false)) => self.op(a, "binary", number, &[self.r(b), self.r(c)])?,
                Some((number, true)) => {
                    let right = sym("int", i64::from(c as i16), &[]);
                    self.op(a, "binary", number, &[self.r(b), right])?;
                }
                None => self.operator_step(ins)?,
            },
        }
        Ok(())
    }
}
