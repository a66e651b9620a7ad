//! The debugger as a service: for editors, agents, and programs that drive it by JSON.
//!
//! A front end here reads messages, drives a [`ttd_debug::Session`] by its commands and views, and writes messages.
//! None of them decides anything that the prompt would decide otherwise.
//!
//! ```text
//! client --transport, inbox--> adapter (dap, mcp, json, web) --Session--> answers --json--> client
//!                                 program's output --streams-----------------------^
//! ```
//!
//! How a program is started is the caller's: see [`Launcher`]. `docs/architecture/serve.md` has the layers and the
//! rules.

#![forbid(unsafe_code)]

pub mod dap;
pub(crate) mod inbox;
pub(crate) mod input;
pub mod json;
pub mod launch;
pub(crate) mod lines;
pub mod mcp;
pub mod streams;
pub mod token;
pub mod web;

pub use launch::{Launch, Launcher, Mode, Program};

/// The beginning of a text of the client, for messages.
pub(crate) fn shortened(text: &str) -> String {
    text.chars().take(60).collect()
}
