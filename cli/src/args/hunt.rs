//! The command line of `-m hunt`.

use std::num::NonZeroUsize;
use std::time::Duration;

use clap::{ArgAction, Parser};

use super::{Hunting, Job, Program, split, tool_options};

/// The options of the search for races.
#[derive(Parser, Debug)]
#[command(
    disable_help_flag = true,
    about = "Run a program again and again, each time with another schedule of its threads, until it fails",
    override_usage = "ttd-py -m hunt [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]"
)]
struct HuntOptions {
    /// Hunt in this module, as `-m pytest`
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// Run it N times at most; 1000 unless you say so
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..), conflicts_with = "until_fails")]
    runs: Option<u64>,
    /// Begin no run after this time
    #[arg(long, value_name = "SECONDS", value_parser = seconds)]
    time: Option<Duration>,
    /// Run it any number of times
    #[arg(long)]
    until_fails: bool,
    /// The seed of the first schedule: the runs have `-X schedule=random:S`, then S + 1, and so on
    #[arg(long, value_name = "S", default_value_t = 0, hide_default_value = true)]
    seed: u32,
    /// Run N at a time, which finds the same; as many as there are processors unless you say so
    #[arg(short = 'j', long, value_name = "N")]
    jobs: Option<NonZeroUsize>,
    /// A run that takes longer has failed; 10 unless you say so
    #[arg(long, value_name = "SECONDS", value_parser = seconds, default_value = "10", hide_default_value = true)]
    timeout: Duration,
    /// Then search for the event from which on it had to fail: from there on N other schedules fail as well; 50 unless
    /// you say so
    #[arg(long, value_name = "N", num_args = 0..=1, require_equals = true, default_missing_value = "50",
          value_parser = clap::value_parser!(u64).range(1..=1_000_000))]
    when: Option<u64>,
    /// Debug the failure, even if standard input is no terminal
    #[arg(long, conflicts_with = "no_debug")]
    debug: bool,
    /// Only say what was found
    #[arg(long)]
    no_debug: bool,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// Reads a positive number of seconds.
fn seconds(text: &str) -> Result<Duration, String> {
    let positive = text.parse::<f64>().ok().filter(|seconds| *seconds > 0.0);
    positive
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .ok_or_else(|| "give a number of seconds above 0, like 10 or 0.5".into())
}

/// Reads the arguments after `-m hunt`; `front` are the interpreter's options before it.
pub(super) fn read(arguments: &[String], front: Vec<String>, interactive: bool) -> Job {
    let (own, rest) = split(arguments, "m", "j");
    let parts = |options: &HuntOptions| (options.help, options.module.clone());
    let (options, program) = match tool_options("ttd-py -m hunt", &own, rest, parts) {
        Ok(read) => read,
        Err(job) => return job,
    };
    if matches!(program, Program::Stdin(_)) {
        return Job::Say("ttd-py: -m hunt needs a file or a module, which it can run again and again".into(), 2);
    }
    let how = Hunting {
        runs: if options.until_fails { u64::MAX } else { options.runs.unwrap_or(1000) },
        time: options.time,
        seed: options.seed,
        jobs: options.jobs.or_else(|| std::thread::available_parallelism().ok()).map_or(1, NonZeroUsize::get),
        timeout: options.timeout,
        when: options.when,
        debugs: !options.no_debug && (options.debug || interactive),
        front,
    };
    Job::Hunt { how: Box::new(how), program }
}

/// The interpreter's options before `-m hunt`, if the arguments after it are `rest`.
pub(super) fn front(arguments: &[String], rest: &[String]) -> Vec<String> {
    let mut front = arguments[..arguments.len() - rest.len()].to_vec();
    // The module's name is a word of its own, or follows the letter.
    let last = front.pop().unwrap_or_default();
    let letters = if last == "hunt" { front.pop().unwrap_or_default() } else { last.replace("mhunt", "m") };
    // Other letters may stand before the `m`.
    let others = letters.strip_suffix('m').unwrap_or_default();
    front.extend((others.len() > 1).then(|| others.to_string()));
    front
}
