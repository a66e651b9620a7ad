//! Which lines of a frame have run by now.
//!
//! For each line the first time is kept, so one search forwards serves every later stop in the frame, in both
//! directions. A search goes on where the last one ended and stops at lines only that have not run yet.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::atomic::Ordering;

use crate::session::Session;
use crate::target::{CodeInfo, EventKind, EventQuery, FrameInfo, Reached, SourceLocation, Time};

/// Frames that are remembered.
const FRAMES: usize = 32;
/// Lines of other calls of the function at which a search may stop.
const STOPS: usize = 50_000;

/// What is known of the frames that were looked at last.
#[derive(Default)]
pub(crate) struct Coverage(Vec<FrameLines>);

/// The lines of a frame.
#[derive(Clone)]
struct FrameLines {
    branch: usize,
    /// The frame: the time of its first call.
    frame: u64,
    /// Its events up to this one are known.
    until: Time,
    /// When each line ran first.
    first: BTreeMap<u32, Time>,
}

impl Session {
    /// The lines of a frame of the stack that have run in it by now, that of the definition included. `None` if that
    /// is not known: the log no longer has its beginning, or a search was broken off.
    pub(crate) fn lines_run(&mut self, at: &FrameInfo) -> Option<BTreeSet<u32>> {
        let (branch, now, began) = (self.target.branch(), self.nav.now, Time(at.frame));
        if began < self.target.first() || self.target.recorded().is_some() {
            return None;
        }
        let code = self.target.code(at.code);
        let known = self.view.coverage.0.iter().position(|lines| lines.branch == branch && lines.frame == at.frame);
        let mut lines = match known {
            Some(index) => self.view.coverage.0.remove(index),
            None => {
                FrameLines { branch, frame: at.frame, until: began, first: BTreeMap::from([(code.first_line, began)]) }
            }
        };
        let is_complete =
            lines.until >= now || self.goes_straight(at, &mut lines) || self.search(at, &code, &mut lines);
        let ran = lines.first.iter().filter(|(_, time)| **time <= now).map(|(line, _)| *line).collect();
        if self.view.coverage.0.len() >= FRAMES {
            self.view.coverage.0.remove(0);
        }
        self.view.coverage.0.push(lines);
        is_complete.then_some(ran)
    }

    /// Whether nothing of the frame can have run between what is known and the present: one step or `next` led here.
    fn goes_straight(&mut self, at: &FrameInfo, lines: &mut FrameLines) -> bool {
        let (now, event) = (self.nav.now, self.target.event());
        let is_next = now == lines.until + 1 || self.after_motion.straight == Some((lines.until, now));
        if !is_next || event.frame != at.frame {
            return false;
        }
        if event.kind == EventKind::Line {
            lines.first.entry(event.line).or_insert(now);
        }
        lines.until = now;
        true
    }

    /// Searches for the first times of lines up to the present; returns whether that was done to the end.
    fn search(&mut self, at: &FrameInfo, code: &CodeInfo, lines: &mut FrameLines) -> bool {
        let now = self.nav.now;
        self.target.hold();
        let is_done = self.search_up_to(now, at, code, lines);
        self.target.interrupt_flag().store(false, Ordering::Relaxed);
        self.sync_target();
        self.target.release();
        if is_done {
            lines.until = now;
        }
        is_done
    }

    fn search_up_to(&mut self, now: Time, at: &FrameInfo, code: &CodeInfo, lines: &mut FrameLines) -> bool {
        if self.navigator().seek(lines.until).is_err() {
            return false;
        }
        for _ in 0..STOPS {
            let unseen = code.lines.iter().filter(|line| !lines.first.contains_key(line));
            let place =
                |line: &u32| SourceLocation { path: code.path.clone(), line: *line, function: Some(code.name.clone()) };
            let places: Vec<SourceLocation> = unseen.map(place).collect();
            if places.is_empty() {
                return true;
            }
            if self.target.run_until(&EventQuery::of_locations(places), now) == Reached::Interrupted {
                return false;
            }
            let (time, event) = (self.target.time().unwrap_or(now), self.target.event());
            if event.kind == EventKind::Line && event.frame == at.frame {
                lines.first.entry(event.line).or_insert(time);
            }
            if time >= now {
                return true;
            }
        }
        false
    }
}
