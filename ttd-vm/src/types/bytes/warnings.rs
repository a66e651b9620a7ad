//! What `-b` warns of: bytes that are taken for text, or for a number.
//!
//! Asked only where bytes meet another type or become text, so that other comparisons cost what they did. The option is
//! part of the configuration, which never changes.

use ttd_core::value::Value;

use crate::ops::repr;
use crate::{Vm, ids, native::*};

fn wanted(vm: &Vm) -> bool {
    vm.host.world.settings.flag("bytes_warning") > 0
}

/// Warns of `==` and `!=` between bytes and a value of another type that can never be equal.
#[cold]
pub fn about_comparison(vm: &mut Vm, x: Value, y: Value) -> Res<()> {
    if !wanted(vm) {
        return Ok(());
    }
    let (bytes, other) = if x.is(ids::BYTES) || x.is(ids::BYTEARRAY) { (x, y) } else { (y, x) };
    let message = match (bytes.is(ids::BYTES), other.is(ids::STR)) {
        (true, true) => "Comparison between bytes and string",
        (false, true) => "Comparison between bytearray and string",
        (true, false) if vm.is_integer(other) => "Comparison between bytes and int",
        _ => return Ok(()),
    };
    vm.warn("BytesWarning", message)
}

/// `str(v)` of bytes and bytearrays: their repr.
pub fn text(vm: &mut Vm, v: Value) -> Res {
    if wanted(vm) {
        let kind = if v.is(ids::BYTES) { "bytes" } else { "bytearray" };
        vm.warn("BytesWarning", &format!("str() on a {kind} instance"))?;
    }
    repr::builtin(vm, v)
}
