//! Static analyses of register code and of source: liveness, data flow, where a value came from.

pub(crate) mod assignment_target;
pub mod dataflow;
pub mod liveness;
pub mod traceback_anchors;
pub mod value_flow;
