//! A log of a part of a run: every recorded event is as in a straight run, every other is reported as not recorded, and
//! crossing gaps changes nothing.

use std::sync::atomic::Ordering;
use std::time::Duration;

use ttd_debug::target::NEVER;
use ttd_tests::check::Failure;
use ttd_tests::run::{go, launch_text};
use ttd_tests::{Outcome, Program, Reference, Rng, Way, check_light};
use ttd_vm::time::{
    Condition, Config, Event, EventKind, EventQuery, Kinds, Machine, NumberTest, Reached, RecordChoice, Test,
};

/// Digests compared in one sweep, about.
const DIGESTS: u64 = 12;

struct Trial<'a> {
    program: &'a Program,
    way: Way,
    reference: &'a Reference,
    machine: Machine,
    choice: &'a RecordChoice,
}

/// Returns a condition that holds at this event and at few others.
fn condition(event: &Event) -> Condition {
    Condition { tests: vec![Test::Line(NumberTest::equal(event.line)), Test::Kind(Some(event.kind))], asked: false }
}

fn holds(condition: &Option<Condition>, event: &Event) -> bool {
    condition.as_ref().is_some_and(|condition| {
        condition.tests.iter().all(|test| match test {
            Test::Line(line) => line.holds(event.line),
            Test::Kind(kind) => *kind == Some(event.kind),
            _ => true,
        })
    })
}

/// Returns which events are recorded by the meaning of the options.
fn wanted(choice: &RecordChoice, events: &[Event]) -> Vec<bool> {
    let (mut begun, mut ended) = (choice.from.is_none(), false);
    let nothing = choice.modules == ["no_such_module"];
    let wanted = |event: &Event| {
        let begins = !begun && holds(&choice.from, event);
        begun |= begins;
        let on = begun && !ended;
        ended |= on && !begins && holds(&choice.until, event);
        on && !nothing
    };
    let mut all: Vec<bool> = events.iter().map(wanted).collect();
    // The end of the main module is always recorded.
    let is_last = |event: &Event| event.kind == EventKind::Return && event.frame == 0;
    if let Some(at) = events.iter().rposition(is_last) {
        all[at] = true;
    }
    all
}

fn choose(rng: &mut Rng, events: &[Event]) -> RecordChoice {
    let mut some = || condition(&events[rng.below(events.len() as u64) as usize]);
    let (from, until) = (some(), some());
    match rng.below(6) {
        0 => RecordChoice { modules: vec!["no_such_module".into()], ..RecordChoice::default() },
        1 => RecordChoice { from: Some(from), ..RecordChoice::default() },
        2 => RecordChoice { until: Some(until), ..RecordChoice::default() },
        3 => RecordChoice { skipped: vec!["__main__".into()], ..RecordChoice::default() },
        _ => RecordChoice { from: Some(from), until: Some(until), ..RecordChoice::default() },
    }
}

impl Trial<'_> {
    fn fail(&self, t: Option<u64>, what: impl Into<String>) -> Failure {
        let what = format!("{} with {:?}", what.into(), self.choice);
        Failure::new(self.program, self.way, t, what)
    }

    fn recorded(&self) -> Vec<u64> {
        let all = 0..=self.reference.last();
        all.filter(|t| self.machine.gap(*t).is_none()).collect()
    }

    fn compare(&mut self, t: u64, deep: bool) -> Outcome {
        let result = self.reference.same(&self.machine, t, deep);
        result.map_err(|e| self.fail(Some(t), e))
    }

    /// Runs to the end, then visits every recorded event forwards, backwards and at random.
    fn sweep(&mut self, rng: &mut Rng) -> Outcome {
        if self.machine.seek(NEVER) != Reached::End {
            return Err(self.fail(None, "no end"));
        }
        let result = self.reference.same_end(&self.machine);
        result.map_err(|e| self.fail(None, e))?;
        let recorded = self.recorded();
        self.are_those_wanted(&recorded)?;
        self.are_found(&recorded)?;
        for t in recorded.iter().chain(recorded.iter().rev()) {
            go(&mut self.machine, *t).map_err(|e| self.fail(Some(*t), e))?;
            let deep = self.reference.is_chosen(*t, DIGESTS, rng);
            self.compare(*t, deep)?;
        }
        for _ in 0..DIGESTS.min(recorded.len() as u64) {
            let t = recorded[rng.below(recorded.len() as u64) as usize];
            go(&mut self.machine, t).map_err(|e| self.fail(Some(t), e))?;
            self.compare(t, true)?;
        }
        Ok(())
    }

    fn are_those_wanted(&self, recorded: &[u64]) -> Outcome {
        if self.choice.skipped.is_empty() {
            let wanted = wanted(self.choice, &self.reference.raw);
            let wanted: Vec<u64> = (0..).zip(&wanted).filter(|(_, w)| **w).map(|(t, _)| t).collect();
            // A block can end only at a recorded event: where blocks are short, one more is recorded for that.
            let all = wanted.iter().all(|t| recorded.contains(t));
            if !all || self.way.interval == 4096 && recorded != wanted {
                let what = format!("recorded {recorded:?} instead of {wanted:?}");
                return Err(self.fail(None, what));
            }
        }
        let reported = self.machine.recorded().map(|recorded| recorded.events);
        match reported == Some(recorded.len() as u64) {
            true => Ok(()),
            false => Err(self.fail(None, format!("{reported:?} are said to be recorded"))),
        }
    }

    /// Event lists and searches give all recorded events and nothing else.
    fn are_found(&mut self, recorded: &[u64]) -> Outcome {
        let last = self.reference.last();
        let listed: Vec<u64> = self.machine.events(0, last).into_iter().flatten().map(|(t, _)| t).collect();
        if listed != recorded {
            return Err(self.fail(None, format!("listed {listed:?} instead of {recorded:?}")));
        }
        let calls = EventQuery { any: Kinds::CALLS, ..EventQuery::default() };
        let is_call = |t: &u64| self.reference.raw[*t as usize].kind == EventKind::Call;
        let first = recorded.first().copied().unwrap_or(0);
        let expected: Vec<u64> = recorded.iter().copied().filter(|t| *t > first && is_call(t)).collect();
        let mut found = Vec::new();
        self.machine.seek(first);
        while self.machine.run_until(&calls, NEVER) == Reached::Target {
            found.extend(self.machine.time());
        }
        let (mut back, mut before) = (Vec::new(), last + 1);
        loop {
            let search = self.machine.last_before(&calls, before, first + 1);
            back.splice(0..0, search.times.iter().copied());
            if search.times.is_empty() {
                break;
            }
            before = search.from;
        }
        match found == expected && back == expected {
            true => Ok(()),
            false => Err(self.fail(None, format!("calls {found:?}, {back:?} instead of {expected:?}"))),
        }
    }

    /// Seeks to random times while the program runs on.
    fn wander(&mut self, rng: &mut Rng) -> Outcome {
        for _ in 0..DIGESTS / 2 {
            let t = self.reference.some_time(rng);
            let reached = self.machine.seek(t);
            let Some(now) = self.machine.time() else {
                return Ok(());
            };
            self.compare(now, true)?;
            if self.machine.gap(t).is_none() && now != t && reached == Reached::Target {
                return Err(self.fail(Some(t), format!("at {now}")));
            }
        }
        Ok(())
    }
}

#[test]
fn a_part_of_a_run() {
    let ways = [Way::log(4096), Way::log(40), Way::log(7).stress_gc()];
    check_light("selected", |program| {
        let no_reference = |what| Failure::new(program, Way::AGAIN, None, what);
        let reference = Reference::of(program).map_err(no_reference)?;
        let mut rng = Rng::new(&format!("selected {}", program.name));
        if reference.raw.is_empty() {
            return Ok(());
        }
        for (number, way) in (0..).zip(reference.some("selected", &ways)) {
            let choice = choose(&mut rng, &reference.raw);
            let fail = |e| Failure::new(program, way, None, e);
            let mut machine = reference.launch(way).map_err(fail)?;
            machine.record_only(choice.clone(), None);
            let mut trial = Trial { program, way, reference: &reference, machine, choice: &choice };
            match number {
                1 => trial.wander(&mut rng)?,
                _ => trial.sweep(&mut rng)?,
            }
        }
        Ok(())
    });
}

/// A long function, and one that is recorded whole.
const QUIET: &str = "
def quiet(n):
    total = 0
    for i in range(n):
        total += i & 3
    return total

def loud(n):
    return [quiet(i) for i in range(n)]

print(quiet(10_000_000))
print(loud(3))
";

fn logged_from_loud() -> Machine {
    let config = Config { log: true, ..Config::default() };
    let mut machine = launch_text(QUIET, config);
    let loud = Condition { tests: vec![Test::Function("loud".into())], asked: false };
    let choice = RecordChoice { from: Some(loud), ..RecordChoice::default() };
    machine.record_only(choice, None);
    machine
}

/// Ctrl-C inside a gap: the event that was reached becomes recorded, and nothing else changes.
#[test]
fn a_gap_can_be_broken_off() {
    let (mut whole, mut broken) = (logged_from_loud(), logged_from_loud());
    assert_eq!(whole.seek(NEVER), Reached::End);
    let flag = broken.interrupt_flag();
    let ctrl_c = {
        let flag = flag.clone();
        std::thread::spawn(move || {
            std::thread::sleep(Duration::from_millis(40));
            flag.store(true, Ordering::Relaxed);
        })
    };
    assert_eq!(broken.seek(NEVER), Reached::Interrupted);
    assert!(ctrl_c.join().is_ok());
    flag.store(false, Ordering::Relaxed);
    let (at, here) = (broken.time().expect("a time"), broken.digest());
    assert!(broken.gap(at).is_none() && broken.gap(at - 1).is_some());

    assert_eq!(broken.seek(NEVER), Reached::End);
    assert_eq!(broken.time(), whole.time());
    let last = whole.time().expect("events");
    let events = |machine: &mut Machine| machine.events(0, last).expect("events");
    let (mut expected, got) = (events(&mut whole), events(&mut broken));
    let added = got.iter().find(|(t, _)| *t == at).copied();
    expected.extend(added);
    expected.sort_by_key(|(t, _)| *t);
    assert_eq!(got, expected);
    for (t, _) in &expected {
        if *t != at {
            assert_eq!(whole.seek(*t), Reached::Target);
            assert_eq!(broken.seek(*t), Reached::Target);
            assert_eq!(broken.digest(), whole.digest(), "at event {t}");
        }
    }
    assert_eq!(broken.seek(at), Reached::Target);
    assert_eq!(broken.digest(), here);
    let mut again = launch_text(QUIET, Config::default());
    assert_eq!(again.seek(at), Reached::Target);
    assert_eq!(again.digest(), here);
}
