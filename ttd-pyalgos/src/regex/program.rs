//! Translates the words of `re._compiler` into instructions for the matcher.
//!
//! Invariants: words from `_sre.compile` are untrusted. They are checked on the way, so that the result is a program
//! that is safe to run, or none. Jump targets are positions of words at first and become instruction indexes in the
//! end.

use std::collections::HashMap;

use super::charset::{Fold, Item, Set, class_length};
use super::first;
pub use super::op::{NO_SET, Op};

/// The words' value for "no upper limit".
pub const MAXREPEAT: u32 = u32::MAX;

/// Where a match can begin.
#[derive(Debug)]
pub enum Start {
    /// Anywhere.
    Anywhere,
    /// At the beginning of the text.
    Beginning,
    /// Where this text occurs.
    Prefix(Vec<u32>),
    /// At a character of this set.
    Set(u32),
}

/// A compiled pattern.
#[derive(Debug)]
pub struct Program {
    /// The instructions.
    pub ops: Vec<Op>,
    /// The sets, by their numbers in instructions.
    pub sets: Vec<Set>,
    /// Number of loops.
    pub loops: usize,
    /// Number of groups.
    pub groups: usize,
    /// Where a match can begin.
    pub start: Start,
    /// Minimum length of a match, in characters.
    pub shortest: usize,
    /// The words that were compiled.
    pub words: Vec<u32>,
}

/// What a position of the words means beyond its own word.
#[derive(Clone, Copy)]
enum Mark {
    /// The offset to the next alternative of a branch.
    Alternative,
    End(Op),
    Until {
        id: u32,
        body: usize,
        min: u32,
        max: u32,
    },
}

struct Compiler<'a> {
    words: &'a [u32],
    groups: usize,
    ops: Vec<Op>,
    sets: Vec<Set>,
    loops: u32,
    marks: HashMap<usize, Mark>,
    /// Instruction indexes by positions of words.
    places: HashMap<usize, u32>,
    start: Start,
    shortest: usize,
}

/// Compiles words; `None` when `re._compiler` would not have produced them.
pub fn compile(words: &[u32], groups: usize) -> Option<Program> {
    let mut c = Compiler {
        words,
        groups,
        ops: Vec::new(),
        sets: Vec::new(),
        loops: 0,
        marks: HashMap::new(),
        places: HashMap::new(),
        start: Start::Anywhere,
        shortest: 0,
    };
    let mut at = 0;
    while at < words.len() {
        at = c.step(at)?;
    }
    if at != words.len() || c.ops.last() != Some(&Op::Success) {
        return None;
    }
    c.resolve()?;
    c.find_starts();
    let Compiler { ops, sets, loops, start, shortest, .. } = c;
    Some(Program { ops, sets, loops: loops as usize, groups, start, shortest, words: words.to_vec() })
}

impl Compiler<'_> {
    fn word(&self, at: usize) -> Option<u32> {
        self.words.get(at).copied()
    }

    /// The position that an offset leads to, always forward.
    fn target(&self, at: usize) -> Option<usize> {
        let target = at.checked_add(self.word(at)? as usize)?;
        (target > at && target < self.words.len()).then_some(target)
    }

    fn set(&mut self, item: Item) -> Option<u32> {
        self.sets.push(Set::new(item));
        u32::try_from(self.sets.len() - 1).ok()
    }

    fn new_loop(&mut self) -> u32 {
        self.loops += 1;
        self.loops - 1
    }

    /// Compiles the word at a position. Returns the next position.
    fn step(&mut self, at: usize) -> Option<usize> {
        self.places.insert(at, self.ops.len() as u32);
        match self.marks.remove(&at) {
            Some(Mark::Alternative) => return self.alternative(at),
            Some(Mark::End(op)) => {
                self.ops.push(op);
                return (self.word(at)? == 1).then_some(at + 1);
            }
            Some(Mark::Until { id, body, min, max }) => return self.until(at, id, body, min, max),
            None => {}
        }
        if let Some((item, next)) = self.item(at)? {
            let op = match item {
                Item::Literal { code, fold: Fold::None, negated: false } => Op::Literal(code),
                item => Op::Set(self.set(item)?),
            };
            self.ops.push(op);
            return Some(next);
        }
        let argument = self.word(at + 1);
        match self.word(at)? {
            0 => self.ops.push(Op::Fail),
            1 => self.ops.push(Op::Success),
            4 | 5 | 27 => return self.assertion(at),
            6 => {
                let code = argument.filter(|c| *c < 12)?;
                self.ops.push(Op::At(code));
                return Some(at + 2);
            }
            7 => return self.alternative(at + 1),
            11 | 30 | 34 | 38 => {
                let fold = match self.word(at)? {
                    11 => Fold::None,
                    30 => Fold::Ascii,
                    34 => Fold::Locale,
                    _ => Fold::Unicode,
                };
                let group = argument.filter(|g| (*g as usize) < self.groups)?;
                self.ops.push(Op::GroupRef { group, fold });
                return Some(at + 2);
            }
            12 => {
                let group = argument.filter(|g| (*g as usize) < self.groups)?;
                let target = (at + 1).checked_add(self.word(at + 2)? as usize)?;
                self.ops.push(Op::UnlessGroup { group, target: u32::try_from(target).ok()? });
                return (target > at + 2).then_some(at + 3);
            }
            14 => return self.info(at),
            15 => {
                let target = self.target(at + 1)?;
                self.ops.push(Op::Jump(target as u32));
                return Some(at + 2);
            }
            17 => {
                let mark = argument.filter(|m| (*m as usize) < 2 * self.groups)?;
                self.ops.push(Op::Mark(mark));
                return Some(at + 2);
            }
            23..=24 | 26 | 28..=29 => return self.repeat(at),
            _ => return None,
        }
        Some(at + 1)
    }

    /// Compiles the alternative whose offset to the next one is at this position; offset 0 ends the branch.
    fn alternative(&mut self, at: usize) -> Option<usize> {
        if self.word(at)? == 0 {
            self.ops.push(Op::Fail);
            return Some(at + 1);
        }
        let other = self.target(at)?;
        if self.marks.insert(other, Mark::Alternative).is_some() {
            return None;
        }
        // The last alternative needs no `Branch`.
        if self.word(other)? != 0 {
            self.ops.push(Op::Branch { other: other as u32, first: NO_SET });
        }
        Some(at + 1)
    }

    fn info(&mut self, at: usize) -> Option<usize> {
        let next = self.target(at + 1)?;
        if at != 0 {
            return Some(next);
        }
        let info = self.words.get(2..next)?;
        self.shortest = *info.get(1)? as usize;
        let flags = *info.first()?;
        if flags & 1 != 0 {
            let length = *info.get(3)? as usize;
            let prefix = info.get(5..5usize.checked_add(length)?)?;
            if prefix.is_empty() {
                return None;
            }
            self.start = Start::Prefix(prefix.to_vec());
        } else if flags & 4 != 0 {
            let words = info.get(3..)?;
            let words = words[..class_length(words)?].into();
            self.start = Start::Set(self.set(Item::Class { words, fold: Fold::None })?);
        }
        Some(next)
    }

    /// Parses an item that matches one character. Returns it and the next position, or `Some(None)` for another kind of
    /// word.
    fn item(&self, at: usize) -> Option<Option<(Item, usize)>> {
        let op = self.word(at)?;
        let item = match op {
            2 => (Item::NotLinefeed, at + 1),
            3 => (Item::Any, at + 1),
            8 => {
                let code = self.word(at + 1).filter(|c| *c < 18)?;
                (Item::Category(code), at + 2)
            }
            13 | 31 | 35 | 39 => {
                let fold = fold_of(op, 13, 31, 35);
                let end = self.target(at + 1)?;
                let words = self.words.get(at + 2..end)?;
                if class_length(words)? != words.len() {
                    return None;
                }
                (Item::Class { words: words.into(), fold }, end)
            }
            16 | 32 | 36 | 40 => {
                let code = self.word(at + 1)?;
                (Item::Literal { code, fold: fold_of(op, 16, 32, 36), negated: false }, at + 2)
            }
            20 | 33 | 37 | 41 => {
                let code = self.word(at + 1)?;
                (Item::Literal { code, fold: fold_of(op, 20, 33, 37), negated: true }, at + 2)
            }
            _ => return Some(None),
        };
        Some(Some(item))
    }

    fn assertion(&mut self, at: usize) -> Option<usize> {
        let target = self.target(at + 1)?;
        let (op, end, body) = match self.word(at)? {
            4 => (Op::Assert(self.word(at + 2)?), Op::AssertEnd, at + 3),
            5 => (Op::AssertNot { back: self.word(at + 2)?, target: target as u32 }, Op::AssertNotEnd, at + 3),
            _ => (Op::Atomic, Op::AtomicEnd, at + 2),
        };
        self.marks.insert(target - 1, Mark::End(end));
        self.ops.push(op);
        (target > body).then_some(body)
    }

    fn repeat(&mut self, at: usize) -> Option<usize> {
        let target = self.target(at + 1)?;
        let (min, max) = (self.word(at + 2)?, self.word(at + 3)?);
        if min > max {
            return None;
        }
        let op = self.word(at)?;
        match op {
            24 | 26 | 29 => {
                let (item, next) = self.item(at + 4)??;
                if self.word(next)? != 1 || next + 1 != target {
                    return None;
                }
                let set = self.set(item)?;
                self.ops.push(match op {
                    24 => Op::Greedy { set, min, max },
                    26 => Op::Lazy { set, min, max },
                    _ => Op::Possessive { set, min, max },
                });
                return Some(target);
            }
            28 => {
                let id = self.new_loop();
                self.ops.push(Op::Loop { id, until: (self.ops.len() as u32 + 1) | HERE });
                let start = self.ops.len() as u32;
                self.ops.push(Op::PossessiveLoop { id, min, max, target: target as u32 + 1 });
                self.marks.insert(target, Mark::End(Op::PossessiveEnd { id, start }));
            }
            _ => {
                let id = self.new_loop();
                self.ops.push(Op::Loop { id, until: target as u32 });
                self.marks.insert(target, Mark::Until { id, body: at + 4, min, max });
            }
        }
        (target > at + 3).then_some(at + 4)
    }

    fn until(&mut self, at: usize, id: u32, body: usize, min: u32, max: u32) -> Option<usize> {
        let body = *self.places.get(&body)?;
        match self.word(at)? {
            18 => self.ops.push(Op::Until { id, body, min, max }),
            19 => {
                self.ops.push(Op::LazyUntil { id, body, min, max });
                self.ops.push(Op::LazyMore { id, body, max });
            }
            _ => return None,
        }
        Some(at + 1)
    }

    /// Replaces positions of words by instruction indexes.
    fn resolve(&mut self) -> Option<()> {
        if !self.marks.is_empty() {
            return None;
        }
        let places = &self.places;
        for op in &mut self.ops {
            let target = match op {
                Op::Jump(target)
                | Op::Branch { other: target, .. }
                | Op::UnlessGroup { target, .. }
                | Op::Loop { until: target, .. }
                | Op::AssertNot { target, .. }
                | Op::PossessiveLoop { target, .. } => target,
                _ => continue,
            };
            *target = if *target & HERE != 0 { *target & !HERE } else { *places.get(&(*target as usize))? };
        }
        Some(())
    }

    /// Computes where a match, and each alternative of a branch, can begin.
    fn find_starts(&mut self) {
        for pc in 0..self.ops.len() {
            if let Op::Branch { other, .. } = self.ops[pc]
                && let Some(set) = first::of(&self.ops, &self.sets, pc as u32 + 1)
                && let Some(set) = self.set(set)
            {
                self.ops[pc] = Op::Branch { other, first: set };
            }
        }
        if !matches!(self.start, Start::Anywhere) {
            return;
        }
        let mut first = self.ops.iter().filter(|op| !matches!(op, Op::Mark(_)));
        self.start = match first.next() {
            Some(Op::At(0 | 2)) => Start::Beginning,
            Some(Op::Literal(code)) => Start::Prefix(vec![*code]),
            _ => match first::of(&self.ops, &self.sets, 0).and_then(|set| self.set(set)) {
                Some(set) => Start::Set(set),
                None => Start::Anywhere,
            },
        };
    }
}

/// Marks a target that is an instruction index already.
const HERE: u32 = 1 << 31;

fn fold_of(op: u32, none: u32, ascii: u32, locale: u32) -> Fold {
    match op {
        op if op == none => Fold::None,
        op if op == ascii => Fold::Ascii,
        op if op == locale => Fold::Locale,
        _ => Fold::Unicode,
    }
}
