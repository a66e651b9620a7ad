//! Running a filter: over the log, while a stretch runs again, and while the program runs on to the first match.
//!
//! While code runs, only instructions whose events can pass are patched, as for a query. Only conditions on the depth
//! need every event, because each depth follows from the one before.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Ins;

use super::FAR_FUTURE;
use super::filter::{Filter, ValueTest};
use super::filtered_code::{FilteredCode, Operand, is_of_code};
use super::place::Place;
use super::plain_attribute::PlainAttribute;
use crate::Vm;
use crate::log::{Replay, Test};
use crate::time::driver::StopReason;
use crate::time::inspect::plain_eval::NoValue;
use crate::time::inspect::plain_value::Plain;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::{EventAction, Keep};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, Reached};

/// What the comparisons of a filter say about the events of an instruction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Verdict {
    /// All hold.
    Holds,
    /// One does not.
    Fails,
    /// One cannot be decided here.
    Unknown,
}

/// A filter in terms of loaded code.
pub(crate) struct CompiledFilter {
    filter: Filter,
    /// For each comparison, the attributes that it reads.
    paths: Vec<Box<[PlainAttribute]>>,
    /// By code object.
    codes: Vec<Option<FilteredCode>>,
}

impl CompiledFilter {
    pub(crate) fn new(vm: &mut Vm, filter: &Filter) -> CompiledFilter {
        let mut step = |name: &String| PlainAttribute::new(vm.intern(name));
        let mut names = |test: &ValueTest| test.path.iter().map(&mut step).collect();
        let paths = filter.values.iter().map(&mut names).collect();
        // While a log is read nothing may be allocated.
        filter.condition.iter().for_each(|condition| vm.intern_attributes(condition));
        CompiledFilter { filter: filter.clone(), paths, codes: Vec::new() }
    }

    /// Whether it was compiled from this filter.
    pub(crate) fn is_of(&self, filter: &Filter) -> bool {
        self.filter == *filter
    }

    /// The instructions of which an event can pass: code object and index, sorted.
    pub(super) fn sites(&mut self, codes: &[&'static CodeRt]) -> Vec<(u32, u32)> {
        let mut sites = Vec::new();
        for code in codes.iter().filter(|code| code.counted) {
            let passing = self.compiled_for(code).sites.iter().enumerate().filter(|(_, passes)| **passes);
            sites.extend(passing.map(|(at, _)| (code.id, at as u32)));
        }
        sites
    }

    /// Whether depths are compared.
    pub(crate) fn tracks_depth(&self) -> bool {
        self.filter.tests.iter().any(|test| matches!(test, Test::Depth(_)))
    }

    /// Whether depths of the events that pass are wanted.
    pub(crate) fn wants_depths(&self) -> bool {
        self.filter.depths
    }

    /// Whether values are compared.
    pub(crate) fn compares_values(&self) -> bool {
        self.filter.reads_values()
    }

    /// Whether this event of an instruction can pass.
    pub(crate) fn may_accept(&self, code: &CodeRt, event: &CodeEvent) -> bool {
        self.filter.may_match(code, event)
    }

    fn compiled_for(&mut self, code: &CodeRt) -> &FilteredCode {
        let at = code.id as usize;
        if self.codes.len() <= at {
            self.codes.resize_with(at + 1, || None);
        }
        let filter = &self.filter;
        self.codes[at].get_or_insert_with(|| filter.compile_code(code))
    }

    /// Whether an event of this instruction can pass.
    pub(super) fn may_match_at(&mut self, code: &CodeRt, at: u32) -> bool {
        self.compiled_for(code).sites.get(at as usize).copied().unwrap_or(true)
    }

    /// Whether an event of a frame passes.
    fn accepts(&mut self, vm: &mut Vm, place: &Place<'_>, time: i64, event: &Event) -> bool {
        // A branch can have put another frame on top.
        let is_own = place.frame().born == event.frame;
        let own = is_own.then(|| place.frame().code());
        let Some(code) = own.or_else(|| vm.loaded.codes.get(event.code as usize).copied()) else {
            return true;
        };
        let (hides_word, applies) = {
            let compiled = self.compiled_for(code);
            (compiled.hides_word, compiled.applies)
        };
        if hides_word || !applies {
            return hides_word;
        }
        let code = &code.code;
        if !self.filter.tests.iter().all(|test| is_of_code(test) || test.matches(&code.name, &code.path, event)) {
            return false;
        }
        !is_own || !self.fails(vm, place, Some(event.gives_value()), time)
    }

    /// Whether the values alone tell that none of the events of an instruction passes. `time`: of the first of them.
    fn rejects(&mut self, vm: &mut Vm, place: &Place<'_>, time: i64) -> bool {
        let compiled = self.compiled_for(place.frame().code());
        if compiled.hides_word || !compiled.applies {
            return !compiled.hides_word;
        }
        self.fails(vm, place, None, time)
    }

    /// Whether the comparisons or the condition tell that the expression does not hold. Notes what came of them.
    fn fails(&mut self, vm: &mut Vm, place: &Place<'_>, gives_value: Option<bool>, time: i64) -> bool {
        let verdict = self.compare(vm, place, gives_value);
        let notes = &self.filter.notes;
        let Some(condition) = self.filter.condition.as_ref().filter(|_| verdict != Verdict::Fails) else {
            return verdict == Verdict::Fails;
        };
        match place.holds(vm, condition) {
            Ok(holds) => {
                notes.note_evaluated();
                !holds
            }
            Err(NoValue::NameError) => {
                notes.note_undefined(time as u64);
                true
            }
            Err(NoValue::Unknown) => false,
        }
    }

    /// Makes the comparisons, in order, as far as they can be decided. `gives_value`: whether the event is one that
    /// gives a value, if that is known. Where it is not, the events of one instruction are meant: the one that gives a
    /// value gives what the instruction returns, and the others pass no comparison with it.
    fn compare(&mut self, vm: &mut Vm, place: &Place<'_>, gives_value: Option<bool>) -> Verdict {
        let Some(code) = &self.codes[place.frame().code().id as usize] else { return Verdict::Unknown };
        for ((test, path), operand) in self.filter.values.iter().zip(&mut self.paths).zip(&code.operands) {
            if gives_value == Some(false) && matches!(operand, Operand::Returned) {
                return Verdict::Fails;
            }
            let Some(mut found) = place.value(vm, *operand) else { return Verdict::Unknown };
            for step in path {
                place.enter(vm);
                let Some(attribute) = step.read(vm, found, place.is_live()) else { return Verdict::Unknown };
                found = attribute;
            }
            match Plain::from(found).compare(test.op, &(&test.literal).into(), |v| vm.heap.bytes(v)) {
                None => return Verdict::Unknown,
                Some(false) => {
                    self.filter.notes.note_evaluated();
                    return Verdict::Fails;
                }
                Some(true) => {}
            }
        }
        Verdict::Holds
    }
}

impl Vm {
    /// Whether the present event passes.
    pub(crate) fn is_accepted(&mut self, compiled: &mut CompiledFilter) -> bool {
        let (place, time, event) = (Place::of_event(self), self.now(), self.state.last);
        compiled.accepts(self, &place, time, &event)
    }

    /// Whether any code that has run so far can have events that pass.
    pub(super) fn has_code_for(&self, filter: &Filter) -> bool {
        self.loaded.codes.iter().any(|code| code.counted && code.entered.get() && filter.applies_to(code))
    }

    /// Whether a moment's event passes.
    pub(super) fn is_accepted_at(
        &mut self,
        compiled: &mut CompiledFilter,
        replay: &Replay,
        time: i64,
        event: &Event,
    ) -> bool {
        Place::of_moment(self, replay).is_some_and(|place| compiled.accepts(self, &place, time, event))
    }

    /// Whether the values at a moment tell that none of the events of its instruction passes.
    pub(super) fn is_rejected_at(&mut self, compiled: &mut CompiledFilter, replay: &Replay) -> bool {
        let place = Place::of_moment(self, replay).filter(|_| replay.site().is_some());
        place.is_some_and(|place| compiled.rejects(self, &place, replay.first()))
    }

    /// Whether the values of the top frame tell that none of the events of the instruction at `pc` passes, to which the
    /// frame has come.
    pub(crate) fn is_rejected_here(&mut self, compiled: &mut CompiledFilter, pc: *const Ins) -> bool {
        // The instruction's events were counted already.
        let time = self.now() + 1 - i64::from(self.original_at(pc).events);
        let place = Place::of_instruction(self, pc);
        compiled.rejects(self, &place, time)
    }
}

impl Machine {
    /// `E[from..=to]` without unrecorded events and those that do not pass the filter; `None` if interrupted. Leaves
    /// the machine at any time.
    pub fn events_matching(&mut self, from: u64, to: u64, filter: &Filter) -> Option<Vec<(u64, Event)>> {
        if self.is_logged() {
            let times = self.recorded_range(from, to);
            return self.matches_in_log(times, filter, usize::MAX);
        }
        if from > to || self.seek(from) != Reached::Target {
            return None;
        }
        self.vm_mut().set_filter(filter);
        let mut events = Vec::new();
        if self.vm_mut().accepts_event() {
            events.push((from, self.event()));
        }
        if from == to {
            return Some(events);
        }
        self.begin_progress(Some(to - from));
        self.collect_filtered(to as i64, events, Keep::All)
    }

    /// Runs on to time `t` and adds the events that pass the filter that was set; `None` if interrupted.
    pub(super) fn collect_filtered(
        &mut self,
        t: i64,
        events: Vec<(u64, Event)>,
        keep: Keep,
    ) -> Option<Vec<(u64, Event)>> {
        let (stop, action) = self.run_with_action(t, EventAction::CollectFiltered(events, keep));
        if stop == StopReason::Interrupted {
            self.leave_run(stop);
            return None;
        }
        self.settle_at_event(stop);
        match action {
            EventAction::CollectFiltered(events, _) => Some(events),
            _ => None,
        }
    }

    /// Runs on from the present to the first event that passes the filter, or to time `limit`.
    pub fn run_until_filter(&mut self, filter: &Filter, limit: u64) -> Reached {
        let limit = limit.min(FAR_FUTURE) as i64;
        if limit <= self.vm().now() {
            return Reached::Target;
        }
        if self.is_logged()
            && let Some(reached) = self.next_match_in_log(filter, limit)
        {
            return reached;
        }
        if let Some(reached) = self.begin_run(limit) {
            return reached;
        }
        self.vm_mut().set_filter(filter);
        let stop = self.run_with_action(limit, EventAction::Stop).0;
        self.settle_at_event(stop)
    }

    /// As above, as far as the log can tell. Otherwise the machine is at the frontier.
    fn next_match_in_log(&mut self, filter: &Filter, limit: i64) -> Option<Reached> {
        let (now, last) = (self.vm().now(), self.log_end());
        if now < last {
            let to = limit.min(last);
            let Some(found) = self.matches_in_log((now + 1, to), filter, 1) else {
                return Some(Reached::Interrupted);
            };
            match found.first() {
                None if to < limit => {}
                found => {
                    self.seek_in_log(found.map_or(limit, |(t, _)| *t as i64));
                    return Some(Reached::Target);
                }
            }
        }
        self.run_from_log()
    }
}
