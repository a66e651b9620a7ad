//! Other code for functions of a program in the middle of its run.

use std::fs;

use ttd_debug::target::NEVER;
use ttd_tests::Way;
use ttd_tests::run::go;
use ttd_tests::scratch::Scratch;
use ttd_vm::time::{Machine, Program};

const PROGRAM: &str = r#"
class Account:
    def __init__(self, owner):
        self.owner = owner
        self.total = 0

    def add(self, amount):
        self.total = amount

def numbers(n):
    for i in range(n):
        yield i

def make(step):
    def next_one(n):
        return n + step
    return next_one

def run():
    account = Account("ann")
    one = make(1)
    for n in numbers(4):
        account.add(one(n))
    return account

first = run()
print(first.total)
print(run().total)
"#;

const WAYS: [Way; 4] = [Way::AGAIN, Way::every(3), Way::HYBRID, Way::log(5)];

struct Run {
    folder: Scratch,
    machine: Machine,
}

impl Run {
    /// A program that has run to its end, at the n-th event on a line.
    fn at_line(way: Way, text: &str, n: usize) -> Run {
        let folder = Scratch::new();
        fs::write(folder.path().join("main.py"), PROGRAM).expect("writable");
        let program = Program::Script { path: folder.path().join("main.py"), args: Vec::new() };
        let mut machine = Machine::launch(&program, way.config()).map_err(|e| e.message).expect("it starts");
        machine.seek(NEVER);
        let line = PROGRAM.lines().position(|line| line.trim() == text).expect("a line") as u32 + 1;
        let last = machine.time().expect("a time");
        let events = machine.record(0, last);
        let at = (0..).zip(events).filter(|(_, event)| event.line == line).nth(n).expect("it is reached").0;
        go(&mut machine, at).expect("it is there");
        Run { folder, machine }
    }

    /// Writes the program with another text in it, and goes on with that.
    fn reload(&mut self, old: &str, new: &str) -> Result<(), String> {
        assert!(PROGRAM.contains(old));
        fs::write(self.folder.path().join("main.py"), PROGRAM.replace(old, new)).expect("writable");
        self.machine.reload_here(None).map(drop).map_err(|error| error.to_string())
    }

    fn output_at_end(&mut self) -> String {
        self.machine.seek(NEVER);
        String::from_utf8_lossy(self.machine.output()).into_owned()
    }
}

#[test]
fn functions_do_something_else_from_here_on() {
    for way in WAYS {
        let mut run = Run::at_line(way, "account.add(one(n))", 2);
        let (last, at) = (run.machine.event(), run.machine.time().expect("a time"));
        run.reload("self.total = amount", "# A sum.\n        self.total += amount").expect("it can be changed");
        // The line of the present has moved.
        assert_eq!(run.machine.event().line, last.line + 1, "{way}");
        assert_eq!(run.output_at_end(), "9\n10\n", "{way}");
        let path = run.folder.path().join("main.py").display().to_string();
        let length = |run: &Run| run.machine.source(&path).map_or(0, |text| text.lines().count());
        assert_eq!(length(&run), PROGRAM.lines().count() + 1, "{way}");
        // Before the branch everything is where it was.
        run.machine.seek(at - 1);
        assert_eq!(length(&run), PROGRAM.lines().count(), "{way}");
        run.machine.seek(at);
        assert_eq!(length(&run), PROGRAM.lines().count() + 1, "{way}");
        let end = run.machine.digest();
        run.machine.seek(NEVER);
        run.machine.seek(at);
        assert_eq!(run.machine.digest(), end, "{way}");
        run.machine.switch_branch(0, at);
        assert_eq!((run.machine.event(), run.output_at_end()), (last, "4\n4\n".into()), "{way}");
        assert_eq!(length(&run), PROGRAM.lines().count(), "{way}");
    }
}

#[test]
fn functions_made_later_are_new_too() {
    for way in WAYS {
        let mut run = Run::at_line(way, "first = run()", 0);
        run.reload("return n + step", "return n + step * 10").expect("it can be changed");
        assert_eq!(run.output_at_end(), "13\n13\n", "{way}");
    }
}

#[test]
fn what_is_running_cannot_change() {
    for way in WAYS {
        let mut run = Run::at_line(way, "yield i", 1);
        let (at, before) = (run.machine.time().expect("a time"), run.machine.digest());
        let refusals = [
            ("account = Account(\"ann\")", "account = Account(\"bob\")", "run is running, called at event"),
            ("yield i", "yield i + 1", "numbers is running, called at event"),
            ("print(first.total)", "print(first.total + 1)", "main.py is running, and its own lines have changed"),
            ("yield i", "yield i +", "SyntaxError: invalid syntax"),
            ("return n + step", "return n", "The new code of make.<locals>.next_one uses other variables"),
        ];
        for (old, new, why) in refusals {
            let refused = run.reload(old, new).expect_err("it is refused");
            assert!(refused.contains(why), "{way}: {refused}");
            assert_eq!((run.machine.branch(), run.machine.branches().len()), (0, 1), "{way}: {why}");
        }
        go(&mut run.machine, at).expect("it is there");
        assert_eq!(run.machine.digest(), before, "{way}");
        // A generator that is suspended.
        let mut run = Run::at_line(way, "self.total = amount", 1);
        let refused = run.reload("yield i", "yield i + 1").expect_err("it is refused");
        assert!(refused.contains("A generator or coroutine of numbers is suspended"), "{way}: {refused}");
        assert_eq!(run.output_at_end(), "4\n4\n", "{way}");
    }
}
