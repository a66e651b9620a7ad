//! Python on the versioned heap: the interpreter, the builtin types and modules, and the way through time.

pub mod boot;
pub mod ids;
pub mod interp;
mod log;
pub mod modules;
pub mod native;
pub mod operators;
pub mod ops;
pub mod run_plain;
pub mod time;
pub mod types;
pub mod vm;

/// What [`Vm`] carries for the layers above `vm`, which does not look inside.
pub(crate) use log::Log;
pub(crate) use time::driver::RunMode;

pub use run_plain::{HandOver, PlainEnd, RunOptions, run_in, run_with_editor};
pub use ttd_code::{keep_compiled, keep_compiled_in};
pub use ttd_core::{NoRoom, use_one_arena};
pub use vm::Vm;
pub use vm::threads::policy::Schedule;
