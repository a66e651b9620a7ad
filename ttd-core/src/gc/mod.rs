//! Garbage collection: marking, sweeping, young collections of logged runs, and the searches for unreachable objects.

pub(crate) mod cycles;
pub(crate) mod mark;
pub(crate) mod search_hints;
pub(crate) mod sweep;
pub(crate) mod unreachable;
pub(crate) mod young;
