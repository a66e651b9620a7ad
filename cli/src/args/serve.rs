//! The command lines of the services, `-m dap`, `-m mcp` and `-m web`.

use clap::{ArgAction, Parser};

use ttd_serve::{Launch, Mode, Program};

use super::{Job, help, split};

/// The options of `-m dap`.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m dap [OPTIONS]")]
struct DapOptions {
    /// Listen on this port of the loopback interface, for one client, instead of speaking over standard input and
    /// output; 0 takes a free port and says which
    #[arg(long, value_name = "N", requires = "token")]
    port: Option<u16>,
    /// With --port: what the client must give as "token" in its launch arguments
    #[arg(long, value_name = "TEXT", requires = "port")]
    token: Option<String>,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// The options of `-m mcp`.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m mcp [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]")]
struct McpOptions {
    /// How to go back: `tdb` runs again from the start, `ttd` restores a checkpoint, `odb` undoes a log
    #[arg(long, value_name = "tdb|ttd|odb", default_value = "odb", hide_default_value = true)]
    mode: String,
    /// Debug this module
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// Let the program read its standard input from this file; otherwise it reads nothing
    #[arg(long, value_name = "FILE")]
    stdin: Option<String>,
    /// Library code has events too: that of these modules and packages, or of all
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',', num_args = 0..=1, default_missing_value = "*")]
    library: Vec<String>,
    /// Show this help
    #[arg(short = 'h', long = "help", action = ArgAction::SetTrue)]
    help: bool,
}

/// The options of `-m web`.
#[derive(Parser, Debug)]
#[command(disable_help_flag = true, override_usage = "ttd-py -m web [OPTIONS] (-m MODULE | FILE) [ARGUMENTS]")]
struct WebOptions {
    /// How to go back: `tdb` runs again from the start, `ttd` restores a checkpoint, `odb` undoes a log
    #[arg(long, value_name = "tdb|ttd|odb", default_value = "ttd", hide_default_value = true)]
    mode: String,
    /// Listen on this port of the loopback interface; otherwise on a free one
    #[arg(long, value_name = "N", default_value_t = 0, hide_default_value = true)]
    port: u16,
    /// Debug this module
    #[arg(short = 'm', value_name = "MODULE")]
    module: Option<String>,
    /// Let the program read its standard input from this file
    #[arg(long, value_name = "FILE")]
    stdin: Option<String>,
    /// Library code has events too: that of these modules and packages, or of all
    #[arg(long, value_name = "PATTERN,...", value_delimiter = ',', num_args = 0..=1, default_missing_value = "*")]
    library: Vec<String>,
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

/// Reads the arguments after `-m dap`.
pub(super) fn dap(arguments: &[String]) -> Job {
    match options::<DapOptions>("ttd-py -m dap", arguments) {
        Err(job) => job,
        Ok(options) if options.help => about::<DapOptions>(0),
        Ok(options) if options.token.as_deref() == Some("") => {
            Job::Say("ttd-py: --token needs a text that others cannot guess".into(), 2)
        }
        Ok(options) => Job::Dap(options.port.zip(options.token)),
    }
}

fn mode(name: &str) -> Result<Mode, Job> {
    Mode::named(name).ok_or_else(|| Job::Say(format!("ttd-py: --mode is tdb, ttd or odb, not {name}"), 2))
}

/// Reads the arguments after `-m web`.
pub(super) fn web(arguments: &[String]) -> Job {
    let (front, mut rest) = split(arguments, "m", "");
    let options: WebOptions = match options("ttd-py -m web", &front) {
        Ok(options) => options,
        Err(job) => return job,
    };
    let mode = match mode(&options.mode) {
        Ok(mode) => mode,
        Err(job) => return job,
    };
    let program = match options.module {
        _ if options.help => return about::<WebOptions>(0),
        Some(module) => Program::Module(module),
        None if rest.is_empty() => return about::<WebOptions>(2),
        None if rest[0] == "-" => return Job::Say("ttd-py: -m web needs a file".into(), 2),
        None => Program::Script(rest.remove(0)),
    };
    let launch = Launch { stdin: options.stdin, library: options.library, ..Launch::new(program, rest, mode) };
    Job::Web(Box::new(launch), options.port)
}

/// Reads the arguments after `-m mcp`.
pub(super) fn mcp(arguments: &[String]) -> Job {
    let (front, mut rest) = split(arguments, "m", "");
    let options: McpOptions = match options("ttd-py -m mcp", &front) {
        Ok(options) => options,
        Err(job) => return job,
    };
    let mode = match mode(&options.mode) {
        Ok(mode) => mode,
        Err(job) => return job,
    };
    let program = match options.module {
        _ if options.help => return about::<McpOptions>(0),
        Some(module) => Program::Module(module),
        None if rest.is_empty() => return about::<McpOptions>(2),
        None if rest[0] == "-" => {
            return Job::Say("ttd-py: -m mcp reads its messages from standard input: give a file".into(), 2);
        }
        None => Program::Script(rest.remove(0)),
    };
    let launch = Launch { stdin: options.stdin, library: options.library, ..Launch::new(program, rest, mode) };
    Job::Mcp(Box::new(launch))
}
