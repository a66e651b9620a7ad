//! First sets: the characters with which a match can begin. A search skips the others, and a branch skips alternatives
//! that cannot match.

use super::charset::{Item, Set};
use super::program::Op;

/// Maximum depth of branches.
const DEPTH: u32 = 40;
/// Maximum number of instructions to look at.
const STEPS: u32 = 2_000;

struct Search<'a> {
    ops: &'a [Op],
    sets: &'a [Set],
    table: Box<[bool; 256]>,
    others: bool,
    steps: u32,
}

/// The first set from an instruction on; `None` when it has all characters or a match may be empty.
pub fn of(ops: &[Op], sets: &[Set], pc: u32) -> Option<Item> {
    let mut search = Search { ops, sets, table: Box::new([false; 256]), others: false, steps: 0 };
    search.add(pc, 0)?;
    let all = search.others && search.table.iter().all(|b| *b);
    (!all).then_some(Item::First { table: search.table, others: search.others })
}

impl Search<'_> {
    /// Adds the first characters from an instruction on; `None` when they are unknown.
    fn add(&mut self, mut pc: u32, depth: u32) -> Option<()> {
        loop {
            self.steps += 1;
            if depth > DEPTH || self.steps > STEPS {
                return None;
            }
            let op = *self.ops.get(pc as usize)?;
            pc += 1;
            match op {
                Op::Mark(_) | Op::At(_) | Op::Atomic => {}
                Op::Jump(target) => pc = target,
                Op::Literal(code) => {
                    match self.table.get_mut(code as usize) {
                        Some(answer) => *answer = true,
                        None => self.others = true,
                    }
                    return Some(());
                }
                Op::Set(set) => return self.add_set(set),
                Op::Greedy { set, min, .. } | Op::Lazy { set, min, .. } | Op::Possessive { set, min, .. } => {
                    self.add_set(set)?;
                    if min > 0 {
                        return Some(());
                    }
                }
                Op::Branch { other, .. } => {
                    self.add(pc, depth + 1)?;
                    pc = other;
                }
                Op::Loop { until, .. } => match *self.ops.get(until as usize)? {
                    Op::Until { body, min, .. } | Op::LazyUntil { body, min, .. } if min > 0 => pc = body,
                    _ => return None,
                },
                Op::Fail => return Some(()),
                _ => return None,
            }
        }
    }

    fn add_set(&mut self, set: u32) -> Option<()> {
        let set = self.sets.get(set as usize)?;
        for (byte, answer) in (0..=255).zip(self.table.iter_mut()) {
            *answer |= set.contains_byte(byte);
        }
        // Characters from 256 on are not distinguished.
        self.others = true;
        Some(())
    }
}
