//! Checks what the interpreter relies on, so that it need not check at run time.
//!
//! Tables: lengths, ranges, jumps, events. Data flow: every path writes a temporary register before reading it, where a
//! call may overwrite everything from its base on (the callee's window may overlap) and an exception may leave before
//! the instruction has written. Locals may always be read, because they may be unbound.

use crate::bytecode::code::{Code, Const, Event, Handler};
use crate::bytecode::disassemble::jump_target;
use crate::bytecode::op::{Ins, Op, Operand};
use crate::bytecode::operands::{Window, reads, writes};

/// Verifies a code object and all inside it. The error says what is wrong and where.
pub fn verify(code: &Code) -> Result<(), String> {
    tables(code).and_then(|()| defined_registers(code)).map_err(|e| format!("{}: {e}", code.qualname))?;
    code.consts.iter().try_for_each(|c| constant(c, code.counted))
}

fn constant(value: &Const, counted: bool) -> Result<(), String> {
    match value {
        Const::Code(code) if code.counted != counted => {
            Err(format!("{}: counted unlike its outer code", code.qualname))
        }
        Const::Code(code) => verify(code),
        Const::Tuple(items) | Const::FrozenSet(items) => items.iter().try_for_each(|c| constant(c, counted)),
        _ => Ok(()),
    }
}

fn ensure(condition: bool, what: impl Fn() -> String) -> Result<(), String> {
    if condition { Ok(()) } else { Err(what()) }
}

fn tables(code: &Code) -> Result<(), String> {
    ensure(!code.ins.is_empty(), || "no instructions".into())?;
    ensure(code.positions.len() == code.ins.len(), || "not one position for every instruction".into())?;
    ensure(code.nregs >= code.locals.len() as u32, || "fewer registers than locals".into())?;
    ensure(code.nregs <= 1 << 16, || "more registers than operands can name".into())?;
    ensure(code.sites.iter().all(|s| (s.name as usize) < code.names.len()), || "site without name".into())?;
    for (at, ins) in code.ins.iter().enumerate() {
        instruction(code, at, *ins).map_err(|e| format!("instruction {at} ({}): {e}", ins.op.info().name))?;
    }
    events(code)?;
    code.handlers.iter().try_for_each(|h| handler(code, h))
}

fn instruction(code: &Code, at: usize, ins: Ins) -> Result<(), String> {
    ensure(!matches!(ins.op, Op::Break | Op::Look), || "a patch".into())?;
    let windows = [reads(ins), writes(ins, true), writes(ins, false)].concat();
    for (first, n) in windows {
        let end = u32::from(first) + n;
        ensure(end <= code.nregs, || format!("register {end} of {}", code.nregs))?;
    }
    let wide_constant = matches!(ins.op, Op::LoadConst | Op::MakeFunction);
    for (kind, value) in ins.op.info().operands.into_iter().zip([ins.a, ins.b, ins.c]) {
        let value = usize::from(value);
        match kind {
            Operand::Name => ensure(value < code.names.len(), || format!("name {value}"))?,
            Operand::Site => ensure(value < code.sites.len(), || format!("site {value}"))?,
            Operand::None => ensure(value == 0, || "an unused operand is not zero".into())?,
            Operand::Lo if wide_constant => {
                ensure((ins.wide() as usize) < code.consts.len(), || format!("constant {}", ins.wide()))?;
            }
            _ => {}
        }
    }
    if let Some(target) = jump_target(at, ins) {
        ensure(target < code.ins.len(), || format!("jump to {target}"))?;
        let backwards = target <= at;
        ensure(ins.op != Op::Jump || !backwards, || "jump backwards".into())?;
        ensure(ins.op != Op::JumpBack || backwards, || "jump_back forwards".into())?;
    }
    ensure(!falls_through(ins.op) || at + 1 < code.ins.len(), || "runs off the end".into())
}

/// Whether execution can continue with the next instruction.
pub(crate) fn falls_through(op: Op) -> bool {
    !matches!(op, Op::Jump | Op::JumpBack | Op::Return | Op::ReturnNone | Op::Raise | Op::Reraise)
}

fn events(code: &Code) -> Result<(), String> {
    ensure(code.events.is_sorted_by_key(|e| e.0), || "events out of order".into())?;
    let total: usize = code.ins.iter().map(|i| usize::from(i.events)).sum();
    ensure(total == code.events.len(), || format!("{total} events counted, {} listed", code.events.len()))?;
    for (at, ins) in code.ins.iter().enumerate() {
        let listed = code.events_at(at as u32);
        ensure(listed.len() == usize::from(ins.events), || format!("events of instruction {at}"))?;
        let returns = listed.iter().filter(|(_, e)| matches!(e, Event::Return(_))).count();
        let leaves = code.counted && matches!(ins.op, Op::Return | Op::ReturnNone | Op::Yield);
        ensure(returns == usize::from(leaves), || format!("return events of instruction {at}"))?;
        let last = listed.last().is_none_or(|(_, e)| !leaves || matches!(e, Event::Return(_)));
        ensure(last, || format!("the return event of instruction {at} is not the last"))?;
    }
    let silent = code.events.is_empty() && code.handlers.iter().all(|h| h.line == 0);
    ensure(code.counted || silent, || "events in library code".into())
}

fn handler(code: &Code, h: &Handler) -> Result<(), String> {
    let n = code.ins.len() as u32;
    let wrong = || format!("handler {h:?}");
    ensure(h.start < h.end && h.end <= n && h.target < n, wrong)?;
    ensure(u32::from(h.reg) + u32::from(h.lasti) < code.nregs, wrong)?;
    ensure(usize::from(h.reg) >= code.locals.len(), wrong)
}

/// One bit per temporary register: whether it has been written.
#[derive(Clone, PartialEq)]
struct Written(Vec<u64>);

struct DefinedRegisters<'a> {
    code: &'a Code,
    first: usize,
    states: Vec<Option<Written>>,
    work: Vec<usize>,
}

fn defined_registers(code: &Code) -> Result<(), String> {
    let first = code.locals.len();
    let words = (code.nregs as usize - first).div_ceil(64);
    let mut flow = DefinedRegisters { code, first, states: vec![None; code.ins.len()], work: Vec::new() };
    flow.reach(0, Written(vec![0; words]));
    while let Some(at) = flow.work.pop() {
        flow.visit(at)?;
    }
    Ok(())
}

impl DefinedRegisters<'_> {
    /// Merges one more path into an instruction's state: only registers written on every path count.
    fn reach(&mut self, at: usize, state: Written) {
        let slot = &mut self.states[at];
        let merged = match slot {
            None => state,
            Some(old) => Written(old.0.iter().zip(&state.0).map(|(a, b)| a & b).collect()),
        };
        if slot.as_ref() != Some(&merged) {
            *slot = Some(merged);
            self.work.push(at);
        }
    }

    fn visit(&mut self, at: usize) -> Result<(), String> {
        let ins = self.code.ins[at];
        let Some(before) = self.states[at].clone() else {
            return Ok(());
        };
        for window in reads(ins) {
            for reg in self.bits(window) {
                let name = ins.op.info().name;
                let written = before.0[reg / 64] >> (reg % 64) & 1 == 1;
                ensure(written, || {
                    format!("instruction {at} ({name}) reads r{}, which was not written", reg + self.first)
                })?;
            }
        }
        let mut after = before;
        if matches!(ins.op, Op::Call | Op::CallKw | Op::CallEx) {
            let rest = self.code.nregs - u32::from(ins.a);
            self.bits((ins.a, rest)).for_each(|reg| after.0[reg / 64] &= !(1 << (reg % 64)));
        }
        if let Some(h) = self.code.handler_of(at as u32).copied() {
            let mut raised = after.clone();
            self.bits((h.reg, 1 + u32::from(h.lasti))).for_each(|reg| raised.0[reg / 64] |= 1 << (reg % 64));
            self.reach(h.target as usize, raised);
        }
        let jump = jump_target(at, ins).map(|to| (to, true));
        let next = falls_through(ins.op).then_some((at + 1, false));
        for (to, jumps) in [jump, next].into_iter().flatten() {
            let mut state = after.clone();
            for window in writes(ins, jumps) {
                self.bits(window).for_each(|reg| state.0[reg / 64] |= 1 << (reg % 64));
            }
            self.reach(to, state);
        }
        Ok(())
    }

    /// Returns the temporaries of a window, counted from the first temporary.
    fn bits(&self, (first, n): Window) -> impl Iterator<Item = usize> + use<> {
        let start = usize::from(first);
        (start.max(self.first)..start + n as usize).map({
            let base = self.first;
            move |reg| reg - base
        })
    }
}
