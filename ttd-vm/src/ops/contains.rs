//! `x in container` for builtin containers.

use ttd_core::value::Value;

use super::compare::elements_equal;
use super::item::sequence;
use super::iter;
use crate::types::{bytes, range, str as strings};
use crate::{Vm, ids, native::*};

/// `x in container`.
pub fn contains(vm: &mut Vm, container: Value, x: Value) -> Option<Res<bool>> {
    if !container.is_obj() {
        return None;
    }
    Some(match container.tid() {
        ids::LIST | ids::TUPLE => search(vm, container, x),
        ids::STR => strings::contains(vm, container, x),
        ids::BYTES | ids::BYTEARRAY => bytes::contains(vm, container, x),
        ids::DICT => vm.dict_get(container, x).map(|found| found.is_some()),
        ids::SET | ids::FROZENSET => vm.set_contains(container, x),
        ids::RANGE => range::contains(vm, container, x),
        ids::DICT_KEYS | ids::DICT_ITEMS => crate::types::dict::views::contains(vm, container, x),
        ids::DICT_VALUES => search_iterable(vm, container, x),
        _ => match vm.slots_of(container).contains {
            Some(contains) => contains(vm, container, x),
            None if iter::is_iterator(vm, container) && iter::plain_iterable(vm, container) => {
                search_iterable(vm, container, x)
            }
            None => return None,
        },
    })
}

fn search(vm: &mut Vm, container: Value, x: Value) -> Res<bool> {
    let mut i = 0;
    // The list may change while user code compares.
    while let Some(&item) = sequence(vm, container).get(i) {
        if elements_equal(vm, item, x)? {
            return Ok(true);
        }
        i += 1;
        if i.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    Ok(false)
}

fn search_iterable(vm: &mut Vm, container: Value, x: Value) -> Res<bool> {
    let mut found = false;
    iter::for_each(vm, container, |vm, item| {
        found = elements_equal(vm, item, x)?;
        Ok(!found)
    })?;
    Ok(found)
}
