//! Counting what the run did, for pictures of it: calls, depths and exceptions by stretches of time, executions by
//! line.
//!
//! A survey goes through the events once, in pieces, so that a front end can do something else in between.

use std::collections::HashMap;

use crate::session::Session;
use crate::target::{Event, EventKind, How, Time};
use crate::travel::Interrupted;

/// Cells of a survey of a whole run at most.
const MOST_CELLS: usize = 1 << 13;

/// What was counted of a stretch.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cell {
    /// Frames that began.
    pub calls: u64,
    /// The deepest stack.
    pub depth: u32,
    /// Exception events.
    pub exceptions: u64,
}

/// What was counted of the events from one time on.
#[derive(Clone, Debug)]
pub struct Survey {
    start: Time,
    /// The first event that was not counted yet.
    next: Time,
    /// Events of a cell.
    width: u64,
    cells: Vec<Cell>,
    /// The cells become wider when there are too many.
    widens: bool,
    /// Line events by code object and line: the first line and the counts from there on.
    lines: HashMap<u32, (u32, Vec<u64>)>,
}

impl Cell {
    /// Adds what was counted of another stretch.
    pub fn add(&mut self, other: Cell) {
        self.calls += other.calls;
        self.depth = self.depth.max(other.depth);
        self.exceptions += other.exceptions;
    }

    fn count(&mut self, event: &Event) {
        self.calls += u64::from(event.kind == EventKind::Call && event.how == How::Start);
        self.exceptions += u64::from(event.kind == EventKind::Exception);
        self.depth = self.depth.max(event.depth);
    }
}

impl Survey {
    /// A survey of the whole run, of which the events from one on are kept. Its cells begin at multiples of their
    /// width.
    pub fn of_run(first: Time) -> Survey {
        let (start, cells, lines) = (Time::START, Vec::new(), HashMap::new());
        Survey { start, next: first, width: 1, cells, widens: true, lines }
    }

    /// A survey of the events from one on, in cells of some events each.
    pub fn of_stretch(start: Time, width: u64) -> Survey {
        Survey { start, widens: false, width: width.max(1), ..Survey::of_run(start) }
    }

    /// The first event that was not counted yet.
    pub fn next(&self) -> Time {
        self.next
    }

    /// Events of a cell.
    pub fn width(&self) -> u64 {
        self.width
    }

    /// What was counted from one time up to before another, which must be at borders of cells.
    pub fn between(&self, from: Time, to: Time) -> Cell {
        let cell = |t: Time| usize::try_from((t.0.saturating_sub(self.start.0)) / self.width).unwrap_or(usize::MAX);
        let (first, last) = (cell(from), cell(to).min(self.cells.len()));
        let mut sum = Cell::default();
        self.cells.get(first..last).into_iter().flatten().for_each(|cell| sum.add(*cell));
        // The last cell may be incomplete.
        if let Some(part) = self.cells.get(last).filter(|_| to >= self.next && last >= first) {
            sum.add(*part);
        }
        sum
    }

    fn take(&mut self, time: Time, event: &Event) {
        let mut at = (time - self.start) / self.width;
        while self.widens && at >= MOST_CELLS as u64 {
            self.width *= 2;
            self.cells = self.cells.chunks(2).map(|pair| pair.iter().fold(Cell::default(), with)).collect();
            at = (time - self.start) / self.width;
        }
        let at = at as usize;
        if at >= self.cells.len() {
            self.cells.resize(at + 1, Cell::default());
        }
        self.cells[at].count(event);
        if self.widens && event.kind == EventKind::Line {
            self.count_line(event.code, event.line);
        }
    }

    fn count_line(&mut self, code: u32, line: u32) {
        let (first, counts) = self.lines.entry(code).or_insert((line, Vec::new()));
        if line < *first {
            counts.splice(0..0, std::iter::repeat_n(0, (*first - line) as usize));
            *first = line;
        }
        let at = (line - *first) as usize;
        if at >= counts.len() {
            counts.resize(at + 1, 0);
        }
        counts[at] += 1;
    }
}

fn with(mut sum: Cell, cell: &Cell) -> Cell {
    sum.add(*cell);
    sum
}

impl Session {
    /// Counts further events, at most `most` and up to one that must have been reached. Returns whether all are counted
    /// then. The present stays.
    ///
    /// # Errors
    /// Ctrl-C; the events are counted the next time.
    pub fn survey(&mut self, survey: &mut Survey, to: Time, most: u64) -> Result<bool, Interrupted> {
        if survey.next > to {
            return Ok(true);
        }
        let from = survey.next.max(self.target.first());
        let end = to.min(Time(from.0.saturating_add(most.saturating_sub(1))));
        let events = self.target.events(from, end).ok_or(Interrupted)?;
        for (time, event) in &events {
            survey.take(*time, event);
        }
        survey.next = end + 1;
        Ok(end >= to)
    }

    /// How often each line of a file ran as far as a survey has come: for each line, `None` if no event can happen
    /// there.
    pub fn line_counts(&mut self, survey: &Survey, path: &str) -> Option<Vec<Option<u64>>> {
        let (source, with_code) = self.source_of_program(path)?;
        let executable = |number: u32| with_code.binary_search(&number).is_ok().then_some(0);
        let mut counts: Vec<Option<u64>> = source.split('\n').zip(1..).map(|(_, number)| executable(number)).collect();
        for (code, (first, of_code)) in &survey.lines {
            if self.target.code(*code).path != path {
                continue;
            }
            for (count, line) in of_code.iter().zip(*first as usize..).filter(|(count, _)| **count > 0) {
                if let Some(known) = line.checked_sub(1).and_then(|at| counts.get_mut(at)) {
                    *known = Some(known.unwrap_or(0) + count);
                }
            }
        }
        Some(counts)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn event(kind: EventKind, how: How, line: u32, depth: u32) -> Event {
        Event { kind, how, line, code: 3, frame: 0, depth }
    }

    #[test]
    fn cells_widen_and_sum_up() {
        let mut survey = Survey::of_run(Time(0));
        let count = 3 * MOST_CELLS as u64 + 5;
        for t in 0..count {
            let call = event(EventKind::Call, How::Start, 1, (t % 7) as u32);
            survey.take(Time(t), &call);
        }
        survey.next = Time(count);
        assert_eq!(survey.width(), 4);
        let all = survey.between(Time(0), Time(count));
        assert_eq!((all.calls, all.depth), (count, 6));
        assert_eq!(survey.between(Time(8), Time(16)).calls, 8);
    }

    #[test]
    fn lines_are_counted_in_any_order() {
        let mut survey = Survey::of_run(Time(0));
        for (t, line) in [7, 9, 4, 7].into_iter().enumerate() {
            survey.take(Time(t as u64), &event(EventKind::Line, How::None, line, 1));
        }
        assert_eq!(survey.lines[&3], (4, vec![1, 0, 0, 2, 0, 1]));
    }
}
