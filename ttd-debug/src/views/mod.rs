//! What front ends other than a prompt ask of a session: the stack, values and their parts, breakpoints and watches, as
//! data and not as text. Nothing here travels, except where a name says so.

mod breakpoints;
mod events;
mod find;
mod focus;
mod inline;
mod look;
mod output;
mod places;
mod screen;
mod shared;
mod source;
mod stack;
mod survey;
mod threads;
mod trails;
mod tree;
mod values;

pub use breakpoints::{HitCount, NewBreakpoint, Placed};
pub use events::{EventRow, FrameLife, LifeEvent};
pub use find::{Find, Match};
pub use focus::{NotThere, RunState};
pub use inline::{FrameEvents, LineRuns};
pub use look::{Look, Viewpoint};
pub use output::{Piece, Stream};
pub use places::{Executions, SourceFile};
pub use shared::BranchView;
pub use source::{Line, Token};
pub use stack::{Sample, StackFrame};
pub use survey::{Cell, Survey};
pub use threads::TaskRow;
pub use trails::Uses;
pub use tree::{CallNode, CallSearch};
pub use values::{Child, Parts, Which};

use std::sync::Arc;
use std::sync::atomic::AtomicBool;

use crate::session::Session;
use crate::target::{Event, StreamObserver, Time};
use crate::travel::StopReason;
use crate::travel::breakpoints::OnLog;

impl Session {
    /// The flag that Ctrl-C sets. It ends what runs; the front end clears it before each command.
    pub fn interrupt_flag(&self) -> Arc<AtomicBool> {
        self.target.interrupt_flag()
    }

    /// Why the last motion ended where it did; `None` when there was none since this was asked last.
    pub fn take_stop_reason(&mut self) -> Option<StopReason> {
        self.after_motion.why.take()
    }

    /// Whether there is an event to stand at.
    pub fn has_events(&self) -> bool {
        self.recording.has_events
    }

    /// The present event and its time.
    pub fn present(&mut self) -> (Time, Event) {
        self.sync_target();
        (self.nav.now, self.target.event())
    }

    /// The exception of the present event, if it is one: `KeyError: 'a'`.
    pub fn exception_here(&mut self) -> Option<String> {
        self.sync_target();
        self.target.exception()
    }

    /// Sets whether raising an exception stops a motion.
    pub fn stop_where_raised(&mut self, on: bool) {
        self.breakpoints.on_raise = on;
    }

    /// Sets the callback that gets what log points note.
    pub fn on_log(&mut self, on_log: OnLog) {
        self.breakpoints.on_log = Some(on_log);
    }

    /// What the program has written up to now, as far as it is kept, and the number of bytes that it has written.
    pub fn output_by_now(&mut self) -> (Vec<u8>, u64) {
        self.sync_target();
        let written = self.target.written();
        let kept = self.target.output();
        (kept[..kept.len().min(usize::try_from(written).unwrap_or(usize::MAX))].to_vec(), written)
    }

    /// Sets who hears what happens at the program's standard streams, and gets its output in their place.
    pub fn observe_streams(&mut self, observer: Box<dyn StreamObserver>) {
        self.target.observe_streams(observer);
    }

    /// Replaces the addresses of objects in a text by their numbers, which expressions understand at every time.
    pub fn with_numbers(&self, text: &str) -> String {
        self.target.with_numbers(text)
    }

    /// The number of the branch that the program is on; 0 is the run as it was.
    pub fn branch_number(&self) -> usize {
        self.target.branch()
    }
}
