//! `_collections`: the native half of `collections` (the other half is `lib/collections.py`).

use ttd_core::value::Value;

use crate::{Vm, ids, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_collections",
    doc: "High performance data structures.\n\
          - deque:        ordered collection accessible from endpoints only",
    functions: &[],
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let types =
        [("deque", ids::DEQUE), ("_deque_iterator", ids::DEQUE_ITER), ("_deque_reverse_iterator", ids::DEQUE_REVITER)];
    for (name, tid) in types {
        let class = vm.class_of_tid[usize::from(tid.0)];
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}
