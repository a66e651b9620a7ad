//! The matcher: backtracking over the instructions of a `Program`, on an explicit stack.
//!
//! Positions are byte offsets; in text they lie on character boundaries. Alternatives and undo records (marks, loop
//! counters) share one stack, so that backtracking is popping. The matcher polls an interrupt flag, because patterns
//! can take exponential time.
//!
//! Invariants: when a match fails, every mark and counter is as before. Cost: one pass of the loop per instruction, one
//! stack entry per open alternative. Limits: `MAX_STACK` entries.

mod rare;
mod start;

use std::sync::atomic::{AtomicBool, Ordering};

use super::program::{NO_SET, Op, Program};
pub use super::subject::{Bytes, Text, Wide};

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

    #[inline(always)]
    fn step(&mut self) -> Result<(), Stop> {
        self.steps -= 1;
        if self.steps == 0 { self.poll() } else { Ok(()) }
    }

    #[cold]
    fn poll(&mut self) -> Result<(), Stop> {
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
}
