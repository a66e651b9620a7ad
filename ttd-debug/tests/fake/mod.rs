//! A fake target: it knows nothing but the events that CPython's trace gave for a test program.

use std::cell::Cell;
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use serde_json::Value;
use ttd_debug::target::{
    Branching, CodeInfo, End, EvalError, Event, EventKind, FrameInfo, How, Inspect, Objects, Reached, Recording,
    Search, Time, Timeline,
};

/// Evaluates an expression at a time and its event.
pub(crate) type Eval = fn(&str, u64, &Event) -> Result<String, String>;

/// The fake.
pub(crate) struct Fake {
    pub(crate) events: Rc<Vec<Event>>,
    pub(crate) codes: Rc<Vec<CodeInfo>>,
    /// The event before each event's activation, in the frame that called; 0 when there is none.
    pub(crate) call_sites: Rc<Vec<u64>>,
    pub(crate) folder: PathBuf,
    pub(crate) eval: Eval,
    pub(crate) end: End,
    pub(crate) flag: Arc<AtomicBool>,
    /// The last event that has ever run.
    pub(crate) furthest: Rc<Cell<u64>>,
    /// How often events were read.
    pub(crate) readings: Rc<Cell<u64>>,
    pub(crate) time: Option<u64>,
    pub(crate) ended: bool,
    /// Ctrl-C comes when this event is reached.
    pub(crate) interrupt_at: Option<u64>,
}

/// The folder of the test programs.
pub(crate) fn programs() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/lang")
}

/// The names and data of all programs that have expected events.
pub(crate) fn expected() -> Vec<(String, Value)> {
    let mut found = Vec::new();
    for entry in std::fs::read_dir(programs().join("expected")).expect("the expected data").flatten() {
        let path = entry.path();
        let name = path.file_stem().unwrap_or_default().to_string_lossy().to_string();
        if path.extension().is_some_and(|e| e == "json") && name != "index" {
            let text = std::fs::read_to_string(&path).expect("readable");
            found.push((name, serde_json::from_str(&text).expect("JSON")));
        }
    }
    found.sort_by(|a, b| a.0.cmp(&b.0));
    found
}

/// The data of one program.
pub(crate) fn expected_of(name: &str) -> Value {
    let text = std::fs::read_to_string(programs().join(format!("expected/{name}.json"))).expect("readable");
    serde_json::from_str(&text).expect("JSON")
}

impl Fake {
    /// A target for this program, which has not run yet.
    pub(crate) fn new(data: &Value) -> Fake {
        let mut codes: Vec<CodeInfo> = Vec::new();
        let mut events: Vec<Event> = Vec::new();
        let rows = data["events"].as_array().expect("events");
        for (row, how) in rows.iter().zip(data["how"].as_array().expect("how")) {
            let text = |at: usize| row[at].as_str().expect("text").to_string();
            let number = |at: usize| row[at].as_u64().expect("a number");
            let (path, line, name) = (text(1), number(2) as u32, text(3));
            let code = codes.iter().position(|code| code.path == path && code.name == name).unwrap_or_else(|| {
                let first_line = line;
                codes.push(CodeInfo {
                    qualname: name.clone(),
                    name,
                    path,
                    first_line,
                    lines: Vec::new(),
                    generator: false,
                    program: true,
                    variables: Vec::new(),
                });
                codes.len() - 1
            });
            let event = Event {
                kind: kind(&text(0)),
                how: self::how(how.as_str().expect("text")),
                line,
                code: code as u32,
                frame: number(4),
                depth: number(5) as u32,
            };
            codes[code].generator |= event.how == How::Suspend;
            if event.kind == EventKind::Line && !codes[code].lines.contains(&line) {
                codes[code].lines.push(line);
                codes[code].lines.sort_unstable();
            }
            events.push(event);
        }
        let sites = data["motions"]["rreturn"].as_array().expect("call sites");
        let call_sites = sites.iter().map(|t| t.as_u64().expect("a time")).collect();
        let last = (events.len() as u64).checked_sub(1);
        Fake {
            events: Rc::new(events),
            codes: Rc::new(codes),
            call_sites: Rc::new(call_sites),
            folder: programs(),
            eval: |_, _, _| Err("NameError: name 'x' is not defined".into()),
            end: End { status: 0, last, died: None },
            flag: Arc::default(),
            furthest: Rc::default(),
            readings: Rc::default(),
            time: None,
            ended: false,
            interrupt_at: None,
        }
    }

    /// A copy of this program that has not run yet.
    pub(crate) fn fresh(&self) -> Fake {
        Fake {
            events: self.events.clone(),
            codes: self.codes.clone(),
            call_sites: self.call_sites.clone(),
            folder: self.folder.clone(),
            eval: self.eval,
            end: self.end.clone(),
            flag: Arc::default(),
            furthest: Rc::default(),
            readings: Rc::default(),
            time: None,
            ended: false,
            interrupt_at: None,
        }
    }

    /// How many events it has.
    pub(crate) fn count(&self) -> u64 {
        self.events.len() as u64
    }

    fn arrive(&mut self, t: u64) {
        self.time = Some(t);
        self.furthest.set(self.furthest.get().max(t));
    }
}

fn kind(name: &str) -> EventKind {
    match name {
        "call" => EventKind::Call,
        "line" => EventKind::Line,
        "return" => EventKind::Return,
        "exception" => EventKind::Exception,
        other => panic!("no such event: {other}"),
    }
}

fn how(name: &str) -> How {
    match name {
        "" => How::None,
        "start" => How::Start,
        "resume" => How::Resume,
        "final" => How::Final,
        "suspend" => How::Suspend,
        "unwind" => How::Unwind,
        other => panic!("no such way: {other}"),
    }
}

impl Timeline for Fake {
    fn time(&self) -> Option<Time> {
        self.time.map(Time)
    }

    fn end(&self) -> Option<&End> {
        self.ended.then_some(&self.end)
    }

    fn seek(&mut self, Time(t): Time) -> Reached {
        if self.flag.load(Ordering::Relaxed) {
            return Reached::Interrupted;
        }
        if self.interrupt_at.is_some_and(|at| t >= at) {
            self.interrupt_at = None;
            self.flag.store(true, Ordering::Relaxed);
        }
        if t < self.count() {
            self.arrive(t);
            return Reached::Target;
        }
        self.ended = true;
        if let Some(last) = self.end.last {
            self.arrive(last);
        }
        Reached::End
    }

    fn event(&self) -> Event {
        self.events[self.time.expect("a time") as usize]
    }

    fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.flag.clone()
    }
}

impl Search for Fake {
    fn record(&mut self, Time(from): Time, Time(to): Time) -> Vec<Event> {
        self.readings.set(self.readings.get() + 1);
        let to = to.min(self.count().saturating_sub(1));
        if self.flag.load(Ordering::Relaxed) {
            return Vec::new();
        }
        // Afterwards the time is unspecified: make it a time that nobody expects.
        self.arrive(to);
        self.time = Some(from / 2);
        self.events[from as usize..=to as usize].to_vec()
    }

    fn events(&mut self, from: Time, to: Time) -> Option<Vec<(Time, Event)>> {
        let events = self.record(from, to);
        let done = events.len() as u64 == to + 1 - from;
        done.then(|| (from.0..).map(Time).zip(events).collect())
    }
}

impl Inspect for Fake {
    fn code(&self, id: u32) -> CodeInfo {
        self.codes[id as usize].clone()
    }

    fn stack(&self) -> Vec<FrameInfo> {
        // The events do not always show the caller (a `throw()` bypasses the generators that delegate), so the call
        // sites of the same trace are followed, from the innermost frame outwards.
        let mut at = self.time.expect("a time");
        let mut stack = Vec::new();
        loop {
            let event = self.events[at as usize];
            stack.push(FrameInfo { frame: event.frame, code: event.code, line: event.line });
            at = self.call_sites[at as usize];
            if at == 0 {
                return stack;
            }
        }
    }

    fn eval(&mut self, source: &str, _frame: usize) -> Result<String, EvalError> {
        (self.eval)(source, self.time.expect("a time"), &self.event()).map_err(|error| match error.split_once(':') {
            Some(("SyntaxError", _)) => EvalError::NotCompilable(error),
            _ => EvalError::Raised(error),
        })
    }

    fn exec(&mut self, _source: &str, _frame: usize) -> Result<String, EvalError> {
        Ok(String::new())
    }

    fn retval(&mut self) -> Option<String> {
        Some("1".into())
    }

    fn locals(&mut self, _frame: usize) -> Vec<(String, String)> {
        Vec::new()
    }

    fn args(&mut self, _frame: usize) -> Vec<(String, String)> {
        vec![("n".into(), "3".into())]
    }

    fn source(&self, path: &str) -> Option<String> {
        std::fs::read_to_string(self.folder.join(path)).ok()
    }
}

impl Objects for Fake {}
impl Recording for Fake {}

impl Branching for Fake {}
