//! `str`: text, see `value.rs` for its form in the heap.

use crate::ids;
use crate::methods;
use crate::native::{Slots, TypeDef};
use crate::ops::rows;

pub mod args;
pub mod case;
pub mod format;
pub mod index;
pub mod join;
mod methods;
pub mod new;
pub mod pad;
pub mod search;
pub mod split;
pub mod translate;
pub mod value;

pub use case::{ascii_capitalize, ascii_swapcase, ascii_title};
pub use index::{get_item, slice, told_slice};
pub use search::contains;
pub use value::{char_at, one_char};

/// The type.
pub const TYPE: TypeDef = TypeDef {
    name: "str",
    tid: ids::STR,
    doc: "str(object='') -> str\nstr(bytes_or_buffer[, encoding[, errors]]) -> str\n\n\
          Create a new string object from the given object. If encoding or\n\
          errors is specified, then the object must expose a data buffer\n\
          that will be decoded using the given encoding and error handler.\n\
          Otherwise, returns the result of object.__str__() (if defined)\n\
          or repr(object).\n\
          encoding defaults to 'utf-8'.\nerrors defaults to 'strict'.",
    methods: methods::METHODS,
    shared: &[rows::COMPARISONS, rows::CONCATENATION],
    static_methods: methods! {
        /// Return a translation table usable for str.translate().
        CallsBack "maketrans" "(x, y=None, z=None, /)" => translate::maketrans;
    },
    slots: Slots { sequence_methods: true, ..Slots::EMPTY },
    ..TypeDef::EMPTY
};
