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
    let written: Vec<u64> = code.ins.iter().map(|ins| written_by(*ins)).collect();
    let entries = code.handlers.iter().map(|h| h.target as usize);
    entries.chain([0]).for_each(|at| before[at] = u64::MAX);
    while pass(code, &written, &mut before) {}
    before
}

/// Goes through the instructions once; true when something was learned.
fn pass(code: &Code, own: &[u64], before: &mut [u64]) -> bool {
    let mut changed = false;
    for (at, ins) in code.ins.iter().enumerate() {
        let kept = if ins.events > 0 { 0 } else { before[at] };
        let written = kept | own[at];
        let next = goes_on(ins.op).then_some(at + 1);
        for to in [jump_target(at, *ins), next].into_iter().flatten() {
            changed |= before[to] | written != before[to];
            before[to] |= written;
        }
    }
    changed
}

/// The registers that an instruction writes, whether it jumps or not, and the variables that it changes besides.
fn written_by(ins: Ins) -> u64 {
    let windows = [true, false]
        .into_iter()
        .flat_map(|jumps| writes(ins, jumps));
    let changed = match ins.op {
        Op::DeleteLocal | Op::MakeCell => window(ins.a, 1),
        Op::CopyFreeVars => u64::MAX,
        _ => 0,
    };
    windows.fold(changed, |bits, (start, n)| bits | window(start, n))
}

fn window(start: u16, n: u32) -> u64 {
    (u32::from(start)..u32::from(start) + n)
        .filter(|register| *register < 64)
        .fold(0, |bits, register| bits | 1 << register)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::code::Const;
    use crate::compile::{Mode, Options};

    /// What can have been written of the first variables at every instruction with events.
    fn at_events(source: &str) -> Vec<u64> {
        let options = Options {
            counted: true,
            ..Options::default()
        };
        let Ok(module) = crate::compile(source, "f", Mode::Exec, options) else {
            panic!("no program: {source}");
        };
        let inner = module.consts.iter().find_map(|c| match c {
            Const::Code(code) => Some(code),
            _ => None,
        });
        let Some(code) = inner else {
            panic!("no function: {source}");
        };
        let variables = window(0, code.locals.len() as u32);
        let written = since_event(code);
        let counted = (0..code.ins.len()).filter(|at| code.ins[*at].events > 0);
        counted.map(|at| written[at] & variables).collect()
    }

    #[test]
    fn a_line_writes_what_stands_in_it() {
        let source = "def f(a, b):\n    c = a\n    a = b\n    del c\n    return a\n";
        assert_eq!(at_events(source), [0b111, 0b100, 0b001, 0b100]);
    }

    #[test]
    fn all_ways_to_an_instruction_count() {
        let source = "def f(a, b):\n    if a: b = 1\n    return b\n";
        assert_eq!(at_events(source).last(), Some(&0b10));
        let source = "def f(a):\n    try:\n        a = 1\n    except E:\n        return a\n";
        assert!(at_events(source).contains(&0b1));
    }
}
