//! Modes differ in cost only: output, events and the digest of the state at every event are those of a straight run.

use std::collections::HashMap;

use ttd_debug::target::NEVER;
use ttd_tests::check::Failure;
use ttd_tests::program::is_thorough;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Run, Way, check_all, check_heavy, check_light};
use ttd_vm::RunOptions;
use ttd_vm::time::{Event, Machine, Reached};

/// Digests compared in one sweep over a program, about: a digest costs more than many events.
const DIGESTS: u64 = 20;
/// Random seeks in each mode.
const SEEKS: u64 = 16;
/// Seeks back, about, where each of them runs much of the program again.
const FAR_BACK: usize = 10;

/// One program in one mode, with the straight run to compare with.
struct Trial<'a> {
    program: &'a Program,
    way: Way,
    reference: &'a Reference,
    machine: Machine,
    /// The events that this machine has reported: it must report them so again.
    seen: HashMap<u64, Event>,
}

impl Trial<'_> {
    fn fail(&self, t: Option<u64>, what: impl Into<String>) -> Failure {
        Failure::new(self.program, self.way, t, what)
    }

    /// Seeks to a time and compares the event, and with `deep` the state.
    fn visit(&mut self, t: u64, deep: bool) -> Outcome {
        let result = go(&mut self.machine, t).and_then(|()| self.reference.same(&self.machine, t, deep));
        result.map_err(|e| self.fail(Some(t), e))?;
        let event = self.machine.event();
        match *self.seen.entry(t).or_insert(event) == event {
            true => Ok(()),
            false => Err(self.fail(Some(t), format!("event {t} has another code object than before"))),
        }
    }

    /// Runs to the end and compares output, exit status and state.
    fn finish(&mut self) -> Outcome {
        let reached = self.machine.seek(NEVER);
        if reached != Reached::End {
            return Err(self.fail(None, format!("{reached:?} instead of the end")));
        }
        let result = self.reference.same_end(&self.machine);
        let result = result.and_then(|()| self.reference.same(&self.machine, self.reference.last(), true));
        result.map_err(|e| self.fail(Some(self.reference.last()), e))
    }

    /// Visits the events in this order, comparing a random sample of digests.
    fn sweep(&mut self, times: impl Iterator<Item = u64>, rng: &mut Rng) -> Outcome {
        for t in times {
            let deep = self.reference.is_chosen(t, DIGESTS, rng);
            self.visit(t, deep)?;
        }
        Ok(())
    }
}

/// Checks every program, each in half of these ways.
fn in_ways(check: &str, ways: &[Way], look: impl Fn(&mut Trial<'_>, &mut Rng) -> Outcome + Sync) {
    let one = |program: &Program| -> Outcome {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        for way in reference.some(check, ways) {
            let machine = reference.launch(way).map_err(|e| Failure::new(program, way, None, e))?;
            let mut trial = Trial { program, way, reference: &reference, machine, seen: HashMap::new() };
            let mut rng = Rng::new(&format!("{check} {} {way}", program.name));
            look(&mut trial, &mut rng)?;
        }
        Ok(())
    };
    // Programs that import much are in these two checks alone: other modes would import again and again. All others
    // have checkpoints at every event in `both_at_every_event`.
    match check {
        "checkpoints" => check_heavy(check, one),
        "second" => check_all(check, one),
        _ => check_light(check, one),
    }
}

/// Sweeps over every event forwards, backwards and forwards again.
fn to_and_fro(trial: &mut Trial<'_>, rng: &mut Rng) -> Outcome {
    let last = trial.reference.last();
    trial.sweep(0..=last, rng)?;
    trial.finish()?;
    trial.sweep((0..=last).rev(), rng)?;
    trial.sweep(0..=last, rng)?;
    trial.finish()
}

#[test]
fn a_second_machine() {
    in_ways("second", &[Way::AGAIN], |trial, rng| {
        trial.sweep(0..=trial.reference.last(), rng)?;
        trial.finish()
    });
}

#[test]
fn without_counting() {
    check_all("plain", |program| {
        let fail = |what: String| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(fail)?;
        // Without either, `output` compares them with CPython's. Checkpoints imply counting.
        for checkpoints in reference.some("plain", &[0, 1, 7]) {
            let options = RunOptions { count: true, checkpoints, ..RunOptions::default() };
            let run = Run::plain(program, options);
            run.same(&reference.run).map_err(|e| fail(format!("{e}, with {options:?}")))?;
        }
        Ok(())
    });
}

#[test]
fn a_checkpoint_at_every_event() {
    in_ways("checkpoints", &[Way::every(1)], to_and_fro);
}

#[test]
fn a_collection_at_every_event() {
    in_ways("collections", &[Way::AGAIN.stress_gc()], |trial, rng| {
        trial.sweep(0..=trial.reference.last(), rng)?;
        trial.finish()
    });
}

#[test]
fn both_at_every_event() {
    in_ways("both", &[Way::every(1).stress_gc()], to_and_fro);
}

#[test]
fn few_checkpoints_kept() {
    let ways = [Way::every(1).keep(5), Way::every(3).keep(2)];
    in_ways("thinned", &ways, |trial, rng| {
        let last = trial.reference.last();
        trial.sweep(0..=last, rng)?;
        trial.finish()?;
        let step = if is_thorough() { 1 } else { 1 + last as usize / FAR_BACK };
        trial.sweep((0..=last).rev().step_by(step), rng)?;
        trial.sweep(0..=last, rng)?;
        trial.finish()
    });
}

/// Seeks to random times from the start on, so that much of the program runs for the first time in between.
fn wander(trial: &mut Trial<'_>, rng: &mut Rng) -> Outcome {
    let count = trial.reference.last() + 1;
    for _ in 0..trial.reference.visits(trial.way, SEEKS) {
        match rng.below(40) {
            0 => trial.finish()?,
            // One more checkpoint, behind the frontier or at it.
            1..=4 => {
                trial.machine.checkpoint();
            }
            // Near: the next event depends on state that a far seek would not meet.
            5..=19 => {
                let now = trial.machine.time().unwrap_or(0);
                let t = (now + rng.below(9)).saturating_sub(4).min(count - 1);
                trial.visit(t, true)?;
            }
            _ => trial.visit(trial.reference.some_time(rng), true)?,
        }
    }
    trial.finish()
}

#[test]
fn random_times_by_running_again() {
    in_ways("wander_again", &[Way::AGAIN], wander);
}

#[test]
fn random_times_from_checkpoints() {
    in_ways(
        "wander_checkpoints",
        &[
            Way::every(1),
            Way::every(7),
            Way::every(2).keep(4),
            Way::every(1000),
            Way::every(7).within(405_000),
            Way::every(1).within(1),
            Way::HYBRID,
        ],
        wander,
    );
}

#[test]
fn everything_logged() {
    in_ways("log", &[Way::log(4096)], to_and_fro);
}

#[test]
fn random_times_in_the_log() {
    // With `stress_gc` blocks are compressed at once, if they are long enough.
    let ways = [Way::log(4096), Way::log(7).stress_gc(), Way::log(300).stress_gc()];
    in_ways("wander_log", &ways, wander);
}

/// Diversions leave no trace in the state, in later events or in the output.
#[test]
fn questions_change_nothing() {
    let ways = [Way::AGAIN, Way::every(7), Way::log(50)];
    in_ways("questions", &ways, |trial, rng| {
        for _ in 0..trial.reference.visits(trial.way, SEEKS / 4) {
            let t = trial.reference.some_time(rng);
            trial.visit(t, false)?;
            ask(&mut trial.machine);
            trial.visit(t, true)?;
            let next = (t + 1 + rng.below(20)).min(trial.reference.last());
            trial.visit(next, true)?;
        }
        trial.finish()
    });
}

/// Evaluates all kinds of things; some fail, which must change nothing either.
fn ask(machine: &mut Machine) {
    let frames = machine.stack().len();
    for frame in 0..frames {
        machine.locals(frame);
        machine.args(frame);
    }
    machine.retval();
    machine.exception();
    let questions = [
        "[x for x in range(3)]",
        "{n: repr(v) for n, v in sorted(globals().items())}",
        "no_such_name",
        "1 / 0",
        "self",
        "print('printed')",
    ];
    for question in questions {
        let _ = machine.eval(question, 0);
    }
    let statement = "for fresh in [1, 2]: globals()['fresh_too'] = [fresh]; print(fresh)";
    let _ = machine.exec(statement, frames.saturating_sub(1));
}
