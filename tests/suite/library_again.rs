//! `library` runs a program again with other events: from every event of the program's own code to the same moment, in
//! every mode, and nothing is asked of the world twice.

use ttd_debug::Session;
use ttd_debug::answer::render::render_all;
use ttd_debug::target::NEVER;
use ttd_tests::run::{go, launch_text};
use ttd_tests::{Rng, Run};
use ttd_vm::time::{EventChoice, Reached};
use ttd_vm::vm::host::console::Console;

use crate::library::{WAYS, choice, installed, launch};

/// Moments tried in each mode.
const MOMENTS: u64 = 8;

const ASKS: &str = "import os, sys, time, json\nfirst = [time.time_ns(), os.urandom(8), sys.stdin.readline()]\n\
    print(first, json.dumps([1.5, {'a': []}], indent=1))\nsecond = [time.time_ns(), sys.stdin.readline()]\nprint(second)\n";

/// Starting again with another choice asks nothing of the world that was asked before, and prints nothing twice.
#[test]
fn starting_again_repeats_the_inputs() {
    for way in WAYS {
        let mut machine = launch_text(ASKS, way.config());
        machine.vm_mut().host.world.console = Console::memory(b"one\ntwo\n".to_vec());
        // The program has printed once, and read one line.
        let mut t = 0;
        while machine.written() == 0 {
            go(&mut machine, t).expect("the program goes on");
            t += 1;
        }
        let first = machine.eval("first", 0).expect("the first inputs");
        machine.start_again(choice(&["json"], &[]));
        assert_eq!(machine.event_choice(), &choice(&["json"], &[]));
        assert_eq!(machine.seek(NEVER), Reached::End);
        assert_eq!(machine.eval("first", 0).as_ref(), Ok(&first), "{way}");
        let second = machine.eval("second", 0).expect("the later inputs");
        assert!(second.ends_with("'two\\n']"), "{second}");
        let with_library = machine.end().and_then(|end| end.last).expect("events");
        let printed = Run::of(&machine).out;
        assert_eq!(printed.iter().filter(|b| **b == b'\n').count(), 7, "{}", String::from_utf8_lossy(&printed));
        machine.start_again(EventChoice::default());
        assert_eq!(machine.seek(NEVER), Reached::End);
        assert_eq!(machine.end().and_then(|end| end.last), Some(6), "{way}");
        assert!(with_library > 100, "{with_library}");
        assert_eq!((machine.eval("second", 0), Run::of(&machine).out), (Ok(second), printed), "{way}");
    }
}

/// What is seen at the present moment, without its time.
fn seen(session: &mut Session) -> String {
    let mut text = String::new();
    for line in ["when", "w", "p sorted(n for n in vars() if n[0] != '_')", "p vars().get('e')"] {
        text += &render_all(&session.execute(line));
    }
    let (_, kind_and_place) = text.split_once(") ").expect("a time");
    kind_and_place.to_string()
}

#[test]
fn the_present_becomes_the_same_moment() {
    for way in WAYS {
        let mut rng = Rng::new(&format!("moments {way}"));
        let mut session = Session::start(Box::new(launch(&installed(), way, EventChoice::default())));
        session.execute("goto end");
        let (last, _) = session.progress();
        for _ in 0..MOMENTS {
            let t = rng.below(last.0 + 1);
            session.execute(&format!("goto {t}"));
            let before = seen(&mut session);
            session.execute("library re os");
            assert_eq!(seen(&mut session), before, "{way}, from {t}");
            assert!(session.progress().0.0 >= t, "{way}, from {t}");
            session.execute("library off");
            assert_eq!((session.progress().0.0, seen(&mut session)), (t, before), "{way}, back to {t}");
        }
    }
}
