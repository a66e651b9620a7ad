//! A search for the passes of a line under a condition leaves out only those at which the condition is false or a name
//! in it does not exist.

use ttd_debug::target::{EventKind, EventQuery, NEVER, PlaceCondition, SourceLocation, Subject};
use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_light};
use ttd_vm::time::{Machine, Reached};

use super::choose;

/// Conditions tried in each mode.
const CONDITIONS: u64 = 3;
/// Passes of a line that are compared, at most.
const PASSES: usize = 40;
/// Events at which one is looked for that is a line's and has a variable.
const LOOKS: usize = 6;

/// Chooses a line and a condition on a variable of its function.
fn choose_line(machine: &mut Machine, reference: &Reference, rng: &mut Rng) -> Result<Option<PlaceCondition>, String> {
    for _ in 0..LOOKS {
        go(machine, rng.below(reference.last() + 1))?;
        let event = machine.event();
        let Some((test, expression)) = choose(machine, rng).filter(|_| event.kind == EventKind::Line) else { continue };
        if matches!(test.subject, Subject::Variable(_)) {
            let place = SourceLocation { path: machine.code(event.code).path, line: event.line, function: None };
            let condition = expression.trim_start_matches("bool").to_string();
            return Ok(Some(PlaceCondition { place, condition }));
        }
    }
    Ok(None)
}

/// The first passes, by running on from event 0; all if they are fewer.
fn passes(machine: &mut Machine, query: &EventQuery) -> Result<Vec<u64>, String> {
    go(machine, 0)?;
    let mut times = Vec::new();
    while times.len() < PASSES {
        match machine.run_until(query, NEVER) {
            Reached::Target => times.extend(machine.time()),
            Reached::End => break,
            Reached::Interrupted => return Err("interrupted".into()),
        }
    }
    Ok(times)
}

/// As `passes`, by searching backwards from `before`.
fn passes_before(machine: &mut Machine, query: &EventQuery, mut before: u64) -> Result<Vec<u64>, String> {
    let mut times = Vec::new();
    while before > 1 {
        let found = machine.last_before(query, before, 1);
        if found.interrupted {
            return Err("interrupted".into());
        }
        let Some(first) = found.times.first() else { break };
        before = *first;
        times.splice(0..0, found.times);
    }
    Ok(times)
}

fn try_one(machine: &mut Machine, of: PlaceCondition, last: u64) -> Result<(), String> {
    let all = EventQuery::of_locations(vec![of.place.clone()]);
    let every = passes(machine, &all)?;
    let query = EventQuery { conditions: vec![of.clone()], ..all };
    let ahead = passes(machine, &query)?;
    let end = if every.len() < PASSES { last } else { every[PASSES - 1] };
    let behind = passes_before(machine, &query, end + 1)?;
    for t in every {
        go(machine, t)?;
        let said = machine.eval(&format!("bool{}", of.condition), 0).map_err(|error| error.to_string());
        let may_be_left_out = said.as_ref().map_or_else(|e| e.starts_with("NameError"), |value| value == "False");
        for (found, way) in [(&ahead, "ahead"), (&behind, "behind")] {
            let is_there = found.binary_search(&t).is_ok();
            if !is_there && !may_be_left_out {
                return Err(format!("{of:?}: {way}, event {t} is left out, where it is {said:?}"));
            }
        }
    }
    Ok(())
}

fn all_of(program: &Program) -> Outcome {
    let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
    let reference = Reference::of(program).map_err(no_reference)?;
    for way in reference.some("conditions", &[Way::AGAIN, Way::every(7), Way::log(64)]) {
        let fail = |e| Failure::new(program, way, None, e);
        let mut machine = reference.launch(way).map_err(fail)?;
        go(&mut machine, reference.last()).map_err(fail)?;
        let mut rng = Rng::new(&format!("conditions {} {way}", program.name));
        for _ in 0..reference.visits(way, CONDITIONS) {
            let Some(of) = choose_line(&mut machine, &reference, &mut rng).map_err(fail)? else { continue };
            let at = machine.time();
            try_one(&mut machine, of, reference.last()).map_err(|e| Failure::new(program, way, at, e))?;
            let t = reference.some_time(&mut rng);
            go(&mut machine, t).map_err(fail)?;
            reference.same(&machine, t, true).map_err(fail)?;
        }
    }
    Ok(())
}

#[test]
fn conditions_leave_out_only_what_they_rule_out() {
    check_light("conditions", all_of);
}
