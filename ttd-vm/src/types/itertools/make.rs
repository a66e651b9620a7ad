//! Constructors of the iterators of `itertools`.
//!
//! Where getting an argument's iterator runs Python code, `it_start` of `lib/hidden/containers/itertools.py` does that
//! and calls [`build`] with the result.

use ttd_core::value::{TypeId, Value};

use super::{class_of, number, tee as tees};
use crate::ops::{arity, concat::check_size, construct, iter};
use crate::types::iter::asking;
use crate::types::iter::map::native_function;
use crate::types::iter::simple_iters;
use crate::{Vm, ids, native::*};

/// Makes an iterator of this type over the iterators of some values.
fn start(vm: &mut Vm, class: Value, tid: TypeId, iterables: &[Value], rest: &[Value]) -> Res {
    // No items are taken before it is known that all arguments are plain.
    let found = if takes_pools(tid) {
        match iterables.iter().all(|v| vm.plain_iterable(*v)) {
            true => Some(iterables.iter().map(|v| pool(vm, *v)).collect::<Res<Vec<Value>>>()?),
            false => None,
        }
    } else {
        simple_iters(vm, iterables)
    };
    if let Some(its) = found {
        let made = build(vm, tid, &its, rest)?;
        let builtin = class_of(vm, tid);
        return Ok(construct::instance(vm, class, builtin, made));
    }
    let f = vm.lib(if takes_pools(tid) { "it_start_pools" } else { "it_start" });
    let (iterables, rest) = (vm.new_tuple(iterables), vm.new_tuple(rest));
    Err(vm.tail_call(f, &[class, Value::int(i64::from(tid.0)), iterables, rest]))
}

/// Returns whether all items are taken at the start, into a tuple.
fn takes_pools(tid: TypeId) -> bool {
    matches!(tid, ids::COMBINATIONS | ids::COMBINATIONS_REPLACED | ids::PERMUTATIONS | ids::PRODUCT)
}

fn pool(vm: &mut Vm, v: Value) -> Res {
    if v.is(ids::TUPLE) {
        return Ok(v);
    }
    let items = iter::items(vm, v)?;
    Ok(vm.new_tuple(&items))
}

/// Makes the object from iterators (or pools) and the other arguments.
pub fn build(vm: &mut Vm, tid: TypeId, its: &[Value], rest: &[Value]) -> Res {
    let plain = its.iter().all(|it| iter::plain_iterable(vm, *it));
    let quiet = |vm: &Vm, f: Value| f.is_none() || native_function(vm, f);
    let (no, zero) = (Value::FALSE, Value::int(0));
    let (native, slots) = match tid {
        ids::ACCUMULATE => (plain && quiet(vm, rest[0]), vec![its[0], rest[0], Value::UNBOUND, rest[1]]),
        ids::BATCHED => (plain, vec![its[0], rest[0], rest[1]]),
        ids::CHAIN => (plain && rest[0] == Value::TRUE, vec![its[0], Value::NONE, Value::UNBOUND]),
        ids::COMPRESS => (plain, vec![its[0], its[1]]),
        ids::CYCLE => (plain, vec![its[0], vm.new_list(&[]), zero]),
        ids::DROPWHILE | ids::TAKEWHILE => (plain && quiet(vm, rest[0]), vec![rest[0], its[0], no]),
        ids::FILTERFALSE | ids::STARMAP => (plain && quiet(vm, rest[0]), vec![rest[0], its[0]]),
        ids::GROUPBY => {
            let mut slots = vec![its[0], rest[0]];
            slots.resize(6, Value::UNBOUND);
            (plain && quiet(vm, rest[0]), slots)
        }
        ids::ISLICE => (plain, vec![its[0], rest[0], rest[1], rest[2], zero]),
        ids::PAIRWISE => (plain, vec![its[0], Value::UNBOUND]),
        ids::TEE => return Ok(tees::new(vm, its[0], plain)),
        ids::ZIP_LONGEST => {
            let mut slots = vec![rest[0], Value::int(its.len() as i64)];
            slots.extend_from_slice(its);
            (plain, slots)
        }
        _ => return super::combine::build(vm, tid, its, rest),
    };
    Ok(assemble(vm, tid, native, &slots))
}

/// Makes the object with its engine, if it needs one.
pub(super) fn assemble(vm: &mut Vm, tid: TypeId, native: bool, slots: &[Value]) -> Value {
    let mut all = vec![if native { Value::UNBOUND } else { vm.lib(engine_name(tid)) }];
    all.extend_from_slice(slots);
    match native {
        true => vm.heap.new_slots_from(tid, 0, &all),
        false => asking::assemble(vm, tid, all),
    }
}

fn engine_name(tid: TypeId) -> &'static str {
    match tid {
        ids::ACCUMULATE => "it_accumulate",
        ids::BATCHED => "it_batched",
        ids::CHAIN => "it_chain",
        ids::COMPRESS => "it_compress",
        ids::COUNT => "it_count",
        ids::CYCLE => "it_cycle",
        ids::DROPWHILE => "it_dropwhile",
        ids::FILTERFALSE => "it_filterfalse",
        ids::GROUPBY => "it_groupby",
        ids::GROUPER => "it_grouper",
        ids::ISLICE => "it_islice",
        ids::PAIRWISE => "it_pairwise",
        ids::STARMAP => "it_starmap",
        ids::TAKEWHILE => "it_takewhile",
        ids::TEE => "it_tee_next",
        _ => "it_zip_longest",
    }
}

fn or_none(args: &Args, i: usize) -> Value {
    args.opt(i).unwrap_or(Value::NONE)
}

/// Converts an argument to a number of items.
pub(crate) fn count_arg(vm: &mut Vm, v: Value) -> Res<i64> {
    let n = vm.index(v)?;
    match vm.as_i64(n) {
        Some(n) => Ok(n),
        None => Err(vm.overflow_error("Python int too large to convert to C ssize_t")),
    }
}

pub(super) fn accumulate(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::ACCUMULATE, &[args.get(1)], &[or_none(&args, 2), or_none(&args, 3)])
}

pub(super) fn batched(vm: &mut Vm, args: Args) -> Res {
    let n = count_arg(vm, args.get(2))?;
    let strict = match args.opt(3) {
        Some(strict) => vm.truth(strict)?,
        None => false,
    };
    if n < 1 {
        return Err(vm.value_error("n must be at least one"));
    }
    let n = vm.int(n);
    start(vm, args.get(0), ids::BATCHED, &[args.get(1)], &[n, Value::bool(strict)])
}

pub(super) fn chain(vm: &mut Vm, args: Args) -> Res {
    if !args.kw.is_empty() {
        return Err(vm.type_error("chain() takes no keyword arguments"));
    }
    let plain = args.rest.iter().all(|v| vm.plain_iterable(*v));
    let source = vm.new_tuple(args.rest);
    start(vm, args.get(0), ids::CHAIN, &[source], &[Value::bool(plain)])
}

pub(super) fn from_iterable(vm: &mut Vm, args: Args) -> Res {
    let source = args.get(1);
    // A list may still change: then nested calls iterate over it.
    let items = match source {
        v if v.is(ids::LIST) => vm.heap.list(v),
        v if v.is(ids::TUPLE) => vm.heap.tuple(v),
        _ => &[Value::NONE],
    };
    let plain = items.iter().all(|v| vm.plain_iterable(*v));
    start(vm, args.get(0), ids::CHAIN, &[source], &[Value::bool(plain)])
}

fn chosen(vm: &mut Vm, args: &Args, tid: TypeId) -> Res {
    let r = count_arg(vm, args.get(2))?;
    let r = vm.int(r);
    start(vm, args.get(0), tid, &[args.get(1)], &[r])
}

pub(super) fn combinations(vm: &mut Vm, args: Args) -> Res {
    chosen(vm, &args, ids::COMBINATIONS)
}

pub(super) fn with_replacement(vm: &mut Vm, args: Args) -> Res {
    chosen(vm, &args, ids::COMBINATIONS_REPLACED)
}

pub(super) fn permutations(vm: &mut Vm, args: Args) -> Res {
    let r = or_none(&args, 2);
    start(vm, args.get(0), ids::PERMUTATIONS, &[args.get(1)], &[r])
}

pub(super) fn product(vm: &mut Vm, args: Args) -> Res {
    arity::only_keywords(vm, "product", &args, &["repeat"])?;
    let repeat = match arity::keyword(vm, &args, "repeat") {
        Some(n) => count_arg(vm, n)?,
        None => 1,
    };
    if repeat < 0 {
        return Err(vm.value_error("repeat argument cannot be negative"));
    }
    check_size(vm, args.rest.len(), repeat as usize, 16)?;
    let iterables: &[Value] = if repeat == 0 { &[] } else { args.rest };
    let repeat = vm.int(repeat);
    start(vm, args.get(0), ids::PRODUCT, iterables, &[repeat])
}

pub(super) fn compress(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::COMPRESS, &[args.get(1), args.get(2)], &[])
}

pub(super) fn count(vm: &mut Vm, args: Args) -> Res {
    let made = number::new_count(vm, args.opt(1), args.opt(2))?;
    let builtin = class_of(vm, ids::COUNT);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

pub(super) fn cycle(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::CYCLE, &[args.get(1)], &[])
}

pub(super) fn dropwhile(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::DROPWHILE, &[args.get(2)], &[args.get(1)])
}

pub(super) fn takewhile(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::TAKEWHILE, &[args.get(2)], &[args.get(1)])
}

pub(super) fn filterfalse(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::FILTERFALSE, &[args.get(2)], &[args.get(1)])
}

pub(super) fn starmap(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::STARMAP, &[args.get(2)], &[args.get(1)])
}

pub(super) fn groupby(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::GROUPBY, &[args.get(1)], &[or_none(&args, 2)])
}

pub(super) fn grouper(vm: &mut Vm, args: Args) -> Res {
    let Some(parent) = vm.payload(args.get(1), ids::GROUPBY) else {
        let given = vm.type_name(args.get(1));
        return Err(vm.type_error(format!("_grouper() argument 1 must be itertools.groupby, not {given}")));
    };
    Ok(super::group::new_grouper(vm, parent, args.get(2)))
}

pub(super) fn islice(vm: &mut Vm, args: Args) -> Res {
    let given = arity::positional(vm, "islice", &args, 2, 4)?;
    const STOP: &str = "Stop argument for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const START: &str = "Indices for islice() must be None or an integer: 0 <= x <= sys.maxsize.";
    const STEP: &str = "Step for islice() must be a positive integer or None.";
    let (first, stop) = if given.len() == 2 { (Value::NONE, given[1]) } else { (given[1], given[2]) };
    let first = bound(vm, first, 0)?;
    // -1 stands for None and for what cannot be converted.
    let unbounded = stop.is_none();
    let stop = bound(vm, stop, -1)?;
    if stop == -1 && !unbounded {
        return Err(vm.value_error(STOP));
    }
    if first < 0 || stop < -1 {
        return Err(vm.value_error(START));
    }
    let step = bound(vm, given.get(3).copied().unwrap_or(Value::NONE), 1)?;
    if step < 1 {
        return Err(vm.value_error(STEP));
    }
    let rest = [vm.int(first), vm.int(stop), vm.int(step)];
    start(vm, args.get(0), ids::ISLICE, &[given[0]], &rest)
}

/// Returns a bound of a slice; -1 for an index that does not fit.
fn bound(vm: &mut Vm, v: Value, default: i64) -> Res<i64> {
    if v.is_none() {
        return Ok(default);
    }
    let index = vm.index(v);
    let index = vm.catch(index, vm.types.exception)?;
    Ok(index.and_then(|i| vm.as_i64(i)).unwrap_or(-1))
}

pub(super) fn pairwise(vm: &mut Vm, args: Args) -> Res {
    start(vm, args.get(0), ids::PAIRWISE, &[args.get(1)], &[])
}

pub(super) fn repeat(vm: &mut Vm, args: Args) -> Res {
    let times = match args.opt(2) {
        Some(n) => count_arg(vm, n)?.max(0),
        None => -1,
    };
    let times = vm.int(times);
    let made = assemble(vm, ids::REPEAT, true, &[args.get(1), times]);
    let builtin = class_of(vm, ids::REPEAT);
    Ok(construct::instance(vm, args.get(0), builtin, made))
}

pub(super) fn tee(vm: &mut Vm, args: Args) -> Res {
    if let Some(other) = vm.payload(args.get(1), ids::TEE) {
        return Ok(tees::copied(vm, other));
    }
    start(vm, args.get(0), ids::TEE, &[args.get(1)], &[])
}

pub(super) fn zip_longest(vm: &mut Vm, args: Args) -> Res {
    for (name, _) in args.kw {
        if vm.heap.bytes(*name) != b"fillvalue" {
            return Err(vm.type_error("zip_longest() got an unexpected keyword argument"));
        }
    }
    let fill = arity::keyword(vm, &args, "fillvalue").unwrap_or(Value::NONE);
    start(vm, args.get(0), ids::ZIP_LONGEST, args.rest, &[fill])
}
