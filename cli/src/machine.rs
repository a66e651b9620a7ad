//! All contact with the interpreter.

use std::io::Read;
use std::sync::atomic::Ordering;

use ttd_debug::{Session, Target};
use ttd_vm::time::{Config, LaunchError, Machine};

use crate::args::{Debugger, Mode, Program};
use crate::load::{self, Refusal};
use crate::{complain, console, refuse};

/// Runs a program without the debugger; its exit status.
pub(crate) fn run(program: Program, mode: Mode) -> i32 {
    let program = match prepare(program) {
        Ok(program) => program,
        Err(refusal) => return refuse(&refusal),
    };
    let mode = match mode {
        Mode::Plain => ttd_vm::time::Mode::Plain,
        Mode::Count => ttd_vm::time::Mode::Count,
        Mode::Checkpoints(events) => ttd_vm::time::Mode::Checkpoints(events),
    };
    ttd_vm::run_plain(program, ttd_vm::RunOptions { mode })
}

/// Runs a program under the debugger.
pub(crate) fn debug(
    program: Program,
    debugger: Debugger,
    commands: &[String],
    interactive: bool,
) -> i32 {
    let program = match prepare(program) {
        Ok(program) => program,
        Err(refusal) => return refuse(&refusal),
    };
    let mode = match debugger {
        Debugger::Tdb => ttd_vm::time::Mode::Count,
        Debugger::Hybrid => ttd_vm::time::Mode::Checkpoints(1_000_000),
    };
    let machine = match Machine::launch(
        program,
        Config {
            mode,
            ..Config::default()
        },
    ) {
        Ok(machine) => machine,
        Err(LaunchError { text, status }) => return refuse(&Refusal { text, status }),
    };
    let interrupt = machine.interrupt_flag();
    let flag = interrupt.clone();
    if let Err(error) = ctrlc::set_handler(move || flag.store(true, Ordering::Relaxed)) {
        complain(&format!("ttd-py: Ctrl-C will end the debugger: {error}"));
    }
    let commands: Vec<String> = startup_files()
        .into_iter()
        .chain(commands.iter().cloned())
        .collect();
    let mut session = Session::start(Box::new(machine));
    match console::debug(&mut session, &commands, interactive, &interrupt) {
        Ok(()) => 0,
        Err(error) => {
            complain(&format!("ttd-py: {error}"));
            1
        }
    }
}

/// The commands of pdb's startup files: the one at home, then the one here.
fn startup_files() -> Vec<String> {
    let home = std::env::var("HOME").map(|home| format!("{home}/.pdbrc"));
    let files = home.into_iter().chain([".pdbrc".to_string()]);
    let text: String = files
        .filter_map(|file| std::fs::read_to_string(file).ok())
        .collect();
    let is_command = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    text.lines()
        .filter(is_command)
        .map(str::to_string)
        .collect()
}

/// Finds the program's text where that is our business.
fn prepare(program: Program) -> Result<ttd_vm::time::Program, Refusal> {
    Ok(match program {
        Program::Script(name, args) => ttd_vm::time::Program::Script {
            path: load::script(&name)?.path,
            args,
        },
        Program::Code(text, args) => {
            load::check(&text, "<string>")?;
            ttd_vm::time::Program::Code { text, args }
        }
        Program::Module(name, args) => ttd_vm::time::Program::Module { name, args },
        Program::Stdin(args) => {
            let mut text = String::new();
            if let Err(error) = std::io::stdin().read_to_string(&mut text) {
                return Err(Refusal {
                    text: format!("ttd-py: can't read standard input: {error}"),
                    status: 2,
                });
            }
            load::check(&text, "<stdin>")?;
            ttd_vm::time::Program::Code { text, args }
        }
    })
}
