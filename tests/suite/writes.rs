//! Write queries and object traces give the same in every mode, and what inspecting the variables of every event shows.

use ttd_debug::target::{EventQuery, ObjectUse, SavedValue, WriteQuery};
use ttd_tests::check::Failure;
use ttd_tests::{ModeRun, Outcome, Reference, Rng, Way, check_light};

/// Ranges of events tried in each program.
const STRETCHES: u64 = 2;
/// The length of a range in events, on either side.
const LENGTH: u64 = 70;

/// What was reported, and when.
type Seen = Vec<(u64, Vec<ObjectUse>)>;

/// Inspects the innermost frame's variables at every event: a number that became another was written.
fn by_inspection(run: &mut ModeRun<'_>, seen: &Seen, from: u64, to: u64) -> Outcome {
    run.visit(from - 1)?;
    let (mut frame, mut old) = (run.machine.event().frame, run.machine.locals(0));
    for t in from..to {
        run.visit(t)?;
        let (now, new) = (run.machine.event().frame, run.machine.locals(0));
        let names = seen.iter().find(|(time, _)| *time == t).map_or(&[][..], |(_, names)| names);
        let written = |name: &str| names.contains(&ObjectUse::Named(name.to_string()));
        for (name, value) in new.iter().filter(|_| now == frame) {
            let before = old.iter().find(|(n, _)| n == name).map(|(_, v)| v.as_str());
            let number = |text: &str| text.parse::<i64>().ok();
            let differs = number(value).is_some() && before.is_none_or(|b| number(b).is_some() && b != value);
            if differs && !written(name) {
                let what = format!("{name} was {before:?} and is {value}, but only {names:?} were written");
                return Err(run.fail(what));
            }
        }
        (frame, old) = (now, new);
    }
    Ok(())
}

/// Queries one of the reported names: it is found at the same events, with the same reports.
fn one_name(runs: &mut [ModeRun<'_>], rng: &mut Rng, seen: &Seen, from: u64, to: u64) -> Outcome {
    let names: Vec<&ObjectUse> = seen.iter().flat_map(|(_, names)| names).collect();
    if names.is_empty() {
        return Ok(());
    }
    let name = names[rng.below(names.len() as u64) as usize];
    let ObjectUse::Named(text) = name else {
        return Ok(());
    };
    let watch = EventQuery::of_writes(WriteQuery::Named(Some(text.clone())));
    let with_it = seen.iter().filter(|(_, names)| names.contains(name));
    let wanted: Seen = with_it.cloned().collect();
    for run in runs {
        let found: Seen = run.forwards(&watch, from, to, |machine| machine.object_uses())?;
        if found != wanted {
            let what = format!("{found:?}\nand not {wanted:?} from {from} to {to}: {text}");
            return Err(run.fail(what));
        }
    }
    Ok(())
}

/// Chooses an object that a variable holds at time `t`.
fn choose(run: &mut ModeRun<'_>, rng: &mut Rng, t: u64) -> Result<Option<u64>, Failure> {
    run.visit(t)?;
    let locals = run.machine.locals(0);
    if locals.is_empty() {
        return Ok(None);
    }
    let (name, _) = &locals[rng.below(locals.len() as u64) as usize];
    Ok(match run.machine.save_value(name, 0, &[]) {
        Ok(SavedValue::Object(object)) => Some(object),
        _ => None,
    })
}

#[test]
fn writes_and_appearances() {
    check_light("writes", |program| {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        let mut rng = Rng::new(&format!("writes {}", program.name));
        let mut runs = ModeRun::some("writes", program, &reference)?;
        let last = reference.last();
        for _ in 0..reference.visits(Way::AGAIN, STRETCHES) {
            let t = rng.below(last + 1);
            let from = t.saturating_sub(rng.below(LENGTH)).max(1);
            let to = (t + rng.below(LENGTH)).min(last + 1);
            if from >= to {
                continue;
            }
            let mut wanted = vec![WriteQuery::Named(None)];
            wanted.extend(choose(&mut runs[0], &mut rng, t)?.map(WriteQuery::Object));
            for writing in &wanted {
                let watch = EventQuery::of_writes(writing.clone());
                let seen: Seen = runs[0].forwards(&watch, from, to, |machine| machine.object_uses())?;
                for run in &mut runs[1..] {
                    let others = run.forwards(&watch, from, to, |machine| machine.object_uses())?;
                    if others != seen {
                        let what = format!("{others:?}\nand not {seen:?} from {from} to {to}: {writing:?}");
                        return Err(run.fail(what));
                    }
                }
                let times: Vec<u64> = seen.iter().map(|(t, _)| *t).collect();
                for run in &mut runs {
                    let backwards = run.backwards(&watch, from, to)?;
                    if backwards != times {
                        let what =
                            format!("backwards {backwards:?} and not {times:?} from {from} to {to}: {writing:?}");
                        return Err(run.fail(what));
                    }
                }
                if *writing == WriteQuery::Named(None) {
                    by_inspection(&mut runs[2], &seen, from, to)?;
                    one_name(&mut runs, &mut rng, &seen, from, to)?;
                }
            }
        }
        Ok(())
    });
}
