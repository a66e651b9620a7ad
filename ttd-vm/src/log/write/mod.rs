//! Writing the log: one moment for each instruction that an event precedes.

pub(crate) mod cached_transition;
pub(crate) mod fast_path;
pub(crate) mod moment;
pub(crate) mod recorder;
pub(crate) mod register_diff;
pub(crate) mod register_list;
pub(crate) mod slow_path;
pub(crate) mod transition_plan;
