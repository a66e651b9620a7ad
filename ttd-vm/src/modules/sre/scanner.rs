//! `Pattern.scanner` and `Pattern.finditer`: scans that give one match at a time.
//!
//! Slots of both: pattern, string, next position (as a byte and as a character), end (both), whether the next match
//! must not be empty there, and `pos` for the matches.

use ttd_core::value::{TypeId, Value};

use super::job::Job;
use super::{matched, pattern};
use crate::types::iter::{itself, next_method};
use crate::{Vm, getters, ids, methods, native::*};

const PATTERN: usize = 0;
const STRING: usize = 1;
const AT: usize = 2;
const AT_CHAR: usize = 3;
const END: usize = 4;
const END_CHAR: usize = 5;
const ADVANCE: usize = 6;
const POS: usize = 7;

/// The type of scanners.
pub const TYPE: TypeDef = TypeDef {
    name: "_sre.SRE_Scanner",
    tid: ids::RE_SCANNER,
    methods: methods! {
        Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
        CallsBack "match" "(self, /)" => match_;
        CallsBack "search" "(self, /)" => search;
    },
    getters: getters! { "pattern" => pattern_of; },
    subclassable: false,
    ..TypeDef::EMPTY
};

/// The type of `finditer`'s result. To programs it is the iterator `iter(scanner.search, None)`.
pub const ITER_TYPE: TypeDef = TypeDef {
    name: "callable_iterator",
    tid: ids::RE_FINDITER,
    methods: methods! {
        /// Implement iter(self).
        Pure "__iter__" "(self, /)" => itself;
        /// Implement next(self).
        CallsBack "__next__" "(self, /)" => next_method;
    },
    subclassable: false,
    slots: Slots { next: Some(|vm, it| Some(next(vm, it))), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

fn make(vm: &mut Vm, tid: TypeId, args: &Args) -> Res {
    let job = Job::new(vm, args.get(0), args.get(1), args.opt(2), args.opt(3))?;
    let int = |i: usize| Value::int(i as i64);
    let slots = [
        job.pattern,
        job.string,
        int(job.from),
        int(job.from_char),
        int(job.end),
        int(job.end_char),
        Value::FALSE,
        int(job.from_char),
    ];
    Ok(vm.heap.new_slots_from(tid, 0, &slots))
}

pub(super) fn scanner(vm: &mut Vm, args: Args) -> Res {
    make(vm, ids::RE_SCANNER, &args)
}

pub(super) fn finditer(vm: &mut Vm, args: Args) -> Res {
    make(vm, ids::RE_FINDITER, &args)
}

fn pattern_of(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, PATTERN))
}

fn match_(vm: &mut Vm, args: Args) -> Res {
    step(vm, args.get(0), true)
}

fn search(vm: &mut Vm, args: Args) -> Res {
    step(vm, args.get(0), false)
}

/// The subject of a scan: a str, bytes object or bytearray.
pub fn subject(vm: &Vm, scan: Value) -> Value {
    vm.unwrap(vm.heap.slot(scan, STRING))
}

/// The next match of a `finditer`.
pub fn next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    let found = step(vm, it, false)?;
    Ok(Some(found).filter(|m| !m.is_none()))
}

/// The next match of a scan, or None, which ends the scan.
pub(super) fn step(vm: &mut Vm, scan: Value, here: bool) -> Res {
    if vm.heap.slot(scan, AT).is_none() {
        return Ok(Value::NONE);
    }
    let [pattern, string] = [PATTERN, STRING].map(|i| vm.heap.slot(scan, i));
    let [from, from_char, end, end_char, pos] =
        [AT, AT_CHAR, END, END_CHAR, POS].map(|i| vm.heap.slot(scan, i).as_int() as usize);
    let inner = vm.unwrap(string);
    let Some(program) = pattern::program(vm, pattern) else { return Ok(Value::NONE) };
    let wide = inner.is(ids::STR) && !vm.is_ascii(inner);
    // A bytearray may have shrunk.
    let end = end.min(vm.raw_bytes(inner).len());
    let mut job = Job { pattern, string, inner, program, wide, from, from_char, end, end_char };
    let advance = vm.heap.slot(scan, ADVANCE) == Value::TRUE;
    let found = job.run(vm, |runner| {
        let found = match here {
            true if from > end => None,
            true => runner.match_at(from, false, advance)?,
            false => runner.search(from, advance)?,
        };
        Ok(found.map(|span| (span, std::mem::take(&mut runner.matcher.marks), runner.matcher.last)))
    })?;
    let Some((span, marks, last)) = found else {
        vm.heap.set_slot(scan, AT, Value::NONE);
        return Ok(Value::NONE);
    };
    let char = job.char_of(vm, span.0, (from, from_char));
    let end_char = job.char_of(vm, span.1, (span.0, char));
    vm.heap.set_slot(scan, AT, Value::int(span.1 as i64));
    vm.heap.set_slot(scan, AT_CHAR, Value::int(end_char as i64));
    vm.heap.set_slot(scan, ADVANCE, Value::bool(span.0 == span.1));
    job.from_char = pos;
    Ok(matched::make(vm, &job, (span, char), &marks, last))
}
