//! `_statistics`: what `statistics` has natively.

use ttd_core::value::Value;
use ttd_pyalgos::numbers::normal;

use crate::native::*;
use crate::types::float::real_argument;
use crate::{Vm, methods};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_statistics",
    doc: "Accelerators for the statistics module.\n",
    functions: methods! {
        Pure "_normal_dist_inv_cdf" "(p, mu, sigma, /)" => normal_dist_inv_cdf;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn normal_dist_inv_cdf(vm: &mut Vm, args: Args) -> Res {
    let [p, mu, sigma] =
        [real_argument(vm, args.get(0))?, real_argument(vm, args.get(1))?, real_argument(vm, args.get(2))?];
    match normal::inverse_cdf(p, mu, sigma) {
        Some(x) => Ok(Value::float_any(x)),
        None => Err(vm.value_error("inv_cdf undefined for these parameters")),
    }
}
