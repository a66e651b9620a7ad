//! Threads and their frames.

use crate::session::Session;
use crate::session::listing::Codes;
use crate::target::{FrameInfo, Reached, ThreadInfo, Time};

/// A frame of the stack.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StackFrame {
    /// Its number, counted from the innermost.
    pub index: usize,
    /// The time of its first call.
    pub began: Time,
    /// Its code object.
    pub code: u32,
    /// The file.
    pub path: String,
    /// The line it is at.
    pub line: u32,
    /// `co_qualname`.
    pub function: String,
}

/// What runs at a moment.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Sample {
    /// The moment: the one that was asked for, or the nearest that is kept.
    pub time: Time,
    /// The number of frames.
    pub depth: usize,
    /// `co_qualname` of the innermost.
    pub function: String,
    /// Its file.
    pub path: String,
    /// Its line.
    pub line: u32,
    /// The thread.
    pub thread: u64,
}

impl Session {
    /// Looks at moments in order until there are no more, or Ctrl-C. The present stays, but the target is elsewhere
    /// until it is looked at.
    pub fn samples(&mut self, times: impl Iterator<Item = Time>) -> Vec<Sample> {
        let mut samples = Vec::new();
        for time in times {
            if self.target.seek(time) == Reached::Interrupted {
                break;
            }
            let stack = self.target.stack();
            let Some(frame) = stack.first() else { continue };
            let code = self.target.code(frame.code);
            samples.push(Sample {
                time: self.target.time().unwrap_or(time),
                depth: stack.len(),
                function: code.qualname,
                path: code.path,
                line: frame.line,
                thread: self.target.thread().unwrap_or(1),
            });
        }
        samples
    }

    /// The threads that are alive.
    pub fn threads(&mut self) -> Vec<ThreadInfo> {
        self.sync_target();
        self.target.threads()
    }

    /// The number of the thread whose event the present is.
    pub fn running_thread(&mut self) -> u64 {
        self.sync_target();
        self.target.thread().unwrap_or(1)
    }

    /// The frames of a thread, innermost first.
    pub fn stack_of(&mut self, thread: u64) -> Vec<StackFrame> {
        self.frames_of(thread, usize::MAX).0
    }

    /// The innermost frames of a thread, innermost first, and how many it has.
    pub fn frames_of(&mut self, thread: u64, most: usize) -> (Vec<StackFrame>, usize) {
        self.with_frame(thread, 0, |session| {
            let stack = session.target.stack();
            let depth = stack.len();
            let mut codes = Codes::default();
            let view = |(index, at): (usize, FrameInfo)| {
                let code = codes.of(&*session.target, at.code);
                let (path, function) = (code.path.clone(), code.qualname.clone());
                StackFrame { index, began: Time(at.frame), code: at.code, path, line: at.line, function }
            };
            (stack.into_iter().take(most).enumerate().map(view).collect(), depth)
        })
    }

    /// Carries something out that looks at the present, with this frame of a thread selected. Where it travels instead,
    /// the selection is that of its end.
    pub fn with_frame<T>(&mut self, thread: u64, frame: usize, look: impl FnOnce(&mut Session) -> T) -> T {
        let now = self.nav.now;
        let (selected, looked_at) = (self.view.selected, self.view.thread);
        self.view.thread = (thread != self.running_thread()).then_some((thread, now));
        self.view.selected = frame;
        let result = self.in_thread(look);
        if self.nav.now == now {
            (self.view.selected, self.view.thread) = (selected, looked_at);
        }
        result
    }

    /// Selects the innermost frame of the present event, where motions begin.
    pub fn select_newest(&mut self) {
        self.leave_thread();
        self.view.selected = 0;
    }
}
