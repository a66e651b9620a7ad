//! Splitting methods of `str`: split, partition, splitlines, strip.

use std::ops::Range;

use rustpython_wtf8::CodePoint;
use ttd_core::value::Value;
use ttd_pyalgos::text::bytesearch;
use ttd_pyalgos::text::wtf8::begins_char;
use ttd_pyalgos::unicode::is_space;

use super::args::must_be_str;
use super::case::is_ascii_space;
use super::value::{chars, decode};
use crate::ops::bounds;
use crate::{Vm, ids, native::*};

fn space(c: CodePoint) -> bool {
    c.is_char_and(is_space)
}

/// Returns the strings of these parts of a string, as a list.
fn list_of(vm: &mut Vm, s: Value, parts: Vec<Range<usize>>) -> Value {
    let strings: Vec<Value> = parts.into_iter().map(|part| vm.new_str_part(s, part)).collect();
    vm.new_list(&strings)
}

/// Returns the range of a piece within its text.
fn place(text: &[u8], piece: &[u8]) -> Range<usize> {
    let start = piece.as_ptr().addr() - text.as_ptr().addr();
    start..start + piece.len()
}

/// `s.split(sep, maxsplit)`.
pub fn split(vm: &mut Vm, args: Args) -> Res {
    split_with(vm, &args, bytesearch::split, split_spaces)
}

/// `s.rsplit(sep, maxsplit)`.
pub fn rsplit(vm: &mut Vm, args: Args) -> Res {
    split_with(vm, &args, bytesearch::rsplit, rsplit_spaces)
}

fn split_with(
    vm: &mut Vm,
    args: &Args,
    by_separator: bytesearch::Splitter,
    by_spaces: fn(&[u8], usize) -> Vec<&[u8]>,
) -> Res {
    let (s, separator) = (args.get(0), args.opt(1).filter(|v| !v.is_none()));
    let limit = bounds::limit(vm, args.opt(2))?;
    let pieces = match separator {
        None => by_spaces(vm.heap.bytes(s), limit),
        Some(given) => {
            let separator = vm.unwrap(given);
            if !separator.is(ids::STR) {
                let name = vm.type_name(given);
                return Err(vm.type_error(format!("must be str or None, not {name}")));
            }
            if vm.heap.bytes(separator).is_empty() {
                return Err(vm.value_error("empty separator"));
            }
            by_separator(vm.heap.bytes(s), vm.heap.bytes(separator), limit)
        }
    };
    let text = vm.heap.bytes(s);
    let parts = pieces.into_iter().map(|piece| place(text, piece)).collect();
    Ok(list_of(vm, s, parts))
}

/// Splits a text into words from the left; after `limit` splits the rest is one, with its trailing spaces.
fn split_spaces(text: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut at = behind_spaces(text, 0);
    while at < text.len() {
        if words.len() == limit {
            words.push(&text[at..]);
            break;
        }
        let end = (at..text.len()).find(|&at| space_at(text, at) > 0).unwrap_or(text.len());
        words.push(&text[at..end]);
        at = behind_spaces(text, end);
    }
    words
}

/// Returns where the spaces from here on end.
fn behind_spaces(text: &[u8], mut at: usize) -> usize {
    while at < text.len() {
        match space_at(text, at) {
            0 => break,
            width => at += width,
        }
    }
    at
}

/// Returns the width of the space at this byte; 0 for other characters. Non-ASCII spaces begin with one of few bytes,
/// so most characters need no table.
#[inline]
fn space_at(text: &[u8], at: usize) -> usize {
    match text[at] {
        byte @ ..0x80 => usize::from(is_ascii_space(&byte)),
        0xC2 | 0xE1..=0xE3 => match decode(text, at) {
            (c, width) if space(c) => width,
            _ => 0,
        },
        _ => 0,
    }
}

/// Splits a text into words from the right, in order.
fn rsplit_spaces(text: &[u8], limit: usize) -> Vec<&[u8]> {
    let mut words = Vec::new();
    let mut rest = trim_end(text, &Spaces);
    while !rest.is_empty() {
        if words.len() == limit {
            words.push(rest);
            break;
        }
        let start = word_before(rest, rest.len());
        words.push(&rest[start..]);
        rest = trim_end(&rest[..start], &Spaces);
    }
    words.reverse();
    words
}

/// Returns where the character that ends here begins.
fn char_before(text: &[u8], end: usize) -> usize {
    text[..end].iter().rposition(|b| begins_char(*b)).unwrap_or(0)
}

/// Returns where the word that ends here begins.
fn word_before(text: &[u8], mut end: usize) -> usize {
    while end > 0 {
        let start = char_before(text, end);
        if space_at(text, start) > 0 {
            break;
        }
        end = start;
    }
    end
}

/// The characters that are stripped: those of ASCII by a test of their bytes, others by one of their own.
trait Stripped {
    fn ascii(&self, byte: u8) -> bool;
    fn other(&self, c: CodePoint) -> bool;
}

struct Spaces;

impl Stripped for Spaces {
    #[inline(always)]
    fn ascii(&self, byte: u8) -> bool {
        is_ascii_space(&byte)
    }

    fn other(&self, c: CodePoint) -> bool {
        space(c)
    }
}

/// The characters of a string.
struct OneOf {
    ascii: u128,
    others: Vec<CodePoint>,
}

impl OneOf {
    fn of(text: &[u8]) -> OneOf {
        let ascii = text.iter().filter(|b| b.is_ascii()).fold(0, |set, b| set | 1 << b);
        let others = if text.is_ascii() { Vec::new() } else { chars(text).filter(|c| c.to_u32() >= 0x80).collect() };
        OneOf { ascii, others }
    }
}

impl Stripped for OneOf {
    #[inline(always)]
    fn ascii(&self, byte: u8) -> bool {
        self.ascii >> byte & 1 == 1
    }

    fn other(&self, c: CodePoint) -> bool {
        self.others.contains(&c)
    }
}

fn trim_start<'a>(text: &'a [u8], set: &impl Stripped) -> &'a [u8] {
    let mut at = 0;
    while at < text.len() {
        let (stripped, width) = match text[at] {
            byte @ ..0x80 => (set.ascii(byte), 1),
            _ => {
                let (c, width) = decode(text, at);
                (set.other(c), width)
            }
        };
        if !stripped {
            break;
        }
        at += width;
    }
    &text[at..]
}

fn trim_end<'a>(text: &'a [u8], set: &impl Stripped) -> &'a [u8] {
    let mut end = text.len();
    while end > 0 {
        let (stripped, start) = match text[end - 1] {
            byte @ ..0x80 => (set.ascii(byte), end - 1),
            _ => {
                let start = char_before(text, end);
                (set.other(decode(text, start).0), start)
            }
        };
        if !stripped {
            break;
        }
        end = start;
    }
    &text[..end]
}

fn trim<'a>(text: &'a [u8], left: bool, right: bool, set: &impl Stripped) -> &'a [u8] {
    let text = if left { trim_start(text, set) } else { text };
    if right { trim_end(text, set) } else { text }
}

fn strip_with(vm: &mut Vm, args: &Args, function: &str, left: bool, right: bool) -> Res {
    let s = args.get(0);
    let text = vm.heap.bytes(s);
    let stripped = match args.opt(1).filter(|v| !v.is_none()) {
        None => trim(text, left, right, &Spaces),
        Some(given) => {
            let set = vm.unwrap(given);
            if !set.is(ids::STR) {
                return Err(vm.type_error(format!("{function} arg must be None or str")));
            }
            let set = OneOf::of(vm.heap.bytes(set));
            trim(vm.heap.bytes(s), left, right, &set)
        }
    };
    let part = place(vm.heap.bytes(s), stripped);
    Ok(vm.new_str_part(s, part))
}

/// `s.strip(chars)`.
pub fn strip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, "strip", true, true)
}

/// `s.lstrip(chars)`.
pub fn lstrip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, "lstrip", true, false)
}

/// `s.rstrip(chars)`.
pub fn rstrip(vm: &mut Vm, args: Args) -> Res {
    strip_with(vm, &args, "rstrip", false, true)
}

fn separator_arg(vm: &mut Vm, args: &Args) -> Res {
    let separator = must_be_str(vm, args.get(1))?;
    if vm.heap.bytes(separator).is_empty() {
        return Err(vm.value_error("empty separator"));
    }
    Ok(separator)
}

/// `s.partition(sep)`.
pub fn partition(vm: &mut Vm, args: Args) -> Res {
    let (s, separator) = (args.get(0), separator_arg(vm, &args)?);
    let parts = match bytesearch::find(vm.heap.bytes(s), vm.heap.bytes(separator)) {
        Some(at) => three_parts(vm, s, separator, args.get(1), at),
        None => [s, vm.names.empty, vm.names.empty],
    };
    Ok(vm.new_tuple(&parts))
}

/// `s.rpartition(sep)`.
pub fn rpartition(vm: &mut Vm, args: Args) -> Res {
    let (s, separator) = (args.get(0), separator_arg(vm, &args)?);
    let parts = match bytesearch::rfind(vm.heap.bytes(s), vm.heap.bytes(separator)) {
        Some(at) => three_parts(vm, s, separator, args.get(1), at),
        None => [vm.names.empty, vm.names.empty, s],
    };
    Ok(vm.new_tuple(&parts))
}

/// Returns the parts around a separator, with the very object that was given for it.
fn three_parts(vm: &mut Vm, s: Value, separator: Value, given: Value, at: usize) -> [Value; 3] {
    let tail = at + vm.heap.bytes(separator).len()..vm.heap.bytes(s).len();
    [vm.new_str_part(s, 0..at), given, vm.new_str_part(s, tail)]
}

fn ends_line(c: CodePoint) -> bool {
    matches!(c.to_u32(), 0x0A..=0x0D | 0x1C..=0x1E | 0x85 | 0x2028 | 0x2029)
}

/// Returns where the next line from here on ends, and where the one after it begins.
fn line_end(text: &[u8], from: usize) -> Option<(usize, usize)> {
    let mut at = from;
    loop {
        // Few bytes may begin what ends a line.
        at += text[at..].iter().position(|b| matches!(b, 0x0A..=0x0D | 0x1C..=0x1E | 0xC2 | 0xE2))?;
        let (c, width) = decode(text, at);
        if ends_line(c) {
            return Some((at, if text[at..].starts_with(b"\r\n") { at + 2 } else { at + width }));
        }
        at += width;
    }
}

/// `s.splitlines(keepends)`.
pub fn splitlines(vm: &mut Vm, args: Args) -> Res {
    let keep = args.opt(1).map_or(Ok(false), |v| vm.truth(v))?;
    let text = vm.heap.bytes(args.get(0));
    let (mut lines, mut from, mut at) = (Vec::new(), 0, 0);
    while let Some((end, next)) = line_end(text, at) {
        lines.push(from..if keep { next } else { end });
        (from, at) = (next, next);
    }
    if from < text.len() {
        lines.push(from..text.len());
    }
    Ok(list_of(vm, args.get(0), lines))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words() {
        assert_eq!(split_spaces(b"  a b  c ", usize::MAX), [&b"a"[..], b"b", b"c"]);
        assert_eq!(split_spaces(b"  a b  c ", 1), [&b"a"[..], b"b  c "]);
        assert_eq!(rsplit_spaces(b"  a b  c ", 1), [&b"  a b"[..], b"c"]);
        assert_eq!(split_spaces("a\u{3000}b".as_bytes(), 9), [&b"a"[..], b"b"]);
        assert!(split_spaces(b"   ", 9).is_empty());
        for c in (char::MIN..=char::MAX).filter(|c| is_space(*c)) {
            let text = format!("{c}ä{c}{c}Ö{c}");
            assert_eq!(split_spaces(text.as_bytes(), 9), ["ä".as_bytes(), "Ö".as_bytes()], "{c:?}");
        }
        assert_eq!(rsplit_spaces(b" a ", 0), [&b" a"[..]]);
    }
}
