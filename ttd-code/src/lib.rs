//! From Python source to register code. The only crate that knows RustPython's compiler types.

pub mod code;
pub mod op;
