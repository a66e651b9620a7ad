//! The debugger of ttd-py as a library.
//!
//! A [`Session`] takes a command as text and returns [`Answer`]s, which are plain data; [`render`](answer::render)
//! turns them into text. Nothing here prints. How a program runs is behind [`Target`]; only `target` names the
//! interpreter, and only recording a part of a run (`session/record_filter.rs`) needs the machine itself.
//!
//! ```text
//! line --commands--> handler --motion--> time --Target::seek--> state --Answer--> render
//!                               |
//!                               +-- Explored: how far the run has come, where breakpoints were passed
//! ```
//!
//! Two rules hold everywhere. A motion is a pure function of events, breakpoints and time: every mode gives the same
//! result, from both directions. And the program never runs further than a command needs: what it prints and reads
//! later must not happen before the user goes there.
//!
//! Front ends that need data rather than text have [`views`].
//!
//! `docs/architecture/debugger.md` has the layers, the invariants with their tests, and a walk through one command.

pub mod answer;
pub mod commands;
pub mod session;
pub mod syntax;
pub mod target;
pub mod travel;
pub mod views;

pub use answer::{Answer, Prompt};
pub use session::Session;
pub use session::record_filter::RecordFilter;
pub use target::{EventChoice, Target};
