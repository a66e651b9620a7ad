//! Commands about the whole run: histories, searches, origins, events, output.

pub mod bisect;
mod call_tree;
pub mod calls;
pub mod eval;
pub mod events;
pub mod exchanges;
pub mod find;
pub mod history;
pub mod locks;
pub mod log;
pub(crate) mod moment;
pub mod objects;
pub mod origin;
pub mod output;
pub mod path_history;
mod range;
mod switches;
pub mod tasks;
pub mod timeline;
