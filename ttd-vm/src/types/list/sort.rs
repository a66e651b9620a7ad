//! Sorting: native where comparing the keys runs no Python code, else by `lib/hidden/language/builtins.py`.

use std::cmp::Ordering;

use ttd_core::value::Value;
use ttd_pyalgos::timsort;

use crate::ops::{compare, keys::plain_equal};
use crate::{Vm, ids, native::*};

/// A key and its value.
type Item = (Value, Value);

/// `list.sort(key=None, reverse=False)`.
pub fn sort(vm: &mut Vm, args: Args) -> Res {
    let list = args.get(0);
    let key = args.opt(1).unwrap_or(Value::NONE);
    let reverse = match args.opt(2) {
        Some(reverse) => vm.truth(reverse)?,
        None => false,
    };
    if key.is_none() && sort_list(vm, list, list, reverse)? {
        return Ok(Value::NONE);
    }
    let f = vm.lib("list_sort");
    Err(vm.tail_call(f, &[list, key, Value::bool(reverse)]))
}

/// Sorts the list `values` by the list `keys`, which may be the same list. Returns `false` with nothing done when
/// comparing may run Python code. After an error the order is unspecified.
pub fn sort_list(vm: &mut Vm, keys: Value, values: Value, reverse: bool) -> Res<bool> {
    let paired = vm.heap.list(keys).iter().zip(vm.heap.list(values));
    let mut items: Vec<Item> = paired.map(|(k, v)| (*k, *v)).collect();
    for (key, _) in &mut items {
        *key = compared_value(vm, *key);
    }
    let is_plain = items.iter().all(|(k, _)| is_plain(vm, *k, 0));
    if reverse {
        // Reversing before and after keeps equal items in order.
        items.reverse();
    }
    let sorted = if is_plain { sort_items(vm, &mut items) } else { Ok(()) };
    if !is_plain && !sort_by_prefixes(vm, &mut items)? {
        return Ok(false);
    }
    if reverse {
        items.reverse();
    }
    vm.heap.list_replace(values, items.into_iter().map(|(_, v)| v).collect());
    sorted.map(|()| true)
}

/// Returns the builtin value within an instance of a class that is compared as that is: a named tuple, a member of an
/// IntEnum. Any other value is itself.
fn compared_value(vm: &mut Vm, key: Value) -> Value {
    let inner = vm.unwrap(key);
    if inner == key || !(vm.is_integer(inner) || inner.is(ids::STR) || inner.is(ids::TUPLE)) {
        return key;
    }
    let class = vm.type_of(key);
    let own = [vm.names.lt, vm.names.gt].map(|name| vm.lookup(class, name).is_some_and(|f| f.is(ids::METHOD_DESC)));
    if own == [true; 2] { inner } else { key }
}

/// Returns whether comparing it with another such value runs no Python code.
fn is_plain(vm: &Vm, v: Value, depth: u32) -> bool {
    if !v.is_obj() {
        return true;
    }
    match v.tid() {
        ids::STR | ids::BYTES | ids::BIGINT => true,
        // Bounded depth: containers may contain themselves.
        ids::TUPLE => depth < 8 && vm.heap.tuple(v).iter().all(|x| is_plain(vm, *x, depth + 1)),
        ids::LIST => depth < 8 && vm.heap.list(v).iter().all(|x| is_plain(vm, *x, depth + 1)),
        _ => compare::scalars(vm, v, v).is_some(),
    }
}

/// Where the order of the keys is total, every stable algorithm gives the same; where not (NaN), or where comparing
/// raises, the result depends on CPython's.
fn sort_items(vm: &mut Vm, items: &mut [Item]) -> Res<()> {
    if items.iter().all(|(k, _)| k.is_int()) {
        items.sort_by_key(|(k, _)| k.as_int());
        return Ok(());
    }
    if items.iter().all(|(k, _)| k.is_float() && !k.as_float().is_nan()) {
        items.sort_by(|(a, _), (b, _)| a.as_float().partial_cmp(&b.as_float()).unwrap_or(Ordering::Equal));
        return Ok(());
    }
    if items.iter().all(|(k, _)| k.is(ids::STR)) {
        let heap = &vm.heap;
        items.sort_by(|(a, _), (b, _)| heap.bytes(*a).cmp(heap.bytes(*b)));
        return Ok(());
    }
    if let Some((first, rest)) = items.split_first()
        && rest.iter().all(|(k, _)| are_ordered(vm, first.0, *k, 0))
        && are_ordered(vm, first.0, first.0, 0)
    {
        items.sort_by(|(a, _), (b, _)| order(vm, *a, *b));
        return Ok(());
    }
    merge_sort(vm, items, |vm, a, b| vm.less(a, b).map(Some)).map(|_| ())
}

/// Sorts as CPython does; `less` compares what [`plain_less`] cannot. Returns `false` with the items in some order as
/// soon as it cannot either.
fn merge_sort(vm: &mut Vm, items: &mut [Item], less: impl Fn(&mut Vm, Value, Value) -> Res<Option<bool>>) -> Res<bool> {
    let mut count = 0u32;
    let sorted = timsort::sort(items, |(a, _), (b, _)| {
        count += 1;
        if count.is_multiple_of(1 << 14) {
            vm.check_interrupt().map_err(Some)?;
        }
        let known = match plain_less(vm, a, b) {
            None => less(vm, a, b).map_err(Some)?,
            known => known,
        };
        known.ok_or(None)
    });
    match sorted {
        Ok(()) => Ok(true),
        Err(None) => Ok(false),
        Err(Some(trap)) => Err(trap),
    }
}

/// Sorts tuples and lists that hold anything, as long as plain elements before it decide. Returns `false` when they do
/// not.
fn sort_by_prefixes(vm: &mut Vm, items: &mut [Item]) -> Res<bool> {
    merge_sort(vm, items, |_, _, _| Ok(None))
}

/// Returns whether two keys are of one kind with a total order: numbers but NaN, texts, tuples of these of one length.
fn are_ordered(vm: &Vm, a: Value, b: Value, depth: u32) -> bool {
    if a.is(ids::TUPLE) && b.is(ids::TUPLE) {
        let (p, q) = (vm.heap.tuple(a), vm.heap.tuple(b));
        return depth < 4 && p.len() == q.len() && p.iter().zip(q).all(|(x, y)| are_ordered(vm, *x, *y, depth + 1));
    }
    let is_number = |v: Value| v.is_int() || v.is_float() && !v.as_float().is_nan();
    is_number(a) && is_number(b) || a.is(ids::STR) && b.is(ids::STR)
}

/// Returns the order of two keys that [`are_ordered`].
fn order(vm: &Vm, a: Value, b: Value) -> Ordering {
    if Value::both_int(a, b) {
        return a.as_int().cmp(&b.as_int());
    }
    if a.is(ids::TUPLE) {
        let (p, q) = (vm.heap.tuple(a), vm.heap.tuple(b));
        return p.iter().zip(q).map(|(x, y)| order(vm, *x, *y)).find(|o| o.is_ne()).unwrap_or(Ordering::Equal);
    }
    compare::scalars(vm, a, b).flatten().unwrap_or(Ordering::Equal)
}

/// `a < b` of numbers, strings and tuples or lists whose first elements that differ are such values.
pub(crate) fn plain_less(vm: &Vm, a: Value, b: Value) -> Option<bool> {
    let sequences = if a.is(ids::TUPLE) && b.is(ids::TUPLE) {
        Some((vm.heap.tuple(a), vm.heap.tuple(b)))
    } else if a.is(ids::LIST) && b.is(ids::LIST) {
        Some((vm.heap.list(a), vm.heap.list(b)))
    } else {
        None
    };
    if let Some((p, q)) = sequences {
        for (x, y) in p.iter().zip(q) {
            if !plain_equal(vm, *x, *y)? {
                return plain_less(vm, *x, *y);
            }
        }
        return Some(p.len() < q.len());
    }
    compare::scalars(vm, a, b).map(|order| order.is_some_and(|o| o.is_lt()))
}
