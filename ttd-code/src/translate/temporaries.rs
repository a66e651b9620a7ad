//! Slices that exist only to be assigned to a slice, as in `a[:n] = a[n::-1]`: a flag on the assignment says that
//! nothing else refers to the list, so that it can be freed at once.

use crate::analysis::liveness::Liveness;
use crate::bytecode::code::Code;
use crate::bytecode::disassemble::jump_targets;
use crate::bytecode::op::{Ins, Op};
use crate::bytecode::operands::{reads, writes};

/// Sets the flag of every `SetSlice` whose value was created by a slicing just before, was not copied, and is dead
/// afterwards.
pub(super) fn mark(code: &mut Code) {
    let assigns = |i: &(usize, &Ins)| i.1.op == Op::SetSlice;
    let candidates = code.ins.iter().enumerate().filter(assigns);
    let candidates: Vec<usize> = candidates.map(|(at, _)| at).collect();
    if candidates.is_empty() {
        return;
    }
    let (targets, live) = (jump_targets(code), Liveness::new(code));
    for at in candidates {
        let value = code.ins[at].b;
        let dead = !live.is_live_after(at, usize::from(value));
        if dead && is_slice(code, &targets, at, value) {
            code.ins[at].c = 1;
        }
    }
}

/// Whether a slicing wrote the register on the only path to this instruction, and nothing has read it since.
fn is_slice(code: &Code, targets: &[bool], at: usize, register: u16) -> bool {
    let holds = |(first, n): (u16, u32)| (first..).take(n as usize).any(|r| r == register);
    for before in (0..at).rev() {
        let (ins, next) = (code.ins[before], code.ins[before + 1]);
        if targets[before + 1] || next.events > 0 {
            return false;
        }
        if writes(ins, false).into_iter().any(holds) {
            return matches!(ins.op, Op::GetSlice | Op::GetSliceStep);
        }
        if reads(ins).into_iter().any(holds) {
            return false;
        }
    }
    false
}
