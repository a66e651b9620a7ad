//! `-m hunt`: runs a program under one random schedule after the other until a run fails.
//!
//! Each run is a process of its own, so a crash or an endless loop ends that run alone. The option `-X thread_errors`
//! has its exit status say whether a thread died. `--when` then searches for the event from which on it had to fail.

mod child;
mod search;
mod when;

use std::io;
use std::sync::Arc;
use std::time::{Duration, Instant};

use ttd_vm::vm::host::settings::Settings;

use crate::args::{Debugging, Hunting, Program};
use crate::machine;
use crate::output::{complain, write};
use child::{Failure, run};
use search::{Found, Series};

/// Searches for a schedule under which the program fails. Returns 1 if there is one, 0 if none was found.
pub(crate) fn hunt(how: &Hunting, program: Program, settings: Arc<Settings>) -> i32 {
    if let Err(status) = machine::check(program.clone(), settings.clone()) {
        return status;
    }
    let began = Instant::now();
    let series = Series {
        how,
        program: &program,
        schedule: &schedule,
        seed: how.seed,
        runs: how.runs,
        until_failure: true,
        began,
    };
    let Found { before: passed, run: found, .. } = match series.search() {
        Ok(found) => found,
        Err(error) => return cannot_start(&error),
    };
    let Some((seed, Some(failure))) = found else {
        let last = u64::from(how.seed) + passed.saturating_sub(1);
        let seconds = began.elapsed().as_secs_f64();
        say(&format!("No failure in {} ({} to {last}, {seconds:.1} s).", count(passed), schedule(how.seed)));
        return 0;
    };
    let repeats = run(how, &program, &schedule(seed)).is_ok_and(|again| again.is_some());
    report(how, &program, seed, passed, &failure, repeats, began.elapsed());
    let mut commands: Vec<String> = failure.commands.iter().map(ToString::to_string).collect();
    if let Some(tries) = how.when.filter(|_| repeats) {
        match when::search(how, &program, &settings, seed, tries) {
            Ok(when) => commands.extend(when.report(how, &program)),
            Err(error) => return cannot_start(&error),
        }
    }
    if how.debugs {
        debug(program, settings, seed, commands);
    }
    1
}

fn cannot_start(error: &io::Error) -> i32 {
    complain(&format!("ttd-py: can't start a run: {error}"));
    2
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
    let commands = failure.commands.iter().flat_map(|command| ["-c", *command]);
    let debugger: Vec<&str> = ["-m", "ttd"].into_iter().chain(commands).collect();
    for middle in [&[], &debugger[..]] {
        text.push_str(&format!("    {}\n", command(how, program, &schedule(seed), middle)));
    }
    if !repeats {
        text.push_str(
            "It passed when it was run once more like this: it depends on more than the schedule, as on the clock or \
             on files.\n",
        );
    }
    say(text.trim_end());
}

/// The command that runs the program under a schedule; `middle` stands before the program.
fn command(how: &Hunting, program: &Program, schedule: &str, middle: &[&str]) -> String {
    let options = how.front.iter().cloned().chain(["-X".into(), schedule.to_string()]);
    let all = options.chain(middle.iter().map(ToString::to_string)).chain(program.words());
    format!("ttd-py {}", all.map(|word| quoted(&word)).collect::<Vec<_>>().join(" "))
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

/// Opens the debugger, which begins with these commands. The program's input is empty, as in the run.
fn debug(program: Program, settings: Arc<Settings>, seed: u32, commands: Vec<String>) {
    let settings = with_schedule(&program, &settings, seed);
    let how = Debugging { commands, stdin: Some("/dev/null".into()), ..Debugging::default() };
    machine::debug(program, settings, &how);
}

/// The settings of a run under the schedule of this seed.
fn with_schedule(program: &Program, settings: &Settings, seed: u32) -> Arc<Settings> {
    Arc::new(Settings {
        options: settings.options.iter().cloned().chain([schedule(seed)]).collect(),
        arguments: program.words(),
        ..settings.clone()
    })
}
