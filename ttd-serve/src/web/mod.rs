//! The debugger as a page in the browser. `docs/web.md` lists the requests.
//!
//! A thread of its own serves the page's files and a connection for each client, to those whom the [`gate`] lets in.
//! What clients ask waits in the [`queue`] for the session's thread, which handles it in order ([`desk`]). While
//! nothing waits that thread lets the program run to its end, and then counts what the pictures of the whole run show,
//! in small pieces of work: whatever is asked meanwhile is answered at once.

mod clients;
mod desk;
mod gate;
mod job;
mod known;
mod queue;
mod request;
mod requests;
mod run;
mod server;
mod socket;

use std::io::{self, Write};
use std::net::{Ipv4Addr, TcpListener};
use std::thread;
use std::time::{Duration, Instant};

use crate::launch::{Launch, Launcher};
use clients::Clients;
use desk::Desk;
use gate::Gate;
use queue::Queue;
use server::Server;

/// How long the last answers may take to be read.
const FAREWELL: Duration = Duration::from_millis(500);

/// Ends the session when the server has ended, however that came about.
struct ServerEnds(Queue);

impl Drop for ServerEnds {
    fn drop(&mut self) {
        self.0.close();
    }
}

/// Serves a program on a port of the loopback interface, 0 for a free one, until a client types `quit`.
///
/// # Errors
/// Why the program cannot be started, or what the system says about the port.
pub fn serve(launcher: &dyn Launcher, launch: &Launch, port: u16) -> io::Result<()> {
    let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, port))
        .map_err(|error| io::Error::other(format!("can't listen on port {port}: {error}")))?;
    let gate = Gate::new(listener.local_addr()?.port())?;
    let session = launcher.launch(launch).map_err(io::Error::other)?;
    let (clients, queue) = (Clients::default(), Queue::new(session.interrupt_flag()));
    let address = gate.address();
    let server = Server { gate, clients: clients.clone(), queue: queue.clone() };
    let ends = ServerEnds(queue.clone());
    thread::Builder::new().name("page".into()).spawn(move || {
        let _ends = ends;
        server::serve(listener, server)
    })?;
    writeln!(io::stderr(), "The page is at {address}")?;
    Desk::new(session, launch, clients.clone(), queue).serve();
    clients.close();
    let until = Instant::now() + FAREWELL;
    while clients.are_there() && Instant::now() < until {
        thread::sleep(Duration::from_millis(2));
    }
    Ok(())
}
