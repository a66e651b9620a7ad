//! What is known about a run: how far it has ever come, and where breakpoints were passed.
//!
//! **Never ahead.** `frontier` is the last event that was ever reached. Below it, searching repeats what has already
//! happened and has no effects. Beyond it every event happens for the first time: the program prints, reads and writes.
//! So nothing here searches beyond it.
//!
//! **Crossings.** A crossing is a time at which one of a set of lines was passed while the conditions there, as far as
//! they can be evaluated without running code, did not rule it out. What a search backwards finds out about a stretch
//! of time is kept per set of lines and conditions, so the next search over the stretch runs nothing. At most
//! [`KEPT`] crossings are kept.

use std::collections::BTreeMap;

use crate::target::{EventQuery, SearchResult, Target, Time};

/// Crossings kept, of all sets of lines together.
const KEPT: usize = 1 << 20;
/// Stretches kept of one set.
const STRETCHES: usize = 1 << 12;
/// Sets of lines kept.
const SETS: usize = 8;

/// The store. It holds no target: each call is given the program it is about.
#[derive(Clone, Default)]
pub struct Explored {
    frontier: Option<Time>,
    /// By last use, the most recent set last.
    crossings: Vec<BreakpointCrossings>,
}

/// The known crossings of a set of lines.
#[derive(Clone)]
struct BreakpointCrossings {
    query: EventQuery,
    /// By first time; they do not overlap.
    stretches: BTreeMap<Time, Stretch>,
}

/// A stretch of time of which all crossings are known.
#[derive(Clone)]
struct Stretch {
    /// One after its last time.
    to: Time,
    times: Vec<Time>,
}

impl Explored {
    /// A store that knows nothing.
    pub fn new() -> Explored {
        Explored::default()
    }

    /// The last event that was ever reached.
    pub fn frontier(&self) -> Option<Time> {
        self.frontier
    }

    /// Notes that the target has reached `t`.
    pub fn reached(&mut self, t: Time) {
        self.frontier = self.frontier.max(Some(t));
    }

    /// Forgets everything after `t`: a branch of the run begins there.
    pub(crate) fn forget_after(&mut self, t: Time) {
        self.frontier = self.frontier.min(Some(t));
        for crossings in &mut self.crossings {
            crossings.stretches.retain(|from, _| *from <= t);
            for stretch in crossings.stretches.values_mut() {
                stretch.to = stretch.to.min(t + 1);
                stretch.times.retain(|time| *time <= t);
            }
        }
    }

    /// The last crossings of a query's lines before `t` and not before `floor`: at most `most`, and none only if there
    /// is none. `t` must not be beyond the frontier.
    pub fn crossings_before(
        &mut self,
        target: &mut dyn Target,
        query: &EventQuery,
        t: Time,
        floor: Time,
        most: usize,
    ) -> SearchResult {
        let crossings = self.of(query);
        let mut before = t;
        while before > floor {
            let near = crossings.stretches.range(..before).next_back();
            if let Some((from, stretch)) = near.filter(|(_, stretch)| stretch.to >= before) {
                let times = &stretch.times;
                let end = times.partition_point(|time| *time < before);
                let first = times.partition_point(|time| *time < floor);
                if first < end {
                    let kept = first.max(end.saturating_sub(most));
                    return SearchResult { times: times[kept..end].to_vec(), from: times[kept], interrupted: false };
                }
                before = *from;
                continue;
            }
            let known = near.map_or(Time::START, |(_, stretch)| stretch.to);
            let found = target.last_before(query, before, floor.max(known));
            if found.interrupted {
                return SearchResult { times: Vec::new(), ..found };
            }
            crossings.learn(before, found);
        }
        self.make_room(t);
        SearchResult { times: Vec::new(), from: floor, interrupted: false }
    }

    /// The entry of these lines, moved to the most recent place.
    fn of(&mut self, query: &EventQuery) -> &mut BreakpointCrossings {
        let known = self.crossings.iter().position(|p| p.query == *query);
        let crossings = known.map_or_else(
            || BreakpointCrossings { query: query.clone(), stretches: BTreeMap::new() },
            |at| self.crossings.remove(at),
        );
        if self.crossings.len() >= SETS {
            self.crossings.remove(0);
        }
        let at = self.crossings.len();
        self.crossings.push(crossings);
        &mut self.crossings[at]
    }

    /// Makes room: drops the least recently used sets, then the stretches farthest from `t`.
    fn make_room(&mut self, t: Time) {
        let count = |all: &[BreakpointCrossings]| all.iter().map(BreakpointCrossings::count).sum::<usize>();
        while count(&self.crossings) > KEPT && self.crossings.len() > 1 {
            self.crossings.remove(0);
        }
        if let Some(crossings) = self.crossings.last_mut() {
            while crossings.stretches.len() > 1 && (crossings.count() > KEPT || crossings.stretches.len() > STRETCHES) {
                crossings.drop_farthest(t);
            }
        }
    }
}

impl BreakpointCrossings {
    fn count(&self) -> usize {
        self.stretches.values().map(|s| s.times.len()).sum()
    }

    /// Adds the stretch from where the search ended to before `to`.
    fn learn(&mut self, to: Time, found: SearchResult) {
        let times = found.times;
        // An empty stretch is merged with the one after it, so that a long search leaves one stretch.
        let after = times.is_empty().then(|| self.stretches.remove(&to)).flatten();
        let stretch = after.unwrap_or(Stretch { to, times });
        self.stretches.insert(found.from, stretch);
    }

    fn drop_farthest(&mut self, t: Time) {
        let first = self.stretches.first_key_value();
        let before = first.map_or(0, |(_, stretch)| t.0.saturating_sub(stretch.to.0));
        let last = self.stretches.last_key_value();
        let after = last.map_or(0, |(from, _)| from.0.saturating_sub(t.0));
        if before >= after {
            self.stretches.pop_first();
        } else {
            self.stretches.pop_last();
        }
    }
}
