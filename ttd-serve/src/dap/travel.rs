//! Going to other times: all executions of a line.

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};

/// Targets that are offered at most, around the present.
const MOST: usize = 60;

impl Adapter<'_> {
    pub(super) fn goto_targets(&mut self, request: &Request) -> Reply {
        let source = request.arguments.get("source").cloned().unwrap_or_default();
        let path = self.path_of(&source).ok_or("gotoTargets needs a source with a path")?;
        let line = u32::try_from(request.needed_number("line")?).unwrap_or(u32::MAX);
        let session = self.session()?;
        let now = session.present().0;
        let found = session.executions(&path, line, MOST).map_err(|_| "cancelled")?;
        let total = found.total;
        let target = |(number, time): (u64, ttd_debug::target::Time)| {
            let here = if time == now { " (here)" } else { "" };
            json!({ "id": time.0, "label": format!("{number} of {total}: event {time}{here}"), "line": line })
        };
        let targets: Vec<Value> = found.list.into_iter().map(target).collect();
        Ok(json!({ "targets": targets }))
    }
}
