//! Every motion from every event leads where CPython's trace says, wherever the machine was before.
//!
//! Programs whose events are not CPython's are left out; the check `events` names them.

use ttd_debug::target::Time;
use ttd_debug::travel::Navigator;
use ttd_debug::travel::breakpoints::Breakpoints;
use ttd_debug::travel::explored::Explored;
use ttd_debug::travel::motion::{Direction, Motion};
use ttd_tests::check::Failure;
use ttd_tests::program::is_thorough;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Row, Way, check_light};
use ttd_vm::time::Machine;

use crate::searches::place;

pub(crate) const MOTIONS: &[(&str, Motion)] = &[
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
    ("continue", Motion::Continue(Direction::Forward)),
    ("rcontinue", Motion::Continue(Direction::Backward)),
];

/// The order of the starting points.
#[derive(Clone, Copy, Debug)]
enum Order {
    Ascending,
    Descending,
    Random,
}

/// Where breakpoints are set.
#[derive(Clone, Copy, Debug)]
enum Breaks {
    Nowhere,
    /// On the line of one event in the middle of the run, in its function only.
    OneLine,
    EveryLine,
}

/// A debugged program and where its motions should lead.
struct Walk<'a> {
    program: &'a Program,
    way: Way,
    reference: &'a Reference,
    /// Where the motions lead without breakpoints.
    targets: &'a [Vec<u64>],
    /// The times at which there is a breakpoint.
    hits: &'a [u64],
    machine: Machine,
    explored: Explored,
    breakpoints: Breakpoints,
}

impl Walk<'_> {
    fn fail(&self, t: u64, what: impl Into<String>) -> Failure {
        Failure::new(self.program, self.way, Some(t), what)
    }

    /// Seeks to a time as the debugger does.
    fn settle(&mut self, t: u64) -> Outcome {
        let result = go(&mut self.machine, t).and_then(|()| self.reference.same(&self.machine, t, false));
        result.map_err(|e| self.fail(t, e))?;
        self.explored.reached(Time(t));
        Ok(())
    }

    /// Makes every motion from one event, in random order.
    fn from(&mut self, i: u64, rng: &mut Rng) -> Outcome {
        let mut which: Vec<usize> = (0..MOTIONS.len()).collect();
        rng.shuffle(&mut which);
        for m in which {
            self.settle(i)?;
            let (name, motion) = MOTIONS[m];
            let expected = self.expected(m, motion, i);
            let navigator = Navigator {
                target: &mut self.machine,
                explored: &mut self.explored,
                breakpoints: &mut self.breakpoints,
                watched: Vec::new(),
            };
            let to = { navigator }.run_motion(motion, Time(i)).to.0;
            if !expected.contains(&to) {
                let hits = match self.hits {
                    [] => "",
                    _ => " (with breakpoints)",
                };
                let what = format!("{name} from {i} leads to {to} instead of {expected:?}{hits}");
                let commands = [format!("goto {i}"), name.to_string()];
                let open = self.program.command(self.way.debugger(), &commands);
                return Err(Failure { open, ..self.fail(i, what) });
            }
            self.settle(to)?;
        }
        Ok(())
    }

    /// Returns where a motion may lead: to the first breakpoint on its way. A motion that searches in vain beyond its
    /// fallback meets the breakpoints there as well.
    fn expected(&self, m: usize, motion: Motion, i: u64) -> Vec<u64> {
        let plain = self.targets[m][i as usize];
        if !motion.is_intercepted() {
            return vec![plain];
        }
        let forward = motion.direction() == Direction::Forward;
        let hit = match forward {
            true => self.hits.iter().find(|t| **t > i),
            false => self.hits.iter().rfind(|t| (plain..i).contains(*t)),
        };
        match hit {
            Some(t) if !forward || *t <= plain => vec![*t],
            Some(t) if matches!(motion, Motion::Next(_) | Motion::Until(..) | Motion::Return) => {
                vec![plain, *t]
            }
            _ => vec![plain],
        }
    }
}

/// Checks the motions of every program from at most `most` events in each order.
fn in_way(check: &str, way: Way, breaks: Breaks, most: u64) {
    check_light(check, |program| {
        let fail = |what: String| Failure::new(program, way, None, what);
        let Some(trace) = program.trace() else {
            return Ok(());
        };
        let reference = Reference::of(program).map_err(fail)?;
        if reference.events != trace.events {
            return Ok(());
        }
        let count = reference.last() + 1;
        let targets: Vec<Vec<u64>> = MOTIONS
            .iter()
            .map(|(name, motion)| match motion {
                Motion::Continue(Direction::Forward) => vec![count - 1; count as usize],
                Motion::Continue(Direction::Backward) => vec![0; count as usize],
                _ => trace.motion(name),
            })
            .collect();
        let lines = lines(&reference, breaks);
        let is_hit = |row: &Row| {
            row.kind == "line"
                && (lines.iter()).any(|r| (r.line, &r.file, &r.function) == (row.line, &row.file, &row.function))
        };
        let hits = (0..).zip(&reference.events).filter(|(_, row)| is_hit(row));
        let hits: Vec<u64> = hits.map(|(t, _)| t).collect();
        let orders = [Order::Random, Order::Ascending, Order::Descending];
        let orders = reference.some(&format!("orders {check}"), &orders);
        // Where nothing is kept the order matters least, and each motion runs again.
        let one = reference.runs_again(way) && !is_thorough();
        for order in orders.iter().take(if one { 1 } else { orders.len() }) {
            let mut rng = Rng::new(&format!("{check} {} {order:?}", program.name));
            let times = times(count, reference.visits(way, most), *order, &mut rng);
            let machine = reference.launch(way).map_err(fail)?;
            let mut breakpoints = Breakpoints::default();
            for row in &lines {
                breakpoints.add(place(row, matches!(breaks, Breaks::OneLine)), false, None);
            }
            let mut walk = Walk {
                program,
                way,
                reference: &reference,
                targets: &targets,
                hits: &hits,
                machine,
                explored: Explored::new(),
                breakpoints,
            };
            for i in times {
                walk.from(i, &mut rng)?;
            }
        }
        Ok(())
    });
}

/// Returns one event for each line and function that gets a breakpoint.
fn lines(reference: &Reference, breaks: Breaks) -> Vec<&Row> {
    let events = reference.events.iter();
    let mut lines: Vec<&Row> = events.filter(|row| row.kind == "line").collect();
    match breaks {
        Breaks::Nowhere => lines.clear(),
        Breaks::OneLine if lines.is_empty() => {}
        Breaks::OneLine => lines = vec![lines[lines.len() / 2]],
        Breaks::EveryLine => {
            lines.sort_by_key(|row| (&row.file, row.line, &row.function));
            lines.dedup_by_key(|row| (&row.file, row.line, &row.function));
        }
    }
    lines
}

/// Returns the starting points: every event, or about `most` of them, evenly spread from a random one on.
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
    in_way("motions_checkpoints", Way::every(7), Breaks::Nowhere, 16);
}

#[test]
fn from_a_checkpoint_at_every_event() {
    in_way("motions_all_checkpoints", Way::every(1), Breaks::Nowhere, 20);
}

#[test]
fn by_running_again() {
    in_way("motions_again", Way::AGAIN, Breaks::Nowhere, 8);
}

#[test]
fn with_one_breakpoint() {
    in_way("motions_one_breakpoint", Way::every(7), Breaks::OneLine, 16);
    in_way("motions_log", Way::log(64), Breaks::OneLine, 14);
    in_way("motions_one_again", Way::AGAIN, Breaks::OneLine, 6);
}

#[test]
fn with_breakpoints_everywhere() {
    in_way("motions_every_line", Way::every(1), Breaks::EveryLine, 14);
    let way = Way::every(1000);
    in_way("motions_every_line_1000", way, Breaks::EveryLine, 6);
}
