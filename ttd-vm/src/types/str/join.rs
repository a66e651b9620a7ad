//! `sep.join(iterable)`.

use ttd_core::value::Value;

use crate::vm::call::waits::Wait;
use crate::{Vm, ids, native::*};

/// `sep.join(iterable)`.
///
/// An iterable that needs Python code is collected by the library first, so the loop waits in no native frame.
pub fn join(vm: &mut Vm, args: Args) -> Res {
    let (separator, items) = (args.get(0), args.get(1));
    if items.is(ids::LIST) {
        let items = vm.heap.list(items).to_vec();
        return join_items(vm, separator, &items);
    }
    if items.is(ids::TUPLE) {
        let items = vm.heap.tuple(items).to_vec();
        return join_items(vm, separator, &items);
    }
    if vm.plain_iterable(items) {
        let items = vm.collect(items)?;
        return join_items(vm, separator, &items);
    }
    if vm.special_named(items, vm.names.iter).is_none() && vm.special_named(items, vm.names.getitem).is_none() {
        return Err(vm.type_error("can only join an iterable"));
    }
    Err(vm.tail_fold(Wait::Join, items, "str_join", &[separator, items]))
}

/// Joins the items of a list; the separator may be an instance.
pub(crate) fn join_list(vm: &mut Vm, separator: Value, list: Value) -> Res {
    let (separator, items) = (vm.unwrap(separator), vm.heap.list(list).to_vec());
    join_items(vm, separator, &items)
}

fn join_items(vm: &mut Vm, separator: Value, items: &[Value]) -> Res {
    if let [only] = items
        && only.is(ids::STR)
    {
        return Ok(*only);
    }
    let glue = vm.heap.bytes(separator).len();
    let (mut size, mut chars) = (0, vm.str_len(separator) * items.len().saturating_sub(1));
    for (i, item) in items.iter().enumerate() {
        let text = vm.unwrap(*item);
        if !text.is(ids::STR) {
            let name = vm.type_name(*item);
            return Err(vm.type_error(format!("sequence item {i}: expected str instance, {name} found")));
        }
        size += vm.heap.bytes(text).len() + glue;
        chars += vm.str_len(text);
    }
    if !vm.heap.has_room(size as u64) {
        return Err(vm.memory_error());
    }
    let mut out = Vec::with_capacity(size);
    for (i, item) in items.iter().enumerate() {
        if i > 0 {
            out.extend_from_slice(vm.heap.bytes(separator));
        }
        out.extend_from_slice(vm.heap.bytes(vm.unwrap(*item)));
    }
    Ok(vm.new_str_counted(&out, chars))
}
