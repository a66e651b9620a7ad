//! Running a filter: over the log, while a stretch runs again, and while the program runs on to the first match.
//!
//! While code runs, only instructions whose events can pass are patched, as for a query. Only conditions on the depth
//! need every event, because each depth follows from the one before.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Ins;
use ttd_core::value::Value;

use super::FAR_FUTURE;
use super::filter::{Filter, ValueTest};
use super::filtered_code::{FilteredCode, Operand, is_of_code};
use super::plain_attribute::PlainAttribute;
use crate::log::{Replay, Test};
use crate::time::driver::StopReason;
use crate::time::inspect::plain_value::Plain;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::{EventAction, Keep};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, Reached};
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

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
        !self.filter.values.is_empty()
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

    /// Whether an event of a frame passes. `value` reads an operand, if that is possible, and `before_attributes` is
    /// called before attributes are read, if the machine is not at the event.
    fn accepts(
        &mut self,
        vm: &mut Vm,
        frame: &Frame,
        event: &Event,
        value: impl Fn(&Vm, Operand) -> Option<Value>,
        before_attributes: Option<impl FnMut(&mut Vm)>,
    ) -> bool {
        // A branch can have put another frame on top.
        let is_own = frame.born == event.frame;
        let Some(code) = (if is_own { Some(frame.code()) } else { vm.loaded.codes.get(event.code as usize).copied() })
        else {
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
        !is_own || self.compare(vm, frame, Some(event.gives_value()), value, before_attributes) != Verdict::Fails
    }

    /// Whether the values alone tell that none of the events of an instruction of this frame passes. `value` and
    /// `before_attributes` as in `accepts`.
    fn rejects(
        &mut self,
        vm: &mut Vm,
        frame: &Frame,
        value: impl Fn(&Vm, Operand) -> Option<Value>,
        before_attributes: Option<impl FnMut(&mut Vm)>,
    ) -> bool {
        let compiled = self.compiled_for(frame.code());
        if compiled.hides_word || !compiled.applies {
            return !compiled.hides_word;
        }
        self.compare(vm, frame, None, value, before_attributes) == Verdict::Fails
    }

    /// Makes the comparisons, in order, as far as they can be decided. `gives_value`: whether the event is one that
    /// gives a value, if that is known. Where it is not, the events of one instruction are meant: the one that gives a
    /// value gives what the instruction returns, and the others pass no comparison with it.
    fn compare(
        &mut self,
        vm: &mut Vm,
        frame: &Frame,
        gives_value: Option<bool>,
        value: impl Fn(&Vm, Operand) -> Option<Value>,
        mut before_attributes: Option<impl FnMut(&mut Vm)>,
    ) -> Verdict {
        let Some(code) = &self.codes[frame.code().id as usize] else { return Verdict::Unknown };
        for ((test, path), operand) in self.filter.values.iter().zip(&mut self.paths).zip(&code.operands) {
            if gives_value == Some(false) && matches!(operand, Operand::Returned) {
                return Verdict::Fails;
            }
            let Some(mut found) = value(vm, *operand) else { return Verdict::Unknown };
            for step in path {
                before_attributes.iter_mut().for_each(|go| go(vm));
                let live = before_attributes.is_none();
                let Some(attribute) = step.read(vm, found, live) else { return Verdict::Unknown };
                found = attribute;
            }
            match Plain::from(found).compare(test.op, &(&test.literal).into(), |v| vm.heap.bytes(v)) {
                None => return Verdict::Unknown,
                Some(false) => return Verdict::Fails,
                Some(true) => {}
            }
        }
        Verdict::Holds
    }
}

/// Reads an operand in a frame; `None` if that is impossible. `returned`: the register that is returned, inner `None`
/// for a return of None, outer `None` if unknown.
fn value_at(
    operand: Operand,
    frame: &Frame,
    returned: impl Fn() -> Option<Option<u16>>,
    register: impl Fn(usize) -> Option<Value>,
) -> Option<Value> {
    let is_bound = |at: usize| register(at).is_some_and(|v| !v.is_unbound());
    match operand {
        Operand::Unknown => None,
        Operand::Returned => returned()?.map_or(Some(Value::NONE), |at| register(at.into())),
        Operand::Variable(_) | Operand::Argument(_) if !frame.locals.is_unbound() => None,
        // Argument numbers count bound arguments.
        Operand::Argument(at) if !(0..at).all(is_bound) => None,
        Operand::Variable(at) | Operand::Argument(at) => register(at).filter(|v| !v.is_unbound() && !v.is(ids::CELL)),
    }
}

impl Replay {
    fn value_at(&self, operand: Operand, bottom: *const Value) -> Option<Value> {
        let (top, stack) = (self.frames.last()?, self.stack.as_ref()?);
        let base = (top.base as usize - bottom as usize) / size_of::<Value>();
        let returned = || self.site().and_then(|(code, at)| code.returned_at(at));
        value_at(operand, top, returned, |at| stack.get(base + at).copied())
    }
}

impl Vm {
    /// Whether the present event passes.
    pub(crate) fn is_accepted(&mut self, compiled: &mut CompiledFilter) -> bool {
        let (top, event) = (*self.top_ref(), self.state.last);
        let value = |vm: &Vm, operand| {
            let returned = || Some(top.code().returned_register(top.code().index_of(vm.pc)));
            value_at(operand, &top, returned, |at: usize| Some(vm.reg(at as u16)))
        };
        compiled.accepts(self, &top, &event, value, None::<fn(&mut Vm)>)
    }

    /// Whether any code that has run so far can have events that pass.
    pub(super) fn has_code_for(&self, filter: &Filter) -> bool {
        self.loaded.codes.iter().any(|code| code.counted && code.entered.get() && filter.applies_to(code))
    }

    /// Whether a moment's event passes. `bottom`: the address of the lowest register.
    pub(super) fn is_accepted_at(&mut self, compiled: &mut CompiledFilter, replay: &Replay, event: &Event) -> bool {
        let Some(top) = replay.frames.last() else { return false };
        let (value, go) = self.readers_at(replay);
        compiled.accepts(self, top, event, value, Some(go))
    }

    /// Whether the values at a moment tell that none of the events of its instruction passes.
    pub(super) fn is_rejected_at(&mut self, compiled: &mut CompiledFilter, replay: &Replay) -> bool {
        let Some(top) = replay.frames.last().filter(|_| replay.site().is_some()) else { return false };
        let (value, go) = self.readers_at(replay);
        compiled.rejects(self, top, value, Some(go))
    }

    /// What reads an operand at a moment, and what has the heap go there.
    fn readers_at<'a>(
        &self,
        replay: &'a Replay,
    ) -> (impl Fn(&Vm, Operand) -> Option<Value> + 'a, impl FnMut(&mut Vm) + 'a) {
        let bottom = self.stack.start();
        let value = move |vm: &Vm, operand| {
            let replacements = vm.control.driver().map(|d| &d.checkpoints[replay.block].replacements);
            let found = replay.value_at(operand, bottom)?;
            // What was pruned is not what the register refers to.
            replacements.is_none_or(|known| known.cell_for(found).is_none()).then_some(found)
        };
        let go = |vm: &mut Vm| {
            if let Some(end) = replay.end {
                vm.heap.open_segment(end);
                vm.heap.pass_to_moment(replay.moments());
            }
        };
        (value, go)
    }

    /// Whether the values of the top frame tell that none of the events of the instruction at `pc` passes, to which the
    /// frame has come.
    pub(crate) fn is_rejected_here(&mut self, compiled: &mut CompiledFilter, pc: *const Ins) -> bool {
        let top = *self.top_ref();
        let value = |vm: &Vm, operand| {
            let returned = || top.code().returned_at(top.code().index_of(pc));
            value_at(operand, &top, returned, |at| Some(vm.register_in(&top, at)))
        };
        compiled.rejects(self, &top, value, None::<fn(&mut Vm)>)
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
