//! What editors, agents, browsers and programs are served, over the wire.

#[path = "../wire/mod.rs"]
mod wire;

mod agents;
mod dap;
mod dap_attach;
mod dap_running;
mod malformed;
mod serve;
mod web;
mod web_guard;
