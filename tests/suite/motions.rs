//! Every motion from every event leads where CPython's trace says, whatever was looked at before.
//!
//! Programs whose events are not CPython's are left out: the check of the events names them.

use ttd_debug::breakpoints::Breakpoints;
use ttd_debug::motion::{Direction, Motion};
use ttd_debug::timeline::Timeline;
use ttd_debug::travel::Road;
use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_all};
use ttd_vm::time::Machine;

const MOTIONS: &[(&str, Motion)] = &[
    ("step", Motion::Step(Direction::Forward)),
    ("rstep", Motion::Step(Direction::Backward)),
    ("next", Motion::Next(Direction::Forward)),
    ("rnext", Motion::Next(Direction::Backward)),
    ("return", Motion::Return),
    ("rreturn", Motion::CallSite),
    ("until", Motion::Until(Direction::Forward, None)),
    ("runtil", Motion::Until(Direction::Backward, None)),
    ("nextf", Motion::FrameStart(Direction::Forward)),
    ("prevf", Motion::FrameStart(Direction::Backward)),
];

/// The order in which the events are taken as starting points.
#[derive(Clone, Copy, Debug)]
enum Order {
    Ascending,
    Descending,
    Random,
}

/// A debugged program, and where its motions should lead.
struct Walk<'a> {
    program: &'a Program,
    way: Way,
    reference: &'a Reference,
    targets: &'a [Vec<u64>],
    machine: Machine,
    timeline: Timeline,
}

impl Walk<'_> {
    fn fail(&self, t: u64, what: impl Into<String>) -> Failure {
        Failure::new(self.program, self.way, Some(t), what)
    }

    /// Goes to a time as a debugger does.
    fn settle(&mut self, t: u64) -> Outcome {
        let told =
            go(&mut self.machine, t).and_then(|()| self.reference.same(&self.machine, t, false));
        told.map_err(|e| self.fail(t, e))?;
        self.timeline.reached(t);
        Ok(())
    }

    /// Every motion from one event, in one order or another.
    fn from(&mut self, i: u64, rng: &mut Rng) -> Outcome {
        let mut which: Vec<usize> = (0..MOTIONS.len()).collect();
        rng.shuffle(&mut which);
        for m in which {
            self.settle(i)?;
            let (name, motion) = MOTIONS[m];
            let expected = self.targets[m][i as usize];
            let mut breakpoints = Breakpoints::default();
            let road = Road {
                target: &mut self.machine,
                timeline: &mut self.timeline,
                breakpoints: &mut breakpoints,
            };
            let travel = { road }.follow(motion, i);
            if travel.to != expected {
                let what = format!(
                    "{name} from {i} leads to {} instead of {expected}",
                    travel.to
                );
                let commands = [format!("goto {i}"), name.to_string()];
                let open = self.program.command(self.way.debugger(), &commands);
                return Err(Failure {
                    open,
                    ..self.fail(i, what)
                });
            }
            self.settle(travel.to)?;
        }
        Ok(())
    }
}

/// Looks at the motions of every program from at most `most` events in each order.
fn in_way(check: &str, way: Way, most: u64) {
    check_all(check, |program| {
        let fail = |what: String| Failure::new(program, way, None, what);
        let Some(trace) = program.trace() else {
            return Ok(());
        };
        let reference = Reference::of(program).map_err(fail)?;
        if reference.events != trace.events {
            return Ok(());
        }
        let targets: Vec<Vec<u64>> = MOTIONS.iter().map(|(name, _)| trace.motion(name)).collect();
        for order in [Order::Ascending, Order::Descending, Order::Random] {
            let mut rng = Rng::new(&format!("{check} {} {order:?}", program.name));
            let times = times(reference.last() + 1, most, order, &mut rng);
            let machine = reference.launch(way).map_err(fail)?;
            let timeline = Timeline::new();
            let targets = &targets;
            let mut walk = Walk {
                program,
                way,
                reference: &reference,
                targets,
                machine,
                timeline,
            };
            for i in times {
                walk.from(i, &mut rng)?;
            }
        }
        Ok(())
    });
}

/// The starting points: every event, or about so many of them, evenly spread from a random one on.
fn times(count: u64, most: u64, order: Order, rng: &mut Rng) -> Vec<u64> {
    let step = count.div_ceil(most).max(1);
    let first = rng.below(step.min(count));
    let mut times: Vec<u64> = (first..count).step_by(step as usize).collect();
    match order {
        Order::Ascending => {}
        Order::Descending => times.reverse(),
        Order::Random => rng.shuffle(&mut times),
    }
    times
}

#[test]
fn from_checkpoints() {
    in_way("motions_checkpoints", Way::every(7), u64::MAX);
}

#[test]
fn from_a_checkpoint_at_every_event() {
    in_way("motions_all_checkpoints", Way::every(1), 150);
}

#[test]
fn by_running_again() {
    in_way("motions_again", Way::AGAIN, 150);
}
