//! Which checkpoints are taken, and which are dropped when there is no room for all.
//!
//! * tdb: one at the start. Going back runs everything again.
//! * Hybrid: one every `interval` events, or after about [`WORK_PER_CHECKPOINT`] of work if that is earlier: where each
//!   event takes long, going back to it must not. The interval follows the cost of events; what it does not foresee is
//!   left to [`super::work_clock`].
//! * If there are too many, or they need too much memory, the least useful are dropped: those whose gap is the smallest
//!   part of its distance from the present. So distances grow with age; while there is room for a few dozen, no
//!   distance exceeds its age.
//! * If memory is short, those of branches that are not looked at go first, but for the ones with which branches begin.
//! * The first and the newest always stay. If even these two do not fit, the interval is doubled, again and again: the
//!   fewer there are, the more this becomes tdb.

use std::time::{Duration, Instant};

use ttd_core::NodeId;

use crate::Vm;

/// The most checkpoints: finding the least useful one must stay cheap.
const MAX_CHECKPOINTS: usize = 4096;
/// Eighths of the budget that are used. The rest is for growth until the next checkpoint, for joining two segments, and
/// for free buffers between used ones.
const BUDGET_EIGHTHS: u64 = 5;
/// The longest interval.
const MAX_INTERVAL: i64 = i64::MAX / 4;

/// About how long running between two checkpoints again may take.
const WORK_PER_CHECKPOINT: Duration = Duration::from_millis(10);
/// The shortest interval, in events, and the first one, before the cost of events is known.
const MIN_INTERVAL: i64 = 1000;
const INITIAL_INTERVAL: i64 = 10_000;

/// See the module.
#[derive(Clone, Copy, Debug)]
pub struct Policy {
    /// Events between two checkpoints; 0: none but the first.
    interval: i64,
    /// The most events between two checkpoints, if work decides.
    by_work: Option<i64>,
    /// How many to keep.
    keep: usize,
    /// Bytes that the checkpoints and the program's objects may need together.
    budget: u64,
    /// Whether two checkpoints alone exceed the budget.
    over_budget: bool,
}

impl Policy {
    /// A checkpoint every `interval` events (0: only at the start), at most `keep` of them (0: as many as there is
    /// room for), within `budget` bytes together with the program's objects.
    pub fn new(interval: u64, keep: usize, budget: u64) -> Policy {
        let interval = i64::try_from(interval).unwrap_or(MAX_INTERVAL).min(MAX_INTERVAL);
        let keep = if keep == 0 { MAX_CHECKPOINTS } else { keep.clamp(2, MAX_CHECKPOINTS) };
        Policy { interval, by_work: None, keep, budget, over_budget: false }
    }

    /// Adds the bound by work: a checkpoint after about [`WORK_PER_CHECKPOINT`], and after the interval at the latest.
    pub fn by_work(self) -> Policy {
        if self.interval == 0 {
            return self;
        }
        Policy { by_work: Some(self.interval), interval: self.interval.min(INITIAL_INTERVAL), ..self }
    }

    /// The most events between two checkpoints, if work decides as well.
    pub(super) fn most_by_work(&self) -> Option<i64> {
        self.by_work.filter(|_| !self.over_budget)
    }

    /// Adapts the interval: `events` events before a checkpoint took `took`.
    pub(crate) fn adapt_interval(&mut self, events: i64, took: Duration) {
        let Some(most) = self.most_by_work().filter(|_| events > 0) else { return };
        let ideal = WORK_PER_CHECKPOINT.as_secs_f64() * events as f64 / took.as_secs_f64().max(1e-9);
        // One slow stretch (a sleep, a wait for input) says little.
        let (least, next) = (self.interval / 8, self.interval.saturating_mul(8));
        self.interval = (ideal as i64).clamp(least, next).clamp(MIN_INTERVAL.min(most), most);
    }

    /// The policy of a log: `keep` events, within `budget` bytes together with the program's objects.
    pub(crate) fn for_log(block: u64, keep: usize, budget: u64) -> Policy {
        Policy { keep: if keep == 0 { usize::MAX } else { keep }, ..Policy::new(block, 0, budget) }
    }

    /// The events and bytes that a log may keep.
    pub(crate) fn limits(&self) -> (i64, u64) {
        (i64::try_from(self.keep).unwrap_or(MAX_INTERVAL), self.budget)
    }

    /// The time at which the next checkpoint is due after one at `time`.
    pub fn next_after(&self, time: i64) -> i64 {
        if self.interval == 0 { MAX_INTERVAL } else { time + self.interval }
    }

    /// Whether two checkpoints alone exceeded the budget, so that they are taken more rarely than asked for.
    pub fn is_over_budget(&self) -> bool {
        self.over_budget
    }

    /// The interval in use.
    pub fn interval(&self) -> u64 {
        self.interval as u64
    }

    fn double_interval(&mut self) {
        self.over_budget = true;
        self.interval = self.interval.saturating_mul(2).min(MAX_INTERVAL);
    }
}

/// The default budget of the checkpoints: a quarter of the memory that the process may have, in bytes.
pub fn quarter_of_memory() -> u64 {
    #[cfg(target_os = "linux")]
    {
        let info = rustix::system::sysinfo();
        #[allow(
            clippy::useless_conversion,
            clippy::unnecessary_cast,
            reason = "the types differ between architectures"
        )]
        let machine = (info.totalram as u64).saturating_mul(u64::from(info.mem_unit));
        // Half of scarce addresses is reserved for cells; a quarter of the rest can be counted on.
        let addresses = rustix::process::getrlimit(rustix::process::Resource::As).current.unwrap_or(u64::MAX);
        (machine / 4).min(addresses / 8)
    }
    #[cfg(not(target_os = "linux"))]
    {
        4 << 30
    }
}

/// The value of a checkpoint between `before` and `after`: the gap without it, as a part of its distance from the
/// present.
fn worth(before: i64, after: i64, now: i64) -> f64 {
    (after - before) as f64 / (now - before).max(1) as f64
}

/// Returns the index of the least useful checkpoint in `times`; never the first or the last.
pub(crate) fn least_useful(times: &[i64], now: i64, mut may_go: impl FnMut(usize) -> bool) -> Option<usize> {
    let inner = 1..times.len().saturating_sub(1);
    let by_worth = |&a: &usize, &b: &usize| {
        worth(times[a - 1], times[a + 1], now).total_cmp(&worth(times[b - 1], times[b + 1], now))
    };
    inner.filter(|&i| may_go(i)).min_by(by_worth)
}

impl Vm {
    /// Drops checkpoints until the rest fit.
    pub(crate) fn thin_checkpoints(&mut self) {
        let now = self.now();
        let mut stuck: Vec<NodeId> = Vec::new();
        let mut started = None;
        while self.too_much_history() && started.get_or_insert_with(Instant::now).elapsed().as_millis() < 50 {
            if self.pack_branch(&mut stuck) {
                continue;
            }
            let Some(d) = self.driver() else { return };
            let times: Vec<i64> = d.checkpoints.iter().map(|c| c.time).collect();
            let least = least_useful(&times, now, |i| {
                let checkpoint = &d.checkpoints[i];
                !checkpoint.begins_branch && !stuck.contains(&checkpoint.node)
            });
            let Some(at) = least else {
                if d.checkpoints.len() <= 2 {
                    d.policy.double_interval();
                    d.next_checkpoint = d.policy.next_after(now);
                }
                return;
            };
            let node = d.checkpoints[at].node;
            if !self.heap.drop_node(node) {
                stuck.push(node);
            } else if let Some(d) = self.driver() {
                d.remove_checkpoint(at);
            }
        }
    }

    /// Drops a checkpoint of a branch that is not looked at, if memory is short: going there runs it again.
    fn pack_branch(&mut self, stuck: &mut Vec<NodeId>) -> bool {
        if !self.too_much_memory() {
            return false;
        }
        let spare = self.driver().and_then(|d| d.away.spare_checkpoint(|node| !stuck.contains(&node)));
        let Some((branch, at, node)) = spare else { return false };
        match self.heap.drop_node(node) {
            true => self.driver().iter_mut().for_each(|d| d.away.remove_checkpoint(branch, at)),
            false => stuck.push(node),
        }
        true
    }

    fn too_much_history(&mut self) -> bool {
        let too_many = self.driver().is_some_and(|d| d.checkpoints.len() > d.policy.keep);
        too_many || self.too_much_memory()
    }

    pub(super) fn too_much_memory(&mut self) -> bool {
        let history = self.heap.history_bytes() + self.host.memory() as u64;
        let objects = self.heap.bytes_used();
        let Some(d) = self.driver() else { return false };
        let used = objects.saturating_add(history + d.stack_bytes + d.away.bytes);
        used > d.policy.budget / 8 * BUDGET_EIGHTHS
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Takes a checkpoint every `interval` events up to `end` and keeps `keep`.
    fn thinned(interval: i64, end: i64, keep: usize) -> Vec<i64> {
        let mut times = vec![-1];
        for now in (interval..=end).step_by(interval as usize) {
            times.push(now);
            if times.len() > keep {
                let at = least_useful(&times, now, |_| true).expect("one can go");
                times.remove(at);
            }
        }
        times
    }

    #[test]
    fn no_interval_is_longer_than_its_distance_from_the_present() {
        for (interval, end, keep) in [(1, 5000, 40), (1000, 10_000_000, 64), (7, 100_000, 30)] {
            let times = thinned(interval, end, keep);
            assert!(times.len() <= keep && times[0] == -1 && *times.last().unwrap() == end / interval * interval);
            for pair in times.windows(2) {
                let (length, distance) = (pair[1] - pair[0], end - pair[1]);
                assert!(length <= distance.max(2 * interval), "{pair:?} of {end} with {keep}");
            }
        }
    }

    #[test]
    fn what_is_locked_stays() {
        assert_eq!(least_useful(&[-1, 5, 10], 10, |_| true), Some(1));
        assert_eq!(least_useful(&[-1, 5, 10], 10, |_| false), None);
        assert_eq!(least_useful(&[-1, 10], 10, |_| true), None);
    }

    #[test]
    fn starving_doubles_the_interval() {
        let mut policy = Policy::new(1000, 0, 0);
        policy.double_interval();
        assert!(policy.is_over_budget() && policy.interval() == 2000 && policy.next_after(5) == 2005);
        assert_eq!(Policy::new(0, 0, 0).next_after(5), MAX_INTERVAL);
    }

    #[test]
    fn the_interval_follows_the_work() {
        let mut policy = Policy::new(1_000_000, 0, 0).by_work();
        assert_eq!(policy.interval(), 10_000);
        for _ in 0..5 {
            let events = policy.interval() as i64;
            policy.adapt_interval(events, Duration::from_nanos(10 * events as u64));
        }
        assert_eq!(policy.interval(), 1_000_000);
        for _ in 0..5 {
            let events = policy.interval() as i64;
            policy.adapt_interval(events, Duration::from_micros(events as u64));
        }
        assert_eq!(policy.interval(), 10_000);
        policy.adapt_interval(10, Duration::from_secs(100));
        assert_eq!(policy.interval(), 1250);
        assert_eq!(Policy::new(0, 0, 0).by_work().interval(), 0);
    }
}
