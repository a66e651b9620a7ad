//! Searches of a logged run for which a stretch of it runs again beside the log find what they find without a log, and
//! leave the log as it was. Blocks are so short that most of a program is such a stretch. Only programs with instances
//! are tried: their attributes are what a filter finds slowest in a log.

use std::fs;

use ttd_debug::target::{Event, Filter};
use ttd_tests::check::Failure;
use ttd_tests::program::{folder, programs};
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_some};
use ttd_vm::time::Machine;

use super::{choose, filter_of, holds};

/// Filters tried with each program, and events at which one is looked for.
const FILTERS: u64 = 2;
const EVENTS: u64 = 12;
/// The length of a block.
const BLOCK: u64 = 3;
/// The longest run in which garbage is collected at every event.
const STRESSED: u64 = 600;

/// What some searches from an event have found.
struct Found {
    ahead: Vec<u64>,
    behind: (Vec<u64>, u64),
    all: Vec<u64>,
}

fn times(events: &[(u64, Event)]) -> Vec<u64> {
    events.iter().map(|(t, _)| *t).collect()
}

fn search(machine: &mut Machine, filter: &Filter, from: u64, last: u64, most: usize) -> Option<Found> {
    let ahead = times(&machine.first_matching(from, last, filter, most)?);
    let (behind, since) = machine.last_matching(from, 0, filter, (1, 40))?;
    let all = times(&machine.events_matching(0, last, filter)?);
    Some(Found { ahead, behind: (times(&behind), since), all })
}

/// Returns the events of `left` that are not among `right` and for which the expression holds: none may be left out.
fn missing(machine: &mut Machine, expression: &str, left: &[u64], right: &[u64]) -> Result<Vec<u64>, String> {
    let mut held = Vec::new();
    for t in left.iter().filter(|t| right.binary_search(t).is_err()) {
        go(machine, *t)?;
        if holds(machine, expression) {
            held.push(*t);
        }
    }
    Ok(held)
}

/// Tries a filter at some event; returns whether there is an attribute to compare.
fn try_one(machine: &mut Machine, known: &mut Machine, reference: &Reference, rng: &mut Rng) -> Result<bool, String> {
    let last = reference.last();
    let from = rng.below(last + 1);
    go(machine, from)?;
    let some = (0..4).find_map(|_| choose(machine, rng).filter(|(test, _)| !test.path.is_empty()));
    let Some((test, expression)) = some else { return Ok(false) };
    let (mut filter, expression) = filter_of(test, expression, rng);
    filter.depths = rng.below(2) == 0;
    let most = 1 + rng.below(20) as usize;
    let found = search(machine, &filter, from, last, most).ok_or("interrupted")?;
    let wanted = known.events_matching(0, last, &filter).map(|events| times(&events)).ok_or("interrupted")?;
    let (behind, since) = found.behind;
    let complete = if found.ahead.len() < most { last } else { found.ahead[most - 1] };
    let between = |from: u64, to: u64| wanted.iter().copied().filter(|t| (from..=to).contains(t)).collect::<Vec<_>>();
    let parts = [
        (found.all, between(0, last)),
        (found.ahead, between(from + 1, complete)),
        (behind, if from == 0 { Vec::new() } else { between(since, from - 1) }),
    ];
    for (got, wanted) in parts {
        let lost = missing(machine, &expression, &wanted, &got)?;
        let more = missing(machine, &expression, &got, &wanted)?;
        if !(lost.is_empty() && more.is_empty()) {
            return Err(format!("from {from}, {expression}: without {lost:?}, with {more:?}"));
        }
    }
    let t = reference.some_time(rng);
    go(machine, t)?;
    reference.same(machine, t, true)?;
    Ok(true)
}

fn all_of(program: &Program) -> Outcome {
    let fail = |e| Failure::new(program, Way::log(BLOCK), None, e);
    let reference = Reference::of(program).map_err(fail)?;
    let mut rng = Rng::new(&format!("beside {}", program.name));
    let stressed = reference.last() < STRESSED && rng.below(2) == 0;
    let way = if stressed { Way::log(BLOCK).stress_gc() } else { Way::log(BLOCK) };
    let mut machine = reference.launch(way).map_err(fail)?;
    let mut known = reference.launch(Way::every(50)).map_err(fail)?;
    let mut tried = 0;
    for _ in 0..reference.visits(way, EVENTS) {
        let done = try_one(&mut machine, &mut known, &reference, &mut rng);
        tried += u64::from(done.map_err(|e| Failure::new(program, way, machine.time(), e))?);
        if tried == FILTERS {
            break;
        }
    }
    Ok(())
}

fn has_methods(program: &Program) -> bool {
    let path = folder().join(format!("{}.py", program.name));
    fs::read(path).is_ok_and(|text| text.windows(5).any(|part| part == b"self."))
}

#[test]
fn stretches_run_again_beside_the_log() {
    let mut programs = programs();
    programs.retain(|program| !program.name.starts_with("std_") && has_methods(program));
    check_some("beside the log", programs, all_of);
}
