//! Data watches report the same changes in every mode, and for numbers those that inspecting every event shows.

use ttd_debug::target::{EventQuery, NEVER, WatchTarget};
use ttd_tests::check::Failure;
use ttd_tests::run::{go, launch_text};
use ttd_tests::{ModeRun, Outcome, Reference, Rng, Way, check_light};
use ttd_vm::time::{Change, Config, Machine, Reached};

/// Watch targets of each program.
const TARGETS: u64 = 2;
/// Consecutive events over which a target is watched, at most, on either side.
const STRETCH: u64 = 100;

/// Inspects every event: numbers that differ are changes, and changes between numbers differ.
fn by_inspection(run: &mut ModeRun<'_>, location: &WatchTarget, changes: &[u64], from: u64, to: u64) -> Outcome {
    run.visit(from - 1)?;
    let number = |text: Option<String>| text.and_then(|text| text.parse::<i64>().ok());
    let mut old = number(run.machine.held(location));
    for t in from..to {
        run.visit(t)?;
        let new = number(run.machine.held(location));
        if let (Some(a), Some(b)) = (old, new)
            && (a != b) != changes.contains(&t)
        {
            return Err(run.fail(format!("{location:?} holds {a} and then {b}: {changes:?}")));
        }
        old = new;
    }
    Ok(())
}

/// Chooses a target that can be named at time `t`: a variable, or an attribute or item of its value.
fn choose(run: &mut ModeRun<'_>, rng: &mut Rng, t: u64) -> Result<Option<WatchTarget>, Failure> {
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
    let source = match (source.starts_with("list("), run.machine.eval(&source, frame)) {
        // One of its attributes.
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
        let mut rng = Rng::new(&format!("places {}", program.name));
        let mut runs = ModeRun::some("places", program, &reference)?;
        let last = reference.last();
        for _ in 0..reference.visits(Way::AGAIN, TARGETS) {
            let t = rng.below(last + 1);
            let Some(location) = choose(&mut runs[0], &mut rng, t)? else {
                continue;
            };
            let from = t.saturating_sub(rng.below(STRETCH)).max(location.begins()).max(1);
            let to = (t + rng.below(STRETCH)).min(last + 1);
            if from >= to {
                continue;
            }
            let watch = EventQuery::of_targets(vec![location.clone()]);
            let changes = runs[0].backwards(&watch, from, to)?;
            for run in &mut runs[1..] {
                let others = run.backwards(&watch, from, to)?;
                if others != changes {
                    let what = format!("{others:?} and not {changes:?} from {from} to {to}: {location:?}");
                    return Err(run.fail(what));
                }
            }
            let forwards = runs[1].forwards(&watch, from, to, |_| ())?;
            if !forwards.iter().map(|(t, ())| t).eq(&changes) {
                let what = format!("forwards {forwards:?} and not {changes:?} from {from} to {to}: {location:?}");
                return Err(runs[1].fail(what));
            }
            by_inspection(&mut runs[2], &location, &changes, from, to)?;
        }
        Ok(())
    });
}

/// A search for the last change alone passes over most of a long stretch with many changes, and finds what the search
/// for all finds: where they go on to the end, and where they end long before.
#[test]
fn the_last_change_alone() {
    for (until, asked) in [(60_000, "value"), (30_000, "value"), (30_000, "items")] {
        let changes = format!("    if i < {until}:\n        value = i\n        items[0] = i\n");
        let text = format!("value, items = 0, [0]\nfor i in range(60_000):\n{changes}print(value)\n");
        for interval in [0, 50_000] {
            let mut machine = launch_text(&text, Config { interval, ..Config::default() });
            assert_eq!(machine.seek(NEVER), Reached::End);
            let last = machine.time().expect("events");
            go(&mut machine, last - 1).expect("it is reached");
            let target = machine.locate(asked, 0, &[]).expect("a place");
            let query = EventQuery::of_contents(vec![target]);
            for t in [last, last / 2, last / 5, last] {
                machine.release();
                let all = machine.last_before(&query, t, 0);
                let one = machine.last_before(&query.clone().last_only(), t, 0);
                assert!(!all.interrupted && !one.interrupted);
                assert_eq!(one.times.last(), all.times.last(), "{asked}, {until}, before {t}");
                let skips = interval == 0 && until == 60_000 && t == last;
                assert!(!skips || one.from > t / 2 && all.from == 1, "from {} and {}", one.from, all.from);
                let found = *one.times.last().expect("it has changed");
                go(&mut machine, found - 1).expect("it is reached");
            }
            go(&mut machine, 0).expect("it is reached");
            let _ = machine.last_before(&query.clone().last_only(), last, 0);
            machine.release();
            assert!(interval > 0 || machine.checkpoints().len() == 1, "{:?}", machine.checkpoints());
            begin_where_a_search_left_a_checkpoint(&mut machine, &query, last);
        }
    }
}

/// A checkpoint that a search has left goes when the question is answered, not the branch that begins at its time.
fn begin_where_a_search_left_a_checkpoint(machine: &mut Machine, query: &EventQuery, last: u64) {
    let _ = machine.last_before(&query.clone().last_only(), last, 0);
    let times: Vec<u64> = machine.checkpoints().iter().filter_map(|checkpoint| checkpoint.time).collect();
    let Some(t) = times.last().copied() else { return };
    go(machine, t).expect("it is reached");
    let change = Change::Statement { source: "value = -1", frame: 0, names: &[] };
    machine.open_branch(&change, false).expect("it can be changed");
    let _ = machine.last_before(&query.clone().last_only(), t, 0);
    machine.release();
    go(machine, t).expect("it is reached");
    assert_eq!(machine.eval("value", 0).ok().as_deref(), Some("-1"));
}
