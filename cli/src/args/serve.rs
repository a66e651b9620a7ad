//! The command lines of the services, `-m dap`, `-m mcp` and `-m web`.

use clap::{ArgAction, Parser};

use ttd_serve::{Launch, Mode, Program};

use super::{Editors, Job, help, split};

/// The options of `-m dap`.
#[derive(Parser, Debug)]
#[command(
    disable_help_flag = true,
    override_usage = "ttd-py -m dap [OPTIONS] [--port N [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]]"
)]
struct DapOptions {
    /// Listen on this port of the loopback interface instead of speaking over standard input and output; 0 takes a free
    /// port and says which. With a program, one client after the other can attach to it; without, one can launch one
    #[arg(long, value_name = "N")]
    port: Option<u16>,
    /// With --port: what a client must give as "token" in its arguments; otherwise one is made and printed
    #[arg(long, value_name = "TEXT", requires = "port")]
    token: Option<String>,
    #[command(flatten)]
    program: ProgramOptions,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// How a program is started.
#[derive(clap::Args, Debug)]
struct ProgramOptions {
    /// How to go back: `tdb` runs again from the start, `ttd` restores a checkpoint, `odb` undoes a log
    #[arg(long, value_name = "tdb|ttd|odb")]
    mode: Option<String>,
    /// Debug this module
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// Let the program read its standard input from this file
    #[arg(long, value_name = "FILE")]
    stdin: Option<String>,
    /// Library code has events too: that of these modules and packages, or of all
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',', num_args = 0..=1, default_missing_value = "*")]
    library: Vec<String>,
}

/// The options of `-m mcp`.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m mcp [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]")]
struct McpOptions {
    #[command(flatten)]
    program: ProgramOptions,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// The options of `-m web`.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m web [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]")]
struct WebOptions {
    #[command(flatten)]
    program: ProgramOptions,
    /// Listen on this port of the loopback interface; otherwise on a free one
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

fn options<O: Parser>(name: &'static str, own: &[String]) -> Result<O, Job> {
    let named = std::iter::once(name).chain(own.iter().map(String::as_str));
    O::try_parse_from(named).map_err(|error| Job::Say(error.to_string().trim_end().to_string(), 2))
}

fn about<O: clap::CommandFactory>(status: i32) -> Job {
    Job::Say(help(O::command()).trim_end().to_string(), status)
}

impl ProgramOptions {
    /// Whether one of them is given, which means something only with a program.
    fn is_any(&self) -> bool {
        self.mode.is_some() || self.module.is_some() || self.stdin.is_some() || !self.library.is_empty()
    }

    /// The program that these options and the words behind them name; `None` if it is none.
    fn launch(self, tool: &str, otherwise: Mode, mut rest: Vec<String>) -> Result<Option<Launch>, Job> {
        let named = |name: &str| {
            Mode::named(name).ok_or_else(|| Job::Say(format!("ttd-py: --mode is tdb, ttd or odb, not {name}"), 2))
        };
        let mode = self.mode.as_deref().map_or(Ok(otherwise), named)?;
        let program = match self.module {
            Some(module) => Program::Module(module),
            None if rest.is_empty() => return Ok(None),
            None if rest[0] == "-" => {
                return Err(Job::Say(
                    format!("ttd-py: -m {tool} does not read a program from standard input: give a file"),
                    2,
                ));
            }
            None => Program::Script(rest.remove(0)),
        };
        let (stdin, library) = (self.stdin, self.library);
        Ok(Some(Launch { stdin, library, ..Launch::new(program, rest, mode) }))
    }
}

/// Reads the arguments after `-m dap`.
pub(super) fn dap(arguments: &[String]) -> Job {
    let wrong = |text: &str| Job::Say(format!("ttd-py: {text}"), 2);
    let (front, rest) = split(arguments, "m", "");
    let options: DapOptions = match options("ttd-py -m dap", &front) {
        Ok(options) => options,
        Err(job) => return job,
    };
    if options.help {
        return about::<DapOptions>(0);
    }
    if options.token.as_deref() == Some("") {
        return wrong("--token needs a text that others cannot guess");
    }
    let has_options = options.program.is_any();
    let program = match options.program.launch("dap", Mode::Ttd, rest) {
        Ok(program) => program,
        Err(job) => return job,
    };
    match (options.port, program) {
        (None, Some(_)) => {
            wrong("-m dap debugs a program that it is given on a --port; otherwise the editor launches one")
        }
        (_, None) if has_options => wrong("-m dap has no program for these options: the editor's launch has its own"),
        (port, program) => Job::Dap(Box::new(Editors { port, token: options.token, program })),
    }
}

/// Reads the arguments after `-m web`.
pub(super) fn web(arguments: &[String]) -> Job {
    let (front, rest) = split(arguments, "m", "");
    let options: WebOptions = match options("ttd-py -m web", &front) {
        Ok(options) => options,
        Err(job) => return job,
    };
    if options.help {
        return about::<WebOptions>(0);
    }
    match options.program.launch("web", Mode::Ttd, rest) {
        Ok(Some(launch)) => Job::Web(Box::new(launch), options.port),
        Ok(None) => about::<WebOptions>(2),
        Err(job) => job,
    }
}

/// Reads the arguments after `-m mcp`.
pub(super) fn mcp(arguments: &[String]) -> Job {
    let (front, rest) = split(arguments, "m", "");
    let options: McpOptions = match options("ttd-py -m mcp", &front) {
        Ok(options) => options,
        Err(job) => return job,
    };
    if options.help {
        return about::<McpOptions>(0);
    }
    match options.program.launch("mcp", Mode::Odb, rest) {
        Ok(Some(launch)) => Job::Mcp(Box::new(launch)),
        Ok(None) => about::<McpOptions>(2),
        Err(job) => job,
    }
}
