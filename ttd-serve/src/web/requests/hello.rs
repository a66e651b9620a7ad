//! `hello`: what is debugged, and how far it has come.

use serde_json::{Value, json};

use super::super::desk::Desk;
use super::super::request::Request;

pub(super) fn hello(desk: &mut Desk, request: &Request) -> Result<Value, String> {
    if let Some(branch) = request.branch()?.filter(|branch| *branch != desk.session.branch_number()) {
        desk.stand(Some(branch), None)?;
    }
    let run = desk.run_json();
    let files: Vec<Value> = desk
        .session
        .files_so_far()
        .into_iter()
        .map(|file| json!({ "path": file.path, "library": !file.program }))
        .collect();
    // Nothing here may move the program: it may be on its way to its end.
    let (time, _) = desk.session.progress();
    Ok(json!({
        "program": desk.path,
        "arguments": desk.arguments,
        "mode": desk.mode,
        "version": env!("CARGO_PKG_VERSION"),
        "first": run["first"],
        "last": run["last"],
        "complete": run["state"] == "ended",
        "end": run["end"]["text"],
        "time": time.0,
        "run": run,
        "files": files,
        "branches": desk.session.branch_list().iter().map(super::shared::branch).collect::<Vec<_>>(),
    }))
}
