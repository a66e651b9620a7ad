//! What the debugger needs of the thing it debugs.
//!
//! The interpreter's machine implements this; so does the fake of the tests, which knows nothing but a list of events.

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

pub use ttd_vm::time::event::{CodeInfo, Death, End, Event, EventKind, FrameInfo, How, Reached};
pub use ttd_vm::time::{CheckpointInfo, Kept, Raised, Told};

/// A line of a file at which a run can be stopped: the path as in `co_filename`, and the line from 1.
pub type Place = (String, u32);

/// A time beyond every program's end.
pub const NEVER: u64 = i64::MAX as u64;

/// A program that can be driven to any time.
pub trait Target {
    /// The time of the last delivered event; `None` before `E[0]`.
    fn time(&self) -> Option<u64>;

    /// How the program ended, once it has been driven there; kept when going back.
    fn end(&self) -> Option<&End>;

    /// Goes to `E[t]`, in either direction. Past the end: [`Reached::End`], at the last event.
    fn seek(&mut self, t: u64) -> Reached;

    /// The event we are at.
    fn event(&self) -> Event;

    /// `E[from..=to]`, shorter when the program ends or is interrupted. Afterwards the time is unspecified.
    fn record(&mut self, from: u64, to: u64) -> Vec<Event>;

    /// Runs on from the present, over events that have never been reached before, until `stop` says so: the present is
    /// then the event it said it of. It sees every event after the present in order.
    fn advance(&mut self, stop: &mut dyn FnMut(u64, &Event) -> bool) -> Reached {
        let mut next = self.time().map_or(0, |t| t + 1);
        loop {
            match self.seek(next) {
                Reached::Target => {
                    if stop(next, &self.event()) {
                        return Reached::Target;
                    }
                }
                other => return other,
            }
            next += 1;
        }
    }

    /// Runs forwards to the next `line` event on one of `places`, not beyond `limit`, without reporting what lies
    /// between. `None` when this target cannot do better than looking at every event.
    fn run_to_place(&mut self, _places: &[Place], _limit: Option<u64>) -> Option<Reached> {
        None
    }

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
    fn ask(
        &mut self,
        source: &str,
        frame: usize,
        _names: &[(String, Kept)],
    ) -> Result<Told, String> {
        let text = self.eval(source, frame)?;
        Ok(Told { text, kept: None })
    }

    /// A diversion: the value of an expression, to be had again later. The error may also be that it cannot be kept.
    fn keep(
        &mut self,
        source: &str,
        frame: usize,
        names: &[(String, Kept)],
    ) -> Result<Kept, String> {
        let told = self.ask(source, frame, names)?;
        told.kept
            .ok_or_else(|| "this target keeps no values".into())
    }

    /// A diversion that runs statements one after the other: what the last one printed. What the earlier ones print or
    /// raise is dropped. With `earlier` they have a namespace of their own, filled from the frame and its module.
    fn converse(
        &mut self,
        _earlier: Option<&[String]>,
        last: &str,
        frame: usize,
        _names: &[(String, Kept)],
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
    fn starved(&mut self) -> bool {
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
