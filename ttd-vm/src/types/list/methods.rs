//! The methods of `list`.

use ttd_core::value::Value;

use super::{extend, sort};
use crate::ops::{arity, compare, construct, dunders, hashing, item, iter, rows};
use crate::types::slice;
use crate::vm::call::waits::Wait;
use crate::{Vm, ids, methods, native::*};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "list",
    tid: ids::LIST,
    doc: "Built-in mutable sequence.\n\n\
          If no argument is given, the constructor creates a new empty list.\n\
          The argument must be an iterable if specified.",
    methods: METHODS,
    shared: &[rows::CALLING_COMPARISONS, rows::CONCATENATION],
    class_methods: dunders::GENERIC,
    unhashable: true,
    slots: Slots {
        hash: Some(hashing::refuse),
        pattern: Pattern::Sequence,
        sequence_methods: true,
        filled_by_init: true,
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};

const METHODS: &[Method] = methods! {
    /// Create and return a new object.  See help(type) for accurate signature.
    CallsBack "__new__" "(cls, /, *args, **kwargs)" => new;
    /// Initialize self.  See help(type(self)) for accurate signature.
    CallsBack "__init__" "(self, /, *args, **kwargs)" => init;
    /// Append object to the end of the list.
    Mutates "append" "(self, object, /)" => append;
    /// Remove all items from list.
    Mutates "clear" "(self, /)" => clear;
    /// Return a shallow copy of the list.
    Pure "copy" "(self, /)" => copy;
    /// Return number of occurrences of value.
    CallsBack "count" "(self, value, /)" => count;
    /// Extend list by appending elements from the iterable.
    CallsBack "extend" "(self, iterable, /)" => extend_method;
    /// Return first index of value.
    ///
    /// Raises ValueError if the value is not present.
    CallsBack "index" "(self, value, start=0, stop=9223372036854775807, /)" => index;
    /// Insert object before index.
    CallsBack "insert" "(self, index, object, /)" => insert;
    /// Remove and return item at index (default last).
    ///
    /// Raises IndexError if list is empty or index is out of range.
    CallsBack "pop" "(self, index=-1, /)" => pop;
    /// Remove first occurrence of value.
    ///
    /// Raises ValueError if the value is not present.
    CallsBack "remove" "(self, value, /)" => remove;
    /// Reverse *IN PLACE*.
    Mutates "reverse" "(self, /)" => reverse;
    /// Sort the list in ascending order and return None.
    ///
    /// The sort is in-place (i.e. the list itself is modified) and stable (i.e. the
    /// order of two equal elements is maintained).
    ///
    /// If a key function is given, apply it once to each list item and sort them,
    /// ascending or descending, according to their function values.
    ///
    /// The reverse flag can be set to sort in descending order.
    CallsBack "sort" "(self, /, *, key=None, reverse=False)" => sort::sort;
    /// Return len(self).
    Pure "__len__" "(self, /)" => dunders::len;
    /// Return self[index].
    CallsBack "__getitem__" "(self, index, /)" => dunders::getitem;
    /// Set self[key] to value.
    CallsBack "__setitem__" "(self, key, value, /)" => dunders::setitem;
    /// Delete self[key].
    CallsBack "__delitem__" "(self, key, /)" => dunders::delitem;
    /// Return bool(key in self).
    CallsBack "__contains__" "(self, key, /)" => dunders::contains;
    /// Implement iter(self).
    Pure "__iter__" "(self, /)" => dunders::iter;
    /// Return a reverse iterator over the list.
    Pure "__reversed__" "(self, /)" => dunders::reversed;
    /// Implement self+=value.
    CallsBack "__iadd__" "(self, value, /)" => dunders::iadd;
    /// Implement self*=value.
    CallsBack "__imul__" "(self, value, /)" => dunders::repeat_inplace;
    /// Return repr(self).
    CallsBack "__repr__" "(self, /)" => dunders::repr;
};

fn new(vm: &mut Vm, args: Args) -> Res {
    let class = args.get(0);
    if class != vm.types.list {
        // `__init__` fills the lists of subclasses.
        let list = vm.new_list(&[]);
        return Ok(construct::instance(vm, class, vm.types.list, list));
    }
    let Some(from) = arity::optional(vm, "list", &args)? else {
        return Ok(vm.new_list(&[]));
    };
    if vm.plain_iterable(from) {
        let items = iter::items(vm, from)?;
        return Ok(vm.new_list(&items));
    }
    Err(vm.tail_fold(Wait::List, from, "list_", &[from]))
}

fn init(vm: &mut Vm, args: Args) -> Res {
    let list = args.get(0);
    if !args.kw.is_empty() {
        // A class with its own `__new__` may take keywords.
        let (class, builtin) = (vm.type_of(vm.receiver(list)), vm.types.list);
        if vm.lookup(class, vm.names.new) == vm.lookup(builtin, vm.names.new) {
            return Err(vm.type_error("list() takes no keyword arguments"));
        }
    }
    arity::count(vm, "list", args.rest.len(), 0, 1)?;
    let Some(from) = args.rest.first().copied() else {
        vm.heap.list_clear(list);
        return Ok(Value::NONE);
    };
    if vm.plain_iterable(from) {
        let items = iter::items(vm, from)?;
        vm.heap.list_replace(list, items);
        return Ok(Value::NONE);
    }
    vm.heap.list_clear(list);
    let f = vm.lib("extend_");
    Err(vm.tail_call(f, &[list, from, Value::NONE]))
}

fn append(vm: &mut Vm, args: Args) -> Res {
    vm.heap.list_push(args.get(0), args.get(1));
    Ok(Value::NONE)
}

fn clear(vm: &mut Vm, args: Args) -> Res {
    vm.heap.list_clear(args.get(0));
    Ok(Value::NONE)
}

fn copy(vm: &mut Vm, args: Args) -> Res {
    let items = vm.heap.list(args.get(0)).to_vec();
    Ok(vm.new_list(&items))
}

/// Calls `f` with the position of every item equal to `x`, until it returns `false`. User code may change the list
/// meanwhile.
fn each_equal(vm: &mut Vm, list: Value, x: Value, from: usize, to: usize, mut f: impl FnMut(usize) -> bool) -> Res<()> {
    let mut i = from;
    while i < to
        && let Some(&item) = vm.heap.list(list).get(i)
    {
        if compare::elements_equal(vm, item, x)? && !f(i) {
            break;
        }
        i += 1;
        if i.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(())
}

fn find(vm: &mut Vm, list: Value, x: Value, from: usize, to: usize) -> Res<Option<usize>> {
    let mut found = None;
    each_equal(vm, list, x, from, to, |i| {
        found = Some(i);
        false
    })?;
    Ok(found)
}

fn count(vm: &mut Vm, args: Args) -> Res {
    let mut n = 0;
    each_equal(vm, args.get(0), args.get(1), 0, usize::MAX, |_| {
        n += 1;
        true
    })?;
    Ok(Value::int(n))
}

fn extend_method(vm: &mut Vm, args: Args) -> Res {
    let (list, from) = (args.get(0), args.get(1));
    if vm.plain_iterable(from) {
        extend(vm, list, from)?;
        return Ok(Value::NONE);
    }
    Err(vm.tail_fold(Wait::Extend, from, "extend_", &[list, from, Value::NONE]))
}

/// Returns the bounds of `index(x, start, stop)` in a sequence of this length.
pub(crate) fn search_bounds(vm: &mut Vm, args: &Args, len: usize) -> Res<(usize, usize)> {
    let mut bounds = [0, i64::MAX];
    for (i, bound) in bounds.iter_mut().enumerate() {
        if let Some(v) = args.opt(2 + i) {
            *bound = slice::bound(vm, v)?;
        }
        if *bound < 0 {
            *bound = bound.saturating_add(len as i64).max(0);
        }
    }
    Ok((bounds[0] as usize, bounds[1] as usize))
}

fn index(vm: &mut Vm, args: Args) -> Res {
    let (list, x) = (args.get(0), args.get(1));
    let len = vm.heap.list(list).len();
    let (from, to) = search_bounds(vm, &args, len)?;
    match find(vm, list, x, from, to)? {
        Some(i) => Ok(Value::int(i as i64)),
        None => {
            let text = vm.repr(x)?;
            let message = format!("{} is not in list", vm.text_lossy(text));
            Err(vm.value_error(message))
        }
    }
}

fn insert(vm: &mut Vm, args: Args) -> Res {
    let list = args.get(0);
    let at = vm.index(args.get(1))?;
    let Some(at) = vm.as_i64(at) else {
        return Err(vm.overflow_error("Python int too large to convert to C ssize_t"));
    };
    let len = vm.heap.list(list).len() as i64;
    let at = if at < 0 { (at + len).max(0) } else { at.min(len) };
    vm.heap.list_insert(list, at as usize, args.get(2));
    Ok(Value::NONE)
}

fn pop(vm: &mut Vm, args: Args) -> Res {
    let list = args.get(0);
    let at = match args.opt(1) {
        Some(at) => vm.size_arg(at)?,
        None => -1,
    };
    let len = vm.heap.list(list).len();
    if len == 0 {
        return Err(vm.index_error("pop from empty list"));
    }
    match item::position(at, len) {
        Some(at) if at + 1 == len => Ok(vm.heap.list_pop(list).unwrap_or(Value::NONE)),
        Some(at) => Ok(vm.heap.list_remove(list, at)),
        None => Err(vm.index_error("pop index out of range")),
    }
}

fn remove(vm: &mut Vm, args: Args) -> Res {
    let list = args.get(0);
    match find(vm, list, args.get(1), 0, usize::MAX)? {
        Some(i) => {
            if i < vm.heap.list(list).len() {
                vm.heap.list_remove(list, i);
            }
            Ok(Value::NONE)
        }
        None => Err(vm.value_error("list.remove(x): x not in list")),
    }
}

fn reverse(vm: &mut Vm, args: Args) -> Res {
    vm.heap.list_reverse(args.get(0));
    Ok(Value::NONE)
}
