//! What the lines of a call have done so far: how often each ran, and what it assigned last.

use std::collections::BTreeMap;

use crate::session::Session;
use crate::target::{EventKind, Filter, Test, Time};
use crate::travel::Interrupted;

/// Events of a frame kept one by one at most.
const MOST: usize = 1 << 18;

/// The events of a frame, as far as they were read.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FrameEvents {
    /// The frame: the time of its first call.
    pub frame: Time,
    code: u32,
    /// The first event of the run that was not looked at.
    pub next: Time,
    /// Times, and the lines of line events.
    events: Vec<(Time, Option<u32>)>,
    /// What the lines had done before these, and the last event of that.
    older: (BTreeMap<u32, LineRuns>, Option<Time>),
    /// The first events are forgotten.
    is_cut: bool,
}

/// What a line has done in a call up to a time.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LineRuns {
    /// How often it ran; `None` if that is not known any more.
    pub count: Option<u64>,
    /// When it ran last to its end, and the frame's event behind that.
    pub last: Option<(Time, Time)>,
}

impl FrameEvents {
    /// What each line has done up to a time; `None` if that can be found only by reading the events again.
    pub fn lines(&self, until: Time) -> Option<BTreeMap<u32, LineRuns>> {
        if self.older.1.is_some_and(|last| until < last) {
            return None;
        }
        let mut lines = self.older.0.clone();
        let end = self.events.partition_point(|(time, _)| *time <= until);
        self.add(&mut lines, end, end);
        Some(lines)
    }

    /// Adds what the lines do at the first `count` events; what comes behind `end` is not known.
    fn add(&self, lines: &mut BTreeMap<u32, LineRuns>, count: usize, end: usize) {
        for (at, (time, line)) in self.events[..count].iter().enumerate() {
            let Some(line) = line else { continue };
            let runs = lines.entry(*line).or_insert(LineRuns { count: (!self.is_cut).then_some(0), last: None });
            runs.count = runs.count.map(|count| count + 1);
            if let Some((behind, _)) = self.events[..end].get(at + 1) {
                runs.last = Some((*time, *behind));
            }
        }
    }

    /// Keeps only what the lines have done at all but the last events.
    fn fold(&mut self) {
        let count = self.events.len().saturating_sub(MOST);
        let mut lines = std::mem::take(&mut self.older.0);
        self.add(&mut lines, count, self.events.len());
        let last = count.checked_sub(1).map(|at| self.events[at].0);
        self.older = (lines, last.or(self.older.1));
        self.events.drain(..count);
    }
}

impl Session {
    /// Prepares to read the events of the selected frame.
    pub fn frame_events(&mut self) -> Option<FrameEvents> {
        let at = self.selected_frame()?;
        let frame = Time(at.frame);
        let next = frame.max(self.target.first());
        let (events, older) = (Vec::new(), Default::default());
        Some(FrameEvents { frame, code: at.code, next, events, older, is_cut: next > frame })
    }

    /// Reads events of a frame, out of at most `most` events of the run, up to one that must have been reached. Returns
    /// whether all are read then.
    ///
    /// # Errors
    /// Ctrl-C; they are read the next time.
    pub fn read_frame(&mut self, frame: &mut FrameEvents, to: Time, most: u64) -> Result<bool, Interrupted> {
        if frame.next > to {
            return Ok(true);
        }
        let end = to.min(Time(frame.next.0.saturating_add(most.saturating_sub(1))));
        let filter =
            Filter { tests: vec![Test::Codes(vec![frame.code]), Test::Frame(frame.frame.0)], ..Filter::default() };
        let found = self.target.events_matching(frame.next, end, &filter).ok_or(Interrupted)?;
        let own = found.into_iter().filter(|(_, event)| event.frame == frame.frame.0);
        frame.events.extend(own.map(|(time, event)| (time, (event.kind == EventKind::Line).then_some(event.line))));
        if frame.events.len() > 2 * MOST {
            frame.fold();
        }
        frame.next = end + 1;
        Ok(end >= to)
    }

    /// The file of a frame's function.
    pub fn path_of_frame(&self, frame: &FrameEvents) -> String {
        self.target.code(frame.code).path
    }

    /// The names that the lines of a frame's function assign to.
    pub fn assignments(&mut self, frame: &FrameEvents) -> Vec<(u32, String)> {
        let code = self.target.code(frame.code);
        let source = self.sources.text(&*self.target, &code.path);
        let mut names = ttd_code::assigned_names(&source);
        names.retain(|(line, _)| code.lines.binary_search(line).is_ok());
        names
    }

    /// The names and values of the innermost frame at an event.
    ///
    /// # Errors
    /// As Python says, or Ctrl-C.
    pub fn values_at(&mut self, t: Time) -> Result<Vec<(String, String)>, String> {
        self.navigator().seek(t).map_err(|why| why.to_string())?;
        let parts = self.variables_at(t)?;
        Ok(parts.list.into_iter().map(|child| (child.name, self.with_numbers(&child.value))).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn old_events_are_folded_into_what_lines_have_done() {
        let event = |t: u64| (Time(t), (t % 3 != 2).then_some(10 + (t % 3) as u32));
        let count = 3 * MOST as u64;
        let whole = FrameEvents {
            frame: Time(0),
            code: 0,
            next: Time(count),
            events: (0..count).map(event).collect(),
            older: Default::default(),
            is_cut: false,
        };
        let mut folded = whole.clone();
        folded.fold();
        assert_eq!(folded.events.len(), MOST);
        for until in [count - 1, count - MOST as u64 + 2] {
            assert_eq!(folded.lines(Time(until)), whole.lines(Time(until)));
        }
        assert_eq!(folded.lines(Time(5)), None);
        let lines = whole.lines(Time(4)).expect("nothing is folded");
        assert_eq!(lines[&10], LineRuns { count: Some(2), last: Some((Time(3), Time(4))) });
        assert_eq!(lines[&11], LineRuns { count: Some(2), last: Some((Time(1), Time(2))) });
    }
}
