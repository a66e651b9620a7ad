//! The library of the verification suite: the test programs with CPython's results, machines that print nothing, and
//! the list of known failures.
//!
//! A *check* is one property, looked at for every program; it returns `Err` with the first difference. The checks are
//! in `suite/`.
//!
//! Environment: `TTD_SEED=N` chooses other random times; `TTD_THOROUGH=1` compares every digest, asks every question
//! and makes eight times as many visits; `TTD_SCHEDULE=N` runs all programs under `-X schedule=random:N`;
//! `TTD_ONLY=NAME,NAME` checks these programs only, `TTD_SAMPLE=N` about one in N, chosen by their names and the seed,
//! and both ignore known failures of all others; `TTD_SLOWEST=N` names the N slowest programs of each check; `UPDATE=1`
//! rewrites the list of known failures.

pub mod check;
pub mod event;
pub mod known;
pub mod mode_run;
pub mod program;
pub mod questions;
pub mod reference;
pub mod rng;
pub mod run;
pub mod scratch;

pub use check::{Outcome, check_all, check_heavy, check_light, check_some};
pub use event::Row;
pub use mode_run::ModeRun;
pub use program::Program;
pub use reference::Reference;
pub use rng::Rng;
pub use run::{Run, Way};
