//! `re.Match`. Slots: string, pattern, `pos`, `endpos`, `lastindex`, the start of the match (as a byte and as a
//! character), then start and end of each group (bytes; None for a group that has not matched).

use ttd_core::value::Value;
use ttd_pyalgos::regex::engine::{Stop, UNSET};

use super::job::{Job, Runner, part};
use super::{pattern, replace};
use crate::ops::dunders;
use crate::types::str::value::count_chars;
use crate::{Vm, getters, ids, methods, native::*};

const STRING: usize = 0;
const PATTERN: usize = 1;
const POS: usize = 2;
const ENDPOS: usize = 3;
const LASTINDEX: usize = 4;
const BASE: usize = 5;
const BASE_CHAR: usize = 6;
const MARKS: usize = 7;

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "re.Match",
    tid: ids::RE_MATCH,
    doc: "The result of re.match() and re.search().\nMatch objects always have a boolean value of True.",
    methods: METHODS,
    class_methods: methods! {
        /// See PEP 585
        CallsBack "__class_getitem__" "(cls, object, /)" => crate::types::class::generic_alias::class_getitem;
    },
    getters: getters! {
        "string" => string;
        "re" => re;
        "pos" => pos;
        "endpos" => endpos;
        "lastindex" => lastindex;
        "lastgroup" => lastgroup;
        "regs" => regs;
    },
    subclassable: false,
    slots: Slots { get_item: Some(item), repr: Some(repr), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    Pure "__new__" "(cls, /, *args, **kwargs)" => cannot_create;
    /// group([group1, ...]) -> str or tuple.
    /// Return subgroup(s) of the match by indices or names.
    /// For 0 returns the entire match.
    CallsBack "group" "(self, /, *args)" => group;
    /// Return index of the start of the substring matched by group.
    CallsBack "start" "(self, group=0, /)" => start;
    /// Return index of the end of the substring matched by group.
    CallsBack "end" "(self, group=0, /)" => end;
    /// For match object m, return the 2-tuple (m.start(group), m.end(group)).
    CallsBack "span" "(self, group=0, /)" => span;
    /// Return a tuple containing all the subgroups of the match, from 1.
    Pure "groups" "(self, /, default=None)" => groups;
    /// Return a dictionary containing all the named subgroups of the match, keyed by the subgroup name.
    CallsBack "groupdict" "(self, /, default=None)" => groupdict;
    /// Return the string obtained by doing backslash substitution on the string template, as done by the sub() method.
    CallsBack "expand" "(self, /, template)" => replace::expand;
    Pure "__copy__" "(self, /)" => itself;
    Pure "__deepcopy__" "(self, memo, /)" => itself;
    /// Return self[key].
    CallsBack "__getitem__" "(self, key, /)" => getitem;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
};

/// Matches once: a `Match`, or None.
pub fn first(vm: &mut Vm, job: &Job, work: impl Fn(&mut Runner) -> Result<Option<(usize, usize)>, Stop>) -> Res {
    let found = job.run(vm, |runner| {
        let found = work(runner)?;
        Ok(found.map(|span| (span, std::mem::take(&mut runner.matcher.marks), runner.matcher.last)))
    })?;
    match found {
        Some((span, marks, last)) => {
            let char = job.char_of(vm, span.0, (job.from, job.from_char));
            Ok(make(vm, job, (span, char), &marks, last))
        }
        None => Ok(Value::NONE),
    }
}

/// Makes a match that begins at this character.
pub fn make(vm: &mut Vm, job: &Job, at: ((usize, usize), usize), marks: &[usize], last: u32) -> Value {
    let (span, char) = at;
    let int = |i: usize| Value::int(i as i64);
    let lastindex = if last == 0 { Value::NONE } else { Value::int(i64::from(last)) };
    let mut slots = Vec::with_capacity(MARKS + 2 + marks.len());
    slots.extend([job.string, job.pattern, int(job.from_char), int(job.end_char), lastindex, int(span.0), int(char)]);
    slots.extend([int(span.0), int(span.1)]);
    for group in marks.chunks_exact(2) {
        let whole = group[0] != UNSET && group[1] != UNSET && group[0] <= group[1];
        let mark = |i: usize| if whole { int(group[i]) } else { Value::NONE };
        slots.extend([mark(0), mark(1)]);
    }
    vm.heap.new_slots_from(ids::RE_MATCH, 0, &slots)
}

/// Start and end of a group in bytes.
fn bytes_of(vm: &Vm, m: Value, group: usize) -> Option<(usize, usize)> {
    let (from, to) = (vm.heap.slot(m, MARKS + 2 * group), vm.heap.slot(m, MARKS + 2 * group + 1));
    from.is_int().then(|| (from.as_int() as usize, to.as_int() as usize))
}

/// The string, unwrapped from an instance of a subclass.
fn inner(vm: &Vm, m: Value) -> Value {
    vm.unwrap(vm.heap.slot(m, STRING))
}

/// Start and end of the whole match in bytes.
pub fn whole(vm: &Vm, m: Value) -> (usize, usize) {
    bytes_of(vm, m, 0).unwrap_or((0, 0))
}

/// The text of a group, or a default.
pub fn text_of(vm: &mut Vm, m: Value, group: usize, default: Value) -> Value {
    match bytes_of(vm, m, group) {
        Some((from, to)) => {
            let inner = inner(vm, m);
            part(vm, inner, from, to)
        }
        None => default,
    }
}

/// Number of groups, including the whole match.
fn count(vm: &Vm, m: Value) -> usize {
    (vm.heap.slots(m).len() - MARKS) / 2
}

/// The character index of a byte.
fn char_at(vm: &Vm, m: Value, at: usize) -> usize {
    let inner = inner(vm, m);
    if !inner.is(ids::STR) || vm.is_ascii(inner) {
        return at;
    }
    let (base, char) = (vm.heap.slot(m, BASE).as_int() as usize, vm.heap.slot(m, BASE_CHAR).as_int() as usize);
    let bytes = vm.raw_bytes(inner);
    if at >= base { char + count_chars(&bytes[base..at]) } else { char - count_chars(&bytes[at..base]) }
}

/// Start and end of a group in characters; -1 for a group that has not matched.
fn chars_of(vm: &Vm, m: Value, group: usize) -> [Value; 2] {
    match bytes_of(vm, m, group) {
        Some((from, to)) => [from, to].map(|at| Value::int(char_at(vm, m, at) as i64)),
        None => [Value::int(-1); 2],
    }
}

/// The group that a number or name refers to.
fn group_index(vm: &mut Vm, m: Value, v: Value) -> Res<usize> {
    let inner = vm.unwrap(v);
    let number = if vm.is_integer(inner) || vm.special_named(v, vm.names.index).is_some() {
        let i = vm.index(v)?;
        vm.as_i64(i)
    } else {
        let names = pattern::names(vm, vm.heap.slot(m, PATTERN));
        // An unhashable value is no name.
        let found = vm.dict_get(names, v);
        let error = vm.types.type_error;
        vm.catch(found, error)?.flatten().and_then(|i| vm.as_i64(i))
    };
    match number.and_then(|i| usize::try_from(i).ok()).filter(|i| *i < count(vm, m)) {
        Some(i) => Ok(i),
        None => Err(vm.index_error("no such group")),
    }
}

fn group_arg(vm: &mut Vm, args: &Args) -> Res<usize> {
    match args.opt(1) {
        Some(v) => group_index(vm, args.get(0), v),
        None => Ok(0),
    }
}

fn itself(_vm: &mut Vm, args: Args) -> Res {
    Ok(args.get(0))
}

fn group(vm: &mut Vm, args: Args) -> Res {
    let m = args.get(0);
    if args.rest.is_empty() {
        return Ok(text_of(vm, m, 0, Value::NONE));
    }
    let mut out = Vec::with_capacity(args.rest.len());
    for v in args.rest {
        let group = group_index(vm, m, *v)?;
        out.push(text_of(vm, m, group, Value::NONE));
    }
    Ok(if let [one] = out[..] { one } else { vm.new_tuple(&out) })
}

fn getitem(vm: &mut Vm, args: Args) -> Res {
    item(vm, args.get(0), args.get(1))
}

/// `m[key]`.
pub fn item(vm: &mut Vm, m: Value, key: Value) -> Res {
    let group = group_index(vm, m, key)?;
    Ok(text_of(vm, m, group, Value::NONE))
}

fn start(vm: &mut Vm, args: Args) -> Res {
    let group = group_arg(vm, &args)?;
    Ok(chars_of(vm, args.get(0), group)[0])
}

fn end(vm: &mut Vm, args: Args) -> Res {
    let group = group_arg(vm, &args)?;
    Ok(chars_of(vm, args.get(0), group)[1])
}

fn span(vm: &mut Vm, args: Args) -> Res {
    let group = group_arg(vm, &args)?;
    let span = chars_of(vm, args.get(0), group);
    Ok(vm.new_tuple(&span))
}

fn groups(vm: &mut Vm, args: Args) -> Res {
    let (m, default) = (args.get(0), args.opt(1).unwrap_or(Value::NONE));
    let mut out = Vec::with_capacity(count(vm, m));
    for group in 1..count(vm, m) {
        out.push(text_of(vm, m, group, default));
    }
    Ok(vm.new_tuple(&out))
}

fn groupdict(vm: &mut Vm, args: Args) -> Res {
    let (m, default) = (args.get(0), args.opt(1).unwrap_or(Value::NONE));
    let names = pattern::names(vm, vm.heap.slot(m, PATTERN));
    let out = vm.new_dict();
    for name in vm.collect(names)? {
        let group = group_index(vm, m, name)?;
        let text = text_of(vm, m, group, default);
        vm.dict_set(out, name, text)?;
    }
    Ok(out)
}

fn string(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, STRING))
}

fn re(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, PATTERN))
}

/// The pattern of a match.
pub fn pattern_of(vm: &Vm, m: Value) -> Value {
    vm.heap.slot(m, PATTERN)
}

fn pos(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, POS))
}

fn endpos(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, ENDPOS))
}

fn lastindex(vm: &mut Vm, m: Value) -> Res {
    Ok(vm.heap.slot(m, LASTINDEX))
}

fn lastgroup(vm: &mut Vm, m: Value) -> Res {
    let last = vm.heap.slot(m, LASTINDEX);
    if last.is_none() {
        return Ok(Value::NONE);
    }
    Ok(pattern::name_of_group(vm, vm.heap.slot(m, PATTERN), last.as_int() as usize))
}

fn regs(vm: &mut Vm, m: Value) -> Res {
    let mut out = Vec::with_capacity(count(vm, m));
    for group in 0..count(vm, m) {
        let span = chars_of(vm, m, group);
        out.push(vm.new_tuple(&span));
    }
    Ok(vm.new_tuple(&out))
}

/// `repr(m)`.
pub fn repr(vm: &mut Vm, m: Value) -> Res {
    let [from, to] = chars_of(vm, m, 0).map(Value::as_int);
    let text = text_of(vm, m, 0, Value::NONE);
    let text = vm.repr(text)?;
    let mut out = format!("<re.Match object; span=({from}, {to}), match=").into_bytes();
    out.extend_from_slice(pattern::shortened(vm.heap.bytes(text), 50));
    out.push(b'>');
    Ok(vm.new_str_raw(&out))
}
