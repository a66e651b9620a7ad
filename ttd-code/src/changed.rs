//! Which registers can have been written since the last event of their frame: what a log of a run has to look at.

use crate::code::Code;
use crate::dis::jump_target;
use crate::op::{Ins, Op};
use crate::operands::{Window, writes};
use crate::verify::goes_on;

/// The registers that can have been written since the frame's last event, one bit for each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Changed {
    /// Before the instruction runs.
    pub before: u64,
    /// While it runs.
    pub during: u64,
}

/// For each instruction; nothing for code with more than 64 registers. The events of an instruction come before it runs.
pub fn changed(code: &Code) -> Option<Vec<Changed>> {
    if code.nregs > 64 {
        return None;
    }
    let mut found = vec![Changed::default(); code.ins.len()];
    while pass(code, &mut found) {}
    Some(found)
}

/// Goes through the instructions once, forwards; true when something was learned.
fn pass(code: &Code, found: &mut [Changed]) -> bool {
    let mut learned = false;
    for at in 0..code.ins.len() {
        let ins = code.ins[at];
        let in_place = written(in_place(ins));
        let jumping = in_place | written(writes(ins, true));
        let going_on = in_place | written(writes(ins, false));
        let since = if ins.events > 0 { 0 } else { found[at].before };
        found[at].during = since | jumping | going_on;
        let mut reach = |to: usize, with: u64| {
            let more = found[to].before | with;
            learned |= more != found[to].before;
            found[to].before = more;
        };
        if let Some(to) = jump_target(at, ins) {
            reach(to, since | jumping);
        }
        if goes_on(ins.op) {
            reach(at + 1, since | going_on);
        }
        if let Some(h) = code.handler_of(at as u32) {
            // What raises may do so before the instruction's events as well.
            let handler = written([(h.reg, 1 + u32::from(h.lasti))]);
            let all = found[at].before | found[at].during | handler;
            let to = h.target as usize;
            learned |= found[to].before | all != found[to].before;
            found[to].before |= all;
        }
    }
    learned
}

/// What an instruction changes that the table calls reading.
fn in_place(ins: Ins) -> Vec<Window> {
    match ins.op {
        Op::DeleteLocal | Op::MakeCell | Op::Send => vec![(ins.a, 1)],
        // The last of the variables, whose number is not known here.
        Op::CopyFreeVars => vec![(0, 64)],
        _ => Vec::new(),
    }
}

fn written(windows: impl IntoIterator<Item = Window>) -> u64 {
    let one = |register: u32| 1_u64.checked_shl(register).unwrap_or(0);
    let bits = |(start, n): Window| (0..n).fold(0, |bits, i| bits | one(u32::from(start) + i));
    windows
        .into_iter()
        .fold(0, |all, window| all | bits(window))
}
