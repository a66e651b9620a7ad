//! Calling the tools.

use std::fs::File;

use serde_json::{Value, json};
use ttd_debug::Session;
use ttd_debug::views::{NewBreakpoint, Which};

use super::redact::{Redactor, is_secret};
use super::rpc::Incoming;
use super::{RUNS, bounded, frame, text, tools, why};
use crate::inbox::Inbox;
use crate::launch::{Launch, Launcher};
use crate::streams::has_reader;

/// Events that `find` lists at most.
const MOST_FOUND: u64 = 50;
/// Goes to where the program ended or died.
const END: &str = "goto end";
/// Commands of a script at most.
const MOST_COMMANDS: usize = 100;

/// The program, once a tool was called.
pub(super) struct Debugger<'a> {
    launcher: &'a dyn Launcher,
    launch: &'a Launch,
    inbox: Inbox<Incoming>,
    /// Where answers go.
    client: File,
    session: Option<Session>,
    redactor: Redactor,
}

/// The arguments of a call.
struct Arguments<'a>(&'a Value);

/// A text, or why there is none.
type Outcome = Result<String, String>;

impl Arguments<'_> {
    fn text(&self, name: &str) -> Result<Option<&str>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(Value::String(text)) => Ok(Some(text)),
            Some(_) => Err(format!("\"{name}\" must be a text")),
        }
    }

    fn needed(&self, name: &str) -> Result<&str, String> {
        self.text(name)?.ok_or_else(|| format!("\"{name}\" is needed"))
    }

    fn number(&self, name: &str) -> Result<Option<u64>, String> {
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(None),
            Some(value) => value.as_u64().map(Some).ok_or_else(|| format!("\"{name}\" must be a number from 0 on")),
        }
    }

    fn texts(&self, name: &str) -> Result<Vec<String>, String> {
        let wrong = || format!("\"{name}\" must be a list of texts");
        let one = |value: &Value| value.as_str().map(str::to_string).ok_or_else(wrong);
        match self.0.get(name) {
            None | Some(Value::Null) => Ok(Vec::new()),
            Some(Value::Array(list)) => list.iter().map(one).collect(),
            Some(Value::String(text)) => Ok(vec![text.clone()]),
            Some(_) => Err(wrong()),
        }
    }

    /// Whether to go backwards.
    fn backwards(&self, otherwise: bool) -> Result<bool, String> {
        match self.text("direction")? {
            None => Ok(otherwise),
            Some("backward") => Ok(true),
            Some("forward") => Ok(false),
            Some(_) => Err("\"direction\" is backward or forward".into()),
        }
    }

    /// The command that goes to the time.
    fn to_time(&self) -> Result<String, String> {
        match self.0.get("time") {
            None | Some(Value::Null) => Ok(END.into()),
            Some(Value::Number(number)) if number.is_u64() => Ok(format!("goto {number}")),
            Some(Value::String(name)) if !name.is_empty() && !name.contains(['\n', ';']) => Ok(format!("goto {name}")),
            Some(_) => Err("\"time\" is the number of an event, a mark, \"start\" or \"end\"".into()),
        }
    }
}

impl<'a> Debugger<'a> {
    pub(super) fn new(
        launcher: &'a dyn Launcher,
        launch: &'a Launch,
        inbox: Inbox<Incoming>,
        client: File,
    ) -> Debugger<'a> {
        Debugger { launcher, launch, inbox, client, session: None, redactor: Redactor::default() }
    }

    /// Calls a tool.
    pub(super) fn call(&mut self, name: &str, arguments: &Value) -> Value {
        self.inbox.begin(RUNS, |_, _| false);
        let outcome = self.outcome(name, arguments);
        self.inbox.end();
        let (mut text, failed) = match outcome {
            Ok(text) => (text, false),
            Err(why) => (why, true),
        };
        let time = self.session.as_mut().map(|session| {
            text = format!("{}\n{}", text::place(session), session.with_numbers(&text));
            session.present().0.0
        });
        let names_secret = is_secret(&arguments.to_string());
        let text = self.redactor.text(text.trim_end(), names_secret);
        let cursor = arguments.get("cursor").and_then(Value::as_u64).unwrap_or(0);
        let text = bounded::part(&text, usize::try_from(cursor).unwrap_or(usize::MAX));
        json!({
            "content": [{ "type": "text", "text": text }], "structuredContent": { "time": time }, "isError": failed,
        })
    }

    fn outcome(&mut self, name: &str, arguments: &Value) -> Outcome {
        let known = tools::parameters(name);
        let given = arguments.as_object().into_iter().flatten().map(|(name, _)| name);
        if let Some(other) = given.into_iter().find(|name| !known.iter().any(|(known, ..)| known == name)) {
            let all: Vec<&str> = known.iter().map(|(name, ..)| *name).collect();
            return Err(format!("{name} has no parameter {other}: it has {}", all.join(", ")));
        }
        let arguments = Arguments(arguments);
        let to_time = arguments.to_time()?;
        self.start()?;
        let (Some(session), redactor) = (&mut self.session, &mut self.redactor) else {
            return Err("The program cannot be started".into());
        };
        let has_ended = session.end().is_some();
        let (_, last) = session.progress();
        // A program that was interrupted has no end yet, and is not run on without being asked.
        let to_time = if to_time == END && !has_ended { format!("goto {last}") } else { to_time };
        go_to(session, &to_time)?;
        match name {
            "look" => look(session, &arguments, redactor),
            "why" => why::why(session, one_line(arguments.needed("expression")?)?, redactor),
            "frame" => frame::life(session, arguments.number("from")?.unwrap_or(0), redactor),
            "find" => find(session, &arguments),
            "run" => run(session, &arguments),
            "output" => output(session, &arguments),
            "mark" => done(match arguments.text("name")? {
                Some(name) => text::execute(session, &format!("mark {}", one_line(name)?)),
                None => text::execute(session, "marks"),
            }),
            _ => script(session, &arguments),
        }
    }

    /// Runs the program to its end, the first time.
    fn start(&mut self) -> Result<(), String> {
        if self.session.is_some() {
            return Ok(());
        }
        let mut session = self.launcher.launch(self.launch)?;
        self.inbox.interrupts(session.interrupt_flag());
        self.inbox.begin(RUNS, |_, _| false);
        let (inbox, client) = (self.inbox.clone(), self.client.try_clone().map_err(|error| error.to_string())?);
        session.on_progress(Box::new(move |_| if has_reader(&client) { inbox.renew() } else { inbox.close() }));
        session.begin(&[]);
        if !session.has_events() {
            return Err("The program has no events: it ended before its first line".into());
        }
        session.execute_own(END);
        self.session = Some(session);
        Ok(())
    }
}

/// Goes to a time.
fn go_to(session: &mut Session, line: &str) -> Result<(), String> {
    let answers = session.execute_own(line);
    let (text, failed) = text::of_answers(&answers);
    match failed || text.starts_with("There is no event") {
        true => Err(text),
        false => Ok(()),
    }
}

fn done((text, failed): (String, bool)) -> Outcome {
    if failed { Err(text) } else { Ok(text) }
}

fn one_line(text: &str) -> Result<&str, String> {
    if text.contains('\n') { Err("One line is needed".into()) } else { Ok(text) }
}

fn look(session: &mut Session, arguments: &Arguments<'_>, redactor: &mut Redactor) -> Outcome {
    let frame = usize::try_from(arguments.number("frame")?.unwrap_or(0)).unwrap_or(usize::MAX);
    let expressions = arguments.texts("expressions")?;
    let thread = session.running_thread();
    let stack = session.stack_of(thread);
    if frame >= stack.len() {
        return Err(format!("There is no frame {frame}: there are {}", stack.len()));
    }
    session.with_frame(thread, frame, |session| {
        if expressions.is_empty() {
            let mut text = text::execute(session, "where").0;
            text += &text::execute(session, "list .").0;
            let locals = session.parts("locals()", Which::Names, 0, 100).map_err(|error| error.to_string())?;
            for child in locals.list.iter().filter(|child| !is_definition(&child.class)) {
                text += &format!("{} = {}\n", child.name, redactor.value(&child.name, &child.value));
            }
            return Ok(text);
        }
        let (mut text, mut failed) = (String::new(), 0);
        for expression in &expressions {
            match session.value_of(one_line(expression)?) {
                Ok(value) => text += &format!("{expression} = {}\n", redactor.value(expression, &value)),
                Err(error) => {
                    failed += 1;
                    text += &format!("{expression}: {error}\n");
                }
            }
        }
        // The values of the others are an answer.
        done((text, failed == expressions.len()))
    })
}

/// Classes of values that every module is full of.
fn is_definition(class: &str) -> bool {
    ["function", "type", "module", "builtin_function_or_method"].contains(&class)
}

fn find(session: &mut Session, arguments: &Arguments<'_>) -> Outcome {
    let condition = one_line(arguments.needed("condition")?)?.to_string();
    let command = if arguments.backwards(true)? { "rfind" } else { "find" };
    let limit = arguments.number("limit")?.unwrap_or(10).clamp(1, MOST_FOUND);
    let mut text = String::new();
    for found in 0..limit {
        let (answer, failed) = text::execute(session, &format!("{command} {condition}"));
        if failed {
            return match found {
                0 => Err(answer),
                _ => Ok(text + "(no more)\n"),
            };
        }
        text += &format!("{}\n", text::place(session));
    }
    let (now, _) = session.present();
    Ok(text + &format!("(perhaps more: the same call with \"time\": {now})\n"))
}

fn run(session: &mut Session, arguments: &Arguments<'_>) -> Outcome {
    let at = one_line(arguments.needed("at")?)?;
    let backwards = arguments.backwards(false)?;
    let new = NewBreakpoint { condition: arguments.text("condition")?.map(str::to_string), ..NewBreakpoint::default() };
    let line = at.rsplit_once(':').and_then(|(file, line)| Some((file, line.trim().parse::<u32>().ok()?)));
    let placed = match line {
        Some((file, line)) => session.set_line_breakpoint(file.trim(), line, new)?,
        None => session.set_function_breakpoint(at, new)?,
    };
    let answers = session.execute_own(if backwards { "rcontinue" } else { "continue" });
    let reached =
        matches!(session.take_stop_reason(), Some(ttd_debug::travel::StopReason::Hit(hit)) if hit.error.is_none());
    session.remove_breakpoint(placed.number);
    let (text, _) = text::of_answers(&answers);
    match reached {
        true => Ok(text),
        false => {
            let side = if backwards { "before" } else { "after" };
            Err(format!("{at} (line {}) is not reached {side} this time\n{text}", placed.line))
        }
    }
}

fn output(session: &mut Session, arguments: &Arguments<'_>) -> Outcome {
    match arguments.text("text")? {
        Some(wanted) => done(text::execute(session, &format!("output {}", one_line(wanted)?))),
        None => {
            let (bytes, written) = session.output_by_now();
            let cut = if (bytes.len() as u64) < written { "(the rest was not kept)\n" } else { "" };
            Ok(format!("{written} bytes of output by now:\n{}{cut}", String::from_utf8_lossy(&bytes)))
        }
    }
}

fn script(session: &mut Session, arguments: &Arguments<'_>) -> Outcome {
    let commands = arguments.texts("commands")?;
    if commands.is_empty() || commands.len() > MOST_COMMANDS {
        return Err(format!("\"commands\" is a list of 1 to {MOST_COMMANDS} commands"));
    }
    let (mut text, mut failed) = (String::new(), false);
    for command in &commands {
        let word = command.trim();
        if ["q", "quit", "exit", "EOF"].contains(&word) {
            text += "(the session goes on: it ends when you close it)\n";
            continue;
        }
        let (answer, wrong) = text::execute_typed(session, one_line(word)?);
        failed |= wrong;
        text += &format!("> {word}\n{answer}");
        if session.interrupt_flag().load(std::sync::atomic::Ordering::Relaxed) {
            break;
        }
    }
    done((text, failed))
}
