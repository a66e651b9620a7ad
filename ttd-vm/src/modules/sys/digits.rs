//! `sys.get_int_max_str_digits` and `sys.set_int_max_str_digits`.

use ttd_core::value::Value;

use crate::Vm;
use crate::native::*;
use crate::ops::bounds;
use crate::types::int::text::LEAST_LIMIT;
use crate::vm::slots;

pub(super) fn get(vm: &mut Vm, _args: Args) -> Res {
    Ok(vm.global(slots::INT_DIGITS))
}

pub(super) fn set(vm: &mut Vm, args: Args) -> Res {
    let limit = bounds::int_arg(vm, args.get(0))?;
    if limit != 0 && limit < LEAST_LIMIT {
        return Err(vm.value_error(format!("maxdigits must be 0 or larger than {LEAST_LIMIT}")));
    }
    vm.heap.set_slot(vm.globals, slots::INT_DIGITS, Value::int(limit));
    Ok(Value::NONE)
}
