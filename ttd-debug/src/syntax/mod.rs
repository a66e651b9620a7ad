//! Text that the user types and source text: command lines, expressions, functions, locations.

pub(crate) mod find_filter;
pub(crate) mod for_clause;
pub mod functions;
pub mod parse;
pub mod patch;
pub mod source;
pub mod source_location;
pub mod text;
