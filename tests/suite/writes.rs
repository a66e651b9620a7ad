//! What was written between events, and where objects have appeared: the same whatever is kept of the run, and what
//! shows when one looks at the variables of every event.

use ttd_debug::target::{Appearance, Kept, Reached, Watch, Writing};
use ttd_tests::check::Failure;
use ttd_tests::run::go;
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_light};
use ttd_vm::time::Machine;

/// Stretches of each program.
const STRETCHES: u64 = 2;
/// Their length in events.
const LENGTH: u64 = 120;

/// What was seen, and when.
type Seen = Vec<(u64, Vec<Appearance>)>;

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

    /// What is seen from `from` to before `to`.
    fn seen(&mut self, writing: &Writing, from: u64, to: u64) -> Result<Seen, Failure> {
        let watch = Watch::writing(writing.clone());
        let mut all = Vec::new();
        self.visit(from - 1)?;
        while self.machine.run_until(&watch, to - 1) == Reached::Target && self.machine.changed() {
            all.push((self.machine.time().unwrap_or(0), self.machine.seen()));
        }
        Ok(all)
    }

    /// The times of that, found backwards.
    fn times_backwards(
        &mut self,
        writing: &Writing,
        from: u64,
        to: u64,
    ) -> Result<Vec<u64>, Failure> {
        let watch = Watch::writing(writing.clone());
        self.visit(to - 1)?;
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
        all.reverse();
        Ok(all)
    }

    /// Looks at the variables of the innermost frame at every event: a number that has become another was written.
    fn by_looking(&mut self, seen: &Seen, from: u64, to: u64) -> Outcome {
        self.visit(from - 1)?;
        let (mut frame, mut old) = (self.machine.event().frame, self.machine.locals(0));
        for t in from..to {
            self.visit(t)?;
            let (now, new) = (self.machine.event().frame, self.machine.locals(0));
            let names = seen
                .iter()
                .find(|(time, _)| *time == t)
                .map_or(&[][..], |(_, names)| names);
            let written = |name: &str| names.contains(&Appearance::Named(name.to_string()));
            for (name, value) in new.iter().filter(|_| now == frame) {
                let before = old.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
                let number = |text: &str| text.parse::<i64>().ok();
                let differs = number(value).is_some()
                    && before.is_none_or(|b| number(b).is_some() && b != value);
                if differs && !written(name) {
                    let what = format!(
                        "{name} was {before:?} and is {value}, but only {names:?} were written"
                    );
                    return Err(self.fail(what));
                }
            }
            (frame, old) = (now, new);
        }
        Ok(())
    }
}

/// An object that a variable holds at time `t`.
fn choose(run: &mut Run<'_>, rng: &mut Rng, t: u64) -> Result<Option<u64>, Failure> {
    run.visit(t)?;
    let locals = run.machine.locals(0);
    if locals.is_empty() {
        return Ok(None);
    }
    let (name, _) = &locals[rng.below(locals.len() as u64) as usize];
    Ok(match run.machine.keep(name, 0, &[]) {
        Ok(Kept::Object(object)) => Some(object),
        _ => None,
    })
}

#[test]
fn writes_and_appearances() {
    check_light("writes", |program| {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        let ways = [
            Way::every(7),
            Way::every(1),
            Way::every(50).keep(3),
            Way::log(30),
            Way::AGAIN,
        ];
        let mut rng = Rng::new(&format!("writes {}", program.name));
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
        for _ in 0..reference.looks(Way::AGAIN, STRETCHES) {
            let t = rng.below(last + 1);
            let from = t.saturating_sub(rng.below(LENGTH)).max(1);
            let to = (t + rng.below(LENGTH)).min(last + 1);
            if from >= to {
                continue;
            }
            let mut wanted = vec![Writing::Named(None)];
            wanted.extend(choose(&mut runs[0], &mut rng, t)?.map(Writing::Of));
            for writing in &wanted {
                let seen = runs[0].seen(writing, from, to)?;
                for run in &mut runs[1..] {
                    let others = run.seen(writing, from, to)?;
                    if others != seen {
                        let what = format!(
                            "{others:?}\nand not {seen:?} from {from} to {to}: {writing:?}"
                        );
                        return Err(run.fail(what));
                    }
                }
                let times: Vec<u64> = seen.iter().map(|(t, _)| *t).collect();
                for run in &mut runs {
                    let backwards = run.times_backwards(writing, from, to)?;
                    if backwards != times {
                        let what = format!(
                            "backwards {backwards:?} and not {times:?} from {from} to {to}: {writing:?}"
                        );
                        return Err(run.fail(what));
                    }
                }
                if *writing == Writing::Named(None) {
                    runs[2].by_looking(&seen, from, to)?;
                }
            }
        }
        Ok(())
    });
}
