//! `Decimal.__format__`.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::decimal::format as texts;

use super::{context, fields, slow};
use crate::{Vm, ids, native::*};

pub(super) fn format(vm: &mut Vm, args: Args) -> Res {
    match formatted(vm, &args) {
        Some(text) => Ok(vm.new_str_raw(&text)),
        None => slow(vm, "__format__", &args),
    }
}

fn formatted(vm: &mut Vm, args: &Args) -> Option<Vec<u8>> {
    let given = args.opt(3).unwrap_or(Value::NONE);
    let specification = args.get(1);
    if !specification.is(ids::STR) || !given.is_none() {
        return None;
    }
    let n = fields::read(vm, args.get(0))?;
    let context = context::current(vm, args.opt(2))?;
    let letter = context::letter(vm, Some(context))?;
    let rounding = vm.attr_within(context, vm.names.decimal_rounding)?;
    let rounding = context::rounding_named(vm, rounding)?;
    let letter = if letter == 'e' { 'g' } else { 'G' };
    let specification = std::str::from_utf8(vm.heap.bytes(specification)).ok()?;
    texts::format(&n, specification, letter, rounding)
}
