//! Static analyses of register code (liveness, data flow) and of source text (the sources of values, targets, anchors).

pub(crate) mod assigned_names;
pub(crate) mod assignment_target;
pub(crate) mod comparisons;
pub mod dataflow;
pub(crate) mod highlight;
pub mod liveness;
pub(crate) mod plain_expression;
pub(crate) mod raise_parts;
pub mod traceback_anchors;
pub mod value_flow;
