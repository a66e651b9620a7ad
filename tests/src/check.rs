//! Looking at every program: in several threads, each with machines of its own.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::known;
use crate::program::{Program, programs};
use crate::run::Way;

/// No program may take longer in one check.
const PATIENCE: Duration = Duration::from_secs(120);

/// What a check found out about a program.
pub type Outcome = Result<(), Failure>;

/// A property that does not hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Failure {
    /// What is wrong.
    pub what: String,
    /// The command that shows it in the debugger.
    pub open: String,
}

impl Failure {
    /// Something is wrong with a program, in this way, perhaps at this time.
    pub fn new(program: &Program, way: Way, time: Option<u64>, what: impl Into<String>) -> Failure {
        let goto: Vec<String> = time.map(|t| format!("goto {t}")).into_iter().collect();
        Failure {
            what: format!("{} ({way})", what.into()),
            open: program.command(way.debugger(), &goto),
        }
    }
}

/// Checks every program, and fails unless exactly the programs fail of which that is known.
pub fn check_all(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    check_some(check, programs(), look);
}

/// Checks every program but those named `std_*`: they import much of the library, and a check that goes from anywhere to
/// anywhere, running again from the start each time, would import it thousands of times.
pub fn check_light(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    let mut light = programs();
    light.retain(|p| !p.name.starts_with("std_"));
    check_some(check, light, look);
}

/// Checks every program of `check_light` but those of `tests/lang/unproven.json`: programs that have been compared with
/// CPython and with a checkpoint at every event, and that not every further mode has been shown to agree on yet.
pub fn check_proven(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    let path = crate::program::folder().join("unproven.json");
    let text = std::fs::read_to_string(path).expect("unproven.json");
    let unproven: Vec<String> = serde_json::from_str(&text).expect("a list of names");
    let mut proven = programs();
    proven.retain(|p| !p.name.starts_with("std_") && !unproven.contains(&p.name));
    check_some(check, proven, look);
}

/// Checks some programs.
pub fn check_some(check: &str, programs: Vec<Program>, look: impl Fn(&Program) -> Outcome + Sync) {
    let began = Instant::now();
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let done = AtomicBool::new(false);
    let found = Mutex::new(Vec::new());
    let busy: Vec<Mutex<Option<(String, Instant)>>> =
        (0..workers).map(|_| Mutex::default()).collect();
    thread::scope(|scope| {
        let work = |busy: &Mutex<Option<(String, Instant)>>| {
            while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                set(busy, Some((program.name.clone(), Instant::now())));
                let outcome = guarded(program, &look);
                set(busy, None);
                found
                    .lock()
                    .expect("nobody panics here")
                    .push((program.name.clone(), outcome));
            }
        };
        let threads: Vec<_> = busy
            .iter()
            .map(|busy| scope.spawn(move || work(busy)))
            .collect();
        scope.spawn(|| watch(check, &busy, &done));
        for thread in threads {
            // Panics were caught inside.
            let _ = thread.join();
        }
        done.store(true, Ordering::Relaxed);
    });
    let mut found = found.into_inner().expect("nobody panics here");
    found.sort_by(|a, b| a.0.cmp(&b.0));
    say(&format!(
        "{check}: {} programs, {:.1} s",
        found.len(),
        began.elapsed().as_secs_f64()
    ));
    known::judge(check, &found);
}

fn set(busy: &Mutex<Option<(String, Instant)>>, what: Option<(String, Instant)>) {
    *busy.lock().expect("nobody panics here") = what;
}

/// A panic of the interpreter is a failure of the program that caused it.
fn guarded(program: &Program, look: &(impl Fn(&Program) -> Outcome + Sync)) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| look(program))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        let text = text.unwrap_or_default();
        Err(Failure {
            what: format!("panic: {text}"),
            open: program.command("ttd", &[]),
        })
    })
}

/// Names a program that does not come to its end, and ends the tests.
fn watch(check: &str, busy: &[Mutex<Option<(String, Instant)>>], done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        for slot in busy {
            let Some((name, since)) = slot.lock().expect("nobody panics here").clone() else {
                continue;
            };
            if since.elapsed() > PATIENCE {
                say(&format!("{check}: {name} does not come to an end"));
                std::process::exit(1);
            }
        }
    }
}

/// Says something that the test harness does not hold back.
fn say(text: &str) {
    // There is nobody left to tell when this fails.
    let _ = writeln!(std::io::stderr(), "{text}");
}
