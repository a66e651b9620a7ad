//! Letting those events through that a filter does not exclude: in the log, while a stretch runs again, and while the
//! program runs on, where it stops at the first.
//!
//! While code runs, the instructions whose events can go through are patched as those of a watch are, so all others run
//! as fast as ever; what belongs to no instruction is looked at anyway. Only depths need every event: each is told by the
//! one before.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_core::value::Value;

use super::FAR;
use super::filter::{Filter, Subject, decide};
use crate::log::{Replay, Test};
use crate::time::driver::StopReason;
use crate::time::logged::navigate::Reads;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::EventAction;
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind, Reached};
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

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
pub(crate) struct CompiledFilter {
    filter: Filter,
    /// By the numbers of the code objects.
    codes: Vec<Option<Known>>,
}

impl CompiledFilter {
    pub(crate) fn new(filter: &Filter) -> CompiledFilter {
        CompiledFilter { filter: filter.clone(), codes: Vec::new() }
    }

    /// Whether it is one of this filter.
    pub(crate) fn is_of(&self, filter: &Filter) -> bool {
        self.filter == *filter
    }

    /// Whether the depths of events are wanted, or have a say.
    pub(crate) fn tells_depths(&self) -> bool {
        let is_depth = |test: &Test| matches!(test, Test::Depth(_));
        self.filter.depths || self.filter.tests.iter().any(is_depth)
    }

    /// Whether this event of an instruction can go through.
    pub(crate) fn may_let_through(&self, code: &CodeRt, event: &CodeEvent) -> bool {
        self.filter.may_meet(code, event)
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
    fn accepts(&mut self, frame: &Frame, event: &Event, value: impl Fn(Place) -> Option<Value>) -> bool {
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
        let returned = || self.site().map(|(code, at)| code.returned_register(at));
        value_at(place, top, returned, |at| stack.get(base + at).copied())
    }
}

impl Vm {
    /// Whether the present event goes through.
    pub(crate) fn is_let_through(&self, sieve: &mut CompiledFilter) -> bool {
        let top = self.top_ref();
        let returned = || Some(top.code().returned_register(top.code().index_of(self.pc)));
        let register = |at: usize| Some(self.reg(at as u16));
        sieve.accepts(top, &self.state.last, |place| value_at(place, top, returned, register))
    }
}

impl Machine {
    /// `E[from..=to]` without those that are not recorded and those that do not go through a filter; `None` when it was
    /// interrupted. Afterwards the time is unspecified.
    pub fn events_matching(&mut self, from: u64, to: u64, filter: &Filter) -> Option<Vec<(u64, Event)>> {
        if self.is_logged() {
            let (from, to) = self.in_log(from, to);
            let mut events = Vec::new();
            let done = self.each_like((from, to), filter, |t, event| {
                events.push((t as u64, event));
                true
            });
            return done.then_some(events);
        }
        if from > to || self.seek(from) != Reached::Target {
            return None;
        }
        self.vm_mut().learn_filter(filter);
        let mut events = Vec::new();
        if self.vm_mut().is_wanted() {
            events.push((from, self.event()));
        }
        if from == to {
            return Some(events);
        }
        self.begin_progress(Some(to - from));
        let (stop, looking) = self.drive_looking(to as i64, EventAction::Sift(events));
        let done = stop == StopReason::Reached;
        self.settle(stop);
        match looking {
            EventAction::Sift(events) if done => Some(events),
            _ => None,
        }
    }

    /// Runs on from the present to the first event that goes through a filter, or to time `limit`.
    pub fn run_until_filter(&mut self, filter: &Filter, limit: u64) -> Reached {
        let limit = limit.min(FAR) as i64;
        if limit <= self.vm().now() {
            return Reached::Target;
        }
        if self.is_logged()
            && let Some(reached) = self.next_like_in_log(filter, limit)
        {
            return reached;
        }
        if let Some(reached) = self.begin_run(limit) {
            return reached;
        }
        self.vm_mut().learn_filter(filter);
        let stop = self.drive_looking(limit, EventAction::Stop).0;
        self.settle(stop)
    }

    /// The same as far as the log can tell. Otherwise the machine is at the frontier.
    fn next_like_in_log(&mut self, filter: &Filter, limit: i64) -> Option<Reached> {
        let (now, last) = (self.vm().now(), self.log_end());
        if now < last {
            let to = limit.min(last);
            let mut found = None;
            let done = self.each_like((now + 1, to), filter, |t, _| {
                found = Some(t);
                false
            });
            match found {
                None if !done => return Some(Reached::Interrupted),
                None if to < limit => {}
                found => {
                    self.seek_in_log(found.unwrap_or(limit));
                    return Some(Reached::Target);
                }
            }
        }
        self.run_from_log()
    }

    /// Calls `f` with the events in the log between these times that go through a filter, until it says no; whether it
    /// was neither stopped nor interrupted.
    fn each_like(&mut self, times: (i64, i64), filter: &Filter, mut f: impl FnMut(i64, Event) -> bool) -> bool {
        let bottom = self.vm().stack.start();
        let mut sieve = CompiledFilter::new(filter);
        let reads = Reads { registers: !filter.values.is_empty(), depths: sieve.tells_depths() };
        self.vm_mut().scan_moments(times, reads, |_, replay, mut times| {
            let Some(top) = replay.frames.last() else { return true };
            if replay.site().is_some_and(|(code, at)| !sieve.may_be_at(code, at)) {
                return true;
            }
            times.all(|t| {
                let event = replay.event(t);
                !sieve.accepts(top, &event, |place| replay.value_at(place, bottom)) || f(t, event)
            })
        })
    }
}
