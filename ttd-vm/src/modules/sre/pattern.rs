//! `re.Pattern`. Slots: the pattern, its flags, its program, the number of groups, the dict from names to groups, the
//! tuple of names, and the kind of subjects.

use std::rc::Rc;

use ttd_core::value::Value;
use ttd_pyalgos::regex::program::Program;

use super::job::Job;
use super::{matched, replace, scan, scanner};
use crate::ops::{compare, dunders, hashing};
use crate::{Vm, getters, ids, methods, native::*};

const PATTERN: usize = 0;
const FLAGS: usize = 1;
const PROGRAM: usize = 2;
const GROUPS: usize = 3;
const GROUPINDEX: usize = 4;
const INDEXGROUP: usize = 5;
const KIND: usize = 6;

/// The kinds of subjects that a pattern matches.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub enum Kind {
    /// Strings.
    Text = 0,
    /// Bytes.
    Bytes = 1,
    /// Both, for a pattern without a source.
    Any = 2,
}

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "re.Pattern",
    tid: ids::RE_PATTERN,
    doc: "Compiled regular expression object.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    },
    getters: getters! {
        "pattern" => source;
        "flags" => flags;
        "groups" => groups;
        "groupindex" => groupindex;
    },
    subclassable: false,
    slots: Slots {
        repr: Some(repr),
        hash: Some(hash),
        compare: Some(|vm, op, x, y| compare::by_equality(vm, op, x, y, same)),
        weakly_referencable: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
    /// Matches zero or more characters at the beginning of the string.
    CallsBack "match" "(self, /, string, pos=0, endpos=9223372036854775807)" => match_;
    /// Matches against all of the string.
    CallsBack "fullmatch" "(self, /, string, pos=0, endpos=9223372036854775807)" => fullmatch;
    /// Scan through string looking for a match, and return a corresponding match object instance.
    ///
    /// Return None if no position in the string matches.
    CallsBack "search" "(self, /, string, pos=0, endpos=9223372036854775807)" => search;
    /// Return the string obtained by replacing the leftmost non-overlapping occurrences of pattern in string by the
    /// replacement repl.
    CallsBack "sub" "(self, /, repl, string, count=0)" => replace::sub;
    /// Return the tuple (new_string, number_of_subs_made) found by replacing the leftmost non-overlapping occurrences
    /// of pattern with the replacement repl.
    CallsBack "subn" "(self, /, repl, string, count=0)" => replace::subn;
    /// Return a list of all non-overlapping matches of pattern in string.
    CallsBack "findall" "(self, /, string, pos=0, endpos=9223372036854775807)" => scan::findall;
    /// Split string by the occurrences of pattern.
    CallsBack "split" "(self, /, string, maxsplit=0)" => scan::split;
    /// Return an iterator over all non-overlapping matches for the RE pattern in string.
    ///
    /// For each match, the iterator returns a match object.
    CallsBack "finditer" "(self, /, string, pos=0, endpos=9223372036854775807)" => scanner::finditer;
    CallsBack "scanner" "(self, /, string, pos=0, endpos=9223372036854775807)" => scanner::scanner;
    Pure "__copy__" "(self, /)" => itself;
    Pure "__deepcopy__" "(self, memo, /)" => itself;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
    /// Return hash(self).
    CallsBack "__hash__" "(self, /)" => dunders::hash;
    /// Return self==value.
    CallsBack "__eq__" "(self, value, /)" => dunders::eq;
    /// Return self!=value.
    CallsBack "__ne__" "(self, value, /)" => dunders::ne;
};

fn itself(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn source(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, PATTERN))
}

fn flags(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, FLAGS))
}

fn groups(vm: &mut Vm, v: Value) -> Res {
    Ok(vm.heap.slot(v, GROUPS))
}

fn groupindex(vm: &mut Vm, v: Value) -> Res {
    let dict = vm.heap.slot(v, GROUPINDEX);
    Ok(vm.heap.new_slots_from(ids::MAPPINGPROXY, 0, &[dict]))
}

/// The kind of subjects of a pattern.
pub fn kind(vm: &Vm, pattern: Value) -> Kind {
    match vm.heap.slot(pattern, KIND).as_int() {
        0 => Kind::Text,
        1 => Kind::Bytes,
        _ => Kind::Any,
    }
}

/// A pattern's program.
pub fn program(vm: &Vm, pattern: Value) -> Option<Rc<Program>> {
    vm.heap.boxed_rc::<Program>(vm.heap.slot(pattern, PROGRAM))
}

/// The number of groups.
pub fn group_count(vm: &Vm, pattern: Value) -> usize {
    vm.heap.slot(pattern, GROUPS).as_int() as usize
}

/// The dict from names to groups.
pub fn names(vm: &Vm, pattern: Value) -> Value {
    vm.heap.slot(pattern, GROUPINDEX)
}

/// The name of a group, or None.
pub fn name_of_group(vm: &Vm, pattern: Value, group: usize) -> Value {
    let names = vm.heap.slot(pattern, INDEXGROUP);
    vm.heap.tuple(names).get(group).copied().unwrap_or(Value::NONE)
}

fn job(vm: &mut Vm, args: &Args) -> Res<Job> {
    Job::new(vm, args.get(0), args.get(1), args.opt(2), args.opt(3))
}

fn match_(vm: &mut Vm, args: Args) -> Res {
    let job = job(vm, &args)?;
    matched::first(vm, &job, |runner| runner.match_at(job.from, false, false))
}

fn fullmatch(vm: &mut Vm, args: Args) -> Res {
    let job = job(vm, &args)?;
    matched::first(vm, &job, |runner| runner.match_at(job.from, true, false))
}

fn search(vm: &mut Vm, args: Args) -> Res {
    let job = job(vm, &args)?;
    matched::first(vm, &job, |runner| runner.search(job.from, false))
}

/// The names of flags as `repr` shows them.
const FLAG_NAMES: [(i64, &str); 8] = [
    (2, "re.IGNORECASE"),
    (4, "re.LOCALE"),
    (8, "re.MULTILINE"),
    (16, "re.DOTALL"),
    (32, "re.UNICODE"),
    (64, "re.VERBOSE"),
    (128, "re.DEBUG"),
    (256, "re.ASCII"),
];

/// `repr(pattern)`.
pub fn repr(vm: &mut Vm, v: Value) -> Res {
    let (source, mut flags) = (vm.heap.slot(v, PATTERN), vm.heap.slot(v, FLAGS).as_int());
    // Unicode matching is the default for text and is not shown.
    if kind(vm, v) == Kind::Text && flags & (4 | 32 | 256) == 32 {
        flags &= !32;
    }
    let mut names = Vec::new();
    for (bit, name) in FLAG_NAMES {
        if flags & bit != 0 {
            names.push(name.to_string());
            flags &= !bit;
        }
    }
    if flags != 0 {
        names.push(format!("{flags:#x}"));
    }
    let mut out = b"re.compile(".to_vec();
    let source = vm.repr(source)?;
    let source = vm.unwrap(source);
    out.extend_from_slice(shortened(vm.heap.bytes(source), 200));
    if !names.is_empty() {
        out.extend_from_slice(b", ");
        out.extend_from_slice(names.join("|").as_bytes());
    }
    out.push(b')');
    Ok(vm.new_str_raw(&out))
}

/// The first characters of a text.
pub fn shortened(text: &[u8], chars: usize) -> &[u8] {
    &text[..crate::types::str::value::byte_position(text, chars)]
}

/// Whether two patterns are equal.
pub fn same(vm: &mut Vm, a: Value, b: Value) -> Res<bool> {
    if a == b {
        return Ok(true);
    }
    let alike = [FLAGS, KIND, GROUPS].iter().all(|slot| vm.heap.slot(a, *slot) == vm.heap.slot(b, *slot));
    let words = |vm: &Vm, v| program(vm, v).map(|p| p.words.clone());
    if !alike || words(vm, a) != words(vm, b) {
        return Ok(false);
    }
    let (a, b) = (vm.heap.slot(a, PATTERN), vm.heap.slot(b, PATTERN));
    vm.eq(a, b)
}

/// `hash(pattern)`.
pub fn hash(vm: &mut Vm, v: Value) -> Res<i64> {
    let words: Vec<u8> =
        program(vm, v).map(|p| p.words.iter().flat_map(|w| w.to_le_bytes()).collect()).unwrap_or_default();
    let source = vm.heap.slot(v, PATTERN);
    let hash = vm.hash(source)? ^ ttd_pyalgos::hash::string::hash_bytes(&words) ^ vm.heap.slot(v, FLAGS).as_int();
    Ok(hashing::fix(hash ^ vm.heap.slot(v, KIND).as_int()))
}
