//! The run again with other sources and the same inputs.

use std::fs;

use ttd_debug::Session;
use ttd_debug::answer::render;
use ttd_debug::target::NEVER;
use ttd_tests::Way;
use ttd_tests::scratch::Scratch;
use ttd_vm::time::{Machine, Program};
use ttd_vm::vm::host::console::Console;

const MAIN: &str =
    "import helper\nname = input()\nwith open('notes', 'w') as f:\n    f.write(name)\nprint(helper.greet(name))\n";
const HELPER: &str = "def greet(name):\n    return 'hello ' + nobody\n";
const FIXED: &str = "# Fixed.\ndef greet(name):\n    return 'hello ' + name\n";

fn launch(folder: &Scratch, way: Way, input: &str) -> Machine {
    let path = folder.path().join("main.py");
    let program = Program::Script { path, args: Vec::new() };
    let mut machine = Machine::launch(&program, way.config()).map_err(|e| e.message).expect("it starts");
    machine.vm_mut().host.world.console = Console::memory(input.into());
    machine.vm_mut().host.world.set_folder(folder.path().to_path_buf());
    machine
}

fn died_of(machine: &Machine) -> Option<String> {
    machine.end().and_then(|end| end.died.as_ref()).map(|death| death.summary.clone())
}

/// Writes both files of the program.
fn write(folder: &Scratch, main: &str, helper: &str) {
    fs::write(folder.path().join("main.py"), main).expect("writable");
    fs::write(folder.path().join("helper.py"), helper).expect("writable");
}

#[test]
fn a_fix_repairs_this_very_run() {
    for way in [Way::AGAIN, Way::every(3), Way::HYBRID, Way::log(5)] {
        let folder = Scratch::new();
        write(&folder, MAIN, HELPER);
        let mut machine = launch(&folder, way, "you\n");
        machine.seek(NEVER);
        let (dead, last, digest) = (died_of(&machine), machine.time(), machine.digest());
        assert_eq!(dead.as_deref(), Some("NameError: name 'nobody' is not defined"), "{way}");
        assert_eq!(
            machine.reload(None).map_err(|error| error.to_string()).err().as_deref(),
            Some("No source file of the program has changed since it was run"),
            "{way}"
        );
        write(&folder, MAIN, FIXED);
        fs::remove_file(folder.path().join("notes")).expect("it was written");
        let changed = machine.reload(None).map_err(|error| error.to_string()).expect("it has changed");
        assert_eq!(changed, [folder.path().join("helper.py").display().to_string()], "{way}");
        machine.seek(NEVER);
        assert_eq!(died_of(&machine), None, "{way}");
        assert_eq!(machine.output(), b"hello you\n", "{way}");
        assert!(!folder.path().join("notes").exists(), "{way}: a branch writes nothing to the disk");
        // The states are those of a program that is the fixed one from the beginning.
        let mut straight = launch(&folder, Way::AGAIN, "you\n");
        let end = machine.time().expect("a time");
        for t in [end, 0, end / 2, end - 1] {
            machine.seek(t);
            straight.seek(t);
            assert_eq!((machine.time(), machine.event().line), (straight.time(), straight.event().line), "{way}: {t}");
        }
        let path = folder.path().join("helper.py").display().to_string();
        assert_eq!(machine.source(&path).as_deref().map(str::len), Some(FIXED.len() - 1), "{way}");
        // The run as it was stays.
        machine.switch_branch(0, 0);
        assert_eq!(machine.source(&path).as_deref().map(str::len), Some(HELPER.len() - 1), "{way}");
        machine.seek(NEVER);
        assert_eq!((died_of(&machine), machine.time(), machine.digest()), (dead, last, digest), "{way}");
    }
}

#[test]
fn the_command_says_how_it_ends() {
    let folder = Scratch::new();
    write(&folder, MAIN, FIXED);
    let broken = MAIN.replace("helper.greet(name)", "helper.greet(nam)");
    write(&folder, &broken, FIXED);
    let machine = launch(&folder, Way::HYBRID, "you\n");
    let mut session = Session::start(Box::new(machine));
    let mut type_in = |line: &str| {
        let text = render::render_all(&session.execute(line));
        text.replace(&format!("{}/", folder.path().display()), "")
    };
    assert_eq!(type_in("reload --from-start"), "*** No source file of the program has changed since it was run\n");
    type_in("continue");
    write(&folder, "print(1 +)\n", FIXED);
    let refused = type_in("reload --from-start");
    assert!(refused.starts_with("***") && refused.contains("SyntaxError: invalid syntax"), "{refused}");
    write(&folder, MAIN, FIXED);
    let text = type_in("reload --from-start");
    let expected = "(branch 1 runs again with the new text of main.py; `switch main` leads back)\n\
        (main died of NameError: name 'nam' is not defined)\n\
        at the end of the program: exited 0\n\
        --Return--\n\
        > main.py(5)<module>()->None\n\
        -> print(helper.greet(name))\n";
    assert_eq!(text, expected);
    assert_eq!(type_in("output"), "hello you\n");
    let listed = type_in("branches");
    assert_eq!(
        listed,
        "  main  (died of NameError: name 'nam' is not defined)\n*   1  from event 0: new text of main.py  (exited 0)\n"
    );
    let back = type_in("switch main");
    assert!(back.contains("-> print(helper.greet(nam))"), "{back}");
}
