//! `timeline`: the run as one line. The depth of the stack is read at the first event of each column, so the time that
//! it takes does not grow with the length of the run alone.

use crate::answer::{Answer, TimelineColumn, TimelineView};
use crate::commands::Args;
use crate::commands::query::range::time_range;
use crate::session::Session;
use crate::session::listing::{broken_off, visit};
use crate::target::{Direction, EventKind, Filter, Test, Time};
use crate::travel::Interrupted;
use crate::travel::raised::ends_an_iteration;

/// The most events among which exceptions and breakpoints are looked for.
const SEARCHED: u64 = 1_000_000;
/// As before, for a line that is read again and again.
const SEARCHED_OFTEN: u64 = 100_000;
/// Exceptions of a column that are looked at: the first may be ends of iterations.
const LOOKS: u32 = 8;
/// Crossings of breakpoint lines fetched at once.
const BATCH: usize = 1 << 12;
/// Depths that are remembered.
const DEPTHS: usize = 1 << 14;
/// The narrowest line.
const NARROW: usize = 10;

/// `timeline`.
pub fn timeline(session: &mut Session, args: &Args) -> Vec<Answer> {
    let all = (session.target.first(), session.frontier());
    let (from, to) = match time_range(session, args, &args.text) {
        Ok(range) => range.map_or(all, |(from, to)| (from.max(all.0), to.min(all.1))),
        Err(error) => return vec![*error],
    };
    let ends = format!("{from}  {to}").len();
    let division = Division::Into(session.view.width.saturating_sub(ends).max(NARROW));
    match read(session, from, to, division) {
        Ok(view) => vec![Answer::Timeline(view)],
        Err(Interrupted) => broken_off(session),
    }
}

/// How a run is divided.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Division {
    /// In this number of columns.
    Into(usize),
    /// In at most this number of columns, whose beginnings stay what they are while the run becomes longer: for a line
    /// that is read again and again. Exceptions and breakpoints are looked for among fewer events.
    Growing(usize),
}

/// Reads the run between two times that were reached. The present stays.
pub(crate) fn read(
    session: &mut Session,
    from: Time,
    to: Time,
    division: Division,
) -> Result<TimelineView, Interrupted> {
    let to = to.max(from);
    let events = to - from + 1;
    let (columns, searched) = match division {
        Division::Into(most) => (even(from, events, most.max(1) as u64), SEARCHED),
        Division::Growing(most) => (growing(from, events, most.max(1) as u64), SEARCHED_OFTEN),
    };
    let mut view = TimelineView { from, to, columns };
    mark(session, &mut view);
    session.target.hold();
    let result = fill(session, &mut view, searched);
    session.sync_target();
    session.target.release();
    result.map(|()| view)
}

fn column(time: Time) -> TimelineColumn {
    TimelineColumn { time, ..TimelineColumn::default() }
}

/// Columns of equal length, without contents; one for each event if there are few.
fn even(from: Time, events: u64, most: u64) -> Vec<TimelineColumn> {
    let count = most.min(events);
    let first = |n: u64| from + (u128::from(events) * u128::from(n) / u128::from(count)) as u64;
    (0..count).map(|n| column(first(n))).collect()
}

/// Columns of the smallest power of two, without contents.
fn growing(from: Time, events: u64, most: u64) -> Vec<TimelineColumn> {
    let length = events.div_ceil(most).next_power_of_two();
    (0..events.div_ceil(length)).map(|n| column(from + n * length)).collect()
}

/// The column in which a time is.
fn column_of(view: &mut TimelineView, time: Time) -> Option<&mut TimelineColumn> {
    let index = view.columns.partition_point(|column| column.time <= time).checked_sub(1)?;
    if time <= view.to { view.columns.get_mut(index) } else { None }
}

/// Notes what is known without going anywhere: the present, marks, and where the program died.
fn mark(session: &Session, view: &mut TimelineView) {
    if let Some(column) = column_of(view, session.nav.now) {
        column.now = true;
    }
    for name in session.nav.marks.keys() {
        if let Some(column) = session.time_of_mark(name).and_then(|time| column_of(view, time)) {
            column.marks.push(name.clone());
        }
    }
    let died = session.target.end().and_then(|end| end.died.as_ref()?.at);
    if let Some(column) = died.and_then(|at| column_of(view, Time(at))) {
        column.exception = true;
    }
}

fn fill(session: &mut Session, view: &mut TimelineView, searched: u64) -> Result<(), Interrupted> {
    let branch = session.target.branch();
    if session.view.depths.len() > DEPTHS {
        session.view.depths.clear();
    }
    for column in &mut view.columns {
        let Some(time) = session.target.nearest(column.time, Direction::Forward) else { continue };
        column.depth = match session.view.depths.get(&(branch, time)) {
            Some(depth) => *depth,
            None => session.navigator().event(time)?.depth,
        };
        session.view.depths.insert((branch, time), column.depth);
    }
    if view.to - view.from < searched {
        find_exceptions(session, view)?;
        find_crossings(session, view)?;
    }
    Ok(())
}

fn find_exceptions(session: &mut Session, view: &mut TimelineView) -> Result<(), Interrupted> {
    let filter = Filter { tests: vec![Test::Kind(Some(EventKind::Exception))], ..Filter::default() };
    let mut looks = (Time::START, 0);
    visit(session, view.from, view.to, &filter, |session, time, event| {
        let Some(column) = column_of(view, time).filter(|_| event.kind == EventKind::Exception) else {
            return Ok(true);
        };
        looks = if looks.0 == column.time { (looks.0, looks.1 + 1) } else { (column.time, 0) };
        if !column.exception && looks.1 < LOOKS {
            column.exception = !ends_an_iteration(&session.target.exception().unwrap_or_default());
        }
        Ok(true)
    })
}

fn find_crossings(session: &mut Session, view: &mut TimelineView) -> Result<(), Interrupted> {
    let places = session.breakpoints.lines_that_stop();
    let mut before = view.to + 1;
    while before > view.from && !places.is_empty() {
        let found = session.explored.crossings_before(&mut *session.target, &places, before, view.from, BATCH);
        if found.interrupted {
            return Err(Interrupted);
        }
        let Some(first) = found.times.first() else { break };
        before = *first;
        for time in &found.times {
            if let Some(column) = column_of(view, *time) {
                column.breakpoints += 1;
            }
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn times(columns: &[TimelineColumn]) -> Vec<u64> {
        columns.iter().map(|column| column.time.0).collect()
    }

    #[test]
    fn columns_cover_the_run() {
        assert_eq!(times(&even(Time(10), 3, 80)), [10, 11, 12]);
        assert_eq!(times(&even(Time(0), 10, 4)), [0, 2, 5, 7]);
        assert_eq!(even(Time(0), u64::MAX / 4, 80).len(), 80);
        assert_eq!(times(&growing(Time(0), 10, 4)), [0, 4, 8]);
        assert_eq!(times(&growing(Time(0), 16, 4)), [0, 4, 8, 12]);
        assert_eq!(times(&growing(Time(0), 17, 4)), [0, 8, 16]);
        assert_eq!(times(&growing(Time(5), 1, 1)), [5]);
    }
}
