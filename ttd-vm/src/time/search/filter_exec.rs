//! Running a filter: over the log, while a stretch runs again, and while the program runs on to the first match.
//!
//! While code runs, only instructions whose events can pass are patched, as for a query. Only conditions on the depth
//! need every event, because each depth follows from the one before.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_core::value::Value;

use super::FAR_FUTURE;
use super::filter::{Filter, Subject, ValueTest, decide};
use crate::log::{Replay, Test};
use crate::time::driver::StopReason;
use crate::time::logged::navigate::Reads;
use crate::time::machine::Machine;
use crate::time::observe::event_patches::{EventAction, Keep};
use crate::vm::code::CodeRt;
use crate::vm::event::{Event, EventKind, Reached};
use crate::vm::stack::frame::Frame;
use crate::{Vm, ids};

/// Where a code object's frames hold a value.
#[derive(Clone, Copy, Debug)]
enum Operand {
    Variable(usize),
    Argument(usize),
    Returned,
    Unknown,
}

/// A filter for one code object.
struct FilteredCode {
    /// A variable of this code hides a word of the condition: every event passes.
    hides_word: bool,
    /// Whether events of this code can pass at all.
    applies: bool,
    /// For every instruction, whether one of its events can pass.
    sites: Box<[bool]>,
    /// Where the compared values are.
    operands: Box<[Operand]>,
}

/// A filter in terms of loaded code.
pub(crate) struct CompiledFilter {
    filter: Filter,
    /// For each comparison, the names of the attributes that it reads.
    paths: Vec<Box<[Value]>>,
    /// By code object.
    codes: Vec<Option<FilteredCode>>,
}

impl CompiledFilter {
    pub(crate) fn new(vm: &mut Vm, filter: &Filter) -> CompiledFilter {
        let mut names = |test: &ValueTest| test.path.iter().map(|name| vm.intern(name)).collect();
        let paths = filter.values.iter().map(&mut names).collect();
        CompiledFilter { filter: filter.clone(), paths, codes: Vec::new() }
    }

    /// Whether it was compiled from this filter.
    pub(crate) fn is_of(&self, filter: &Filter) -> bool {
        self.filter == *filter
    }

    /// Whether depths are compared.
    pub(crate) fn tracks_depth(&self) -> bool {
        self.filter.tests.iter().any(|test| matches!(test, Test::Depth(_)))
    }

    /// Whether depths of the events that pass are wanted.
    pub(crate) fn wants_depths(&self) -> bool {
        self.filter.depths
    }

    /// Whether attributes are compared.
    fn reads_attributes(&self) -> bool {
        self.paths.iter().any(|path| !path.is_empty())
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
    fn may_match_at(&mut self, code: &CodeRt, at: u32) -> bool {
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
        mut before_attributes: Option<impl FnMut(&mut Vm)>,
    ) -> bool {
        if frame.born != event.frame {
            return true;
        }
        let (hides_word, applies) = {
            let compiled = self.compiled_for(frame.code());
            (compiled.hides_word, compiled.applies)
        };
        if hides_word || !applies {
            return hides_word;
        }
        let code = &frame.code().code;
        if !self.filter.tests.iter().all(|test| is_of_code(test) || test.matches(&code.name, &code.path, event)) {
            return false;
        }
        let Some(code) = &self.codes[frame.code().id as usize] else { return true };
        for ((test, path), operand) in self.filter.values.iter().zip(&self.paths).zip(&code.operands) {
            if matches!(operand, Operand::Returned) && !event.gives_value() {
                return false;
            }
            let Some(mut found) = value(vm, *operand) else { return true };
            for name in path {
                before_attributes.iter_mut().for_each(|go| go(vm));
                let live = before_attributes.is_none();
                let Some(attribute) = vm.plain_attribute(found, *name, live) else { return true };
                found = attribute;
            }
            match decide(found, test.op, &test.literal, |v| vm.heap.bytes(v)) {
                None => return true,
                Some(false) => return false,
                Some(true) => {}
            }
        }
        true
    }
}

/// Whether the code object alone decides a test.
fn is_of_code(test: &Test) -> bool {
    matches!(test, Test::Function(_) | Test::File(_) | Test::Codes(_))
}

impl Filter {
    /// Whether events of this code can pass.
    pub(super) fn applies_to(&self, code: &CodeRt) -> bool {
        let event = Event { code: code.id, ..Event::NONE };
        let (name, path) = (&code.code.name, &code.code.path);
        self.is_hidden_in(code)
            || self.tests.iter().filter(|test| is_of_code(test)).all(|test| test.matches(name, path, &event))
    }

    fn compile_code(&self, code: &CodeRt) -> FilteredCode {
        let applies = self.applies_to(code);
        let mut sites = vec![false; code.code.ins.len()];
        for (at, event) in code.code.events.iter().filter(|_| applies) {
            sites[*at as usize] |= self.may_match(code, event);
        }
        let operands = self.values.iter().map(|test| operand_of(&test.subject, code)).collect();
        FilteredCode { hides_word: self.is_hidden_in(code), applies, sites: sites.into(), operands }
    }

    /// Whether a variable of this code has the name of a word of the condition.
    fn is_hidden_in(&self, code: &CodeRt) -> bool {
        let mut names = code.code.locals.iter().filter(|local| !local.hidden).map(|local| &*local.name);
        !self.words.is_empty() && names.any(|name| self.words.iter().any(|word| word == name))
    }

    fn may_match(&self, code: &CodeRt, event: &CodeEvent) -> bool {
        if self.is_hidden_in(code) {
            return true;
        }
        let (kind, line) = match event {
            CodeEvent::Call(line) => (EventKind::Call, line),
            CodeEvent::Line(line) => (EventKind::Line, line),
            CodeEvent::Return(line) => (EventKind::Return, line),
        };
        let returns = self.values.iter().any(|test| test.subject == Subject::Returned);
        let event = Event { kind, line: *line, code: code.id, ..Event::NONE };
        let code = &code.code;
        let of_state = |test: &Test| matches!(test, Test::Depth(_) | Test::Frame(_) | Test::How(_));
        let matches = |test: &Test| of_state(test) || test.matches(&code.name, &code.path, &event);
        (kind == EventKind::Return || !returns) && self.tests.iter().all(matches)
    }
}

/// The operand of a subject, if it is in a register; variables of modules and classes are not.
fn operand_of(subject: &Subject, code: &CodeRt) -> Operand {
    let locals = &code.code.locals;
    let in_register = |at: &usize| !(locals[*at].cell || locals[*at].free);
    let operand = match subject {
        Subject::Returned => Some(Operand::Returned),
        Subject::Argument(n) => {
            let at = Some(*n).filter(|n| *n < (code.code.args + code.code.kwonly) as usize);
            at.filter(in_register).map(Operand::Argument)
        }
        Subject::Variable(name) => {
            let at = locals.iter().position(|local| !local.hidden && *local.name == **name);
            at.filter(in_register).map(Operand::Variable)
        }
    };
    operand.unwrap_or(Operand::Unknown)
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
        Operand::Variable(_) | Operand::Argument(_) if frame.locals.is(ids::DICT) => None,
        // Argument numbers count bound arguments.
        Operand::Argument(at) if !(0..at).all(is_bound) => None,
        Operand::Variable(at) | Operand::Argument(at) => register(at).filter(|v| !v.is_unbound() && !v.is(ids::CELL)),
    }
}

impl Replay {
    fn value_at(&self, operand: Operand, bottom: *const Value) -> Option<Value> {
        let (top, stack) = (self.frames.last()?, self.stack.as_ref()?);
        let base = (top.base as usize - bottom as usize) / size_of::<Value>();
        let returned = || self.site().map(|(code, at)| code.returned_register(at));
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
    fn is_accepted_at(&mut self, compiled: &mut CompiledFilter, replay: &Replay, event: &Event) -> bool {
        let Some(top) = replay.frames.last() else { return false };
        let bottom = self.stack.start();
        let value = |vm: &Vm, operand| {
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
        compiled.accepts(self, top, event, value, Some(go))
    }
}

impl Machine {
    /// `E[from..=to]` without unrecorded events and those that do not pass the filter; `None` if interrupted. Leaves
    /// the machine at any time.
    pub fn events_matching(&mut self, from: u64, to: u64, filter: &Filter) -> Option<Vec<(u64, Event)>> {
        if self.is_logged() {
            let (from, to) = self.recorded_range(from, to);
            let mut events = Vec::new();
            let done = self.each_match((from, to), filter, |t, event| {
                events.push((t as u64, event));
                true
            });
            return done.then_some(events);
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
            let mut found = None;
            let done = self.each_match((now + 1, to), filter, |t, _| {
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

    /// Calls `f` with the passing events of the log between these times, until it returns false. Returns whether it was
    /// neither stopped nor interrupted.
    pub(super) fn each_match(
        &mut self,
        times: (i64, i64),
        filter: &Filter,
        mut f: impl FnMut(i64, Event) -> bool,
    ) -> bool {
        if times.0 > times.1 || !self.vm().has_code_for(filter) {
            return true;
        }
        let mut compiled = CompiledFilter::new(self.vm_mut(), filter);
        let mut seen = self.vm().now().min(times.1);
        if compiled.reads_attributes() {
            // The heap can only pass through closed blocks.
            self.seek_in_log(seen);
        }
        let depths = compiled.tracks_depth() || compiled.wants_depths();
        let reads = Reads { registers: !filter.values.is_empty(), depths };
        let done = self.vm_mut().scan_moments(times, reads, |vm, replay, mut times| {
            if replay.site().is_some_and(|(code, at)| !compiled.may_match_at(code, at)) {
                return true;
            }
            times.all(|t| {
                seen = t;
                let event = replay.event(t);
                !vm.is_accepted_at(&mut compiled, replay, &event) || f(t, event)
            })
        });
        if compiled.reads_attributes() {
            self.vm_mut().restore_logged(seen);
        }
        done
    }
}
