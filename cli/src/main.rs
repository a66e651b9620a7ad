//! The command line of ttd-py.

#![forbid(unsafe_code)]

mod apply;
mod args;
mod code_folder;
mod console;
mod dis;
mod editor;
mod failing_tests;
mod hunt;
mod machine;
mod output;
mod pager;
mod progress;
mod serve;
mod terminal;
mod tui;
mod user_folders;

use std::io::{self, IsTerminal};
use std::os::unix::ffi::OsStrExt;
use std::process::ExitCode;
use std::sync::Arc;
use std::thread;

use args::{Arguments, Job};
use output::complain;
use ttd_vm::NoRoom;
use ttd_vm::vm::code::file_names;
use ttd_vm::vm::host::system::standard;

/// Bytes of the main thread's stack: compiling deeply nested source needs many. Reserving them costs nothing.
const STACK: usize = 1 << 30;

fn main() -> ExitCode {
    let inherited = inherited();
    ttd_vm::use_one_arena();
    let work = thread::Builder::new().name("main".into()).stack_size(STACK).spawn(move || run(inherited));
    let status = work.map(thread::JoinHandle::join);
    match status {
        Ok(Ok(status)) => ExitCode::from(status as u8),
        // A panic has already printed its message; lack of memory has not.
        Ok(Err(reason)) => match reason.downcast_ref::<NoRoom>() {
            Some(NoRoom(text)) => {
                complain(&format!("ttd-py: {text}"));
                ExitCode::from(1)
            }
            None => ExitCode::from(101),
        },
        Err(error) => {
            complain(&format!("ttd-py: no thread to run in: {error}"));
            ExitCode::from(1)
        }
    }
}

/// The state in which the process was started, as settings for the program.
fn inherited() -> Vec<String> {
    let closed: String = standard::close_again().map(|fd| fd.to_string()).collect();
    let blocked = standard::blocked_signals();
    let mut said = Vec::new();
    if !closed.is_empty() {
        said.push(format!("closed_streams={closed}"));
    }
    if blocked != 0 {
        said.push(format!("blocked_signals={blocked}"));
    }
    said
}

fn run(inherited: Vec<String>) -> i32 {
    let arguments: Vec<String> = std::env::args_os().skip(1).map(|a| file_names::from_bytes(a.as_bytes())).collect();
    let interactive = io::stdin().is_terminal();
    let variable = |name: &str| std::env::var_os(name).map(|value| value.to_string_lossy().into_owned());
    let Arguments { mode, mut settings, job } = args::read(&arguments, interactive, variable);
    if !inherited.is_empty() {
        Arc::make_mut(&mut settings).from_environment.extend(inherited);
    }
    code_folder::keep(settings.flag("dont_write_bytecode") == 0);
    match job {
        Job::Say(text, 0) => print(&text),
        Job::Say(text, status) => {
            complain(&text);
            status
        }
        Job::Disassemble(path) => disassemble(&path),
        Job::Run(program) => machine::run(program, settings, mode),
        Job::Dap(editors) => serve::dap(settings, &editors),
        Job::Mcp(launch) => serve::mcp(settings, &launch),
        Job::Web(launch, port) => serve::web(settings, &launch, port),
        Job::Hunt { how, program } => hunt::hunt(&how, program, settings),
        Job::Debug { how, program } => match &how.apply {
            Some(patch) => apply::apply(program, settings, &how, patch),
            None => machine::debug(program, settings, &how),
        },
    }
}

fn disassemble(path: &str) -> i32 {
    match dis::listing(path) {
        Ok(text) => print(&text),
        Err(error) => {
            complain(error.trim_end());
            1
        }
    }
}

fn print(text: &str) -> i32 {
    let end = if text.ends_with('\n') { "" } else { "\n" };
    match output::write(&format!("{text}{end}")) {
        Ok(()) => 0,
        Err(_) => 1,
    }
}
