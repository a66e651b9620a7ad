//! What each request is answered with. `docs/web.md` lists them; a change here is a change there.

mod command;
mod find;
mod hello;
mod history;
mod inline;
mod instants;
mod look;
mod output;
pub(super) mod shared;
mod source;
mod threads;
mod timeline;
mod tree;
mod values;

use serde_json::Value;

use super::desk::Desk;
use super::job::Reply;
use super::request::Request;

/// Handles a request.
pub(super) type Handler = fn(&mut Desk, &Request) -> Result<Reply, String>;

/// Handles a request that is answered at once.
type AtOnce = fn(&mut Desk, &Request) -> Result<Value, String>;

/// Makes a handler of one that answers at once.
macro_rules! at_once {
    ($handle:expr) => {
        |desk, request| {
            let handle: AtOnce = $handle;
            handle(desk, request).map(Reply::Answer)
        }
    };
}

/// What handles a request with this name.
pub(super) fn handler(name: &str) -> Option<Handler> {
    Some(match name {
        "hello" => at_once!(hello::hello),
        "look" => at_once!(look::look),
        "parts" => at_once!(values::parts),
        "eval" => at_once!(values::eval),
        "complete" => at_once!(values::complete),
        "command" => at_once!(command::command),
        "run" => at_once!(command::run),
        "pause" => at_once!(command::pause),
        "source" => at_once!(source::source),
        "timeline" => timeline::timeline,
        "coverage" => timeline::coverage,
        "tree" => tree::tree,
        "threads" => threads::threads,
        "inline" => inline::inline,
        "find" => find::find,
        "history" => history::history,
        "last" => at_once!(history::last),
        "next_change" => at_once!(history::next_change),
        "origin" => at_once!(history::origin),
        "uses" => at_once!(history::uses),
        "executions" => at_once!(history::executions),
        "output" => at_once!(output::output),
        "branches" => at_once!(shared::branches),
        "marks" => at_once!(shared::marks),
        "breakpoints" => at_once!(shared::breakpoints),
        _ => return None,
    })
}
