//! Which code has events. With `--library`, an installed package has the events that it has as user code; `--skip`
//! takes them away; and whatever is chosen, the program's own events, its output and its finalizers stay as they are.
//!
//! `tests/lang/lib_installed` is a program and a package below `site-packages`. Its `events.json` is what `motions.py`
//! prints for it under CPython 3.13.

use std::collections::HashMap;
use std::fs;
use std::path::{Path, PathBuf};

use ttd_debug::target::{NEVER, Time};
use ttd_debug::travel::Navigator;
use ttd_debug::travel::breakpoints::Breakpoints;
use ttd_debug::travel::explored::Explored;
use ttd_tests::check::Failure;
use ttd_tests::run::{go, launch_text};
use ttd_tests::scratch::Scratch;
use ttd_tests::{Outcome, Program, Reference, Rng, Row, Run, Way, check_all};
use ttd_vm::time::{Config, Event, EventChoice, Machine, Reached};
use ttd_vm::vm::host::console::Console;

use crate::motions::MOTIONS;

/// Every mode, with checkpoints and blocks of several sizes.
pub(crate) const WAYS: [Way; 6] =
    [Way::AGAIN, Way::every(1), Way::every(7), Way::HYBRID, Way::log(30), Way::log(300).stress_gc()];
/// Events visited at random in each mode.
const VISITS: u64 = 20;
/// Events whose states are compared.
const STATES: u64 = 50;
/// Events of each program visited at random, and those of an import may be many.
const FEW_VISITS: u64 = 3;

pub(crate) fn choice(library: &[&str], skipped: &[&str]) -> EventChoice {
    let all = |patterns: &[&str]| patterns.iter().map(|pattern| (*pattern).to_string()).collect();
    EventChoice { library: all(library), skipped: all(skipped) }
}

/// The folder of the program with an installed package.
pub(crate) fn installed() -> PathBuf {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("lang/lib_installed");
    folder.canonicalize().expect("the folder of the package")
}

/// Copies the program, with the package as user code.
fn as_user_code() -> Scratch {
    let folder = Scratch::new();
    let package = folder.path().join("packages/stock");
    fs::create_dir_all(&package).expect("a folder for the package");
    for file in ["main.py", "formula.py"] {
        fs::copy(installed().join(file), folder.path().join(file)).expect("a copy of the program");
    }
    for file in ["__init__.py", "orders.py", "prices.py"] {
        let from = installed().join("site-packages/stock").join(file);
        fs::copy(from, package.join(file)).expect("a copy of the package");
    }
    folder
}

pub(crate) fn launch(folder: &Path, way: Way, choice: EventChoice) -> Machine {
    launch_file(&folder.join("main.py"), way, choice)
}

fn launch_file(file: &Path, way: Way, choice: EventChoice) -> Machine {
    let program = ttd_vm::time::Program::Script { path: file.to_path_buf(), args: Vec::new() };
    let machine = Machine::launch_choosing(&program, way.config(), choice);
    let mut machine = machine.map_err(|e| e.message).expect("the program starts");
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine
}

/// All events of a run, reached one after the other, with files named from this folder.
fn rows(machine: &mut Machine, folder: &Path) -> Vec<Row> {
    let mut rows = Vec::new();
    for t in 0.. {
        if machine.seek(t) != Reached::Target {
            break;
        }
        let mut row = Row::here(machine);
        let inside = Path::new(&row.file).strip_prefix(folder).map(|inside| inside.display().to_string());
        let inside = inside.unwrap_or(row.file);
        row.file = inside.trim_start_matches("lib_installed/").replace("site-packages/", "packages/");
        rows.push(row);
    }
    rows
}

/// The rows for which `keep` holds, with frames and depths as if there were no others.
fn only(rows: &[Row], keep: impl Fn(&Row) -> bool) -> Vec<Row> {
    let (mut frames, mut depth, mut kept) = (HashMap::new(), 0, Vec::new());
    for row in rows.iter().filter(|row| keep(row)) {
        let frame = *frames.entry(row.frame).or_insert(kept.len() as u64);
        depth += u64::from(row.kind == "call");
        depth -= u64::from(row.kind == "return");
        kept.push(Row { frame, depth, ..row.clone() });
    }
    kept
}

fn same(got: &[Row], expected: &[Row]) -> Result<(), String> {
    if let Some((t, (got, expected))) = (0..).zip(got.iter().zip(expected)).find(|(_, (got, expected))| got != expected)
    {
        return Err(format!("event {t} is {got} instead of {expected}"));
    }
    match got.len() == expected.len() {
        true => Ok(()),
        false => Err(format!("{} events instead of {}", got.len(), expected.len())),
    }
}

fn assert_same(got: &[Row], expected: &[Row], what: &str) {
    same(got, expected).unwrap_or_else(|e| panic!("{what}: {e}"));
}

/// Whether an event is of the package.
fn is_of_package(row: &Row) -> bool {
    row.file.starts_with("packages/")
}

/// What CPython's trace of the program and the package gives.
fn traced() -> serde_json::Value {
    let text = fs::read_to_string(installed().join("events.json")).expect("CPython's events");
    serde_json::from_str(&text).expect("JSON")
}

/// CPython's events of the program and the package.
fn expected() -> Vec<Row> {
    let data = traced();
    let events = data["events"].as_array().expect("events").iter();
    let rows = events.zip(data["how"].as_array().expect("hows")).map(|(event, how)| Row::from_json(event, how));
    rows.map(|row| Row { file: row.file.replace("site-packages/", "packages/"), ..row }).collect()
}

#[test]
fn an_installed_package_has_the_events_of_user_code() {
    let (expected, user) = (expected(), as_user_code());
    for way in WAYS {
        let as_user = rows(&mut launch(user.path(), way, EventChoice::default()), user.path());
        for patterns in [["stock"], ["*"], ["st?ck*"]] {
            let got = rows(&mut launch(&installed(), way, choice(&patterns, &["functools", "os"])), &installed());
            let own = only(&got, |row| !row.file.starts_with("/ttd-py") && row.file != "<string>");
            assert_same(&own, &as_user, &format!("{way}, {patterns:?}"));
        }
        assert_same(&as_user, &expected, &format!("{way}, CPython"));
    }
}

#[test]
fn without_a_switch_and_skipped_a_package_has_none() {
    let user = as_user_code();
    let all = rows(&mut launch(user.path(), Way::AGAIN, EventChoice::default()), user.path());
    let own = only(&all, |row| !is_of_package(row));
    assert!(own.len() > 20 && own.len() + 100 < all.len(), "{} of {}", own.len(), all.len());
    let part = only(&all, |row| row.file != "packages/stock/prices.py");
    for way in WAYS {
        let none = rows(&mut launch(&installed(), way, EventChoice::default()), &installed());
        assert_same(&none, &own, &format!("{way}, installed"));
        for skipped in ["stock", "st*", "*"] {
            let none = rows(&mut launch(user.path(), way, choice(&[], &[skipped])), user.path());
            assert_same(&none, &own, &format!("{way}, {skipped} skipped"));
            let none = rows(&mut launch(&installed(), way, choice(&["*"], &[skipped, "*"])), &installed());
            assert_same(&none, &own, &format!("{way}, chosen and {skipped} skipped"));
        }
        let some = rows(&mut launch(user.path(), way, choice(&[], &["stock.prices"])), user.path());
        assert_same(&some, &part, &format!("{way}, a module skipped"));
    }
}

/// Every motion from every event leads where CPython's trace says.
#[test]
fn motions_through_an_installed_package() {
    let data = traced();
    for way in WAYS {
        let mut machine = launch(&installed(), way, choice(&["stock"], &[]));
        assert_eq!(machine.seek(NEVER), Reached::End);
        let last = machine.end().and_then(|end| end.last).expect("events");
        let (mut explored, mut breakpoints) = (Explored::new(), Breakpoints::default());
        explored.reached(Time(last));
        let mut rng = Rng::new(&format!("motions in a library {way}"));
        for (name, motion) in MOTIONS {
            // Without breakpoints the others lead to the ends.
            let Some(targets) = data["motions"][name].as_array() else { continue };
            assert_eq!(targets.len() as u64, last + 1);
            for _ in 0..VISITS {
                let from = rng.below(last + 1);
                go(&mut machine, from).expect("the time exists");
                let navigator = Navigator {
                    target: &mut machine,
                    explored: &mut explored,
                    breakpoints: &mut breakpoints,
                    watched: Vec::new(),
                };
                let to = { navigator }.run_motion(*motion, Time(from)).to.0;
                assert_eq!(Some(to), targets[from as usize].as_u64(), "{way}, {name} from {from}");
            }
        }
    }
}

/// Code that is compiled from text has events where the code that made it has.
#[test]
fn text_that_a_package_compiles() {
    let user = as_user_code();
    let formulas = |folder: &Path, choice: EventChoice| {
        let mut machine = launch_file(&folder.join("formula.py"), Way::log(30), choice);
        rows(&mut machine, folder).iter().filter(|row| row.file == "<formula>").count()
    };
    assert_eq!(formulas(&installed(), EventChoice::default()), 0);
    assert_eq!(formulas(&installed(), choice(&["stock"], &[])), 3);
    assert_eq!(formulas(&installed(), choice(&["stock.prices"], &[])), 0);
    assert_eq!(formulas(user.path(), EventChoice::default()), 3);
    assert_eq!(formulas(user.path(), choice(&[], &["stock"])), 0);
}

/// Visits random events and compares each, and the state, with a straight run.
#[test]
fn every_mode_goes_to_the_same_events() {
    for choice in [choice(&["stock"], &[]), choice(&["*"], &["os"]), choice(&["stock"], &["stock.prices"])] {
        let mut straight = launch(&installed(), Way::AGAIN, choice.clone());
        assert_eq!(straight.seek(NEVER), Reached::End);
        let count = straight.end().and_then(|end| end.last).expect("events") + 1;
        let mut rng = Rng::new(&format!("states with a library {choice:?}"));
        let mut times: Vec<u64> = (0..STATES).map(|_| rng.below(count)).collect();
        times.sort_unstable();
        let mut straight = launch(&installed(), Way::AGAIN, choice.clone());
        let seen: Vec<(u64, Row, u128)> = times
            .into_iter()
            .map(|t| {
                go(&mut straight, t).expect("the time exists");
                (t, Row::here(&straight), straight.digest())
            })
            .collect();
        for way in WAYS {
            let mut machine = launch(&installed(), way, choice.clone());
            assert_eq!(machine.seek(NEVER), Reached::End);
            let mut rng = Rng::new(&format!("library {way} {choice:?}"));
            for _ in 0..VISITS {
                let (t, row, digest) = &seen[rng.below(STATES) as usize];
                go(&mut machine, *t).expect("the time exists");
                assert_eq!((&Row::here(&machine), machine.digest()), (row, *digest), "{way}, event {t}, {choice:?}");
            }
        }
    }
}

/// Runs a program with events in all of the library, on the inputs of its reference.
fn with_all_of_the_library(reference: &Reference, program: &Program, way: Way) -> Result<Machine, String> {
    let mut machine = way.launch_choosing(program, choice(&["*"], &[]))?;
    machine.vm_mut().host.replay(reference.journal.clone());
    Ok(machine)
}

/// Reads all events at once, to the end, and describes the program's own.
fn at_once(machine: &mut Machine) -> (Vec<Event>, Vec<Row>) {
    let events = machine.record(0, NEVER);
    machine.seek(NEVER);
    let mut is_own = HashMap::new();
    let mut is_own = |event: &&Event| *is_own.entry(event.code).or_insert_with(|| machine.code(event.code).program);
    let own: Vec<Row> = events.iter().filter(&mut is_own).map(|event| Row::of(machine, event)).collect();
    let own = only(&own, |_| true);
    (events, own)
}

/// The library's events change nothing: not the program's own, not its output, not what it asks of the world.
#[test]
fn the_librarys_events_change_nothing() {
    check_all("library", |program| {
        let fail = |way, t, what: String| Failure::new(program, way, t, what);
        let reference = Reference::of(program).map_err(|e| fail(Way::AGAIN, None, e))?;
        let launch = |way| with_all_of_the_library(&reference, program, way).map_err(|e| fail(way, None, e));
        let mut straight = launch(Way::AGAIN)?;
        let (all, own) = at_once(&mut straight);
        // More events make other slices: threads take other turns, and ask for other inputs.
        if program.has_threads() {
            return Ok(());
        }
        same(&own, &only(&reference.events, |_| true)).map_err(|e| fail(Way::AGAIN, None, e))?;
        Run::of(&straight).same(&reference.run).map_err(|e| fail(Way::AGAIN, None, e))?;
        visit_some(program, &reference, &mut straight, &all, &launch)
    });
}

/// Visits some events in other modes and compares them and the state.
fn visit_some(
    program: &Program,
    reference: &Reference,
    straight: &mut Machine,
    all: &[Event],
    launch: &impl Fn(Way) -> Result<Machine, Failure>,
) -> Outcome {
    let mut rng = Rng::new(&format!("library {}", program.name));
    let mut times: Vec<u64> = (0..FEW_VISITS).map(|_| rng.below(all.len() as u64)).collect();
    times.sort_unstable();
    let mut seen = HashMap::new();
    for t in &times {
        go(straight, *t).map_err(|e| Failure::new(program, Way::AGAIN, Some(*t), e))?;
        seen.insert(*t, (Row::of(straight, &all[*t as usize]), straight.digest()));
    }
    for way in reference.some("library", &[Way::every(500), Way::log(4096)]) {
        let mut machine = launch(way)?;
        machine.seek(NEVER);
        for t in times.iter().rev().chain(&times) {
            let fail = |what: String| Failure::new(program, way, Some(*t), what);
            go(&mut machine, *t).map_err(fail)?;
            let (row, (expected, digest)) = (Row::here(&machine), &seen[t]);
            if row != *expected || machine.digest() != *digest {
                return Err(fail(format!(
                    "event {t} with the library is {row} instead of {expected}, or its state differs"
                )));
            }
        }
    }
    Ok(())
}

/// Warnings of the compiler are issued before the first event, by code of the library.
#[test]
fn what_runs_before_the_first_event_has_none() {
    let text = "x = 1 is 1\nimport warnings\nwarnings.warn('mine')\n";
    for way in WAYS {
        let program = ttd_vm::time::Program::Code { text: text.into(), args: Vec::new() };
        let machine = Machine::launch_choosing(&program, way.config(), choice(&["warnings"], &[]));
        let mut machine = machine.map_err(|e| e.message).expect("a program that starts");
        machine.vm_mut().host.world.console = Console::memory(Vec::new());
        go(&mut machine, 0).expect("a first event");
        assert_eq!(Row::here(&machine).to_string(), "call start <string>:1 <module> frame 0 depth 1", "{way}");
        assert_eq!(machine.seek(NEVER), Reached::End);
        let (all, own) = at_once(&mut machine);
        assert_eq!(own.len(), 5, "{own:?}");
        let of_warnings = |event: &Event| machine.code(event.code).path.ends_with("/warnings.py");
        assert!(all.iter().any(of_warnings), "{way}");
        let err = String::from_utf8_lossy(&Run::of(&machine).err).into_owned();
        assert!(err.contains("SyntaxWarning") && err.contains("mine"), "{err}");
    }
}

/// A plain configuration without a choice is what it was.
#[test]
fn no_choice_is_no_switch() {
    let mut machine = launch_text("import json\njson.dumps(1)\n", Config::default());
    assert_eq!(machine.seek(NEVER), Reached::End);
    assert_eq!((machine.time(), machine.unmatched_patterns().len()), (Some(3), 0));
    assert!(machine.left_out_function("json.dumps").is_some_and(|left| left.module == "json" && !left.skipped));
    assert!(machine.left_out_function("no_such_function").is_none());
}
