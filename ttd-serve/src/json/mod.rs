//! Answers and prompts as JSON. `docs/json.md` lists every shape; a change here is a change there.

mod command_loop;
mod rows;
mod screen;

use serde_json::{Value, json};
use ttd_debug::answer::render::kind_name;
use ttd_debug::answer::{FrameView, Listing, PromptPlace, Stop, When};
use ttd_debug::target::{CheckpointInfo, EventKind, How};
use ttd_debug::{Answer, Prompt};

pub use command_loop::command_loop;

/// An answer as a JSON object. Its `kind` says what the others of its members are.
pub fn answer(answer: &Answer) -> Value {
    let list = |kind: &str, name: &str, rows: Vec<Value>| {
        let mut object = json!({ "kind": kind });
        object[name] = Value::Array(rows);
        object
    };
    match answer {
        Answer::Text(text) | Answer::Change(text) => json!({ "kind": "text", "text": text }),
        Answer::Value(text) => json!({ "kind": "value", "text": text }),
        Answer::Error(text) => json!({ "kind": "error", "text": text }),
        Answer::Stop(stop) => self::stop(stop),
        Answer::Frame(view) => json!({ "kind": "frame", "frame": frame(view) }),
        Answer::Stack(frames) => list("stack", "frames", frames.iter().map(frame).collect()),
        Answer::Source(listing) => source(listing),
        Answer::Function(view) => screen::function(view),
        Answer::Variables(rows) => list("variables", "variables", rows.iter().map(screen::variable).collect()),
        Answer::Timeline(view) => screen::timeline(view),
        Answer::Breakpoints(rows) => list("breakpoints", "breakpoints", rows.iter().map(rows::breakpoint).collect()),
        Answer::When(when) => self::when(when),
        Answer::Marks(rows) => list("marks", "marks", rows.iter().map(rows::mark).collect()),
        Answer::Exceptions(rows) => list("exceptions", "exceptions", rows.iter().map(rows::link).collect()),
        Answer::Events(rows) => list("events", "events", rows.iter().map(rows::event).collect()),
        Answer::Values(rows) => list("values", "values", rows.iter().map(rows::value).collect()),
        Answer::Calls(rows) => list("calls", "calls", rows.iter().map(rows::call).collect()),
        Answer::History(rows) => list("history", "changes", rows.iter().map(rows::change).collect()),
        Answer::Moments(rows) => list("moments", "moments", rows.iter().map(rows::moment).collect()),
        Answer::Uses(rows) => list("uses", "uses", rows.iter().map(rows::trace).collect()),
        Answer::Origin(rows) => list("origin", "steps", rows.iter().map(rows::trace).collect()),
        Answer::Trials(trials) => json!({
            "kind": "trials",
            "target": trials.target,
            "expression": trials.expression,
            "trials": trials.rows.iter().map(rows::trial).collect::<Vec<_>>(),
        }),
        Answer::Checkpoints(rows) => list("checkpoints", "checkpoints", rows.iter().map(checkpoint).collect()),
        Answer::Quit => json!({ "kind": "quit" }),
    }
}

/// What the debugger is waiting for, as a JSON object of kind `prompt`.
pub fn prompt(prompt: &Prompt) -> Value {
    match prompt {
        Prompt::Command(PromptPlace { now, last, branch, thread }) => json!({
            "kind": "prompt", "awaits": "command", "time": now.0, "last": last.0, "branch": branch, "thread": thread,
        }),
        Prompt::Definition => json!({ "kind": "prompt", "awaits": "definition" }),
        Prompt::Rest => json!({ "kind": "prompt", "awaits": "rest" }),
        Prompt::Python => json!({ "kind": "prompt", "awaits": "python" }),
        Prompt::Question(text) => json!({ "kind": "prompt", "awaits": "answer", "question": text }),
    }
}

/// The kind of an event: `call`, `line`, `return` or `exception`.
pub(crate) fn event_kind(kind: EventKind) -> &'static str {
    kind_name(kind)
}

/// Which call or return it is; nothing for other events.
pub(crate) fn how(how: How) -> Value {
    match how {
        How::None => Value::Null,
        How::Start => "start".into(),
        How::Resume => "resume".into(),
        How::Final => "final".into(),
        How::Suspend => "suspend".into(),
        How::Unwind => "unwind".into(),
    }
}

fn stop(stop: &Stop) -> Value {
    json!({
        "kind": "stop",
        "notes": stop.notes,
        "time": stop.time.0,
        "event": event_kind(stop.kind),
        "how": how(stop.how),
        "exception": stop.exception,
        "frame": frame(&stop.frame),
    })
}

fn frame(view: &FrameView) -> Value {
    json!({
        "current": view.current,
        "path": view.path,
        "line": view.line,
        "function": view.function,
        "returning": view.returning,
        "source": view.source,
    })
}

fn source(listing: &Listing) -> Value {
    let lines = listing.lines.iter();
    let row = lines.map(|line| {
        json!({ "line": line.number, "text": line.text, "breakpoint": line.breakpoint, "current": line.current })
    });
    json!({ "kind": "source", "lines": row.collect::<Vec<_>>(), "end_of_file": listing.end_of_file })
}

fn when(when: &When) -> Value {
    json!({
        "kind": "when",
        "time": when.time.0,
        "last": when.last.0,
        "complete": when.complete,
        "event": event_kind(when.kind),
        "file": when.file,
        "line": when.line,
        "function": when.function,
    })
}

fn checkpoint(info: &CheckpointInfo) -> Value {
    json!({ "time": info.time, "bytes": info.bytes, "nanoseconds": info.nanos })
}
