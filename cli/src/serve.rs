//! The services: what `ttd-serve` needs of the interpreter, and its jobs.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use ttd_debug::{EventChoice, Session};
use ttd_serve::{Launch, Launcher, Mode, dap, mcp, token, web};
use ttd_vm::vm::host::settings::Settings;

use crate::args::{Debugger, Debugging, Editors, Program};
use crate::machine;
use crate::output::complain;

/// Starts programs for the services.
struct Starter {
    settings: Arc<Settings>,
}

impl Launcher for Starter {
    fn launch(&self, launch: &Launch) -> Result<Session, String> {
        if let Some(folder) = &launch.folder {
            std::env::set_current_dir(folder).map_err(|error| format!("can't go to {folder}: {error}"))?;
        }
        let arguments = launch.arguments.clone();
        let program = match launch.program.clone() {
            ttd_serve::Program::Script(path) => Program::Script(path, arguments),
            ttd_serve::Program::Module(name) => Program::Module(name, arguments),
            ttd_serve::Program::Code(text) => Program::Code(text, arguments),
        };
        let debugger = match launch.mode {
            Mode::Tdb => Debugger::Tdb,
            Mode::Ttd => Debugger::Hybrid,
            Mode::Odb => Debugger::Odb,
        };
        let events = EventChoice { library: launch.library.clone(), ..EventChoice::default() };
        events.check()?;
        let how = Debugging { debugger, stdin: launch.stdin.clone(), events, ..Debugging::default() };
        let settings = Settings { arguments: program.words(), ..(*self.settings).clone() };
        let machine = machine::open(program, Arc::new(settings), &how, &launch.environment);
        let machine = machine.map_err(|(message, _)| message.trim_end().to_string())?;
        Ok(machine::begin(machine, &how))
    }
}

/// Serves editors, over standard input and output or on a port, and returns the exit status.
pub(crate) fn dap(settings: Arc<Settings>, editors: &Editors) -> i32 {
    let starter = Starter { settings };
    let Some(port) = editors.port else { return status(dap::serve_streams(&starter)) };
    let (token, made) = match &editors.token {
        Some(token) => (token.clone(), false),
        None => match token::random::<16>() {
            Ok(token) => (token, true),
            Err(error) => return status(Err(error)),
        },
    };
    let announce = |address: SocketAddr| match made {
        true => format!("listening on {address}\ntoken {token}\n"),
        false => format!("listening on {address}\n"),
    };
    status(match &editors.program {
        None => dap::serve_port(&starter, port, &token, announce),
        Some(launch) => dap::serve_program(&starter, launch, port, &token, announce),
    })
}

/// Serves an agent over standard input and output, and returns the exit status.
pub(crate) fn mcp(settings: Arc<Settings>, launch: &Launch) -> i32 {
    status(mcp::serve(&Starter { settings }, launch))
}

/// Serves a page in the browser on a port, and returns the exit status.
pub(crate) fn web(settings: Arc<Settings>, launch: &Launch, port: u16) -> i32 {
    status(web::serve(&Starter { settings }, launch, port))
}

fn status(served: io::Result<()>) -> i32 {
    match served {
        Ok(()) => 0,
        Err(error) => {
            complain(&format!("ttd-py: {error}"));
            1
        }
    }
}
