//! Gaps: events that the record filter leaves out (`record_filter`).
//!
//! No moment is written for an event in a gap. The next moment carries everything that changed in it, registers and
//! objects alike, so the states before and after a gap are exact, and crossing it is one step of the log. In a long gap
//! the heap journals only the first write to each object, so its cost is what it changed, however many events it has.
//!
//! # Invariants
//!
//! * The event at a checkpoint where a block begins is recorded, and so is each event at which the machine has stood.
//! * The last return of the main module is recorded, so the end of the program can be inspected.

use ttd_code::bytecode::code::Event as CodeEvent;
use ttd_code::bytecode::op::Ins;

use super::Log;
use super::format::SINGLE_EVENT;
use super::record_filter::{CHOSEN, MAIN, RecordChoice, RecordFilter};
use crate::Vm;
use crate::vm::State;
use crate::vm::event::EventKind;
use crate::vm::event::describe_event;

/// Events after which a gap is long. Switching the journal's rule makes all objects unsaved again, so short gaps do
/// not.
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
    /// Restricts the recording to `choice`. The program must not have begun.
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

    /// Logs the moment of the instruction at `pc` where not everything is recorded.
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

    /// Whether an event of the instruction at `pc` satisfies `is`.
    fn has_event(&self, pc: *const Ins, is: impl Fn(&CodeEvent) -> bool) -> bool {
        let code = self.top_ref().code();
        code.code.events_at(code.index_of(pc)).iter().any(|(_, event)| is(event))
    }

    /// Records all events of the instruction at `pc`.
    #[inline]
    fn log_whole(&mut self, log: &mut Log, pc: *const Ins, first: i64, last: i64) {
        let passed_over = first > log.last_time + 1;
        let called = passed_over && self.has_event(pc, |event| matches!(event, CodeEvent::Call(_)));
        self.end_gap(log, first, last, called);
        self.write_moment(log, pc, first, 0);
    }

    /// Decides for each event of the instruction at `pc` whether it is recorded.
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

    /// Whether an event that was delivered alone is recorded; if so, ends the gap before it.
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

    /// Leaves an event out.
    fn pass_over(&mut self, log: &Log, time: i64) {
        if time - log.last_time > LONG && self.heap.logs_every_write() && !self.counting.armed {
            self.heap.set_log_every_write(false);
        }
    }

    /// Ends the gap before the events from `first` to `last`; `called`: the first of them is a call.
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

    /// Records the present event, whatever was chosen: the machine is to stand at it, or a checkpoint is made there.
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

    /// Whether the driver must decide if recording begins or ends at the present event.
    pub(crate) fn needs_decision(&mut self) -> bool {
        let (time, event) = (self.now(), self.state.last);
        if !self.is_logging() {
            return false;
        }
        let Some(mut log) = self.log.take() else { return false };
        let asks = log.record_filter.as_deref_mut().is_some_and(|filter| filter.needs_decision(self, time, &event));
        self.log = Some(log);
        if asks {
            // The driver's decision may evaluate Python, which appends to the journal.
            self.heap.set_log_every_write(true);
        }
        asks
    }

    /// Whether every event must come to the stop site, because the driver may have to decide there.
    pub(crate) fn checks_every_event(&self) -> bool {
        self.record_filter().is_some_and(RecordFilter::checks_every_event)
    }
}
