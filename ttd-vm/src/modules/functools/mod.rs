//! `_functools`: `partial`, the wrapper of `lru_cache`, `reduce` and `cmp_to_key`.

use ttd_core::value::Value;

use crate::ops::iter;
use crate::types::iter::map::native_function;
use crate::{Vm, methods, native::*};

pub mod cache;
pub(crate) mod key_wrapper;
pub mod partial;

pub(crate) use cache::keep_result;
pub use partial::plain as plain_partial;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_functools",
    doc: "Tools that operate on functions.",
    functions: methods! {
        /// Apply a function of two arguments cumulatively to the items of an iterable, from left to right.
        ///
        /// This effectively reduces the iterable to a single value.  If initial is present,
        /// it is placed before the items of the iterable in the calculation, and serves as
        /// a default when the iterable is empty.
        ///
        /// For example, reduce(lambda x, y: x+y, [1, 2, 3, 4, 5])
        /// calculates ((((1 + 2) + 3) + 4) + 5).
        CallsBack "reduce" "(function, iterable, /, initial=None)" => reduce;
        /// Convert a cmp= function into a key= function.
        Pure "cmp_to_key" "(mycmp)" => cmp_to_key;
    },
    types: TYPES,
    init,
};

/// Native helpers of `lib/hidden/containers/functools.py`.
pub const HIDDEN: ModuleDef = ModuleDef {
    name: "_ttd_functools",
    doc: "Helpers of the hidden library.",
    functions: methods! {
        /// Keeps a result in a cache.
        CallsBack "store" "(wrapper, key, hash, result, /)" => cache::store;
    },
    types: &[],
    init: nothing,
};

/// The types.
pub const TYPES: &[TypeDef] = &[partial::TYPE, partial::PLACEHOLDER, cache::TYPE, key_wrapper::TYPE];

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    let placeholder = partial::placeholder(vm);
    let types = vm.types;
    for (name, value) in [
        ("partial", types.partial),
        ("_PlaceholderType", types.placeholder),
        ("Placeholder", placeholder),
        ("_lru_cache_wrapper", types.lru_cache),
    ] {
        vm.dict_set_str(dict, name, value);
    }
    Ok(())
}

fn nothing(_: &mut Vm, _: Value) -> Res<()> {
    Ok(())
}

fn reduce(vm: &mut Vm, args: Args) -> Res {
    let (function, iterable) = (args.get(0), args.get(1));
    let mut total = args.opt(2);
    let it = match iter::simple_iter(vm, iterable) {
        Some(it) if vm.plain_iterable(it) && native_function(vm, function) => it,
        _ => {
            let f = vm.lib("reduce_");
            let start = total.unwrap_or_else(|| vm.lib("END"));
            return Err(vm.tail_call(f, &[function, iterable, start]));
        }
    };
    let mut turns = 0u32;
    while let Some(item) = iter::builtin_next(vm, it).unwrap_or(Ok(None))? {
        total = Some(match total {
            Some(total) => vm.call(function, &[total, item])?,
            None => item,
        });
        turns += 1;
        if turns.is_multiple_of(1000) {
            vm.check_interrupt()?;
        }
    }
    total.ok_or_else(|| vm.type_error("reduce() of empty iterable with no initial value"))
}

fn cmp_to_key(vm: &mut Vm, args: Args) -> Res {
    Ok(key_wrapper::new(vm, args.get(0)))
}
