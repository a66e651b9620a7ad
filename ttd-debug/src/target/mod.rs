//! What the debugger needs of the thing it debugs.
//!
//! The interpreter's machine implements this; so does the fake of the tests, which knows nothing but a list of events.

pub(crate) mod machine;

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use ttd_vm::time::search::query::{
    Container, EventQuery, FrameWatch, Kinds, ObjectUse, OnProgress, Progress, Search, SourceLocation, WriteQuery,
};
pub use ttd_vm::time::{
    CheckpointInfo, EvalResult, Filter, Key, Raised, RecordingStatus, SavedValue, Subject, ValueTest, WatchTarget,
};
pub use ttd_vm::vm::event::{CodeInfo, Death, End, Event, EventKind, FrameInfo, How, Reached};

/// A time beyond every program's end.
pub const NEVER: u64 = i64::MAX as u64;

/// Events that a search reads at once when the target cannot search itself.
const STRETCH: u64 = 1 << 12;

/// A program that can be driven to any time.
pub trait Target {
    /// The time of the last delivered event; `None` before `E[0]`.
    fn time(&self) -> Option<u64>;

    /// How the program ended, once it has been driven there; kept when going back.
    fn end(&self) -> Option<&End>;

    /// The first event that can be gone to; later than the program's first when the oldest had to be forgotten.
    fn first(&self) -> u64 {
        0
    }

    /// Whether every event is kept as it was, so that going back runs nothing again.
    fn is_logged(&self) -> bool {
        false
    }

    /// Goes to `E[t]`, in either direction. Past the end: [`Reached::End`], at the last event. Before the first that there
    /// is: to that.
    fn seek(&mut self, t: u64) -> Reached;

    /// What came of the choice that only a part of the run is recorded; none when all of it is.
    fn recorded(&self) -> Option<RecordingStatus> {
        None
    }

    /// Times from `from` to `to`, those among them before which was written what this watch is about; if that can be told
    /// without going there. `None` also when it was interrupted. Afterwards the time is unspecified.
    fn possible_write_times(&mut self, _watch: &EventQuery, _from: u64, _to: u64) -> Option<Vec<u64>> {
        None
    }

    /// The time before which objects that the program can no longer reach are forgotten, if any are.
    fn pruned_before(&self) -> Option<u64> {
        None
    }

    /// The first and the last of the events around `t`, which was passed, that were not recorded.
    fn gap(&self, _t: u64) -> Option<(u64, u64)> {
        None
    }

    /// The nearest event from `t` on, or with `back` up to `t`, that is recorded or was not reached yet.
    fn nearest(&self, t: u64, _back: bool) -> Option<u64> {
        Some(t)
    }

    /// The event we are at.
    fn event(&self) -> Event;

    /// The lines known so far on which the program itself asks to be stopped: calls of `breakpoint`.
    fn own_stops(&self) -> Vec<SourceLocation> {
        Vec::new()
    }

    /// `E[from..=to]`, shorter when the program ends or is interrupted. Afterwards the time is unspecified.
    fn record(&mut self, from: u64, to: u64) -> Vec<Event>;

    /// The same with their times, without those that are not recorded; `None` when it was interrupted.
    fn events(&mut self, from: u64, to: u64) -> Option<Vec<(u64, Event)>>;

    /// The same without those of which a filter tells that they cannot be meant. Without a filter of its own a target
    /// gives all of them.
    fn events_matching(&mut self, from: u64, to: u64, _filter: &Filter) -> Option<Vec<(u64, Event)>> {
        self.events(from, to)
    }

    /// The place that an expression points at in a user frame, at this time.
    fn locate(&mut self, source: &str, _frame: usize, _names: &[(String, SavedValue)]) -> Result<WatchTarget, String> {
        Err(format!("{source}: this target knows no places"))
    }

    /// The repr of what a place holds at this time; `None` when it holds nothing, or is not there.
    fn held(&mut self, _location: &WatchTarget) -> Option<String> {
        None
    }

    /// What the program has ever written, as far as it is kept: from the first byte on.
    fn output(&self) -> &[u8] {
        &[]
    }

    /// How many bytes it has written by now.
    fn written(&self) -> u64 {
        0
    }

    /// Whether the last `run_until` stopped where one of the watched places had changed.
    fn changed(&mut self) -> bool {
        false
    }

    /// What was seen where the last `run_until` with a [`Writing`] stopped.
    fn seen(&mut self) -> Vec<ObjectUse> {
        Vec::new()
    }

    /// The number under which an object is shown, by that of its allocation.
    fn number(&self, _object: u64) -> Option<u64> {
        None
    }

    /// The object that is shown under a number: that of its allocation.
    fn numbered(&self, _number: u64) -> Option<u64> {
        None
    }

    /// A text in which objects are told by their addresses, with numbers instead.
    fn with_numbers(&self, text: &str) -> String {
        text.to_string()
    }

    /// A time at which an object had not been made.
    fn before_birth(&self, _object: u64) -> u64 {
        0
    }

    /// Runs on from the present to the first event that meets the watch, or to time `limit`. An event after the present
    /// is not passed before it was looked at, so the program never runs further than that.
    fn run_until(&mut self, watch: &EventQuery, limit: u64) -> Reached {
        loop {
            let next = self.time().map_or(0, |t| t + 1);
            if next > limit {
                return Reached::Target;
            }
            match self.seek(next) {
                Reached::Target => {
                    let event = self.event();
                    if watch.matches(&event, || self.code(event.code)) {
                        return Reached::Target;
                    }
                }
                other => return other,
            }
        }
    }

    /// Runs on from the present to the first event that goes through a filter, or to time `limit`. Without a filter of its
    /// own a target stops at the next one.
    fn run_until_filter(&mut self, _filter: &Filter, limit: u64) -> Reached {
        let next = self.time().map_or(0, |t| t + 1);
        if next > limit {
            return Reached::Target;
        }
        self.seek(next)
    }

    /// The last event before `t`, and not before `floor`, that meets the watch; and, where they come to light with it,
    /// those directly before that. `t` must not be beyond what was reached. Afterwards the time is unspecified.
    fn last_before(&mut self, watch: &EventQuery, t: u64, floor: u64) -> Search {
        let mut before = t;
        while before > floor {
            let from = floor.max(before.saturating_sub(STRETCH));
            let events = self.record(from, before - 1);
            let interrupted = (events.len() as u64) < before - from;
            let meets = |(_, event): &(u64, &Event)| watch.matches(event, || self.code(event.code));
            let times: Vec<u64> = (from..).zip(&events).filter(meets).map(|(t, _)| t).collect();
            if interrupted {
                return Search { times: Vec::new(), from: before, interrupted };
            }
            if !times.is_empty() {
                return Search { times, from, interrupted };
            }
            before = from;
        }
        Search { times: Vec::new(), from: floor.min(t), interrupted: false }
    }

    /// Who is told, about every 50 ms, how far a long seek or search has come. It must not ask anything of the target.
    fn on_progress(&mut self, _tell: OnProgress) {}

    /// The code object of an event.
    fn code(&self, id: u32) -> CodeInfo;

    /// The user frames, innermost first.
    fn stack(&self) -> Vec<FrameInfo>;

    /// A diversion: the repr of an expression's value in user frame `frame` (0 is the innermost), after what it
    /// printed, on lines of its own. An error is `ZeroDivisionError: division by zero`.
    fn eval(&mut self, source: &str, frame: usize) -> Result<String, String>;

    /// A diversion that runs statements: what they printed.
    fn exec(&mut self, source: &str, frame: usize) -> Result<String, String>;

    /// `eval` with further names in scope, and with the value kept.
    fn eval_in_diversion(
        &mut self,
        source: &str,
        frame: usize,
        _names: &[(String, SavedValue)],
    ) -> Result<EvalResult, String> {
        let text = self.eval(source, frame)?;
        Ok(EvalResult { text, kept: None })
    }

    /// A diversion: the value of an expression, to be had again later. The error may also be that it cannot be kept.
    fn save_value(&mut self, source: &str, frame: usize, names: &[(String, SavedValue)]) -> Result<SavedValue, String> {
        let told = self.eval_in_diversion(source, frame, names)?;
        told.kept.ok_or_else(|| "this target keeps no values".into())
    }

    /// A diversion that runs statements one after the other: what the last one printed. What the earlier ones print or
    /// raise is dropped. With `earlier` they have a namespace of their own, filled from the frame and its module.
    fn run_statements(
        &mut self,
        _earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        _names: &[(String, SavedValue)],
    ) -> Result<String, String> {
        self.exec(last, frame)
    }

    /// The exception that is on its way or being handled, after those that it came from: the oldest first.
    fn exceptions(&mut self) -> Vec<Raised> {
        Vec::new()
    }

    /// The checkpoints, by time.
    fn checkpoints(&mut self) -> Vec<CheckpointInfo> {
        Vec::new()
    }

    /// Makes a checkpoint of the present; false where there can be none.
    fn checkpoint(&mut self) -> bool {
        false
    }

    /// Whether checkpoints are taken more rarely than asked for, because there is no room for them.
    fn over_budget(&mut self) -> bool {
        false
    }

    /// The repr of the value being returned, at a `return` that has one.
    fn retval(&mut self) -> Option<String>;

    /// The exception of an `exception` event: `ZeroDivisionError: division by zero`.
    fn exception(&mut self) -> Option<String> {
        None
    }

    /// The names of a frame with the reprs of their values.
    fn locals(&mut self, frame: usize) -> Vec<(String, String)>;

    /// The arguments of a frame, in the order of the signature.
    fn args(&mut self, frame: usize) -> Vec<(String, String)>;

    /// The text of a source file as it was run.
    fn source(&self, path: &str) -> Option<String>;

    /// Set by Ctrl-C, cleared by the command loop before each command.
    fn interrupt_flag(&self) -> Arc<AtomicBool>;
}
