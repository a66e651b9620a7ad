//! The command line, read as CPython does: options, then what to run; everything after that belongs to the program.

use std::sync::Arc;
use std::time::Duration;

use ttd_debug::{EventChoice, RecordFilter};
use ttd_serve::Launch;
use ttd_vm::vm::host::settings::Settings;
use ttd_vm::{RunOptions, Schedule};

use options::Front;

/// The parsed command line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Arguments {
    /// How to run the program.
    pub(crate) mode: RunOptions,
    /// What CPython's options and variables say.
    pub(crate) settings: Arc<Settings>,
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
    /// Search for a schedule under which a program fails.
    Hunt {
        /// How to search.
        how: Box<Hunting>,
        /// The program.
        program: Program,
    },
    /// Show the code that a file compiles to.
    Disassemble(String),
    /// Serve editors.
    Dap(Box<Editors>),
    /// Serve an agent that debugs a program.
    Mcp(Box<Launch>),
    /// Serve a page in the browser, on a port.
    Web(Box<Launch>, u16),
    /// Print a text and exit with a status; the text goes to standard error when the status is not 0.
    Say(String, i32),
}

/// Where `-m dap` waits for editors.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Editors {
    /// A port; otherwise standard input and output.
    pub(crate) port: Option<u16>,
    /// What an editor must know there; otherwise something is made up.
    pub(crate) token: Option<String>,
    /// The program to attach to.
    pub(crate) program: Option<Launch>,
}

/// The options of `-m hunt`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Hunting {
    /// The most runs.
    pub(crate) runs: u64,
    /// The time after which no run begins.
    pub(crate) time: Option<Duration>,
    /// The seed of the first schedule.
    pub(crate) seed: u32,
    /// How many run at a time.
    pub(crate) jobs: usize,
    /// A run that takes longer has failed.
    pub(crate) timeout: Duration,
    /// Search for the event from which on it had to fail, with this many tries for each.
    pub(crate) when: Option<u64>,
    /// Debug what was found.
    pub(crate) debugs: bool,
    /// The interpreter's options for each run.
    pub(crate) front: Vec<String>,
}

/// The options of the debugger.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
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
    /// The patch with which the program is run again, instead of debugging it.
    pub(crate) apply: Option<String>,
    /// Answers are JSON.
    pub(crate) json: bool,
}

/// The debuggers of `-m`.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) enum Debugger {
    /// Goes back by running again from the start.
    Tdb,
    /// Goes back to a checkpoint.
    #[default]
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
    /// Standard input; `sys.argv`.
    Stdin(Vec<String>),
    /// Nothing but the interactive prompt.
    Prompt,
}

const HELP: &str = "\
Runs Python programs and lets you walk through the run in both directions

Usage: ttd-py [OPTIONS] [-c CODE | -m MODULE | FILE | -] [ARGUMENTS]

Options:
  -c CODE        Run this code
  -m MODULE      Run this module, or one of the tools below
  -X OPTION      `count`: count the events; `checkpoints=N`: make a checkpoint every N events; `forks=N`: the same with
                 fork(), for comparison; `schedule=random:SEED`: choose at random where threads switch, and to which, as
                 this number says (`schedule=fifo`: by turns); `stats`: print statistics at the end; `thread_errors`:
                 exit with 1 if a thread died; `dev`, `importtime` and others as CPython
  -W ARG         Add a warning filter: action:message:category:module:lineno
  -O, -OO        Leave asserts out; leave docstrings out as well
  -i             Go on interactively after the program
  -u             Write output at once
  -x             Skip the first line of the file
  -E, -I, -P     Ignore PYTHON* variables; isolate from the user's environment; leave the program's folder
                 out of sys.path
  -b, -B, -d, -q, -s, -S, -v
                 As CPython, seen in sys.flags
  -V, --version  Show the version
  -h, --help     Show this help

Tools:
  -m ttd [OPTIONS] FILE     debug (`-m ttd -h` shows the options); going back restores a checkpoint
  -m hybrid [OPTIONS] FILE  another name of -m ttd
  -m tdb [OPTIONS] FILE     debug; going back runs the program again from the start
  -m odb [OPTIONS] FILE     run to the end and log everything, then debug; going back undoes the logged changes
  -m hunt [OPTIONS] FILE    run again and again, each time with another schedule of the threads, until it fails
  -m dap [OPTIONS] [FILE]   serve an editor by the Debug Adapter Protocol
  -m mcp [OPTIONS] FILE     serve an agent by the Model Context Protocol
  -m web [OPTIONS] FILE     debug in the browser: print the address of a page, and serve it
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
    "--runs",
    "--time",
    "--timeout",
    "--seed",
    "--jobs",
    "--apply",
    "--mode",
    "--port",
    "--token",
];

/// Reads the arguments after the program's own name. `interactive` says whether standard input is a terminal,
/// `variable` looks into the environment.
pub(crate) fn read(arguments: &[String], interactive: bool, variable: impl Fn(&str) -> Option<String>) -> Arguments {
    let front = match options::read(arguments, variable) {
        Ok(front) => front,
        // What Python cannot start with ends with 1, a wrong command line with 2.
        Err(error) => return say(error.clone(), if error.starts_with("Fatal") { 1 } else { 2 }),
    };
    if front.help {
        return say(HELP.into(), 0);
    }
    if front.version > 0 {
        return say(concat!("Python 3.14.0 (ttd-py ", env!("CARGO_PKG_VERSION"), ")").into(), 0);
    }
    let mode = match mode(&front.settings.options) {
        Ok(mode) => mode,
        Err(error) => return say(error, 2),
    };
    let Front { mut settings, program, rest, .. } = front;
    let job = match program {
        Some(('c', code)) => Job::Run(Program::Code(code, rest)),
        Some((_, module)) if module == "hunt" => {
            let front = hunt::front(arguments, &rest);
            hunt::read(&rest, front, interactive)
        }
        Some((_, module)) => tool(&module, rest),
        None if rest.is_empty() && (interactive || settings.flag("inspect") > 0) => {
            settings.set_flag("inspect", settings.flag("inspect").max(1));
            Job::Run(Program::Prompt)
        }
        None => Job::Run(file(rest)),
    };
    if let Job::Debug { program, .. } = &job {
        // The program must not see which debugger runs it: every mode allocates the same objects.
        settings.arguments = program.words();
    }
    Arguments { mode, settings: Arc::new(settings), job }
}

impl Program {
    /// The command line that runs it without a debugger, after the interpreter's name.
    pub(crate) fn words(&self) -> Vec<String> {
        let (first, args): (&[&str], &[String]) = match self {
            Program::Script(path, args) => (&[path], args),
            Program::Code(code, args) => (&["-c", code], args),
            Program::Module(name, args) => (&["-m", name], args),
            Program::Stdin(args) => (&[], args),
            Program::Prompt => (&[], &[]),
        };
        first.iter().map(ToString::to_string).chain(args.iter().cloned()).collect()
    }
}

fn say(text: String, status: i32) -> Arguments {
    let job = Job::Say(text.trim_end().to_string(), status);
    Arguments { mode: RunOptions::default(), settings: Arc::default(), job }
}

fn help(mut command: clap::Command) -> String {
    command.render_help().to_string()
}

/// Reads the options of a tool that works on a program, and this program behind them. `name` is the tool's in messages;
/// `parts` gives whether help is wanted, and the module to run. `Err` has what to do instead.
fn tool_options<O: clap::Parser>(
    name: &'static str,
    own: &[String],
    rest: Vec<String>,
    parts: impl Fn(&O) -> (bool, Option<String>),
) -> Result<(O, Program), Job> {
    let named = std::iter::once(name).chain(own.iter().map(String::as_str));
    let options = O::try_parse_from(named).map_err(|error| Job::Say(error.to_string().trim_end().to_string(), 2))?;
    let about = |status| Job::Say(help(O::command()).trim_end().to_string(), status);
    let program = match parts(&options) {
        (true, _) => return Err(about(0)),
        (_, Some(module)) => Program::Module(module, rest),
        _ if rest.is_empty() => return Err(about(2)),
        _ => file(rest),
    };
    Ok((options, program))
}

fn mode(options: &[String]) -> Result<RunOptions, String> {
    let mut mode = RunOptions::default();
    for option in options {
        match option.split_once('=') {
            None if option == "count" => mode.count = true,
            None if option == "stats" => mode.stats = true,
            None if option == "thread_errors" => mode.thread_errors = true,
            _ if option == "schedule" || option.starts_with("schedule=") => {
                let text = option.split_once('=').map_or("", |(_, text)| text);
                let schedule = text.parse::<Schedule>().map_err(|error| format!("ttd-py: {error}"))?;
                // Its event is one of the whole run.
                mode.count |= matches!(schedule, Schedule::Random(_, Some(_)));
            }
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
    match rest.first().map(String::as_str) {
        None => Program::Stdin(vec![String::new()]),
        Some("-") => Program::Stdin(rest),
        Some(_) => {
            let path = rest.remove(0);
            Program::Script(path, rest)
        }
    }
}

fn tool(module: &str, rest: Vec<String>) -> Job {
    match module {
        "tdb" => debugger::read(Debugger::Tdb, &rest),
        // Who types `pdb` wants the debugger.
        "hybrid" | "ttd" | "pdb" => debugger::read(Debugger::Hybrid, &rest),
        "odb" => debugger::read(Debugger::Odb, &rest),
        "dap" => serve::dap(&rest),
        "mcp" => serve::mcp(&rest),
        "web" => serve::web(&rest),
        "dis" => match &rest[..] {
            [path] if !path.starts_with('-') => Job::Disassemble(path.clone()),
            _ => Job::Run(Program::Module(module.to_string(), rest)),
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
mod hunt;
mod options;
mod serve;
#[cfg(test)]
mod tests;
