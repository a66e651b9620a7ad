//! Iterators over builtin values: `Slots` objects that hold what they iterate over and where they are.
//!
//! | type                                        | slots                                                        |
//! |---------------------------------------------|--------------------------------------------------------------|
//! | list, tuple, bytes, list reverse            | the sequence (UNBOUND at the end), position                  |
//! | str                                         | the string (UNBOUND at the end), position in bytes           |
//! | range                                       | next number, stop, step: inline integers                     |
//! | ranges of larger numbers                    | next number, step, how many: integers                        |
//! | `iterator` (`__getitem__`)                  | generator or UNBOUND, sequence (UNBOUND at the end), position |
//! | `reversed`                                  | generator or UNBOUND, sequence (UNBOUND at the end), position |
//! | `enumerate`                                 | function or UNBOUND, inner iterator, count                   |
//! | `zip`                                       | function or UNBOUND, strict, inner iterators ...             |
//! | `map`                                       | function or UNBOUND, function, inner iterators ...           |
//! | `filter`                                    | function or UNBOUND, function, inner iterator                |
//! | `callable_iterator`                         | function, list of function and sentinel, empty at the end    |
//!
//! A generator or function in slot 0 is one of `lib/hidden/language/builtins.py`: it does the work where Python code
//! has to run, and the interpreter resumes or calls it directly instead of asking this code. A function is called for
//! every item with the slots of this table (loops do without most of them: see `asking`), and ends the iteration by
//! StopIteration: its own, or the one that an inner iterator raised, which a
//! `for` then shows.

pub(crate) mod asking;
pub(crate) mod bulk;
pub mod callable;
pub mod enumerate;
pub mod filter;
pub mod longrange;
pub mod map;
pub mod pickling;
pub mod range;
pub mod reversed;
pub mod seq;
pub mod zip;

use std::iter;

use smallvec::SmallVec;
use ttd_core::value::{TypeId, Value};

use crate::ops::{construct, iter as ops};
use crate::{Vm, ids, native::*};

/// The first slot of the inner iterators of `map` and `zip`.
const FIRST: usize = 2;

/// The types of this folder.
pub const TYPES: &[TypeDef] = &[
    seq::LIST_TYPE,
    seq::LIST_REVERSE_TYPE,
    seq::TUPLE_TYPE,
    seq::STR_TYPE,
    seq::BYTES_TYPE,
    seq::BYTEARRAY_TYPE,
    seq::SEQ_TYPE,
    range::TYPE,
    longrange::TYPE,
    longrange::WIDE_TYPE,
    reversed::TYPE,
    enumerate::TYPE,
    zip::TYPE,
    map::TYPE,
    filter::TYPE,
    callable::TYPE,
];

/// Makes an iterator whose engine is a generator of a library function.
///
/// Making a generator runs none of its body, so no user code runs inside this call.
pub fn delegating(vm: &mut Vm, tid: TypeId, function: &str, args: &[Value]) -> Res {
    let function = vm.lib(function);
    let generator = vm.call(function, args)?;
    Ok(wrap(vm, tid, generator))
}

/// Makes an iterator with this generator as its engine.
pub fn wrap(vm: &mut Vm, tid: TypeId, generator: Value) -> Value {
    vm.heap.new_slots_from(tid, 0, &[generator])
}

/// Returns an iterator as an instance of the class that was called: its own or one derived from that.
pub fn instance_of(vm: &mut Vm, class: Value, made: Value) -> Value {
    let own = vm.class_of_tid[usize::from(made.tid().0)];
    construct::instance(vm, class, own, made)
}

/// Makes an iterator of the class that was called, with these slots after the first. `plain`: it runs no Python code.
fn make(vm: &mut Vm, class: Value, tid: TypeId, rest: &[Value], plain: bool) -> Value {
    let made = match plain {
        true => {
            let slots: SmallVec<[Value; 8]> = iter::once(Value::UNBOUND).chain(rest.iter().copied()).collect();
            vm.heap.new_slots_from(tid, 0, &slots)
        }
        false => engaged(vm, tid, rest),
    };
    instance_of(vm, class, made)
}

/// The class that was called, or None if it is that of the type itself.
fn subclass_of(vm: &Vm, class: Value, tid: TypeId) -> Value {
    if class.is_unbound() || class == vm.class_of_tid[usize::from(tid.0)] { Value::NONE } else { class }
}

/// Makes an iterator with these slots after the first, whose engine is a library function.
pub fn engaged(vm: &mut Vm, tid: TypeId, rest: &[Value]) -> Value {
    let function = match (tid, &rest[1..]) {
        (ids::ENUMERATE, _) => "enumerate_next",
        (ids::FILTER, _) => "filter_next",
        (ids::MAP, [_]) => "map_one",
        (ids::MAP, _) => "map_next",
        (_, [_, _]) if rest[0] == Value::FALSE => "zip_two",
        _ => "zip_next",
    };
    let mut slots = vec![vm.lib(function)];
    slots.extend_from_slice(rest);
    asking::assemble(vm, tid, slots)
}

/// Returns the next item by `next`, or `None` when an engine does the work.
pub fn unless_engaged(
    vm: &mut Vm,
    it: Value,
    next: fn(&mut Vm, Value) -> Res<Option<Value>>,
) -> Option<Res<Option<Value>>> {
    if ops::delegates(vm, it) { None } else { Some(next(vm, it)) }
}

/// Returns the library function that computes an iterator's next item, with its arguments: the iterator and its other
/// slots. `None` without an engine.
pub fn engine(vm: &mut Vm, it: Value) -> Option<Engine> {
    if !ops::delegates(vm, it) {
        return None;
    }
    let function = vm.heap.slot(it, 0);
    if !function.is(ids::FUNCTION) {
        return None;
    }
    let slots = asking::engine_slots(vm, it);
    let mut engine = Engine { function, few: [Value::NONE; FEW], count: slots.len(), many: Vec::new() };
    if slots.len() <= FEW {
        engine.few[..slots.len()].copy_from_slice(slots);
    } else {
        engine.many = slots.to_vec();
    }
    let args = if engine.many.is_empty() { &mut engine.few[..engine.count] } else { &mut engine.many[..] };
    args[0] = it;
    for arg in args {
        if arg.is_unbound() {
            let lib = vm.global(crate::vm::slots::LIB);
            *arg = vm.dict_get_name(lib, vm.names.end_marker).unwrap_or(Value::NONE);
        }
    }
    Some(engine)
}

/// Up to this many slots are passed through the Rust stack.
const FEW: usize = 8;

/// A library function that computes an iterator's next item, and its arguments.
pub struct Engine {
    /// The function.
    pub function: Value,
    few: [Value; FEW],
    count: usize,
    many: Vec<Value>,
}

impl Engine {
    /// Returns the arguments.
    pub fn args(&self) -> &[Value] {
        if self.many.is_empty() { &self.few[..self.count] } else { &self.many }
    }
}

/// Returns the iterators of several values, if getting them runs no Python code.
pub(crate) fn simple_iters(vm: &mut Vm, values: &[Value]) -> Option<Vec<Value>> {
    values.iter().map(|v| ops::simple_iter(vm, *v)).collect()
}

/// Returns the next item of an iterator of the commonest kinds, `Some(None)` at its end; `None` when it is of another
/// kind.
#[inline]
pub(crate) fn common_next(vm: &mut Vm, it: Value) -> Option<Option<Value>> {
    if !it.is_obj() {
        return None;
    }
    Some(match it.tid() {
        ids::LIST_ITER => seq::next_list(vm, it),
        ids::TUPLE_ITER => seq::next_tuple(vm, it),
        ids::RANGE_ITER => range::next(vm, it),
        ids::STR_ITER => seq::next_str(vm, it),
        ids::BYTES_ITER | ids::BYTEARRAY_ITER => seq::next_bytes(vm, it),
        ids::LIST_REVITER => seq::next_list_back(vm, it),
        _ => return None,
    })
}

/// Returns the next item, a pair, without making its tuple; `None` where that is not possible.
#[inline]
pub(crate) fn next_pair(vm: &mut Vm, it: Value) -> Option<Res<Option<[Value; 2]>>> {
    match it.tid() {
        ids::DICT_ITEMITER => Some(crate::types::dict::iter::next_entry(vm, it)),
        ids::ENUMERATE if !ops::delegates(vm, it) => Some(enumerate::next_pair(vm, it)),
        ids::ZIP if !ops::delegates(vm, it) => zip::next_pair(vm, it),
        _ => None,
    }
}

/// Returns the next item of an inner iterator of a native iterator.
///
/// Inner iterators are plain: checked when the outer one was made.
#[inline]
pub(crate) fn inner_next(vm: &mut Vm, it: Value) -> Res<Option<Value>> {
    if let Some(next) = common_next(vm, it) {
        return Ok(next);
    }
    if let Some(item) = asking::quick::at_hand(vm, it) {
        return Ok(Some(item));
    }
    ops::builtin_next(vm, it).unwrap_or(Ok(None))
}

/// `__next__` of a native iterator, for calls by name.
pub fn next_method(vm: &mut Vm, args: Args) -> Res {
    let it = args.get(0);
    if let Some(generator) = ops::delegate(vm, it) {
        let next = vm.getattr_str(generator, "__next__")?;
        return Err(vm.tail_call(next, &[]));
    }
    if let Some(engine) = engine(vm, it) {
        return Err(vm.tail_call(engine.function, engine.args()));
    }
    match ops::builtin_next(vm, it) {
        Some(found) => match found? {
            Some(item) => Ok(item),
            None => Err(vm.stop_iteration(Value::NONE)),
        },
        None => {
            let name = vm.type_name(it);
            Err(vm.type_error(format!("'{name}' object is not an iterator")))
        }
    }
}

/// `__iter__` of an iterator: itself.
pub fn itself(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.receiver(args.get(0)))
}
