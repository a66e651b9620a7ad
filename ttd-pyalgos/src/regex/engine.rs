//! The matcher: backtracking over the instructions of a `Program`, on an explicit stack.
//!
//! Positions are byte offsets; in text they lie on character boundaries. Alternatives and undo records (marks, loop
//! counters) share one stack, so that backtracking is popping. The matcher polls an interrupt flag, because patterns
//! can take exponential time.
//!
//! Invariants: when a match fails, every mark and counter is as before. Cost: one pass of the loop per instruction, one
//! stack entry per open alternative. Limits: `MAX_STACK` entries.

use std::sync::atomic::{AtomicBool, Ordering};

use super::charset::{folded, is_uni_word, is_word};
use super::program::{NO_SET, Op, Program, Start};
use crate::text::wtf8::decode;

/// The position of an unset mark.
pub const UNSET: usize = usize::MAX;

/// Steps between two polls of the interrupt flag.
const STEPS: u32 = 20_000;
/// Maximum number of stack entries: about a gigabyte.
const MAX_STACK: usize = 40_000_000;

/// Why matching stopped without a result.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stop {
    /// The interrupt flag was set.
    Interrupted,
    /// The stack is full.
    Memory,
}

/// An encoding of the subject.
pub trait Text {
    /// The character at a position and its width. The position is not the end.
    fn at(bytes: &[u8], at: usize) -> (u32, usize);
    /// The character before a position and its width. The position is not the beginning.
    fn before(bytes: &[u8], at: usize) -> (u32, usize);
    /// Whether every character is one byte wide.
    const SINGLE: bool;
}

/// Bytes, or text that is ASCII.
pub struct Bytes;

/// Text in WTF-8.
pub struct Wide;

impl Text for Bytes {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> (u32, usize) {
        (u32::from(bytes[at]), 1)
    }

    #[inline(always)]
    fn before(bytes: &[u8], at: usize) -> (u32, usize) {
        (u32::from(bytes[at - 1]), 1)
    }

    const SINGLE: bool = true;
}

impl Text for Wide {
    #[inline(always)]
    fn at(bytes: &[u8], at: usize) -> (u32, usize) {
        let byte = bytes[at];
        if byte < 0x80 {
            return (u32::from(byte), 1);
        }
        let (c, width) = decode(bytes, at);
        (c.to_u32(), width)
    }

    #[inline(always)]
    fn before(bytes: &[u8], at: usize) -> (u32, usize) {
        let mut start = at - 1;
        while bytes[start] & 0xC0 == 0x80 {
            start -= 1;
        }
        Self::at(bytes, start)
    }

    const SINGLE: bool = false;
}

/// A stack entry: an alternative, or an undo record.
#[derive(Clone, Copy)]
enum Entry {
    /// Continue at `pc`.
    Way { pc: u32, at: usize },
    /// A greedy repetition that can give back characters.
    Greedy { pc: u32, min: usize, at: usize },
    /// A lazy repetition that can take more characters.
    Lazy { pc: u32, at: usize, count: u32 },
    /// Restores a mark.
    Mark { mark: u32, old: usize, last: u32 },
    /// Restores a loop's counter and last position.
    Counter { id: u32, count: u32, last: usize },
    /// The bottom of an atomic group or assertion. Reached by backtracking, it continues at `pc`, or fails.
    Barrier { pc: u32, at: usize },
}

/// No instruction.
const NOWHERE: u32 = u32::MAX;

/// A matcher on one subject, for any number of matches.
pub struct Matcher<'a> {
    program: &'a Program,
    text: &'a [u8],
    /// The end of the subject, as the pattern sees it.
    end: usize,
    /// Whether a match must reach the end.
    whole: bool,
    /// Where an empty match is not allowed.
    not_empty_at: usize,
    /// Start and end of each group.
    pub marks: Vec<usize>,
    /// The last closed group, or 0.
    pub last: u32,
    stack: Vec<Entry>,
    barriers: Vec<usize>,
    counters: Vec<(u32, usize)>,
    /// Whether marks of the last match are still set.
    dirty: bool,
    flag: &'a AtomicBool,
    steps: u32,
}

impl<'a> Matcher<'a> {
    /// A matcher on a subject up to `end`. Beyond the end only empty matches are found.
    pub fn new(program: &'a Program, text: &'a [u8], end: usize, flag: &'a AtomicBool) -> Matcher<'a> {
        Matcher {
            program,
            text,
            end,
            whole: false,
            not_empty_at: UNSET,
            marks: vec![UNSET; program.groups * 2],
            last: 0,
            stack: Vec::new(),
            barriers: Vec::new(),
            counters: vec![(0, UNSET); program.loops],
            dirty: false,
            flag,
            steps: STEPS,
        }
    }

    /// Matches at a position. Returns the end of the match.
    pub fn match_at<T: Text>(&mut self, at: usize, whole: bool, advance: bool) -> Result<Option<usize>, Stop> {
        self.whole = whole;
        self.not_empty_at = if advance { at } else { UNSET };
        self.run::<T>(at)
    }

    /// Finds the first match from a position on. With `advance`, an empty match there does not count.
    pub fn search<T: Text>(&mut self, from: usize, advance: bool) -> Result<Option<(usize, usize)>, Stop> {
        self.whole = false;
        self.not_empty_at = if advance { from } else { UNSET };
        let mut at = from;
        while let Some(start) = self.next_start::<T>(at) {
            if let Some(end) = self.run::<T>(start)? {
                return Ok(Some((start, end)));
            }
            if start >= self.end {
                break;
            }
            at = start + T::at(self.text, start).1;
            self.step()?;
        }
        Ok(None)
    }

    /// The next position where a match can begin.
    fn next_start<T: Text>(&self, from: usize) -> Option<usize> {
        // Every character takes at least one byte.
        if self.end.saturating_sub(from) < self.program.shortest || from > self.end {
            return None;
        }
        match &self.program.start {
            Start::Anywhere => Some(from),
            Start::Beginning => (from == 0).then_some(0),
            Start::Prefix(prefix) => {
                let first = prefix[0];
                let byte = if T::SINGLE || first < 0x80 { u8::try_from(first).ok()? } else { lead_byte(first) };
                let mut at = from;
                loop {
                    at += memchr::memchr(byte, &self.text[at..self.end])?;
                    if self.starts_with::<T>(at, prefix) {
                        return Some(at);
                    }
                    at += 1;
                }
            }
            Start::Set(set) => {
                let set = &self.program.sets[*set as usize];
                let mut at = from;
                while at < self.end {
                    let (c, width) = T::at(self.text, at);
                    if set.contains(c) {
                        return Some(at);
                    }
                    at += width;
                }
                None
            }
        }
    }

    fn starts_with<T: Text>(&self, mut at: usize, prefix: &[u32]) -> bool {
        for wanted in prefix {
            if at >= self.end {
                return false;
            }
            let (c, width) = T::at(self.text, at);
            if c != *wanted {
                return false;
            }
            at += width;
        }
        true
    }

    #[inline(always)]
    fn step(&mut self) -> Result<(), Stop> {
        self.steps -= 1;
        if self.steps == 0 { self.look_up() } else { Ok(()) }
    }

    #[cold]
    fn look_up(&mut self) -> Result<(), Stop> {
        self.steps = STEPS;
        if self.flag.load(Ordering::Relaxed) {
            return Err(Stop::Interrupted);
        }
        if self.stack.len() > MAX_STACK {
            return Err(Stop::Memory);
        }
        Ok(())
    }

    /// Matches at a position. The marks are those of the match, or all unset.
    fn run<T: Text>(&mut self, start: usize) -> Result<Option<usize>, Stop> {
        if self.dirty {
            self.marks.fill(UNSET);
            self.last = 0;
        }
        self.dirty = true;
        self.stack.clear();
        self.barriers.clear();
        let (mut pc, mut at) = (0u32, start);
        loop {
            match self.advance::<T>(pc, at, start)? {
                Some(end) => return Ok(Some(end)),
                None => {
                    self.step()?;
                    match self.back::<T>() {
                        Some(way) => (pc, at) = way,
                        None => {
                            // Backtracking restored every mark.
                            self.dirty = false;
                            return Ok(None);
                        }
                    }
                }
            }
        }
    }

    /// Executes from an instruction on until the pattern matches (the result is the end) or fails (`None`).
    #[inline(always)]
    fn advance<T: Text>(&mut self, mut pc: u32, mut at: usize, start: usize) -> Result<Option<usize>, Stop> {
        let program = self.program;
        loop {
            let op = program.ops[pc as usize];
            pc += 1;
            match op {
                Op::Literal(code) => {
                    if at >= self.end {
                        return Ok(None);
                    }
                    let (c, width) = T::at(self.text, at);
                    if c != code {
                        return Ok(None);
                    }
                    at += width;
                }
                Op::Set(set) => {
                    if at >= self.end {
                        return Ok(None);
                    }
                    let (c, width) = T::at(self.text, at);
                    if !program.sets[set as usize].contains(c) {
                        return Ok(None);
                    }
                    at += width;
                }
                Op::Mark(mark) => self.mark(mark, at),
                Op::Jump(target) => pc = target,
                Op::Branch { other, first } => {
                    if first != NO_SET {
                        let fits = at < self.end && program.sets[first as usize].contains(T::at(self.text, at).0);
                        if !fits {
                            pc = other;
                            continue;
                        }
                    }
                    self.stack.push(Entry::Way { pc: other, at });
                }
                Op::Greedy { set, min, max } => match self.greedy::<T>(pc, at, set, min, max) {
                    Some(end) => at = end,
                    None => return Ok(None),
                },
                Op::Lazy { set, min, max } => match self.take::<T>(at, set, min) {
                    Some(end) if max > min => {
                        self.stack.push(Entry::Lazy { pc: pc - 1, at: end, count: max - min });
                        at = end;
                    }
                    Some(end) => at = end,
                    None => return Ok(None),
                },
                Op::Possessive { set, min, max } => match self.take::<T>(at, set, min) {
                    Some(end) => at = self.run_of::<T>(end, set, max - min),
                    None => return Ok(None),
                },
                Op::At(code) => {
                    if !self.holds::<T>(code, at) {
                        return Ok(None);
                    }
                }
                Op::Success => {
                    let wrong = self.whole && at != self.end || at == start && at == self.not_empty_at;
                    return Ok((!wrong).then_some(at));
                }
                Op::Fail => return Ok(None),
                _ => match self.rare::<T>(op, pc, at)? {
                    Some(way) => (pc, at) = way,
                    None => return Ok(None),
                },
            }
        }
    }

    #[inline(always)]
    fn mark(&mut self, mark: u32, at: usize) {
        let old = std::mem::replace(&mut self.marks[mark as usize], at);
        self.stack.push(Entry::Mark { mark, old, last: self.last });
        if mark & 1 == 1 {
            self.last = mark / 2 + 1;
        }
    }

    /// Takes exactly `count` characters of a set. Returns where they end.
    #[inline(always)]
    fn take<T: Text>(&self, mut at: usize, set: u32, count: u32) -> Option<usize> {
        // Beyond the end not even an empty repetition matches.
        if at > self.end {
            return None;
        }
        let set = &self.program.sets[set as usize];
        for _ in 0..count {
            if at >= self.end {
                return None;
            }
            let (c, width) = T::at(self.text, at);
            if !set.contains(c) {
                return None;
            }
            at += width;
        }
        Some(at)
    }

    /// Takes up to `max` characters of a set. Returns where they end.
    #[inline(always)]
    fn run_of<T: Text>(&self, mut at: usize, set: u32, max: u32) -> usize {
        if at >= self.end {
            return at;
        }
        let set = &self.program.sets[set as usize];
        if T::SINGLE {
            let limit = if max == u32::MAX { self.end } else { self.end.min(at.saturating_add(max as usize)) };
            if set.is_all() {
                return limit;
            }
            let run = match set.missing() {
                Some(byte) => memchr::memchr(byte, &self.text[at..limit]),
                None => self.text[at..limit].iter().position(|b| !set.contains_byte(*b)),
            };
            return run.map_or(limit, |n| at + n);
        }
        if set.is_all() && max as usize >= self.end {
            return self.end;
        }
        if let (Some(byte), u32::MAX) = (set.missing(), max) {
            let run = memchr::memchr(byte, &self.text[at..self.end]);
            return run.map_or(self.end, |n| at + n);
        }
        let mut left = max;
        while left > 0 && at < self.end {
            let (c, width) = T::at(self.text, at);
            if !set.contains(c) {
                break;
            }
            at += width;
            left -= 1;
        }
        at
    }

    #[inline(always)]
    fn greedy<T: Text>(&mut self, pc: u32, at: usize, set: u32, min: u32, max: u32) -> Option<usize> {
        let least = self.take::<T>(at, set, min)?;
        let end = self.run_of::<T>(least, set, if max == u32::MAX { max } else { max - min });
        if end > least {
            self.stack.push(Entry::Greedy { pc, min: least, at: end });
        }
        Some(end)
    }

    /// Backtracks to the last alternative.
    #[inline(always)]
    fn back<T: Text>(&mut self) -> Option<(u32, usize)> {
        while let Some(entry) = self.stack.pop() {
            match entry {
                Entry::Way { pc, at } => return Some((pc, at)),
                Entry::Mark { mark, old, last } => {
                    self.marks[mark as usize] = old;
                    self.last = last;
                }
                Entry::Greedy { pc, min, at } => {
                    if let Some(at) = self.give_back::<T>(pc, min, at) {
                        return Some((pc, at));
                    }
                }
                Entry::Lazy { pc, at, count } => {
                    let Op::Lazy { set, .. } = self.program.ops[pc as usize] else { continue };
                    if let Some(at) = self.take::<T>(at, set, 1) {
                        if count > 1 {
                            self.stack.push(Entry::Lazy { pc, at, count: count - u32::from(count != u32::MAX) });
                        }
                        return Some((pc + 1, at));
                    }
                }
                Entry::Counter { id, count, last } => self.counters[id as usize] = (count, last),
                Entry::Barrier { pc, at } => {
                    self.barriers.pop();
                    if pc != NOWHERE {
                        return Some((pc, at));
                    }
                }
            }
        }
        None
    }

    /// Gives back characters of a greedy repetition until the next instruction can match. Returns the new position.
    #[inline(always)]
    fn give_back<T: Text>(&mut self, pc: u32, min: usize, mut at: usize) -> Option<usize> {
        let next = self.program.ops[pc as usize];
        while at > min {
            at -= T::before(self.text, at).1;
            let fits = match next {
                Op::Literal(code) => T::at(self.text, at).0 == code,
                Op::Set(set) => self.program.sets[set as usize].contains(T::at(self.text, at).0),
                _ => true,
            };
            if fits {
                if at > min {
                    self.stack.push(Entry::Greedy { pc, min, at });
                }
                return Some(at);
            }
        }
        None
    }

    fn save_counter(&mut self, id: u32) {
        let (count, last) = self.counters[id as usize];
        self.stack.push(Entry::Counter { id, count, last });
    }

    /// Executes the instructions that the inner loop leaves out.
    fn rare<T: Text>(&mut self, op: Op, pc: u32, at: usize) -> Result<Option<(u32, usize)>, Stop> {
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
    fn turn(&mut self, op: Op, pc: u32, at: usize) -> Option<(u32, usize)> {
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

    fn possessive_turn(&mut self, of: (u32, u32, u32, u32), pc: u32, at: usize) -> Option<(u32, usize)> {
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

    fn barrier(&mut self, pc: u32, at: usize) {
        self.barriers.push(self.stack.len());
        self.stack.push(Entry::Barrier { pc, at });
    }

    /// Ends an atomic group or assertion that has matched: drops its alternatives and returns the barrier's position.
    fn cut(&mut self) -> Option<usize> {
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
    fn undo(&mut self) {
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
    fn stepped_back<T: Text>(&self, at: usize, count: u32) -> Option<usize> {
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

    fn same_again<T: Text>(&self, from: usize, to: usize, at: usize, fold: impl Fn(u32) -> u32) -> Option<usize> {
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
    fn holds<T: Text>(&self, code: u32, at: usize) -> bool {
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

    fn boundary<T: Text>(&self, at: usize, word: fn(u32) -> bool) -> bool {
        if self.end == 0 {
            return false;
        }
        let before = at > 0 && word(T::before(self.text, at).0);
        let behind = at < self.end && word(T::at(self.text, at).0);
        before != behind
    }
}

/// The first byte of a character in WTF-8.
fn lead_byte(c: u32) -> u8 {
    match c {
        0..0x80 => c as u8,
        0x80..0x800 => 0xC0 | (c >> 6) as u8,
        0x800..0x10000 => 0xE0 | (c >> 12) as u8,
        _ => 0xF0 | (c >> 18) as u8,
    }
}
