//! How a program is run and measured: configurations, processes, interleaved rounds.

pub(crate) mod configuration;
pub(crate) mod detect;
pub(crate) mod machine;
pub(crate) mod measure;
pub(crate) mod process;
pub(crate) mod programs;
pub(crate) mod rivals;
pub(crate) mod session;
pub(crate) mod warm;
