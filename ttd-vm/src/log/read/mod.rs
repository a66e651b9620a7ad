//! Reading the log: decoding moments, replaying a block, going to an event.

pub(crate) mod decode;
pub(crate) mod navigate;
pub(crate) mod replay;
