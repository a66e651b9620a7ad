//! `_heapq` and `_bisect`: native when comparing runs no Python code (numbers, strings and tuples of these), otherwise
//! in `lib/hidden/containers/heap.py`.

mod bisect;

use ttd_core::value::Value;

use crate::types::list::sort::plain_less;
use crate::{Vm, ids, methods, native::*};

pub use bisect::MODULE as BISECT;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_heapq",
    doc: "Heap queue algorithm (a.k.a. priority queue).",
    functions: methods! {
        /// Push item onto heap, maintaining the heap invariant.
        CallsBack "heappush" "(heap, item, /)" => heappush;
        /// Pop the smallest item off the heap, maintaining the heap invariant.
        CallsBack "heappop" "(heap, /)" => heappop;
        /// Pop and return the current smallest value, and add the new item.
        CallsBack "heapreplace" "(heap, item, /)" => heapreplace;
        /// Push item on the heap, then pop and return the smallest item from the heap.
        CallsBack "heappushpop" "(heap, item, /)" => heappushpop;
        /// Transform list into a heap, in-place, in O(len(heap)) time.
        CallsBack "heapify" "(heap, /)" => heapify;
        /// Push item onto max heap, maintaining the heap invariant.
        CallsBack "heappush_max" "(heap, item, /)" => heappush_max;
        /// Maxheap variant of heappop.
        CallsBack "heappop_max" "(heap, /)" => heappop_max;
        /// Maxheap variant of heapreplace.
        CallsBack "heapreplace_max" "(heap, item, /)" => heapreplace_max;
        /// Maxheap variant of heappushpop.
        CallsBack "heappushpop_max" "(heap, item, /)" => heappushpop_max;
        /// Maxheap variant of heapify.
        CallsBack "heapify_max" "(heap, /)" => heapify_max;
    },
    types: &[],
    init,
};

fn init(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}

/// The list argument; a TypeError names the function.
fn heap_of(vm: &mut Vm, function: &str, args: &Args) -> Res {
    match vm.payload(args.get(0), ids::LIST) {
        Some(list) => Ok(list),
        None => {
            let given = vm.type_name(args.get(0));
            Err(vm.type_error(format!("{function}() argument must be list, not {given}")))
        }
    }
}

fn heap_of_first(vm: &mut Vm, function: &str, args: &Args) -> Res {
    match vm.payload(args.get(0), ids::LIST) {
        Some(list) => Ok(list),
        None => {
            let given = vm.type_name(args.get(0));
            Err(vm.type_error(format!("{function}() argument 1 must be list, not {given}")))
        }
    }
}

/// Whether `a` comes before `b`; `None` when comparing needs Python code.
fn before(vm: &Vm, max: bool, a: Value, b: Value) -> Option<bool> {
    if max { plain_less(vm, b, a) } else { plain_less(vm, a, b) }
}

fn apply(vm: &mut Vm, list: Value, moves: &[(usize, Value)]) {
    for (i, v) in moves {
        vm.heap.list_set(list, *i, *v);
    }
}

/// The writes that move a new last item up to its place.
fn rise(vm: &Vm, list: Value, item: Value, max: bool) -> Option<Vec<(usize, Value)>> {
    let items = vm.heap.list(list);
    let (mut moves, mut at) = (Vec::new(), items.len());
    while at > 0 {
        let above = (at - 1) >> 1;
        if !before(vm, max, item, items[above])? {
            break;
        }
        moves.push((at, items[above]));
        at = above;
    }
    moves.push((at, item));
    Some(moves)
}

/// The writes that move an item down from the top of the first `end` items.
fn sink(vm: &Vm, items: &[Value], start: usize, end: usize, item: Value, max: bool) -> Option<Vec<(usize, Value)>> {
    let (mut moves, mut at): (Vec<(usize, Value)>, usize) = (Vec::new(), start);
    while at < end >> 1 {
        let mut child = 2 * at + 1;
        if child + 1 < end && !before(vm, max, items[child], items[child + 1])? {
            child += 1;
        }
        moves.push((at, items[child]));
        at = child;
    }
    while let Some((above, value)) = moves.last().copied() {
        if !before(vm, max, item, value)? {
            break;
        }
        moves.pop();
        at = above;
    }
    moves.push((at, item));
    Some(moves)
}

fn leave_to(vm: &mut Vm, function: &str, args: &[Value], max: bool) -> Res {
    let f = vm.lib(function);
    let mut all = args.to_vec();
    all.push(Value::bool(max));
    Err(vm.tail_call(f, &all))
}

fn push(vm: &mut Vm, name: &str, args: &Args, max: bool) -> Res {
    let (list, item) = (heap_of_first(vm, name, args)?, args.get(1));
    let Some(moves) = rise(vm, list, item, max) else {
        return leave_to(vm, "heap_push", &[list, item], max);
    };
    vm.heap.list_push(list, item);
    apply(vm, list, &moves);
    Ok(Value::NONE)
}

fn pop(vm: &mut Vm, name: &str, args: &Args, max: bool) -> Res {
    let list = heap_of(vm, name, args)?;
    let items = vm.heap.list(list);
    let (Some(&first), Some(&last)) = (items.first(), items.last()) else {
        return Err(vm.index_error("index out of range"));
    };
    let end = items.len() - 1;
    if end == 0 {
        vm.heap.list_pop(list);
        return Ok(last);
    }
    let Some(moves) = sink(vm, items, 0, end, last, max) else {
        return leave_to(vm, "heap_pop", &[list], max);
    };
    vm.heap.list_pop(list);
    apply(vm, list, &moves);
    Ok(first)
}

fn replace(vm: &mut Vm, name: &str, args: &Args, max: bool) -> Res {
    let (list, item) = (heap_of_first(vm, name, args)?, args.get(1));
    let items = vm.heap.list(list);
    let Some(&first) = items.first() else { return Err(vm.index_error("index out of range")) };
    let Some(moves) = sink(vm, items, 0, items.len(), item, max) else {
        return leave_to(vm, "heap_replace", &[list, item], max);
    };
    apply(vm, list, &moves);
    Ok(first)
}

fn pushpop(vm: &mut Vm, name: &str, args: &Args, max: bool) -> Res {
    let (list, item) = (heap_of_first(vm, name, args)?, args.get(1));
    let items = vm.heap.list(list);
    let Some(&first) = items.first() else { return Ok(item) };
    match before(vm, max, first, item) {
        Some(false) => return Ok(item),
        Some(true) => {}
        None => return leave_to(vm, "heap_pushpop", &[list, item], max),
    }
    let Some(moves) = sink(vm, items, 0, items.len(), item, max) else {
        return leave_to(vm, "heap_pushpop", &[list, item], max);
    };
    apply(vm, list, &moves);
    Ok(first)
}

fn make(vm: &mut Vm, name: &str, args: &Args, max: bool) -> Res {
    let list = heap_of(vm, name, args)?;
    let mut items = vm.heap.list(list).to_vec();
    for i in (0..items.len() >> 1).rev() {
        let Some(moves) = sink(vm, &items, i, items.len(), items[i], max) else {
            return leave_to(vm, "heap_make", &[list], max);
        };
        for (at, v) in moves {
            items[at] = v;
        }
        if i % 1000 == 999 {
            vm.check_interrupt()?;
        }
    }
    vm.heap.list_replace(list, items);
    Ok(Value::NONE)
}

macro_rules! functions {
    ($($name:ident $max_name:ident $shown:literal $max_shown:literal => $f:ident;)*) => {$(
        fn $name(vm: &mut Vm, args: Args) -> Res {
            $f(vm, $shown, &args, false)
        }

        fn $max_name(vm: &mut Vm, args: Args) -> Res {
            $f(vm, $max_shown, &args, true)
        }
    )*};
}

functions! {
    heappush heappush_max "heappush" "heappush_max" => push;
    heappop heappop_max "heappop" "heappop_max" => pop;
    heapreplace heapreplace_max "heapreplace" "heapreplace_max" => replace;
    heappushpop heappushpop_max "heappushpop" "heappushpop_max" => pushpop;
    heapify heapify_max "heapify" "heapify_max" => make;
}
