//! The machine's searches find what the definition of an event query, `EventQuery::matches`, says about the events of a
//! straight run, and leave no trace in the program.

use std::cell::{Cell, RefCell};
use std::collections::BTreeSet;
use std::rc::Rc;
use std::sync::atomic::Ordering;

use ttd_debug::target::{EventQuery, FrameWatch, Kinds, NEVER, SourceLocation};
use ttd_tests::check::Failure;
use ttd_tests::run::{go, launch_text};
use ttd_tests::{Outcome, Program, Reference, Rng, Row, Way, check_light};
use ttd_vm::time::{Config, Machine, Reached};

/// Searches in each mode.
const SEARCHES: u64 = 16;

struct Trial<'a> {
    program: &'a Program,
    way: Way,
    reference: &'a Reference,
    machine: Machine,
    /// The last event that was reached.
    frontier: u64,
}

/// A query and the times that match it.
struct Wanted {
    watch: EventQuery,
    times: Vec<u64>,
}

impl Trial<'_> {
    fn fail(&self, what: String) -> Failure {
        Failure::new(self.program, self.way, self.machine.time(), what)
    }

    fn visit(&mut self, t: u64, deep: bool) -> Outcome {
        go(&mut self.machine, t).map_err(|e| self.fail(e))?;
        self.here(t, deep)
    }

    fn here(&mut self, t: u64, deep: bool) -> Outcome {
        self.frontier = self.frontier.max(t);
        let result = self.reference.same(&self.machine, t, deep);
        result.map_err(|e| self.fail(e))
    }

    /// Chooses a query and finds its matches by definition.
    fn choose(&mut self, rng: &mut Rng) -> Result<Wanted, Failure> {
        let mut watch = EventQuery::default();
        let what = rng.below(8);
        if what <= 3 {
            let lines: Vec<&Row> = self.lines();
            let one = lines[rng.below(lines.len() as u64) as usize];
            let all = rng.below(3) == 0;
            let places = lines.iter().filter(|row| all || ***row == *one);
            let places: BTreeSet<SourceLocation> = places.map(|row| place(row, !all && rng.below(2) == 0)).collect();
            watch.locations = places.into_iter().collect();
        }
        if what >= 3 && what != 7 {
            let t = rng.below(self.frontier + 1);
            self.visit(t, false)?;
            let code = self.machine.event().code;
            let frame = self.reference.raw[t as usize].frame;
            let kinds = some_kinds(rng);
            let line = self.reference.raw[t as usize].line;
            let lines = match rng.below(3) {
                0 => (line + 1, u32::MAX),
                1 => (0, line),
                _ => (0, u32::MAX),
            };
            watch.frame = Some(FrameWatch { lines, ..FrameWatch::of_kinds(frame, code, kinds) });
        }
        if what >= 6 {
            watch.any = [Kinds::START, Kinds::CALLS][rng.below(2) as usize];
        }
        let rows = self.reference.events.iter().zip(&self.reference.raw);
        let lines: BTreeSet<u32> = watch.locations.iter().map(|place| place.line).collect();
        let meets = |(row, event): (&Row, _)| {
            let is_line = row.kind == "line" && lines.contains(&(row.line as u32));
            watch.any.matches(Kinds::of(event))
                || watch.frame.is_some_and(|frame| frame.matches(event))
                || is_line && [false, true].iter().any(|named| watch.locations.contains(&place(row, *named)))
        };
        let times = (0..).zip(rows).filter(|(_, at)| meets(*at));
        let times = times.map(|(t, _)| t).collect();
        Ok(Wanted { watch, times })
    }

    fn lines(&self) -> Vec<&Row> {
        let events = self.reference.events.iter();
        events.filter(|row| row.kind == "line").collect()
    }

    fn forward(&mut self, wanted: &Wanted, rng: &mut Rng) -> Outcome {
        let i = match rng.below(3) {
            0 => self.frontier,
            _ => rng.below(self.frontier + 1),
        };
        self.visit(i, false)?;
        let last = self.reference.last();
        let limit = match rng.below(2) {
            0 => NEVER,
            _ => i + rng.below(last - i + 3),
        };
        let first = wanted.times.iter().copied().find(|t| *t > i);
        let expected = match first {
            Some(t) if t <= limit => (Reached::Target, t),
            _ if limit <= last => (Reached::Target, limit),
            _ => (Reached::End, last),
        };
        let reached = self.machine.run_until(&wanted.watch, limit);
        let got = (reached, self.machine.time().unwrap_or(0));
        if got != expected {
            let watch = &wanted.watch;
            let what = format!("{got:?} instead of {expected:?} from {i} by {limit}: {watch:?}");
            return Err(self.fail(what));
        }
        self.here(expected.1, rng.below(3) == 0)
    }

    fn backward(&mut self, wanted: &Wanted, rng: &mut Rng) -> Outcome {
        let t = rng.below(self.frontier + 2);
        let floor = match rng.below(2) {
            0 => 0,
            _ => rng.below(t + 1),
        };
        if rng.below(2) == 0 {
            let elsewhere = rng.below(self.frontier + 1);
            self.visit(elsewhere, false)?;
        }
        let found = self.machine.last_before(&wanted.watch, t, floor);
        let all = |from| {
            let times = wanted.times.iter().copied();
            times.filter(|time| (from..t).contains(time)).collect::<Vec<u64>>()
        };
        let right = !found.interrupted
            && found.times == all(found.from)
            && (!found.times.is_empty() || found.from <= floor && all(floor).is_empty());
        if !right || found.times.last().is_some_and(|time| *time < floor) {
            let (watch, all) = (&wanted.watch, all(floor));
            let what = format!("{found:?} instead of {all:?} before {t} from {floor}: {watch:?}");
            return Err(self.fail(what));
        }
        let to = found.times.last().copied().unwrap_or(t.min(self.frontier));
        self.visit(to, rng.below(3) == 0)
    }
}

/// Returns the source location of a `line` event.
pub(crate) fn place(row: &Row, with_function: bool) -> SourceLocation {
    // Code compiled from a string has the name that the program gave it.
    let file = ttd_tests::program::folder().join(&row.file);
    let path = match file.is_file() {
        true => file.display().to_string(),
        false => row.file.clone(),
    };
    SourceLocation { path, line: row.line as u32, function: with_function.then(|| row.function.clone()) }
}

fn some_kinds(rng: &mut Rng) -> Kinds {
    let neither = Kinds::SUSPEND.and(Kinds::RESUME);
    let all = [
        Kinds::ALL,
        Kinds::ALL.without(neither),
        Kinds::ENDS,
        Kinds::LINE.and(Kinds::ENDS),
        Kinds::LINE.and(Kinds::START),
        Kinds::RETURNS,
        Kinds::CALLS,
        Kinds::EXCEPTION,
    ];
    all[rng.below(all.len() as u64) as usize]
}

fn in_ways(check: &str, ways: &[Way]) {
    check_light(check, |program| {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        for way in reference.some(check, ways) {
            let fail = |e| Failure::new(program, way, None, e);
            let machine = reference.launch(way).map_err(fail)?;
            let mut trial = Trial { program, way, reference: &reference, machine, frontier: 0 };
            let mut rng = Rng::new(&format!("{check} {} {way}", program.name));
            trial.visit(0, false)?;
            if trial.lines().is_empty() {
                continue;
            }
            for _ in 0..reference.visits(way, SEARCHES) {
                let wanted = trial.choose(&mut rng)?;
                match rng.below(2) {
                    0 => trial.forward(&wanted, &mut rng)?,
                    _ => trial.backward(&wanted, &mut rng)?,
                }
            }
        }
        Ok(())
    });
}

#[test]
fn searches() {
    in_ways("searches", &[Way::AGAIN, Way::every(7), Way::every(1000).keep(4), Way::log(64)]);
}

#[test]
fn searches_among_many_checkpoints() {
    in_ways("searches_many", &[Way::every(1), Way::every(2).keep(4), Way::every(5).stress_gc()]);
}

/// The progress callback of a search can interrupt it.
#[test]
fn long_searches_are_reported_and_can_be_broken_off() {
    let text = "total = 0\nfor i in range(5_000_000):\n    total += i\nprint(total)\n";
    let config = Config { interval: 1_000_000, ..Config::default() };
    let mut machine = launch_text(text, config);
    assert_eq!(machine.seek(NEVER), Reached::End);
    let last = machine.time().expect("events");

    let (reports, flag) = (Rc::new(RefCell::new(Vec::new())), machine.interrupt_flag());
    let (sink, set) = (reports.clone(), flag.clone());
    let breaks = Rc::new(Cell::new(true));
    let once = breaks.clone();
    machine.on_progress(Box::new(move |progress| {
        sink.borrow_mut().push(progress);
        if once.replace(false) {
            set.store(true, Ordering::Relaxed);
        }
    }));
    let nowhere = EventQuery::of_locations(vec![SourceLocation { path: "<string>".into(), line: 99, function: None }]);

    let found = machine.last_before(&nowhere, last, 0);
    assert!(found.interrupted && found.times.is_empty() && found.from > 0);
    let report = reports.take();
    let first = report.first().expect("a report");
    assert!(first.total == Some(last) && first.done < last, "{report:?}");

    flag.store(false, Ordering::Relaxed);
    breaks.set(true);
    assert_eq!(machine.seek(0), Reached::Target);
    assert_eq!(machine.run_until(&nowhere, NEVER), Reached::Interrupted);
    let (now, line) = (machine.time().expect("a time"), machine.event().line);
    assert!((1..last).contains(&now), "{now}");
    assert!([2, 3].contains(&line), "{line}");
    assert!(!reports.take().is_empty());

    flag.store(false, Ordering::Relaxed);
    assert_eq!(machine.seek(now - 1), Reached::Target);
    assert_eq!(machine.event().line, 5 - line);
}
