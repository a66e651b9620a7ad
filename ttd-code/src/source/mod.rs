//! Source text before it is parsed: decoding, nesting limits, and the types for modes and errors that all phases share.

pub(crate) mod decode;
mod mode;
pub(crate) mod nesting_limits;
mod syntax_error;

pub use mode::Mode;
pub use syntax_error::SyntaxError;
