//! A use of a pattern on a string: the subject and its bounds.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::regex::engine::{Bytes, Matcher, Stop, Wide};
use ttd_pyalgos::regex::program::Program;

use super::pattern::{self, Kind};
use crate::ops::buffer;
use crate::types::bytes::value::is_bytes_like;
use crate::types::str::value::count_chars;
use crate::{Vm, ids, native::*};

/// A pattern and its subject.
#[derive(Clone)]
pub struct Job {
    /// The pattern.
    pub pattern: Value,
    /// The subject as passed.
    pub string: Value,
    /// The str, bytes or bytearray inside it.
    pub inner: Value,
    /// The pattern's program.
    pub program: Rc<Program>,
    /// Whether characters can be wider than a byte.
    pub wide: bool,
    /// The byte at which matching begins.
    pub from: usize,
    /// `from` as a character index.
    pub from_char: usize,
    /// The byte at which the subject ends.
    pub end: usize,
    /// `end` as a character index.
    pub end_char: usize,
}

/// A `pos` or `endpos` argument.
fn position(vm: &mut Vm, v: Option<Value>, absent: i64) -> Res<i64> {
    let Some(v) = v else { return Ok(absent) };
    let i = vm.index(v)?;
    vm.as_i64(i).ok_or_else(|| vm.overflow_error("Python int too large to convert to C ssize_t"))
}

impl Job {
    /// Prepares matching between two character indexes.
    pub fn new(vm: &mut Vm, pattern: Value, string: Value, pos: Option<Value>, endpos: Option<Value>) -> Res<Job> {
        let from = position(vm, pos, 0)?;
        let end = position(vm, endpos, i64::MAX)?;
        let inner = vm.unwrap(string);
        let text = inner.is(ids::STR);
        // Other buffers are copied: a match must not change with them.
        let (string, inner) = match text || is_bytes_like(inner) {
            true => (string, inner),
            false => match buffer::bytes_like(vm, string)? {
                Some(copy) => (copy, copy),
                None => {
                    let name = vm.type_name(string);
                    return Err(vm.type_error(format!("expected string or bytes-like object, got '{name}'")));
                }
            },
        };
        match pattern::kind(vm, pattern) {
            Kind::Text if !text => {
                return Err(vm.type_error("cannot use a string pattern on a bytes-like object"));
            }
            Kind::Bytes if text => {
                return Err(vm.type_error("cannot use a bytes pattern on a string-like object"));
            }
            _ => {}
        }
        let Some(program) = pattern::program(vm, pattern) else {
            return Err(vm.system_error("a pattern without a program"));
        };
        let bytes = vm.raw_bytes(inner);
        let length = if text { vm.str_len(inner) } else { bytes.len() };
        let clip = |i: i64| usize::try_from(i).unwrap_or(0).min(length);
        let end_char = clip(end);
        let from_char = clip(from);
        let (size, wide) = (bytes.len(), length != bytes.len());
        let mut at = |i: usize| match i {
            i if !wide => i,
            i if i == length => size,
            i => vm.byte_of_char(inner, i),
        };
        let (from, end) = (at(from_char), at(end_char));
        Ok(Job { pattern, string, inner, program, wide, from, from_char, end, end_char })
    }

    /// The character index of a byte, counted from a position known as both.
    pub fn char_of(&self, vm: &Vm, at: usize, known: (usize, usize)) -> usize {
        if !self.wide {
            return at;
        }
        let bytes = vm.raw_bytes(self.inner);
        let (byte, char) = known;
        if at >= byte { char + count_chars(&bytes[byte..at]) } else { char - count_chars(&bytes[at..byte]) }
    }

    /// Runs `work` with a matcher. Starts over after the machine has handled an interrupt.
    pub fn run<R>(&self, vm: &mut Vm, work: impl Fn(&mut Runner) -> Result<R, Stop>) -> Res<R> {
        loop {
            let done = {
                let flag = vm.interrupt.clone();
                let matcher = Matcher::new(&self.program, vm.raw_bytes(self.inner), self.end, &flag);
                work(&mut Runner { matcher, wide: self.wide })
            };
            match done {
                Ok(result) => return Ok(result),
                Err(Stop::Interrupted) => vm.check_interrupt()?,
                Err(Stop::Memory) => return Err(vm.memory_error()),
            }
        }
    }

    /// A part of the subject, as a str or bytes object.
    pub fn part(&self, vm: &mut Vm, from: usize, to: usize) -> Value {
        part(vm, self.inner, from, to)
    }
}

/// A matcher for subjects of either width.
pub struct Runner<'a> {
    /// The matcher.
    pub matcher: Matcher<'a>,
    wide: bool,
}

impl Runner<'_> {
    /// See `Matcher::search`.
    pub fn search(&mut self, from: usize, advance: bool) -> Result<Option<(usize, usize)>, Stop> {
        if self.wide { self.matcher.search::<Wide>(from, advance) } else { self.matcher.search::<Bytes>(from, advance) }
    }

    /// See `Matcher::match_at`.
    pub fn match_at(&mut self, at: usize, whole: bool, advance: bool) -> Result<Option<(usize, usize)>, Stop> {
        let end = if self.wide {
            self.matcher.match_at::<Wide>(at, whole, advance)?
        } else {
            self.matcher.match_at::<Bytes>(at, whole, advance)?
        };
        Ok(end.map(|end| (at, end)))
    }
}

/// A byte range of a str, bytes object or bytearray, as a str or bytes object.
pub(super) fn part(vm: &mut Vm, inner: Value, from: usize, to: usize) -> Value {
    let whole = vm.raw_bytes(inner);
    // A bytearray may have shrunk.
    let to = to.min(whole.len());
    let from = from.min(to);
    if to - from == whole.len() && !inner.is(ids::BYTEARRAY) {
        return inner;
    }
    let ascii = inner.is(ids::STR) && vm.is_ascii(inner);
    let mut small = [0; 64];
    let copy;
    let bytes: &[u8] = if to - from <= small.len() {
        small[..to - from].copy_from_slice(&vm.raw_bytes(inner)[from..to]);
        &small[..to - from]
    } else {
        copy = vm.raw_bytes(inner)[from..to].to_vec();
        &copy
    };
    match inner.is(ids::STR) {
        true if ascii => vm.new_str_counted(bytes, bytes.len()),
        true => vm.new_str_raw(bytes),
        false => vm.new_bytes(bytes),
    }
}
