//! `timeline`: what happened in each part of a stretch of the run. `coverage`: how often each line of a file ran.
//!
//! Both come from surveys, which go through the events once. That of the whole run is kept for each branch, and its
//! cells make the buckets of long stretches; short ones are counted anew.

use std::time::{Duration, Instant};

use serde_json::{Value, json};
use ttd_debug::target::Time;
use ttd_debug::views::{Cell, Survey};

use super::super::desk::Desk;
use super::super::job::{Job, Reply, Step, Update};
use super::super::request::Request;
use super::instants;

/// Events counted in a turn.
const SLICE: u64 = 1 << 15;
/// Buckets of an answer at most.
const MOST: u64 = 4000;
/// Stretches up to this long are counted by themselves.
const SHORT: u64 = 1 << 21;
/// The time between two parts of an answer.
const BETWEEN: Duration = Duration::from_millis(100);
/// Places where long stretches are looked at before they are counted.
const SAMPLES: u64 = 32;

pub(super) fn timeline(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    desk.stand(request.branch()?, None)?;
    let state = desk.session.run_state();
    let first = request.time("from")?.unwrap_or(state.first).max(state.first);
    let end = request.time("to")?.unwrap_or(Time::NEVER).min(state.last + 1);
    let buckets = request.number("buckets")?.unwrap_or(400).clamp(1, MOST);
    let branch = desk.session.branch_number();
    let length = end.0.saturating_sub(first.0);
    let exact = length.div_ceil(buckets).max(1);
    let run = desk.surveys.of(branch, &desk.session);
    let wide = exact.next_power_of_two();
    let by_run = length > SHORT && wide >= run.width();
    let width = if by_run { wide } else { exact };
    let own = Survey::of_stretch(first, width);
    let samples = if by_run && run.next() < end { SAMPLES } else { 0 };
    let (bucket_start, told) = (first, Instant::now());
    Ok(Reply::Later(Box::new(Timeline {
        branch,
        from: first,
        to: end.max(first),
        last: state.last,
        width,
        by_run,
        own,
        edge: None,
        next: bucket_start,
        done: Vec::new(),
        told_to: 0,
        told,
        samples,
        coarse: Vec::new(),
    })))
}

/// The work for a timeline.
struct Timeline {
    branch: usize,
    from: Time,
    to: Time,
    /// The last event of the run when it was asked.
    last: Time,
    /// Events of a bucket. Buckets begin at its multiples if they come from the survey of the run.
    width: u64,
    by_run: bool,
    /// Counts the stretch by itself.
    own: Survey,
    /// Counts a bucket that is cut by the stretch's border.
    edge: Option<Survey>,
    /// Where the next bucket begins.
    next: Time,
    done: Vec<Value>,
    /// How many buckets the client knows, and since when.
    told_to: usize,
    told: Instant,
    /// How many places are to be looked at first.
    samples: u64,
    coarse: Vec<Value>,
}

impl Job for Timeline {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(Some(self.branch), None) {
            return Step::Failed(why);
        }
        if self.done.is_empty() && desk.switches.begin(self.branch, &mut desk.session, self.last).is_none() {
            return Step::More(None);
        }
        if self.samples > 0 {
            return self.sample(desk);
        }
        if self.next >= self.to {
            let Ok(mut answer) = instants::instants(desk, (self.from, self.to)) else { return Step::More(None) };
            answer["buckets"] = std::mem::take(&mut self.done).into();
            return Step::Done(answer);
        }
        self.count(desk);
        if self.told.elapsed() < BETWEEN || self.told_to == self.done.len() {
            return Step::More(None);
        }
        let fresh = &self.done[self.told_to..];
        let part = json!({ "from": self.from.0, "to": self.to.0, "buckets": fresh });
        (self.told_to, self.told) = (self.done.len(), Instant::now());
        Step::More(Some(Update::Part(part)))
    }
}

impl Timeline {
    /// The end of the bucket that begins at `next`.
    fn bucket_end(&self) -> Time {
        let end = match self.by_run {
            true => (self.next.0 / self.width + 1) * self.width,
            false => self.next.0 + self.width,
        };
        Time(end).min(self.to)
    }

    /// Counts a slice, and takes over the buckets that are known then.
    fn count(&mut self, desk: &mut Desk) {
        if self.by_run && desk.surveys.of(self.branch, &desk.session).width() > self.width {
            // The run has grown, and its cells have become wider than the buckets.
            self.by_run = false;
            self.own = Survey::of_stretch(self.next, self.width);
        }
        while self.next < self.to {
            let end = self.bucket_end();
            let cell = match self.by_run {
                false => self.cell_of_own(desk, end),
                true if self.next.0.is_multiple_of(self.width) && end.0.is_multiple_of(self.width) => {
                    self.cell_of_run(desk, end)
                }
                true => self.cell_of_edge(desk, end),
            };
            let Some(cell) = cell else { return };
            self.done.push(bucket(desk, self.next, end, Some(cell), cell.depth));
            self.next = end;
        }
    }

    fn cell_of_own(&mut self, desk: &mut Desk, end: Time) -> Option<Cell> {
        if self.own.next() < end {
            desk.session.survey(&mut self.own, self.to - 1, SLICE).ok()?;
        }
        (self.own.next() >= end).then(|| self.own.between(self.next, end))
    }

    fn cell_of_run(&mut self, desk: &mut Desk, end: Time) -> Option<Cell> {
        let last = desk.session.run_state().last;
        let run = desk.surveys.of(self.branch, &desk.session);
        if run.next() < end {
            desk.session.survey(run, last, SLICE).ok()?;
        }
        (run.next() >= end).then(|| run.between(self.next, end))
    }

    fn cell_of_edge(&mut self, desk: &mut Desk, end: Time) -> Option<Cell> {
        let width = (end - self.next).max(1);
        let edge = self.edge.get_or_insert_with(|| Survey::of_stretch(self.next, width));
        let all = desk.session.survey(edge, end - 1, SLICE).ok()?;
        let cell = edge.between(self.next, end);
        all.then(|| self.edge = None).map(|()| cell)
    }

    /// Looks at one of the places, and shows them when all were looked at.
    fn sample(&mut self, desk: &mut Desk) -> Step {
        let at = SAMPLES - self.samples;
        let step = (self.to - self.from) / SAMPLES;
        let (from, to) = (self.from + at * step, self.from + (at + 1) * step);
        // Interrupted: it is looked at the next time.
        let Ok(depth) = desk.session.depth_at(from) else { return Step::More(None) };
        self.coarse.push(bucket(desk, from, to, None, depth));
        self.samples -= 1;
        match self.samples {
            0 => {
                let part = json!({ "from": self.from.0, "to": self.to.0, "buckets": self.coarse, "coarse": true });
                Step::More(Some(Update::Part(part)))
            }
            _ => Step::More(None),
        }
    }
}

/// A bucket. What was not counted is null.
fn bucket(desk: &Desk, from: Time, to: Time, cell: Option<Cell>, depth: u32) -> Value {
    json!({
        "from": from.0,
        "to": to.0,
        "calls": cell.map(|cell| cell.calls),
        "depth": depth,
        "output": desk.session.output_between(from, to),
        "exceptions": cell.map(|cell| cell.exceptions),
        "threads": desk.switches.between(desk.session.branch_number(), from, to),
    })
}

pub(super) fn coverage(desk: &mut Desk, request: &Request) -> Result<Reply, String> {
    let path = request.needed_text("path")?.to_string();
    desk.stand(request.branch()?, None)?;
    desk.session.files_so_far().iter().find(|file| file.path == path).ok_or("The program has no such file")?;
    let last = desk.session.run_state().last;
    Ok(Reply::Later(Box::new(Coverage { branch: desk.session.branch_number(), path, last, told: Instant::now() })))
}

/// The work for a coverage.
struct Coverage {
    branch: usize,
    path: String,
    last: Time,
    told: Instant,
}

impl Job for Coverage {
    fn step(&mut self, desk: &mut Desk) -> Step {
        if let Err(why) = desk.stand(Some(self.branch), None) {
            return Step::Failed(why);
        }
        let run = desk.surveys.of(self.branch, &desk.session);
        if desk.session.survey(run, self.last, SLICE).is_ok_and(|all| all) {
            let hits = desk.session.line_counts(run, &self.path);
            return Step::Done(json!({ "path": self.path, "hits": hits, "until": self.last.0 }));
        }
        if self.told.elapsed() < BETWEEN {
            return Step::More(None);
        }
        self.told = Instant::now();
        Step::More(Some(Update::Progress(run.next().0, self.last.0 + 1)))
    }
}
