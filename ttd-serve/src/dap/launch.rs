//! The beginning of a session: what the adapter can do, and which program it is about.

use serde_json::{Value, json};

use super::adapter::{Adapter, Phase};
use super::requests::{Reply, Request};
use crate::launch::{Launch, Mode, Program};

impl Adapter<'_> {
    pub(super) fn initialize(&mut self, request: &Request) -> Reply {
        if self.phase != Phase::Silent {
            return Err("initialize comes once".into());
        }
        self.phase = Phase::Initialized;
        if request.flag("supportsProgressReporting") == Some(true) {
            self.meter.want();
        }
        self.tells_invalidated = request.flag("supportsInvalidatedEvent") == Some(true);
        let filter = |name: &str, label: &str, about: &str, default: bool| json!({ "filter": name, "label": label, "description": about, "default": default });
        Ok(json!({
            "supportsConfigurationDoneRequest": true,
            "supportsFunctionBreakpoints": true,
            "supportsConditionalBreakpoints": true,
            "supportsHitConditionalBreakpoints": true,
            "supportsLogPoints": true,
            "supportsDataBreakpoints": true,
            "supportsEvaluateForHovers": true,
            "supportsStepBack": true,
            "supportsSteppingGranularity": true,
            "supportsSetVariable": true,
            "supportsSetExpression": true,
            "supportsRestartFrame": true,
            "supportsRestartRequest": true,
            "supportsGotoTargetsRequest": true,
            "supportsCompletionsRequest": true,
            "completionTriggerCharacters": ["."],
            "supportsExceptionInfoRequest": true,
            "supportsLoadedSourcesRequest": true,
            "supportsModulesRequest": true,
            "supportsDelayedStackTraceLoading": true,
            "supportsTerminateRequest": true,
            "supportsCancelRequest": true,
            "supportsClipboardContext": true,
            "exceptionBreakpointFilters": [
                filter("raised", "Raised Exceptions", "Stop where an exception is raised, in both directions.", false),
                filter("uncaught", "Uncaught Exceptions", "Stop where the exception was raised that ends the program.", true),
            ],
        }))
    }

    pub(super) fn launch(&mut self, request: &Request) -> Reply {
        if self.phase != Phase::Initialized {
            return Err("launch comes once, after initialize".into());
        }
        if let Some(token) = &self.token
            && request.text("token") != Some(token)
        {
            // A client that does not know it has nothing to do here.
            self.phase = Phase::Over;
            return Err("the token is missing or wrong".into());
        }
        let launch = launch_of(request)?;
        let mut session = self.launcher.launch(&launch)?;
        self.inbox.interrupts(session.interrupt_flag());
        let (meter, inbox, client) = (self.meter.clone(), self.inbox.clone(), self.client.clone());
        session.on_progress(Box::new(move |progress| {
            meter.report(progress);
            if client.is_gone() { inbox.close() } else { inbox.renew() }
        }));
        let client = self.client.clone();
        session.on_log(Box::new(move |note| {
            let body =
                json!({ "category": "console", "output": format!("{}\n", note.text), "data": { "time": note.time.0 } });
            client.event("output", body);
        }));
        self.stops_on_entry = request.flag("stopOnEntry").unwrap_or(false);
        self.stops_at_end = request.flag("stopAtEnd").unwrap_or(true);
        self.records = launch.mode == Mode::Odb;
        self.session = Some(session);
        self.phase = Phase::Configuring;
        Ok(Value::Null)
    }

    pub(super) fn configuration_done(&mut self) -> Reply {
        if self.phase != Phase::Configuring {
            return Err("configurationDone comes once, after launch".into());
        }
        self.phase = Phase::Running;
        Ok(Value::Null)
    }
}

/// What the arguments of `launch` say.
fn launch_of(request: &Request) -> Result<Launch, String> {
    let named = |name| request.text(name).map(str::to_string);
    let program = match (named("program"), named("module"), named("code")) {
        (Some(path), None, None) => Program::Script(path),
        (None, Some(name), None) => Program::Module(name),
        (None, None, Some(text)) => Program::Code(text),
        _ => return Err("launch needs one of \"program\", \"module\" and \"code\"".into()),
    };
    let word = |value: &Value| value.as_str().map(str::to_string).ok_or("launch: \"args\" must be a list of texts");
    let arguments = request.list("args")?.iter().map(word).collect::<Result<Vec<_>, _>>()?;
    let mode = request.text("mode").unwrap_or("ttd");
    let mode = Mode::named(mode).ok_or_else(|| format!("launch: \"mode\" is tdb, ttd or odb, not {mode}"))?;
    let environment = match request.arguments.get("env") {
        None | Some(Value::Null) => Vec::new(),
        Some(Value::Object(all)) => {
            let named = all.iter().map(|(name, value)| match value {
                Value::Null => Ok((name.clone(), None)),
                Value::String(text) => Ok((name.clone(), Some(text.clone()))),
                _ => Err(format!("launch: \"env\" must give {name} a text or null")),
            });
            named.collect::<Result<Vec<_>, _>>()?
        }
        Some(_) => return Err("launch: \"env\" must be an object".into()),
    };
    let everything = request.flag("justMyCode") == Some(false);
    let library = request.list("library")?.iter().filter_map(Value::as_str).map(str::to_string);
    let library = if everything { vec!["*".to_string()] } else { library.collect() };
    let launch = Launch::new(program, arguments, mode);
    Ok(Launch { folder: named("cwd"), environment, stdin: named("stdin"), library, ..launch })
}
