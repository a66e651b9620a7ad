//! Random schedules: threads switch at the same events in every mode, and in every run.

use ttd_debug::target::NEVER;
use ttd_tests::check::{Failure, check_some};
use ttd_tests::program::{Program, programs};
use ttd_tests::run::go;
use ttd_tests::{Outcome, Reference, Rng, Run, Way};
use ttd_vm::RunOptions;

/// The seeds that every program with threads is run with: one with priorities, one without.
const SEEDS: [u32; 2] = [2, 3];
/// Random seeks in each mode.
const SEEKS: u64 = 4;

/// Goes to the end and to random times, and compares with the straight run.
fn travel(program: &Program, way: Way, reference: &Reference) -> Outcome {
    let fail = |what: String| Failure::new(program, way, None, what);
    let mut machine = reference.launch(way).map_err(fail)?;
    machine.seek(NEVER);
    reference.same_end(&machine).map_err(fail)?;
    let mut rng = Rng::new(&format!("schedules {} {way}", program.name));
    for _ in 0..reference.visits(way, SEEKS) {
        let t = reference.some_time(&mut rng);
        let seen = go(&mut machine, t).and_then(|()| reference.same(&machine, t, true));
        seen.map_err(|what| Failure::new(program, way, Some(t), what))?;
    }
    Ok(())
}

#[test]
fn every_mode_has_the_same_switches() {
    let mut threaded = programs();
    // Those named `std_*` import much of the library, which each seek would do again.
    threaded.retain(|program| program.has_threads() && !program.name.starts_with("std_"));
    let ways = [Way::AGAIN, Way::every(1), Way::log(50)];
    check_some("schedules", threaded, |program| {
        for seed in SEEDS {
            let program = Program { schedule: Some(seed), ..program.clone() };
            let fail = |what: String| Failure::new(&program, Way::AGAIN, None, what);
            let reference = Reference::of(&program).map_err(fail)?;
            // This run has inputs of its own: no clock decides about a switch.
            let plain = Run::plain(&program, RunOptions::default());
            plain.same(&reference.run).map_err(|what| fail(format!("{what}, plain")))?;
            for way in ways {
                travel(&program, way, &reference)?;
            }
        }
        Ok(())
    });
}
