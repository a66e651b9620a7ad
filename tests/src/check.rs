//! Runs a check over every program, in several threads, each with machines of its own.

use std::io::Write;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Mutex;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use crate::known;
use crate::program::{Program, programs};
use crate::run::Way;

/// The time limit of one program in one check.
const PATIENCE: Duration = Duration::from_secs(600);
/// How many of the slowest programs are named, unless `TTD_SLOWEST` says otherwise.
const SLOWEST: usize = 3;

/// The result of a check for one program.
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
    /// Describes what is wrong with a program in a mode, perhaps at a time.
    pub fn new(program: &Program, way: Way, time: Option<u64>, what: impl Into<String>) -> Failure {
        let goto: Vec<String> = time.map(|t| format!("goto {t}")).into_iter().collect();
        Failure { what: format!("{} ({way})", what.into()), open: program.command(way.debugger(), &goto) }
    }
}

/// Checks every program, and fails unless exactly the known failures fail.
pub fn check_all(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    check_some(check, programs(), look);
}

/// Checks every program but those named `std_*`: they import much of the library, and a check that seeks at random by
/// running again from the start would import it thousands of times.
pub fn check_light(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    check_some(check, programs_that(|name| !name.starts_with("std_")), look);
}

/// Checks the programs that `check_light` leaves out.
pub fn check_heavy(check: &str, look: impl Fn(&Program) -> Outcome + Sync) {
    check_some(check, programs_that(|name| name.starts_with("std_")), look);
}

fn programs_that(wanted: impl Fn(&str) -> bool) -> Vec<Program> {
    let mut all = programs();
    all.retain(|p| wanted(&p.name));
    all
}

/// Checks some programs.
pub fn check_some(check: &str, programs: Vec<Program>, look: impl Fn(&Program) -> Outcome + Sync) {
    let began = Instant::now();
    let workers = thread::available_parallelism().map_or(2, usize::from);
    let next = AtomicUsize::new(0);
    let done = AtomicBool::new(false);
    let found = Mutex::new(Vec::new());
    let times = Mutex::new(Vec::new());
    let busy: Vec<Mutex<Option<(String, Instant)>>> = (0..workers).map(|_| Mutex::default()).collect();
    thread::scope(|scope| {
        let work = |busy: &Mutex<Option<(String, Instant)>>| {
            while let Some(program) = programs.get(next.fetch_add(1, Ordering::Relaxed)) {
                let started = Instant::now();
                set(busy, Some((program.name.clone(), started)));
                let outcome = guarded(program, &look);
                set(busy, None);
                let taken = (started.elapsed(), program.name.clone());
                times.lock().expect("nobody panics here").push(taken);
                found.lock().expect("nobody panics here").push((program.name.clone(), outcome));
            }
        };
        let threads: Vec<_> = busy.iter().map(|busy| scope.spawn(move || work(busy))).collect();
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
        "{check}: {} programs, {:.1} s; {}",
        found.len(),
        began.elapsed().as_secs_f64(),
        slowest(times.into_inner().expect("nobody panics here"))
    ));
    known::judge(check, &found);
}

/// Names the programs that took most of the time.
fn slowest(mut times: Vec<(Duration, String)>) -> String {
    times.sort_by(|a, b| b.cmp(a));
    let most = std::env::var("TTD_SLOWEST").ok().and_then(|n| n.parse().ok()).unwrap_or(SLOWEST);
    let named = times.iter().take(most).map(|(taken, name)| format!("{name} {:.1} s", taken.as_secs_f64()));
    named.collect::<Vec<_>>().join(", ")
}

fn set(busy: &Mutex<Option<(String, Instant)>>, what: Option<(String, Instant)>) {
    *busy.lock().expect("nobody panics here") = what;
}

/// Turns a panic of the interpreter into a failure of the program that caused it.
fn guarded(program: &Program, look: &(impl Fn(&Program) -> Outcome + Sync)) -> Outcome {
    catch_unwind(AssertUnwindSafe(|| look(program))).unwrap_or_else(|panic| {
        let text = panic.downcast_ref::<String>().cloned();
        let text = text.or_else(|| panic.downcast_ref::<&str>().map(ToString::to_string));
        let text = text.unwrap_or_default();
        Err(Failure { what: format!("panic: {text}"), open: program.command("ttd", &[]) })
    })
}

/// Ends the tests when a program exceeds its time limit, and names it.
fn watch(check: &str, busy: &[Mutex<Option<(String, Instant)>>], done: &AtomicBool) {
    while !done.load(Ordering::Relaxed) {
        thread::sleep(Duration::from_millis(50));
        for slot in busy {
            let Some((name, since)) = slot.lock().expect("nobody panics here").clone() else {
                continue;
            };
            // Thousands of moves take as long as they take.
            if since.elapsed() > PATIENCE && std::env::var_os("TTD_TREE").is_none() {
                say(&format!("{check}: {name} does not come to an end"));
                std::process::exit(1);
            }
        }
    }
}

/// Prints past the test harness, which captures `println!`.
fn say(text: &str) {
    // A failure to print cannot be reported.
    let _ = writeln!(std::io::stderr(), "{text}");
}
