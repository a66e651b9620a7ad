//! `try` leaves no trace, and `bisect` finds what `find` finds.

use std::fs;

use ttd_debug::Session;
use ttd_debug::answer::render;
use ttd_tests::Way;
use ttd_tests::run::{go, launch_text};
use ttd_tests::scratch::Scratch;
use ttd_vm::time::{Change, Machine};

/// Prints, writes a file, and fails for one of its values.
const PROGRAM: &str = "\
def work(n):
    total = 0
    for i in range(n):
        total += 10 // (i - odd)
        print('at', i)
    return total


odd = 7
with open('made', 'a') as f:
    f.write('x')
result = work(4)
print(result)
";

const WAYS: [Way; 4] = [Way::AGAIN, Way::every(3), Way::HYBRID, Way::log(5)];

fn launch(text: &str, way: Way, folder: &Scratch) -> Machine {
    let mut machine = launch_text(text, way.config());
    machine.vm_mut().host.world.set_folder(folder.path().to_path_buf());
    machine
}

fn type_in(session: &mut Session, line: &str) -> String {
    render::render_all(&session.execute(line))
}

/// What a user can see of a session.
fn seen(session: &mut Session) -> Vec<String> {
    let questions =
        ["when", "where", "p locals()", "output", "branches", "marks", "b", "watch", "events 0 1000", "history odd"];
    let mut seen: Vec<String> = questions.iter().map(|question| type_in(session, question)).collect();
    seen.push(render::prompt(&session.prompt()));
    seen
}

#[test]
fn trying_leaves_no_trace() {
    for way in WAYS {
        // At the live end, and in the past.
        for to in ["b work", "goto end"] {
            let folder = Scratch::new();
            let mut session = Session::start(Box::new(launch(PROGRAM, way, &folder)));
            for line in ["b work", "c", to, "mark here", "goto 30", "goto here", "watch odd", "goto 11"] {
                type_in(&mut session, line);
            }
            let (before, disk) = (seen(&mut session), fs::read_to_string(folder.path().join("made")).ok());
            let table = type_in(&mut session, "try i for odd in [7, 0, 2, 9]");
            assert_eq!(table.lines().count(), 5, "{way} {to}: {table}");
            assert_eq!(seen(&mut session), before, "{way} {to}");
            assert_eq!(fs::read_to_string(folder.path().join("made")).ok(), disk, "{way} {to}");
            // The run goes on as if nothing had been tried.
            type_in(&mut session, "unwatch");
            type_in(&mut session, "clear");
            type_in(&mut session, "y");
            let end = type_in(&mut session, "goto end");
            assert!(end.contains("exited 0"), "{way} {to}: {end}");
            assert_eq!(type_in(&mut session, "output"), "at 0\nat 1\nat 2\nat 3\n-9\n", "{way} {to}");
            assert_eq!(fs::read_to_string(folder.path().join("made")).ok().as_deref(), Some("x"), "{way} {to}");
        }
    }
}

#[test]
fn a_trial_leaves_the_machine_as_it_was() {
    for way in WAYS {
        for end in [11, 20, u64::MAX] {
            let folder = Scratch::new();
            let mut machine = launch(PROGRAM, way, &folder);
            machine.seek(end);
            let last = machine.time().expect("a time");
            for at in [11, last, 9] {
                go(&mut machine, at).expect("there");
                let state = |machine: &mut Machine| {
                    let shown = machine.vm().host.world.console.written();
                    let shown = (shown.0.to_vec(), shown.1.to_vec());
                    (machine.time(), machine.digest(), machine.output().to_vec(), shown, machine.branches())
                };
                let before = state(&mut machine);
                for source in ["odd = 0", "odd = 9", "odd = 1"] {
                    let change = Change::Statement { source, frame: 0, names: &[] };
                    machine.open_trial(&change).expect("it can be tried");
                    assert_eq!(machine.branch(), 1, "{way}");
                    machine.seek(60);
                    assert!(machine.switch_branch(0, at), "{way}");
                    assert!(machine.drop_branch(1), "{way}");
                }
                assert!(state(&mut machine) == before, "{way}: trials at {at} of {last}");
            }
            let disk = || fs::read_to_string(folder.path().join("made")).ok();
            machine.seek(u64::MAX);
            let whole = (machine.time(), machine.digest());
            let other = Scratch::new();
            let mut straight = launch(PROGRAM, Way::AGAIN, &other);
            straight.seek(u64::MAX);
            assert_eq!(whole, (straight.time(), straight.digest()), "{way} {end}");
            assert_eq!(disk().as_deref(), Some("x"), "{way} {end}");
            assert_eq!(machine.output(), straight.output(), "{way} {end}");
        }
    }
}

#[test]
fn bisect_finds_what_find_finds() {
    let program = "seen = []\nend = None\ndef put(n):\n    seen.append(n)\n    return n\nfor i in range(9):\n    put(i)\nend = i\n";
    for way in WAYS {
        let folder = Scratch::new();
        let mut session = Session::start(Box::new(launch(program, way, &folder)));
        type_in(&mut session, "goto end");
        for condition in ["len(seen) > 5", "end is not None", "i == 8", "len(seen) >= 9"] {
            type_in(&mut session, "goto 0");
            let found = type_in(&mut session, &format!("find {condition}"));
            let expected = type_in(&mut session, "when");
            type_in(&mut session, "goto 0");
            let text = type_in(&mut session, &format!("bisect {condition}"));
            assert_eq!(type_in(&mut session, "when"), expected, "{way} {condition}: {text}");
            assert!(text.ends_with(&found), "{way}: {text} {found}");
            assert!(text.contains(" looks)"), "{way}: {text}");
            type_in(&mut session, "back");
            assert!(type_in(&mut session, "when").starts_with("0 of"), "{way} {condition}");
        }
    }
}
