//! Exceptions: which stop the program, and what is known of the present one.

use serde_json::{Value, json};

use super::adapter::Adapter;
use super::requests::{Reply, Request};

impl Adapter<'_> {
    pub(super) fn set_exception_breakpoints(&mut self, request: &Request) -> Reply {
        let mut answers = Vec::new();
        let (mut raised, mut uncaught) = (false, false);
        let names = request.list("filters")?.iter().filter_map(Value::as_str);
        let options = request.list("filterOptions")?.iter();
        let of_options = options.filter_map(|option| option.get("filterId").and_then(Value::as_str));
        for name in names.chain(of_options) {
            match name {
                "raised" => raised = true,
                "uncaught" => uncaught = true,
                other => {
                    answers.push(json!({ "verified": false, "message": format!("There is no filter {other}") }));
                    continue;
                }
            }
            answers.push(json!({ "verified": true }));
        }
        self.stops_uncaught = uncaught;
        self.session()?.stop_where_raised(raised);
        Ok(json!({ "breakpoints": answers }))
    }

    pub(super) fn exception_info(&mut self) -> Reply {
        let session = self.session()?;
        let text = session.exception_here().ok_or("No exception is raised at this event")?;
        let (class, about) = text.split_once(':').map_or((text.as_str(), ""), |(class, about)| (class, about.trim()));
        let now = session.present().0.0;
        let end = session.end().and_then(|end| end.died.clone());
        let kills = end.filter(|death| death.at == Some(now));
        let mut details = json!({ "message": about, "typeName": class, "fullTypeName": class });
        if let Some(death) = &kills {
            details["stackTrace"] = death.traceback.clone().into();
        }
        Ok(json!({
            "exceptionId": class,
            "description": text,
            "breakMode": if kills.is_some() { "unhandled" } else { "always" },
            "details": details,
        }))
    }
}
