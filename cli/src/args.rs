//! The command line, read as CPython does: options, then what to run; everything after that belongs to the program.

use clap::{ArgAction, Parser};
use ttd_debug::{EventChoice, RecordFilter};
use ttd_vm::RunOptions;

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// How to run the program.
    pub(crate) mode: RunOptions,
    /// What to do.
    pub job: Job,
}

/// What to do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Job {
    /// Run a program.
    Run(Program),
    /// Run a program under the debugger.
    Debug {
        /// The options of the debugger.
        how: Box<Debugging>,
        /// The program.
        program: Program,
    },
    /// Show the code that a file compiles to.
    Disassemble(String),
    /// Print a text and exit with a status; the text goes to standard error when the status is not 0.
    Say(String, i32),
}

/// The options of the debugger.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Debugging {
    /// How the debugger keeps history.
    pub(crate) debugger: Debugger,
    /// The first commands.
    pub(crate) commands: Vec<String>,
    /// Events between two checkpoints.
    pub(crate) checkpoint_every: Option<u64>,
    /// The most bytes that the history may use.
    pub(crate) memory: Option<u64>,
    /// The file that is the program's standard input.
    pub(crate) stdin: Option<String>,
    /// The most events that the log holds.
    pub(crate) keep: Option<u64>,
    /// A full log first prunes objects that the program can no longer reach.
    pub(crate) forget_unreachable: bool,
    /// Log while the user debugs, instead of running to the end first.
    pub(crate) live: bool,
    /// Which part of the run is recorded.
    pub(crate) selection: RecordFilter,
    /// Which code has events.
    pub(crate) events: EventChoice,
}

/// The debuggers of `-m`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Debugger {
    /// Goes back by running again from the start.
    Tdb,
    /// Goes back to a checkpoint.
    Hybrid,
    /// Logs everything, and goes back by undoing it.
    Odb,
}

/// A program and its arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Program {
    /// A file or folder.
    Script(String, Vec<String>),
    /// `-c`.
    Code(String, Vec<String>),
    /// `-m`.
    Module(String, Vec<String>),
    /// Standard input.
    Stdin(Vec<String>),
}

/// Runs Python programs and lets you walk through the run in both directions.
#[derive(Parser, Debug)]
#[command(
    name = "ttd-py",
    version = concat!(env!("CARGO_PKG_VERSION"), " (Python 3.14)"),
    disable_version_flag = true,
    disable_help_flag = true,
    override_usage = "ttd-py [OPTIONS] [-c CODE | -m MODULE | FILE | -] [ARGUMENTS]",
    after_help = AFTER
)]
struct Options {
    /// Run this code
    #[arg(short = 'c', value_name = "CODE")]
    code: Option<String>,
    /// Run this module, or one of the tools below
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// `count`: count the events; `checkpoints=N`: make a checkpoint every N events; `forks=N`: the same with fork(),
    /// for comparison; `stats`: print statistics at the end
    #[arg(short = 'X', value_name = "OPTION")]
    x: Vec<String>,
    /// Show the version
    #[arg(short = 'V', long = "version", action = ArgAction::SetTrue)]
    version: bool,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
    // CPython's switches that change nothing here, accepted so that its command lines work unchanged.
    #[arg(short = 'u', hide = true, action = ArgAction::Count)]
    unbuffered: u8,
    #[arg(short = 'B', hide = true, action = ArgAction::Count)]
    no_bytecode: u8,
    #[arg(short = 'E', hide = true, action = ArgAction::Count)]
    no_environment: u8,
    #[arg(short = 's', hide = true, action = ArgAction::Count)]
    no_user_site: u8,
    #[arg(short = 'S', hide = true, action = ArgAction::Count)]
    no_site: u8,
    #[arg(short = 'q', hide = true, action = ArgAction::Count)]
    quiet: u8,
}

const AFTER: &str = "\
Tools:
  -m ttd [OPTIONS] FILE     debug (`-m ttd -h` shows the options); going back restores a checkpoint
  -m hybrid [OPTIONS] FILE  another name of -m ttd
  -m tdb [OPTIONS] FILE     debug; going back runs the program again from the start
  -m odb [OPTIONS] FILE     run to the end and log everything, then debug; going back undoes the logged changes
  -m dis FILE               list the code that a file compiles to";

/// The long options that take a value.
const LONG: &[&str] = &[
    "--command",
    "--memory",
    "--checkpoint-every",
    "--stdin",
    "--keep",
    "--record-module",
    "--record-skip",
    "--record-from",
    "--record-until",
    "--when-full",
    "--skip",
];

/// Reads the arguments after the program's own name. `interactive` says whether standard input is a terminal.
pub(crate) fn read(arguments: &[String], interactive: bool) -> Arguments {
    let (front, rest) = split(arguments, "cm", "X");
    let named = std::iter::once("ttd-py").chain(front.iter().map(String::as_str));
    let options = match Options::try_parse_from(named) {
        Ok(options) => options,
        Err(error) => return say(error.to_string(), 2),
    };
    if options.help {
        return say(help(<Options as clap::CommandFactory>::command()), 0);
    }
    if options.version {
        return say(concat!("ttd-py ", env!("CARGO_PKG_VERSION"), " (Python 3.14)").into(), 0);
    }
    let mode = match mode(&options.x) {
        Ok(mode) => mode,
        Err(error) => return say(error, 2),
    };
    let job = match (options.code, options.module) {
        (Some(code), _) => Job::Run(Program::Code(code, rest)),
        (_, Some(module)) => tool(&module, rest),
        _ if rest.is_empty() && interactive => {
            return say("ttd-py: no program given; try `ttd-py -h`".into(), 2);
        }
        _ => Job::Run(file(rest)),
    };
    Arguments { mode, job }
}

fn say(text: String, status: i32) -> Arguments {
    Arguments { mode: RunOptions::default(), job: Job::Say(text.trim_end().to_string(), status) }
}

fn help(mut command: clap::Command) -> String {
    command.render_help().to_string()
}

fn mode(options: &[String]) -> Result<RunOptions, String> {
    let mut mode = RunOptions::default();
    for option in options {
        match option.split_once('=') {
            None if option == "count" => mode.count = true,
            None if option == "stats" => mode.stats = true,
            Some((kind @ ("checkpoints" | "forks"), n)) => match n.parse() {
                Ok(n) if n > 0 => {
                    mode.checkpoints = n;
                    mode.forks = kind == "forks";
                }
                _ => {
                    return Err(format!("ttd-py: -X {kind} needs a number of events, not {n}"));
                }
            },
            // CPython ignores unknown -X options.
            _ => {}
        }
    }
    Ok(mode)
}

/// The file to run, or standard input.
fn file(mut rest: Vec<String>) -> Program {
    if rest.is_empty() {
        return Program::Stdin(rest);
    }
    let path = rest.remove(0);
    if path == "-" { Program::Stdin(rest) } else { Program::Script(path, rest) }
}

fn tool(module: &str, rest: Vec<String>) -> Job {
    match module {
        "tdb" => debugger::read(Debugger::Tdb, &rest),
        "hybrid" | "ttd" => debugger::read(Debugger::Hybrid, &rest),
        "odb" => debugger::read(Debugger::Odb, &rest),
        "dis" => match &rest[..] {
            [path] => Job::Disassemble(path.clone()),
            _ => Job::Say("ttd-py: -m dis needs one file".into(), 2),
        },
        _ => Job::Run(Program::Module(module.to_string(), rest)),
    }
}

/// Splits the arguments into options and what belongs to the program. `last` are the letters of options that take a
/// value and end the options, `valued` those that only take a value.
fn split(arguments: &[String], last: &str, valued: &str) -> (Vec<String>, Vec<String>) {
    let mut at = 0;
    while let Some(word) = arguments.get(at) {
        if word == "--" {
            return (arguments[..at].to_vec(), arguments[at + 1..].to_vec());
        }
        if LONG.contains(&word.as_str()) {
            at += 2;
            continue;
        }
        if word == "--library" && arguments.get(at + 1).is_some_and(|next| is_pattern(next, arguments.len() - at - 2)) {
            at += 2;
            continue;
        }
        if word.starts_with("--") {
            at += 1;
            continue;
        }
        let Some(letters) = word.strip_prefix('-').filter(|letters| !letters.is_empty()) else {
            break;
        };
        at += 1;
        let Some(found) = letters.find(|c| last.contains(c) || valued.contains(c)) else {
            continue;
        };
        let value_follows = letters[found..].chars().count() == 1;
        at += usize::from(value_follows);
        if letters[found..].starts_with(|c| last.contains(c)) {
            break;
        }
    }
    let at = at.min(arguments.len());
    (arguments[..at].to_vec(), arguments[at..].to_vec())
}

/// Whether the word after `--library` names modules, before `following` others: it is not the program, which must come.
fn is_pattern(word: &str, following: usize) -> bool {
    following > 0 && !word.starts_with('-') && !word.contains('/') && !word.ends_with(".py")
}

mod debugger;
#[cfg(test)]
mod tests;
