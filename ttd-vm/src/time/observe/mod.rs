//! Observing a run while it goes on: patched instructions, data watches, writes, and scans of the log.

pub mod computed;
pub mod content_change;
pub(crate) mod contents;
pub(crate) mod data_watch;
pub(crate) mod event_patches;
mod items;
pub mod location;
pub(crate) mod log_scan;
pub(crate) mod object_trace;
mod place_conditions;
mod read_target;
mod switched;
pub(crate) mod triggers;
pub(crate) mod writes;
