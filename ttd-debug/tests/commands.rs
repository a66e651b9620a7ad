//! Whole sessions over the events of `fib3.py`: typed lines and their answers.

#![allow(dead_code, reason = "the fake is shared between tests, and each uses a part of it")]

mod fake;

use std::sync::atomic::Ordering;

use fake::Fake;
use ttd_debug::Session;
use ttd_debug::answer::render;
use ttd_debug::target::{Death, Event, Time};

/// Enough Python for `fib3.py`: `n` and comparisons of it.
fn fib_eval(source: &str, time: u64, event: &Event) -> Result<String, String> {
    let n = match event.frame {
        3 => 3,
        6 => 2,
        9 | 21 => 1,
        14 => 0,
        _ => return Err("NameError: name 'n' is not defined".into()),
    };
    match source.trim() {
        "n" => Ok(n.to_string()),
        "rc" if time == 12 => Ok("'a variable'".into()),
        "not not (\nn == 1\n)" => Ok(if n == 1 { "True" } else { "False" }.into()),
        "not not (\n1/0\n)" => Err("ZeroDivisionError: division by zero".into()),
        "n = 5" | "brek 4" => Err("SyntaxError: invalid syntax".into()),
        other if other.starts_with("compile(") => Ok("None".into()),
        other => Err(format!("NameError: name '{other}' is not defined")),
    }
}

fn session() -> Session {
    let mut fake = Fake::new(&fake::expected_of("fib3"));
    fake.eval = fib_eval;
    Session::start(Box::new(fake))
}

fn type_in(session: &mut Session, line: &str) -> String {
    render::render_all(&session.execute(line))
}

/// The times that a series of commands leads to.
fn walk(session: &mut Session, lines: &[&str]) -> Vec<u64> {
    let mut times = Vec::new();
    for line in lines {
        session.execute(line);
        times.push(session.progress().0.0);
    }
    times
}

#[test]
fn the_sequences_of_the_contract() {
    let mut s = session();
    assert_eq!(
        walk(&mut s, &["goto 6", "n", "n", "n", "n", "", "", "", "", "", ""]),
        [6, 7, 8, 13, 18, 19, 20, 25, 26, 27, 28]
    );
    assert_eq!(walk(&mut s, &["goto 7", "return", "return", "return"]), [7, 19, 20, 26]);
    assert_eq!(walk(&mut s, &["goto 16", "rnext 3", "rn", "rn 8"]), [16, 13, 8, 0]);
    assert_eq!(walk(&mut s, &["goto 16", "rr", "rr", "rr", "rr"]), [16, 13, 5, 2, 0]);
}

#[test]
fn stops_look_as_in_pdb() {
    let mut s = session();
    let opening = render::render_all(&s.opening());
    assert_eq!(opening, "--Call--\n> fib3.py(1)<module>()\n-> def fib(n):\n");
    assert_eq!(type_in(&mut s, "goto 4"), "> fib3.py(2)fib()\n-> if n <= 1 :\n");
    assert_eq!(type_in(&mut s, "goto 12"), "--Return--\n> fib3.py(3)fib()->1\n-> return n\n");
    // Of a line of commands only the last stop is shown, after the notes of the earlier ones.
    assert_eq!(type_in(&mut s, "rs;;s;;s"), "--Return--\n> fib3.py(5)fib()\n-> f2 = fib(n-2)\n");
}

#[test]
fn both_ends() {
    let mut s = session();
    assert_eq!(type_in(&mut s, "rstep"), "at the start of the program\n");
    let end = "at the end of the program: exited 0\n";
    let place = "--Return--\n> fib3.py(8)<module>()->1\n-> print(f)\n";
    assert_eq!(type_in(&mut s, "c"), format!("{end}{place}"));
    assert_eq!(type_in(&mut s, "step"), end);
    assert_eq!(type_in(&mut s, "next"), end);
    assert_eq!(s.progress(), (Time(28), Time(28)));
    assert_eq!(type_in(&mut s, "when"), "28 of 28 (100%) return fib3.py:8 in <module>\n");
    assert_eq!(
        walk(&mut s, &["goto 5", "goto 99", "goto 50%", "goto +2", "goto -6", "goto start", "goto end"]),
        [5, 28, 14, 16, 10, 0, 28]
    );
    assert_eq!(
        type_in(&mut s, "goto nowhere"),
        "*** No such time or mark: nowhere\n\
         Usage: goto TIME | MARK | start | end | +N | -N | NN%\nExample: goto 5\n"
    );
}

#[test]
fn death_is_a_place() {
    let mut fake = Fake::new(&fake::expected_of("fib3"));
    fake.end.status = 1;
    let summary = "KeyError: 'x'".to_string();
    fake.end.died = Some(Death { at: Some(23), summary, traceback: "Traceback ...\nKeyError: 'x'\n".into() });
    let mut s = Session::start(Box::new(fake));
    let told = "Uncaught exception: the program died of KeyError: 'x'. It was raised here.\n";
    let place = "> fib3.py(3)fib()\n-> return n\n";
    assert_eq!(type_in(&mut s, "c"), format!("{told}{place}"));
    let last = type_in(&mut s, "c");
    assert!(last.starts_with("at the end of the program: died of KeyError: 'x'\n--Return--\n"), "{last}");
    assert_eq!(walk(&mut s, &["rs", "goto end"]), [27, 23]);
}

#[test]
fn breakpoints_on_lines() {
    let mut s = session();
    assert_eq!(type_in(&mut s, "b 3"), "Breakpoint 1 at fib3.py:3\n");
    assert_eq!(walk(&mut s, &["c", "c", "c", "c"]), [11, 16, 23, 28]);
    assert_eq!(walk(&mut s, &["rc", "rc", "rc", "rc"]), [23, 16, 11, 0]);
    assert_eq!(walk(&mut s, &["c 3", "rc 2"]), [23, 11]);
    let listed = "Num Type         Disp Enb   Where\n1   breakpoint   keep yes   at fib3.py:3\n";
    assert_eq!(type_in(&mut s, "b"), format!("{listed}\tbreakpoint already hit 1 time\n"));
    assert_eq!(type_in(&mut s, "disable 1"), "Disabled breakpoint 1 at fib3.py:3\n");
    assert_eq!(walk(&mut s, &["rc", "c"]), [0, 28]);
    assert_eq!(
        type_in(&mut s, "enable 1 7"),
        "Enabled breakpoint 1 at fib3.py:3\n*** Breakpoint number 7 out of range\n"
    );
    assert_eq!(type_in(&mut s, "clear 1"), "Deleted breakpoint 1 at fib3.py:3\n");
    assert_eq!(type_in(&mut s, "clear 1"), "*** Breakpoint 1 already deleted\n");
    assert_eq!(type_in(&mut s, "b 9"), "End of file\n");
    assert_eq!(type_in(&mut s, "b nothing.py:3"), "*** 'nothing.py' not found from sys.path\n");
    assert_eq!(type_in(&mut s, "b fib3:7"), "Breakpoint 2 at fib3.py:7\n");
    assert_eq!(
        type_in(&mut s, "b x"),
        "*** The specified object 'x' is not a function or was not found along sys.path.\n"
    );
}

#[test]
fn breakpoints_on_functions_and_conditions() {
    let mut s = session();
    assert_eq!(type_in(&mut s, "b fib, n == 1"), "Breakpoint 1 at fib3.py:2\n");
    assert_eq!(walk(&mut s, &["c", "c", "c"]), [10, 22, 28]);
    assert_eq!(walk(&mut s, &["rc", "rc", "rc"]), [22, 10, 0]);
    assert_eq!(type_in(&mut s, "condition 1"), "Breakpoint 1 is now unconditional.\n");
    assert_eq!(walk(&mut s, &["c", "c", "c"]), [4, 7, 10]);
    assert_eq!(type_in(&mut s, "condition 1 1/0"), "New condition set for breakpoint 1.\n");
    let stop = type_in(&mut s, "c");
    assert!(
        stop.starts_with("*** The condition of breakpoint 1 failed: ZeroDivisionError: division by zero\n> "),
        "{stop}"
    );
}

/// The hits that do not count are the first ones of the run, from either direction.
#[test]
fn ignored_hits_are_places_on_the_timeline() {
    let mut s = session();
    s.execute("b 3");
    let told = "Will ignore the first 2 crossings of breakpoint 1, counted from event 0.\n";
    assert_eq!(type_in(&mut s, "ignore 1 2"), told);
    assert_eq!(walk(&mut s, &["c", "c", "rc", "rc", "goto 12", "c"]), [23, 28, 23, 0, 12, 23]);
    assert_eq!(type_in(&mut s, "ignore 1"), "Will stop next time breakpoint 1 is reached.\n");
    assert_eq!(walk(&mut s, &["goto 0", "c"]), [0, 11]);
    s.execute("condition 1 n == 1");
    s.execute("ignore 1 1");
    assert_eq!(walk(&mut s, &["goto end", "rc", "rc", "c"]), [28, 23, 0, 23]);
}

#[test]
fn temporary_breakpoints_go_from_both_sides() {
    let mut s = session();
    s.execute("tbreak 3");
    assert_eq!(type_in(&mut s, "n;;n;;n"), "Deleted breakpoint 1 at fib3.py:3\n> fib3.py(3)fib()\n-> return n\n");
    s.execute("goto end");
    s.execute("tbreak 3");
    assert_eq!(walk(&mut s, &["rc", "rc"]), [23, 0]);
}

#[test]
fn frames_in_space_and_time() {
    let mut s = session();
    s.execute("goto 11");
    assert_eq!(type_in(&mut s, "up"), "> fib3.py(4)fib()\n-> f1 = fib(n-1)\n");
    let stack = "  fib3.py(7)<module>()\n-> f = fib(3)\n  fib3.py(4)fib()\n-> f1 = fib(n-1)\n\
                 > fib3.py(4)fib()\n-> f1 = fib(n-1)\n  fib3.py(3)fib()\n-> return n\n";
    assert_eq!(type_in(&mut s, "w"), stack);
    assert_eq!(type_in(&mut s, "w 1"), "  fib3.py(3)fib()\n-> return n\n");
    assert_eq!(type_in(&mut s, "u 9"), "> fib3.py(7)<module>()\n-> f = fib(3)\n");
    assert_eq!(type_in(&mut s, "up"), "*** Oldest frame\n");
    assert_eq!(type_in(&mut s, "d 9"), "> fib3.py(3)fib()\n-> return n\n");
    assert_eq!(type_in(&mut s, "down"), "*** Newest frame\n");
    assert_eq!(walk(&mut s, &["tup", "tup", "tup", "tup", "tdown", "tdown", "tdown"]), [8, 5, 2, 2, 5, 8, 11]);
    assert_eq!(walk(&mut s, &["goto 2", "tdown", "tdown"]), [2, 3, 6]);
    assert_eq!(walk(&mut s, &["goto 10"]), [10]);
    assert_eq!(type_in(&mut s, "tdown"), "*** Newest frame: nothing more is called from here\n");
    assert_eq!(walk(&mut s, &["goto 3", "nextf", "nextf", "prevf", "prevf"]), [3, 6, 9, 6, 3]);
}

#[test]
fn marks_and_the_way_back() {
    let mut s = session();
    assert_eq!(type_in(&mut s, "goto 13;;mark second"), "Mark second at 13\n> fib3.py(5)fib()\n-> f2 = fib(n-2)\n");
    assert_eq!(type_in(&mut s, "marks"), "->         13  second\n");
    assert_eq!(
        walk(&mut s, &["goto 20", "n", "goto second", "back", "back", "forward", "back 9", "forward 2"]),
        [20, 25, 13, 25, 20, 25, 0, 20]
    );
    assert_eq!(
        type_in(&mut s, "mark 3x"),
        "*** Invalid name for a mark: '3x'\nUsage: mark NAME\nExample: mark before\n"
    );
    s.execute("back 9");
    assert_eq!(type_in(&mut s, "back").lines().next(), Some("*** Nothing to go back to"));
}

#[test]
fn listings() {
    let mut s = session();
    s.execute("goto 13");
    s.execute("b 3");
    let whole = type_in(&mut s, "list");
    assert!(whole.starts_with("  1  \tdef fib(n):\n  2  \t    if n <= 1 :\n  3 B\t        return n\n"), "{whole}");
    assert!(whole.contains("  5  ->\t    f2 = fib(n-2)\n"), "{whole}");
    assert!(whole.ends_with("  8  \tprint(f)\n[EOF]\n"), "{whole}");
    assert_eq!(type_in(&mut s, ""), "[EOF]\n");
    assert_eq!(type_in(&mut s, "l 7, 8"), "  7  \tf = fib(3)\n  8  \tprint(f)\n");
    let function = type_in(&mut s, "ll");
    assert_eq!(function.lines().count(), 6, "{function}");
    assert_eq!(
        type_in(&mut s, "list x"),
        "*** Error in argument: 'x'\nUsage: list | l [FIRST[, LAST] | .]\nExample: list 1, 8\n"
    );
}

#[test]
fn words_that_are_no_commands() {
    let mut s = session();
    s.execute("goto 10");
    assert_eq!(type_in(&mut s, "n"), "> fib3.py(3)fib()\n-> return n\n");
    assert_eq!(type_in(&mut s, "!n"), "1\n");
    assert_eq!(type_in(&mut s, "!n = 5"), "");
    assert_eq!(type_in(&mut s, "n = 5"), "");
    let wrong = "*** Invalid argument: == 5\nUsage: next | n [count]\nExample: next 3\n";
    assert_eq!(type_in(&mut s, "n == 5"), wrong);
    assert_eq!(
        type_in(&mut s, "stpe"),
        "*** NameError: name 'stpe' is not defined\nDid you mean the command `step`?\n"
    );
    assert_eq!(type_in(&mut s, "retval"), "*** Not yet returned!\n");
    assert_eq!(type_in(&mut s, "a"), "n = 3\n");
    assert_eq!(type_in(&mut s, "debug fib(1)"), "*** This program cannot be changed\n");
    assert_eq!(type_in(&mut s, "jump 3"), "*** Jump failed: This program cannot be changed\n");
    s.execute("goto 12");
    let hint = "'a variable'\n(rc is a variable here; `rcontinue` or `!!rc` is the command)\n";
    assert_eq!(type_in(&mut s, "rc"), hint);
    assert_eq!(walk(&mut s, &["!!rc"]), [0]);
    assert_eq!(type_in(&mut s, "next x"), "*** Invalid argument: x\nUsage: next | n [count]\nExample: next 3\n");
    assert!(type_in(&mut s, "help rn").starts_with("Usage: rnext | rn [count]\n"));
    assert!(type_in(&mut s, "?").contains("Backwards\n  rstep rs"));
    assert_eq!(type_in(&mut s, "until 1"), "*** \"until\" line number is smaller than current line number\n");
}

/// Forwards Ctrl-C stops at the event reached, backwards it ends the search.
#[test]
fn interruptions() {
    let mut fake = Fake::new(&fake::expected_of("fib3"));
    fake.interrupt_at = Some(10);
    let flag = fake.flag.clone();
    let mut s = Session::start(Box::new(fake));
    s.execute("b 8");
    let stop = type_in(&mut s, "c");
    assert!(stop.starts_with("Program interrupted. (Use 'cont' to resume).\n"), "{stop}");
    assert_eq!(s.progress(), (Time(10), Time(10)));
    assert!(!flag.load(Ordering::Relaxed));
    assert_eq!(walk(&mut s, &["c"]), [27]);
    flag.store(true, Ordering::Relaxed);
    let stop = type_in(&mut s, "rc");
    assert_eq!(stop, "Interrupted: back where the search began.\n> fib3.py(8)<module>()\n-> print(f)\n");
    assert_eq!(s.progress().0, Time(27));
}

/// The commands of a breakpoint run when it is hit, from both directions; the place is shown last, or not at all.
#[test]
fn breakpoint_commands() {
    let mut s = session();
    assert_eq!(
        type_in(&mut s, "b 3;;commands;;p n;;end;;when"),
        "Breakpoint 1 at fib3.py:3\n0 of 0 so far (0%) call fib3.py:1 in <module>\n"
    );
    let place = "> fib3.py(3)fib()\n-> return n\n";
    assert_eq!(type_in(&mut s, "c"), format!("1\n{place}"));
    assert_eq!(type_in(&mut s, ""), format!("0\n{place}"));
    assert_eq!(type_in(&mut s, "rc"), format!("1\n{place}"));
    // A line of the list that travels ends it, and the next hit runs it again.
    s.execute("commands 1");
    assert_eq!(s.prompt(), ttd_debug::Prompt::Definition);
    for line in ["silent", "p n", "c"] {
        assert_eq!(type_in(&mut s, line), "");
    }
    assert!(matches!(s.prompt(), ttd_debug::Prompt::Command(..)));
    s.execute("goto 0");
    let end = "at the end of the program: exited 0\n--Return--\n> fib3.py(8)<module>()->1\n-> print(f)\n";
    assert_eq!(type_in(&mut s, "c"), format!("1\n0\n1\n{end}"));
    s.execute("commands 1;;silent;;p n;;end");
    assert_eq!(type_in(&mut s, "rc"), "1\n");
    assert_eq!(type_in(&mut s, "commands 9"), "*** cannot set commands: Breakpoint number 9 out of range\n");
}

#[test]
fn displays_and_aliases() {
    let mut s = session();
    s.execute("goto 4");
    assert_eq!(type_in(&mut s, "display n"), "display n: 3\n");
    assert_eq!(type_in(&mut s, "n"), "> fib3.py(4)fib()\n-> f1 = fib(n-1)\n");
    assert_eq!(type_in(&mut s, "display"), "Currently displaying:\nn: 3\n");
    assert_eq!(type_in(&mut s, "display zz"), "display zz: ** raised NameError: name 'zz' is not defined **\n");
    assert_eq!(type_in(&mut s, "undisplay y"), "*** not displaying y\n");
    assert_eq!(type_in(&mut s, "alias two s;;s"), "");
    assert_eq!(walk(&mut s, &["goto 4", "two"]), [4, 6]);
    assert_eq!(type_in(&mut s, "alias"), "two = s;;s\n");
    assert_eq!(walk(&mut s, &["unalias two", "goto 0"]), [6, 0]);
    assert!(type_in(&mut s, "two").starts_with("*** NameError"));
    assert_eq!(type_in(&mut s, "source fib").lines().count(), 6);
    assert_eq!(type_in(&mut s, "source zz"), "*** NameError: name 'n' is not defined\n");
}

#[test]
fn the_overview_lists_every_command() {
    let mut s = session();
    let overview = type_in(&mut s, "help");
    for command in ttd_debug::commands::COMMANDS {
        let row = format!("\n  {:<16} ", command.names.join(" "));
        assert!(overview.contains(&row), "{row:?} is not in\n{overview}");
        assert!(overview.contains(&format!("{}\n", command.theme)), "{}", command.theme);
    }
    assert!(overview.ends_with("`;;` separates commands.\n"), "{overview}");
}
