//! `-m hunt`: runs a program under one random schedule after the other until a run fails.
//!
//! Each run is a process of its own, so a crash or an endless loop ends that run alone. The option `-X thread_errors`
//! has its exit status say whether a thread died.

mod child;
mod search;

use std::sync::Arc;
use std::time::{Duration, Instant};

use ttd_vm::vm::host::settings::Settings;

use crate::args::{Debugging, Hunting, Program};
use crate::machine;
use crate::output::{complain, write};
use child::{Failure, run};
use search::{Found, search};

/// Searches for a schedule under which the program fails. Returns 1 if there is one, 0 if none was found.
pub(crate) fn hunt(how: &Hunting, program: Program, settings: Arc<Settings>) -> i32 {
    if let Err(status) = machine::check(program.clone(), settings.clone()) {
        return status;
    }
    let began = Instant::now();
    let Found { passed, failed } = match search(how, &program) {
        Ok(found) => found,
        Err(error) => {
            complain(&format!("ttd-py: can't start a run: {error}"));
            return 2;
        }
    };
    let Some((seed, failure)) = failed else {
        let last = u64::from(how.seed) + passed.saturating_sub(1);
        let seconds = began.elapsed().as_secs_f64();
        say(&format!("No failure in {} ({} to {last}, {seconds:.1} s).", count(passed), schedule(how.seed)));
        return 0;
    };
    let repeats = run(how, &program, seed).is_ok_and(|again| again.is_some());
    report(how, &program, seed, passed, &failure, repeats, began.elapsed());
    if how.debugs {
        debug(program, settings, seed, &failure);
    }
    1
}

/// The argument of `-X` that repeats a run.
fn schedule(seed: u32) -> String {
    format!("schedule=random:{seed}")
}

/// Says what was found, and how to repeat it.
fn report(how: &Hunting, program: &Program, seed: u32, passed: u64, failure: &Failure, repeats: bool, took: Duration) {
    let mut text = format!("Run {} failed: {}.\n", passed + 1, failure.what);
    for line in failure.text.lines() {
        text.push_str(&format!("    {line}\n"));
    }
    let seconds = took.as_secs_f64();
    text.push_str(&format!("{} passed before it ({seconds:.1} s). To repeat it:\n", count(passed)));
    let words = |middle: &[&str]| {
        let options = how.front.iter().cloned().chain(["-X".into(), schedule(seed)]);
        let all = options.chain(middle.iter().map(ToString::to_string)).chain(program.words());
        all.map(|word| quoted(&word)).collect::<Vec<_>>().join(" ")
    };
    let commands = failure.commands.iter().flat_map(|command| ["-c", *command]);
    let debugger: Vec<&str> = ["-m", "ttd"].into_iter().chain(commands).collect();
    text.push_str(&format!("    ttd-py {}\n    ttd-py {}\n", words(&[]), words(&debugger)));
    if !repeats {
        text.push_str(
            "It passed when it was run once more like this: it depends on more than the schedule, as on the clock or \
             on files.\n",
        );
    }
    say(text.trim_end());
}

fn count(runs: u64) -> String {
    if runs == 1 { "1 run".into() } else { format!("{runs} runs") }
}

/// Writes a word for a shell.
fn quoted(word: &str) -> String {
    let plain = |c: char| c.is_ascii_alphanumeric() || "-_./=:,+@%".contains(c);
    if !word.is_empty() && word.chars().all(plain) { word.into() } else { format!("'{}'", word.replace('\'', r"'\''")) }
}

fn say(text: &str) {
    // When this fails nobody is left to read it.
    let _ = write(&format!("{text}\n"));
}

/// Opens the debugger where the run fails. The program's input is empty, as in the run.
fn debug(program: Program, settings: Arc<Settings>, seed: u32, failure: &Failure) {
    let settings = Settings {
        options: settings.options.iter().cloned().chain([schedule(seed)]).collect(),
        arguments: program.words(),
        ..Settings::clone(&settings)
    };
    let commands = failure.commands.iter().map(ToString::to_string).collect();
    let how = Debugging { commands, stdin: Some("/dev/null".into()), ..Debugging::default() };
    machine::debug(program, Arc::new(settings), &how);
}
