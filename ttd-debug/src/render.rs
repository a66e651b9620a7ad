//! Answers as text, in pdb's layout wherever pdb has one.

use std::fmt::Write;

use crate::answer::{Answer, BreakpointView, FrameView, Listing, Mark, Stop, When};
use crate::target::EventKind;

/// The text of an answer, with a line break at the end; empty for an answer that shows nothing.
pub fn render(answer: &Answer) -> String {
    match answer {
        Answer::Text(text) | Answer::Value(text) => line(text),
        Answer::Error(text) => format!("*** {}", line(text)),
        Answer::Stop(stop) => self::stop(stop),
        Answer::Frame(view) => frame(view),
        Answer::Stack(frames) => frames.iter().map(frame).collect(),
        Answer::Source(listing) => self::listing(listing),
        Answer::Breakpoints(list) => breakpoints(list),
        Answer::When(when) => self::when(when),
        Answer::Marks(marks) => marks.iter().map(mark).collect(),
        Answer::Quit => String::new(),
    }
}

/// All of them, one after the other.
pub fn render_all(answers: &[Answer]) -> String {
    answers.iter().map(render).collect()
}

/// The prompt: the present and how many events are known.
pub fn prompt(now: u64, known: u64) -> String {
    format!("(ttd {now}/{known}) ")
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

fn line(text: &str) -> String {
    if text.is_empty() || text.ends_with('\n') {
        text.to_string()
    } else {
        format!("{text}\n")
    }
}

fn stop(stop: &Stop) -> String {
    let mut out: String = stop.notes.iter().map(|note| line(note)).collect();
    match stop.kind {
        EventKind::Call => out.push_str("--Call--\n"),
        EventKind::Return => out.push_str("--Return--\n"),
        EventKind::Exception => {
            out.push_str(&line(stop.exception.as_deref().unwrap_or("--Exception--")))
        }
        EventKind::Line => {}
    }
    if !stop.passing {
        out.push_str(&frame(&stop.frame));
    }
    out
}

fn frame(view: &FrameView) -> String {
    let arrow = if view.current { '>' } else { ' ' };
    let mut out = format!("{arrow} {}({}){}()", view.path, view.line, view.function);
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

fn listing(listing: &Listing) -> String {
    let mut out = String::new();
    for row in &listing.lines {
        let breakpoint = if row.breakpoint { 'B' } else { ' ' };
        let arrow = if row.current { "->" } else { "" };
        // Numbers of one to three digits take four columns, longer ones what they need: pdb's own rule.
        let number = format!("{:>3}", row.number);
        let _ = writeln!(
            out,
            "{number:<4}{breakpoint}{arrow}\t{}",
            row.text.trim_end()
        );
    }
    if listing.end_of_file {
        out.push_str("[EOF]\n");
    }
    out
}

fn breakpoints(list: &[BreakpointView]) -> String {
    if list.is_empty() {
        return String::new();
    }
    let mut out = String::from("Num Type         Disp Enb   Where\n");
    for b in list {
        let disposition = if b.temporary { "del  " } else { "keep " };
        let enabled = if b.enabled { "yes  " } else { "no   " };
        let _ = writeln!(
            out,
            "{:<4}breakpoint   {disposition}{enabled} at {}:{}",
            b.number, b.path, b.line
        );
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
    let percent = when.time * 100 / when.events.max(1);
    let so_far = if when.complete { "" } else { " so far" };
    let kind = kind_name(when.kind);
    format!(
        "{} of {}{so_far} ({percent}%) {kind} {}:{} in {}\n",
        when.time, when.events, when.file, when.line, when.function
    )
}

fn mark(mark: &Mark) -> String {
    let arrow = if mark.here { "->" } else { "  " };
    format!("{arrow} {:>10}  {}\n", mark.time, mark.name)
}
