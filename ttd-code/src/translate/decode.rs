//! Decodes the front end's stack code: instructions with full arguments, jump targets, positions, exception table.
//!
//! Superinstructions (`STORE_FAST_LOAD_FAST` and the like) are split, borrowing loads become ordinary ones, and inline
//! cache units are dropped, so that the translator handles about a hundred instructions instead of two hundred.
//!
//! A decoded stack instruction is called a *step*, to tell it from the instructions of the register code.

use rustpython_compiler_core::bytecode::{CodeObject, OpArgState, Opcode, decode_exception_table};

use crate::bytecode::code::Pos;

/// "No step" in tables of step numbers.
pub(super) const NONE: u32 = u32::MAX;

/// A decoded stack instruction.
#[derive(Clone, Copy, Debug)]
pub(super) struct Step {
    /// The opcode.
    pub(super) op: Opcode,
    /// Its argument, extensions included.
    pub(super) arg: u32,
    /// The code unit that it was decoded from. Comparing these tells backward jumps from forward ones.
    pub(super) unit: u32,
    /// The line that decides line events; -1 for none.
    pub(super) line: i32,
    /// The target of a jump, or `NONE`.
    pub(super) target: u32,
    /// Index into `StackCode::table`, or `NONE`.
    pub(super) handler: u32,
    /// The source range.
    pub(super) pos: Pos,
}

/// A row of the stack code's exception table.
#[derive(Clone, Copy, Debug)]
pub(super) struct ExceptionRow {
    /// The handler's first step.
    pub(super) target: u32,
    /// Number of stack entries that the handler keeps.
    pub(super) depth: u32,
    /// Whether the raising instruction's index is pushed before the exception.
    pub(super) lasti: bool,
}

/// A decoded code object.
#[derive(Debug)]
pub(super) struct StackCode {
    /// The instructions.
    pub(super) steps: Vec<Step>,
    /// The exception table.
    pub(super) table: Vec<ExceptionRow>,
    /// The first `RESUME`, before which no line event happens.
    pub(super) entry: u32,
}

/// Decodes a code object.
pub(super) fn decode(code: &CodeObject) -> Result<StackCode, &'static str> {
    let first = code.first_line_number.map_or(1, |l| l.get() as i64);
    let positions = line_table(&code.linetable, first);
    let mut steps = Vec::with_capacity(code.instructions.len());
    let mut step_of = vec![NONE; code.instructions.len() + 1];
    let mut ends = Vec::with_capacity(code.instructions.len());
    let mut state = OpArgState::default();
    let mut started = None;
    for (unit, word) in code.instructions.iter().enumerate() {
        let (ins, arg) = state.get(*word);
        let op = ins.as_opcode();
        if op == Opcode::Cache {
            continue;
        }
        let start = *started.get_or_insert(unit);
        if op == Opcode::ExtendedArg {
            continue;
        }
        started = None;
        // Jumps may target the EXTENDED_ARG in front of an instruction.
        step_of[start..=unit].fill(steps.len() as u32);
        let (line, pos) = positions.get(unit).copied().ok_or("line table too short")?;
        let step = Step { op, arg: arg.into(), unit: unit as u32, line, target: NONE, handler: NONE, pos };
        split(step, &mut steps);
        ends.resize(steps.len(), (unit + 1 + op.cache_entries()) as u32);
    }
    for (step, end) in steps.iter_mut().zip(&ends) {
        let to = match step.op {
            Opcode::JumpBackward | Opcode::JumpBackwardNoInterrupt => end.checked_sub(step.arg),
            Opcode::JumpForward
            | Opcode::ForIter
            | Opcode::Send
            | Opcode::PopJumpIfFalse
            | Opcode::PopJumpIfTrue
            | Opcode::PopJumpIfNone
            | Opcode::PopJumpIfNotNone => Some(end + step.arg),
            _ => continue,
        };
        step.target = to.and_then(|t| step_of.get(t as usize).copied()).ok_or("jump out of the code")?;
        if step.target == NONE {
            return Err("jump into the middle of an instruction");
        }
    }
    let table = exception_table(code, &step_of, &mut steps)?;
    let entry = steps.iter().position(|s| s.op == Opcode::Resume).ok_or("code without RESUME")?;
    Ok(StackCode { steps, table, entry: entry as u32 })
}

/// Appends an instruction, split in two if it is a superinstruction.
fn split(step: Step, steps: &mut Vec<Step>) {
    let (first, second) = match step.op {
        Opcode::LoadFastBorrow => {
            steps.push(Step { op: Opcode::LoadFast, ..step });
            return;
        }
        Opcode::LoadFastLoadFast | Opcode::LoadFastBorrowLoadFastBorrow => (Opcode::LoadFast, Opcode::LoadFast),
        Opcode::StoreFastLoadFast => (Opcode::StoreFast, Opcode::LoadFast),
        Opcode::StoreFastStoreFast => (Opcode::StoreFast, Opcode::StoreFast),
        _ => {
            steps.push(step);
            return;
        }
    };
    steps.push(Step { op: first, arg: step.arg >> 4, ..step });
    steps.push(Step { op: second, arg: step.arg & 15, ..step });
}

fn exception_table(code: &CodeObject, step_of: &[u32], steps: &mut [Step]) -> Result<Vec<ExceptionRow>, &'static str> {
    let mut table = Vec::new();
    for entry in decode_exception_table(&code.exceptiontable) {
        let target = step_of.get(entry.target as usize).copied().filter(|t| *t != NONE);
        let target = target.ok_or("handler out of the code")?;
        let from = steps.partition_point(|s| s.unit < entry.start);
        let to = steps.partition_point(|s| s.unit < entry.end);
        for step in &mut steps[from..to] {
            // Rows come innermost first: the first that covers an instruction applies.
            if step.handler == NONE {
                step.handler = table.len() as u32;
            }
        }
        table.push(ExceptionRow { target, depth: u32::from(entry.depth), lasti: entry.push_lasti });
    }
    Ok(table)
}

/// Decodes CPython's line table to the line for events (-1: none) and the position of each code unit.
fn line_table(table: &[u8], first: i64) -> Vec<(i32, Pos)> {
    let mut out = Vec::new();
    let mut reader = Reader { bytes: table, at: 0 };
    let mut line = first;
    while reader.at < table.len() {
        let head = reader.byte();
        let (end, col, end_col) = match (head >> 3) & 15 {
            15 => (None, -1, -1),
            14 => {
                line += reader.signed();
                let end = line + reader.varint();
                let col = reader.varint() - 1;
                (Some(end), col, reader.varint() - 1)
            }
            13 => {
                line += reader.signed();
                (Some(line), -1, -1)
            }
            kind @ 10..=12 => {
                line += i64::from(kind) - 10;
                let col = i64::from(reader.byte());
                (Some(line), col, i64::from(reader.byte()))
            }
            kind => {
                let low = reader.byte();
                let col = i64::from(kind) << 3 | i64::from(low >> 4);
                (Some(line), col, col + i64::from(low & 15))
            }
        };
        let entry = match end {
            None => (-1, Pos { line: 0, end_line: 0, col: -1, end_col: -1 }),
            Some(end) => (
                line as i32,
                Pos { line: line.max(0) as u32, end_line: end.max(0) as u32, col: col as i32, end_col: end_col as i32 },
            ),
        };
        for _ in 0..=(head & 7) {
            out.push(entry);
        }
    }
    out
}

struct Reader<'a> {
    bytes: &'a [u8],
    at: usize,
}

impl Reader<'_> {
    fn byte(&mut self) -> u8 {
        let byte = self.bytes.get(self.at).copied().unwrap_or(0);
        self.at += 1;
        byte
    }

    fn varint(&mut self) -> i64 {
        let (mut value, mut shift) = (0u64, 0u32);
        loop {
            let byte = self.byte();
            value |= u64::from(byte & 63).wrapping_shl(shift);
            shift += 6;
            if byte & 64 == 0 || shift > 60 {
                return value as i64;
            }
        }
    }

    fn signed(&mut self) -> i64 {
        let value = self.varint();
        if value & 1 == 1 { -(value >> 1) } else { value >> 1 }
    }
}
