//! Branches: a random tree of changes, travels, switches and deletions. Each state equals that of a machine in which
//! the same changes were made one after the other, and the run as it was stays as it was.

mod code;
mod jumps;
mod outside;
mod reload;
mod tries;

use std::collections::HashMap;
use std::sync::atomic::{AtomicU64, Ordering};

use ttd_tests::check::Failure;
use ttd_tests::check::check_some;
use ttd_tests::program::{Program, is_thorough, programs};
use ttd_tests::run::go;
use ttd_tests::{Reference, Rng, Way};
use ttd_vm::time::{Change, EvalError, Machine, Typed};

/// Actions in each mode.
const ACTIONS: u64 = 12;
/// Which part of the programs is tried, as 1/n, unless the run is thorough.
const PART: usize = 8;
/// Events after the beginning of a branch that are visited: a changed program need not come to an end.
const REACH: u64 = 60;
/// Branches on branches, at most.
const DEPTH: usize = 3;

/// Actions of all programs and modes together, when `TTD_TREE` says how many.
static MADE: AtomicU64 = AtomicU64::new(0);

/// How many actions `TTD_TREE` asks for.
fn asked_for() -> Option<u64> {
    std::env::var("TTD_TREE").ok()?.parse().ok()
}

/// A statement at a time, in the frame with this number; or, in the innermost frame, `return`, `raise` or `debug` with
/// what follows it at the prompt.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Made {
    time: u64,
    frame: usize,
    statement: String,
}

/// What a branch is made of: the changes from the run as it was on.
type Path = Vec<Made>;

/// A branch of the machine that is tested.
#[derive(Clone)]
struct Branch {
    number: usize,
    path: Path,
}

/// Where a machine is: the time and the state.
type State = (Option<u64>, u128);

/// Makes the states that are expected.
struct Straight<'a> {
    reference: &'a Reference,
    known: HashMap<(Path, u64), State>,
}

impl Straight<'_> {
    /// The state at a time of a branch, in a machine that has made nothing but this branch.
    fn state(&mut self, path: &Path, time: u64) -> Result<State, String> {
        let key = (path.clone(), time);
        if let Some(state) = self.known.get(&key) {
            return Ok(*state);
        }
        let mut machine = self.reference.launch(Way::AGAIN)?;
        machine.seek(u64::MAX);
        for change in path {
            go(&mut machine, change.time)?;
            let made = open(&mut machine, change.frame, &change.statement);
            made.map_err(|error| format!("{change:?}: {error}"))?;
        }
        let state = state_at(&mut machine, time);
        self.known.insert(key, state);
        Ok(state)
    }
}

/// Goes to a time, or to the end if that is before it.
fn state_at(machine: &mut Machine, time: u64) -> State {
    machine.seek(time);
    (machine.time(), machine.digest())
}

fn open(machine: &mut Machine, frame: usize, source: &str) -> Result<String, EvalError> {
    let typed = |source| Typed { source, names: &[] };
    let change = match source.split_once(' ') {
        Some(("return", value)) => Change::Return(typed(value)),
        Some(("raise", exception)) => Change::Raise(typed(exception)),
        Some(("debug", statement)) => Change::Debug(statement),
        _ => Change::Statement { source, frame, names: &[] },
    };
    machine.open_branch(&change, false)
}

/// What the innermost frame can be made to do.
const WAYS_ON: &[&str] = &[
    "return None",
    "return [1, 'two']",
    "raise KeyError('branch')",
    "raise ValueError from OSError(2, 'x')",
    "debug len(repr(sorted([3, 1, 2], key=lambda n: -n)))",
    "debug 1 / 0",
];

/// Another way for the innermost frame, or a statement that changes a variable, if a frame has one that is a number or
/// a list.
fn some_change(machine: &mut Machine, rng: &mut Rng) -> Option<(usize, String)> {
    if rng.below(3) == 0 {
        return Some((0, WAYS_ON[rng.below(WAYS_ON.len() as u64) as usize].into()));
    }
    let frames = machine.stack().len() as u64;
    let frame = rng.below(frames) as usize;
    let variables = machine.locals(frame);
    let changed: Vec<String> = variables
        .iter()
        .filter(|(name, _)| !name.starts_with("__") && name.chars().all(|c| c.is_ascii_alphanumeric() || c == '_'))
        .filter_map(|(name, value)| match value.as_str() {
            number if number.len() < 12 && number.parse::<i64>().is_ok() => Some(format!("{name} = {name} + 1")),
            list if list.starts_with('[') => Some(format!("{name}.append(len({name}))")),
            dict if dict.starts_with('{') && dict.contains(':') => Some(format!("{name}['branch'] = 1")),
            _ => None,
        })
        .collect();
    if changed.is_empty() {
        return Some((frame, "pass".into()));
    }
    let at = rng.below(changed.len() as u64) as usize;
    Some((frame, changed[at].clone()))
}

/// Says what was being done when a machine panics.
#[derive(Default)]
struct Doing(String);

impl Drop for Doing {
    fn drop(&mut self) {
        if std::thread::panicking() {
            eprintln!("while {}", self.0);
        }
    }
}

/// Makes random actions in a machine, and compares its state after each.
fn wander(
    machine: &mut Machine,
    straight: &mut Straight<'_>,
    rng: &mut Rng,
    (actions, last): (u64, u64),
) -> Result<(), (u64, String)> {
    let main = Branch { number: 0, path: Vec::new() };
    let mut all = vec![main.clone()];
    let mut here = main;
    machine.seek(u64::MAX);
    let mut doing = Doing::default();
    for _ in 0..actions {
        MADE.fetch_add(1, Ordering::Relaxed);
        let from = here.path.last().map_or(0, |change| change.time);
        let time = match here.path.is_empty() || rng.below(3) == 0 {
            true => rng.below(last + 1).min(from + REACH),
            false => from + rng.below(REACH),
        };
        let wrong = |what: String| (time, what);
        doing.0 = format!("going to {time} on {:?}", here.path);
        match rng.below(6) {
            0 | 1 => {
                machine.seek(time);
                let time = machine.time().unwrap_or_default();
                let path: Path = here.path.iter().filter(|change| change.time <= time).cloned().collect();
                let Some((frame, statement)) = some_change(machine, rng).filter(|_| path.len() < DEPTH) else {
                    continue;
                };
                doing.0 = format!("{statement} in frame {frame} at {time} on {path:?}");
                let opened = open(machine, frame, &statement);
                let mut changed = path.clone();
                changed.push(Made { time, frame, statement });
                match opened {
                    Ok(_) => {
                        here = Branch { number: machine.branch(), path: changed };
                        all.push(here.clone());
                    }
                    // While native code waits: so it must be everywhere, and nothing has changed.
                    Err(_) => {
                        if straight.state(&changed, time).is_ok() {
                            return Err(wrong("a branch cannot begin here, and can elsewhere".into()));
                        }
                    }
                }
                compare(machine, straight, &here.path, time).map_err(wrong)?;
            }
            2 => {
                here = all[rng.below(all.len() as u64) as usize].clone();
                let time = here.path.last().map_or(time, |change| change.time);
                if !machine.switch_branch(here.number, time) {
                    return Err(wrong(format!("there is no branch {}", here.number)));
                }
                compare(machine, straight, &here.path, time).map_err(wrong)?;
            }
            3 if all.len() > 1 => {
                let gone = all[1 + rng.below(all.len() as u64 - 1) as usize].clone();
                let dropped = machine.drop_branch(gone.number);
                let left: Vec<usize> = machine.branches().iter().map(|branch| branch.number).collect();
                all.retain(|branch| left.contains(&branch.number));
                if dropped == left.contains(&gone.number) {
                    return Err(wrong(format!("branch {} was dropped: {dropped}", gone.number)));
                }
            }
            4 => run_over(machine, straight, &here.path, (from.saturating_sub(rng.below(20)), rng.below(40)))
                .map_err(wrong)?,
            _ => compare(machine, straight, &here.path, time).map_err(wrong)?,
        }
    }
    Ok(())
}

fn compare(machine: &mut Machine, straight: &mut Straight<'_>, path: &Path, time: u64) -> Result<(), String> {
    let expected = straight.state(path, time)?;
    let found = state_at(machine, time);
    match found == expected {
        true => Ok(()),
        false => Err(format!("{found:?} instead of {expected:?} on the branch {path:?}")),
    }
}

/// Runs over the beginning of a branch instead of going to a time behind it.
fn run_over(
    machine: &mut Machine,
    straight: &mut Straight<'_>,
    path: &Path,
    (from, events): (u64, u64),
) -> Result<(), String> {
    let run = machine.record(from, from + events);
    let Some(last) = machine.time() else { return Err("the machine is nowhere".into()) };
    let (found, expected) = (machine.digest(), straight.state(path, last)?);
    if (Some(last), found) != expected {
        return Err(format!(
            "{last}, {found} instead of {expected:?} after running from {from} on the branch {path:?}"
        ));
    }
    for (t, event) in (from..).zip(run).filter(|(t, _)| t % 7 == 0) {
        machine.seek(t);
        if machine.event() != event {
            return Err(format!("event {t} is {:?} instead of {event:?} on the branch {path:?}", machine.event()));
        }
    }
    Ok(())
}

#[test]
fn random_trees() {
    let ways = [
        Way::AGAIN,
        Way::every(7).keep(3),
        Way::every(50).stress_gc(),
        Way::HYBRID,
        Way::log(100),
        Way::log(7).stress_gc(),
    ];
    let mut some: Vec<Program> = programs().into_iter().filter(|p| !p.name.starts_with("std_")).collect();
    if !is_thorough() && asked_for().is_none() {
        let mut number = 0..;
        some.retain(|_| number.next().is_some_and(|n: usize| n.is_multiple_of(PART)));
    }
    let each = asked_for().map(|all| all.div_ceil((some.len() * ways.len()).max(1) as u64));
    check_some("branches", some, |program| {
        let fail = |way, t, what: String| Failure::new(program, way, t, what);
        let reference = Reference::of(program).map_err(|e| fail(Way::AGAIN, None, e))?;
        let mut straight = Straight { reference: &reference, known: HashMap::new() };
        for way in ways {
            let mut rng = Rng::new(&format!("branches {}", program.name));
            let mut machine = reference.launch(way).map_err(|e| fail(way, None, e))?;
            let actions = each.unwrap_or_else(|| reference.visits(Way::AGAIN, ACTIONS));
            wander(&mut machine, &mut straight, &mut rng, (actions, reference.last()))
                .map_err(|(t, what)| fail(way, Some(t), what))?;
            machine.switch_branch(0, 0);
            for _ in 0..3 {
                let t = reference.some_time(&mut rng);
                go(&mut machine, t)
                    .and_then(|()| reference.same(&machine, t, true))
                    .map_err(|e| fail(way, Some(t), e))?;
            }
        }
        Ok(())
    });
    if asked_for().is_some() {
        eprintln!("{} actions", MADE.load(Ordering::Relaxed));
    }
}
