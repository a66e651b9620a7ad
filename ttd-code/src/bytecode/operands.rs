//! The registers that an instruction reads and writes: by the table's columns, and the lengths of register windows.

use crate::bytecode::op::{Ins, Op, Operand};

/// A run of registers: the first, and their number.
pub(crate) type Window = (u16, u32);

/// Returns the registers that an instruction reads.
pub(crate) fn reads(ins: Ins) -> Vec<Window> {
    let mut out = Vec::new();
    for (i, (kind, value)) in operands(ins).enumerate() {
        match kind {
            Operand::Reg if reads_operand(ins, i) => out.push((value, 1)),
            Operand::Base => out.push((value, base_reads(ins, i))),
            _ => {}
        }
    }
    out
}

/// Returns the registers that an instruction writes when it jumps, or when it does not.
pub(crate) fn writes(ins: Ins, jumps: bool) -> Vec<Window> {
    let mut out = Vec::new();
    for (i, (kind, value)) in operands(ins).enumerate() {
        match kind {
            // The item is written only where the loop continues.
            Operand::Out if ins.op == Op::ForIter && jumps => {}
            Operand::Out if ins.op == Op::ForNext && !jumps => {}
            Operand::Out => out.push((value, 1)),
            Operand::Base => out.push((value, base_writes(ins, i))),
            Operand::Reg if ins.op == Op::SetSlice && ins.c > 0 => out.push((value, 1)),
            _ => {}
        }
    }
    out
}

fn operands(ins: Ins) -> impl Iterator<Item = (Operand, u16)> {
    ins.op.info().operands.into_iter().zip([ins.a, ins.b, ins.c])
}

/// Whether a `reg` operand is used; in `raise` and `reraise` it depends on another operand.
fn reads_operand(ins: Ins, operand: usize) -> bool {
    match ins.op {
        Op::Raise => operand <= usize::from(ins.a),
        Op::Reraise if operand == 2 => ins.b == 1,
        _ => true,
    }
}

/// Number of registers read from a `base` operand on.
fn base_reads(ins: Ins, operand: usize) -> u32 {
    let (b, c) = (u32::from(ins.b), u32::from(ins.c));
    match (ins.op, operand) {
        (Op::Call, _) => 2 + b,
        (Op::CallKw, _) => 3 + b,
        (Op::CallEx | Op::GetSliceStep, _) => 4,
        (Op::LoadSuperAttr | Op::LoadSuperMethod, 1) => 3,
        (Op::ImportName | Op::WithExceptStart | Op::BuildTemplate, _) => 2,
        (Op::GetSlice | Op::SetSlice | Op::MatchClass, _) => 3,
        (Op::BuildSlice | Op::BuildList | Op::BuildTuple | Op::BuildSet | Op::BuildString, _) => c,
        (Op::BuildMap, _) => 2 * c,
        (Op::BuildInterpolation, _) => 2 + (c & 1),
        (Op::TypeParam, _) => {
            if matches!(c, 3 | 4 | 5 | 8) {
                2
            } else {
                1
            }
        }
        (Op::PushExc, _) => 1,
        _ => 0,
    }
}

/// Number of registers written from a `base` operand on.
fn base_writes(ins: Ins, operand: usize) -> u32 {
    let c = u32::from(ins.c);
    match (ins.op, operand) {
        (Op::LoadGlobalCall | Op::LoadMethod | Op::LoadSuperMethod | Op::LoadSpecial, 0) => 2,
        (Op::CheckEgMatch | Op::PushExc, _) => 2,
        (Op::UnpackSequence | Op::UnpackUp, _) => c,
        (Op::UnpackEx, _) => (c & 255) + 1 + (c >> 8),
        _ => 0,
    }
}
