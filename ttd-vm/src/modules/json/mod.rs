//! `_json`: the fast paths of `json`.
//!
//! Only work that needs no Python code is done here: decoding, and encoding builtin values. Everything
//! else is handed to `json`'s own Python version, from the beginning (see `lib/hidden/text/json_helpers.py`), so that a
//! program can be stopped and travelled through inside its hooks.

use ttd_core::value::Value;

use crate::{Vm, ids, methods, native::*};

mod decode;
mod encode;
mod hooks;
mod text;

/// The types of this module.
pub const TYPES: &[TypeDef] = &[decode::TYPE, encode::TYPE];

/// Maximum nesting depth.
const MAX_DEPTH: usize = 9_990;

/// The module.
pub const MODULE: ModuleDef = ModuleDef {
    name: "_json",
    doc: "json speedups\n",
    functions: methods! {
        /// Return an ASCII-only JSON representation of a Python string
        Pure "encode_basestring_ascii" "(string, /)" => text::encode_basestring_ascii;
        /// Return a JSON representation of a Python string
        Pure "encode_basestring" "(string, /)" => text::encode_basestring;
        /// Scan the string s for a JSON string. End is the index of the character in s after the quote that started the
        /// JSON string. Unescapes all valid JSON string escape sequences and raises ValueError on attempt to decode an
        /// invalid string. If strict is False then literal control characters are allowed in the string.
        CallsBack "scanstring" "(string, end, strict=True, /)" => text::scanstring;
    },
    types: TYPES,
    init,
};

fn init(vm: &mut Vm, module: Value) -> Res<()> {
    let dict = vm.heap.slot(module, 0);
    for (name, tid) in [("make_scanner", ids::JSON_SCANNER), ("make_encoder", ids::JSON_ENCODER)] {
        let class = vm.class_of_tid[usize::from(tid.0)];
        vm.dict_set_str(dict, name, class);
    }
    Ok(())
}

/// Raises `JSONDecodeError` at a byte of the document. Its class is written in Python.
fn decode_error(vm: &mut Vm, message: &str, document: Value, at: usize) -> Trap {
    let inner = vm.unwrap(document);
    let at = char_of(vm, inner, at);
    let message = vm.new_str(message);
    let f = vm.lib("json_error");
    vm.tail_call(f, &[message, document, Value::int(at as i64)])
}

/// The character index of a byte.
fn char_of(vm: &Vm, s: Value, at: usize) -> usize {
    if vm.is_ascii(s) { at } else { crate::types::str::value::count_chars(&vm.heap.bytes(s)[..at]) }
}

/// The byte index of a character.
fn byte_of(vm: &Vm, s: Value, at: usize) -> usize {
    if vm.is_ascii(s) { at } else { crate::types::str::value::byte_position(vm.heap.bytes(s), at) }
}
