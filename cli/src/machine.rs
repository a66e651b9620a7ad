//! Starts programs in the interpreter, with or without the debugger.

use std::ffi::OsString;
use std::fs::File;
use std::io::{self, BufReader, Read, Write};
use std::os::unix::ffi::OsStringExt;
use std::path::PathBuf;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};

use ttd_debug::Session;
use ttd_vm::time::{Config, EventKind, LaunchError, Machine};
use ttd_vm::vm::code::file_names;
use ttd_vm::vm::host::console::Console;
use ttd_vm::vm::host::settings::Settings;
use ttd_vm::{HandOver, PlainEnd, RunOptions};

use crate::args::{Debugger, Debugging, Program};
use crate::console;
use crate::editor;
use crate::failing_tests;
use crate::output::{self, complain};

/// Events between two checkpoints of the hybrid debugger, unless the user chose.
const INTERVAL: u64 = 1_000_000;

/// Runs a program without the debugger and returns its exit status.
pub(crate) fn run(program: Program, settings: Arc<Settings>, options: RunOptions) -> i32 {
    let program = match prepare(program, settings) {
        Ok(program) => program,
        Err(error) => return refuse(&error),
    };
    match ttd_vm::run_with_editor(&program, options, on_interrupt(Arc::default()), editor::of_prompt()) {
        PlainEnd::Exited(status) => status,
        PlainEnd::AsksForDebugger(run) => take_over(*run),
    }
}

/// Debugs a plain run that has asked for it, from there on. Returns the program's exit status if it ends, else 0.
fn take_over(run: HandOver) -> i32 {
    let how = Debugging { debugger: Debugger::Hybrid, ..Debugging::default() };
    let machine = Machine::take_over(run, config(&how));
    let interrupt = machine.interrupt_flag();
    let session = Session::start(Box::new(machine));
    let note = "The program asks for the debugger: it runs again up to here, with the same inputs.\n";
    let commands: Vec<String> = std::iter::once("continue".to_string()).chain(startup_files()).collect();
    match output::write(note).and_then(|()| console::debug(session, &commands, interrupt)) {
        Ok(status) => status.unwrap_or(0),
        Err(error) => ended(Err(error)),
    }
}

/// Runs a program under the debugger and returns the debugger's exit status.
pub(crate) fn debug(program: Program, settings: Arc<Settings>, how: &Debugging) -> i32 {
    let commands: Vec<String> = startup_files().into_iter().chain(how.commands.iter().cloned()).collect();
    if how.json {
        return debug_by_json(program, settings, how, &commands);
    }
    match launch(program, settings, how) {
        Ok((session, interrupt)) => ended(console::debug(session, &commands, interrupt).map(drop)),
        Err(status) => status,
    }
}

/// Starts the session of a program, which Ctrl-C interrupts by the flag. Returns the exit status if that cannot be.
pub(crate) fn launch(
    program: Program,
    settings: Arc<Settings>,
    how: &Debugging,
) -> Result<(Session, Arc<AtomicBool>), i32> {
    let machine = open(program, settings, how, &[]).map_err(|(message, status)| {
        // When this fails nobody is left to read it.
        let _ = io::stderr().write_all(message.as_bytes());
        status
    })?;
    let interrupt = machine.interrupt_flag();
    on_interrupt(interrupt.clone());
    Ok((begin(machine, how), interrupt))
}

/// As `debug`, with answers as JSON.
fn debug_by_json(program: Program, settings: Arc<Settings>, how: &Debugging, commands: &[String]) -> i32 {
    let streams = match ttd_serve::streams::take() {
        Ok(streams) => streams,
        Err(error) => return ended(Err(error)),
    };
    ended(ttd_serve::json::command_loop(streams, commands, || {
        let machine = open(program, settings, how, &[]).map_err(|(message, _)| message.trim_end().to_string())?;
        on_interrupt(machine.interrupt_flag());
        Ok(begin(machine, how))
    }))
}

fn ended(result: io::Result<()>) -> i32 {
    match result {
        Ok(()) => 0,
        Err(error) => {
            complain(&format!("ttd-py: {error}"));
            1
        }
    }
}

/// How the machine keeps history.
fn config(how: &Debugging) -> Config {
    let interval = match how.debugger {
        Debugger::Tdb | Debugger::Odb => 0,
        Debugger::Hybrid => how.checkpoint_every.unwrap_or(INTERVAL),
    };
    Config {
        interval,
        by_work: how.checkpoint_every.is_none(),
        log: how.debugger == Debugger::Odb,
        keep: how.keep.map_or(0, |keep| usize::try_from(keep).unwrap_or(usize::MAX)),
        prune_unreachable: how.forget_unreachable,
        budget: how.memory.unwrap_or(Config::default().budget),
        ..Config::default()
    }
}

/// Makes the machine of a program that is to be debugged, with these variables of its environment changed.
///
/// # Errors
/// What to print, and the exit status.
pub(crate) fn open(
    program: Program,
    settings: Arc<Settings>,
    how: &Debugging,
    environment: &[(String, Option<String>)],
) -> Result<Machine, (String, i32)> {
    let input = how.stdin.as_ref().map(File::open).transpose().map_err(|error| {
        let path = how.stdin.as_deref().unwrap_or_default();
        (format!("ttd-py: can't read {path}: {error}\n"), 2)
    })?;
    let machine = prepare(failing_tests::stop_at(program), settings)
        .and_then(|program| Machine::launch_choosing(&program, config(how), how.events.clone()));
    let mut machine = machine.map_err(|error| (error.message, error.status))?;
    let world = &mut machine.vm_mut().host.world;
    world.adopt_inherited();
    world.change_variables(environment.to_vec());
    if let Some(input) = input {
        world.console = Console::Input(BufReader::new(input));
    }
    Ok(machine)
}

/// Checks that a program can be started. Returns the exit status if not.
pub(crate) fn check(program: Program, settings: Arc<Settings>) -> Result<(), i32> {
    let launched = prepare(program, settings).and_then(|program| Machine::launch(&program, Config::default()));
    launched.map(drop).map_err(|error| {
        refuse(&error);
        2
    })
}

/// An event of a run, and where it is.
pub(crate) struct Moment {
    pub(crate) time: u64,
    /// The name of the thread.
    pub(crate) thread: String,
    /// The file, its name only.
    pub(crate) file: String,
    pub(crate) line: u32,
    pub(crate) function: String,
    /// The source line, trimmed.
    pub(crate) source: String,
}

/// Runs a program up to an event, or to its end, without input and output, and describes where it is. A call and the
/// first line of its function are one step: then it is the line.
pub(crate) fn moment(program: Program, settings: Arc<Settings>, time: u64) -> Option<Moment> {
    let program = prepare(program, settings).ok()?;
    let mut machine = Machine::launch(&program, Config::default()).ok()?;
    machine.vm_mut().host.world.console = Console::memory(Vec::new());
    machine.seek(time);
    let mut event = machine.event();
    if event.kind == EventKind::Call {
        let frame = event.frame;
        machine.seek(time + 1);
        event = machine.event();
        if event.kind != EventKind::Line || event.frame != frame {
            machine.seek(time);
            event = machine.event();
        }
    }
    let code = machine.code(event.code);
    let text = machine.source(&code.path).unwrap_or_default();
    let source = text.lines().nth((event.line as usize).saturating_sub(1)).unwrap_or_default().trim().to_string();
    let thread = machine.threads().into_iter().find(|thread| thread.current);
    Some(Moment {
        time: machine.time().unwrap_or_default(),
        thread: thread.map_or_else(|| "MainThread".into(), |thread| thread.name),
        file: code.path.rsplit('/').next().unwrap_or_default().to_string(),
        line: event.line,
        function: code.name,
        source,
    })
}

/// Starts the session of a program that is ready to run.
pub(crate) fn begin(machine: Machine, how: &Debugging) -> Session {
    if !how.selection.is_everything() {
        return Session::start_selecting(machine, how.selection.clone(), how.live);
    }
    let mut session = Session::start(Box::new(machine));
    if how.debugger == Debugger::Odb && !how.live {
        session.record_first();
    }
    session
}

/// Makes Ctrl-C set the flag. Returns `None` when that is not possible: Ctrl-C then ends the process, as before.
fn on_interrupt(flag: Arc<AtomicBool>) -> Option<Arc<AtomicBool>> {
    let set = flag.clone();
    ctrlc::set_handler(move || set.store(true, Ordering::Relaxed)).ok().map(|()| flag)
}

fn refuse(error: &LaunchError) -> i32 {
    // When this fails nobody is left to read it.
    let _ = io::stderr().write_all(error.message.as_bytes());
    error.status
}

/// The commands of pdb's startup files: `~/.pdbrc`, then `.pdbrc`.
fn startup_files() -> Vec<String> {
    let home = std::env::var("HOME").map(|home| format!("{home}/.pdbrc"));
    let files = home.into_iter().chain([".pdbrc".to_string()]);
    let text: String = files.filter_map(|file| std::fs::read_to_string(file).ok()).collect();
    let is_command = |line: &&str| !line.trim().is_empty() && !line.trim_start().starts_with('#');
    text.lines().filter(is_command).map(str::to_string).collect()
}

/// Turns the program of the command line into the interpreter's. Reads a program on standard input.
fn prepare(program: Program, settings: Arc<Settings>) -> Result<ttd_vm::time::Program, LaunchError> {
    let program = match program {
        Program::Script(name, args) => {
            ttd_vm::time::Program::Script { path: PathBuf::from(OsString::from_vec(file_names::to_bytes(&name))), args }
        }
        Program::Code(text, _) if file_names::has_bytes(&text) => {
            let message = "Unable to decode the command from the command line:\n\
                           UnicodeEncodeError: 'utf-8' codec can't encode the command: surrogates not allowed\n";
            return Err(LaunchError { message: message.into(), status: 1 });
        }
        Program::Code(text, args) => ttd_vm::time::Program::Code { text, args },
        Program::Module(name, args) => ttd_vm::time::Program::Module { name, args },
        Program::Prompt => ttd_vm::time::Program::Input { text: String::new(), argv: vec![String::new()] },
        Program::Stdin(argv) => {
            let mut text = String::new();
            if let Err(error) = io::stdin().read_to_string(&mut text) {
                let message = format!("ttd-py: can't read standard input: {error}\n");
                return Err(LaunchError { message, status: 2 });
            }
            ttd_vm::time::Program::Input { text, argv }
        }
    };
    Ok(ttd_vm::time::Program::Configured { program: Box::new(program), settings })
}
