//! Pure algorithms of a Python implementation: functions of bytes, text and numbers that know neither the interpreter
//! nor its values.
//!
//! Invariants: no `unsafe` code, no state outside what a function is given, no input or output, no clock; the same
//! input gives the same output on every machine. Limits and errors are values of this crate, which the interpreter
//! turns into Python exceptions.

#![forbid(unsafe_code)]

pub mod codec;
pub mod format;
pub mod hash;
pub mod numbers;
pub mod regex;
pub mod text;
pub mod time;
pub mod timsort;
pub mod twister;
pub mod unicode;
pub mod x509;
