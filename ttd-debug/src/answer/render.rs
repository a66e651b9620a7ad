//! Answers as text, in pdb's layout wherever pdb has one.

use std::fmt::Write;

use crate::answer::colour::{Ink, Paint};
use crate::answer::render_screen;
use crate::answer::{
    Answer, BreakpointView, CallView, EventView, FrameView, Link, Listing, Mark, MomentRow, Prompt, PromptPlace, Stop,
    TraceRow, TrialRow, Trials, Value, ValueChange, When,
};
use crate::target::{CheckpointInfo, EventKind, How};

/// Renders an answer, with a line break at the end; an answer that shows nothing gives an empty text.
pub fn render(answer: &Answer, paint: Paint) -> String {
    match answer {
        Answer::Text(text) => note(text, paint),
        Answer::Value(text) => line(text),
        Answer::Change(text) => paint.text(Ink::Changed, &line(text)),
        Answer::Error(text) => paint.text(Ink::Error, &format!("*** {}", line(text))),
        Answer::Stop(stop) => self::stop(stop, paint),
        Answer::Frame(view) => frame(view, paint),
        Answer::Stack(frames) => frames.iter().map(|view| frame(view, paint)).collect(),
        Answer::Source(listing) => self::listing(listing, paint),
        Answer::Function(view) => render_screen::function(view, paint),
        Answer::Variables(list) => render_screen::variables(list, paint),
        Answer::Timeline(view) => render_screen::timeline(view, paint),
        Answer::Breakpoints(list) => breakpoints(list, paint),
        Answer::When(when) => self::when(when),
        Answer::Marks(marks) => marks.iter().map(mark).collect(),
        Answer::Exceptions(chain) => chain.iter().map(link).collect(),
        Answer::Events(list) => list.iter().map(event).collect(),
        Answer::Values(list) => list.iter().map(value).collect(),
        Answer::Calls(list) => list.iter().map(call).collect(),
        Answer::History(list) => list.iter().map(past).collect(),
        Answer::Moments(list) => list.iter().map(moment).collect(),
        Answer::Uses(list) => list.iter().map(trace_row).collect(),
        Answer::Origin(list) => (1..).zip(list).map(|(n, step)| format!("{n:>4}{}", trace_row(step))).collect(),
        Answer::Trials(all) => trials(all),
        Answer::Checkpoints(list) => checkpoints(list),
        Answer::Quit => String::new(),
    }
}

/// Renders answers one after the other, without colours.
pub fn render_all(answers: &[Answer]) -> String {
    paint_all(answers, Paint::default())
}

/// Renders answers one after the other.
pub fn paint_all(answers: &[Answer], paint: Paint) -> String {
    answers.iter().map(|answer| render(answer, paint)).collect()
}

/// The prompt before the line that is typed.
pub fn prompt(prompt: &Prompt) -> String {
    match prompt {
        Prompt::Command(PromptPlace { now, last, branch, thread }) => {
            let branch = branch.as_ref().map_or(String::new(), |name| format!(" branch {name}"));
            let thread = thread.map_or(String::new(), |number| format!(" thread {number}"));
            format!("(ttd {now}/{last}{branch}{thread}) ")
        }
        Prompt::Definition => "(com) ".into(),
        Prompt::Rest => "...   ".into(),
        Prompt::Python => ">>> ".into(),
        Prompt::Question(text) => text.clone(),
    }
}

/// The name of a kind of event.
pub fn kind_name(kind: EventKind) -> &'static str {
    match kind {
        EventKind::Call => "call",
        EventKind::Line => "line",
        EventKind::Return => "return",
        EventKind::Exception => "exception",
    }
}

/// Returns the kind of event with this name.
pub(crate) fn kind_named(name: &str) -> Option<EventKind> {
    let all = [EventKind::Call, EventKind::Line, EventKind::Return, EventKind::Exception];
    all.into_iter().find(|kind| kind_name(*kind) == name)
}

fn line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') { text.to_string() } else { format!("{text}\n") }
}

/// Renders a text; one that reports an error has the colour of errors, one of a watched value that of changes.
fn note(text: &str, paint: Paint) -> String {
    match text {
        error if error.starts_with("***") => paint.text(Ink::Error, &line(text)),
        change if change.starts_with("Watchpoint ") && change.contains("  [old: ") => {
            paint.text(Ink::Changed, &line(text))
        }
        _ => line(text),
    }
}

fn stop(stop: &Stop, paint: Paint) -> String {
    let mut out: String = stop.notes.iter().map(|text| note(text, paint)).collect();
    match stop.kind {
        EventKind::Call => out.push_str("--Call--\n"),
        EventKind::Return => out.push_str("--Return--\n"),
        EventKind::Exception => {
            let text = line(stop.exception.as_deref().unwrap_or("--Exception--"));
            out.push_str(&paint.text(Ink::Error, &text));
        }
        EventKind::Line => {}
    }
    if !stop.passing {
        out.push_str(&frame(&stop.frame, paint));
    }
    out
}

fn frame(view: &FrameView, paint: Paint) -> String {
    let arrow = if view.current { ">" } else { " " };
    let mut out = format!("{arrow} {}({}){}()", view.path, view.line, view.function);
    if view.current {
        out = paint.text(Ink::Here, &out);
    }
    if let Some(value) = &view.returning {
        out.push_str("->");
        out.push_str(value);
    }
    out.push('\n');
    if !view.source.is_empty() {
        out.push_str("-> ");
        out.push_str(&view.source);
        out.push('\n');
    }
    out
}

fn listing(listing: &Listing, paint: Paint) -> String {
    let mut out = String::new();
    for row in &listing.lines {
        let breakpoint = if row.breakpoint { paint.text(Ink::Breakpoint, "B") } else { " ".into() };
        let arrow = paint.text(Ink::Here, if row.current { "->" } else { "" });
        // Numbers of one to three digits take four columns, longer ones what they need: pdb's own rule.
        let number = format!("{:>3}", row.number);
        let _ = writeln!(out, "{number:<4}{breakpoint}{arrow}\t{}", row.text.trim_end());
    }
    if listing.end_of_file {
        out.push_str("[EOF]\n");
    }
    out
}

fn breakpoints(list: &[BreakpointView], paint: Paint) -> String {
    if list.is_empty() {
        return String::new();
    }
    let mut out = String::from("Num Type         Disp Enb   Where\n");
    for b in list {
        let disposition = if b.temporary { "del  " } else { "keep " };
        let enabled = if b.enabled { "yes  " } else { "no   " };
        let number = paint.text(Ink::Breakpoint, &format!("{:<4}", b.number));
        let _ = writeln!(out, "{number}breakpoint   {disposition}{enabled} at {}:{}", b.path, b.line);
        if let Some(condition) = &b.condition {
            let _ = writeln!(out, "\tstop only if {condition}");
        }
        if b.ignore > 0 {
            let _ = writeln!(out, "\tignore the first {} hits of the run", b.ignore);
        }
        if b.crossings > 0 {
            let s = if b.crossings > 1 { "s" } else { "" };
            let _ = writeln!(out, "\tbreakpoint already hit {} time{s}", b.crossings);
        }
    }
    out
}

fn when(when: &When) -> String {
    let percent = u128::from(when.time.0) * 100 / u128::from(when.last.0.max(1));
    let so_far = if when.complete { "" } else { " so far" };
    let kind = kind_name(when.kind);
    format!(
        "{} of {}{so_far} ({percent}%) {kind} {}:{} in {}\n",
        when.time, when.last, when.file, when.line, when.function
    )
}

fn mark(mark: &Mark) -> String {
    let arrow = if mark.here { "->" } else { "  " };
    let branch = mark.branch.as_ref().map_or(String::new(), |name| format!("  (branch {name})"));
    format!("{arrow} {:>10}  {}{branch}\n", mark.time, mark.name)
}

fn event(event: &EventView) -> String {
    let arrow = if event.current { "->" } else { "  " };
    let kind = match event.how {
        How::Resume => "resume",
        How::Suspend => "suspend",
        How::Unwind => "unwind",
        _ => kind_name(event.kind),
    };
    let EventView { time, depth, file, line, function, thread, .. } = event;
    let thread = thread.as_ref().map_or(String::new(), |(number, name)| format!("  thread {number}, {name}"));
    format!("{arrow} {time:>10}  {kind:<9} {depth:>3}  {file}:{line} in {function}{thread}\n")
}

fn call(call: &CallView) -> String {
    let arrow = if call.current { "->" } else { "  " };
    let indent = "  ".repeat(call.indent as usize);
    let CallView { time, function, file, line, .. } = call;
    let arguments = call.arguments.as_deref().unwrap_or_default();
    let result = call.result.as_ref().map_or(String::new(), |result| format!(" -> {result}"));
    let caller = call.caller.as_ref().map_or(String::new(), |(file, line)| format!(", called at {file}:{line}"));
    let goes_on = if call.goes_on { ", goes on" } else { "" };
    format!("{arrow} {time:>10}  {indent}{function}({arguments}){result}  {file}:{line}{caller}{goes_on}\n")
}

fn value(value: &Value) -> String {
    let Value { time, file, line, .. } = value;
    let frame = value.frame.map_or(String::new(), |frame| format!("  frame {frame}"));
    format!("  {time:>12}  {file}:{line}{frame}  {}\n", value.value)
}

fn past(past: &ValueChange) -> String {
    let star = if past.current { '*' } else { ' ' };
    let text = |value: &Option<String>| value.clone().unwrap_or_else(|| "nothing".into());
    let change = past.contents.clone().unwrap_or_else(|| format!("{} -> {}", text(&past.old), text(&past.new)));
    let branch = past.branch.as_ref().map_or(String::new(), |branch| format!("  ({branch})"));
    format!("{star} {:>3} {:>10}  {}:{}  {change}{branch}\n", past.number, past.time, past.file, past.line)
}

fn moment(row: &MomentRow) -> String {
    let star = if row.current { '*' } else { ' ' };
    format!("{star} {:>3} {:>10}  {}:{}  {}\n", row.number, row.time, row.file, row.line, row.text)
}

fn trace_row(trace_row: &TraceRow) -> String {
    let TraceRow { time, file, line, text } = trace_row;
    format!("  {time:>12}  {file}:{line}  {text}\n")
}

fn link(link: &Link) -> String {
    let arrow = if link.current { '>' } else { ' ' };
    let at = link.at.map_or_else(|| "not raised in your code".into(), |at| format!("raised at {at}"));
    format!("{arrow} {:>3} {}  ({at})\n", link.number, link.text)
}

/// Lays out a table with a heading; the last column is as wide as it is.
fn table(rows: &[Vec<String>]) -> String {
    let columns = rows.first().map_or(0, Vec::len);
    let width = |column: usize| rows.iter().map(|row| row[column].chars().count()).max().unwrap_or(0);
    let widths: Vec<usize> = (0..columns).map(width).collect();
    let line = |row: &Vec<String>| {
        let cells: Vec<String> = row.iter().zip(&widths).map(|(cell, width)| format!("{cell:<width$}")).collect();
        format!("{}\n", cells.join("  ").trim_end())
    };
    rows.iter().map(line).collect()
}

fn trials(all: &Trials) -> String {
    let keeps = all.rows.iter().any(|row| row.branch.is_some());
    let cells = |branch: &str, [value, result, end]: [&str; 3]| {
        let front = keeps.then(|| branch.to_string()).into_iter();
        front.chain([value, result, end].map(String::from)).collect::<Vec<String>>()
    };
    let head = cells("branch", [&all.target, &all.expression, "end"]);
    let row = |row: &TrialRow| {
        let branch = row.branch.as_deref().unwrap_or_default();
        let last = row.last.map_or_else(String::new, |time| format!(" (event {time})"));
        cells(branch, [&row.value, &row.result, &format!("{}{last}", row.end)])
    };
    table(&std::iter::once(head).chain(all.rows.iter().map(row)).collect::<Vec<_>>())
}

/// Renders a table of time, bytes held by no other checkpoint, and cost in microseconds.
fn checkpoints(list: &[CheckpointInfo]) -> String {
    if list.is_empty() {
        return "No checkpoints\n".into();
    }
    let mut out = format!("{:>12} {:>12} {:>12}\n", "Time", "Size", "Cost");
    for checkpoint in list {
        let time = checkpoint.time.map_or_else(|| "start".into(), |time| time.to_string());
        let size = size(checkpoint.bytes);
        let cost = format!("{} µs", checkpoint.nanos.div_ceil(1000));
        let _ = writeln!(out, "{time:>12} {size:>12} {cost:>12}");
    }
    out
}

/// `1.5 MiB`.
fn size(bytes: u64) -> String {
    let units = ["KiB", "MiB", "GiB"];
    let mut amount = bytes as f64 / 1024.0;
    let mut unit = 0;
    while amount >= 1024.0 && unit + 1 < units.len() {
        amount /= 1024.0;
        unit += 1;
    }
    match bytes {
        0..1024 => format!("{bytes} B"),
        _ => format!("{amount:.1} {}", units[unit]),
    }
}
