//! The matcher's instructions outside its inner loop: loops, assertions, groups, anchors.

use super::{Entry, Matcher, NOWHERE, Stop, Text, UNSET};
use crate::regex::charset::{folded, is_uni_word, is_word};
use crate::regex::op::Op;

impl Matcher<'_> {
    /// Executes the instructions that the inner loop leaves out.
    pub(super) fn rare<T: Text>(&mut self, op: Op, pc: u32, at: usize) -> Result<Option<(u32, usize)>, Stop> {
        self.step()?;
        Ok(match op {
            Op::Loop { id, until } => {
                self.save_counter(id);
                // The end of the body counts turns and is reached before the first one.
                self.counters[id as usize] = (u32::MAX, UNSET);
                Some((until, at))
            }
            Op::Until { .. } | Op::LazyUntil { .. } | Op::LazyMore { .. } => self.turn(op, pc, at),
            Op::Assert(back) => self.stepped_back::<T>(at, back).map(|from| {
                self.barrier(NOWHERE, at);
                (pc, from)
            }),
            Op::AssertNot { back, target } => Some(match self.stepped_back::<T>(at, back) {
                Some(from) => {
                    self.barrier(target, at);
                    (pc, from)
                }
                None => (target, at),
            }),
            Op::Atomic => {
                self.barrier(NOWHERE, at);
                Some((pc, at))
            }
            Op::AssertEnd => self.cut().map(|at| (pc, at)),
            Op::AtomicEnd => self.cut().map(|_| (pc, at)),
            Op::AssertNotEnd => {
                self.undo();
                None
            }
            Op::PossessiveLoop { id, min, max, target } => self.possessive_turn((id, min, max, target), pc, at),
            Op::PossessiveEnd { start, .. } => self.cut().map(|_| (start, at)),
            Op::GroupRef { group, fold } => {
                let (from, to) = (self.marks[group as usize * 2], self.marks[group as usize * 2 + 1]);
                if from == UNSET || to == UNSET || from > to {
                    return Ok(None);
                }
                self.same_again::<T>(from, to, at, |c| folded(fold, c)).map(|at| (pc, at))
            }
            Op::UnlessGroup { group, target } => {
                let (from, to) = (self.marks[group as usize * 2], self.marks[group as usize * 2 + 1]);
                let there = from != UNSET && to != UNSET && from <= to;
                Some((if there { pc } else { target }, at))
            }
            _ => None,
        })
    }

    /// The end of a loop's body: another turn, or what follows.
    pub(super) fn turn(&mut self, op: Op, pc: u32, at: usize) -> Option<(u32, usize)> {
        match op {
            Op::Until { id, body, min, max } => {
                self.save_counter(id);
                let (count, last) = &mut self.counters[id as usize];
                *count = count.wrapping_add(1);
                if *count < min {
                    return Some((body, at));
                }
                if (*count < max || max == u32::MAX) && at != *last {
                    *last = at;
                    self.stack.push(Entry::Way { pc, at });
                    return Some((body, at));
                }
                Some((pc, at))
            }
            Op::LazyUntil { id, body, min, .. } => {
                self.save_counter(id);
                let (count, _) = &mut self.counters[id as usize];
                *count = count.wrapping_add(1);
                if *count < min {
                    return Some((body, at));
                }
                self.stack.push(Entry::Way { pc, at });
                Some((pc + 1, at))
            }
            Op::LazyMore { id, body, max } => {
                let (count, last) = self.counters[id as usize];
                if count >= max && max != u32::MAX || at == last {
                    return None;
                }
                self.save_counter(id);
                self.counters[id as usize].1 = at;
                Some((body, at))
            }
            _ => None,
        }
    }

    pub(super) fn possessive_turn(&mut self, of: (u32, u32, u32, u32), pc: u32, at: usize) -> Option<(u32, usize)> {
        let (id, min, max, target) = of;
        self.save_counter(id);
        let (count, last) = &mut self.counters[id as usize];
        *count = count.wrapping_add(1);
        if *count < min {
            self.barrier(NOWHERE, at);
            return Some((pc, at));
        }
        if (*count < max || max == u32::MAX) && at != *last {
            *last = at;
            self.barrier(target, at);
            return Some((pc, at));
        }
        Some((target, at))
    }

    pub(super) fn barrier(&mut self, pc: u32, at: usize) {
        self.barriers.push(self.stack.len());
        self.stack.push(Entry::Barrier { pc, at });
    }

    /// Ends an atomic group or assertion that has matched: drops its alternatives and returns the barrier's position.
    pub(super) fn cut(&mut self) -> Option<usize> {
        let base = self.barriers.pop()?;
        let Some(Entry::Barrier { at, .. }) = self.stack.get(base).copied() else { return None };
        let mut kept = base;
        for i in base + 1..self.stack.len() {
            if matches!(self.stack[i], Entry::Mark { .. } | Entry::Counter { .. }) {
                self.stack[kept] = self.stack[i];
                kept += 1;
            }
        }
        self.stack.truncate(kept);
        Some(at)
    }

    /// Undoes everything back to the barrier of a negative assertion that has matched, and drops it.
    pub(super) fn undo(&mut self) {
        let Some(base) = self.barriers.pop() else { return };
        while self.stack.len() > base {
            match self.stack.pop() {
                Some(Entry::Mark { mark, old, last }) => {
                    self.marks[mark as usize] = old;
                    self.last = last;
                }
                Some(Entry::Counter { id, count, last }) => self.counters[id as usize] = (count, last),
                _ => {}
            }
        }
    }

    /// The position `count` characters back, if there is one.
    pub(super) fn stepped_back<T: Text>(&self, at: usize, count: u32) -> Option<usize> {
        if T::SINGLE {
            return at.checked_sub(count as usize);
        }
        let mut at = at;
        for _ in 0..count {
            if at == 0 {
                return None;
            }
            at -= T::before(self.text, at).1;
        }
        Some(at)
    }

    pub(super) fn same_again<T: Text>(
        &self,
        from: usize,
        to: usize,
        at: usize,
        fold: impl Fn(u32) -> u32,
    ) -> Option<usize> {
        let (mut group, mut at) = (from, at);
        while group < to {
            if at >= self.end {
                return None;
            }
            let (a, width_a) = T::at(self.text, group);
            let (b, width_b) = T::at(self.text, at);
            if a != b && fold(a) != fold(b) {
                return None;
            }
            group += width_a;
            at += width_b;
        }
        Some(at)
    }

    /// Whether an anchor or boundary holds at a position.
    pub(super) fn holds<T: Text>(&self, code: u32, at: usize) -> bool {
        let linefeed = |at: usize| at < self.end && self.text[at] == b'\n';
        match code {
            0 | 2 => at == 0,
            1 => at == 0 || self.text[at - 1] == b'\n',
            3 => self.boundary::<T>(at, is_word),
            // In empty text neither holds.
            4 | 9 | 11 if self.end == 0 => false,
            4 => !self.boundary::<T>(at, is_word),
            5 => at == self.end || at + 1 == self.end && linefeed(at),
            6 => at == self.end || linefeed(at),
            7 => at == self.end,
            8 => self.boundary::<T>(at, is_word),
            9 => !self.boundary::<T>(at, is_word),
            10 => self.boundary::<T>(at, is_uni_word),
            _ => !self.boundary::<T>(at, is_uni_word),
        }
    }

    pub(super) fn boundary<T: Text>(&self, at: usize, word: fn(u32) -> bool) -> bool {
        if self.end == 0 {
            return false;
        }
        let before = at > 0 && word(T::before(self.text, at).0);
        let behind = at < self.end && word(T::at(self.text, at).0);
        before != behind
    }
}
