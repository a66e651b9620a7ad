//! Reading the log: decoding moments, replaying a block, and telling which moments can have written to a name.

pub(crate) mod decode;
pub(crate) mod name_index;
pub(crate) mod replay;
