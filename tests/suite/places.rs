//! The changes of places that hold values: the same whatever is kept of the run, and for numbers those that show when
//! one looks at every event.

use ttd_debug::target::{Location, Reached, Watch};
use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_light};
use ttd_vm::time::Machine;

/// Places of each program.
const PLACES: u64 = 2;
/// Events at which a place is looked at, one after the other.
const LOOKS: u64 = 200;

/// A machine with its way of keeping time.
struct Run<'a> {
    program: &'a Program,
    way: Way,
    machine: Machine,
}

impl Run<'_> {
    fn fail(&self, what: String) -> Failure {
        Failure::new(self.program, self.way, self.machine.time(), what)
    }

    fn visit(&mut self, t: u64) -> Outcome {
        go(&mut self.machine, t).map_err(|e| self.fail(e))
    }

    /// The times in `from..to` at which a place changes, from the last to the first.
    fn changes(&mut self, location: &Location, from: u64, to: u64) -> Result<Vec<u64>, Failure> {
        self.visit(to - 1)?;
        let watch = Watch::locations(vec![location.clone()]);
        let (mut before, mut all) = (to, Vec::new());
        while before > from {
            let found = self.machine.last_before(&watch, before, from);
            if found.interrupted || found.times.is_empty() && found.from > from {
                return Err(self.fail(format!("{found:?} before {before} from {from}")));
            }
            before = if found.times.is_empty() {
                from
            } else {
                found.from
            };
            all.extend(found.times.into_iter().rev().filter(|t| *t >= from));
        }
        Ok(all)
    }

    /// The same one after the other, forwards.
    fn changes_forwards(
        &mut self,
        location: &Location,
        from: u64,
        to: u64,
    ) -> Result<Vec<u64>, Failure> {
        let watch = Watch::locations(vec![location.clone()]);
        let mut all = Vec::new();
        self.visit(from - 1)?;
        while self.machine.run_until(&watch, to - 1) == Reached::Target && self.machine.changed() {
            all.extend(self.machine.time());
        }
        all.reverse();
        Ok(all)
    }

    /// Looks at every event: numbers that differ are changes, and changes between numbers differ.
    fn by_looking(&mut self, location: &Location, changes: &[u64], from: u64, to: u64) -> Outcome {
        self.visit(from - 1)?;
        let number = |text: Option<String>| text.and_then(|text| text.parse::<i64>().ok());
        let mut old = number(self.machine.held(location));
        for t in from..to {
            self.visit(t)?;
            let new = number(self.machine.held(location));
            if let (Some(a), Some(b)) = (old, new)
                && (a != b) != changes.contains(&t)
            {
                return Err(self.fail(format!("{location:?} holds {a} and then {b}: {changes:?}")));
            }
            old = new;
        }
        Ok(())
    }
}

/// A place that can be named at time `t`: a variable, or an attribute or item of what one holds.
fn choose(run: &mut Run, rng: &mut Rng, t: u64) -> Result<Option<Location>, Failure> {
    run.visit(t)?;
    let depth = run.machine.stack().len().max(1) as u64;
    let frame = rng.below(depth) as usize;
    let locals = run.machine.locals(frame);
    if locals.is_empty() {
        return Ok(None);
    }
    let (name, _) = &locals[rng.below(locals.len() as u64) as usize];
    let source = match rng.below(4) {
        0 => name.clone(),
        1 => format!("{name}[0]"),
        2 => format!("list(vars({name}))"),
        _ => format!("{name}[next(iter({name}))]"),
    };
    let source = match (
        source.starts_with("list("),
        run.machine.eval(&source, frame),
    ) {
        // An attribute that it has.
        (true, Ok(names)) => {
            let first = names.split('\'').nth(1).unwrap_or("__class__");
            format!("{name}.{first}")
        }
        (_, Ok(_)) => source,
        (_, Err(_)) => name.clone(),
    };
    Ok(run.machine.locate(&source, frame, &[]).ok())
}

#[test]
fn changes_of_places() {
    check_light("places", |program| {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        let ways = [
            Way::every(7),
            Way::every(1),
            Way::every(50).keep(3),
            Way::log(30),
            Way::AGAIN,
        ];
        let mut rng = Rng::new(&format!("places {}", program.name));
        let mut runs = Vec::new();
        for way in ways {
            let fail = |e| Failure::new(program, way, None, e);
            let machine = reference.launch(way).map_err(fail)?;
            runs.push(Run {
                program,
                way,
                machine,
            });
        }
        let last = reference.last();
        for _ in 0..reference.looks(Way::AGAIN, PLACES) {
            let t = rng.below(last + 1);
            let Some(location) = choose(&mut runs[0], &mut rng, t)? else {
                continue;
            };
            let from = t
                .saturating_sub(rng.below(LOOKS))
                .max(location.begins())
                .max(1);
            let to = (t + rng.below(LOOKS)).min(last + 1);
            if from >= to {
                continue;
            }
            let changes = runs[0].changes(&location, from, to)?;
            for run in &mut runs[1..] {
                let others = run.changes(&location, from, to)?;
                if others != changes {
                    let what =
                        format!("{others:?} and not {changes:?} from {from} to {to}: {location:?}");
                    return Err(run.fail(what));
                }
            }
            let forwards = runs[1].changes_forwards(&location, from, to)?;
            if forwards != changes {
                let what = format!(
                    "forwards {forwards:?} and not {changes:?} from {from} to {to}: {location:?}"
                );
                return Err(runs[1].fail(what));
            }
            runs[2].by_looking(&location, &changes, from, to)?;
        }
        Ok(())
    });
}
