//! The record filter: which events a log records (some modules, from one event on, up to another).
//!
//! Most of it is decided once per code object: its module, by the name in its globals, and whether one of its events
//! can begin or end the recording. The marks are no program state: they are the same however often a stretch of time
//! runs. Code made from a string belongs to the module that first ran it.

use ttd_code::CmpOp;

use crate::vm::code::CodeRt;
use crate::vm::code::event_choice::module_of;
use crate::vm::event::{Event, EventKind, How};
use crate::{Vm, ids};

/// What is to be recorded.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RecordChoice {
    /// Only these modules, and what is in these packages; all when there is none.
    pub modules: Vec<String>,
    /// Not these.
    pub skipped: Vec<String>,
    /// Nothing before the first event of which this holds.
    pub from: Option<Condition>,
    /// Nothing after the first event of which this holds, once it has begun.
    pub until: Option<Condition>,
    /// A full log stops recording. Otherwise it drops its oldest events.
    pub stops_when_full: bool,
}

/// A condition on an event.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Condition {
    /// All of these.
    pub tests: Vec<Test>,
    /// And the driver of the machine must agree, standing at the event.
    pub asked: bool,
}

/// A test that the event alone decides.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Test {
    /// The kind; `None` (an unknown name) never matches.
    Kind(Option<EventKind>),
    /// Which call or return it is.
    How(How),
    /// The function's name.
    Function(String),
    /// The name of the file, without its folder.
    File(String),
    /// The line.
    Line(NumberTest),
    /// The depth.
    Depth(NumberTest),
    /// The frame: the time of its first call.
    Frame(u64),
    /// One of these code objects.
    Codes(Vec<u32>),
    /// None of these, which are sorted.
    OtherCodes(Vec<u32>),
}

/// A comparison with a number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NumberTest {
    /// How it is compared.
    pub op: CmpOp,
    /// What it is compared with.
    pub number: i64,
}

impl NumberTest {
    /// The test of being equal to a number.
    pub fn equal(number: u32) -> NumberTest {
        NumberTest { op: CmpOp::Eq, number: number.into() }
    }

    /// Whether it holds for a number: never, where the operator orders nothing.
    pub fn holds(&self, number: u32) -> bool {
        let order = i64::from(number).cmp(&self.number);
        match self.op {
            CmpOp::Eq => order.is_eq(),
            CmpOp::NotEq => order.is_ne(),
            CmpOp::Lt => order.is_lt(),
            CmpOp::LtE => order.is_le(),
            CmpOp::Gt => order.is_gt(),
            CmpOp::GtE => order.is_ge(),
            CmpOp::Is | CmpOp::IsNot | CmpOp::In | CmpOp::NotIn => false,
        }
    }
}

impl Test {
    /// Whether an event in this function and file passes the test.
    pub fn matches(&self, function: &str, path: &str, event: &Event) -> bool {
        match self {
            Test::Kind(kind) => *kind == Some(event.kind),
            Test::How(how) => *how == event.how,
            Test::Function(name) => function == name,
            Test::File(name) => file_name(path) == name,
            Test::Line(line) => line.holds(event.line),
            Test::Depth(depth) => depth.holds(event.depth),
            Test::Frame(frame) => event.frame == *frame,
            Test::Codes(codes) => codes.contains(&event.code),
            Test::OtherCodes(codes) => codes.binary_search(&event.code).is_err(),
        }
    }
}

/// Marks of a code object: it was classified; its events are recorded; one of them can begin, or end, the recording;
/// its last return ends the main module.
const CLASSIFIED: u8 = 1;
pub(crate) const CHOSEN: u8 = 1 << 1;
const BEGINS: u8 = 1 << 2;
const ENDS: u8 = 1 << 3;
pub(crate) const MAIN: u8 = 1 << 4;

/// A time that has not come.
const NEVER: i64 = i64::MAX;

/// See the module.
pub(crate) struct RecordFilter {
    pub(crate) choice: RecordChoice,
    /// The file of the main module, its code object, and the folders in which modules are looked for.
    main: (String, u32),
    roots: Vec<String>,
    /// What is known about code objects, by their numbers.
    marks: Vec<u8>,
    /// The names in the choice to which no code has come yet.
    never_ran: Vec<String>,
    /// The first and the last recorded time, as far as they are known.
    from: i64,
    until: i64,
    /// The time at which the log was full.
    pub(crate) full: Option<i64>,
    /// The last time at which the driver decided.
    decided_at: i64,
}

impl RecordFilter {
    pub(crate) fn new(choice: RecordChoice, main: &CodeRt, roots: &[String]) -> RecordFilter {
        let never_ran = choice.modules.iter().chain(&choice.skipped).cloned().collect();
        let from = if choice.from.is_some() { NEVER } else { -1 };
        let mut roots = roots.to_vec();
        roots.push(ttd_lib::ROOT.to_string());
        // A folder may lie in another.
        roots.sort_by_key(|root| std::cmp::Reverse(root.len()));
        RecordFilter {
            choice,
            main: (main.code.path.to_string(), main.id),
            roots,
            marks: Vec::new(),
            never_ran,
            from,
            until: NEVER,
            full: None,
            decided_at: -1,
        }
    }

    /// The names in the choice to which no code has come.
    pub(crate) fn never_ran(&self) -> &[String] {
        &self.never_ran
    }

    /// Whether the recording has begun, and whether it has ended by its condition.
    pub(crate) fn progress(&self) -> (bool, bool) {
        (self.from != NEVER, self.until != NEVER && self.full.is_none())
    }

    /// The log has no room for what comes after `now`.
    pub(crate) fn stop(&mut self, now: i64) {
        if now < self.until {
            self.until = now;
            self.full = Some(now);
        }
    }

    /// Whether chosen code is recorded at this time.
    #[inline]
    pub(crate) fn is_active(&self, time: i64) -> bool {
        (self.from..=self.until).contains(&time)
    }

    /// Returns the marks of the top frame's code, classifying it if needed.
    #[inline]
    pub(crate) fn marks_of(&mut self, vm: &Vm) -> u8 {
        let code = vm.top_ref().code();
        match self.marks.get(code.id as usize) {
            Some(marks) if *marks != 0 => *marks,
            _ => self.classify(vm, code),
        }
    }

    /// Whether events of such code must be decided one by one, because one can begin or end the recording.
    #[inline]
    pub(crate) fn matters(&self, marks: u8) -> bool {
        let pending = if self.from == NEVER {
            BEGINS
        } else if self.until == NEVER {
            ENDS
        } else {
            0
        };
        marks & pending != 0
    }

    #[cold]
    fn classify(&mut self, vm: &Vm, code: &CodeRt) -> u8 {
        let can = |condition: &Option<Condition>| condition.as_ref().is_some_and(|c| c.can_hold_in(code));
        let mut marks = CLASSIFIED;
        marks |= if self.is_chosen(vm, code) { CHOSEN } else { 0 };
        marks |= if can(&self.choice.from) { BEGINS } else { 0 };
        marks |= if can(&self.choice.until) { ENDS } else { 0 };
        marks |= if code.id == self.main.1 { MAIN } else { 0 };
        let at = code.id as usize;
        self.marks.resize(self.marks.len().max(at + 1), 0);
        self.marks[at] = marks;
        marks
    }

    fn is_chosen(&mut self, vm: &Vm, code: &CodeRt) -> bool {
        let path = &code.code.path;
        if path.starts_with('<') && **path != *self.main.0 {
            let caller = vm.frames().skip(1).map(|frame| frame.code()).find(|caller| caller.counted);
            let marks = caller.and_then(|caller| self.marks.get(caller.id as usize)).copied();
            return marks.is_none_or(|marks| marks & CHOSEN != 0);
        }
        let is_main = **path == *self.main.0;
        // The main module is known by the name under which others would import it too.
        let own = vm.dict_get_name(vm.top_ref().globals, vm.names.name).filter(|name| !is_main && name.is(ids::STR));
        let module = own.map_or_else(|| module_of(path, &self.roots), |name| vm.text_lossy(name).into_owned());
        let meets = |name: &String| {
            let inside = module.strip_prefix(name.as_str());
            is_main && name == "__main__" || inside.is_some_and(|rest| rest.is_empty() || rest.starts_with('.'))
        };
        self.never_ran.retain(|name| !meets(name));
        let wanted = self.choice.modules.is_empty() || self.choice.modules.iter().any(meets);
        wanted && !self.choice.skipped.iter().any(meets)
    }

    /// Whether an event of the top frame is recorded; it may be the one at which the recording begins or ends.
    pub(crate) fn decide(&mut self, vm: &Vm, marks: u8, time: i64, event: &Event) -> bool {
        let holds = |c: &Option<Condition>| c.as_ref().is_some_and(|c| !c.asked && c.holds(vm, event));
        if self.from == NEVER && marks & BEGINS != 0 && holds(&self.choice.from) {
            self.from = time;
        }
        let on = self.is_active(time);
        if on && self.until == NEVER && time > self.from && marks & ENDS != 0 && holds(&self.choice.until) {
            self.until = time;
        }
        let ends = marks & MAIN != 0 && event.kind == EventKind::Return;
        on && marks & CHOSEN != 0 || ends
    }

    /// Whether the driver must decide if the recording begins, or ends, at this event of the top frame.
    pub(crate) fn needs_decision(&mut self, vm: &Vm, time: i64, event: &Event) -> bool {
        let marks = self.marks_of(vm);
        let condition = match (self.from == NEVER, self.until == NEVER) {
            (true, _) if marks & BEGINS != 0 => &self.choice.from,
            (false, true) if marks & ENDS != 0 && time > self.from => &self.choice.until,
            _ => return false,
        };
        time > self.decided_at && condition.as_ref().is_some_and(|c| c.asked && c.holds(vm, event))
    }

    /// Whether every event must come to the stop site, because the driver may have to decide there.
    pub(crate) fn checks_every_event(&self) -> bool {
        let asked = |condition: &Option<Condition>| condition.as_ref().is_some_and(|c| c.asked);
        // The end is awaited from the start: a run at full speed could not be stopped where the recording begins.
        self.from == NEVER && asked(&self.choice.from) || self.until == NEVER && asked(&self.choice.until)
    }

    /// Takes the driver's decision.
    pub(crate) fn set_decision(&mut self, time: i64, yes: bool) {
        self.decided_at = time;
        match (yes, self.from == NEVER) {
            (false, _) => {}
            (true, true) => self.from = time,
            (true, false) => self.until = time,
        }
    }

    /// Whether the pending decision is about the beginning.
    pub(crate) fn awaits_start(&self) -> bool {
        self.from == NEVER
    }
}

impl Condition {
    fn can_hold_in(&self, code: &CodeRt) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Function(name) => *code.code.name == **name,
            Test::File(name) => file_name(&code.code.path) == name,
            _ => true,
        })
    }

    /// Whether the tests hold for an event of the top frame; its `depth` field may not be complete yet.
    fn holds(&self, vm: &Vm, event: &Event) -> bool {
        self.tests.iter().all(|test| match test {
            Test::Kind(kind) => *kind == Some(event.kind),
            Test::How(how) => *how == event.how,
            Test::Line(line) => line.holds(event.line),
            Test::Depth(depth) => depth.holds(vm.user_depth() - u32::from(event.kind == EventKind::Return)),
            // Decided when its code was classified.
            Test::Function(_) | Test::File(_) => true,
            Test::Frame(_) | Test::Codes(_) | Test::OtherCodes(_) => test.matches("", "", event),
        })
    }
}

fn file_name(path: &str) -> &str {
    path.rsplit('/').next().unwrap_or(path)
}
