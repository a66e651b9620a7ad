//! Gaps: events that are not recorded, because of what was chosen (`selection`).
//!
//! For an event in a gap no moment is written. The moment after it carries everything that changed in the gap, registers
//! as well as objects, so the state before a gap and the one after it are reachable exactly, and going from one to the
//! other is one step. When a gap lasts, the heap goes over to saving only what is written to for the first time, until
//! the next moment: the gap then costs what it changed, however long it is.
//!
//! **Invariants.** The event at a checkpoint where a block begins is always recorded, and so are those at which the
//! machine has stood. The last return of the main module is recorded too: the end of the program can be looked at.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Ins;

use super::Log;
use super::format::SINGLE_EVENT;
use super::record_filter::{CHOSEN, MAIN, RecordChoice, RecordFilter};
use crate::Vm;
use crate::vm::State;
use crate::vm::event::EventKind;
use crate::vm::event::describe_event;

/// After so many events a gap is a long one. Changing the rule of saving makes every object one that was not saved.
const LONG: i64 = 64;

/// Events that were not recorded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Gap {
    /// The number of the moment that follows.
    pub(crate) moment: u32,
    /// The depth of the event before that moment.
    pub(crate) depth: u32,
    /// The time of the first of them.
    pub(crate) first: i64,
    /// How many there are.
    pub(crate) events: i64,
}

impl Vm {
    /// From now on only what is chosen is recorded. Nothing may have run.
    pub(crate) fn set_record_filter(&mut self, choice: RecordChoice, roots: &[String]) {
        let Some(main) = self.frame_above(1).map(|frame| frame.code()) else { return };
        let filter = RecordFilter::new(choice, main, roots);
        if let Some(log) = self.log.as_deref_mut() {
            log.record_filter = Some(Box::new(filter));
        }
    }

    fn record_filter(&self) -> Option<&RecordFilter> {
        self.log.as_ref()?.record_filter.as_deref()
    }

    /// `log_moment` where not everything is recorded.
    #[inline(never)]
    pub(crate) fn log_filtered(&mut self, log: &mut Log, pc: *const Ins, first: i64, last: i64) {
        let Some(filter) = log.record_filter.as_deref_mut() else { return };
        let marks = filter.marks_of(self);
        if filter.matters(marks) {
            return self.log_one_by_one(log, pc, marks, first);
        }
        let taken = marks & CHOSEN != 0 && filter.is_active(last);
        if taken || marks & MAIN != 0 && self.has_event(pc, |event| matches!(event, CodeEvent::Return(_))) {
            self.log_whole(log, pc, first, last);
        } else {
            self.pass_over(log, last);
        }
    }

    /// Whether one of the events of the instruction at `pc` is like that.
    fn has_event(&self, pc: *const Ins, is: impl Fn(&CodeEvent) -> bool) -> bool {
        let code = self.top_ref().code();
        code.code.events_at(code.index_of(pc)).iter().any(|(_, event)| is(event))
    }

    /// All events of the instruction at `pc` are recorded.
    #[inline]
    fn log_whole(&mut self, log: &mut Log, pc: *const Ins, first: i64, last: i64) {
        let passed_over = first > log.last_time + 1;
        let called = passed_over && self.has_event(pc, |event| matches!(event, CodeEvent::Call(_)));
        self.end_gap(log, first, last, called);
        self.write_moment(log, pc, first, 0);
    }

    /// The events of the instruction at `pc`, of which some may be recorded and others not.
    #[cold]
    fn log_one_by_one(&mut self, log: &mut Log, pc: *const Ins, marks: u8, first: i64) {
        let code = self.top_ref().code();
        let at = code.index_of(pc);
        let events = code.code.events_at(at);
        let Some(filter) = log.record_filter.as_deref_mut() else { return };
        let described = |vm: &Vm, k: usize| describe_event(vm.top_ref(), events[k].1, at, first + k as i64);
        let mut is_taken = |vm: &Vm, k: usize| filter.decide(vm, marks, first + k as i64, &described(vm, k));
        let taken = (0..events.len()).filter(|k| is_taken(self, *k)).count();
        let last = first + events.len() as i64 - 1;
        if taken == events.len() {
            return self.log_whole(log, pc, first, last);
        }
        if taken == 0 {
            return self.pass_over(log, last);
        }
        for k in 0..events.len() {
            let (time, last) = (first + k as i64, described(self, k));
            let taken = log.record_filter.as_deref_mut().is_some_and(|s| s.decide(self, marks, time, &last));
            if !taken {
                self.pass_over(log, time);
                continue;
            }
            self.end_gap(log, time, time, last.kind == EventKind::Call);
            log.open.states.push(State { phase: k as u8 + 1, unwinding: None, time, last, ..self.state });
            self.write_moment(log, pc, time, SINGLE_EVENT);
        }
    }

    /// Whether the event that was delivered by itself is recorded; then the gap before it, if there was one, is over.
    #[inline]
    pub(crate) fn records_event(&mut self, log: &mut Log, time: i64) -> bool {
        let Some(filter) = log.record_filter.as_deref_mut() else { return true };
        let event = self.state.last;
        let marks = filter.marks_of(self);
        let taken = filter.decide(self, marks, time, &event);
        match taken {
            true => self.end_gap(log, time, time, event.kind == EventKind::Call),
            false => self.pass_over(log, time),
        }
        taken
    }

    /// An event is not recorded.
    fn pass_over(&mut self, log: &Log, time: i64) {
        if time - log.last_time > LONG && self.heap.logs_every_write() && !self.counting.armed {
            self.heap.set_log_every_write(false);
        }
    }

    /// The events from `first` to `last` are recorded; `called`: the first of them is a call.
    #[inline]
    fn end_gap(&mut self, log: &mut Log, first: i64, last: i64, called: bool) {
        if first > log.last_time + 1 {
            log.open.gaps.push(Gap {
                moment: log.open.moments,
                depth: self.user_depth() - u32::from(called),
                first: log.last_time + 1,
                events: first - log.last_time - 1,
            });
            self.heap.set_log_every_write(true);
        }
        log.open.events += (last + 1 - first) as u64;
        log.last_time = last;
    }

    /// Whether the present event is recorded, or everything is.
    #[inline]
    pub(crate) fn is_recorded_here(&self) -> bool {
        self.log.as_ref().is_none_or(|log| log.record_filter.is_none() || log.last_time >= self.now())
    }

    /// The machine is to stand at this event, or to have a checkpoint there: it is recorded, whatever was chosen.
    pub(crate) fn record_here(&mut self) {
        if self.is_recorded_here() {
            return;
        }
        let Some(mut log) = self.log.take() else { return };
        let (time, called) = (self.now(), self.state.last.kind == EventKind::Call);
        self.end_gap(&mut log, time, time, called);
        log.open.states.push(self.state);
        self.write_moment(&mut log, self.pc, time, SINGLE_EVENT);
        self.log = Some(log);
    }

    /// Whether somebody must be asked if recording begins or ends at the present event.
    pub(crate) fn needs_decision(&mut self) -> bool {
        let (time, event) = (self.now(), self.state.last);
        if !self.is_logging() {
            return false;
        }
        let Some(mut log) = self.log.take() else { return false };
        let asks = log.record_filter.as_deref_mut().is_some_and(|filter| filter.needs_decision(self, time, &event));
        self.log = Some(log);
        if asks {
            // A question writes behind the last entry.
            self.heap.set_log_every_write(true);
        }
        asks
    }

    /// Whether every event must come to the stop site because somebody may have to be asked.
    pub(crate) fn checks_every_event(&self) -> bool {
        self.record_filter().is_some_and(RecordFilter::checks_every_event)
    }
}
