//! Where most work is done between events, in library code and natives, going back still costs little of it.

use ttd_debug::target::{EventQuery, NEVER, WriteQuery};
use ttd_tests::Way;
use ttd_tests::run::{go, launch_text};
use ttd_vm::time::{Machine, Reached};

/// Programs with few events: work in the library's loops, in natives that are called, and in operators.
const PROGRAMS: [&str; 3] = [
    "
import difflib
total = 0
for n in range(1000):
    total += difflib.SequenceMatcher(None, 'abcab' * 40, 'bacba' * 40).ratio()
",
    "
total = 0
for n in range(60):
    total += len(' '.join(map(str, range(60_000))).split())
",
    "
big, total = 3 ** 300_000, 0
for n in range(30):
    total += (big * big) % 1_000_007
",
];

/// Runs a program to its end.
fn ended(text: &str, way: Way) -> Machine {
    let mut machine = launch_text(text, way.config());
    assert_eq!(machine.seek(NEVER), Reached::End);
    machine
}

#[test]
fn work_without_events_leads_to_checkpoints() {
    for text in PROGRAMS {
        let mut machine = ended(text, Way::HYBRID);
        let times: Vec<Option<u64>> = machine.checkpoints().iter().map(|checkpoint| checkpoint.time).collect();
        assert!(times.len() > 2, "{times:?} in {text}");
        let (mut straight, last) = (ended(text, Way::AGAIN), machine.time().expect("events"));
        for t in [last, last / 2, last - 1, 3] {
            go(&mut machine, t).and_then(|()| go(&mut straight, t)).expect("a time");
            assert_eq!(machine.digest(), straight.digest(), "at event {t} of {text}");
        }
    }
}

/// Each step is a command of the debugger, and shorter than what leads to a checkpoint.
#[test]
fn work_adds_up_over_steps() {
    let mut machine = launch_text(PROGRAMS[0], Way::HYBRID.config());
    let mut t = 0;
    loop {
        machine.hold();
        let reached = machine.seek(t);
        machine.release();
        if reached != Reached::Target {
            break;
        }
        t += 1;
    }
    assert!(machine.checkpoints().len() > 2, "{:?} after {t} steps", machine.checkpoints());
}

/// What runs again for a question of tdb leaves checkpoints, which do not outlive it.
#[test]
fn a_question_of_tdb_runs_the_past_once() {
    let query = EventQuery::of_writes(WriteQuery::Named(Some("total".into())));
    for text in PROGRAMS {
        let mut machine = ended(text, Way::AGAIN);
        let (last, digest) = (machine.time().expect("events"), machine.digest());
        machine.seek(last);
        machine.hold();
        let found = machine.last_before(&query, last, 0);
        assert!(!found.times.is_empty() && !found.interrupted, "{text}");
        go(&mut machine, found.times[0]).expect("a time");
        assert!(machine.checkpoints().len() > 2, "while the question goes on: {text}");
        machine.release();
        assert_eq!(machine.checkpoints().len(), 1, "afterwards: {text}");
        go(&mut machine, last).expect("a time");
        assert_eq!(machine.digest(), digest, "{text}");
    }
}
