//! Lists code as text.

use std::fmt::Write as _;

use crate::bytecode::code::{Code, Const, Event};
use crate::bytecode::op::{Ins, Op, Operand};

/// Lists a code object's instructions, then those of the code objects in it.
///
/// Each row has the line where it changes, the index (with `>` for the target of a jump or handler), the mnemonic, the
/// operands, and the events delivered before the instruction.
pub fn disassemble(code: &Code) -> String {
    let mut out = String::new();
    list(code, &mut out);
    out
}

/// What an instruction refers to.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Referent {
    /// Registers and numbers only.
    Nothing,
    /// An index into the names.
    Name(usize),
    /// An index into the constants.
    Const(usize),
    /// The index of an instruction.
    Target(usize),
}

/// Returns an instruction's operands as the listing has them, and what it refers to. `at`: its index.
///
/// # Panics
/// If there is no such instruction.
pub fn operands_of(code: &Code, at: usize) -> (String, Referent) {
    let ins = code.ins[at];
    let kinds = ins.op.info().operands.into_iter().zip([ins.a, ins.b, ins.c]);
    let mut named = kinds.filter_map(|(kind, value)| match kind {
        Operand::Name => Some(Referent::Name(usize::from(value))),
        Operand::Site => code.sites.get(usize::from(value)).map(|site| Referent::Name(site.name as usize)),
        Operand::Lo if jump_target(at, ins).is_none() => Some(Referent::Const(ins.wide() as usize)),
        _ => None,
    });
    let target = jump_target(at, ins).map(Referent::Target);
    (operands(code, at, ins), target.or(named.next()).unwrap_or(Referent::Nothing))
}

fn list(code: &Code, out: &mut String) {
    let kind = if code.counted { "" } else { ", library" };
    let _ = writeln!(out, "{} (line {}, {} registers{kind})", code.qualname, code.first_line, code.nregs);
    let targets = jump_targets(code);
    let mut line = 0;
    for (at, ins) in code.ins.iter().enumerate() {
        let pos = code.positions[at];
        let shown = if pos.line == line { String::new() } else { pos.line.to_string() };
        line = pos.line;
        let mark = if targets[at] { '>' } else { ' ' };
        let row = format!("{shown:>5} {mark}{at:>4} {:<18} {}", ins.op.info().name, operands(code, at, *ins));
        let events = code.events_at(at as u32).iter().map(|(_, e)| event(*e)).collect::<Vec<_>>().join(", ");
        if events.is_empty() {
            let _ = writeln!(out, "{}", row.trim_end());
        } else {
            let _ = writeln!(out, "{row:<60} ; {events}");
        }
    }
    for h in &code.handlers {
        let lasti = if h.lasti { " with index" } else { "" };
        let line = if h.line == 0 { String::new() } else { format!(", line {}", h.line) };
        let _ = writeln!(out, "      {}..{} -> {} r{}{lasti}{line}", h.start, h.end, h.target, h.reg);
    }
    for c in &code.consts {
        if let Const::Code(inner) = c {
            out.push('\n');
            list(inner, out);
        }
    }
}

/// Returns for each instruction whether a jump or a handler leads to it.
pub(crate) fn jump_targets(code: &Code) -> Vec<bool> {
    let mut targets = vec![false; code.ins.len()];
    let mut mark = |to: Option<usize>| {
        if let Some(target) = to.and_then(|t| targets.get_mut(t)) {
            *target = true;
        }
    };
    for (at, ins) in code.ins.iter().enumerate() {
        mark(jump_target(at, *ins));
    }
    for h in &code.handlers {
        mark(Some(h.target as usize));
    }
    targets
}

/// Returns the target of a jump; `usize::MAX` for one before the beginning, which the verifier refuses.
pub(crate) fn jump_target(at: usize, ins: Ins) -> Option<usize> {
    let distance = match ins.op {
        Op::Jump | Op::JumpBack => ins.wide() as i32,
        _ if ins.op.info().operands[2] == Operand::Jump => i32::from(ins.c as i16),
        _ => return None,
    };
    Some(usize::try_from(at as i64 + 1 + i64::from(distance)).unwrap_or(usize::MAX))
}

fn operands(code: &Code, at: usize, ins: Ins) -> String {
    let wide_is_jump = matches!(ins.op, Op::Jump | Op::JumpBack);
    let used = used_operands(ins);
    let mut parts = Vec::new();
    let kinds = ins.op.info().operands.into_iter();
    for (kind, value) in kinds.zip([ins.a, ins.b, ins.c]).take(used) {
        parts.push(match kind {
            Operand::None | Operand::Hi => continue,
            Operand::Out | Operand::Reg | Operand::Base => register(code, value),
            Operand::Num => number(ins.op, value),
            Operand::Imm => format!("#{}", value as i16),
            Operand::Name => name(code, u32::from(value)),
            Operand::Site => match code.sites.get(usize::from(value)) {
                Some(site) => name(code, site.name),
                None => format!("site {value}?"),
            },
            Operand::Lo if !wide_is_jump => match code.consts.get(ins.wide() as usize) {
                Some(value) => constant(value),
                None => format!("constant {}?", ins.wide()),
            },
            Operand::Jump | Operand::Lo => match jump_target(at, ins) {
                Some(to) => format!("->{to}"),
                None => "->?".into(),
            },
        });
    }
    parts.join(" ")
}

/// Number of operands that are used; in `raise` and `reraise` it depends on one of them.
fn used_operands(ins: Ins) -> usize {
    match ins.op {
        Op::Raise => usize::from(ins.a) + 1,
        Op::Reraise if ins.b == 0 => 2,
        _ => 3,
    }
}

/// Returns a number operand, by name where it encodes something.
fn number(op: Op, value: u16) -> String {
    let names: &[&str] = match op {
        Op::LoadImm => &["None", "False", "True", "...", "NULL"],
        Op::LoadCommon => &["AssertionError", "NotImplementedError", "tuple", "all", "any", "list", "set"],
        Op::LoadSpecial => &["__enter__", "__exit__", "__aenter__", "__aexit__"],
        _ => &[],
    };
    names.get(usize::from(value)).map_or_else(|| value.to_string(), |n| (*n).to_owned())
}

fn register(code: &Code, number: u16) -> String {
    match code.locals.get(usize::from(number)) {
        Some(local) => format!("r{number}:{}", local.name),
        None => format!("r{number}"),
    }
}

fn name(code: &Code, index: u32) -> String {
    code.names.get(index as usize).map_or_else(|| format!("name {index}?"), |n| n.to_string())
}

fn constant(value: &Const) -> String {
    let list = |items: &[Const]| items.iter().map(constant).collect::<Vec<_>>().join(", ");
    match value {
        Const::None => "None".into(),
        Const::Ellipsis => "...".into(),
        Const::Bool(true) => "True".into(),
        Const::Bool(false) => "False".into(),
        Const::Int(n) => n.to_string(),
        Const::Big { negative, magnitude } => {
            let sign = if *negative { "-" } else { "" };
            let digits: String = magnitude.iter().rev().map(|b| format!("{b:02x}")).collect();
            format!("{sign}0x{}", digits.trim_start_matches('0'))
        }
        Const::Float(x) => format!("{x:?}"),
        Const::Complex(re, im) => format!("({re:?}, {im:?}j)"),
        Const::Str(bytes) => format!("{:?}", String::from_utf8_lossy(bytes)),
        Const::Bytes(bytes) => format!("b\"{}\"", bytes.escape_ascii()),
        Const::Tuple(items) => format!("({})", list(items)),
        Const::FrozenSet(items) => format!("frozenset({})", list(items)),
        Const::Slice(items) => format!("slice({})", list(&items[..])),
        Const::Code(code) => format!("<code {}>", code.qualname),
    }
}

fn event(event: Event) -> String {
    match event {
        Event::Call(line) => format!("call {line}"),
        Event::Line(line) => format!("line {line}"),
        Event::Return(line) => format!("return {line}"),
    }
}
