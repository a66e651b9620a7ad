//! `_ttd_marshal`: the values that `marshal` has mostly, for `lib/native/data/marshal.py`.
//!
//! Both directions give up, with None, where something is rare or wrong; Python does the whole again.

mod read;
mod write;

use crate::{methods, native::*};

/// How deep values may nest, as in CPython.
const DEEPEST: usize = 2000;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_ttd_marshal",
    doc: "What of `marshal` is native.",
    functions: methods! {
        /// The bytes of a value, or None.
        Pure "dumps" "(value, version=5, /)" => write::dumps;
        /// A tuple with the value that bytes have, or None.
        CallsBack "loads" "(bytes, /)" => read::loads;
    },
    types: &[],
    init: |_, _| Ok(()),
};
