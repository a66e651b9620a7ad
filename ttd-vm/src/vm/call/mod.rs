//! Calls: binding arguments, invoking any callable, predicting call targets, tail calls.

mod audit;
pub mod bind;
pub(crate) mod bind_fast;
pub mod bind_python;
pub(crate) mod call_cache;
mod construct;
pub mod function;
pub mod invoke;
pub mod native;
pub(crate) mod question;
pub(crate) mod slot_names;
pub mod tail_call;
pub mod waits;
