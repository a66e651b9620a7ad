//! Garbage collection: marking, sweeping, young collections, and the searches for unreachable objects.

pub(crate) mod cycles;
mod due;
pub(crate) mod mark;
pub(crate) mod marker;
pub(crate) mod search_hints;
pub(crate) mod sweep;
pub(crate) mod unreachable;
pub(crate) mod young;
