//! Data breakpoints: variables, attributes and items whose changes stop the program, forwards and backwards.

use std::collections::HashMap;

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};
use super::variables::Reference;

/// What the client has been offered and has set.
#[derive(Default)]
pub(super) struct WatchTable {
    /// What each offer is about: thread, frame, expression, and the time of the offer.
    offered: HashMap<String, (u64, usize, String, u64)>,
    /// The numbers of watchpoints, by offer.
    set: HashMap<String, u32>,
}

impl Adapter<'_> {
    pub(super) fn data_breakpoint_info(&mut self, request: &Request) -> Reply {
        let name = request.needed_text("name")?.to_string();
        let (thread, frame, expression) = match request.number("variablesReference") {
            None | Some(0) => {
                let (thread, frame) = self.frame_or_newest(request)?;
                (thread, frame, name)
            }
            Some(_) => self.watched_part(request, &name)?,
        };
        let session = self.session()?;
        let now = session.present().0.0;
        let can = session.with_frame(thread, frame, |session| session.can_watch(&expression));
        Ok(match can {
            Err(error) => json!({ "dataId": null, "description": error.to_string() }),
            Ok(()) => {
                let id = format!("{now}:{thread}:{frame}:{expression}");
                let about = format!("{expression} (stops where it changes, in both directions)");
                self.watches.offered.insert(id.clone(), (thread, frame, expression, now));
                json!({ "dataId": id, "description": about, "accessTypes": ["write"], "canPersist": false })
            }
        })
    }

    /// Thread, frame and expression of a part of something that the client can expand.
    fn watched_part(&mut self, request: &Request, name: &str) -> Result<(u64, usize, String), String> {
        let reference = self.reference(request)?;
        let (thread, frame) = reference.frame();
        let expression = match &reference {
            Reference::Locals { .. } | Reference::Globals { .. } => name.to_string(),
            Reference::Returned { .. } | Reference::Left => return Err("What is returned never changes".into()),
            Reference::Value { expression, .. } => {
                self.part_named(&reference, name)?.ok_or_else(|| format!("{expression} has no part {name}"))?
            }
        };
        Ok((thread, frame, expression))
    }

    pub(super) fn set_data_breakpoints(&mut self, request: &Request) -> Reply {
        let wanted = request.list("breakpoints")?.to_vec();
        let id_of =
            |breakpoint: &Value| breakpoint.get("dataId").and_then(Value::as_str).unwrap_or_default().to_string();
        let ids: Vec<String> = wanted.iter().map(id_of).collect();
        let gone: Vec<String> = self.watches.set.keys().filter(|id| !ids.contains(id)).cloned().collect();
        for id in gone {
            if let Some(number) = self.watches.set.remove(&id) {
                self.session()?.remove_watch(number);
            }
        }
        let mut answers = Vec::new();
        for (id, breakpoint) in ids.into_iter().zip(&wanted) {
            let has = |name: &str| breakpoint.get(name).and_then(Value::as_str).is_some_and(|text| !text.is_empty());
            if has("condition") || has("hitCondition") {
                let why = "Conditions of data breakpoints are not supported by ttd-py yet: watch an expression instead";
                answers.push(json!({ "verified": false, "message": why }));
                continue;
            }
            answers.push(match self.watch(&id) {
                Ok(number) => json!({ "id": number, "verified": true }),
                Err(why) => json!({ "verified": false, "message": why }),
            });
        }
        Ok(json!({ "breakpoints": answers }))
    }

    /// Sets the watchpoint of an offer, if it is not there yet, and returns its number.
    fn watch(&mut self, id: &str) -> Result<u32, String> {
        if let Some(number) = self.watches.set.get(id) {
            return Ok(*number);
        }
        let offer = self.watches.offered.get(id).cloned();
        let (thread, frame, expression, time) = offer.ok_or("This was not offered by dataBreakpointInfo")?;
        let session = self.session()?;
        // An expression means something in the frame that it was offered for.
        if session.present().0.0 != time {
            return Err(format!("{expression} was meant at event {time}: go there, or ask anew"));
        }
        let number = session.with_frame(thread, frame, |session| session.add_watch(&expression));
        let number = number.map_err(|error| error.to_string())?;
        self.watches.set.insert(id.to_string(), number);
        Ok(number)
    }
}
