//! Which events an expression can hold at, as far as the events themselves and the frames' registers tell: what is not
//! decided by them goes through, and has to be asked.

use ttd_code::code::Event as CodeEvent;
pub use ttd_code::{CmpOp, Literal};
use ttd_core::value::Value;

use super::event::{Event, EventKind, Reached};
use super::machine::Machine;
use crate::log::{Reads, Replay, Test};
use crate::vm::code::CodeRt;
use crate::vm::frame::Frame;
use crate::vm::run::Stop;
use crate::vm::watching::Looking;
use crate::{Vm, ids};

/// What of the event's frame is compared.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The argument with this number, in the order of the signature.
    Argument(usize),
    /// What is returned or yielded.
    Returned,
    /// The variable of this name.
    Variable(String),
}

/// A comparison of a value with a constant.
#[derive(Clone, Debug, PartialEq)]
pub struct ValueTest {
    /// What stands on the left.
    pub of: Subject,
    /// How they are compared.
    pub how: CmpOp,
    /// What stands on the right.
    pub with: Literal,
}

/// What must be so of an event, all of it.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Filter {
    /// What the event alone tells.
    pub tests: Vec<Test>,
    /// In the order in which they are asked: the first that cannot be decided here lets the event through.
    pub values: Vec<ValueTest>,
    /// Whether the depths of the events that go through are wanted.
    pub depths: bool,
}

/// Where a value stands in the frames of a code object.
#[derive(Clone, Copy, Debug)]
enum Place {
    Variable(usize),
    Argument(usize),
    Returned,
    Unknown,
}

/// What a filter means for a code object.
struct Known {
    /// For every instruction: one of its events can go through.
    sites: Box<[bool]>,
    /// Where the values stand.
    places: Box<[Place]>,
}

/// A filter in terms of loaded code.
pub(crate) struct Sieve {
    filter: Filter,
    /// By the numbers of the code objects.
    codes: Vec<Option<Known>>,
}

impl Sieve {
    fn new(filter: &Filter) -> Sieve {
        Sieve { filter: filter.clone(), codes: Vec::new() }
    }

    fn known(&mut self, code: &CodeRt) -> &Known {
        let at = code.id as usize;
        if self.codes.len() <= at {
            self.codes.resize_with(at + 1, || None);
        }
        let filter = &self.filter;
        self.codes[at].get_or_insert_with(|| filter.learn(code))
    }

    /// Whether an event of this instruction can go through.
    fn may_be_at(&mut self, code: &CodeRt, at: u32) -> bool {
        self.known(code).sites.get(at as usize).copied().unwrap_or(true)
    }

    /// Whether an event of a frame goes through. `value` gives what stands somewhere, if that is known.
    fn lets_through(&mut self, frame: &Frame, event: &Event, value: impl Fn(Place) -> Option<Value>) -> bool {
        if frame.born != event.frame {
            return true;
        }
        let code = &frame.code().code;
        if !self.filter.tests.iter().all(|test| test.is_so(&code.name, &code.path, event)) {
            return false;
        }
        self.known(frame.code());
        let places = self.codes[frame.code().id as usize].as_ref().map_or(&[][..], |known| &known.places);
        for (test, place) in self.filter.values.iter().zip(places) {
            if matches!(place, Place::Returned) && !event.gives_value() {
                return false;
            }
            match value(*place).and_then(|v| decide(v, test.how, test.with)) {
                None => return true,
                Some(false) => return false,
                Some(true) => {}
            }
        }
        true
    }
}

impl Filter {
    fn learn(&self, code: &CodeRt) -> Known {
        let mut sites = vec![false; code.code.ins.len()];
        for (at, event) in &code.code.events {
            sites[*at as usize] |= self.may_meet(code, event);
        }
        let places = self.values.iter().map(|test| place_of(&test.of, code)).collect();
        Known { sites: sites.into(), places }
    }

    fn may_meet(&self, code: &CodeRt, event: &CodeEvent) -> bool {
        let (kind, line) = match event {
            CodeEvent::Call(line) => (EventKind::Call, line),
            CodeEvent::Line(line) => (EventKind::Line, line),
            CodeEvent::Return(line) => (EventKind::Return, line),
        };
        let returns = self.values.iter().any(|test| test.of == Subject::Returned);
        let event = Event { kind, line: *line, ..Event::NONE };
        let code = &code.code;
        let is_so = |test: &Test| matches!(test, Test::Depth(_)) || test.is_so(&code.name, &code.path, &event);
        (kind == EventKind::Return || !returns) && self.tests.iter().all(is_so)
    }
}

/// Where a value stands, if it is in a register; variables of modules and classes are not.
fn place_of(subject: &Subject, code: &CodeRt) -> Place {
    let locals = &code.code.locals;
    let in_register = |at: &usize| !(locals[*at].cell || locals[*at].free);
    let place = match subject {
        Subject::Returned => Some(Place::Returned),
        Subject::Argument(n) => {
            let at = Some(*n).filter(|n| *n < (code.code.args + code.code.kwonly) as usize);
            at.filter(in_register).map(Place::Argument)
        }
        Subject::Variable(name) => {
            let at = locals.iter().position(|local| !local.hidden && *local.name == **name);
            at.filter(in_register).map(Place::Variable)
        }
    };
    place.unwrap_or(Place::Unknown)
}

/// What a comparison gives, where no code of the program can have a say in it and nothing is raised.
fn decide(v: Value, how: CmpOp, with: Literal) -> Option<bool> {
    let same = match with {
        Literal::None => v == Value::NONE,
        Literal::Bool(b) => v == if b { Value::TRUE } else { Value::FALSE },
        _ => false,
    };
    match how {
        CmpOp::Is | CmpOp::IsNot if matches!(with, Literal::None | Literal::Bool(_)) => {
            return Some(same == (how == CmpOp::Is));
        }
        CmpOp::Eq | CmpOp::NotEq | CmpOp::Lt | CmpOp::LtE | CmpOp::Gt | CmpOp::GtE => {}
        _ => return None,
    }
    let order = match (number_of(v), number(with)) {
        (Some(one), Some(other)) => one.partial_cmp(&other),
        (Some(_), None) if matches!(with, Literal::None | Literal::Text) => return equality(how, false),
        (None, Some(_)) if v == Value::NONE || v.is(ids::STR) => return equality(how, false),
        (None, None) if v == Value::NONE => return equality(how, same),
        (None, None) if v.is(ids::STR) && with == Literal::None => return equality(how, false),
        _ => return None,
    };
    Some(match how {
        CmpOp::Eq => order.is_some_and(|o| o.is_eq()),
        CmpOp::NotEq => order.is_none_or(|o| o.is_ne()),
        CmpOp::Lt => order.is_some_and(|o| o.is_lt()),
        CmpOp::LtE => order.is_some_and(|o| o.is_le()),
        CmpOp::Gt => order.is_some_and(|o| o.is_gt()),
        _ => order.is_some_and(|o| o.is_ge()),
    })
}

/// What `==` and `!=` say of two things that have no order.
fn equality(how: CmpOp, same: bool) -> Option<bool> {
    matches!(how, CmpOp::Eq | CmpOp::NotEq).then_some((how == CmpOp::Eq) == same)
}

/// The largest number up to which all whole numbers are floats as well.
const EXACT: i64 = 1 << 53;

fn number_of(v: Value) -> Option<f64> {
    match v {
        Value::TRUE => Some(1.0),
        Value::FALSE => Some(0.0),
        _ if v.is_int() => number(Literal::Int(v.as_int())),
        _ => v.is_float().then(|| v.as_float()),
    }
}

fn number(literal: Literal) -> Option<f64> {
    match literal {
        Literal::Int(n) => (-EXACT..=EXACT).contains(&n).then_some(n as f64),
        Literal::Float(f) => Some(f),
        Literal::Bool(b) => Some(f64::from(u8::from(b))),
        Literal::None | Literal::Text => None,
    }
}

/// What stands somewhere in a frame; nothing where that is not known. `returned`: the register that is returned, or
/// none where that is None; nothing where it is not known.
fn value_at(
    place: Place,
    frame: &Frame,
    returned: impl Fn() -> Option<Option<u16>>,
    register: impl Fn(usize) -> Option<Value>,
) -> Option<Value> {
    let is_bound = |at: usize| register(at).is_some_and(|v| !v.is_unbound());
    match place {
        Place::Unknown => None,
        Place::Returned => returned()?.map_or(Some(Value::NONE), |at| register(at.into())),
        Place::Variable(_) | Place::Argument(_) if frame.locals.is(ids::DICT) => None,
        // An argument's number counts those that are bound.
        Place::Argument(at) if !(0..at).all(is_bound) => None,
        Place::Variable(at) | Place::Argument(at) => register(at).filter(|v| !v.is_unbound() && !v.is(ids::CELL)),
    }
}

impl Replay {
    fn value_at(&self, place: Place, bottom: *const Value) -> Option<Value> {
        let (top, stack) = (self.frames.last()?, self.stack.as_ref()?);
        let base = (top.base as usize - bottom as usize) / size_of::<Value>();
        let returned = || self.site().map(|(code, at)| code.returned(at));
        value_at(place, top, returned, |at| stack.get(base + at).copied())
    }
}

impl Vm {
    /// Whether the present event goes through.
    pub(crate) fn is_let_through(&self, sieve: &mut Sieve) -> bool {
        let top = self.top_ref();
        let returned = || Some(top.code().returned(top.code().index_of(self.pc)));
        let register = |at: usize| Some(self.reg(at as u16));
        sieve.lets_through(top, &self.state.last, |place| value_at(place, top, returned, register))
    }
}

impl Machine {
    /// `E[from..=to]` without those that are not recorded and those that do not go through a filter; `None` when it was
    /// interrupted. Afterwards the time is unspecified.
    pub fn events_like(&mut self, from: u64, to: u64, filter: &Filter) -> Option<Vec<(u64, Event)>> {
        let mut sieve = Sieve::new(filter);
        if self.is_logged() {
            return self.sift_log(from, to, &mut sieve);
        }
        if from > to || self.seek(from) != Reached::Target {
            return None;
        }
        let mut events = Vec::new();
        if self.vm().is_let_through(&mut sieve) {
            events.push((from, self.event()));
        }
        if from == to {
            return Some(events);
        }
        self.begin_progress(Some(to - from));
        let (stop, looking) = self.drive_looking(to as i64, Looking::Sift(events, Box::new(sieve)));
        let done = stop == Stop::Reached;
        self.settle(stop);
        match looking {
            Looking::Sift(events, _) if done => Some(events),
            _ => None,
        }
    }

    fn sift_log(&mut self, from: u64, to: u64, sieve: &mut Sieve) -> Option<Vec<(u64, Event)>> {
        let (from, to) = self.in_log(from, to);
        let bottom = self.vm().stack.start();
        let mut events = Vec::new();
        let reads = Reads { registers: !sieve.filter.values.is_empty(), depths: sieve.filter.depths };
        let done = self.vm_mut().scan_moments((from, to), reads, |_, replay, times| {
            let Some(top) = replay.frames.last() else { return true };
            if replay.site().is_some_and(|(code, at)| !sieve.may_be_at(code, at)) {
                return true;
            }
            for t in times {
                let event = replay.event(t);
                if sieve.lets_through(top, &event, |place| replay.value_at(place, bottom)) {
                    events.push((t as u64, event));
                }
            }
            true
        });
        done.then_some(events)
    }
}
