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

pub mod answer;
pub mod commands;
pub mod session;
pub mod syntax;
pub mod target;
pub mod travel;

pub use answer::Answer;
pub use session::Session;
pub use session::input_mode::Prompt;
pub use session::record_filter::RecordFilter;
pub use target::Target;
