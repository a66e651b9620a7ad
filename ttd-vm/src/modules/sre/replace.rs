//! `sub`, `subn` and `expand`: replacing by a string, a template, or the result of a function.
//!
//! A template is a tuple of the pieces from `re._parser.parse_template`: a string, a group number, a string, and so on.
//! Compiling templates and calling functions is Python code: `lib/hidden/text/regex.py`.

use ttd_core::value::Value;
use ttd_pyalgos::regex::engine::UNSET;

use super::job::Job;
use super::{matched, pattern};
use crate::types::bytes::value::is_bytes_like;
use crate::{Vm, ids, native::*};

/// The type of compiled templates.
pub const TYPE: TypeDef =
    TypeDef { name: "_sre.SRE_Template", tid: ids::RE_TEMPLATE, doc: "", subclassable: false, ..TypeDef::EMPTY };

/// `_sre.template(pattern, template)`.
pub(super) fn template(vm: &mut Vm, args: Args) -> Res {
    let Some(list) = vm.payload(args.get(1), ids::LIST) else {
        let name = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("template() argument 2 must be list, not {name}")));
    };
    let pieces = vm.heap.list(list).to_vec();
    let sound = pieces.iter().enumerate().all(|(i, piece)| match i % 2 {
        0 => {
            let inner = vm.unwrap(*piece);
            inner.is(ids::STR) || is_bytes_like(inner)
        }
        _ => piece.is_int() && piece.as_int() >= 0,
    });
    if !sound || pieces.len().is_multiple_of(2) {
        return Err(vm.type_error("invalid template"));
    }
    let pieces: Vec<Value> = pieces.iter().map(|p| vm.unwrap(*p)).collect();
    Ok(vm.heap.new_tuple(ids::RE_TEMPLATE, &pieces))
}

/// A `count` or `maxsplit` argument: zero and less mean no limit.
pub(super) fn limit(vm: &mut Vm, v: Option<Value>) -> Res<usize> {
    let Some(v) = v else { return Ok(usize::MAX) };
    let i = vm.index(v)?;
    match vm.as_i64(i) {
        Some(0) => Ok(usize::MAX),
        Some(i) => Ok(usize::try_from(i).unwrap_or(0)),
        None => Err(vm.overflow_error("Python int too large to convert to C ssize_t")),
    }
}

pub(super) fn sub(vm: &mut Vm, args: Args) -> Res {
    substitute(vm, &args, false)
}

pub(super) fn subn(vm: &mut Vm, args: Args) -> Res {
    substitute(vm, &args, true)
}

fn substitute(vm: &mut Vm, args: &Args, counted: bool) -> Res {
    let (pattern, by, string) = (args.get(0), args.get(1), args.get(2));
    let limit = limit(vm, args.opt(3))?;
    let inner = vm.unwrap(by);
    if inner.is(ids::RE_TEMPLATE) {
        let job = Job::new(vm, pattern, string, None, None)?;
        let pieces = vm.heap.tuple(inner).to_vec();
        return replace_all(vm, &job, &pieces, limit, counted);
    }
    if vm.is_callable(by) {
        // An unsuitable string is reported before the function is looked at.
        let job = Job::new(vm, pattern, string, None, None)?;
        let empty = job.part(vm, 0, 0);
        let limit = Value::int(i64::try_from(limit).unwrap_or(i64::MAX).min(Value::INT_MAX));
        let f = vm.lib("re_replace");
        return Err(vm.tail_call(f, &[pattern, by, string, limit, empty, Value::bool(counted)]));
    }
    let text = inner.is(ids::STR) || is_bytes_like(inner);
    if text && !vm.raw_bytes(inner).contains(&b'\\') {
        let job = Job::new(vm, pattern, string, None, None)?;
        return replace_all(vm, &job, &[inner], limit, counted);
    }
    let count = args.opt(3).unwrap_or(Value::int(0));
    let f = vm.lib("re_substitute");
    Err(vm.tail_call(f, &[pattern, by, string, count, Value::bool(counted)]))
}

/// Replaces matches by the pieces of a template.
fn replace_all(vm: &mut Vm, job: &Job, pieces: &[Value], limit: usize, counted: bool) -> Res {
    for piece in pieces.iter().skip(1).step_by(2) {
        if piece.as_int() as usize > job.program.groups {
            return Err(vm.index_error("no such group"));
        }
    }
    let text = job.inner.is(ids::STR);
    if let Some(wrong) = pieces.iter().step_by(2).find(|p| p.is(ids::STR) != text && !vm.raw_bytes(**p).is_empty()) {
        return wrong_piece(vm, job, pieces, *wrong, counted);
    }
    let literals: Vec<Vec<u8>> = pieces.iter().step_by(2).map(|p| vm.raw_bytes(*p).to_vec()).collect();
    let groups: Vec<usize> = pieces.iter().skip(1).step_by(2).map(|p| p.as_int() as usize).collect();
    let whole = vm.raw_bytes(job.inner).to_vec();
    let (out, n) = job.run(vm, |runner| {
        let (mut out, mut at, mut n, mut search, mut advance) = (Vec::with_capacity(whole.len()), 0, 0, 0, false);
        while search <= job.end && n < limit {
            let Some((start, end)) = runner.search(search, advance)? else { break };
            out.extend_from_slice(&whole[at..start]);
            out.extend_from_slice(&literals[0]);
            for (group, literal) in groups.iter().zip(&literals[1..]) {
                let (from, to) = match group {
                    0 => (start, end),
                    _ => (runner.matcher.marks[group * 2 - 2], runner.matcher.marks[group * 2 - 1]),
                };
                if from != UNSET && to != UNSET && from <= to {
                    out.extend_from_slice(&whole[from..to]);
                }
                out.extend_from_slice(literal);
            }
            (at, search, advance) = (end, end, start == end);
            n += 1;
        }
        out.extend_from_slice(&whole[at..]);
        Ok((out, n))
    })?;
    let result = match n {
        0 if !job.inner.is(ids::BYTEARRAY) => job.inner,
        _ if text => vm.new_str_raw(&out),
        _ => vm.new_bytes(&out),
    };
    if !counted {
        return Ok(result);
    }
    let n = vm.int(n as i64);
    Ok(vm.new_tuple(&[result, n]))
}

/// Raises an error for a template of another type than the string, if there is a match.
fn wrong_piece(vm: &mut Vm, job: &Job, pieces: &[Value], wrong: Value, counted: bool) -> Res {
    let found = job.run(vm, |runner| runner.search(job.from, false))?;
    let Some(span) = found else {
        let whole = job.part(vm, 0, job.end);
        return Ok(if counted { vm.new_tuple(&[whole, Value::int(0)]) } else { whole });
    };
    let name = vm.type_name(wrong);
    let item = usize::from(span.0 != 0 || pieces.first() != Some(&wrong));
    let wanted = if job.inner.is(ids::STR) { "expected str instance" } else { "expected a bytes-like object" };
    Err(vm.type_error(format!("sequence item {item}: {wanted}, {name} found")))
}

/// The text between two matches of a scan, for the loop in `lib/hidden/text/regex.py`. Anything but a match stands for
/// the beginning or the end.
pub fn gap(vm: &mut Vm, args: Args) -> Res {
    Ok(between(vm, args.get(0), args.get(1), args.get(2)))
}

fn between(vm: &mut Vm, scanner: Value, before: Value, behind: Value) -> Value {
    let inner = super::scanner::subject(vm, scanner);
    let from = if before.is(ids::RE_MATCH) { matched::whole(vm, before).1 } else { 0 };
    let to = if behind.is(ids::RE_MATCH) { matched::whole(vm, behind).0 } else { usize::MAX };
    super::job::part(vm, inner, from, to)
}

/// Appends what replaces the match before, unless it is None, and the text up to the next match, or to the end, which
/// it returns.
pub fn step(vm: &mut Vm, args: Args) -> Res {
    let [scanner, pieces, before, piece] = [0, 1, 2, 3].map(|i| args.get(i));
    if !piece.is_none() {
        vm.heap.list_push(pieces, piece);
    }
    let found = super::scanner::step(vm, scanner, false)?;
    let gap = between(vm, scanner, before, found);
    if !vm.raw_bytes(gap).is_empty() {
        vm.heap.list_push(pieces, gap);
    }
    Ok(found)
}

/// `m.expand(template)`.
pub(super) fn expand(vm: &mut Vm, args: Args) -> Res {
    let (m, by) = (args.get(0), args.get(1));
    if !by.is(ids::RE_TEMPLATE) {
        let f = vm.lib("re_expand");
        let pattern = matched::pattern_of(vm, m);
        return Err(vm.tail_call(f, &[m, pattern, by]));
    }
    let pieces = vm.heap.tuple(by).to_vec();
    let model = vm.unwrap(pieces[0]);
    let mut out = Vec::new();
    for (i, piece) in pieces.iter().enumerate() {
        let piece = match i % 2 {
            0 => *piece,
            _ if piece.as_int() as usize > pattern::group_count(vm, matched::pattern_of(vm, m)) => {
                return Err(vm.index_error("no such group"));
            }
            _ => matched::text_of(vm, m, piece.as_int() as usize, Value::NONE),
        };
        if piece.is_none() {
            continue;
        }
        if piece.is(ids::STR) != model.is(ids::STR) && !vm.raw_bytes(piece).is_empty() {
            let name = vm.type_name(piece);
            let wanted = if model.is(ids::STR) { "expected str instance" } else { "expected a bytes-like object" };
            return Err(vm.type_error(format!("sequence item {i}: {wanted}, {name} found")));
        }
        out.extend_from_slice(vm.raw_bytes(piece));
    }
    Ok(if model.is(ids::STR) { vm.new_str_raw(&out) } else { vm.new_bytes(&out) })
}
