//! The interpreter: what instructions do.
//!
//! [`run_loop`] fetches instructions and handles their common cases; everything else is a method `op_…` in a theme
//! file, which may push frames and raise. `docs/architecture/interpreter.md` has the whole picture.

mod attrs;
mod calls;
mod cells;
mod continuations;
mod dispatch;
mod fetched;
pub(crate) mod generators;
mod handlers;
mod language;
mod names;
mod run_loop;
mod small_int;
mod stop;
mod tracing;
mod unwind;
pub(crate) mod values;

use crate::vm::stack::frames::clear_window;
pub(crate) use stop::INTERRUPT_INTERVAL;
