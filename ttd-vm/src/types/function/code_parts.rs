//! Making code objects from their parts: `code.replace` and `types.CodeType(…)`.
//!
//! The parts are those that our own code objects have: `co_code` is register code, and `co_linetable` holds whatever
//! has no attribute of its own (positions, events, handlers, kinds of variables). So a code object can be taken apart
//! and put together again, as libraries do to pickle it. The result is checked like code from a file.

use std::sync::Arc;

use ttd_code::bytecode::code::{Code, Const, Local, Pos, flags};
use ttd_code::bytecode::op::{Ins, Op};
use ttd_core::value::Value;

use crate::native::*;
use crate::vm::code::file_names;
use crate::{Vm, ids};

/// The parameters of `CodeType`, in order.
const PARTS: [&str; 18] = [
    "co_argcount",
    "co_posonlyargcount",
    "co_kwonlyargcount",
    "co_nlocals",
    "co_stacksize",
    "co_flags",
    "co_code",
    "co_consts",
    "co_names",
    "co_varnames",
    "co_filename",
    "co_name",
    "co_qualname",
    "co_firstlineno",
    "co_linetable",
    "co_exceptiontable",
    "co_freevars",
    "co_cellvars",
];

/// Bytes of one instruction in `co_code`.
const INS: usize = 8;
/// Those before the operands.
const HEAD: usize = 2;

/// `co_linetable`: the code without what other attributes hold.
pub(super) fn line_table(code: &Code) -> Vec<u8> {
    let rest = Code { ins: Vec::new(), consts: Vec::new(), names: Vec::new(), ..code.clone() };
    ttd_code::pack(&rest)
}

/// The numbers in `dis.opname` of the opcodes that return and yield. Debuggers tell by the byte at `f_lasti` whether a
/// function has returned.
const NUMBERS: [(Op, u8); 3] = [(Op::Return, 35), (Op::ReturnNone, 246), (Op::Yield, 120)];

/// The number of an opcode in `co_code`, and the other way round: opcodes with a number of `NUMBERS` change places.
fn exchanged(number: u8) -> u8 {
    NUMBERS.into_iter().fold(number, |number, (op, known)| match number {
        n if n == op as u8 => known,
        n if n == known => op as u8,
        n => n,
    })
}

/// `co_code`: opcode and number of events of each instruction, as many bytes as `f_lasti` counts, then the operands of
/// all.
pub(super) fn instructions(code: &Code) -> Vec<u8> {
    let heads = code.ins.iter().flat_map(|ins| [exchanged(ins.op as u8), ins.events]);
    let operands = code.ins.iter().flat_map(|ins| [ins.a, ins.b, ins.c]).flat_map(u16::to_le_bytes);
    heads.chain(operands).collect()
}

/// `CodeType(…)`.
pub(super) fn new(vm: &mut Vm, args: Args) -> Res {
    let given = args.rest;
    if let Some((name, _)) = args.kw.first() {
        let name = vm.text_lossy(*name).into_owned();
        return Err(vm.type_error(format!("code() got an unexpected keyword argument '{name}'")));
    }
    if given.len() < PARTS.len() - 2 || given.len() > PARTS.len() {
        let (what, n) = if given.len() > PARTS.len() { ("most", PARTS.len()) } else { ("least", PARTS.len() - 2) };
        return Err(vm.type_error(format!("code expected at {what} {n} arguments, got {}", given.len())));
    }
    let table = given[14];
    if !table.is(ids::BYTES) {
        let got = vm.type_name(table);
        return Err(vm.type_error(format!("code() argument 15 must be bytes, not {got}")));
    }
    let Ok(rest) = ttd_code::unpack(vm.heap.bytes(table)) else {
        return Err(vm.not_supported("making a code object from the instructions of another interpreter"));
    };
    let mut parts = Parts::new((*rest).clone(), "code");
    for (i, value) in given.iter().enumerate() {
        if i != 14 {
            parts.set(vm, PARTS[i], i + 1, *value)?;
        }
    }
    parts.finish(vm)
}

/// `code.replace(…)`.
pub(super) fn replace(vm: &mut Vm, args: Args, code: &Code) -> Res {
    let mut parts = Parts::new(code.clone(), "replace");
    for &(key, value) in args.kw {
        let name = vm.text_lossy(key).into_owned();
        if !PARTS.contains(&name.as_str()) {
            return Err(vm.type_error(format!("replace() got an unexpected keyword argument '{name}'")));
        }
        parts.set(vm, &name, 0, value)?;
    }
    parts.finish(vm)
}

struct Parts {
    code: Code,
    /// The function whose arguments they are, for messages.
    function: &'static str,
    /// The variables' names as given.
    varnames: Option<Vec<Arc<str>>>,
    cellvars: Option<Vec<Arc<str>>>,
    freevars: Option<Vec<Arc<str>>>,
    nlocals: Option<u32>,
    stacksize: Option<u32>,
}

impl Parts {
    fn new(code: Code, function: &'static str) -> Parts {
        Parts { code, function, varnames: None, cellvars: None, freevars: None, nlocals: None, stacksize: None }
    }

    fn set(&mut self, vm: &mut Vm, name: &str, at: usize, v: Value) -> Res<()> {
        match name {
            "co_argcount" | "co_posonlyargcount" | "co_kwonlyargcount" | "co_nlocals" | "co_stacksize" | "co_flags"
            | "co_firstlineno" => self.set_number(vm, name, v),
            "co_filename" | "co_name" | "co_qualname" => self.set_text(vm, name, at, v),
            "co_code" | "co_linetable" | "co_exceptiontable" => self.set_bytes(vm, name, at, v),
            _ => self.set_tuple(vm, name, at, v),
        }
    }

    fn wrong(&self, vm: &mut Vm, name: &str, at: usize, wanted: &str, v: Value) -> Trap {
        let given = crate::types::str::args::given_name(vm, v);
        let which = if at == 0 { format!("'{name}'") } else { at.to_string() };
        vm.type_error(format!("{}() argument {which} must be {wanted}, not {given}", self.function))
    }

    fn set_number(&mut self, vm: &mut Vm, name: &str, v: Value) -> Res<()> {
        let given = vm.index(v)?;
        let Some(n) = vm.as_i64(given).and_then(|n| u32::try_from(n).ok()) else {
            let what = match name {
                "co_firstlineno" => "co_firstlineno must be a positive integer".to_owned(),
                _ => format!("code: {} must not be negative", name.trim_start_matches("co_")),
            };
            return Err(vm.value_error(what));
        };
        match name {
            "co_argcount" => self.code.args = n,
            "co_posonlyargcount" => self.code.posonly = n,
            "co_kwonlyargcount" => self.code.kwonly = n,
            "co_nlocals" => self.nlocals = Some(n),
            "co_stacksize" => self.stacksize = Some(n),
            "co_flags" => self.code.flags = n,
            _ => {
                let by = i64::from(n) - i64::from(self.code.first_line);
                move_lines(&mut self.code, by);
                self.code.first_line = n;
            }
        }
        Ok(())
    }

    fn set_text(&mut self, vm: &mut Vm, name: &str, at: usize, v: Value) -> Res<()> {
        let Some(given) = vm.payload(v, ids::STR) else { return Err(self.wrong(vm, name, at, "str", v)) };
        let given: Arc<str> = file_names::from_wtf8(vm.heap.bytes(given)).into();
        match name {
            "co_name" => self.code.name = given,
            "co_qualname" => self.code.qualname = given,
            _ => self.code.path = given,
        }
        Ok(())
    }

    fn set_bytes(&mut self, vm: &mut Vm, name: &str, at: usize, v: Value) -> Res<()> {
        let Some(given) = vm.payload(v, ids::BYTES) else { return Err(self.wrong(vm, name, at, "bytes", v)) };
        let given = vm.heap.bytes(given).to_vec();
        match name {
            "co_code" => match decoded(&given) {
                Some(ins) => self.code.ins = ins,
                None => return Err(vm.value_error("code: co_code is malformed")),
            },
            "co_linetable" if given != line_table(&self.code) => {
                let Ok(rest) = ttd_code::unpack(&given) else {
                    return Err(vm.not_supported("replacing co_linetable by that of another interpreter"));
                };
                self.code.positions.clone_from(&rest.positions);
                self.code.events.clone_from(&rest.events);
                self.code.handlers.clone_from(&rest.handlers);
                self.code.sites.clone_from(&rest.sites);
            }
            "co_exceptiontable" if !given.is_empty() => {
                return Err(vm.not_supported("an exception table of another interpreter"));
            }
            _ => {}
        }
        Ok(())
    }

    fn set_tuple(&mut self, vm: &mut Vm, name: &str, at: usize, v: Value) -> Res<()> {
        let Some(given) = vm.payload(v, ids::TUPLE) else { return Err(self.wrong(vm, name, at, "tuple", v)) };
        let items = vm.heap.tuple(given).to_vec();
        if name == "co_consts" {
            let consts: Res<Vec<Const>> = items.into_iter().map(|item| constant(vm, item)).collect();
            self.code.consts = consts?;
            return Ok(());
        }
        let mut names = Vec::new();
        for item in items {
            let Some(text) = vm.payload(item, ids::STR) else {
                return Err(vm.system_error("non-string found in code slot"));
            };
            names.push(Arc::<str>::from(file_names::from_wtf8(vm.heap.bytes(text))));
        }
        match name {
            "co_names" => self.code.names = names,
            "co_varnames" => self.varnames = Some(names),
            "co_cellvars" => self.cellvars = Some(names),
            _ => self.freevars = Some(names),
        }
        Ok(())
    }

    /// Renames the variables. What kind of variable each is stays: instructions depend on it.
    fn rename(&mut self, vm: &mut Vm) -> Res<()> {
        let n = self.code.nvarnames as usize;
        let locals = &mut self.code.locals;
        if let Some(names) = &self.varnames {
            let count = self.nlocals.map_or(n, |n| n as usize);
            if names.len() != count || count != n {
                return Err(vm.value_error("code: co_nlocals != len(co_varnames)"));
            }
            locals[..n].iter_mut().zip(names).for_each(|(local, name)| local.name = name.clone());
        } else if self.nlocals.is_some_and(|given| given as usize != n) {
            return Err(vm.value_error("code: co_nlocals != len(co_varnames)"));
        }
        for (names, cells, what) in [(&self.cellvars, true, "co_cellvars"), (&self.freevars, false, "co_freevars")] {
            let Some(names) = names else { continue };
            let own: Vec<&mut Local> = locals.iter_mut().filter(|l| if cells { l.cell } else { l.free }).collect();
            if own.len() != names.len() {
                return Err(vm.value_error(format!("code: the instructions need as many {what} as before")));
            }
            own.into_iter().zip(names).for_each(|(local, name)| local.name = name.clone());
        }
        Ok(())
    }

    fn finish(mut self, vm: &mut Vm) -> Res {
        self.rename(vm)?;
        if let Some(size) = self.stacksize {
            self.code.nregs = (self.code.locals.len() as u32).saturating_add(size);
        }
        let has_doc = self.code.flags & flags::HAS_DOCSTRING != 0;
        if has_doc && !matches!(self.code.consts.first(), Some(Const::Str(_))) {
            self.code.flags &= !flags::HAS_DOCSTRING;
        }
        if let Err(why) = ttd_code::verify_foreign(&self.code) {
            return Err(vm.value_error(format!("code: {why}")));
        }
        Ok(vm.load_dynamic_code(Arc::new(self.code)))
    }
}

fn decoded(bytes: &[u8]) -> Option<Vec<Ins>> {
    if bytes.is_empty() || !bytes.len().is_multiple_of(INS) {
        return None;
    }
    let (heads, operands) = bytes.split_at(bytes.len() / INS * HEAD);
    let instruction = |(head, w): (&[u8], &[u8])| {
        let op = *Op::ALL.get(usize::from(exchanged(head[0])))?;
        let operand = |at: usize| u16::from_le_bytes([w[at], w[at + 1]]);
        Some(Ins { op, events: head[1], a: operand(0), b: operand(2), c: operand(4) })
    };
    heads.chunks_exact(HEAD).zip(operands.chunks_exact(INS - HEAD)).map(instruction).collect()
}

/// A value as a constant of code.
fn constant(vm: &mut Vm, v: Value) -> Res<Const> {
    constant_of(vm, v).map_err(|other| {
        let given = vm.type_name(other);
        vm.not_supported(&format!("a constant of type '{given}' in a code object"))
    })
}

/// A value as a constant of code, or the value in it that cannot be one.
pub(crate) fn constant_of(vm: &Vm, v: Value) -> Result<Const, Value> {
    let all = |items: Vec<Value>| items.into_iter().map(|item| constant_of(vm, item)).collect::<Result<Vec<_>, _>>();
    Ok(match v {
        Value::NONE => Const::None,
        Value::ELLIPSIS => Const::Ellipsis,
        Value::TRUE => Const::Bool(true),
        Value::FALSE => Const::Bool(false),
        _ if v.is_int() => Const::Int(v.as_int()),
        _ if v.is_float() => Const::Float(v.as_float()),
        _ if v.is(ids::STR) => Const::Str(vm.heap.bytes(v).into()),
        _ if v.is(ids::BYTES) => Const::Bytes(vm.heap.bytes(v).into()),
        _ if v.is(ids::CODE) => vm.code_of(v).map_or(Const::None, |code| Const::Code(code.code.clone())),
        _ if v.is(ids::TUPLE) => Const::Tuple(all(vm.heap.tuple(v).to_vec())?),
        _ if v.is(ids::FROZENSET) => {
            let items = (0..vm.heap.set_slots(v)).filter_map(|slot| vm.heap.set_slot_at(v, slot)).map(|entry| entry.1);
            Const::FrozenSet(all(items.collect())?)
        }
        _ if v.is(ids::COMPLEX) => {
            let parts = vm.heap.tuple(v);
            Const::Complex(parts[0].as_float(), parts[1].as_float())
        }
        _ => {
            let (sign, magnitude) = vm.as_big(v).filter(|_| v.is(ids::BIGINT)).ok_or(v)?.to_bytes_le();
            Const::Big { negative: sign == malachite_bigint::Sign::Minus, magnitude }
        }
    })
}

/// Shifts all lines: CPython's line table is relative to the first line.
fn move_lines(code: &mut Code, by: i64) {
    let moved = |n: u32| if n == 0 { 0 } else { (i64::from(n) + by).max(1) as u32 };
    code.change_lines(moved, |pos| Pos { line: moved(pos.line), end_line: moved(pos.end_line), ..pos });
}
