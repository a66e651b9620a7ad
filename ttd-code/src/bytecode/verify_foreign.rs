//! Checks of code that did not come from this process's compiler: a compiled file, or what a program put together.
//!
//! [`verify`] trusts the translator to use registers for one kind of value. What the interpreter's loop relies on
//! without looking is that closures' variables are in cells; that, and whatever else would make an instruction
//! meaningless, is checked here.

use super::code::{Code, Const, flags};
use super::disassemble::jump_target;
use super::op::{Ins, Op};
use super::operands::writes;
use super::verify::{falls_through, verify};

/// Verifies a code object and all inside it, although anybody may have made it.
///
/// # Errors
/// What is wrong, and where.
pub fn verify_foreign(code: &Code) -> Result<(), String> {
    verify(code)?;
    each(code)
}

fn each(code: &Code) -> Result<(), String> {
    header(code)
        .and_then(|()| code.ins.iter().try_for_each(|ins| instruction(code, *ins)))
        .and_then(|()| Cells::of(code).check())
        .map_err(|e| format!("{}: {e}", code.qualname))?;
    code.consts.iter().try_for_each(constant)
}

fn ensure(condition: bool, what: &str) -> Result<(), String> {
    if condition { Ok(()) } else { Err(what.to_owned()) }
}

fn header(code: &Code) -> Result<(), String> {
    let has = |flag: u32| u64::from(code.flags & flag != 0);
    let rest = has(flags::VARARGS) + has(flags::VARKEYWORDS);
    let arguments = u64::from(code.args) + u64::from(code.kwonly) + rest;
    ensure(arguments <= code.locals.len() as u64, "more arguments than locals")?;
    ensure(code.posonly <= code.args, "more positional-only than positional arguments")?;
    ensure(code.nvarnames as usize <= code.locals.len(), "more variables than locals")?;
    ensure(arguments <= u64::from(code.nvarnames), "more arguments than variables")?;
    ensure(code.locals.len() < 1 << 16, "too many locals")?;
    // Free variables are the last locals.
    let first_free = code.locals.iter().position(|l| l.free).unwrap_or(code.locals.len());
    ensure(code.locals[first_free..].iter().all(|l| l.free), "free variables in between")?;
    ensure(first_free >= arguments as usize, "a free argument")?;
    let suspends = code.ins.iter().any(|ins| matches!(ins.op, Op::Yield | Op::ReturnGenerator));
    let generator = code.flags & (flags::GENERATOR | flags::COROUTINE | flags::ASYNC_GENERATOR) != 0;
    ensure(suspends == generator, "a generator that is none")?;
    let setup = |ins: &&Ins| matches!(ins.op, Op::MakeCell | Op::CopyFreeVars | Op::Nop | Op::Tick);
    let first = code.ins.iter().find(|ins| !setup(ins)).map(|ins| ins.op);
    ensure(!generator || first == Some(Op::ReturnGenerator), "a generator that does not begin as one")?;
    let made = code.ins.iter().filter(|ins| ins.op == Op::ReturnGenerator).count();
    ensure(made == usize::from(generator), "a generator that begins twice")
}

fn instruction(code: &Code, ins: Ins) -> Result<(), String> {
    let frees = code.locals.iter().filter(|l| l.free).count();
    let valid = match ins.op {
        Op::LoadImm => ins.b < 5,
        Op::LoadCommon => ins.b < 7,
        Op::LoadSpecial => ins.c < 4,
        Op::ConvertValue => (1..=3).contains(&ins.c),
        Op::TypeParam => ins.c < 9,
        Op::Raise => ins.a < 3,
        Op::Reraise => ins.b < 2,
        Op::SetFunctionAttr => matches!(ins.c, 1 | 2 | 4 | 8 | 16),
        Op::CopyFreeVars => usize::from(ins.a) == frees,
        Op::MakeFunction => matches!(code.consts.get(ins.wide() as usize), Some(Const::Code(_))),
        Op::ModI | Op::FloorDivI | Op::IModI | Op::IFloorDivI => (ins.c as i16) > 0,
        Op::LShiftI | Op::RShiftI => ins.c < 64,
        _ => true,
    };
    ensure(valid, &format!("an operand of {}", ins.op.info().name))
}

fn constant(value: &Const) -> Result<(), String> {
    match value {
        Const::Code(code) => each(code),
        Const::Tuple(items) | Const::FrozenSet(items) => items.iter().try_for_each(constant),
        Const::Slice(parts) => parts.iter().try_for_each(constant),
        Const::Str(text) => ensure(is_wtf8(text), "a text that is none"),
        _ => Ok(()),
    }
}

/// Whether it is UTF-8 that may contain surrogates as three bytes each.
fn is_wtf8(mut bytes: &[u8]) -> bool {
    loop {
        let Err(e) = std::str::from_utf8(bytes) else { return true };
        let rest = &bytes[e.valid_up_to()..];
        match rest {
            [0xED, 0xA0..=0xBF, 0x80..=0xBF, rest @ ..] => bytes = rest,
            _ => return false,
        }
    }
}

/// Which registers certainly hold cells before each instruction.
pub struct Cells<'a> {
    code: &'a Code,
    states: Vec<Option<Vec<u64>>>,
    work: Vec<usize>,
}

impl<'a> Cells<'a> {
    /// Follows all paths of the code.
    pub fn of(code: &'a Code) -> Cells<'a> {
        let words = (code.nregs as usize + 1).div_ceil(64);
        let mut cells = Cells { code, states: vec![None; code.ins.len()], work: Vec::new() };
        cells.reach(0, vec![0; words]);
        while let Some(at) = cells.work.pop() {
            cells.visit(at);
        }
        cells
    }

    /// Whether a register holds a cell before an instruction.
    pub fn holds(&self, at: usize, register: usize) -> bool {
        let state = self.states.get(at).and_then(Option::as_ref);
        state.is_some_and(|state| state[register / 64] >> (register % 64) & 1 == 1)
    }

    /// Whether all registers that hold cells before one instruction hold some before another one.
    pub fn covers(&self, at: usize, from: usize) -> bool {
        match (self.states.get(at).and_then(Option::as_ref), self.states.get(from).and_then(Option::as_ref)) {
            (Some(needed), Some(held)) => needed.iter().zip(held).all(|(needed, held)| needed & !held == 0),
            _ => false,
        }
    }

    fn reach(&mut self, at: usize, state: Vec<u64>) {
        let slot = &mut self.states[at];
        let merged = match slot {
            None => state,
            Some(old) => old.iter().zip(&state).map(|(a, b)| a & b).collect(),
        };
        if slot.as_ref() != Some(&merged) {
            *slot = Some(merged);
            self.work.push(at);
        }
    }

    fn visit(&mut self, at: usize) {
        let ins = self.code.ins[at];
        let Some(mut state) = self.states[at].clone() else { return };
        let clear = |state: &mut Vec<u64>, first: usize, n: usize| {
            (first..(first + n).min(self.code.nregs as usize)).for_each(|r| state[r / 64] &= !(1 << (r % 64)));
        };
        let copied = ins.op == Op::Move && state[usize::from(ins.b) / 64] >> (ins.b % 64) & 1 == 1;
        for (first, n) in [writes(ins, true), writes(ins, false)].concat() {
            clear(&mut state, usize::from(first), n as usize);
        }
        match ins.op {
            Op::Call | Op::CallKw | Op::CallEx => {
                clear(&mut state, usize::from(ins.a), self.code.nregs as usize - usize::from(ins.a));
            }
            Op::DeleteLocal | Op::ClearLocal => clear(&mut state, usize::from(ins.a), 1),
            _ => {}
        }
        if let Some(h) = self.code.handler_of(at as u32).copied() {
            let mut raised = state.clone();
            clear(&mut raised, usize::from(h.reg), 1 + usize::from(h.lasti));
            self.reach(h.target as usize, raised);
        }
        let mut set = |r: usize| state[r / 64] |= 1 << (r % 64);
        match ins.op {
            Op::MakeCell => set(usize::from(ins.a)),
            Op::Move if copied => set(usize::from(ins.a)),
            Op::CopyFreeVars => {
                let n = self.code.locals.len();
                (n - usize::from(ins.a).min(n)..n).for_each(set);
            }
            _ => {}
        }
        if let Some(to) = jump_target(at, ins) {
            self.reach(to, state.clone());
        }
        if falls_through(ins.op) {
            self.reach(at + 1, state);
        }
    }

    /// Checks that instructions that look into cells have some.
    fn check(&self) -> Result<(), String> {
        for (at, ins) in self.code.ins.iter().enumerate() {
            let cell = match ins.op {
                Op::LoadDeref => ins.b,
                Op::StoreDeref | Op::DeleteDeref => ins.a,
                Op::LoadFromDictOrDeref => ins.c,
                _ => continue,
            };
            let reached = self.states[at].is_some();
            ensure(!reached || self.holds(at, usize::from(cell)), &format!("instruction {at}: r{cell} holds no cell"))?;
        }
        Ok(())
    }
}
