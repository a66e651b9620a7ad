//! `_bisect`.

use ttd_core::value::Value;

use crate::types::list::sort::plain_less;
use crate::{Vm, ids, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_bisect",
    doc: "Bisection algorithms.\n\n\
          This module provides support for maintaining a list in sorted order without\n\
          having to sort the list after each insertion. For long lists of items with\n\
          expensive comparison operations, this can be an improvement over the more\n\
          common approach.",
    functions: methods! {
        /// Return the index where to insert item x in list a, assuming a is sorted.
        ///
        /// The return value i is such that all e in a[:i] have e <= x, and all e in
        /// a[i:] have e > x.  So if x already appears in the list, a.insert(i, x) will
        /// insert just after the rightmost x already there.
        CallsBack "bisect_right" "(a, x, lo=0, hi=None, *, key=None)" => bisect_right;
        /// Return the index where to insert item x in list a, assuming a is sorted.
        ///
        /// The return value i is such that all e in a[:i] have e < x, and all e in
        /// a[i:] have e >= x.  So if x already appears in the list, a.insert(i, x) will
        /// insert just before the leftmost x already there.
        CallsBack "bisect_left" "(a, x, lo=0, hi=None, *, key=None)" => bisect_left;
        /// Insert item x in list a, and keep it sorted assuming a is sorted.
        ///
        /// If x is already in a, insert it to the right of the rightmost x.
        CallsBack "insort_right" "(a, x, lo=0, hi=None, *, key=None)" => insort_right;
        /// Insert item x in list a, and keep it sorted assuming a is sorted.
        ///
        /// If x is already in a, insert it to the left of the leftmost x.
        CallsBack "insort_left" "(a, x, lo=0, hi=None, *, key=None)" => insort_left;
    },
    types: &[],
    init,
};

fn init(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}

/// The bounds of the search.
fn bounds(vm: &mut Vm, args: &Args) -> Res<(i64, Option<i64>)> {
    let lo = match args.opt(2) {
        Some(lo) => vm.index_i64(lo)?,
        None => 0,
    };
    let hi = match args.opt(3).filter(|hi| !hi.is_none()) {
        Some(hi) => Some(vm.index_i64(hi)?),
        None => None,
    };
    if lo < 0 {
        return Err(vm.value_error("lo must be non-negative"));
    }
    Ok((lo, hi))
}

/// Binary search in a list or tuple; `None` when comparing needs Python code.
fn search(vm: &Vm, args: &Args, lo: i64, hi: Option<i64>, right: bool) -> Option<usize> {
    let (a, x) = (vm.unwrap(args.get(0)), args.get(1));
    if a != args.get(0) || args.opt(4).is_some_and(|key| !key.is_none()) {
        return None;
    }
    let items = match a {
        a if a.is(ids::LIST) => vm.heap.list(a),
        a if a.is(ids::TUPLE) => vm.heap.tuple(a),
        _ => return None,
    };
    let (mut lo, mut hi) = (usize::try_from(lo).ok()?, hi.map_or(Ok(items.len()), usize::try_from).ok()?);
    while lo < hi {
        let mid = lo + (hi - lo) / 2;
        let item = *items.get(mid)?;
        let less = if right { plain_less(vm, x, item)? } else { plain_less(vm, item, x)? };
        if less == right {
            hi = mid;
        } else {
            lo = mid + 1;
        }
    }
    Some(lo)
}

fn bisect(vm: &mut Vm, args: &Args, right: bool, insert: bool) -> Res {
    let (lo, hi) = bounds(vm, args)?;
    match search(vm, args, lo, hi, right) {
        Some(at) if !insert => Ok(vm.int(at as i64)),
        Some(at) if args.get(0).is(ids::LIST) => {
            let at = at.min(vm.heap.list(args.get(0)).len());
            vm.heap.list_insert(args.get(0), at, args.get(1));
            Ok(Value::NONE)
        }
        _ => {
            let f = vm.lib(match (right, insert) {
                (true, false) => "bisect_right_",
                (false, false) => "bisect_left_",
                (true, true) => "insort_right_",
                (false, true) => "insort_left_",
            });
            let lo = vm.int(lo);
            let hi = hi.map_or(Value::NONE, |hi| vm.int(hi));
            let key = args.opt(4).unwrap_or(Value::NONE);
            Err(vm.tail_call(f, &[args.get(0), args.get(1), lo, hi, key]))
        }
    }
}

fn bisect_right(vm: &mut Vm, args: Args) -> Res {
    bisect(vm, &args, true, false)
}

fn bisect_left(vm: &mut Vm, args: Args) -> Res {
    bisect(vm, &args, false, false)
}

fn insort_right(vm: &mut Vm, args: Args) -> Res {
    bisect(vm, &args, true, true)
}

fn insort_left(vm: &mut Vm, args: Args) -> Res {
    bisect(vm, &args, false, true)
}
