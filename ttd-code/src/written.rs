//! Which registers can have been written since the last event of a frame: what a log of the events has to look at.

use crate::code::Code;
use crate::dis::jump_target;
use crate::op::{Ins, Op};
use crate::operands::writes;
use crate::verify::goes_on;

/// For every instruction of a code object with at most 64 registers, those that can have been written since an
/// instruction with events was reached: one bit for each. Where the frame is entered, or a handler is, they are all.
pub fn since_event(code: &Code) -> Vec<u64> {
    let mut before = vec![0; code.ins.len()];
    let entries = code.handlers.iter().map(|h| h.target as usize);
    entries.chain([0]).for_each(|at| before[at] = u64::MAX);
    while pass(code, &mut before) {}
    before
}

/// Goes through the instructions once; true when something was learned.
fn pass(code: &Code, before: &mut [u64]) -> bool {
    let mut changed = false;
    for (at, ins) in code.ins.iter().enumerate() {
        let kept = if ins.events > 0 { 0 } else { before[at] };
        let written = [true, false]
            .into_iter()
            .flat_map(|jumps| writes(*ins, jumps))
            .fold(kept | variables(*ins), |bits, (start, n)| {
                bits | window(start, n)
            });
        let next = goes_on(ins.op).then_some(at + 1);
        for to in [jump_target(at, *ins), next].into_iter().flatten() {
            changed |= before[to] | written != before[to];
            before[to] |= written;
        }
    }
    changed
}

/// The variables that an instruction changes besides what it writes.
fn variables(ins: Ins) -> u64 {
    match ins.op {
        Op::DeleteLocal | Op::MakeCell => window(ins.a, 1),
        Op::CopyFreeVars => u64::MAX,
        _ => 0,
    }
}

fn window(start: u16, n: u32) -> u64 {
    (u32::from(start)..u32::from(start) + n)
        .filter(|register| *register < 64)
        .fold(0, |bits, register| bits | 1 << register)
}
