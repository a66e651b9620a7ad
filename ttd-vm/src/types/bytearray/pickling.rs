//! `bytearray.__reduce__` and `__reduce_ex__`.

use ttd_core::value::Value;

use crate::native::*;
use crate::{Vm, ids};

fn reduced(vm: &mut Vm, value: Value, protocol: i64) -> Res {
    let this = vm.receiver(value);
    let class = vm.type_of(this);
    let bytes = vm.heap.buffer(value).to_vec();
    let args = if protocol >= 3 {
        let bytes = vm.new_bytes(&bytes);
        vm.new_tuple(&[bytes])
    } else {
        // Old pickle protocols have no bytes.
        let text: String = bytes.iter().map(|b| char::from(*b)).collect();
        let (text, codec) = (vm.new_str(&text), vm.intern("latin-1"));
        vm.new_tuple(&[text, codec])
    };
    let state = if this.is(ids::INST) { vm.call_method(this, "__getstate__", &[])? } else { Value::NONE };
    Ok(vm.new_tuple(&[class, args, state]))
}

/// `__reduce__`
pub(super) fn reduce(vm: &mut Vm, args: Args) -> Res {
    reduced(vm, args.get(0), 2)
}

/// `__reduce_ex__`
pub(super) fn reduce_ex(vm: &mut Vm, args: Args) -> Res {
    let protocol = match args.opt(1) {
        Some(p) => vm.index(p)?,
        None => Value::int(0),
    };
    let protocol = vm.as_i64(protocol).unwrap_or(0);
    reduced(vm, args.get(0), protocol)
}
