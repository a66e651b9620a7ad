//! `bytearray`: bytes that can be changed. Its contents are a `Buffer` object.

use crate::native::{Slots, TypeDef};
use crate::ops::{hashing, rows};
use crate::types::bytes::{split, text, warnings};
use crate::{ids, methods};

pub mod assign;
mod methods;
pub mod mutate;
mod pickling;

pub use assign::{del_item, set_item};
pub use mutate::iadd;

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "bytearray",
    tid: ids::BYTEARRAY,
    doc: "bytearray(iterable_of_ints) -> bytearray\nbytearray(string, encoding[, errors]) -> bytearray\n\
          bytearray(bytes_or_buffer) -> mutable copy of bytes_or_buffer\n\
          bytearray(int) -> bytes array of size given by the parameter initialized with null bytes\n\
          bytearray() -> empty bytes array\n\n\
          Construct a mutable bytearray object from:\n\
          \x20 - an iterable yielding integers in range(256)\n\
          \x20 - a text string encoded using the specified encoding\n\
          \x20 - a bytes or a buffer object\n\
          \x20 - any object implementing the buffer API.\n\
          \x20 - an integer",
    methods: methods::METHODS,
    shared: &[rows::COMPARISONS, rows::CONCATENATION, crate::types::bytes::SHARED],
    class_methods: methods! {
        /// Create a bytearray object from a string of hexadecimal numbers.
        ///
        /// Spaces between two numbers are accepted.
        CallsBack "fromhex" "(cls, string, /)" => text::fromhex;
    },
    static_methods: methods! {
        /// Return a translation table usable for the bytes or bytearray translate method.
        Pure "maketrans" "(frm, to, /)" => split::maketrans;
    },
    unhashable: true,
    slots: Slots {
        hash: Some(hashing::refuse),
        inplace: Some(mutate::inplace),
        sequence_methods: true,
        filled_by_init: true,
        text: Some(warnings::text),
        ..Slots::EMPTY
    },
    ..TypeDef::EMPTY
};
