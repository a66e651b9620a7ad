//! `--when`: from which event on a failing run had to fail.
//!
//! A schedule `random:SEED@EVENT:NEXT` has the beginning of the failing one and goes on at random. For an event, the
//! program is run under some of these. If all fail, the failure is taken to be inevitable once everything before that
//! event has happened; if one passes, it was not. The earliest such event is found by bisection.
//!
//! Limits: that all of N schedules fail proves nothing about the others. More tries can only move the event to a later
//! one. That one passes is certain.

use std::io;
use std::sync::Arc;
use std::time::Instant;

use ttd_vm::vm::host::settings::Settings;

use super::search::Series;
use super::{command, count, say, schedule, with_schedule};
use crate::args::{Hunting, Program};
use crate::machine::{self, Moment};

/// What was found.
pub(super) struct When {
    seed: u32,
    tries: u64,
    /// The event, unless the failure was inevitable from the start on or time was up.
    found: Option<Decisive>,
    late: bool,
    runs: u64,
    seconds: f64,
}

/// The event that decides.
struct Decisive {
    moment: Moment,
    /// A schedule that passes, although it has everything before the event in common with the failing one.
    passing: String,
}

/// The search, with how many runs it has taken.
struct Search<'a> {
    how: &'a Hunting,
    program: &'a Program,
    seed: u32,
    tries: u64,
    began: Instant,
    runs: u64,
    late: bool,
}

impl Search<'_> {
    /// A schedule that passes and differs from the failing one from this event on at the earliest.
    fn passing(&mut self, event: u64) -> io::Result<Option<String>> {
        let failing = schedule(self.seed);
        let varied = |next: u32| format!("{failing}@{event}:{next}");
        let Search { how, program, tries, began, .. } = *self;
        let series = Series { how, program, schedule: &varied, seed: 0, runs: tries, until_failure: false, began };
        let found = series.search()?;
        self.runs += found.before + u64::from(found.run.is_some());
        self.late |= found.late;
        Ok(found.run.map(|(next, _)| varied(next)))
    }
}

/// Searches for the event from which on the run of this seed had to fail, with this many tries for each event.
///
/// # Errors
/// Why a run cannot be started.
pub(super) fn search(
    how: &Hunting,
    program: &Program,
    settings: &Arc<Settings>,
    seed: u32,
    tries: u64,
) -> io::Result<When> {
    let began = Instant::now();
    let mut search = Search { how, program, seed, tries, began, runs: 0, late: false };
    // Everything before `low` leaves a way out, everything before `high` none.
    let (mut low, mut high) = (None, 1);
    while let Some(passing) = search.passing(high)? {
        low = Some((high, passing));
        high *= 2;
    }
    while let Some((event, _)) = low
        && high - event > 1
        && !search.late
    {
        let middle = event + (high - event) / 2;
        match search.passing(middle)? {
            Some(passing) => low = Some((middle, passing)),
            None => high = middle,
        }
    }
    let found = low.filter(|_| !search.late).and_then(|(event, passing)| {
        let moment = machine::moment(program.clone(), with_schedule(program, settings, seed), event)?;
        Some(Decisive { moment, passing })
    });
    let Search { runs, late, .. } = search;
    Ok(When { seed, tries, found, late, runs, seconds: began.elapsed().as_secs_f64() })
}

impl When {
    /// Says what was found. Returns the debugger's command that goes there.
    pub(super) fn report(&self, how: &Hunting, program: &Program) -> Option<String> {
        let took = format!("({} more, {:.1} s)", count(self.runs), self.seconds);
        let Some(Decisive { moment, passing }) = &self.found else {
            say(&match self.late {
                true => format!("Time was up before it was known from when on it had to fail {took}."),
                false => format!("All of {} other schedules fail, too {took}.", self.tries),
            });
            return None;
        };
        let Moment { time, thread, file, line, function, source } = moment;
        let goto = format!("goto {time}");
        let there = ["-m", "ttd", "-c", "continue", "-c", goto.as_str()];
        say(&format!(
            "It had to fail after event {time}, in the thread {thread}, {file}:{line} in {function} {took}:\n    \
             {source}\nWhen this had run, all of {} other schedules failed. One that begins as the failing one, but may \
             go on with another thread before this, passes:\n    {}\nTo go to the event:\n    {}",
            self.tries,
            command(how, program, passing, &[]),
            command(how, program, &schedule(self.seed), &there),
        ));
        Some(goto)
    }
}
