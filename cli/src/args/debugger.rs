//! The command line of the debuggers.

use clap::{ArgAction, Parser};

use ttd_debug::{EventChoice, RecordFilter};

use super::{Debugger, Debugging, Job, split, tool_options};

/// The options of the debuggers.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m ttd [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]")]
struct DebuggerOptions {
    /// Run this debugger command first; may be repeated
    #[arg(short = 'c', long = "command", value_name = "COMMAND", allow_hyphen_values = true)]
    commands: Vec<String>,
    /// Debug this module
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// Limit the history of the run to this size, e.g. 512M or 2G
    #[arg(long, value_name = "SIZE", value_parser = size)]
    memory: Option<u64>,
    /// Make a checkpoint every N events
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    checkpoint_every: Option<u64>,
    /// Let the program read its standard input from this file; otherwise it shares that of the debugger
    #[arg(long, value_name = "FILE")]
    stdin: Option<String>,
    /// Library code has events too: that of these modules and packages, as `json` or `email.*`, or of all; may be
    /// repeated
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',', num_args = 0..=1, default_missing_value = "*")]
    library: Vec<String>,
    /// The code of these modules and packages has no events, as if it were library code; may be repeated
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',')]
    skip: Vec<String>,
    /// With `-m odb`: keep at most N events in the log, e.g. 500K or 10M, and forget the oldest
    #[arg(long, value_name = "N", value_parser = count)]
    keep: Option<u64>,
    /// With `-m odb`: log while you debug, instead of running to the end first
    #[arg(long)]
    live: bool,
    /// With `-m odb`: what to do when the log is full: `ring` forgets the oldest events, `unreachable` first forgets
    /// the history of objects that the program can no longer reach, `stop` records no more
    #[arg(long, value_name = "ring|unreachable|stop", value_parser = ["ring", "unreachable", "stop"], hide_possible_values = true)]
    when_full: Option<String>,
    /// With `-m odb`: record only this module or package; may be repeated
    #[arg(long = "record-module", value_name = "NAME")]
    modules: Vec<String>,
    /// With `-m odb`: do not record this module or package; may be repeated
    #[arg(long = "record-skip", value_name = "NAME")]
    skipped: Vec<String>,
    /// With `-m odb`: record nothing before the first event for which this condition holds (written as for `find`)
    #[arg(long, value_name = "COND", allow_hyphen_values = true)]
    record_from: Option<String>,
    /// With `-m odb`: record nothing after the first later event for which this condition holds
    #[arg(long, value_name = "COND", allow_hyphen_values = true)]
    record_until: Option<String>,
    /// Run the program, then again with this patch and the same inputs, instead of debugging it: does the patch repair
    /// this very run? The exit status is 0 if it ends well
    #[arg(long, value_name = "PATCH")]
    apply: Option<String>,
    /// Speak JSON instead of text: one object a line, for programs that drive the debugger
    #[arg(long)]
    json: bool,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// Reads `512M` as a number of bytes.
fn size(text: &str) -> Result<u64, String> {
    let upper = text.to_ascii_uppercase();
    let plain = upper.trim_end_matches('B').trim_end_matches('I');
    scaled(plain, "KMGT", 1024)
        .ok_or_else(|| format!("{text} is not a size: give a number followed by K, M or G, like 512M"))
}

/// Reads `10M` as a number of events.
fn count(text: &str) -> Result<u64, String> {
    scaled(&text.to_ascii_uppercase(), "KMG", 1000)
        .ok_or_else(|| format!("{text} is not a number of events: write 500, 20K or 10M"))
}

/// Reads a positive number with an optional letter, each of which multiplies by `step` once more than the one before.
fn scaled(text: &str, letters: &str, step: u64) -> Option<u64> {
    let (digits, times) = match text.chars().last().and_then(|letter| letters.find(letter)) {
        Some(at) => (&text[..text.len() - 1], at as u32 + 1),
        None => (text, 0),
    };
    let number: u64 = digits.parse().ok()?;
    number.checked_mul(step.pow(times)).filter(|n| *n > 0)
}

/// Reads the arguments after `-m tdb`, `-m ttd`, `-m hybrid` or `-m odb`.
pub(super) fn read(debugger: Debugger, arguments: &[String]) -> Job {
    let (front, rest) = split(arguments, "m", "c");
    let parts = |options: &DebuggerOptions| (options.help, options.module.clone());
    let (options, program) = match tool_options("ttd-py -m ttd", &front, rest, parts) {
        Ok(read) => read,
        Err(job) => return job,
    };
    let only_odb = options.live || options.keep.is_some() || options.when_full.is_some();
    let selection = RecordFilter {
        modules: options.modules,
        skipped: options.skipped,
        from: options.record_from,
        until: options.record_until,
        stops_when_full: options.when_full.as_deref() == Some("stop"),
    };
    if debugger != Debugger::Odb && (only_odb || !selection.is_everything()) {
        let text = "ttd-py: --live, --keep, --when-full and --record-... are for -m odb: the others keep no log";
        return Job::Say(text.into(), 2);
    }
    if let Err(error) = selection.check() {
        return Job::Say(format!("ttd-py: {error}"), 2);
    }
    if options.apply.is_some() && !(selection.is_everything() && options.commands.is_empty()) {
        return Job::Say("ttd-py: --apply goes with neither --command nor --record-...".into(), 2);
    }
    let events = EventChoice { library: options.library, skipped: options.skip };
    if let Err(error) = events.check() {
        return Job::Say(format!("ttd-py: {error}"), 2);
    }
    if debugger == Debugger::Odb && options.checkpoint_every.is_some() {
        let text = "ttd-py: -m odb needs no checkpoints: it keeps every event";
        return Job::Say(text.into(), 2);
    }
    if debugger == Debugger::Tdb && (options.checkpoint_every.is_some() || options.memory.is_some()) {
        return Job::Say("ttd-py: -m tdb keeps no checkpoints; try -m ttd".into(), 2);
    }
    let how = Debugging {
        debugger,
        commands: options.commands,
        checkpoint_every: options.checkpoint_every,
        memory: options.memory,
        stdin: options.stdin,
        keep: options.keep,
        live: options.live,
        forget_unreachable: options.when_full.as_deref() == Some("unreachable"),
        selection,
        events,
        apply: options.apply,
        json: options.json,
    };
    let how = Box::new(how);
    Job::Debug { how, program }
}
