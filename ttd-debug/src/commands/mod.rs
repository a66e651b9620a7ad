//! The commands: their table, and a file for each group of handlers.

pub mod alias;
pub mod branches;
pub mod breakpoints;
pub mod checkpoints;
pub mod complete;
pub mod display;
pub mod exceptions;
pub mod execute;
pub mod goto;
pub mod help;
pub mod inspect;
pub mod interact;
pub mod library;
pub mod marks;
pub mod motion;
pub mod print;
pub mod query;
pub mod screen;
mod script;
pub mod table;
pub mod unknown;
pub mod watch;

pub use crate::commands::table::command::{Args, Command, Completes, Handler, Yields};
pub use crate::commands::table::{COMMANDS, complete, find};
