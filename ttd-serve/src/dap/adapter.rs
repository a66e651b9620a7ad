//! The adapter: what it keeps between requests, and which request is handled where.

use serde_json::{Value, json};
use std::io;
use ttd_debug::Session;
use ttd_debug::target::Time;

use super::breakpoints::BreakpointTable;
use super::client::Client;
use super::output::ProgramStreams;
use super::progress::Meter;
use super::requests::{Incoming, Reply, Request};
use super::run::Way;
use super::variables::Reference;
use super::watches::WatchTable;
use super::while_running::{Connection, is_urgent};
use crate::inbox::Running;
use crate::launch::Launcher;
use crate::shortened;

/// Why a request that needs a session is refused before there is one.
const NOT_LAUNCHED: &str = "The program has not been launched";

/// Handles a request.
type Handler<'a> = fn(&mut Adapter<'a>, &Request) -> Reply;

/// Where a session of the protocol is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// Nothing was said.
    Silent,
    /// `initialize` was answered.
    Initialized,
    /// The program is ready, and breakpoints are being set.
    Configuring,
    /// The program can be run.
    Running,
    /// It is over.
    Over,
}

/// A program that outlasts its clients.
pub(super) struct Debuggee {
    pub(super) session: Session,
    /// Its first client knows where it stands.
    pub(super) has_begun: bool,
}

/// The adapter.
pub(super) struct Adapter<'a> {
    pub(super) launcher: &'a dyn Launcher,
    pub(super) client: Client,
    pub(super) connection: Connection,
    pub(super) streams: ProgramStreams,
    /// What the client must know.
    pub(super) token: Option<String>,
    pub(super) meter: Meter,
    pub(super) phase: Phase,
    pub(super) session: Option<Session>,
    /// The program was there before the client, which attaches to it.
    pub(super) is_attached: bool,
    /// The program has begun: a client knows where it stands.
    pub(super) has_begun: bool,
    /// The program is over for its clients.
    pub(super) is_over: bool,
    pub(super) stops_on_entry: bool,
    pub(super) stops_at_end: bool,
    /// Stepping out of a function stops at its return.
    pub(super) stops_at_return: bool,
    /// The program runs to its end first.
    pub(super) records: bool,
    pub(super) breakpoints: BreakpointTable,
    pub(super) watches: WatchTable,
    /// An exception that kills the program is shown as such.
    pub(super) stops_uncaught: bool,
    /// The frames that the client knows by their numbers, from 1: thread and number of the frame.
    pub(super) frames: Vec<(u64, usize)>,
    /// What the client can expand, by numbers from 1.
    pub(super) references: Vec<Reference>,
    /// The sources that are no files, by numbers from 1.
    pub(super) sources: Vec<String>,
    /// Time and branch that frames and references are of.
    pub(super) shown: Option<(Time, usize)>,
    /// The function that was stepped out of, and what it returned, at this stop.
    pub(super) left: Option<(String, String)>,
    /// The last stop was at the end of the program.
    pub(super) at_end: bool,
    /// The client wants to hear that all it knows has changed.
    pub(super) tells_invalidated: bool,
}

impl<'a> Adapter<'a> {
    pub(super) fn new(
        launcher: &'a dyn Launcher,
        connection: Connection,
        streams: ProgramStreams,
        token: Option<String>,
    ) -> Adapter<'a> {
        Adapter {
            launcher,
            meter: Meter::new(connection.client.clone()),
            client: connection.client.clone(),
            connection,
            streams,
            token,
            phase: Phase::Silent,
            session: None,
            is_attached: false,
            has_begun: false,
            is_over: false,
            stops_on_entry: false,
            stops_at_end: true,
            stops_at_return: false,
            records: false,
            breakpoints: BreakpointTable::default(),
            watches: WatchTable::default(),
            stops_uncaught: true,
            frames: Vec::new(),
            references: Vec::new(),
            sources: Vec::new(),
            shown: None,
            left: None,
            at_end: false,
            tells_invalidated: false,
        }
    }

    /// Handles requests until the client leaves or is gone.
    pub(super) fn serve(&mut self) -> io::Result<()> {
        while let Some(message) = self.connection.inbox.next() {
            match message {
                Incoming::Request(request) => self.handle(&request),
                Incoming::Unreadable(why) => {
                    self.client.console(&format!("ttd-py: this is no message of the protocol: {why}"));
                    return Err(io::Error::other(format!("no message of the protocol: {why}")));
                }
            }
            if self.phase == Phase::Over || self.client.is_gone() {
                break;
            }
        }
        Ok(())
    }

    /// Handles a request: answers it, and lets the program run if that is what it asks for.
    pub(super) fn handle(&mut self, request: &Request) {
        let early = ["initialize", "disconnect", "terminate"].contains(&request.command.as_str());
        if self.phase == Phase::Silent && !early {
            return self.client.respond(request, Err(format!("{} comes before initialize", request.command)));
        }
        if let Some(way) = Way::of(request) {
            return match self.phase {
                Phase::Running => self.travel(request, &way),
                _ => self.client.respond(request, Err(NOT_LAUNCHED.into())),
            };
        }
        if self.connection.inbox.is_running() {
            // Only what changes stops is handled while the program runs, and it runs on.
            let reply = self.reply(request);
            return self.client.respond(request, reply);
        }
        self.connection.inbox.begin(Running::Stands, is_urgent);
        let reply = self.reply(request);
        let failed = reply.is_err();
        self.streams.catch_up();
        self.client.respond(request, reply);
        match request.command.as_str() {
            "launch" | "attach" if !failed => self.client.event("initialized", json!({})),
            "configurationDone" if !failed => self.begin(),
            "terminate" => {
                self.is_over = true;
                self.client.event("terminated", json!({}));
            }
            "disconnect" => {
                self.is_over |= request.flag("terminateDebuggee") == Some(true);
                self.phase = Phase::Over;
            }
            _ => self.tell_if_moved(),
        }
    }

    fn reply(&mut self, request: &Request) -> Reply {
        match request.command.as_str() {
            "initialize" => self.initialize(request),
            "launch" => self.launch(request),
            "attach" => self.attach(request),
            "configurationDone" => self.configuration_done(),
            "disconnect" | "terminate" => Ok(Value::Null),
            // The program stands already.
            "pause" => Ok(Value::Null),
            other => match Self::handler(other) {
                None => Err(format!("unknown command: {}", shortened(other))),
                Some(_) if self.session.is_none() => Err(NOT_LAUNCHED.into()),
                Some(handle) => handle(self, request),
            },
        }
    }

    /// What handles a request that needs a session.
    fn handler(command: &str) -> Option<Handler<'a>> {
        Some(match command {
            "setBreakpoints" => Self::set_breakpoints,
            "setFunctionBreakpoints" => Self::set_function_breakpoints,
            "setExceptionBreakpoints" => Self::set_exception_breakpoints,
            "dataBreakpointInfo" => Self::data_breakpoint_info,
            "setDataBreakpoints" => Self::set_data_breakpoints,
            "threads" => |adapter, _| adapter.threads(),
            "stackTrace" => Self::stack_trace,
            "scopes" => Self::scopes,
            "variables" => Self::variables,
            "setVariable" => Self::set_variable,
            "setExpression" => Self::set_expression,
            "evaluate" => Self::evaluate,
            "completions" => Self::completions,
            "exceptionInfo" => |adapter, _| adapter.exception_info(),
            "loadedSources" => |adapter, _| adapter.loaded_sources(),
            "modules" => Self::modules,
            "source" => Self::source,
            "gotoTargets" => Self::goto_targets,
            "ttd/command" => Self::command,
            "ttd/history" => |adapter, request| adapter.on_expression(request, "history"),
            "ttd/origin" => |adapter, request| adapter.on_expression(request, "origin"),
            "ttd/when" => |adapter, _| adapter.plain("when"),
            "ttd/goto" => Self::goto_event,
            "ttd/timeline" => Self::timeline,
            _ => return None,
        })
    }

    /// The session, which is there once the program was launched.
    pub(super) fn session(&mut self) -> Result<&mut Session, String> {
        self.session.as_mut().ok_or_else(|| NOT_LAUNCHED.into())
    }
}
