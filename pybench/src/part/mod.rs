//! The parts of the report, one module each: what is run for it, and the section that comes of it.

pub(crate) mod historical;
pub(crate) mod latency;
pub(crate) mod limits;
pub(crate) mod questions;
pub(crate) mod set;
pub(crate) mod snapshots;
pub(crate) mod start;
pub(crate) mod targets;
pub(crate) mod thesis;
