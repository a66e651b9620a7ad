//! What was counted of the branches of a run, until it is run anew.

use std::collections::HashMap;

use ttd_debug::Session;
use ttd_debug::target::Time;
use ttd_debug::views::Survey;

/// The surveys of whole branches.
#[derive(Default)]
pub(super) struct Surveys {
    run: u64,
    by_branch: HashMap<usize, Survey>,
}

impl Surveys {
    /// That of the session's present branch.
    pub(super) fn of(&mut self, branch: usize, session: &Session) -> &mut Survey {
        if self.run != session.run_number() {
            (self.run, self.by_branch) = (session.run_number(), HashMap::new());
        }
        self.by_branch.entry(branch).or_insert_with(|| Survey::of_run(session.run_state().first))
    }

    /// Forgets the branches that are not in a list: their numbers are given again.
    pub(super) fn keep(&mut self, branches: &[usize]) {
        self.by_branch.retain(|branch, _| branches.contains(branch));
    }
}

/// The number of the main thread.
const MAIN_THREAD: u64 = 1;
/// Switches described at most.
const MOST_SWITCHES: usize = 5000;

/// A time at which another thread runs than before, or the beginning.
#[derive(Clone, Debug)]
pub(super) struct Switch {
    /// The event.
    pub(super) time: Time,
    /// The threads there: number, name, and `running`, `ready` or `waiting`.
    pub(super) threads: Vec<(u64, String, &'static str)>,
}

/// The switches of branches.
#[derive(Default)]
pub(super) struct Switches {
    run: u64,
    by_branch: HashMap<usize, SwitchSearch>,
}

/// The switches of a branch: first their times are searched, from the last event so far on, then the threads there.
#[derive(Default)]
pub(super) struct SwitchSearch {
    /// The last event so far when the search began.
    last: Time,
    /// What comes before this is still to be searched; `None`: nothing.
    before: Option<Time>,
    /// The times found, the latest stretch first.
    parts: Vec<Vec<Time>>,
    times: Vec<Time>,
    rows: Vec<Switch>,
}

impl Switches {
    /// Searches on, up to an event. Returns how much of the work is done, and of how much; `None` when all is.
    pub(super) fn search(&mut self, branch: usize, session: &mut Session, last: Time) -> Option<(u64, u64)> {
        match self.begin(branch, session, last) {
            Some(of_branch) => of_branch.step(session),
            // A request waits.
            None => Some((0, 1)),
        }
    }

    /// Begins a search up to an event, if there is none. It is over at once where there never were threads.
    pub(super) fn begin(&mut self, branch: usize, session: &mut Session, last: Time) -> Option<&mut SwitchSearch> {
        if self.run != session.run_number() {
            (self.run, self.by_branch) = (session.run_number(), HashMap::new());
        }
        if self.by_branch.get(&branch).is_none_or(|known| known.last < last) {
            let first = session.run_state().first;
            let before = session.may_have_threads(last).ok()?.then_some(last + 1);
            let times = if before.is_none() { vec![first] } else { Vec::new() };
            self.by_branch.insert(branch, SwitchSearch { last, before, times, ..SwitchSearch::default() });
        }
        self.by_branch.get_mut(&branch)
    }

    /// Those of a branch, as far as they are known.
    pub(super) fn of(&self, branch: usize) -> &[Switch] {
        self.by_branch.get(&branch).map_or(&[], |search| &search.rows)
    }

    /// The numbers of the threads that ran in a stretch of a branch, if that is known.
    pub(super) fn between(&self, branch: usize, from: Time, to: Time) -> Option<Vec<u64>> {
        let search = self.by_branch.get(&branch)?;
        if search.before.is_none() && search.times.len() == 1 {
            return Some(vec![MAIN_THREAD]);
        }
        if search.before.is_some() || search.rows.len() < search.times.len() || to > search.last + 1 {
            return None;
        }
        let first = search.rows.partition_point(|switch| switch.time <= from).saturating_sub(1);
        let ran = search.rows[first..].iter().take_while(|switch| switch.time < to);
        let running = |switch: &Switch| switch.threads.iter().find(|(.., state)| *state == "running").map(|t| t.0);
        let mut numbers: Vec<u64> = ran.filter_map(running).collect();
        numbers.sort_unstable();
        numbers.dedup();
        Some(numbers)
    }

    /// Forgets the branches that are not in a list.
    pub(super) fn keep(&mut self, branches: &[usize]) {
        self.by_branch.retain(|branch, _| branches.contains(branch));
    }
}

impl SwitchSearch {
    fn step(&mut self, session: &mut Session) -> Option<(u64, u64)> {
        let of = 2 * (self.last.0 + 1);
        if let Some(before) = self.before {
            // Interrupted: it is searched the next time.
            let Ok((times, from)) = session.switches_before(before) else {
                return Some((self.last - before.min(self.last), of));
            };
            self.parts.push(times);
            self.before = (from > session.run_state().first).then_some(from);
            if self.before.is_none() {
                self.parts.reverse();
                let first = session.run_state().first;
                let found = std::mem::take(&mut self.parts).concat();
                self.times = std::iter::once(first).chain(found.into_iter().filter(|t| *t > first)).collect();
                self.times.truncate(MOST_SWITCHES);
            }
            return Some((self.last.0.saturating_sub(from.0), of));
        }
        let time = self.times.get(self.rows.len()).copied()?;
        if let Ok(threads) = session.threads_at(time) {
            let row = |thread: ttd_debug::target::ThreadInfo| {
                let state = match thread.state.as_str() {
                    _ if thread.current => "running",
                    "could run" => "ready",
                    _ => "waiting",
                };
                (thread.number, thread.name, state)
            };
            self.rows.push(Switch { time, threads: threads.into_iter().map(row).collect() });
        }
        Some((of / 2 + self.rows.len() as u64 * (of / 2) / self.times.len() as u64, of))
    }
}

/// Things kept at most.
const MOST_KEPT: usize = 8;

/// What was found lately about things of a run and branch, so that it need not be found again, and what was done of a
/// work that was cancelled. The latest comes last.
pub(super) struct Recent<K, V>(Vec<((u64, usize), K, V)>);

impl<K, V> Default for Recent<K, V> {
    fn default() -> Recent<K, V> {
        Recent(Vec::new())
    }
}

impl<K: PartialEq + Clone, V> Recent<K, V> {
    /// That of a thing on the session's present branch.
    pub(super) fn of(&mut self, session: &Session, key: &K, make: impl FnOnce() -> V) -> &mut V {
        let run = (session.run_number(), session.branch_number());
        let known = self.0.iter().position(|(of, known, _)| *of == run && known == key);
        let kept = known.map_or_else(|| (run, key.clone(), make()), |at| self.0.remove(at));
        if self.0.len() >= MOST_KEPT {
            self.0.remove(0);
        }
        self.0.push(kept);
        let last = self.0.len() - 1;
        &mut self.0[last].2
    }

    /// Forgets the branches that are not in a list.
    pub(super) fn keep(&mut self, branches: &[usize]) {
        self.0.retain(|((_, branch), ..)| branches.contains(branch));
    }
}

/// The times at which a place has changed, as far as they were searched for: from the last event so far on, backwards.
pub(super) struct Changes {
    /// The last event so far when the search began.
    pub(super) last: Time,
    /// What comes before this is still to be searched; `None`: nothing.
    pub(super) before: Option<Time>,
    /// The times found so far, the latest stretch first.
    parts: Vec<Vec<Time>>,
    /// All times, once nothing is to be searched any more.
    pub(super) times: Vec<Time>,
}

/// Changes counted at most.
const MOST_CHANGES: usize = 1 << 22;

impl Changes {
    /// Those up to an event, of which none is known.
    pub(super) fn up_to(last: Time) -> Changes {
        Changes { last, before: Some(last + 1), parts: Vec::new(), times: Vec::new() }
    }

    /// Adds those of a stretch, which begins at `from`; `floor` is where the search ends.
    pub(super) fn add(&mut self, times: Vec<Time>, from: Time, floor: Time) {
        self.parts.push(times);
        let counted = self.parts.iter().map(Vec::len).sum::<usize>();
        self.before = (from > floor && counted < MOST_CHANGES).then_some(from);
        if self.before.is_none() {
            self.parts.reverse();
            self.times = std::mem::take(&mut self.parts).concat();
        }
    }
}
