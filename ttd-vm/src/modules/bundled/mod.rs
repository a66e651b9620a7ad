//! `_ttd_bundled`: files of the library that are inside the binary.

use crate::{Vm, methods, native::*};

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_bundled",
    doc: "Files of the library that are inside the binary.",
    functions: methods! {
        /// The wheel of pip, which `ensurepip` installs.
        Pure "pip_wheel" "()" => pip_wheel;
    },
    types: &[],
    init: |_, _| Ok(()),
};

fn pip_wheel(vm: &mut Vm, _: Args) -> Res {
    Ok(vm.new_bytes(ttd_lib::PIP_WHEEL))
}
