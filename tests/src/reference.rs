//! A straight run from start to end, with which all other runs are compared.
//!
//! Events are compared everywhere, and states in stretches of consecutive events that the program's name and the seed
//! choose: a digest costs more than many events. Short programs have all of theirs compared.

use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, OnceLock};

use ttd_vm::time::{End, Event, Machine, Reached};
use ttd_vm::vm::host::InputLog;

use crate::event::Row;
use crate::program::{Program, is_thorough, programs};
use crate::rng::Rng;
use crate::run::{Run, Way};

/// More events than any test program has.
const MOST: u64 = 100_000;
/// A program that allocates more objects than this, most of them by importing, is visited less often where each visit
/// runs it again from the start.
const EASY: u64 = 400;
/// A program that allocates more objects than this is visited less often in all modes: its states cost more.
const LIGHT: u64 = 3_000;
/// The least number of visits.
const FEWEST_VISITS: u64 = 2;
/// A program that allocates more objects than this is visited once where each visit runs it again from the start.
const HEAVY: u64 = 20_000;
/// How many programs get the visits that checks ask for. With more, each gets fewer, so that the suite takes as long as
/// before: what one program does not show, another does.
const FULLY_VISITED: u64 = 180;
/// How many times as many visits a thorough run makes.
const THOROUGH_VISITS: u64 = 8;
/// Events of a program whose states are compared, about.
const COMPARED: u64 = 104;
/// Consecutive events whose states are compared.
const STRETCH: u64 = 8;

/// The results of a straight run.
pub struct Reference {
    program: Program,
    /// The input log of the run.
    pub journal: InputLog,
    /// The events.
    pub events: Vec<Row>,
    /// The events as the machine reports them.
    pub raw: Vec<Event>,
    /// The digests of the states that are compared.
    digests: HashMap<u64, u128>,
    /// The times of these states, in ascending order.
    compared: Vec<u64>,
    /// The output and exit status.
    pub run: Run,
    /// How the program ended.
    pub end: End,
    /// Allocations: an estimate of the cost of running it again.
    pub work: u64,
}

/// A program's name and its schedule.
type Key = (String, Option<u32>);
type Cell = Arc<OnceLock<Result<Arc<Reference>, String>>>;

/// How many programs are checked.
static PROGRAMS: OnceLock<u64> = OnceLock::new();

/// The straight runs made so far, which several checks share.
static MADE: Mutex<Option<HashMap<Key, Cell>>> = Mutex::new(None);

impl Reference {
    /// Returns the straight run of a program, made once.
    ///
    /// # Errors
    /// Why there is none.
    pub fn of(program: &Program) -> Result<Arc<Reference>, String> {
        let cell = {
            let mut made = MADE.lock().unwrap_or_else(std::sync::PoisonError::into_inner);
            let key = (program.name.clone(), program.schedule);
            made.get_or_insert_default().entry(key).or_default().clone()
        };
        cell.get_or_init(|| {
            let machine = Way::AGAIN.launch(program)?;
            Reference::make(program, machine).map(Arc::new)
        })
        .clone()
    }

    /// Launches the program with this run's input log.
    ///
    /// # Errors
    /// Why it cannot be started.
    pub fn launch(&self, way: Way) -> Result<Machine, String> {
        let mut machine = way.launch(&self.program)?;
        machine.vm_mut().host.replay(self.journal.clone());
        Ok(machine)
    }

    fn make(program: &Program, mut machine: Machine) -> Result<Reference, String> {
        let (mut events, mut raw, mut compared, mut digests) = (Vec::new(), Vec::new(), Vec::new(), HashMap::new());
        let before = machine.vm().heap.allocation_count();
        let is_compared = states_to_compare(program);
        for t in 0..MOST {
            if machine.seek(t) != Reached::Target {
                break;
            }
            events.push(Row::here(&machine));
            raw.push(machine.event());
            if is_compared(t) {
                compared.push(t);
                digests.insert(t, machine.digest());
            }
        }
        let end = machine.end().cloned().ok_or("no end in sight")?;
        Ok(Reference {
            program: program.clone(),
            events,
            raw,
            digests,
            compared,
            journal: machine.vm().host.input_log(),
            run: Run::of(&machine),
            end,
            work: machine.vm().heap.allocation_count() - before,
        })
    }

    /// Returns how many visits to make, at most `most` (eight times as many with `TTD_THOROUGH`): fewer where there are
    /// many programs, where the program is large, and where a visit runs the whole program again.
    pub fn visits(&self, way: Way, most: u64) -> u64 {
        let programs = *PROGRAMS.get_or_init(|| programs().len().max(1) as u64);
        match is_thorough() {
            true => self.sample(way, most),
            false => self.sample(way, most * FULLY_VISITED.min(programs) / programs),
        }
    }

    /// As [`Reference::visits`], however many programs there are.
    pub fn sample(&self, way: Way, most: u64) -> u64 {
        let (most, fewest) = match is_thorough() {
            true => (most * THOROUGH_VISITS, most * THOROUGH_VISITS / 2),
            false => (most, FEWEST_VISITS.min(most.div_ceil(2))),
        };
        let easy = if self.runs_again(way) { EASY } else { LIGHT };
        (most * easy / self.work.max(easy)).max(if self.is_heavy(way) { 1 } else { fewest })
    }

    /// Chooses some of the ways in which a check looks at programs, or of its orders or options: one of two, a third of
    /// more, rounded up; all with `TTD_THOROUGH`. Each program is looked at in others: what a way breaks shows in many
    /// programs.
    pub fn some<T: Clone>(&self, check: &str, ways: &[T]) -> Vec<T> {
        let mut chosen = ways.to_vec();
        if !is_thorough() {
            Rng::new(&format!("ways {check} {}", self.program.name)).shuffle(&mut chosen);
            chosen.truncate(ways.len().div_ceil(3));
        }
        chosen
    }

    /// Whether each visit runs the whole program again, and that takes long.
    pub fn is_heavy(&self, way: Way) -> bool {
        self.work > HEAVY && self.runs_again(way) && !is_thorough()
    }

    /// Whether a visit runs the program again from the start: no checkpoint lies behind that.
    pub fn runs_again(&self, way: Way) -> bool {
        way.interval == 0 || way.interval > self.last()
    }

    /// Chooses a time whose state is compared.
    pub fn some_time(&self, rng: &mut Rng) -> u64 {
        match self.compared.len() as u64 {
            0 => 0,
            count => self.compared[rng.below(count) as usize],
        }
    }

    /// Chooses about `most` of the times whose states are compared: whether this one is among them.
    pub fn is_chosen(&self, t: u64, most: u64, rng: &mut Rng) -> bool {
        self.digests.contains_key(&t) && (is_thorough() || rng.below(self.compared.len() as u64) < most)
    }

    /// Returns the time of the last event.
    pub fn last(&self) -> u64 {
        (self.events.len() as u64).saturating_sub(1)
    }

    /// Compares a machine with the straight run at time `t`: the event, and with `deep` the digest of the state, if it
    /// is among those that are compared.
    ///
    /// # Errors
    /// What is different.
    pub fn same(&self, machine: &Machine, t: u64, deep: bool) -> Result<(), String> {
        if machine.time() != Some(t) {
            return Err(format!("at {:?} instead of {t}", machine.time()));
        }
        let at = t as usize;
        // Code objects may have other numbers in another machine; everything else is compared as it is.
        let (got, expected) = (machine.event(), self.raw[at]);
        let same_code = got.code == expected.code || Row::here(machine) == self.events[at];
        if !same_code || got != (Event { code: got.code, ..expected }) {
            return Err(format!("event {t} is {} instead of {}", Row::here(machine), self.events[at]));
        }
        if deep && self.digests.get(&t).is_some_and(|digest| *digest != machine.digest()) {
            let (event, why) = (&self.events[at], self.explain(machine, t));
            return Err(format!("event {t} ({event}): the state differs: {why}"));
        }
        Ok(())
    }

    /// Runs straight to `t` once more, to describe what differs.
    fn explain(&self, machine: &Machine, t: u64) -> String {
        let straight = self.launch(Way::AGAIN);
        straight.map_or_else(
            |e| e,
            |mut straight| {
                straight.seek(t);
                let why = machine.vm().explain_difference(straight.vm());
                why.unwrap_or_else(|| "not to a second straight run".into())
            },
        )
    }

    /// Compares the end and the output of a machine whose program has ended.
    ///
    /// # Errors
    /// What is different.
    pub fn same_end(&self, machine: &Machine) -> Result<(), String> {
        Run::of(machine).same(&self.run)?;
        match machine.end() {
            Some(end) if *end == self.end => Ok(()),
            end => Err(format!("ended as {end:?} instead of {:?}", self.end)),
        }
    }
}

/// Chooses the events whose states are compared: stretches all over the run, and both its ends.
fn states_to_compare(program: &Program) -> impl Fn(u64) -> bool {
    // Without CPython's trace the number is not known in advance, and there are few events.
    let events = program.events.filter(|events| *events > COMPARED && !is_thorough());
    let chosen = events.map(|events| {
        let stretches = events.div_ceil(STRETCH);
        let mut all: Vec<u64> = (1..stretches - 1).collect();
        Rng::new(&format!("states {}", program.name)).shuffle(&mut all);
        all.truncate((COMPARED / STRETCH) as usize);
        all.extend([0, stretches - 1]);
        all.into_iter().collect::<HashSet<u64>>()
    });
    move |t| chosen.as_ref().is_none_or(|chosen| chosen.contains(&(t / STRETCH)))
}
