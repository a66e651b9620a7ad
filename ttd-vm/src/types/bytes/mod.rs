//! `bytes`: immutable bytes. `bytearray` shares most of its methods with it.

use crate::native::{Slots, TypeDef};
use crate::ops::rows;
use crate::{ids, methods};

mod methods;
pub mod new;
pub mod search;
pub mod split;
pub mod text;
pub mod value;
pub mod warnings;

pub use search::{contains, get_item};
pub use value::like;

pub(crate) use methods::SHARED;

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "bytes",
    tid: ids::BYTES,
    doc: "bytes(iterable_of_ints) -> bytes\nbytes(string, encoding[, errors]) -> bytes\n\
          bytes(bytes_or_buffer) -> immutable copy of bytes_or_buffer\n\
          bytes(int) -> bytes object of size given by the parameter initialized with null bytes\n\
          bytes() -> empty bytes object\n\n\
          Construct an immutable array of bytes from:\n\
          \x20 - an iterable yielding integers in range(256)\n\
          \x20 - a text string encoded using the specified encoding\n\
          \x20 - any object implementing the buffer API.\n\
          \x20 - an integer",
    methods: methods::METHODS,
    shared: &[rows::COMPARISONS, rows::CONCATENATION, SHARED],
    class_methods: methods! {
        /// Create a bytes object from a string of hexadecimal numbers.
        ///
        /// Spaces between two numbers are accepted.
        CallsBack "fromhex" "(cls, string, /)" => text::fromhex;
    },
    static_methods: methods! {
        /// Return a translation table usable for the bytes or bytearray translate method.
        Pure "maketrans" "(frm, to, /)" => split::maketrans;
    },
    slots: Slots { sequence_methods: true, text: Some(warnings::text), ..Slots::EMPTY },
    ..TypeDef::EMPTY
};
