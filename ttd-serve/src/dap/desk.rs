//! Where clients ask to be attached to a running session: each says who it is and gives the token, and one at a time
//! gets the seat. The others hear why not.

use std::io::{self, BufReader};
use std::net::{TcpListener, TcpStream};
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, channel};
use std::thread;
use std::time::Duration;

use serde_json::Value;

use super::client::Client;
use super::framing;
use super::launch::capabilities;
use super::requests::Request;
use crate::token::is_token;

/// How long a client may take to ask.
const PATIENCE: Duration = Duration::from_secs(60);
/// Clients that may stand at the desk at once.
const MOST: usize = 16;

/// A client that may be attached.
pub(super) struct Guest {
    pub(super) client: Client,
    pub(super) reader: BufReader<TcpStream>,
    /// Its connection, to be ended with the session.
    pub(super) stream: TcpStream,
    /// Its `initialize`, which was answered.
    pub(super) hello: Request,
    /// Its `attach`, which was not.
    pub(super) attach: Request,
    pub(super) seat: Seat,
}

/// The right to be attached, until it is dropped.
pub(super) struct Seat(Arc<AtomicBool>);

impl Drop for Seat {
    fn drop(&mut self) {
        self.0.store(false, Ordering::Release);
    }
}

/// What clients are measured by.
#[derive(Clone)]
struct Desk {
    token: String,
    taken: Arc<AtomicBool>,
    waiting: Arc<AtomicUsize>,
    admitted: Sender<Guest>,
}

/// Opens the desk at a port, on a thread of its own.
pub(super) fn open(listener: TcpListener, token: &str) -> io::Result<Receiver<Guest>> {
    let (admitted, guests) = channel();
    let (taken, waiting) = (Arc::default(), Arc::default());
    let desk = Desk { token: token.to_string(), taken, waiting, admitted };
    thread::Builder::new().name("desk".into()).spawn(move || {
        for stream in listener.incoming().flatten() {
            if desk.waiting.fetch_add(1, Ordering::Relaxed) >= MOST {
                desk.waiting.fetch_sub(1, Ordering::Relaxed);
                continue;
            }
            let own = desk.clone();
            let asked = thread::Builder::new().name("guest".into()).spawn(move || {
                // A client that is gone needs no answer.
                let _ = own.receive(stream);
                own.waiting.fetch_sub(1, Ordering::Relaxed);
            });
            if asked.is_err() {
                desk.waiting.fetch_sub(1, Ordering::Relaxed);
            }
        }
    })?;
    Ok(guests)
}

impl Desk {
    /// Hears a client until it may be attached, or has to go.
    fn receive(&self, stream: TcpStream) -> io::Result<()> {
        // Messages are small and each is waited for.
        stream.set_nodelay(true)?;
        stream.set_read_timeout(Some(PATIENCE))?;
        let client = Client::new(Box::new(stream.try_clone()?));
        let mut reader = BufReader::new(stream.try_clone()?);
        let mut hello = None;
        while let Ok(Some(bytes)) = framing::read(&mut reader) {
            let request = match Request::read(&bytes) {
                Ok(Some(request)) => request,
                Ok(None) => continue,
                Err((seq, why)) => {
                    client.refuse(seq, "", &why);
                    continue;
                }
            };
            match (request.command.as_str(), hello.take()) {
                ("initialize", None) => {
                    let mut abilities = capabilities();
                    abilities["supportTerminateDebuggee"] = true.into();
                    client.respond(&request, Ok(abilities));
                    hello = Some(request);
                }
                ("attach", Some(hello)) => {
                    let seat = match self.seat(&request) {
                        Ok(seat) => seat,
                        Err(why) => {
                            client.respond(&request, Err(why));
                            return Ok(());
                        }
                    };
                    stream.set_read_timeout(None)?;
                    let guest = Guest { client, reader, stream, hello, attach: request, seat };
                    // Who waits for guests is there as long as the process.
                    let _ = self.admitted.send(guest);
                    return Ok(());
                }
                ("disconnect", _) => {
                    client.respond(&request, Ok(Value::Null));
                    return Ok(());
                }
                (other, known) => {
                    hello = known;
                    let why = match other {
                        "launch" => "a program is there already: attach to it instead of launching one".into(),
                        _ => format!("{} comes after initialize and attach", crate::shortened(other)),
                    };
                    client.respond(&request, Err(why));
                }
            }
        }
        Ok(())
    }

    /// Takes the seat for who knows the token.
    fn seat(&self, attach: &Request) -> Result<Seat, String> {
        if !attach.text("token").is_some_and(|token| is_token(token, &self.token)) {
            return Err("the token is missing or wrong".into());
        }
        match self.taken.swap(true, Ordering::Acquire) {
            true => Err("another client is attached: it has to disconnect first".into()),
            false => Ok(Seat(self.taken.clone())),
        }
    }
}
