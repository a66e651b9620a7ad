//! What is known about the events of a run: how far it has ever come, and where breakpoints were passed.
//!
//! **Never ahead.** `frontier` is the last event that was ever reached. Below it, searching means running again what
//! has already happened and has no effects. Beyond it, every event happens for the first time: the program prints,
//! reads and writes. So nothing here looks there.
//!
//! **Passes.** What a search backwards finds out about a stretch of time is kept, per set of places: the next search
//! over the same stretch runs nothing. A pass is a time; at most [`KEPT`] of them are kept.

use std::collections::BTreeMap;

use crate::target::{EventQuery, Search, SourceLocation, Target};

/// Passes that are kept, of all sets of places together.
const KEPT: usize = 1 << 20;
/// Stretches that are kept of one set.
const STRETCHES: usize = 1 << 12;
/// Sets of places that are kept.
const SETS: usize = 8;

/// The store. It holds no target: each call is given the one it belongs to.
#[derive(Default)]
pub struct Timeline {
    frontier: Option<u64>,
    /// The set that was used last is the last.
    passes: Vec<BreakpointCrossings>,
}

/// What is known about a set of places.
struct BreakpointCrossings {
    places: Vec<SourceLocation>,
    /// By their first time. They do not overlap.
    stretches: BTreeMap<u64, Stretch>,
}

/// A stretch of time of which all passes are known.
struct Stretch {
    /// One after its last time.
    to: u64,
    times: Vec<u64>,
}

impl Timeline {
    /// A timeline of which nothing is known.
    pub fn new() -> Timeline {
        Timeline::default()
    }

    /// The last event that was ever reached.
    pub fn frontier(&self) -> Option<u64> {
        self.frontier
    }

    /// The target has reached `t`.
    pub fn reached(&mut self, t: u64) {
        self.frontier = self.frontier.max(Some(t));
    }

    /// The last times at which one of the places was passed before `t` and not before `floor`: at most `most` of them,
    /// and none only if there is none. `t` must not be beyond what was reached.
    pub fn passes_before(
        &mut self,
        target: &mut dyn Target,
        places: &[SourceLocation],
        t: u64,
        floor: u64,
        most: usize,
    ) -> Search {
        let passes = self.of(places);
        let mut before = t;
        while before > floor {
            let near = passes.stretches.range(..before).next_back();
            if let Some((from, stretch)) = near.filter(|(_, stretch)| stretch.to >= before) {
                let times = &stretch.times;
                let end = times.partition_point(|time| *time < before);
                let first = times.partition_point(|time| *time < floor);
                if first < end {
                    let kept = first.max(end.saturating_sub(most));
                    return Search { times: times[kept..end].to_vec(), from: times[kept], interrupted: false };
                }
                before = *from;
                continue;
            }
            let known = near.map_or(0, |(_, stretch)| stretch.to);
            let watch = EventQuery::of_locations(places.to_vec());
            let found = target.last_before(&watch, before, floor.max(known));
            if found.interrupted {
                return Search { times: Vec::new(), ..found };
            }
            passes.learn(before, found);
        }
        self.forget(t);
        Search { times: Vec::new(), from: floor, interrupted: false }
    }

    /// What is known about these places.
    fn of(&mut self, places: &[SourceLocation]) -> &mut BreakpointCrossings {
        let known = self.passes.iter().position(|p| p.places == places);
        let passes = known.map_or_else(
            || BreakpointCrossings { places: places.to_vec(), stretches: BTreeMap::new() },
            |at| self.passes.remove(at),
        );
        if self.passes.len() >= SETS {
            self.passes.remove(0);
        }
        let at = self.passes.len();
        self.passes.push(passes);
        &mut self.passes[at]
    }

    /// Makes room: first of sets that were not used for long, then far from `t`.
    fn forget(&mut self, t: u64) {
        let count = |all: &[BreakpointCrossings]| all.iter().map(BreakpointCrossings::count).sum::<usize>();
        while count(&self.passes) > KEPT && self.passes.len() > 1 {
            self.passes.remove(0);
        }
        if let Some(passes) = self.passes.last_mut() {
            while passes.stretches.len() > 1 && (passes.count() > KEPT || passes.stretches.len() > STRETCHES) {
                passes.forget_farthest(t);
            }
        }
    }
}

impl BreakpointCrossings {
    fn count(&self) -> usize {
        self.stretches.values().map(|s| s.times.len()).sum()
    }

    /// All times from where the search ended to before `to` are known now.
    fn learn(&mut self, to: u64, found: Search) {
        let times = found.times;
        // An empty stretch continues the one after it, so that a long search leaves one.
        let after = times.is_empty().then(|| self.stretches.remove(&to)).flatten();
        let stretch = after.unwrap_or(Stretch { to, times });
        self.stretches.insert(found.from, stretch);
    }

    fn forget_farthest(&mut self, t: u64) {
        let first = self.stretches.first_key_value();
        let before = first.map_or(0, |(_, stretch)| t.saturating_sub(stretch.to));
        let last = self.stretches.last_key_value();
        let after = last.map_or(0, |(from, _)| from.saturating_sub(t));
        if before >= after {
            self.stretches.pop_first();
        } else {
            self.stretches.pop_last();
        }
    }
}
