//! The debugger of ttd-py as a library.
//!
//! A [`Session`] takes a command as text and gives back [`Answer`]s, which are plain data; [`render`] turns them into
//! text. Nothing here prints, and nothing here knows how a program is run: that is behind [`Target`].
//!
//! ```text
//! line --commands--> handler --motion--> time --Target::seek--> state --Answer--> render
//!                               |
//!                               +-- timeline: how far the run has come, where breakpoints were passed
//! ```
//!
//! Two rules hold everywhere. A motion is a pure function of (events, breakpoints, time): it is the same in every mode
//! and from both directions. And the program is never run further than a command asks for: what it prints and reads
//! beyond the present must not happen before the user goes there.

pub mod alias;
pub mod answer;
pub mod breakpoints;
pub mod breaks;
pub mod checkpoints;
pub mod commands;
pub mod complete;
mod conditions;
mod convenience;
pub mod display;
pub mod eval;
pub mod events;
pub mod exceptions;
pub mod find;
pub mod functions;
pub mod goto;
pub mod help;
pub mod hints;
pub mod history;
pub mod hits;
mod landing;
pub mod lines;
mod listing;
pub mod log;
pub mod look;
mod machine;
pub mod marks;
pub mod motion;
pub mod moves;
pub mod objects;
pub mod origin;
pub mod output;
pub mod paint;
pub mod parse;
pub mod places;
pub mod recording;
pub mod render;
pub mod selection;
pub mod session;
pub mod source;
pub mod stops;
pub mod target;
pub mod text;
pub mod timeline;
pub mod travel;
pub mod typing;
pub mod values;
pub mod watches;

pub use answer::Answer;
pub use selection::Selection;
pub use session::Session;
pub use target::Target;
pub use typing::Prompt;
