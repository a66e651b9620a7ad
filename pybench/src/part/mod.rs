//! The parts of the report, one module each: what it runs and the section that it makes.

pub(crate) mod historical;
pub(crate) mod latency;
pub(crate) mod limits;
pub(crate) mod operations;
pub(crate) mod order_book;
pub(crate) mod questions;
pub(crate) mod set;
pub(crate) mod snapshots;
pub(crate) mod start;
pub(crate) mod targets;
pub(crate) mod thesis;
