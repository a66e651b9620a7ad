//! Which registers a waiting frame may still read: the others hold what the program can no longer name.
//!
//! The textbook backward data flow over the code's jumps and handlers, to a fixed point. Locals count as read wherever
//! the frame goes on, because `locals()`, a closure's cell or a debugger may ask for them.

use crate::code::Code;
use crate::dis::jump_target;
use crate::operands::{reads, writes};
use crate::verify::goes_on;

/// A set of registers.
type Set = Vec<u64>;

fn add(set: &mut Set, first: u16, n: u32) {
    for register in usize::from(first)..usize::from(first) + n as usize {
        set[register / 64] |= 1 << (register % 64);
    }
}

fn remove(set: &mut Set, first: u16, n: u32) {
    for register in usize::from(first)..usize::from(first) + n as usize {
        set[register / 64] &= !(1 << (register % 64));
    }
}

fn join(set: &mut Set, other: &Set) {
    set.iter_mut().zip(other).for_each(|(a, b)| *a |= b);
}

/// The temporary registers that may be read by the instruction at `at` or after it. Locals are not among them.
pub fn live_temporaries(code: &Code, at: usize) -> Vec<u16> {
    let words = (code.nregs as usize).div_ceil(64);
    let mut live: Vec<Set> = vec![vec![0; words]; code.ins.len() + 1];
    let mut changed = true;
    while changed {
        changed = false;
        for i in (0..code.ins.len()).rev() {
            let set = before(code, i, &live);
            if set != live[i] {
                live[i] = set;
                changed = true;
            }
        }
    }
    let locals = code.locals.len() as u16;
    let in_set = |r: &u16| live[at][usize::from(*r) / 64] & 1 << (r % 64) != 0;
    (locals..code.nregs as u16).filter(in_set).collect()
}

/// What is live before an instruction, given what is live before all others.
fn before(code: &Code, i: usize, live: &[Set]) -> Set {
    let ins = code.ins[i];
    let mut set = vec![0; live[i].len()];
    for (jumps, target) in [
        (false, goes_on(ins.op).then_some(i + 1)),
        (true, jump_target(i, ins)),
    ] {
        let Some(target) = target else { continue };
        let mut after = live[target].clone();
        for (first, n) in writes(ins, jumps) {
            remove(&mut after, first, n);
        }
        join(&mut set, &after);
    }
    if let Some(handler) = code.handler_of(i as u32) {
        let mut after = live[handler.target as usize].clone();
        remove(&mut after, handler.reg, 1 + u32::from(handler.lasti));
        join(&mut set, &after);
    }
    for (first, n) in reads(ins) {
        add(&mut set, first, n);
    }
    set
}
