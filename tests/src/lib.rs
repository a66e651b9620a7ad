//! What the verification suite consists of: the test programs with what CPython does with them, a machine that prints
//! nothing, and the list of what is known to fail.
//!
//! A *check* is one property that is looked at for every program; it says `Err` with the first difference. The checks
//! themselves are in `suite/`.
//!
//! Environment: `TTD_SEED=N` chooses other random times; `TTD_THOROUGH=1` compares every digest instead of
//! some; `TTD_ONLY=NAME,NAME` looks at these programs only (the list of
//! known failures is then not held against programs that were left out); `UPDATE=1` writes that list anew.

pub mod asked;
pub mod check;
pub mod event;
pub mod known;
pub mod program;
pub mod reference;
pub mod rng;
pub mod run;
pub mod scratch;

pub use asked::Asked;
pub use check::{Outcome, check_all, check_heavy, check_light, check_some};
pub use event::Row;
pub use program::Program;
pub use reference::Reference;
pub use rng::Rng;
pub use run::{Run, Way};
