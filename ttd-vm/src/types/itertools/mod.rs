//! The iterators of `itertools`: `Slots` objects that hold what they go through and where they are.
//!
//! Slot 0 is NULL where all the work is done here, because going through the inner iterators and calling the function
//! runs no code of the program. Otherwise it holds the *engine*: a function of `lib/hidden/containers/itertools.py`
//! that is called with the iterator and its other slots for every item, in a frame of its own, and writes the slots by
//! `put`. A `for` asks most of them without the engine, with slots behind these: see `types/iter/asking`.
//!
//! | type                        | slots after the first                                                     |
//! |-----------------------------|---------------------------------------------------------------------------|
//! | accumulate                  | iterator, function or None, total (NULL before the first), initial or None |
//! | batched                     | iterator (None at the end), n, strict                                     |
//! | chain                       | iterator of iterables or None, active iterator or None, next iterable or NULL |
//! | combinations, …_with_replacement | pool, list of indices, r, state                                      |
//! | compress                    | data, selectors                                                           |
//! | count                       | next number, step                                                         |
//! | cycle                       | iterator (None at the end), list of its items so far, position            |
//! | dropwhile, takewhile        | function, iterator, whether it has begun / ended                          |
//! | filterfalse, starmap        | function, iterator                                                        |
//! | groupby                     | iterator, key function, target key, current key, current value, current group |
//! | _grouper                    | groupby, target key, iterator, key function                               |
//! | islice                      | iterator (None at the end), next position wanted, stop or -1, step, position |
//! | pairwise                    | iterator (None at the end), previous item or NULL                         |
//! | permutations                | pool, list of indices, r, state, list of cycles                           |
//! | product                     | tuple of pools, list of indices, state                                    |
//! | repeat                      | object, how often still or -1                                             |
//! | _tee                        | list of iterator and whether it runs, node, position in it                |
//! | zip_longest                 | fill value, number of active ones, iterators (None at their end) …        |

pub(crate) mod asking;
mod bulk;
mod chain;
mod combine;
mod defs;
mod flow;
mod group;
pub(crate) mod make;
mod number;
pub(crate) mod tee;

use ttd_core::value::{TypeId, Value};

use crate::types::iter::next_method;
use crate::{Vm, ids, native::*};

pub use bulk::take;
pub use defs::TYPES;
pub use flow::count_item;
pub(crate) use flow::saved_item;
pub use group::new_grouper;
pub use make::build;
pub(crate) use number::repeat as repeated;
pub use tee::tee;

/// The slot of the engine.
const ENGINE: usize = 0;

/// Returns whether objects of this type are iterators of `itertools`.
#[inline]
pub fn owns(tid: TypeId) -> bool {
    (ids::ACCUMULATE.0..=ids::ZIP_LONGEST.0).contains(&tid.0)
}

/// Returns the class of this type.
fn class_of(vm: &Vm, tid: TypeId) -> Value {
    vm.class_of_tid[usize::from(tid.0)]
}

/// Returns the next item, `Ok(None)` at the end; `None` when the engine has to be asked.
pub fn next(vm: &mut Vm, it: Value) -> Option<Res<Option<Value>>> {
    if it.is(ids::CHAIN) {
        return chain::next(vm, it);
    }
    if it.is(ids::GROUPER) {
        return group::grouper(vm, it);
    }
    if !vm.heap.slot(it, ENGINE).is_unbound() {
        return match it.tid() {
            ids::CYCLE if vm.heap.slot(it, 1).is_none() => Some(Ok(flow::saved_item(vm, it))),
            ids::TEE => tee::kept(vm, it).map(|item| Ok(Some(item))),
            _ => None,
        };
    }
    Some(match it.tid() {
        ids::ACCUMULATE => flow::accumulate(vm, it),
        ids::BATCHED => flow::batched(vm, it),
        ids::COMBINATIONS => combine::combinations(vm, it),
        ids::COMBINATIONS_REPLACED => combine::with_replacement(vm, it),
        ids::COMPRESS => flow::compress(vm, it),
        ids::COUNT => number::count(vm, it),
        ids::CYCLE => flow::cycle(vm, it),
        ids::DROPWHILE => flow::dropwhile(vm, it),
        ids::FILTERFALSE => flow::filterfalse(vm, it),
        ids::GROUPBY => group::groupby(vm, it),
        ids::ISLICE => flow::islice(vm, it),
        ids::PAIRWISE => flow::pairwise(vm, it),
        ids::PERMUTATIONS => combine::permutations(vm, it),
        ids::PRODUCT => combine::product(vm, it),
        ids::REPEAT => Ok(number::repeat(vm, it)),
        ids::STARMAP => flow::starmap(vm, it),
        ids::TAKEWHILE => flow::takewhile(vm, it),
        ids::TEE => tee::next(vm, it),
        _ => flow::zip_longest(vm, it),
    })
}

/// `__iter__`: the iterator itself, or the instance of a Python class that holds it.
fn itself(vm: &mut Vm, args: Args) -> Res {
    Ok(vm.receiver(args.get(0)))
}
