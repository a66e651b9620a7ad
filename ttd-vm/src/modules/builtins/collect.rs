//! Builtins that consume an iterable: `all`, `any`, `min`, `max`, `sorted`.

use ttd_core::value::Value;

use crate::ops::compare::CmpOp;
use crate::ops::{arity, compare, iter};
use crate::types::list::sort;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, native::*};

/// Whether some item has the given truth value.
fn find_truth(vm: &mut Vm, iterable: Value, wanted: bool) -> Res<bool> {
    let mut found = false;
    iter::for_each(vm, iterable, |vm, item| {
        found = vm.truth(item)? == wanted;
        Ok(!found)
    })?;
    Ok(found)
}

pub(super) fn all(vm: &mut Vm, args: Args) -> Res {
    let iterable = args.get(0);
    if vm.plain_iterable(iterable) {
        return find_truth(vm, iterable, false).map(|found| Value::bool(!found));
    }
    Err(vm.tail_fold(Wait::All, iterable, "all_", &[iterable]))
}

pub(super) fn any(vm: &mut Vm, args: Args) -> Res {
    let iterable = args.get(0);
    if vm.plain_iterable(iterable) {
        return find_truth(vm, iterable, true).map(Value::bool);
    }
    Err(vm.tail_fold(Wait::Any, iterable, "any_", &[iterable]))
}

pub(super) fn min(vm: &mut Vm, args: Args) -> Res {
    extreme(vm, args, "min", "min_", CmpOp::Lt)
}

pub(super) fn max(vm: &mut Vm, args: Args) -> Res {
    extreme(vm, args, "max", "max_", CmpOp::Gt)
}

fn extreme(vm: &mut Vm, args: Args, name: &str, library: &'static str, op: CmpOp) -> Res {
    if args.rest.is_empty() {
        return Err(vm.type_error(format!("{name} expected at least 1 argument, got 0")));
    }
    arity::only_keywords(vm, name, &args, &["key", "default"])?;
    let key = arity::keyword(vm, &args, "key").unwrap_or(Value::NONE);
    let default = arity::keyword(vm, &args, "default");
    let mut iterable = args.rest[0];
    if args.rest.len() > 1 {
        if default.is_some() {
            return Err(
                vm.type_error(format!("Cannot specify a default for {name}() with multiple positional arguments"))
            );
        }
        if key.is_none() && !args.rest.iter().any(|v| v.is(ids::INST)) {
            return Ok(best(vm, args.rest, op)?.unwrap_or(iterable));
        }
        iterable = vm.new_tuple(args.rest);
    }
    if key.is_none() && vm.plain_iterable(iterable) {
        let items = iter::items(vm, iterable)?;
        if !items.iter().any(|v| v.is(ids::INST)) {
            return match best(vm, &items, op)?.or(default) {
                Some(best) => Ok(best),
                None => Err(vm.value_error(format!("{name}() iterable argument is empty"))),
            };
        }
        // The iterator is exhausted by now.
        iterable = vm.new_list(&items);
    }
    if key.is_none() && default.is_none() {
        let end = vm.lib("END");
        let wait = if op == CmpOp::Lt { Wait::Min } else { Wait::Max };
        return Err(vm.tail_fold(wait, iterable, library, &[iterable, key, end]));
    }
    let default = match default {
        Some(default) => default,
        None => vm.lib("END"),
    };
    let f = vm.lib(library);
    Err(vm.tail_call(f, &[iterable, key, default]))
}

/// The first of the best items.
fn best(vm: &mut Vm, items: &[Value], op: CmpOp) -> Res<Option<Value>> {
    let Some((&first, rest)) = items.split_first() else {
        return Ok(None);
    };
    let mut best = first;
    for &item in rest {
        let better = match compare::scalars(vm, item, best) {
            Some(order) => op.holds_opt(order),
            None => {
                let answer = vm.rich(op, item, best)?;
                vm.truth(answer)?
            }
        };
        if better {
            best = item;
        }
    }
    Ok(Some(best))
}

pub(super) fn sorted(vm: &mut Vm, args: Args) -> Res {
    arity::count(vm, "sorted", args.rest.len(), 1, 1)?;
    let iterable = args.rest[0];
    if args.kw.is_empty() && iterable.is(ids::GENERATOR) {
        let named = vm.new_dict();
        return Err(vm.tail_fold(Wait::Sorted, iterable, "sorted_", &[iterable, named]));
    }
    if !vm.plain_iterable(iterable) {
        let (f, named) = (vm.lib("sorted_"), vm.new_dict());
        for (name, value) in args.kw {
            vm.dict_set(named, *name, *value)?;
        }
        return Err(vm.tail_call(f, &[iterable, named]));
    }
    // CPython reads the items before it looks at the keywords.
    let items = iter::items(vm, iterable)?;
    arity::only_keywords(vm, "sort", &args, &["key", "reverse"])?;
    let key = arity::keyword(vm, &args, "key").unwrap_or(Value::NONE);
    let reverse = match arity::keyword(vm, &args, "reverse") {
        Some(reverse) => vm.truth(reverse)?,
        None => false,
    };
    let list = vm.new_list(&items);
    if key.is_none() && sort::sort_list(vm, list, list, reverse)? {
        return Ok(list);
    }
    let f = vm.lib("sorted_list");
    Err(vm.tail_call(f, &[list, key, Value::bool(reverse)]))
}
