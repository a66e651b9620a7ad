//! Requests that let the program run, and the stops that they end with.

use serde_json::{Value, json};
use ttd_debug::answer::colour::Paint;
use ttd_debug::answer::render;
use ttd_debug::target::{EventKind, How};
use ttd_debug::travel::StopReason;
use ttd_debug::{Answer, Session};

use super::adapter::Adapter;
use super::requests::{Incoming, Request};
use super::travel::step_out;
use super::while_running::{changes_stops, is_urgent};
use crate::inbox::Running;

/// How a request moves the program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Way {
    /// By this command.
    Command(&'static str),
    /// To the next line of the function.
    StepOver,
    /// To the line before it.
    StepBack,
    /// Out of the function.
    StepOut,
    /// To where a frame was called first.
    RestartFrame,
    /// To a time that `gotoTargets` gave.
    Target,
}

impl Way {
    /// The way of a request; `None` if it is none that moves the program.
    pub(super) fn of(request: &Request) -> Option<Way> {
        let small = request.text("granularity") == Some("instruction") || request.flag("into") == Some(true);
        Some(match request.command.as_str() {
            "continue" => Way::Command("continue"),
            "reverseContinue" => Way::Command("rcontinue"),
            "next" => Way::StepOver,
            "stepIn" => Way::Command("step"),
            "stepOut" => Way::StepOut,
            "stepBack" if request.flag("out") == Some(true) => Way::Command("rreturn"),
            "stepBack" if small => Way::Command("rstep"),
            "stepBack" => Way::StepBack,
            "restart" => Way::Command("restart"),
            "restartFrame" => Way::RestartFrame,
            "goto" => Way::Target,
            _ => return None,
        })
    }

    /// Why the program stops when nothing stops it on the way.
    fn reason(&self) -> &'static str {
        match self {
            Way::Command("restart") => "entry",
            Way::Command(_) | Way::StepOver | Way::StepBack | Way::StepOut => "step",
            Way::RestartFrame => "restart",
            Way::Target => "goto",
        }
    }

    /// Whether it can be stopped and gone on with.
    fn running(&self) -> Running {
        match self {
            Way::Command("continue" | "rcontinue") => Running::Resumable,
            _ => Running::Runs,
        }
    }
}

impl Adapter<'_> {
    /// Lets the program run as a request says.
    pub(super) fn travel(&mut self, request: &Request, way: &Way) {
        let line = match way {
            Way::Command(line) => Ok((*line).to_string()),
            Way::StepOver => Ok("next".into()),
            Way::StepBack => Ok("rnext".into()),
            Way::StepOut => Ok("return".into()),
            Way::RestartFrame => self.line_to_frame(request),
            Way::Target => request.needed_number("targetId").map(|time| format!("goto {time}")),
        };
        let body = if request.command == "continue" { json!({ "allThreadsContinued": true }) } else { Value::Null };
        match line {
            Err(why) => self.client.respond(request, Err(why)),
            Ok(line) => {
                self.client.respond(request, Ok(body));
                self.run(&line, way);
            }
        }
    }

    /// The first thing after the configuration: to the entry, or on to the first stop.
    pub(super) fn begin(&mut self) {
        self.meter.begin("Recording the run");
        let Some(session) = &mut self.session else { return };
        if std::mem::replace(&mut self.has_begun, true) {
            return self.stopped(None, "pause");
        }
        self.connection.inbox.begin(Running::Runs, is_urgent);
        let answers = session.begin(&[]);
        let has_events = session.has_events();
        self.meter.end();
        self.streams.catch_up();
        self.show_notes(&answers);
        let interrupted = self.records && self.session.as_ref().is_some_and(|session| session.end().is_none());
        if has_events && !interrupted && !self.stops_on_entry {
            // A pause that has come meanwhile stops it at once.
            return self.run("continue", &Way::Command("continue"));
        }
        self.connection.inbox.end();
        match has_events {
            false => self.terminate(),
            true if interrupted => self.stopped(Some(StopReason::Interrupted), "pause"),
            true => self.stopped(None, "entry"),
        }
    }

    fn run(&mut self, line: &str, way: &Way) {
        self.left = None;
        if line == "continue" && self.at_end {
            // What was to be seen at the end has been seen.
            return self.terminate();
        }
        self.meter.begin(line);
        let mut left = None;
        let why = loop {
            let Some(session) = &mut self.session else { return };
            session.select_newest();
            session.take_stop_reason();
            self.connection.inbox.begin(way.running(), is_urgent);
            let leaves = match way {
                Way::StepOut => !self.stops_at_return,
                // The event after a return may be in another function that the same line calls.
                Way::StepOver => session.present().1.kind == EventKind::Return,
                _ => false,
            };
            let (answers, why) = if leaves {
                let (answers, why, from) = step_out(session);
                left = from;
                (answers, why)
            } else {
                let line = line_back(session, line, way);
                (session.execute_own(line), session.take_stop_reason())
            };
            self.streams.catch_up();
            if why == Some(StopReason::Interrupted) && way.running() == Running::Resumable && self.changes_stops() {
                continue;
            }
            self.show_notes(&answers);
            break why;
        };
        self.connection.inbox.end();
        self.meter.end();
        if !self.connection.inbox.is_gone() {
            self.left = left;
            self.stopped(why, way.reason());
        }
    }

    /// Handles what changes the stops of a run, for which it was interrupted. Whether it is to go on.
    fn changes_stops(&mut self) -> bool {
        let mut handled = false;
        let is_wanted = |message: &(Incoming, bool)| matches!(&message.0, Incoming::Request(r) if changes_stops(r));
        while let Some(Incoming::Request(request)) = self.connection.inbox.take(is_wanted) {
            // What checks an expression must not be interrupted.
            self.connection.inbox.begin(Running::Resumable, is_urgent);
            self.handle(&request);
            handled = true;
        }
        handled && !self.connection.inbox.has_urgent()
    }

    /// Shows what was said on the way in the console.
    pub(super) fn show_notes(&self, answers: &[Answer]) {
        for answer in answers {
            let text = match answer {
                Answer::Stop(stop) => stop.notes.join("\n"),
                other => render::render(other, Paint::default()),
            };
            self.client.console(&text);
        }
    }

    /// Tells the client where the program stands and why.
    pub(super) fn stopped(&mut self, why: Option<StopReason>, reason: &str) {
        let Some(session) = &mut self.session else { return };
        let (now, _) = session.present();
        let (_, last) = session.progress();
        let thread = session.running_thread();
        let end = session.end().cloned();
        let branch = session.branch_number();
        self.streams.input.note_standing();
        // For those who ask while the program runs.
        let _ = self.threads();
        (self.frames, self.references) = (Vec::new(), Vec::new());
        self.shown = Some((now, branch));
        self.at_end = why == Some(StopReason::End);
        if self.at_end && !self.stops_at_end {
            return self.terminate();
        }
        let mut body = json!({
            "reason": reason, "threadId": thread, "allThreadsStopped": true, "time": now.0, "last": last.0,
            "branch": branch,
        });
        let mut describe = |reason: &str, about: String| {
            body["reason"] = reason.into();
            body["description"] = about.clone().into();
            body["text"] = about.into();
        };
        match &why {
            None if reason == "pause" => describe("pause", "Attached where the program stands".into()),
            None | Some(StopReason::Arrived) => {}
            Some(StopReason::Hit(hit)) => {
                let of_function = self.breakpoints.is_of_function(hit.number);
                describe(if of_function { "function breakpoint" } else { "breakpoint" }, "Paused on breakpoint".into());
                body["hitBreakpointIds"] = json!([hit.number]);
            }
            Some(StopReason::Changed) => describe("data breakpoint", "A watched value changes here".into()),
            Some(StopReason::Asked(stop)) => {
                describe("pause", stop.header.clone().unwrap_or("The program asks to stop".into()));
            }
            Some(StopReason::Raised) => {
                let text = self.session.as_mut().and_then(ttd_debug::Session::exception_here).unwrap_or_default();
                describe("exception", text);
            }
            Some(StopReason::Start) => describe("entry", "The start of the program".into()),
            Some(StopReason::End) => match end.and_then(|end| end.died) {
                Some(death) if self.stops_uncaught && death.at == Some(now.0) => {
                    describe("exception", format!("Uncaught: {}", death.summary))
                }
                Some(death) => describe("end", format!("The program died of {}", death.summary)),
                None => describe("end", "The end of the program: going on ends the session".into()),
            },
            Some(StopReason::Interrupted) => describe("pause", "Paused".into()),
        }
        self.client.event("stopped", body);
    }

    /// After a request that may have moved the program: tells the client if it has.
    pub(super) fn tell_if_moved(&mut self) {
        let Some(session) = &mut self.session else { return };
        let Some((time, branch)) = self.shown else { return };
        let why = session.take_stop_reason();
        let (now, _) = session.present();
        let branch_now = session.branch_number();
        if now != time || branch_now != branch && why.is_some() {
            self.left = None;
            // The client does not know that this request would move the program.
            let thread = session.running_thread();
            self.client.event("continued", json!({ "threadId": thread, "allThreadsContinued": true }));
            self.stopped(why, "goto");
        } else if branch_now != branch {
            self.shown = Some((now, branch_now));
            self.at_end = false;
            if self.tells_invalidated {
                self.client.event("invalidated", json!({ "areas": ["all"] }));
            }
        }
    }

    /// The program is over, and nobody wants to look at it any more.
    pub(super) fn terminate(&mut self) {
        self.is_over = true;
        let status = self.session.as_ref().and_then(|session| session.end()).map_or(0, |end| end.status);
        self.client.event("exited", json!({ "exitCode": status }));
        self.client.event("terminated", json!({}));
    }
}

/// The command of a motion. Stepping back from where a function begins leads to the line that called it: the event
/// before may be in another function that this line has called.
fn line_back<'a>(session: &mut Session, line: &'a str, way: &Way) -> &'a str {
    let event = session.present().1;
    let is_beginning = event.kind == EventKind::Call && event.how == How::Start;
    if *way == Way::StepBack && is_beginning { "rreturn" } else { line }
}
