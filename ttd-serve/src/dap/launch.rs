//! The beginning of a session: what the adapter can do, and which program it is about.

use serde_json::{Value, json};
use ttd_debug::Session;

use super::adapter::{Adapter, Debuggee, Phase};
use super::requests::{Reply, Request};
use crate::launch::{Launch, Mode, Program};
use crate::token::is_token;

impl Adapter<'_> {
    pub(super) fn initialize(&mut self, request: &Request) -> Reply {
        if self.phase != Phase::Silent {
            return Err("initialize comes once".into());
        }
        self.greet(request);
        Ok(capabilities())
    }

    /// Notes what a client says of itself.
    fn greet(&mut self, hello: &Request) {
        self.phase = Phase::Initialized;
        if hello.flag("supportsProgressReporting") == Some(true) {
            self.meter.want();
        }
        self.tells_invalidated = hello.flag("supportsInvalidatedEvent") == Some(true);
    }

    pub(super) fn launch(&mut self, request: &Request) -> Reply {
        if self.phase != Phase::Initialized {
            return Err("launch comes once, after initialize".into());
        }
        if let Some(token) = &self.token
            && !request.text("token").is_some_and(|given| is_token(given, token))
        {
            // A client that does not know it has nothing to do here.
            self.phase = Phase::Over;
            return Err("the token is missing or wrong".into());
        }
        if self.is_attached {
            return Err("a program is there already".into());
        }
        let launch = launch_of(request)?;
        let mut session = self.launcher.launch(&launch)?;
        session.observe_streams(self.streams.observer());
        self.adopt(session);
        self.stops_on_entry = request.flag("stopOnEntry").unwrap_or(false);
        self.records = launch.mode == Mode::Odb;
        self.read_stops(request);
        Ok(Value::Null)
    }

    /// `attach`: the token was looked at where clients come in.
    pub(super) fn attach(&mut self, request: &Request) -> Reply {
        if !self.is_attached {
            return Err("no program is here to attach to: start ttd-py -m dap --port N PROGRAM, or launch one".into());
        }
        if self.phase != Phase::Initialized {
            return Err("attach comes once, after initialize".into());
        }
        self.stops_on_entry = true;
        self.read_stops(request);
        if request.list("pathMappings").is_ok_and(|mappings| mappings.iter().any(maps)) {
            let why = "ttd-py: pathMappings are ignored: the program runs on this machine, under its own paths";
            self.client.console(why);
        }
        Ok(Value::Null)
    }

    /// Reads where a session stops, which both ways to begin one can say.
    fn read_stops(&mut self, request: &Request) {
        self.stops_at_end = request.flag("stopAtEnd").unwrap_or(true);
        self.stops_at_return = request.flag("stopAtReturn").unwrap_or(false);
        self.phase = Phase::Configuring;
    }

    /// Takes over a program that is there already, for a client that was greeted.
    pub(super) fn debug(&mut self, launch: &Launch, debuggee: Option<Debuggee>, hello: &Request) {
        self.greet(hello);
        self.is_attached = true;
        self.records = launch.mode == Mode::Odb;
        let Some(Debuggee { mut session, has_begun }) = debuggee else { return };
        self.has_begun = has_begun;
        if !has_begun {
            session.observe_streams(self.streams.observer());
        }
        self.adopt(session);
    }

    /// Gives the program back, without what the client has set; `None` if it is over.
    pub(super) fn leave(mut self) -> Option<Debuggee> {
        self.connection.inbox.end();
        let mut session = self.session.take().filter(|_| !self.is_over)?;
        session.forget_user();
        Some(Debuggee { session, has_begun: self.has_begun })
    }

    /// Makes a session this client's.
    fn adopt(&mut self, mut session: Session) {
        let inbox = &self.connection.inbox;
        inbox.interrupts(session.interrupt_flag());
        let (meter, inbox, client) = (self.meter.clone(), inbox.clone(), self.client.clone());
        session.on_progress(Box::new(move |progress| {
            meter.report(progress);
            if client.is_gone() { inbox.close() } else { inbox.renew() }
        }));
        let client = self.client.clone();
        session.on_log(Box::new(move |note| {
            let (text, time) = (format!("{}\n", note.text), json!({ "time": note.time.0 }));
            client.event("output", json!({ "category": "console", "output": text, "ttd": time }));
        }));
        self.session = Some(session);
    }

    pub(super) fn configuration_done(&mut self) -> Reply {
        if self.phase != Phase::Configuring {
            return Err("configurationDone comes once, after launch".into());
        }
        self.phase = Phase::Running;
        Ok(Value::Null)
    }
}

/// What the adapter can do.
pub(super) fn capabilities() -> Value {
    let filter = |name: &str, label: &str, about: &str, default: bool| json!({ "filter": name, "label": label, "description": about, "default": default });
    json!({
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
    })
}

/// Whether a path mapping leads to another path.
fn maps(mapping: &Value) -> bool {
    let root = |name: &str| mapping.get(name).and_then(Value::as_str).unwrap_or(".").trim_end_matches('/').to_string();
    root("remoteRoot") != "." && root("localRoot") != root("remoteRoot")
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
