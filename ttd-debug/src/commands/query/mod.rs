//! Commands about the whole run: histories, searches, origins, events, output.

pub mod eval;
pub mod events;
pub mod find;
pub mod history;
pub mod log;
pub mod objects;
pub mod origin;
pub mod output;
